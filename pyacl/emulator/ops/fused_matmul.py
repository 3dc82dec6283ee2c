"""Products of matrices that do more in the same kernel: an activation or a second operand, a transposed output."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.meta import Tensor
from ..nnop.plan import Plan
from . import checks, cube, special
from .call import Call
from .kinds import FLOATS
from .matmul import matrix, product_shape, product_type, working

_BEFORE_950 = ("910", "310P", "310B", "910B", "910_93")
_HALVES = frozenset((dtypes.FLOAT16, dtypes.BF16))


def _gelu_erf(x: Any, other: Any) -> Any:
    return 0.5 * x * (1 + special.erf(x * np.sqrt(0.5)))


def _gelu_tanh(x: Any, other: Any) -> Any:
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x ** 3)))


@dataclass(frozen=True)
class _Fusion:
    """What fusedOpType chooses.

    formula     of x1 @ x2 + bias, in double, and x3
    most_dims   dims that the matrices may have
    inputs      what they may be
    biased      whether a bias may be given; `binary` whether x3 must be
    """

    formula: Callable[[Any, Any], Any]
    most_dims: int = 2
    inputs: frozenset[int] = _HALVES
    biased: bool = True
    binary: bool = False


_FUSIONS = {
    "": _Fusion(lambda x, other: x, 6, FLOATS),
    "relu": _Fusion(lambda x, other: np.maximum(x, 0), 6, FLOATS),
    "add": _Fusion(np.add, 3, FLOATS, binary=True),
    "mul": _Fusion(np.multiply, 3, FLOATS, binary=True),
    "16cast32": _Fusion(lambda x, other: x),
    "gelu_erf": _Fusion(_gelu_erf, biased=False),
    "gelu_tanh": _Fusion(_gelu_tanh, biased=False),
}


@dataclass(frozen=True)
class FusedMatmul:
    """y = op(x1 @ x2 + bias, x3); FLOAT is multiplied as HFLOAT32 only."""

    names: tuple[str, ...] = ("aclnnFusedMatmul",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, "x1", "x2", "y", "fusedOpType")
        checks.on_part(call, _BEFORE_950)
        first, second, bias, other, out = (call[name] for name in ("x1", "x2", "bias", "x3", "y"))
        fusion = _FUSIONS.get(call["fusedOpType"])
        if fusion is None:
            raise checks.refuse("fusedOpType: expected one of " + ", ".join(map(repr, _FUSIONS))
                                + f", got {call['fusedOpType']!r}")
        if fusion.binary:
            checks.required(call, "x3")
        if bias is not None and not fusion.biased:
            raise checks.refuse(f"bias: expected NULL for {call['fusedOpType']}, got {bias}", checks.NULL)
        other = other if fusion.binary else None
        computed = self._check_dtypes(call, fusion, other)
        rounding = cube.rounding(call, computed)
        if computed == dtypes.FLOAT and call["cubeMathType"] != cube.USE_HF32:
            raise checks.refuse(f"cubeMathType: expected {cube.USE_HF32} for FLOAT, got {call['cubeMathType']}")
        self._check_shapes(call, fusion, other)
        if not out.numel:
            return plan.NOTHING
        inputs = tuple(tensor for tensor in (first, second, bias, other) if tensor is not None)
        plan.check_gathers({name: call[name] for name in ("x1", "x2", "bias", "x3") if call[name] in inputs})

        def kernel(*values: Any) -> None:
            product = np.matmul(*(matrix(value, computed, rounding) for value in values[:2])).astype(np.float64)
            rest = iter(values[2:-1])
            if bias is not None:
                product += working(next(rest), bias.dtype)
            third = None if other is None else working(next(rest), other.dtype)
            result = fusion.formula(product, third).astype(arrays.compute_type(computed))
            values[-1][...] = arrays.convert(result, out.dtype)
        return Plan(kernel, inputs, (out,), plan.workspace(inputs, (out,), computed))

    def _check_dtypes(self, call: Call, fusion: _Fusion, other: Tensor | None) -> int:
        first, out = call["x1"], call["y"]
        for name in ("x1", "x2"):
            checks.dtype_in(name, call[name].dtype, fusion.inputs)
        checks.same_dtype("x2", call["x2"].dtype, "x1", first.dtype)
        if call["bias"] is not None:
            checks.dtype_in("bias", call["bias"].dtype, FLOATS)
        if other is not None:
            checks.same_dtype("x3", other.dtype, "x1", first.dtype)
        expected = dtypes.FLOAT if call["fusedOpType"] == "16cast32" else first.dtype
        checks.same_dtype("y", out.dtype, "the result", expected)
        return int(first.dtype)

    def _check_shapes(self, call: Call, fusion: _Fusion, other: Tensor | None) -> None:
        for name in ("x1", "x2"):
            checks.rank_within(name, call[name], 2, fusion.most_dims)
        shape = product_shape(("x1", "x2"), call["x1"].shape, call["x2"].shape, batches=False)
        checks.same_shape("y", call["y"], shape)
        if call["bias"] is not None:
            checks.rank_within("bias", call["bias"], 1, 2)
            if checks.broadcast({"y": call["y"], "bias": call["bias"]}) != shape:
                raise checks.refuse(f"bias: expected a shape that broadcasts to {list(shape)}, got {call['bias']}")
        if other is not None:
            checks.rank_within("x3", other, 2, 3)
            if len(other.shape) > len(shape) or other.shape[-2:] != shape[-2:] or (
                    len(other.shape) == 3 and other.shape[0] not in (1, shape[0])):
                raise checks.refuse(f"x3: expected the shape of y {list(shape)}, its batch or 1, got "
                                    f"{list(other.shape)}")


@dataclass(frozen=True)
class TransposeBatchMatMul:
    """Batches of x1 @ x2 after permutations, the batch dim of the output in the middle.

    batchSplitFactor cuts the batches into as many groups, each a matrix of (M, batches * N).  With scale the result is
    INT8: scale holds the bits of a float32 for each column.
    """

    names: tuple[str, ...] = ("aclnnTransposeBatchMatMul",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, "x1", "x2", "permX1", "permX2", "permY", "out")
        checks.on_part(call, ("910", "310P", "310B"))
        first, second, scale, out = (call[name] for name in ("x1", "x2", "scale", "out"))
        for name in ("x1", "x2"):
            checks.dtype_in(name, call[name].dtype, FLOATS)
        computed = self._type(call, first, second)
        if call["bias"] is not None:
            raise checks.refuse("bias: expected NULL, it is reserved")
        self._check_scale(call, first, scale)
        checks.same_dtype("out", out.dtype, "the result", computed if scale is None else dtypes.INT8)
        rounding = cube.rounding(call, computed, cube.USE_HF32)
        perms = self._check_perms(call)
        self._check_shapes(call, perms, scale)
        split = call["batchSplitFactor"]
        if not out.numel:
            return plan.NOTHING
        inputs = (first, second) if scale is None else (first, second, scale)
        plan.check_gathers({name: call[name] for name in ("x1", "x2", "scale") if call[name] is not None})

        def kernel(left: Any, right: Any, *rest: Any) -> None:
            product = np.matmul(*(matrix(array.transpose(perm), computed, rounding)
                                  for array, perm in zip((left, right), perms, strict=True)))
            batch, rows, columns = product.shape
            if scale is not None:
                product = _quantized(product, rest[0].reshape(batch, 1, columns))
            grouped = product.reshape(split, batch // split, rows, columns).transpose(0, 2, 1, 3)
            if scale is None and split == 1:
                grouped = grouped[0]
            rest[-1][...] = arrays.convert(grouped, out.dtype).reshape(out.shape)
        return Plan(kernel, inputs, (out,), plan.workspace(inputs, (out,), computed))

    def _type(self, call: Call, first: Tensor, second: Tensor) -> int:
        if first.dtype != second.dtype and dtypes.BF16 in (first.dtype, second.dtype):
            raise checks.refuse(f"x1 and x2: {dtypes.name(first.dtype)} and {dtypes.name(second.dtype)} cannot be "
                                "promoted to a common type")
        return product_type(call, ("x1", "x2"), first, second)

    def _check_scale(self, call: Call, first: Tensor, scale: Tensor | None) -> None:
        if scale is None:
            return
        checks.dtype_in("scale", scale.dtype, {dtypes.INT64, dtypes.UINT64})
        checks.same_dtype("x1", first.dtype, "scale demands", dtypes.FLOAT16)
        if call["batchSplitFactor"] != 1:
            raise checks.refuse(f"batchSplitFactor: expected 1 with scale, got {call['batchSplitFactor']}")

    def _check_perms(self, call: Call) -> tuple[tuple[int, ...], tuple[int, ...]]:
        found = []
        for name, allowed in (("permX1", ((0, 1, 2), (1, 0, 2))), ("permX2", ((0, 1, 2), (0, 2, 1))),
                              ("permY", ((1, 0, 2),))):
            if call[name].values not in allowed:
                raise checks.refuse(f"{name}: expected {' or '.join(str(list(perm)) for perm in allowed)}, got "
                                    f"{list(call[name].values)}")
            found.append(call[name].values)
        return found[0], found[1]

    def _check_shapes(self, call: Call, perms: tuple[tuple[int, ...], tuple[int, ...]], scale: Tensor | None) -> None:
        first, second = call["x1"], call["x2"]
        for name in ("x1", "x2"):
            checks.rank_is(name, call[name], 3)
        left, right = (tuple(tensor.shape[place] for place in perm)
                       for tensor, perm in zip((first, second), perms, strict=True))
        batch, rows, columns = product_shape(("x1", "x2"), left, right, batches=False)
        split = call["batchSplitFactor"]
        if not 1 <= split <= max(batch, 1) or batch % split:
            raise checks.refuse(f"batchSplitFactor: expected a divisor of {batch}, got {split}")
        self._check_limits(call, left, columns, perms, scale)
        if scale is not None:
            checks.same_shape("scale", scale, (batch * columns,))
            expected = (rows, 1, batch * columns)
        else:
            expected = (rows, batch, columns) if split == 1 else (split, rows, batch * columns // split)
        checks.same_shape("out", call["out"], expected)

    def _check_limits(self, call: Call, left: tuple[int, ...], columns: int,
                      perms: tuple[tuple[int, ...], tuple[int, ...]], scale: Tensor | None) -> None:
        """What the 910B and its kin ask besides."""
        if call.profile.soc.generation == "950":
            return
        batch, _, depth = left
        plain = scale is None and call["batchSplitFactor"] == 1 and perms[0] == (1, 0, 2)
        if batch >= 65536 or columns >= 65536:
            raise checks.refuse(f"x1 and x2: expected fewer than 65536 batches and columns, got {batch} and {columns}")
        if perms[0] == (0, 1, 2) and depth > 65535:
            raise checks.refuse(f"x1: expected at most 65535 elements to sum over, got {depth}")
        if not plain and (perms[1] == (0, 2, 1) or (perms[0] == (1, 0, 2) and batch * depth > 65535)):
            raise checks.refuse("permX1: expected [1, 0, 2] without scale and batchSplitFactor for x1 "
                                f"{list(call['x1'].shape)} and permX2 {list(perms[1])}")
        if scale is not None and batch * columns >= 65536:
            raise checks.refuse(f"scale: expected fewer than 65536 columns in all batches, got {batch * columns}")


def _quantized(product: Any, scale: Any) -> Any:
    """Times the float32 in the low half of each scale, rounded half to even, within int8."""
    factors = (scale.astype(np.uint64) & np.uint64(0xFFFFFFFF)).astype(np.uint32).view(np.float32)
    return np.clip(np.rint(product * factors), -128, 127).astype(np.int8)


TABLE = (FusedMatmul(), TransposeBatchMatMul())
