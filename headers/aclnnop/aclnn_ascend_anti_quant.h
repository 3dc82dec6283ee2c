#ifndef PYACL_ACLNNOP_ACLNN_ASCEND_ANTI_QUANT_H
#define PYACL_ACLNNOP_ACLNN_ASCEND_ANTI_QUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnAscendAntiQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *scale, const aclTensor *offset, int64_t dstType, bool sqrtMode, const aclTensor *y, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnAscendAntiQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
