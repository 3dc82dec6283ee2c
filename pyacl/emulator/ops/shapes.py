"""Operators whose output has the elements of their input at other places: permuted, repeated, sliced, on a diagonal."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import dtypes, plan
from ..nnop.dtypes import COMPLEX32, COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2, HIFLOAT8
from ..nnop.meta import product
from ..nnop.plan import Plan
from . import checks, slices
from .call import Call
from .kinds import FLOATS, LOGICAL, OTHERS, REALS, UNSIGNED, WHOLE, Kinds, only_on

Shape = tuple[int, ...]
Move = Callable[[Any, Any], None]                  # (source, output): writes all of the output
BYTE_FLOATS = frozenset((HIFLOAT8, FLOAT8_E5M2, FLOAT8_E4M3FN))


@dataclass(frozen=True)
class Rearrangement:
    """A row of one tensor whose elements are moved; an in-place twin writes the tensor itself.

    names      C names
    arrange    (call, shape of the source) -> shape of the output, and what writes it; checks the other parameters
    kinds      what the tensors may be
    source     name of the tensor
    ranks      the fewest and the most dims that it may have
    code       for an output of another shape; a copy to the output finds what the page does not list (N-CST-6)
    optional   parameters that may be NULL
    lacking    generations of parts without this operator
    platform   the code that these answer
    """

    names: tuple[str, ...]
    arrange: Callable[[Call, Shape], tuple[Shape, Move]]
    kinds: Kinds
    source: str = "self"
    ranks: tuple[int, int] = (0, checks.MAX_RANK)
    code: int = checks.INVALID
    optional: frozenset[str] = frozenset()
    lacking: tuple[str, ...] = ()
    platform: int = checks.NO_KERNEL

    def plan(self, call: Call) -> Plan:
        checks.required(call, *(name for name in call.arguments if name not in self.optional))
        checks.on_part(call, self.lacking, self.platform)
        name = "selfRef" if call.inplace else self.source
        source, out = call[name], call[call.out_name]
        allowed = checks.supported(call.profile.soc, self.kinds)
        checks.dtype_in(name, source.dtype, allowed)
        checks.dtype_in(call.out_name, out.dtype, allowed)
        checks.same_dtype(call.out_name, out.dtype, name, source.dtype)
        checks.public_formats(call)
        checks.rank_within(name, source, *self.ranks)
        shape, move = self.arrange(call, source.shape)
        checks.same_shape(call.out_name, out, shape, self.code)
        if not out.numel:
            return plan.NOTHING
        inputs = (source,) if source.numel else ()
        plan.check_gathers({name: source})

        def kernel(*values: Any) -> None:
            read = values[0] if inputs else np.zeros(source.shape, values[-1].dtype)
            move(read, values[-1])
        return Plan(kernel, inputs, (out,), plan.workspace(inputs, (out,), source.dtype))


def _view(function: Callable[[Any], Any]) -> Move:
    """The output is what a function makes of the source, best a view."""
    return lambda source, out: np.copyto(out, function(source))


def zero(values: Any) -> None:
    """Fill with zeros, whatever the type."""
    values[...] = np.zeros((), values.dtype)


def _distinct(name: str, values: Sequence[int], rank: int) -> Shape:
    """Dims counted from the first, in the order given, each at most once."""
    found = tuple(checks.axis(name, value, rank) for value in values)
    if len(set(found)) < len(found):
        raise checks.refuse(f"{name}: expected different dims, got {list(values)}")
    return found


# -- permuted and repeated

def _permuted(call: Call, shape: Shape) -> tuple[Shape, Move]:
    dims = _distinct("dims", call["dims"].values, len(shape))
    if len(dims) != len(shape):
        raise checks.refuse(f"dims: expected {len(shape)} dims, got {list(call['dims'].values)}")
    return tuple(shape[dim] for dim in dims), _view(lambda source: source.transpose(dims))


def _expanded(call: Call, shape: Shape) -> tuple[Shape, Move]:
    """-1 keeps no dim, other than in PyTorch."""
    size = call["size"].values
    lead = len(size) - len(shape)
    if lead < 0 or any(own not in (1, wanted) for own, wanted in zip(shape, size[lead:], strict=True)):
        raise checks.refuse(f"size: expected what shape {list(shape)} broadcasts to, got {list(size)}")
    return tuple(size), _view(lambda source: np.broadcast_to(source, size))


def _repeated(call: Call, shape: Shape) -> tuple[Shape, Move]:
    repeats = call["repeats"].values
    lead = len(repeats) - len(shape)
    if lead < 0 or len(repeats) > checks.MAX_RANK or min(repeats, default=0) < 0:
        raise checks.refuse(f"repeats: expected {len(shape)} to {checks.MAX_RANK} numbers of at least 0, got "
                            f"{list(repeats)}")
    most = 4 if repeats[:1] != (1,) else 3
    if sum(repeat != 1 for repeat in repeats) > most:
        raise checks.refuse(f"repeats: expected at most {most} dims to be repeated, got {list(repeats)}",
                            checks.INNER_NULL, "EZ9999")
    own = (*[1] * lead, *shape)
    result = tuple(repeat * size for repeat, size in zip(repeats, own, strict=True))

    def move(source: Any, out: Any) -> None:
        split = [number for pair in zip(repeats, own, strict=True) for number in pair]
        out.reshape(split)[...] = source.reshape([number for size in own for number in (1, size)])
    return result, move


def _flattened(call: Call, shape: Shape) -> tuple[Shape, Move]:
    axis = checks.axis("axis", call["axis"], len(shape))
    result = product(shape[:axis]), product(shape[axis:])
    return result, _view(lambda source: source.reshape(result))


def _flipped(call: Call, shape: Shape) -> tuple[Shape, Move]:
    dims = _distinct("dims", call["dims"].values, len(shape))
    return shape, _view(lambda source: np.flip(source, dims))


def _rolled(call: Call, shape: Shape) -> tuple[Shape, Move]:
    """A dim may come twice; without dims the elements roll as if in one dim."""
    shifts, dims = call["shifts"].values, call["dims"].values if call["dims"] is not None else ()
    if len(shifts) != (len(dims) or 1):
        raise checks.refuse(f"shifts: expected {len(dims) or 1} numbers, got {list(shifts)}")
    axes = tuple(checks.axis("dims", dim, len(shape)) for dim in dims)
    if not axes or not shape:
        return shape, _view(lambda source: np.roll(source, shifts[0]))
    return shape, _view(lambda source: np.roll(source, shifts, axes))


def _shuffled(call: Call, shape: Shape) -> tuple[Shape, Move]:
    """Channel c of group g becomes channel c * groups + g."""
    groups, channels = call["groups"], shape[1]
    if groups <= 0 or channels % groups:
        raise checks.refuse(f"groups: expected a divisor of the {channels} channels of self, got {groups}")
    split = (shape[0], groups, channels // groups, *shape[2:])

    def move(source: Any, out: Any) -> None:
        out.reshape(shape[0], split[2], groups, *shape[2:])[...] = source.reshape(split).swapaxes(1, 2)
    return shape, move


def _reshaped_and_permuted(call: Call, shape: Shape) -> tuple[Shape, Move]:
    """A transpose before or after a reshape."""
    perm, wanted, first = call["perm"].values, call["shape"].values, call["transpose_first"]
    before = shape if first else wanted
    if product(wanted) != product(shape) or min(wanted, default=0) < 0:
        raise checks.refuse(f"shape: expected a shape of {product(shape)} elements, got {list(wanted)}",
                            checks.INNER_NULL, "EZ9999")
    if sorted(perm) != list(range(len(before))):
        raise checks.refuse(f"perm: expected the dims of {list(before)} in some order, got {list(perm)}",
                            checks.INNER_NULL, "EZ9999")
    if first:
        return tuple(wanted), _view(lambda source: source.transpose(perm).reshape(wanted))
    return tuple(wanted[dim] for dim in perm), _view(lambda source: source.reshape(wanted).transpose(perm))


# -- slices

def _sliced(call: Call, shape: Shape) -> tuple[Shape, Move]:
    index = slices.along(call, {"dim": "dim", "start": "start", "end": "end", "step": "step"}, shape)
    return slices.shape_of(shape, index), _view(lambda source: source[index])


def _sliced_along(call: Call, shape: Shape) -> tuple[Shape, Move]:
    index = slices.along(call, {"dim": "axes", "start": "starts", "end": "ends", "step": "steps"}, shape)
    return slices.shape_of(shape, index), _view(lambda source: source[index])


def _sliced_by_masks(call: Call, shape: Shape) -> tuple[Shape, Move]:
    index = slices.masked(call, shape)
    return slices.shape_of(shape, index), _view(lambda source: source[index])


# -- diagonals and triangles

def _diagonal(call: Call, shape: Shape) -> tuple[Shape, Move]:
    """A vector becomes a diagonal, a matrix gives one."""
    offset = call["diagonal"]
    if len(shape) == 1:
        return _onto_diagonal(call, shape)
    rows, columns = shape
    if not -max(rows, 1) < offset < max(columns, 1):
        raise checks.refuse(f"diagonal: expected {1 - rows} to {columns - 1}, got {offset}")
    length = max(0, min(rows + min(offset, 0), columns - max(offset, 0)))
    return (length,), _view(lambda source: source.diagonal(offset))


def _onto_diagonal(call: Call, shape: Shape) -> tuple[Shape, Move]:
    count, offset = product(shape), call["diagonal"]
    size = count + abs(offset)

    def move(source: Any, out: Any) -> None:
        zero(out)
        places = np.arange(count)
        out[places + max(-offset, 0), places + max(offset, 0)] = source.reshape(-1)
    return (size, size), move


def _triangle(lower: bool) -> Callable[[Call, Shape], tuple[Shape, Move]]:
    def arrange(call: Call, shape: Shape) -> tuple[Shape, Move]:
        rows, columns = shape[-2:]
        offset = max(-rows - 1, min(call["diagonal"], columns + 1))

        def move(source: Any, out: Any) -> None:
            kept = np.tri(rows, columns, offset if lower else offset - 1, dtype=bool)
            np.copyto(out, source)
            np.copyto(out, np.zeros((), out.dtype), where=~kept if lower else kept)
        return shape, move
    return arrange


# -- the gradient of windows

@dataclass(frozen=True)
class UnfoldGrad:
    """aclnnUnfoldGrad: each element of windows along a dim is added where the window had it from."""

    names: tuple[str, ...] = ("aclnnUnfoldGrad",)
    lacking: tuple[str, ...] = ("910", "310P")

    def plan(self, call: Call) -> Plan:
        checks.required(call, "gradOut", "inputSizes", "gradIn")
        checks.on_part(call, self.lacking)
        grad, out, sizes = call["gradOut"], call["gradIn"], call["inputSizes"].values
        allowed = checks.supported(call.profile.soc, FLOATS)
        checks.dtype_in("gradOut", grad.dtype, allowed)
        checks.dtype_in("gradIn", out.dtype, allowed)
        checks.same_dtype("gradIn", out.dtype, "gradOut", grad.dtype)
        checks.public_formats(call)
        checks.rank_within("gradOut", grad, 1, checks.MAX_RANK)
        self._check_windows(call, sizes, grad.dtype)
        dim, size, step = call["dim"], call["size"], call["step"]
        windows = (sizes[dim] - size) // step + 1
        checks.same_shape("gradOut", grad, (*sizes[:dim], windows, *sizes[dim + 1:], size), checks.TILING)
        checks.same_shape("gradIn", out, sizes, checks.TILING)
        if not out.numel:
            return plan.NOTHING
        plan.check_gathers({"gradOut": grad})

        def kernel(gradient: Any, result: Any) -> None:
            total = np.zeros(sizes, np.float64)
            along, taken = np.moveaxis(total, dim, -1), np.moveaxis(gradient, dim, -2)
            for place in range(size):
                along[..., place:place + step * windows:step] += taken[..., place].astype(np.float64)
            result[...] = total.astype(result.dtype)
        return Plan(kernel, (grad,), (out,), plan.workspace((grad,), (out,), dtypes.FLOAT))

    @staticmethod
    def _check_windows(call: Call, sizes: Shape, dtype: int) -> None:
        dim, size, step = call["dim"], call["size"], call["step"]
        if not 0 < len(sizes) <= checks.MAX_RANK or not max(0, len(sizes) - 2) <= dim < len(sizes):
            raise checks.refuse(f"dim: expected one of the last two of inputSizes {list(sizes)}, got {dim}",
                                checks.TILING)
        wide = dtype == dtypes.FLOAT
        limit = (49088 if wide else 32720) if dim == len(sizes) - 1 else 88 if wide else 72
        if not 0 < size <= min(limit, sizes[dim]):
            raise checks.refuse(f"size: expected 1 to {min(limit, sizes[dim])}, got {size}", checks.TILING)
        if not 0 < step <= limit:
            raise checks.refuse(f"step: expected 1 to {limit}, got {step}", checks.TILING)


_EXPANDED = (FLOATS | LOGICAL) - {dtypes.INT16}
_ON_DIAGONAL = REALS | LOGICAL | {COMPLEX64}
_TRIANGULAR = only_on("950", REALS | LOGICAL | UNSIGNED | {COMPLEX32, COMPLEX64}, REALS | LOGICAL | UNSIGNED)
_MOVED = REALS | LOGICAL | UNSIGNED | {COMPLEX64, COMPLEX128}
_ROLLED = FLOATS | LOGICAL | {dtypes.UINT32}

TABLE = (
    Rearrangement(("aclnnPermute",), _permuted, {"950": _MOVED | BYTE_FLOATS, "910": _MOVED - {COMPLEX128},
                                              OTHERS: _MOVED}, code=checks.INNER_NULL, lacking=("310P",)),
    Rearrangement(("aclnnExpand",), _expanded, _EXPANDED),
    Rearrangement(("aclnnRepeat",), _repeated, only_on("950", _MOVED | BYTE_FLOATS, _MOVED), code=checks.INNER_NULL),
    Rearrangement(("aclnnFlatten",), _flattened, FLOATS | LOGICAL | UNSIGNED, code=checks.INNER_NULL),
    Rearrangement(("aclnnFlip",), _flipped, REALS | LOGICAL | {COMPLEX64, COMPLEX128}, ranks=(1, 8),
                  lacking=("910", "310P")),
    Rearrangement(("aclnnRoll",), _rolled, only_on("950", _ROLLED | {COMPLEX64}, _ROLLED), "x",
                  optional=frozenset(("dims",))),
    # The page calls the permutation random; it is the usual one.
    Rearrangement(("aclnnChannelShuffle",), _shuffled, REALS | LOGICAL | {COMPLEX64, COMPLEX128}, ranks=(3, 7),
                  lacking=("310P",)),
    Rearrangement(("aclnnConfusionTranspose",), _reshaped_and_permuted, FLOATS | WHOLE | UNSIGNED, "x", (1, 8),
                  checks.INNER_NULL, lacking=("910", "310P", "910B", "910_93")),
    Rearrangement(("aclnnSlice",), _sliced, _EXPANDED, ranks=(1, 8), lacking=("310P",)),
    Rearrangement(("aclnnSliceV2",), _sliced_along, _EXPANDED, ranks=(1, 8), lacking=("310P",)),
    Rearrangement(("aclnnStridedSlice",), _sliced_by_masks,
                  FLOATS | LOGICAL | UNSIGNED | BYTE_FLOATS | {COMPLEX32, COMPLEX64},
                  lacking=("910", "310P", "910B", "910_93"), platform=checks.INVALID),
    Rearrangement(("aclnnDiag",), _diagonal, _ON_DIAGONAL, ranks=(1, 2)),
    Rearrangement(("aclnnDiagFlat",), _onto_diagonal, _ON_DIAGONAL, ranks=(1, 8), code=checks.INNER_NULL,
                  lacking=("950",)),
    Rearrangement(("aclnnTril", "aclnnInplaceTril"), _triangle(lower=True), _TRIANGULAR, ranks=(2, 8),
                  lacking=("310P",)),
    Rearrangement(("aclnnTriu", "aclnnInplaceTriu"), _triangle(lower=False), _TRIANGULAR, ranks=(2, 8)),
    UnfoldGrad(),
)
