"""Reductions of one tensor along dims: sums, means, products, extremes, logic, variances, norms."""
from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.dtypes import is_complex, is_floating
from ..nnop.meta import Scalar, Tensor
from ..nnop.plan import Plan
from . import checks, scalars, sums
from .call import Call
from .kinds import COMPLEX, FLOATS, ORDERED, REALS, REALS_WITHOUT_BF16, WHOLE, Kinds, only_on
from .sums import Axes

_PUBLIC_POOL = (0, 2, 30)                   # NCHW, ND, NCDHW
# How the pages spell the same parameter.
_DIMS, _KEEP = ("dim", "dims", "axes"), ("keepDim", "keepdim", "keepDims")
_NOOP = ("noopWithEmptyAxes", "noopWithEmptyDims")


def _argument(call: Call, names: tuple[str, ...], default: Any = None) -> Any:
    """The argument that has one of some names."""
    return next((call[name] for name in names if name in call), default)


def _type_of_self(call: Call, source: Tensor) -> int:
    """The type to reduce in: what `dtype` says, else the tensor's own."""
    return int(call["dtype"]) if "dtype" in call else source.dtype


@dataclass(frozen=True)
class Reduction:
    """A row whose outputs are one tensor, the first parameter, reduced along dims.

    names       C names
    formula     (values, axes, keep, *attributes) -> result, or one for each output; values of the type it reduces in
    dtypes      what the tensor may be
    outs        names of the outputs
    outputs     what these may be if the result can be cast to it; None: exactly the type that is reduced in
    over        "dims" of an int array, "one" dim, "all", the "spatial" dims behind the first two, or the "diagonal"
    attributes  names of further parameters that the formula takes
    computed    (call, tensor) -> type that is reduced in
    rank        least and most dims of the tensor
    optional    whether NULL for the dims means all of them
    nonempty    whether a reduced dim of size 0 is refused; `filled` whether any is unless one dim is reduced
    castable    whether the tensor's type must be castable to the type that is reduced in
    lacking     parts without the operator
    """

    names: tuple[str, ...]
    formula: Callable[..., Any]
    dtypes: Kinds = ORDERED
    outs: tuple[str, ...] = ("out",)
    outputs: Kinds | None = None
    over: str = "dims"
    attributes: tuple[str, ...] = ()
    computed: Callable[[Call, Tensor], int] = _type_of_self
    rank: tuple[int, int] = (0, checks.MAX_RANK)
    optional: bool = False
    nonempty: bool = False
    filled: bool = False
    castable: bool = False
    lacking: tuple[str, ...] = ("310B",)

    def plan(self, call: Call) -> Plan:
        name = next(iter(call.arguments))
        source, outs = call[name], [call[out] for out in self.outs]
        checks.required(call, *(each for each in call.arguments if not (self.optional and each in _DIMS)))
        checks.on_part(call, self.lacking)
        computed = self._check_dtypes(call, name, source)
        for attribute in self.attributes:
            if isinstance(call[attribute], Scalar):
                checks.dtype_in(attribute, call[attribute].dtype, ORDERED)
        checks.rank_within(name, source, *self.rank)
        axes = self._axes(call, source)
        keep = bool(_argument(call, _KEEP, False)) or self.over == "spatial"
        self._check_shapes(call, name, source, axes, keep)
        if not source.numel and ((self.over == "all" and self.nonempty) or not outs[0].numel):
            return plan.NOTHING
        plan.check_gathers({name: source})
        attributes = tuple(_plain(call[attribute]) for attribute in self.attributes)
        kernel = _Kernel(self.formula, computed, tuple(out.dtype for out in outs), axes, keep, attributes)
        return Plan(kernel, (source,), tuple(outs), plan.workspace((source,), tuple(outs), computed))

    def _check_dtypes(self, call: Call, name: str, source: Tensor) -> int:
        """Returns the type that is reduced in."""
        soc = call.profile.soc
        checks.dtype_in(name, source.dtype, checks.supported(soc, self.dtypes))
        computed = self.computed(call, source)
        if "dtype" in call:
            checks.dtype_in("dtype", computed, checks.supported(soc, self.outputs or self.dtypes))
        if self.castable:
            checks.castable(name, source.dtype, "the result", computed)
        for out in self.outs:
            if self.outputs is None:
                checks.same_dtype(out, call[out].dtype, "the result", computed)
            else:
                checks.dtype_in(out, call[out].dtype, checks.supported(soc, self.outputs))
                checks.castable("the result", computed, out, call[out].dtype)
            if not source.numel and is_complex(call[out].dtype):
                raise checks.refuse(f"{out}: expected a real type for an empty tensor, got "
                                    f"{dtypes.name(call[out].dtype)}")
        return computed

    def _axes(self, call: Call, source: Tensor) -> Axes:
        """The dims that are reduced, counted from the first."""
        rank = len(source.shape)
        if self.over in ("all", "diagonal"):
            return tuple(range(rank))
        if self.over == "spatial":
            return tuple(range(2, rank))
        name = next(each for each in _DIMS if each in call)
        values = call[name]
        if self.over == "one":
            values = (values,)
        else:
            values = () if values is None else values.values
            if not values and _argument(call, _NOOP, False):
                return ()
        axes = checks.axes(name, values, rank)
        return axes if rank else ()

    def _check_shapes(self, call: Call, name: str, source: Tensor, axes: Axes, keep: bool) -> None:
        if self.nonempty and self.over != "all" and any(source.shape[place] == 0 for place in axes):
            raise checks.refuse(f"{name}: expected no reduced dim of size 0, got shape {list(source.shape)}")
        if self.filled and not source.numel and len(call["dim"].values) != 1:
            raise checks.refuse(f"{name}: expected no empty tensor for {len(call['dim'].values)} dims, got shape "
                                f"{list(source.shape)}")
        for out in self.outs:
            if self.over == "all":
                checks.one_element(out, call[out])
            elif self.over == "diagonal":
                checks.rank_is(out, call[out], 0)
            else:
                checks.same_shape(out, call[out], checks.reduced(source.shape, axes, keep))
            if self.over == "spatial" and not call[out].format == source.format:
                raise checks.refuse(f"{out}: expected format {source.format} as {name}, got {call[out].format}")
        if self.over == "spatial" and source.format not in _PUBLIC_POOL:
            raise checks.refuse(f"{name}: expected format ND, NCHW or NCDHW, got {source.format}")


