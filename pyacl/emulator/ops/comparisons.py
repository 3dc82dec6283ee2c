"""Comparisons and logical operators: 1 or 0 for each element, in whatever type the output has."""
from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import arrays, plan
from ..nnop.dtypes import BOOL, UINT16, UINT32, UINT64
from ..nnop.meta import Tensor
from ..nnop.plan import Plan
from . import blocks, checks, promotion
from .call import Call
from .kinds import ANY, COMPLEX, FLOATS, ORDERED, OTHERS, REALS, UNSIGNED, Kinds
from .pointwise import Constant, Pointwise, own, twins


def _truth(dtype: int) -> int:
    """The result of every row here."""
    return BOOL


# -- formulas

def is_close(x: Any, y: Any, rtol: float, atol: float, nan_is_close: bool) -> Any:
    near, far = x.astype(np.float64, copy=False), y.astype(np.float64, copy=False)
    close = (np.abs(near - far) <= atol + rtol * np.abs(far)) & np.isfinite(far) & np.isfinite(near)
    both = np.isnan(near) & np.isnan(far) & nan_is_close
    return (x == y) | close | both


def _is_in(x: Any, y: Any, _unique: bool, invert: bool) -> Any:
    return (x == y) != invert


# -- rows

def _row(names: tuple[str, ...], formula: Any, inputs: Kinds, outputs: Kinds | None = None, **rest: Any) -> Pointwise:
    """A row whose operands meet in a type in which they are compared."""
    return Pointwise(names, formula, inputs, outputs, **{
        "meet": "promote", "broadcast": True, "exact": True, "compute": own, "result": _truth, **rest})


def _compares(name: str, formula: Any, inputs: Kinds, outputs: Kinds, lacking: tuple[str, ...] = (),
              kinds: tuple[str, ...] = ("Tensor", "Scalar"), **rest: Any) -> Pointwise:
    """One comparison: with a tensor, with a scalar, and each in place."""
    names = tuple(f"aclnn{inplace}{name}{kind}" for inplace in ("", "Inplace") for kind in kinds)
    return _row(names, formula, inputs, outputs, lacking=lacking, inplace=inputs, constants=(
        Constant("other", operand="promotes", dtypes=inputs),), **rest)


# What the pages list: equality, of more types on the 950 and the 910; order, of real types; and less-equal, of fewer.
_EQUAL = {"950": ANY | {UINT64}, "910": ANY | {UINT32, UINT64}, OTHERS: ANY}
_EQUAL_OUT = {"950": ANY | UNSIGNED, OTHERS: ANY}
_DIFFERENT = {"950": ANY | {UINT64}, OTHERS: ANY}
_COMPARED = ORDERED | UNSIGNED
_COMPARED_OUT = _COMPARED | COMPLEX
_LESS_EQUAL = {"950": ORDERED | {UINT16, UINT64}, OTHERS: ORDERED | {UINT16}}
_OR_OUT = {"950": ANY | UNSIGNED, OTHERS: ANY}
_IN = {"910": ORDERED | {UINT16}, OTHERS: ANY | {UINT16}}
_IN_ATTRIBUTES = (Constant("assumeUnique"), Constant("invert"))
_310P, _910 = ("310P",), ("910",)


def _check_in_place(call: Call) -> None:
    """Of all comparisons only this one, in place with a tensor, takes no empty ones."""
    if call.inplace and isinstance(call["other"], Tensor) and not call["selfRef"].numel:
        raise checks.refuse(f"selfRef: empty tensors are not supported, got shape {list(call['selfRef'].shape)}")


def _check_is_inf(call: Call) -> None:
    checks.contiguous(call, "out")
    checks.rank_at_most("x", call["x"], code=checks.TILING)


