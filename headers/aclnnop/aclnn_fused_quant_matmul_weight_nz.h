#ifndef PYACL_ACLNNOP_ACLNN_FUSED_QUANT_MATMUL_WEIGHT_NZ_H
#define PYACL_ACLNNOP_ACLNN_FUSED_QUANT_MATMUL_WEIGHT_NZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnFusedQuantMatmulWeightNzGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *x1Scale, const aclTensor *x2Scale, const aclTensor *yScaleOptional, const aclTensor *x1OffsetOptional, const aclTensor *x2OffsetOptional, const aclTensor *yOffsetOptional, const aclTensor *biasOptional, const aclTensor *x3Optional, const char *fusedOpType, int64_t groupSizeOptional, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnFusedQuantMatmulWeightNz(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
