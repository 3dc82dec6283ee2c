"""The row of formulas of one element of each of any number of tensors, with constants: unary, binary and ternary
operators, comparisons, activations and their gradients."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.decode import parameters
from ..nnop.dtypes import is_complex, is_floating
from ..nnop.meta import Scalar, Tensor
from ..nnop.plan import Plan
from . import blocks, checks, promotion, scalars
from .call import Call
from .kinds import Kinds


def twins(name: str) -> tuple[str, str]:
    """The C names of an operator and of its in-place twin."""
    return f"aclnn{name}", f"aclnnInplace{name}"


def own(dtype: int) -> int:
    return dtype


def floating(dtype: int) -> int:
    """Whole numbers and bool count as FLOAT."""
    return dtype if is_floating(dtype) or is_complex(dtype) else dtypes.FLOAT


_REAL_OF = {dtypes.COMPLEX32: dtypes.FLOAT16, dtypes.COMPLEX64: dtypes.FLOAT, dtypes.COMPLEX128: dtypes.DOUBLE}


def real(dtype: int) -> int:
    """The type of the parts of a complex number."""
    return _REAL_OF.get(dtype, dtype)


@dataclass(frozen=True)
class Constant:
    """A parameter that is one number (or a text) for all elements.  Where it is a tensor in another of the row's
    operators, it is an operand like the others there.

    rule       what the page demands of the value, for the message; `holds` checks it
    dtypes     what a scalar may be; None: what can be cast to the type that is computed in
    default    what a NULL means; None: it is refused
    operand    "promotes": a scalar takes part in promotion; "converts": it becomes what the tensors meet in;
               "scales": it can be cast to that, but is not rounded to a half
    optional   whether a NULL is handed to the formula as None
    bounded    whether the value of an operand must be within the range of the type that it becomes
    """

    name: str
    rule: str = ""
    holds: Callable[[Any], bool] = lambda value: True
    dtypes: Kinds | None = None
    default: Any = None
    operand: Literal["", "promotes", "converts", "scales"] = ""
    optional: bool = False
    bounded: bool = False


def one_of(name: str, *values: Any) -> Constant:
    """A constant with a few values."""
    return Constant(name, f"one of {', '.join(map(repr, values))}", lambda value: value in values)


@cache
def _tensors(operator: str) -> tuple[str, ...]:
    return tuple(parameter.name for parameter in parameters(operator) if parameter.kind is Tensor)


@dataclass(frozen=True)
class Pointwise:
    """A row.  An in-place twin reads and writes its first tensor; else the last tensor is the output.

    names       C names
    formula     of the tensors, in the order of the C parameters, and then the constants.  A NumPy ufunc works in the
                type that is computed in and writes straight into the output; a function gets whole numbers as they
                are, others as float64 or complex128, or with `exact` in the type itself, and is rounded once
    into        whether the formula is exact and takes `out`, as ufuncs do
    kinds       other formulas for arrays of some kinds (`dtype.kind`)
    inputs      what the tensors may be
    outputs     what the output may be; None: as the inputs
    output      "same": the output has the type of the result; "cast": one that the result can be cast to
    meet        "same": several tensors have one type; "promote": they meet in one; "output": they can all be cast to
                the output's
    meets       what they may meet in; None: anything
    apart       tensors that take no part in that
    broadcast   whether they broadcast, else they have one shape
    compute     type that the tensors meet in -> type that is computed in
    result      the same -> type of the result
    inplace     what the in-place twin takes; None: inputs that are also outputs
    also        what tensors other than the first may be, where that differs
    constants   the other parameters
    values      constants that are no parameters; a function gets the call
    null_check  another check of what may be NULL
    check       another check of the page
    optional    tensors that may be NULL, None for the formula
    idle        tensors that are neither read nor written
    empty       whether empty tensors are taken
    max_rank    dims that a tensor may have
    lacking     generations of parts without this operator
    """

    names: tuple[str, ...]
    formula: Callable[..., Any]
    inputs: Kinds
    outputs: Kinds | None = None
    output: Literal["same", "cast"] = "cast"
    meet: Literal["same", "promote", "output"] = "same"
    meets: Kinds | None = None
    apart: frozenset[str] = frozenset()
    broadcast: bool = False
    exact: bool = False
    into: bool = False
    kinds: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    compute: Callable[[int], int] = floating
    result: Callable[[int], int] = floating
    inplace: Kinds | None = None
    also: Mapping[str, Kinds] = field(default_factory=dict)
    constants: tuple[Constant, ...] = ()
    values: tuple[Any, ...] = ()
    null_check: Callable[[Call], None] | None = None
    check: Callable[[Call], None] | None = None
    optional: frozenset[str] = frozenset()
    idle: frozenset[str] = frozenset()
    empty: bool = True
    max_rank: int = checks.MAX_RANK
    lacking: tuple[str, ...] = ()

    def plan(self, call: Call) -> Plan:
        tensors = [name for name in _tensors(call.operator) if name not in self.idle]
        inplace = call.operator.startswith("aclnnInplace")
        out_name, names = (tensors[0], tensors) if inplace else (tensors[-1], tensors[:-1])
        self._check_null(call, names, out_name)
        checks.on_part(call, self.lacking)
        inputs = {name: call[name] for name in names if call[name] is not None}
        out: Tensor = call[out_name]
        self._check_dtypes(call, inputs, out_name, out, inplace)
        promoted = self._promoted(call, inputs, out)
        computed, result = self.compute(promoted), self.result(promoted)
        self._check_result(result, out_name, out)
        checks.public_formats(call)
        self._check_shapes(inputs, out_name, out)
        constants = [constant_value(call, constant, computed) for constant in self._scalars(call)]
        if self.check is not None:
            self.check(call)
        if not out.numel:
            if not self.empty:
                raise checks.refuse(f"{out_name}: empty tensors are not supported, got shape {list(out.shape)}")
            return plan.NOTHING
        plan.check_gathers(inputs)
        absent = tuple(call[name] is None for name in names)
        values = (value(call) if callable(value) else value for value in self.values)
        formula = self.kinds.get(compute_dtype(computed).kind, self.formula)
        kernel = Kernel(formula, self.exact, computed, result, out.dtype, (*constants, *values), absent,
                        self.into and formula is self.formula)
        read = tuple(inputs.values())
        return Plan(kernel, read, (out,), plan.workspace(read, (out,), computed))

    def _scalars(self, call: Call) -> list[Constant]:
        """The constants that are none of this operator's tensors."""
        tensors = _tensors(call.operator)
        return [constant for constant in self.constants if constant.name not in tensors]

    # -- checks, in the order of N-PRO-4
    def _check_null(self, call: Call, names: list[str], out_name: str) -> None:
        needed = {*names, out_name} - self.optional
        needed |= {constant.name for constant in self._scalars(call)
                   if constant.default is None and not constant.optional}
        checks.required(call, *(name for name in call.arguments if name in needed))
        if self.null_check is not None:
            self.null_check(call)

    def _check_dtypes(self, call: Call, inputs: dict[str, Tensor], out_name: str, out: Tensor, inplace: bool) -> None:
        soc = call.profile.soc
        allowed = checks.supported(soc, self.inputs)
        also = {name: checks.supported(soc, listed) for name, listed in self.also.items()}
        outputs = checks.supported(soc, self.inputs if self.outputs is None else self.outputs)
        if inplace:
            allowed = allowed & outputs if self.inplace is None else checks.supported(soc, self.inplace)
            outputs = allowed
        for name, tensor in inputs.items():
            checks.dtype_in(name, tensor.dtype, also.get(name, allowed))
        checks.dtype_in(out_name, out.dtype, outputs)
        for constant in self._scalars(call):
            scalar = call[constant.name]
            if constant.dtypes is not None and isinstance(scalar, Scalar):
                checks.dtype_in(constant.name, scalar.dtype, checks.supported(soc, constant.dtypes))

    def _promoted(self, call: Call, inputs: dict[str, Tensor], out: Tensor) -> int:
        (first, tensor), *others = (item for item in inputs.items() if item[0] not in self.apart)
        found = out.dtype if self.meet == "output" else tensor.dtype
        for name, other in others if self.meet != "output" else inputs.items():
            if self.meet == "output":
                checks.castable("its type", other.dtype, name, found)
            elif self.meet == "same":
                checks.same_dtype(name, other.dtype, first, found)
            else:
                met = promotion.tensor_tensor(found, other.dtype)
                found = checks.promoted(f"{first} and {name}", found, other.dtype, met)
        for constant in self._scalars(call):
            scalar = call[constant.name]
            if constant.operand == "promotes" and scalar is not None:
                found = self._met(call, first, found, constant.name, scalar, out)
        if self.meets is not None:
            checks.dtype_in("the promoted type", found, checks.supported(call.profile.soc, self.meets))
        return found

    @staticmethod
    def _met(call: Call, first: str, dtype: int, name: str, scalar: Scalar, out: Tensor) -> int:
        met = promotion.tensor_scalar(dtype, scalar.dtype, call.profile.soc.generation, out.dtype,
                                      lambda target: scalars.exact(scalar, target))
        return checks.promoted(f"{first} and {name}", dtype, scalar.dtype, met)

    def _check_result(self, result: int, out_name: str, out: Tensor) -> None:
        if self.output == "same":
            checks.same_dtype(out_name, out.dtype, "the result", result)
        else:
            checks.castable("the result", result, out_name, out.dtype)

    def _check_shapes(self, inputs: dict[str, Tensor], out_name: str, out: Tensor) -> None:
        for name, tensor in (*inputs.items(), (out_name, out)):
            checks.rank_at_most(name, tensor, self.max_rank)
        if self.broadcast:
            expected = checks.broadcast(inputs)
        else:
            expected = next(iter(inputs.values())).shape
            for name, tensor in inputs.items():
                checks.same_shape(name, tensor, expected)
        checks.same_shape(out_name, out, expected)


