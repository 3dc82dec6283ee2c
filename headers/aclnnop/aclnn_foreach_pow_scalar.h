#ifndef PYACL_ACLNNOP_ACLNN_FOREACH_POW_SCALAR_H
#define PYACL_ACLNNOP_ACLNN_FOREACH_POW_SCALAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnForeachPowScalarGetWorkspaceSize(const aclTensorList *x, const aclTensor *scalar, const aclTensorList *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnForeachPowScalar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
