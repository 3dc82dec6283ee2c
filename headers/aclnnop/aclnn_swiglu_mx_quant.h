#ifndef PYACL_ACLNNOP_ACLNN_SWIGLU_MX_QUANT_H
#define PYACL_ACLNNOP_ACLNN_SWIGLU_MX_QUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnSwigluMxQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *groupIndexOptional, int64_t activateDim, bool activateLeft, int64_t swigluMode, double clampLimit, double gluAlpha, double gluBias, int64_t groupMode, int64_t axis, int64_t dstType, char *roundModeOptional, int64_t scaleAlg, double maxDtypeValue, const aclTensor *yOut, const aclTensor *mxscaleOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnSwigluMxQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
