#ifndef PYACL_ACLNNOP_ACLNN_GROUP_NORM_SILU_QUANT_H
#define PYACL_ACLNNOP_ACLNN_GROUP_NORM_SILU_QUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: gamma beta */
aclnnStatus aclnnGroupNormSiluQuantGetWorkspaceSize(const aclTensor *self, const aclTensor *gamma, const aclTensor *beta, const aclTensor *quantScale, int64_t group, double eps, bool activateSilu, aclTensor *out, aclTensor *meanOut, aclTensor *rstdOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnGroupNormSiluQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
