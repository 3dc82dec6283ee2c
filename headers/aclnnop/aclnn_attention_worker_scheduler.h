#ifndef PYACL_ACLNNOP_ACLNN_ATTENTION_WORKER_SCHEDULER_H
#define PYACL_ACLNNOP_ACLNN_ATTENTION_WORKER_SCHEDULER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnInplaceAttentionWorkerSchedulerGetWorkspaceSize(aclTensor *scheduleContextRef, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnInplaceAttentionWorkerScheduler(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
