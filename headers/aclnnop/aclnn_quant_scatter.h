#ifndef PYACL_ACLNNOP_ACLNN_QUANT_SCATTER_H
#define PYACL_ACLNNOP_ACLNN_QUANT_SCATTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* may be NULL: quantZeroPoints */
aclnnStatus aclnnInplaceQuantScatterGetWorkspaceSize(aclTensor *selfRef, const aclTensor *indices, const aclTensor *updates, const aclTensor *quantScales, const aclTensor *quantZeroPoints, int64_t axis, int64_t quantAxis, int64_t reduction, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnInplaceQuantScatter(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
