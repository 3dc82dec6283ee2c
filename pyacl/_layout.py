"""Shapes, strides and offsets as plain numbers: what a view of a piece of memory covers.  All of it in elements.

Nothing here knows of C or of NumPy; the rules are NumPy's, less what a descriptor cannot say: strides are never
negative (N-TEN-2).
"""
from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Sequence
from typing import Any

MAX_RANK = 25                    # dims beyond are dropped in silence (N-TEN-8)
INT64_MAX = 2**63 - 1
CACHED = 4096                    # entries of a cache by shape, after which it starts again
Shape = tuple[int, ...]


def shown(value: Any) -> str:
    """A value for an error text, never too long."""
    try:
        text = repr(value)
    except ValueError:                                           # Python refuses to print very long integers
        return f"a very large {type(value).__name__}"
    return text if len(text) <= 100 else text[:97] + "..."


def is_bool(value: Any) -> bool:
    """Whether a value is a bool of Python or NumPy."""
    return isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") == "b"


def integer(value: Any, what: str) -> int:
    """Anything that is an integer (NumPy's too) as a Python int; TypeError for bool, float and the rest."""
    if value.__class__ is int:
        return int(value)
    if not is_bool(value):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise TypeError(f"{what}: expected an integer, not {shown(value)} ({type(value).__name__})")


def natural(value: Any, what: str) -> int:
    """An integer from 0 to 2**63 - 1; ValueError beyond."""
    number = integer(value, what)
    if not 0 <= number <= INT64_MAX:
        raise ValueError(f"{what}: {shown(number)} is {'negative' if number < 0 else 'more than an int64 holds'}")
    return number


def naturals(values: Any, what: str) -> Shape:
    """Dims or strides: a sequence of integers, or one integer, as NumPy takes a shape."""
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{what}: expected a sequence of integers, not {shown(values)}")
    try:
        listed = tuple(values)
    except TypeError:
        listed = (values,)
    if len(listed) > MAX_RANK:
        raise ValueError(f"{what}: {len(listed)} dimensions, a tensor has at most {MAX_RANK}")
    if all(value.__class__ is int and 0 <= value <= INT64_MAX for value in listed):
        return listed
    return tuple(natural(value, f"{what}[{axis}]") for axis, value in enumerate(listed))


def row_major(shape: Shape) -> Shape:
    """Strides without gaps, the last axis fastest; a dim of 0 counts as 1."""
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= size or 1
    if step > INT64_MAX:
        raise ValueError(f"shape {shape}: more elements than an int64 counts")
    return tuple(reversed(strides))


def is_row_major(shape: Shape, strides: Shape) -> bool:
    """Whether the elements lie side by side in order; strides of dims of size 1 do not matter."""
    step = 1
    for size, stride in zip(reversed(shape), reversed(strides), strict=True):
        if size == 0:
            return True
        if size != 1 and stride != step:
            return False
        step *= size
    return True


def span(shape: Shape, strides: Shape) -> int:
    """Number of elements from the first to the last that a view touches, those in between included; 0 if empty."""
    if 0 in shape:
        return 0
    return 1 + sum((size - 1) * stride for size, stride in zip(shape, strides, strict=True))


dense: dict[Shape, tuple[Shape, int]] = {}


def dense_of(shape: Shape) -> tuple[Shape, int]:
    """Row-major strides and the number of elements of a shape; kept in `dense`."""
    strides = row_major(shape)
    if len(dense) >= CACHED:
        dense.clear()
    found = dense[shape] = strides, span(shape, strides)
    return found


def strides_of(strides: Any, shape: Shape) -> Shape:
    """Strides as given for a shape; ValueError if their number is another."""
    steps = naturals(strides, "strides")
    if len(steps) != len(shape):
        raise ValueError(f"{len(steps)} strides for {len(shape)} dimensions: strides {steps}, shape {shape}")
    return steps


def index(shape: Shape, strides: Shape, offset: int, key: Any) -> tuple[Shape, Shape, int]:
    """Basic indexing as in NumPy: integers, slices, Ellipsis and None -> shape, strides and offset of the view.

    Raises IndexError for an index out of range or too many of them, ValueError for a slice that runs backwards over
    more than one element, TypeError for masks and arrays (advanced indexing makes copies).
    """
    keys = list(key) if isinstance(key, tuple) else [key]
    used = sum(1 for item in keys if item is not None and item is not Ellipsis)
    if used > len(shape):
        raise IndexError(f"too many indices: the tensor has {len(shape)} dimensions, but {used} were indexed")
    dots = [place for place, item in enumerate(keys) if item is Ellipsis]
    if len(dots) > 1:
        raise IndexError("an index has at most one Ellipsis ('...')")
    place = dots[0] if dots else len(keys)
    keys[place:place + 1] = [slice(None)] * (len(shape) - used)

    dims: list[int] = []
    steps: list[int] = []
    start, axis = offset, 0
    for item in keys:
        if item is None:
            dims.append(1)
            steps.append(0)
            continue
        size, stride = shape[axis], strides[axis]
        if isinstance(item, slice):
            first, count, step = _slice(item, size, axis)
            dims.append(count)
            steps.append(stride * step)
            start += first * stride
        else:
            start += _position(item, size, axis) * stride
        axis += 1
    # An empty view points at nothing, so it stays where it surely is inside.
    return tuple(dims), tuple(steps), offset if 0 in dims else start


