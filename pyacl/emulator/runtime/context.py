"""Devices and contexts: what a thread is bound to, and where its streams live.

A thread has one slot, `world().thread.context`.  Set-device puts the default context of the device there, create and
set-current an explicit one; a context that has died counts as none (R-CTX-1, R-CTX-6, R-DEV-7).
"""
from __future__ import annotations

import os
from typing import Any

from ... import _abi
from .._handles import Object, address
from .._registry import Refusal, c_function
from .._streams import Stream
from .._world import World, world

ffi = _abi.ffi

DEFAULT_STREAM_FLAGS = 0x3          # fast launch and fast synchronise
STREAM_CREATED, STREAM_DESTROYED = 1, 2


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


class Device:
    """One emulated device, `index` being the number that the user sees (R-DEV-2)."""

    def __init__(self, index: int, physical: int) -> None:
        self.index, self.physical = index, physical
        self.uses = 0                              # set-device calls not yet reset (R-DEV-3)
        self.default_context: Context | None = None
        self.contexts: list[Context] = []
        self.peers: set[int] = set()               # devices that it was given access to (R-DEV-13)
        self.core_limits: dict[int, int] = {}      # aclrtSetDeviceResLimit


class Devices:
    """The devices of a machine, and what is registered with them."""

    def __init__(self, world: World) -> None:
        self.visible = _visible(world.profile.devices)
        self.all = [Device(index, physical) for index, physical in enumerate(self.visible)]
        self.fallback: Device | None = None        # configured default device (R-INIT-8)
        self.stream_callbacks: dict[bytes, tuple[Any, Any]] = {}
        self.device_callbacks: dict[bytes, tuple[Any, Any]] = {}


def _visible(count: int) -> list[int]:
    """Physical ids that ASCEND_RT_VISIBLE_DEVICES leaves, in order; a list that is not ascending leaves none (R-DEV-2)."""
    text = os.environ.get("ASCEND_RT_VISIBLE_DEVICES")
    if text is None:
        return list(range(count))
    chosen: list[int] = []
    for item in text.split(","):
        if not item.strip().isdigit() or int(item) >= count:
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
    raise Refusal(107002, "this thread has no context; call aclrtSetDevice or aclrtSetCurrentContext in it",
                  token="EE1018")


def stream_of(world: World, pointer: Any) -> Stream:
    """The stream behind a handle, in whatever context; NULL is the default stream of the current one (R-STR-1).

    Refuses with 107002 without a context and with 107017 for what is no live stream.
    """
    context = current_context(world)
    if not pointer:
        return context.default_stream
    stream = world.handles.get(pointer, Stream)
    if stream is None:
        raise stale("stream", pointer)
    return stream


def stream_for_submit(world: World, pointer: Any) -> Stream:
    """The stream that a task goes to: it must belong to the current context, else 107003 (R-STR-13)."""
    stream = stream_of(world, pointer)
    if stream.context is not current_context(world):
        raise Refusal(107003, "the stream belongs to another context than the current one", token="EE1010")
    return stream


def stale(kind: str, pointer: Any) -> Refusal:
    """What is no live handle of its kind (R-ABI-2)."""
    return Refusal(107017, f"0x{address(pointer):x} is no live {kind}", token="EE1017")


def null(what: str) -> Refusal:
    """A NULL that the first layer sees (R-ABI-3); it leaves the last error alone."""
    return Refusal(100000, f"{what} is NULL", token="EH0008", layer="acl")


def invalid(text: str) -> Refusal:
    """An argument that the first layer refuses."""
    return Refusal(100000, text, token="EH0007", layer="acl")
