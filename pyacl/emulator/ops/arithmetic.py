"""Add, subtract, multiply, divide, of a tensor and another or a scalar."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..nnop import dtypes
from ..nnop.dtypes import is_complex, is_floating
from . import promotion
from .call import Call
from .elementwise import ARITHMETIC, Elementwise, Operand, meet


def _meet_muls(call: Call, first: Operand, second: Operand, out: int) -> int | None:
    """A bfloat16 tensor, and a bool one with a double, meet a scalar in FLOAT on the older parts (N-PRO-10)."""
    half = first.dtype == dtypes.BF16 and not is_complex(second.dtype)
    bool_by_double = (first.dtype, second.dtype) == (dtypes.BOOL, dtypes.DOUBLE)
    if call.profile.soc.generation != "950" and (half or bool_by_double):
        return dtypes.FLOAT
    return meet(call, first, second, out)


def _meet_divs(call: Call, first: Operand, second: Operand, out: int) -> int | None:
    """On the older parts the type of the tensor is what must become the output's, whatever it is computed in."""
    return meet(call, first, second, out) if call.profile.soc.generation == "950" else first.dtype


# Pairs of tensor and scalar that the 910B and its kin divide as FLOAT, the scalar not rounded to the tensor's type.
_MIXED = frozenset((
    (dtypes.FLOAT16, dtypes.FLOAT), (dtypes.FLOAT, dtypes.FLOAT16), (dtypes.BF16, dtypes.FLOAT),
    (dtypes.FLOAT, dtypes.BF16), (dtypes.BF16, dtypes.DOUBLE), (dtypes.FLOAT16, dtypes.BF16),
    (dtypes.BF16, dtypes.FLOAT16)))


def _divided_in(call: Call, first: int, second: int, result: int) -> int:
    """Whole numbers divide as FLOAT; int32 by int32 as exactly as double on the 910B and its kin."""
    if first == second == dtypes.INT32 and call.profile.soc.generation in ("910B", "910_93"):
        return dtypes.DOUBLE
    return result if is_floating(result) or is_complex(result) else dtypes.FLOAT


def _divided_by_scalar_in(call: Call, first: int, second: int, result: int) -> int:
    """A tensor of floats keeps its type, unless the scalar is complex or the pair is a mixed one."""
    generation = call.profile.soc.generation
    if generation in ("910B", "910_93") and (first, second) in _MIXED:
        return dtypes.FLOAT
    found = _divided_in(call, first, second, result if generation == "950" else first)
    if not is_complex(second):
        return found
    joint = promotion.tensor_tensor(found, second)
    return found if joint is None else joint


def _add_relu(x: Any, y: Any) -> Any:
    return np.maximum(x + y, 0)


def _twins(name: str) -> tuple[str, ...]:
    """The C names of a formula of two tensors, and with an s those of a tensor and a scalar."""
    return f"aclnn{name}", f"aclnnInplace{name}"


_NUMBERS = ARITHMETIC - {dtypes.BOOL}
_RECTIFIED = _NUMBERS - {dtypes.DOUBLE, dtypes.COMPLEX64, dtypes.COMPLEX128}
_ADDED_TO_SCALAR = frozenset((dtypes.FLOAT, dtypes.FLOAT16, dtypes.BF16, dtypes.INT32, dtypes.INT8))

TABLE = (
    Elementwise((*_twins("Add"), *_twins("Adds")), np.add),
    Elementwise((*_twins("Sub"), *_twins("Subs")), np.subtract),
    # other - alpha * self, unlike torch.rsub of bools refused.
    Elementwise(("aclnnRsub",), np.subtract, _NUMBERS, outputs=_NUMBERS, swapped=True, lacking=("310P",)),
    Elementwise(("aclnnRsubs",), np.subtract, _NUMBERS, outputs=_NUMBERS, swapped=True),
    Elementwise(_twins("AddRelu"), _add_relu, _RECTIFIED, outputs=_RECTIFIED, lacking=("310P",)),
    Elementwise(_twins("AddV3"), np.add, _ADDED_TO_SCALAR, swapped=True, lacking=("910", "310P", "910B", "910_93")),
    Elementwise(("aclnnMul",), np.multiply, outputs=ARITHMETIC, unchecked=frozenset(("cast",))),
    Elementwise(("aclnnInplaceMul",), np.multiply, unchecked=frozenset(("cast", "rank"))),
    Elementwise(_twins("Muls"), np.multiply, outputs=ARITHMETIC, meet=_meet_muls,
                unchecked=frozenset(("promotion", "rank"))),
    Elementwise(_twins("Div"), np.true_divide, compute=_divided_in, public=True),
    Elementwise(_twins("Divs"), np.true_divide, scalars=ARITHMETIC, meet=_meet_divs, compute=_divided_by_scalar_in,
                public=True),
)
