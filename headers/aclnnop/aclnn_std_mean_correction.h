#ifndef PYACL_ACLNNOP_ACLNN_STD_MEAN_CORRECTION_H
#define PYACL_ACLNNOP_ACLNN_STD_MEAN_CORRECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnStdMeanCorrectionGetWorkspaceSize(const aclTensor *self, const aclIntArray *dim, int64_t correction, bool keepdim, aclTensor *stdOut, aclTensor *meanOut, uint64_t *workspaceSize, aclOpExecutor **executor);
aclnnStatus aclnnStdMeanCorrection(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
