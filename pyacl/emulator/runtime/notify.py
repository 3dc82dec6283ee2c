"""Notifies: one-shot flags between streams (R-NTF-1, R-NTF-2)."""
from __future__ import annotations

from typing import Any

from ... import _abi
from .._handles import Object
from .._order import Order
from .._registry import Refusal, c_function
from .._streams import Task
from .._world import World, world
from .context import current_context, null, stale, stream_for_submit, unsupported, wrong
from .limits import Limits

ffi = _abi.ffi

DEFAULT, DEVICE_ONLY = 0, 1                        # flags of a notify


class Notify(Object):
    """An aclrtNotify."""

    kind = "notify"
    ctype = "aclrtNotify"

    def __init__(self, device: int) -> None:
        super().__init__()
        self.device = device
        self.flagged = False


class Notifies:
    """Count of the notifies of a machine, per device."""

    def __init__(self, machine: World) -> None:
        self.live_notifies: dict[int, int] = {}


def _notify(machine: World, pointer: Any) -> Notify:
    if not pointer:
        raise null("notify")
    notify = machine.handles.get(pointer, Notify)
    if notify is None:
        raise stale(machine, "notify", pointer)
    return notify


@c_function("aclrtCreateNotify")
def create_notify(out: Any, flag: int) -> int:
    """Its 107002 is silent."""
    machine = world()
    if not out:
        raise null("notify")
    if flag not in (DEFAULT, DEVICE_ONLY):
        raise wrong(f"flag {flag}: 0 or 1")
    try:
        device = current_context(machine).device.index
    except Refusal as refusal:
        raise Refusal(refusal.code, layer="acl") from None
    with machine.lock:
        counts = machine.part(Notifies).live_notifies
        if counts.get(device, 0) >= machine.profile.soc.notifies:
            raise Refusal(207009, f"all {machine.profile.soc.notifies} notifies are in use", token="EE1010")
        counts[device] = counts.get(device, 0) + 1
        out[0] = machine.handles.add(Notify(device)).cdata
    return 0


@c_function("aclrtDestroyNotify")
def destroy_notify(pointer: Any) -> int:
    machine = world()
    notify = _notify(machine, pointer)
    with machine.lock:
        machine.part(Notifies).live_notifies[notify.device] -= 1
        machine.handles.remove(notify)
    return 0


@c_function("aclrtGetNotifyId")
def notify_id(pointer: Any, out: Any) -> int:
    machine = world()
    notify = _notify(machine, pointer)
    if not out:
        raise null("notifyId")
    out[0] = notify.handle >> 6 & 0x1FFF
    return 0


@c_function("aclrtRecordNotify")
def record_notify(pointer: Any, handle: Any) -> int:
    machine = world()
    notify = _notify(machine, pointer)
    stream = stream_for_submit(machine, handle)

    def run() -> int:
        notify.flagged = True
        stream.scheduler.wake()
        return 0
    stream.submit(Task("aclrtRecordNotify", run, keep=notify))
    return 0


@c_function("aclrtWaitAndResetNotify")
def wait_notify(pointer: Any, handle: Any, seconds: int) -> int:
    """R-NTF-2: 0 seconds is for ever, or what aclrtSetOpWaitTimeout said."""
    machine = world()
    notify = _notify(machine, pointer)
    stream = stream_for_submit(machine, handle)

    def run() -> int:
        notify.flagged = False
        return 0
    machine.part(Order).waits(stream, None)
    stream.submit(Task("aclrtWaitAndResetNotify", run, ready=lambda: notify.flagged,
                       timeout=(seconds or machine.part(Limits).wait_timeout) or None, keep=notify))
    return 0


@c_function("aclrtNotifyBatchReset")
def reset_notifies(pointers: Any, count: int) -> int:
    machine = world()
    if not pointers:
        raise null("notifies")
    if not count:
        raise wrong("num is 0")
    if not all(pointers[number] for number in range(count)):
        raise Refusal(107000, "a notify is NULL", token="EE1004")
    for notify in [_notify(machine, pointers[number]) for number in range(count)]:
        notify.flagged = False
    return 0


# -- between processes (R-NTF-3): this machine lends nothing to another one

@c_function("aclrtNotifyGetExportKey")
def export_notify(pointer: Any, key: Any, size: int, flags: int) -> int:
    machine = world()
    _notify(machine, pointer)
    if not key:
        raise null("key")
    if not size:
        raise wrong("len is 0")
    raise unsupported("notifies between processes")


@c_function("aclrtNotifyImportByKey")
def import_notify(out: Any, key: Any, flags: int) -> int:
    if not out:
        raise null("notify")
    if not key:
        raise null("key")
    if flags > DEVICE_ONLY:
        raise Refusal(100000, f"flags {flags}: 0 or 1", layer="acl")
    raise unsupported("notifies between processes")


@c_function("aclrtNotifySetImportPid")
def allow_import(pointer: Any, pids: Any, count: int) -> int:
    machine = world()
    _notify(machine, pointer)
    if not pids:
        raise null("pid")
    raise unsupported("notifies between processes")


# -- counting notifies are of parts after the A3

@c_function("aclrtCntNotifyCreate")
def create_counting_notify(out: Any, flag: int) -> int:
    if not out:
        raise Refusal(107000, "cntNotify is NULL", token="EE1004")
    if flag:
        raise wrong(f"flag {flag}: 0")
    raise unsupported("counting notifies")


@c_function("aclrtCntNotifyDestroy")
def destroy_counting_notify(pointer: Any) -> int:
    raise _no_counting_notify(pointer)


@c_function("aclrtCntNotifyGetId", "aclrtCntNotifyReset")
def use_counting_notify(pointer: Any, other: Any) -> int:
    raise _no_counting_notify(pointer)


@c_function("aclrtCntNotifyRecord", "aclrtCntNotifyWaitWithTimeout")
def queue_counting_notify(pointer: Any, stream: Any, info: Any) -> int:
    if not info:
        raise null("info")
    raise _no_counting_notify(pointer)


def _no_counting_notify(pointer: Any) -> Refusal:
    """None was ever made, so a handle is either NULL or stale."""
    if not pointer:
        return Refusal(107000, "cntNotify is NULL", token="EE1004")
    return stale(world(), "counting notify", pointer)
