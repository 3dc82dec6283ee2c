#ifndef PYACL_ACLNNOP_ACLNN_GROUPED_DYNAMIC_MX_QUANT_V2_H
#define PYACL_ACLNNOP_ACLNN_GROUPED_DYNAMIC_MX_QUANT_V2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnGroupedDynamicMxQuantV2GetWorkspaceSize(const aclTensor *x, const aclTensor *groupIndex, const char *roundMode, int64_t dstType, int64_t blocksize, int64_t scaleAlg, double dstTypeMax, const aclTensor *y, const aclTensor *mxscale, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnGroupedDynamicMxQuantV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
