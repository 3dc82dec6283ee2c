#ifndef PYACL_ACLNNOP_ACLNN_QUANT_MATMUL_H
#define PYACL_ACLNNOP_ACLNN_QUANT_MATMUL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* deprecated */
aclnnStatus aclnnQuantMatmulGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *bias, float deqScale, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* deprecated */
aclnnStatus aclnnQuantMatmul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);
/* deprecated */
aclnnStatus aclnnQuantMatmulV2GetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *bias, const aclTensor *deqScale, bool adjX1, bool adjX2, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* deprecated */
aclnnStatus aclnnQuantMatmulV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
