"""What can be set for the process, a device, a context or a thread: limits, options, time-outs, core counts."""
from __future__ import annotations

from typing import Any

from .._registry import Refusal, c_function
from .._streams import Stream
from .._world import World, world
from .context import Device, current_context, device_of, invalid, null, stream_of, unsupported, wrong

STACK_LIMIT, PRINT_LIMIT, LIMITS = 2, 3, 5          # aclrtDeviceLimit; the others are of parts with SIMT
STACK_STEP, STACK_MINIMUM = 16 << 10, 32 << 10
CUBE, VECTOR = 0, 1                                 # aclrtDevResLimitType
OPTIONS, CONTEXT_OPTIONS = range(4), range(3)       # aclSysParamOpt (R-DEV-19)
OLD_OPTIONS = range(2)                              # of 8.1


class Limits:
    """Settings of the process."""

    def __init__(self, machine: World) -> None:
        self.stack = STACK_MINIMUM                  # bytes per core
        self.print_queue = 1 << 20                  # bytes per core
        self.options: dict[int, int] = {}           # R-DEV-20: 0 unless set
        self.wait_timeout = 0                       # seconds that an event or notify wait may take; 0: for ever
        self.execute_timeout = 0                    # microseconds that an operator may take; 0: the part's default


class ThreadLimits:
    """Settings of a thread."""

    def __init__(self) -> None:
        self.stream: Stream | None = None           # whose core counts count here


@c_function("aclrtDeviceSetLimit")
def set_limit(limit: int, value: int) -> int:
    limits = world().part(Limits)
    _check_limit(limit)
    if value >> 32:
        raise invalid(f"value {value}: at most 4294967295")
    if limit == STACK_LIMIT:
        limits.stack = stack_size(value)
    else:
        limits.print_queue = value
    return 0


