"""Operators whose output has at each place a formula of the operands there: checks, promotion, broadcast, twins."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.meta import Scalar, Tensor
from ..nnop.plan import Plan
from . import blocks, checks, promotion, scalars
from .call import Call

# What add, sub, mul and div take: all but the larger unsigned types.
ARITHMETIC = frozenset((dtypes.FLOAT, dtypes.FLOAT16, dtypes.BF16, dtypes.DOUBLE, dtypes.INT8, dtypes.INT16,
                        dtypes.INT32, dtypes.INT64, dtypes.UINT8, dtypes.BOOL, dtypes.COMPLEX64, dtypes.COMPLEX128))

Operand = Tensor | Scalar
Names = tuple[str, str, str]


def meet(call: Call, first: Operand, second: Operand, out: int) -> int | None:
    """The usual type that two operands meet in."""
    if isinstance(second, Scalar):
        scalar = second
        return promotion.tensor_scalar(first.dtype, scalar.dtype, call.profile.soc.generation, out,
                                       lambda dtype: _exact(call, scalar, dtype))
    return promotion.tensor_tensor(first.dtype, second.dtype)


def _exact(call: Call, scalar: Scalar, dtype: int) -> bool:
    """The scalar, and alpha if there is one, keep their value in a type (N-PRO-8)."""
    return scalars.exact(scalar, dtype) and ("alpha" not in call or scalars.exact(call["alpha"], dtype))


@dataclass(frozen=True)
class Elementwise:
    """A row of two operands, `self` and `other`, one of which may be a scalar, as the C name's twin decides.

    names       C names: the plain one, in-place and scalar twins
    formula     of `self` and `other`, which alpha multiplies, as arrays of the compute type; a NumPy ufunc writes
                straight into the output where it can
    dtypes      what the tensors may be (less what the part lacks)
    scalars     what the scalar may be; None: whatever meets the tensor's type
    meet        (call, self, other, type of out) -> type that they meet in, None if there is none
    compute     (call, type of self, type of other, type that they meet in) -> type that is computed in
    outputs     what the output may be besides what the result can be cast to; None: anything
    public      whether tensors must have a public format
    swapped     whether `self` and `other` change their places in the formula
    lacking     generations of parts without this operator
    unchecked   what the library does not check: "rank", "promotion" before the 950, "cast" to the output on the 950
    """

    names: tuple[str, ...]
    formula: Callable[..., Any]
    dtypes: frozenset[int] = ARITHMETIC
    scalars: frozenset[int] | None = None
    meet: Callable[[Call, Operand, Operand, int], int | None] = meet
    compute: Callable[[Call, int, int, int], int] = lambda call, first, second, result: result
    outputs: frozenset[int] | None = None
    public: bool = False
    swapped: bool = False
    lacking: tuple[str, ...] = ()
    unchecked: frozenset[str] = field(default_factory=frozenset)

    def plan(self, call: Call) -> Plan:
        checks.required(call, *call.arguments)
        checks.on_part(call, self.lacking)
        names = _names(call)
        first, second, out = (call[name] for name in names)
        self._check_dtypes(call, names, first, second, out)
        if self.public:
            checks.public_formats(call)
        result = self.meet(call, first, second, out.dtype)
        if "promotion" not in self.unchecked or call.profile.soc.generation == "950":
            self._check_result(call, names, first, second, out, result)
        self._check_shapes(names, first, second, out)
        if not first.numel or not _numel(second):
            return plan.NOTHING
        if result is None:
            raise checks.refuse(f"{first} and {second} meet in no type", checks.INNER_NULL, "EZ9999")
        plan.check_gathers(call.operands(*names[:2]))
        computed = self.compute(call, first.dtype, second.dtype, result)
        return self._finish(call, first, second, out, computed)

    # -- checks, in the order of N-PRO-4
    def _check_dtypes(self, call: Call, names: Names, first: Tensor, second: Operand, out: Tensor) -> None:
        allowed = checks.supported(call.profile.soc, self.dtypes)
        checks.dtype_in(names[0], first.dtype, allowed)
        if isinstance(second, Tensor):
            checks.dtype_in(names[1], second.dtype, allowed)
        elif self.scalars is not None:
            checks.dtype_in(names[1], second.dtype, checks.supported(call.profile.soc, self.scalars))
        if self.outputs is not None:
            checks.dtype_in(names[2], out.dtype, checks.supported(call.profile.soc, self.outputs))

    def _check_result(self, call: Call, names: Names, first: Tensor, second: Operand, out: Tensor,
                      result: int | None) -> None:
        found = checks.promoted(f"{names[0]} and {names[1]}", first.dtype, second.dtype, result)
        if "alpha" in call and not promotion.can_scale(call["alpha"].dtype, found):
            raise checks.refuse(f"alpha: expected a type that can be cast to {dtypes.name(found)}, got "
                                f"{dtypes.name(call['alpha'].dtype)}")
        if call.profile.soc.generation == "950":
            checks.dtype_in("the promoted type", found, self.dtypes)
            if "cast" in self.unchecked:
                return
        checks.castable("the promoted type", found, names[2], out.dtype)

    def _check_shapes(self, names: Names, first: Tensor, second: Operand, out: Tensor) -> None:
        tensors = {names[0]: first} | ({names[1]: second} if isinstance(second, Tensor) else {})
        if "rank" not in self.unchecked:
            for name, tensor in tensors.items():
                checks.rank_at_most(name, tensor)
        checks.same_shape(names[2], out, checks.broadcast(tensors))

    # -- the kernel
    def _finish(self, call: Call, first: Tensor, second: Operand, out: Tensor, computed: int) -> Plan:
        kernel = _Kernel(self.formula, computed, out.dtype, *_constants(second, call.arguments.get("alpha"), computed),
                         self.swapped)
        inputs = (first, second) if isinstance(second, Tensor) else (first,)
        return Plan(kernel, inputs, (out,), plan.workspace(inputs, (out,), computed))


def _names(call: Call) -> Names:
    """The parameters of the first operand, always a tensor, of the second, and of the output."""
    first, second = call.self_name, "other"
    if isinstance(call[first], Scalar):
        first, second = second, first
    return first, second, "out" if "out" in call else first


def _numel(operand: Operand) -> int:
    return operand.numel if isinstance(operand, Tensor) else 1


def _constants(second: Operand, alpha: Scalar | None, computed: int) -> tuple[Any, Any]:
    """The scalar operand, rounded to the type that is computed in, and alpha, which is not (None: it is one)."""
    other = None
    if isinstance(second, Scalar):
        other = np.asarray(scalars.converted(second, computed)).astype(arrays.compute_type(computed))
    factor = None
    if alpha is not None:
        factor = scalars.converted(alpha, dtypes.FLOAT if computed in dtypes.HALF else computed)
        factor = None if factor == 1 else np.asarray(factor)
    return other, factor


@dataclass(frozen=True)
class _Kernel:
    """Computes formula(self, other) or formula(self, alpha * other) into an output.

    Operands are cast to the type that is computed in before, and the result is rounded to it before it is cast to the
    output's; a small float is computed as float32 in between.
    """

    formula: Callable[..., Any]
    dtype: int
    out_dtype: int
    other: Any
    alpha: Any
    swapped: bool

    def __call__(self, *values: Any) -> None:
        *operands, out = values
        own = dtypes.twin(self.dtype)
        if self.alpha is None and isinstance(self.formula, np.ufunc) and out.dtype == own == self._compute:
            first, second = self._operands([values.astype(own, copy=False) for values in operands])
            self.formula(first, second, out=out)
        else:
            blocks.each(self._block, operands, [out], own)

    @property
    def _compute(self) -> Any:
        return arrays.compute_type(self.dtype)

    def _operands(self, values: Sequence[Any]) -> tuple[Any, Any]:
        first, second = (*values, self.other) if self.other is not None else values
        return (second, first) if self.swapped else (first, second)

    def _block(self, *values: Any) -> None:
        *operands, out = values
        first, second = self._operands([values.astype(self._compute, copy=False) for values in operands])
        if self.alpha is not None:
            # The product and the sum are rounded once together, as a multiply-add does.
            wide = np.dtype(np.float64) if self._compute == np.float32 else self._compute
            first, second = first.astype(wide, copy=False), second.astype(wide, copy=False) * self.alpha.astype(wide)
        result = self.formula(first, second).astype(self._compute, copy=False)
        out[...] = arrays.convert(arrays.convert(result, self.dtype), self.out_dtype)
