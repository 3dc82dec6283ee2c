#ifndef PYACL_ACLNNOP_ACLNN_EXP_SEGSUM_BACKWARD_H
#define PYACL_ACLNNOP_ACLNN_EXP_SEGSUM_BACKWARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnExpSegsumBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *gradSelf, aclTensor *gradInput, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnExpSegsumBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
