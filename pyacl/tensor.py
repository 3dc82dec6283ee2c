"""Tensors: views (shape, strides, offset) of device memory with a data type, and an aclTensor once C asks for it."""
from __future__ import annotations

import math
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import _layout, _lib, dtypes
from ._buffers import BYTES
from ._descriptor import borrowed, c_array, c_arrays, own, read_tensor, refused
from ._exchange import ALIGNMENT, Exchange
from ._formats import FORMAT_NAMES, ND, PLAIN, format_code
from ._handle import address, close_after
from ._layout import INT64_MAX, Shape, is_row_major, natural, naturals, span
from ._primary import Primary
from .device import Context, Device
from .dtypes import BITS, acl_dtype, dtype_name, numpy_dtype
from .memory import DeviceBuffer, TensorMemory
from .stream import Stream, known_stream

if TYPE_CHECKING:
    import numpy as np

    from .dtypes import Array

    Place = Device | Context | int | None

ffi, lib = _lib.ffi, _lib.lib
_dense = _layout.dense                   # shape -> (strides without gaps, number of elements), of shapes seen before


class Tensor(Exchange):
    """A tensor on a device.

    shape          dims, as NumPy takes them
    dtype          anything that `pyacl.dtypes.acl_dtype` takes
    strides        in elements, not negative; None: row-major without gaps
    offset         of the first element, in elements from the start of the buffer
    format         aclFormat as name or code; None: ND
    storage_shape  dims of the memory as laid out; only for the blocked formats (FRACTAL_NZ, ...), which need it
    buffer         the `DeviceBuffer` to look at; None allocates one, not initialised, which close() closes
    device         where to allocate; None: the current device of this thread

    Views (`t[1:, ::2]`, `.T`, `.reshape`, `.view`) share the buffer.  Closing a view leaves the buffer,
    closing the tensor that allocated it ends its views too.  Memory that queued work still uses is freed after that.
    Raises TypeError or ValueError for what no descriptor can say, before any C call.
    """

    __slots__ = ("__weakref__", "_buffer", "_code", "_format", "_h", "_kept", "_offset", "_owns", "_shape",
                 "_storage", "_strides", "_used")

    _shape: Shape
    _strides: Shape
    _offset: int
    _code: int                           # aclDataType
    _format: int
    _owns: bool                          # whether close() closes the buffer
    _h: Any                              # the aclTensor; None while there is none
    _kept: Any                           # of launches that it came first in (see `_kept`); None while there is nothing
    _buffer: DeviceBuffer | None         # None once closed
    _storage: Shape | None               # None: one flat dim over the whole allocation (N-TEN-9)

    def __init__(self, shape: Any, dtype: Any, *, strides: Any = None, offset: Any = 0, format: Any = None,
                 storage_shape: Any = None, buffer: DeviceBuffer | None = None, device: Place = None) -> None:
        self._h = self._kept = self._buffer = None
        plain = shape.__class__ is tuple
        if plain:
            for size in shape:
                if size.__class__ is not int:                    # True and 1.0 would find the entry of 1
                    plain = False
                    break
        dense = _dense.get(shape) if plain else None
        if dense is None:
            shape = naturals(shape, "shape")
            dense = _layout.dense_of(shape)
        code = acl_dtype(dtype)
        size = BITS[code]
        self._format = ND if format is None else format_code(format)
        self._storage = None if storage_shape is None else naturals(storage_shape, "storage_shape")
        if (self._storage is None) != (self._format in PLAIN):
            raise ValueError(f"format {FORMAT_NAMES[self._format]}: " + (
                "the blocked layout of the memory must be given as storage_shape" if self._storage is None else
                "storage_shape is for blocked formats only"))
        if offset.__class__ is not int or offset < 0:
            offset = natural(offset, "offset")
        if offset * size & 7:
            raise ValueError(f"offset {offset}: elements of {size} bits have no address inside a byte (N-TEN-4)")
        if strides is None:
            strides, count = dense
        else:
            strides = _layout.strides_of(strides, shape)
            count = span(shape, strides)
        if self._storage is not None:
            count = _layout.dense_of(self._storage)[1]
        end = offset + count
        if buffer is None:
            nbytes = (end * size + 7) // 8
            if nbytes > INT64_MAX:
                raise ValueError(f"shape {shape}: {nbytes} bytes are more than an int64 counts")
            buffer, self._owns = TensorMemory(nbytes, device=device), True
        else:
            if not isinstance(buffer, DeviceBuffer):
                raise TypeError(f"buffer: expected a DeviceBuffer, not {type(buffer).__name__}")
            if buffer._cdata is None:
                raise ValueError("the buffer is closed")
            if device is not None:
                raise TypeError("device: says where to allocate, but buffer is memory already")
            if end > buffer.nbytes * 8 // size:                  # C would not notice (N-TEN-1)
                raise ValueError(f"shape {self._storage or shape}, strides {strides}, offset {offset} reach element "
                                 f"{end - 1}, but the storage has {buffer.nbytes * 8 // size} elements")
            if buffer._finalizer is None and address(buffer._cdata) % ALIGNMENT:
                raise ValueError(f"{buffer!r}: the memory of a tensor starts at a multiple of {ALIGNMENT} bytes "
                                 "(N-TEN-5); give that as buffer, and the rest as offset")
            self._owns = False
        self._shape, self._strides, self._offset, self._code = shape, strides, offset, code
        self._buffer, self._used = buffer, buffer._used

    # -- making
    @classmethod
    def empty(cls, shape: Any, dtype: Any, *, device: Place = None) -> Tensor:
        """A tensor of a shape and dtype whose elements are not initialised; see the class for the parameters."""
        return cls(shape, dtype, device=device)

    @classmethod
    def zeros(cls, shape: Any, dtype: Any, *, device: Place = None) -> Tensor:
        """A tensor of a shape and dtype whose bytes are all zero; see the class for the parameters."""
        self = cls(shape, dtype, device=device)
        return self._filled_by(lambda: self.buffer.set(0))

    @classmethod
    def from_numpy(cls, array: Any, *, stream: Stream | None = None, device: Place = None) -> Tensor:
        """A tensor with the shape, data type and elements of an array, in any layout and byte order.

        stream  None copies now; else the copy is queued, and the array may be changed or dropped at once
        device  where to allocate; None: the stream's device, or the current one

        Raises TypeError for Python objects and text.
        """
        import numpy as np
        array = np.asarray(array)
        if device is None and stream is not None:
            device = known_stream(stream).device
        self = cls(array.shape, array.dtype, device=device)
        return self._filled_by(lambda: self._write(array, stream))

    def _filled_by(self, fill: Any) -> Tensor:
        try:
            fill()
        except BaseException as error:
            close_after(self.close, error)
            raise
        return self

    @classmethod
    def from_handle(cls, handle: Any, *, owner: Any = None, device: Place = None) -> Tensor:
        """Stand for an aclTensor of somebody else (its handle): neither it nor its memory is ever released.

        owner   kept alive as long as this tensor and its views are
        device  where the memory is; None: the current device

        Shape, strides, data type and format are read from it.  Raises TypeError for a data type that NumPy cannot hold.
        """
        pointer = borrowed(handle, "Tensor")
        found = read_tensor(pointer)
        if found.dtype not in BITS:
            raise TypeError(f"aclTensor {address(pointer):#x} has the data type {dtypes.c_name(found.dtype)}, which "
                            "nothing here can hold")
        elements = _layout.dense_of(found.storage)[1] if found.data else 0
        self = cls(found.shape, found.dtype, strides=found.strides, offset=found.offset, format=found.format,
                   storage_shape=None if found.format in PLAIN else found.storage,
                   buffer=DeviceBuffer.from_handle(found.data, (elements * BITS[found.dtype] + 7) // 8, owner=owner,
                                                   device=device))
        self._h = pointer
        return self

    def _derived(self, shape: Shape, strides: Shape, offset: int, code: int) -> Tensor:
        """A view that is known to lie inside."""
        self._plain_buffer()
        if offset * BITS[code] & 7:
            raise ValueError(f"this view starts inside a byte, at element {offset} of {BITS[code]} bits (N-TEN-4)")
        view = Tensor.__new__(Tensor)
        view._shape, view._strides, view._offset, view._code = shape, strides, offset, code
        view._buffer, view._used = self._buffer, self._used
        view._format, view._storage, view._owns, view._h, view._kept = ND, None, False, None, None
        return view

    # -- the descriptor
    def _descriptor(self) -> Any:
        """The aclTensor, made on first need.  Raises ValueError once the tensor or its buffer is closed.

        It lives as long as the caller holds it, whatever becomes of this object.  When two threads make it at once,
        each gets its own.
        """
        handle = self._h
        if handle is None or self._buffer._cdata is None:        # type: ignore[union-attr]
            handle = self._h = own(self._create(), "Tensor")
        return handle

    def _create(self) -> Any:
        """A new aclTensor, to be destroyed by the caller.

        The storage is the whole allocation, whatever part of it the view shows: operators refuse or misread a view that
        leaves the storage they are told of (N-VIEW-4, N-VIEW-11).
        """
        buffer = self._buffer
        if buffer is None or buffer._cdata is None:
            buffer = self._open_buffer()                         # raises
        shape, strides = self._shape, self._strides
        storage = self._storage or (buffer.nbytes * 8 // BITS[self._code],)
        try:
            dims, steps, blocks = c_arrays[shape], c_arrays[strides], c_arrays[storage]
        except KeyError:
            dims, steps, blocks = c_array(shape), c_array(strides), c_array(storage)
        handle = lib.aclCreateTensor(dims, len(shape), self._code, steps, self._offset, self._format, blocks,
                                     len(storage), buffer._cdata)
        if not handle:
            raise refused("aclCreateTensor", repr(self))
        return handle

    def _open_buffer(self) -> DeviceBuffer:
        buffer = self._buffer
        if buffer is None:
            raise ValueError("this tensor is closed")
        if buffer._cdata is None:
            raise ValueError("the memory of this tensor is closed: it is a view of a tensor or buffer that was closed")
        return buffer

    def _plain_buffer(self) -> DeviceBuffer:
        if self._storage is not None:
            raise ValueError(f"a tensor in the blocked format {FORMAT_NAMES[self._format]} has no plain elements: "
                             "convert it on the device first (aclnnNpuFormatCast)")
        return self._open_buffer()

    @property
    def _primary(self) -> Primary:
        """The open device.  Not kept here: a closed buffer must not keep its device open, whatever views are left."""
        return self._open_buffer()._primary

    # -- properties
    @property
    def shape(self) -> Shape:
        """Dims; () for a single value."""
        return self._shape

    @property
    def ndim(self) -> int:
        """Number of dims."""
        return len(self._shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self._shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The NumPy dtype (of ml_dtypes where NumPy has none)."""
        return numpy_dtype(self._code)

    @property
    def strides(self) -> Shape:
        """In elements."""
        return self._strides

    @property
    def offset(self) -> int:
        """Of the first element from the start of the buffer, in elements."""
        return self._offset

    @property
    def format(self) -> int:
        """The aclFormat code."""
        return self._format

    @property
    def nbytes(self) -> int:
        """Bytes that the elements take; gaps of a view do not count."""
        return (self.size * BITS[self._code] + 7) // 8

    @property
    def buffer(self) -> DeviceBuffer:
        """The device memory that the tensor looks at.  Raises ValueError once closed."""
        return self._open_buffer()

    @property
    def device(self) -> Device:
        """The device that has the memory."""
        return self._open_buffer().device

    @property
    def data_ptr(self) -> int:
        """Device address of the first element, 0 without memory."""
        start = self._open_buffer().data_ptr
        return start + self._offset * BITS[self._code] // 8 if start else 0

    @property
    def handle(self) -> int:
        """The aclTensor as an integer; it lives as long as this object is open."""
        return address(self._h if self._h is not None else self._descriptor())

    @property
    def closed(self) -> bool:
        """Whether the tensor, or the memory that it looks at, was closed."""
        return self._buffer is None or self._buffer.closed

    def close(self) -> None:
        """Let go of the descriptor, and of the memory if this tensor allocated it."""
        buffer = self._buffer
        if buffer is not None:
            self._h = self._kept = self._buffer = self._used = None  # type: ignore[assignment]
            if self._owns:
                buffer.close()

    def __enter__(self) -> Tensor:
        self._open_buffer()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        close_after(self.close, error)

    # -- views
    def __getitem__(self, key: Any) -> Tensor:
        """A view by integers, slices with positive steps, `...` and None; like NumPy's, without a copy."""
        return self._derived(*_layout.index(self._shape, self._strides, self._offset, key), self._code)

    @property
    def T(self) -> Tensor:  # noqa: N802
        """The view with the axes reversed."""
        return self._derived(self._shape[::-1], self._strides[::-1], self._offset, self._code)

    def reshape(self, *shape: Any) -> Tensor:
        """The same elements under another shape, one dim of which may be -1; a view.

        Raises ValueError if the sizes differ, or if the layout would take a copy.
        """
        if len(shape) == 1 and not hasattr(shape[0], "__index__"):
            shape = tuple(shape[0])
        wanted = _layout.complete(shape, self.size)
        strides = _layout.reshape(self._shape, self._strides, wanted)
        if strides is None:
            raise ValueError(f"shape {self._shape} with strides {self._strides} cannot become {wanted} without a copy")
        return self._derived(wanted, strides, self._offset, self._code)

    def view(self, dtype: Any) -> Tensor:
        """The same memory as another data type; one of another size divides or multiplies the last axis.

        Raises ValueError if the last axis has gaps or the sizes do not divide.
        """
        code = acl_dtype(dtype)
        return self._derived(*_layout.reinterpret(self._shape, self._strides, self._offset, BITS[self._code],
                                                  BITS[code]), code)

    # -- contents
    def numpy(self, out: Array | None = None) -> Array:
        """The elements as a NumPy array, after the queued work that uses this memory.

        out  an array of the same shape and data type, in any layout, to be filled and returned; TypeError if it is
             read-only or of another type, ValueError if it is of another shape
        """
        import numpy as np
        self._plain_buffer()
        if out is None:
            out = np.empty(self._shape, self.dtype)
        elif not isinstance(out, np.ndarray):
            raise TypeError(f"out: expected a NumPy array, not {type(out).__name__}")
        else:
            self._check_like(out, "out")
            if not out.flags.writeable:
                raise TypeError("out: this array is read-only")
        if out.size == 0:
            return out
        plain = is_row_major(self._shape, self._strides) and BITS[self._code] >= 8
        if plain and out.flags.c_contiguous and out.dtype.isnative:
            self._read(out.reshape(-1).view(np.uint8))
        else:
            out[...] = self._over(self._elements_of(self._read_span()))
        return out

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        """For `np.asarray(t)`.  It always copies, so `copy=False` is a ValueError, as NumPy 2 wants it."""
        if copy is False:
            raise ValueError("a tensor on a device cannot become an array without a copy")
        array = self.numpy()
        return array if dtype is None else array.astype(dtype, copy=False)

    def copy_from(self, source: Any, stream: Stream | None = None) -> None:
        """Overwrite the elements with those of an array or of another tensor of the same shape and data type.

        stream  None copies now, after the queued work that uses this memory; else the copy is queued, and the source
                may be changed or dropped at once

        A view with gaps is written as one piece, the elements in between as they are at the time of the call.
        Raises ValueError for another shape, TypeError for another data type.
        """
        import numpy as np
        target = self._plain_buffer()
        if not isinstance(source, Tensor):
            array = np.asarray(source)
            self._check_like(array, "source")
            return self._write(array, stream)
        origin = source._plain_buffer()
        self._check_like(source, "source")
        size = BITS[self._code]
        plain = is_row_major(self._shape, self._strides) and is_row_major(source._shape, source._strides)
        apart = abs(self.data_ptr - source.data_ptr) >= self.nbytes
        if plain and apart and target._primary is origin._primary and self.size * size % 8 == 0:
            target.copy_from(origin, self.nbytes, self._offset * size // 8, source._offset * size // 8, stream)
        else:
            self._write(source.numpy(), stream)

    def fill_bytes(self, value: int, stream: Stream | None = None) -> None:
        """Set every byte of the elements to a value of 0 .. 255, now or on a stream."""
        import numpy as np
        buffer = self._plain_buffer()
        value = natural(value, "value")
        if value > 255:
            raise ValueError(f"value {value}: a byte is 0 .. 255")
        size = BITS[self._code]
        if self.size * size % 8 == 0 and is_row_major(self._shape, self._strides):
            buffer.set(value, self.nbytes, self._offset * size // 8, stream)
        else:
            raw = np.full(self.nbytes, value, np.uint8)
            self._write(dtypes.from_bytes(raw, self._code, self.size).reshape(self._shape), stream)

    def _check_like(self, other: Any, what: str) -> None:
        """Whether an array or tensor has our shape and data type."""
        if acl_dtype(other.dtype) != self._code:
            raise TypeError(f"{what}: has the data type {other.dtype}, the tensor has {dtype_name(self._code)}; "
                            "nothing is converted silently, array.astype does it")
        if tuple(other.shape) != self._shape:
            raise ValueError(f"{what}: has the shape {tuple(other.shape)}, the tensor has {self._shape}")

    def _read(self, raw: Array) -> None:
        """Fill a flat uint8 array with the bytes from our first element on."""
        self._open_buffer().read(ffi.from_buffer(BYTES, raw, require_writable=True), raw.size,
                                 self._offset * BITS[self._code] // 8)

    def _read_span(self) -> Array:
        """The bytes from our first element to our last, those in between included."""
        import numpy as np
        raw = np.empty((span(self._shape, self._strides) * BITS[self._code] + 7) // 8, np.uint8)
        self._read(raw)
        return raw

    def _elements_of(self, raw: Array) -> Array:
        return dtypes.from_bytes(raw, self._code, span(self._shape, self._strides))

    def _over(self, elements: Array) -> Array:
        """Our view of a flat array that starts with our first element."""
        import numpy as np
        steps = tuple(stride * elements.itemsize for stride in self._strides)
        return np.ndarray(self._shape, elements.dtype, elements.view(np.uint8), strides=steps)

    def _write(self, array: Array, stream: Stream | None) -> None:
        size = BITS[self._code]
        if array.size == 0:
            return
        if is_row_major(self._shape, self._strides) and (self._owns or self.size * size % 8 == 0):
            raw = dtypes.to_bytes(array, self._code)
        else:
            before = self._read_span()
            elements = self._elements_of(before)
            self._over(elements)[...] = array
            raw = dtypes.to_bytes(elements, self._code)
            tail = elements.size * size % 8
            if tail:                                     # the last byte is shared with the next element
                raw[-1] |= before[-1] >> tail << tail
        self._open_buffer().write(ffi.from_buffer(BYTES, raw), raw.size, self._offset * size // 8, stream, raw)

    # -- as Python sees it
    def __len__(self) -> int:
        if not self._shape:
            raise TypeError("a 0-d tensor has no len()")
        return self._shape[0]

    # Each element or truth value would be a copy from the device.
    def __iter__(self) -> Any:
        raise TypeError("a tensor is not iterable: iterate over tensor.numpy(), or index it for views")

    def __bool__(self) -> bool:
        raise TypeError("a tensor has no truth value: ask tensor.numpy()")

    def __repr__(self) -> str:
        parts = [dtype_name(self._code), str(self._shape)]
        if not is_row_major(self._shape, self._strides):
            parts.append(f"strides {self._strides}")
        if self._offset:
            parts.append(f"offset {self._offset}")
        if self._format != ND:
            parts.append(FORMAT_NAMES[self._format])
        parts.append("closed" if self.closed else f"on device {self._primary.index}")
        return f"<pyacl.Tensor {', '.join(parts)}>"
