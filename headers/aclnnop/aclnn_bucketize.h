#ifndef PYACL_ACLNNOP_ACLNN_BUCKETIZE_H
#define PYACL_ACLNNOP_ACLNN_BUCKETIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnBucketizeGetWorkspaceSize(const aclTensor *self, const aclTensor *boundaries, const bool outInt32, const bool right, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnBucketize(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
