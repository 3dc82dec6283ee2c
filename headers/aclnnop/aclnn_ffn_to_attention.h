#ifndef PYACL_ACLNNOP_ACLNN_FFN_TO_ATTENTION_H
#define PYACL_ACLNNOP_ACLNN_FFN_TO_ATTENTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: attnRankTable */
aclnnStatus aclnnFFNToAttentionGetWorkspaceSize(const aclTensor *x, const aclTensor *sessionIds, const aclTensor *microBatchIds, const aclTensor *tokenIds, const aclTensor *expertOffsets, const aclTensor *actualTokenNum, const aclTensor *attnRankTable, const char *group, int64_t worldSize, const aclIntArray *tokenInfoTableShape, const aclIntArray *tokenDataShape, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnFFNToAttention(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
