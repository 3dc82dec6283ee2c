"""One formula over all tensors of a list: sums, largest, smallest."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.dtypes import INT8, INT32, INT64, UINT8
from ..nnop.plan import Plan
from . import checks, sums
from .call import Call
from .kinds import FLOATS, OTHERS, Kinds


@dataclass(frozen=True)
class Fold:
    """A row.

    formula     of two of the tensors; a sum of floats is carried in double
    inputs      what the tensors and the output, which have one type, may be
    broadcast   whether the tensors broadcast, else they have one shape
    lacking     generations of parts without this operator
    """

    names: tuple[str, ...]
    formula: np.ufunc
    inputs: Kinds
    broadcast: bool = True
    lacking: tuple[str, ...] = ()

    def plan(self, call: Call) -> Plan:
        checks.required(call, "tensors", "out")
        checks.on_part(call, self.lacking)
        inputs, out = checks.members(call, "tensors"), call["out"]
        allowed = checks.supported(call.profile.soc, self.inputs)
        checks.dtype_in("out", out.dtype, allowed)
        for name, tensor in inputs.items():
            checks.dtype_in(name, tensor.dtype, allowed)
            checks.same_dtype(name, tensor.dtype, "out", out.dtype)
            checks.rank_at_most(name, tensor)
            if not self.broadcast:
                checks.same_shape(name, tensor, out.shape)
        checks.same_shape("out", out, checks.broadcast(inputs))
        if not out.numel:
            return plan.NOTHING
        plan.check_gathers(inputs)
        tensors = tuple(inputs.values())
        return Plan(_Kernel(self.formula, out.dtype), tensors, (out,), plan.workspace(tensors, (out,), out.dtype))


@dataclass(frozen=True)
class _Kernel:
    formula: np.ufunc
    dtype: int

    def __call__(self, *values: Any) -> None:
        *inputs, out = values
        wide = arrays.compute_type(self.dtype)
        if self.formula is np.add and dtypes.is_floating(self.dtype):
            wide = np.dtype(np.float64)
        inputs = [np.broadcast_to(value, out.shape) for value in inputs]
        for index in sums.blocks(out.shape):
            first, *rest = (sums.part(value, index) for value in inputs)
            total = first.astype(wide)
            for value in rest:
                self.formula(total, value.astype(wide, copy=False), out=total)
            sums.part(out, index)[...] = arrays.convert(total, self.dtype)


_SMALLEST = {"950": FLOATS | {INT8, INT32, INT64, UINT8}, OTHERS: FLOATS | {INT8, INT32, INT64}}

TABLE = (
    Fold(("aclnnAddN",), np.add, FLOATS | {INT32, INT64}, broadcast=False, lacking=("910", "310P", "950")),
    Fold(("aclnnSum",), np.add, (FLOATS - {dtypes.BF16}) | {INT8, INT32, UINT8}),
    Fold(("aclnnMaxN",), np.maximum, FLOATS | {INT8, INT32, INT64}),
    Fold(("aclnnMinN",), np.minimum, _SMALLEST),
)
