"""The data types: what an `aclDataType` number means (N-DT-1 to N-DT-5), and its NumPy twin."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

FLOAT, FLOAT16, INT8, INT32, UINT8, INT16, UINT16, UINT32, INT64, UINT64, DOUBLE, BOOL, STRING = (
    0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13)
COMPLEX64, COMPLEX128, BF16, INT4, UINT1, COMPLEX32 = 16, 17, 27, 29, 30, 33
HIFLOAT8, FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT8_E8M0, FLOAT6_E3M2, FLOAT6_E2M3, FLOAT4_E2M1, FLOAT4_E1M2 = range(34, 42)
UNDEFINED = -1
END = 42                                     # the first number that the library does not know


@dataclass(frozen=True)
class DType:
    """One data type.

    bits      size of an element in memory
    kind      "bool", "int", "uint", "float", "complex" or "string"
    twin      NumPy or ml_dtypes name of the elements ("" where neither has one)
    scalar    whether `aclCreateScalar` takes it (N-SCA-2)
    """

    number: int
    name: str
    bits: int
    kind: str
    twin: str
    scalar: bool = True

    @property
    def packed(self) -> bool:
        """Whether several elements share a byte."""
        return self.bits < 8


DTYPES = {dtype.number: dtype for dtype in (
    DType(FLOAT, "FLOAT", 32, "float", "float32"),
    DType(FLOAT16, "FLOAT16", 16, "float", "float16"),
    DType(INT8, "INT8", 8, "int", "int8"),
    DType(INT32, "INT32", 32, "int", "int32"),
    DType(UINT8, "UINT8", 8, "uint", "uint8"),
    DType(INT16, "INT16", 16, "int", "int16"),
    DType(UINT16, "UINT16", 16, "uint", "uint16"),
    DType(UINT32, "UINT32", 32, "uint", "uint32"),
    DType(INT64, "INT64", 64, "int", "int64"),
    DType(UINT64, "UINT64", 64, "uint", "uint64"),
    DType(DOUBLE, "DOUBLE", 64, "float", "float64"),
    DType(BOOL, "BOOL", 8, "bool", "bool"),
    DType(STRING, "STRING", 128, "string", "", scalar=False),
    DType(COMPLEX64, "COMPLEX64", 64, "complex", "complex64"),
    DType(COMPLEX128, "COMPLEX128", 128, "complex", "complex128"),
    DType(BF16, "BF16", 16, "float", "bfloat16"),
    DType(INT4, "INT4", 4, "int", "int4", scalar=False),
    DType(UINT1, "UINT1", 1, "uint", "uint8", scalar=False),
    DType(COMPLEX32, "COMPLEX32", 32, "complex", "complex64", scalar=False),
    DType(HIFLOAT8, "HIFLOAT8", 8, "float", ""),
    DType(FLOAT8_E5M2, "FLOAT8_E5M2", 8, "float", "float8_e5m2"),
    DType(FLOAT8_E4M3FN, "FLOAT8_E4M3FN", 8, "float", "float8_e4m3fn"),
    DType(FLOAT8_E8M0, "FLOAT8_E8M0", 8, "float", "float8_e8m0fnu"),
    DType(FLOAT6_E3M2, "FLOAT6_E3M2", 6, "float", "float6_e3m2fn"),
    DType(FLOAT6_E2M3, "FLOAT6_E2M3", 6, "float", "float6_e2m3fn"),
    DType(FLOAT4_E2M1, "FLOAT4_E2M1", 4, "float", "float4_e2m1fn"),
    DType(FLOAT4_E1M2, "FLOAT4_E1M2", 4, "float", ""),
)}
_UNKNOWN_BITS = 128                          # what the framework takes for types without a size (section 9.1)

# Types whose arithmetic is done in float32, with one rounding at the end.
HALF = frozenset({FLOAT16, BF16})


def is_complex(number: int) -> bool:
    return number in DTYPES and DTYPES[number].kind == "complex"


def is_floating(number: int) -> bool:
    return number in DTYPES and DTYPES[number].kind == "float"


def is_integral(number: int) -> bool:
    """The eight whole-number types; 4-bit and 1-bit types and bool do not count."""
    return number in DTYPES and DTYPES[number].kind in ("int", "uint") and DTYPES[number].bits >= 8


def bits(number: int) -> int:
    found = DTYPES.get(number)
    return found.bits if found else _UNKNOWN_BITS


def name(number: int) -> str:
    found = DTYPES.get(number)
    return found.name if found else f"dtype {number}"


@cache
def twin(number: int) -> np.dtype[Any]:
    """The NumPy type of the elements; raises LookupError for a type without one."""
    import numpy as np
    found = DTYPES.get(number)
    if found is None or not found.twin:
        raise LookupError(f"{name(number)} has no NumPy type")
    if found.twin not in np.sctypeDict:               # `hasattr(np, "bool")` warns in older versions
        import ml_dtypes
        made: np.dtype[Any] = np.dtype(getattr(ml_dtypes, found.twin))
        return made
    return np.dtype(found.twin)


def carrier(number: int) -> np.dtype[Any]:
    """The NumPy type in which elements are moved: the twin, or a byte each where there is none."""
    import numpy as np
    found = DTYPES.get(number)
    return np.dtype(np.uint8) if found is not None and not found.twin and found.bits <= 8 else twin(number)
