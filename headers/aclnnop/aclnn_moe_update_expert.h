#ifndef PYACL_ACLNNOP_ACLNN_MOE_UPDATE_EXPERT_H
#define PYACL_ACLNNOP_ACLNN_MOE_UPDATE_EXPERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnMoeUpdateExpertGetWorkspaceSize(const aclTensor *expertIds, const aclTensor *eplbTable, const aclTensor *expertScalesOptional, const aclTensor *pruningThresholdOptional, const aclTensor *activeMaskOptional, int64_t localRankId, int64_t worldSize, int64_t balanceMode, aclTensor *balancedExpertIds, aclTensor *balancedActiveMask, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnMoeUpdateExpert(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
