#ifndef PYACL_ACLNNOP_ACLNN_QUANT_MATMUL_ACTIVATION_QUANT_WEIGHT_NZ_H
#define PYACL_ACLNNOP_ACLNN_QUANT_MATMUL_ACTIVATION_QUANT_WEIGHT_NZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnQuantMatmulActivationQuantWeightNzGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *x1ScaleOptional, const aclTensor *x2Scale, const aclTensor *biasOptional, bool transposeX1, bool transposeX2, int64_t groupSize, const char *activationType, const char *quantMode, const char *roundMode, int64_t scaleAlg, double dstTypeMax, aclTensor *yOut, aclTensor *yScaleOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnQuantMatmulActivationQuantWeightNz(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
