#ifndef PYACL_ACLNNOP_ACLNN_CIOU_H
#define PYACL_ACLNNOP_ACLNN_CIOU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnCIoUGetWorkspaceSize(const aclTensor *bBoxes, const aclTensor *gtBoxes, bool trans, bool isCross, const char *mode, aclTensor *overlap, aclTensor *atanSub, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnCIoU(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
