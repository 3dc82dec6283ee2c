#ifndef PYACL_ACLNNOP_ACLNN_QUANT_MAX_H
#define PYACL_ACLNNOP_ACLNN_QUANT_MAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnQuantMaxGetWorkspaceSize(const aclTensor *x, const aclTensor *scale, char *roundMode, int64_t dstType, const aclTensor *y, const aclTensor *amax, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnQuantMax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
