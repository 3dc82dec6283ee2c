#ifndef PYACL_ACLNNOP_ACLNN_QKV_RMS_NORM_ROPE_CACHE_WITH_K_SCALE_H
#define PYACL_ACLNNOP_ACLNN_QKV_RMS_NORM_ROPE_CACHE_WITH_K_SCALE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnQkvRmsNormRopeCacheWithKScaleGetWorkspaceSize(const aclTensor *qkv, const aclTensor *qGamma, const aclTensor *kGamma, const aclTensor *cosSin, const aclTensor *slotMapping, aclTensor *kCacheRef, aclTensor *vCacheRef, aclTensor *kScaleCacheRef, const aclTensor *queryStartLocOptional, const aclTensor *seqLensOptional, const aclTensor *rotationOptional, const aclTensor *vScaleOptional, const aclTensor *mropePositionOptional, const aclIntArray *headNums, const char *layoutQkv, const char *layoutQOut, float epsilon, const aclIntArray *mropeSectionOptional, const char *qQuantMode, aclTensor *qOut, aclTensor *qScaleOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnQkvRmsNormRopeCacheWithKScale(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
