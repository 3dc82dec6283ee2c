#ifndef PYACL_ACLNNOP_ACLNN_SWIGLU_BACKWARD_MX_QUANT_WITH_DUAL_AXIS_H
#define PYACL_ACLNNOP_ACLNN_SWIGLU_BACKWARD_MX_QUANT_WITH_DUAL_AXIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnSwigluBackwardMxQuantWithDualAxisGetWorkspaceSize(const aclTensor *x, const aclTensor *yGrad, const aclTensor *groupIndexOptional, bool activateLeft, char *roundModeOptional, int64_t scaleAlg, int64_t dstDtype, double maxDtypeValue, const aclTensor *y1Out, const aclTensor *mxscale1Out, const aclTensor *y2Out, const aclTensor *mxscale2Out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnSwigluBackwardMxQuantWithDualAxis(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
