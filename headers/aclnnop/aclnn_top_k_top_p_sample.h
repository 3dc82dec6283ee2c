#ifndef PYACL_ACLNNOP_ACLNN_TOP_K_TOP_P_SAMPLE_H
#define PYACL_ACLNNOP_ACLNN_TOP_K_TOP_P_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnTopKTopPSampleGetWorkspaceSize(const aclTensor *logits, const aclTensor *topK, const aclTensor *topP, const aclTensor *q, double eps, bool isNeedLogits, int64_t topKGuess, const aclTensor *logitsSelectIdx, const aclTensor *logitsTopKPSelect, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnTopKTopPSample(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
