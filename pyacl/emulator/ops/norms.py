"""Normalisation over the last dims, and the modulation that often follows it."""
from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.meta import Tensor
from ..nnop.plan import Plan
from . import checks, sums
from .call import Call
from .kinds import FLOATS

_OLDER = ("910", "310P", "310B")


@dataclass(frozen=True)
class LayerNorm:
    """out = (x - mean) * rstd * weight + bias over the dims of normalizedShape, rstd = 1 / sqrt(variance + eps)."""

    names: tuple[str, ...] = ("aclnnLayerNorm",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, "input", "normalizedShape", "out")
        checks.on_part(call, ("310P",))
        source, out = call["input"], call["out"]
        normalized = tuple(call["normalizedShape"].values)
        optional = {name: call[name] for name in ("weightOptional", "biasOptional", "meanOutOptional",
                                                  "rstdOutOptional") if call[name] is not None}
        self._check_dtypes(call, source, optional)
        self._check_shapes(source, out, normalized, optional)
        scales = tuple(optional.get(name) for name in ("weightOptional", "biasOptional"))
        moments = tuple(optional.get(name) for name in ("meanOutOptional", "rstdOutOptional"))
        inputs = (source, *filter(None, scales))
        outputs = (out, *filter(None, moments))
        if not any(tensor.numel for tensor in outputs):
            return plan.NOTHING
        plan.check_gathers(call.operands("input", "weightOptional", "biasOptional"))
        kernel = _Normalization(_layer_norm, len(normalized), call["eps"], tuple(map(bool, scales)),
                                tuple(map(bool, moments)))
        return Plan(kernel, inputs, outputs, plan.workspace(inputs, outputs, source.dtype))

    def _check_dtypes(self, call: Call, source: Tensor, optional: dict[str, Tensor]) -> None:
        allowed = checks.supported(call.profile.soc, FLOATS)
        checks.dtype_in("input", source.dtype, allowed)
        checks.same_dtype("out", call["out"].dtype, "input", source.dtype)
        for name, tensor in optional.items():
            checks.dtype_in(name, tensor.dtype, allowed)
        for name in ("weightOptional", "biasOptional"):
            if name in optional:
                checks.dtype_in(name, optional[name].dtype, {source.dtype, dtypes.FLOAT})
        if "weightOptional" in optional and "biasOptional" in optional:
            checks.same_dtype("biasOptional", optional["biasOptional"].dtype, "weightOptional",
                              optional["weightOptional"].dtype)

    def _check_shapes(self, source: Tensor, out: Tensor, normalized: tuple[int, ...],
                      optional: dict[str, Tensor]) -> None:
        checks.rank_at_most("input", source)
        if not 1 <= len(normalized) <= len(source.shape):
            raise checks.refuse(f"normalizedShape: expected 1 to {len(source.shape)} sizes, got {list(normalized)}")
        kept = len(source.shape) - len(normalized)
        if source.shape[kept:] != normalized:
            raise checks.refuse(f"normalizedShape: expected the last sizes of input {list(source.shape)}, got "
                                f"{list(normalized)}")
        checks.same_shape("out", out, source.shape)
        moments = (*source.shape[:kept], *[1] * len(normalized))
        for name, tensor in optional.items():
            checks.same_shape(name, tensor, moments if "Out" in name else normalized)


