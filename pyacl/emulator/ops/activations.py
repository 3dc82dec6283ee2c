"""Activation functions: forward.

Formulas get float64; each is the page's, in a form that does not cancel, so that FLOAT is within 1 ulp and half types
are correctly rounded but for rare ties (tested: 4 ulp, and half an ulp).  Clamps and rectifiers are exact in any type.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..nnop.dtypes import DOUBLE, FLOAT, FLOAT16, INT8, INT16, INT32, INT64
from . import special
from .call import Call
from .checks import NULL, refuse
from .kinds import BEFORE_910B, FLOATS, NUMBERS, ORDERED, REALS, WHOLE
from .pointwise import Constant, Pointwise, constant_value, one_of, own, twins

_310P, _950 = ("310P",), ("950",)
SELU_ALPHA, SELU_SCALE = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946
TANH_SLOPE, TANH_CUBE = float(np.sqrt(2 / np.pi)), 0.044715           # of the tanh form of GELU
FLOAT_ONLY = (FLOAT,)


# -- formulas

def sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def softplus(x: Any, beta: float, threshold: float) -> Any:
    scaled = x * beta
    return np.where(scaled > threshold, x, np.logaddexp(0, scaled) / beta)


def gelu_erf(x: Any) -> Any:
    return x * 0.5 * special.erfc(x * -np.sqrt(0.5))


def gelu_tanh(x: Any) -> Any:
    return x * sigmoid(2 * TANH_SLOPE * (x + TANH_CUBE * x * x * x))


def gelu(x: Any, approximate: int) -> Any:
    """0: by erf; 1: by tanh."""
    return gelu_tanh(x) if approximate else gelu_erf(x)


def swish(x: Any, beta: float = 1.0) -> Any:
    return x * sigmoid(beta * x)


def threshold(x: Any, limit: Any, value: Any) -> Any:
    return np.where(x > limit, x, value)


def _celu(x: Any, alpha: float) -> Any:
    return np.maximum(x, 0) + np.minimum(alpha * np.expm1(x / alpha), 0)


def _elu(x: Any, alpha: float, scale: float, input_scale: float) -> Any:
    return np.where(x > 0, scale * x, alpha * scale * np.expm1(x * input_scale))


def _selu(x: Any) -> Any:
    return SELU_SCALE * (np.maximum(x, 0) + np.minimum(SELU_ALPHA * np.expm1(x), 0))


def _hardshrink(x: Any, limit: float) -> Any:
    return np.where((x > limit) | (x < -limit), x, 0)


def _softshrink(x: Any, limit: float) -> Any:
    return np.where(x > limit, x - limit, np.where(x < -limit, x + limit, 0))


def _shrink(x: Any, limit: float, bias: float) -> Any:
    return np.where(x > limit, x - bias, np.where(x < -limit, x + bias, 0))


def _hardsigmoid(x: Any) -> Any:
    return np.clip(x + 3, 0, 6) / 6


def _hardswish(x: Any) -> Any:
    return x * np.clip(x + 3, 0, 6) / 6


def _leaky_relu(x: Any, slope: float) -> Any:
    return np.where(x > 0, x, x * slope)


def _log_sigmoid(x: Any) -> Any:
    return -np.logaddexp(0, -x)


def _mish(x: Any) -> Any:
    return x * np.tanh(np.logaddexp(0, x))


def _squared_relu(x: Any) -> Any:
    return np.square(np.maximum(x, 0))


def _clamp(x: Any, low: Any, high: Any, out: Any = None) -> Any:
    """max(min(x, high), low), each bound if it is there: the lower one wins."""
    if high is None:
        return np.maximum(x, low, out=out)
    if low is not None and np.ndim(low) == np.ndim(high) == 0 and low <= high:
        return np.clip(x, low, high, out=out)                   # in one pass
    bounded = np.minimum(x, high, out=out)
    return bounded if low is None else np.maximum(bounded, low, out=out)


# -- checks

def _check_bounds(call: Call) -> None:
    if call["clipValueMin"] is None and call["clipValueMax"] is None:
        raise refuse("clipValueMin and clipValueMax are both NULL, one of them is required", NULL)


def _check_order(call: Call) -> None:
    low, high = (constant_value(call, Constant(name), DOUBLE) for name in ("clipValueMin", "clipValueMax"))
    if low > high:
        raise refuse(f"clipValueMin: expected at most clipValueMax, which is {high}, got {low}")


# -- constants

ALPHA, SCALE, INPUT_SCALE = Constant("alpha"), Constant("scale"), Constant("inputScale")
NON_NEGATIVE = ("a value of at least 0", lambda value: value >= 0)
_LIMIT = Constant("lambd", dtypes=FLOAT_ONLY)
_LIMIT_FROM_0 = Constant("lambd", *NON_NEGATIVE, dtypes=FLOAT_ONLY)
APPROXIMATE = one_of("approximate", 0, 1)
_LOW, _HIGH = (Constant(name, dtypes=ORDERED, operand="promotes") for name in ("clipValueMin", "clipValueMax"))
_LOW_OR_NONE, _HIGH_OR_NONE = (Constant(name, dtypes=ORDERED, operand="promotes", optional=True)
                               for name in ("clipValueMin", "clipValueMax"))
_CLAMPED = REALS | WHOLE


def _clamps(names: tuple[str, ...], formula: Any, **rest: Any) -> Pointwise:
    """A row of the clamp operators: of any real or whole numbers, in the type that they meet in."""
    return Pointwise(names, formula, **{"inputs": _CLAMPED, "exact": True, "into": formula is _clamp, "compute": own,
                                        "result": own, **rest})


def _clamps_by_tensors(names: tuple[str, ...], formula: Any, bounds: tuple[str, ...], **rest: Any) -> Pointwise:
    return _clamps(names, formula, meet="promote", broadcast=True,
                   also=dict.fromkeys(bounds, ORDERED), **rest)


TABLE = (
    # -- clamps
    _clamps(("aclnnClamp",), _clamp, constants=(_LOW_OR_NONE, _HIGH_OR_NONE), null_check=_check_bounds),
    _clamps(("aclnnClampMin",), np.maximum, constants=(_LOW,)),
    _clamps(twins("ClampMax"), np.minimum, constants=(_HIGH,)),
    _clamps_by_tensors(twins("ClampMinTensor"), np.maximum, ("clipValueMin",), lacking=_310P),
    _clamps_by_tensors(twins("ClampMaxTensor"), np.minimum, ("max",)),
    _clamps_by_tensors(("aclnnClampTensor",), _clamp, ("clipValueMin", "clipValueMax"), null_check=_check_bounds,
                       optional=frozenset(("clipValueMin", "clipValueMax"))),
    # The bounds become what self is, even floats to whole numbers, as pages of this repository allow.
    _clamps(twins("Hardtanh"), _clamp, output="same", check=_check_order, constants=(
        Constant("clipValueMin", dtypes=ORDERED, operand="converts"),
        Constant("clipValueMax", dtypes=ORDERED, operand="converts"))),
    # -- rectifiers
    _clamps(twins("Relu"), np.maximum, inputs=FLOATS | {INT8, INT32, INT64}, inplace=FLOATS | WHOLE - {INT16},
            output="same", values=(0,), lacking=_310P),
    Pointwise(("aclnnSquaredRelu",), _squared_relu, FLOATS, lacking=BEFORE_910B),
    Pointwise(twins("LeakyRelu"), _leaky_relu, FLOATS, inplace=REALS, constants=(Constant("negativeSlope"),),
              lacking=_310P),
    # nan is not above the threshold, so the page's formula makes it `value`; PyTorch keeps it.
    _clamps(twins("Threshold"), threshold, inputs=FLOATS | WHOLE, lacking=_310P, constants=(
        Constant("threshold", operand="promotes", dtypes=FLOATS | WHOLE),
        Constant("value", operand="promotes", dtypes=FLOATS | WHOLE))),
    # -- exponential ones
    Pointwise(twins("Celu"), _celu, FLOATS, lacking=_310P,
              constants=(Constant("alpha", "a value other than 0", lambda value: value != 0),)),
    Pointwise(twins("Elu"), _elu, FLOATS, inplace=REALS, constants=(ALPHA, SCALE, INPUT_SCALE)),
    Pointwise(twins("Selu"), _selu, FLOATS | {INT8, INT32}, output="same", result=own, lacking=("950", "310P")),
    Pointwise(twins("Mish"), _mish, FLOATS, output="same", lacking=_310P),
    Pointwise(("aclnnSoftplus",), softplus, FLOATS, constants=(Constant("beta"), Constant("threshold"))),
    # -- sigmoids
    Pointwise(twins("Sigmoid"), sigmoid, FLOATS, inplace=NUMBERS),
    Pointwise(("aclnnLogSigmoid",), _log_sigmoid, FLOATS, output="same", lacking=_310P),
    Pointwise(("aclnnLogSigmoidForward",), _log_sigmoid, FLOATS, output="same", idle=frozenset(("buffer",))),
    Pointwise(("aclnnSilu",), swish, FLOATS, output="same"),
    Pointwise(("aclnnSwish",), swish, FLOATS, output="same", constants=(Constant("betaOptional", default=1.0),)),
    # Whole numbers are truncated.
    Pointwise(twins("Hardsigmoid"), _hardsigmoid, FLOATS | {INT32}, output="same", result=own, lacking=_310P),
    Pointwise(twins("Hardswish"), _hardswish, FLOATS, lacking=_310P),
    # -- GELU: the page of the first has the tanh form
    Pointwise(("aclnnGelu",), gelu_tanh, FLOATS, output="same"),
    Pointwise(("aclnnGeluV2",), gelu, FLOATS, output="same", constants=(APPROXIMATE,)),
    Pointwise(("aclnnFastGelu",), swish, FLOATS, output="same", values=(1.702,), lacking=BEFORE_910B),
    # -- shrinkers; nan is in no branch of the pages but the last, 0, where PyTorch keeps it
    Pointwise(("aclnnHardshrink",), _hardshrink, FLOATS, constants=(_LIMIT,), lacking=_950),
    Pointwise(("aclnnSoftshrink",), _softshrink, FLOATS, constants=(_LIMIT_FROM_0,)),
    Pointwise(("aclnnShrink",), _shrink, frozenset((FLOAT, FLOAT16)), lacking=("910",),
              constants=(_LIMIT_FROM_0, Constant("bias", default=0.0))),
)
