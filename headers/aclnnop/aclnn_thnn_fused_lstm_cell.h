#ifndef PYACL_ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_H
#define PYACL_ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnThnnFusedLstmCellGetWorkspaceSize(const aclTensor *inputGates, const aclTensor *hiddenGates, const aclTensor *cx, const aclTensor *inputBiasOptional, const aclTensor *hiddenBiasOptional, aclTensor *hyOut, aclTensor *cyOut, aclTensor *storageOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnThnnFusedLstmCell(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
