#ifndef PYACL_ACLNNOP_ACLNN_SWIGLU_GROUP_GRAD_H
#define PYACL_ACLNNOP_ACLNN_SWIGLU_GROUP_GRAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnSwigluGroupGradGetWorkspaceSize(const aclTensor *gradY, const aclTensor *x, const aclTensor *weightOptional, const aclTensor *yOriginOptional, const aclTensor *groupIndexOptional, float clampLimit, aclTensor *gradXOut, aclTensor *gradWeightOutOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnSwigluGroupGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