def _plain(value: Any) -> Any:
    """An attribute as a number."""
    return float(scalars.value(value)) if isinstance(value, Scalar) else value


@dataclass(frozen=True)
class _Kernel:
    """Casts to the type that is reduced in, reduces, rounds to that type, and casts to the outputs' types."""

    formula: Callable[..., Any]
    dtype: int
    out_dtypes: tuple[int, ...]
    axes: Axes
    keep: bool
    attributes: tuple[Any, ...]

    def __call__(self, values: Any, *outs: Any) -> None:
        values = arrays.convert(values, self.dtype)
        if is_floating(self.dtype):
            values = values.astype(arrays.compute_type(self.dtype), copy=False)
        found = self.formula(values, self.axes, self.keep, *self.attributes)
        for out, dtype, result in zip(outs, self.out_dtypes, found if len(outs) > 1 else (found,), strict=True):
            rounded = arrays.convert(np.asarray(result), self.dtype)
            out[...] = arrays.convert(rounded, dtype).reshape(out.shape)


# -- formulas: the result in the type of the values or wider

def _count(values: Any, axes: Axes) -> int:
    return math.prod(values.shape[place] for place in axes)


def _each(ufunc: Any) -> Callable[..., Any]:
    return lambda values, axes, keep: sums.fold(ufunc, values, axes, keep)


_least, _most = _each(np.minimum), _each(np.maximum)


def _extremes(values: Any, axes: Axes, keep: bool) -> tuple[Any, Any]:
    return _least(values, axes, keep), _most(values, axes, keep)


