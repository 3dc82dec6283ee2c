#ifndef PYACL_ACL_ACL_RT_H
#define PYACL_ACL_ACL_RT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "acl/acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACL_CONTINUE_ON_FAILURE 0U
/* since 9.1 */
#define ACL_DEVICE_FORM_FACTOR_A_K 1
/* since 9.1 */
#define ACL_DEVICE_FORM_FACTOR_A_X 2
/* since 9.1 */
#define ACL_DEVICE_FORM_FACTOR_PCIE_CARD 3
/* since 9.1 */
#define ACL_DEVICE_FORM_FACTOR_POD 0
/* since 9.1 */
#define ACL_DEV_FEATURE_NOT_SUPPORT 0
/* since 9.1 */
#define ACL_DEV_FEATURE_SUPPORT 1
#define ACL_EVENT_CAPTURE_STREAM_PROGRESS 2U
/* since 9.1 */
#define ACL_EVENT_DEVICE_USE_ONLY 16U
#define ACL_EVENT_EXTERNAL 32U
/* since 9.1 */
#define ACL_EVENT_IPC 64U
/* since 9.1 */
#define ACL_EVENT_RECORD_DEFAULT 0U
/* since 9.1 */
#define ACL_EVENT_RECORD_EXTERNAL 1U
#define ACL_EVENT_SYNC 1U
#define ACL_EVENT_TIME_LINE 8U
/* since 9.1 */
#define ACL_EVENT_WAIT_DEFAULT 0U
/* since 9.1 */
#define ACL_EVENT_WAIT_EXTERNAL 1U
/* since 9.1 */
#define ACL_HOST_DEVICE_CONNECT_TYPE_HCCS 1
/* since 9.1 */
#define ACL_HOST_DEVICE_CONNECT_TYPE_PCIE 0
/* since 9.1 */
#define ACL_HOST_DEVICE_CONNECT_TYPE_UB 2
/* since 9.1 */
#define ACL_HOST_REG_IOMEMORY 4UL
/* since 9.1 */
#define ACL_HOST_REG_MAPPED 2UL
/* since 9.1 */
#define ACL_HOST_REG_PINNED 268435456UL
/* since 9.1 */
#define ACL_HOST_REG_READONLY 8UL
/* since 9.1 */
#define ACL_IPC_EVENT_HANDLE_SIZE 64U
#define ACL_MAJOR_VERSION 1
/* since 9.1 */
#define ACL_MDLRI_DEBUG_JSON_PRINT_SUMMARY 0UL
/* since 9.1 */
#define ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE 1UL
#define ACL_MINOR_VERSION 17
/* since 9.1 */
#define ACL_NOTIFY_DEFAULT 0U
/* since 9.1 */
#define ACL_NOTIFY_DEVICE_USE_ONLY 1U
#define ACL_PATCH_VERSION 0
#define ACL_PKG_VERSION_MAX_SIZE 128
#define ACL_PKG_VERSION_PARTS_MAX_SIZE 64
/* since 9.1 */
#define ACL_RT_BINARY_MAGIC_ELF_AICORE 1129660997U
/* since 9.1 */
#define ACL_RT_BINARY_MAGIC_ELF_CUBE_CORE 1095320387U
/* since 9.1 */
#define ACL_RT_BINARY_MAGIC_ELF_VECTOR_CORE 1094799942U
/* since 9.1 */
#define ACL_RT_CMO_MAX_BARRIER_NUM 6U
/* since 9.1 */
#define ACL_RT_DEVS_TOPOLOGY_HCCS 1ULL
/* since 9.1 */
#define ACL_RT_DEVS_TOPOLOGY_HCCS_SW 64ULL
/* since 9.1 */
#define ACL_RT_DEVS_TOPOLOGY_PHB 8ULL
/* since 9.1 */
#define ACL_RT_DEVS_TOPOLOGY_PIB 4ULL
/* since 9.1 */
#define ACL_RT_DEVS_TOPOLOGY_PIX 2ULL
/* since 9.1 */
#define ACL_RT_DEVS_TOPOLOGY_SIO 32ULL
/* since 9.1 */
#define ACL_RT_DEVS_TOPOLOGY_SYS 16ULL
/* since 9.1 */
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_HCCS 1
/* since 9.1 */
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_SIO 0
/* since 9.1 */
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_MULTI_PORT_PATH 3
/* since 9.1 */
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_ONE_PORT_PATH 2
/* since 9.1 */
#define ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT 0UL
/* since 9.1 */
#define ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION 1UL
/* since 9.1 */
#define ACL_RT_IPC_MEM_IMPORT_FLAG_DEFAULT 0UL
/* since 9.1 */
#define ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS 1UL
/* since 9.1 */
#define ACL_RT_MAX_RECORD_PA_NUM_PER_DEV 20U
/* since 9.1 */
#define ACL_RT_MEM_ATTACH_GLOBAL 1U
/* since 9.1 */
#define ACL_RT_MEM_LINK_IDX_0 0U
/* since 9.1 */
#define ACL_RT_MEM_LINK_IDX_1 1U
/* since 9.1 */
#define ACL_RT_MEM_TYPE_DEV 2U
/* since 9.1 */
#define ACL_RT_MEM_TYPE_DVPP 8U
/* since 9.1 */
#define ACL_RT_MEM_TYPE_RSVD 16U
/* since 9.1 */
#define ACL_RT_MEM_UCE_INFO_MAX_NUM 20
/* since 9.1 */
#define ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT 0UL
/* since 9.1 */
#define ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION 2UL
/* since 9.1 */
#define ACL_RT_NOTIFY_IMPORT_FLAG_DEFAULT 0UL
/* since 9.1 */
#define ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS 2UL
/* since 9.1 */
#define ACL_RT_VMM_EXPORT_FLAG_DEFAULT 0UL
/* since 9.1 */
#define ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION 1UL
#define ACL_STOP_ON_FAILURE 1U
/* since 9.1 */
#define ACL_STREAM_CPU_SCHEDULE 16U
/* since 9.1 */
#define ACL_STREAM_DEVICE_USE_ONLY 32U
#define ACL_STREAM_FAST_LAUNCH 1U
#define ACL_STREAM_FAST_SYNC 2U
/* since 9.1 */
#define ACL_STREAM_HUGE 8U
/* since 9.1 */
#define ACL_STREAM_PERSISTENT 4U
/* since 9.1 */
#define ACL_STREAM_WAIT_VALUE_AND 2U
/* since 9.1 */
#define ACL_STREAM_WAIT_VALUE_EQ 1U
/* since 9.1 */
#define ACL_STREAM_WAIT_VALUE_GEQ 0U
/* since 9.1 */
#define ACL_STREAM_WAIT_VALUE_NOR 3U
#define MAX_MEM_UCE_INFO_ARRAY_SIZE 128
#define UCE_INFO_RESERVED_SIZE 14

typedef struct aclmdlRI_ *aclmdlRI;
/* since 9.1 */
typedef struct aclmdlRICondHandle_ *aclmdlRICondHandle;
typedef struct aclrtArgsHandle_ *aclrtArgsHandle;
typedef struct aclrtBinHandle_ *aclrtBinHandle;
typedef struct aclrtBinary_ *aclrtBinary;
typedef struct aclrtDrvMemHandle_ *aclrtDrvMemHandle;
typedef struct aclrtFuncHandle_ *aclrtFuncHandle;
typedef struct aclrtParamHandle_ *aclrtParamHandle;

typedef enum aclCANNPackageName {
    ACL_PKG_NAME_CANN = 0,
    ACL_PKG_NAME_RUNTIME = 1,
    ACL_PKG_NAME_COMPILER = 2,
    ACL_PKG_NAME_HCCL = 3,
    ACL_PKG_NAME_TOOLKIT = 4,
    ACL_PKG_NAME_OPP = 5,
    ACL_PKG_NAME_OPP_KERNEL = 6,
    ACL_PKG_NAME_DRIVER = 7,
} aclCANNPackageName;

/* since 9.1 */
typedef enum aclRegisterCallbackType {
    ACL_REG_TYPE_ACL_MODEL = 0,
    ACL_REG_TYPE_ACL_OP_EXECUTOR = 1,
    ACL_REG_TYPE_ACL_OP_CBLAS = 2,
    ACL_REG_TYPE_ACL_OP_COMPILER = 3,
    ACL_REG_TYPE_ACL_TDT_CHANNEL = 4,
    ACL_REG_TYPE_ACL_TDT_QUEUE = 5,
    ACL_REG_TYPE_ACL_DVPP = 6,
    ACL_REG_TYPE_ACL_RETR = 7,
    ACL_REG_TYPE_OTHER = 65535,
} aclRegisterCallbackType;

typedef enum aclmdlRICaptureMode {
    ACL_MODEL_RI_CAPTURE_MODE_GLOBAL = 0,
    ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL = 1,
    ACL_MODEL_RI_CAPTURE_MODE_RELAXED = 2,
} aclmdlRICaptureMode;

typedef enum aclmdlRICaptureStatus {
    ACL_MODEL_RI_CAPTURE_STATUS_NONE = 0,
    ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE = 1,
    ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED = 2,
} aclmdlRICaptureStatus;

/* since 9.1 */
typedef enum aclmdlRICondHandleFlag {
    ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT = 1,
} aclmdlRICondHandleFlag;

/* since 9.1 */
typedef enum aclmdlRICondTaskType {
    ACL_MODEL_RI_COND_TYPE_IF = 0,
    ACL_MODEL_RI_COND_TYPE_WHILE = 1,
    ACL_MODEL_RI_COND_TYPE_SWITCH = 2,
} aclmdlRICondTaskType;

/* since 9.1 */
typedef enum aclmdlRITaskType {
    ACL_MODEL_RI_TASK_DEFAULT = 0,
    ACL_MODEL_RI_TASK_KERNEL = 1,
    ACL_MODEL_RI_TASK_EVENT_RECORD = 2,
    ACL_MODEL_RI_TASK_EVENT_WAIT = 3,
    ACL_MODEL_RI_TASK_EVENT_RESET = 4,
    ACL_MODEL_RI_TASK_VALUE_WRITE = 5,
    ACL_MODEL_RI_TASK_VALUE_WAIT = 6,
} aclmdlRITaskType;

/* since 9.1 */
typedef enum aclrtAicoreErrorType {
    ACL_RT_AICORE_ERROR_UNKNOWN = 0,
    ACL_RT_AICORE_ERROR_SW = 1,
    ACL_RT_AICORE_ERROR_HW_LOCAL = 2,
} aclrtAicoreErrorType;

