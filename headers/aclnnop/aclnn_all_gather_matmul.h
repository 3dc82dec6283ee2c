#ifndef PYACL_ACLNNOP_ACLNN_ALL_GATHER_MATMUL_H
#define PYACL_ACLNNOP_ACLNN_ALL_GATHER_MATMUL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* may be NULL: bias */
aclnnStatus aclnnAllGatherMatmulGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *bias, const char *group, int64_t gatherIndex, int64_t commTurn, int64_t streamMode, const aclTensor *output, const aclTensor *gatherOut, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnAllGatherMatmul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
