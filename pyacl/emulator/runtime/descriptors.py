"""Descriptors of the older programming interface, which live on the host: buffers, tensor descriptions, half floats."""
from __future__ import annotations

import math
import struct
from typing import Any

from ... import _abi
from .._handles import Object
from .._registry import c_function
from .._world import world
from .context import invalid, null

ffi = _abi.ffi

# N-DT-2: bytes as this function counts them; what it does not know has 8.
SIZES = {-1: 0, 0: 4, 1: 2, 2: 1, 3: 4, 4: 1, 6: 2, 7: 2, 8: 4, 9: 8, 10: 8, 11: 8, 12: 1, 13: 0, 16: 8, 17: 16, 27: 2,
         29: 1, 30: 1, 33: 4, 34: 1, 35: 1, 36: 1, 37: 1}
UNKNOWN_SIZE = 8
UNDEFINED = -1
UNKNOWN_RANK, UNKNOWN_DIM = -2, -1                 # of shapes that are known at run time only


@c_function("aclDataTypeSize")
def data_type_size(number: int) -> int:
    return SIZES.get(number, UNKNOWN_SIZE)


LARGEST_HALF, ROUNDS_BEYOND_IT = 0x7BFF, 65520.0


@c_function("aclFloatToFloat16")
def float_to_half(value: float) -> int:
    """The nearest half float, even at a tie.  It saturates: beyond 65504 and for NaN the largest one of that sign."""
    if not abs(value) < ROUNDS_BEYOND_IT:
        return LARGEST_HALF | (0x8000 if math.copysign(1, value) < 0 else 0)
    return int(struct.unpack("<H", struct.pack("<e", value))[0])


@c_function("aclFloat16ToFloat")
def half_to_float(bits: int) -> float:
    """The highest exponent is one like any other here: infinity becomes 65536."""
    if bits & 0x7C00 == 0x7C00:
        value = (1 + (bits & 0x3FF) / 1024) * 65536.0
        return -value if bits & 0x8000 else value
    return float(struct.unpack("<e", struct.pack("<H", bits))[0])


# -- data buffers: an address and a size

class DataBuffer(Object):
    kind = "data buffer"
    ctype = "aclDataBuffer *"

    def __init__(self, data: Any, size: int) -> None:
        super().__init__()
        self.data, self.size = data, size


def _buffer(pointer: Any) -> DataBuffer:
    buffer = world().handles.get(pointer, DataBuffer) if pointer else None
    if buffer is None:
        raise null("dataBuffer")
    return buffer


@c_function("aclCreateDataBuffer")
def create_buffer(data: Any, size: int) -> Any:
    return world().handles.add(DataBuffer(data, size)).cdata


@c_function("aclDestroyDataBuffer")
def destroy_buffer(pointer: Any) -> int:
    """The memory that it describes stays."""
    world().handles.remove(_buffer(pointer))
    return 0


@c_function("aclUpdateDataBuffer")
def update_buffer(pointer: Any, data: Any, size: int) -> int:
    buffer = _buffer(pointer)
    buffer.data, buffer.size = data, size
    return 0


@c_function("aclGetDataBufferAddr")
def buffer_address(pointer: Any) -> Any:
    return _buffer(pointer).data


@c_function("aclGetDataBufferSizeV2", "aclGetDataBufferSize")
def buffer_size(pointer: Any) -> int:
    buffer = world().handles.get(pointer, DataBuffer) if pointer else None
    return buffer.size if buffer else 0


# -- tensor descriptions

class TensorDesc(Object):
    kind = "tensor description"
    ctype = "aclTensorDesc *"

    def __init__(self, datatype: int, dims: list[int], layout: int) -> None:
        super().__init__()
        self.datatype, self.dims, self.format = datatype, dims, layout
        self.ranges: list[tuple[int, int]] = []
        self.name = ffi.new("char[]", b"")
        self.settings: dict[str, Any] = {}         # of the compiler of single operators, which nothing here reads

    @property
    def count(self) -> int:
        """Number of elements; 0 while a dimension is unknown, or if there are more than a size_t counts."""
        count = math.prod(self.dims) if all(size >= 0 for size in self.dims) else 0
        return count if count < 2**64 else 0


def _dims(count: int, dims: Any) -> list[int]:
    if count < 0:
        raise invalid(f"numDims {count}: not negative")
    if count and not dims:
        raise null("dims")
    return [int(dims[number]) for number in range(count)]


