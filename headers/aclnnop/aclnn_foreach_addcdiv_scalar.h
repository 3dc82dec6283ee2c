#ifndef PYACL_ACLNNOP_ACLNN_FOREACH_ADDCDIV_SCALAR_H
#define PYACL_ACLNNOP_ACLNN_FOREACH_ADDCDIV_SCALAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnForeachAddcdivScalarGetWorkspaceSize(const aclTensorList *x1, const aclTensorList *x2, const aclTensorList *x3, const aclTensor *scalar, aclTensorList *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnForeachAddcdivScalar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
