#ifndef PYACL_ACLNNOP_ACLNN_MOE_DISTRIBUTE_BUFFER_RESET_H
#define PYACL_ACLNNOP_ACLNN_MOE_DISTRIBUTE_BUFFER_RESET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnMoeDistributeBufferResetGetWorkspaceSize(const aclTensor *elasticInfo, const char *groupEp, int64_t epWorldSize, int64_t needSync, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnMoeDistributeBufferReset(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
