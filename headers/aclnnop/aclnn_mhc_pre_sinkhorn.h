#ifndef PYACL_ACLNNOP_ACLNN_MHC_PRE_SINKHORN_H
#define PYACL_ACLNNOP_ACLNN_MHC_PRE_SINKHORN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnMhcPreSinkhornGetWorkspaceSize(const aclTensor *x, const aclTensor *phi, const aclTensor *alpha, const aclTensor *bias, int64_t hcMult, int64_t numIters, double hcEps, double normEps, bool needBackward, aclTensor *hin, aclTensor *hPost, aclTensor *hRes, aclTensor *hPre, aclTensor *hcBeforeNorm, aclTensor *invRms, aclTensor *sumOut, aclTensor *normOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnMhcPreSinkhorn(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
