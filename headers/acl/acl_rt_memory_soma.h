#ifndef PYACL_ACL_ACL_RT_MEMORY_SOMA_H
#define PYACL_ACL_ACL_RT_MEMORY_SOMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "acl/acl_base_rt.h"
#include "acl/acl_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
typedef struct aclrtMemPool_ *aclrtMemPool;

/* since 9.1 */
typedef enum aclrtMemPoolAttr {
    ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
    ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC = 2,
    ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3,
    ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD = 4,
    ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT = 5,
    ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH = 6,
    ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT = 7,
    ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH = 8,
} aclrtMemPoolAttr;

/* since 9.1 */
typedef struct aclrtMemPoolProps {
    aclrtMemAllocationType allocType;
    aclrtMemHandleType handleType;
    aclrtMemLocation location;
    size_t maxSize;
    unsigned char reserved[32];
} aclrtMemPoolProps;

/* since 9.1 */
aclError aclrtMemPoolCreate(aclrtMemPool *memPool, const aclrtMemPoolProps *poolProps);
/* since 9.1 */
aclError aclrtMemPoolDestroy(const aclrtMemPool memPool);
/* since 9.1 */
aclError aclrtMemPoolFreeAsync(void *ptr, aclrtStream stream);
/* since 9.1 */
aclError aclrtMemPoolGetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void *value);
/* since 9.1 */
aclError aclrtMemPoolMallocAsync(void **ptr, size_t size, aclrtMemPool memPool, aclrtStream stream);
/* since 9.1 */
aclError aclrtMemPoolSetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void *value);
/* since 9.1 */
aclError aclrtMemPoolTrimTo(aclrtMemPool memPool, size_t minBytesToKeep);

#ifdef __cplusplus
}
#endif

#endif
