"""Tensors made from a few numbers: ranges, spaces, unit matrices, grids, one-hot codes."""
from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.dtypes import is_integral
from ..nnop.meta import Tensor
from ..nnop.plan import Plan
from . import checks, scalars
from .call import Call
from .kinds import FLOATS, LOGICAL, REALS, UNSIGNED, WHOLE, Kinds, before_910b

BLOCK = 1 << 16                                    # elements that are made at a time, in double


@dataclass(frozen=True)
class Sequence:
    """A row of an output whose element i is a formula of i and two or three scalars.

    names     C names
    prepare   call -> the formula, of an array of indices, in double or int64; makes the other checks
    scalars   what start, end and step may be
    outputs   what the output may be
    out       name of the output
    lacking   generations of parts without this operator
    """

    names: tuple[str, ...]
    prepare: Callable[[Call], Callable[[Any], Any]]
    scalars: Kinds
    outputs: Kinds
    out: str = "out"
    lacking: tuple[str, ...] = ()

    def plan(self, call: Call) -> Plan:
        checks.required(call, *call.arguments)
        checks.on_part(call, self.lacking)
        out = call[self.out]
        allowed = checks.supported(call.profile.soc, self.scalars)
        for name in ("start", "end", "step"):
            if name in call:
                checks.dtype_in(name, call[name].dtype, allowed)
        checks.dtype_in(self.out, out.dtype, checks.supported(call.profile.soc, self.outputs))
        checks.public_formats(call)
        checks.rank_at_most(self.out, out)
        formula = self.prepare(call)
        if not out.numel:
            return plan.NOTHING

        def kernel(result: Any) -> None:
            flat = result.reshape(-1) if result.flags.c_contiguous else np.empty(result.size, result.dtype)
            for start in range(0, flat.size, BLOCK):
                places = np.arange(start, min(start + BLOCK, flat.size))
                flat[start:start + BLOCK] = arrays.convert(formula(places), out.dtype)
            if not result.flags.c_contiguous:
                result[...] = flat.reshape(result.shape)
        return Plan(kernel, (), (out,), plan.workspace((), (out,), out.dtype))