def constant_value(call: Call, constant: Constant, computed: int) -> Any:
    """The checked value of a constant: of a scalar that is an operand in the type that is computed in, of another in
    DOUBLE if that is computed in, else in FLOAT."""
    given = call[constant.name]
    if given is None:
        return constant.default
    if isinstance(given, Scalar):
        target = _target(constant, computed)
        if constant.operand in ("", "scales"):
            checks.castable("the scalar's type", given.dtype, constant.name, target)
        scalar, given = given, scalars.converted(given, target).item()
        if constant.bounded and not scalars.within(scalar, target):
            raise checks.refuse(f"{constant.name}: expected a value within the range of {dtypes.name(target)}, got "
                                f"{scalars.value(scalar)}")
    if not constant.holds(given):
        raise checks.refuse(f"{constant.name}: expected {constant.rule}, got {given!r}")
    return given


def _target(constant: Constant, computed: int) -> int:
    """The type in which the value of a scalar is read."""
    if constant.operand == "scales":
        return dtypes.FLOAT if computed in dtypes.HALF else computed
    return computed if constant.operand else dtypes.DOUBLE if computed == dtypes.DOUBLE else dtypes.FLOAT


def compute_dtype(dtype: int) -> np.dtype[Any]:
    """The NumPy type that formulas get, bool as it is."""
    return dtypes.twin(dtype) if dtype == dtypes.BOOL else arrays.compute_type(dtype)


