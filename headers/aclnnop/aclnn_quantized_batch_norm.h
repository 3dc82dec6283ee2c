#ifndef PYACL_ACLNNOP_ACLNN_QUANTIZED_BATCH_NORM_H
#define PYACL_ACLNNOP_ACLNN_QUANTIZED_BATCH_NORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: weight bias */
aclnnStatus aclnnQuantizedBatchNormGetWorkspaceSize(const aclTensor *input, const aclTensor *mean, const aclTensor *var, const aclScalar *inputScale, const aclScalar *inputZeroPoint, const aclScalar *outputScale, const aclScalar *outputZeroPoint, aclTensor *weight, aclTensor *bias, float epsilon, aclTensor *output, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnQuantizedBatchNorm(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
