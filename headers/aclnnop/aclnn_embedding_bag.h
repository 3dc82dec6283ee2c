#ifndef PYACL_ACLNNOP_ACLNN_EMBEDDING_BAG_H
#define PYACL_ACLNNOP_ACLNN_EMBEDDING_BAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnEmbeddingBagGetWorkspaceSize(const aclTensor *weight, const aclTensor *indices, const aclTensor *offsets, bool scaleGradByFreq, int64_t mode, bool sparse, const aclTensor *perSampleWeights, bool includeLastOffset, int64_t paddingIdx, aclTensor *output, aclTensor *offset2bag, aclTensor *bagSize, aclTensor *maxIndices, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnEmbeddingBag(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
