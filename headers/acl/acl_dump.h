#ifndef PYACL_ACL_ACL_DUMP_H
#define PYACL_ACL_ACL_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "acl/acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACL_DUMP_MAX_FILE_PATH_LENGTH 4096
/* since 9.1 */
#define ACL_DUMP_MAX_SHAPE_NUM 25
#define ACL_OP_DUMP_OP_AICORE_ARGS 1U

/* since 9.1 */
typedef enum acldumpTensorAddressType {
    ACL_DUMP_ADDR_PTR = 0,
    ACL_DUMP_ADDR_PTR_PTR = 1,
    ACL_DUMP_ADDR_RAW = 2,
} acldumpTensorAddressType;

/* since 9.1 */
typedef enum acldumpTensorPlacement {
    ACL_DUMP_PLACEMENT_DEVICE = 0,
    ACL_DUMP_PLACEMENT_HOST = 1,
    ACL_DUMP_PLACEMENT_END = 2,
} acldumpTensorPlacement;

/* since 9.1 */
typedef enum acldumpTensorType {
    ACL_DUMP_TENSOR_INPUT = 0,
    ACL_DUMP_TENSOR_OUTPUT = 1,
    ACL_DUMP_TENSOR_WORKSPACE = 2,
} acldumpTensorType;

/* since 9.1 */
typedef enum acldumpType {
    AIC_ERR_BRIEF_DUMP = 1,
    AIC_ERR_NORM_DUMP = 2,
    AIC_ERR_DETAIL_DUMP = 3,
    DATA_DUMP = 4,
    OVERFLOW_DUMP = 5,
} acldumpType;

typedef struct acldumpChunk {
    char fileName[4096];
    uint32_t bufLen;
    uint32_t isLastChunk;
    int64_t offset;
    int32_t flag;
    uint8_t dataBuf[0];
} acldumpChunk;

/* since 9.1 */
typedef struct acldumpTensorInfo {
    acldumpTensorType type;
    size_t tensorSize;
    int32_t format;
    int32_t dataType;
    int64_t *tensorAddr;
    acldumpTensorAddressType addrType;
    acldumpTensorPlacement placement;
    uint32_t argsOffset;
    uint32_t shapeNum;
    uint32_t originShapeNum;
    uint64_t shape[25];
    uint64_t originShape[25];
} acldumpTensorInfo;

/* since 9.1 */
aclError acldumpGetExceptionInfoPath(char *path, size_t maxLen);
/* since 9.1 */
const char *acldumpGetPath(acldumpType dumpType);
aclError acldumpRegCallback(int32_t (*const messageCallback)(const acldumpChunk *, int32_t), int32_t flag);
/* since 9.1 */
aclError acldumpSaveExceptionInfo(const char *fileName, const char *userTag, const acldumpTensorInfo *tensors, size_t tensorCount);
void acldumpUnregCallback(void);
aclError aclopStartDumpArgs(uint32_t dumpType, const char *path);
aclError aclopStopDumpArgs(uint32_t dumpType);

#ifdef __cplusplus
}
#endif

#endif
