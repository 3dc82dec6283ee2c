#ifndef PYACL_ACLNNOP_ACLNN_ADD_LORA_H
#define PYACL_ACLNNOP_ACLNN_ADD_LORA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnAddLoraGetWorkspaceSize(const aclTensor *y, const aclTensor *x, const aclTensor *weightB, const aclTensor *indices, const aclTensor *weightAOptional, int64_t layerIdx, double scale, int64_t yOffset, int64_t ySliceSize, const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnAddLora(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
