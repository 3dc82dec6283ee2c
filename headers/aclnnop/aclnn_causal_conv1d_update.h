#ifndef PYACL_ACLNNOP_ACLNN_CAUSAL_CONV1D_UPDATE_H
#define PYACL_ACLNNOP_ACLNN_CAUSAL_CONV1D_UPDATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnCausalConv1dUpdateGetWorkspaceSize(const aclTensor *x, const aclTensor *weight, aclTensor *convStatesRef, const aclTensor *biasOptional, const aclTensor *queryStartLocOptional, const aclTensor *cacheIndicesOptional, const aclTensor *numAcceptedTokensOptional, const aclTensor *blockIdxLastScheduledTokenOptional, const aclTensor *initialStateIdxOptional, const char *activation, int64_t nullBlockId, int64_t maxQueryLen, aclTensor *y, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnCausalConv1dUpdate(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
