#ifndef PYACL_ACLNNOP_ACLNN_CAUSAL_CONV1D_FN_H
#define PYACL_ACLNNOP_ACLNN_CAUSAL_CONV1D_FN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnCausalConv1dFnGetWorkspaceSize(const aclTensor *x, const aclTensor *weight, aclTensor *convStatesRef, const aclTensor *biasOptional, const aclTensor *queryStartLocOptional, const aclTensor *cacheIndicesOptional, const aclTensor *initialStateModeOptional, const aclTensor *blockIdxFirstScheduledTokenOptional, const aclTensor *blockIdxLastScheduledTokenOptional, const aclTensor *initialStateIdxOptional, const aclTensor *numComputedTokensOptional, const char *activation, int64_t nullBlockId, int64_t blockSizeToAlign, aclTensor *y, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnCausalConv1dFn(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
