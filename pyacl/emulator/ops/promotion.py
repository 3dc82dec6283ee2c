"""Type promotion: what type operands meet in, and what it may be cast to (aclnn semantics, sections 10 and 11)."""
from __future__ import annotations

from collections.abc import Callable

from ..nnop import dtypes
from ..nnop.dtypes import (
    BF16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    is_complex,
    is_floating,
    is_integral,
)

# From the weakest to the strongest; a pair meets in the stronger type (N-PRO-1) unless `_PAIRS` says otherwise.
_ORDER = (BOOL, UINT8, INT8, INT16, INT32, INT64, FLOAT16, BF16, FLOAT, DOUBLE, COMPLEX32, COMPLEX64, COMPLEX128)
_STRENGTH = {dtype: place for place, dtype in enumerate(_ORDER)}
_PAIRS = {
    frozenset((UINT8, INT8)): INT16,
    frozenset((FLOAT16, BF16)): FLOAT,
    frozenset((BF16, COMPLEX32)): COMPLEX64,
    frozenset((FLOAT, COMPLEX32)): COMPLEX64,
    frozenset((DOUBLE, COMPLEX32)): COMPLEX128,
    frozenset((DOUBLE, COMPLEX64)): COMPLEX128,
}
# The larger unsigned types meet only their like, or, if they come first, a complex type (N-PRO-2).
_UNSIGNED_FIRST = {(first, second): COMPLEX128 if COMPLEX128 in (first, second) or first == UINT64 else COMPLEX64
                   for first in (UINT16, UINT32, UINT64) for second in (COMPLEX64, COMPLEX128)}
_FIRST_UNTABLED = dtypes.HIFLOAT8          # from here on mixed pairs give FLOAT (N-PRO-3)


def tensor_tensor(first: int, second: int) -> int | None:
    """The type that two tensors meet in; None if there is none.  Not symmetric (N-PRO-2)."""
    if not (0 <= first < dtypes.END and 0 <= second < dtypes.END):
        return None
    if first == second:
        return first
    if max(first, second) >= _FIRST_UNTABLED:
        return FLOAT
    if first in _STRENGTH and second in _STRENGTH:
        stronger = max(first, second, key=_STRENGTH.__getitem__)
        return _PAIRS.get(frozenset((first, second)), stronger)
    return _UNSIGNED_FIRST.get((first, second))


def tensor_scalar(tensor: int, scalar: int, generation: str, out: int,
                  exact: Callable[[int], bool] = lambda dtype: True) -> int | None:
    """The type that a tensor and a scalar meet in; the rule depends on the part (N-PRO-8, N-PRO-9).

    out     type of the output
    exact   whether the scalar's value is the same in a type
    """
    return _newer(tensor, scalar, exact) if generation == "950" else _older(tensor, scalar, out)


def _older(tensor: int, scalar: int, out: int) -> int | None:
    if is_complex(tensor) or is_complex(scalar):
        return tensor_tensor(tensor, scalar)
    if is_floating(tensor):
        return tensor
    if scalar == DOUBLE and out == FLOAT:
        return FLOAT
    if is_floating(scalar) or tensor == BOOL:
        return tensor_tensor(tensor, scalar)
    return tensor


_COMPLEX_OF = {FLOAT16: COMPLEX32, BF16: COMPLEX64, FLOAT: COMPLEX64, DOUBLE: COMPLEX128}


def _newer(tensor: int, scalar: int, exact: Callable[[int], bool]) -> int | None:
    weak = COMPLEX64 if is_complex(scalar) else FLOAT if is_floating(scalar) else scalar
    result: int | None = tensor
    if is_complex(tensor):
        pass
    elif is_complex(weak):
        result = _COMPLEX_OF.get(tensor) if is_floating(tensor) else weak
    elif not is_floating(tensor) and (tensor == BOOL or is_floating(weak)):
        result = tensor_tensor(tensor, weak)
    if result in (FLOAT16, BF16) and not exact(result):
        return FLOAT
    return COMPLEX64 if result == COMPLEX32 else result


def can_cast(source: int, target: int) -> bool:
    """Whether a result may become an output of another type (N-CST-1)."""
    if is_complex(source) and not is_complex(target):
        return False
    if is_floating(source) and is_integral(target):
        return False
    return source == BOOL or target != BOOL


def can_scale(alpha: int, promoted: int) -> bool:
    """Whether an alpha of one type may multiply operands of another (N-PRO-6)."""
    if promoted == BOOL:
        return alpha == BOOL or is_integral(alpha)
    return can_cast(alpha, promoted)
