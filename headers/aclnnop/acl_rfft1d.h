#ifndef PYACL_ACLNNOP_ACL_RFFT1D_H
#define PYACL_ACLNNOP_ACL_RFFT1D_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclRfft1DGetWorkspaceSize(const aclTensor *self, int64_t n, int64_t dim, int64_t norm, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclRfft1D(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