def _product(values: Any, axes: Axes, keep: bool) -> Any:
    """Whole numbers wrap; floats in double."""
    dtype = values.dtype if values.dtype.kind in "biu" else sums.double(values.dtype)
    return sums.fold(np.multiply, values, axes, keep, dtype=dtype)


def _mean(values: Any, axes: Axes, keep: bool) -> Any:
    """Whole numbers are cut towards zero."""
    if values.dtype.kind in "biu":
        return np.true_divide(sums.fold(np.add, values, axes, keep, dtype=np.float64), _count(values, axes))
    return np.true_divide(sums.total(values, axes, keep), _count(values, axes))


def _sum_without_nan(values: Any, axes: Axes, keep: bool) -> Any:
    if values.dtype.kind != "f":
        return sums.total(values, axes, keep)
    found = sums.total_of(lambda block: np.where(np.isnan(block), 0, block), axes, values)
    return found if keep else found.squeeze(axes)


def _log_of_sum(values: Any, axes: Axes, keep: bool, noop: bool, dims: Any) -> Any:
    """With noopWithEmptyAxes and no axes the input itself, neither summed nor its logarithm."""
    return values if noop and not dims.values else np.log(sums.total(values, axes, keep))


def _log_of_sum_of_exp(values: Any, axes: Axes, keep: bool) -> Any:
    largest = sums.fold(np.maximum, values, axes, True, initial=-np.inf)
    largest = np.where(np.isfinite(largest), largest, 0).astype(np.float64)
    found = np.log(sums.total_of(lambda block, top: np.exp(block - top), axes, values, largest)) + largest
    return found if keep else found.squeeze(axes)


def _moments(values: Any, axes: Axes, keep: bool, correction: int) -> tuple[Any, Any]:
    """Variance and mean; the divisor of the variance is max(0, N - correction)."""
    count = _count(values, axes)
    mean = np.true_divide(sums.total(values, axes, True), count)
    squares = sums.total_of(lambda block, middle: np.square(block - middle), axes, values, mean)
    found = np.true_divide(squares, max(0, count - correction)), mean
    return found if keep else (found[0].squeeze(axes), found[1].squeeze(axes))


def _variance(values: Any, axes: Axes, keep: bool, correction: int) -> Any:
    return _moments(values, axes, keep, correction)[0]


def _deviation(values: Any, axes: Axes, keep: bool, correction: int) -> Any:
    return np.sqrt(_variance(values, axes, keep, correction))


def _deviation_and_mean(values: Any, axes: Axes, keep: bool, correction: int) -> tuple[Any, Any]:
    variance, mean = _moments(values, axes, keep, correction)
    return np.sqrt(variance), mean


def norm(values: Any, axes: Axes, keep: bool, order: float) -> Any:
    """The order-norm of the magnitudes: infinite ones are the extremes, 0 counts what is not zero."""
    if math.isinf(order):
        ufunc, start = (np.maximum, 0) if order > 0 else (np.minimum, np.inf)
        return sums.fold(ufunc, np.abs(values), axes, keep, initial=start)
    powers: dict[float, Callable[[Any], Any]] = {0.0: lambda block: block != 0, 1.0: np.abs, 2.0: np.square}
    found = sums.total_of(powers.get(order, lambda block: np.power(np.abs(block), order)), axes, values)
    found = np.sqrt(found) if order == 2 else found if order in (0, 1) else np.power(found, 1 / order)
    return found if keep else found.squeeze(axes)


def _trace(values: Any, axes: Axes, keep: bool) -> Any:
    return sums.total(values.diagonal(), (0,))


# -- types that are reduced in

def _type_of_out(call: Call, source: Tensor) -> int:
    """Whole numbers are taken as the output's type."""
    return source.dtype if is_floating(source.dtype) else int(call["out"].dtype)


def _type_of_trace(call: Call, source: Tensor) -> int:
    return source.dtype if is_floating(source.dtype) or is_complex(source.dtype) else dtypes.INT64


