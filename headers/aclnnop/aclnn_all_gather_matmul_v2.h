#ifndef PYACL_ACLNNOP_ACLNN_ALL_GATHER_MATMUL_V2_H
#define PYACL_ACLNNOP_ACLNN_ALL_GATHER_MATMUL_V2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: bias x1Scale x2Scale quantScale amaxOut */
aclnnStatus aclnnAllGatherMatmulV2GetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *bias, const aclTensor *x1Scale, const aclTensor *x2Scale, const aclTensor *quantScale, int64_t blockSize, const char *group, int64_t gatherIndex, int64_t commTurn, int64_t streamMode, int64_t groupSize, const char *commMode, aclTensor *output, aclTensor *gatherOut, aclTensor *amaxOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnAllGatherMatmulV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
