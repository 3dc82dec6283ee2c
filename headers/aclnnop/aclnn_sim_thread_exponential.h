#ifndef PYACL_ACLNNOP_ACLNN_SIM_THREAD_EXPONENTIAL_H
#define PYACL_ACLNNOP_ACLNN_SIM_THREAD_EXPONENTIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnSimThreadExponentialGetWorkspaceSize(aclTensor *selfRef, int64_t count, double lambda, int64_t seed, int64_t offset, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnSimThreadExponential(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
