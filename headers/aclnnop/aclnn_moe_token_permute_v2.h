#ifndef PYACL_ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_V2_H
#define PYACL_ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_V2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnMoeTokenPermuteV2GetWorkspaceSize(const aclTensor *tokens, const aclTensor *indices, int64_t numOutTokens, bool paddedMode, int64_t quantMode, const aclTensor *permuteTokensOut, const aclTensor *sortedIndicesOut, const aclTensor *expandedScaleOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnMoeTokenPermuteV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
