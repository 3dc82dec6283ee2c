#ifndef PYACL_ACLNNOP_ACLNN_QUANT_BATCH_MATMUL_INPLACE_ADD_H
#define PYACL_ACLNNOP_ACLNN_QUANT_BATCH_MATMUL_INPLACE_ADD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnQuantBatchMatmulInplaceAddGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *x1ScaleOptional, const aclTensor *x2Scale, aclTensor *yRef, bool transposeX1, bool transposeX2, int64_t groupSize, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnQuantBatchMatmulInplaceAdd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
