"""Exceptions, and the one checked call: the only place that turns a return code into an exception."""
from __future__ import annotations

import sys
import threading

from . import _abi
from ._exceptions import (
    AclArgumentError,
    AclError,
    AclMemoryError,
    AclTimeoutError,
    AclWarning,
    LibraryNotFoundError,
    UnsupportedError,
)
from ._lib import ffi, lib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["AclArgumentError", "AclError", "AclMemoryError", "AclTimeoutError", "AclWarning", "LibraryNotFoundError",
           "UnsupportedError"]

MEMORY_CODES = frozenset({200000, 207001, 207018, 245000})
ARGUMENT_CODES = frozenset({100000, 107000, 107001, 107008, 107016, 107017, 145000, 161001, 161002, 200003})
TIMEOUT_CODES = frozenset({100036, 107019, 107020, 207020, 507012, 507014, 507017, 507034, 507046, 507047, 507048,
                           545601})

# The operators' codes: opdev/op_errno.h declares them, which is no header of the C API.
ACLNN_NAMES = {
    161001: "ACLNN_ERR_PARAM_NULLPTR", 161002: "ACLNN_ERR_PARAM_INVALID", 361001: "ACLNN_ERR_RUNTIME_ERROR",
    561000: "ACLNN_ERR_INNER", 561001: "ACLNN_ERR_INNER_INFERSHAPE_ERROR", 561002: "ACLNN_ERR_INNER_TILING_ERROR",
    561003: "ACLNN_ERR_INNER_FIND_KERNEL_ERROR", 561101: "ACLNN_ERR_INNER_CREATE_EXECUTOR",
    561102: "ACLNN_ERR_INNER_NOT_TRANS_EXECUTOR", 561103: "ACLNN_ERR_INNER_NULLPTR",
    561104: "ACLNN_ERR_INNER_WRONG_ATTR_INFO_SIZE", 561105: "ACLNN_ERR_INNER_KEY_CONFLICT",
    561106: "ACLNN_ERR_INNER_INVALID_IMPL_MODE", 561107: "ACLNN_ERR_INNER_OPP_PATH_NOT_FOUND",
    561108: "ACLNN_ERR_INNER_LOAD_JSON_FAILED", 561109: "ACLNN_ERR_INNER_JSON_VALUE_NOT_FOUND",
    561110: "ACLNN_ERR_INNER_JSON_FORMAT_INVALID", 561111: "ACLNN_ERR_INNER_JSON_DTYPE_INVALID",
    561112: "ACLNN_ERR_INNER_OPP_KERNEL_PKG_NOT_FOUND", 561113: "ACLNN_ERR_INNER_OP_FILE_INVALID",
    561114: "ACLNN_ERR_INNER_ATTR_NUM_OUT_OF_BOUND", 561115: "ACLNN_ERR_INNER_ATTR_LEN_NOT_ENOUGH",
    561116: "ACLNN_ERR_INNER_INPUT_NUM_IN_JSON_TOO_LARGE", 561117: "ACLNN_ERR_INNER_INPUT_JSON_IS_NULL",
    561118: "ACLNN_ERR_INNER_STATIC_WORKSPACE_INVALID", 561119: "ACLNN_ERR_INNER_STATIC_BLOCK_DIM_INVALID",
}

