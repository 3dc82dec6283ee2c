#ifndef PYACL_ACLNNOP_ACLNN_FOREACH_ABS_H
#define PYACL_ACLNNOP_ACLNN_FOREACH_ABS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnForeachAbsGetWorkspaceSize(const aclTensorList *x, const aclTensorList *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnForeachAbs(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
