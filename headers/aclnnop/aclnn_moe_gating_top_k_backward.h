#ifndef PYACL_ACLNNOP_ACLNN_MOE_GATING_TOP_K_BACKWARD_H
#define PYACL_ACLNNOP_ACLNN_MOE_GATING_TOP_K_BACKWARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnMoeGatingTopKBackwardGetWorkspaceSize(const aclTensor *xNorm, const aclTensor *gradY, const aclTensor *expertIdx, int64_t renorm, int64_t normType, double routedScalingFactor, double eps, const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnMoeGatingTopKBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
