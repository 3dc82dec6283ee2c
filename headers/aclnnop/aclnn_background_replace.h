#ifndef PYACL_ACLNNOP_ACLNN_BACKGROUND_REPLACE_H
#define PYACL_ACLNNOP_ACLNN_BACKGROUND_REPLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnBackgroundReplaceGetWorkspaceSize(const aclTensor *bkg, const aclTensor *src, const aclTensor *mask, const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnBackgroundReplace(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
