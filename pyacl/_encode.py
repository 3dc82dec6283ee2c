"""Python numbers as the bytes of an aclScalar: rounded once, to nearest even, and refused if they do not fit.

NumPy and ml_dtypes are needed only for the types that `struct` does not know.
"""
from __future__ import annotations

import math
import operator
import struct
from typing import Any

from ._layout import shown
from .dtypes import acl_dtype, dtype_name, numpy_dtype

BOOL, INT64 = acl_dtype("bool"), acl_dtype("int64")
FLOAT, DOUBLE, COMPLEX64, COMPLEX128 = (acl_dtype(name) for name in ("float32", "float64", "complex64", "complex128"))
_LETTERS = {acl_dtype(name): letter for name, letter in (
    ("int8", "b"), ("int16", "h"), ("int32", "i"), ("int64", "q"), ("uint8", "B"), ("uint16", "H"), ("uint32", "I"),
    ("uint64", "Q"))}
_INTEGERS = {code: struct.Struct("<" + letter) for code, letter in _LETTERS.items()}
RANGES = {code: (-(1 << 8 * form.size - 1), (1 << 8 * form.size - 1) - 1) if form.format[1:].islower()
          else (0, (1 << 8 * form.size) - 1) for code, form in _INTEGERS.items()}
# "<" also makes struct refuse what would round to infinity.
_FLOATS = {acl_dtype("float16"): struct.Struct("<e"), FLOAT: struct.Struct("<f"), DOUBLE: struct.Struct("<d")}
_COMPLEX = {COMPLEX64: _FLOATS[FLOAT], COMPLEX128: _FLOATS[DOUBLE]}
_SMALL_FLOATS = frozenset(acl_dtype(name) for name in (
    "bfloat16", "float8_e5m2", "float8_e4m3fn", "float8_e8m0fnu", "float6_e3m2fn", "float6_e2m3fn", "float4_e2m1fn"))
_E8M0 = acl_dtype("float8_e8m0fnu")
# Types without infinity or NaN end at their largest number; from half a step beyond it on nothing fits.
_SATURATING = {acl_dtype("float6_e3m2fn"): 28 + 2.0, acl_dtype("float6_e2m3fn"): 7.5 + 0.25,
               acl_dtype("float4_e2m1fn"): 6 + 1.0}
KNOWN = frozenset({BOOL}) | _INTEGERS.keys() | _FLOATS.keys() | _COMPLEX.keys() | _SMALL_FLOATS       # N-SCA-2


def encode(value: Any, code: int) -> bytes:
    """The bytes that `aclCreateScalar` reads for a value as an `aclDataType`.

    Raises TypeError if there is no scalar of that type (N-SCA-2) or the value is of another kind (a float for an
    integer), OverflowError if it is out of range, ValueError if the type has no such value (a NaN, say).
    """
    if code not in KNOWN:
        raise TypeError(f"there is no aclScalar of {dtype_name(code)}; possible: "
                        f"{', '.join(dtype_name(known) for known in sorted(KNOWN))}")
    if value.__class__ is not float and value.__class__ is not int:
        value = _plain(value, code)
        if isinstance(value, bytes):
            return value
    form = _FLOATS.get(code)
    if form is not None:
        return _pack_float(form, _real(value, code), value, code)
    form = _INTEGERS.get(code)
    if form is not None:
        return _pack_integer(form, value, code)
    if code == BOOL:
        if value.__class__ is not bool and (value.__class__ is not int or value not in (0, 1)):
            raise _no_such(value, code, "True or False")
        return b"\1" if value else b"\0"                     # exactly one byte, 0 or 1 (N-SCA-3)
    form = _COMPLEX.get(code)
    if form is not None:
        if not isinstance(value, (int, float, complex)):
            raise _wrong_kind(value, code)
        number = complex(_real(value, code)) if not isinstance(value, complex) else value
        return _pack_float(form, number.real, value, code) + _pack_float(form, number.imag, value, code)
    return _pack_small(_real(value, code), code)


def _plain(value: Any, code: int) -> Any:
    """NumPy's and other numbers as Python's; bytes if the value is of the wanted type already."""
    if hasattr(value, "dtype"):
        if value.shape != () or not hasattr(value, "item"):
            raise _wrong_kind(value, code)
        if hasattr(value, "tobytes") and code != BOOL and acl_dtype(value.dtype) == code:
            return bytes(value.astype(numpy_dtype(code)).tobytes())         # all bits, a NaN's payload too
        value = value.item()
    if isinstance(value, (bool, int, float, complex)):
        return value
    if not isinstance(value, (str, bytes, bytearray)):
        kind = type(value)
        if hasattr(kind, "__index__"):
            return operator.index(value)
        if hasattr(kind, "__float__"):
            return float(value)
    raise _wrong_kind(value, code)


def _real(value: Any, code: int) -> float:
    if isinstance(value, complex):
        raise _wrong_kind(value, code)
    try:
        return float(value)
    except OverflowError:
        raise _too_large(value, code) from None


def _pack_integer(form: struct.Struct, value: Any, code: int) -> bytes:
    if not isinstance(value, int):
        raise _wrong_kind(value, code)
    try:
        return form.pack(value)
    except struct.error:
        raise _too_large(value, code) from None


def _pack_float(form: struct.Struct, number: float, value: Any, code: int) -> bytes:
    try:
        return form.pack(number)
    except OverflowError:
        raise _too_large(value, code) from None


def _pack_small(number: float, code: int) -> bytes:
    """bfloat16 and smaller, by ml_dtypes."""
    import numpy as np
    with np.errstate(all="ignore"):
        encoded = _odd_float32(number).astype(numpy_dtype(code))
    result = float(encoded)
    if math.isfinite(number):
        if code == _E8M0 and number <= 0:
            raise _no_such(number, code, "only powers of two, no zero and no sign")
        if not math.isfinite(result) or abs(number) >= _SATURATING.get(code, math.inf):
            raise _too_large(number, code)
    elif math.isnan(number) != math.isnan(result) or math.isinf(number) != math.isinf(result):
        raise _no_such(number, code, "only finite numbers" if code in _SATURATING else "no infinity")
    return bytes(encoded.tobytes())


def _odd_float32(number: float) -> Any:
    """A float as float32, rounded to odd.

    ml_dtypes goes by way of float32; rounded like this, that step makes no tie out of what is none.
    """
    import numpy as np
    single = np.float32(number)
    if math.isfinite(number) and float(single) != number and not single.view(np.uint32) & 1:
        single = np.nextafter(single, np.float32(math.inf if number > float(single) else -math.inf))
    return single


def _wrong_kind(value: Any, code: int) -> TypeError:
    return TypeError(f"a scalar of {dtype_name(code)} cannot be made of {shown(value)} ({type(value).__name__})")


def _no_such(value: Any, code: int, possible: str) -> ValueError:
    return ValueError(f"{dtype_name(code)} has no value {shown(value)}: {possible}")


def _too_large(value: Any, code: int) -> OverflowError:
    bounds: tuple[float, float] | None = RANGES.get(code)
    if bounds is None:
        import ml_dtypes
        part = {COMPLEX64: FLOAT, COMPLEX128: DOUBLE}.get(code, code)
        largest = float(ml_dtypes.finfo(numpy_dtype(part)).max)  # type: ignore[no-untyped-call]
        bounds = -largest, largest
    return OverflowError(f"{shown(value)} does not fit into {dtype_name(code)}: {bounds[0]} .. {bounds[1]}")
