"""Data types: an `aclDataType` code for whatever names a type in Python, and the NumPy type that holds its values.

`acl_dtype` takes C names ("ACL_BF16"), NumPy names ("bfloat16", "f4"), NumPy dtypes and scalar types, Python's bool,
int, float and complex, the dtypes of other frameworks whose text ends in such a name (`torch.bfloat16`), and codes.
bfloat16, complex32 and the small types that NumPy lacks are those of ml_dtypes.  Types of less than a byte (int4,
uint1, float4, float6) are one element per byte on the host and packed on the device, the first element in the lowest
bits.
"""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from . import _lib

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["acl_dtype", "bits", "c_name", "dtype_name", "numpy_dtype"]

# C name, name in NumPy or ml_dtypes ("": neither has it), bits per element on the device (aclnn's own count, N-DT-2).
_TABLE = (
    ("ACL_FLOAT", "float32", 32),
    ("ACL_FLOAT16", "float16", 16),
    ("ACL_INT8", "int8", 8),
    ("ACL_INT32", "int32", 32),
    ("ACL_UINT8", "uint8", 8),
    ("ACL_INT16", "int16", 16),
    ("ACL_UINT16", "uint16", 16),
    ("ACL_UINT32", "uint32", 32),
    ("ACL_INT64", "int64", 64),
    ("ACL_UINT64", "uint64", 64),
    ("ACL_DOUBLE", "float64", 64),
    ("ACL_BOOL", "bool", 8),
    ("ACL_STRING", "", 0),
    ("ACL_COMPLEX64", "complex64", 64),
    ("ACL_COMPLEX128", "complex128", 128),
    ("ACL_BF16", "bfloat16", 16),
    ("ACL_INT4", "int4", 4),
    ("ACL_UINT1", "uint1", 1),
    ("ACL_COMPLEX32", "complex32", 32),
    ("ACL_HIFLOAT8", "", 8),
    ("ACL_FLOAT8_E5M2", "float8_e5m2", 8),
    ("ACL_FLOAT8_E4M3FN", "float8_e4m3fn", 8),
    ("ACL_FLOAT8_E8M0", "float8_e8m0fnu", 8),
    ("ACL_FLOAT6_E3M2", "float6_e3m2fn", 6),
    ("ACL_FLOAT6_E2M3", "float6_e2m3fn", 6),
    ("ACL_FLOAT4_E2M1", "float4_e2m1fn", 4),
    ("ACL_FLOAT4_E1M2", "", 4),
)
_C_NAMES = {_lib.constant(c_name): c_name for c_name, _, _ in _TABLE}
_NUMPY_NAMES = {_lib.constant(c_name): name for c_name, name, _ in _TABLE if name}
BITS = {_lib.constant(c_name): size for c_name, _, size in _TABLE if size}

# Whatever named a type so far -> its code.  No plain numbers in here, since True == 1 == 1.0.
_codes: dict[Any, int] = {name: code for code, name in _NUMPY_NAMES.items()}
_codes.update((_C_NAMES[code], code) for code in _NUMPY_NAMES)
_by_name = dict(_codes)
_CACHED = 1024
_numpy_dtypes: dict[int, np.dtype[Any]] = {}


def acl_dtype(dtype: Any) -> int:
    """The `aclDataType` code of a data type, however it is named (see the module).

    A foreign byte order does not matter: only arrays on the host have one, and it is converted on the way.
    Raises TypeError for what names no type that the device and NumPy (or ml_dtypes) have in common.
    """
    try:
        return _codes[dtype]
    except (KeyError, TypeError):
        return _find(dtype)


def _find(dtype: Any) -> int:
    try:
        number = None if isinstance(dtype, (bool, type)) else operator.index(dtype)
    except TypeError:
        number = None
    if number is not None:
        if number in _NUMPY_NAMES:
            return number
        raise _unknown(_C_NAMES.get(number, str(number)))
    name = _name_of(dtype)
    code: int | None = _by_name.get(name)
    if code is None:
        raise _unknown(name)
    if len(_codes) < _CACHED:
        _codes[dtype] = code
    return code


