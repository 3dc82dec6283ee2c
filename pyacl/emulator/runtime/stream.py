"""Streams: creation, waiting, state and settings."""
from __future__ import annotations

from typing import Any

from ... import _abi
from .._registry import Refusal, c_function
from .._streams import Stream
from .._world import World, world
from .capture import captured
from .context import (
    close_stream,
    current_context,
    invalid,
    null,
    open_stream,
    stale,
    stream_for_submit,
    stream_of,
    unsupported,
    wrong,
)
from .device import FOREVER, SYNC_TIMEOUT, check_timeout

ffi = _abi.ffi

LEAST_PRIORITY, GREATEST_PRIORITY = 7, 0
FAST, PERSISTENT, HUGE, CPU_SCHEDULE, DEVICE_ONLY = 0x3, 0x4, 0x8, 0x10, 0x20
KNOWN_FLAGS = FAST | PERSISTENT | HUGE | CPU_SCHEDULE | DEVICE_ONLY
NOT_WAITED_FOR = PERSISTENT | CPU_SCHEDULE | DEVICE_ONLY       # R-STR-10
COMPLETE, NOT_READY = 0, 1
ABORTED = 107023
CONTINUE, STOP = 0, 1
FAILURE_MODE, OVERFLOW_CHECK, CUSTOM_TAG, CACHE_INFO, PRIORITY = range(1, 6)     # aclrtStreamAttr
NO_TAG = 0xFFFFFFFF


def _live(machine: World, pointer: Any) -> Stream:
    """A stream by its handle, which may be of any context."""
    stream = machine.handles.get(pointer, Stream)
    if stream is None:
        raise stale(machine, "stream", pointer)
    return stream


# -- life

@c_function("aclrtCreateStream")
def create_stream(out: Any) -> int:
    machine = world()
    if not out:
        raise null("stream")
    out[0] = open_stream(machine, current_context(machine)).cdata
    return 0


@c_function("aclrtCreateStreamWithConfig")
def create_stream_with_config(out: Any, priority: int, flags: int) -> int:
    if not out:
        raise null("stream")
    out[0] = _create(priority, flags).cdata
    return 0


def _create(priority: int, flags: int) -> Stream:
    """R-STR-5: priorities are clamped, unknown flags dropped; a stream for the device only has no other flag."""
    machine = world()
    signed = priority - (1 << 32) if priority >> 31 else priority
    clamped = min(max(signed, GREATEST_PRIORITY), LEAST_PRIORITY)
    known = flags & KNOWN_FLAGS
    if known & DEVICE_ONLY and known != DEVICE_ONLY:
        raise wrong(f"flag 0x{flags:x}: DEVICE_USE_ONLY goes with no other")
    if known & HUGE and machine.profile.soc.generation == "310P":
        raise unsupported("streams with a deep queue")
    if clamped != signed or known != flags:
        machine.find("S-SEMANTIC", "aclrtCreateStreamWithConfig",
                     f"priority {priority} counts as {clamped}, flag 0x{flags:x} as 0x{known:x}", severity="warning")
    return open_stream(machine, current_context(machine), clamped, known)


class Configs:
    """Stream configurations by address."""

    def __init__(self, machine: World) -> None:
        self.made: dict[int, Any] = {}


@c_function("aclrtCreateStreamConfigHandle")
def create_config() -> Any:
    """The handle is memory of ours, which lives until it is destroyed."""
    config = ffi.new("aclrtStreamConfigHandle *")
    world().part(Configs).made[int(ffi.cast("uintptr_t", config))] = config
    return config


@c_function("aclrtDestroyStreamConfigHandle")
def destroy_config(config: Any) -> int:
    if not config:
        raise null("handle")
    world().part(Configs).made.pop(int(ffi.cast("uintptr_t", config)), None)
    return 0


CONFIG_FIELDS = {0: ("workptr", "void **"), 1: ("workSize", "size_t *"), 2: ("flag", "size_t *"),
                 3: ("priority", "uint32_t *")}          # aclrtStreamConfigAttr


@c_function("aclrtSetStreamConfigOpt")
def set_config(config: Any, attribute: int, value: Any, size: int) -> int:
    if not config:
        raise null("handle")
    if not value:
        raise null("attrValue")
    if attribute not in CONFIG_FIELDS:
        raise invalid(f"attr {attribute}: 0 to 3")
    field, ctype = CONFIG_FIELDS[attribute]
    typed = ffi.cast(ctype, value)
    if size != ffi.sizeof(ffi.typeof(ctype).item):
        raise invalid(f"valueSize {size} of attr {attribute}: {ffi.sizeof(ffi.typeof(ctype).item)}")
    setattr(config, field, typed[0])
    return 0


