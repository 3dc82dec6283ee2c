"""Division that rounds, remainders, and the greatest common divisor.

Whole numbers are divided exactly.  A quotient of floats is rounded as the exact one, by the remainder, which is exact.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..nnop.dtypes import INT8, INT16, INT32, INT64, UINT8
from .choice import Choice
from .kinds import ANY, COMPLEX, NUMBERS, ORDERED, OTHERS, REALS, UNSIGNED, WHOLE, Kinds, only_on
from .pointwise import Constant, Pointwise, floating, own, twins
from .powers import swapped


def _whole(x: Any) -> bool:
    return bool(np.asarray(x).dtype.kind in "biu")


def floor_divide(x: Any, y: Any) -> Any:
    quotient = np.floor_divide(x, y)
    return quotient if _whole(x) else np.where(np.isfinite(x), quotient, x / y)


def trunc_divide(x: Any, y: Any) -> Any:
    if not _whole(x):
        quotient = np.rint((x - np.fmod(x, y)) / y)
        return np.where(np.isfinite(quotient), quotient, np.trunc(x / y))
    down = np.floor_divide(x, y)
    return down + ((np.remainder(x, y) != 0) & ((x < 0) != (np.asarray(y) < 0))).astype(down.dtype)


def remainder(x: Any, y: Any) -> Any:
    """With the sign of y; a whole number by 0 gives itself, as the page says."""
    found = np.remainder(x, y)
    return np.where(np.equal(y, 0), x, found) if _whole(x) else found


def _row(names: tuple[str, ...], formula: Any, inputs: Kinds, outputs: Kinds | None = None,
         other: str = "other", **rest: Any) -> Pointwise:
    return Pointwise(names, formula, inputs, outputs, **{
        "meet": "promote", "broadcast": True, "compute": own, "result": own,
        "constants": (Constant(other, operand="promotes", dtypes=inputs),), **rest})


_FLOATS_OUT = {"950": NUMBERS, OTHERS: ANY}
_FMOD = REALS | {INT32, INT64, INT8, UINT8}
_REMAINDER = REALS | {INT32, INT64}
_REMAINDER_OUT = NUMBERS | WHOLE
_GCD = only_on("910_93", {INT16, INT32, INT64}, WHOLE)
_310P = ("310P",)


_DIVIDED = (*twins("DivMod"), *twins("DivMods"))


def _rounded(formula: Any) -> Pointwise:
    return _row(_DIVIDED, formula, ANY, meets=ORDERED, lacking=_310P)


_DIV_MOD = Choice(_DIVIDED, "mode", lambda call: call["mode"], {
    0: _row(_DIVIDED, np.true_divide, ANY, _FLOATS_OUT, compute=floating, result=floating, lacking=_310P),
    1: _rounded(trunc_divide),                          # no complex numbers
    2: _rounded(floor_divide)})

TABLE = (
    _row(twins("FloorDivide"), floor_divide, ORDERED, REALS | WHOLE | COMPLEX, inplace=ORDERED),
    _row(twins("FloorDivides"), floor_divide, ORDERED, lacking=_310P),
    _DIV_MOD,
    _row(twins("FmodTensor"), np.fmod, _FMOD),
    _row(twins("FmodScalar"), np.fmod, _FMOD, lacking=_310P),
    # The tensors may be anything that meets in these types.
    _row(twins("RemainderTensorTensor"), remainder, ANY | UNSIGNED, _REMAINDER_OUT, meets=_REMAINDER,
         inplace=_REMAINDER),
    _row(twins("RemainderTensorScalar"), remainder, _REMAINDER, _REMAINDER_OUT, meets=_REMAINDER, lacking=_310P,
         inplace=_REMAINDER),
    _row(("aclnnRemainderScalarTensor",), swapped(remainder), _REMAINDER, other="self", lacking=_310P),
    _row(("aclnnGcd",), np.gcd, _GCD, only_on("910_93", {INT16, INT32, INT64} | UNSIGNED, WHOLE | UNSIGNED),
         meets=_GCD, constants=()),
)
