"""Device memory and pinned host memory."""
from __future__ import annotations

import ctypes
import operator
import threading
from functools import partial
from typing import TYPE_CHECKING, Any

from . import _lib
from ._buffers import c_pointer, handle_pointer, pointer_to
from ._context import ActiveContext, using
from ._handle import SLOTS, Handle, address, close_after
from ._layout import is_bool, natural
from ._primary import Primary
from ._reclaim import Progress, Uses, wait_for
from .device import Context, Device, context_of
from .errors import check, failure
from .stream import Stream, known_stream

if TYPE_CHECKING:
    from ._buffers import HandleLike

ffi, lib = _lib.ffi, _lib.lib
_POINTER_OUT = ffi.typeof("void **")
_BYTES = ffi.typeof("char *")
TO_DEVICE, TO_HOST, ON_DEVICE = (_lib.constant(f"ACL_MEMCPY_{name}") for name in
                                 ("HOST_TO_DEVICE", "DEVICE_TO_HOST", "DEVICE_TO_DEVICE"))


def byte_count(nbytes: Any, what: str = "nbytes") -> int:
    """A number of bytes as a plain int; TypeError or ValueError for what cannot be one."""
    if nbytes.__class__ is int and 0 <= nbytes < 1 << 63:
        return nbytes
    if is_bool(nbytes):
        raise TypeError(f"{what} is a number of bytes, not a bool")
    try:
        number = operator.index(nbytes)
    except TypeError:
        raise TypeError(f"{what} is a number of bytes (int), not {type(nbytes).__name__}") from None
    if not 0 <= number < 1 << 63:
        raise ValueError(f"{what}={number}: a number of bytes in 0 .. 2**63-1")
    return number


class _Supplies(threading.local):
    """The pools that this thread entered, the latest last."""

    def __init__(self) -> None:
        self.entered: list[Supply] = []


Supply = tuple[Any, "Progress | None"]           # the store of a `MemoryPool`, and the stream that is worked on first
supplies = _Supplies()
installed: dict[int, Supply] = {}                # for all threads, by index of the device


def _supply(primary: Primary) -> Supply | None:
    """Who provides memory of a device instead of aclrtMalloc."""
    for supply in reversed(supplies.entered):
        if supply[0].primary is primary:
            return supply
    found = installed.get(primary.index)
    return found if found is not None and found[0].primary is primary else None


def _malloc(nbytes: int, primary: Primary) -> Any:
    """Device memory; needs a current context of that device."""
    return primary.reclaimer.malloc(nbytes, f"allocating {nbytes} bytes on device {primary.index}")


def _free(pointer: Any, used: Uses, primary: Primary) -> None:
    primary.reclaimer.release(used, lambda: check(lib.aclrtFree(pointer), "aclrtFree"))


