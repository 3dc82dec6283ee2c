#ifndef PYACL_ACLNNOP_ACLNN_DEFORMABLE_CONV2D_H
#define PYACL_ACLNNOP_ACLNN_DEFORMABLE_CONV2D_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnDeformableConv2dGetWorkspaceSize(const aclTensor *x, const aclTensor *weight, const aclTensor *offset, const aclTensor *biasOptional, const aclIntArray *kernelSize, const aclIntArray *stride, const aclIntArray *padding, const aclIntArray *dilation, int64_t groups, int64_t deformableGroups, bool modulated, aclTensor *out, aclTensor *deformOutOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnDeformableConv2d(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
