#ifndef PYACL_ACLNNOP_ACLNN_DROPOUT_V3_GRAD_H
#define PYACL_ACLNNOP_ACLNN_DROPOUT_V3_GRAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnDropoutV3GradGetWorkspaceSize(const aclTensor *gradY, const aclTensor *mask, double scale, aclTensor *gradX, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnDropoutV3Grad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
