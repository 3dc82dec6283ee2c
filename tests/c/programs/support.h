/* What the programs of this folder have in common. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <stdio.h>
#include <stdlib.h>
#include "acl/acl.h"
#include "aclnn/acl_meta.h"

/* Ends the program at the first call that fails. */
#define CHECK(call)                                              \
    do {                                                         \
        int code_ = (call);                                      \
        if (code_ != 0) {                                        \
            printf("%s: %d\n", #call, code_);                    \
            exit(3);                                             \
        }                                                        \
    } while (0)

/* A float32 tensor of one dimension on fresh device memory. */
static inline aclTensor *make_tensor(const float *host, int64_t count, void **device)
{
    size_t size = (size_t)count * sizeof(float);
    int64_t stride = 1;
    CHECK(aclrtMalloc(device, size, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMemcpy(*device, size, host, size, ACL_MEMCPY_HOST_TO_DEVICE));
    return aclCreateTensor(&count, 1, ACL_FLOAT, &stride, 0, ACL_FORMAT_ND, &count, 1, *device);
}

#endif
