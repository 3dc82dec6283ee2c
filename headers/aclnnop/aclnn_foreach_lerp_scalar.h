#ifndef PYACL_ACLNNOP_ACLNN_FOREACH_LERP_SCALAR_H
#define PYACL_ACLNNOP_ACLNN_FOREACH_LERP_SCALAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnForeachLerpScalarGetWorkspaceSize(const aclTensorList *x1, const aclTensorList *x2, const aclScalar *weight, aclTensorList *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnForeachLerpScalar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