def _name_of(dtype: Any) -> str:
    """What a type is called in the table; something else if it is not there."""
    if dtype is None or isinstance(dtype, (bool, float)):
        return repr(dtype)
    if not isinstance(dtype, (str, type)):
        text = str(getattr(dtype, "name", dtype))
        name = text.rpartition(".")[2]
        return name if name in _by_name else f"{text} ({type(dtype).__name__})"
    if dtype in _C_NAMES.values():
        return str(dtype)
    import numpy as np
    try:
        return np.dtype(dtype).name
    except TypeError:
        return repr(dtype)


def _unknown(name: str) -> TypeError:
    hint = ""
    if name.startswith("object"):
        hint = " (an array of Python objects: convert it with array.astype(...) first)"
    elif name.startswith(("str", "bytes")):
        hint = " (text has no counterpart: encode it as numbers first)"
    return TypeError(f"no data type for {name}{hint}; known: {', '.join(_NUMPY_NAMES.values())}")


def numpy_dtype(code: int) -> np.dtype[Any]:
    """The NumPy dtype (of ml_dtypes where NumPy has none) that holds values of an `aclDataType`.

    Raises TypeError if there is none, also if the installed ml_dtypes is too old to have it.
    """
    found = _numpy_dtypes.get(code)
    if found is None:
        import numpy as np
        name = _NUMPY_NAMES.get(code)
        if name is None:
            raise _unknown(_C_NAMES.get(code, repr(code)))
        try:
            found = np.dtype(name)
        except TypeError:
            import ml_dtypes
            scalar_type = getattr(ml_dtypes, name, None)
            if scalar_type is None:
                raise TypeError(f"ml_dtypes {ml_dtypes.__version__} has no {name} ({c_name(code)}): "
                                "a newer one does (pip install -U ml_dtypes)") from None
            found = np.dtype(scalar_type)
        _numpy_dtypes[code] = found
    return found


def bits(dtype: Any) -> int:
    """Bits that one element takes on the device: 4 for int4, 6 for the float6 types, 8 for bool."""
    return BITS[acl_dtype(dtype)]


def c_name(code: int) -> str:
    """The C name of a code: `27` -> "ACL_BF16"; the number itself where the headers have no name."""
    return _C_NAMES.get(code, str(code))


def dtype_name(code: int) -> str:
    """The name of a code: `27` -> "bfloat16"; the C name where neither NumPy nor ml_dtypes has the type."""
    return _NUMPY_NAMES.get(code) or c_name(code)


# -- host arrays and the bytes on the device
def to_bytes(array: Array, code: int) -> Array:
    """The elements of an array in row-major order, as the device has them: a flat array of uint8.

    It shares the memory of the array where that is laid out so already.  The array's dtype must be that of `code`, in
    any byte order.
    """
    import numpy as np
    flat = np.asarray(array, dtype=numpy_dtype(code), order="C").reshape(-1).view(np.uint8)
    return flat if BITS[code] >= 8 else _pack(flat, BITS[code])


def from_bytes(raw: Array, code: int, count: int) -> Array:
    """The inverse: a flat array of `count` elements from the device's bytes, without a copy where possible."""
    held = raw if BITS[code] >= 8 else _unpack(raw, BITS[code], count)
    return held.view(numpy_dtype(code))[:count]


def _pack(elements: Array, size: int) -> Array:
    """Bytes that hold one element each -> elements of `size` bits side by side, the last byte filled with zeros.

    One run of bits over the whole tensor, not row by row (N-DT-3).
    """
    import numpy as np
    separate = np.unpackbits(elements[:, None], axis=1, count=size, bitorder="little")
    return np.packbits(separate, bitorder="little")


def _unpack(raw: Array, size: int, count: int) -> Array:
    import numpy as np
    separate = np.unpackbits(raw, count=count * size, bitorder="little").reshape(count, size)
    return np.packbits(separate, axis=1, bitorder="little").reshape(count)
