#ifndef PYACL_ACLNNOP_ACLNN_SCATTER_LIST_H
#define PYACL_ACLNNOP_ACLNN_SCATTER_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnScatterListGetWorkspaceSize(aclTensorList *varRef, const aclTensor *indice, const aclTensor *updates, const aclTensor *maskOptional, char *reduceOptional, int64_t axis, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnScatterList(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
