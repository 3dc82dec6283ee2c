#ifndef PYACL_ACLNNOP_ACLNN_BSA_SELECT_BLOCK_MASK_H
#define PYACL_ACLNNOP_ACLNN_BSA_SELECT_BLOCK_MASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnBSASelectBlockMaskGetWorkspaceSize(const aclTensor *query, const aclTensor *key, const aclIntArray *blockShape, const aclIntArray *postBlockShape, const aclIntArray *actualSeqLengths, const aclIntArray *actualSeqLengthsKV, const aclIntArray *actualBlockLenQuery, const aclIntArray *actualBlockLenKey, char *qInputLayout, char *kvInputLayout, int64_t numKeyValueHeads, double scaleValue, double sparsity, aclTensor *blockSparseMaskOut, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnBSASelectBlockMask(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
