"""Sums along dims, as reductions, norms and softmax need them: pairwise or in double, with small temporaries."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

BLOCK = 1 << 16                             # elements that are widened to double at once
RUN = 256                                   # rows that are added in float32 before they meet in double

Axes = tuple[int, ...]
Index = tuple[slice, ...]


def blocks(shape: tuple[int, ...], axis: int | None = None, limit: int = BLOCK) -> Iterator[Index]:
    """Indices of slices along one dim, the longest unless `axis` says otherwise, of about `limit` elements each."""
    if not shape:
        yield ()
        return
    axis = max(range(len(shape)), key=shape.__getitem__) if axis is None else axis
    others = 1
    for place, size in enumerate(shape):
        others *= size if place != axis else 1
    step = max(1, limit // max(others, 1))
    for start in range(0, shape[axis], step):
        yield (*[slice(None)] * axis, slice(start, start + step))


def part(array: Any, index: Index) -> Any:
    """The view of an array that goes with a block; dims of size 1 are broadcast."""
    pieces = [slice(None) if size == 1 else piece for piece, size in zip(index, array.shape, strict=False)]
    return array[(*pieces, Ellipsis)]


def double(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The type in which sums of a type are carried."""
    return np.dtype(np.complex128 if dtype.kind == "c" else np.float64)


def wide(array: Any) -> Any:
    return array.astype(double(array.dtype), copy=False)


def fold(ufunc: Any, values: Any, axes: Axes, keep: bool = False, **options: Any) -> Any:
    """A reduction of NumPy, of a type that the type checker does not follow."""
    return ufunc.reduce(values, axes, keepdims=keep, **options)


def total(values: Any, axes: Axes, keep: bool = False) -> Any:
    """The sum along dims.  Whole numbers wrap in their own type, bool is any; floats come back in double.

    Small float32 arrays are added in double; large ones in float32, pairwise or in runs of `RUN` rows, and these sums
    in double.
    """
    if values.dtype.kind in "biu":
        return fold(np.add, values, axes, keep, dtype=values.dtype)
    if values.dtype != np.float32 or values.size <= BLOCK or not axes:
        return fold(np.add, values, axes, keep, dtype=double(values.dtype))
    longest = max(axes, key=values.shape.__getitem__)
    step = BLOCK if values.strides[longest] == values.itemsize else RUN
    result: Any = np.zeros(_kept(values.shape, axes))
    for start in range(0, values.shape[longest], step):
        result += fold(np.add, values[(*[slice(None)] * longest, slice(start, start + step))], axes, True)
    return result if keep else result.squeeze(axes)


def total_of(function: Callable[..., Any], axes: Axes, values: Any, *others: Any) -> Any:
    """The sum of function(values, *others) along dims, computed in double block by block; the dims are kept.

    others      broadcast against `values`: they have its rank, and its size or 1 in each dim
    """
    result = np.zeros(_kept(values.shape, axes), double(values.dtype))
    for index in blocks(values.shape):
        found = function(wide(part(values, index)), *(wide(part(other, index)) for other in others))
        part(result, index)[...] += fold(np.add, found, axes, True)
    return result


def _kept(shape: tuple[int, ...], axes: Axes) -> tuple[int, ...]:
    return tuple(1 if place in axes else size for place, size in enumerate(shape))
