#ifndef PYACL_ACLNNOP_ACLNN_LSTM_BACKWARD_H
#define PYACL_ACLNNOP_ACLNN_LSTM_BACKWARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnLstmBackwardGetWorkspaceSize(const aclTensor *input, const aclTensorList *hx, const aclTensorList *params, const aclTensor *dy, const aclTensor *dh, const aclTensor *dc, const aclTensorList *i, const aclTensorList *g, const aclTensorList *f, const aclTensorList *o, const aclTensorList *h, const aclTensorList *c, const aclTensorList *tanhc, const aclTensor *batchSizesOptional, bool hasBias, int64_t numLayers, double dropout, bool train, bool bidirectional, bool batchFirst, const aclBoolArray *outputMask, aclTensor *dxOut, aclTensor *dhPrevOut, aclTensor *dcPrevOut, aclTensorList *dparamsOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnLstmBackward(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
