"""HCCL, the library for several devices: pyacl does not declare it, so a translated program does so itself."""
from __future__ import annotations

from ._types import CHAR, INT, VOID, CType, pointer

# As the headers have it (hccl/hccl_types.h): an HcclComm is a `void *`, results, data types and reductions are ints.
TYPES = {"HcclComm": pointer(VOID), **dict.fromkeys(("HcclResult", "HcclDataType", "HcclReduceOp"), INT),
         "HcclRootInfo": CType("array", "4108", of=(CHAR,))}

_COUNTED = ("SUCCESS", "E_PARA", "E_PTR", "E_MEMORY", "E_INTERNAL", "E_NOT_SUPPORT", "E_NOT_FOUND", "E_UNAVAIL",
            "E_SYSCALL", "E_TIMEOUT")
_DATA_TYPES = ("INT8", "INT16", "INT32", "FP16", "FP32", "INT64", "UINT64", "UINT8", "UINT16", "UINT32", "FP64",
               "BFP16")
CONSTANTS = {
    **{f"HCCL_{name}": number for number, name in enumerate(_COUNTED)},
    **{f"HCCL_DATA_TYPE_{name}": number for number, name in enumerate(_DATA_TYPES)},
    **{f"HCCL_REDUCE_{name}": number for number, name in enumerate(("SUM", "PROD", "MAX", "MIN"))},
    "HCCL_ROOT_INFO_BYTES": 4108, "COMM_NAME_MAX_LENGTH": 128,
}

_TO_STREAM = "void *comm, void *stream"
FUNCTIONS = {name: f"int {name}({parameters})" for name, parameters in {
    "HcclCommInitAll": "uint32_t ndev, int32_t *devices, void **comms",
    "HcclCommInitClusterInfo": "const char *clusterInfo, uint32_t rank, void **comm",
    "HcclGetRootInfo": "void *rootInfo",
    "HcclCommInitRootInfo": "uint32_t nRanks, const void *rootInfo, uint32_t rank, void **comm",
    "HcclCommDestroy": "void *comm",
    "HcclGetCommName": "void *comm, char *commName",
    "HcclGetRankId": "void *comm, uint32_t *rank",
    "HcclGetRankSize": "void *comm, uint32_t *rankSize",
    "HcclBarrier": _TO_STREAM,
    "HcclAllReduce": f"void *send, void *recv, uint64_t count, int type, int op, {_TO_STREAM}",
    "HcclBroadcast": f"void *buf, uint64_t count, int type, uint32_t root, {_TO_STREAM}",
    "HcclAllGather": f"void *send, void *recv, uint64_t sendCount, int type, {_TO_STREAM}",
    "HcclReduceScatter": f"void *send, void *recv, uint64_t recvCount, int type, int op, {_TO_STREAM}",
    "HcclReduce": f"void *send, void *recv, uint64_t count, int type, int op, uint32_t root, {_TO_STREAM}",
    "HcclScatter": f"void *send, void *recv, uint64_t recvCount, int type, uint32_t root, {_TO_STREAM}",
    "HcclSend": f"void *send, uint64_t count, int type, uint32_t destRank, {_TO_STREAM}",
    "HcclRecv": f"void *recv, uint64_t count, int type, uint32_t srcRank, {_TO_STREAM}",
}.items()}
FUNCTIONS["HcclGetErrorString"] = "const char *HcclGetErrorString(int code)"


def declaration(names: set[str]) -> list[str]:
    """What a program says to have these functions and constants of HCCL."""
    lines = [f"{name} = {CONSTANTS[name]}" for name in CONSTANTS if name in names]
    functions = [text for name, text in FUNCTIONS.items() if name in names]
    if functions:
        lines += ["hccl_ffi = cffi.FFI()", 'hccl_ffi.cdef("""',
                  *(f"{text};" for text in functions), '""")',
                  'hccl = hccl_ffi.dlopen("libhccl.so")']
    return lines
