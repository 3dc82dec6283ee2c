"""Kernels from binaries are machine code that nothing here can run; what the first layers refuse is refused alike."""
from __future__ import annotations

import os
from typing import Any

from ... import _abi
from .._registry import Implementation, Refusal, c_function
from .._unsupported import unsupported_text
from .context import null

ffi = _abi.ffi
API_NOT_SUPPORTED = 200001
# C name -> its first parameter, without which it does nothing (R-ABI-3).
FIRST_PARAMETERS = {
    "aclrtLaunchKernel": "funcHandle", "aclrtLaunchKernelV2": "funcHandle", "aclrtLaunchKernelWithConfig": "funcHandle",
    "aclrtLaunchKernelWithHostArgs": "funcHandle", "aclrtLaunchKernelWithArgsArray": "func",
    "aclrtBinaryLoad": "binary", "aclrtBinaryLoadFromData": "data", "aclrtBinaryUnLoad": "binHandle",
    "aclrtBinaryGetFunction": "binHandle", "aclrtBinaryGetFunctionByEntry": "binHandle",
    "aclrtBinaryGetDevAddress": "binHandle", "aclrtBinaryGetGlobal": "binHandle", "aclrtDestroyBinary": "binary",
    "aclrtGetFunctionAddr": "funcHandle", "aclrtGetFunctionAttribute": "funcHandle",
    "aclrtGetFunctionName": "funcHandle", "aclrtGetFunctionSize": "funcHandle", "aclrtFunctionGetBinary": "funcHandle",
    "aclrtKernelArgsInit": "funcHandle", "aclrtKernelArgsGetHandleMemSize": "funcHandle",
    "aclrtKernelArgsGetMemSize": "funcHandle", "aclrtKernelArgsInitByUserMem": "funcHandle",
    "aclrtKernelArgsAppend": "argsHandle", "aclrtKernelArgsAppendPlaceHolder": "argsHandle",
    "aclrtKernelArgsFinalize": "argsHandle", "aclrtKernelArgsGetPlaceHolderBuffer": "argsHandle",
    "aclrtKernelArgsParaUpdate": "argsHandle"}


def _refusing(function: str, parameter: str) -> Implementation:
    def refuse(first: Any, *others: Any) -> int:
        if not first:
            raise null(parameter)
        raise Refusal(API_NOT_SUPPORTED, unsupported_text(function), token="EH9999", layer="acl")
    return refuse


for _function, _parameter in FIRST_PARAMETERS.items():
    c_function(_function)(_refusing(_function, _parameter))


@c_function("aclrtBinaryLoadFromFile")
def load_from_file(path: Any, options: Any, out: Any) -> int:
    """A file that is not there is found out by the second layer, which has cleared the handle by then."""
    if not path or not out:
        raise null("binPath" if not path else "binHandle")
    name = ffi.string(path)
    if not os.path.isfile(name):
        out[0] = ffi.NULL
        raise Refusal(107000, f"{os.fsdecode(name)} cannot be opened", token="EE1003")
    raise Refusal(API_NOT_SUPPORTED, unsupported_text("aclrtBinaryLoadFromFile"), token="EH9999", layer="acl")
