#ifndef PYACL_ACLNNOP_ACLNN_GROUPED_MATMUL_ACTIVATION_QUANT_WEIGHT_NZ_H
#define PYACL_ACLNNOP_ACLNN_GROUPED_MATMUL_ACTIVATION_QUANT_WEIGHT_NZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnGroupedMatmulActivationQuantWeightNzGetWorkspaceSize(const aclTensor *x, const aclTensor *groupList, const aclTensorList *weight, const aclTensorList *weightScale, const aclTensorList *bias, const aclTensor *xScaleOptional, const char *activationType, int64_t groupListType, const aclIntArray *tuningConfig, const char *quantMode, const char *roundMode, int64_t scaleAlg, float dstTypeMax, aclTensor *y, aclTensor *yScale, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnGroupedMatmulActivationQuantWeightNz(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
