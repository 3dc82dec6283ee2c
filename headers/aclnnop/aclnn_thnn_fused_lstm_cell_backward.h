#ifndef PYACL_ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_BACKWARD_H
#define PYACL_ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_BACKWARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnThnnFusedLstmCellBackwardGetWorkspaceSize(const aclTensor *gradHyOptional, const aclTensor *gradCOptional, const aclTensor *cx, const aclTensor *cy, const aclTensor *storage, bool hasBias, aclTensor *gradGatesOut, aclTensor *gradCxOut, aclTensor *gradBiasOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnThnnFusedLstmCellBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
