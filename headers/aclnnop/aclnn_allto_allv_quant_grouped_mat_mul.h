#ifndef PYACL_ACLNNOP_ACLNN_ALLTO_ALLV_QUANT_GROUPED_MAT_MUL_H
#define PYACL_ACLNNOP_ACLNN_ALLTO_ALLV_QUANT_GROUPED_MAT_MUL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnAlltoAllvQuantGroupedMatMulGetWorkspaceSize(const aclTensor *gmmX, const aclTensor *gmmWeight, const aclTensor *gmmXScale, const aclTensor *gmmWeightScale, const aclTensor *sendCountsTensorOptional, const aclTensor *recvCountsTensorOptional, const aclTensor *mmXOptional, const aclTensor *mmWeightOptional, const aclTensor *mmXScaleOptional, const aclTensor *mmWeightScaleOptional, int64_t gmmXQuantMode, int64_t gmmWeightQuantMode, int64_t mmXQuantMode, int64_t mmWeightQuantMode, const char *group, int64_t epWorldSize, const aclIntArray *sendCounts, const aclIntArray *recvCounts, bool transGmmWeight, bool transMmWeight, int64_t groupSize, bool permuteOutFlag, aclTensor *gmmY, aclTensor *mmYOptional, aclTensor *permuteOutOptional, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnAlltoAllvQuantGroupedMatMul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