def _slice(item: slice, size: int, axis: int) -> tuple[int, int, int]:
    """First position, number of elements and step."""
    first, stop, step = item.indices(size)
    count = len(range(first, stop, step))
    if count <= 1:
        return (first if count else 0), count, 1
    if step < 0:
        raise ValueError(f"axis {axis}: step {step} makes a negative stride, which no aclTensor has; reverse it on the "
                         "device with aclnnFlip, or on the host with numpy()")
    return first, count, step


def _position(item: Any, size: int, axis: int) -> int:
    if is_bool(item) or not hasattr(item, "__index__"):
        raise TypeError(f"a tensor is indexed with integers, slices, ... and None, not with {type(item).__name__} "
                        "(masks and arrays of indices make copies: use numpy() or an operator)")
    try:
        position = operator.index(item)
    except TypeError:
        raise TypeError(f"a tensor is indexed with integers, slices, ... and None, not with "
                        f"{type(item).__name__}") from None
    if not -size <= position < size:
        raise IndexError(f"index {shown(position)} is out of bounds for axis {axis} with size {size}")
    return position + size if position < 0 else position


def complete(shape: Sequence[Any], count: int) -> Shape:
    """A wanted shape with its one -1 replaced, for `count` elements; ValueError if it does not fit."""
    wanted = [integer(size, f"shape[{axis}]") for axis, size in enumerate(shape)]
    known = math.prod(size for size in wanted if size != -1)
    if wanted.count(-1) == 1 and known > 0 and count % known == 0:
        wanted[wanted.index(-1)] = count // known
    if min(wanted, default=0) < 0 or math.prod(wanted) != count or len(wanted) > MAX_RANK:
        raise ValueError(f"cannot reshape {count} elements into shape {shown(tuple(shape))}")
    return tuple(wanted)


def reshape(shape: Shape, strides: Shape, wanted: Shape) -> Shape | None:
    """Strides of the same elements under another shape; None if that takes a copy.

    Axes are matched in groups of equal size from the left.  A group can be regrouped if its old axes are one run.
    """
    if 0 in shape:
        return row_major(wanted)
    old = [(size, stride) for size, stride in zip(shape, strides, strict=True) if size != 1]
    result: list[int] = []
    place = axis = 0
    while axis < len(wanted):
        if wanted[axis] == 1:
            result.append(0)
            axis += 1
            continue
        group, last = [old[place]], axis + 1
        have, want = old[place][0], wanted[axis]
        while have != want:
            if have < want:
                place += 1
                group.append(old[place])
                have *= old[place][0]
            else:
                want *= wanted[last]
                last += 1
        place += 1
        for (_, outer), (size, inner) in itertools.pairwise(group):
            if outer != size * inner:
                return None
        step = group[-1][1]
        steps = []
        for size in reversed(wanted[axis:last]):
            steps.append(step)
            step *= size
        result += reversed(steps)
        axis = last
    return tuple(result)


def reinterpret(shape: Shape, strides: Shape, offset: int, old: int, new: int) -> tuple[Shape, Shape, int]:
    """The same memory as elements of `new` instead of `old` bits: the last axis is divided or multiplied."""
    if old == new:
        return shape, strides, offset
    if not shape:
        raise ValueError(f"a 0-d tensor of {old} bits cannot be viewed as {new} bits")
    if shape[-1] != 1 and strides[-1] != 1 and 0 not in shape:
        raise ValueError(f"to view elements of {old} bits as {new} bits the last axis must be without gaps "
                         f"(its stride is {strides[-1]})")
    total = shape[-1] * old
    outer = [stride * old if size > 1 else 0 for size, stride in zip(shape[:-1], strides[:-1], strict=True)]
    if total % new or offset * old % new or any(step % new for step in outer):
        raise ValueError(f"shape {shape}, strides {strides}, offset {offset} of {old} bits do not divide into elements "
                         f"of {new} bits")
    return (*shape[:-1], total // new), (*(step // new for step in outer), 1), offset * old // new
