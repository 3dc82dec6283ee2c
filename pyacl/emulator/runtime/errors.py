"""What is known about failures: messages, last errors, callbacks for exceptions and changes of state."""
from __future__ import annotations

import os
import time
from typing import Any

from ... import _abi
from .._handles import Object
from .._registry import Refusal, c_function
from .._streams import Scheduler, Stream, Task
from .._world import MESSAGES_KEPT, World, world
from .context import Callback, Devices, current_context, device_of, invalid, null, wrong

ffi = _abi.ffi

THREAD_LEVEL = 0
UNKNOWN = 0xFFFFFFFF
NO_CONTEXT = ("EE1018", "aclGetRecentErrMsg: this thread has no context to ask for messages of the device")
TITLES = {"EE1003": "Invalid_Argument", "EE1004": "Null_Pointer", "EE1010": "Wrong_Context", "EE1016": "Captured",
          "EE1017": "Invalid_State", "EE1018": "Wrong_Order", "EH0003": "Invalid_Path", "EH0007": "Invalid_Argument",
          "EH0008": "Null_Pointer", "EH0009": "Invalid_Argument", "EZ1001": "Invalid_Argument"}
ABORT_BEFORE, ABORT_AFTER = 0, 1                   # aclrtDeviceTaskAbortStage
ABORTED = 107022


class ReadMessages:
    """What a thread has read: the text that it holds, and entries that come again (R-ERR-5)."""

    def __init__(self) -> None:
        self.text: Any = None
        self.kept: list[tuple[str, str]] = []


@c_function("aclGetRecentErrMsg")
def recent_message() -> Any:
    """The first failure since the last read, or NULL; valid until the next call in this thread (R-ERR-2).

    In a thread without a context the inner question to the device fails (R-ERR-5): its own entry joins what was read,
    which then comes again with every further read.
    """
    machine = world()
    machine.thread.unseen = None
    read = machine.thread.part(ReadMessages)
    entries = list(machine.messages)
    machine.messages.clear()
    shown = read.kept + entries[:1]
    try:
        current_context(machine)
        read.kept = []
    except Refusal as refusal:
        machine.thread.last_error = refusal.code
        if not shown:
            shown = [NO_CONTEXT]
        read.kept = (shown if NO_CONTEXT in shown else [*shown, NO_CONTEXT])[-MESSAGES_KEPT:]
    if not shown:
        return ffi.NULL
    read.text = ffi.new("char[]", _layout(shown, entries[1:]).encode(errors="surrogateescape"))
    return read.text


def _layout(shown: list[tuple[str, str]], rest: list[tuple[str, str]]) -> str:
    """R-ERR-4: the token stands in parentheses behind a title; later failures are named without one."""
    now = time.strftime("%Y-%m-%d-%H:%M:%S")
    lines = [f"[PID: {os.getpid()}] {now} {TITLES.get(token, 'Failure')}({token}): {text}" for token, text in shown]
    if rest:
        lines.append("        TraceBack (most recent call last):")
        lines += [f"        {text}" for _, text in rest]
    return "\n".join(lines)


def _check_level(level: int) -> None:
    if level != THREAD_LEVEL:
        raise invalid(f"level {level}: 0", "EH0001")


@c_function("aclrtPeekAtLastError")
def peek_last_error(level: int) -> int:
    _check_level(level)
    thread = world().thread
    thread.unseen = None
    return int(thread.last_error)


@c_function("aclrtGetLastError")
def last_error(level: int) -> int:
    """R-ERR-7: the last failure of the second layer in this thread; it is forgotten."""
    _check_level(level)
    thread = world().thread
    code, thread.last_error, thread.unseen = thread.last_error, 0, None
    return int(code)


# -- exceptions of tasks (R-ERR-9)

class ExceptionInfo(Object):
    """What an exception callback gets to see; valid only during the call."""

    kind = "exception"
    ctype = "aclrtExceptionInfo *"
    hidden = True

    def __init__(self, stream: Stream, code: int, number: int) -> None:
        super().__init__()
        self.stream, self.code, self.number = stream, code, number


class Exceptions:
    """Who wants to hear of failed tasks."""

    def __init__(self, machine: World) -> None:
        self.machine = machine
        self.single: Any = None
        self.several: list[Any] = []
        machine.part(Scheduler).observers.append(self.tell)

    def tell(self, stream: Stream, task: Task, code: int) -> None:
        """Runs in the thread of the stream."""
        listeners = [*self.several, *([self.single] if self.single else [])]
        if not listeners:
            return
        with self.machine.lock:
            info = self.machine.handles.add(ExceptionInfo(stream, code, stream.scheduler.executed))
        for listener in listeners:
            listener(info.cdata)
        with self.machine.lock:
            self.machine.handles.remove(info)


