#ifndef PYACL_ACLNNOP_ACLNN_IOU_H
#define PYACL_ACLNNOP_ACLNN_IOU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnIouGetWorkspaceSize(const aclTensor *bBoxes, const aclTensor *gtBoxes, const char *mode, float eps, bool aligned, aclTensor *overlap, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnIou(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
