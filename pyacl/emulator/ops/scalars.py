"""Values of scalars, as operators read them (N-SCA-3, N-SCA-4)."""
from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes
from ..nnop.meta import Scalar

_FLOAT_EPSILON, _DOUBLE_EPSILON = float(np.finfo(np.float32).eps), float(np.finfo(np.float64).eps)


def value(scalar: Scalar) -> Any:
    """The value as a NumPy number of the scalar's own type; LookupError for a type that NumPy has not."""
    twin = dtypes.twin(scalar.dtype)
    if scalar.dtype == dtypes.BOOL:
        return np.bool_(scalar.raw[0] != 0)
    return np.frombuffer(scalar.raw[:twin.itemsize], twin)[0]


def converted(scalar: Scalar, dtype: int) -> Any:
    """The value as an operator of another type reads it: a C cast, with the exceptions of N-SCA-4."""
    own = value(scalar)
    if scalar.dtype == dtype:
        return own
    target = dtypes.twin(dtype)
    if dtype == dtypes.BOOL and dtypes.is_floating(scalar.dtype):
        limit = _DOUBLE_EPSILON if scalar.dtype == dtypes.DOUBLE else _FLOAT_EPSILON
        return np.bool_(abs(float(own)) >= limit)
    if dtypes.is_complex(scalar.dtype) and not dtypes.is_complex(dtype):
        return target.type(0)
    if dtypes.UINT16 in (scalar.dtype, dtype) and dtypes.is_integral(scalar.dtype):
        own = np.asarray(own).astype(np.int16)[()]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return arrays.convert(np.asarray(own), dtype)[()]


def exact(scalar: Scalar, dtype: int) -> bool:
    """Whether the value survives in a half type within the epsilon of float (N-PRO-8)."""
    as_float = float(converted(scalar, dtypes.FLOAT))
    return abs(float(converted(scalar, dtype)) - as_float) <= _FLOAT_EPSILON


def within(scalar: Scalar, dtype: int) -> bool:
    """Whether the value is in the range of a real type."""
    own = value(scalar)
    if dtypes.is_complex(scalar.dtype) or not np.isfinite(own):
        return True
    if dtypes.is_integral(dtype):
        limits = np.iinfo(dtypes.twin(dtype))
        return bool(int(limits.min) <= own <= int(limits.max))
    return bool(np.isfinite(np.asarray(converted(scalar, dtype)).astype(np.complex128)))
