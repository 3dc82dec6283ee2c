"""Unary operators: one value from each element.

Promised, and tested against more digits: what only rounds or picks a part is exact, whole numbers wrap; reciprocal and
roots of FLOAT within 2 ulp, other functions of it within 4 over their whole range, computed by NumPy's own float32
functions or, where it has none, in double; half types are rounded once from that.  Whole numbers count as FLOAT.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..nnop import dtypes
from ..nnop.dtypes import BOOL, COMPLEX32, COMPLEX64, INT8, INT32, INT64
from . import special
from .kinds import (
    BEFORE_910B,
    BEFORE_950,
    COMPLEX,
    FLOATS,
    LOGICAL,
    NUMBERS,
    OTHERS,
    REALS,
    REALS_WITHOUT_BF16,
    UNSIGNED,
    WHOLE,
    before_910b,
    only_on,
)
from .pointwise import Constant, Pointwise, floating, own, real, twins

# Types that only the 910_93 has of some inverse and hyperbolic functions.
_A3 = only_on("910_93", NUMBERS | LOGICAL, REALS_WITHOUT_BF16 | LOGICAL)
_A3_OUT = only_on("910_93", NUMBERS, REALS_WITHOUT_BF16)
_A3_FLOATS = only_on("910_93", NUMBERS | LOGICAL, REALS_WITHOUT_BF16)
_A3_BF16 = only_on("910_93", REALS, REALS_WITHOUT_BF16)
_BF16_ON_A3 = only_on("910_93", REALS | LOGICAL, REALS_WITHOUT_BF16 | LOGICAL)
_TAN = before_910b(NUMBERS - {COMPLEX64}, NUMBERS)
_TAN_IN = before_910b((NUMBERS - {COMPLEX64}) | LOGICAL, NUMBERS | LOGICAL)
_ERF = (REALS_WITHOUT_BF16 | {BOOL, INT64}, REALS | {BOOL, INT64})
# Generations without an operator.
_310P, _950 = ("310P",), ("950",)


def _angle(x: Any) -> Any:
    if x.dtype.kind == "c":
        return np.angle(x)
    return np.where(x < 0, np.pi, np.where(np.isnan(x), x, 0))


def _identity(x: Any, *constants: Any) -> Any:
    return x


def _round(x: Any, out: Any = None) -> Any:
    return np.add(np.rint(x, out=out), 0, out=out)         # -0 becomes +0, as the page says


def _round_decimals(x: Any, decimals: int) -> Any:
    """To the nearest multiple of 10 ** -decimals, the even one of two."""
    wide = x.astype(np.float64, copy=False)
    power = np.float64(10) ** abs(decimals)
    result = np.rint(wide * power) / power if decimals >= 0 else np.rint(wide / power) * power
    return np.where(np.isfinite(result), result, wide)


def _round_whole(x: Any, decimals: int) -> Any:
    if decimals >= 0:
        return x
    if decimals < -18:
        return np.zeros_like(x)
    step = 10 ** -decimals
    low = x // step
    rest = x - low * step
    up = (2 * rest > step) | ((2 * rest == step) & (low % 2 == 1))
    return (low + up) * step


def _complex_sign(x: Any) -> Any:
    size = np.abs(x)
    return np.where(size == 0, 0, x / np.where(size == 0, 1, size))


def _sinc(x: Any) -> Any:
    return np.where(x == 0, 1, special.sinpi(x) / (np.pi * np.where(x == 0, 1, x)))


def _rsqrt(x: Any) -> Any:
    return 1 / np.sqrt(x)


def _nan_to_num(x: Any, nan: float, posinf: float, neginf: float) -> Any:
    return np.where(np.isnan(x), nan, np.where(x == np.inf, posinf, np.where(x == -np.inf, neginf, x)))


def _frac(x: Any) -> Any:
    return x - np.trunc(x)



def _always(dtype: int) -> Any:
    return lambda promoted: dtype


def _exact(names: tuple[str, ...], formula: Any, inputs: Any, outputs: Any = None, **rest: Any) -> Pointwise:
    """A row that computes in the type that it gets, whole numbers too."""
    rest = {"compute": own, "result": own, "output": "same", "exact": True, **rest}
    return Pointwise(names, formula, inputs, outputs, **rest)


TABLE = (
    # -- parts and signs
    _exact(("aclnnAbs",), np.absolute,
           before_910b(REALS | LOGICAL, REALS | LOGICAL | {COMPLEX32, COMPLEX64}), REALS | LOGICAL, result=real),
    Pointwise(("aclnnAngleV2",), _angle, FLOATS | LOGICAL | {COMPLEX64}, FLOATS,
              result=lambda dtype: real(floating(dtype)), lacking=BEFORE_910B),
    _exact(twins("Neg"), np.negative, NUMBERS | {INT8, INT32, INT64}, output="cast", lacking=_310P),
    _exact(("aclnnReal",), np.real, {COMPLEX32, *COMPLEX, dtypes.FLOAT, dtypes.FLOAT16},
           REALS_WITHOUT_BF16, result=real, output="cast", lacking=("310P", "950")),
    # The complex sign is x / abs(x); the formula of the page, a sum of cosine and sine, is none of a complex number.
    _exact(("aclnnSign",), np.sign, NUMBERS | {BOOL, INT32, INT64}, lacking=BEFORE_910B,
           kinds={"b": _identity, "c": _complex_sign}),
    _exact(("aclnnSignbit",), np.signbit, REALS | LOGICAL | UNSIGNED, {BOOL}, result=_always(BOOL),
           lacking=_310P),
    _exact(("aclnnBitwiseNot",), np.invert, LOGICAL),
    _exact(twins("NanToNum"), _nan_to_num, FLOATS | LOGICAL, lacking=BEFORE_910B, kinds=dict.fromkeys("biu", _identity),
           constants=(Constant("nan"), Constant("posinf"), Constant("neginf"))),
    # -- rounding
    _exact(twins("Ceil"), np.ceil, REALS),
    _exact(twins("Floor"), np.floor, REALS | WHOLE | UNSIGNED, kinds=dict.fromkeys("iu", np.positive),
           lacking=_310P),
    _exact(twins("Frac"), _frac, FLOATS | WHOLE, kinds=dict.fromkeys("iu", np.zeros_like), lacking=_310P),
    _exact(twins("Round"), _round, REALS | {INT32, INT64}, into=True, kinds={"i": np.positive}, lacking=_310P),
    # The page speaks of rounding half up; half goes to even, as in aclnnRound, whose kernel this is.
    _exact(twins("RoundDecimals"), _round_decimals, REALS | {INT32, INT64}, constants=(Constant("decimals"),),
           kinds={"i": _round_whole}, lacking=_310P),
    _exact(twins("Trunc"), np.trunc, FLOATS),
    # -- powers and roots
    Pointwise(twins("Reciprocal"), np.reciprocal, NUMBERS | LOGICAL, NUMBERS),
    Pointwise(twins("Rsqrt"), _rsqrt, NUMBERS | LOGICAL, NUMBERS),
    Pointwise(twins("Sqrt"), np.sqrt, NUMBERS | LOGICAL, NUMBERS, lacking=_310P),
    _exact(("aclnnSquare",), np.square, FLOATS | {INT32, INT64}, lacking=BEFORE_950),
    # -- exponentials and logarithms
    Pointwise(twins("Exp"), np.exp, NUMBERS | {BOOL, INT64}, NUMBERS, lacking=BEFORE_910B),
    Pointwise(twins("Exp2"), np.exp2, REALS | LOGICAL, REALS, lacking=_310P),
    Pointwise(twins("Expm1"), np.expm1, FLOATS | {BOOL, INT64}, REALS),
    Pointwise(twins("Log"), np.log, NUMBERS | LOGICAL, NUMBERS, lacking=BEFORE_910B),
    Pointwise(twins("Log10"), np.log10, NUMBERS | LOGICAL, NUMBERS, lacking=BEFORE_910B),
    Pointwise(twins("Log1p"), np.log1p, REALS | LOGICAL, REALS),
    Pointwise(twins("Log2"), np.log2, NUMBERS | LOGICAL, NUMBERS, lacking=BEFORE_910B),
    # -- circular and hyperbolic functions
    Pointwise(twins("Acos"), np.arccos, _BF16_ON_A3, _A3_BF16, lacking=_950),
    Pointwise(twins("Acosh"), np.arccosh, _A3_FLOATS, _A3_OUT, lacking=_950),
    Pointwise(twins("Asin"), np.arcsin, _BF16_ON_A3, _A3_BF16),
    Pointwise(twins("Asinh"), np.arcsinh, _A3, _A3_OUT, lacking=_950),
    Pointwise(twins("Atan"), np.arctan, {"950": FLOATS | LOGICAL, OTHERS: REALS | LOGICAL},
              {"950": FLOATS, OTHERS: REALS}),
    Pointwise(twins("Atanh"), np.arctanh, _A3, _A3_OUT, lacking=_950),        # the page omits the half
    Pointwise(twins("Cos"), np.cos, NUMBERS | LOGICAL, NUMBERS, lacking=_950),
    Pointwise(twins("Cosh"), np.cosh, _A3_FLOATS, _A3_OUT, lacking=_950),
    Pointwise(twins("Sin"), np.sin, NUMBERS | LOGICAL, NUMBERS, inplace=FLOATS),
    Pointwise(twins("Sinc"), _sinc, REALS | LOGICAL, REALS, lacking=_310P),
    Pointwise(twins("Sinh"), np.sinh, NUMBERS | LOGICAL, NUMBERS, lacking=_950),
    Pointwise(twins("Tan"), np.tan, _TAN_IN, _TAN, lacking=_950),
    Pointwise(twins("Tanh"), np.tanh, FLOATS | LOGICAL, FLOATS, lacking=_310P),
    # -- special functions
    Pointwise(("aclnnDigamma",), special.digamma, REALS_WITHOUT_BF16),
    Pointwise(twins("Erf"), special.erf, only_on("910_93", _ERF[1], _ERF[0]), _A3_BF16, lacking=_310P),
    Pointwise(twins("Erfc"), special.erfc, {"910_93": _ERF[1], "950": _ERF[1], OTHERS: _ERF[0]},
              {"910_93": REALS, "950": REALS, OTHERS: REALS_WITHOUT_BF16}),
    Pointwise(twins("Erfinv"), special.erfinv, only_on("910", FLOATS, FLOATS | LOGICAL), FLOATS, lacking=_310P),
    Pointwise(("aclnnLgamma",), special.lgamma, REALS_WITHOUT_BF16, output="same"),
)