@c_function("aclrtCreateStreamV2")
def create_stream_v2(out: Any, config: Any) -> int:
    if not out:
        raise null("stream")
    if not config:
        raise null("handle")
    out[0] = _create(config.priority, config.flag).cdata
    return 0


def _destroy(pointer: Any, *, drop: bool) -> int:
    """R-STR-6, R-STR-7.  The handle of a default stream is taken too; NULL stays that stream."""
    machine = world()
    if not pointer:
        raise null("stream")
    stream = _live(machine, pointer)
    if stream.context is not current_context(machine):
        raise Refusal(107003, "the stream belongs to another context than the current one", token="EE1010")
    if stream.capture is not None:
        raise captured("the stream")
    close_stream(machine, stream, "aclrtDestroyStream", drop=drop)
    if stream.error and not drop:
        machine.find("S-ERRDROP", "aclrtDestroyStream", f"failure {stream.error} of the stream's work was never "
                     "fetched by a synchronise", handle=stream.handle, created=stream.created, severity="warning")
    return 0


@c_function("aclrtDestroyStream")
def destroy_stream(pointer: Any) -> int:
    return _destroy(pointer, drop=False)


@c_function("aclrtDestroyStreamForce")
def destroy_stream_force(pointer: Any) -> int:
    return _destroy(pointer, drop=True)


# -- waiting

def _synchronize(pointer: Any, timeout: int, function: str) -> int:
    """R-STR-8: the stream may belong to another context, but this thread must have one."""
    machine = world()
    stream = stream_of(machine, pointer)
    if stream.capture is not None:
        raise captured("the stream")
    if stream.flags & NOT_WAITED_FOR:
        return 0
    if not stream.wait(None if timeout == FOREVER else timeout / 1000, function):
        raise Refusal(SYNC_TIMEOUT, f"work was not done within {timeout} ms", token="EE1002")
    code = stream.take_error()
    if code:
        raise Refusal(code, "a task of the stream failed", token="EE9999")
    return 0


@c_function("aclrtSynchronizeStream")
def synchronize_stream(pointer: Any) -> int:
    return _synchronize(pointer, FOREVER, "aclrtSynchronizeStream")


@c_function("aclrtSynchronizeStreamWithTimeout")
def synchronize_stream_with_timeout(pointer: Any, timeout: int) -> int:
    check_timeout(timeout)
    return _synchronize(pointer, timeout, "aclrtSynchronizeStreamWithTimeout")


@c_function("aclrtStreamQuery")
def query_stream(pointer: Any, out: Any) -> int:
    machine = world()
    if not out:
        raise null("status")
    stream = stream_of(machine, pointer)
    if stream.capture is not None:
        raise captured("the stream")
    stream.scheduler.poll()
    idle = stream.idle
    if idle:
        stream.seen_idle()
    out[0] = COMPLETE if idle else NOT_READY
    return 0


@c_function("aclrtStreamAbort")
def abort_stream(pointer: Any) -> int:
    """R-STR-15: what is queued is dropped, and whoever waits for it gets 107023."""
    machine = world()
    if not pointer:
        raise Refusal(207000, "the default stream cannot be aborted", token="EE1005")
    stream = stream_of(machine, pointer)
    if not stream.idle:
        stream.error = ABORTED
    stream.drop()
    return 0


@c_function("aclrtStreamStop")
def stop_stream(pointer: Any) -> int:
    """Of model execution, which this machine has no part of that could be stopped."""
    if not pointer:
        raise Refusal(107000, "stream is NULL", token="EE1004")
    stream_of(world(), pointer)
    raise unsupported("stopping a stream")


@c_function("aclrtPersistentTaskClean")
def clean_persistent_tasks(pointer: Any) -> int:
    if not pointer:
        raise Refusal(107000, "stream is NULL", token="EE1004")
    stream = stream_for_submit(world(), pointer)
    raise Refusal(507000, f"stream {stream.id} has no persistent task", token="EE9999")


@c_function("aclrtActiveStream")
def activate_stream(active: Any, pointer: Any) -> int:
    """Only within a model that was built by hand."""
    machine = world()
    if not active or not pointer:
        raise null("a stream")
    _live(machine, active)
    stream_for_submit(machine, pointer)
    raise Refusal(107000, "the streams are not bound to a model", token="EE1017")


