#ifndef PYACL_ACLNNOP_ACLNN_COMPRESSOR_GRAD_H
#define PYACL_ACLNNOP_ACLNN_COMPRESSOR_GRAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnCompressorGradGetWorkspaceSize(const aclTensor *x, const aclTensor *wkv, const aclTensor *wgate, const aclTensor *dCmpKv, const aclTensor *softmaxScore, const aclTensor *kv, const aclTensor *cuSeqlensOptional, const aclTensor *sequsedOptional, const aclTensor *startPosOptional, int64_t cmpRatio, int64_t coff, const aclTensor *dXOut, const aclTensor *dWkvOut, const aclTensor *dWgateOut, const aclTensor *dApeOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnCompressorGrad(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
