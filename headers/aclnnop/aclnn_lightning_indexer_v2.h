#ifndef PYACL_ACLNNOP_ACLNN_LIGHTNING_INDEXER_V2_H
#define PYACL_ACLNNOP_ACLNN_LIGHTNING_INDEXER_V2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnLightningIndexerV2GetWorkspaceSize(const aclTensor *q, const aclTensor *k, const aclTensor *w, const aclTensor *cuSeqlensQOptional, const aclTensor *cuSeqlensKOptional, const aclTensor *sequsedQOptional, const aclTensor *sequsedKOptional, const aclTensor *cmpResidualKOptional, const aclTensor *blockTableOptional, const aclTensor *outputIdxOffsetOptional, const aclTensor *metadataOptional, int64_t topk, int64_t maxSeqlenQ, char *layoutQ, char *layoutK, int64_t maskMode, int64_t cmpRatio, int64_t returnValue, const aclTensor *sparseIndices, const aclTensor *sparseValues, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnLightningIndexerV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
