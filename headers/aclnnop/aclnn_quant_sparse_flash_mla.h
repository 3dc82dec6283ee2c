#ifndef PYACL_ACLNNOP_ACLNN_QUANT_SPARSE_FLASH_MLA_H
#define PYACL_ACLNNOP_ACLNN_QUANT_SPARSE_FLASH_MLA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnQuantSparseFlashMlaGetWorkspaceSize(const aclTensor *q, const aclTensor *oriKvOptional, const aclTensor *cmpKvOptional, const aclTensor *qDescaleOptional, const aclTensor *oriKvDescaleOptional, const aclTensor *cmpKvDescaleOptional, const aclTensor *oriSparseIndicesOptional, const aclTensor *cmpSparseIndicesOptional, const aclTensor *oriBlockTableOptional, const aclTensor *cmpBlockTableOptional, const aclTensor *cuSeqlensQOptional, const aclTensor *cuSeqlensOriKvOptional, const aclTensor *cuSeqlensCmpKvOptional, const aclTensor *sequsedQOptional, const aclTensor *sequsedOriKvOptional, const aclTensor *sequsedCmpKvOptional, const aclTensor *cmpResidualKvOptional, const aclTensor *oriTopkLengthOptional, const aclTensor *cmpTopkLengthOptional, const aclTensor *sinksOptional, const aclTensor *metadataOptional, int64_t quantMode, double softmaxScale, int64_t cmpRatio, int64_t oriMaskMode, int64_t cmpMaskMode, int64_t oriWinLeft, int64_t oriWinRight, char *layoutQOptional, char *layoutKvOptional, int64_t topkValueMode, bool returnSoftmaxLse, const aclTensor *attnOutOut, const aclTensor *softmaxLseOutOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnQuantSparseFlashMla(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
