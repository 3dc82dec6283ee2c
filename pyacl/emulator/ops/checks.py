"""The checks of phase 1, each of which refuses with what was expected and what came."""
from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from .._profile import Soc
from .._registry import Refusal
from ..nnop import dtypes
from ..nnop.meta import Tensor
from . import promotion
from .call import Call
from .kinds import OTHERS, Kinds

NULL, INVALID, INNER, INNER_NULL, TILING, NO_KERNEL = 161001, 161002, 561000, 561103, 561002, 561003
MAX_RANK = 8                                    # of most operators (N-SHP-4)
PARAMETER, SHAPES = "EZ1001", "EZ1007"


def refuse(text: str, code: int = INVALID, token: str = PARAMETER) -> Refusal:
    """The refusal of a call; `token` is the class of its message."""
    return Refusal(code, text, token=token, layer="aclnn")


def required(call: Call, *names: str) -> None:
    """What must not be NULL: 161001."""
    for name in names:
        if call[name] is None:
            raise refuse(f"{name} is NULL, but it is required", NULL)


def members(call: Call, name: str, code: int = NULL) -> dict[str, Tensor]:
    """The tensors of a list by name and place, of which none may be NULL; the list must not be empty."""
    found = {f"{name}[{place}]": item for place, item in enumerate(call[name].items)}
    if not found:
        raise refuse(f"{name}: expected at least one tensor, got an empty list")
    for label, item in found.items():
        if item is None:
            raise refuse(f"{label} is NULL, but it is required", code)
    return found


def on_part(call: Call, lacking: Collection[str], code: int = NO_KERNEL) -> None:
    """The page of an operator names the parts that have it: 561003 elsewhere."""
    if call.profile.soc.generation in lacking:
        raise refuse(f"{call.operator}: {call.profile.soc.name} has no kernel of it", code, "EZ9999")


def supported(soc: Soc, kinds: Kinds) -> frozenset[int]:
    """The data types that a part has among those of a page: no BF16 before the 910B."""
    if isinstance(kinds, Mapping):
        kinds = kinds.get(soc.generation, kinds[OTHERS])
    return frozenset(kinds) - (frozenset() if soc.bfloat16 else {dtypes.BF16})


def dtype_in(name: str, dtype: int, allowed: Collection[int]) -> None:
    if dtype not in allowed:
        listing = ", ".join(dtypes.name(number) for number in sorted(allowed))
        raise refuse(f"{name}: expected one of {listing}, got {dtypes.name(dtype)}")


def has_values(name: str, dtype: int) -> None:
    """561003 for a type that the emulator can move, but not compute with: NumPy and ml_dtypes have no such numbers."""
    if not dtypes.DTYPES[dtype].twin:
        raise refuse(f"{name}: the emulator cannot convert {dtypes.name(dtype)}", NO_KERNEL, "EZ9999")


def public_formats(call: Call) -> None:
    """No tensor may have a private format (N-FMT-3)."""
    for name, value in call.arguments.items():
        if isinstance(value, Tensor) and value.private:
            raise refuse(f"{name}: expected a public format, got {value.format}")


def same_dtype(name: str, dtype: int, other: str, expected: int, code: int = INVALID) -> None:
    if dtype != expected:
        raise refuse(f"{name}: expected {dtypes.name(expected)} as {other}, got {dtypes.name(dtype)}", code)


def same_shape(name: str, tensor: Tensor, expected: tuple[int, ...], code: int = INVALID) -> None:
    if tensor.shape != expected:
        raise refuse(f"{name}: expected shape {list(expected)}, got {list(tensor.shape)}", code)


def contiguous(call: Call, *names: str, code: int = INNER) -> None:
    """Tensors that a page marks as never taken with gaps (N-VIEW-9)."""
    for name in names:
        if call[name] is not None:
            dense(name, call[name], code)


def dense(name: str, tensor: Tensor, code: int = INNER) -> None:
    """One tensor without gaps."""
    if not tensor.contiguous:
        raise refuse(f"{name}: expected a contiguous tensor, got strides {list(tensor.strides)} for shape "
                     f"{list(tensor.shape)}", code)


