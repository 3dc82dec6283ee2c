"""Other formulas of two tensors: extremes, angles, steps, and complex numbers from two parts."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..nnop.dtypes import COMPLEX32, COMPLEX64, COMPLEX128, DOUBLE, FLOAT, FLOAT16
from .kinds import FLOATS, LOGICAL, REALS, REALS_WITHOUT_BF16, WHOLE, Kinds, before_910b
from .pointwise import Pointwise, own, twins

_COMPLEX_OF = {FLOAT16: COMPLEX32, FLOAT: COMPLEX64, DOUBLE: COMPLEX128}


def _heaviside(x: Any, at_zero: Any) -> Any:
    return np.where(x == 0, at_zero, x > 0)


def complex_of(real: Any, imaginary: Any) -> Any:
    """Of two parts, infinite ones too."""
    real, imaginary = np.broadcast_arrays(real, imaginary)
    found = np.empty(real.shape, np.result_type(real, np.complex64))
    found.real, found.imag = real, imaginary
    return found


def _polar(size: Any, angle: Any) -> Any:
    return complex_of(size * np.cos(angle), size * np.sin(angle))


def _extreme(name: str, formula: Any, inputs: Kinds) -> Pointwise:
    return Pointwise((name,), formula, inputs, meet="promote", broadcast=True, compute=own, result=own)


TABLE = (
    _extreme("aclnnMaximum", np.maximum, REALS | LOGICAL),
    _extreme("aclnnMinimum", np.minimum, before_910b(REALS | WHOLE, REALS | LOGICAL)),
    Pointwise(twins("Atan2"), np.arctan2, REALS | LOGICAL, REALS, meet="promote", broadcast=True,
              inplace=REALS | LOGICAL),
    Pointwise(("aclnnHeaviside",), _heaviside, FLOATS, broadcast=True, output="same", exact=True,
              lacking=("910", "310P", "950")),
    Pointwise(("aclnnComplex",), complex_of, REALS_WITHOUT_BF16, {COMPLEX32, COMPLEX64, COMPLEX128}, broadcast=True,
              exact=True, result=_COMPLEX_OF.__getitem__),
    Pointwise(("aclnnPolar",), _polar, {FLOAT}, {COMPLEX64}, output="same", result=_COMPLEX_OF.__getitem__,
              lacking=("910",)),
)
