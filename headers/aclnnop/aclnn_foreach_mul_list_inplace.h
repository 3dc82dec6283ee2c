#ifndef PYACL_ACLNNOP_ACLNN_FOREACH_MUL_LIST_INPLACE_H
#define PYACL_ACLNNOP_ACLNN_FOREACH_MUL_LIST_INPLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnForeachMulListInplaceGetWorkspaceSize(const aclTensorList *x1, const aclTensorList *x2, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnForeachMulListInplace(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
