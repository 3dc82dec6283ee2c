"""Operators that write values into a tensor in place: copies, fills, masks, diagonals, slices."""
from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.dtypes import BOOL, COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2, HIFLOAT8, is_complex, is_floating
from ..nnop.meta import Scalar, Tensor
from ..nnop.plan import Plan
from . import checks, scalars, slices
from .call import Call
from .kinds import FLOATS, LOGICAL, REALS, UNSIGNED, Kinds, before_910b, only_on

Shape = tuple[int, ...]


def _everywhere(call: Call, shape: Shape) -> Any:
    return ...


@dataclass(frozen=True)
class Assignment:
    """A row that writes a value into the elements of a tensor, all of them or those of an index or a mask.

    names      C names
    kinds      what the tensor may be
    value      the name of the parameter with the value, or a number
    fits       what shape a tensor value has: "one" element, with one dim or none; "none": no dims; "broadcasts" to the
               tensor; "equals" what the index takes
    values     what the value may be; None: as the tensor
    cast       the type that the value's type must be castable to: that of the tensor, or a given one; None: any
    mask       whether a bool tensor `mask` says which elements are written
    index      (call, shape) -> NumPy index of the elements that are written
    check      another check of the page
    target     name of the tensor
    ranks      the fewest and the most dims that it may have
    lacking    generations of parts without this operator
    """

    names: tuple[str, ...]
    kinds: Kinds
    value: str | int
    fits: Literal["one", "none", "broadcasts", "equals"] = "one"
    values: Kinds | None = None
    cast: int | Literal["own"] | None = None
    mask: bool = False
    index: Callable[[Call, Shape], Any] = _everywhere
    check: Callable[[Call], None] | None = None
    target: str = "selfRef"
    ranks: tuple[int, int] = (0, checks.MAX_RANK)
    optional: frozenset[str] = frozenset()
    lacking: tuple[str, ...] = ()

    def plan(self, call: Call) -> Plan:
        checks.required(call, *(name for name in call.arguments if name not in self.optional))
        checks.on_part(call, self.lacking)
        target: Tensor = call[self.target]
        value = call[self.value] if isinstance(self.value, str) else None
        allowed = checks.supported(call.profile.soc, self.kinds)
        checks.dtype_in(self.target, target.dtype, allowed)
        if self.mask:
            checks.dtype_in("mask", call["mask"].dtype, {BOOL})
        if value is not None:
            listed = allowed if self.values is None else checks.supported(call.profile.soc, self.values)
            self._check_value(value, target, listed)
        checks.public_formats(call)
        checks.rank_within(self.target, target, *self.ranks)
        if self.check is not None:
            self.check(call)
        index = self.index(call, target.shape)
        self._check_shapes(call, value, target, index)
        if not target.numel or (isinstance(value, Tensor) and not value.numel):
            return plan.NOTHING
        return self._finish(call, value, target, index)

    def _check_value(self, value: Tensor | Scalar, target: Tensor, allowed: frozenset[int]) -> None:
        checks.dtype_in(str(self.value), value.dtype, allowed)
        if self.cast is not None:
            wanted = target.dtype if self.cast == "own" else self.cast
            checks.castable(f"the type of {self.value}", value.dtype, str(self.value), wanted)

    def _check_shapes(self, call: Call, value: Tensor | Scalar | None, target: Tensor, index: Any) -> None:
        if self.mask:
            checks.same_shape(self.target, target, checks.broadcast(call.operands(self.target, "mask")))
        if not isinstance(value, Tensor):
            return
        name = str(self.value)
        if self.fits == "one":
            checks.one_element(name, value)
        elif self.fits == "none":
            checks.rank_is(name, value, 0)
        elif self.fits == "broadcasts":
            checks.same_shape(self.target, target, checks.broadcast(call.operands(self.target, name)))
        else:
            checks.same_shape(name, value, slices.shape_of(target.shape, index))

    def _finish(self, call: Call, value: Tensor | Scalar | None, target: Tensor, index: Any) -> Plan:
        constant = self._constant(value, target.dtype)
        partly = self.mask or index is not ...                       # what is not written stays
        inputs = {self.target: target} if partly else {}
        inputs |= {"mask": call["mask"]} if self.mask else {}
        inputs |= {str(self.value): value} if isinstance(value, Tensor) else {}
        plan.check_gathers(inputs)

        def kernel(*operands: Any) -> None:
            *read, out = operands
            new = constant(out.dtype) if constant is not None else read.pop()
            if constant is None and value is not None and value.dtype != target.dtype:
                new = arrays.convert(new, target.dtype)
            if self.mask:
                np.copyto(out, new.reshape(()), where=read[-1])
            else:
                out[index] = new if self.fits in ("broadcasts", "equals") else new.reshape(())
        read = tuple(inputs.values())
        return Plan(kernel, read, (target,), plan.workspace(read[partly:], (target,), target.dtype))

    def _constant(self, value: Tensor | Scalar | None, dtype: int) -> Callable[[np.dtype[Any]], Any] | None:
        """The value in the type of an array, None if it comes from a tensor."""
        if isinstance(value, Tensor):
            return None
        if value is None:
            return lambda kind: np.asarray(self.value).astype(kind)
        scalar = value
        return lambda kind: np.asarray(scalars.converted(scalar, dtype))


