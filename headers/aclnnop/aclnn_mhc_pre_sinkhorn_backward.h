#ifndef PYACL_ACLNNOP_ACLNN_MHC_PRE_SINKHORN_BACKWARD_H
#define PYACL_ACLNNOP_ACLNN_MHC_PRE_SINKHORN_BACKWARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnMhcPreSinkhornBackwardGetWorkspaceSize(const aclTensor *gradHin, const aclTensor *gradHPost, const aclTensor *gradHRes, const aclTensor *x, const aclTensor *phi, const aclTensor *alpha, const aclTensor *bias, const aclTensor *hPre, const aclTensor *hcBeforeNorm, const aclTensor *invRms, const aclTensor *sumOut, const aclTensor *normOut, double hcEps, const aclTensor *gradX, const aclTensor *gradPhi, const aclTensor *gradAlpha, const aclTensor *gradBias, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnMhcPreSinkhornBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
