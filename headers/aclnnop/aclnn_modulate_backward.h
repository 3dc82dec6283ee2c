#ifndef PYACL_ACLNNOP_ACLNN_MODULATE_BACKWARD_H
#define PYACL_ACLNNOP_ACLNN_MODULATE_BACKWARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: scale shift */
aclnnStatus aclnnModulateBackwardGetWorkspaceSize(const aclTensor *grad_output, const aclTensor *input, const aclTensor *scale, const aclTensor *shift, const aclTensor *grad_input, const aclTensor *grad_scale, const aclTensor *grad_shift, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnModulateBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
