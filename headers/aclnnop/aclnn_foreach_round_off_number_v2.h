#ifndef PYACL_ACLNNOP_ACLNN_FOREACH_ROUND_OFF_NUMBER_V2_H
#define PYACL_ACLNNOP_ACLNN_FOREACH_ROUND_OFF_NUMBER_V2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnForeachRoundOffNumberV2GetWorkspaceSize(const aclTensorList *x, const aclScalar *roundMode, aclTensorList *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnForeachRoundOffNumberV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
