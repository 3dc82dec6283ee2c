#ifndef PYACL_ACLNNOP_ACLNN_SILENT_CHECK_V2_H
#define PYACL_ACLNNOP_ACLNN_SILENT_CHECK_V2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnSilentCheckV2GetWorkspaceSize(const aclTensor *val, const aclTensor *max, aclTensor *avgRef, aclTensor *inputGradRef, aclTensor *stepRef, aclIntArray *dstSize, aclIntArray *dstStride, aclIntArray *dstOffset, float cThreshL1, float cThreshL2, float beta1, int32_t npuAsdDetect, aclTensor *result, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnSilentCheckV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