def stack_size(wanted: int) -> int:
    """What a wanted stack size becomes: at least 32 KiB, in steps of 16 KiB (R-INIT-8)."""
    return max(STACK_MINIMUM, -(-wanted // STACK_STEP) * STACK_STEP)


def _check_limit(limit: int) -> None:
    if not 0 <= limit < LIMITS:
        raise invalid(f"limit {limit}: 0 to {LIMITS - 1}")
    if limit not in (STACK_LIMIT, PRINT_LIMIT):
        raise unsupported(f"limit {limit} is of parts with SIMT")


@c_function("aclrtDeviceGetLimit")
def get_limit(limit: int, out: Any) -> int:
    if not out:
        raise null("value")
    limits = world().part(Limits)
    _check_limit(limit)
    out[0] = limits.stack if limit == STACK_LIMIT else limits.print_queue
    return 0


# -- system parameters

def _check_option(option: int, known: range) -> None:
    if option not in (known if world().profile.newer else OLD_OPTIONS):
        raise invalid(f"opt {option}: 0 to {known[-1]}")


@c_function("aclrtSetSysParamOpt")
def set_option(option: int, value: int) -> int:
    _check_option(option, OPTIONS)
    world().part(Limits).options[option] = value
    return 0


@c_function("aclrtGetSysParamOpt")
def get_option(option: int, out: Any) -> int:
    if not out:
        raise null("value")
    _check_option(option, OPTIONS)
    out[0] = world().part(Limits).options.get(option, 0)
    return 0


@c_function("aclrtCtxSetSysParamOpt")
def set_context_option(option: int, value: int) -> int:
    _check_option(option, CONTEXT_OPTIONS)
    current_context(world()).options[option] = value
    return 0


@c_function("aclrtCtxGetSysParamOpt")
def get_context_option(option: int, out: Any) -> int:
    """R-DEV-20: what was never set answers 107021, without a message."""
    if not out:
        raise null("value")
    _check_option(option, CONTEXT_OPTIONS)
    options = current_context(world()).options
    if option not in options:
        raise Refusal(107021, layer="acl")
    out[0] = options[option]
    return 0


# -- time-outs of operators and waits

@c_function("aclrtSetOpWaitTimeout")
def set_wait_timeout(seconds: int) -> int:
    """R-EVT-4: for waits inside streams; 0 is for ever."""
    world().part(Limits).wait_timeout = seconds
    return 0


@c_function("aclrtSetOpExecuteTimeOut")
def set_execute_timeout(seconds: int) -> int:
    world().part(Limits).execute_timeout = seconds * 1_000_000
    return 0


@c_function("aclrtSetOpExecuteTimeOutWithMs")
def set_execute_timeout_ms(milliseconds: int) -> int:
    world().part(Limits).execute_timeout = milliseconds * 1_000
    return 0


EXECUTE_STEP = 4_294_967             # microseconds in one step of the hardware's counter (R-KRN-3)


@c_function("aclrtSetOpExecuteTimeOutV2")
def set_execute_timeout_us(microseconds: int, actual: Any) -> int:
    if not actual:
        raise null("actualTimeout")
    rounded = max(1, -(-microseconds // EXECUTE_STEP)) * EXECUTE_STEP
    world().part(Limits).execute_timeout = rounded
    actual[0] = rounded
    return 0


@c_function("aclrtGetOpTimeOutInterval")
def get_execute_timeout_step(out: Any) -> int:
    if not out:
        raise null("interval")
    out[0] = EXECUTE_STEP
    return 0


@c_function("aclrtGetOpExecuteTimeout")
def get_execute_timeout(out: Any) -> int:
    if not out:
        raise null("timeoutMs")
    out[0] = world().part(Limits).execute_timeout // 1_000
    return 0


# -- numbers of cores

def cores(machine: World, device: Device, kind: int) -> int:
    """Cores of a kind that a device may use: what was set, else what the part has."""
    soc = machine.profile.soc
    return device.core_limits.get(kind, soc.cube_cores if kind == CUBE else soc.vector_cores)


def thread_cores(machine: World, device: Device, kind: int) -> int:
    """Cores for what this thread launches: those of the stream that it uses, else of the device."""
    stream = machine.thread.part(ThreadLimits).stream
    chosen = None if stream is None else stream.core_limits.get(kind)
    return cores(machine, device, kind) if chosen is None else chosen


def _check_kind(kind: int) -> None:
    if kind not in (CUBE, VECTOR):
        raise wrong(f"resource {kind}: 0 or 1")


@c_function("aclrtSetDeviceResLimit")
def set_device_cores(index: int, kind: int, value: int) -> int:
    device = device_of(world(), index)
    _check_kind(kind)
    device.core_limits[kind] = value
    return 0


@c_function("aclrtGetDeviceResLimit")
def get_device_cores(index: int, kind: int, out: Any) -> int:
    if not out:
        raise null("value")
    machine = world()
    device = device_of(machine, index)
    _check_kind(kind)
    out[0] = cores(machine, device, kind)
    return 0


@c_function("aclrtResetDeviceResLimit")
def reset_device_cores(index: int) -> int:
    device_of(world(), index).core_limits.clear()
    return 0


@c_function("aclrtSetStreamResLimit")
def set_stream_cores(pointer: Any, kind: int, value: int) -> int:
    stream = stream_of(world(), pointer)
    _check_kind(kind)
    stream.core_limits[kind] = value
    return 0


@c_function("aclrtGetStreamResLimit")
def get_stream_cores(pointer: Any, kind: int, out: Any) -> int:
    if not out:
        raise null("value")
    machine = world()
    stream = stream_of(machine, pointer)
    _check_kind(kind)
    out[0] = stream.core_limits.get(kind, cores(machine, stream.context.device, kind))
    return 0


@c_function("aclrtResetStreamResLimit")
def reset_stream_cores(pointer: Any) -> int:
    stream_of(world(), pointer).core_limits.clear()
    return 0


@c_function("aclrtUseStreamResInCurrentThread")
def use_stream_cores(pointer: Any) -> int:
    machine = world()
    machine.thread.part(ThreadLimits).stream = stream_of(machine, pointer)
    return 0


@c_function("aclrtUnuseStreamResInCurrentThread")
def unuse_stream_cores(pointer: Any) -> int:
    machine = world()
    stream_of(machine, pointer)
    machine.thread.part(ThreadLimits).stream = None
    return 0


@c_function("aclrtGetResInCurrentThread")
def get_cores(kind: int, out: Any) -> int:
    if not out:
        raise null("value")
    machine = world()
    _check_kind(kind)
    out[0] = thread_cores(machine, current_context(machine).device, kind)
    return 0
