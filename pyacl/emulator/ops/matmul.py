"""Products of matrices, batches of them, and vectors, with and without something that is added."""
from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.dtypes import is_floating
from ..nnop.meta import Scalar, Tensor
from ..nnop.plan import Plan
from . import checks, cube, promotion, scalars, sums
from .call import Call
from .kinds import FLOATS, ORDERED, WHOLE, Kinds

Shape = tuple[int, ...]
_FACTORS = frozenset((dtypes.FLOAT, dtypes.FLOAT16, dtypes.DOUBLE)) | WHOLE


def product_shape(names: tuple[str, str], first: Shape, second: Shape, batches: bool = True) -> Shape:
    """The shape of a matrix product; a vector is a row on the left and a column on the right (N-CUB-4).

    batches     whether batch dims broadcast
    """
    left, right = first if len(first) > 1 else (1, *first), second if len(second) > 1 else (*second, 1)
    found = f"got {list(first)} and {list(second)}"
    if left[-1] != right[-2]:
        raise checks.refuse(f"{' and '.join(names)}: expected equal sizes to sum over, {found}", token=checks.SHAPES)
    if not batches and left[:-2] != right[:-2]:
        raise checks.refuse(f"{' and '.join(names)}: expected equal batch dims, {found}", token=checks.SHAPES)
    try:
        batch = np.broadcast_shapes(left[:-2], right[:-2])
    except ValueError:
        raise checks.refuse(f"{' and '.join(names)}: expected batch dims that broadcast, {found}",
                            token=checks.SHAPES) from None
    return (*batch, *left[-2:-1][:len(first) > 1], *right[-1:][:len(second) > 1])


def product_type(call: Call, names: tuple[str, str], first: Tensor, second: Tensor) -> int:
    """The type that two operands meet in; the 910B and its kin do not mix BF16 with others (N-CUB-4)."""
    found = checks.promoted(" and ".join(names), first.dtype, second.dtype,
                            promotion.tensor_tensor(first.dtype, second.dtype))
    mixed = first.dtype != second.dtype and dtypes.BF16 in (first.dtype, second.dtype)
    if mixed and call.profile.soc.generation in ("910B", "910_93"):
        raise checks.refuse(f"{' and '.join(names)}: {dtypes.name(first.dtype)} and {dtypes.name(second.dtype)} "
                            f"cannot be promoted to a common type on {call.profile.soc.name}")
    return found


