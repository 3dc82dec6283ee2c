#ifndef PYACL_ACLNNOP_ACLNN_SCATTER_MIN_H
#define PYACL_ACLNNOP_ACLNN_SCATTER_MIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnScatterMinGetWorkspaceSize(aclTensor *varRef, const aclTensor *indices, const aclTensor *updates, bool useLocking, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnScatterMin(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
