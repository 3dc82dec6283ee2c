#ifndef PYACL_ACLNNOP_ACLNN_KV_RMS_NORM_ROPE_CACHE_V2_H
#define PYACL_ACLNNOP_ACLNN_KV_RMS_NORM_ROPE_CACHE_V2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: sin */
aclnnStatus aclnnKvRmsNormRopeCacheV2GetWorkspaceSize(const aclTensor *kv, const aclTensor *gamma, const aclTensor *cos, const aclTensor *sin, const aclTensor *index, aclTensor *kCacheRef, aclTensor *ckvCacheRef, const aclTensor *kRopeScaleOptional, const aclTensor *cKvScaleOptional, const aclTensor *kRopeOffsetOptional, const aclTensor *cKvOffsetOptional, const aclTensor *vOptional, double epsilon, char *cacheModeOptional, bool isOutputKv, const aclTensor *kRopeOut, const aclTensor *cKvOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnKvRmsNormRopeCacheV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
