#ifndef PYACL_ACLNNOP_ACLNN_SCATTER_PA_KV_CACHE_WITH_K_SCALE_H
#define PYACL_ACLNNOP_ACLNN_SCATTER_PA_KV_CACHE_WITH_K_SCALE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnScatterPaKvCacheWithKScaleGetWorkspaceSize(const aclTensor *key, const aclTensor *value, aclTensor *keyCacheRef, aclTensor *valueCacheRef, const aclTensor *slotMapping, aclTensor *keyScale, aclTensor *keyScaleCacheRef, char *cacheLayoutOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnScatterPaKvCacheWithKScale(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