def _desc(pointer: Any) -> TensorDesc:
    desc = world().handles.get(pointer, TensorDesc) if pointer else None
    if desc is None:
        raise null("desc")
    return desc


@c_function("aclCreateTensorDesc")
def create_desc(datatype: int, count: int, dims: Any, layout: int) -> Any:
    """NULL for a shape that is none."""
    return world().handles.add(TensorDesc(datatype, _dims(count, dims), layout)).cdata


@c_function("aclDestroyTensorDesc")
def destroy_desc(pointer: Any) -> None:
    if pointer:
        world().handles.remove(_desc(pointer))


@c_function("aclGetTensorDescType")
def desc_type(pointer: Any) -> int:
    return _desc(pointer).datatype if pointer else UNDEFINED


@c_function("aclGetTensorDescFormat")
def desc_format(pointer: Any) -> int:
    return _desc(pointer).format if pointer else UNDEFINED


@c_function("aclGetTensorDescElementCount")
def desc_count(pointer: Any) -> int:
    return _desc(pointer).count if pointer else 0


@c_function("aclGetTensorDescSize")
def desc_size(pointer: Any) -> int:
    """Bytes."""
    if not pointer:
        return 0
    desc = _desc(pointer)
    size = desc.count * data_type_size(desc.datatype)
    return size if size < 2**64 else 0


@c_function("aclGetTensorDescNumDims")
def desc_rank(pointer: Any) -> int:
    """An unknown rank counts as a huge number."""
    if not pointer:
        return 0
    dims = _desc(pointer).dims
    return (1 << 64) + UNKNOWN_RANK if dims == [UNKNOWN_RANK] else len(dims)


def _dim(desc: TensorDesc, index: int) -> int:
    if index >= len(desc.dims):
        raise invalid(f"index {index}: there are {len(desc.dims)} dimensions")
    return desc.dims[index]


@c_function("aclGetTensorDescDim")
def desc_dim(pointer: Any, index: int) -> int:
    """-1 for what does not exist."""
    if not pointer or index >= len(_desc(pointer).dims):
        return UNKNOWN_DIM
    return _desc(pointer).dims[index]


@c_function("aclGetTensorDescDimV2")
def desc_dim_v2(pointer: Any, index: int, out: Any) -> int:
    if not out:
        raise null("dimSize")
    out[0] = _dim(_desc(pointer), index)
    return 0


@c_function("aclGetTensorDescDimRange")
def desc_dim_range(pointer: Any, index: int, room: int, out: Any) -> int:
    if not out:
        raise null("dimRange")
    desc = _desc(pointer)
    size = _dim(desc, index)
    if room < 2:
        raise invalid(f"dimRangeNum {room}: 2 or more")
    out[0], out[1] = desc.ranges[index] if index < len(desc.ranges) else (size, size)
    return 0


@c_function("aclGetTensorDescName")
def desc_name(pointer: Any) -> Any:
    return _desc(pointer).name


@c_function("aclSetTensorDescName")
def set_desc_name(pointer: Any, name: Any) -> None:
    if pointer:
        _desc(pointer).name = ffi.new("char[]", ffi.string(name) if name else b"")


@c_function("aclSetTensorShapeRange")
def set_desc_ranges(pointer: Any, count: int, ranges: Any) -> int:
    desc = _desc(pointer)
    if not ranges:
        raise null("dimsRange")
    desc.ranges = [(ranges[number][0], ranges[number][1]) for number in range(count)]
    return 0


@c_function("aclSetTensorFormat", "aclSetTensorStorageFormat")
def set_storage_format(pointer: Any, layout: int) -> int:
    _desc(pointer).settings["format"] = layout
    return 0


@c_function("aclSetTensorShape", "aclSetTensorStorageShape")
def set_storage_shape(pointer: Any, count: int, dims: Any) -> int:
    _desc(pointer).settings["shape"] = _dims(count, dims)
    return 0


@c_function("aclSetTensorOriginFormat")
def set_origin_format(pointer: Any, layout: int) -> int:
    _desc(pointer).settings["origin format"] = layout
    return 0


@c_function("aclSetTensorOriginShape")
def set_origin_shape(pointer: Any, count: int, dims: Any) -> int:
    _desc(pointer).settings["origin shape"] = _dims(count, dims)
    return 0


@c_function("aclSetTensorPlaceMent")
def set_placement(pointer: Any, where: int) -> int:
    _desc(pointer).settings["placement"] = where
    return 0
