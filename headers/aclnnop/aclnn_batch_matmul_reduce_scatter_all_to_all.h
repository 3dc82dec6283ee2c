#ifndef PYACL_ACLNNOP_ACLNN_BATCH_MATMUL_REDUCE_SCATTER_ALL_TO_ALL_H
#define PYACL_ACLNNOP_ACLNN_BATCH_MATMUL_REDUCE_SCATTER_ALL_TO_ALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnBatchMatMulReduceScatterAlltoAllGetWorkspaceSize(const aclTensor *x, const aclTensor *weight, const aclTensor *biasOptional, const char *groupEp, const char *groupTp, int64_t epWorldSize, int64_t tpWorldSize, int64_t yShardType, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnBatchMatMulReduceScatterAlltoAll(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
