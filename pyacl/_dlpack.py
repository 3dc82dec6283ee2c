"""DLPack: tensors as capsules for other frameworks, and their capsules as tensors, without a copy.

The C structures are ctypes'.  What a capsule shares is in use like memory that queued work uses (`_reclaim`): closing
the tensor frees it only after the consumer has called the deleter, or has dropped the capsule.
"""
from __future__ import annotations

import atexit
import ctypes
import sys
import weakref
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _lib
from ._buffers import handle_pointer
from ._context import using
from ._formats import ND, PLAIN
from ._handle import address, close_after, process
from ._layout import dense_of, span
from ._reclaim import Lane, Progress, pending, quietly
from .dtypes import BITS, acl_dtype, dtype_name
from .errors import check

if TYPE_CHECKING:
    from .stream import Event
    from .tensor import Tensor

ffi, lib = _lib.ffi, _lib.lib
CPU, EXTENSION, ASCEND = 1, 12, 21        # kDLCPU; kDLExtDev, which stood for Ascend until kDLAscend came
VERSION = (1, 1)                          # of DLPack; capsules of another major version cannot be read
READ_ONLY, IS_COPIED = 1, 2               # flags
NO_ORDER = -1                             # as stream
_BYTE = bytearray(1)
LEGACY, LEGACY_USED = b"dltensor", b"used_dltensor"
VERSIONED, VERSIONED_USED = b"dltensor_versioned", b"used_dltensor_versioned"
# Data type -> (DLDataTypeCode, bits).  Several elements in a byte are packed, as DLPack has them by default.
_KINDS = {"int": 0, "uint": 1, "float": 2, "bfloat": 4, "complex": 5}
_SMALL = {"float8_e4m3fn": 10, "float8_e5m2": 12, "float8_e8m0fnu": 14, "float6_e2m3fn": 15, "float6_e3m2fn": 16,
          "float4_e2m1fn": 17, "bool": 6}


def _dl_types() -> dict[int, tuple[int, int]]:
    found = {}
    for code, size in BITS.items():
        name = dtype_name(code)
        kind = _SMALL.get(name, _KINDS.get(name.rstrip("0123456789")))
        if kind is not None:
            found[code] = kind, size
    return found


TYPES = _dl_types()
CODES = {dl_type: code for code, dl_type in TYPES.items()}


class _Device(ctypes.Structure):
    _fields_ = (("type", ctypes.c_int32), ("id", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _DLTensor(ctypes.Structure):
    _fields_ = (("data", ctypes.c_void_p), ("device", _Device), ("ndim", ctypes.c_int32), ("dtype", _Type),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64))


class _Managed(ctypes.Structure):
    _fields_ = (("tensor", _DLTensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p))


class _ManagedVersioned(ctypes.Structure):
    _fields_ = (("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p),
                ("deleter", ctypes.c_void_p), ("flags", ctypes.c_uint64), ("tensor", _DLTensor))


# These hold the GIL; a capsule is passed by its address.
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))
_get_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi))
_set_name = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_SetName", ctypes.pythonapi))
_DELETER = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)


# -- export
class Export(Lane):
    """A capsule that was given out.  It uses the memory until the consumer is done with it.

    A consumer calls the deleter, and drops a capsule, in any thread, with or without the GIL, and while an exception is
    under way, which no function in Python survives.  So the capsule is one of NumPy's, for an array that stands for the
    tensor: what it says of the memory is replaced, its deleter and destructor stay, and the array's end is noticed.
    """

    __slots__ = ("_array", "_events", "_keeps", "done")

    def __init__(self, array: Any, keeps: tuple[Any, ...], events: list[Event]) -> None:
        super().__init__()
        self.done, self._keeps, self._events = False, keeps, events
        self._array: weakref.ref[Any] | None = weakref.ref(array, self._end)
        _exports.add(self)

    @property
    def completed(self) -> int:
        return int(self.done)

    def _end(self, array: Any) -> None:
        if process.forked:
            return
        primary = self._keeps[0]
        self.done, self._keeps, self._array = True, (), None
        _exports.discard(self)
        for event in self._events:
            quietly(event.close)
        primary.reclaimer.collect()


_exports: set[Export] = set()


def _forget() -> None:
    """At exit: what consumers do from now on is nobody's concern."""
    for export in list(_exports):
        export._array = None


atexit.register(_forget)


