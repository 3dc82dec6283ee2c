#ifndef PYACL_ACLNNOP_ACLNN_SPARSE_LIGHTNING_INDEXER_KL_LOSS_GRAD_H
#define PYACL_ACLNNOP_ACLNN_SPARSE_LIGHTNING_INDEXER_KL_LOSS_GRAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnSparseLightningIndexerKLLossGradGetWorkspaceSize(const aclTensor *q, const aclTensor *k, const aclTensor *w, const aclTensor *sparseIndices, const aclTensor *attnSoftmaxL1Norm, const aclTensor *cuSeqLensQOptional, const aclTensor *cuSeqLensKOptional, const aclTensor *seqUsedQOptional, const aclTensor *seqUsedKOptional, const aclTensor *cmpResidualKOptional, const aclTensor *metadataOptional, char *layoutQ, char *layoutK, int64_t maskMode, int64_t cmpRatio, const aclTensor *dq, const aclTensor *dk, const aclTensor *dw, const aclTensor *softmaxOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnSparseLightningIndexerKLLossGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
