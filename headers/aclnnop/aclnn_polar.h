#ifndef PYACL_ACLNNOP_ACLNN_POLAR_H
#define PYACL_ACLNNOP_ACLNN_POLAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnPolarGetWorkspaceSize(const aclTensor *input, const aclTensor *angle, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnPolar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
