#ifndef PYACL_ACLNNOP_ACLNN_SWIGLU_GROUP_QUANT_H
#define PYACL_ACLNNOP_ACLNN_SWIGLU_GROUP_QUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnSwigluGroupQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *weightOptional, const aclTensor *groupIndexOptional, const aclTensor *scaleOptional, int64_t dstType, int64_t quantMode, int64_t blockSize, bool roundScale, double clampLimit, double dstTypeMax, bool outputOrigin, const aclTensor *yOut, const aclTensor *yScaleOut, const aclTensor *yOriginOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnSwigluGroupQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
