#ifndef PYACL_ACLNNOP_ACLNN_MASKED_SCALE_H
#define PYACL_ACLNNOP_ACLNN_MASKED_SCALE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnMaskedScaleGetWorkspaceSize(const aclTensor *self, const aclTensor *mask, float scale, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnMaskedScale(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
