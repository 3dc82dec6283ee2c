#ifndef PYACL_ACLNNOP_ACLNN_INPLACE_PARTIAL_ROTARY_MUL_GRAD_H
#define PYACL_ACLNNOP_ACLNN_INPLACE_PARTIAL_ROTARY_MUL_GRAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnInplacePartialRotaryMulGradGetWorkspaceSize(aclTensor *dyRef, const aclTensor *cos, const aclTensor *sin, int64_t rotaryMode, const aclIntArray *partialSlice, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnInplacePartialRotaryMulGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