def export(tensor: Tensor, *, stream: Any, max_version: tuple[int, int] | None, dl_device: tuple[int, int] | None,
           copy: bool | None, device_type: int) -> Any:
    """The capsule of a tensor (see `Exchange.__dlpack__`)."""
    import numpy as np
    primary = tensor._primary
    if tensor._storage is not None or tensor._code not in TYPES:
        raise BufferError(f"{tensor!r} has no counterpart in DLPack")
    kind, index = dl_device or (device_type, primary.index)
    array = np.ndarray(tensor._shape, np.uint8, _BYTE, strides=(0,) * tensor.ndim)
    capsule = _capsule_of(array, versioned=max_version is not None and max_version[0] >= VERSION[0])
    events, holder = list["Event"](), None
    if (kind, index) == (CPU, 0):
        if stream not in (None, NO_ORDER):
            raise BufferError("stream: memory of the host belongs to no stream")
        data, holder = _on_host(tensor, copy, wait=stream is None)
    elif kind in (ASCEND, EXTENSION) and index == primary.index:
        number = _stream_number(stream)
        if copy:
            made = type(tensor)(tensor._shape, tensor._code, device=primary.index)
            made.copy_from(tensor)
            tensor = made
        else:
            events = _order(tensor, number)
        data = tensor.data_ptr
    else:
        raise BufferError(f"device {(kind, index)}: the tensor is on {(device_type, primary.index)}, and can go to the "
                          f"host {(CPU, 0)} only")
    layout = _describe(capsule, tensor, data, _Device(kind, index), IS_COPIED if copy or holder is not None else 0)
    buffer = tensor._open_buffer()
    lent = Export(array, (primary, buffer._owner, holder, layout), events)
    if holder is None:
        buffer._used[lent] = 1
    return capsule


def _capsule_of(array: Any, versioned: bool) -> Any:
    if versioned:
        with suppress(TypeError):                              # NumPy before 2.1 makes no such ones; DLPack allows that
            return array.__dlpack__(max_version=VERSION)
    return array.__dlpack__()


def _describe(capsule: Any, tensor: Tensor, data: int, device: _Device, flags: int) -> tuple[Any, Any]:
    """Let a capsule say what the tensor is; gives what it points to."""
    if _is_valid(id(capsule), VERSIONED):
        versioned = _ManagedVersioned.from_address(_get_pointer(id(capsule), VERSIONED))
        versioned.flags, target = flags, versioned.tensor
    else:
        target = _Managed.from_address(_get_pointer(id(capsule), LEGACY)).tensor
    array_type = ctypes.c_int64 * tensor.ndim
    dims, steps = array_type(*tensor._shape), array_type(*tensor._strides)
    target.data, target.device, target.byte_offset = data or None, device, 0
    target.dtype = _Type(*TYPES[tensor._code], 1)
    target.shape, target.strides = (ctypes.cast(array, ctypes.POINTER(ctypes.c_int64)) for array in (dims, steps))
    return dims, steps


def _on_host(tensor: Tensor, copy: bool | None, wait: bool) -> tuple[int, Any]:
    """(address of the first element on the host, after queued work; the memory of the copy, None if it is none)."""
    buffer, nbytes = tensor._open_buffer(), (span(tensor._shape, tensor._strides) * BITS[tensor._code] + 7) // 8
    start = tensor.data_ptr
    if not copy and nbytes:
        end_sharing = _lib.current().share(start, nbytes, buffer._primary.index)
        if end_sharing is not None:                            # the device's memory is the host's
            end_sharing()
            if wait:
                buffer.wait()
            return start, None
        if copy is False:
            raise BufferError("copy=False: memory of the device is not memory of the host")
    holder = ffi.new("char[]", nbytes + 64)
    aligned = holder + -address(holder) % 64
    if nbytes:
        buffer.read(aligned, nbytes, start - buffer.data_ptr)
    return address(aligned), holder


def _stream_number(stream: Any) -> int | None:
    """A Stream or its handle as DLPack has it: an address, 0 for the default stream, None, or NO_ORDER.

    A consumer may say 1 where it means the default stream, as CUDA's do.
    """
    if stream is None or stream == NO_ORDER:
        return stream  # type: ignore[no-any-return]
    number = address(handle_pointer("aclrtStream", getattr(stream, "handle", stream)))
    if 1 < number < 4096 or number >> 63:
        raise ValueError(f"stream={stream!r}: an aclrtStream, 0 for the default stream, None, or -1 for no order")
    return 0 if number == 1 else number


def _order(tensor: Tensor, stream: int | None) -> list[Event]:
    """Let the consumer's stream come after the work that uses the tensor; without a stream (None), wait for it.

    Gives the events that the stream waits for.  They are for the consumer's time: nobody else knows when it has
    passed them, and to destroy one before is discouraged (R-EVT-9).
    """
    buffer = tensor._open_buffer()
    if stream is None:
        buffer.wait()
    if stream is None or stream == NO_ORDER:
        return []
    from .stream import Event, _Place
    queue, events = ffi.cast("aclrtStream", stream), list[Event]()
    users = pending(buffer._used)
    for lane in [user for user in users if isinstance(user, Lane)]:
        users.update(pending(lane.uses()))
    try:
        for progress in users:
            if isinstance(progress, Progress) and progress.pointer != queue:
                events.append(Event(device=_Place(progress.context, buffer._primary), timing=False))
                _wait_for(events[-1], progress, queue)
    except BaseException as error:
        for event in events:
            close_after(event.close, error)
        raise
    return events