class DeviceBuffer(Handle):
    """A block of device memory (aclrtMalloc).

    nbytes  size in bytes; 0 makes no C call and has the address 0
    device  where; None: the current device of this thread

    The memory is not initialised; it comes from a `MemoryPool` where one is entered or installed.  Closing it while
    queued work may use it defers the free until that has passed.
    Raises AclError that is also a MemoryError when the device is full.
    """

    _kind = "device buffer"
    __slots__ = (*SLOTS, "_context", "_primary", "_used", "nbytes")

    _context: ActiveContext
    _primary: Primary
    _used: Uses                      # stream -> ticket of the latest work that uses the block

    def __init__(self, nbytes: int, *, device: Device | Context | int | None = None) -> None:
        self._cdata = self._finalizer = self._owner = None
        self.nbytes = byte_count(nbytes)
        self._context, self._primary = context_of(device)
        supply = _supply(self._primary) if self.nbytes else None
        if supply is not None:
            supply[0].lend(self, supply[1])
            return
        self._used = {}
        if not self.nbytes:
            self._borrow(ffi.NULL, None)
        else:
            self._make(using(self._context), partial(_malloc, self.nbytes, self._primary), _free, self._used,
                       self._primary)

    @classmethod
    def from_handle(cls, handle: HandleLike, nbytes: int, *, owner: Any = None,
                    device: Device | Context | int | None = None) -> DeviceBuffer:
        """Stand for `nbytes` bytes of somebody else's device memory at an address; it is never freed.

        handle  the address as an integer or C pointer; NULL is a ValueError, except for no bytes
        owner   kept alive as long as this object is
        device  where the memory is; None: the current device
        """
        self = cls.__new__(cls)
        self._used, self.nbytes = {}, byte_count(nbytes)
        self._context, self._primary = context_of(device)
        self._borrow(handle_pointer("void *", handle, null=not self.nbytes), owner)
        return self

    @property
    def data_ptr(self) -> int:
        """Address of the first byte on the device."""
        return self.handle

    @property
    def device(self) -> Device:
        """The device that has the memory."""
        return Device(self._context.index)

    @property
    def _pointer(self) -> Any:
        return self._pointer_or_raise()

    def _range(self, nbytes: int | None, offset: int, what: str) -> tuple[Any, int]:
        offset = byte_count(offset, "offset")
        count = self.nbytes - offset if nbytes is None else byte_count(nbytes)
        if count < 0 or offset + count > self.nbytes:
            raise ValueError(f"{what} of {count} bytes at offset {offset} leaves the buffer of {self.nbytes} bytes")
        pointer = self._pointer_or_raise()
        return (ffi.cast(_BYTES, pointer) + offset if offset else pointer), count

    def wait(self) -> None:
        """Wait for the streams on which queued work uses this buffer, and for no others."""
        if self._used:
            wait_for(self._used)

    def _use_on(self, stream: Stream) -> None:
        progress = stream._progress
        progress.submitted += 1
        self._used[progress] = progress.submitted

    def _check_stream(self, stream: Stream) -> None:
        if known_stream(stream)._primary is not self._primary:
            raise ValueError(f"a buffer on device {self._context.index} cannot be used on a stream of device "
                             f"{stream._context.index}")

    def _let_go(self) -> None:
        self._primary = None  # type: ignore[assignment]

    # -- contents
    def write(self, source: Any, nbytes: int | None = None, offset: int = 0, stream: Stream | None = None,
              keep: Any = None) -> None:
        """Copy host memory into the buffer (aclrtMemcpy, or aclrtMemcpyAsync on a stream).

        source  a contiguous buffer such as a NumPy array, or a pointer of cffi or ctypes (an address as an integer is
                `ctypes.c_void_p(address)`)
        nbytes  bytes to copy; None: all of a buffer, or from a pointer the rest of this one
        stream  None copies now, after the work that uses the buffer; else the copy is queued, and the source may be
                changed or dropped at once: what is not pinned goes through pinned memory of this package
        offset  in bytes from the start of this buffer
        keep    kept alive until the copy is done

        Raises ValueError for a copy that leaves either memory, AclError if C refuses.
        """
        source, available, keep = _source(source, keep)
        target, count = self._range(available if nbytes is None else nbytes, offset, "a copy")
        if available is not None and count > available:
            raise ValueError(f"source has {available} bytes, {count} are copied")
        if not count:
            return
        if stream is None:
            self.wait()
            with using(self._context):
                code = lib.aclrtMemcpy(target, count, source, count, TO_DEVICE)
                if code:
                    raise failure(code, "aclrtMemcpy", doing=f"copying {count} bytes to device {self._context.index}")
            return
        self._check_stream(stream)
        queue = stream._pointer_or_raise()
        with using(stream._context):
            if not isinstance(keep, HostBuffer):            # pageable: stage it, for the copy may run much later
                keep = self._primary.staging.take(count)
                ffi.memmove(keep.pointer, source, count)
                source = keep.pointer
            code = lib.aclrtMemcpyAsync(target, count, source, count, TO_DEVICE, queue)
            self._use_on(stream)                            # a failing call may have queued something, too
            if isinstance(keep, HostBuffer):
                keep._used[stream._progress] = stream._progress.submitted
            stream._progress.keep(keep)
            if code:
                raise failure(code, "aclrtMemcpyAsync",
                              doing=f"queueing a copy of {count} bytes to device {self._context.index}")

    def read(self, target: Any, nbytes: int | None = None, offset: int = 0) -> None:
        """Copy the buffer into host memory (aclrtMemcpy), after the queued work that uses it.

        target  a writable contiguous buffer such as a NumPy array (TypeError if it is read-only), or a pointer of cffi
                or ctypes
        nbytes  bytes to copy; None: the rest of this buffer
        offset  in bytes from the start of this buffer

        Raises ValueError for a copy that leaves either memory, AclError if C refuses or queued work failed.
        """
        source, count = self._range(nbytes, offset, "a copy")
        pointer = c_pointer(target)
        if pointer is None:
            pointer = pointer_to(target, writable=True, what="target")
            if len(ffi.buffer(pointer)) < count:
                raise ValueError(f"target has {len(ffi.buffer(pointer))} bytes, {count} are copied")
        if not count:
            return
        self.wait()
        with using(self._context):
            code = lib.aclrtMemcpy(pointer, count, source, count, TO_HOST)
            if code:
                raise failure(code, "aclrtMemcpy", doing=f"copying {count} bytes from device {self._context.index}")

    def copy_from(self, source: DeviceBuffer, nbytes: int | None = None, offset: int = 0, source_offset: int = 0,
                  stream: Stream | None = None) -> None:
        """Copy from another device buffer (aclrtMemcpy or aclrtMemcpyAsync, device to device).

        source         the other buffer
        nbytes         bytes to copy; None: the rest of this buffer
        offset         in bytes from the start of this buffer
        source_offset  in bytes from the start of the other one
        stream         None copies now, after the work that uses both; else the copy is queued

        Raises ValueError for a copy that leaves either buffer.
        """
        target, count = self._range(nbytes, offset, "a copy")
        origin, count = source._range(count, source_offset, "a copy")
        if not count:
            return
        if stream is None:
            self.wait()
            source.wait()
            with using(self._context):
                check(lib.aclrtMemcpy(target, count, origin, count, ON_DEVICE), "aclrtMemcpy",
                      doing=f"copying {count} bytes on device {self._context.index}")
            return
        self._check_stream(stream)
        queue = stream._pointer_or_raise()
        with using(stream._context):
            code = lib.aclrtMemcpyAsync(target, count, origin, count, ON_DEVICE, queue)
            self._use_on(stream)
            source._used[stream._progress] = stream._progress.submitted
            check(code, "aclrtMemcpyAsync", doing=f"queueing a copy of {count} bytes on device {self._context.index}")

    def set(self, value: int, nbytes: int | None = None, offset: int = 0, stream: Stream | None = None) -> None:
        """Set bytes to a value of 0 .. 255 (aclrtMemset, or aclrtMemsetAsync on a stream).

        nbytes  bytes to set; None: the rest of this buffer
        offset  in bytes from the start of this buffer
        """
        if natural(value, "value") > 255:
            raise ValueError(f"value={value}: a byte, 0 .. 255")
        target, count = self._range(nbytes, offset, "a fill")
        if not count:
            return
        if stream is None:
            self.wait()
            with using(self._context):
                check(lib.aclrtMemset(target, count, value, count), "aclrtMemset")
            return
        self._check_stream(stream)
        queue = stream._pointer_or_raise()
        with using(stream._context):
            code = lib.aclrtMemsetAsync(target, count, value, count, queue)
            self._use_on(stream)
            check(code, "aclrtMemsetAsync", doing=f"queueing a fill of {count} bytes")

    def __len__(self) -> int:
        return self.nbytes


