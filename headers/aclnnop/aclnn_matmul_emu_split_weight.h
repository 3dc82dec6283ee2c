#ifndef PYACL_ACLNNOP_ACLNN_MATMUL_EMU_SPLIT_WEIGHT_H
#define PYACL_ACLNNOP_ACLNN_MATMUL_EMU_SPLIT_WEIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnMatmulEmuSplitWeightGetWorkspaceSize(const aclTensor *x, const aclTensor *wHigh, const aclTensor *wLow, const aclTensor *y, float wLowScale, int8_t yDtype, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnMatmulEmuSplitWeight(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
