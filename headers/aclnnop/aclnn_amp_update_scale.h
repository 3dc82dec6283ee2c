#ifndef PYACL_ACLNNOP_ACLNN_AMP_UPDATE_SCALE_H
#define PYACL_ACLNNOP_ACLNN_AMP_UPDATE_SCALE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnAmpUpdateScaleGetWorkspaceSize(const aclTensor *currentScale, const aclTensor *growthTracker, const aclTensor *foundInf, double growthFactor, double backoffFactor, int64_t growthInterval, const aclTensor *updatedScale, const aclTensor *updatedGrowthTracker, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnAmpUpdateScale(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
