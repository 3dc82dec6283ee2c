#ifndef PYACL_ACLNNOP_ACLNN_MRGBA_CUSTOM_H
#define PYACL_ACLNNOP_ACLNN_MRGBA_CUSTOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnMrgbaCustomGetWorkspaceSize(const aclTensor *rgb, const aclTensor *alpha, const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnMrgbaCustom(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
