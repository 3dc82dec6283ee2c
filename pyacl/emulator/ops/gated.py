"""Gated linear units: one half of a dim gates the other.  Computed in float64 and rounded once, as `activations`."""
from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.meta import Tensor, product
from ..nnop.plan import Plan
from . import blocks, checks
from .activation_gradients import gelu_slope, swish_slope
from .activations import APPROXIMATE, gelu, sigmoid, swish
from .call import Call
from .kinds import BEFORE_910B, BEFORE_950, FLOATS, REALS, Kinds
from .pointwise import Constant, constant_value

_910 = ("910",)
_EVERYWHERE = (*BEFORE_950, "950")
_DOUBLE = np.dtype(np.float64)


# -- formulas

def _glu(left: Any, right: Any) -> Any:
    return left * sigmoid(right)


def _glu_gradient(grad: Any, left: Any, right: Any) -> tuple[Any, Any]:
    gate = sigmoid(right)
    return grad * gate, grad * left * gate * sigmoid(-right)


def _geglu(left: Any, right: Any, approximate: int, activate_left: bool) -> tuple[Any, Any]:
    gate, linear = (left, right) if activate_left else (right, left)
    activated = gelu(gate, approximate)
    return linear * activated, activated


def _geglu_gradient(grad: Any, left: Any, right: Any, activated: Any, approximate: int,
                    activate_left: bool) -> tuple[Any, Any]:
    gate, linear = (left, right) if activate_left else (right, left)
    to_gate, to_linear = grad * linear * gelu_slope(gate, approximate), grad * activated
    return (to_gate, to_linear) if activate_left else (to_linear, to_gate)


def _gelu_mul(left: Any, right: Any, approximate: str) -> Any:
    return gelu(left, int(approximate == "tanh")) * right


def _fatrelu_mul(left: Any, right: Any, threshold: Any) -> Any:
    return np.where(left < threshold, 0, left) * right


def _swiglu(left: Any, right: Any) -> Any:
    return swish(left) * right


def _swiglu_gradient(grad: Any, left: Any, right: Any) -> tuple[Any, Any]:
    return grad * right * swish_slope(left), grad * swish(left)


def _situ(left: Any, right: Any, beta: float, linear_beta: float, activate_left: bool) -> Any:
    gate, up = (left, right) if activate_left else (right, left)
    up = linear_beta * np.tanh(up / linear_beta) if linear_beta > 0 else up
    return beta * np.tanh(gate / beta) * sigmoid(gate) * up


def _situ_gradient(grad: Any, left: Any, right: Any, beta: float, linear_beta: float,
                   activate_left: bool) -> tuple[Any, Any]:
    gate, up = (left, right) if activate_left else (right, left)
    bent, gated = np.tanh(gate / beta), sigmoid(gate)
    bent_up = np.tanh(up / linear_beta) if linear_beta > 0 else np.zeros_like(up)
    straight = linear_beta * bent_up if linear_beta > 0 else up
    to_gate = grad * straight * gated * ((1 - bent * bent) + beta * bent * sigmoid(-gate))
    to_up = grad * beta * bent * gated * (1 - bent_up * bent_up)
    return (to_gate, to_up) if activate_left else (to_up, to_gate)


# -- checks that rows have in common

def _typed(call: Call, kinds: Kinds, first: str, *others: str) -> None:
    """The first tensor's type is listed, and the others have it."""
    allowed = checks.supported(call.profile.soc, kinds)
    for name in (first, *others):
        checks.dtype_in(name, call[name].dtype, allowed)
        checks.same_dtype(name, call[name].dtype, first, call[first].dtype)
        checks.rank_within(name, call[name], 0, checks.MAX_RANK)
    checks.public_formats(call)


def _small(name: str, tensor: Tensor) -> None:
    """The limits of two fused operators: 2 to 8 dims, a last dim of at most 1024, others of 200000 together."""
    checks.rank_within(name, tensor, 2, checks.MAX_RANK)
    if tensor.shape[-1] > 1024 or product(tensor.shape[:-1]) > 200_000:
        raise checks.refuse(f"{name}: expected at most 1024 elements in the last dim and 200000 rows, got shape "
                            f"{list(tensor.shape)}")


