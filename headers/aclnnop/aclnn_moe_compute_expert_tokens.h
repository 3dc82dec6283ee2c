#ifndef PYACL_ACLNNOP_ACLNN_MOE_COMPUTE_EXPERT_TOKENS_H
#define PYACL_ACLNNOP_ACLNN_MOE_COMPUTE_EXPERT_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnMoeComputeExpertTokensGetWorkspaceSize(const aclTensor *sortedExperts, int64_t numExperts, const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnMoeComputeExpertTokens(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