@dataclass(frozen=True)
class MatrixProduct:
    """A row: out = beta * addend + alpha * (first @ second), the addend and the factors only if there is one.

    A factor of 0 drops what it multiplies, and nan with it.  Batch dims broadcast, but not in place.

    names       C names
    operands    names of the matrices
    ranks       their least and most dims
    addend      name of the addend, which an in-place twin writes ("selfRef")
    dtypes      what tensors may be; `outputs` what the output may be
    factors     what the types of alpha and beta may be
    most        largest cubeMathType; `lenient` and `everywhere` as in cube.rounding
    whole       whether the 950 adds 16-bit types with USE_FP32_ADD only if the addend needs no broadcast
    summed      whether the products of a batch are added up
    like_self   whether the output has the type of the addend
    empty_alike whether the addend is empty exactly if the product is
    same        whether all tensors have one type
    """

    names: tuple[str, ...]
    operands: tuple[str, str] = ("self", "mat2")
    ranks: tuple[tuple[int, int], tuple[int, int]] = ((2, 2), (2, 2))
    addend: str = ""
    dtypes: Kinds = FLOATS
    outputs: Kinds = FLOATS
    factors: Kinds = _FACTORS
    most: int = cube.USE_FP32_ADD
    lenient: bool = False
    everywhere: bool = True
    whole: bool = False
    summed: bool = False
    like_self: bool = False
    empty_alike: bool = False
    same: bool = False
    lacking: tuple[str, ...] = ("310B",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, *call.arguments)
        checks.on_part(call, self.lacking)
        first, second = (call[name] for name in self.operands)
        addend_name = "selfRef" if self.addend and call.inplace else self.addend
        addend = call[addend_name] if addend_name else None
        out = call[call.out_name]
        computed = self._check_dtypes(call, first, second, addend_name, out)
        shape = self._check_shapes(call, first, second, addend_name, out)
        rounding = self._rounding(call, first, second, addend, shape)
        self._check_empty(addend_name, addend, shape)
        if not out.numel:
            return plan.NOTHING
        alpha, beta = (_number(call.arguments.get(name)) for name in ("alpha", "beta"))
        inputs = tuple(tensor for tensor in (addend, first, second) if tensor is not None)
        plan.check_gathers(call.operands(*self.operands, *([addend_name] if addend_name else [])))
        kernel = _Multiply(computed, out.dtype, rounding, self._transposed(call), alpha, beta, addend is not None,
                           self.summed)
        return Plan(kernel, inputs, (out,), plan.workspace(inputs, (out,), computed))

    def _check_dtypes(self, call: Call, first: Tensor, second: Tensor, addend: str, out: Tensor) -> int:
        """Returns the type that everything meets in."""
        names = [name for name in (addend, *self.operands) if name]
        for name in names:
            checks.dtype_in(name, call[name].dtype, checks.supported(call.profile.soc, self.dtypes))
            if self.same:
                checks.same_dtype(name, call[name].dtype, names[0], call[names[0]].dtype)
        result = product_type(call, self.operands, first, second)
        if addend:
            tensor = call[addend]
            result = checks.promoted(f"{addend} and the product", tensor.dtype, result,
                                     promotion.tensor_tensor(tensor.dtype, result))
        for name in ("alpha", "beta"):
            if isinstance(call.arguments.get(name), Scalar):
                checks.dtype_in(name, call[name].dtype, checks.supported(call.profile.soc, self.factors))
                result = _with_factor(result, call[name].dtype)
        if self.same or self.like_self:
            checks.same_dtype(call.out_name, out.dtype, names[0], call[names[0]].dtype)
        else:
            checks.dtype_in(call.out_name, out.dtype, checks.supported(call.profile.soc, self.outputs))
            checks.castable("the promoted type", result, call.out_name, out.dtype)
        return result

    def _check_shapes(self, call: Call, first: Tensor, second: Tensor, addend: str, out: Tensor) -> Shape:
        """Returns the shape of the product."""
        for name, (least, most) in zip(self.operands, self.ranks, strict=True):
            checks.rank_within(name, call[name], least, most)
        left, right = (tensor.shape[::-1] if turn else tensor.shape
                       for tensor, turn in zip((first, second), self._transposed(call), strict=True))
        shape = product_shape(self.operands, left, right, not call.inplace)
        shape = shape[1:] if self.summed else shape
        if addend and not _broadcasts(call[addend].shape, shape):
            raise checks.refuse(f"{addend}: expected a shape that broadcasts to {list(shape)}, got "
                                f"{list(call[addend].shape)}", token=checks.SHAPES)
        if shape:
            checks.same_shape(call.out_name, out, shape)
        else:
            checks.one_element(call.out_name, out)
        return shape

    def _check_empty(self, name: str, addend: Tensor | None, shape: Shape) -> None:
        if self.empty_alike and addend is not None and (addend.numel == 0) != (0 in shape):
            raise checks.refuse(f"{name}: expected to be empty exactly if the product is, got shape "
                                f"{list(addend.shape)} for {list(shape)}")

    def _rounding(self, call: Call, first: Tensor, second: Tensor, addend: Tensor | None,
                  shape: Shape) -> cube.Rounding | None:
        dtype = product_type(call, self.operands, first, second)
        found = cube.rounding(call, dtype, self.most, self.lenient, self.everywhere)
        spread = self.whole and addend is not None and addend.shape != shape
        if spread and dtype in dtypes.HALF and call["cubeMathType"] == cube.USE_FP32_ADD and (
                call.profile.soc.generation == "950"):
            raise checks.refuse(f"cubeMathType: expected {self.addend} of shape {list(shape)} for "
                                f"{cube.USE_FP32_ADD}, got {addend}")
        return None if len(first.shape) == len(second.shape) == 1 else found              # N-CUB-2

    def _transposed(self, call: Call) -> tuple[bool, bool]:
        return bool(call.arguments.get("transA", 0)), bool(call.arguments.get("transB", 0))


def _broadcasts(shape: Shape, target: Shape) -> bool:
    try:
        return np.broadcast_shapes(shape, target) == target
    except ValueError:
        return False


