#ifndef PYACL_ACLNNOP_ACLNN_GROUPED_MAT_MUL_ALL_REDUCE_H
#define PYACL_ACLNNOP_ACLNN_GROUPED_MAT_MUL_ALL_REDUCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* deprecated, may be NULL: bias */
aclnnStatus aclnnGroupedMatMulAllReduceGetWorkspaceSize(const aclTensorList *x, const aclTensorList *weight, const aclTensorList *bias, const aclIntArray *groupListOptional, int64_t splitItem, const char *group, const char *reduceOp, int64_t commTurn, int64_t streamMode, const aclTensorList *y, uint64_t *workspaceSize, aclOpExecutor **executor);
/* deprecated */
aclnnStatus aclnnGroupedMatMulAllReduce(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
