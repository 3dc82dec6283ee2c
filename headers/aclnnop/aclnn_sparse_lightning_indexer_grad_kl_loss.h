#ifndef PYACL_ACLNNOP_ACLNN_SPARSE_LIGHTNING_INDEXER_GRAD_KL_LOSS_H
#define PYACL_ACLNNOP_ACLNN_SPARSE_LIGHTNING_INDEXER_GRAD_KL_LOSS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnSparseLightningIndexerGradKLLossGetWorkspaceSize(const aclTensor *query, const aclTensor *key, const aclTensor *queryIndex, const aclTensor *keyIndex, const aclTensor *weights, const aclTensor *sparseIndices, const aclTensor *softmaxMax, const aclTensor *softmaxSum, const aclTensor *queryRope, const aclTensor *keyRope, const aclIntArray *actualSeqLengthsQuery, const aclIntArray *actualSeqLengthsKey, double scaleValue, char *layout, int64_t sparseMode, int64_t pre_tokens, int64_t next_tokens, bool deterministic, const aclTensor *dQueryIndex, const aclTensor *dKeyIndex, const aclTensor *dWeights, const aclTensor *loss, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnSparseLightningIndexerGradKLLoss(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
