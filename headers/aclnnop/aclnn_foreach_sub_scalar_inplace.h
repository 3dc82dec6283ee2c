#ifndef PYACL_ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_INPLACE_H
#define PYACL_ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_INPLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnForeachSubScalarInplaceGetWorkspaceSize(const aclTensorList *x, const aclTensor *scalar, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnForeachSubScalarInplace(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
