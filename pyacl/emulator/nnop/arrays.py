"""Device memory as strided NumPy arrays, and the conversions between data types."""
from __future__ import annotations

from typing import Any

import numpy as np

from . import dtypes
from .meta import Tensor

Array = np.ndarray[Any, np.dtype[Any]]


def view(tensor: Tensor, memory: Any) -> Array:
    """The view that a tensor describes, over `memory`, the bytes of its `span`.

    Types without a NumPy array of their own (4-bit, 1-bit, COMPLEX32) must go through `load` and `store`.
    """
    low, _ = tensor.span
    size = dtypes.bits(tensor.dtype) // 8
    start = (tensor.offset * size) - low
    steps = [stride * size for stride in tensor.steps]
    return np.ndarray(tensor.shape, dtypes.carrier(tensor.dtype), memory, start, steps)


def direct(tensor: Tensor) -> bool:
    """Whether the elements can be touched in place, as `view` gives them."""
    return dtypes.bits(tensor.dtype) >= 8 and tensor.dtype != dtypes.COMPLEX32


def load(tensor: Tensor, memory: Any) -> Array:
    """The elements of a tensor: in place if its type allows, else a copy."""
    if direct(tensor):
        return view(tensor, memory)
    raw = np.frombuffer(memory, np.uint8)
    places = _places(tensor)
    if tensor.dtype == dtypes.COMPLEX32:
        pairs = raw.view(np.float16).reshape(-1, 2)[places].astype(np.float32)
        return pairs.view(np.complex64)[..., 0]
    return _unpack(raw, dtypes.bits(tensor.dtype), dtypes.carrier(tensor.dtype))[places]


def store(tensor: Tensor, memory: Any, values: Array) -> None:
    """Write elements of the tensor's own NumPy type where `view` cannot."""
    raw = np.frombuffer(memory, np.uint8)
    places = _places(tensor)
    if tensor.dtype == dtypes.COMPLEX32:
        pairs = raw.view(np.float16).reshape(-1, 2)
        pairs[places] = np.stack([values.real, values.imag], -1).astype(np.float16)
        return
    width = dtypes.bits(tensor.dtype)
    codes = _unpack(raw, width, None)
    codes[places] = values.view(np.uint8) & ((1 << width) - 1)
    raw[:] = _pack(codes, width)


def _places(tensor: Tensor) -> Array:
    """Index of each element, counted from the first byte of the span; half an element of offset is lost (N-TEN-4)."""
    low, _ = tensor.extent
    places = np.full(tensor.shape, tensor.offset - low, np.int64)
    for axis, (size, stride) in enumerate(zip(tensor.shape, tensor.steps, strict=True)):
        steps = np.arange(size, dtype=np.int64) * stride
        places += steps.reshape([-1 if other == axis else 1 for other in range(len(tensor.shape))])
    return places


def _unpack(raw: Array, width: int, dtype: np.dtype[Any] | None) -> Array:
    """Elements of `width` bits, the lower bits of a byte first, one to a byte; signed ones with their sign."""
    single = np.unpackbits(raw, bitorder="little")
    grouped = single[:single.size // width * width].reshape(-1, width)
    codes: Array = np.packbits(grouped, axis=-1, bitorder="little")[:, 0]
    if dtype is not None and dtype.name == "int4":
        return ((codes.astype(np.int8) ^ 8) - 8).astype(dtype)
    return codes if dtype is None else codes.view(dtype)


def _pack(codes: Array, width: int) -> Array:
    flat = np.unpackbits(codes[:, None], axis=-1, count=width, bitorder="little")
    return np.packbits(flat.reshape(-1), bitorder="little")


def compute_type(dtype: int) -> np.dtype[Any]:
    """The NumPy type in which values of a data type are computed: small floats in float32, bool as small numbers."""
    kind = dtypes.DTYPES[dtype].kind
    if kind == "float" and dtypes.bits(dtype) < 32:
        return np.dtype(np.float32)
    if kind == "bool":
        return np.dtype(np.uint8)
    return dtypes.twin(dtype)


def convert(values: Array, dtype: int) -> Array:
    """Values in the NumPy type of a data type, as the cast kernel converts (N-CST-3).

    Floats to whole numbers: towards zero, too large ones to the nearest end, nan to 0.  Whole numbers wrap.
    Complex to real: the real part.  Anything to bool: whether it is not zero.
    """
    target = dtypes.twin(dtype)
    if values.dtype == target:
        return values
    if target.kind == "b":
        nonzero: Array = values.astype(bool)
        return nonzero
    if values.dtype.kind == "c" and target.kind != "c":
        values = values.real
    whole = values.dtype.kind in "biu" or values.dtype.name == "int4"
    if not whole and (dtypes.is_integral(dtype) or dtype == dtypes.INT4):
        return _to_integer(values, dtype)
    return values.astype(target)


def _to_integer(values: Array, dtype: int) -> Array:
    known = dtypes.DTYPES[dtype]
    wide = values.astype(np.float64)
    low = -(2.0 ** (known.bits - 1)) if known.kind == "int" else 0.0
    high = 2.0 ** (known.bits - (known.kind == "int"))
    whole = np.trunc(np.nan_to_num(wide, nan=0.0, posinf=high, neginf=low))
    bounded = np.clip(whole, low, np.nextafter(high, 0)).astype(np.int64 if known.kind == "int" else np.uint64)
    largest = bounded.dtype.type((1 << (known.bits - (known.kind == "int"))) - 1)
    return np.where(whole >= high, largest, bounded).astype(dtypes.twin(dtype))


def zeros_like(tensor: Tensor) -> Array:
    """An array of the tensor's shape and NumPy type."""
    return np.zeros(tensor.shape, dtypes.carrier(tensor.dtype))
