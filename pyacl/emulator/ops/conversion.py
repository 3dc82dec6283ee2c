"""Conversion to another data type."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..nnop import arrays, dtypes, plan
from ..nnop.plan import Plan
from . import checks
from .call import Call

_EVERYWHERE = frozenset((
    dtypes.FLOAT, dtypes.FLOAT16, dtypes.BF16, dtypes.DOUBLE, dtypes.INT8, dtypes.INT16, dtypes.INT32, dtypes.INT64,
    dtypes.UINT8, dtypes.UINT16, dtypes.UINT32, dtypes.UINT64, dtypes.BOOL, dtypes.COMPLEX64, dtypes.COMPLEX128))
_NEWER = frozenset((dtypes.COMPLEX32, dtypes.HIFLOAT8, dtypes.FLOAT8_E5M2, dtypes.FLOAT8_E4M3FN, dtypes.FLOAT4_E2M1,
                    dtypes.FLOAT4_E1M2))


@dataclass(frozen=True)
class Cast:
    """aclnnCast: any pair of its types, whatever the rule for results says (N-CST-5)."""

    names: tuple[str, ...] = ("aclnnCast",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, "self", "out")
        source, target, out = call["self"], call["dtype"], call["out"]
        newer = call.profile.soc.generation == "950"
        inputs = checks.supported(call.profile.soc, _EVERYWHERE | (_NEWER if newer else frozenset()))
        checks.dtype_in("self", source.dtype, inputs)
        checks.dtype_in("dtype", target, inputs | ({dtypes.INT4} if newer else set()))
        checks.rank_at_most("self", source)
        checks.same_shape("out", out, source.shape)
        if not source.numel:
            return plan.NOTHING
        if dtypes.bits(target) < 8 and not source.contiguous:
            raise checks.refuse(f"self: expected a contiguous tensor for {dtypes.name(target)}")
        if dtypes.bits(target) < 8 and (not out.shape or out.shape[-1] % 2):
            raise checks.refuse(f"out: expected an even last dim for {dtypes.name(target)}, got shape "
                                f"{list(out.shape)}", checks.TILING)
        if out.dtype != target:                          # found only when the result is copied to the output
            raise checks.refuse(f"out: expected {dtypes.name(target)} as dtype says, got {dtypes.name(out.dtype)}",
                                checks.INNER_NULL, "EZ9999")
        if source.dtype != target:
            checks.has_values("self", source.dtype)
            checks.has_values("dtype", target)
        plan.check_gathers(call.operands("self"))

        def kernel(values: Any, result: Any) -> None:
            result[...] = values if source.dtype == target else arrays.convert(values, target)
        return Plan(kernel, (source,), (out,), plan.workspace((source,), (out,), target))


TABLE = (Cast(),)
