#ifndef PYACL_ACLNNOP_ACLNN_DROPOUT_H
#define PYACL_ACLNNOP_ACLNN_DROPOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnDropoutGetWorkspaceSize(const aclTensor *input, double p, bool train, int64_t seed, int64_t offset, aclTensor *out, aclTensor *maskOut, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnDropout(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
