"""Scalars, arrays and lists as C wants them: aclScalar, aclIntArray, aclTensorList, ...

Operators convert Python numbers and lists by themselves; the classes here are for what is used again and again, or
needs a type of its own.  The functions `*_handle` make the same for one launch: bare handles that the caller destroys.

All values are checked before the first C call, and what was made is destroyed again if a later step fails.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from . import _lib
from ._buffers import BYTES
from ._descriptor import Descriptor, destroy, own, refused
from ._encode import BOOL, COMPLEX64, COMPLEX128, DOUBLE, FLOAT, INT64, RANGES, encode
from ._layout import is_bool, shown
from .dtypes import acl_dtype, dtype_name, numpy_dtype
from .errors import check
from .tensor import Tensor

if TYPE_CHECKING:
    import numpy as np

    from ._buffers import HandleLike

__all__ = ["BoolArray", "FloatArray", "IntArray", "Scalar", "ScalarList", "TensorList"]

ffi, lib = _lib.ffi, _lib.lib
# Kind -> data type of the elements, what C reads, what a caller gives.
_ARRAYS: dict[str, tuple[int, Any, str]] = {
    "IntArray": (INT64, ffi.typeof("int64_t[]"), "ints"),
    "FloatArray": (FLOAT, ffi.typeof("float[]"), "real numbers"),
    "BoolArray": (BOOL, ffi.typeof("bool[]"), "bools"),
}
_NUMBERS = frozenset({int, float})
WIDE = frozenset({DOUBLE, COMPLEX128})


# -- for one launch
def scalar_dtype(value: Any, tensor: int | None) -> int:
    """The type of the aclScalar for a Python number beside a tensor of an `aclDataType` (None: beside none).

    bool is BOOL.  int is the tensor's type if that is an integer type that holds it, else INT64.  float and complex are
    DOUBLE and COMPLEX128 beside float64 and complex128, else FLOAT and COMPLEX64.  Numbers of NumPy and ml_dtypes keep
    their type.  Raises TypeError for what is no number.
    """
    kind = type(value)
    if kind is float:
        return DOUBLE if tensor in WIDE else FLOAT
    if isinstance(value, bool):
        return BOOL
    if not isinstance(value, (str, bytes, bytearray)):
        if kind is not int and hasattr(value, "dtype"):
            return acl_dtype(value.dtype)
        if kind is int or hasattr(kind, "__index__"):
            if tensor is not None and tensor in RANGES:
                low, high = RANGES[tensor]
                return tensor if low <= value <= high else INT64
            return INT64
        if hasattr(kind, "__float__"):
            return DOUBLE if tensor in WIDE else FLOAT
        if isinstance(value, complex):
            return COMPLEX128 if tensor in WIDE else COMPLEX64
    raise TypeError(f"expected a number, not {shown(value)} ({kind.__name__})")


def scalar_handle(value: Any, dtype: int) -> Any:
    """An aclScalar; for errors see `_encode.encode`."""
    return _scalar_of(encode(value, dtype), dtype)


def _scalar_of(data: bytes, dtype: int) -> Any:
    handle = lib.aclCreateScalar(ffi.from_buffer(BYTES, data), dtype)
    if not handle:
        raise refused("aclCreateScalar", f"{dtype_name(dtype)} of the bytes {data.hex()}")
    return handle


def _elements(values: Any, what: str) -> Sequence[Any]:
    """A list, tuple, range or one-dimensional array as a sequence of its elements."""
    if isinstance(values, (list, tuple, range)):
        return values
    if getattr(values, "ndim", None) == 1 and hasattr(values, "dtype") and not isinstance(values, Tensor):
        return list(values)
    raise TypeError(f"expected a list, tuple or one-dimensional array of {what}, not {type(values).__name__}")


def _encoded(values: Sequence[Any], code: int) -> list[bytes]:
    """Each element encoded; errors name its place.  A bool is no number here, and a number no bool."""
    found = []
    for place, value in enumerate(values):
        try:
            if (type(value) not in _NUMBERS and is_bool(value)) != (code == BOOL):
                raise TypeError(f"expected {dtype_name(code)}, not {shown(value)} ({type(value).__name__})")
            found.append(encode(value, code))
        except (TypeError, ValueError, OverflowError) as error:
            raise type(error)(f"element {place}: {error}") from None
    return found


def array_handle(kind: str, values: Any) -> Any:
    """An aclIntArray (int64), aclFloatArray (float32) or aclBoolArray, which may be empty.

    Raises TypeError for an element of another kind, OverflowError for one out of range.
    """
    code, c_type, what = _ARRAYS[kind]
    elements = _encoded(_elements(values, what), code)
    handle = getattr(lib, f"aclCreate{kind}")(ffi.from_buffer(c_type, b"".join(elements)), len(elements))
    if not handle:
        raise refused(f"aclCreate{kind}", shown(values))
    return handle


int_array_handle = partial(array_handle, "IntArray")
float_array_handle = partial(array_handle, "FloatArray")
bool_array_handle = partial(array_handle, "BoolArray")


def _list_of(kind: str, makers: list[Callable[[], Any]], values: Any) -> Any:
    """A list of what the makers make.  It owns its elements (N-LST-2); until it exists they are destroyed here."""
    elements: list[Any] = []
    try:
        for make in makers:
            elements.append(make())
        pointers = ffi.new(f"acl{kind} *[]", elements) if elements else ffi.NULL
        handle = getattr(lib, f"aclCreate{kind}List")(pointers, len(elements))
        if not handle:
            raise refused(f"aclCreate{kind}List", repr(values))
        return handle
    except BaseException:
        for element in elements:
            destroy(kind, element)
        raise


def _tensors(values: Any) -> tuple[Tensor, ...]:
    tensors = tuple(_elements(values, "tensors"))
    for place, tensor in enumerate(tensors):
        if not isinstance(tensor, Tensor):
            raise TypeError(f"element {place}: expected a Tensor, not {shown(tensor)} ({type(tensor).__name__})")
        tensor._open_buffer()
    return tensors


def tensor_list_handle(tensors: Any) -> Any:
    """An aclTensorList with an aclTensor of its own for each tensor, so that the tensors stay valid without it."""
    checked = _tensors(tensors)
    return _list_of("Tensor", [tensor._create for tensor in checked], checked)


def scalar_list_handle(values: Any, dtype: int) -> Any:
    """An aclScalarList of one data type; for errors see `_encode.encode`."""
    encoded = [encode(value, dtype) for value in _elements(values, "numbers")]
    return _list_of("Scalar", [partial(_scalar_of, data, dtype) for data in encoded], values)


# -- to keep
class Scalar(Descriptor):
    """A number as aclScalar.

    value  a number of Python, NumPy or ml_dtypes
    dtype  what `pyacl.dtypes.acl_dtype` takes

    Rounded once, to nearest even.  Raises OverflowError or ValueError for a number that the type does not hold,
    TypeError for a type without scalars (int4, complex32, ...) or a number of another kind.
    """

    _kind = "Scalar"
    __slots__ = ("_code", "value")

    value: Any
    _code: int | None

    def __init__(self, value: Any, dtype: Any) -> None:
        self._h = self._owner = None
        self._code, self.value = acl_dtype(dtype), value
        self._h = own(scalar_handle(value, self._code), "Scalar")

    @classmethod
    def from_handle(cls, handle: HandleLike, *, owner: Any = None) -> Scalar:
        """Stand for an aclScalar of somebody else by its handle; its value and type cannot be read.

        It is never destroyed; `owner` is kept alive as long as this object is.
        """
        self = super().from_handle(handle, owner=owner)
        self.value = self._code = None
        return self

    @property
    def dtype(self) -> np.dtype[Any] | None:
        """The NumPy dtype; None for a borrowed one."""
        return None if self._code is None else numpy_dtype(self._code)

    def __repr__(self) -> str:
        kind = "borrowed" if self._code is None else f"{self.value!r}, {dtype_name(self._code)}"
        return f"<pyacl.Scalar {kind}{', closed' if self.closed else ''}>"


class _Collection(Descriptor):
    """Base of arrays and lists.  `len()` asks C, so it is right for borrowed ones too."""

    __slots__ = ()

    def __len__(self) -> int:
        out = ffi.new("uint64_t *")
        check(getattr(lib, f"aclGet{self._kind}Size")(self._descriptor(), out), f"aclGet{self._kind}Size")
        return int(out[0])

    def __bool__(self) -> bool:
        return True                                      # as an argument, an empty list is not None

    def __repr__(self) -> str:
        return f"<pyacl.{type(self).__name__} {'closed' if self.closed else f'of {len(self)}'}>"


class _Array(_Collection):
    __slots__ = ()

    def __init__(self, values: Any) -> None:
        self._h = self._owner = None
        self._h = own(array_handle(self._kind, values), self._kind)


class IntArray(_Array):
    """aclIntArray: a list, tuple, range or one-dimensional array of integers, as int64."""

    _kind = "IntArray"
    __slots__ = ()


class FloatArray(_Array):
    """aclFloatArray: a list, tuple or one-dimensional array of real numbers, as float32."""

    _kind = "FloatArray"
    __slots__ = ()


class BoolArray(_Array):
    """aclBoolArray: a list, tuple or one-dimensional array of bools."""

    _kind = "BoolArray"
    __slots__ = ()


class TensorList(_Collection):
    """aclTensorList of descriptors of its own: the tensors given stay valid when it is closed, and it ends with them.

    tensors  the tensors as a tuple; () for a borrowed list, whose elements C does not tell (N-LST-4)
    """

    _kind = "TensorList"
    __slots__ = ("tensors",)

    tensors: tuple[Tensor, ...]

    def __init__(self, tensors: Any) -> None:
        self._h = self._owner = None
        self.tensors = _tensors(tensors)
        self._h = own(tensor_list_handle(self.tensors), "TensorList")

    @classmethod
    def from_handle(cls, handle: HandleLike, *, owner: Any = None) -> TensorList:
        """Stand for an aclTensorList of somebody else by its handle; it is never destroyed; `owner` is kept alive."""
        self = super().from_handle(handle, owner=owner)
        self.tensors = ()
        return self

    def _descriptor(self) -> Any:
        handle = super()._descriptor()
        for tensor in self.tensors:
            tensor._open_buffer()                        # raises if it was closed meanwhile
        return handle

    def close(self) -> None:
        """Destroy the list and its descriptors; the tensors are left alone."""
        super().close()
        self.tensors = ()


class ScalarList(_Collection):
    """aclScalarList: numbers of one data type (see `Scalar`)."""

    _kind = "ScalarList"
    __slots__ = ()

    def __init__(self, values: Any, dtype: Any) -> None:
        self._h = self._owner = None
        self._h = own(scalar_list_handle(values, acl_dtype(dtype)), "ScalarList")
