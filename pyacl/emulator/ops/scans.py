"""Running sums, products and extremes along a dim."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.plan import Plan
from . import checks, scalars, sums
from .call import Call
from .kinds import COMPLEX, ORDERED, REALS, UNSIGNED, WHOLE

_SUMMED = REALS | WHOLE | COMPLEX
_MULTIPLIED = REALS | WHOLE | UNSIGNED
_OTHERS = ("910", "310P", "310B", "950")


@dataclass(frozen=True)
class Accumulation:
    """A row whose output has at each place along a dim the sum or product of the elements up to there.

    names       C names
    ufunc       np.add or np.multiply
    dtypes      what the tensors may be
    source      name of the tensor, which an in-place twin writes too
    castable    whether the tensor's type must be castable to the output's
    lacking     parts without the operator
    """

    names: tuple[str, ...]
    ufunc: Any
    dtypes: frozenset[int]
    source: str = "self"
    castable: bool = False
    lacking: tuple[str, ...] = ()

    def plan(self, call: Call) -> Plan:
        checks.required(call, *call.arguments)
        checks.on_part(call, self.lacking)
        source = call[self.source]
        target = "out" if "out" in call else self.source
        out = call[target]
        allowed = checks.supported(call.profile.soc, self.dtypes)
        for name in (self.source, target):
            checks.dtype_in(name, call[name].dtype, allowed)
        computed = call["dtype"] if "dtype" in call and call["dtype"] != dtypes.UNDEFINED else source.dtype
        checks.same_dtype(target, out.dtype, "dtype" if "dtype" in call else self.source, computed)
        if self.castable:
            checks.castable(self.source, source.dtype, target, computed)
        checks.rank_at_most(self.source, source)
        axis = checks.axis("dim", self._dim(call), len(source.shape))
        checks.same_shape(target, out, source.shape)
        if not source.numel:
            if target == self.source:
                raise checks.refuse(f"{target}: expected no empty tensor in place, got shape {list(out.shape)}")
            return plan.NOTHING
        plan.check_gathers({self.source: source})
        exclusive, reverse = (name in call and call[name] for name in ("exclusive", "reverse"))
        kernel = _Running(self.ufunc, computed, axis, exclusive, reverse)
        return Plan(kernel, (source,), (out,), plan.workspace((source,), (out,), computed))

    def _dim(self, call: Call) -> int:
        dim = call["dim"]
        if isinstance(dim, int):
            return dim
        checks.dtype_in("dim", dim.dtype, {dtypes.INT32})
        return int(scalars.value(dim))


@dataclass(frozen=True)
class _Running:
    """Floats are carried in double, block by block, and rounded at each place; whole numbers wrap."""

    ufunc: Any
    dtype: int
    axis: int
    exclusive: bool
    reverse: bool

    def __call__(self, source: Any, out: Any) -> None:
        values = arrays.convert(source, self.dtype)
        if not values.ndim:
            values, out = values.reshape(1), out.reshape(1)
        values, target = np.moveaxis(values, self.axis, 0), np.moveaxis(out, self.axis, 0)
        if self.reverse:
            values, target = values[::-1], target[::-1]
        carried = sums.double(values.dtype) if values.dtype.kind in "fcV" else values.dtype
        carry = np.full((1, *values.shape[1:]), self.ufunc.identity, carried)
        for index in sums.blocks(values.shape, 0):
            block = values[index].astype(carried)
            running = self.ufunc.accumulate(np.concatenate((carry, block)), 0, dtype=carried)
            target[index] = running[:-1] if self.exclusive else running[1:]
            carry = running[-1:]


@dataclass(frozen=True)
class RunningExtreme:
    """A row of the greatest or least element up to each place, and where it is: of equal ones the last."""

    names: tuple[str, ...]
    ufunc: Any
    lacking: tuple[str, ...] = ()

    def plan(self, call: Call) -> Plan:
        checks.required(call, *call.arguments)
        checks.on_part(call, self.lacking)
        source, values, indices = call["self"], call["valuesOut"], call["indicesOut"]
        allowed = checks.supported(call.profile.soc, ORDERED)
        checks.dtype_in("self", source.dtype, allowed)
        checks.dtype_in("valuesOut", values.dtype, allowed)
        checks.dtype_in("indicesOut", indices.dtype, {dtypes.INT32, dtypes.INT64})
        checks.castable("self", source.dtype, "valuesOut", values.dtype)
        checks.rank_at_most("self", source)
        checks.same_shape("valuesOut", values, source.shape)
        checks.same_shape("indicesOut", indices, source.shape)
        axis = checks.axis("dim", call["dim"], len(source.shape))
        if not source.numel:
            return plan.NOTHING
        plan.check_gathers({"self": source})

        def kernel(elements: Any, found: Any, places: Any) -> None:
            running, where = running_extreme(self.ufunc, elements, axis)
            found[...] = arrays.convert(running, values.dtype)
            places[...] = where
        return Plan(kernel, (source,), (values, indices), plan.workspace((source,), (values,), source.dtype))


def running_extreme(ufunc: Any, values: Any, axis: int) -> tuple[Any, Any]:
    """From the first nan on everything is nan, at the place of the last one."""
    if not values.ndim:
        return values, np.zeros((), np.int64)
    wide = values.astype(np.float32) if values.dtype.name in ("float16", "bfloat16") else values
    running = ufunc.accumulate(wide, axis)
    shape = [-1 if place == axis else 1 for place in range(values.ndim)]
    places = np.arange(values.shape[axis], dtype=np.int64).reshape(shape)
    taken = (wide == running) | (wide != wide)
    where = np.maximum.accumulate(np.where(taken, places, 0), axis)
    return running.astype(values.dtype, copy=False), where


TABLE = (
    Accumulation(("aclnnCumsum",), np.add, _SUMMED, castable=True),
    Accumulation(("aclnnCumsumV2",), np.add, _SUMMED),
    Accumulation(("aclnnCumprod", "aclnnInplaceCumprod"), np.multiply, _MULTIPLIED, "input", lacking=_OTHERS),
    RunningExtreme(("aclnnCummax",), np.maximum, lacking=("950", "310P", "310B")),
    RunningExtreme(("aclnnCummin",), np.minimum),
)
