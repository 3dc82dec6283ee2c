"""Sums along dims, as reductions, norms and softmax need them: pairwise or in double, with small temporaries."""
from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

BLOCK = 1 << 16                             # elements that are widened to double at once
RUN = 32                                    # rows that are added in float32 before they meet in double

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

    Small float32 arrays are added in double, large ones pairwise or in short runs in float32 and then in double.
    """
    if values.dtype.kind in "biu":
        return fold(np.add, values, axes, keep, dtype=values.dtype)
    if values.dtype == np.float32 and values.size > BLOCK and axes:
        values = _sums_of_runs(values, max(axes, key=values.shape.__getitem__))
    return fold(np.add, values, axes, keep, dtype=double(values.dtype))


def _sums_of_runs(values: Any, axis: int) -> Any:
    """The sum of float32 along one dim, kept with size 1, in double."""
    # NumPy adds neighbours in memory pairwise, but rows one after another.
    run = BLOCK if values.strides[axis] == values.itemsize else RUN
    before, length, after = values.shape[:axis], values.shape[axis], values.shape[axis + 1:]
    whole = length - length % run
    step = run * max(1, 16 * BLOCK // (run * max(1, math.prod(before + after))))
    result: Any = np.zeros((*before, 1, *after))
    for start in range(0, whole, step):
        block = values[(*[slice(None)] * axis, slice(start, min(start + step, whole)))]
        runs = fold(np.add, block.reshape(*before, -1, run, *after), (axis + 1,))
        result += fold(np.add, runs, (axis,), True, dtype=np.float64)
    if whole < length:
        result += fold(np.add, values[(*[slice(None)] * axis, slice(whole, None))], (axis,), True)
    return result


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
