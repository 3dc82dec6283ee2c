"""Devices: binding threads to them, waiting for them, access among them, and their numbers."""
from __future__ import annotations

from typing import Any

from ... import _abi
from .._memory import Memory
from .._registry import Refusal, c_function
from .._streams import Scheduler
from .._world import World, world
from .capture import refuse_while_capturing
from .context import (
    Context,
    Devices,
    bind,
    close_context,
    context_or_none,
    current_context,
    device_of,
    invalid,
    null,
    open_context,
    open_stream,
    wrong,
)

ffi = _abi.ffi

FOREVER = -1                       # time-out in milliseconds
SYNC_TIMEOUT = 507046
DEVICE_SET, DEVICE_RESET = 1, 2    # aclrtDeviceState: after a set, before a reset


@c_function("aclrtSetDevice", "aclrtSetDeviceWithoutTsdVXX")
def set_device(index: int) -> int:
    """R-DEV-3: counts, and binds the thread to the default context in place of whatever it was bound to."""
    machine = world()
    device = device_of(machine, index)
    devices = machine.part(Devices)
    with device.lock:
        if device.default_context is None:
            device.default_context = open_context(machine, device, default=True)
            _open_inner_stream(machine, device.default_context)
        device.uses += 1
    before = context_or_none(machine)
    if before is not None and not before.default:
        machine.find("S-MIX", "aclrtSetDevice", "the thread loses its explicit context to the default one",
                     handle=before.handle, created=before.created, severity="info")
    bind(machine, device.default_context)
    devices.tell(devices.device_callbacks, index, DEVICE_SET)
    return 0


def _open_inner_stream(machine: World, context: Context) -> None:
    """A primary context has a second stream of its own, which only state callbacks ever see (R-ERR-10)."""
    inner = open_stream(machine, context, default=True)
    context.streams.remove(inner)
    machine.handles.remove(inner)


def _reset(index: int, function: str, *, force: bool) -> int:
    """Take one set-device back, or all.  With the last one the default context, its streams and memory go (R-DEV-4)."""
    machine = world()
    device = device_of(machine, index)
    devices = machine.part(Devices)
    with device.lock:
        if not device.uses:
            raise Refusal(507007, f"device {index} is not set, or was reset as often as it was set", token="EE1018")
        device.uses = 0 if force else device.uses - 1
        context = device.default_context
        if device.uses or context is None or devices.fallback is device:
            return 0
        device.default_context = None
    devices.tell(devices.device_callbacks, index, DEVICE_RESET)
    for stream in [stream for stream in context.streams if not stream.default]:
        machine.find("S-LEAK", function, f"stream 0x{stream.handle:x} was not destroyed before its device was reset",
                     handle=stream.handle, created=stream.created)
    close_context(machine, context, function)
    if not device.contexts:
        machine.part(Memory).device_reset(index)
    return 0


@c_function("aclrtResetDevice", "aclrtResetDeviceWithoutTsdVXX")
def reset_device(index: int) -> int:
    return _reset(index, "aclrtResetDevice", force=False)


@c_function("aclrtResetDeviceForce")
def reset_device_force(index: int) -> int:
    """R-DEV-5: whatever the counter."""
    return _reset(index, "aclrtResetDeviceForce", force=True)


@c_function("aclrtGetDevice")
def get_device(out: Any) -> int:
    """R-DEV-8: its 107002 is silent."""
    machine = world()
    if not out:
        raise null("deviceId")
    context = context_or_none(machine)
    device = context.device if context else machine.part(Devices).fallback
    if device is None:
        raise Refusal(107002, layer="acl")
    out[0] = device.index
    return 0


@c_function("aclrtGetDeviceCount")
def get_device_count(out: Any) -> int:
    if not out:
        raise null("count")
    count = len(world().part(Devices).all)
    if not count:
        raise Refusal(207004, "there is no device", token="EE1010")
    out[0] = count
    return 0


# -- waiting

def synchronize_context(machine: World, timeout: int, function: str) -> int:
    """Wait for all streams of the current context (R-DEV-11) and give the first stored failure."""
    context = current_context(machine)
    refuse_while_capturing(context)
    streams = list(context.streams)
    done = machine.part(Scheduler).wait(lambda: all(stream.idle for stream in streams),
                                        None if timeout == FOREVER else timeout / 1000, function)
    if not done:
        raise Refusal(SYNC_TIMEOUT, f"work was not done within {timeout} ms", token="EE1002")
    for stream in streams:
        stream.seen_idle()
    failures = [code for code in [stream.take_error() for stream in streams] if code]
    if failures:
        raise Refusal(failures[0], "a task failed", token="EE9999")
    return 0


