#ifndef PYACL_ACLNNOP_ACLNN_APPLY_ADAM_H
#define PYACL_ACLNNOP_ACLNN_APPLY_ADAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnApplyAdamGetWorkspaceSize(aclTensor *varRef, const aclTensor *m, const aclTensor *v, const aclTensor *beta1Power, const aclTensor *beta2Power, const aclTensor *lr, const aclTensor *beta1, const aclTensor *beta2, const aclTensor *epsilon, const aclTensor *grad, bool useLocking, bool useNesterov, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnApplyAdam(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
