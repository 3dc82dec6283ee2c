#ifndef PYACL_ACLNNOP_ACLNN_LAYER_NORM_QUANT_H
#define PYACL_ACLNNOP_ACLNN_LAYER_NORM_QUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnLayerNormQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *gammma, const aclTensor *beta, const aclTensor *scale, const aclTensor *zeroPointsOptional, int quantMode, double epsilon, aclTensor *res, aclTensor *scaleOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnLayerNormQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
