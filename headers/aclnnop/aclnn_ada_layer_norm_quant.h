#ifndef PYACL_ACLNNOP_ACLNN_ADA_LAYER_NORM_QUANT_H
#define PYACL_ACLNNOP_ACLNN_ADA_LAYER_NORM_QUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnAdaLayerNormQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *scale, const aclTensor *shift, const aclTensor *weightOptional, const aclTensor *biasOptional, const aclTensor *smoothScalesOptional, double epsilon, const char *quantMode, aclTensor *out, aclTensor *quantScale, aclTensor *quantOffsetOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnAdaLayerNormQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
