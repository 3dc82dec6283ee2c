#ifndef PYACL_ACLNNOP_ACLNN_MSA_INDEX_SCORE_H
#define PYACL_ACLNNOP_ACLNN_MSA_INDEX_SCORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnMsaIndexScoreGetWorkspaceSize(const aclTensor *query, const aclTensor *key, const aclTensor *blockTableOptional, const aclTensor *scaleOptional, const aclTensor *attenMaskOptional, const aclTensor *actualSeqQlenOptional, const aclTensor *actualSeqKlenOptional, const aclTensor *startLoc, char *layoutKeyOptional, int64_t sparseMode, int64_t initBlocks, int64_t localBlocks, const aclTensor *score, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnMsaIndexScore(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
