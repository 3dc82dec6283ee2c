#ifndef PYACL_ACLNNOP_ACLNN_APPLY_FUSED_EMA_ADAM_H
#define PYACL_ACLNNOP_ACLNN_APPLY_FUSED_EMA_ADAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnApplyFusedEmaAdamGetWorkspaceSize(const aclTensor *grad, aclTensor *varRef, aclTensor *mRef, aclTensor *vRef, aclTensor *sRef, const aclTensor *step, double lr, double emaDecay, double beta1, double beta2, double eps, int64_t mode, bool biasCorrection, double weightDecay, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnApplyFusedEmaAdam(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
