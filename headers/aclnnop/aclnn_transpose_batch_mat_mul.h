#ifndef PYACL_ACLNNOP_ACLNN_TRANSPOSE_BATCH_MAT_MUL_H
#define PYACL_ACLNNOP_ACLNN_TRANSPOSE_BATCH_MAT_MUL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: scale */
aclnnStatus aclnnTransposeBatchMatMulGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *bias, const aclTensor *scale, const aclIntArray *permX1, const aclIntArray *permX2, const aclIntArray *permY, int8_t cubeMathType, const int32_t batchSplitFactor, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnTransposeBatchMatMul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);
/* since 9.1, may be NULL: scale */
aclnnStatus aclnnTransposeBatchMatMulWeightNzGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *bias, const aclTensor *scale, const aclIntArray *permX1, const aclIntArray *permX2, const aclIntArray *permY, int8_t cubeMathType, const int32_t batchSplitFactor, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnTransposeBatchMatMulWeightNz(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
