#ifndef PYACL_ACLNNOP_ACLNN_DYNAMIC_QUANT_V2_H
#define PYACL_ACLNNOP_ACLNN_DYNAMIC_QUANT_V2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnDynamicQuantV2GetWorkspaceSize(const aclTensor *x, const aclTensor *smoothScalesOptional, const aclTensor *groupIndexOptional, int64_t dstType, const aclTensor *yOut, const aclTensor *scaleOut, const aclTensor *offsetOut, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnDynamicQuantV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
