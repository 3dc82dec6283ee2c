#ifndef PYACL_ACLNNOP_ACLNN_FLAT_QUANT_H
#define PYACL_ACLNNOP_ACLNN_FLAT_QUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnFlatQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *kroneckerP1, const aclTensor *kroneckerP2, double clipRatio, aclTensor *out, aclTensor *quantScale, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnFlatQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
