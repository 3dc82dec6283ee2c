#ifndef PYACL_ACLNNOP_ACLNN_ATTENTION_WORKER_COMBINE_H
#define PYACL_ACLNNOP_ACLNN_ATTENTION_WORKER_COMBINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnAttentionWorkerCombineGetWorkspaceSize(const aclTensor *scheduleContext, const aclTensor *expertScales, const aclTensor *layerId, int64_t hiddenSize, int64_t tokenDtype, int64_t needSchedule, const aclTensor *y, const aclTensor *nextLayerId, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnAttentionWorkerCombine(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
