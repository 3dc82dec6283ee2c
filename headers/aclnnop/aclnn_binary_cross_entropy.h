#ifndef PYACL_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_H
#define PYACL_ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum Reduction {
    None = 0,
    Mean = 1,
    Sum = 2,
} Reduction;

/* may be NULL: weight */
aclnnStatus aclnnBinaryCrossEntropyGetWorkspaceSize(const aclTensor *self, const aclTensor *target, const aclTensor *weight, int64_t reduction, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnBinaryCrossEntropy(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
