#ifndef PYACL_ACLNNOP_ACLNN_WEIGHT_QUANT_PREPROCESS_H
#define PYACL_ACLNNOP_ACLNN_WEIGHT_QUANT_PREPROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnWeightQuantPreprocessGetWorkspaceSize(const aclTensor *weight, const aclTensor *weightScale, const aclTensor *weightOffsetOptional, const aclTensor *biasOptional, const aclDataType xDtype, const aclDataType xScaleDtype, const int64_t kGroupSize, aclTensor *outWeight, aclTensor *outWeightScale, aclTensor *outWeightOffsetOptional, aclTensor *outBiasOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnWeightQuantPreprocess(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