def not_empty(call: Call, name: str, generations: Collection[str]) -> None:
    """Some operators take no empty tensor, or not on every part."""
    if call.profile.soc.generation in generations and not call[name].numel:
        raise refuse(f"{name}: empty tensors are not supported, got shape {list(call[name].shape)}")


def rank_at_most(name: str, tensor: Tensor, limit: int = MAX_RANK, code: int = INVALID) -> None:
    if len(tensor.shape) > limit:
        raise refuse(f"{name}: expected at most {limit} dims, got {len(tensor.shape)}", code)


def rank_within(name: str, tensor: Tensor, least: int, most: int, code: int = INVALID) -> None:
    if not least <= len(tensor.shape) <= most:
        raise refuse(f"{name}: expected {least} to {most} dims, got shape {list(tensor.shape)}", code)


def rank_is(name: str, tensor: Tensor, rank: int, code: int = INVALID) -> None:
    if len(tensor.shape) != rank:
        raise refuse(f"{name}: expected {rank} dims, got shape {list(tensor.shape)}", code)


def axis(name: str, value: int, rank: int, code: int = INVALID) -> int:
    """A dim counted from either end, as one counted from the first; a 0-d tensor counts as one dim (N-ARG-5)."""
    rank = max(rank, 1)
    if not -rank <= value < rank:
        raise refuse(f"{name}: expected {-rank} to {rank - 1}, got {value}", code)
    return value % rank


def axes(name: str, values: Collection[int], rank: int) -> tuple[int, ...]:
    """Several dims, each of them once; none of them means all."""
    found = sorted(axis(name, value, rank) for value in values)
    if len(set(found)) < len(found):
        raise refuse(f"{name}: expected different dims, got {list(values)}")
    return tuple(found if values else range(rank))


def halved(name: str, tensor: Tensor, axis: int, code: int = INVALID) -> tuple[int, ...]:
    """The shape with half of a dim, which must have an even size."""
    if not tensor.shape or tensor.shape[axis] % 2:
        raise refuse(f"{name}: expected an even size of dim {axis}, got shape {list(tensor.shape)}", code)
    return (*tensor.shape[:axis], tensor.shape[axis] // 2, *tensor.shape[axis + 1:])


def reduced(shape: tuple[int, ...], axes: Collection[int], keep: bool) -> tuple[int, ...]:
    """The shape that is left when dims are reduced; kept dims have size 1."""
    return tuple(1 if place in axes else size for place, size in enumerate(shape) if keep or place not in axes)


def one_element(name: str, tensor: Tensor) -> None:
    """A single result: pages want shape [1], callers bring 0-d as well, and both are copied to (N-SHP-2)."""
    if tensor.shape not in ((), (1,)):
        raise refuse(f"{name}: expected shape [1], got {list(tensor.shape)}")


def broadcast(tensors: Mapping[str, Any]) -> tuple[int, ...]:
    """The shape that operands broadcast to (N-SHP-1)."""
    rank = max(len(tensor.shape) for tensor in tensors.values())
    result: list[int] = []
    for place in range(rank):
        size = 1
        for tensor in tensors.values():
            index = place - rank + len(tensor.shape)
            own = tensor.shape[index] if index >= 0 else 1
            if own != 1 and size not in (1, own):
                shapes = ", ".join(f"{name} {list(tensor.shape)}" for name, tensor in tensors.items())
                raise refuse(f"expected shapes that broadcast, got {shapes}", token=SHAPES)
            size = own if own != 1 else size
        result.append(size)
    return tuple(result)


def castable(what: str, dtype: int, name: str, target: int) -> None:
    """A value of one type must be convertible to another (N-CST-1)."""
    if not promotion.can_cast(dtype, target):
        raise refuse(f"{name}: {what} {dtypes.name(dtype)} cannot be cast to {dtypes.name(target)}")


def promoted(names: str, first: int, second: int, result: int | None) -> int:
    if result is None:
        raise refuse(f"{names}: {dtypes.name(first)} and {dtypes.name(second)} cannot be promoted to a common type")
    return result
