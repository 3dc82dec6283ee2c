"""Gradients of activation functions: formulas of the gradient that comes in, and of the input or output.

As accurate as `activations`: formulas get float64 and are rounded once.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..nnop.dtypes import INT8, INT32, INT64, UINT8
from . import checks, special
from .activations import (
    ALPHA,
    FLOAT_ONLY,
    INPUT_SCALE,
    NON_NEGATIVE,
    SCALE,
    SELU_ALPHA,
    SELU_SCALE,
    TANH_CUBE,
    TANH_SLOPE,
    sigmoid,
)
from .call import Call
from .kinds import BEFORE_910B, FLOATS, LOGICAL, NUMBERS, ORDERED, OTHERS, REALS
from .pointwise import Constant, Pointwise, constant_value, one_of, own

_310P = ("310P",)


# -- formulas

def swish_slope(x: Any, beta: float = 1.0) -> Any:
    """The derivative of x * sigmoid(beta * x)."""
    scaled = beta * x
    return sigmoid(scaled) * (1 + scaled * sigmoid(-scaled))


def gelu_erf_slope(x: Any) -> Any:
    return 0.5 * special.erfc(x * -np.sqrt(0.5)) + x * np.exp(x * x / -2) / np.sqrt(2 * np.pi)


def gelu_tanh_slope(x: Any) -> Any:
    inner = 2 * TANH_SLOPE * (x + TANH_CUBE * x * x * x)
    return sigmoid(inner) * (1 + x * sigmoid(-inner) * 2 * TANH_SLOPE * (1 + 3 * TANH_CUBE * x * x))


def gelu_slope(x: Any, approximate: int | str) -> Any:
    """By erf for 0 or "none", by tanh for 1 or "tanh"."""
    return gelu_tanh_slope(x) if approximate in (1, "tanh") else gelu_erf_slope(x)


def _times(slope: Any) -> Any:
    """The gradient that comes in, times a slope."""
    return lambda grad, x, *constants: grad * slope(x, *constants)


def _where(kept: Any) -> Any:
    """The gradient that comes in where a condition holds, else 0."""
    return lambda grad, x, *constants: np.where(kept(x, *constants), grad, 0)


def _elu(grad: Any, x: Any, alpha: float, scale: float, input_scale: float, is_result: bool) -> Any:
    negative = input_scale * (x + alpha * scale) if is_result else (
        input_scale * alpha * scale * np.exp(x * input_scale))
    return grad * np.where(x > 0, scale, negative)


def _selu(grad: Any, result: Any) -> Any:
    return grad * np.where(result > 0, SELU_SCALE, result + SELU_SCALE * SELU_ALPHA)


def _mish_slope(x: Any) -> Any:
    bent = np.tanh(np.logaddexp(0, x))
    return bent + x * sigmoid(x) * (1 - bent * bent)


def _softplus(grad: Any, x: Any, beta: float, limit: float) -> Any:
    return np.where(x * beta > limit, grad, grad * sigmoid(x * beta))


def _leaky_relu(grad: Any, x: Any, slope: float, _is_result: bool) -> Any:
    return np.where(x > 0, grad, grad * slope)


def _hardswish_slope(x: Any) -> Any:
    return np.where(x < -3, 0, np.where(x <= 3, x / 3 + 0.5, 1))


def _hardswish_slope_2(x: Any) -> Any:
    return np.where(x <= -3, 0, np.where(x < 3, x / 3 + 0.5, 1))


# -- checks

def _check_elu(call: Call) -> None:
    alpha = constant_value(call, ALPHA, call["gradOutput"].dtype)
    if call["isResult"] and alpha < 0:
        raise checks.refuse(f"alpha: expected at least 0 if isResult is true, got {alpha}")


def _check_leaky_relu(call: Call) -> None:
    slope = constant_value(call, Constant("negativeSlope"), call["self"].dtype)
    if call["selfIsResult"] and slope < 0:
        raise checks.refuse(f"negativeSlope: expected at least 0 if selfIsResult is true, got {slope}")


def _check_buffer(call: Call) -> None:
    """The buffer of the forward pass is not used, but must be what it would be."""
    checks.same_dtype("buffer", call["buffer"].dtype, "gradOutput", call["gradOutput"].dtype)
    checks.same_shape("buffer", call["buffer"], call["gradOutput"].shape)


def _same(name: str, formula: Any, inputs: Any = FLOATS, **rest: Any) -> Pointwise:
    """A row whose tensors all have one type."""
    return Pointwise((name,), formula, inputs, **{"output": "same", **rest})


def _meeting(name: str, formula: Any, inputs: Any = FLOATS, **rest: Any) -> Pointwise:
    """A row whose inputs meet in a type, of which the output is cast."""
    return Pointwise((name,), formula, inputs, **{"meet": "promote", **rest})


_THRESHOLD = {"950": FLOATS | {INT32, INT64, INT8, UINT8}, OTHERS: FLOATS | {INT32, INT8, UINT8}}

TABLE = (
    _same("aclnnEluBackward", _elu, output="cast", check=_check_elu,
          constants=(ALPHA, SCALE, INPUT_SCALE, Constant("isResult"))),
    _same("aclnnFastGeluBackward", _times(lambda x: swish_slope(x, 1.702)), lacking=BEFORE_910B),
    _meeting("aclnnGeluBackward", _times(gelu_erf_slope), broadcast=True),            # the page has the erf form
    _meeting("aclnnGeluBackwardV2", _times(gelu_slope), broadcast=True, output="same",
             constants=(one_of("approximate", "none", "tanh"),)),
    _same("aclnnHardshrinkBackward", _where(lambda x, limit: (x > limit) | (x < -limit)), broadcast=True,
          constants=(Constant("lambd", dtypes=FLOAT_ONLY),), lacking=_310P),
    _meeting("aclnnHardsigmoidBackward", _times(lambda x: np.where((x > -3) & (x < 3), 1 / 6, 0))),
    # At -3 and 3 the two pages differ.
    _same("aclnnHardswishBackward", _times(_hardswish_slope), lacking=_310P),
    _same("aclnnHardswishBackwardV2", _times(_hardswish_slope_2), lacking=_310P),
    # At the bounds the gradient passes; PyTorch stops it there.
    _same("aclnnHardtanhBackward", _where(lambda x, low, high: ~((x > high) | (x < low))), empty=False,
          constants=(Constant("min", dtypes=FLOATS), Constant("max", dtypes=FLOATS))),
    _meeting("aclnnLeakyReluBackward", _leaky_relu, REALS, broadcast=True, check=_check_leaky_relu,
             constants=(Constant("negativeSlope", dtypes=ORDERED), Constant("selfIsResult"))),
    _same("aclnnLogSigmoidBackward", _times(lambda x: sigmoid(-x)), idle=frozenset(("buffer",)),
          null_check=lambda call: checks.required(call, "buffer"), check=_check_buffer),
    _meeting("aclnnMishBackward", _times(_mish_slope), broadcast=True, empty=False),
    _meeting("aclnnSeluBackward", _selu, FLOATS | {INT32, INT8}, result=own),
    _meeting("aclnnSigmoidBackward", lambda grad, y: grad * y * (1 - y), NUMBERS, broadcast=True),
    _same("aclnnSiluBackward", _times(swish_slope), broadcast=True, lacking=_310P),
    # Three shapes that differ are refused, though the page also speaks of broadcasting.
    _meeting("aclnnSoftplusBackward", _softplus, REALS, also={"self": {"910": REALS, OTHERS: REALS | LOGICAL}},
             constants=(Constant("beta"), Constant("threshold")), lacking=_310P),
    _same("aclnnSoftshrinkBackward", _where(lambda x, limit: (x > limit) | (x < -limit)), broadcast=True,
          constants=(Constant("lambda", *NON_NEGATIVE),)),
    _same("aclnnSwishBackward", _times(swish_slope), constants=(Constant("betaOptional", default=1.0),)),
    _same("aclnnTanhBackward", lambda grad, y: grad * (1 - y * y), REALS, broadcast=True),
    _same("aclnnThresholdBackward", _where(lambda x, limit: x > limit), _THRESHOLD, broadcast=True, exact=True,
          compute=own, result=own, constants=(Constant("threshold", dtypes=_THRESHOLD, operand="converts"),)),
)
