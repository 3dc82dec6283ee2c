#ifndef PYACL_ACLNNOP_ACLNN_DENSE_LIGHTNING_INDEXER_SOFTMAX_LSE_H
#define PYACL_ACLNNOP_ACLNN_DENSE_LIGHTNING_INDEXER_SOFTMAX_LSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnDenseLightningIndexerSoftmaxLseGetWorkspaceSize(const aclTensor *queryIndex, const aclTensor *keyIndex, const aclTensor *weight, const aclIntArray *actualSeqLengthsQueryOptional, const aclIntArray *actualSeqLengthsKeyOptional, char *layoutOptional, int64_t sparseMode, int64_t preTokens, int64_t nextTokens, const aclTensor *softmaxMaxOut, const aclTensor *softmaxSumOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnDenseLightningIndexerSoftmaxLse(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
