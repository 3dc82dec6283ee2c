"""Softmax, its logarithm, their gradients, and the cross entropy of soft labels."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import arrays, plan
from ..nnop.plan import Plan
from . import checks, sums
from .call import Call
from .kinds import FLOATS, REALS, Kinds


@dataclass(frozen=True)
class AlongDim:
    """A row of tensors of one type and shape, of which the output is a formula along `dim`.

    names       C names
    formula     (*tensors, axis) -> result, of float64
    dtypes      what the tensors may be
    inputs      their names
    outputs     what the output may be; None: anything, it is cast
    eager       whether empty tensors are accepted before anything but NULL is checked
    lacking     parts without the operator
    """

    names: tuple[str, ...]
    formula: Callable[..., Any]
    dtypes: Kinds
    inputs: tuple[str, ...] = ("self",)
    outputs: Kinds | None = None
    eager: bool = False
    lacking: tuple[str, ...] = ("310B",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, *self.inputs, "out")
        checks.on_part(call, self.lacking)
        tensors, out = tuple(call[name] for name in self.inputs), call["out"]
        first, empty = tensors[0], not all(tensor.numel for tensor in tensors)
        if self.eager and empty:
            return plan.NOTHING
        for name, tensor in zip(self.inputs, tensors, strict=True):
            checks.dtype_in(name, tensor.dtype, checks.supported(call.profile.soc, self.dtypes))
            checks.same_dtype(name, tensor.dtype, self.inputs[0], first.dtype)
        if self.outputs is not None:
            checks.dtype_in("out", out.dtype, checks.supported(call.profile.soc, self.outputs))
        axis = checks.axis("dim", call["dim"], len(first.shape))
        checks.rank_at_most(self.inputs[0], first)
        for name in (*self.inputs[1:], "out"):
            checks.same_shape(name, call[name], first.shape)
        if empty:
            return plan.NOTHING
        plan.check_gathers(call.operands(*self.inputs))

        def kernel(*values: Any) -> None:
            along(self.formula, axis, first.dtype, out.dtype, *values)
        return Plan(kernel, tensors, (out,), plan.workspace(tensors, (out,), first.dtype))


def along(formula: Callable[..., Any], axis: int, dtype: int, out_dtype: int, *tensors: Any) -> None:
    """Compute a formula along a dim in double, some rows at a time, round to `dtype`, and cast to the output's type."""
    *values, out = [array if array.ndim else array.reshape(1) for array in tensors]
    others = [place for place in range(out.ndim) if place != axis]
    longest = max(others, key=out.shape.__getitem__) if others else None
    for index in sums.blocks(out.shape, longest) if longest is not None else [(slice(None),)]:
        result = formula(*(sums.wide(value[index]) for value in values), axis)
        out[index] = arrays.convert(arrays.convert(result, dtype), out_dtype)


def _softmax(values: Any, axis: int) -> Any:
    powers = values - values.max(axis, keepdims=True)
    np.exp(powers, out=powers)
    return np.divide(powers, powers.sum(axis, keepdims=True), out=powers)


def _log_softmax(values: Any, axis: int) -> Any:
    """The largest's own 1 is left out of the sum, and added by log1p, so that a result near 0 is exact."""
    largest = values.argmax(axis, keepdims=True)
    shifted = values - np.take_along_axis(values, largest, axis)
    powers = np.exp(shifted)
    np.put_along_axis(powers, largest, np.take_along_axis(powers, largest, axis) - 1, axis)        # nan stays
    return shifted - np.log1p(powers.sum(axis, keepdims=True))


def _softmax_backward(gradient: Any, output: Any, axis: int) -> Any:
    return (gradient - (gradient * output).sum(axis, keepdims=True)) * output


def _log_softmax_backward(gradient: Any, output: Any, axis: int) -> Any:
    return gradient - gradient.sum(axis, keepdims=True) * np.exp(output)


@dataclass(frozen=True)
class SoftmaxCrossEntropyWithLogits:
    """loss = -sum(labels * log_softmax(features)) and backprop = softmax(features) - labels, of each row.

    The labels are not normalised: the gradient is exact only if each row sums to 1.
    """

    names: tuple[str, ...] = ("aclnnSoftmaxCrossEntropyWithLogits",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, *call.arguments)
        checks.on_part(call, ("310B",))
        features, labels, loss, backprop = (call[name] for name in ("features", "labels", "loss", "backprop"))
        checks.dtype_in("features", features.dtype, checks.supported(call.profile.soc, FLOATS))
        for name in ("labels", "loss", "backprop"):
            checks.same_dtype(name, call[name].dtype, "features", features.dtype)
        checks.rank_is("features", features, 2)
        checks.same_shape("labels", labels, features.shape)
        checks.same_shape("loss", loss, features.shape[:1])
        checks.same_shape("backprop", backprop, features.shape)
        if not features.numel:
            return plan.NOTHING
        plan.check_gathers(call.operands("features", "labels"))

        def kernel(logits: Any, wanted: Any, losses: Any, gradients: Any) -> None:
            for index in sums.blocks(logits.shape, 0):
                rows, label = sums.wide(logits[index]), sums.wide(wanted[index])
                losses[index[:1]] = arrays.convert(-(label * _log_softmax(rows, 1)).sum(1), loss.dtype)
                gradients[index] = arrays.convert(_softmax(rows, 1) - label, backprop.dtype)
        return Plan(kernel, (features, labels), (loss, backprop),
                    plan.workspace((features, labels), (backprop,), features.dtype))


_GRADIENT = ("gradOutput", "output")

TABLE = (
    AlongDim(("aclnnSoftmax",), _softmax, REALS, outputs=REALS, lacking=()),
    AlongDim(("aclnnLogSoftmax",), _log_softmax, REALS, outputs=REALS),
    # The output of the gradients may have any type, and empty tensors are accepted before anything is checked.
    AlongDim(("aclnnSoftmaxBackward",), _softmax_backward, FLOATS, _GRADIENT, eager=True, lacking=()),
    AlongDim(("aclnnLogSoftmaxBackward",), _log_softmax_backward, FLOATS, _GRADIENT),
    SoftmaxCrossEntropyWithLogits(),
)