/* since 9.1 */
typedef enum aclrtAtomicOperation {
    ACL_RT_ATOMIC_OPERATION_INTEGER_ADD = 0,
    ACL_RT_ATOMIC_OPERATION_INTEGER_MIN = 1,
    ACL_RT_ATOMIC_OPERATION_INTEGER_MAX = 2,
    ACL_RT_ATOMIC_OPERATION_INTEGER_INCREMENT = 3,
    ACL_RT_ATOMIC_OPERATION_INTEGER_DECREMENT = 4,
    ACL_RT_ATOMIC_OPERATION_AND = 5,
    ACL_RT_ATOMIC_OPERATION_OR = 6,
    ACL_RT_ATOMIC_OPERATION_XOR = 7,
    ACL_RT_ATOMIC_OPERATION_EXCHANGE = 8,
    ACL_RT_ATOMIC_OPERATION_CAS = 9,
    ACL_RT_ATOMIC_OPERATION_FLOAT_ADD = 10,
    ACL_RT_ATOMIC_OPERATION_FLOAT_MIN = 11,
    ACL_RT_ATOMIC_OPERATION_FLOAT_MAX = 12,
    ACL_RT_ATOMIC_OPERATION_DMA_ADD = 30,
    ACL_RT_ATOMIC_OPERATION_DMA_MIN = 31,
    ACL_RT_ATOMIC_OPERATION_DMA_MAX = 32,
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_ADD = 40,
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MIN = 41,
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_MAX = 42,
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_CAS = 43,
    ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_EXCH = 44,
} aclrtAtomicOperation;

/* since 9.1 */
typedef enum aclrtAtomicOperationCapability {
    ACL_RT_ATOMIC_CAPABILITY_SIGNED = 1,
    ACL_RT_ATOMIC_CAPABILITY_UNSIGNED = 2,
    ACL_RT_ATOMIC_CAPABILITY_REDUCATION = 4,
    ACL_RT_ATOMIC_CAPABILITY_REDUCTION = 4,
    ACL_RT_ATOMIC_CAPABILITY_SCALAR8 = 8,
    ACL_RT_ATOMIC_CAPABILITY_SCALAR16 = 16,
    ACL_RT_ATOMIC_CAPABILITY_SCALAR32 = 32,
    ACL_RT_ATOMIC_CAPABILITY_SCALAR64 = 64,
    ACL_RT_ATOMIC_CAPABILITY_SCALAR128 = 128,
    ACL_RT_ATOMIC_CAPABILITY_VECTOR32X4 = 256,
} aclrtAtomicOperationCapability;

typedef enum aclrtBinaryLoadOptionType {
    ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD = 1,
    ACL_RT_BINARY_LOAD_OPT_LAZY_MAGIC = 2,
    ACL_RT_BINARY_LOAD_OPT_MAGIC = 2, /* since 9.1 */
    ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE = 3, /* since 9.1 */
} aclrtBinaryLoadOptionType;

typedef enum aclrtCallbackBlockType {
    ACL_CALLBACK_NO_BLOCK = 0,
    ACL_CALLBACK_BLOCK = 1,
} aclrtCallbackBlockType;

typedef enum aclrtCmoType {
    ACL_RT_CMO_TYPE_PREFETCH = 0,
    ACL_RT_CMO_TYPE_WRITEBACK = 1,
    ACL_RT_CMO_TYPE_INVALID = 2,
    ACL_RT_CMO_TYPE_FLUSH = 3,
} aclrtCmoType;

/* since 9.1 */
typedef enum aclrtCntNotifyRecordMode {
    ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE = 0,
    ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE = 1,
    ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE = 2,
    ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE = 4,
} aclrtCntNotifyRecordMode;

/* since 9.1 */
typedef enum aclrtCntNotifyWaitMode {
    ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE = 0,
    ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE = 1,
    ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE = 2,
    ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE = 3,
    ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE = 4,
} aclrtCntNotifyWaitMode;

/* since 9.1 */
typedef enum aclrtCompareDataType {
    ACL_RT_SWITCH_INT32 = 0,
    ACL_RT_SWITCH_INT64 = 1,
} aclrtCompareDataType;

/* since 9.1 */
typedef enum aclrtCondition {
    ACL_RT_EQUAL = 0,
    ACL_RT_NOT_EQUAL = 1,
    ACL_RT_GREATER = 2,
    ACL_RT_GREATER_OR_EQUAL = 3,
    ACL_RT_LESS = 4,
    ACL_RT_LESS_OR_EQUAL = 5,
} aclrtCondition;

/* since 9.1 */
typedef enum aclrtDevAttr {
    ACL_DEV_ATTR_AICPU_CORE_NUM = 1,
    ACL_DEV_ATTR_AICORE_CORE_NUM = 101,
    ACL_DEV_ATTR_CUBE_CORE_NUM = 102,
    ACL_DEV_ATTR_VECTOR_CORE_NUM = 201,
    ACL_DEV_ATTR_WARP_SIZE = 202,
    ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE = 203,
    ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE = 204,
    ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE = 204,
    ACL_DEV_ATTR_MAX_GRID_DIM_X = 205,
    ACL_DEV_ATTR_MAX_GRID_DIM_Y = 206,
    ACL_DEV_ATTR_MAX_GRID_DIM_Z = 207,
    ACL_DEV_ATTR_MAX_BLOCK_PER_GRID = 208,
    ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK = 209,
    ACL_DEV_ATTR_MAX_BLOCK_DIM_X = 210,
    ACL_DEV_ATTR_MAX_BLOCK_DIM_Y = 211,
    ACL_DEV_ATTR_MAX_BLOCK_DIM_Z = 212,
    ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE = 301,
    ACL_DEV_ATTR_L2_CACHE_SIZE = 302,
    ACL_DEV_ATTR_SMP_ID = 401,
    ACL_DEV_ATTR_PHY_CHIP_ID = 402,
    ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID = 403,
    ACL_DEV_ATTR_SUPER_POD_DEVICE_ID = 403,
    ACL_DEV_ATTR_SUPER_POD_SERVER_ID = 404,
    ACL_DEV_ATTR_SUPER_POD_ID = 405,
    ACL_DEV_ATTR_CUST_OP_PRIVILEGE = 406,
    ACL_DEV_ATTR_MAINBOARD_ID = 407,
    ACL_DEV_ATTR_HD_CONNECT_TYPE = 408,
    ACL_DEV_ATTR_DEVICE_FORM_FACTOR = 409,
    ACL_DEV_ATTR_IS_VIRTUAL = 501,
    ACL_DEV_ATTR_NPU_ARCH = 601,
} aclrtDevAttr;

/* since 9.1 */
typedef enum aclrtDevFeatureType {
    ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV = 1,
    ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV = 21,
} aclrtDevFeatureType;

/* since 9.1 */
typedef enum aclrtDevResLimitType {
    ACL_RT_DEV_RES_CUBE_CORE = 0,
    ACL_RT_DEV_RES_VECTOR_CORE = 1,
} aclrtDevResLimitType;

/* since 9.1 */
typedef enum aclrtDeviceLimit {
    ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE = 0,
    ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE = 1,
    ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE = 2,
    ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE = 3,
    ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE = 4,
} aclrtDeviceLimit;

/* since 9.1 */
typedef enum aclrtDeviceState {
    ACL_RT_DEVICE_STATE_SET_PRE = 0,
    ACL_RT_DEVICE_STATE_SET_POST = 1,
    ACL_RT_DEVICE_STATE_RESET_PRE = 2,
    ACL_RT_DEVICE_STATE_RESET_POST = 3,
} aclrtDeviceState;

typedef enum aclrtDeviceStatus {
    ACL_RT_DEVICE_STATUS_NORMAL = 0,
    ACL_RT_DEVICE_STATUS_ABNORMAL = 1,
    ACL_RT_DEVICE_STATUS_END = 65535,
} aclrtDeviceStatus;

/* since 9.1 */
typedef enum aclrtDeviceTaskAbortStage {
    ACL_RT_DEVICE_TASK_ABORT_PRE = 0,
    ACL_RT_DEVICE_TASK_ABORT_POST = 1,
} aclrtDeviceTaskAbortStage;

/* since 9.1 */
typedef enum aclrtEngineType {
    ACL_RT_ENGINE_TYPE_AIC = 0,
    ACL_RT_ENGINE_TYPE_AIV = 1,
} aclrtEngineType;

/* since 9.1 */
typedef enum aclrtErrorType {
    ACL_RT_NO_ERROR = 0,
    ACL_RT_ERROR_MEMORY = 1,
    ACL_RT_ERROR_L2 = 2,
    ACL_RT_ERROR_AICORE = 3,
    ACL_RT_ERROR_LINK = 4,
    ACL_RT_ERROR_L3_PORT = 5,
    ACL_RT_ERROR_OTHERS = 65535,
} aclrtErrorType;

typedef enum aclrtEventRecordedStatus {
    ACL_EVENT_RECORDED_STATUS_NOT_READY = 0,
    ACL_EVENT_RECORDED_STATUS_COMPLETE = 1,
} aclrtEventRecordedStatus;

typedef enum aclrtEventStatus {
    ACL_EVENT_STATUS_COMPLETE = 0,
    ACL_EVENT_STATUS_NOT_READY = 1,
    ACL_EVENT_STATUS_RESERVED = 2,
} aclrtEventStatus;

typedef enum aclrtEventWaitStatus {
    ACL_EVENT_WAIT_STATUS_COMPLETE = 0,
    ACL_EVENT_WAIT_STATUS_NOT_READY = 1,
    ACL_EVENT_WAIT_STATUS_RESERVED = 65535,
} aclrtEventWaitStatus;

typedef enum aclrtFloatOverflowMode {
    ACL_RT_OVERFLOW_MODE_SATURATION = 0,
    ACL_RT_OVERFLOW_MODE_INFNAN = 1,
    ACL_RT_OVERFLOW_MODE_UNDEF = 2,
} aclrtFloatOverflowMode;

/* since 9.1 */
typedef enum aclrtFuncAttribute {
    ACL_FUNC_ATTR_KERNEL_TYPE = 1,
    ACL_FUNC_ATTR_KERNEL_RATIO = 2,
    ACL_FUNC_ATTR_KERNEL_SCHED_MODE = 3,
} aclrtFuncAttribute;

typedef enum aclrtGroupAttr {
    ACL_GROUP_AICORE_INT = 0,
    ACL_GROUP_AIV_INT = 1,
    ACL_GROUP_AIC_INT = 2,
    ACL_GROUP_SDMANUM_INT = 3,
    ACL_GROUP_ASQNUM_INT = 4,
    ACL_GROUP_GROUPID_INT = 5,
} aclrtGroupAttr;

/* since 9.1 */
typedef enum aclrtHacType {
    ACL_RT_HAC_TYPE_STARS = 0,
    ACL_RT_HAC_TYPE_AICPU = 1,
    ACL_RT_HAC_TYPE_AIC = 2,
    ACL_RT_HAC_TYPE_AIV = 3,
    ACL_RT_HAC_TYPE_PCIEDMA = 4,
    ACL_RT_HAC_TYPE_RDMA = 5,
    ACL_RT_HAC_TYPE_SDMA = 6,
    ACL_RT_HAC_TYPE_DVPP = 7,
    ACL_RT_HAC_TYPE_UDMA = 8,
    ACL_RT_HAC_TYPE_CCU = 9,
} aclrtHacType;