def _half(array: Any, axis: int, which: int) -> Any:
    """One half of a dim, as a view."""
    size = array.shape[axis] // 2
    return array[(slice(None),) * axis + (slice(which * size, (which + 1) * size),)]


def _constants(call: Call, constants: tuple[Constant, ...]) -> tuple[Any, ...]:
    return tuple(constant_value(call, constant, dtypes.FLOAT) for constant in constants)


# -- rows

@dataclass(frozen=True)
class Gated:
    """A row: two halves of `source` give the outputs.

    formula      (left, right, tensors of `extra`, constants, values) -> an array for each output
    axis         the parameter that names the dim; None: the last
    extra        tensors of one element
    contiguous   tensors that must be
    no_empty     generations that take no empty tensor
    small        whether the limits of `_small` hold
    """

    names: tuple[str, ...]
    formula: Callable[..., Any]
    source: str
    kinds: Kinds = FLOATS
    outputs: tuple[str, ...] = ("out",)
    axis: str | None = "dim"
    extra: tuple[str, ...] = ()
    constants: tuple[Constant, ...] = ()
    values: tuple[Any, ...] = ()
    contiguous: tuple[str, ...] = ()
    no_empty: Collection[str] = ()
    small: bool = False
    lacking: tuple[str, ...] = ()

    def plan(self, call: Call) -> Plan:
        checks.required(call, self.source, *self.extra, *self.outputs)
        checks.on_part(call, self.lacking)
        x = call[self.source]
        _typed(call, self.kinds, self.source, *self.extra, *self.outputs)
        if self.small:
            _small(self.source, x)
        rank = len(x.shape)
        axis = checks.axis(self.axis, call[self.axis], rank) if self.axis else max(rank - 1, 0)
        shape = checks.halved(self.source, x, axis)
        for name in self.extra:
            checks.one_element(name, call[name])
        for name in self.outputs:
            checks.same_shape(name, call[name], shape)
        constants = (*_constants(call, self.constants), *self.values)
        checks.contiguous(call, *self.contiguous)
        if not x.numel:
            checks.not_empty(call, self.source, self.no_empty)
            return plan.NOTHING
        inputs = tuple(call[name] for name in (self.source, *self.extra))
        outputs = tuple(call[name] for name in self.outputs)
        plan.check_gathers(call.operands(self.source, *self.extra))
        fill = _filler(self.formula, constants, 2 + len(self.extra), x.dtype)

        def kernel(values: Any, *rest: Any) -> None:
            extra, results = rest[:len(self.extra)], rest[len(self.extra):]
            halves = [_half(values, axis, 0), _half(values, axis, 1)]
            blocks.each(fill, [*halves, *(one.reshape(()) for one in extra)], results, _DOUBLE)
        return Plan(kernel, inputs, outputs, plan.workspace(inputs, outputs, x.dtype))


