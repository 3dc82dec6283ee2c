#ifndef PYACL_ACLNNOP_ACLNN_CDIST_BACKWARD_H
#define PYACL_ACLNNOP_ACLNN_CDIST_BACKWARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnCdistBackwardGetWorkspaceSize(const aclTensor *grad, const aclTensor *x1, const aclTensor *x2, const aclTensor *cdist, float p, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnCdistBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
