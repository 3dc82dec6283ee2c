#ifndef PYACL_ACLNNOP_ACLNN_UNIQUE_H
#define PYACL_ACLNNOP_ACLNN_UNIQUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnUniqueGetWorkspaceSize(const aclTensor *self, bool sorted, bool returnInverse, aclTensor *valueOut, aclTensor *inverseOut, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnUnique(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