def _range(closed: bool) -> Callable[[Call], Callable[[Any], Any]]:
    """start + i * step up to the end, which is the last element if `closed` and a step leads there.

    The numbers are read in FLOAT for an output of small floats, in INT64 for one of whole numbers.  Both lengths that
    float and double arithmetic give pass, where they differ.
    """
    def prepare(call: Call) -> Callable[[Any], Any]:
        out: Tensor = call["out"]
        made = (dtypes.INT64 if is_integral(out.dtype) else dtypes.DOUBLE if out.dtype == dtypes.DOUBLE
                else dtypes.FLOAT)
        start, end, step = (scalars.converted(call[name], made).item() for name in ("start", "end", "step"))
        if not ((step > 0 and start <= end) or (step < 0 and start >= end)):
            raise checks.refuse(f"step: expected a number other than 0 that leads from start {start} to end {end}, "
                                f"got {step}")
        if isinstance(step, int):
            counts = {(end - start) // step + 1 if closed else len(range(start, end, step))}
        else:
            with np.errstate(all="ignore"):
                quotients = (end - start) / step, float((np.float32(end) - np.float32(start)) / np.float32(step))
            counts = {math.floor(quotient) + 1 if closed else math.ceil(quotient)
                      for quotient in quotients if math.isfinite(quotient)}
        if len(out.shape) != 1 or out.numel not in counts:
            raise checks.refuse(f"out: expected one dim of size {' or '.join(map(str, sorted(counts)))}, got shape "
                                f"{list(out.shape)}", checks.INVALID if not out.shape else checks.INNER_NULL)
        return lambda places: start + places * step
    return prepare


def _spaced(call: Call) -> Callable[[Any], Any]:
    """From start to end, both included, in equal steps; from the middle on counted from the end."""
    out = call[_output(call)]
    steps = call["steps"]
    if steps < 0:
        raise checks.refuse(f"steps: expected at least 0, got {steps}")
    if out.numel != steps:
        raise checks.refuse(f"{_output(call)}: expected {steps} elements, got shape {list(out.shape)}")
    if not out.numel:
        raise checks.refuse(f"{_output(call)}: empty tensors are not supported, got shape {list(out.shape)}")
    start, end = (scalars.converted(call[name], dtypes.DOUBLE).item() for name in ("start", "end"))
    step = (end - start) / (steps - 1) if steps > 1 else 0.0
    return lambda places: np.where(places < (steps + 1) // 2, start + places * step, end - (steps - 1 - places) * step)


def _powers(call: Call) -> Callable[[Any], Any]:
    exponents, base = _spaced(call), call["base"]
    return lambda places: np.power(np.float64(base), exponents(places))


def _output(call: Call) -> str:
    return "out" if "out" in call else "result"


@dataclass(frozen=True)
class Eye:
    """aclnnEye: ones on the diagonal of n rows and m columns."""

    names: tuple[str, ...] = ("aclnnEye",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, "out")
        out: Tensor = call["out"]
        checks.dtype_in("out", out.dtype, checks.supported(call.profile.soc, FLOATS | LOGICAL))
        checks.public_formats(call)
        checks.rank_is("out", out, 2)
        for name in ("n", "m"):
            if call[name] < 0:
                raise checks.refuse(f"{name}: expected at least 0, got {call[name]}")
        checks.same_shape("out", out, (call["n"], call["m"]))
        if not out.numel:
            return plan.NOTHING

        def kernel(result: Any) -> None:
            result[...] = np.zeros((), result.dtype)
            places = np.arange(min(result.shape))
            result[places, places] = np.ones((), result.dtype)
        return Plan(kernel, (), (out,), plan.workspace((), (out,), out.dtype))


@dataclass(frozen=True)
class OneHot:
    """aclnnOneHot: onValue where a new dim's place is the number in self, offValue elsewhere; of both tensors only the
    first element counts."""

    names: tuple[str, ...] = ("aclnnOneHot",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, "self", "onValue", "offValue", "out")
        source, classes, out = call["self"], call["numClasses"], call["out"]
        small = call.profile.soc.generation in ("910B", "910_93")
        checks.dtype_in("self", source.dtype, _INDICES - {dtypes.UINT8} if small else _INDICES)
        for name in ("onValue", "offValue", "out"):
            checks.dtype_in(name, call[name].dtype, _CODES - {dtypes.UINT8, dtypes.INT8} if small else _CODES)
            checks.same_dtype(name, call[name].dtype, "out", out.dtype)
        checks.public_formats(call)
        if classes < 0 or (not source.numel and classes == 0):
            raise checks.refuse(f"numClasses: expected at least {0 if source.numel else 1}, got {classes}")
        for name in ("self", "onValue", "offValue", "out"):
            checks.rank_within(name, call[name], 1, checks.MAX_RANK)
        axis = call["axis"]
        if not -1 <= axis <= len(source.shape):
            raise checks.refuse(f"axis: expected -1 to {len(source.shape)}, got {axis}")
        axis = len(source.shape) if axis == -1 else axis
        checks.same_shape("out", out, (*source.shape[:axis], classes, *source.shape[axis:]))
        if not out.numel:
            return plan.NOTHING
        for name in ("onValue", "offValue"):
            checks.not_empty(call, name, (call.profile.soc.generation,))
        inputs = call.operands("self", "onValue", "offValue")
        plan.check_gathers(inputs)

        def kernel(values: Any, on: Any, off: Any, result: Any) -> None:
            first = (0,) * on.ndim
            target = np.moveaxis(result, axis, 0)
            target[...] = off[(0,) * off.ndim]
            for number in range(classes):
                np.copyto(target[number], on[first], where=values == number)
        read = (source, call["onValue"], call["offValue"])
        return Plan(kernel, read, (out,), plan.workspace(read, (out,), out.dtype))


@dataclass(frozen=True)
class AffineGrid:
    """aclnnAffineGrid: for each pixel of a picture, or of a volume, the place that an affine map sends it to."""

    names: tuple[str, ...] = ("aclnnAffineGrid",)
    lacking: tuple[str, ...] = ("950", "310P")
    largest: int = 100_000

    def plan(self, call: Call) -> Plan:
        checks.required(call, "theta", "size", "out")
        checks.on_part(call, self.lacking)
        theta, size, out = call["theta"], call["size"].values, call["out"]
        checks.dtype_in("theta", theta.dtype, checks.supported(call.profile.soc, FLOATS))
        checks.same_dtype("out", out.dtype, "theta", theta.dtype)
        checks.public_formats(call)
        checks.rank_is("theta", theta, 3)
        if len(size) not in (4, 5):
            raise checks.refuse(f"size: expected 4 or 5 numbers, got {list(size)}")
        batch, _, *sides = size
        if not all(0 < side <= self.largest for side in (batch, *sides)):
            raise checks.refuse(f"size: expected 1 to {self.largest} for each but the channels, got {list(size)}")
        dims = len(sides)
        checks.same_shape("theta", theta, (batch, dims, dims + 1))
        checks.same_shape("out", out, (batch, *sides, dims))
        plan.check_gathers({"theta": theta})
        aligned = call["alignCorners"]

        def kernel(maps: Any, grid: Any) -> None:
            wide = maps.astype(np.float64)
            for number in range(batch):
                for place in range(dims):
                    total: Any = wide[number, place, dims]
                    for axis, side in enumerate(sides):          # the last side is x, the first coordinate
                        line = _coordinates(side, aligned).reshape(-1, *[1] * (dims - 1 - axis))
                        total = total + wide[number, place, dims - 1 - axis] * line
                    grid[number, ..., place] = total.astype(grid.dtype)
        return Plan(kernel, (theta,), (out,), plan.workspace((theta,), (out,), dtypes.FLOAT))


def _coordinates(count: int, aligned: bool) -> Any:
    """The places of pixels from -1 to 1: of their centres, or with the outer ones at the ends."""
    if count == 1:
        return np.zeros(1)
    ends = np.linspace(-1.0, 1.0, count)
    return ends if aligned else ends * (count - 1) / count


_INDICES = frozenset((dtypes.INT32, dtypes.INT64, dtypes.UINT8))
_CODES = frozenset((dtypes.FLOAT16, dtypes.FLOAT, dtypes.INT32, dtypes.INT64, dtypes.INT8, dtypes.UINT8))
_RANGED = REALS | {dtypes.INT32, dtypes.INT64}
_ENDS = REALS | LOGICAL
_SPACED = REALS | WHOLE - {dtypes.INT64}
_OLDER = {dtypes.INT16, dtypes.INT64}

TABLE = (
    Sequence(("aclnnArange",), _range(closed=False), _ENDS, _RANGED),
    Sequence(("aclnnRange",), _range(closed=True), _ENDS, _RANGED),
    Sequence(("aclnnLinspace",), _spaced, before_910b(_ENDS - _OLDER, _ENDS), before_910b(_SPACED - _OLDER, _SPACED)),
    Sequence(("aclnnLogSpace",), _powers, REALS | LOGICAL | UNSIGNED, FLOATS, "result", lacking=("910", "310P")),
    Eye(),
    OneHot(),
    AffineGrid(),
)