# -- aclnnInplaceCopy

def _no_gaps_if_complex(call: Call) -> None:
    tensor = call["selfRef"]
    if is_complex(tensor.dtype) and is_complex(call["src"].dtype) and not tensor.contiguous:
        raise checks.refuse(f"selfRef: complex numbers are copied to a contiguous tensor only, got strides "
                            f"{list(tensor.strides)} for shape {list(tensor.shape)}")


# -- aclnnInplaceFillDiagonal

def _no_overflow(call: Call) -> None:
    """Of more than two dims all have one size, and the value is a number of the tensor's type."""
    tensor, value = call["selfRef"], scalars.value(call["fillValue"]).item()
    if len(tensor.shape) > 2 and len(set(tensor.shape)) > 1:
        raise checks.refuse(f"selfRef: expected dims of one size, got shape {list(tensor.shape)}")
    if dtypes.is_integral(tensor.dtype):
        limits = np.iinfo(dtypes.twin(tensor.dtype))
        fits = math.isfinite(value) and limits.min <= int(value) <= limits.max
    elif is_floating(tensor.dtype) and math.isfinite(value):
        with np.errstate(over="ignore"):
            fits = bool(np.isfinite(np.asarray(float(value)).astype(dtypes.twin(tensor.dtype))))
    else:
        fits = True
    if not fits:
        raise checks.refuse(f"fillValue: expected a number that fits {dtypes.name(tensor.dtype)}, got {value}")


def _diagonal(call: Call, shape: Shape) -> Any:
    """The places (i, i, ...); with `wrap` the diagonal of a tall matrix begins anew after an empty row."""
    if len(shape) == 2 and call["wrap"] and shape[1]:
        flat = np.arange(0, shape[0] * shape[1], shape[1] + 1)
        return np.unravel_index(flat, shape)
    places = np.arange(min(shape))
    return (places,) * len(shape)


# -- aclnnStridedSliceAssignV2

def _same_type(call: Call) -> None:
    checks.same_dtype("inputValue", call["inputValue"].dtype, "varRef", call["varRef"].dtype)


def _slice(call: Call, shape: Shape) -> Any:
    index = slices.along(call, {"dim": "axesOptional", "start": "begin", "end": "end", "step": "strides"}, shape)
    if index[-1].step not in (None, 1):
        raise checks.refuse(f"strides: expected 1 for the last dim, got {index[-1].step}")
    return index


_COPIED = REALS | LOGICAL | UNSIGNED | {COMPLEX64, COMPLEX128}
_FILLED = REALS | LOGICAL | {COMPLEX64, COMPLEX128}
_MASKED = (FLOATS | LOGICAL) - {dtypes.INT16}
_ONES = REALS | LOGICAL | {dtypes.UINT16}
_EXOTIC = {HIFLOAT8, FLOAT8_E5M2, FLOAT8_E4M3FN, dtypes.FLOAT4_E2M1, dtypes.FLOAT4_E1M2}
_ZEROS = _ONES | {COMPLEX64, COMPLEX128}

TABLE = (
    Assignment(("aclnnInplaceCopy",), _COPIED, "src", "broadcasts", cast="own", check=_no_gaps_if_complex),
    Assignment(("aclnnInplaceFillScalar",), before_910b(_FILLED, _FILLED | UNSIGNED), "value"),
    Assignment(("aclnnInplaceFillTensor",), FLOATS | LOGICAL | UNSIGNED, "value"),
    Assignment(("aclnnInplaceOne",), _ONES, 1),
    Assignment(("aclnnInplaceZero",), only_on("950", _ZEROS | _EXOTIC, _ZEROS), 0),
    Assignment(("aclnnInplaceMaskedFillScalar",), _MASKED - {dtypes.UINT8}, "value", cast="own", mask=True),
    Assignment(("aclnnInplaceMaskedFillTensor",), _MASKED - {dtypes.UINT8}, "value", "none", cast="own", mask=True,
               lacking=("310P",)),
    Assignment(("aclnnInplaceFillDiagonal",), REALS | LOGICAL | {COMPLEX64}, "fillValue", values=_COPIED,
               cast=dtypes.FLOAT, index=_diagonal, check=_no_overflow, ranks=(2, 8), lacking=("910",)),
    Assignment(("aclnnStridedSliceAssignV2",), FLOATS | {dtypes.DOUBLE, dtypes.INT8, dtypes.INT32, dtypes.INT64},
               "inputValue", "equals", index=_slice, check=_same_type, target="varRef", ranks=(1, 8),
               optional=frozenset(("axesOptional",)), lacking=("910", "310P", "950")),
)
