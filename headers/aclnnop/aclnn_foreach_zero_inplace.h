#ifndef PYACL_ACLNNOP_ACLNN_FOREACH_ZERO_INPLACE_H
#define PYACL_ACLNNOP_ACLNN_FOREACH_ZERO_INPLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnForeachZeroInplaceGetWorkspaceSize(const aclTensorList *x, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnForeachZeroInplace(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
