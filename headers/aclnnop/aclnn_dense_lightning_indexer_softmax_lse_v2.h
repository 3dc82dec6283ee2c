#ifndef PYACL_ACLNNOP_ACLNN_DENSE_LIGHTNING_INDEXER_SOFTMAX_LSE_V2_H
#define PYACL_ACLNNOP_ACLNN_DENSE_LIGHTNING_INDEXER_SOFTMAX_LSE_V2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnDenseLightningIndexerSoftmaxLseV2GetWorkspaceSize(const aclTensor *queryIndex, const aclTensor *keyIndex, const aclTensor *weight, const aclTensor *cuSeqLensQOptional, const aclTensor *cuSeqLensKOptional, const aclTensor *seqUsedQOptional, const aclTensor *seqUsedKOptional, const aclTensor *cmpResidualKOptional, const aclTensor *metadataOptional, const char *layoutQ, const char *layoutK, int64_t maskMode, int64_t cmpRatio, const aclTensor *softmaxLseOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnDenseLightningIndexerSoftmaxLseV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
