#ifndef PYACL_ACLNNOP_ACLNN_ROI_POOLING_WITH_ARG_MAX_H
#define PYACL_ACLNNOP_ACLNN_ROI_POOLING_WITH_ARG_MAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnRoiPoolingWithArgMaxGetWorkspaceSize(const aclTensor *x, const aclTensor *rois, int64_t pooled_h, int64_t pooled_w, float spatial_scale_h, float spatial_scale_w, aclTensor *y, aclTensor *argmax, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnRoiPoolingWithArgMax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
