"""Special functions of float64 arrays, to a few units in the last place.

The tables are Chebyshev coefficients of smooth functions, the first for the constant term, computed with 40 digits from
the definitions and cut where they no longer matter to a double.  They are evaluated as powers, which is faster.
"""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.polynomial.chebyshev import cheb2poly

# erf(sqrt(t)) / sqrt(t) for t from 0 to 1.
_ERF = (
    0.9754769393826541, -0.14226120510371365, 0.010035582187599796, -0.0005768764699767485,
    2.741993125219606e-05, -1.1043175507344507e-06, 3.8488755420345036e-08, -1.1808582533875466e-09,
    3.2334215826050907e-11, -7.991015947004549e-13, 1.7990725113961456e-14, -3.718635487818693e-16,
    7.103599003714253e-18)
# erfc(x) * exp(x * x) * (x + 4) for x >= 1, in u = (x - 4) / (x + 4) from -0.6 to 1.
_ERFC = (
    1.1269293299079015, -0.7297793900063512, 0.2112160029948222, -0.054526621283395756, 0.012474102991831961,
    -0.002497658615301517, 0.00042805817643590103, -6.0165682219708844e-05, 6.272951179460273e-06,
    -3.22656244709111e-07, -3.411371743671539e-08, 9.696922831659316e-09, -7.661907523606676e-10,
    -6.813142835807453e-11, 2.146205849140733e-11, -9.657368023204614e-13, -3.326177972249897e-13,
    4.9101622812925516e-14, 3.315221168933357e-15, -1.3437887323462062e-15, 8.206323152468096e-18,
    3.2130429936549286e-17)
# lgamma(x) / ((x - 1) * (x - 2)) for x from 1 to 3.
_LGAMMA = (
    0.44148902545501423, -0.11119580321752523, 0.01951044826068884, -0.003922461463025264,
    0.0008478989895953857, -0.00019153855341365593, 4.454470184975607e-05, -1.05728743735943e-05,
    2.5474336873408417e-06, -6.208535880776316e-07, 1.5268677399071546e-07, -3.782637660291326e-08,
    9.428100823624284e-09, -2.361999702184645e-09, 5.943541905817546e-10, -1.501312977072867e-10,
    3.8050196458110534e-11, -9.672485299656325e-12, 2.465348198355661e-12, -6.298868140791711e-13,
    1.6128460030283787e-13, -4.137949206814042e-14, 1.0635701227757898e-14, -2.7382420786652826e-15,
    7.060670507214892e-16, -1.8232177141662118e-16, 4.714169006756272e-17, -1.2204107319639856e-17,
    3.1630451661790255e-18)
# digamma(x) / (x - its root) for x from 1 to 2; the root in two parts.
_DIGAMMA = (
    0.983570260441567, -0.2270640863346444, 0.03336889902393011, -0.005320077271596548, 0.0008788656937820505,
    -0.00014773492650606044, 2.5060543468359146e-05, -4.2721034029993324e-06, 7.302769272465923e-07,
    -1.2502886813559594e-07, 2.1425009322359472e-08, -3.673295918565179e-09, 6.299717236108931e-10,
    -1.080593028883266e-10, 1.853735192053638e-11, -3.18023536582553e-12, 5.456147570322795e-13,
    -9.360993131036438e-14, 1.606064636295075e-14, -2.7555431377438815e-15, 4.727736178601912e-16,
    -8.11148420346509e-17, 1.391707769474154e-17)
_ROOT = (1.4616321449683622, 9.549995429965697e-17)
_ASYMPTOTIC = 10.0                          # from here on the series in 1 / x are good to the last place
# Coefficients of 1/x, 1/x**3, ... of lgamma, and of 1/x**2, 1/x**4, ... of digamma (Stirling).
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156)
_BERNOULLI = (-1 / 12, 1 / 120, -1 / 252, 1 / 240, -1 / 132, 691 / 32760, -1 / 12)


_ERF_POWERS, _ERFC_POWERS, _LGAMMA_POWERS, _DIGAMMA_POWERS = (
    tuple(float(power) for power in cheb2poly(table)) for table in (_ERF, _ERFC, _LGAMMA, _DIGAMMA))


def _powers(coefficients: tuple[float, ...], x: Any) -> Any:
    """Sum of coefficient * x ** place."""
    result = np.full_like(x, coefficients[-1])
    for coefficient in coefficients[-2::-1]:
        result *= x
        result += coefficient
    return result


def _in_parts(inner: Any, x: Any, inside: Any, outside: Any) -> Any:
    """inside(x) where `inner` holds, else outside(x), each computed for its own elements only."""
    result = np.empty_like(x)
    result[inner] = inside(x[inner])
    result[~inner] = outside(x[~inner])
    return result


def sinpi(x: Any) -> Any:
    """sin(pi * x), exactly 0 for whole numbers."""
    nearest = np.rint(x)
    sign = 1 - 2 * np.abs(np.fmod(nearest, 2))
    return sign * np.sin(np.pi * (x - nearest))


