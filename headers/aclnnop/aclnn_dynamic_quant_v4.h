#ifndef PYACL_ACLNNOP_ACLNN_DYNAMIC_QUANT_V4_H
#define PYACL_ACLNNOP_ACLNN_DYNAMIC_QUANT_V4_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: offsetOut */
aclnnStatus aclnnDynamicQuantV4GetWorkspaceSize(const aclTensor *x, const aclTensor *smoothScalesOptional, const aclTensor *groupIndexOptional, int64_t dstType, bool isSymmetrical, const char *quantMode, float dstTypeMax, const aclTensor *yOut, const aclTensor *scaleOut, const aclTensor *offsetOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnDynamicQuantV4(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
