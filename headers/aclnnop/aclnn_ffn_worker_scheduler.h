#ifndef PYACL_ACLNNOP_ACLNN_FFN_WORKER_SCHEDULER_H
#define PYACL_ACLNNOP_ACLNN_FFN_WORKER_SCHEDULER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnInplaceFfnWorkerSchedulerGetWorkspaceSize(aclTensor *scheduleContextRef, int32_t syncGroupSize, int32_t executeMode, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnInplaceFfnWorkerScheduler(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
