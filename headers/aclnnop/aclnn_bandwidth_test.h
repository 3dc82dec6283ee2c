#ifndef PYACL_ACLNNOP_ACLNN_BANDWIDTH_TEST_H
#define PYACL_ACLNNOP_ACLNN_BANDWIDTH_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnBandwidthTestGetWorkspaceSize(const aclTensor *x, const aclTensor *dstRankId, char *group, int64_t worldSize, int64_t maxBs, int64_t mode, char *commAlg, int64_t aivNum, aclTensor *y, aclTensor *receiveCnt, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnBandwidthTest(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