@c_function("aclrtSynchronizeDevice")
def synchronize_device() -> int:
    return synchronize_context(world(), FOREVER, "aclrtSynchronizeDevice")


@c_function("aclrtSynchronizeDeviceWithTimeout")
def synchronize_device_with_timeout(timeout: int) -> int:
    check_timeout(timeout)
    return synchronize_context(world(), timeout, "aclrtSynchronizeDeviceWithTimeout")


def check_timeout(timeout: int) -> None:
    """Milliseconds: below -1 the first layer refuses, 0 the second, with the same code (R-DEV-12, R-STR-9, R-EVT-5)."""
    if timeout < FOREVER:
        raise Refusal(107000, f"timeout {timeout}: -1 or more", token="EH0007", layer="acl")
    if timeout == 0:
        raise wrong("timeout 0: -1 or more than 0")


# -- access among devices

@c_function("aclrtDeviceCanAccessPeer")
def can_access_peer(out: Any, index: int, peer: int) -> int:
    machine = world()
    _different(index, peer)
    if not out:
        raise Refusal(107000, "canAccessPeer is NULL", token="EE1004")
    _not_negative(index, peer)
    device_of(machine, index), device_of(machine, peer)
    out[0] = 1
    return 0


def _different(index: int, peer: int) -> None:
    if index == peer:
        raise invalid(f"device {index} and its peer are the same", "EH0009")


def _not_negative(*indices: int) -> None:
    if min(indices) < 0:
        raise wrong(f"device {min(indices)}: not negative")


@c_function("aclrtDevicePeerAccessStatus")
def peer_access_status(index: int, peer: int, out: Any) -> int:
    machine = world()
    if not out:
        raise null("status")
    _not_negative(index, peer)
    out[0] = int(peer in device_of(machine, index).peers)
    return 0


@c_function("aclrtDeviceEnablePeerAccess")
def enable_peer_access(peer: int, flags: int) -> int:
    """R-DEV-13: one-directional."""
    machine = world()
    if flags:
        raise Refusal(200006, f"flags {flags}: reserved, 0", token="EH0009", layer="acl")
    device = current_context(machine).device
    _different(device.index, peer)
    device.peers.add(device_of(machine, peer).index)
    return 0


@c_function("aclrtDeviceDisablePeerAccess")
def disable_peer_access(peer: int) -> int:
    machine = world()
    device = current_context(machine).device
    _different(device.index, peer)
    device.peers.discard(device_of(machine, peer).index)
    return 0


@c_function("aclrtGetPrimaryCtxState")
def get_primary_context_state(index: int, flags: Any, out: Any) -> int:
    if not out:
        raise null("active")
    if flags:
        raise invalid("flags is reserved, NULL", "EH0012")
    out[0] = int(device_of(world(), index).default_context is not None)
    return 0


# -- numbers (R-DEV-2): the user's, the driver's (logical) and the board's (physical)

@c_function("aclrtGetLogicDevIdByUserDevId", "aclrtGetPhyDevIdByUserDevId")
def from_user_number(index: int, out: Any) -> int:
    if not out:
        raise null("the result")
    out[0] = device_of(world(), index).physical
    return 0


@c_function("aclrtGetUserDevIdByLogicDevId", "aclrtGetUserDevIdByPhyDevId")
def to_user_number(index: int, out: Any) -> int:
    visible = world().part(Devices).visible
    if not out:
        raise null("the result")
    if index not in visible:
        raise wrong(f"device {index} is not visible", 107001)
    out[0] = visible.index(index)
    return 0


@c_function("aclrtGetLogicDevIdByPhyDevId", "aclrtGetPhyDevIdByLogicDevId")
def same_number(index: int, out: Any) -> int:
    """On this machine the driver counts as the board does."""
    if not out:
        raise null("the result")
    if not 0 <= index < world().profile.devices:
        raise wrong(f"device {index} does not exist", 107001)
    out[0] = index
    return 0
