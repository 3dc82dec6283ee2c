#ifndef PYACL_ACLNN_ACLNN_BASE_H
#define PYACL_ACLNN_ACLNN_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

aclnnStatus aclnnFinalize(void);
aclnnStatus aclnnInit(const char *configPath);
aclnnStatus aclnnReselectStaticKernel(void);

#ifdef __cplusplus
}
#endif

#endif