@dataclass(frozen=True)
class RmsNorm:
    """y = x * rstd * gamma over the dims of gamma, rstd = 1 / sqrt(mean(x * x) + epsilon).

    An infinite x stays infinite, as the page says.
    """

    names: tuple[str, ...] = ("aclnnRmsNorm",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, "x", "gamma", "yOut", "rstdOut")
        checks.on_part(call, ("910", "310B"))
        source, gamma, out, rstd = (call[name] for name in ("x", "gamma", "yOut", "rstdOut"))
        allowed = checks.supported(call.profile.soc, FLOATS)
        for name in ("x", "gamma", "yOut"):
            checks.dtype_in(name, call[name].dtype, allowed)
        checks.dtype_in("rstdOut", rstd.dtype, {dtypes.FLOAT})
        self._check_description(call, source, gamma, out)
        if not source.numel:
            return Plan(None, generated=True)
        plan.check_gathers(call.operands("x", "gamma"))
        kernel = _Normalization(_rms_norm, len(gamma.shape), call["epsilon"], (True, False), (False, True))
        return Plan(kernel, (source, gamma), (out, rstd), generated=True)

    def _check_description(self, call: Call, source: Tensor, gamma: Tensor, out: Tensor) -> None:
        """What the page describes of shapes and pairs of types: 561002."""
        older = call.profile.soc.generation == "310P"
        if out.dtype != source.dtype or gamma.dtype not in ({source.dtype} if older else {source.dtype, dtypes.FLOAT}):
            raise checks.refuse("expected yOut of the type of x, and gamma of that or FLOAT, got x "
                                f"{dtypes.name(source.dtype)}, gamma {dtypes.name(gamma.dtype)}, yOut "
                                f"{dtypes.name(out.dtype)}", checks.TILING)
        rank, normalized = len(source.shape), len(gamma.shape)
        if not 1 <= normalized <= rank <= checks.MAX_RANK or source.shape[rank - normalized:] != gamma.shape:
            raise checks.refuse(f"gamma: expected the last sizes of x {list(source.shape)}, of at most 8 dims, got "
                                f"{list(gamma.shape)}", checks.TILING)
        if not gamma.numel or (older and gamma.numel * dtypes.bits(gamma.dtype) < 32 * 8):
            raise checks.refuse(f"gamma: expected {'at least 32 bytes' if older else 'elements'}, got {gamma}",
                                checks.TILING)
        checks.same_shape("yOut", out, source.shape, checks.TILING)
        checks.same_shape("rstdOut", call["rstdOut"], (*source.shape[:rank - normalized], *[1] * normalized),
                          checks.TILING)


@dataclass(frozen=True)
class _Normalization:
    """Normalises some rows at a time, in double.

    formula     (rows, eps, weight, bias) -> results, means, reciprocal deviations
    last        how many dims make a row
    scales      whether weight and bias are given
    moments     whether means and reciprocal deviations are wanted
    """

    formula: Callable[..., tuple[Any, Any, Any]]
    last: int
    eps: float
    scales: tuple[bool, ...]
    moments: tuple[bool, ...]

    def __call__(self, source: Any, *rest: Any) -> None:
        values = iter(rest)
        weight, bias = (sums.wide(next(values)).reshape(-1) if given else None for given in self.scales)
        out = next(values)
        moments = [next(values) if wanted else None for wanted in self.moments]
        kept = source.ndim - self.last
        size = math.prod(source.shape[kept:])
        for place in _rows(source.shape[:kept], size):
            block = sums.wide(source[place])
            block = block.reshape(math.prod(block.shape[:kept]), size)
            result, *found = self.formula(block, self.eps, weight, bias)
            out[place] = _cast(result, out).reshape(out[place].shape)
            for target, moment in zip(moments, found, strict=True):
                if target is not None:
                    target[place] = _cast(moment, target).reshape(target[place].shape)


