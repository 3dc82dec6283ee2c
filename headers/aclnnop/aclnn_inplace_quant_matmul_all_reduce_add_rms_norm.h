#ifndef PYACL_ACLNNOP_ACLNN_INPLACE_QUANT_MATMUL_ALL_REDUCE_ADD_RMS_NORM_H
#define PYACL_ACLNNOP_ACLNN_INPLACE_QUANT_MATMUL_ALL_REDUCE_ADD_RMS_NORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* deprecated, may be NULL: bias */
aclnnStatus aclnnInplaceQuantMatmulAllReduceAddRmsNormGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *bias, const aclTensor *dequantScale, const aclTensor *residual, const aclTensor *gamma, double epsilon, const char *group, const char *reduceOp, int64_t commTurn, int64_t streamMode, const aclTensor *normOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* deprecated */
aclnnStatus aclnnInplaceQuantMatmulAllReduceAddRmsNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
