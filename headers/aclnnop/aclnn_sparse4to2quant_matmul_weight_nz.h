#ifndef PYACL_ACLNNOP_ACLNN_SPARSE4TO2QUANT_MATMUL_WEIGHT_NZ_H
#define PYACL_ACLNNOP_ACLNN_SPARSE4TO2QUANT_MATMUL_WEIGHT_NZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnSparse4to2QuantMatmulWeightNzGetWorkspaceSize(const aclTensor *x, const aclTensor *sparseWeight, const aclTensor *index, const aclTensor *xScale, const aclTensor *sparseWeightScale, const aclTensor *biasOptional, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnSparse4to2QuantMatmulWeightNz(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);
/* since 9.1 */
aclnnStatus aclnnTransSparse4to2Para(const int8_t *weight, aclIntArray *shape, int8_t **sparseWeight, int64_t **sparseWeightDims, uint64_t *sparseWeightDimsNum, uint8_t **index, int64_t **indexDims, uint64_t *indexDimsNum);

#ifdef __cplusplus
}
#endif

#endif
