"""Rectifiers whose slope is a tensor or random."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.meta import Tensor
from ..nnop.plan import Plan
from . import blocks, checks, promotion, sums
from .call import Call
from .kinds import FLOATS
from .pointwise import Constant, constant_value

RRELU_RANK = 25


def _channels(tensor: Tensor, weight: Tensor) -> tuple[int, ...]:
    """The shape in which a weight of one element, or of one for each channel (dim 1), meets a tensor."""
    rank, count = len(tensor.shape), weight.numel
    channels = tensor.shape[1] if rank > 1 else 1
    if count not in (1, channels):
        raise checks.refuse(f"weight: expected 1 element or one for each of {channels} channels, got shape "
                            f"{list(weight.shape)}")
    return tuple(count if place == 1 else 1 for place in range(rank))


@dataclass(frozen=True)
class Prelu:
    """x where it is above 0, else weight * x."""

    names: tuple[str, ...] = ("aclnnPrelu",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, "self", "weight", "out")
        x, weight, out = call["self"], call["weight"], call["out"]
        allowed = checks.supported(call.profile.soc, FLOATS)
        for name in ("self", "weight", "out"):
            checks.dtype_in(name, call[name].dtype, allowed)
        met = promotion.tensor_tensor(x.dtype, weight.dtype)
        computed = checks.promoted("self and weight", x.dtype, weight.dtype, met)
        checks.public_formats(call)
        for name in ("self", "weight", "out"):
            checks.rank_at_most(name, call[name])
        checks.same_shape("out", out, x.shape)
        shape = _channels(x, weight)
        if not x.numel:
            return plan.NOTHING
        plan.check_gathers(call.operands("self", "weight"))

        def rectify(values: Any, slope: Any, result: Any) -> None:
            found = np.where(values > 0, values, values * slope)
            result[...] = arrays.convert(arrays.convert(found, computed), out.dtype)

        def kernel(values: Any, slope: Any, result: Any) -> None:
            blocks.each(rectify, [values, slope.reshape(shape)], [result], np.dtype(np.float64))
        return Plan(kernel, (x, weight), (out,), plan.workspace((x, weight), (out,), computed))


@dataclass(frozen=True)
class PreluBackward:
    """Gradients of x and of the weight; the second is summed in double."""

    names: tuple[str, ...] = ("aclnnPreluBackward",)

    def plan(self, call: Call) -> Plan:
        tensors = ("gradOutput", "self", "weight", "gradInput", "gradWeight")
        checks.required(call, *tensors)
        checks.on_part(call, ("310P",))
        x, weight = call["self"], call["weight"]
        for name in tensors:
            checks.dtype_in(name, call[name].dtype, checks.supported(call.profile.soc, FLOATS))
            checks.same_dtype(name, call[name].dtype, "self", x.dtype)
            checks.rank_at_most(name, call[name])
        checks.public_formats(call)
        spread = checks.broadcast(call.operands("gradOutput", "self"))
        if spread != x.shape:
            raise checks.refuse(f"gradOutput: expected a shape that broadcasts to {list(x.shape)}, got "
                                f"{list(call['gradOutput'].shape)}")
        checks.same_shape("gradInput", call["gradInput"], x.shape)
        checks.same_shape("gradWeight", call["gradWeight"], weight.shape)
        shape = _channels(x, weight)
        if not x.numel:
            return plan.NOTHING
        inputs, outputs = tuple(call[name] for name in tensors[:3]), tuple(call[name] for name in tensors[3:])
        plan.check_gathers(call.operands(*tensors[:3]))

        def kernel(grad: Any, values: Any, slope: Any, to_input: Any, to_weight: Any) -> None:
            axes = tuple(place for place in range(values.ndim) if weight.numel == 1 or place != 1)
            total = sums.total_of(lambda some, slopes: np.where(some > 0, 0, slopes * some), axes, values,
                                  np.broadcast_to(grad, values.shape))
            blocks.each(lambda *some: _prelu_grad(x.dtype, *some), [grad, values, slope.reshape(shape)], [to_input],
                        np.dtype(np.float64))
            to_weight[...] = arrays.convert(total, x.dtype).reshape(weight.shape)
        return Plan(kernel, inputs, outputs, plan.workspace(inputs, outputs, x.dtype))


def _prelu_grad(dtype: int, grad: Any, values: Any, slope: Any, result: Any) -> None:
    result[...] = arrays.convert(np.where(values > 0, grad, grad * slope), dtype)


@dataclass(frozen=True)
class RandomRelu:
    """x where it is above 0, else a * x; in training a is drawn from lower to upper, and written to `noise`, 1 where x
    is above 0; otherwise it is their mean.  The numbers depend on seed and offset, but are not those of a device.
    """

    names: tuple[str, ...] = ("aclnnRReluWithNoise", "aclnnInplaceRReluWithNoise")

    def plan(self, call: Call) -> Plan:
        checks.required(call, *call.arguments)
        checks.on_part(call, ("310P",))
        x, noise = call["self"], call["noise"]
        out = call.arguments.get("out", x)
        tensors = {"self": x, "noise": noise, "out": out}
        for name, tensor in tensors.items():
            checks.dtype_in(name, tensor.dtype, checks.supported(call.profile.soc, FLOATS))
            checks.same_dtype(name, tensor.dtype, "self", x.dtype)
            checks.rank_at_most(name, tensor, RRELU_RANK)
        checks.public_formats(call)
        lower, upper = (constant_value(call, Constant(name), x.dtype) for name in ("lower", "upper"))
        checks.same_shape("out", out, x.shape)
        if noise.numel < x.numel:
            raise checks.refuse(f"noise: expected at least {x.numel} elements as self has, got {noise.numel}")
        if not x.numel:
            return plan.NOTHING
        plan.check_gathers({"self": x})
        training, key, start = call["training"], call["seed"], call["offset"]

        def kernel(values: Any, result: Any, *drawn: Any) -> None:
            slope: Any = (lower + upper) / 2
            if training:
                bits = np.random.Philox(key=key % 2 ** 64, counter=start % 2 ** 64)
                portions = np.random.Generator(bits).random(values.shape)
                slope = (lower + (upper - lower) * portions).astype(np.float32)
                drawn[0].flat[:values.size] = arrays.convert(np.where(values > 0, np.float32(1), slope).reshape(-1),
                                                             x.dtype)
            result[...] = arrays.convert(np.where(values > 0, values, values.astype(np.float32) * slope), x.dtype)
        outputs = (out, noise) if training else (out,)
        return Plan(kernel, (x,), outputs, plan.workspace((x,), outputs, dtypes.FLOAT))


TABLE = (Prelu(), PreluBackward(), RandomRelu())
