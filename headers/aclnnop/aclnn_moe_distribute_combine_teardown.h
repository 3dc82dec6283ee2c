#ifndef PYACL_ACLNNOP_ACLNN_MOE_DISTRIBUTE_COMBINE_TEARDOWN_H
#define PYACL_ACLNNOP_ACLNN_MOE_DISTRIBUTE_COMBINE_TEARDOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: commAlg */
aclnnStatus aclnnMoeDistributeCombineTeardownGetWorkspaceSize(const aclTensor *expandX, const aclTensor *quantExpandX, const aclTensor *expertIds, const aclTensor *expandIdx, const aclTensor *expertScales, const aclTensor *commCmdInfo, const aclTensor *xActiveMaskOptional, const aclTensor *sharedExpertXOptional, const char *groupEp, int64_t epWorldSize, int64_t epRankId, int64_t moeExpertNum, int64_t expertShardType, int64_t sharedExpertNum, int64_t sharedExpertRankNum, int64_t globalBs, int64_t commQuantMode, int64_t commType, const char *commAlg, aclTensor *xOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnMoeDistributeCombineTeardown(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
