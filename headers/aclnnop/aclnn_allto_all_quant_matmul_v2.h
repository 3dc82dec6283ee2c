#ifndef PYACL_ACLNNOP_ACLNN_ALLTO_ALL_QUANT_MATMUL_V2_H
#define PYACL_ACLNNOP_ACLNN_ALLTO_ALL_QUANT_MATMUL_V2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnAlltoAllQuantMatmulV2GetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *biasOptional, const aclTensor *x1ScaleOptional, const aclTensor *x2Scale, const aclTensor *commScaleOptional, const aclTensor *x1OffsetOptional, const aclTensor *x2OffsetOptional, const char *group, const char *commMode, const aclIntArray *alltoAllAxesOptional, int64_t x1QuantMode, int64_t x2QuantMode, int64_t commQuantMode, int64_t commQuantDtype, int64_t x1QuantDtype, int64_t groupSize, bool transposeX1, bool transposeX2, const aclTensor *output, const aclTensor *alltoAllOutOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnAlltoAllQuantMatmulV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
