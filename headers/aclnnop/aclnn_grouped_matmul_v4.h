#ifndef PYACL_ACLNNOP_ACLNN_GROUPED_MATMUL_V4_H
#define PYACL_ACLNNOP_ACLNN_GROUPED_MATMUL_V4_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum GMMActType {
    GMM_ACT_TYPE_NONE = 0,
    GMM_ACT_TYPE_RELU = 1,
    GMM_ACT_TYPE_GELU_TANH = 2,
    GMM_ACT_TYPE_GELU_ERR_FUNC = 3,
    GMM_ACT_TYPE_FAST_GELU = 4,
    GMM_ACT_TYPE_SILU = 5,
} GMMActType;

/* deprecated */
aclnnStatus aclnnGroupedMatmulV4GetWorkspaceSize(const aclTensorList *x, const aclTensorList *weight, const aclTensorList *biasOptional, const aclTensorList *scaleOptional, const aclTensorList *offsetOptional, const aclTensorList *antiquantScaleOptional, const aclTensorList *antiquantOffsetOptional, const aclTensorList *perTokenScaleOptional, const aclTensor *groupListOptional, const aclTensorList *activationInputOptional, const aclTensorList *activationQuantScaleOptional, const aclTensorList *activationQuantOffsetOptional, int64_t splitItem, int64_t groupType, int64_t groupListType, int64_t actType, aclTensorList *out, aclTensorList *activationFeatureOutOptional, aclTensorList *dynQuantScaleOutOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
/* deprecated */
aclnnStatus aclnnGroupedMatmulV4(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
