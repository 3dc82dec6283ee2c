/* A structure goes by value, and what follows it arrives: NULL is refused, and else what the emulator lacks. */
#include <string.h>
#include "support.h"

int main(void)
{
    aclrtIpcEventHandle handle;
    aclrtEvent event;
    memset(&handle, 7, sizeof handle);
    CHECK(aclrtSetDevice(0));
    printf("%d\n", aclrtIpcOpenEventHandle(handle, NULL));
    printf("%d\n", aclrtIpcOpenEventHandle(handle, &event));
    CHECK(aclrtResetDevice(0));
    return 0;
}
