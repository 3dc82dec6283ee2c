#ifndef PYACL_ACLNNOP_ACLNN_FOREACH_LOG_INPLACE_H
#define PYACL_ACLNNOP_ACLNN_FOREACH_LOG_INPLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnForeachLogInplaceGetWorkspaceSize(const aclTensorList *x, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnForeachLogInplace(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
