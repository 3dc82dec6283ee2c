#ifndef PYACL_ACLNNOP_ACLNN_FOREACH_SIGN_H
#define PYACL_ACLNNOP_ACLNN_FOREACH_SIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnForeachSignGetWorkspaceSize(const aclTensorList *x, const aclTensorList *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnForeachSign(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
