#ifndef PYACL_ACLNNOP_ACLNN_MHC_POST_BACKWARD_H
#define PYACL_ACLNNOP_ACLNN_MHC_POST_BACKWARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: hRes */
aclnnStatus aclnnMhcPostBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *x, const aclTensor *hRes, const aclTensor *hOut, const aclTensor *hPost, aclTensor *gradX, aclTensor *gradHRes, aclTensor *gradHOut, aclTensor *gradHPost, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnMhcPostBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
