"""cubeMathType: in which precision the matrix unit multiplies (aclnn semantics, section 14)."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..nnop import dtypes
from . import checks
from .call import Call

KEEP_DTYPE, ALLOW_FP32_DOWN_PRECISION, USE_FP16, USE_HF32, USE_FP32_ADD = range(5)
_OLDER = ("910", "310P")                        # parts whose matrix unit has no FLOAT
_HF32_LOST = 12                                 # bits of a float32 significand that HFLOAT32 has not

Rounding = Callable[[Any], Any]


def rounding(call: Call, dtype: int, most: int = USE_FP32_ADD, lenient: bool = False,
             everywhere: bool = True) -> Rounding | None:
    """What happens to operands of a (promoted) type before they are multiplied; None for nothing.

    most        the largest cubeMathType of the operator
    lenient     whether choices that do not go with the type have no effect on newer parts, rather than being refused
    everywhere  whether older parts take USE_FP32_ADD, without effect
    """
    chosen, floats, older = call["cubeMathType"], dtype == dtypes.FLOAT, call.profile.soc.generation in _OLDER
    if not 0 <= chosen <= most:
        raise checks.refuse(f"cubeMathType: expected 0 to {most}, got {chosen}")        # N-CUB-1
    if older:
        wrong = (floats and chosen == KEEP_DTYPE) or chosen == USE_HF32 or (not everywhere and chosen == USE_FP32_ADD)
    else:
        wrong = not lenient and ((chosen == USE_FP16 and dtype == dtypes.BF16) or (chosen == USE_HF32 and not floats))
    if wrong:
        raise checks.refuse(f"cubeMathType: {call.profile.soc.name} has no {chosen} for {dtypes.name(dtype)}")
    if not floats or chosen in (KEEP_DTYPE, USE_FP32_ADD):
        return None
    return to_half if older or chosen == USE_FP16 else to_hf32


def to_half(values: Any) -> Any:
    return values.astype(np.float16).astype(np.float32)


def to_hf32(values: Any) -> Any:
    """float32 rounded to the 11 fraction bits of HFLOAT32, half to even; infinities and nan stay."""
    codes = np.ascontiguousarray(values).view(np.uint32)
    last = (codes >> _HF32_LOST) & 1
    rounded = (codes + ((1 << (_HF32_LOST - 1)) - 1) + last) & np.uint32(0xFFFFFFFF << _HF32_LOST & 0xFFFFFFFF)
    return np.where(np.isfinite(values), rounded.view(np.float32).reshape(values.shape), values)
