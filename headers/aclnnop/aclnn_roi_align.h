#ifndef PYACL_ACLNNOP_ACLNN_ROI_ALIGN_H
#define PYACL_ACLNNOP_ACLNN_ROI_ALIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnRoiAlignGetWorkspaceSize(const aclTensor *self, const aclTensor *rois, const aclTensor *batchIndices, const char *mode, int outputHeight, int outputWidth, int samplingRatio, float spatialScale, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnRoiAlign(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
