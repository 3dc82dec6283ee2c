#ifndef PYACL_ACLNNOP_ACLNN_TRANSPOSE_QUANT_BATCH_MAT_MUL_H
#define PYACL_ACLNNOP_ACLNN_TRANSPOSE_QUANT_BATCH_MAT_MUL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: x1Scale */
aclnnStatus aclnnTransposeQuantBatchMatMulGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *bias, const aclTensor *x1Scale, const aclTensor *x2Scale, int32_t dtype, int64_t groupSize, const aclIntArray *permX1, const aclIntArray *permX2, const aclIntArray *permY, int32_t batchSplitFactor, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnTransposeQuantBatchMatMul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);
/* since 9.1 */
aclnnStatus aclnnTransposeQuantBatchMatMulWeightNzGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *bias, const aclTensor *x1Scale, const aclTensor *x2Scale, int32_t dtype, int64_t groupSize, const aclIntArray *permX1, const aclIntArray *permX2, const aclIntArray *permY, int32_t batchSplitFactor, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnTransposeQuantBatchMatMulWeightNz(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
