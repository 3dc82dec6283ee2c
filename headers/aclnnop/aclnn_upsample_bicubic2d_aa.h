#ifndef PYACL_ACLNNOP_ACLNN_UPSAMPLE_BICUBIC2D_AA_H
#define PYACL_ACLNNOP_ACLNN_UPSAMPLE_BICUBIC2D_AA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnUpsampleBicubic2dAAGetWorkspaceSize(const aclTensor *x, const aclIntArray *outputSize, const bool alignCorners, const double scalesH, const double scalesW, aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnUpsampleBicubic2dAA(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
