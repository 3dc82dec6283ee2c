#ifndef PYACL_ACLNNOP_ACLNN_DYNAMIC_MX_QUANT_WITH_DUAL_AXIS_H
#define PYACL_ACLNNOP_ACLNN_DYNAMIC_MX_QUANT_WITH_DUAL_AXIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnDynamicMxQuantWithDualAxisGetWorkspaceSize(const aclTensor *x, char *roundModeOptional, int64_t dstType, int64_t scaleAlg, const aclTensor *y1Out, const aclTensor *mxscale1Out, const aclTensor *y2Out, const aclTensor *mxscale2Out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnDynamicMxQuantWithDualAxis(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
