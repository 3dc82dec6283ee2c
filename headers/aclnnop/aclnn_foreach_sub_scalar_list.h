#ifndef PYACL_ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_LIST_H
#define PYACL_ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnForeachSubScalarListGetWorkspaceSize(const aclTensorList *x, const aclScalarList *scalars, const aclTensorList *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnForeachSubScalarList(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
