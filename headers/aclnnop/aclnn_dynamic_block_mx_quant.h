#ifndef PYACL_ACLNNOP_ACLNN_DYNAMIC_BLOCK_MX_QUANT_H
#define PYACL_ACLNNOP_ACLNN_DYNAMIC_BLOCK_MX_QUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnDynamicBlockMxQuantGetWorkspaceSize(const aclTensor *x, char *roundModeOptional, int64_t dstType, int64_t scaleAlg, double dstTypeMax, const aclTensor *yOut, const aclTensor *scale1Out, const aclTensor *scale2Out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnDynamicBlockMxQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