def _with_factor(dtype: int, factor: int) -> int:
    """A factor of a higher kind lifts whole numbers and bool."""
    if is_floating(dtype) or (dtype != dtypes.BOOL and not is_floating(factor)):
        return dtype
    found = promotion.tensor_tensor(dtype, factor)
    return dtype if found is None else found


def _number(factor: Any) -> Any:
    """alpha or beta as a Python number; 1 if the operator has none."""
    if factor is None:
        return 1
    return scalars.value(factor).item() if isinstance(factor, Scalar) else factor


@dataclass(frozen=True)
class _Multiply:
    """Products of small floats are summed in float32, which a FLOAT output gets as it is; whole numbers wrap."""

    dtype: int
    out_dtype: int
    rounding: cube.Rounding | None
    transposed: tuple[bool, bool]
    alpha: Any
    beta: Any
    addend: bool
    summed: bool

    def __call__(self, *values: Any) -> None:
        out = values[-1]
        first, second = (matrix(array.T if turn else array, self.dtype, self.rounding)
                         for array, turn in zip(values[-3:-1], self.transposed, strict=True))
        if not self.addend and out.dtype == first.dtype:
            np.matmul(first, second, out=out.reshape(()) if first.ndim == second.ndim == 1 else out)
            return
        result = self._product(first, second, out.shape)
        if self.addend and self.beta:
            added = np.broadcast_to(values[0], out.shape)
            for index in sums.blocks(out.shape):
                piece = working(added[index], self.dtype)
                result[index] += piece if self.beta == 1 else piece * piece.dtype.type(self.beta)
        out[...] = arrays.convert(result, self.out_dtype)

    def _product(self, first: Any, second: Any, shape: Shape) -> Any:
        if not self.alpha:
            return np.zeros(shape, first.dtype)
        result = np.asarray(np.matmul(first, second))
        result = result.sum(0, dtype=result.dtype) if self.summed else result
        if self.alpha != 1:
            result *= result.dtype.type(self.alpha)
        return result.reshape(shape)


def working(array: Any, dtype: int) -> Any:
    """An array in the type in which `dtype` is computed; bool stays itself."""
    values = arrays.convert(array, dtype)
    return values if dtype == dtypes.BOOL else values.astype(arrays.compute_type(dtype), copy=False)


def matrix(array: Any, dtype: int, rounding: cube.Rounding | None = None) -> Any:
    """The same of an operand of a product, rounded, and laid out so that BLAS takes it as it is."""
    values = working(array, dtype)
    values = values if rounding is None else rounding(values)
    if values.ndim > 1 and not (values.flags.c_contiguous or values.swapaxes(-1, -2).flags.c_contiguous):
        values = np.ascontiguousarray(values)
    return values


_THREE = (3, 3)
_of_batches = partial(MatrixProduct, operands=("batch1", "batch2"), ranks=(_THREE, _THREE), addend="self",
                      factors=_FACTORS | {dtypes.BOOL}, lenient=True, like_self=True, empty_alike=True)

TABLE = (
    MatrixProduct(("aclnnMm",)),
    MatrixProduct(("aclnnMatmul",), ranks=((1, 6), (1, 6))),
    MatrixProduct(("aclnnBatchMatMul",), ranks=(_THREE, _THREE), most=cube.USE_HF32, lenient=True),
    MatrixProduct(("aclnnMv",), ("self", "vec"), ((2, 2), (1, 1)), most=cube.USE_HF32, same=True),
    MatrixProduct(("aclnnAddmm", "aclnnInplaceAddmm"), ("mat1", "mat2"), addend="self", everywhere=False,
                  whole=True),
    MatrixProduct(("aclnnAddmv",), ("mat", "vec"), ((2, 2), (1, 1)), "self", ORDERED, ORDERED - {dtypes.BOOL},
                  most=cube.USE_HF32),
    _of_batches(("aclnnAddbmm", "aclnnInplaceAddbmm"), most=cube.USE_HF32, summed=True),
    _of_batches(("aclnnBaddbmm", "aclnnInplaceBaddbmm"), everywhere=False),
    MatrixProduct(("aclnnGemm",), ("A", "B"), addend="C", whole=True),
)
