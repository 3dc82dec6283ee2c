#ifndef PYACL_ACLNNOP_ACLNN_GROUPED_DYNAMIC_MX_QUANT_WITH_DUAL_AXIS_H
#define PYACL_ACLNNOP_ACLNN_GROUPED_DYNAMIC_MX_QUANT_WITH_DUAL_AXIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnGroupedDynamicMxQuantWithDualAxisGetWorkspaceSize(const aclTensor *x, const aclTensor *groupIndex, char *roundModeOptional, int64_t scaleAlg, int64_t dstDtype, double maxDtypeValue, const aclTensor *y1Out, const aclTensor *y1ScaleOut, const aclTensor *y2Out, const aclTensor *y2ScaleOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnGroupedDynamicMxQuantWithDualAxis(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
