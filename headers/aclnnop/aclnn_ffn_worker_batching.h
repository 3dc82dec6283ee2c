#ifndef PYACL_ACLNNOP_ACLNN_FFN_WORKER_BATCHING_H
#define PYACL_ACLNNOP_ACLNN_FFN_WORKER_BATCHING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnFfnWorkerBatchingGetWorkspaceSize(const aclTensor *scheduleContext, int64_t expertNum, const aclIntArray *maxOutShape, int64_t tokenDtype, int64_t needSchedule, int64_t layerNum, const aclTensor *y, const aclTensor *groupList, const aclTensor *sessionIds, const aclTensor *microBatchIds, const aclTensor *tokenIds, const aclTensor *expertOffsets, const aclTensor *dynamicScale, const aclTensor *actualTokenNum, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnFfnWorkerBatching(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
