#ifndef PYACL_ACLNNOP_ACLNN_INPLACE_FUSED_CAUSAL_CONV1D_H
#define PYACL_ACLNNOP_ACLNN_INPLACE_FUSED_CAUSAL_CONV1D_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: queryStartLoc cacheIndices initialStateMode bias numAcceptedTokens numComputedTokens blockIdxFirstScheduledToken blockIdxLastScheduledToken initialStateIdx */
aclnnStatus aclnnInplaceFusedCausalConv1dGetWorkspaceSize(aclTensor *x, const aclTensor *weight, aclTensor *convStates, const aclTensor *queryStartLoc, const aclTensor *cacheIndices, const aclTensor *initialStateMode, const aclTensor *bias, const aclTensor *numAcceptedTokens, const aclTensor *numComputedTokens, const aclTensor *blockIdxFirstScheduledToken, const aclTensor *blockIdxLastScheduledToken, const aclTensor *initialStateIdx, int64_t activationMode, int64_t padSlotId, int64_t runMode, int64_t maxQueryLen, int64_t residualConnection, int64_t blockSize, int64_t convMode, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnInplaceFusedCausalConv1d(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
