"""The descriptors of aclnn/acl_meta.h: tensors, scalars, arrays and lists (N-TEN, N-SCA, N-ARR, N-LST)."""
from __future__ import annotations

import ctypes
from functools import cache
from typing import Any, TypeVar

from ... import _abi
from .._handles import Object, address
from .._registry import Implementation, Refusal, c_function
from .._world import world
from . import dtypes

ffi = _abi.ffi

NULL_POINTER = 161001
MAX_RANK = 25                                   # dims that a shape can hold (N-TEN-8)
USUAL_RANK = 8
LOST_DIM = -2 ** 63                             # what the dims beyond read back as
PUBLIC_DTYPES = frozenset(dtypes.DTYPES)
FORMATS = frozenset((0, 1, 2, 3, 4, 12, 16, 27, 29, 30, 32, 33, 35, 47, 50, 51, 52, 53, 54))
PRIVATE_FORMATS = frozenset((3, 4, 12, 29, 32, 33, 50, 51, 52, 53, 54))

M = TypeVar("M", bound="Meta")


class Meta(Object):
    """A host-side descriptor."""

    version = 0                                 # counts re-initialisations and address changes
    owner: List | None = None                   # the list that will destroy it (N-LST-2)


class Tensor(Meta):
    """An aclTensor: a strided view of device memory that somebody else owns.  Strides and offset count elements."""

    kind = "tensor"
    ctype = "aclTensor *"

    def __init__(self, shape: tuple[int, ...], dtype: int, strides: tuple[int, ...], offset: int, format: int,
                 storage: tuple[int, ...], data: int) -> None:
        super().__init__()
        self.shape, self.dtype, self.strides, self.offset = shape, dtype, strides, offset
        self.format, self.storage, self.data = format, storage, data

    @property
    def numel(self) -> int:
        return product(self.shape)

    @property
    def private(self) -> bool:
        """Whether the layout is a blocked one, for which strides mean nothing (N-VIEW-3)."""
        return self.format in PRIVATE_FORMATS

    @property
    def steps(self) -> tuple[int, ...]:
        """The strides that count."""
        return row_major(self.shape) if self.private else self.strides

    @property
    def contiguous(self) -> bool:
        """Row-major without gaps; strides of dims of size 1 and the offset do not matter (N-VIEW-2, N-VIEW-3)."""
        if self.private or self.numel <= 1:
            return True
        if len(self.strides) != len(self.shape):
            return False
        expected = 1
        for size, stride in zip(reversed(self.shape), reversed(self.strides), strict=True):
            if size != 1 and stride != expected:
                return False
            expected *= size
        return True

    @property
    def extent(self) -> tuple[int, int]:
        """The first element that the view reaches, and one past the last, counted from `data`."""
        if self.numel <= 0:
            return self.offset, self.offset
        low = high = self.offset
        for size, stride in zip(self.shape, self.steps, strict=False):
            step = (size - 1) * stride
            low, high = (low + step, high) if step < 0 else (low, high + step)
        return low, high + 1

    @property
    def span(self) -> tuple[int, int]:
        """The same as byte offsets; the start rounds down for types smaller than a byte (N-TEN-4)."""
        low, high = self.extent
        size = dtypes.bits(self.dtype)
        return low * size // 8, -(-high * size // 8)

    @property
    def storage_bytes(self) -> int:
        """Bytes that the storage dims promise (N-DT-3)."""
        return -(-product(self.storage) * dtypes.bits(self.dtype) // 8)

    @property
    def signature(self) -> tuple[Any, ...]:
        """What the operator cache tells tensors apart by (N-CACHE-1)."""
        return self.shape, self.strides, self.storage, self.dtype, self.offset, self.format

    def __str__(self) -> str:
        return f"{dtypes.name(self.dtype)} {list(self.shape)}"


class Scalar(Meta):
    """An aclScalar: one value in host memory, kept as the bytes that were passed."""

    kind = "scalar"
    ctype = "aclScalar *"

    def __init__(self, dtype: int, raw: bytes) -> None:
        super().__init__()
        self.dtype, self.raw = dtype, raw

    @property
    def signature(self) -> tuple[Any, ...]:
        return self.dtype, self.raw

    @property
    def shape(self) -> tuple[int, ...]:
        return ()

    def __str__(self) -> str:
        return f"{dtypes.name(self.dtype)} scalar"


class Array(Meta):
    """An aclIntArray, aclFloatArray or aclBoolArray."""

    element = "int64_t"

    def __init__(self, values: tuple[Any, ...]) -> None:
        super().__init__()
        self.values = values

    @property
    def signature(self) -> tuple[Any, ...]:
        return self.values


class IntArray(Array):
    kind, ctype, element = "int array", "aclIntArray *", "int64_t"


class FloatArray(Array):
    kind, ctype, element = "float array", "aclFloatArray *", "float"


class BoolArray(Array):
    kind, ctype, element = "bool array", "aclBoolArray *", "bool"


class List(Meta):
    """An aclTensorList or aclScalarList; it owns its elements, of which some may be NULL (N-LST-1, N-LST-2)."""

    member: type[Meta] = Meta

    def __init__(self, items: list[Meta | None]) -> None:
        super().__init__()
        self.items = items

    @property
    def signature(self) -> tuple[Any, ...]:
        return tuple(item.signature if isinstance(item, (Tensor, Scalar)) else None for item in self.items)


class TensorList(List):
    kind, ctype, member = "tensor list", "aclTensorList *", Tensor


class ScalarList(List):
    kind, ctype, member = "scalar list", "aclScalarList *", Scalar


def product(sizes: tuple[int, ...]) -> int:
    total = 1
    for size in sizes:
        total *= size
    return total


def row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Contiguous strides, in 64-bit arithmetic that wraps as in C."""
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= size
        if not -2 ** 63 <= step < 2 ** 63:
            step = (step + 2 ** 63) % 2 ** 64 - 2 ** 63
    return tuple(reversed(strides))


def _dims(pointer: Any, count: int) -> tuple[int, ...]:
    if not count:
        return ()
    dims = ffi.unpack(pointer, min(count, MAX_RANK))
    return tuple(dims) if count <= MAX_RANK else (*dims, *[LOST_DIM] * (count - MAX_RANK))


# -- lookups

def live(pointer: Any, kind: type[M], function: str) -> M:
    """The object behind a pointer that the caller passes; refuses with 161001 for NULL (silently, as the getters do).

    A stale pointer is undefined in C; here it is a finding and refused.
    """
    if not pointer:
        raise Refusal(NULL_POINTER, layer="aclnn")
    item = world().handles.get(pointer, kind)
    if item is None:
        misuse(pointer, kind, function)
        raise Refusal(NULL_POINTER, f"0x{address(pointer):x} is no live {kind.kind}", token="EZ1001", layer="aclnn")
    return item


def misuse(pointer: Any, kind: type[Meta], function: str, *, rule: str = "A-UAF-META",
           gone: str = "0x{number:x} is a {was} that was destroyed") -> None:
    """Record the use of a pointer that is no live object of its kind; `gone` says what became of one that was."""
    machine = world()
    number = address(pointer)
    other = machine.handles.live.get(number)
    was, created = machine.handles.dead.get(number, ("", ""))
    if other is not None:
        text, created = f"0x{number:x} is a {other.kind}, not a {kind.kind}", other.created
    elif was:
        text = gone.format(number=number, was=was)
    else:
        text = f"0x{number:x} was never a {kind.kind}"
    machine.find(rule, function, text, handle=number, created=created)


# -- tensors

@c_function("aclCreateTensor")
def create_tensor(dims: Any, count: int, dtype: int, strides: Any, offset: int, format: int, storage: Any,
                  storage_count: int, data: Any) -> Any:
    if (count and not dims) or (storage_count and not storage):          # N-TEN-1: the only checks
        return ffi.NULL
    shape = _dims(dims, count)
    steps = tuple(ffi.unpack(strides, count)) if strides and count else row_major(shape)
    tensor = Tensor(shape, dtype, steps, offset, format, _dims(storage, storage_count), address(data))
    _advise("aclCreateTensor", tensor)
    return world().handles.add(tensor).cdata


@c_function("aclInitTensor")
def init_tensor(pointer: Any, dims: Any, count: int, dtype: int, strides: Any, offset: int, format: int, storage: Any,
                storage_count: int, data: Any) -> int:
    """N-TEN-12: NULL or 0 dims keep the old shape, NULL data the old address; strides are as many as dims passed."""
    tensor = live(pointer, Tensor, "aclInitTensor")
    if dims and count:
        tensor.shape = _dims(dims, count)
    if storage and storage_count:
        tensor.storage = _dims(storage, storage_count)
    tensor.strides = tuple(ffi.unpack(strides, count)) if strides else row_major(tensor.shape)
    tensor.dtype, tensor.offset, tensor.format = dtype, offset, format
    tensor.data = address(data) or tensor.data
    tensor.version += 1
    _advise("aclInitTensor", tensor)
    return 0


def _advise(function: str, tensor: Tensor) -> None:
    """What the documents forbid and the library takes (N-TEN-1)."""
    rank = len(tensor.shape)
    severity = "error"
    if rank > MAX_RANK:
        text = f"rank {rank}: dims from index {MAX_RANK} on are lost"
    elif len(tensor.strides) != rank:
        text = f"{len(tensor.strides)} strides for rank {rank}"
    elif tensor.offset < 0 or (rank and (min(tensor.shape) < 0 or min(tensor.strides) < 0)):
        text = (f"negative numbers: dims {list(tensor.shape)}, strides {list(tensor.strides)}, "
                f"offset {tensor.offset}")
    elif rank > USUAL_RANK:
        text, severity = f"rank {rank}: most operators take {USUAL_RANK} dims at most (N-SHP-4)", "warning"
    else:
        return
    world().find("A-STRIDE", function, text, handle=tensor.handle, severity=severity)


@cache
def _malloc() -> Any:
    """The C allocator: what it returns may be given to `delete[]`, which only calls free (N-TEN-13)."""
    malloc = ctypes.CDLL(None).malloc
    malloc.restype, malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    return malloc


def _numbers_of(attribute: str) -> Implementation:
    """A getter that allocates its result: dims or strides."""
    function = {"shape": "aclGetViewShape", "strides": "aclGetViewStrides", "storage": "aclGetStorageShape"}[attribute]

    def get(pointer: Any, values: Any, count: Any) -> int:
        if not values or not count:
            raise Refusal(NULL_POINTER, layer="aclnn")
        numbers = getattr(live(pointer, Tensor, function), attribute)
        block = ffi.cast("int64_t *", _malloc()(max(8 * len(numbers), 1)))
        for index, number in enumerate(numbers):
            block[index] = number
        values[0] = block
        count[0] = len(numbers)
        return 0
    return c_function(function)(get)


for _attribute in ("shape", "strides", "storage"):
    _numbers_of(_attribute)


def _number_of(function: str, kind: type[M], read: Any) -> Implementation:
    """A getter of one number."""
    def get(pointer: Any, value: Any) -> int:
        if not value:
            raise Refusal(NULL_POINTER, layer="aclnn")
        value[0] = read(live(pointer, kind, function))
        return 0
    return c_function(function)(get)


_number_of("aclGetViewOffset", Tensor, lambda tensor: tensor.offset)
_number_of("aclGetFormat", Tensor, lambda tensor: tensor.format if tensor.format in FORMATS else -1)
_number_of("aclGetDataType", Tensor, lambda tensor: tensor.dtype if tensor.dtype in PUBLIC_DTYPES else -1)
_number_of("aclGetRawTensorAddr", Tensor, lambda tensor: ffi.cast("void *", tensor.data))
_number_of("aclGetIntArraySize", IntArray, lambda array: len(array.values))
_number_of("aclGetFloatArraySize", FloatArray, lambda array: len(array.values))
_number_of("aclGetBoolArraySize", BoolArray, lambda array: len(array.values))
_number_of("aclGetTensorListSize", TensorList, lambda items: len(items.items))
_number_of("aclGetScalarListSize", ScalarList, lambda items: len(items.items))


@c_function("aclSetRawTensorAddr")
def set_raw_tensor_addr(pointer: Any, data: Any) -> int:
    tensor = live(pointer, Tensor, "aclSetRawTensorAddr")
    tensor.data = address(data)
    tensor.version += 1
    return 0


# -- scalars, arrays, lists

@c_function("aclCreateScalar")
def create_scalar(value: Any, dtype: int) -> Any:
    if not value:                                                        # N-SCA-1
        return ffi.NULL
    known = dtypes.DTYPES.get(dtype)
    newer = dtype >= dtypes.HIFLOAT8                                     # since 9.x
    if known is None or not known.scalar or (newer and not world().profile.newer):        # N-SCA-2
        world().note("EZ1006", f"aclCreateScalar: {dtypes.name(dtype)} is no type of a scalar")
        return ffi.NULL
    raw = bytes(ffi.buffer(ffi.cast("char *", value), max(known.bits // 8, 1)))
    return world().handles.add(Scalar(dtype, raw)).cdata


def _array(function: str, kind: type[Array]) -> None:
    def create(values: Any, count: int) -> Any:                          # N-ARR-1: NULL or 0 make an empty one
        if kind is BoolArray and values:                                 # any byte may stand there
            values = ffi.cast("uint8_t *", values)
        items = tuple(ffi.unpack(values, count)) if values and count else ()
        if kind is BoolArray:
            items = tuple(map(bool, items))
        return world().handles.add(kind(items)).cdata
    c_function(function)(create)


_array("aclCreateIntArray", IntArray)
_array("aclCreateFloatArray", FloatArray)
_array("aclCreateBoolArray", BoolArray)


def _list(function: str, kind: type[List]) -> None:
    def create(values: Any, count: int) -> Any:                          # N-LST-1
        machine = world()
        made = machine.handles.add(kind([]))
        for pointer in ffi.unpack(values, count) if values and count else ():
            item = machine.handles.get(pointer, kind.member) if pointer else None
            if item is not None and item.owner is not None:
                machine.find("A-LIST", function, f"the {item.kind} 0x{item.handle:x} is already in a list; the lists "
                             "will destroy it twice", handle=item.handle, created=item.created)
            elif item is not None:
                item.owner = made
            elif pointer:
                misuse(pointer, kind.member, function)
            made.items.append(item)
        return made.cdata
    c_function(function)(create)


_list("aclCreateTensorList", TensorList)
_list("aclCreateScalarList", ScalarList)


# -- destruction

def _destroy(function: str, kind: type[Meta]) -> None:
    def destroy(pointer: Any) -> int:                                    # NULL -> 0 (N-TEN-16, N-SCA-5)
        machine = world()
        if not pointer or machine.handles.is_former(pointer):
            return 0
        item = machine.handles.get(pointer, kind)
        if item is None:
            _destroyed_wrongly(pointer, kind, function)
            return 0
        if item.owner is not None:
            machine.find("A-LIST", function, f"the {item.kind} belongs to a list, which destroys it too",
                         handle=item.handle, created=item.created)
        machine.handles.remove(item)
        if isinstance(item, List):                                       # N-LST-2: the list owns its elements
            for element in item.items:
                if element is not None and element.owner is item:
                    element.owner = None
                    if element.handle in machine.handles.live:
                        machine.handles.remove(element)
        return 0
    c_function(function)(destroy)


def _destroyed_wrongly(pointer: Any, kind: type[Meta], function: str) -> None:
    """Double destroy, or the destroy function of another type: undefined in C (N-TEN-16)."""
    misuse(pointer, kind, function, rule="A-DBL", gone="the {was} 0x{number:x} was destroyed before")


_destroy("aclDestroyTensor", Tensor)
_destroy("aclDestroyScalar", Scalar)
_destroy("aclDestroyIntArray", IntArray)
_destroy("aclDestroyFloatArray", FloatArray)
_destroy("aclDestroyBoolArray", BoolArray)
_destroy("aclDestroyTensorList", TensorList)
_destroy("aclDestroyScalarList", ScalarList)
