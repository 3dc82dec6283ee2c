#ifndef PYACL_ACLNNOP_ACLNN_CONFUSION_TRANSPOSE_H
#define PYACL_ACLNNOP_ACLNN_CONFUSION_TRANSPOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnConfusionTransposeGetWorkspaceSize(const aclTensor *x, const aclIntArray *perm, const aclIntArray *shape, bool transpose_first, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnConfusionTranspose(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
