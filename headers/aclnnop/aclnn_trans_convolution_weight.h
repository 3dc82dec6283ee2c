#ifndef PYACL_ACLNNOP_ACLNN_TRANS_CONVOLUTION_WEIGHT_H
#define PYACL_ACLNNOP_ACLNN_TRANS_CONVOLUTION_WEIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnTransConvolutionWeightGetWorkspaceSize(const aclTensor *weightIn, bool transposed, const int64_t groups, aclTensor *weightOut, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnTransConvolutionWeight(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);
aclnnStatus aclnnCalculateConvolutionWeightSize(const aclIntArray *tensorShape, bool transposed, int64_t groups, aclDataType dataType, uint64_t *weightTensorSize);

#ifdef __cplusplus
}
#endif

#endif
