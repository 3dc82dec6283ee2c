#ifndef PYACL_ACLNNOP_ACLNN_ELASTIC_RECEIVABLE_INFO_COLLECT_H
#define PYACL_ACLNNOP_ACLNN_ELASTIC_RECEIVABLE_INFO_COLLECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnElasticReceivableInfoCollectGetWorkspaceSize(const char *group, int64_t worldSize, aclTensor *y, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnElasticReceivableInfoCollect(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
