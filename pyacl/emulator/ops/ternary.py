"""Formulas of three tensors, or of two and a scalar."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import dtypes, plan
from ..nnop.dtypes import BOOL, DOUBLE, FLOAT, FLOAT16, INT8, INT32, INT64, UINT8
from ..nnop.meta import Tensor
from ..nnop.plan import Plan
from . import checks, promotion
from .call import Call
from .divisions import trunc_divide
from .kinds import COMPLEX, FLOATS, LOGICAL, REALS, UNSIGNED
from .pointwise import Constant, Kernel, Pointwise, constant_value, own, twins

# -- formulas

def addcmul(x: Any, first: Any, second: Any, value: Any) -> Any:
    return x + value * first * second


def addcdiv(x: Any, first: Any, second: Any, value: Any) -> Any:
    """Whole numbers are divided towards zero."""
    return x + (trunc_divide(value * first, second) if first.dtype.kind == "i" else value * (first / second))


def lerp(start: Any, end: Any, weight: Any) -> Any:
    return start + weight * (end - start)


def _where(condition: Any, x: Any, y: Any) -> Any:
    return np.where(condition != 0, x, y)


def _masked_scale(x: Any, mask: Any, scale: float) -> Any:
    return x * mask * scale


def _scale(x: Any, scale: Any, bias: Any) -> Any:
    return x * scale if bias is None else x * scale + bias


def _addr(x: Any, row: Any, column: Any, beta: Any, alpha: Any) -> Any:
    return beta * x + alpha * (row * column)


# -- rows of shapes of their own

@dataclass(frozen=True)
class Outer:
    """beta * self + alpha * outer product of two vectors; a NULL scalar is 1."""

    names: tuple[str, ...]
    inputs: frozenset[int]
    lacking: tuple[str, ...]

    def plan(self, call: Call) -> Plan:
        inputs = {name: call[name] for name in (call.self_name, "vec1", "vec2")}
        out: Tensor = call[call.out_name]
        checks.required(call, *inputs, call.out_name)
        checks.on_part(call, self.lacking)
        found = self._check_dtypes(call, inputs, out)
        self._check_shapes(call, inputs, out)
        if not out.numel:
            if call.inplace:
                raise checks.refuse(f"selfRef: empty tensors are not supported, got shape {list(out.shape)}")
            return plan.NOTHING
        plan.check_gathers(inputs)
        factors = tuple(constant_value(call, Constant(name, default=1, operand="scales"), found)
                        for name in ("betaOptional", "alphaOptional"))
        kernel = Kernel(_addr, False, found, found, out.dtype, factors)
        tensors = tuple(inputs.values())
        return Plan(lambda x, first, second, out: kernel(x, first[:, None], second, out), tensors, (out,),
                    plan.workspace(tensors, (out,), found))

    def _check_dtypes(self, call: Call, inputs: Mapping[str, Tensor], out: Tensor) -> int:
        allowed = checks.supported(call.profile.soc, self.inputs)
        found = inputs[call.self_name].dtype
        for name, tensor in inputs.items():
            checks.dtype_in(name, tensor.dtype, allowed)
            found = checks.promoted(f"{call.self_name} and {name}", found, tensor.dtype,
                                    promotion.tensor_tensor(found, tensor.dtype))
        checks.dtype_in(call.out_name, out.dtype, allowed)
        checks.castable("the promoted type", found, call.out_name, out.dtype)
        for name in ("betaOptional", "alphaOptional"):
            scalar = call[name]
            if scalar is None:
                continue
            checks.dtype_in(name, scalar.dtype, allowed)
            if scalar.dtype == BOOL and any(tensor.dtype != BOOL for tensor in inputs.values()):
                raise checks.refuse(f"{name}: a BOOL is for BOOL tensors, got {dtypes.name(found)}")
            if dtypes.is_floating(scalar.dtype) and not dtypes.is_floating(found):
                raise checks.refuse(f"{name}: expected no float for {dtypes.name(found)} tensors, got "
                                    f"{dtypes.name(scalar.dtype)}")
        return found

    @staticmethod
    def _check_shapes(call: Call, inputs: Mapping[str, Tensor], out: Tensor) -> None:
        name = call.self_name
        checks.rank_within(name, inputs[name], 2 if call.inplace else 0, 2)
        checks.rank_is("vec1", inputs["vec1"], 1)
        checks.rank_is("vec2", inputs["vec2"], 1)
        product = (*inputs["vec1"].shape, *inputs["vec2"].shape)
        own = (1,) * (2 - len(inputs[name].shape)) + inputs[name].shape
        if any(size not in (1, wanted) for size, wanted in zip(own, product, strict=True)):
            raise checks.refuse(f"{name}: expected a shape that broadcasts to {list(product)}, got "
                                f"{list(inputs[name].shape)}", token=checks.SHAPES)
        checks.same_shape(call.out_name, out, product)


@dataclass(frozen=True)
class ScaleAlong:
    """x * scale + bias, the latter two along some dims of x, from `axis` on."""

    names: tuple[str, ...]
    lacking: tuple[str, ...]

    def plan(self, call: Call) -> Plan:
        checks.required(call, "x", "scale", "y")
        checks.on_part(call, self.lacking)
        inputs = {name: call[name] for name in ("x", "scale", "bias") if call[name] is not None}
        x, scale, bias, out = (call[name] for name in ("x", "scale", "bias", "y"))
        checks.dtype_in("x", x.dtype, checks.supported(call.profile.soc, FLOATS))
        if bias is not None:
            checks.same_dtype("bias", bias.dtype, "scale", scale.dtype)
        checks.same_dtype("scale", scale.dtype, "x", x.dtype)
        checks.same_dtype("y", out.dtype, "x", x.dtype)
        checks.same_shape("y", out, x.shape)
        if bias is not None:
            checks.same_shape("bias", bias, scale.shape)
        checks.rank_at_most("x", x)
        checks.rank_at_most("scale", scale)
        behind = self._dims_behind(call, x, scale)
        if not out.numel:
            return plan.NOTHING
        plan.check_gathers(inputs)
        kernel = Kernel(_scale, False, x.dtype, x.dtype, x.dtype, () if bias is not None else (None,))
        tensors = tuple(inputs.values())
        place = (Ellipsis, *(None,) * behind)
        return Plan(lambda x, *rest: kernel(x, *(along[place] for along in rest[:-1]), rest[-1]), tensors, (out,),
                    plan.workspace(tensors, (out,), x.dtype))

    @staticmethod
    def _dims_behind(call: Call, x: Tensor, scale: Tensor) -> int:
        """How many dims of x come after those that the scale goes along."""
        rank = len(x.shape)
        axis = checks.axis("axis", call["axis"], rank)
        count = len(scale.shape)
        if call["scaleFromBlob"]:
            count = call["numAxes"]
            if count < -1:
                raise checks.refuse(f"numAxes: expected at least -1, got {count}")
            if count == 0:
                checks.same_shape("scale", scale, (1,))
                return 0
            count = rank - axis if count == -1 else count
        if axis + count > rank:
            raise checks.refuse(f"axis {axis} and {count} dims from there are more than the {rank} dims of x")
        checks.same_shape("scale", scale, x.shape[axis:axis + count])
        return rank - axis - count


def _meeting(names: tuple[str, ...], formula: Any, inputs: frozenset[int]) -> Pointwise:
    return Pointwise(names, formula, inputs, meet="promote", meets=inputs, broadcast=True, compute=own, result=own,
                     lacking=_310P, constants=(Constant("value", dtypes=inputs, operand="scales"),))


_310P, _ONLY_950 = ("310P",), ("910", "310P", "910B", "910_93")
_CHOSEN = REALS | COMPLEX | LOGICAL | UNSIGNED

TABLE = (
    _meeting(twins("Addcmul"), addcmul, REALS | {INT8, INT32, INT64, UINT8}),
    _meeting(twins("Addcdiv"), addcdiv, REALS | {INT64}),
    Pointwise(twins("Lerp"), lerp, FLOATS, broadcast=True, output="same"),
    Pointwise(twins("Lerps"), lerp, FLOATS, FLOATS | {DOUBLE}, broadcast=True, inplace=FLOATS, lacking=_310P,
              constants=(Constant("weight", operand="scales"),)),
    Pointwise(("aclnnSWhere",), _where, {BOOL, UINT8}, _CHOSEN, meet="promote", broadcast=True, exact=True,
              compute=own, result=own, apart=frozenset(("condition",)), also={"self": _CHOSEN, "other": _CHOSEN}),
    Pointwise(("aclnnMaskedScale",), _masked_scale, FLOATS, apart=frozenset(("mask",)), output="same",
              also={"mask": {UINT8, INT8, FLOAT16, FLOAT}}, constants=(Constant("scale"),), lacking=_ONLY_950),
    Outer(twins("Addr"), REALS | LOGICAL, _310P),
    ScaleAlong(("aclnnScale",), ("910",)),
)
