"""Devices and contexts, and which of them is current in a thread.

`with pyacl.Device(0):` makes a device current for what is created inside.  Objects remember their context: a thread
that uses one needs no set-up, and finds its own current device as it was.
"""
from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import _lib
from ._buffers import handle_pointer
from ._context import CONTEXT_OUT, ActiveContext, bind, foreign_pointer, give_back, restored, this_thread, using
from ._handle import SLOTS, Handle, address, close_after, process
from ._layout import integer
from ._primary import Primary, current_context, new_context, open_primary
from ._reclaim import streams
from .errors import check

if TYPE_CHECKING:
    from ._buffers import HandleLike

ffi, lib = _lib.ffi, _lib.lib


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
        foreign = None if this_thread().scopes else foreign_pointer()
        bind(context)
        this_thread().scopes.append((context, foreign))

    @staticmethod
    def _leave() -> None:
        context, foreign = this_thread().scopes.pop()
        epoch = _lib.current().epoch
        if process.forked or context.epoch != epoch:
            this_thread().bound = 0
        elif this_thread().scopes and this_thread().scopes[-1][0].epoch == epoch:
            bind(this_thread().scopes[-1][0])
        elif foreign is not None:
            give_back(foreign)
        else:
            this_thread().bound = 0                    # it stays current in ACL, but somebody else may change that now

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
        """A device has no handle but its index: the same as `Device(handle)`; `owner` is of no use here."""
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
        """Whether the device was closed, or not opened yet."""
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
        active = self._active = new_context(ffi.NULL, primary)

        def create() -> Any:
            out = ffi.new(CONTEXT_OUT)
            check(lib.aclrtCreateContext(out, index), "aclrtCreateContext", arguments=f"  device: {index}")
            active.pointer = out[0]
            return out[0]
        self._make(restored(), create, _destroy_context, active)

    @classmethod
    def from_handle(cls, handle: HandleLike, *, owner: Any = None, device: Device | int = 0) -> Context:
        """Wrap a context of somebody else; it is never destroyed.

        handle  the aclrtContext as an integer or C pointer; NULL is a ValueError
        owner   kept alive as long as this object is
        device  that the context belongs to
        """
        self = cls.__new__(cls)
        self.device = device if isinstance(device, Device) else Device(device)
        self._borrow(handle_pointer("aclrtContext", handle, null=False), owner)
        self._active = new_context(self._cdata, self.device._primary_or_raise())
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
        if active is not None and this_thread().bound == active.serial:
            this_thread().bound = 0
        Handle.close(self)

    def _let_go(self) -> None:
        self.device.close()

    def __enter__(self) -> Context:
        self._enter()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._exit(error)
