#ifndef PYACL_ACLNNOP_ACLNN_QUANT_LIGHTNING_INDEXER_V2_H
#define PYACL_ACLNNOP_ACLNN_QUANT_LIGHTNING_INDEXER_V2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnQuantLightningIndexerV2GetWorkspaceSize(const aclTensor *query, const aclTensor *key, const aclTensor *weights, const aclTensor *queryDequantScale, const aclTensor *keyDequantScale, const aclTensor *cuSeqLensQOptional, const aclTensor *cuSeqLensKOptional, const aclTensor *sequsedQOptional, const aclTensor *sequsedKOptional, const aclTensor *cmpResidualKOptional, const aclTensor *blockTableOptional, const aclTensor *outputIdxOffsetOptional, const aclTensor *metadataOptional, int64_t topk, int64_t quantMode, int64_t maxSeqlenQOptional, char *layoutQOptional, char *layoutKOptional, int64_t maskModeOptional, int64_t cmpRatioOptional, int64_t returnValueOptional, const aclTensor *sparseIndicesOut, const aclTensor *sparseValuesOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnQuantLightningIndexerV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