@dataclass(frozen=True)
class GatedGradient:
    """A row: the gradients of both halves of `source`, side by side.

    formula   (grad, left, right, tensors of `saved`, constants, values) -> gradients of left and right
    saved     tensors of the forward pass, of the shape of the gradient that comes in
    """

    names: tuple[str, ...]
    formula: Callable[..., tuple[Any, Any]]
    grad: str
    source: str
    output: str = "out"
    kinds: Kinds = FLOATS
    saved: tuple[str, ...] = ()
    constants: tuple[Constant, ...] = ()
    values: tuple[Any, ...] = ()
    contiguous: tuple[str, ...] = ()
    no_empty: Collection[str] = ()
    lacking: tuple[str, ...] = ()

    def plan(self, call: Call) -> Plan:
        names = (self.grad, self.source, *self.saved)
        checks.required(call, *names, self.output)
        checks.on_part(call, self.lacking)
        x, out = call[self.source], call[self.output]
        _typed(call, self.kinds, self.source, self.grad, *self.saved, self.output)
        axis = checks.axis("dim", call["dim"], len(x.shape))
        shape = checks.halved(self.source, x, axis)
        for name in (self.grad, *self.saved):
            checks.same_shape(name, call[name], shape)
        checks.same_shape(self.output, out, x.shape)
        constants = (*_constants(call, self.constants), *self.values)
        checks.contiguous(call, *self.contiguous)
        if not x.numel:
            checks.not_empty(call, self.source, self.no_empty)
            return plan.NOTHING
        inputs = tuple(call[name] for name in names)
        plan.check_gathers(call.operands(*names))
        fill = _filler(self.formula, constants, 3 + len(self.saved), x.dtype)

        def kernel(grad: Any, values: Any, *rest: Any) -> None:
            *saved, result = rest
            blocks.each(fill, [grad, _half(values, axis, 0), _half(values, axis, 1), *saved],
                        [_half(result, axis, 0), _half(result, axis, 1)], _DOUBLE)
        return Plan(kernel, inputs, (out,), plan.workspace(inputs, (out,), x.dtype))


def _filler(formula: Callable[..., Any], constants: tuple[Any, ...], count: int, dtype: int) -> Callable[..., None]:
    """A function of `count` inputs and of outputs, which it fills with what the formula gives."""
    def fill(*values: Any) -> None:
        found = formula(*values[:count], *constants)
        for out, result in zip(values[count:], found if isinstance(found, tuple) else (found,), strict=True):
            out[...] = arrays.convert(result, dtype)
    return fill


_BETAS = (Constant("beta"), Constant("linearBeta"), Constant("activateLeft"))
_LEFT = Constant("activateLeft")
_NONE_OR_TANH = Constant("approximateOptional", "'none' or 'tanh'", lambda value: value in ("none", "tanh"),
                         default="none")

TABLE = (
    Gated(("aclnnGlu",), _glu, "self", REALS),
    GatedGradient(("aclnnGluBackward",), _glu_gradient, "gradOut", "self", kinds=REALS),
    # The second half is activated; V3 has a choice.
    Gated(("aclnnGeGlu",), _geglu, "self", outputs=("out", "outGelu"), constants=(APPROXIMATE,), values=(False,),
          lacking=_910),
    Gated(("aclnnGeGluV3",), _geglu, "self", outputs=("out", "outGelu"), constants=(APPROXIMATE, _LEFT),
          lacking=_910),
    GatedGradient(("aclnnGeGluBackward",), _geglu_gradient, "gradOutput", "self", "gradInput", saved=("gelu",),
                  constants=(APPROXIMATE,), values=(False,), lacking=_910),
    GatedGradient(("aclnnGeGluV3Backward",), _geglu_gradient, "gradOutput", "self", "gradInput", saved=("gelu",),
                  constants=(APPROXIMATE, _LEFT), lacking=_910),
    Gated(("aclnnGeluMul",), _gelu_mul, "input", axis=None, constants=(_NONE_OR_TANH,), small=True,
          lacking=BEFORE_910B),
    Gated(("aclnnFatreluMul",), _fatrelu_mul, "input", axis=None, extra=("threshold",), small=True,
          contiguous=("out",), lacking=(*BEFORE_910B, "950")),
    Gated(("aclnnSwiGlu",), _swiglu, "x", contiguous=("x", "out"), no_empty=("310P",), lacking=_910),
    GatedGradient(("aclnnSwiGluGrad",), _swiglu_gradient, "yGrad", "x", contiguous=("yGrad", "out"),
                  no_empty=_EVERYWHERE, lacking=_910),
    Gated(("aclnnSituGlu",), _situ, "x", constants=_BETAS, contiguous=("out",), lacking=BEFORE_910B),
    GatedGradient(("aclnnSituGluGrad",), _situ_gradient, "gradY", "x", constants=_BETAS, contiguous=("out",),
                  lacking=BEFORE_910B),
)