/* since 9.1 */
typedef enum aclrtHostMemMapCapability {
    ACL_RT_HOST_MEM_MAP_NOT_SUPPORTED = 0,
    ACL_RT_HOST_MEM_MAP_SUPPORTED = 1,
} aclrtHostMemMapCapability;

typedef enum aclrtHostRegisterType {
    ACL_HOST_REGISTER_MAPPED = 0,
    ACL_HOST_REGISTER_IOMEMORY = 4, /* since 9.1 */
    ACL_HOST_REGISTER_READONLY = 8, /* since 9.1 */
} aclrtHostRegisterType;

/* since 9.1 */
typedef enum aclrtIpcMemAttrType {
    ACL_RT_IPC_MEM_ATTR_ACCESS_LINK = 0,
} aclrtIpcMemAttrType;

/* since 9.1 */
typedef enum aclrtKernelType {
    ACL_KERNEL_TYPE_AICORE = 0,
    ACL_KERNEL_TYPE_CUBE = 1,
    ACL_KERNEL_TYPE_VECTOR = 2,
    ACL_KERNEL_TYPE_MIX = 3,
    ACL_KERNEL_TYPE_AICPU = 100,
} aclrtKernelType;

typedef enum aclrtLastErrLevel {
    ACL_RT_THREAD_LEVEL = 0,
} aclrtLastErrLevel;

typedef enum aclrtLaunchKernelAttrId {
    ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE = 1,
    ACL_RT_LAUNCH_KERNEL_ATTR_LOCAL_MEMORY_SIZE = 2, /* since 9.1 */
    ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE = 2, /* since 9.1 */
    ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE = 3, /* since 9.1 */
    ACL_RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET = 4, /* since 9.1 */
    ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH = 5, /* since 9.1 */
    ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP = 6, /* since 9.1 */
    ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT = 7, /* since 9.1 */
    ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US = 8, /* since 9.1 */
    ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING = 9, /* since 9.1 */
} aclrtLaunchKernelAttrId;

typedef enum aclrtMallocAttrType {
    ACL_RT_MEM_ATTR_RSV = 0,
    ACL_RT_MEM_ATTR_MODULE_ID = 1,
    ACL_RT_MEM_ATTR_DEVICE_ID = 2,
    ACL_RT_MEM_ATTR_VA_FLAG = 3, /* since 9.1 */
} aclrtMallocAttrType;

/* since 9.1 */
typedef enum aclrtMemAccessFlags {
    ACL_RT_MEM_ACCESS_FLAGS_NONE = 0,
    ACL_RT_MEM_ACCESS_FLAGS_READ = 1,
    ACL_RT_MEM_ACCESS_FLAGS_READWRITE = 3,
} aclrtMemAccessFlags;

typedef enum aclrtMemAllocationType {
    ACL_MEM_ALLOCATION_TYPE_PINNED = 0,
} aclrtMemAllocationType;

typedef enum aclrtMemAttr {
    ACL_DDR_MEM = 0,
    ACL_HBM_MEM = 1,
    ACL_DDR_MEM_HUGE = 2,
    ACL_DDR_MEM_NORMAL = 3,
    ACL_HBM_MEM_HUGE = 4,
    ACL_HBM_MEM_NORMAL = 5,
    ACL_DDR_MEM_P2P_HUGE = 6,
    ACL_DDR_MEM_P2P_NORMAL = 7,
    ACL_HBM_MEM_P2P_HUGE = 8,
    ACL_HBM_MEM_P2P_NORMAL = 9,
    ACL_HBM_MEM_HUGE1G = 10,
    ACL_HBM_MEM_P2P_HUGE1G = 11,
    ACL_MEM_NORMAL = 12, /* since 9.1 */
    ACL_MEM_HUGE = 13, /* since 9.1 */
    ACL_MEM_HUGE1G = 14, /* since 9.1 */
    ACL_MEM_P2P_NORMAL = 15, /* since 9.1 */
    ACL_MEM_P2P_HUGE = 16, /* since 9.1 */
    ACL_MEM_P2P_HUGE1G = 17, /* since 9.1 */
} aclrtMemAttr;

typedef enum aclrtMemGranularityOptions {
    ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
    ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1,
    ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF = 65535,
} aclrtMemGranularityOptions;

typedef enum aclrtMemHandleType {
    ACL_MEM_HANDLE_TYPE_NONE = 0,
    ACL_MEM_HANDLE_TYPE_POSIX = 2, /* since 9.1 */
} aclrtMemHandleType;

/* since 9.1 */
typedef enum aclrtMemLinkType {
    ACL_RT_MEM_ACCESS_LINK_SIO = 0,
    ACL_RT_MEM_ACCESS_LINK_HCCS = 1,
    ACL_RT_MEM_ACCESS_UB_ONE_PORT_PATH = 2,
    ACL_RT_MEM_ACCESS_UB_MULTI_PORT_PATH = 3,
} aclrtMemLinkType;

typedef enum aclrtMemLocationType {
    ACL_MEM_LOCATION_TYPE_HOST = 0,
    ACL_MEM_LOCATION_TYPE_DEVICE = 1,
    ACL_MEM_LOCATION_TYPE_UNREGISTERED = 2, /* since 9.1 */
    ACL_MEM_LOCATION_TYPE_MANAGED = 3, /* since 9.1 */
    ACL_MEM_LOCATION_TYPE_HOST_NUMA = 4, /* since 9.1 */
} aclrtMemLocationType;

typedef enum aclrtMemMallocPolicy {
    ACL_MEM_MALLOC_HUGE_FIRST = 0,
    ACL_MEM_MALLOC_HUGE_ONLY = 1,
    ACL_MEM_MALLOC_NORMAL_ONLY = 2,
    ACL_MEM_MALLOC_HUGE_FIRST_P2P = 3,
    ACL_MEM_MALLOC_HUGE_ONLY_P2P = 4,
    ACL_MEM_MALLOC_NORMAL_ONLY_P2P = 5,
    ACL_MEM_MALLOC_HUGE1G_ONLY = 6,
    ACL_MEM_MALLOC_HUGE1G_ONLY_P2P = 7,
    ACL_MEM_TYPE_LOW_BAND_WIDTH = 256,
    ACL_MEM_TYPE_HIGH_BAND_WIDTH = 4096,
    ACL_MEM_ACCESS_USER_SPACE_READONLY = 1048576,
} aclrtMemMallocPolicy;

/* since 9.1 */
typedef enum aclrtMemManagedAdviseType {
    ACL_MEM_ADVISE_SET_READ_MOSTLY = 0,
    ACL_MEM_ADVISE_UNSET_READ_MOSTLY = 1,
    ACL_MEM_ADVISE_SET_PREFERRED_LOCATION = 2,
    ACL_MEM_ADVISE_UNSET_PREFERRED_LOCATION = 3,
    ACL_MEM_ADVISE_SET_ACCESSED_BY = 4,
    ACL_MEM_ADVISE_UNSET_ACCESSED_BY = 5,
} aclrtMemManagedAdviseType;

/* since 9.1 */
typedef enum aclrtMemManagedLocationType {
    ACL_MEM_LOCATIONTYPE_INVALID = 0,
    ACL_MEM_LOCATIONTYPE_DEVICE = 1,
    ACL_MEM_LOCATIONTYPE_HOST = 2,
    ACL_MEM_LOCATIONTYPE_HOST_NUMA = 3,
    ACL_MEM_LOCATIONTYPE_HOST_NUMA_CURRENT = 4,
} aclrtMemManagedLocationType;

/* since 9.1 */
typedef enum aclrtMemManagedRangeAttribute {
    ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1,
    ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION = 2,
    ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY = 3,
    ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE = 4,
    ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID = 5,
    ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION = 6,
    ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE = 7,
    ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID = 8,
} aclrtMemManagedRangeAttribute;

/* since 9.1 */
typedef enum aclrtMemPgType {
    NORMAL_PAGE_TYPE = 0,
    HUGE_PAGE_TYPE = 1,
    HUGE1G_PAGE_TYPE = 2,
} aclrtMemPgType;

/* since 9.1 */
typedef enum aclrtMemSharedHandleType {
    ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT = 1,
    ACL_MEM_SHARE_HANDLE_TYPE_FABRIC = 2,
} aclrtMemSharedHandleType;

/* since 9.1 */
typedef enum aclrtMemType {
    HBM_TYPE = 0,
    DDR_TYPE = 1,
    P2P_HBM_TYPE = 2,
    P2P_DDR_TYPE = 3,
} aclrtMemType;

typedef enum aclrtMemcpyKind {
    ACL_MEMCPY_HOST_TO_HOST = 0,
    ACL_MEMCPY_HOST_TO_DEVICE = 1,
    ACL_MEMCPY_DEVICE_TO_HOST = 2,
    ACL_MEMCPY_DEVICE_TO_DEVICE = 3,
    ACL_MEMCPY_DEFAULT = 4,
    ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE = 5,
    ACL_MEMCPY_INNER_DEVICE_TO_DEVICE = 6,
    ACL_MEMCPY_INTER_DEVICE_TO_DEVICE = 7,
} aclrtMemcpyKind;

/* since 9.1 */
typedef enum aclrtProcessState {
    ACL_RT_PROCESS_STATE_RUNNING = 0,
    ACL_RT_PROCESS_STATE_LOCKED = 1,
} aclrtProcessState;

/* since 9.1 */
typedef enum aclrtRandomNumFuncType {
    ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK = 0,
    ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS = 1,
    ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS = 2,
    ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS = 3,
} aclrtRandomNumFuncType;

/* since 9.1 */
typedef enum aclrtReduceKind {
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM = 10,
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX = 11,
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN = 12,
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL = 13,
} aclrtReduceKind;

typedef enum aclrtRunMode {
    ACL_DEVICE = 0,
    ACL_HOST = 1,
} aclrtRunMode;

/* since 9.1 */
typedef enum aclrtSnapShotStage {
    ACL_RT_SNAPSHOT_LOCK_PRE = 0,
    ACL_RT_SNAPSHOT_BACKUP_PRE = 1,
    ACL_RT_SNAPSHOT_BACKUP_POST = 2,
    ACL_RT_SNAPSHOT_RESTORE_PRE = 3,
    ACL_RT_SNAPSHOT_RESTORE_POST = 4,
    ACL_RT_SNAPSHOT_UNLOCK_POST = 5,
} aclrtSnapShotStage;

/* since 9.1 */
typedef enum aclrtStreamAttr {
    ACL_STREAM_ATTR_FAILURE_MODE = 1,
    ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK = 2,
    ACL_STREAM_ATTR_USER_CUSTOM_TAG = 3,
    ACL_STREAM_ATTR_CACHE_OP_INFO = 4,
    ACL_STREAM_ATTR_PRIORITY = 5,
} aclrtStreamAttr;

typedef enum aclrtStreamConfigAttr {
    ACL_RT_STREAM_WORK_ADDR_PTR = 0,
    ACL_RT_STREAM_WORK_SIZE = 1,
    ACL_RT_STREAM_FLAG = 2,
    ACL_RT_STREAM_PRIORITY = 3,
} aclrtStreamConfigAttr;

