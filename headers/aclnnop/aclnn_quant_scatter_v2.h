#ifndef PYACL_ACLNNOP_ACLNN_QUANT_SCATTER_V2_H
#define PYACL_ACLNNOP_ACLNN_QUANT_SCATTER_V2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnInplaceQuantScatterV2GetWorkspaceSize(aclTensor *selfRef, const aclTensor *indices, const aclTensor *updates, const aclTensor *quantScales, const aclTensor *quantZeroPoints, int64_t axis, int64_t quantAxis, int64_t reduction, const char *roundMode, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnInplaceQuantScatterV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
