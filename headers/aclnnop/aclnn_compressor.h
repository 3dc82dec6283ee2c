#ifndef PYACL_ACLNNOP_ACLNN_COMPRESSOR_H
#define PYACL_ACLNNOP_ACLNN_COMPRESSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnCompressorGetWorkspaceSize(const aclTensor *x, const aclTensor *wkv, const aclTensor *wgate, aclTensor *stateCacheRef, const aclTensor *ape, const aclTensor *stateBlockTableOptional, const aclTensor *cuSeqlensOptional, const aclTensor *sequsedOptional, const aclTensor *startPosOptional, int64_t cmpRatio, int64_t coff, int64_t cacheMode, int64_t stateCacheStrideDim0, bool gradEnabled, const aclTensor *cmpKvOut, const aclTensor *softmaxScoreOut, const aclTensor *kvOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnCompressor(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
