#ifndef PYACL_ACLNNOP_ACLNN_RMS_NORM_QUANT_V3_H
#define PYACL_ACLNNOP_ACLNN_RMS_NORM_QUANT_V3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: offset beta */
aclnnStatus aclnnRmsNormQuantV3GetWorkspaceSize(const aclTensor *x, const aclTensor *gamma, const aclTensor *scale, const aclTensor *offset, const aclTensor *beta, double epsilon, bool divMode, bool outputRstd, aclTensor *y, aclTensor *rstd, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnRmsNormQuantV3(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
