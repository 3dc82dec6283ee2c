#ifndef PYACL_ACLNNOP_ACLNN_MASKED_CAUSAL_CONV1D_BACKWARD_H
#define PYACL_ACLNNOP_ACLNN_MASKED_CAUSAL_CONV1D_BACKWARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnMaskedCausalConv1dBackwardGetWorkspaceSize(const aclTensor *gradY, const aclTensor *x, const aclTensor *weight, const aclTensor *maskOptional, const aclTensor *gradXOut, const aclTensor *gradWeightOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnMaskedCausalConv1dBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
