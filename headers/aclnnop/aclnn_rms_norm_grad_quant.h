#ifndef PYACL_ACLNNOP_ACLNN_RMS_NORM_GRAD_QUANT_H
#define PYACL_ACLNNOP_ACLNN_RMS_NORM_GRAD_QUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnRmsNormGradQuantGetWorkspaceSize(const aclTensor *dy, const aclTensor *x, const aclTensor *rstd, const aclTensor *gamma, const aclTensor *scalesX, const aclTensor *offsetXOptional, const char *quantMode, bool divMode, aclTensor *dxOut, aclTensor *dgammaOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnRmsNormGradQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