def _rows(shape: tuple[int, ...], size: int) -> Any:
    """Slices along the longest of the dims that are not normalised."""
    return sums.blocks(shape, limit=max(1, sums.BLOCK // max(size, 1))) if shape else [(Ellipsis,)]


def _cast(values: Any, out: Any) -> Any:
    return values.astype(out.dtype)


def _layer_norm(rows: Any, eps: float, weight: Any, bias: Any) -> tuple[Any, Any, Any]:
    mean = np.true_divide(rows.sum(1, keepdims=True), rows.shape[1])
    centred = rows - mean
    rstd = 1 / np.sqrt(np.true_divide(np.square(centred).sum(1, keepdims=True), rows.shape[1]) + eps)
    result = centred * rstd
    result = result if weight is None else result * weight
    return result if bias is None else result + bias, mean, rstd


def _rms_norm(rows: Any, eps: float, gamma: Any, bias: None) -> tuple[Any, Any, Any]:
    rstd = 1 / np.sqrt(np.square(rows).mean(1, keepdims=True) + eps)
    return np.where(np.isinf(rows), rows, rows * rstd) * gamma, None, rstd


# -- modulation

@dataclass(frozen=True)
class Modulate:
    """out = self * (1 + scale) + shift; a NULL scale or shift is 0."""

    names: tuple[str, ...] = ("aclnnModulate",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, "self", "out")
        checks.on_part(call, _OLDER)
        source, out = call["self"], call["out"]
        given = {name: call[name] for name in ("scaleOptional", "shiftOptional") if call[name] is not None}
        checks.dtype_in("self", source.dtype, checks.supported(call.profile.soc, FLOATS))
        for name in (*given, "out"):
            checks.same_dtype(name, call[name].dtype, "self", source.dtype)
        checks.rank_is("self", source, 3)
        checks.same_shape("out", out, source.shape)
        for name, tensor in given.items():
            _check_rows(name, tensor, source, (2, 3))
            if not source.numel and tensor.numel:
                raise checks.refuse(f"{name}: expected an empty tensor as self, got shape {list(tensor.shape)}")
        if not source.numel:
            return plan.NOTHING
        plan.check_gathers({"self": source, **given})
        present = tuple(call[name] is not None for name in ("scaleOptional", "shiftOptional"))
        inputs = (source, *given.values())

        def kernel(features: Any, *rest: Any) -> None:
            *others, result = rest
            values = iter(others)
            scale, shift = (_spread(next(values)) if here else None for here in present)
            for index in sums.blocks(features.shape):
                found = sums.wide(features[index])
                found = found if scale is None else found * (1 + sums.part(scale, index))
                found = found if shift is None else found + sums.part(shift, index)
                result[index] = arrays.convert(found, out.dtype)
        return Plan(kernel, inputs, (out,), plan.workspace(inputs, (out,), source.dtype))


@dataclass(frozen=True)
class ModulateBackward:
    """grad_input = grad_output * scale; the gradients of scale and shift, if these are given, are sums along dim 1.

    The page multiplies by scale itself, not by 1 + scale; a NULL scale leaves grad_output as it is.
    """

    names: tuple[str, ...] = ("aclnnModulateBackward",)

    def plan(self, call: Call) -> Plan:
        wanted = tuple(name for name in ("scale", "shift") if call[name] is not None)
        checks.required(call, "grad_output", "input", "grad_input", *(f"grad_{name}" for name in wanted))
        checks.on_part(call, _OLDER)
        gradient, source = call["grad_output"], call["input"]
        checks.dtype_in("grad_output", gradient.dtype, checks.supported(call.profile.soc, FLOATS))
        names = ("input", "grad_input", *wanted, *(f"grad_{name}" for name in wanted))
        for name in names:
            checks.same_dtype(name, call[name].dtype, "grad_output", gradient.dtype)
        checks.rank_is("input", source, 3)
        checks.same_shape("grad_output", gradient, source.shape)
        checks.same_shape("grad_input", call["grad_input"], source.shape)
        for name in wanted:
            _check_rows(name, call[name], source, (2, 2))
            checks.same_shape(f"grad_{name}", call[f"grad_{name}"], call[name].shape)
        if not source.numel:
            return plan.NOTHING
        plan.check_gathers(call.operands("grad_output", "input", *wanted))
        inputs = (gradient, source, *(call[name] for name in wanted))
        outputs = (call["grad_input"], *(call[f"grad_{name}"] for name in wanted))

        def kernel(*values: Any) -> None:
            grad, features, *rest = values
            given = dict(zip(wanted, rest, strict=False))
            grad_input, *sinks = rest[len(wanted):]
            # The sums first, as grad_input may be grad_output; they are written last, as they may go where scale is.
            found = [sums.total_of(np.multiply, (1,), grad, features) if name == "scale"
                     else sums.total(arrays.convert(grad, dtypes.FLOAT), (1,), True) for name in wanted]
            scale = _spread(given["scale"]) if "scale" in given else None
            for index in sums.blocks(grad.shape):
                part = sums.wide(grad[index])
                grad_input[index] = arrays.convert(part if scale is None else part * sums.part(scale, index),
                                                   gradient.dtype)
            for sink, total in zip(sinks, found, strict=True):
                sink[...] = arrays.convert(total[:, 0], gradient.dtype)
        return Plan(kernel, inputs, outputs, plan.workspace(inputs, outputs, gradient.dtype))


def _check_rows(name: str, tensor: Tensor, source: Tensor, ranks: tuple[int, int]) -> None:
    """A row for each batch: (batch, hidden), or (batch, 1, hidden) if that is allowed."""
    checks.rank_within(name, tensor, *ranks)
    batch, _, hidden = source.shape
    checks.same_shape(name, tensor, (batch, hidden) if len(tensor.shape) == 2 else (batch, 1, hidden))


def _spread(rows: Any) -> Any:
    """Rows in double, of shape (batch, 1, hidden)."""
    return sums.wide(rows).reshape(rows.shape[0], 1, rows.shape[-1])


TABLE = (LayerNorm(), RmsNorm(), Modulate(), ModulateBackward())
