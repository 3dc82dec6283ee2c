"""A-PROMO: promotions that lose digits, or that differ between parts; told once for each operator and pair of types."""
from __future__ import annotations

from typing import Any

from .._world import World
from . import dtypes
from .meta import Scalar, Tensor

WHOLE_DIGITS = {dtypes.FLOAT16: 11, dtypes.BF16: 8, dtypes.FLOAT: 24}     # bits of whole numbers that a float holds


class Advised:
    """What was told already."""

    def __init__(self, machine: World) -> None:
        self.pairs: set[tuple[str, int, int]] = set()


def advise(machine: World, function: str, arguments: dict[str, Any]) -> None:
    """Look at the two operands of a binary operator that phase 1 has accepted."""
    first, second = arguments.get("self"), arguments.get("other")
    if not isinstance(first, Tensor) or not isinstance(second, (Tensor, Scalar)) or first.dtype == second.dtype:
        return
    pair = function, first.dtype, second.dtype
    advised = machine.part(Advised).pairs
    if pair in advised:
        return
    advised.add(pair)
    text = _of_tensors(first, second) if isinstance(second, Tensor) else _of_scalar(first, second)
    if text:
        machine.find("A-PROMO", function, text, severity="info")


def _of_tensors(first: Tensor, second: Tensor) -> str:
    """N-PRO-1: an integer never widens a float."""
    for whole, other in ((first.dtype, second.dtype), (second.dtype, first.dtype)):
        held = WHOLE_DIGITS.get(other, 64)
        if dtypes.is_integral(whole) and dtypes.bits(whole) > held:
            return (f"{dtypes.name(whole)} meets {dtypes.name(other)}, which holds whole numbers up to {1 << held} "
                    "only (N-PRO-1)")
    return ""


def _of_scalar(tensor: Tensor, scalar: Scalar) -> str:
    """N-PRO-8 and N-PRO-9: parts disagree on a tensor with a scalar."""
    from ..ops.promotion import tensor_scalar
    older, newer = (tensor_scalar(tensor.dtype, scalar.dtype, part, tensor.dtype) for part in ("910B", "950"))
    if older == newer or older is None or newer is None:
        return ""
    return (f"{dtypes.name(tensor.dtype)} with a {scalar} is computed in {dtypes.name(older)} on A2 and A3, in "
            f"{dtypes.name(newer)} on 950 (N-PRO-8, N-PRO-9)")
