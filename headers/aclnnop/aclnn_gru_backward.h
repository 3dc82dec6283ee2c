#ifndef PYACL_ACLNNOP_ACLNN_GRU_BACKWARD_H
#define PYACL_ACLNNOP_ACLNN_GRU_BACKWARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnGRUBackwardGetWorkspaceSize(const aclTensor *input, const aclTensorList *params, const aclTensor *hx, const aclTensor *dy, const aclTensor *dh, const aclTensorList *r, const aclTensorList *z, const aclTensorList *n, const aclTensorList *hn, const aclTensorList *h, const aclTensor *batchSizes, bool hasBias, int64_t numLayers, bool bidirection, bool batchFirst, aclTensor *dxOut, aclTensor *dhPrevOut, aclTensorList *dparamsOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnGRUBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
