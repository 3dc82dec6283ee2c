"""Devices and contexts, and which of them is current in a thread.

`with pyacl.Device(0):` makes a device current for what is created inside.  Objects remember their context: a thread
that uses one needs no set-up, and finds its own current device as it was.
"""
from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import _lib
from ._buffers import handle_pointer
from ._handle import SLOTS, Finalizer, Handle, address, at_end, close_after, each, process, refuse_after_fork
from ._layout import integer
from ._reclaim import Progress, Reclaimer, streams
from ._staging import Staging
from .errors import AclError, check, code_name, failure

if TYPE_CHECKING:
    from ._buffers import HandleLike

ffi, lib = _lib.ffi, _lib.lib
_CONTEXT_OUT = ffi.typeof("aclrtContext *")
_NO_CONTEXT, _REPEAT_INITIALIZE = 107002, 100002


class _Thread(threading.local):
    """What this package knows of the calling thread."""

    bound = 0                                   # serial of the context that we made current here; 0: not we did it
    left = 0                                    # its address; it stays current in ACL when nobody wants it any more
    scopes: list[tuple[ActiveContext, Any]]     # entered `with`s: context, and the foreign one that was current before

    def __init__(self) -> None:
        self.scopes = []


thread = _Thread()


# A forked child takes the general route, where it is refused.
os.register_at_fork(after_in_child=lambda: setattr(thread, "bound", 0))


class _Runtime:
    """ACL, initialised by us or by somebody else before us.  One per process (and per emulated machine)."""

    def __init__(self) -> None:
        self.epoch = _lib.current().epoch
        process.used = True
        code = lib.aclInit(ffi.NULL)
        if code != _REPEAT_INITIALIZE:          # somebody else's initialisation serves us as well (R-INIT-2)
            check(code, "aclInit")
        process.ours = code == 0
        self.finalizer = Finalizer(self, "ACL", False, _finalize) if process.ours else None


def _finalize() -> None:
    check(lib.aclFinalize(), "aclFinalize")


class Primary:
    """An open device: one pair of aclrtSetDevice and aclrtResetDevice, shared by all that is made on it."""

    def __init__(self, runtime: _Runtime, index: int) -> None:
        self.index, self.runtime = index, runtime
        self.epoch = runtime.epoch
        opened = False
        try:
            with _restored():
                check(lib.aclrtSetDevice(index), "aclrtSetDevice", arguments=f"  device: {index}")
                opened = True
                pointer = _current_pointer()
                if pointer is None:
                    raise failure(_NO_CONTEXT, "aclrtGetCurrentContext", doing=f"opening device {index}")
        except BaseException as error:
            if opened:
                close_after(partial(_reset, index), error)
            raise
        self.reclaimer = Reclaimer()
        self.context = ActiveContext(pointer, self, weak=True)
        self.staging = Staging()
        self.finalizer = Finalizer(self, f"device {index}", False, _reset_device, index, self.context, self.reclaimer,
                                   self.staging, runtime)


def _reset_device(index: int, context: ActiveContext, reclaimer: Reclaimer, staging: Staging,
                  runtime: _Runtime) -> None:
    def finish() -> None:
        if reclaimer:
            with using(context):
                reclaimer.finish()

    def reset() -> None:
        context.destroyed = True
        _reset(index)
    each((finish, context.default_progress.release, staging.release, reset))


def _reset(index: int) -> None:
    check(lib.aclrtResetDevice(index), "aclrtResetDevice", arguments=f"  device: {index}")


class ActiveContext:
    """A context that objects live in: the default one of a device, or one of `Context`."""

    _serials = iter(range(1, 1 << 62))

    def __init__(self, pointer: Any, primary: Primary, *, weak: bool = False) -> None:
        self.pointer, self.serial, self.index = pointer, next(self._serials), primary.index
        self.epoch = primary.epoch
        self._primary: Any = weakref.ref(primary) if weak else (lambda: primary)
        self.destroyed = False                  # its streams went with it
        self.default_progress = Progress(ffi.NULL, self)

    def let_go(self) -> None:
        """The context is gone: what was made in it does not keep the device open."""
        self._primary = lambda: None

    @property
    def primary(self) -> Primary:
        found: Primary | None = self._primary()
        if found is None:
            raise ValueError(f"device {self.index} is closed")
        return found


