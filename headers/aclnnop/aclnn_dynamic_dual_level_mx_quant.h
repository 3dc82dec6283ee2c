#ifndef PYACL_ACLNNOP_ACLNN_DYNAMIC_DUAL_LEVEL_MX_QUANT_H
#define PYACL_ACLNNOP_ACLNN_DYNAMIC_DUAL_LEVEL_MX_QUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnDynamicDualLevelMxQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *smoothScaleOptional, char *roundModeOptional, int64_t level0BlockSize, int64_t level1BlockSize, const aclTensor *yOut, const aclTensor *level0ScaleOut, const aclTensor *level1ScaleOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnDynamicDualLevelMxQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
