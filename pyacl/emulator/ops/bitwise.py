"""Bitwise operators and shifts of whole numbers."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..nnop.dtypes import UINT16, UINT32, UINT64
from .kinds import COMPLEX, LOGICAL, OTHERS, REALS, UNSIGNED, WHOLE, Kinds
from .pointwise import Constant, Pointwise, own, twins


def _row(names: tuple[str, ...], formula: Any, inputs: Kinds, outputs: Kinds, **rest: Any) -> Pointwise:
    return Pointwise(names, formula, inputs, outputs, **{
        "meet": "promote", "broadcast": True, "compute": own, "result": own, "inplace": inputs, **rest})


def _with(other: str, inputs: Kinds) -> dict[str, Any]:
    """The second operand, where it is a scalar."""
    return {"constants": (Constant(other, operand="promotes", dtypes=inputs),)}


def _right_shift(x: Any, count: Any) -> Any:
    return np.right_shift(x, np.maximum(count, np.zeros_like(count)))


_AND = LOGICAL | {UINT16}
_OR = {"950": LOGICAL | UNSIGNED, OTHERS: LOGICAL | {UINT16}}
_XOR = {"950": LOGICAL | UNSIGNED, OTHERS: LOGICAL}
_SHIFTED = WHOLE | UNSIGNED
_310P = ("310P",)
_BEFORE_910B, _ONLY_950 = ("910", "310P"), ("910", "310P", "910B", "910_93")
# What a result may become differs between the tensor and the scalar twins.
_WITH_COMPLEX = LOGICAL | UNSIGNED | REALS | COMPLEX

TABLE = (
    _row(("aclnnBitwiseAndTensor",), np.bitwise_and, _AND, _AND | {UINT32, UINT64}),
    _row(("aclnnInplaceBitwiseAndTensor",), np.bitwise_and, _AND, _AND, lacking=_310P),
    _row(twins("BitwiseAndTensorOut"), np.bitwise_and, _AND, _AND | {UINT32, UINT64}, lacking=_ONLY_950),
    _row(("aclnnBitwiseAndScalar",), np.bitwise_and, _AND, _AND | REALS, **_with("other", _AND)),
    _row(("aclnnInplaceBitwiseAndScalar",), np.bitwise_and, _AND, _AND, lacking=_310P, **_with("other", _AND)),
    _row(twins("BitwiseOrTensor"), np.bitwise_or, LOGICAL | UNSIGNED,
         {"950": _WITH_COMPLEX, OTHERS: LOGICAL | UNSIGNED}),
    _row(twins("BitwiseOrScalar"), np.bitwise_or, _OR, {"950": _WITH_COMPLEX, OTHERS: _AND | REALS},
         **_with("other", _OR)),
    _row(twins("BitwiseXorTensor"), np.bitwise_xor, _XOR, {"950": _WITH_COMPLEX, OTHERS: LOGICAL | REALS}),
    _row(twins("BitwiseXorScalar"), np.bitwise_xor, _XOR, {"950": _WITH_COMPLEX, OTHERS: LOGICAL | REALS},
         **_with("other", _XOR)),
    # A count that is not less than the bits of the type is not defined; it shifts everything out here.
    _row(("aclnnLeftShift", "aclnnLeftShifts"), np.left_shift, _SHIFTED, _SHIFTED, lacking=_BEFORE_910B,
         **_with("shiftBits", _SHIFTED)),
    _row(("aclnnRightShift",), _right_shift, _SHIFTED, _SHIFTED, lacking=_BEFORE_910B),     # a negative count is 0
)