_lock = threading.RLock()
_runtime: _Runtime | None = None
_primaries: weakref.WeakValueDictionary[int, Primary] = weakref.WeakValueDictionary()


def initialize() -> None:
    """Initialise ACL unless that was done (aclInit).  Objects do this by themselves."""
    global _runtime
    refuse_after_fork()
    with _lock:
        if _runtime is None or _runtime.epoch != _lib.current().epoch:
            _primaries.clear()
            _runtime = _Runtime()


def open_primary(index: int) -> Primary:
    """The open device of an index, opened now if nobody holds it."""
    initialize()
    with _lock:
        found = _primaries.get(index)
        if found is None:
            assert _runtime is not None
            found = _primaries[index] = Primary(_runtime, index)
        return found


# -- which context is current
def _current_pointer() -> Any:
    """The context that ACL has current in this thread, or None."""
    out = ffi.new(_CONTEXT_OUT)
    code = lib.aclrtGetCurrentContext(out)
    if code == _NO_CONTEXT:
        return None
    check(code, "aclrtGetCurrentContext")
    return out[0]


def _foreign_pointer() -> Any:
    """The context that somebody else made current in this thread, or None."""
    pointer = _current_pointer()
    return None if pointer is None or address(pointer) == thread.left else pointer


def _set_pointer(pointer: Any) -> None:
    check(lib.aclrtSetCurrentContext(pointer), "aclrtSetCurrentContext")


def _bind(context: ActiveContext) -> None:
    if thread.bound != context.serial:
        refuse_after_fork()
        _set_pointer(context.pointer)
        thread.bound, thread.left = context.serial, address(context.pointer)


def _give_back(foreign: Any) -> None:
    """Make current again what somebody else had made current."""
    _set_pointer(foreign)
    thread.bound = thread.left = 0


@contextmanager
def _restored() -> Iterator[None]:
    """Give the thread its current context back after C calls that change it."""
    before = _current_pointer()

    def restore() -> None:
        if before is not None:
            _set_pointer(before)
        else:                                   # there is no way to have none again: remember whose doing it is
            thread.bound = 0
            pointer = _current_pointer()
            thread.left = 0 if pointer is None else address(pointer)
    with at_end(restore):
        yield


@contextmanager
def using(context: ActiveContext) -> Iterator[None]:
    """Run with a context current; afterwards the thread's own is current again.

    A thread that had none keeps this one on the ACL side, which costs nobody anything: it is still no current device
    for what is created.
    """
    refuse_after_fork()
    if context.epoch != _lib.current().epoch:
        raise ValueError("this object belongs to an emulated machine that was reset")
    if thread.bound == context.serial:
        yield
        return
    scopes = thread.scopes
    foreign = None if scopes else _foreign_pointer()
    _bind(context)

    def back() -> None:
        if scopes:
            _bind(scopes[-1][0])
        elif foreign is not None:
            _give_back(foreign)
    with at_end(back):
        yield


def current_context() -> tuple[ActiveContext, Primary]:
    """The context in which this thread creates things, and its open device: of the innermost `with`, else one that
    somebody else made current (another framework, or `capi`).

    Raises AclError (107002) that names `with pyacl.Device(n)` if there is none.
    """
    if thread.scopes:
        context = thread.scopes[-1][0]
        if context.epoch == _lib.current().epoch:
            return context, context.primary
    elif not process.forked:
        pointer = _foreign_pointer()
        if pointer is not None:
            return _adopt(pointer)
    refuse_after_fork()
    raise AclError("this thread has no current device: enter `with pyacl.Device(n):` in it, or pass device=",
                   code=_NO_CONTEXT, name=code_name(_NO_CONTEXT), function="aclrtGetCurrentContext")