# What a code means, and what to do next, for those that people meet most.
MEANINGS: dict[int, tuple[str, str]] = {
    100000: ("an argument is not valid", ""),
    100001: ("ACL is not initialised", "call aclInit, or use the objects, which do it"),
    100002: ("aclInit was called before in this process", "harmless: treat it as success"),
    100003: ("the configuration file cannot be opened", ""),
    100037: ("aclFinalize was called before in this process", ""),
    107000: ("an argument is not valid for the runtime", ""),
    107001: ("there is no such device", "ids count from 0 after ASCEND_RT_VISIBLE_DEVICES renumbers them"),
    107002: ("this thread has no current context", "enter `with pyacl.Device(n):` in this thread"),
    107003: ("the stream belongs to another context than the current one",
             "use a stream of the current device, or enter `with stream.device:`"),
    107006: ("the event has no time stamp", "create it with timing and wait for it before asking"),
    107015: ("no thread subscribed to the callbacks of this stream", "call aclrtSubscribeReport first"),
    107017: ("the handle is stale, or one of another kind", ""),
    107027: ("the stream is being captured", "end the capture before waiting on the stream"),
    107030: ("not allowed while a stream is being captured", "use the asynchronous form on the captured stream"),
    161001: ("a required pointer is NULL", "None is accepted only for optional parameters"),
    161002: ("a data type, shape, format or attribute is not acceptable to the operator",
             "compare the arguments above with the operator's page"),
    200001: ("the function is not supported here", ""),
    207000: ("not supported on this part, or in this mode", "a driver older than CANN needs is a cause, too"),
    207001: ("out of device memory", "close tensors that are not needed; another process may hold the rest"),
    207007: ("out of events", "close events that are not needed"),
    207008: ("out of streams", "close streams that are not needed"),
    361001: ("a runtime call inside the operator failed",
             "the vendor's text has the runtime's own code; a stream of another context is the usual cause"),
    500000: ("internal error", ""),
    500001: ("internal failure", "CANN's operator compiler may miss Python modules (decorator, attrs, numpy<2): see "
             "the newest file in ~/ascend/log/debug/plog"),
    507000: ("internal error of the runtime", ""),
    507007: ("the device was released more often than it was set", ""),
    507012: ("no callback arrived in time", ""),
    507014: ("a kernel on an AI core ran out of time", ""),
    507015: ("a kernel on an AI core failed", "results on this stream are void; a bad address or size in one of the "
             "last launches is the usual cause"),
    507018: ("a kernel on an AI CPU failed", ""),
    507033: ("the device could not be opened", "is it busy, is the driver running, is /dev/davinci* accessible?"),
    507035: ("a kernel on a vector core failed", "an output or workspace smaller than needed is a usual cause"),
    507046: ("the stream did not finish in time", "the work goes on: wait again"),
    507047: ("the event did not finish in time", "the work goes on: wait again"),
    507899: ("the driver failed", "driver and firmware may not fit CANN, or the device id is a physical one"),
    561000: ("the operator failed inside, or cannot be made repeatable", ""),
    561001: ("the operator could not infer the output shape", "compare the shapes above with the operator's page"),
    561002: ("the operator found no tiling for these shapes", "compare the shapes above with the operator's page"),
    561003: ("no kernel was found for this operator, data type and SoC",
             "is the operator package for this SoC installed?"),
    561103: ("a step inside the operator returned nothing", "mostly a bad argument: a view outside its storage, or an "
             "output of the wrong data type or shape"),
    561107: ("ASCEND_OPP_PATH is not set", "source set_env.sh of the CANN installation"),
    561112: ("the operator package for this SoC is not installed", ""),
}


_names: dict[int, str] = {}


def code_name(code: int) -> str:
    """`107002` -> "ACL_ERROR_RT_CONTEXT_NULL"; "" for a number without a name."""
    if not _names:
        _names.update((value, name) for name, value in _abi.CONSTANTS.items()
                      if name.startswith("ACL_ERROR_") and isinstance(value, int) and value)
        _names.update(ACLNN_NAMES)
    return _names.get(code, "")


class _Read(threading.local):
    """What this thread has read last: its lines, without their times."""

    lines: tuple[str, ...] = ()


_read = _Read()


def recent_message() -> str:
    """The vendor's text of this thread's failures since the last read, "" if none.  Reading clears it (R-ERR-2).

    In a thread without a context it is not cleared but comes again (R-ERR-5): what was read before is left out.
    """
    pointer = lib.aclGetRecentErrMsg()
    if not pointer:
        return ""
    text = bytes(ffi.string(pointer)).decode("utf-8", "replace").strip()
    shown = text.splitlines()
    lines = tuple(line.partition("] ")[2].partition(" ")[2] if line.startswith("[PID:") else line for line in shown)
    before, _read.lines = _read.lines, lines
    if len(before) < len(lines) and lines[:len(before)] == before:
        return "\n".join(shown[len(before):])
    return text


def failure(code: int, function: str, *, arguments: str = "", doing: str = "", detail: str | None = None) -> AclError:
    """The exception for a failing code, with the vendor's text, which is read here, at once, on the failing thread.

    arguments  lines that show what was passed
    doing      what the call was for, in words
    detail     the vendor's text, if it was read before
    """
    if detail is None:
        detail = recent_message()
    name = code_name(code)
    meaning, hint = MEANINGS.get(code, ("", ""))
    head = f"{function} failed with {code}" + (f" ({name})" if name else "") + (f": {meaning}" if meaning else "")
    lines = [head]
    if doing:
        lines.append(f"  while {doing}")
    if arguments:
        lines.append(arguments)
    if detail:
        older = " (calls of capi whose text was not read come first)" if _may_be_older(detail, function) else ""
        lines.append(f"  CANN says{older}: " + detail.replace("\n", "\n    "))
    if hint:
        lines.append(f"  hint: {hint}")
    kind = (AclMemoryError if code in MEMORY_CODES else AclArgumentError if code in ARGUMENT_CODES
            else AclTimeoutError if code in TIMEOUT_CODES else AclError)
    return kind("\n".join(lines), code=code, name=name, function=function, detail=detail)


def _may_be_older(detail: str, function: str) -> bool:
    """Whether a text tells of several failures, and there may have been some that nobody has read."""
    return "\n" in detail and "pyacl.capi" in sys.modules and not function.endswith("GetWorkspaceSize")


def check(code: int, function: str, **context: Any) -> None:
    """Raise the exception for a code that is not 0 (see `failure`)."""
    if code:
        raise failure(code, function, **context)
