#ifndef PYACL_ACLNNOP_ACLNN_FOREACH_ROUND_OFF_NUMBER_H
#define PYACL_ACLNNOP_ACLNN_FOREACH_ROUND_OFF_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnForeachRoundOffNumberGetWorkspaceSize(const aclTensorList *x, const aclTensor *roundMode, const aclTensorList *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnForeachRoundOffNumber(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
