#ifndef PYACL_ACLNNOP_ACLNN_DYNAMIC_MX_QUANT_H
#define PYACL_ACLNNOP_ACLNN_DYNAMIC_MX_QUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnDynamicMxQuantGetWorkspaceSize(const aclTensor *x, int64_t axis, char *roundModeOptional, int64_t dstType, int64_t blocksize, int64_t scaleAlg, const aclTensor *yOut, const aclTensor *mxscaleOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnDynamicMxQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
