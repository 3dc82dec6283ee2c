#ifndef PYACL_ACLNNOP_ACLNN_REPEAT_INTERLEAVE_GRAD_H
#define PYACL_ACLNNOP_ACLNN_REPEAT_INTERLEAVE_GRAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnRepeatInterleaveGradGetWorkspaceSize(const aclTensor *yGrad, const aclTensor *repeats, int64_t axis, const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnRepeatInterleaveGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
