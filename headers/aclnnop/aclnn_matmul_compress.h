#ifndef PYACL_ACLNNOP_ACLNN_MATMUL_COMPRESS_H
#define PYACL_ACLNNOP_ACLNN_MATMUL_COMPRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: bias */
aclnnStatus aclnnMatmulCompressGetWorkspaceSize(const aclTensor *x, const aclTensor *weight, const aclTensor *bias, const aclTensor *compressIndex, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnMatmulCompress(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
