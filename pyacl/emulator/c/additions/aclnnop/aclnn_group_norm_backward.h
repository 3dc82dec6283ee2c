#ifdef __cplusplus
#include <array>
#endif
