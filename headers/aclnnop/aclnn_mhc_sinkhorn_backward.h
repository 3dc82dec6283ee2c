#ifndef PYACL_ACLNNOP_ACLNN_MHC_SINKHORN_BACKWARD_H
#define PYACL_ACLNNOP_ACLNN_MHC_SINKHORN_BACKWARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnMhcSinkhornBackwardGetWorkspaceSize(const aclTensor *gradOutput, const aclTensor *normOut, const aclTensor *sumOut, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnMhcSinkhornBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
