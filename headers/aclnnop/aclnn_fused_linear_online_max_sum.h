#ifndef PYACL_ACLNNOP_ACLNN_FUSED_LINEAR_ONLINE_MAX_SUM_H
#define PYACL_ACLNNOP_ACLNN_FUSED_LINEAR_ONLINE_MAX_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnFusedLinearOnlineMaxSumGetWorkspaceSize(const aclTensor *input, const aclTensor *weight, const aclTensor *target, int64_t vocabStartIndex, int64_t vocabEndIndex, aclTensor *logitsMaxLocalOut, aclTensor *sumExpLogitsLocalOut, aclTensor *predictedLogitsLocalOut, aclTensor *targetMaskOut, aclTensor *maskedTargetOut, aclTensor *vocabParallelLogitsOutOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnFusedLinearOnlineMaxSum(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
