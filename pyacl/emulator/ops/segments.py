"""Sums over segments of a dim: the exponentials of state space models with their gradient, and groups of rows."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import dtypes, plan
from ..nnop.plan import KernelError, Plan
from . import checks, sums
from .call import Call
from .kinds import FLOATS

NEWER_ONLY = ("910", "310P")                       # parts without these operators


@dataclass(frozen=True)
class ExpSegsum:
    """aclnnExpSegsum: element (i, j) is exp of the sum of the elements after j up to i; 0 above the diagonal."""

    names: tuple[str, ...] = ("aclnnExpSegsum",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, "self", "out")
        checks.on_part(call, NEWER_ONLY)
        source, out = call["self"], call["out"]
        for name in ("self", "out"):
            checks.dtype_in(name, call[name].dtype, FLOATS)
        checks.same_dtype("out", out.dtype, "self", source.dtype)
        checks.public_formats(call)
        checks.rank_within("self", source, 3, 4)
        checks.same_shape("out", out, (*source.shape, source.shape[-1]))
        if not out.numel:
            return plan.NOTHING
        plan.check_gathers({"self": source})

        def kernel(values: Any, result: Any) -> None:
            total = np.zeros(values.shape)
            for row in range(values.shape[-1]):
                total[..., :row] += values[..., row, None].astype(np.float64)
                result[..., row, :row + 1] = np.exp(total[..., :row + 1]).astype(result.dtype)
                result[..., row, row + 1:] = np.zeros((), result.dtype)
        return Plan(kernel, (source,), (out,), plan.workspace((source,), (out,), dtypes.FLOAT))


@dataclass(frozen=True)
class ExpSegsumBackward:
    """aclnnExpSegsumBackward: its gradient, from that of the output and the output, which is called gradSelf."""

    names: tuple[str, ...] = ("aclnnExpSegsumBackward",)
    lacking: tuple[str, ...] = (*NEWER_ONLY, "950")

    def plan(self, call: Call) -> Plan:
        checks.required(call, "gradOutput", "gradSelf", "gradInput")
        checks.on_part(call, self.lacking)
        grad, forward, out = (call[name] for name in ("gradOutput", "gradSelf", "gradInput"))
        for name in ("gradOutput", "gradSelf", "gradInput"):
            checks.dtype_in(name, call[name].dtype, FLOATS)
            checks.same_dtype(name, call[name].dtype, "gradOutput", grad.dtype)
        checks.public_formats(call)
        checks.rank_within("gradOutput", grad, 4, 5)
        checks.same_shape("gradOutput", grad, (*grad.shape[:-1], grad.shape[-2]))
        checks.same_shape("gradSelf", forward, grad.shape)
        checks.same_shape("gradInput", out, grad.shape[:-1])
        if not out.numel:
            return plan.NOTHING
        plan.check_gathers(call.operands("gradOutput", "gradSelf"))

        def kernel(gradient: Any, output: Any, result: Any) -> None:
            total = np.zeros(result.shape)
            for row in reversed(range(result.shape[-1])):
                left = (..., row, slice(row))
                total[..., :row] += gradient[left].astype(np.float64) * output[left].astype(np.float64)
                result[..., row] = total[..., :row].sum(-1).astype(result.dtype)
        return Plan(kernel, (grad, forward), (out,), plan.workspace((grad, forward), (out,), dtypes.FLOAT))


@dataclass(frozen=True)
class GroupedBiasAddGrad:
    """The gradient of a bias of each group of rows: their sum.

    The groups are given by the ends of groups, or (groupIdxType 1) by their sizes, or are the first dim of a tensor of
    three dims.
    """

    names: tuple[str, ...] = ("aclnnGroupedBiasAddGrad", "aclnnGroupedBiasAddGradV2")
    most: int = 2048

    def plan(self, call: Call) -> Plan:
        checks.required(call, "gradY", "out")
        checks.on_part(call, NEWER_ONLY)
        grad, groups, out = call["gradY"], call["groupIdxOptional"], call["out"]
        checks.dtype_in("gradY", grad.dtype, FLOATS)
        checks.same_dtype("out", out.dtype, "gradY", grad.dtype)
        checks.public_formats(call)
        sizes = call.arguments.get("groupIdxType", 0)
        if sizes not in (0, 1):
            raise checks.refuse(f"groupIdxType: expected 0 or 1, got {sizes}")
        checks.rank_is("gradY", grad, 3 if groups is None else 2)
        count = grad.shape[0]
        if groups is not None:
            checks.dtype_in("groupIdxOptional", groups.dtype, {dtypes.INT32, dtypes.INT64})
            checks.rank_is("groupIdxOptional", groups, 1)
            count = groups.shape[0]
            if count > self.most:
                raise checks.refuse(f"groupIdxOptional: expected at most {self.most} groups, got {count}")
        checks.same_shape("out", out, (count, grad.shape[-1]))
        if not out.numel:
            return plan.NOTHING
        inputs = {"gradY": grad} | ({} if groups is None else {"groupIdxOptional": groups})
        plan.check_gathers(inputs)

        def kernel(gradient: Any, *rest: Any) -> None:
            *indices, result = rest
            if not indices:
                result[...] = sums.total(gradient, (1,)).astype(result.dtype)
                return
            ends = np.cumsum(indices[0]) if sizes else indices[0]
            starts = np.concatenate(([0], ends[:-1]))
            if (starts > ends).any() or ends[-1] > len(gradient) or ends[0] < 0:
                raise KernelError(f"groupIdxOptional: expected ends of groups of {len(gradient)} rows that rise, got "
                                  f"{ends.tolist()}")
            for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
                result[number] = sums.total(gradient[start:end], (0,)).astype(result.dtype)
        read = tuple(inputs.values())
        return Plan(kernel, read, (out,), plan.workspace(read, (out,), dtypes.FLOAT))


TABLE = (ExpSegsum(), ExpSegsumBackward(), GroupedBiasAddGrad())
