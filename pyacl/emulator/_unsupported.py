"""What this machine does not do, group by group, and why.  Such a function answers with an unsupported code."""
from __future__ import annotations

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
