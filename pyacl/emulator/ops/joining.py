"""Tensors joined along a dim, and taken apart."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.dtypes import COMPLEX64, COMPLEX128, FLOAT4_E1M2, FLOAT4_E2M1, FLOAT8_E8M0
from ..nnop.meta import Tensor, product
from ..nnop.plan import Plan
from . import checks, promotion
from .call import Call
from .kinds import FLOATS, LOGICAL, OTHERS, REALS, UNSIGNED, Kinds
from .shapes import BYTE_FLOATS, zero

Shape = tuple[int, ...]
MANY = 32                                          # outputs from which on some parts split fewer types
_FOUR_BITS = frozenset((FLOAT4_E1M2, FLOAT4_E2M1))


@dataclass(frozen=True)
class Join:
    """A row of a list of tensors that meet in one type and are put one behind the other into the output.

    names    C names
    kinds    what the tensors and the output may be
    new      whether they are put along a new dim, else along one that they have
    null     the code for a NULL
    """

    names: tuple[str, ...]
    kinds: Kinds
    new: bool = False
    null: int = checks.NULL

    def plan(self, call: Call) -> Plan:
        for name in ("tensors", "out"):
            if call[name] is None:
                raise checks.refuse(f"{name} is NULL, but it is required", self.null)
        tensors, out = checks.members(call, "tensors", self.null), call["out"]
        allowed = checks.supported(call.profile.soc, self.kinds)
        for name, tensor in (*tensors.items(), ("out", out)):
            checks.dtype_in(name, tensor.dtype, allowed)
            if tensor.private:
                raise checks.refuse(f"{name}: expected a public format, got {tensor.format}")
        met = self._promoted(tensors, out, allowed)
        shape, axis = self._shapes(call, tensors)
        checks.same_shape("out", out, shape)
        if not out.numel:
            return plan.NOTHING
        plan.check_gathers(dict(tensors))
        parts = [tensor for tensor in tensors.values() if tensor.numel]
        return Plan(_Joining(axis, self.new, tuple(part.dtype for part in parts), met, out.dtype), tuple(parts), (out,),
                    plan.workspace(tuple(parts), (out,), met))

    def _promoted(self, tensors: dict[str, Tensor], out: Tensor, allowed: frozenset[int]) -> int:
        found = next(iter(tensors.values())).dtype
        for name, tensor in tensors.items():
            met = checks.promoted(f"{name} and those before", tensor.dtype, found,
                                  promotion.tensor_tensor(tensor.dtype, found))
            if met not in allowed or (tensor.dtype != found and {tensor.dtype, found} & _FOUR_BITS):
                raise checks.refuse(f"{name}: {dtypes.name(tensor.dtype)} cannot be joined with {dtypes.name(found)}")
            found = met
        checks.castable("the promoted type", found, "out", out.dtype)
        for name, tensor in (*tensors.items(), ("out", out)):
            if tensor.dtype != found:
                checks.has_values(name, tensor.dtype)
                checks.has_values("tensors", found)
        return found

    def _shapes(self, call: Call, tensors: dict[str, Tensor]) -> tuple[Shape, int]:
        (first_name, first), *_ = tensors.items()
        most = checks.MAX_RANK - self.new
        checks.rank_within(first_name, first, 1, most)
        axis = checks.axis("dim", call["dim"], len(first.shape) + self.new)
        for name, tensor in tensors.items():
            wanted = first.shape if self.new or len(tensor.shape) != len(first.shape) else (
                *first.shape[:axis], tensor.shape[axis], *first.shape[axis + 1:])
            if tensor.shape != wanted:
                raise checks.refuse(f"{name}: expected shape {list(first.shape)} as {first_name}"
                                    f"{'' if self.new else f', but for dim {axis}'}, got {list(tensor.shape)}")
            if tensor.dtype in _FOUR_BITS and product(tensor.shape[axis:]) % 2:
                raise checks.refuse(f"{name}: expected an even number of elements from dim {axis} on, got shape "
                                    f"{list(tensor.shape)}")
        if self.new:
            return (*first.shape[:axis], len(tensors), *first.shape[axis:]), axis
        size = sum(tensor.shape[axis] for tensor in tensors.values())
        return (*first.shape[:axis], size, *first.shape[axis + 1:]), axis


@dataclass(frozen=True)
class _Joining:
    """Writes each part to its place."""

    axis: int
    new: bool
    own: tuple[int, ...]
    met: int
    target: int

    def __call__(self, *values: Any) -> None:
        *parts, out = values
        place = 0
        lead = (slice(None),) * self.axis
        for part, dtype in zip(parts, self.own, strict=True):
            for step in (self.met, self.target):
                part, dtype = part if dtype == step else arrays.convert(part, step), step
            size = 1 if self.new else part.shape[self.axis]
            out[(*lead, place if self.new else slice(place, place + size))] = part
            place += size


@dataclass(frozen=True)
class ChunkCat:
    """aclnnChunkCat: each tensor in chunks of rows, chunk k of all of them in row k; missing rows are zeros."""

    names: tuple[str, ...] = ("aclnnChunkCat",)
    lacking: tuple[str, ...] = ("910", "310P")

    def plan(self, call: Call) -> Plan:
        checks.required(call, "tensors", "out")
        checks.on_part(call, self.lacking)
        tensors, out, chunks = checks.members(call, "tensors"), call["out"], call["numChunks"]
        (first, one), *_ = tensors.items()
        for name, tensor in tensors.items():
            checks.dtype_in(name, tensor.dtype, FLOATS)
            checks.same_dtype(name, tensor.dtype, first, one.dtype)
            checks.rank_within(name, tensor, 1, checks.MAX_RANK)
        checks.dtype_in("out", out.dtype, FLOATS)
        if dtypes.bits(out.dtype) < dtypes.bits(one.dtype):
            raise checks.refuse(f"out: expected elements as wide as those of tensors, {dtypes.name(one.dtype)}, got "
                                f"{dtypes.name(out.dtype)}")
        checks.public_formats(call)
        if call["dim"] != 0:
            raise checks.refuse(f"dim: expected 0, got {call['dim']}")
        if chunks <= 0:
            raise checks.refuse(f"numChunks: expected a positive number, got {chunks}")
        rows = [-(-tensor.shape[0] // chunks) for tensor in tensors.values()]
        widths = [height * product(tensor.shape[1:]) for height, tensor in zip(rows, tensors.values(), strict=True)]
        checks.same_shape("out", out, (chunks, sum(widths)), checks.INNER_NULL)
        if not out.numel:
            return plan.NOTHING
        plan.check_gathers(dict(tensors))
        parts = [(tensor, width) for tensor, width in zip(tensors.values(), widths, strict=True) if tensor.numel]

        def kernel(*values: Any) -> None:
            *sources, result = values
            zero(result)
            place = 0
            for source, (_, width) in zip(sources, parts, strict=True):
                flat = source.reshape(-1)
                for row in range(-(-flat.size // width)):
                    piece = flat[row * width:(row + 1) * width]
                    result[row, place:place + piece.size] = arrays.convert(piece, out.dtype)
                place += width
        inputs = tuple(tensor for tensor, _ in parts)
        return Plan(kernel, inputs, (out,), plan.workspace(inputs, (out,), one.dtype))


def _equal_pieces(call: Call, size: int) -> list[int]:
    """Pieces of one size, of which the last may be smaller."""
    piece = call["splitSections"]
    if (piece == 0) != (size == 0):
        raise checks.refuse(f"splitSections: expected {'0' if size == 0 else 'a positive number'} for a dim of size "
                            f"{size}, got {piece}")
    return [min(piece, size - start) for start in range(0, size, piece)] if piece else [0]


def _pieces(call: Call, size: int) -> list[int]:
    sizes = list(call["splitSize"].values)
    if sum(sizes) != size or min(sizes, default=0) < 0:
        raise checks.refuse(f"splitSize: expected sizes with the sum {size}, got {sizes}")
    few = {dtypes.DOUBLE, COMPLEX64, COMPLEX128}
    if call.profile.soc.generation != "950" and len(sizes) > MANY and call["self"].dtype in few:
        raise checks.refuse(f"self: {dtypes.name(call['self'].dtype)} is split into at most {MANY} pieces, got "
                            f"{len(sizes)}")
    return sizes


@dataclass(frozen=True)
class Split:
    """A row of a tensor that is taken apart along a dim into a list of tensors.

    pieces   (call, size of the dim) -> sizes of the pieces
    """

    names: tuple[str, ...]
    pieces: Callable[[Call, int], list[int]]
    lacking: tuple[str, ...] = ()

    def plan(self, call: Call) -> Plan:
        checks.required(call, *call.arguments)
        checks.on_part(call, self.lacking)
        source, outs = call["self"], checks.members(call, "out")
        allowed = checks.supported(call.profile.soc, _SPLIT)
        for name, tensor in (("self", source), *outs.items()):
            checks.dtype_in(name, tensor.dtype, allowed)
            checks.rank_within(name, tensor, 1, checks.MAX_RANK)
        checks.public_formats(call)
        axis = checks.axis("dim", call["dim"], len(source.shape))
        sizes = self.pieces(call, source.shape[axis])
        if len(outs) != len(sizes):
            raise checks.refuse(f"out: expected {len(sizes)} tensors, got {len(outs)}")
        for (name, out), size in zip(outs.items(), sizes, strict=True):      # what a copy to the output finds
            checks.same_dtype(name, out.dtype, "self", source.dtype, checks.INNER_NULL)
            checks.same_shape(name, out, (*source.shape[:axis], size, *source.shape[axis + 1:]), checks.INNER_NULL)
        filled = tuple(out for out in outs.values() if out.numel)
        if not filled:
            return plan.NOTHING
        plan.check_gathers({"self": source})

        def kernel(values: Any, *results: Any) -> None:
            ends = np.cumsum([size for size in sizes if size])[:-1]
            for result, piece in zip(results, np.split(values, ends, axis), strict=True):
                result[...] = piece
        return Plan(kernel, (source,), filled, plan.workspace((source,), filled, source.dtype))


_JOINED = REALS | LOGICAL | {COMPLEX64}
_SPLIT = REALS | LOGICAL | UNSIGNED | {COMPLEX64, COMPLEX128}

TABLE = (
    Join(("aclnnCat",), {"950": _JOINED | UNSIGNED | BYTE_FLOATS | _FOUR_BITS | {FLOAT8_E8M0}, OTHERS: _JOINED}),
    Join(("aclnnStack",), _SPLIT, new=True, null=checks.INNER_NULL),
    ChunkCat(),
    Split(("aclnnSplitTensor",), _equal_pieces),
    Split(("aclnnSplitWithSize",), _pieces, lacking=("310P",)),
)
