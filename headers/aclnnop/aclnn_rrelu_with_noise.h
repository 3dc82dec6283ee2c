#ifndef PYACL_ACLNNOP_ACLNN_RRELU_WITH_NOISE_H
#define PYACL_ACLNNOP_ACLNN_RRELU_WITH_NOISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnInplaceRReluWithNoiseGetWorkspaceSize(const aclTensor *self, const aclTensor *noise, const aclScalar *lower, const aclScalar *upper, bool training, int64_t seed, int64_t offset, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnInplaceRReluWithNoise(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);
aclnnStatus aclnnRReluWithNoiseGetWorkspaceSize(const aclTensor *self, const aclTensor *noise, const aclScalar *lower, const aclScalar *upper, bool training, int64_t seed, int64_t offset, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnRReluWithNoise(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
