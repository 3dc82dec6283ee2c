#ifndef PYACL_ACLNNOP_ACLNN_ADVANCE_STEP_H
#define PYACL_ACLNNOP_ACLNN_ADVANCE_STEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnAdvanceStepGetWorkspaceSize(const aclTensor *inputTokens, const aclTensor *sampledTokenIds, const aclTensor *inputPositions, const aclTensor *seqLens, const aclTensor *slotMapping, const aclTensor *blockTables, int64_t numSeqs, int64_t numQueries, int64_t blockSize, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnAdvanceStep(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