@dataclass(frozen=True)
class Kernel:
    """Computes a formula into the output.

    computed, result, target   data types: that is computed in, of the result, of the output
    absent                     which of the formula's tensors are None; (): none
    into                       whether the formula is exact and takes `out`
    """

    formula: Callable[..., Any]
    exact: bool
    computed: int
    result: int
    target: int
    constants: tuple[Any, ...]
    absent: tuple[bool, ...] = ()
    into: bool = False

    def __call__(self, *operands: Any) -> None:
        *inputs, out = operands
        dtype = compute_dtype(self.computed)
        direct = (isinstance(self.formula, np.ufunc) or self.into) and not is_complex(self.computed)
        # A formula of several steps must not write an input that it still reads.
        apart = not self.into or not any(np.may_share_memory(values, out) for values in inputs[1:])
        # NumPy 2.0 to 2.4 reads elements next to each other when np.negative works in place on a view with gaps.
        apart = apart and (out.flags.c_contiguous or not any(np.may_share_memory(values, out) for values in inputs))
        if direct and apart and self.result == self.target and self.result in (self.computed, dtypes.BOOL) and all(
                values.dtype == dtype for values in inputs) and out.dtype == dtypes.twin(self.result) and (
                self.computed not in dtypes.HALF):
            self.formula(*self._arguments(inputs, dtype), out=out)
            return
        wide: np.dtype[Any] | None = None
        if is_complex(self.computed):
            wide = np.dtype(np.complex128)
        elif is_floating(self.computed) and not (direct or self.exact):
            wide = np.dtype(np.float64)
        blocks.each(lambda *values: self._store(dtype if wide is None else wide, values), inputs, [out], dtype)

    def _arguments(self, inputs: list[Any], dtype: np.dtype[Any]) -> list[Any]:
        """The operands of the formula; for a ufunc in one type, since NumPy before 2 does not count 0-d arrays."""
        if any(self.absent):
            given = iter(inputs)
            inputs = [None if absent else next(given) for absent in self.absent]
        constants = self.constants
        if isinstance(self.formula, np.ufunc):
            constants = tuple(np.asarray(constant, dtype) for constant in constants)
        return [*inputs, *constants]

    def _store(self, dtype: np.dtype[Any], values: tuple[Any, ...]) -> None:
        *inputs, out = values
        inputs = [block.astype(dtype, copy=False) for block in inputs]
        found = self.formula(*self._arguments(inputs, dtype))
        out[...] = arrays.convert(arrays.convert(np.asarray(found), self.result), self.target)
