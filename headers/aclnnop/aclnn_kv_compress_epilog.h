#ifndef PYACL_ACLNNOP_ACLNN_KV_COMPRESS_EPILOG_H
#define PYACL_ACLNNOP_ACLNN_KV_COMPRESS_EPILOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnKvCompressEpilogGetWorkspaceSize(aclTensor *cacheRef, const aclTensor *x, const aclTensor *slotMapping, int64_t quantGroupSize, int64_t quantMode, bool roundScale, float xScale, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnKvCompressEpilog(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
