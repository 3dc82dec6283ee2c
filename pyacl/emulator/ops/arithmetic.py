"""Add, subtract, multiply, divide."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..nnop import dtypes
from ..nnop.dtypes import is_complex, is_floating
from ..nnop.meta import Scalar
from . import promotion
from .call import Call
from .elementwise import ARITHMETIC, Elementwise, Operand, meet


def _twins(name: str) -> tuple[str, ...]:
    return tuple(f"aclnn{prefix}{name}{suffix}" for suffix in ("", "s") for prefix in ("", "Inplace"))


def _meet_muls(call: Call, first: Operand, second: Operand, out: int) -> int | None:
    """A bfloat16 tensor, and a bool one with a double, meet a scalar in FLOAT on the older parts (N-PRO-10)."""
    half = first.dtype == dtypes.BF16 and not is_complex(second.dtype)
    bool_by_double = (first.dtype, second.dtype) == (dtypes.BOOL, dtypes.DOUBLE)
    if call.profile.soc.generation != "950" and (half or bool_by_double):
        return dtypes.FLOAT
    return meet(call, first, second, out)


def _meet_divs(call: Call, first: Operand, second: Operand, out: int) -> int | None:
    """A scalar divides in the table of tensors on the older parts, as the page says."""
    if call.profile.soc.generation == "950":
        return meet(call, first, second, out)
    return promotion.tensor_tensor(first.dtype, second.dtype)


def _divided_in(call: Call, first: int, second: int, result: int) -> int:
    """Whole numbers divide as FLOAT; int32 by int32 as exactly as double on the 910B and its kin.

    Against a real scalar a tensor of floats keeps its type, and one of whole numbers is FLOAT on the older parts.
    """
    if first == second == dtypes.INT32 and call.profile.soc.generation in ("910B", "910_93"):
        return dtypes.DOUBLE
    if isinstance(call["other"], Scalar) and call.profile.soc.generation != "950" and not is_complex(second):
        return first if is_floating(first) or is_complex(first) else dtypes.FLOAT
    return result if is_floating(result) or is_complex(result) else dtypes.FLOAT


def _divide(first: Any, second: Any) -> Any:
    return np.true_divide(first, second)


_MULTIPLY = tuple(name for name in _twins("Mul") if not name.endswith("s"))
_SCALE = tuple(name for name in _twins("Mul") if name.endswith("s"))
_DIVIDE = tuple(name for name in _twins("Div") if not name.endswith("s"))
_DIVIDE_BY = tuple(name for name in _twins("Div") if name.endswith("s"))

TABLE = (
    Elementwise(_twins("Add"), np.add),
    Elementwise(_twins("Sub"), np.subtract),
    Elementwise(_MULTIPLY, np.multiply, outputs=ARITHMETIC),
    Elementwise(_SCALE, np.multiply, outputs=ARITHMETIC, meet=_meet_muls, unchecked=frozenset(("promotion", "rank"))),
    Elementwise(_DIVIDE, _divide, compute=_divided_in),
    Elementwise(_DIVIDE_BY, _divide, scalars=ARITHMETIC, meet=_meet_divs, compute=_divided_in),
)
