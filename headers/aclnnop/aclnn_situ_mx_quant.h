#ifndef PYACL_ACLNNOP_ACLNN_SITU_MX_QUANT_H
#define PYACL_ACLNNOP_ACLNN_SITU_MX_QUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnSituMxQuantGetWorkspaceSize(const aclTensor *x, float beta, float linearBeta, bool activateLeft, int64_t axis, int64_t dstType, char *roundModeOptional, const aclTensor *yOut, const aclTensor *yScaleOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnSituMxQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
