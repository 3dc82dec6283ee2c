#ifndef PYACL_ACLNNOP_ACLNN_QUANT_LIGHTNING_INDEXER_H
#define PYACL_ACLNNOP_ACLNN_QUANT_LIGHTNING_INDEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnQuantLightningIndexerGetWorkspaceSize(const aclTensor *query, const aclTensor *key, const aclTensor *weights, const aclTensor *queryDequantScale, const aclTensor *keyDequantScale, const aclTensor *actualSeqLengthsQueryOptional, const aclTensor *actualSeqLengthsKeyOptional, const aclTensor *blockTableOptional, int64_t queryQuantMode, int64_t keyQuantMode, char *layoutQueryOptional, char *layoutKeyOptional, int64_t sparseCount, int64_t sparseMode, int64_t preTokens, int64_t nextTokens, const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnQuantLightningIndexer(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
