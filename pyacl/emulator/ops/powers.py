"""Powers, and products and sums of logarithms."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..nnop.dtypes import BOOL, DOUBLE
from .call import Call
from .choice import Choice
from .kinds import FLOATS, LOGICAL, NUMBERS, REALS, UNSIGNED, WHOLE, Kinds
from .pointwise import Constant, Pointwise, own, twins

# -- formulas


def power_of_whole(x: Any, y: Any, saturates: bool = False) -> Any:
    """x ** y of whole numbers; a negative exponent rounds the fraction towards zero."""
    exponent = np.asarray(y, x.dtype)
    found = np.power(x, np.maximum(exponent, 0))
    if saturates:
        found = _saturated(x, exponent, found)
    if exponent.size and exponent.min() >= 0:
        return found
    sign = np.where(exponent % 2 == 1, x, 1)
    fraction = np.where(x == 1, 1, np.where(x == -1, sign, 0))
    return np.where(exponent < 0, fraction, found)


def saturating_power(x: Any, y: Any) -> Any:
    return power_of_whole(x, y, saturates=True)


def _saturated(x: Any, y: Any, wrapped: Any) -> Any:
    """The nearest whole number of the type where the power is outside of it."""
    limits = np.iinfo(wrapped.dtype)
    size = np.power(x.astype(np.float64), y)
    return np.where(size > limits.max, limits.max, np.where(size < limits.min, limits.min, wrapped))


def swapped(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose second operand comes first; a number becomes an array of the other's type."""
    def of_swapped(second: Any, first: Any) -> Any:
        return function(np.asarray(first, second.dtype), second)
    return of_swapped


def by_kind(function: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """A formula for whole numbers only."""
    return {"i": function, "u": function}


def xlogy(x: Any, y: Any) -> Any:
    """x * log(y), and 0 for x = 0 unless y is nan."""
    return np.where(np.equal(x, 0) & ~np.isnan(y), 0, x * np.log(y))


def xlog1py(x: Any, y: Any) -> Any:
    return np.where(np.equal(x, 0) & ~np.isnan(y), 0, x * np.log1p(y))


def log_add_exp(x: Any, y: Any) -> Any:
    """In double, since a sum near 1 has a logarithm near 0."""
    return np.logaddexp(x, y)


def log_add_exp_2(x: Any, y: Any) -> Any:
    return np.logaddexp2(x, y)


# -- rows

def _saturates(call: Call) -> bool:
    """Whole numbers end at the limits of their type on the 910 and the 310P, and wrap on the newer parts."""
    return call.profile.soc.generation in ("910", "310P")


def _power(names: tuple[str, ...], inputs: frozenset[int], order: Callable[..., Any] = lambda function: function,
           **rest: Any) -> Choice:
    """`order` puts the operands into the order of the formula."""
    rows = {saturates: Pointwise(names, order(np.power), inputs, inputs | UNSIGNED, kinds=by_kind(order(whole)),
                                 meet="promote", meets=_POWERS, broadcast=True, compute=own, result=own, **rest)
            for saturates, whole in ((False, power_of_whole), (True, saturating_power))}
    return Choice(names, "the part", _saturates, rows)


_POWERS = NUMBERS | WHOLE                          # two bools are refused
_EXPONENT = Constant("exponent", "at least 0, since the result is a whole number",
                     lambda value: not isinstance(value, int) or value >= 0, _POWERS | {BOOL}, operand="promotes",
                     bounded=True)


def _logs(names: tuple[str, ...], formula: Any, inputs: Kinds, outputs: Kinds = FLOATS, **rest: Any) -> Pointwise:
    return Pointwise(names, formula, inputs, outputs, **{"meet": "promote", "broadcast": True, **rest})


_LOGGED = FLOATS | LOGICAL
_SUMMED = REALS | LOGICAL | UNSIGNED
_310P, _ONLY_950 = ("310P",), ("910", "310P", "910B", "910_93")

TABLE = (
    _power(twins("PowTensorTensor"), _POWERS | {BOOL}, inplace=_POWERS),
    _power(twins("PowTensorScalar"), _POWERS | {BOOL}, inplace=_POWERS, constants=(_EXPONENT,)),
    _power(("aclnnPowScalarTensor",), _POWERS, swapped,
           constants=(Constant("self", operand="promotes", dtypes=_POWERS),)),
    # 0 * log(0) is 0, as the name says, although the formula of the page gives nan.
    _logs(twins("XLogYTensor"), xlogy, _LOGGED, _LOGGED, inplace=_LOGGED),
    _logs(twins("XLogYScalarOther"), xlogy, _LOGGED, inplace=FLOATS, lacking=_310P,
          constants=(Constant("other", operand="promotes", dtypes=_LOGGED),)),
    _logs(("aclnnXLogYScalarSelf",), swapped(xlogy), _LOGGED | {DOUBLE},
          constants=(Constant("self", operand="promotes", dtypes=_LOGGED | {DOUBLE}),)),
    Pointwise(("aclnnXlog1py",), xlog1py, FLOATS, broadcast=True, output="same", lacking=_ONLY_950),
    # Operands meet in the type of the output.
    _logs(("aclnnLogAddExp",), log_add_exp, _SUMMED, meet="output"),
    _logs(("aclnnLogAddExp2",), log_add_exp_2, _SUMMED, meet="output"),
)
