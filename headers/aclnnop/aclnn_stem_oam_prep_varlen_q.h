#ifndef PYACL_ACLNNOP_ACLNN_STEM_OAM_PREP_VARLEN_Q_H
#define PYACL_ACLNNOP_ACLNN_STEM_OAM_PREP_VARLEN_Q_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
aclnnStatus aclnnStemOamPrepVarlenQGetWorkspaceSize(const aclTensor *q, const aclIntArray *qSeqLens, const aclIntArray *cuSeqLensQ, const aclTensor *qScale, int64_t stemBlockSize, int64_t stemStride, aclTensor *qFlat, uint64_t *workspaceSize, aclOpExecutor **executor);
/* since 9.1 */
aclnnStatus aclnnStemOamPrepVarlenQ(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
