"""Products of vectors, and the sums of products that an equation describes."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.plan import Plan
from . import checks, promotion, sums
from .call import Call
from .kinds import COMPLEX, FLOATS, LOGICAL, OTHERS, REALS, UNSIGNED, only_on
from .matmul import matrix, working

_EQUATIONS = {"abcd,abced->abce": (4, 5), "a,b->ab": (1, 1)}               # ranks of the two tensors


@dataclass(frozen=True)
class Dot:
    """The sum of the products of two vectors, floats in double, whole numbers wrapping."""

    names: tuple[str, ...] = ("aclnnDot",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, *call.arguments)
        checks.on_part(call, ("310B",))
        first, second, out = call["self"], call["tensor"], call["out"]
        kinds = FLOATS | {dtypes.INT8, dtypes.INT32, dtypes.UINT8}
        checks.dtype_in("self", first.dtype, checks.supported(call.profile.soc, kinds))
        for name in ("tensor", "out"):
            checks.same_dtype(name, call[name].dtype, "self", first.dtype)
        checks.rank_is("self", first, 1)
        checks.same_shape("tensor", second, first.shape)
        checks.rank_is("out", out, 0)
        plan.check_gathers(call.operands("self", "tensor"))

        def kernel(left: Any, right: Any, result: Any) -> None:
            if left.dtype.kind in "iu":
                result[...] = np.add.reduce(left * right, dtype=left.dtype)
            else:
                found = sums.total_of(np.multiply, (0,), left, right)
                result[...] = arrays.convert(found[0], first.dtype)
        return Plan(kernel, (first, second), (out,), plan.workspace((first, second), (out,), first.dtype))


@dataclass(frozen=True)
class Ger:
    """The outer product of two vectors."""

    names: tuple[str, ...] = ("aclnnGer",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, *call.arguments)
        checks.on_part(call, ("310P", "310B"))
        first, second, out = call["self"], call["vec2"], call["out"]
        known = REALS | LOGICAL | COMPLEX
        kinds = checks.supported(call.profile.soc, only_on("950", known, known - {dtypes.BF16}))
        for name in ("self", "vec2", "out"):
            checks.dtype_in(name, call[name].dtype, kinds)
        result = checks.promoted("self and vec2", first.dtype, second.dtype,
                                 promotion.tensor_tensor(first.dtype, second.dtype))
        checks.castable("the promoted type", result, "out", out.dtype)
        checks.rank_is("self", first, 1)
        checks.rank_is("vec2", second, 1)
        checks.same_shape("out", out, (*first.shape, *second.shape))
        if not out.numel:
            return plan.NOTHING
        plan.check_gathers(call.operands("self", "vec2"))

        def kernel(left: Any, right: Any, table: Any) -> None:
            rows, columns = working(left, result)[:, None], working(right, result)
            if table.dtype == rows.dtype:
                np.multiply(rows, columns, out=table)
            else:
                table[...] = arrays.convert(arrays.convert(rows * columns, result), out.dtype)
        return Plan(kernel, (first, second), (out,), plan.workspace((first, second), (out,), result))


@dataclass(frozen=True)
class Einsum:
    """The two equations that the library knows, spelled exactly so."""

    names: tuple[str, ...] = ("aclnnEinsum",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, "tensors", "output")
        checks.on_part(call, ("910", "310B"))
        equation, out = call["equation"], call["output"]
        if equation not in _EQUATIONS:
            raise checks.refuse(f"equation: expected one of {', '.join(_EQUATIONS)}, got {equation!r}")
        tensors = tuple(call["tensors"].items)
        if len(tensors) != 2 or None in tensors:
            raise checks.refuse(f"tensors: expected two tensors, got {len(tensors)}")
        first, second = tensors
        whole = UNSIGNED | {dtypes.INT16, dtypes.INT32, dtypes.INT64, dtypes.FLOAT16}
        kinds = checks.supported(call.profile.soc, {"310P": whole, OTHERS: whole | {dtypes.FLOAT}})
        named = {"tensors[0]": first, "tensors[1]": second, "output": out}
        for name, tensor in named.items():
            checks.dtype_in(name, tensor.dtype, kinds)
            checks.same_dtype(name, tensor.dtype, "tensors[0]", first.dtype)
        for name, tensor, rank in zip(named, tensors, _EQUATIONS[equation], strict=False):
            checks.rank_is(name, tensor, rank)
        if equation == "a,b->ab":
            shape: tuple[int, ...] = (*first.shape, *second.shape)
        else:
            checks.same_shape("tensors[1]", second, (*first.shape[:3], second.shape[3], first.shape[3]))
            shape = second.shape[:4]
        checks.same_shape("output", out, shape)
        for name, tensor in named.items():
            if not tensor.numel:
                raise checks.refuse(f"{name}: expected elements, got shape {list(tensor.shape)}")
        plan.check_gathers({name: named[name] for name in ("tensors[0]", "tensors[1]")})

        def kernel(left: Any, right: Any, result: Any) -> None:
            if equation == "a,b->ab":
                found = working(left, first.dtype)[:, None] * working(right, first.dtype)
            else:
                found = np.matmul(matrix(right, first.dtype), working(left, first.dtype)[..., None])[..., 0]
            result[...] = arrays.convert(found, out.dtype)
        return Plan(kernel, tensors, (out,), plan.workspace(tensors, (out,), first.dtype))


TABLE = (Dot(), Ger(), Einsum())