@c_function("aclrtSetExceptionInfoCallback")
def set_exception_callback(function: Any) -> int:
    """One slot; NULL clears it."""
    world().part(Exceptions).single = function or None
    return 0


def _null_callback() -> Refusal:
    return Refusal(107000, "callback is NULL", token="EH0008", layer="acl")


@c_function("aclrtExceptionInfoCallbackRegister")
def register_exception_callback(function: Any) -> int:
    if not function:
        raise _null_callback()
    several = world().part(Exceptions).several
    if function not in several:
        several.append(function)
    return 0


@c_function("aclrtExceptionInfoCallbackUnregister")
def unregister_exception_callback(function: Any) -> int:
    """What is not registered is none to complain about."""
    if not function:
        raise _null_callback()
    several = world().part(Exceptions).several
    if function in several:
        several.remove(function)
    return 0


def _info(pointer: Any) -> ExceptionInfo | None:
    return world().handles.get(pointer, ExceptionInfo) if pointer else None


@c_function("aclrtGetTaskIdFromExceptionInfo")
def exception_task(pointer: Any) -> int:
    info = _info(pointer)
    return info.number & UNKNOWN if info else UNKNOWN


@c_function("aclrtGetStreamIdFromExceptionInfo")
def exception_stream(pointer: Any) -> int:
    info = _info(pointer)
    return info.stream.id if info else UNKNOWN


@c_function("aclrtGetThreadIdFromExceptionInfo")
def exception_thread(pointer: Any) -> int:
    """Which thread queued a task is not kept."""
    return UNKNOWN


@c_function("aclrtGetDeviceIdFromExceptionInfo")
def exception_device(pointer: Any) -> int:
    info = _info(pointer)
    return int(info.stream.context.device.index) if info else UNKNOWN


@c_function("aclrtGetErrorCodeFromExceptionInfo")
def exception_code(pointer: Any) -> int:
    info = _info(pointer)
    return info.code if info else UNKNOWN


@c_function("aclrtGetArgsFromExceptionInfo")
def exception_arguments(pointer: Any, address: Any, size: Any) -> int:
    """Tasks here have no block of arguments on the device."""
    return -1


@c_function("aclrtGetFuncHandleFromExceptionInfo")
def exception_function(pointer: Any, out: Any) -> int:
    return -1


# -- faults of devices (R-ERR-12): they never happen here

@c_function("aclrtGetErrorVerbose")
def describe_fault(index: int, out: Any) -> int:
    if not out:
        raise null("errorInfo")
    device_of(world(), index)
    ffi.memmove(out, bytes(ffi.sizeof("aclrtErrorInfo")), ffi.sizeof("aclrtErrorInfo"))
    return 0


@c_function("aclrtRepairError")
def repair_fault(index: int, info: Any) -> int:
    if not info:
        raise null("errorInfo")
    if not 0 <= index < len(world().part(Devices).all):
        raise wrong(f"device {index} does not exist")
    return 0


# -- named registrations (R-ERR-10)

def _register(registered: dict[bytes, Callback], name: Any, function: Any, data: Any) -> int:
    """NULL for the function takes the name out; a name that is taken is refused."""
    if not name:
        raise null("regName")
    key = ffi.string(name)
    if not function:
        registered.pop(key, None)
    elif key in registered:
        raise wrong(f"{key.decode(errors='replace')} is registered already")
    else:
        registered[key] = (function, data)
    return 0


class AbortCallbacks:
    """Who wants to hear that the tasks of a device are aborted."""

    def __init__(self, machine: World) -> None:
        self.registered: dict[bytes, Callback] = {}


@c_function("aclrtRegStreamStateCallback")
def on_stream_state(name: Any, function: Any, data: Any) -> int:
    return _register(world().part(Devices).stream_callbacks, name, function, data)


@c_function("aclrtRegDeviceStateCallback")
def on_device_state(name: Any, function: Any, data: Any) -> int:
    return _register(world().part(Devices).device_callbacks, name, function, data)


@c_function("aclrtSetDeviceTaskAbortCallback")
def on_task_abort(name: Any, function: Any, data: Any) -> int:
    return _register(world().part(AbortCallbacks).registered, name, function, data)


@c_function("aclrtDeviceTaskAbort")
def abort_tasks(index: int, timeout: int) -> int:
    """Drop what is queued on all streams of a device; whoever waits for it gets 107022."""
    machine = world()
    device = device_of(machine, index)
    for stage in (ABORT_BEFORE, ABORT_AFTER):
        for function, data in list(machine.part(AbortCallbacks).registered.values()):
            function(index, stage, timeout, data)
        if stage == ABORT_BEFORE:
            for stream in [stream for context in device.contexts for stream in context.streams]:
                if not stream.idle:
                    stream.error = ABORTED
                stream.drop()
    return 0
