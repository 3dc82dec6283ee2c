#ifndef PYACL_ACLNNOP_ACLNN_DUAL_LEVEL_QUANT_MATMUL_NZ_H
#define PYACL_ACLNNOP_ACLNN_DUAL_LEVEL_QUANT_MATMUL_NZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: optionalBias */
aclnnStatus aclnnDualLevelQuantMatmulWeightNzGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *x1Level0Scale, const aclTensor *x2Level0Scale, const aclTensor *x1Level1Scale, const aclTensor *x2Level1Scale, const aclTensor *optionalBias, bool transposeX1, bool transposeX2, int64_t level0GroupSize, int64_t level1GroupSize, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnDualLevelQuantMatmulWeightNz(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