@dataclass(frozen=True)
class Same:
    """Whether two tensors hold the same, as one number.

    inputs     what both may be
    promotes   whether they meet in a type, else they have one
    shapes     whether another shape is just another value, else it is refused
    out        type and shape of the output
    answers    the number if they differ, if they are the same
    same       of two blocks of one shape: where they hold the same
    """

    names: tuple[str, ...]
    inputs: Kinds
    promotes: bool
    shapes: bool
    out: tuple[int, tuple[int, ...]]
    answers: tuple[int, int]
    same: Any
    lacking: tuple[str, ...] = ()

    def plan(self, call: Call) -> Plan:
        checks.required(call, *call.arguments)
        checks.on_part(call, self.lacking)
        (name, first), (other, second), (out_name, out) = call.arguments.items()
        allowed = checks.supported(call.profile.soc, self.inputs)
        checks.dtype_in(name, first.dtype, allowed)
        checks.dtype_in(other, second.dtype, allowed)
        if self.promotes:
            computed = checks.promoted(f"{name} and {other}", first.dtype, second.dtype,
                                       promotion.tensor_tensor(first.dtype, second.dtype))
            checks.dtype_in("the promoted type", computed, allowed)
        else:
            checks.same_dtype(other, second.dtype, name, first.dtype)
            computed = first.dtype
        checks.dtype_in(out_name, out.dtype, {self.out[0]})
        checks.rank_at_most(name, first)
        checks.rank_at_most(other, second)
        if not self.shapes:
            checks.same_shape(other, second, first.shape)
        checks.same_shape(out_name, out, self.out[1])
        plan.check_gathers(call.operands(name, other))
        kernel = _SameKernel(self.same, computed, self.answers)
        return Plan(kernel, (first, second), (out,), plan.workspace((first, second), (), computed))


@dataclass(frozen=True)
class _SameKernel:
    same: Any
    computed: int
    answers: tuple[int, int]

    def __call__(self, first: Any, second: Any, out: Any) -> None:
        found = first.shape == second.shape

        def look(x: Any, y: Any) -> None:
            nonlocal found
            found = found and bool(self.same(x, y).all())
        if found and first.size:
            blocks.each(look, [first, second], [], arrays.compute_type(self.computed))
        out[...] = self.answers[found]


def _equal_or_nan(x: Any, y: Any) -> Any:
    return (x == y) | ((x != x) & (y != y))


TABLE = (
    _compares("Eq", np.equal, _EQUAL, _EQUAL_OUT, _310P, check=_check_in_place),
    _compares("Ne", np.not_equal, ANY | {UINT64}, ANY | UNSIGNED, _310P, ("Tensor",)),
    _compares("Ne", np.not_equal, _DIFFERENT, _EQUAL_OUT, _310P, ("Scalar",)),
    _compares("Lt", np.less, _COMPARED, _COMPARED_OUT, _310P),
    _compares("Le", np.less_equal, _LESS_EQUAL, _COMPARED_OUT),
    _compares("Gt", np.greater, _COMPARED, _COMPARED_OUT),
    _compares("Ge", np.greater_equal, _COMPARED, _COMPARED_OUT),
    _row(twins("LogicalAnd"), np.logical_and, ANY),
    _row(twins("LogicalOr"), np.logical_or, ANY, _OR_OUT, inplace=ANY),
    _row(("aclnnLogicalXor",), np.logical_xor, ANY),
    _row(twins("LogicalNot"), np.logical_not, ORDERED),
    _row(("aclnnIsClose",), is_close, ORDERED, {BOOL}, meet="same", constants=(
        Constant("rtol"), Constant("atol"), Constant("equalNan"))),
    _row(("aclnnIsInTensorScalar",), _is_in, _IN, {BOOL}, lacking=_310P, constants=(
        Constant("testElement", operand="promotes"), *_IN_ATTRIBUTES)),
    _row(("aclnnIsInScalarTensor",), _is_in, _IN, {BOOL}, lacking=("310P", "950"), constants=(
        Constant("element", operand="promotes", dtypes=_IN), *_IN_ATTRIBUTES)),
    _row(("aclnnIsFinite",), np.isfinite, REALS, {BOOL}, lacking=_310P),
    # Alone here it refuses too many dims only when it is tiled.
    _row(("aclnnIsInf",), np.isinf, ORDERED, {BOOL}, lacking=_910, max_rank=sys.maxsize, check=_check_is_inf),
    _row(("aclnnIsPosInf",), lambda x: x == np.inf, REALS, {BOOL}, lacking=_910),
    _row(("aclnnIsNegInf",), lambda x: x == -np.inf, REALS, {BOOL}, lacking=_910),
    Same(("aclnnEqual",), ORDERED | UNSIGNED, True, True, (BOOL, (1,)), (0, 1), np.equal),
    # The status of a comparison for silent errors: nan is the same as nan.
    Same(("aclnnPrecisionCompare",), FLOATS, False, False, (UINT32, ()), (503, 0), _equal_or_nan,
         lacking=("910", "310P")),
)
