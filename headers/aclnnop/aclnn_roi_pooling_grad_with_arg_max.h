#ifndef PYACL_ACLNNOP_ACLNN_ROI_POOLING_GRAD_WITH_ARG_MAX_H
#define PYACL_ACLNNOP_ACLNN_ROI_POOLING_GRAD_WITH_ARG_MAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnRoiPoolingGradWithArgMaxGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *gradInputRef, const aclTensor *rois, const aclTensor *argmax, int64_t pooledH, int64_t pooledW, double spatialScale, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnRoiPoolingGradWithArgMax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
