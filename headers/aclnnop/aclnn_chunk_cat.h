#ifndef PYACL_ACLNNOP_ACLNN_CHUNK_CAT_H
#define PYACL_ACLNNOP_ACLNN_CHUNK_CAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnChunkCatGetWorkspaceSize(const aclTensorList *tensors, int64_t dim, int64_t numChunks, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnChunkCat(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
