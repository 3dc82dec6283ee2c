"""What this machine does not do, group by group, and why.

Such a function answers with an unsupported code; but what the first layer of the real one refuses, a NULL, is refused
alike (R-ABI-3).
"""
from __future__ import annotations

from typing import Any

from ._registry import Implementation, Refusal

API_NOT_SUPPORTED, NO_KERNEL = 200001, 561003
# Pointers that may be NULL by their C type or name; all others are what the function works on or writes to.
OPTIONAL_TYPES = ("aclrtStream", "aclrtLaunchKernelCfg", "aclrtBinaryLoadOptions")
OPTIONAL_NAMES = ("args", "argsData", "config", "placeHolderArray", "reserve", "userData", "userdata")

# group -> (prefixes and names of its functions, why they are not emulated)
GROUPS: dict[str, tuple[str, str]] = {
    "image and video": ("acldvpp aclvdec aclvenc", "needs the codecs of the device"),
    "feature retrieval": ("aclfv", "needs the retrieval library of the device"),
    "models from files": ("aclmdl", "needs the graph engine; graphs are captured with aclmdlRICapture..."),
    "conditions and nodes of model instances": (
        "aclmdlRIAddCondTask aclmdlRICond aclmdlRITask aclmdlRIGetTasks aclmdlRIKernelTask aclmdlRICaptureToModelRI",
        "captured tasks cannot be looked into here"),
    "profiling": ("aclprof aclrtProfTrace", "there is no device to measure"),
    "dumps": ("acldump aclGenGraphAndDumpForOp aclCreateGraphDumpOpt aclDestroyGraphDumpOpt",
              "there is no device to dump from"),
    "queues and channels": ("acltdt aclrtAllocBuf aclrtFreeBuf aclrtAppendBufChain aclrtCopyBufRef aclrtGetBuf "
                            "aclrtSetBuf", "needs the queue service of the device"),
    "single operators by name": ("aclop aclblas aclGetCompileopt aclSetCompileopt aclTransTensorDescFormat "
                                 "aclSetTensorConst aclSetTensorDynamicInput aclSetTensorValueRange "
                                 "aclGetTensorDescAddress aclGetTensorDescByIndex",
                                 "needs the operator compiler; use the aclnn operators"),
    "kernels from binaries": ("aclrtBinary aclrtCreateBinary aclrtDestroyBinary aclrtFunction aclrtGetFunc "
                              "aclrtKernelArgs aclrtLaunchKernel aclrtLaunchSIMT aclrtRegisterCpuFunc "
                              "aclrtGetSymbol aclrtMemcpyFromSymbol aclrtMemcpyToSymbol aclrtRandomNumAsync "
                              "aclrtTaskUpdateAsync aclrtGetHardwareSyncAddr aclrtCtxGetFloatOverflowAddr",
                              "kernels are machine code of the device"),
    "snapshots": ("aclrtSnapShot", "needs the driver's check-points"),
    "labels and groups": ("aclrtCreateLabel aclrtDestroyLabel aclrtSetLabel aclrtSwitchLabel aclrtCreateGroupInfo "
                          "aclrtDestroyGroupInfo aclrtGetAllGroupInfo aclrtGetGroup aclrtSetGroup",
                          "are of parts that execute control flow themselves"),
    "managed memory": ("aclrtMemManaged", "pages do not migrate here"),
    "shared links and events": ("aclrtMemMap aclrtMemP2PMap aclrtIpcOpenEventHandle "
                                "aclrtNotifySetImportPidInterServer", "processes and machines share nothing here"),
    "allocators of frameworks": ("aclrtAllocator", "only the graph engine calls them"),
    "faults of memory": ("aclrtGetMemUce aclrtMemUceRepair aclRecoverAllHcclTasks", "memory has no faults here"),
    "floating-point flags": ("aclrtNpu", "operators keep no such flags here"),
    "identity of the board": ("aclrtDeviceGetUuid aclrtDeviceGetPCIBusId aclrtDeviceGetByPCIBusId "
                              "aclrtDeviceGetBareTgid", "there is no board"),
    "atomic operations": ("aclrtDeviceGetHostAtomic aclrtDeviceGetP2PAtomic", "there are no links between devices"),
    "caches and barriers": ("aclrtCacheLastTask aclrtCmoAsyncWithBarrier aclrtCmoWaitBarrier aclrtGetThreadLastTaskId",
                            "tasks have no numbers and no caches here"),
    "host functions by hand": ("aclrtProcessHostFunc aclrtSubscribeHostFunc aclrtUnSubscribeHostFunc",
                               "host functions run by themselves here"),
    "accounts of memory": ("aclrtGetMemUsageInfo aclrtHostMemMapCapabilities", "the driver keeps them"),
    "platform data": ("aclplatform", "needs the vendor's description files"),
}


def why_unsupported(function: str) -> str:
    """The reason of the group with the longest matching prefix, "" if the function is in none."""
    best = ("", "")
    for prefixes, reason in GROUPS.values():
        for prefix in prefixes.split():
            if function.startswith(prefix) and len(prefix) > len(best[0]):
                best = (prefix, reason)
    return best[1]


def unsupported_text(function: str) -> str:
    """The sentence with which a function that is not emulated answers."""
    if function.startswith("aclnn"):
        return f"{function} is not emulated (python -m pyacl ops lists the operators that compute)"
    reason = why_unsupported(function)
    return f"{function} is not emulated" + (f": {reason}" if reason else "")


def _required(types: tuple[Any, ...], parameters: str) -> list[tuple[int, str]]:
    """Places and names of the pointer parameters that must not be NULL."""
    names = [text.rpartition(" ")[2].lstrip("*") for text in parameters.rstrip(")").split(",")]
    if len(names) != len(types):                   # none, or functions and arrays among them: at most the first
        names, types = names[:1], types[:1]
    return [(place, name) for place, (name, ctype) in enumerate(zip(names, types, strict=False))
            if ctype.kind in ("pointer", "function") and name not in OPTIONAL_NAMES
            and not any(word in ctype.cname for word in OPTIONAL_TYPES)]


def refusing(function: str, types: tuple[Any, ...], parameters: str) -> Implementation:
    """The implementation of a function that is not emulated, by the C types and the text of its parameters."""
    if function.startswith(("aclnn", "aclStft", "aclRfft1D")):
        code, token, layer = NO_KERNEL, "EZ9999", "aclnn"
        required = []
    else:
        code, token, layer = API_NOT_SUPPORTED, "EH9999", "acl"
        required = _required(types, parameters)

    def refuse(*arguments: Any) -> int:
        for place, name in required:
            if not arguments[place]:
                raise Refusal(100000, f"{name} is NULL", token="EH0008", layer="acl")
        raise Refusal(code, unsupported_text(function), token=token, layer=layer)
    return refuse
