"""Elementwise formulas over lists of tensors, one after another, perhaps with a factor: the same formulas as those of
single tensors."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.dtypes import (
    BF16,
    BOOL,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    is_floating,
)
from ..nnop.meta import Scalar, ScalarList, Tensor, TensorList
from ..nnop.plan import Plan
from . import checks, scalars, special
from .activations import sigmoid
from .call import Call
from .kinds import FLOATS, OTHERS, Kinds
from .pointwise import Kernel, compute_dtype, floating, own
from .powers import by_kind, power_of_whole, swapped
from .reductions import norm
from .ternary import addcdiv, addcmul, lerp

Factor = float | int

# -- what the factor may be, by the type of the lists


def _of_tensor(dtype: int, generation: str) -> set[int]:
    """A tensor of one element."""
    if dtype == FLOAT16:
        return {FLOAT16, FLOAT} if generation == "950" else {FLOAT16}
    return {FLOAT} if is_floating(dtype) else {INT32}


def _of_scalar(dtype: int, generation: str) -> set[int]:
    """A scalar on the host."""
    return _of_tensor(dtype, generation) | ({DOUBLE} if is_floating(dtype) else {INT64})


def _of_own(dtype: int, generation: str) -> set[int]:
    """A tensor with an element for each tensor of the list."""
    return {dtype}


def _of_scalars(dtype: int, generation: str) -> set[int]:
    """A list of scalars on the host."""
    return {FLOAT} if is_floating(dtype) else {INT64}


def _of_wide_scalars(dtype: int, generation: str) -> set[int]:
    return {FLOAT, DOUBLE} if is_floating(dtype) else {INT64}


def _of_order(dtype: int, generation: str) -> set[int]:
    return {FLOAT, DOUBLE, INT64}


def _of_mode(dtype: int, generation: str) -> set[int]:
    return {INT8, INT64}


# -- formulas

def _plus(x: Any, y: Any, alpha: Factor) -> Any:
    return x + y * alpha


def _minus(x: Any, y: Any, alpha: Factor) -> Any:
    return x - y * alpha


def _copy(x: Any) -> Any:
    return x


def round_by_mode(x: Any, mode: Factor) -> Any:
    """Halves to even, down, up, halves away from zero, towards zero, halves to odd; other modes change nothing."""
    if x.dtype.kind == "i":
        return x
    down = np.floor(x)
    odd = np.where(x - down == 0.5, down + (down % 2 == 0), np.rint(x))
    rounded = {1: np.rint(x), 2: down, 3: np.ceil(x), 4: np.trunc(x + np.copysign(0.5, x)), 5: np.trunc(x), 6: odd}
    return rounded.get(int(mode), x)


# -- the row

@dataclass(frozen=True)
class Foreach:
    """A row.  An in-place twin, without `out`, writes into its first list.

    names     C names
    formula   of an element of each list, then the factor if there is one; as in `Pointwise`
    kinds     other formulas for arrays of some kinds (`dtype.kind`)
    unit      the formula without its factor, where that is 1
    inputs    what the lists, which have one type, may be
    factor    type of the lists, generation -> what the factor may be; None: by what the C parameter is
    compute   type of the lists -> type that is computed in
    exact     whether a function gets floats in their own type
    single    whether each output has one element, the formula's of (values, axes, keep, factor)
    outputs   type of the lists -> others that the output may have
    longest   tensors that a list may have on the 950
    lacking   generations of parts without this operator
    """

    names: tuple[str, ...]
    formula: Callable[..., Any]
    inputs: Kinds = FLOATS
    factor: Callable[[int, str], set[int]] | None = None
    compute: Callable[[int], int] = own
    exact: bool = False
    single: bool = False
    outputs: Mapping[int, frozenset[int]] | None = None
    longest: int | None = None
    lacking: tuple[str, ...] = ("910", "310P")
    kinds: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    unit: Callable[..., Any] | None = None

    def plan(self, call: Call) -> Plan:
        checks.required(call, *call.arguments)
        checks.on_part(call, self.lacking)
        lists = {name: checks.members(call, name, checks.INVALID)
                 for name, value in call.arguments.items() if isinstance(value, TensorList)}
        out_name = "out" if "out" in lists else next(iter(lists))
        factors = [name for name in call.arguments if name not in lists]
        outs = lists[out_name]
        lists.pop("out", None)
        # A V2 operator checks all itself; the others are generated, and find some faults when they tile.
        generated = not call.operator.endswith("V2")
        code = checks.TILING if generated else checks.INVALID
        dtype = self._check_dtypes(call, lists, outs, code)
        for name in factors:
            self._check_factor(call, name, dtype, len(outs))
        self._check_lists(call, lists, outs, code)
        self._check_gaps(call, lists, outs)
        given = call[factors[0]] if factors else None
        inputs = tuple(tensor for tensors in lists.values() for tensor in tensors.values())
        inputs += (given,) if isinstance(given, Tensor) else ()
        if not any(tensor.numel for tensor in outs.values()):
            return Plan(None, generated=generated)
        plan.check_gathers({name: tensor for tensors in lists.values() for name, tensor in tensors.items()})
        targets = tuple(outs.values())
        kernel = _Kernel(self, dtype, targets[0].dtype, len(lists), len(targets), _values(given, len(targets)))
        return Plan(kernel, inputs, targets, plan.workspace(inputs, targets, dtype), generated=generated)

    def _check_dtypes(self, call: Call, lists: Mapping[str, Mapping[str, Tensor]], outs: Mapping[str, Tensor],
                      code: int) -> int:
        """The type of the lists."""
        allowed = checks.supported(call.profile.soc, self.inputs)
        dtype = next(iter(next(iter(lists.values())).values())).dtype
        others = (self.outputs or {}).get(dtype, frozenset())
        for tensors, wanted in [*((tensors, frozenset((dtype,))) for tensors in lists.values()),
                                (outs, others | {dtype})]:
            (first, tensor), *rest = tensors.items()
            checks.dtype_in(first, tensor.dtype, allowed)
            checks.dtype_in(first, tensor.dtype, wanted)
            for name, other in rest:
                checks.same_dtype(name, other.dtype, first, tensor.dtype, code)
        return dtype

    def _check_factor(self, call: Call, name: str, dtype: int, count: int) -> None:
        given, generation = call[name], call.profile.soc.generation
        if isinstance(given, Scalar):
            checks.dtype_in(name, given.dtype, (self.factor or _of_scalar)(dtype, generation))
            return
        if isinstance(given, ScalarList):
            for place, scalar in enumerate(given.items):
                if not isinstance(scalar, Scalar):
                    raise checks.refuse(f"{name}[{place}] is NULL, but it is required")
                checks.dtype_in(f"{name}[{place}]", scalar.dtype, (self.factor or _of_scalars)(dtype, generation))
            found = len(given.items)
        else:
            each = name == "scalars"
            checks.dtype_in(name, given.dtype, (self.factor or (_of_own if each else _of_tensor))(dtype, generation))
            checks.rank_at_most(name, given, code=checks.TILING)
            found, count = given.numel, count if each else 1
        if found != count:
            raise checks.refuse(f"{name}: expected {count} elements, got {found}", checks.TILING)

    def _check_lists(self, call: Call, lists: Mapping[str, Mapping[str, Tensor]], outs: Mapping[str, Tensor],
                     code: int) -> None:
        first = next(iter(lists.values()))
        if self.longest is not None and call.profile.soc.generation == "950" and len(first) > self.longest:
            raise checks.refuse(f"expected at most {self.longest} tensors in a list, got {len(first)}", code)
        for tensors in (*lists.values(), outs):
            if len(tensors) != len(first):
                raise checks.refuse(f"expected lists of one length, got {len(first)} and {len(tensors)} tensors", code)
            for name, tensor in tensors.items():
                checks.rank_at_most(name, tensor, code=code)
        for tensors in lists.values():
            for (name, tensor), wanted in zip(tensors.items(), first.values(), strict=True):
                checks.same_shape(name, tensor, wanted.shape, code)
        for (name, tensor), source in zip(outs.items(), first.values(), strict=True):
            if self.single and tensor.numel != 1:
                raise checks.refuse(f"{name}: expected one element, got shape {list(tensor.shape)}", code)
            if not self.single and tensor.shape != source.shape and (
                    tensor.numel < source.numel or not tensor.contiguous):
                raise checks.refuse(f"{name}: expected room for shape {list(source.shape)}, got {list(tensor.shape)}",
                                    code)

    @staticmethod
    def _check_gaps(call: Call, lists: Mapping[str, Mapping[str, Tensor]], outs: Mapping[str, Tensor]) -> None:
        operator = call.operator.removeprefix("aclnnForeach")
        dense = [] if operator in _STRIDED_OUTPUTS else [outs]
        if operator in _DENSE_INPUTS:
            dense += list(lists.values())
        for tensors in dense:
            for name, tensor in tensors.items():
                checks.dense(name, tensor)


def _values(given: Tensor | Scalar | ScalarList | None, count: int) -> tuple[Factor, ...] | None:
    """The factor for each tensor, () if there is none; None if it is in device memory."""
    if given is None or isinstance(given, Tensor):
        return () if given is None else None
    items: Sequence[Any] = given.items if isinstance(given, ScalarList) else [given] * count
    return tuple(_factor(scalars.value(item)) for item in items)


def _factor(value: Any) -> Factor:
    """Floats are factors in float32."""
    return int(value) if np.asarray(value).dtype.kind == "i" else float(np.float32(value))


@dataclass(frozen=True)
class _Kernel:
    """Works through the lists: `lists` of them, each of `count` tensors."""

    row: Foreach
    dtype: int
    target: int
    lists: int
    count: int
    factors: tuple[Factor, ...] | None

    def __call__(self, *values: Any) -> None:
        columns = [values[place * self.count:(place + 1) * self.count] for place in range(self.lists)]
        factors = self.factors
        if factors is None:
            found = [_factor(value) for value in values[self.lists * self.count].reshape(-1)]
            factors = tuple(found * (self.count // len(found)))
        for place, (out, *elements) in enumerate(zip(values[-self.count:], *columns, strict=True)):
            constants = (self._fitted(factors[place]),) if factors else ()
            if self.row.single:
                (source,) = elements
                found = self.row.formula(source.astype(arrays.compute_type(self.dtype), copy=False),
                                         tuple(range(source.ndim)), False, *constants)
                out[...] = arrays.convert(np.asarray(found), self.target)
                continue
            formula, computed = self.row.formula, self.row.compute(self.dtype)
            if self.row.unit is not None and constants == (1,):
                formula, constants = self.row.unit, ()
            formula = self.row.kinds.get(compute_dtype(computed).kind, formula)
            kernel = Kernel(formula, self.row.exact, computed, self.target, self.target, constants)
            shape = elements[0].shape
            if out.shape != shape:                                   # a larger output, of which the first part is used
                out = out.reshape(-1)[:elements[0].size].reshape(shape)
            kernel(*elements, out)

    def _fitted(self, factor: Factor) -> Factor:
        """A whole factor in the type of whole lists; for others as it is."""
        if not dtypes.is_integral(self.dtype):
            return factor
        fitted: Factor = arrays.convert(np.asarray(factor), self.dtype).item()
        return fitted


def _names(*names: str) -> tuple[str, ...]:
    return tuple(f"aclnnForeach{name}" for name in names)


def _rows(names: str, formula: Any, inputs: Kinds = FLOATS, **rest: Any) -> Foreach:
    """A row by names without their common beginning, in one text."""
    return Foreach(_names(*names.split()), formula, inputs, **rest)


# -- what the pages list

# Operators whose outputs may have gaps, and those whose inputs may not.
_STRIDED_OUTPUTS = frozenset((
    "AddList", "AddListInplace", "AddListV2", "AddcdivScalar", "AddcdivScalarList", "Copy", "DivList", "DivScalar",
    "DivScalarV2", "Exp", "Expm1", "LerpList", "LerpScalar", "MulList", "MulListInplace", "MulScalarInplace", "Sqrt",
    "SubListInplace", "SubScalarInplace", "ACosInplace"))
_DENSE_INPUTS = frozenset((
    "AddScalarV2", "AddcdivScalarV2", "AddcmulScalarV2", "MaximumScalarV2", "MinimumScalarV2", "MulScalarV2",
    "PowScalarV2", "RoundOffNumberV2", "SubListV2", "SubScalarV2"))

_NUMBERS = FLOATS | {INT32}
_SMALL = _NUMBERS | {INT16, INT8, UINT8}
_SMALL_BEFORE_950 = {"950": _NUMBERS, OTHERS: _SMALL}
_EXP = FLOATS | {INT16, INT8, UINT8}
_COPIED = FLOATS | {INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, DOUBLE, BOOL}
_COPIED_TO = {FLOAT: frozenset((FLOAT16, BF16)), FLOAT16: frozenset((FLOAT,))}
_NOT_950, _ONLY_950 = ("910", "310P", "950"), ("910", "310P", "910B", "910_93")

TABLE = (
    # -- two lists, the second times alpha
    _rows("AddList", _plus, _SMALL, unit=np.add),
    _rows("AddListV2", _plus, _SMALL_BEFORE_950, unit=np.add, longest=50),
    _rows("AddListInplace", _plus, _NUMBERS, unit=np.add, lacking=_ONLY_950),
    _rows("SubList", _minus, _SMALL, unit=np.subtract, lacking=_NOT_950),
    _rows("SubListV2", _minus, _SMALL, unit=np.subtract),
    _rows("SubListInplace", _minus, _NUMBERS, unit=np.subtract, lacking=_ONLY_950),
    # -- two lists
    _rows("MulList", np.multiply, _SMALL),
    _rows("MulListInplace", np.multiply, _NUMBERS, lacking=_ONLY_950),
    _rows("DivList", np.true_divide),
    _rows("DivListInplace", np.true_divide, lacking=_ONLY_950),
    _rows("MaximumList", np.maximum, _NUMBERS),
    _rows("MinimumList", np.minimum, _NUMBERS),
    _rows("PowList", np.power, _NUMBERS, kinds=by_kind(power_of_whole)),
    # -- a list and a number
    _rows("AddScalar AddScalarV2", np.add, _SMALL_BEFORE_950, longest=50),
    _rows("AddScalarList", np.add, _NUMBERS),
    _rows("SubScalar", np.subtract, _NUMBERS, lacking=_NOT_950),
    _rows("SubScalarV2 SubScalarList", np.subtract, _NUMBERS),
    _rows("SubScalarInplace", np.subtract, _NUMBERS, lacking=_ONLY_950),
    _rows("MulScalar MulScalarV2 MulScalarList", np.multiply, _NUMBERS, longest=50),
    _rows("MulScalarInplace", np.multiply, _NUMBERS, longest=50, lacking=_ONLY_950),
    _rows("DivScalar DivScalarV2 DivScalarList", np.true_divide),
    _rows("MaximumScalar", np.maximum, _NUMBERS, lacking=_NOT_950),
    _rows("MaximumScalarV2", np.maximum, _NUMBERS),
    _rows("MaximumScalarList", np.maximum, _NUMBERS, factor=_of_wide_scalars),
    _rows("MinimumScalar", np.minimum, _NUMBERS, lacking=_NOT_950),
    _rows("MinimumScalarV2", np.minimum, _NUMBERS),
    _rows("MinimumScalarList", np.minimum, _NUMBERS, factor=_of_wide_scalars),
    _rows("PowScalar", np.power, _NUMBERS, kinds=by_kind(power_of_whole), lacking=_NOT_950),
    _rows("PowScalarV2", np.power),
    _rows("PowScalarList", np.power, _NUMBERS, kinds=by_kind(power_of_whole)),
    _rows("PowScalarAndTensor", swapped(np.power), _NUMBERS, kinds=by_kind(swapped(power_of_whole)),
          factor=_of_wide_scalars),
    _rows("RoundOffNumber RoundOffNumberV2", round_by_mode, FLOATS | {INT16}, factor=_of_mode),
    _rows("Norm", norm, factor=_of_order, single=True, longest=256),
    # -- three lists
    _rows("AddcmulScalar AddcmulScalarV2", addcmul, _NUMBERS, longest=50),
    _rows("AddcmulList AddcmulScalarList", addcmul, _NUMBERS),
    _rows("AddcdivScalar AddcdivScalarV2 AddcdivList AddcdivScalarList", addcdiv),
    _rows("LerpList", lerp),
    _rows("LerpScalar", lerp, factor=_of_wide_scalars),
    # -- one list
    _rows("Abs", np.absolute),
    _rows("Neg", np.negative, _SMALL),
    _rows("Sign", np.sign, _NUMBERS | {INT8, INT64}),
    _rows("Reciprocal", np.reciprocal),
    _rows("Sqrt", np.sqrt, longest=50),
    _rows("Exp", np.exp, _EXP, compute=floating),
    _rows("Expm1", np.expm1, _EXP, compute=floating),
    _rows("Log", np.log),
    _rows("LogInplace", np.log, lacking=_ONLY_950),
    _rows("Log10", np.log10),
    _rows("Log1p", np.log1p),
    _rows("Log2", np.log2),
    _rows("Sin", np.sin),
    _rows("Cos", np.cos),
    _rows("Tan", np.tan),
    _rows("Asin", np.arcsin),
    _rows("Acos", np.arccos),
    _rows("ACosInplace", np.arccos, lacking=_ONLY_950),
    _rows("Atan", np.arctan),
    _rows("Sinh", np.sinh),
    _rows("Cosh", np.cosh),
    _rows("Tanh", np.tanh),
    _rows("Sigmoid", sigmoid),
    _rows("Erf", special.erf),
    _rows("Erfc", special.erfc),
    _rows("ZeroInplace", np.zeros_like, _NUMBERS | {INT16}, exact=True),
    _rows("Copy", _copy, _COPIED, exact=True, outputs=_COPIED_TO),
)