def erf(x: Any) -> Any:
    return _in_parts(np.abs(x) < 1, x, _erf_to_1, lambda far: np.copysign(1 - _erfc_from_1(np.abs(far)), far))


def erfc(x: Any) -> Any:
    def outside(far: Any) -> Any:
        tail = _erfc_from_1(np.abs(far))
        return np.where(far < 0, 2 - tail, tail)
    return _in_parts(np.abs(x) < 1, x, lambda near: 1 - _erf_to_1(near), outside)


def _erf_to_1(x: Any) -> Any:
    return x * _powers(_ERF_POWERS, 2 * x * x - 1)


def _erfc_from_1(x: Any) -> Any:
    """erfc(x) for x >= 1; nan stays."""
    x = np.minimum(x, 40)
    u = (x - 4) / (x + 4)
    high = x.astype(np.float32).astype(np.float64)          # its square is exact
    square = np.exp(-high * high) * np.exp(-(x - high) * (x + high))
    return square * _powers(_ERFC_POWERS, (2 * u - 0.4) / 1.6) / (x + 4)


def erfinv(x: Any) -> Any:
    """A guess, and two steps of Halley's method; infinite at -1 and 1, nan beyond."""
    size = np.abs(x)
    inside = np.where(size < 1, size, 0)
    y = _in_parts(inside < 0.99, inside, _erfinv_by_winitzki, _erfinv_of_tail)
    for _ in range(2):
        excess = _in_parts(inside > 0.5, y, erfc, erf)
        excess = np.where(inside > 0.5, (1 - inside) - excess, excess - inside)
        step = excess * np.exp(y * y) * (np.sqrt(np.pi) / 2)
        y = y - step / (1 + y * step)
    return np.copysign(np.where(size < 1, y, np.where(size == 1, np.inf, np.nan)), x)


def _erfinv_by_winitzki(x: Any) -> Any:
    """To three digits, for small x to so many after the point."""
    weight = np.log1p(-x * x)
    half = 2 / (np.pi * 0.147) + weight / 2
    return np.sqrt(np.sqrt(half * half - weight / 0.147) - half)


def _erfinv_of_tail(x: Any) -> Any:
    """From erfc(y) = exp(-y * y) / (y * sqrt(pi)) for large y."""
    size = -np.log(1 - x)
    return np.sqrt(size - 0.5 * np.log(np.pi * size))


def lgamma(x: Any) -> Any:
    """log(abs(gamma(x))); infinite at 0 and the negative whole numbers."""
    size = np.abs(x)
    positive = _lgamma_of_positive(size)
    negative = np.log(np.pi / np.abs(sinpi(x))) - np.log(size) - positive
    pole = ((x <= 0) & (x == np.rint(x))) | np.isinf(x)
    return np.where(pole, np.inf, np.where(x < 0, negative, positive))


def _lgamma_of_positive(x: Any) -> Any:
    small = x < 1
    near, factor = np.where(small, x + 1, np.minimum(x, _ASYMPTOTIC)), np.ones_like(x)
    for _ in range(int(_ASYMPTOTIC) - 3):
        large = near > 3
        near = np.where(large, near - 1, near)
        factor = np.where(large, factor * near, factor)
    # Where x + 1 is rounded, its distances from 1 and 2 are not.
    roots = np.where(small, x * (x - 1), (near - 1) * (near - 2))
    low = roots * _powers(_LGAMMA_POWERS, near - 2) + np.where(small, -np.log(x), np.log(factor))
    far = np.maximum(x, _ASYMPTOTIC)
    high = (far - 0.5) * (np.log(far) - 1) + (0.5 * np.log(2 * np.pi) - 0.5) + _powers(_STIRLING, 1 / (far * far)) / far
    return np.where(x < _ASYMPTOTIC, low, high)


def digamma(x: Any) -> Any:
    """The derivative of lgamma; nan at the negative whole numbers, infinite with the sign of -x at 0."""
    positive = _digamma_of_positive(np.where(x <= 0, 1 - x, x))
    nearest = np.rint(x)
    negative = positive - np.pi / np.tan(np.pi * (x - nearest))
    negative = np.where((x == nearest) | np.isinf(x), np.nan, negative)
    result = np.where(x < 0, negative, positive)
    return np.where(x == 0, np.copysign(np.inf, -x), result)


def _digamma_of_positive(x: Any) -> Any:
    small = x < 1
    near = np.where(small, x + 1, np.minimum(x, _ASYMPTOTIC))
    added = np.where(small, -1 / x, 0)
    for _ in range(int(_ASYMPTOTIC) - 2):
        large = near > 2
        near = np.where(large, near - 1, near)
        added = np.where(large, added + 1 / near, added)
    low = ((near - _ROOT[0]) - _ROOT[1]) * _powers(_DIGAMMA_POWERS, 2 * near - 3) + added
    far = np.maximum(x, _ASYMPTOTIC)
    high = np.log(far) - 0.5 / far + _powers(_BERNOULLI, 1 / (far * far)) / (far * far)
    return np.where(x < _ASYMPTOTIC, low, high)