def _wait_for(event: Event, progress: Progress, queue: Any) -> None:
    """Let a stream of somebody else wait for what is queued on one of ours."""
    with using(progress.context):
        code = lib.aclrtRecordEvent(event._cdata, progress.pointer)
        progress.submitted += 1
        event._used[progress] = progress.submitted
        check(code, "aclrtRecordEvent")
        check(lib.aclrtStreamWaitEvent(queue, event._cdata), "aclrtStreamWaitEvent")


# -- import
class Foreign(NamedTuple):
    """Memory of another library with a view of it; strides and offset in elements."""

    base: int                              # address of the storage
    nbytes: int                            # of the storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    code: int                              # aclDataType
    device: tuple[int, int]                # DLDevice
    read_only: bool
    release: Callable[[], None]            # gives it back


def take(source: Any, stream: Any) -> Foreign:
    """The memory of a capsule, or of an object with `__dlpack__`.  Raises BufferError for what no tensor can be."""
    capsule = source
    if type(source).__name__ != "PyCapsule":
        if not hasattr(source, "__dlpack__"):
            raise TypeError(f"expected an object with __dlpack__, or a DLPack capsule, not {type(source).__name__}")
        capsule = _capsule_from(source, stream)
    identity = id(capsule)
    managed: Any
    if _is_valid(identity, VERSIONED):
        used = VERSIONED_USED
        managed = _ManagedVersioned.from_address(_get_pointer(identity, VERSIONED))
        if managed.major != VERSION[0]:
            raise BufferError(f"DLPack {managed.major}.{managed.minor} is not known here, only {VERSION[0]}.x")
        read_only = bool(managed.flags & READ_ONLY)
    elif _is_valid(identity, LEGACY):
        used, read_only = LEGACY_USED, False
        managed = _Managed.from_address(_get_pointer(identity, LEGACY))
    else:
        raise BufferError("this capsule is no DLPack tensor, or was consumed before")
    release = partial(_delete, ctypes.addressof(managed), managed.deleter)
    found = _facts(managed.tensor, read_only, release)
    _set_name(identity, used)                                  # from here on it is ours to delete
    return found


def _capsule_from(source: Any, stream: Any) -> Any:
    on_host = hasattr(source, "__dlpack_device__") and source.__dlpack_device__()[0] == CPU
    queue = None if stream is None or on_host else _stream_number(stream)
    try:
        return source.__dlpack__(stream=queue, max_version=VERSION)
    except TypeError:                                          # older than DLPack 1.0
        return source.__dlpack__(stream=queue)


def _facts(given: _DLTensor, read_only: bool, release: Callable[[], None]) -> Foreign:
    dl_type = given.dtype
    code = CODES.get((dl_type.code, dl_type.bits))
    if code is None or dl_type.lanes != 1:
        raise BufferError(f"no data type for DLPack's code {dl_type.code}, {dl_type.bits} bits, {dl_type.lanes} lanes")
    shape = tuple(given.shape[i] for i in range(given.ndim))
    strides = tuple(given.strides[i] for i in range(given.ndim)) if given.strides else dense_of(shape)[0]
    if any(stride < 0 for stride in strides):
        raise BufferError(f"strides {strides}: a tensor has none below 0")
    start, size = (given.data or 0) + given.byte_offset, BITS[code]
    return Foreign(start, (span(shape, strides) * size + 7) // 8, 0, shape, strides, code,
                   (given.device.type, given.device.id), read_only, release)


def _delete(managed: int, deleter: int | None) -> None:
    if deleter:
        _DELETER(deleter)(managed)


def of_torch(source: Any) -> Foreign:
    """The memory of a torch tensor, by its methods alone.  Raises TypeError for one that has no such memory."""
    try:
        kind, index = source.device.type, source.device.index
        storage, offset = source.untyped_storage(), int(source.storage_offset())
        base, nbytes = storage.data_ptr(), storage.nbytes()
        shape, strides = tuple(map(int, source.shape)), tuple(map(int, source.stride()))
    except AttributeError as error:
        raise TypeError(f"expected a torch tensor, not {type(source).__name__} ({error})") from None
    except RuntimeError as error:                              # sparse, functional, fake: torch's NotImplementedError
        raise TypeError(f"a torch tensor that has no plain memory ({error})") from None
    if kind not in ("npu", "cpu"):
        raise TypeError(f"a torch tensor on {kind!r}: only those of an NPU (torch_npu) or of the CPU can be shared")
    for lazy in ("conj", "neg"):
        if getattr(source, f"is_{lazy}", bool)():
            raise TypeError(f"a torch tensor whose memory has other values: resolve_{lazy}() first")
    torch_npu = sys.modules.get("torch_npu")
    format = ND if torch_npu is None or kind == "cpu" else int(torch_npu.get_npu_format(source))
    if format not in PLAIN:
        raise TypeError(f"a torch tensor in the blocked format {format}: torch_npu.npu_format_cast(tensor, 2) first")
    device = (CPU, 0) if kind == "cpu" else (ASCEND, index or 0)
    return Foreign(base, nbytes, offset, shape, strides, acl_dtype(source.dtype), device, False,
                   partial(_keep, source))


def _keep(source: Any) -> None:
    """Nothing is to be done: `source` lives as long as this call may come."""
