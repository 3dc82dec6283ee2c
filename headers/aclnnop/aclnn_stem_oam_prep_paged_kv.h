#ifndef PYACL_ACLNNOP_ACLNN_STEM_OAM_PREP_PAGED_KV_H
#define PYACL_ACLNNOP_ACLNN_STEM_OAM_PREP_PAGED_KV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnStemOamPrepPagedKvGetWorkspaceSize(const aclTensor *kCache, const aclTensor *vCache, const aclTensor *kvIndices, const aclIntArray *kvSeqLens, const aclTensor *kScaleCacheOptional, const aclTensor *vScaleOptional, double lambdaMag, char *kvLayout, int64_t stemBlockSize, int64_t stemStride, const aclTensor *kFlat, const aclTensor *vBias, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnStemOamPrepPagedKv(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
