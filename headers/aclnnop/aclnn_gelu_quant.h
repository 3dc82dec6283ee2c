#ifndef PYACL_ACLNNOP_ACLNN_GELU_QUANT_H
#define PYACL_ACLNNOP_ACLNN_GELU_QUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnGeluQuantGetWorkspaceSize(const aclTensor *self, const aclTensor *inputScaleOptional, const aclTensor *inputOffsetOptional, const char *approximate, const char *quantMode, const char *roundMode, int64_t dstType, const aclTensor *y, const aclTensor *outScaleOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnGeluQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
