#ifndef PYACL_ACLNNOP_ACLNN_EXPAND_INTO_JAGGED_PERMUTE_H
#define PYACL_ACLNNOP_ACLNN_EXPAND_INTO_JAGGED_PERMUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnExpandIntoJaggedPermuteGetWorkspaceSize(const aclTensor *permute, const aclTensor *inputOffset, const aclTensor *outputOffset, int64_t outputSize, const aclTensor *outputPermuteOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnExpandIntoJaggedPermute(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
