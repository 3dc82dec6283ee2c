#ifndef PYACL_ACLNNOP_ACLNN_SWIGLU_GROUP_H
#define PYACL_ACLNNOP_ACLNN_SWIGLU_GROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnSwigluGroupGetWorkspaceSize(const aclTensor *x, const aclTensor *weightOptional, const aclTensor *groupIndexOptional, double clampLimit, const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnSwigluGroup(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
