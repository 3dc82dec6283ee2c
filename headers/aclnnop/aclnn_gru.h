#ifndef PYACL_ACLNNOP_ACLNN_GRU_H
#define PYACL_ACLNNOP_ACLNN_GRU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: hx batchSizes rOut zOut nOut hnOut hOut */
aclnnStatus aclnnGRUGetWorkspaceSize(const aclTensor *input, const aclTensorList *params, const aclTensor *hx, const aclTensor *batchSizes, bool hasBias, int64_t numLayers, double dropout, bool train, bool bidirection, bool batchFirst, aclTensor *output, aclTensor *hy, aclTensorList *rOut, aclTensorList *zOut, aclTensorList *nOut, aclTensorList *hnOut, aclTensorList *hOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnGRU(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
