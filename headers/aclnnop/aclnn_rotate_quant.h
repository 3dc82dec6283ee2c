#ifndef PYACL_ACLNNOP_ACLNN_ROTATE_QUANT_H
#define PYACL_ACLNNOP_ACLNN_ROTATE_QUANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1, may be NULL: alpha */
aclnnStatus aclnnRotateQuantGetWorkspaceSize(const aclTensor *x, const aclTensor *rotation, const aclTensor *alpha, int64_t axis, char *roundMode, int64_t scaleAlg, double dstTypeMax, bool trans, aclTensor *yOut, aclTensor *scaleOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnRotateQuant(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
