#ifndef PYACL_ACLNNOP_ACLNN_TOP_K_TOP_P_SAMPLE_V2_H
#define PYACL_ACLNNOP_ACLNN_TOP_K_TOP_P_SAMPLE_V2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnTopKTopPSampleV2GetWorkspaceSize(const aclTensor *logits, const aclTensor *topK, const aclTensor *topP, const aclTensor *q, const aclTensor *minPs, double eps, bool isNeedLogits, int64_t topKGuess, int64_t ksMax, bool inputIsLogits, bool isNeedSampleResult, const aclTensor *logitsSelectIdx, const aclTensor *logitsTopKPSelect, const aclTensor *logitsIdx, const aclTensor *logitsSortMasked, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnTopKTopPSampleV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
