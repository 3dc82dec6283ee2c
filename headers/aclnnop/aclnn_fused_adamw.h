#ifndef PYACL_ACLNNOP_ACLNN_FUSED_ADAMW_H
#define PYACL_ACLNNOP_ACLNN_FUSED_ADAMW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnFusedAdamwGetWorkspaceSize(const aclTensorList *paramsRef, const aclTensorList *grads, const aclTensorList *expAvgsRef, const aclTensorList *expAvgSqsRef, const aclTensorList *maxExpAvgSqsRef, const aclTensorList *stateSteps, const aclTensor *gradScaleOptional, const aclTensor *foundInfOptional, double lr, double beta1, double beta2, double weightDecay, double eps, bool amsgrad, bool maximize, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnFusedAdamw(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
