#ifndef PYACL_HCCL_HCCL_COMM_H
#define PYACL_HCCL_HCCL_COMM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "acl/acl.h"
#include "hccl/hccl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* since 9.1 */
typedef enum HcclOpExpansionMode {
    HCCL_OP_EXPANSION_MODE_INVALID = -1,
    HCCL_OP_EXPANSION_MODE_AI_CPU = 0,
    HCCL_OP_EXPANSION_MODE_AIV = 1,
    HCCL_OP_EXPANSION_MODE_HOST = 2,
    HCCL_OP_EXPANSION_MODE_HOST_TS = 3,
    HCCL_OP_EXPANSION_MODE_CCU_MS = 4,
    HCCL_OP_EXPANSION_MODE_CCU_SCHED = 5,
    HCCL_OP_EXPANSION_AIV_ONLY = 6,
} HcclOpExpansionMode;

/* since 9.1 */
typedef HcclOpExpansionMode HcclConfigTypeOpExpansionMode;

/* since 9.1 */
typedef enum HcclConfigType {
    HCCL_CONFIG_TYPE_INVALID = -1,
    HCCL_CONFIG_TYPE_OP_EXPANSION_MODE = 0,
    HCCL_CONFIG_TYPE_HCCL_ALGO = 1,
} HcclConfigType;

/* since 9.1 */
typedef HcclResult (*HcclCommStateCallback)(HcclComm comm, HcclCommStatePhase state, void *args);

HcclResult HcclBarrier(HcclComm comm, aclrtStream stream);
HcclResult HcclCommActivateCommMemory(HcclComm comm, void *virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle, uint64_t flags);
HcclResult HcclCommDeactivateCommMemory(HcclComm comm, void *virPtr);
HcclResult HcclCommDestroy(HcclComm comm);
/* since 9.1 */
HcclResult HcclCommGetHandleWithName(const char *commName, HcclComm *comm);
/* since 9.1 */
HcclResult HcclCommGetStatus(const char *commId, HcclCommStatus *status);
HcclResult HcclCommInitAll(uint32_t ndev, int32_t *devices, HcclComm *comms);
HcclResult HcclCommInitClusterInfo(const char *clusterInfo, uint32_t rank, HcclComm *comm);
HcclResult HcclCommInitClusterInfoConfig(const char *clusterInfo, uint32_t rank, HcclCommConfig *config, HcclComm *comm);
HcclResult HcclCommInitRootInfo(uint32_t nRanks, const HcclRootInfo *rootInfo, uint32_t rank, HcclComm *comm);
HcclResult HcclCommInitRootInfoConfig(uint32_t nRanks, const HcclRootInfo *rootInfo, uint32_t rank, const HcclCommConfig *config, HcclComm *comm);
/* since 9.1 */
HcclResult HcclCommRegCommStateCallback(const char *regName, HcclCommStateCallback cb, void *args);
HcclResult HcclCommResume(HcclComm comm);
HcclResult HcclCommSetMemoryRange(HcclComm comm, void *baseVirPtr, size_t size, size_t alignment, uint64_t flags);
HcclResult HcclCommSuspend(HcclComm comm);
/* since 9.1 */
HcclResult HcclCommSymWinDeregister(HcclCommSymWindow winHandle);
/* since 9.1 */
HcclResult HcclCommSymWinGet(HcclComm comm, void *ptr, size_t size, HcclCommSymWindow *winHandle, size_t *offset);
/* since 9.1 */
HcclResult HcclCommSymWinRegister(HcclComm comm, void *addr, uint64_t size, HcclCommSymWindow *winHandle, uint32_t flag);
HcclResult HcclCommUnsetMemoryRange(HcclComm comm, void *baseVirPtr);
/* since 9.1 */
HcclResult HcclCommWorkingDevNicSet(HcclComm comm, uint32_t *ranks, bool *useBackup, uint32_t nRanks);
/* since 9.1 */
HcclResult HcclConfigGetInfo(HcclComm comm, HcclConfigType cfgType, uint32_t infoLen, void *info);
HcclResult HcclCreateSubCommConfig(HcclComm *comm, uint32_t rankNum, uint32_t *rankIds, uint64_t subCommId, uint32_t subCommRankId, HcclCommConfig *config, HcclComm *subComm);
HcclResult HcclGetCommAsyncError(HcclComm comm, HcclResult *asyncError);
uint32_t HcclGetCommConfigCapability(void);
HcclResult HcclGetCommName(HcclComm comm, char *commName);
HcclResult HcclGetConfig(HcclConfig config, HcclConfigValue *configValue);
const char *HcclGetErrorString(HcclResult code);
HcclResult HcclGetRankId(HcclComm comm, uint32_t *rank);
HcclResult HcclGetRankSize(HcclComm comm, uint32_t *rankSize);
HcclResult HcclGetRootInfo(HcclRootInfo *rootInfo);
/* since 9.1 */
HcclResult HcclGroupEnd(void);
/* since 9.1 */
HcclResult HcclGroupStart(void);
/* since 9.1 */
HcclResult HcclGroupStatusGet(bool *isGroupEnabled);
HcclResult HcclSetConfig(HcclConfig config, HcclConfigValue configValue);

#ifdef __cplusplus
}
#endif

#endif