/* since 9.1 */
typedef enum aclrtStreamState {
    ACL_RT_STREAM_STATE_CREATE_POST = 1,
    ACL_RT_STREAM_STATE_DESTROY_PRE = 2,
} aclrtStreamState;

typedef enum aclrtStreamStatus {
    ACL_STREAM_STATUS_COMPLETE = 0,
    ACL_STREAM_STATUS_NOT_READY = 1,
    ACL_STREAM_STATUS_RESERVED = 65535,
} aclrtStreamStatus;

typedef enum aclrtTsId {
    ACL_TS_ID_AICORE = 0,
    ACL_TS_ID_AIVECTOR = 1,
    ACL_TS_ID_RESERVED = 2,
} aclrtTsId;

/* since 9.1 */
typedef enum aclrtUpdateTaskAttrId {
    ACL_RT_UPDATE_RANDOM_TASK = 1,
    ACL_RT_UPDATE_AIC_AIV_TASK = 2,
} aclrtUpdateTaskAttrId;

/* since 9.1 */
typedef struct MemAttrMapping {
    uint32_t pgType;
    uint32_t memType;
    bool isHostAlloc;
    aclrtMemAttr memAttr;
} MemAttrMapping;

typedef struct aclCANNPackageVersion {
    char version[128];
    char majorVersion[64];
    char minorVersion[64];
    char releaseVersion[64];
    char patchVersion[64];
    char reserved[128];
} aclCANNPackageVersion;

/* since 9.1 */
typedef struct tagAclmdlRICondTaskParams {
    aclmdlRICondHandle handle;
    aclmdlRICondTaskType type;
    uint32_t size;
    aclmdlRI *modelRIArray;
} aclmdlRICondTaskParams;

/* since 9.1 */
typedef struct aclmdlRIEventRecordTaskParams {
    aclrtEvent event;
    uint32_t eventFlag;
    uint32_t recordFlag;
} aclmdlRIEventRecordTaskParams;

/* since 9.1 */
typedef struct aclmdlRIEventResetTaskParams {
    aclrtEvent event;
    uint32_t eventFlag;
    uint32_t resetFlag;
} aclmdlRIEventResetTaskParams;

/* since 9.1 */
typedef struct aclmdlRIEventWaitTaskParams {
    aclrtEvent event;
    uint32_t eventFlag;
    uint32_t waitFlag;
} aclmdlRIEventWaitTaskParams;

/* since 9.1 */
typedef struct aclrtTimeoutUs {
    uint32_t timeoutLow;
    uint32_t timeoutHigh;
} aclrtTimeoutUs;

typedef union aclrtLaunchKernelAttrValue {
    uint8_t schemMode;
    uint32_t localMemorySize;
    uint32_t dynUBufSize;
    aclrtEngineType engineType;
    uint32_t blockDimOffset;
    uint8_t isBlockTaskPrefetch;
    uint8_t isDataDump;
    uint16_t timeout;
    aclrtTimeoutUs timeoutUs;
    uint8_t enableProfiling;
    uint32_t rsv[4];
} aclrtLaunchKernelAttrValue;

typedef struct aclrtLaunchKernelAttr {
    aclrtLaunchKernelAttrId id;
    aclrtLaunchKernelAttrValue value;
} aclrtLaunchKernelAttr;

typedef struct aclrtLaunchKernelCfg {
    aclrtLaunchKernelAttr *attrs;
    size_t numAttrs;
} aclrtLaunchKernelCfg;

/* since 9.1 */
typedef struct aclmdlRIKernelTaskParams {
    aclrtFuncHandle funcHandle;
    aclrtLaunchKernelCfg *cfg;
    void *args;
    uint32_t isHostArgs;
    size_t argsSize;
    uint32_t numBlocks;
    uint32_t rsv[10];
} aclmdlRIKernelTaskParams;

/* since 9.1 */
typedef struct aclmdlRIValueWaitTaskParams {
    void *devAddr;
    uint64_t value;
    uint32_t flag;
} aclmdlRIValueWaitTaskParams;

/* since 9.1 */
typedef struct aclmdlRIValueWriteTaskParams {
    void *devAddr;
    uint64_t value;
} aclmdlRIValueWriteTaskParams;

/* since 9.1 */
typedef struct aclmdlRITaskParams {
    aclmdlRITaskType type;
    uint32_t rsv0[3];
    aclrtTaskGrp taskGrp;
    void *opInfoPtr;
    size_t opInfoSize;
    uint8_t rsv1[32];
    union {
        uint8_t rsv2[128];
        struct aclmdlRIKernelTaskParams kernelTaskParams;
        struct aclmdlRIEventRecordTaskParams eventRecordTaskParams;
        struct aclmdlRIEventWaitTaskParams eventWaitTaskParams;
        struct aclmdlRIEventResetTaskParams eventResetTaskParams;
        struct aclmdlRIValueWriteTaskParams valueWriteTaskParams;
        struct aclmdlRIValueWaitTaskParams valueWaitTaskParams;
    };
} aclmdlRITaskParams;

/* since 9.1 */
typedef struct aclrtAicAivTaskUpdateAttr {
    void *binHandle;
    void *funcEntryAddr;
    void *blockDimAddr;
    uint32_t rsv[4];
} aclrtAicAivTaskUpdateAttr;

/* since 9.1 */
typedef struct aclrtBarrierCmoInfo {
    aclrtCmoType cmoType;
    uint32_t barrierId;
} aclrtBarrierCmoInfo;

/* since 9.1 */
typedef struct aclrtBarrierTaskInfo {
    size_t barrierNum;
    aclrtBarrierCmoInfo cmoInfo[6];
} aclrtBarrierTaskInfo;

typedef union aclrtBinaryLoadOptionValue {
    uint32_t isLazyLoad;
    uint32_t magic;
    int32_t cpuKernelMode;
    uint32_t rsv[4];
} aclrtBinaryLoadOptionValue;

typedef struct aclrtBinaryLoadOption {
    aclrtBinaryLoadOptionType type;
    aclrtBinaryLoadOptionValue value;
} aclrtBinaryLoadOption;

typedef struct aclrtBinaryLoadOptions {
    aclrtBinaryLoadOption *options;
    size_t numOpt;
} aclrtBinaryLoadOptions;

/* since 9.1 */
typedef struct aclrtCntNotifyRecordInfo {
    aclrtCntNotifyRecordMode mode;
    uint32_t value;
} aclrtCntNotifyRecordInfo;

/* since 9.1 */
typedef struct aclrtCntNotifyWaitInfo {
    aclrtCntNotifyWaitMode mode;
    uint32_t value;
    uint32_t timeout;
    uint8_t isClear;
    uint8_t rsv[3];
} aclrtCntNotifyWaitInfo;

/* since 9.1 */
typedef struct aclrtRandomParaInfo {
    uint8_t isAddr;
    uint8_t valueOrAddr[8];
    uint8_t size;
    uint8_t rsv[6];
} aclrtRandomParaInfo;

/* since 9.1 */
typedef struct aclrtDropoutBitmaskInfo {
    aclrtRandomParaInfo dropoutRation;
} aclrtDropoutBitmaskInfo;

typedef struct aclrtMemUceInfo {
    void *addr;
    size_t len;
    size_t reserved[14];
} aclrtMemUceInfo;

/* since 9.1 */
typedef struct aclrtMemUceInfoArray {
    size_t arraySize;
    aclrtMemUceInfo memUceInfoArray[20];
} aclrtMemUceInfoArray;

/* since 9.1 */
typedef union aclrtErrorInfoDetail {
    aclrtMemUceInfoArray uceInfo;
    aclrtAicoreErrorType aicoreErrType;
} aclrtErrorInfoDetail;

/* since 9.1 */
typedef struct aclrtErrorInfo {
    uint8_t tryRepair;
    uint8_t hasDetail;
    uint8_t reserved[2];
    aclrtErrorType errorType;
    aclrtErrorInfoDetail detail;
} aclrtErrorInfo;

typedef struct rtExceptionInfo aclrtExceptionInfo;
typedef struct tagRtGroupInfo aclrtGroupInfo;

/* since 9.1 */
typedef struct aclrtIpcEventHandle {
    char reserved[64];
} aclrtIpcEventHandle;

typedef union aclrtMallocAttrValue {
    uint16_t moduleId;
    uint32_t deviceId;
    uint32_t vaFlag;
    uint8_t rsv[8];
} aclrtMallocAttrValue;

typedef struct aclrtMallocAttribute {
    aclrtMallocAttrType attr;
    aclrtMallocAttrValue value;
} aclrtMallocAttribute;

typedef struct aclrtMallocConfig {
    aclrtMallocAttribute *attrs;
    size_t numAttrs;
} aclrtMallocConfig;

typedef struct aclrtMemLocation {
    uint32_t id;
    aclrtMemLocationType type;
} aclrtMemLocation;

/* since 9.1 */
typedef struct aclrtMemAccessDesc {
    aclrtMemAccessFlags flags;
    aclrtMemLocation location;
    uint8_t rsv[12];
} aclrtMemAccessDesc;

/* since 9.1 */
typedef struct aclrtMemFabricHandle {
    uint8_t data[128];
} aclrtMemFabricHandle;

/* since 9.1 */
typedef struct aclrtMemManagedLocation {
    aclrtMemManagedLocationType type;
    int32_t id;
} aclrtMemManagedLocation;

/* since 9.1 */
typedef struct aclrtMemUsageInfo {
    char name[32];
    uint64_t curMemSize;
    uint64_t memPeakSize;
    size_t reserved[8];
} aclrtMemUsageInfo;

/* since 9.1 */
typedef struct aclrtMemcpyBatchAttr {
    aclrtMemLocation dstLoc;
    aclrtMemLocation srcLoc;
    uint8_t rsv[16];
} aclrtMemcpyBatchAttr;

/* since 9.1 */
typedef struct aclrtNormalDisInfo {
    aclrtRandomParaInfo mean;
    aclrtRandomParaInfo stddev;
} aclrtNormalDisInfo;

typedef struct aclrtPhysicalMemProp {
    aclrtMemHandleType handleType;
    aclrtMemAllocationType allocationType;
    aclrtMemAttr memAttr;
    aclrtMemLocation location;
    uint64_t reserve;
} aclrtPhysicalMemProp;

/* since 9.1 */
typedef struct aclrtPlaceHolderInfo {
    uint32_t addrOffset;
    uint32_t dataOffset;
} aclrtPlaceHolderInfo;

typedef struct aclrtPtrAttributes {
    aclrtMemLocation location;
    uint32_t pageSize;
    uint32_t rsv[4];
} aclrtPtrAttributes;

/* since 9.1 */
typedef struct aclrtUniformDisInfo {
    aclrtRandomParaInfo min;
    aclrtRandomParaInfo max;
} aclrtUniformDisInfo;

/* since 9.1 */
typedef struct aclrtRandomNumFuncParaInfo {
    aclrtRandomNumFuncType funcType;
    union {
        aclrtDropoutBitmaskInfo dropoutBitmaskInfo;
        aclrtUniformDisInfo uniformDisInfo;
        aclrtNormalDisInfo normalDisInfo;
    } paramInfo;
} aclrtRandomNumFuncParaInfo;

