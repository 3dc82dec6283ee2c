#ifndef PYACL_ACLNNOP_ACLNN_DEQUANT_BIAS_H
#define PYACL_ACLNNOP_ACLNN_DEQUANT_BIAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnDequantBiasGetWorkspaceSize(const aclTensor *x, const aclTensor *weightScale, const aclTensor *activateScaleOptional, const aclTensor *biasOptional, int64_t outputDtype, const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnDequantBias(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
