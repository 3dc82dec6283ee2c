#ifndef PYACL_ACL_ACL_OP_H
#define PYACL_ACL_ACL_OP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "acl/acl_base_mdl.h"
#include "acl/acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

static const int ACL_COMPILE_FLAG_BIN_SELECTOR = 1;

typedef enum aclopEngineType {
    ACL_ENGINE_SYS = 0,
    ACL_ENGINE_AICORE = 1,
    ACL_ENGINE_VECTOR = 2,
} aclopEngineType;

typedef struct aclopAttr aclopAttr;
typedef struct aclopHandle aclopHandle;
typedef struct aclopKernelDesc aclopKernelDesc;

typedef void (*aclDataDeallocator)(void *data, size_t length);
typedef aclError (*aclopCompileFunc)(int numInputs, const aclTensorDesc *const *inputDesc, int numOutputs, const aclTensorDesc *const *outputDesc, const aclopAttr *opAttr, aclopKernelDesc *aclopKernelDesc);

aclError aclopCast(const aclTensorDesc *srcDesc, const aclDataBuffer *srcBuffer, const aclTensorDesc *dstDesc, aclDataBuffer *dstBuffer, uint8_t truncate, aclrtStream stream);
aclopAttr *aclopCreateAttr(void);
aclError aclopCreateHandle(const char *opType, int numInputs, const aclTensorDesc *const *inputDesc, int numOutputs, const aclTensorDesc *const *outputDesc, const aclopAttr *opAttr, aclopHandle **handle);
aclError aclopCreateHandleForCast(aclTensorDesc *srcDesc, aclTensorDesc *dstDesc, uint8_t truncate, aclopHandle **handle);
aclError aclopCreateKernel(const char *opType, const char *kernelId, const char *kernelName, void *binData, int binSize, aclopEngineType enginetype, aclDataDeallocator deallocator);
void aclopDestroyAttr(const aclopAttr *attr);
void aclopDestroyHandle(aclopHandle *handle);
aclError aclopExecWithHandle(aclopHandle *handle, int numInputs, const aclDataBuffer *const *inputs, int numOutputs, aclDataBuffer *const *outputs, aclrtStream stream);
/* deprecated */
aclError aclopExecute(const char *opType, int numInputs, const aclTensorDesc *const *inputDesc, const aclDataBuffer *const *inputs, int numOutputs, const aclTensorDesc *const *outputDesc, aclDataBuffer *const *outputs, const aclopAttr *attr, aclrtStream stream);
aclError aclopExecuteV2(const char *opType, int numInputs, aclTensorDesc **inputDesc, aclDataBuffer **inputs, int numOutputs, aclTensorDesc **outputDesc, aclDataBuffer **outputs, aclopAttr *attr, aclrtStream stream);
aclError aclopInferShape(const char *opType, int numInputs, aclTensorDesc **inputDesc, aclDataBuffer **inputs, int numOutputs, aclTensorDesc **outputDesc, aclopAttr *attr);
aclError aclopLoad(const void *model, size_t modelSize);
aclError aclopRegisterCompileFunc(const char *opType, aclopCompileFunc func);
aclError aclopSetAttrBool(aclopAttr *attr, const char *attrName, uint8_t attrValue);
aclError aclopSetAttrDataType(aclopAttr *attr, const char *attrName, aclDataType attrValue);
aclError aclopSetAttrFloat(aclopAttr *attr, const char *attrName, float attrValue);
aclError aclopSetAttrInt(aclopAttr *attr, const char *attrName, int64_t attrValue);
aclError aclopSetAttrListBool(aclopAttr *attr, const char *attrName, int numValues, const uint8_t *values);
aclError aclopSetAttrListDataType(aclopAttr *attr, const char *attrName, int numValues, const aclDataType *values);
aclError aclopSetAttrListFloat(aclopAttr *attr, const char *attrName, int numValues, const float *values);
aclError aclopSetAttrListInt(aclopAttr *attr, const char *attrName, int numValues, const int64_t *values);
aclError aclopSetAttrListListInt(aclopAttr *attr, const char *attrName, int numLists, const int *numValues, const int64_t *const *values);
aclError aclopSetAttrListString(aclopAttr *attr, const char *attrName, int numValues, const char **values);
aclError aclopSetAttrString(aclopAttr *attr, const char *attrName, const char *attrValue);
aclError aclopSetKernelArgs(aclopKernelDesc *kernelDesc, const char *kernelId, uint32_t blockDim, const void *args, uint32_t argSize);
aclError aclopSetKernelWorkspaceSizes(aclopKernelDesc *kernelDesc, int numWorkspaces, size_t *workspaceSizes);
aclError aclopSetMaxOpQueueNum(uint64_t maxOpNum);
aclError aclopSetModelDir(const char *modelDir);
aclError aclopUnregisterCompileFunc(const char *opType);
aclError aclopUpdateParams(const char *opType, int numInputs, const aclTensorDesc *const *inputDesc, int numOutputs, const aclTensorDesc *const *outputDesc, const aclopAttr *attr);

#ifdef __cplusplus
}
#endif

#endif
