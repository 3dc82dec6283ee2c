#ifndef PYACL_ACLNNOP_ACLNN_DISTRIBUTE_BARRIER_V2_H
#define PYACL_ACLNNOP_ACLNN_DISTRIBUTE_BARRIER_V2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnDistributeBarrierV2GetWorkspaceSize(const aclTensor *xRef, const aclTensor *timeOut, const aclTensor *elasticInfo, const char *group, int64_t worldSize, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnDistributeBarrierV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
