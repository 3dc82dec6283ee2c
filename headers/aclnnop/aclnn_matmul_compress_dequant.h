#ifndef PYACL_ACLNNOP_ACLNN_MATMUL_COMPRESS_DEQUANT_H
#define PYACL_ACLNNOP_ACLNN_MATMUL_COMPRESS_DEQUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* may be NULL: offsetW */
aclnnStatus aclnnMatmulCompressDequantGetWorkspaceSize(const aclTensor *x1, const aclTensor *x2, const aclTensor *compressIndex, const aclTensor *bias, const aclTensor *deqScale, const aclTensor *offsetW, int offsetX, const aclIntArray *compressInfo, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnMatmulCompressDequant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