_adopted: weakref.WeakValueDictionary[tuple[int, int], ActiveContext] = weakref.WeakValueDictionary()


def _adopt(pointer: Any) -> tuple[ActiveContext, Primary]:
    """A context of somebody else, as one of ours that is never destroyed."""
    key = (_lib.current().epoch, address(pointer))
    found = _adopted.get(key)
    if found is None:
        out = ffi.new("int32_t *")
        check(lib.aclrtGetDevice(out), "aclrtGetDevice")
        primary = open_primary(out[0])
        if address(primary.context.pointer) == key[1]:
            return primary.context, primary
        found = _adopted[key] = ActiveContext(pointer, primary)
    return found, found.primary


def context_of(device: Device | Context | int | None) -> tuple[ActiveContext, Primary]:
    """The context for something new, and its open device: of `device`, or the current one."""
    if device is None:
        return current_context()
    if isinstance(device, Context):
        return device._active_or_raise(), device._active_or_raise().primary
    primary = device._primary_or_raise() if isinstance(device, Device) else open_primary(check_index(device))
    return primary.context, primary


def check_index(index: Any) -> int:
    """A device index as a plain int; TypeError or ValueError for what cannot be one."""
    number = integer(index, "device index")
    if not 0 <= number < 1 << 31:
        raise ValueError(f"device index {number}: must be in 0 .. 2147483647")
    return number


class _Scope:
    """Entering and leaving a device or context as the current one of a thread."""

    __slots__ = ()

    def _active_or_raise(self) -> ActiveContext:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def _enter(self) -> None:
        context = self._active_or_raise()
        foreign = None if thread.scopes else _foreign_pointer()
        _bind(context)
        thread.scopes.append((context, foreign))

    @staticmethod
    def _leave() -> None:
        context, foreign = thread.scopes.pop()
        epoch = _lib.current().epoch
        if process.forked or context.epoch != epoch:
            thread.bound = 0
        elif thread.scopes and thread.scopes[-1][0].epoch == epoch:
            _bind(thread.scopes[-1][0])
        elif foreign is not None:
            _give_back(foreign)
        else:
            thread.bound = 0                    # it stays current in ACL, but somebody else may change that now

    def _exit(self, error: BaseException | None) -> None:
        def leave() -> None:
            try:
                self._leave()
            finally:
                self.close()
        close_after(leave, error)


class Device(_Scope):
    """A device by its index, open as long as this object or anything made on it lives.

    index  0 .. Device.count() - 1, after ASCEND_RT_VISIBLE_DEVICES renumbered the cards

    `with Device(0):` makes it current for the calling thread; the end of the block closes this object.  The device is
    reset (aclrtResetDevice) once the last object on it is gone.  Raises AclError (107001, also a ValueError) for an
    index that does not exist.
    """

    __slots__ = ("_primary", "index")

    def __init__(self, index: int = 0) -> None:
        self._primary: Primary | None = None
        self.index = check_index(index)
        self._primary = open_primary(self.index)

    @classmethod
    def from_handle(cls, handle: int, *, owner: Any = None) -> Device:
        """A device has no handle but its index: the same as `Device(handle)`."""
        return cls(handle)

    @staticmethod
    def count() -> int:
        """Number of devices (aclrtGetDeviceCount); opens none, so that a later fork is safe."""
        out = ffi.new("uint32_t *")
        check(lib.aclrtGetDeviceCount(out), "aclrtGetDeviceCount")
        return int(out[0])

    @staticmethod
    def current() -> Device:
        """The current device of this thread.  Raises AclError (107002) if there is none."""
        return Device(current_context()[0].index)

    @staticmethod
    def soc_name() -> str:
        """Name of the SoC (aclrtGetSocName), "" if it is not known; opens no device."""
        text = lib.aclrtGetSocName()
        return bytes(ffi.string(text)).decode() if text else ""

    def _primary_or_raise(self) -> Primary:
        if self._primary is None:
            raise ValueError(f"device {self.index} is closed")
        return self._primary

    def _active_or_raise(self) -> ActiveContext:
        return self._primary_or_raise().context

    @property
    def handle(self) -> int:
        """The index: what C functions take for a device."""
        self._primary_or_raise()
        return self.index

    @property
    def closed(self) -> bool:
        return self._primary is None

    def synchronize(self) -> None:
        """Wait for all work of the device's default context (aclrtSynchronizeDevice)."""
        primary = self._primary_or_raise()
        with using(primary.context):
            check(lib.aclrtSynchronizeDevice(), "aclrtSynchronizeDevice")
        primary.reclaimer.collect()

    def memory(self) -> tuple[int, int]:
        """(free, total) bytes of device memory (aclrtGetMemInfo, ACL_HBM_MEM)."""
        free, total = ffi.new("size_t *"), ffi.new("size_t *")
        with using(self._active_or_raise()):
            check(lib.aclrtGetMemInfo(_lib.constant("ACL_HBM_MEM"), free, total), "aclrtGetMemInfo")
        return int(free[0]), int(total[0])

    def close(self) -> None:
        """Let go of the device; it is reset when nothing made on it is left."""
        self._primary = None

    def __enter__(self) -> Device:
        self._enter()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._exit(error)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and other.index == self.index

    def __hash__(self) -> int:
        return hash((Device, self.index))

    def __repr__(self) -> str:
        return f"pyacl.Device({self.index})" + (" (closed)" if self._primary is None else "")


