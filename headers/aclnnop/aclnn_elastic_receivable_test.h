#ifndef PYACL_ACLNNOP_ACLNN_ELASTIC_RECEIVABLE_TEST_H
#define PYACL_ACLNNOP_ACLNN_ELASTIC_RECEIVABLE_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnElasticReceivableTestGetWorkspaceSize(aclTensor *dstRank, const char *group, int64_t worldSize, int64_t rank_num, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnElasticReceivableTest(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
