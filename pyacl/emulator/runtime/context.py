"""Devices and contexts: what a thread is bound to, and where its streams live.

A thread has one slot, `world().thread.context`.  Set-device puts the default context of the device there, create and
set-current an explicit one; a context that has died counts as none (R-CTX-1, R-CTX-6, R-DEV-7).
"""
from __future__ import annotations

import heapq
import os
import re
import threading
from typing import Any

from ... import _abi
from .._handles import Object, address
from .._registry import Refusal, c_function
from .._streams import Stream
from .._world import STREAM_THREAD, World, world

ffi = _abi.ffi

DEFAULT_STREAM_FLAGS = 0x3          # fast launch and fast synchronise
STREAM_CREATED, STREAM_DESTROYED = 1, 2
Callback = tuple[Any, Any]          # function pointer, user data


class Context(Object):
    """An aclrtContext: streams of one device."""

    kind = "context"
    ctype = "aclrtContext"

    def __init__(self, device: Device, *, default: bool) -> None:
        super().__init__()
        self.device = device
        self.default = self.hidden = default
        self.alive = True
        self.streams: list[Stream] = []
        self.options: dict[int, int] = {}          # R-DEV-20: unset until set
        self.default_stream: Stream
        self.threads: set[int] = set()             # that it is current in


class Device:
    """One emulated device, `index` being the number that the user sees (R-DEV-2)."""

    def __init__(self, world: World, index: int, physical: int) -> None:
        self.world, self.index, self.physical = world, index, physical
        self.lock = threading.RLock()              # of the two that follow; callbacks may come back
        self.uses = 0                              # set-device calls not yet reset (R-DEV-3)
        self.default_context: Context | None = None
        self.contexts: list[Context] = []
        self.peers: set[int] = set()               # devices that it was given access to (R-DEV-13)
        self.core_limits: dict[int, int] = {}      # aclrtSetDeviceResLimit
        self.saturates = 0                         # aclrtSetDeviceSatMode
        self.free_ids: list[int] = []              # stream numbers that were given back
        self.streams = 0                           # stream numbers given out so far

    def take_stream_id(self) -> int:
        """A free stream number; 207008 if all are taken (R-STR-4)."""
        if self.free_ids:
            return heapq.heappop(self.free_ids)
        if self.streams >= self.world.profile.soc.streams:
            raise Refusal(207008, f"all {self.streams} streams of device {self.index} are in use", token="EE1010")
        self.streams += 1
        return self.streams - 1

    @property
    def free_streams(self) -> int:
        return self.world.profile.soc.streams - self.streams + len(self.free_ids)


class Devices:
    """The devices of a machine, and what is registered with them."""

    def __init__(self, world: World) -> None:
        self.visible = _visible(world.profile.devices)
        self.all = [Device(world, index, physical) for index, physical in enumerate(self.visible)]
        self.fallback: Device | None = None        # configured default device (R-INIT-8)
        self.stream_callbacks: dict[bytes, Callback] = {}
        self.device_callbacks: dict[bytes, Callback] = {}

    def tell(self, callbacks: dict[bytes, Callback], subject: Any, state: int) -> None:
        """Call what is registered for a change of state (R-ERR-10)."""
        for function, data in list(callbacks.values()):
            function(subject, state, data)

    def close(self) -> None:
        """The machine ends: its contexts are dead from now on."""
        for device in self.all:
            for context in device.contexts:
                context.alive = False


def _visible(count: int) -> list[int]:
    """Physical ids that ASCEND_RT_VISIBLE_DEVICES leaves (R-DEV-2); a list that does not ascend leaves none."""
    text = os.environ.get("ASCEND_RT_VISIBLE_DEVICES")
    if text is None:
        return list(range(count))
    chosen: list[int] = []
    for item in text.split(","):
        if not re.fullmatch("[0-9]+", item.strip()) or int(item) >= count:
            break
        if chosen and int(item) <= chosen[-1]:
            return []
        chosen.append(int(item))
    return chosen


def device_of(world: World, index: int) -> Device:
    """The device with a user's id; refuses with 107001 (R-DEV-3)."""
    devices = world.part(Devices).all
    if not 0 <= index < len(devices):
        raise Refusal(107001, f"device {index} does not exist, there are {len(devices)}", token="EE1003")
    return devices[index]


def context_or_none(world: World) -> Context | None:
    """The context that is current in this thread."""
    context: Context | None = world.thread.context
    return context if context is not None and context.alive else None


def bind(world: World, context: Context) -> None:
    """Make a context current in this thread."""
    me = threading.get_ident()
    before: Context | None = world.thread.context
    if before is not None:
        before.threads.discard(me)
    context.threads.add(me)
    world.thread.context = context


def current_context(world: World) -> Context:
    """The context that calls of this thread work in: its own, else the default one of a configured default device.

    Refuses with 107002 where there is none (R-CTX-1).
    """
    context: Context | None = world.thread.context
    if context is not None and context.alive:
        return context
    fallback = world.part(Devices).fallback
    if fallback is not None and fallback.default_context is not None:
        return fallback.default_context
    if threading.current_thread().name == STREAM_THREAD:
        raise Refusal(107002, "called from inside a callback, which has no context (R-CB-7)", token="EE1018",
                      finding="S-THREAD")
    raise Refusal(107002, "this thread has no context; call aclrtSetDevice or aclrtSetCurrentContext in it",
                  token="EE1018")


def stream_of(world: World, pointer: Any) -> Stream:
    """The stream behind a handle, in whatever context; NULL is the default stream of the current one (R-STR-1).

    Refuses with 107017 for what is no live stream, then with 107002 in a thread without a context.
    """
    if not pointer:
        return current_context(world).default_stream
    stream = world.handles.get(pointer, Stream)
    if stream is None:
        raise stale(world, "stream", pointer)
    current_context(world)
    return stream


