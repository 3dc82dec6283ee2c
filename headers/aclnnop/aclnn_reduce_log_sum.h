#ifndef PYACL_ACLNNOP_ACLNN_REDUCE_LOG_SUM_H
#define PYACL_ACLNNOP_ACLNN_REDUCE_LOG_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnReduceLogSumGetWorkspaceSize(const aclTensor *data, const aclIntArray *axes, bool keepDims, bool noopWithEmptyAxes, aclTensor *reduce, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnReduceLogSum(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