@c_function("aclrtSwitchStream")
def switch_stream(left: Any, condition: int, right: Any, datatype: int, if_true: Any, if_false: Any,
                  pointer: Any) -> int:
    machine = world()
    if not left or not right or not if_true or not pointer:
        raise null("an argument")
    if if_false:
        raise invalid("falseStream is reserved, NULL", "EH0012")
    _live(machine, if_true)
    stream_for_submit(machine, pointer)
    raise Refusal(107000, "the streams are not bound to a model", token="EE1017")


# -- state and settings

@c_function("aclrtStreamGetId")
def stream_id(pointer: Any, out: Any) -> int:
    if not out:
        raise null("streamId")
    out[0] = stream_of(world(), pointer).id
    return 0


@c_function("aclrtStreamGetPriority")
def stream_priority(pointer: Any, out: Any) -> int:
    if not out:
        raise null("priority")
    out[0] = stream_of(world(), pointer).priority
    return 0


@c_function("aclrtStreamGetFlags")
def stream_flags(pointer: Any, out: Any) -> int:
    if not out:
        raise null("flags")
    out[0] = stream_of(world(), pointer).flags
    return 0


@c_function("aclrtGetStreamAvailableNum")
def available_streams(out: Any) -> int:
    if not out:
        raise null("streamCount")
    out[0] = current_context(world()).device.free_streams
    return 0


@c_function("aclrtDeviceGetStreamPriorityRange")
def priority_range(least: Any, greatest: Any) -> int:
    """Either result may be left out."""
    if least:
        least[0] = LEAST_PRIORITY
    if greatest:
        greatest[0] = GREATEST_PRIORITY
    return 0


@c_function("aclrtSetStreamFailureMode")
def set_failure_mode(pointer: Any, mode: int) -> int:
    """R-STR-14: once STOP, always STOP."""
    machine = world()
    if not pointer:
        context = machine.thread.context
        if context is None or not context.alive:
            raise Refusal(107000, "stream is NULL and the thread has no context", token="EE1004")
        if machine.profile.soc.generation in ("310P", "910"):
            raise unsupported("a failure mode of the default stream")
    stream = stream_of(machine, pointer)
    if (stream.stops and mode != STOP) or mode not in (CONTINUE, STOP):
        raise unsupported(f"mode {mode}: STOP cannot be taken back, and there is no other mode")
    stream.stops = mode == STOP
    return 0


@c_function("aclrtSetStreamOverflowSwitch")
def set_overflow_switch(pointer: Any, flag: int) -> int:
    if flag not in (0, 1):
        raise invalid(f"flag {flag}: 0 or 1")
    stream_of(world(), pointer).attributes[OVERFLOW_CHECK] = flag
    return 0


@c_function("aclrtGetStreamOverflowSwitch")
def get_overflow_switch(pointer: Any, out: Any) -> int:
    if not out:
        raise null("flag")
    out[0] = stream_of(world(), pointer).attributes.get(OVERFLOW_CHECK, 0)
    return 0


def _check_attribute(attribute: int, pointer: Any) -> None:
    if attribute not in (FAILURE_MODE, OVERFLOW_CHECK, CUSTOM_TAG, CACHE_INFO, PRIORITY):
        raise wrong(f"attribute {attribute}: 1 to 5")
    if attribute == PRIORITY and not pointer:
        raise wrong("the default stream has no priority of its own")


@c_function("aclrtSetStreamAttribute")
def set_attribute(pointer: Any, attribute: int, value: Any) -> int:
    if not value:
        raise null("value")
    _check_attribute(attribute, pointer)
    if attribute == FAILURE_MODE:
        return set_failure_mode(pointer, value.failureMode)
    stream = stream_of(world(), pointer)
    number = value.userCustomTag
    if attribute in (OVERFLOW_CHECK, CACHE_INFO) and number > 1:
        raise wrong(f"value {number} of attribute {attribute}: 0 or 1")
    if attribute == PRIORITY:
        stream.priority = min(number, LEAST_PRIORITY)
    elif attribute != CACHE_INFO:                  # what operators are cached for is not kept here, nor shown
        stream.attributes[attribute] = number
    return 0


@c_function("aclrtGetStreamAttribute")
def get_attribute(pointer: Any, attribute: int, value: Any) -> int:
    if not value:
        raise null("value")
    _check_attribute(attribute, pointer)
    stream = stream_of(world(), pointer)
    if attribute == FAILURE_MODE:
        value.failureMode = STOP if stream.stops else CONTINUE
    elif attribute == PRIORITY:
        value.streamPriority = stream.priority
    else:
        value.userCustomTag = stream.attributes.get(attribute, NO_TAG if attribute == CUSTOM_TAG else 0)
    return 0