/* since 9.1 */
typedef struct aclrtRandomNumTaskInfo {
    aclDataType dataType;
    aclrtRandomNumFuncParaInfo randomNumFuncParaInfo;
    void *randomParaAddr;
    void *randomResultAddr;
    void *randomCounterAddr;
    aclrtRandomParaInfo randomSeed;
    aclrtRandomParaInfo randomNum;
    uint8_t rsv[8];
} aclrtRandomNumTaskInfo;

/* since 9.1 */
typedef struct aclrtRandomTaskUpdateAttr {
    void *srcAddr;
    size_t size;
    uint32_t rsv[4];
} aclrtRandomTaskUpdateAttr;

/* since 9.1 */
typedef struct aclrtServerPid {
    uint32_t sdid;
    int32_t *pid;
    size_t num;
} aclrtServerPid;

/* since 9.1 */
typedef struct aclrtSnapShotBackupArgs {
    uint32_t backupFlags;
    char reserved[60];
} aclrtSnapShotBackupArgs;

/* since 9.1 */
typedef struct aclrtSnapShotRestoreArgs {
    uint32_t restoreFlags;
    char reserved[60];
} aclrtSnapShotRestoreArgs;

/* since 9.1 */
typedef union aclrtStreamAttrValue {
    uint64_t failureMode;
    uint32_t overflowSwitch;
    uint32_t userCustomTag;
    uint32_t cacheOpInfoSwitch;
    uint32_t streamPriority;
    uint32_t reserve[4];
} aclrtStreamAttrValue;

typedef struct aclrtStreamConfigHandle {
    void *workptr;
    size_t workSize;
    size_t flag;
    uint32_t priority;
} aclrtStreamConfigHandle;

/* since 9.1 */
typedef union aclrtUpdateTaskAttrVal {
    aclrtRandomTaskUpdateAttr randomTaskAttr;
    aclrtAicAivTaskUpdateAttr aicAivTaskAttr;
} aclrtUpdateTaskAttrVal;

/* since 9.1 */
typedef struct aclrtTaskUpdateInfo {
    aclrtUpdateTaskAttrId id;
    aclrtUpdateTaskAttrVal val;
} aclrtTaskUpdateInfo;

typedef struct aclrtUtilizationExtendInfo aclrtUtilizationExtendInfo;

typedef struct aclrtUtilizationInfo {
    int32_t cubeUtilization;
    int32_t vectorUtilization;
    int32_t aicpuUtilization;
    int32_t memoryUtilization;
    aclrtUtilizationExtendInfo *utilizationExtend;
} aclrtUtilizationInfo;

/* since 9.1 */
typedef struct aclrtUuid {
    char bytes[16];
} aclrtUuid;

/* since 9.1 */
typedef struct dim3 {
    uint32_t x;
    uint32_t y;
    uint32_t z;
} dim3;

/* since 9.1 */
typedef aclError (*aclFinalizeCallbackFunc)(void *userData);
/* since 9.1 */
typedef aclError (*aclInitCallbackFunc)(const char *configStr, size_t len, void *userData);
typedef void (*aclrtCallback)(void *userData);
/* since 9.1 */
typedef void (*aclrtDeviceStateCallback)(int32_t deviceId, aclrtDeviceState state, void *args);
/* since 9.1 */
typedef int32_t (*aclrtDeviceTaskAbortCallback)(int32_t deviceId, aclrtDeviceTaskAbortStage stage, uint32_t timeout, void *args);
typedef void (*aclrtExceptionInfoCallback)(aclrtExceptionInfo *exceptionInfo);
/* since 9.1 */
typedef void (*aclrtHostFunc)(void *args);
/* since 9.1 */
typedef void (*aclrtOpExceptionCallback)(aclrtExceptionInfo *exceptionInfo, void *userData);
/* since 9.1 */
typedef uint32_t (*aclrtSnapShotCallBack)(int32_t deviceId, void *args);
/* since 9.1 */
typedef void (*aclrtStreamStateCallback)(aclrtStream stm, aclrtStreamState state, void *args);