def stream_for_submit(world: World, pointer: Any) -> Stream:
    """The stream that a task goes to: it must belong to the current context, else 107003 (R-STR-13).

    A stream that stopped on a failure refuses with that failure (R-STR-14, R-ERR-8).
    """
    stream = stream_of(world, pointer)
    if stream.context is not current_context(world):
        raise Refusal(107003, "the stream belongs to another context than the current one", token="EE1010")
    if stream.stops and stream.error:
        raise Refusal(stream.error, "the stream stopped at an earlier failure", token="EE9999")
    return stream


def stale(world: World, kind: str, pointer: Any) -> Refusal:
    """What is no live handle of its kind (R-ABI-2)."""
    text, finding = f"0x{address(pointer):x} is no live {kind}", ""
    if world.inherited and world.handles.is_former(pointer):
        text, finding = f"{kind} 0x{address(pointer):x} was made by the parent of this forked process", "S-THREAD"
    elif not world.profile.newer:
        text, finding = f"{text}; CANN 8.1 does not check this and works on what lies there", "S-VERSION"
    return Refusal(107017, text, token="EE1017", finding=finding)


def null(what: str) -> Refusal:
    """A NULL that the first layer sees (R-ABI-3); it leaves the last error alone (R-ABI-6)."""
    return Refusal(100000, f"{what} is NULL", token="EH0008", layer="acl")


def invalid(text: str, token: str = "EH0007") -> Refusal:
    """An argument that the first layer refuses."""
    return Refusal(100000, text, token=token, layer="acl")


def wrong(text: str, code: int = 107000) -> Refusal:
    """An argument that the second layer refuses; it becomes the last error."""
    return Refusal(code, text, token="EE1003")


def unsupported(text: str) -> Refusal:
    """What the part does not support; not recorded as last error (R-ERR-7)."""
    return Refusal(207000, text, token="EE1005", layer="acl")


# -- life of streams and contexts

def open_stream(world: World, context: Context, priority: int = 0, flags: int = 0, *, default: bool = False) -> Stream:
    """Create a stream and tell who registered for it."""
    with world.lock:
        number = context.device.take_stream_id()
        stream = world.handles.add(Stream(context, priority, flags, default=default))
        stream.id = number
        context.streams.append(stream)
    devices = world.part(Devices)
    devices.tell(devices.stream_callbacks, stream.cdata, STREAM_CREATED)
    return stream


def close_stream(world: World, stream: Stream, function: str, *, drop: bool = False) -> None:
    """Destroy a stream, after its work or without it."""
    if stream.capture is not None:
        stream.capture.leave()
    if drop:
        stream.drop()
    stream.wait(function=function)
    stream.end()
    devices = world.part(Devices)
    devices.tell(devices.stream_callbacks, stream.cdata, STREAM_DESTROYED)
    with world.lock:
        if stream in stream.context.streams:
            stream.context.streams.remove(stream)
            heapq.heappush(stream.context.device.free_ids, stream.id)
        world.handles.remove(stream)


def open_context(world: World, device: Device, *, default: bool) -> Context:
    """Create a context with its default stream."""
    context = world.handles.add(Context(device, default=default))
    device.contexts.append(context)
    context.default_stream = open_stream(world, context, 0, DEFAULT_STREAM_FLAGS, default=True)
    return context


def close_context(world: World, context: Context, function: str) -> None:
    """Wait for the streams of a context and destroy them and it (R-CTX-6)."""
    for stream in list(context.streams):
        close_stream(world, stream, function)
    with world.lock:
        context.alive = False
        context.device.contexts.remove(context)
        world.handles.remove(context)


# -- C functions

@c_function("aclrtCreateContext")
def create_context(out: Any, index: int) -> int:
    machine = world()
    if not out:
        raise null("context")
    context = open_context(machine, device_of(machine, index), default=False)
    bind(machine, context)
    out[0] = context.cdata
    return 0


@c_function("aclrtDestroyContext")
def destroy_context(pointer: Any) -> int:
    """R-CTX-5: default and dead contexts answer 107002."""
    machine = world()
    if not pointer:
        raise null("context")
    context = machine.handles.get(pointer, Context)
    if context is None or context.default:
        what = "is no live context" if context is None else "is a default context, which only a device reset ends"
        raise Refusal(107002, f"0x{address(pointer):x} {what}", token="EE1017")
    others = context.threads.intersection(thread.ident for thread in threading.enumerate()
                                          if thread is not threading.current_thread())
    if others:
        machine.find("S-CTX", "aclrtDestroyContext", f"the context is still current in {len(others)} other threads",
                     handle=context.handle, created=context.created, severity="warning")
    close_context(machine, context, "aclrtDestroyContext")
    return 0


@c_function("aclrtSetCurrentContext")
def set_current_context(pointer: Any) -> int:
    machine = world()
    if not pointer:
        raise null("context")
    context = machine.handles.get(pointer, Context)
    if context is None:
        raise wrong(f"0x{address(pointer):x} is no live context")
    bind(machine, context)
    return 0


@c_function("aclrtGetCurrentContext")
def get_current_context(out: Any) -> int:
    """The default context of a configured default device does not show here (R-INIT-8)."""
    if not out:
        raise null("context")
    context = context_or_none(world())
    if context is None:
        raise Refusal(107002, layer="acl")
    out[0] = context.cdata
    return 0


@c_function("aclrtCtxGetCurrentDefaultStream")
def get_current_default_stream(out: Any) -> int:
    if not out:
        raise null("stream")
    out[0] = current_context(world()).default_stream.cdata
    return 0
