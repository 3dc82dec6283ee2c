#ifndef PYACL_ACLNNOP_ACLNN_INDEXER_QUANT_CACHE_H
#define PYACL_ACLNNOP_ACLNN_INDEXER_QUANT_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnIndexerQuantCacheGetWorkspaceSize(aclTensor *cacheRef, aclTensor *cacheScaleRef, const aclTensor *x, const aclTensor *slotMapping, int64_t quantMode, bool roundScale, float xScale, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnIndexerQuantCache(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
