#ifdef __cplusplus
#include <cstdint>
#include <cstdlib>
#endif