aclError aclFinalize(void);
/* since 9.1 */
aclError aclFinalizeCallbackRegister(aclRegisterCallbackType type, aclFinalizeCallbackFunc cbFunc, void *userData);
/* since 9.1 */
aclError aclFinalizeCallbackUnRegister(aclRegisterCallbackType type, aclFinalizeCallbackFunc cbFunc);
/* since 9.1 */
aclError aclFinalizeReference(uint64_t *refCount);
const char *aclGetRecentErrMsg(void);
aclError aclInit(const char *configPath);
/* since 9.1 */
aclError aclInitCallbackRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc, void *userData);
/* since 9.1 */
aclError aclInitCallbackUnRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc);
aclError aclmdlFinalizeDump(void);
aclError aclmdlInitDump(void);
/* since 9.1 */
aclError aclmdlRIAbort(aclmdlRI modelRI);
/* since 9.1 */
aclError aclmdlRIAddCondTask(aclmdlRICondTaskParams params, aclrtStream stream, uint32_t flags);
/* since 9.1 */
aclError aclmdlRIBindStream(aclmdlRI modelRI, aclrtStream stream, uint32_t flag);
/* since 9.1 */
aclError aclmdlRIBuildBegin(aclmdlRI *modelRI, uint32_t flag);
/* since 9.1 */
aclError aclmdlRIBuildEnd(aclmdlRI modelRI, void *reserve);
aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode);
aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI *modelRI);
aclError aclmdlRICaptureGetInfo(aclrtStream stream, aclmdlRICaptureStatus *status, aclmdlRI *modelRI);
aclError aclmdlRICaptureTaskGrpBegin(aclrtStream stream);
aclError aclmdlRICaptureTaskGrpEnd(aclrtStream stream, aclrtTaskGrp *handle);
aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream, aclrtTaskGrp handle);
aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream);
aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode *mode);
/* since 9.1 */
aclError aclmdlRICaptureToModelRIBegin(aclrtStream stream, aclmdlRI modelRI, aclmdlRICaptureMode mode);
/* since 9.1 */
aclError aclmdlRICondHandleCreate(aclmdlRI modelRI, uint32_t defaultLaunchValue, aclmdlRICondHandleFlag flag, aclmdlRICondHandle *handle);
/* since 9.1 */
aclError aclmdlRICondHandleGetCondPtr(aclmdlRICondHandle handle, uint64_t **ptr);
/* since 9.1 */
aclError aclmdlRIDebugJsonPrint(aclmdlRI modelRI, const char *path, uint32_t flags);
/* deprecated */
aclError aclmdlRIDebugPrint(aclmdlRI modelRI);
aclError aclmdlRIDestroy(aclmdlRI modelRI);
/* since 9.1 */
aclError aclmdlRIDestroyRegisterCallback(aclmdlRI modelRI, aclrtCallback func, void *userData);
/* since 9.1 */
aclError aclmdlRIDestroyUnregisterCallback(aclmdlRI modelRI, aclrtCallback func);
/* since 9.1 */
aclError aclmdlRIEndTask(aclmdlRI modelRI, aclrtStream stream);
/* since 9.1 */
aclError aclmdlRIExecute(aclmdlRI modelRI, int32_t timeout);
aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream);
/* since 9.1 */
aclError aclmdlRIGetId(aclmdlRI modelRI, uint32_t *modelRIId);
/* since 9.1 */
aclError aclmdlRIGetName(aclmdlRI modelRI, uint32_t maxLen, char *name);
/* since 9.1 */
aclError aclmdlRIGetStreams(aclmdlRI modelRI, aclrtStream *streams, uint32_t *numStreams);
/* since 9.1 */
aclError aclmdlRIGetTasksByStream(aclrtStream stream, aclmdlRITask *tasks, uint32_t *numTasks);
/* since 9.1 */
aclError aclmdlRIKernelTaskGetAttribute(aclmdlRITask task, aclrtLaunchKernelAttrId attrId, aclrtLaunchKernelAttrValue *attrValue);
/* since 9.1 */
aclError aclmdlRISetName(aclmdlRI modelRI, const char *name);
/* since 9.1 */
aclError aclmdlRITaskDisable(aclmdlRITask task);
/* since 9.1 */
aclError aclmdlRITaskGetParams(aclmdlRITask task, aclmdlRITaskParams *params);
/* since 9.1 */
aclError aclmdlRITaskGetSeqId(aclmdlRITask task, uint32_t *id);
/* since 9.1 */
aclError aclmdlRITaskGetType(aclmdlRITask task, aclmdlRITaskType *type);
/* since 9.1 */
aclError aclmdlRITaskSetParams(aclmdlRITask task, aclmdlRITaskParams *params);
/* since 9.1 */
aclError aclmdlRIUnbindStream(aclmdlRI modelRI, aclrtStream stream);
/* since 9.1 */
aclError aclmdlRIUpdate(aclmdlRI modelRI);
aclError aclmdlSetDump(const char *dumpCfgPath);
/* since 9.1 */
aclError aclrtActiveStream(aclrtStream activeStream, aclrtStream stream);
/* since 9.1 */
aclError aclrtAllocBuf(aclrtMbuf *buf, size_t size);
/* since 9.1 */
aclError aclrtAppendBufChain(aclrtMbuf headBuf, aclrtMbuf buf);
/* since 9.1 */
aclError aclrtBinaryGetDevAddress(const aclrtBinHandle binHandle, void **binAddr, size_t *binSize);
aclError aclrtBinaryGetFunction(const aclrtBinHandle binHandle, const char *kernelName, aclrtFuncHandle *funcHandle);
aclError aclrtBinaryGetFunctionByEntry(aclrtBinHandle binHandle, uint64_t funcEntry, aclrtFuncHandle *funcHandle);
/* since 9.1 */
aclError aclrtBinaryGetGlobal(aclrtBinHandle binHandle, const char *name, void **dptr, size_t *size);
aclError aclrtBinaryLoad(const aclrtBinary binary, aclrtBinHandle *binHandle);
/* since 9.1 */
aclError aclrtBinaryLoadFromData(const void *data, size_t length, const aclrtBinaryLoadOptions *options, aclrtBinHandle *binHandle);
aclError aclrtBinaryLoadFromFile(const char *binPath, aclrtBinaryLoadOptions *options, aclrtBinHandle *binHandle);
/* since 9.1 */
aclError aclrtBinarySetExceptionCallback(aclrtBinHandle binHandle, aclrtOpExceptionCallback callback, void *userData);
aclError aclrtBinaryUnLoad(aclrtBinHandle binHandle);
/* since 9.1 */
aclError aclrtCacheLastTaskExtendInfo(const char *const extendInfoPtr, const size_t infoSize);
/* since 9.1 */
aclError aclrtCacheLastTaskOpInfo(const void *const infoPtr, const size_t infoSize);
/* since 9.1 */
aclError aclrtCheckArchCompatibility(const char *socVersion, int32_t *canCompatible);
/* since 9.1 */
aclError aclrtCheckMemType(void **addrList, uint32_t size, uint32_t memType, uint32_t *checkResult, uint32_t reserve);
aclError aclrtCmoAsync(void *src, size_t size, aclrtCmoType cmoType, aclrtStream stream);
/* since 9.1 */
aclError aclrtCmoAsyncWithBarrier(void *src, size_t size, aclrtCmoType cmoType, uint32_t barrierId, aclrtStream stream);
/* since 9.1 */
aclError aclrtCmoAsyncWithDesc(void *cmoDesc, aclrtCmoType cmoType, aclrtStream stream, const void *reserve);
/* since 9.1 */
aclError aclrtCmoGetDescSize(size_t *size);
/* since 9.1 */
aclError aclrtCmoSetDesc(void *cmoDesc, void *src, size_t size);
/* since 9.1 */
aclError aclrtCmoWaitBarrier(aclrtBarrierTaskInfo *taskInfo, aclrtStream stream, uint32_t flag);
/* since 9.1 */
aclError aclrtCntNotifyCreate(aclrtCntNotify *cntNotify, uint64_t flag);
/* since 9.1 */
aclError aclrtCntNotifyDestroy(aclrtCntNotify cntNotify);
/* since 9.1 */
aclError aclrtCntNotifyGetId(aclrtCntNotify cntNotify, uint32_t *notifyId);
/* since 9.1 */
aclError aclrtCntNotifyRecord(aclrtCntNotify cntNotify, aclrtStream stream, aclrtCntNotifyRecordInfo *info);
/* since 9.1 */
aclError aclrtCntNotifyReset(aclrtCntNotify cntNotify, aclrtStream stream);
/* since 9.1 */
aclError aclrtCntNotifyWaitWithTimeout(aclrtCntNotify cntNotify, aclrtStream stream, aclrtCntNotifyWaitInfo *info);
/* since 9.1 */
aclError aclrtCopyBufRef(const aclrtMbuf buf, aclrtMbuf *newBuf);
aclrtBinary aclrtCreateBinary(const void *data, size_t dataLen);
aclError aclrtCreateContext(aclrtContext *context, int32_t deviceId);
aclError aclrtCreateEvent(aclrtEvent *event);
aclError aclrtCreateEventExWithFlag(aclrtEvent *event, uint32_t flag);
aclError aclrtCreateEventWithFlag(aclrtEvent *event, uint32_t flag);
aclrtGroupInfo *aclrtCreateGroupInfo(void);
/* since 9.1 */
aclError aclrtCreateLabel(aclrtLabel *label);
/* since 9.1 */
aclError aclrtCreateLabelList(aclrtLabel *labels, size_t num, aclrtLabelList *labelList);
/* since 9.1 */
aclError aclrtCreateNotify(aclrtNotify *notify, uint64_t flag);
aclError aclrtCreateStream(aclrtStream *stream);
aclrtStreamConfigHandle *aclrtCreateStreamConfigHandle(void);
aclError aclrtCreateStreamV2(aclrtStream *stream, const aclrtStreamConfigHandle *handle);
aclError aclrtCreateStreamWithConfig(aclrtStream *stream, uint32_t priority, uint32_t flag);
/* since 9.1 */
aclError aclrtCtxGetCurrentDefaultStream(aclrtStream *stream);
/* since 9.1 */
aclError aclrtCtxGetFloatOverflowAddr(void **overflowAddr);
aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t *value);
aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value);
aclError aclrtDestroyBinary(aclrtBinary binary);
aclError aclrtDestroyContext(aclrtContext context);
aclError aclrtDestroyEvent(aclrtEvent event);
aclError aclrtDestroyGroupInfo(aclrtGroupInfo *groupInfo);
/* since 9.1 */
aclError aclrtDestroyLabel(aclrtLabel label);
/* since 9.1 */
aclError aclrtDestroyLabelList(aclrtLabelList labelList);
/* since 9.1 */
aclError aclrtDestroyNotify(aclrtNotify notify);
aclError aclrtDestroyStream(aclrtStream stream);
aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle *handle);
aclError aclrtDestroyStreamForce(aclrtStream stream);
aclError aclrtDeviceCanAccessPeer(int32_t *canAccessPeer, int32_t deviceId, int32_t peerDeviceId);
aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId);
aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags);
aclError aclrtDeviceGetBareTgid(int32_t *pid);
/* since 9.1 */
aclError aclrtDeviceGetByPCIBusId(const char *pciBusId, int32_t *deviceId);
/* since 9.1 */
aclError aclrtDeviceGetHostAtomicCapabilities(uint32_t *capabilities, const aclrtAtomicOperation *operations, const uint32_t count, int32_t deviceId);
/* since 9.1 */
aclError aclrtDeviceGetLimit(aclrtDeviceLimit limit, size_t *value);
/* since 9.1 */
aclError aclrtDeviceGetP2PAtomicCapabilities(uint32_t *capabilities, const aclrtAtomicOperation *operations, const uint32_t count, int32_t srcDeviceId, int32_t dstDeviceId);
/* since 9.1 */
aclError aclrtDeviceGetPCIBusId(int32_t deviceId, char *pciBusId, int32_t len);
/* since 9.1 */
aclError aclrtDeviceGetStreamPriorityRange(int32_t *leastPriority, int32_t *greatestPriority);
/* since 9.1 */
aclError aclrtDeviceGetUuid(int32_t deviceId, aclrtUuid *uuid);
/* since 9.1 */
aclError aclrtDeviceL2CacheFlush(void *rsv);
/* since 9.1 */
aclError aclrtDevicePeerAccessStatus(int32_t deviceId, int32_t peerDeviceId, int32_t *status);
/* since 9.1 */
aclError aclrtDeviceSetLimit(aclrtDeviceLimit limit, size_t value);
aclError aclrtDeviceTaskAbort(int32_t deviceId, uint32_t timeout);
aclError aclrtEventElapsedTime(float *ms, aclrtEvent startEvent, aclrtEvent endEvent);
aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t *timestamp);
/* since 9.1 */
aclError aclrtExceptionInfoCallbackRegister(aclrtExceptionInfoCallback callback);
/* since 9.1 */
aclError aclrtExceptionInfoCallbackUnregister(aclrtExceptionInfoCallback callback);
aclError aclrtFree(void *devPtr);
/* since 9.1 */
aclError aclrtFreeBuf(aclrtMbuf buf);
aclError aclrtFreeHost(void *hostPtr);
/* since 9.1 */
aclError aclrtFreeHostWithDevSync(void *hostPtr);
aclError aclrtFreePhysical(aclrtDrvMemHandle handle);
/* since 9.1 */
aclError aclrtFreeWithDevSync(void *devPtr);
/* since 9.1 */
aclError aclrtFunctionGetAvailDynUbufPerBlock(void *func, uint32_t flags, size_t *dynamicUbufSize);
/* since 9.1 */
aclError aclrtFunctionGetBinary(const aclrtFuncHandle funcHandle, aclrtBinHandle *binHandle);
/* since 9.1 */
aclError aclrtFunctionGetParamCount(const void *func, size_t *paramCount);
/* since 9.1 */
aclError aclrtFunctionGetParamInfo(const void *func, size_t paramIndex, size_t *paramOffset, size_t *paramSize);
aclError aclrtGetAllGroupInfo(aclrtGroupInfo *groupInfo);
/* since 9.1 */
aclError aclrtGetArgsFromExceptionInfo(const aclrtExceptionInfo *info, void **devArgsPtr, uint32_t *devArgsLen);
/* since 9.1 */
aclError aclrtGetBufChainNum(aclrtMbuf headBuf, uint32_t *num);
/* since 9.1 */
aclError aclrtGetBufData(const aclrtMbuf buf, void **dataPtr, size_t *size);
/* since 9.1 */
aclError aclrtGetBufDataLen(aclrtMbuf buf, size_t *len);
/* since 9.1 */
aclError aclrtGetBufFromChain(aclrtMbuf headBuf, uint32_t index, aclrtMbuf *buf);
/* since 9.1 */
aclError aclrtGetBufUserData(const aclrtMbuf buf, void *dataPtr, size_t size, size_t offset);
aclError aclrtGetCurrentContext(aclrtContext *context);
aclError aclrtGetDevice(int32_t *deviceId);
/* since 9.1 */
aclError aclrtGetDeviceCapability(int32_t deviceId, aclrtDevFeatureType devFeatureType, int32_t *value);
aclError aclrtGetDeviceCount(uint32_t *count);
uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo *info);
/* since 9.1 */
aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t *value);
/* since 9.1 */
aclError aclrtGetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t *value);
aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode *mode);
aclError aclrtGetDeviceUtilizationRate(int32_t deviceId, aclrtUtilizationInfo *utilizationInfo);
/* since 9.1 */
aclError aclrtGetDevicesTopo(uint32_t deviceId, uint32_t otherDeviceId, uint64_t *value);
uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo *info);
/* since 9.1 */
aclError aclrtGetErrorVerbose(int32_t deviceId, aclrtErrorInfo *errorInfo);
/* since 9.1 */
aclError aclrtGetEventAvailNum(uint32_t *eventCount);
/* since 9.1 */
aclError aclrtGetEventId(aclrtEvent event, uint32_t *eventId);
/* since 9.1 */
aclError aclrtGetFloatOverflowStatus(void *outputAddr, uint64_t outputSize, aclrtStream stream);
/* since 9.1 */
aclError aclrtGetFuncBySymbol(const void *symbol, aclrtFuncHandle *funcHandle);
/* since 9.1 */
aclError aclrtGetFuncHandleFromExceptionInfo(const aclrtExceptionInfo *info, aclrtFuncHandle *func);
aclError aclrtGetFunctionAddr(aclrtFuncHandle funcHandle, void **aicAddr, void **aivAddr);
/* since 9.1 */
aclError aclrtGetFunctionAttribute(aclrtFuncHandle funcHandle, aclrtFuncAttribute attrType, int64_t *attrValue);
/* since 9.1 */
aclError aclrtGetFunctionName(aclrtFuncHandle funcHandle, uint32_t maxLen, char *name);
/* since 9.1 */
aclError aclrtGetFunctionSize(aclrtFuncHandle funcHandle, size_t *aicSize, size_t *aivSize);
aclError aclrtGetGroupCount(uint32_t *count);
aclError aclrtGetGroupInfoDetail(const aclrtGroupInfo *groupInfo, int32_t groupIndex, aclrtGroupAttr attr, void *attrValue, size_t valueLen, size_t *paramRetSize);
/* since 9.1 */
aclError aclrtGetHardwareSyncAddr(void **addr);
aclError aclrtGetLastError(aclrtLastErrLevel level);
/* since 9.1 */
aclError aclrtGetLogicDevIdByPhyDevId(const int32_t phyDevId, int32_t *const logicDevId);
/* since 9.1 */
aclError aclrtGetLogicDevIdByUserDevId(const int32_t userDevid, int32_t *const logicDevId);
aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t *free, size_t *total);
aclError aclrtGetMemUceInfo(int32_t deviceId, aclrtMemUceInfo *memUceInfoArray, size_t arraySize, size_t *retSize);
/* since 9.1 */
aclError aclrtGetMemUsageInfo(int32_t deviceId, aclrtMemUsageInfo *memUsageInfo, size_t inputNum, size_t *outputNum);
aclError aclrtGetMemcpyDescSize(aclrtMemcpyKind kind, size_t *descSize);
/* since 9.1 */
aclError aclrtGetNotifyId(aclrtNotify notify, uint32_t *notifyId);
/* since 9.1 */
aclError aclrtGetOpExecuteTimeout(uint32_t *const timeoutMs);
/* since 9.1 */
aclError aclrtGetOpTimeOutInterval(uint64_t *interval);
aclError aclrtGetOverflowStatus(void *outputAddr, size_t outputSize, aclrtStream stream);
/* since 9.1 */
aclError aclrtGetPhyDevIdByLogicDevId(const int32_t logicDevId, int32_t *const phyDevId);
/* since 9.1 */
aclError aclrtGetPhyDevIdByUserDevId(const int32_t userDevId, int32_t *const phyDevId);
/* since 9.1 */
aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t *flags, int32_t *active);
/* since 9.1 */
aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t *value);
aclError aclrtGetRunMode(aclrtRunMode *runMode);
/* since 9.1 */
aclError aclrtGetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType, aclrtStreamAttrValue *value);
/* since 9.1 */
aclError aclrtGetStreamAvailableNum(uint32_t *streamCount);
uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo *info);
aclError aclrtGetStreamOverflowSwitch(aclrtStream stream, uint32_t *flag);
/* since 9.1 */
aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t *value);
/* since 9.1 */
aclError aclrtGetSymbolAddress(const void *symbol, void **devPtr);
/* since 9.1 */
aclError aclrtGetSymbolSize(const void *symbol, size_t *size);
aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t *value);
uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo *info);
uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo *info);
aclError aclrtGetThreadLastTaskId(uint32_t *taskId);
/* since 9.1 */
aclError aclrtGetUserDevIdByLogicDevId(const int32_t logicDevId, int32_t *const userDevid);
/* since 9.1 */
aclError aclrtGetUserDevIdByPhyDevId(const int32_t phyDevId, int32_t *const userDevId);
/* deprecated */
aclError aclrtGetVersion(int32_t *majorVersion, int32_t *minorVersion, int32_t *patchVersion);
/* since 9.1 */
aclError aclrtHostGetDevicePointer(void *pHost, void **pDevice, uint32_t flag);
/* since 9.1 */
aclError aclrtHostMemMapCapabilities(uint32_t deviceId, aclrtHacType hacType, aclrtHostMemMapCapability *capabilities);
aclError aclrtHostRegister(void *ptr, uint64_t size, aclrtHostRegisterType type, void **devPtr);
/* since 9.1 */
aclError aclrtHostRegisterV2(void *ptr, uint64_t size, uint32_t flag);
aclError aclrtHostUnregister(void *ptr);
/* since 9.1 */
aclError aclrtIpcGetEventHandle(aclrtEvent event, aclrtIpcEventHandle *handle);
/* since 9.1 */
aclError aclrtIpcMemClose(const char *key);
/* since 9.1 */
aclError aclrtIpcMemGetExportKey(void *devPtr, size_t size, char *key, size_t len, uint64_t flags);
/* since 9.1 */
aclError aclrtIpcMemImportByKey(void **devPtr, const char *key, uint64_t flags);
/* since 9.1 */
aclError aclrtIpcMemImportPidInterServer(const char *key, aclrtServerPid *serverPids, size_t num);
/* since 9.1 */
aclError aclrtIpcMemSetAttr(const char *key, aclrtIpcMemAttrType type, uint64_t attr);
/* since 9.1 */
aclError aclrtIpcMemSetImportPid(const char *key, int32_t *pid, size_t num);
/* since 9.1 */
aclError aclrtIpcOpenEventHandle(aclrtIpcEventHandle handle, aclrtEvent *event);
aclError aclrtKernelArgsAppend(aclrtArgsHandle argsHandle, void *param, size_t paramSize, aclrtParamHandle *paramHandle);
aclError aclrtKernelArgsAppendPlaceHolder(aclrtArgsHandle argsHandle, aclrtParamHandle *paramHandle);
aclError aclrtKernelArgsFinalize(aclrtArgsHandle argsHandle);
aclError aclrtKernelArgsGetHandleMemSize(aclrtFuncHandle funcHandle, size_t *memSize);
aclError aclrtKernelArgsGetMemSize(aclrtFuncHandle funcHandle, size_t userArgsSize, size_t *actualArgsSize);
aclError aclrtKernelArgsGetPlaceHolderBuffer(aclrtArgsHandle argsHandle, aclrtParamHandle paramHandle, size_t dataSize, void **bufferAddr);
aclError aclrtKernelArgsInit(aclrtFuncHandle funcHandle, aclrtArgsHandle *argsHandle);
aclError aclrtKernelArgsInitByUserMem(aclrtFuncHandle funcHandle, aclrtArgsHandle argsHandle, void *userHostMem, size_t actualArgsSize);
aclError aclrtKernelArgsParaUpdate(aclrtArgsHandle argsHandle, aclrtParamHandle paramHandle, void *param, size_t paramSize);
aclError aclrtLaunchCallback(aclrtCallback fn, void *userData, aclrtCallbackBlockType blockType, aclrtStream stream);
/* since 9.1 */
aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void *args);
aclError aclrtLaunchKernel(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize, aclrtStream stream);
/* since 9.1 */
aclError aclrtLaunchKernelV2(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize, aclrtLaunchKernelCfg *cfg, aclrtStream stream);
/* since 9.1 */
aclError aclrtLaunchKernelWithArgsArray(void *func, uint32_t numBlocks, aclrtStream stream, aclrtLaunchKernelCfg *cfg, void **args);
aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream, aclrtLaunchKernelCfg *cfg, aclrtArgsHandle argsHandle, void *reserve);
/* since 9.1 */
aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream, aclrtLaunchKernelCfg *cfg, void *hostArgs, size_t argsSize, aclrtPlaceHolderInfo *placeHolderArray, size_t placeHolderNum);
/* since 9.1 */
aclError aclrtLaunchSIMTKernelWithArgsArray(void *func, dim3 gridDim, dim3 blockDim, size_t dynUbufSize, aclrtStream stream, aclrtLaunchKernelCfg *cfg, void **args);
/* since 9.1 */
aclError aclrtLaunchSIMTKernelWithHostArgs(void *func, dim3 gridDim, dim3 blockDim, size_t dynUbufSize, aclrtStream stream, aclrtLaunchKernelCfg *cfg, void *hostArgs, size_t argsSize, aclrtPlaceHolderInfo *placeHolderArray, size_t placeHolderNum);
aclError aclrtMalloc(void **devPtr, size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocAlign32(void **devPtr, size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocCached(void **devPtr, size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocForTaskScheduler(void **devPtr, size_t size, aclrtMemMallocPolicy policy, aclrtMallocConfig *cfg);
aclError aclrtMallocHost(void **hostPtr, size_t size);
aclError aclrtMallocHostWithCfg(void **ptr, uint64_t size, aclrtMallocConfig *cfg);
aclError aclrtMallocPhysical(aclrtDrvMemHandle *handle, size_t size, const aclrtPhysicalMemProp *prop, uint64_t flags);
aclError aclrtMallocWithCfg(void **devPtr, size_t size, aclrtMemMallocPolicy policy, aclrtMallocConfig *cfg);
aclError aclrtMapMem(void *virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle, uint64_t flags);
/* since 9.1 */
aclError aclrtMemAllocManaged(void **ptr, uint64_t size, uint32_t flag);
aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle handle, aclrtMemHandleType handleType, uint64_t flags, uint64_t *shareableHandle);
/* since 9.1 */
aclError aclrtMemExportToShareableHandleV2(aclrtDrvMemHandle handle, uint64_t flags, aclrtMemSharedHandleType shareType, void *shareableHandle);
aclError aclrtMemFlush(void *devPtr, size_t size);
/* since 9.1 */
aclError aclrtMemGetAccess(void *virPtr, aclrtMemLocation *location, uint64_t *flag);
/* since 9.1 */
aclError aclrtMemGetAddressRange(void *ptr, void **pbase, size_t *psize);
aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp *prop, aclrtMemGranularityOptions option, size_t *granularity);
/* since 9.1 */
aclError aclrtMemGetAllocationPropertiesFromHandle(aclrtDrvMemHandle handle, aclrtPhysicalMemProp *prop);
aclError aclrtMemImportFromShareableHandle(uint64_t shareableHandle, int32_t deviceId, aclrtDrvMemHandle *handle);
/* since 9.1 */
aclError aclrtMemImportFromShareableHandleV2(void *shareableHandle, aclrtMemSharedHandleType shareType, uint64_t flags, aclrtDrvMemHandle *handle);
aclError aclrtMemInvalidate(void *devPtr, size_t size);
/* since 9.1 */
aclError aclrtMemManagedAdvise(const void *const ptr, uint64_t size, aclrtMemManagedAdviseType advise, aclrtMemManagedLocation location);
/* since 9.1 */
aclError aclrtMemManagedGetAttr(aclrtMemManagedRangeAttribute attribute, const void *ptr, size_t size, void *data, size_t dataSize);
/* since 9.1 */
aclError aclrtMemManagedGetAttrs(aclrtMemManagedRangeAttribute *attributes, size_t numAttributes, const void *ptr, size_t size, void **data, size_t *dataSizes);
/* since 9.1 */
aclError aclrtMemManagedPrefetchAsync(const void *ptr, size_t size, aclrtMemManagedLocation location, uint32_t flags, aclrtStream stream);
/* since 9.1 */
aclError aclrtMemManagedPrefetchBatchAsync(const void **ptrs, size_t *sizes, size_t count, aclrtMemManagedLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, uint64_t flags, aclrtStream stream);
/* since 9.1 */
aclError aclrtMemMapNoAccess(void *virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle, uint64_t flags);
/* since 9.1 */
aclError aclrtMemMapSelectedLink(void *virPtrDst, size_t size, void *virPtrSrc, uint32_t linkIdx);
/* since 9.1 */
aclError aclrtMemMapSetLink(aclrtDrvMemHandle handle, aclrtMemLinkType adviceLink);
/* since 9.1 */
aclError aclrtMemP2PMap(void *devPtr, size_t size, int32_t dstDevId, uint64_t flags);
/* since 9.1 */
aclError aclrtMemRetainAllocationHandle(void *virPtr, aclrtDrvMemHandle *handle);
/* since 9.1 */
aclError aclrtMemSetAccess(void *virPtr, size_t size, aclrtMemAccessDesc *desc, size_t count);
aclError aclrtMemSetPidToShareableHandle(uint64_t shareableHandle, int32_t *pid, size_t pidNum);
/* since 9.1 */
aclError aclrtMemSetPidToShareableHandleV2(void *shareableHandle, aclrtMemSharedHandleType shareType, int32_t *pid, size_t pidNum);
aclError aclrtMemUceRepair(int32_t deviceId, aclrtMemUceInfo *memUceInfoArray, size_t arraySize);
aclError aclrtMemcpy(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind);
aclError aclrtMemcpy2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, aclrtMemcpyKind kind);
aclError aclrtMemcpy2dAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemcpyAsync(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind, aclrtStream stream);
/* deprecated */
aclError aclrtMemcpyAsyncWithCondition(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemcpyAsyncWithDesc(void *desc, aclrtMemcpyKind kind, aclrtStream stream);
/* since 9.1 */
aclError aclrtMemcpyAsyncWithOffset(void **dst, size_t destMax, size_t dstDataOffset, const void **src, size_t count, size_t srcDataOffset, aclrtMemcpyKind kind, aclrtStream stream);
/* since 9.1 */
aclError aclrtMemcpyBatch(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches, aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes, size_t numAttrs, size_t *failIndex);
/* since 9.1 */
aclError aclrtMemcpyBatchAsync(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches, aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes, size_t numAttrs, size_t *failIndex, aclrtStream stream);
/* since 9.1 */
aclError aclrtMemcpyBatchAsyncV2(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches, aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes, size_t numAttrs, aclrtStream stream);
/* since 9.1 */
aclError aclrtMemcpyBatchV2(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches, aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes, size_t numAttrs);
/* since 9.1 */
aclError aclrtMemcpyFromSymbol(void *dst, size_t dstMax, const void *symbol, size_t count, size_t offset, aclrtMemcpyKind kind);
/* since 9.1 */
aclError aclrtMemcpyFromSymbolAsync(void *dst, size_t dstMax, const void *symbol, size_t count, size_t offset, aclrtMemcpyKind kind, aclrtStream stream);
/* since 9.1 */
aclError aclrtMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset, aclrtMemcpyKind kind);
/* since 9.1 */
aclError aclrtMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count, size_t offset, aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemset(void *devPtr, size_t maxCount, int32_t value, size_t count);
aclError aclrtMemsetAsync(void *devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream);
/* since 9.1 */
aclError aclrtMemsetD32(void *ptr, size_t memSize, uint32_t value, size_t N);
/* since 9.1 */
aclError aclrtMemsetD32Async(void *ptr, size_t memSize, uint32_t value, size_t N, aclrtStream stream);
/* since 9.1 */
aclError aclrtNotifyBatchReset(aclrtNotify *notifies, size_t num);
/* since 9.1 */
aclError aclrtNotifyGetExportKey(aclrtNotify notify, char *key, size_t len, uint64_t flags);
/* since 9.1 */
aclError aclrtNotifyImportByKey(aclrtNotify *notify, const char *key, uint64_t flags);
/* since 9.1 */
aclError aclrtNotifySetImportPid(aclrtNotify notify, int32_t *pid, size_t num);
/* since 9.1 */
aclError aclrtNotifySetImportPidInterServer(aclrtNotify notify, aclrtServerPid *serverPids, size_t num);
/* since 9.1 */
aclError aclrtNpuClearFloatOverFlowStatus(uint32_t checkMode, aclrtStream stream);
/* since 9.1 */
aclError aclrtNpuGetFloatOverFlowStatus(void *outputAddr, uint64_t outputSize, uint32_t checkMode, aclrtStream stream);
aclError aclrtPeekAtLastError(aclrtLastErrLevel level);
/* since 9.1 */
aclError aclrtPersistentTaskClean(aclrtStream stream);
aclError aclrtPointerGetAttributes(const void *ptr, aclrtPtrAttributes *attributes);
aclError aclrtProcessHostFunc(int32_t timeout);
aclError aclrtProcessReport(int32_t timeout);
/* since 9.1 */
aclError aclrtProfTrace(void *userdata, int32_t length, aclrtStream stream);
aclError aclrtQueryDeviceStatus(int32_t deviceId, aclrtDeviceStatus *deviceStatus);
/* deprecated */
aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus *status);
aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus *status);
aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus *status);
/* since 9.1 */
aclError aclrtRandomNumAsync(const aclrtRandomNumTaskInfo *taskInfo, const aclrtStream stream, void *reserve);
aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);
/* since 9.1 */
aclError aclrtRecordEventWithFlag(aclrtEvent event, aclrtStream stream, uint32_t flag);
/* since 9.1 */
aclError aclrtRecordNotify(aclrtNotify notify, aclrtStream stream);
/* since 9.1 */
aclError aclrtReduceAsync(void *dst, const void *src, uint64_t count, aclrtReduceKind kind, aclDataType type, aclrtStream stream, void *reserve);
/* since 9.1 */
aclError aclrtRegDeviceStateCallback(const char *regName, aclrtDeviceStateCallback callback, void *args);
/* since 9.1 */
aclError aclrtRegStreamStateCallback(const char *regName, aclrtStreamStateCallback callback, void *args);
/* since 9.1 */
aclError aclrtRegisterCpuFunc(const aclrtBinHandle handle, const char *funcName, const char *kernelName, aclrtFuncHandle *funcHandle);
aclError aclrtReleaseMemAddress(void *virPtr);
/* since 9.1 */
aclError aclrtRepairError(int32_t deviceId, const aclrtErrorInfo *errorInfo);
aclError aclrtReserveMemAddress(void **virPtr, size_t size, size_t alignment, void *expectPtr, uint64_t flags);
/* since 9.1 */
aclError aclrtReserveMemAddressNoUCMemory(void **virPtr, size_t size, size_t alignment, void *expectPtr, uint64_t flags);
aclError aclrtResetDevice(int32_t deviceId);
aclError aclrtResetDeviceForce(int32_t deviceId);
/* since 9.1 */
aclError aclrtResetDeviceResLimit(int32_t deviceId);
aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream);
/* since 9.1 */
aclError aclrtResetFloatOverflowStatus(aclrtStream stream);
aclError aclrtResetOverflowStatus(aclrtStream stream);
/* since 9.1 */
aclError aclrtResetStreamResLimit(aclrtStream stream);
/* since 9.1 */
aclError aclrtSetBufDataLen(aclrtMbuf buf, size_t len);
/* since 9.1 */
aclError aclrtSetBufUserData(aclrtMbuf buf, const void *dataPtr, size_t size, size_t offset);
aclError aclrtSetCurrentContext(aclrtContext context);
aclError aclrtSetDevice(int32_t deviceId);
/* since 9.1 */
aclError aclrtSetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t value);
aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode);
/* since 9.1 */
aclError aclrtSetDeviceTaskAbortCallback(const char *regName, aclrtDeviceTaskAbortCallback callback, void *args);
/* deprecated */
aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback callback);
aclError aclrtSetGroup(int32_t groupId);
/* since 9.1 */
aclError aclrtSetLabel(aclrtLabel label, aclrtStream stream);
aclError aclrtSetMemcpyDesc(void *desc, aclrtMemcpyKind kind, void *srcAddr, void *dstAddr, size_t count, void *config);
aclError aclrtSetOpExecuteTimeOut(uint32_t timeout);
/* since 9.1 */
aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout, uint64_t *actualTimeout);
aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t timeout);
aclError aclrtSetOpWaitTimeout(uint32_t timeout);
/* since 9.1 */
aclError aclrtSetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType, aclrtStreamAttrValue *value);
aclError aclrtSetStreamConfigOpt(aclrtStreamConfigHandle *handle, aclrtStreamConfigAttr attr, const void *attrValue, size_t valueSize);
aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode);
aclError aclrtSetStreamOverflowSwitch(aclrtStream stream, uint32_t flag);
/* since 9.1 */
aclError aclrtSetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t value);
aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value);
aclError aclrtSetTsDevice(aclrtTsId tsId);
/* since 9.1 */
aclError aclrtSnapShotCallbackRegister(aclrtSnapShotStage stage, aclrtSnapShotCallBack callback, void *args);
/* since 9.1 */
aclError aclrtSnapShotCallbackUnregister(aclrtSnapShotStage stage, aclrtSnapShotCallBack callback);
/* since 9.1 */
aclError aclrtSnapShotProcessBackup(int pid, aclrtSnapShotBackupArgs *args);
/* since 9.1 */
aclError aclrtSnapShotProcessLock(int pid, void *reserve);
/* since 9.1 */
aclError aclrtSnapShotProcessRestore(int pid, aclrtSnapShotRestoreArgs *args);
/* since 9.1 */
aclError aclrtSnapShotProcessUnlock(int pid, void *reserve);
aclError aclrtStreamAbort(aclrtStream stream);
/* since 9.1 */
aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t *flags);
aclError aclrtStreamGetId(aclrtStream stream, int32_t *streamId);
/* since 9.1 */
aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t *priority);
aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus *status);
/* since 9.1 */
aclError aclrtStreamStop(aclrtStream stream);
aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);
/* since 9.1 */
aclError aclrtStreamWaitEventWithFlag(aclrtStream stream, aclrtEvent event, uint32_t timeout, uint32_t flag);
/* since 9.1 */
aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event, int32_t timeout);
aclError aclrtSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream);
aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream);
/* since 9.1 */
aclError aclrtSwitchLabelByIndex(void *ptr, uint32_t maxValue, aclrtLabelList labelList, aclrtStream stream);
/* since 9.1 */
aclError aclrtSwitchStream(void *leftValue, aclrtCondition cond, void *rightValue, aclrtCompareDataType dataType, aclrtStream trueStream, aclrtStream falseStream, aclrtStream stream);
aclError aclrtSynchronizeDevice(void);
aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);
aclError aclrtSynchronizeEvent(aclrtEvent event);
aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout);
aclError aclrtSynchronizeStream(aclrtStream stream);
aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);
/* since 9.1 */
aclError aclrtTaskUpdateAsync(aclrtStream taskStream, uint32_t taskId, aclrtTaskUpdateInfo *info, aclrtStream execStream);
aclError aclrtUnSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream);
aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream);
aclError aclrtUnmapMem(void *virPtr);
/* since 9.1 */
aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream);
/* since 9.1 */
aclError aclrtUseStreamResInCurrentThread(aclrtStream stream);
/* since 9.1 */
aclError aclrtValueWait(void *devAddr, uint64_t value, uint32_t flag, aclrtStream stream);
/* since 9.1 */
aclError aclrtValueWrite(void *devAddr, uint64_t value, uint32_t flag, aclrtStream stream);
/* since 9.1 */
aclError aclrtWaitAndResetNotify(aclrtNotify notify, aclrtStream stream, uint32_t timeout);
/* deprecated */
aclError aclsysGetCANNVersion(aclCANNPackageName name, aclCANNPackageVersion *version);
/* since 9.1 */
aclError aclsysGetVersionNum(char *pkgName, int32_t *versionNum);
/* since 9.1 */
aclError aclsysGetVersionStr(char *pkgName, char *versionStr);

#ifdef __cplusplus
}
#endif

#endif
