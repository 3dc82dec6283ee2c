#ifndef PYACL_ACLNNOP_ACLNN_NPU_FORMAT_CAST_H
#define PYACL_ACLNNOP_ACLNN_NPU_FORMAT_CAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnNpuFormatCastGetWorkspaceSize(const aclTensor *srcTensor, aclTensor *dstTensor, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnNpuFormatCast(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);
/* since 9.1 */
aclnnStatus aclnnNpuFormatCastCalculateSizeAndFormat(const aclTensor *srcTensor, const int dstFormat, int additionalDtype, int64_t **dstShape, uint64_t *dstShapeSize, int *actualFormat);

#ifdef __cplusplus
}
#endif

#endif
