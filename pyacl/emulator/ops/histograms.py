"""Counts of elements: by value and by interval."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.meta import Scalar
from ..nnop.plan import KernelError, Plan
from . import checks, scalars
from .call import Call
from .kinds import LOGICAL, REALS, REALS_WITHOUT_BF16, WHOLE

_WEIGHTS = WHOLE | REALS_WITHOUT_BF16 | {dtypes.BOOL}
_COUNTED = WHOLE | {dtypes.FLOAT, dtypes.FLOAT16}


@dataclass(frozen=True)
class Bincount:
    """How often each number occurs, or the sum of the weights of its places."""

    names: tuple[str, ...] = ("aclnnBincount",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, "self", "out")
        checks.on_part(call, ("310B",))
        source, weights, out = call["self"], call["weights"], call["out"]
        checks.dtype_in("self", source.dtype, WHOLE)
        if weights is not None:
            checks.dtype_in("weights", weights.dtype, _WEIGHTS)
        checks.dtype_in("out", out.dtype, {dtypes.INT32, dtypes.INT64, dtypes.FLOAT, dtypes.DOUBLE})
        checks.rank_is("self", source, 1)
        checks.rank_is("out", out, 1)
        if weights is not None:
            checks.same_shape("weights", weights, source.shape)
        if out.shape[0] < call["minlength"]:
            raise checks.refuse(f"out: expected at least minlength {call['minlength']} elements, got {out.shape[0]}")
        inputs = (source,) if weights is None else (source, weights)
        plan.check_gathers(call.arguments)

        def kernel(numbers: Any, *rest: Any) -> None:
            counts = count(numbers, rest[0] if len(rest) == 2 else None, len(rest[-1]))
            rest[-1][...] = arrays.convert(counts, out.dtype)
        return Plan(kernel, inputs, (out,), plan.workspace(inputs, (out,), out.dtype))


def count(numbers: Any, weights: Any, length: int) -> Any:
    """Whole weights are added as int64, others as double."""
    wrong = (numbers < 0) | (numbers >= length)
    if wrong.any():
        place = int(np.argmax(wrong))
        raise KernelError(f"self[{place}] is {int(numbers[place])}: expected 0 to {length - 1}, the places of out")
    if weights is None:
        return np.bincount(numbers.astype(np.int64), minlength=length)
    kind = np.float64 if weights.dtype.kind == "f" else np.int64
    found = np.zeros(length, kind)
    np.add.at(found, numbers.astype(np.int64), weights.astype(kind))
    return found


@dataclass(frozen=True)
class Histc:
    """How many elements lie in each of `bins` intervals of the same width from min to max, both included.

    Equal limits stand for the least and the greatest element.  What lies outside, and nan, is not counted.
    """

    names: tuple[str, ...] = ("aclnnHistc",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, *call.arguments)
        checks.on_part(call, ("310B",))
        source, bins, out = call["self"], call["bins"], call["out"]
        checks.dtype_in("self", source.dtype, _COUNTED)
        checks.dtype_in("out", out.dtype, _COUNTED)
        checks.castable("out", out.dtype, "self", source.dtype)
        if bins <= 0:
            raise checks.refuse(f"bins: expected a positive number, got {bins}")
        low, high = (_limit(name, call[name]) for name in ("min", "max"))
        if low > high:
            raise checks.refuse(f"min: expected at most max {high}, got {low}")
        checks.rank_is("out", out, 1)
        checks.rank_at_most("self", source)
        checks.same_shape("out", out, (bins,))
        plan.check_gathers({"self": source})

        def kernel(values: Any, counts: Any) -> None:
            counts[...] = arrays.convert(histogram(values, bins, low, high), out.dtype)
        return Plan(kernel, (source,), (out,), plan.workspace((source,), (out,), out.dtype))


def _limit(name: str, scalar: Scalar) -> float:
    checks.dtype_in(name, scalar.dtype, REALS | LOGICAL)
    return float(scalars.converted(scalar, dtypes.FLOAT))


def histogram(values: Any, bins: int, low: float, high: float) -> Any:
    numbers = values.astype(np.float64).reshape(-1)
    if low == high and numbers.size:
        low, high = float(numbers.min()), float(numbers.max())
    if not math.isfinite(high - low):
        raise KernelError(f"self: expected finite limits, got {low} to {high}")
    if low == high:
        low, high = low - 1, high + 1                  # as there is no interval otherwise
    inside = numbers[(numbers >= low) & (numbers <= high)]
    places = ((inside - low) / (high - low) * bins).astype(np.int64)
    return np.bincount(np.minimum(places, bins - 1), minlength=bins)


TABLE = (Bincount(), Histc())
