#ifndef PYACL_ACLNNOP_ACLNN_GROUPED_DYNAMIC_BLOCK_QUANT_V2_H
#define PYACL_ACLNNOP_ACLNN_GROUPED_DYNAMIC_BLOCK_QUANT_V2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnGroupedDynamicBlockQuantV2GetWorkspaceSize(const aclTensor *x, const aclTensor *groupList, double minScale, char *roundModeOptional, int64_t dstType, int64_t rowBlockSize, int64_t colBlockSize, int64_t groupListType, double dstTypeMax, const aclTensor *yOut, const aclTensor *scaleOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnGroupedDynamicBlockQuantV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
