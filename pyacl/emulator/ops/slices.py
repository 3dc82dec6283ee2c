"""Slices of a tensor, as NumPy indices, from the parameters of the operators that take or write them."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import checks
from .call import Call

Index = tuple[Any, ...]


def along(call: Call, names: Mapping[str, str], shape: tuple[int, ...]) -> Index:
    """Slices along some dims, with starts and ends beyond a dim clamped as Python does.

    names   what the parameters "dim", "start", "end" and "step" are called; each is a number, or an array of one for
            each dim.  "dim" may be NULL or missing: the first ones
    """
    given = {role: _numbers(call.arguments.get(name)) for role, name in names.items()}
    starts, ends, steps = (given[role] or () for role in ("start", "end", "step"))
    dims = given["dim"] if given["dim"] is not None else tuple(range(len(starts)))
    if not len(dims) == len(starts) == len(ends) == len(steps):
        raise checks.refuse(f"{', '.join(names.values())}: expected as many of each, got {len(dims)}, {len(starts)}, "
                            f"{len(ends)} and {len(steps)}")
    axes = [checks.axis(names["dim"], dim, len(shape)) for dim in dims]
    if len(set(axes)) < len(axes):
        raise checks.refuse(f"{names['dim']}: expected different dims, got {list(dims)}")
    if min(steps, default=1) <= 0:
        raise checks.refuse(f"{names['step']}: expected positive steps, got {list(steps)}")
    index = [slice(None)] * len(shape)
    for axis, start, end, step in zip(axes, starts, ends, steps, strict=True):
        index[axis] = slice(*slice(start, end, step).indices(shape[axis]))
    return tuple(index)


def _numbers(value: Any) -> tuple[int, ...] | None:
    return value if value is None else (value,) if isinstance(value, int) else value.values


def masked(call: Call, shape: tuple[int, ...]) -> Index:
    """The index of a slice with masks: in place k of begin, end and strides bit k of a mask says

    beginMask, endMask   the slice has no start, no end
    ellipsisMask         the place stands for all dims that no other place names; one bit at most
    newAxisMask          a new dim of size 1
    shrinkAxisMask       one element, and the dim is gone
    """
    begins, ends, steps = (call[name].values for name in ("begin", "end", "strides"))
    if not len(begins) == len(ends) == len(steps):
        raise checks.refuse(f"begin, end, strides: expected as many of each, got {len(begins)}, {len(ends)} and "
                            f"{len(steps)}")
    if 0 in steps:
        raise checks.refuse(f"strides: expected no 0, got {list(steps)}")
    masks = {name: call[f"{name}Mask"] for name in ("begin", "end", "ellipsis", "newAxis", "shrinkAxis")}

    def has(name: str, place: int) -> bool:
        return bool(masks[name] >> place & 1)
    if bin(masks["ellipsis"] & (2 ** 64 - 1)).count("1") > 1:
        raise checks.refuse(f"ellipsisMask: expected one bit at most, got {masks['ellipsis']:#x}")
    named = sum(not has("newAxis", place) and not has("ellipsis", place) for place in range(len(begins)))
    if named > len(shape):
        raise checks.refuse(f"begin: expected places for at most {len(shape)} dims, got {named}")
    index: list[Any] = []
    dim = 0
    for place, (begin, end, step) in enumerate(zip(begins, ends, steps, strict=True)):
        if has("ellipsis", place):
            index.append(Ellipsis)
            dim += len(shape) - named
        elif has("newAxis", place):
            index.append(None)
        elif has("shrinkAxis", place):
            if step < 0:
                raise checks.refuse(f"strides: expected a positive one at place {place} of shrinkAxisMask, got {step}")
            start = 0 if has("begin", place) else begin
            if not -shape[dim] <= start < shape[dim]:
                raise checks.refuse(f"begin: expected {-shape[dim]} to {shape[dim] - 1} at place {place}, got {start}")
            index.append(start)
            dim += 1
        else:
            index.append(slice(None if has("begin", place) else begin, None if has("end", place) else end, step))
            dim += 1
    return tuple(index)


def shape_of(shape: tuple[int, ...], index: Index) -> tuple[int, ...]:
    """The shape of what an index takes from a tensor."""
    result: list[int] = []
    sizes, rest = list(shape), len(shape) - sum(part is not None and part is not Ellipsis for part in index)
    for part in index:
        if part is None:
            result.append(1)
        elif part is Ellipsis:
            result += sizes[:rest]
            del sizes[:rest]
        elif isinstance(part, slice):
            result.append(len(range(*part.indices(sizes.pop(0)))))
        else:
            sizes.pop(0)
    return (*result, *sizes)
