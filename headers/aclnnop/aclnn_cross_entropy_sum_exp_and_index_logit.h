#ifndef PYACL_ACLNNOP_ACLNN_CROSS_ENTROPY_SUM_EXP_AND_INDEX_LOGIT_H
#define PYACL_ACLNNOP_ACLNN_CROSS_ENTROPY_SUM_EXP_AND_INDEX_LOGIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnCrossEntropySumExpAndIndexLogitGetWorkspaceSize(const aclTensor *vocabParallelLogits, const aclTensor *target, const aclTensor *globalLogitsMax, int64_t vocabStartIndex, int64_t vocabEndIndex, const aclTensor *predictedLogitsOut, const aclTensor *sumExpLogitsOut, const aclTensor *expLogitsOut, const aclTensor *targetOffsetOut, const aclTensor *targetMaskOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnCrossEntropySumExpAndIndexLogit(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