class TensorMemory(DeviceBuffer):
    """The block that a tensor allocates for itself: a tensor is a value, and goes quietly when it is dropped."""

    _warns = False
    __slots__ = ()


def _source(source: Any, keep: Any) -> tuple[Any, int | None, Any]:
    """(pointer, bytes behind it if known, what to keep alive) of the host memory that a copy reads."""
    if isinstance(source, HostBuffer):
        return source._pointer_or_raise(), source.nbytes, source
    pointer = c_pointer(source)
    if pointer is not None:
        return pointer, None, keep
    holder = pointer_to(source, writable=False, what="source")
    return holder, len(ffi.buffer(holder)), keep


def _free_host(pointer: Any, used: Uses, primary: Primary) -> None:
    primary.reclaimer.release(used, lambda: check(lib.aclrtFreeHost(pointer), "aclrtFreeHost"))


class HostBuffer(Handle):
    """Pinned host memory (aclrtMallocHost), with the buffer protocol: `np.frombuffer(host, "float32")` is a view of it.

    nbytes  size in bytes, at least 1
    device  whose context allocates it; None: the current one

    Copies between pinned memory and a device are truly asynchronous.  Closing it while a queued copy reads it defers
    the free.  A view does not: it must not be used after close().  To ask a closed one for a view is a ValueError
    (before Python 3.12 it is not noticed).
    """

    _kind = "host buffer"
    _primary: Primary
    _used: Uses
    nbytes: int

    # The buffer protocol cannot be written in Python before 3.12; a ctypes array has it.  So an instance is of a
    # subclass that is also an array of its size, laid over the pinned memory, whose methods need a closed one stopped.
    def __new__(cls, nbytes: int, *, device: Device | Context | int | None = None) -> HostBuffer:
        count = byte_count(nbytes)
        if not count:
            raise ValueError("nbytes=0: pinned memory has at least one byte")
        context, primary = context_of(device)
        out, self = ffi.new(_POINTER_OUT), None
        try:
            with using(context):
                check(lib.aclrtMallocHost(out, count), "aclrtMallocHost",
                      doing=f"allocating {count} bytes of pinned host memory")
                self = cls._over(out[0], count)
                self._primary = primary
                self._own(out[0], _free_host, self._used, primary)
        except BaseException as error:
            if self is not None:
                close_after(self.close, error)
            raise
        return self

    def __init__(self, nbytes: int, *, device: Device | Context | int | None = None) -> None:
        """All is done by __new__."""

    @classmethod
    def _over(cls, pointer: Any, nbytes: int) -> HostBuffer:
        kind = _array_class(nbytes)
        self: HostBuffer = kind.from_address(address(pointer))
        self.nbytes, self._used = nbytes, {}
        return self

    @classmethod
    def from_handle(cls, handle: HandleLike, nbytes: int, *, owner: Any = None) -> HostBuffer:
        """Stand for `nbytes` bytes of somebody else's pinned memory at an address; it is never freed.

        handle  the address as an integer or C pointer; NULL is a ValueError, except for no bytes
        owner   kept alive as long as this object is
        """
        count = byte_count(nbytes)
        pointer = handle_pointer("void *", handle, null=not count)
        self = cls._over(pointer, count)
        self._borrow(pointer, owner)
        return self

    @property
    def data_ptr(self) -> int:
        """Address of the first byte."""
        return self.handle

    def _let_go(self) -> None:
        self._primary = None  # type: ignore[assignment]

    def __buffer__(self, flags: int, /) -> memoryview:            # called from Python 3.12 on
        self._pointer_or_raise()
        return super().__buffer__(flags)  # type: ignore[misc, no-any-return]

    def __getitem__(self, index: Any) -> Any:
        """A byte as an int, of a slice a list."""
        self._pointer_or_raise()
        return super().__getitem__(index)  # type: ignore[misc]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._pointer_or_raise()
        super().__setitem__(index, value)  # type: ignore[misc]

    def __len__(self) -> int:
        return self.nbytes

    def __repr__(self) -> str:
        state = "closed" if self._cdata is None else f"{self.nbytes} bytes at {address(self._cdata):#x}"
        return f"<pyacl.HostBuffer {state}>"

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


_array_classes: dict[int, Any] = {}


def _array_class(nbytes: int) -> Any:
    found = _array_classes.get(nbytes)
    if found is None:
        if len(_array_classes) > 256:
            _array_classes.clear()
        found = _array_classes[nbytes] = type("HostBuffer", (HostBuffer, ctypes.c_ubyte * nbytes), {})
    return found
