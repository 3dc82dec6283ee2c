#ifndef PYACL_ACLNNOP_ACLNN_FILL_DIAGONAL_H
#define PYACL_ACLNNOP_ACLNN_FILL_DIAGONAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnInplaceFillDiagonalGetWorkspaceSize(aclTensor *selfRef, const aclScalar *fillValue, bool wrap, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnInplaceFillDiagonal(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
