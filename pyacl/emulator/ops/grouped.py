"""Gated linear units of which only the first rows are computed, as many as the groups of experts have together."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.meta import Tensor, product
from ..nnop.plan import Plan
from . import checks
from .activations import sigmoid, swish
from .call import Call
from .kinds import BEFORE_910B, BEFORE_950, FLOATS

_GROUPS = 8192                               # the most that V2 takes


# -- formulas of the two halves

def _clipped(left: Any, right: Any, alpha: float, limit: float, bias: float, late: int) -> Any:
    """The left half is clamped before it is activated, or with `late` after."""
    right = np.clip(right, -limit, limit)
    if late:
        return np.minimum(swish(left), limit) * right
    return swish(np.minimum(left, limit), alpha) * (right + bias)


def _clipped_gradient(grad: Any, left: Any, right: Any, alpha: float, limit: float, bias: float) -> tuple[Any, Any]:
    clamped, gate = np.minimum(left, limit), sigmoid(alpha * np.minimum(left, limit))
    slope = gate * (1 + alpha * clamped * sigmoid(-alpha * clamped))
    to_left = grad * (np.clip(right, -limit, limit) + bias) * slope * (left <= limit)
    return to_left, grad * clamped * gate * (np.abs(right) <= limit)


# -- rows of a tensor, split in two

def _rows(array: Any, axis: int) -> Any:
    """As a matrix: the dims before `axis`, and the others."""
    return array.reshape(product(array.shape[:axis]), -1)


def _split(rows: Any, interleaved: bool) -> tuple[Any, Any]:
    """Both halves of rows: even and odd places, or the first and the last."""
    if interleaved:
        return rows[:, ::2], rows[:, 1::2]
    half = rows.shape[1] // 2
    return rows[:, :half], rows[:, half:]


def _count(rows: int, groups: tuple[Any, ...]) -> int:
    """How many rows the groups have; all without groups."""
    return min(max(int(groups[0].sum()), 0), rows) if groups else rows


# -- checks

def _check_groups(call: Call, code: int, most: int | None = None, empty: bool = True) -> tuple[Tensor, ...]:
    groups = call["groupIndexOptional"]
    if groups is None:
        return ()
    if groups.dtype != dtypes.INT64:
        raise checks.refuse(f"groupIndexOptional: expected INT64, got {dtypes.name(groups.dtype)}", code)
    checks.rank_is("groupIndexOptional", groups, 1, code)
    if (not empty and not groups.numel) or (most is not None and groups.numel > most):
        raise checks.refuse(f"groupIndexOptional: expected 1 to {most or 'any number of'} groups, got "
                            f"{groups.numel}", code)
    return (groups,)


def _check_types(call: Call, *names: str) -> None:
    for name in names:
        checks.dtype_in(name, call[name].dtype, checks.supported(call.profile.soc, FLOATS))
        checks.same_dtype(name, call[name].dtype, "x", call["x"].dtype)
    checks.public_formats(call)


def _check_clamps(call: Call, code: int) -> tuple[float, float, float]:
    if not call["limit"] > 0:
        raise checks.refuse(f"limit: expected more than 0, got {call['limit']}", code)
    return call["alpha"], call["limit"], call["bias"]


@dataclass(frozen=True)
class ClippedSwiglu:
    """Rows that no group has are left as they are."""

    names: tuple[str, ...] = ("aclnnClippedSwiglu", "aclnnClippedSwigluV2")

    def plan(self, call: Call) -> Plan:
        checks.required(call, "x", "out")
        second = "clampMode" in call
        checks.on_part(call, BEFORE_950 if second else BEFORE_910B)
        x, out = call["x"], call["out"]
        _check_types(call, "x", "out")
        for name in ("x", "out"):
            checks.rank_within(name, call[name], 1, checks.MAX_RANK)
        axis = checks.axis("dim", call["dim"], len(x.shape))
        late = call["clampMode"] if second else 0
        if late not in (0, 1):
            raise checks.refuse(f"clampMode: expected 0 or 1, got {late}")
        groups = _check_groups(call, checks.INVALID, _GROUPS if second else None, empty=not second)
        clamps = _check_clamps(call, checks.INVALID)
        checks.same_shape("out", out, checks.halved("x", x, axis, checks.INVALID))
        if not x.numel:
            return plan.NOTHING
        inputs = (x, *groups)
        plan.check_gathers(call.operands("x", "groupIndexOptional"))

        def kernel(values: Any, *rest: Any) -> None:
            *sizes, result = rest
            rows = _rows(values, axis)
            filled = _rows(result.copy() if sizes else result, axis)
            count = _count(len(rows), tuple(sizes))
            left, right = (half.astype(np.float64) for half in _split(rows[:count], call["interleaved"]))
            found = arrays.convert(_clipped(left, right, *clamps, late), x.dtype)
            if sizes:
                filled[:count] = found
                found = filled
            result[...] = found.reshape(result.shape)
        return Plan(kernel, inputs, (out,), plan.workspace((x,), (out,), x.dtype))


@dataclass(frozen=True)
class ClippedSwigluGrad:
    """Rows that no group has get a gradient of 0."""

    names: tuple[str, ...] = ("aclnnClippedSwigluGrad",)

    def plan(self, call: Call) -> Plan:
        tensors = ("gradY", "x", "gradXOut")
        checks.required(call, *tensors)
        checks.on_part(call, BEFORE_910B)
        code = checks.TILING
        grad, x, out = (call[name] for name in tensors)
        _check_types(call, *tensors)
        checks.rank_within("x", x, 1, checks.MAX_RANK, code)
        axis = checks.axis("dim", call["dim"], len(x.shape), code)
        groups = _check_groups(call, code, empty=False)
        clamps = _check_clamps(call, code)
        checks.same_shape("gradY", grad, checks.halved("x", x, axis, code), code)
        checks.same_shape("gradXOut", out, x.shape, code)
        checks.contiguous(call, *tensors, "groupIndexOptional")
        if not x.numel:
            raise checks.refuse(f"x: empty tensors are not supported, got shape {list(x.shape)}", code)

        def kernel(above: Any, values: Any, *rest: Any) -> None:
            *sizes, result = rest
            rows = _rows(values, axis)
            count = _count(len(rows), tuple(sizes))
            left, right = (half.astype(np.float64) for half in _split(rows[:count], call["interleaved"]))
            gradients = _clipped_gradient(_rows(above, axis)[:count].astype(np.float64), left, right, *clamps)
            found = np.zeros(rows.shape, rows.dtype)
            for half, gradient in zip(_split(found[:count], call["interleaved"]), gradients, strict=True):
                half[...] = arrays.convert(gradient, x.dtype)
            result[...] = found.reshape(result.shape)
        inputs = (grad, x, *groups)
        return Plan(kernel, inputs, (out,), plan.workspace((grad, x), (out,), x.dtype))


@dataclass(frozen=True)
class SwigluGroup:
    """swish(left) * right * weight of the row; rows that no group has are left as they are."""

    names: tuple[str, ...] = ("aclnnSwigluGroup",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, "x", "out")
        checks.on_part(call, BEFORE_950)
        code = checks.TILING
        x, out, weight, limit = call["x"], call["out"], call["weightOptional"], call["clampLimit"]
        _check_types(call, "x", "out")
        checks.rank_within("x", x, 1, checks.MAX_RANK, code)
        shape = checks.halved("x", x, len(x.shape) - 1, code)
        checks.same_shape("out", out, shape, code)
        if limit != -1.0 and not limit > 0:
            raise checks.refuse(f"clampLimit: expected -1.0 or more than 0, got {limit}", code)
        if weight is not None and (weight.dtype != dtypes.FLOAT or weight.numel != product(x.shape[:-1])):
            raise checks.refuse(f"weightOptional: expected FLOAT of {product(x.shape[:-1])} elements, got {weight}",
                                code)
        groups = _check_groups(call, code, empty=False)
        if not x.numel:
            raise checks.refuse(f"x: empty tensors are not supported, got shape {list(x.shape)}", code)
        checks.contiguous(call, "x", "weightOptional", "groupIndexOptional", "out", code=code)
        weights = (weight,) if weight is not None else ()

        def kernel(values: Any, *rest: Any) -> None:
            *given, result = rest
            rows, filled = _rows(values, values.ndim - 1), _rows(result, result.ndim - 1)
            count = _count(len(rows), tuple(given[len(weights):]))
            left, right = (half.astype(np.float64) for half in _split(rows[:count], False))
            if limit > 0:
                left, right = np.minimum(left, limit), np.clip(right, -limit, limit)
            found = swish(left) * right
            if weights:
                found = found * given[0].reshape(-1, 1)[:count]
            filled[:count] = arrays.convert(found, x.dtype)
        return Plan(kernel, (x, *weights, *groups), (out,), plan.workspace((x,), (out,), x.dtype))


TABLE = (ClippedSwiglu(), ClippedSwigluGrad(), SwigluGroup())
