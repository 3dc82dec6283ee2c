#ifndef PYACL_ACLNNOP_ACLNN_ADD_RMS_NORM_DYNAMIC_MX_QUANT_H
#define PYACL_ACLNNOP_ACLNN_ADD_RMS_NORM_DYNAMIC_MX_QUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: beta */
aclnnStatus aclnnAddRmsNormDynamicMxQuantGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *gamma, const aclTensor *beta, double epsilon, int64_t scaleAlg, char *roundMode, int64_t dstType, bool outputRstd, aclTensor *yOut, aclTensor *xOut, aclTensor *mxscaleOut, aclTensor *rstdOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnAddRmsNormDynamicMxQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
