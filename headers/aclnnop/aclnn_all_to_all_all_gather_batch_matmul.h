#ifndef PYACL_ACLNNOP_ACLNN_ALL_TO_ALL_ALL_GATHER_BATCH_MATMUL_H
#define PYACL_ACLNNOP_ACLNN_ALL_TO_ALL_ALL_GATHER_BATCH_MATMUL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnAlltoAllAllGatherBatchMatMulGetWorkspaceSize(const aclTensor *x, const aclTensor *weight, const aclTensor *biasOptional, const char *groupEp, const char *groupTp, int64_t epWorldSize, int64_t tpWorldSize, int64_t xShardType, int64_t actType, aclTensor *y1Out, aclTensor *y2OutOptional, aclTensor *y3OutOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnAlltoAllAllGatherBatchMatMul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