def _type_of_vector_norm(call: Call, source: Tensor) -> int:
    """The page's triples: a 16-bit type may go up to FLOAT, nothing may go down or across."""
    dtype = int(call["dtype"])
    checks.dtype_in("dtype", dtype, {dtypes.FLOAT, source.dtype})
    return dtype


def _bool(call: Call, source: Tensor) -> int:
    return dtypes.BOOL


_whether = partial(Reduction, computed=_bool, outputs=frozenset((dtypes.BOOL, dtypes.UINT8)), lacking=())
_extremum = partial(Reduction, nonempty=True)
_spread = partial(Reduction, dtypes=FLOATS, outputs=FLOATS, optional=True)
_MEANS = REALS | WHOLE | COMPLEX
_SUMS = ORDERED | COMPLEX

TABLE = (
    _whether(("aclnnAll",), _each(np.logical_and)),
    _whether(("aclnnAny",), _each(np.logical_or)),
    _extremum(("aclnnAmax",), _most),
    _extremum(("aclnnAmin",), _least),
    _extremum(("aclnnMaxV2",), _most),
    _extremum(("aclnnMax",), _most, over="all", outputs=ORDERED),
    _extremum(("aclnnMin",), _least, over="all"),
    _extremum(("aclnnAminmax",), _extremes, outs=("minOut", "maxOut"), filled=True),
    _extremum(("aclnnAminmaxAll",), _extremes, outs=("minOut", "maxOut"), over="all", lacking=("310P", "310B")),
    _extremum(("aclnnAminmaxDim",), _extremes, outs=("minOut", "maxOut"), over="one", lacking=("310P", "310B")),
    _extremum(("aclnnGlobalMaxPool",), _most, dtypes=REALS_WITHOUT_BF16, over="spatial", rank=(4, 8)),
    Reduction(("aclnnGlobalAveragePool",), _mean, REALS, over="spatial", rank=(4, 8), nonempty=True),
    Reduction(("aclnnMean",), _mean, _MEANS, outputs=_MEANS, castable=True),
    Reduction(("aclnnMeanV2",), _mean, _MEANS),
    Reduction(("aclnnReduceSum",), sums.total, _SUMS),
    Reduction(("aclnnReduceNansum",), _sum_without_nan, ORDERED - {dtypes.DOUBLE}, lacking=("910", "310P", "310B")),
    Reduction(("aclnnProd",), _product, _SUMS, over="all", castable=True),
    Reduction(("aclnnProdDim",), _product, _SUMS, over="one", castable=True),
    Reduction(("aclnnReduceLogSum",), _log_of_sum, only_on("950", FLOATS, FLOATS - {dtypes.BF16}),
              outs=("reduce",), attributes=("noopWithEmptyAxes", "axes"),
              lacking=("910", "310B")),
    Reduction(("aclnnLogSumExp",), _log_of_sum_of_exp, ORDERED - {dtypes.DOUBLE}, outputs=FLOATS,
              computed=_type_of_out, castable=True),
    _spread(("aclnnVar",), _variance, attributes=("unbiased",), lacking=("310P", "310B")),
    _spread(("aclnnVarCorrection",), _variance, attributes=("correction",)),
    _spread(("aclnnVarMean",), _moments, outs=("varOut", "meanOut"), attributes=("correction",),
            lacking=("310P", "310B")),
    _spread(("aclnnStd",), _deviation, attributes=("correction",)),
    _spread(("aclnnStdMeanCorrection",), _deviation_and_mean, outs=("stdOut", "meanOut"), attributes=("correction",),
            lacking=("310P", "310B")),
    Reduction(("aclnnNorm",), norm, FLOATS, outputs=FLOATS, attributes=("pScalar",), lacking=()),
    Reduction(("aclnnLinalgVectorNorm",), norm, FLOATS, attributes=("ord",), computed=_type_of_vector_norm,
              lacking=("310P",)),
    Reduction(("aclnnTrace",), _trace, _SUMS, over="diagonal", rank=(2, 2),
              computed=_type_of_trace),
)
