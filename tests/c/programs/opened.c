/* A program that opens the library itself, as plug-ins do: argv[1] is its path. */
#include <dlfcn.h>
#include <stdio.h>
#include "acl/acl.h"

int main(int count, char **arguments)
{
    void *library = dlopen(arguments[count - 1], RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return puts(dlerror()), 1;
    aclError (*set_device)(int32_t) = (aclError (*)(int32_t))dlsym(library, "aclrtSetDevice");
    const char *(*name)(void) = (const char *(*)(void))dlsym(library, "aclrtGetSocName");
    printf("%d %s\n", set_device(0), name());
    dlclose(library);
    return 0;
}
