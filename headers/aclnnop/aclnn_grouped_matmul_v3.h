#ifndef PYACL_ACLNNOP_ACLNN_GROUPED_MATMUL_V3_H
#define PYACL_ACLNNOP_ACLNN_GROUPED_MATMUL_V3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* deprecated */
aclnnStatus aclnnGroupedMatmulV3GetWorkspaceSize(const aclTensorList *x, const aclTensorList *weight, const aclTensorList *biasOptional, const aclTensorList *scaleOptional, const aclTensorList *offsetOptional, const aclTensorList *antiquantScaleOptional, const aclTensorList *antiquantOffsetOptional, const aclTensor *groupListOptional, int64_t splitItem, int64_t groupType, const aclTensorList *y, uint64_t *workspaceSize, aclOpExecutor **executor);
/* deprecated */
aclnnStatus aclnnGroupedMatmulV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