def _destroy_context(pointer: Any, active: ActiveContext) -> None:
    primary, default = active.primary, active.default_progress
    active.destroyed = True
    try:
        check(lib.aclrtDestroyContext(pointer), "aclrtDestroyContext")     # waits for its streams (R-CTX-6)
        active.let_go()
    except BaseException:
        for progress in streams:                # nobody can tell what still runs on them
            progress.lost = progress.lost or progress.context is active
        raise
    finally:
        primary.reclaimer.release({default: default.submitted}, default.release)


class Context(_Scope, Handle):
    """An explicit context of a device (aclrtCreateContext), with a default stream of its own.

    `with Context(0):` makes it current for the calling thread and closes it at the end.  Streams and events belong to
    the context in which they were made; memory belongs to the device.
    """

    _kind = "context"
    __slots__ = (*SLOTS, "_active", "device")

    _active: ActiveContext | None

    def __init__(self, device: Device | int = 0) -> None:
        self._cdata = self._finalizer = self._owner = self._active = None
        index = device.index if isinstance(device, Device) else check_index(device)
        primary = open_primary(index)
        self.device = Device(index)
        active = self._active = ActiveContext(ffi.NULL, primary)

        def create() -> Any:
            out = ffi.new(_CONTEXT_OUT)
            check(lib.aclrtCreateContext(out, index), "aclrtCreateContext", arguments=f"  device: {index}")
            active.pointer = out[0]
            return out[0]
        self._make(_restored(), create, _destroy_context, active)

    @classmethod
    def from_handle(cls, handle: HandleLike, *, owner: Any = None, device: Device | int = 0) -> Context:
        """Wrap a context of somebody else, of `device`; it is never destroyed."""
        self = cls.__new__(cls)
        self.device = device if isinstance(device, Device) else Device(device)
        self._borrow(handle_pointer("aclrtContext", handle), owner)
        self._active = ActiveContext(self._cdata, self.device._primary_or_raise())
        return self

    @classmethod
    def current(cls) -> Context:
        """The current context of this thread, borrowed.  Raises AclError (107002) if there is none."""
        active, primary = current_context()
        return cls.from_handle(address(active.pointer), owner=primary, device=active.index)

    def _active_or_raise(self) -> ActiveContext:
        self._pointer_or_raise()
        assert self._active is not None
        return self._active

    def close(self) -> None:
        """Destroy the context: its streams are waited for and destroyed with it (R-CTX-6)."""
        active, self._active = self._active, None
        if active is not None and thread.bound == active.serial:
            thread.bound = 0
        Handle.close(self)

    def _let_go(self) -> None:
        self.device.close()

    def __enter__(self) -> Context:
        self._enter()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._exit(error)
