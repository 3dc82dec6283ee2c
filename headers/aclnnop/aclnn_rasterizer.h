#ifndef PYACL_ACLNNOP_ACLNN_RASTERIZER_H
#define PYACL_ACLNNOP_ACLNN_RASTERIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnRasterizerGetWorkspaceSize(const aclTensor *v, const aclTensor *f, const aclTensor *dOptional, int64_t width, int64_t height, double occlusionTruncation, int64_t useDepthPrior, const aclTensor *findicesOut, const aclTensor *barycentricOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnRasterizer(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
