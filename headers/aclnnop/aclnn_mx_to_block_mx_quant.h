#ifndef PYACL_ACLNNOP_ACLNN_MX_TO_BLOCK_MX_QUANT_H
#define PYACL_ACLNNOP_ACLNN_MX_TO_BLOCK_MX_QUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnMxToBlockMxQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *mxscale, int64_t dstType, const aclTensor *y, const aclTensor *scale1, const aclTensor *scale2, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnMxToBlockMxQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
