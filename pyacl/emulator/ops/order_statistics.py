"""Operators that pick an element along a dim and say where it is: argmax, max and min of a dim, medians."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import dtypes, plan
from ..nnop.meta import Tensor
from ..nnop.plan import Plan
from . import checks
from .call import Call
from .kinds import FLOATS, REALS, WHOLE, Kinds, only_on

_INDICES = frozenset((dtypes.INT32, dtypes.INT64))
_NUMBERS = REALS | WHOLE
_EXTREMA = FLOATS | {dtypes.INT64, dtypes.BOOL}
_OF_A_DIM = only_on("950", _EXTREMA | {dtypes.INT32}, _EXTREMA)
_MEDIANS = FLOATS | WHOLE


@dataclass(frozen=True)
class Pick:
    """A row that picks one element along a dim.

    names       C names
    pick        (values, axis) -> place of the element, the dim kept with size 1
    dtypes      what the tensor may be
    values      name of the output of elements, which has the tensor's type; "" if there is none
    places      name of the output of places; "" if there is none
    indices     what type the places may have
    narrow      dims that whole numbers may have on the 310P
    several     whether bfloat16 needs more than one element to pick from
    lacking     parts without the operator
    """

    names: tuple[str, ...]
    pick: Callable[[Any, int], Any]
    dtypes: Kinds
    values: str = ""
    places: str = ""
    indices: frozenset[int] = _INDICES
    narrow: int = checks.MAX_RANK
    several: bool = False
    lacking: tuple[str, ...] = ("310B",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, *call.arguments)
        checks.on_part(call, self.lacking)
        source = call["self"]
        outs = tuple(name for name in (self.values, self.places) if name)
        checks.dtype_in("self", source.dtype, checks.supported(call.profile.soc, self.dtypes))
        if self.values:
            checks.same_dtype(self.values, call[self.values].dtype, "self", source.dtype)
        if self.places:
            checks.dtype_in(self.places, call[self.places].dtype, self.indices)
        for name in ("self", *outs):
            checks.rank_at_most(name, call[name])
        if call.profile.soc.generation == "310P" and source.dtype in WHOLE:
            checks.rank_at_most("self", source, self.narrow)
        axis = checks.axis("dim", call["dim"], len(source.shape)) if "dim" in call else None
        self._check_shapes(call, source, axis, outs)
        tensors = tuple(call[name] for name in outs)
        if not source.numel:
            return plan.NOTHING
        plan.check_gathers({"self": source})
        kernel = _Kernel(self.pick, axis, bool(self.values), bool(self.places))
        return Plan(kernel, (source,), tensors, plan.workspace((source,), tensors[:1] if self.values else (),
                                                               source.dtype))

    def _check_shapes(self, call: Call, source: Tensor, axis: int | None, outs: tuple[str, ...]) -> None:
        shape = source.shape
        if axis is None:
            length = shape[-1] if shape else 2
            for name in outs:
                checks.one_element(name, call[name])
        else:
            length = shape[axis] if shape else 1
            keep = call["keepDim"] if "keepDim" in call else call["keepdim"]
            for name in outs:
                checks.same_shape(name, call[name], checks.reduced(shape, (axis,), keep))
            if not length:
                raise checks.refuse(f"self: expected no dim of size 0 to reduce, got shape {list(shape)}")
        if self.several and source.dtype == dtypes.BF16 and length == 1:
            raise checks.refuse(f"self: expected more than one element for BF16, got shape {list(shape)}")


@dataclass(frozen=True)
class _Kernel:
    pick: Callable[[Any, int], Any]
    axis: int | None
    values: bool
    places: bool

    def __call__(self, source: Any, *outs: Any) -> None:
        axis = 0 if self.axis is None or not source.ndim else self.axis
        known = source.reshape(-1) if self.axis is None or not source.ndim else source
        # Small floats are compared as float32, which orders them as they are.
        wide = known.astype(np.float32) if known.dtype.name in ("float16", "bfloat16") else known
        place = self.pick(wide, axis)
        if self.values:
            outs[0][...] = np.take_along_axis(known, place, axis).reshape(outs[0].shape)
        if self.places:
            outs[-1][...] = place.reshape(outs[-1].shape)


# -- where the element is; of equal ones the first

def _greatest(values: Any, axis: int) -> Any:
    """A nan counts as the greatest, and as the least."""
    return np.argmax(values, axis, keepdims=True)


def _least(values: Any, axis: int) -> Any:
    return np.argmin(values, axis, keepdims=True)


def _median(values: Any, axis: int) -> Any:
    """The lower one of two in the middle; the first nan if there is one."""
    order = np.argsort(values, axis, kind="stable")
    size = values.shape[axis]
    numbers = _numbers(values, axis)
    return np.take_along_axis(order, np.where(numbers < size, numbers, (size - 1) // 2), axis)


def _median_of_numbers(values: Any, axis: int) -> Any:
    """The same of what is not nan; the first nan if there is nothing else."""
    order = np.argsort(values, axis, kind="stable")                     # nan comes last
    return np.take_along_axis(order, np.maximum(_numbers(values, axis) - 1, 0) // 2, axis)


def _numbers(values: Any, axis: int) -> Any:
    """How many elements along the dim are not nan."""
    return np.count_nonzero(values == values, axis, keepdims=True)


TABLE = (
    Pick(("aclnnArgMax",), _greatest, _NUMBERS, places="out"),
    Pick(("aclnnArgMin",), _least, _NUMBERS, places="out", narrow=7),
    Pick(("aclnnMaxDim",), _greatest, _OF_A_DIM, "out", "indices"),
    Pick(("aclnnMinDim",), _least, _OF_A_DIM, "out", "indices", frozenset((dtypes.INT32,))),
    Pick(("aclnnMedian",), _median, _MEDIANS, "valuesOut", several=True),
    Pick(("aclnnMedianDim",), _median, _MEDIANS, "valuesOut", "indicesOut", frozenset((dtypes.INT64,)), several=True),
    Pick(("aclnnNanMedian",), _median_of_numbers, _MEDIANS, "out", several=True, lacking=("310P", "310B")),
    Pick(("aclnnNanMedianDim",), _median_of_numbers, _MEDIANS, "valuesOut", "indicesOut", frozenset((dtypes.INT64,)),
         lacking=("310P", "310B")),
)
