"""Reductions against sums in long double, whole numbers against Python's, and the refusals of the pages."""
from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import harness
import numpy as np
import pytest
from aclnn_calls import ACL
from harness import LAYOUTS, Out, Value, kinds, machine

DIMS, DIM, KEEP, TYPE, OUT = "DIMS", "DIM", "KEEP", "TYPE", "OUT"         # places in a call
FLOATS, REALS, WHOLE = "f32 f16 bf16", "f32 f16 bf16 f64", "i8 i16 i32 i64 u8"
SHAPE = (3, 4, 5)


@dataclass(frozen=True)
class Case:
    """One operator: what follows the tensor in its call, and what it shall give, of long double or Python integers."""

    arguments: tuple[Any, ...]
    dtypes: str
    want: Callable[..., Any]
    low: float = 0.5
    ulps: float = 1
    soc: str = "Ascend910B1"
    out: Callable[[np.dtype[Any]], Any] = field(default=lambda dtype: dtype)


def whole(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda x, axes, keep: function(x, axis=axes, keepdims=keep)


def variance(x: Any, axes: Any, keep: bool) -> Any:
    count = np.prod([x.shape[axis] for axis in axes]) if axes else 1
    middle = x - x.sum(axis=axes, keepdims=True) / count
    squares = (middle * middle).sum(axis=axes, keepdims=keep)
    return squares / (count - 1) if count > 1 else squares * np.nan


def mean(x: Any, axes: Any, keep: bool) -> Any:
    count = np.prod([x.shape[axis] for axis in axes]) if axes else 1
    total = x.sum(axis=axes, keepdims=keep)
    if x.dtype == object:
        return np.vectorize(lambda each: int(abs(each) // count) * (1 if each >= 0 else -1), otypes=[object])(total)
    return total / count


def norm(order: float) -> Callable[..., Any]:
    return lambda x, axes, keep: (np.abs(x) ** order).sum(axis=axes, keepdims=keep) ** (1 / np.longdouble(order))


def bool_of(dtype: Any) -> Any:
    return np.bool_


def total(x: Any, axes: Any, keep: bool) -> Any:
    return np.any(x, axis=axes, keepdims=keep) if x.dtype == bool else x.sum(axis=axes, keepdims=keep)


def product(x: Any, axes: Any, keep: bool) -> Any:
    return np.all(x, axis=axes, keepdims=keep) if x.dtype == bool else x.prod(axis=axes, keepdims=keep)


ORDERED = f"{REALS} {WHOLE} b"
SPREAD = (DIMS, 1, KEEP, OUT)
CASES = {
    "aclnnReduceSum": Case((DIMS, KEEP, TYPE, OUT), f"{ORDERED} c64 c128", total, ulps=2),
    "aclnnReduceNansum": Case((DIMS, KEEP, TYPE, OUT), f"{FLOATS} {WHOLE} b", total),
    "aclnnMean": Case((DIMS, KEEP, TYPE, OUT), f"{REALS} {WHOLE} c64 c128", mean, ulps=2),
    "aclnnMeanV2": Case((DIMS, KEEP, False, OUT), f"{REALS} {WHOLE} c64 c128", mean, ulps=2),
    "aclnnAmax": Case((DIMS, KEEP, OUT), ORDERED, whole(np.max), -4, 0),
    "aclnnAmin": Case((DIMS, KEEP, OUT), ORDERED, whole(np.min), -4, 0),
    "aclnnMaxV2": Case((DIMS, KEEP, False, OUT), ORDERED, whole(np.max), -4, 0),
    "aclnnAminmax": Case((DIMS, KEEP, OUT, OUT), ORDERED,
                         lambda x, axes, keep: (x.min(axis=axes, keepdims=keep), x.max(axis=axes, keepdims=keep)),
                         -4, 0),
    "aclnnAll": Case((DIMS, KEEP, OUT), ORDERED, whole(np.all), -1, 0, out=bool_of),
    "aclnnAny": Case((DIMS, KEEP, OUT), ORDERED, whole(np.any), -1, 0, out=bool_of),
    "aclnnReduceLogSum": Case((DIMS, KEEP, False, OUT), "f32 f16",
                              lambda x, axes, keep: np.log(x.sum(axis=axes, keepdims=keep)), ulps=1),
    "aclnnLogSumExp": Case((DIMS, KEEP, OUT), FLOATS,
                           lambda x, axes, keep: np.log(np.exp(x).sum(axis=axes, keepdims=keep)), ulps=1),
    "aclnnVar": Case((DIMS, True, KEEP, OUT), FLOATS, variance),
    "aclnnVarCorrection": Case(SPREAD, FLOATS, variance),
    "aclnnStd": Case(SPREAD, FLOATS, lambda *arguments: np.sqrt(variance(*arguments))),
    "aclnnVarMean": Case((DIMS, 1, KEEP, OUT, OUT), FLOATS,
                         lambda *arguments: (variance(*arguments), mean(*arguments))),
    "aclnnStdMeanCorrection": Case((DIMS, 1, KEEP, OUT, OUT), FLOATS,
                                   lambda *arguments: (np.sqrt(variance(*arguments)), mean(*arguments))),
    "aclnnNorm": Case((Value(2.0), DIMS, KEEP, OUT), FLOATS, norm(2), -4),
    "aclnnLinalgVectorNorm": Case((Value(3.0), DIMS, KEEP, TYPE, OUT), FLOATS, norm(3), -4),
    "aclnnProdDim": Case((DIM, KEEP, TYPE, OUT), f"{ORDERED} c64 c128", product, ulps=8),
    "aclnnAminmaxDim": Case((DIM, KEEP, OUT, OUT), ORDERED,
                            lambda x, axes, keep: (x.min(axis=axes, keepdims=keep), x.max(axis=axes, keepdims=keep)),
                            -4, 0),
    "aclnnProd": Case((TYPE, OUT), f"{ORDERED} c64 c128", product, ulps=8),
    "aclnnMax": Case((OUT,), ORDERED, whole(np.max), -4, 0),
    "aclnnMin": Case((OUT,), ORDERED, whole(np.min), -4, 0),
    "aclnnAminmaxAll": Case((OUT, OUT), ORDERED,
                            lambda x, axes, keep: (x.min(axis=axes, keepdims=keep), x.max(axis=axes, keepdims=keep)),
                            -4, 0),
}


def wide(x: Any) -> Any:
    """Long double, long complex, Python integers, or bool."""
    if x.dtype.kind in "iu":
        return x.astype(object)
    if x.dtype.kind == "b":
        return x
    return x.astype(np.clongdouble if x.dtype.kind == "c" else np.longdouble)


def call(case: Case, x: Any, dims: list[int], keep: bool) -> tuple[list[Any], list[Any], tuple[int, ...]]:
    """The arguments behind the tensor, what is expected, and the shape of the outputs."""
    if DIMS in case.arguments:
        axes = tuple(sorted(dim % max(x.ndim, 1) for dim in dims)) if dims else tuple(range(x.ndim))
    elif DIM in case.arguments:
        axes = (dims[0] % max(x.ndim, 1),) if dims else (0,)
    else:
        axes, keep = tuple(range(x.ndim)), False
    axes = axes if x.ndim else ()
    want = case.want(wide(x), axes, keep)
    wants = list(want) if isinstance(want, tuple) else [want]
    shape = np.shape(wants[0]) if KEEP in case.arguments else (1,)
    return fill(case, dims, axes[0] if axes else 0, keep, shape, case.out(x.dtype)), wants, shape


def fill(case: Case, dims: list[int], dim: int, keep: bool, shape: tuple[int, ...], dtype: Any) -> list[Any]:
    """The arguments behind the tensor."""
    places = {DIMS: dims, DIM: dim, KEEP: keep, TYPE: ACL[np.dtype(dtype)], OUT: Out(shape, dtype)}
    return [places.get(each, each) if isinstance(each, str) else each for each in case.arguments]


def agree(got: Any, want: Any, ulps: float) -> None:
    if got.dtype.kind in "iub":
        bits = got.dtype.itemsize * 8
        number = np.vectorize(lambda each: each if isinstance(each, bool) else int(each) % 2 ** bits, otypes=[object])
        assert (number(got.astype(object)) == number(np.asarray(want, object))).all(), (got, want)
    elif got.dtype.kind == "c":                       # parts that cancel are as exact as the magnitude
        assert (np.abs(got - want) <= ulps * np.finfo(got.dtype).eps * np.abs(want)).all(), (got, want)
    else:
        exact = np.asarray(want).astype(np.float64 if got.dtype.name == "bfloat16" else np.longdouble)
        assert harness.ulps(got, exact.reshape(got.shape)) <= ulps, (got, exact)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("operator", CASES)
def test_every_dtype(operator: str, layout: str) -> None:
    case = CASES[operator]
    npu = machine(case.soc)
    for (index, dtype), keep in itertools.product(enumerate(kinds(case.dtypes)), (False, True)):
        x = harness.repeated(harness.values(dtype, SHAPE, case.low), layout)
        dims = [[1], [0, -1], [], [-2, 0, 2]][(index + keep) % 4]
        arguments, wants, shape = call(case, x, dims, keep)
        found = harness.run(npu, operator, x, *arguments, layout=layout)
        for got, want in zip(found, wants, strict=True):
            assert got.shape == shape
            agree(got, want, case.ulps)


@pytest.mark.parametrize("operator", CASES)
def test_0_d_tensors(operator: str) -> None:
    """N-SHP-7, N-ARG-5: a 0-d tensor counts as one dim."""
    case, npu = CASES[operator], machine()
    x = np.asarray(2, kinds(case.dtypes)[0])
    arguments, wants, _ = call(case, x, [-1], True)
    for got, want in zip(harness.run(npu, operator, x, *arguments), wants, strict=True):
        agree(got, want, case.ulps)


@pytest.mark.parametrize(("operator", "value"), [
    ("aclnnReduceSum", 0), ("aclnnReduceNansum", 0), ("aclnnProdDim", 1), ("aclnnAll", 1), ("aclnnAny", 0),
    ("aclnnMean", np.nan), ("aclnnVar", np.nan), ("aclnnStd", np.nan), ("aclnnNorm", 0), ("aclnnReduceLogSum", -np.inf),
    ("aclnnLogSumExp", -np.inf)])
def test_a_dim_of_size_0_gives_the_neutral_element(operator: str, value: float) -> None:
    case, npu = CASES[operator], machine()
    x = np.zeros((2, 0, 3), np.float32)
    found, = harness.run(npu, operator, x, *fill(case, [1], 1, False, (2, 3), case.out(x.dtype)))
    np.testing.assert_array_equal(found.astype(np.float64), np.full((2, 3), value, np.float64))


@pytest.mark.parametrize("operator", ["aclnnReduceSum", "aclnnMean", "aclnnMeanV2", "aclnnProdDim"])
def test_an_empty_tensor_has_no_complex_result(operator: str) -> None:
    case, npu = CASES[operator], machine()
    arguments = fill(case, [0], 0, False, (3,), np.complex64)
    harness.check_refusal(npu, operator, [np.zeros((0, 3), np.complex64), *arguments], 161002, "out", "empty")


def test_whole_numbers_wrap() -> None:
    npu = machine()
    x = np.full(100, 127, np.int8)
    assert harness.run(npu, "aclnnReduceSum", x, [0], False, 2, Out((), np.int8))[0] == 12700 - 50 * 256
    assert harness.run(npu, "aclnnReduceSum", x, [0], False, 3, Out((), np.int32))[0] == 12700
    assert harness.run(npu, "aclnnProd", np.full(40, 2, np.int32), 3, Out((1,), np.int32))[0] == 0


def test_sum_casts_before_it_adds() -> None:
    """To bool it is whether any element is not zero; from float to a whole type each element is cut."""
    npu = machine()
    x = np.array([0.6, 0.6, 1.7], np.float32)
    assert harness.run(npu, "aclnnReduceSum", x, [0], False, ACL[np.dtype(np.int32)], Out((), np.int32))[0] == 1
    assert harness.run(npu, "aclnnReduceSum", np.full(256, 1, np.uint8), [0], False, 12, Out((), np.bool_))[0]


def test_nan() -> None:
    npu = machine()
    x = np.array([[1, np.nan, 3], [4, 5, 6]], np.float32)
    row = Out((2,), np.float32)
    for operator in ("aclnnAmax", "aclnnAmin"):
        np.testing.assert_array_equal(harness.run(npu, operator, x, [1], False, row)[0],
                                      [np.nan, 6 if operator == "aclnnAmax" else 4])
    np.testing.assert_array_equal(harness.run(npu, "aclnnReduceNansum", x, [1], False, 0, row)[0], [4, 15])
    assert harness.run(npu, "aclnnAll", x, [1], False, Out((2,), np.bool_))[0].all()        # nan is not zero


def test_infinities_in_log_sum_exp() -> None:
    npu = machine()
    x = np.array([[-np.inf, -np.inf], [np.inf, 0], [1000, 1000], [-1000, -1000], [np.nan, 1]], np.float32)
    found, = harness.run(npu, "aclnnLogSumExp", x, [1], False, Out((5,), np.float32))
    np.testing.assert_array_equal(found, np.array([-np.inf, np.inf, 1000 + np.log(2), -1000 + np.log(2), np.nan],
                                                  np.float32))


def test_log_sum_exp_of_whole_numbers() -> None:
    npu = machine()
    found, = harness.run(npu, "aclnnLogSumExp", np.array([1, 2, 3], np.int32), [0], False, Out((), np.float32))
    assert harness.ulps(found, np.log(np.exp(np.array([1, 2, 3.0])).sum())) <= 1


@pytest.mark.parametrize(("order", "want"), [(0, 2), (1, 7), (2, 5), (np.inf, 4), (-np.inf, 0), (-1, 0),
                                             (0.5, 7 + 4 * 3 ** 0.5)])
def test_orders_of_norms(order: float, want: float) -> None:
    npu = machine()
    x = np.array([3, 0, -4], np.float32)
    found, = harness.run(npu, "aclnnNorm", x, Value(order), [0], False, Out((), np.float32))
    np.testing.assert_allclose(found, want, rtol=1e-6)


def test_noop_with_empty_dims() -> None:
    """With the flag and no dims the input comes back, for the logarithm of the sum too."""
    npu = machine()
    x = harness.values(np.float32, (2, 3), 1)
    for operator in ("aclnnMaxV2", "aclnnMeanV2", "aclnnReduceLogSum"):
        np.testing.assert_array_equal(harness.run(npu, operator, x, [], False, True, Out((2, 3), np.float32))[0], x)
        harness.check_refusal(npu, operator, [x, [], False, False, Out((2, 3), np.float32)], 161002, "shape []")


@pytest.mark.parametrize("operator", ["aclnnVar", "aclnnStd", "aclnnVarCorrection", "aclnnVarMean",
                                      "aclnnStdMeanCorrection"])
def test_null_dims_mean_all_where_the_page_says_so(operator: str) -> None:
    case, npu = CASES[operator], machine()
    x = harness.values(np.float32, (3, 4), -1)
    arguments, wants, _ = call(case, x, [], False)
    arguments[0] = None
    for got, want in zip(harness.run(npu, operator, x, *arguments), wants, strict=True):
        agree(got, want, 1)


def test_divisor_of_the_variance_is_not_negative() -> None:
    npu = machine()
    x = np.array([[1, 2], [3, 5]], np.float32)
    for correction, want in ((0, [0.25, 1]), (1, [0.5, 2]), (2, [np.inf, np.inf]), (7, [np.inf, np.inf])):
        found, = harness.run(npu, "aclnnVarCorrection", x, [1], correction, False, Out((2,), np.float32))
        np.testing.assert_array_equal(found, want)
    found, = harness.run(npu, "aclnnVar", x, [1], False, False, Out((2,), np.float32))
    np.testing.assert_array_equal(found, [0.25, 1])


@pytest.mark.parametrize(("operator", "want"), [("aclnnGlobalAveragePool", [4.5, 7.25, 5.25]),
                                                ("aclnnGlobalMaxPool", [8, 12, 7])])
def test_global_pools(operator: str, want: list[float]) -> None:
    """The example of the page."""
    npu = machine()
    x = np.array([2, 3, 5, 8, 4, 12, 6, 7, 5, 3, 7, 6], np.float32).reshape(1, 3, 2, 2)
    found, = harness.run(npu, operator, x, Out((1, 3, 1, 1), np.float32))
    assert found.reshape(-1).tolist() == want
    for shape in ((2, 2, 2), (2,) * 9):
        harness.check_refusal(npu, operator, [np.zeros(shape, np.float32), Out(shape, np.float32)], 161002,
                              "4 to 8 dims")
    harness.check_refusal(npu, operator, [x, Out((1, 3), np.float32)], 161002, "out")
    harness.check_refusal(npu, operator, [x, Out((1, 3, 1, 1), np.float16)], 161002, "out", "FLOAT16")


def test_pool_without_elements_is_refused() -> None:
    npu = machine()
    arguments = [np.zeros((1, 2, 0, 3), np.float32), Out((1, 2, 1, 1), np.float32)]
    harness.check_refusal(npu, "aclnnGlobalMaxPool", arguments, 161002, "size 0")


@pytest.mark.parametrize("dtype", kinds("f32 f16 bf16 f64 i8 i16 i32 i64 u8 b c64 c128"))
def test_trace(dtype: Any) -> None:
    """Whole numbers and bool give INT64."""
    npu = machine()
    x = harness.values(dtype, (3, 4), 1)
    result = np.int64 if dtype.kind in "iub" else dtype
    found, = harness.run(npu, "aclnnTrace", x, Out((), result), layout="transposed")
    want = x.astype(np.complex128 if dtype.kind == "c" else np.float64).diagonal().sum()
    if dtype.kind in "iub":
        assert found == want
    else:
        assert harness.ulps(found, np.asarray(want)) <= 1
    harness.check_refusal(npu, "aclnnTrace", [np.zeros((2, 2, 2), dtype), Out((), result)], 161002, "2 to 2 dims")
    harness.check_refusal(npu, "aclnnTrace", [x, Out((1,), result)], 161002, "out: expected 0 dims")
    if dtype.kind in "iub":
        harness.check_refusal(npu, "aclnnTrace", [x, Out((), np.float32)], 161002, "out")


@pytest.mark.parametrize(("shape", "axes"), [((70001,), [0]), ((1500, 300), [0]), ((1500, 300), [1]),
                                             ((300, 1500), [0, 1]), ((40, 50, 60), [1]), ((40, 50, 60), [0, 2])])
def test_large_sums_of_float32(shape: tuple[int, ...], axes: list[int]) -> None:
    """More than one block: no worse than pairwise addition."""
    npu = machine(mode="faithful")
    x = harness.values(np.float32, shape, 0, 1)
    left = tuple(size for place, size in enumerate(shape) if place not in axes)
    exact = x.astype(np.longdouble).sum(axis=tuple(axes))
    for operator, want in (("aclnnReduceSum", exact), ("aclnnMean", exact * exact.size / x.size)):
        found, = harness.run(npu, operator, x, axes, False, 0, Out(left, np.float32))
        assert harness.ulps(found, np.asarray(want)) <= 4
    squares = (x.astype(np.longdouble) ** 2).sum(axis=tuple(axes))
    found, = harness.run(npu, "aclnnNorm", x, Value(2.0), axes, False, Out(left, np.float32))
    assert harness.ulps(found, np.sqrt(squares)) <= 1
    found, = harness.run(npu, "aclnnVar", x, axes, False, False, Out(left, np.float32))
    mean = x.astype(np.longdouble).mean(axis=tuple(axes), keepdims=True)
    assert harness.ulps(found, ((x - mean) ** 2).mean(axis=tuple(axes))) <= 1


@pytest.mark.parametrize(("operator", "dtype", "out"), [
    ("aclnnNorm", np.float16, np.float32), ("aclnnVar", np.float32, np.float16), ("aclnnStd", np.float16, np.float32),
    ("aclnnMax", np.int32, np.float32), ("aclnnAll", np.float32, np.uint8), ("aclnnAny", np.int32, np.uint8),
    ("aclnnLogSumExp", np.float16, np.float32)])
def test_outputs_of_another_type(operator: str, dtype: Any, out: Any) -> None:
    """The result is rounded to the type of the input first, then cast."""
    case, npu = CASES[operator], machine()
    x = harness.values(dtype, (3, 4), 1)
    arguments, _, _ = call(case, x, [1], False)
    same, = harness.run(npu, operator, x, *arguments)
    arguments = [Out(each.shape, out) if isinstance(each, Out) else each for each in arguments]
    other, = harness.run(npu, operator, x, *arguments)
    np.testing.assert_array_equal(other, same.astype(out))


# -- refusals

def refusals() -> list[tuple[str, list[Any], int, str]]:
    """Operator, arguments, code, word: of every rule of every page, in the order of `CASES`."""
    found = []
    for operator, case in CASES.items():
        x = np.ones((2, 3), kinds(case.dtypes)[0])
        good, _, shape = call(case, x, [1], False)
        for place, each in enumerate(case.arguments):
            if each in (OUT, DIMS) or isinstance(each, Value):
                if each == DIMS and operator in ("aclnnVar", "aclnnStd", "aclnnVarCorrection", "aclnnVarMean",
                                                 "aclnnStdMeanCorrection"):
                    continue
                found.append((operator, [x, *good[:place], None, *good[place + 1:]], 161001, "NULL"))
            if each == DIMS:
                for dims in ([2], [-3], [0, 5]):
                    found.append((operator, [x, *good[:place], dims, *good[place + 1:]], 161002, "expected -2 to 1"))
                found.append((operator, [x, *good[:place], [1, -1], *good[place + 1:]], 161002, "different dims"))
            if each == DIM:
                for dim in (2, -3):
                    found.append((operator, [x, *good[:place], dim, *good[place + 1:]], 161002, "expected -2 to 1"))
            if each == OUT:
                wrong = Out((4, 4), case.out(x.dtype))
                found.append((operator, [x, *good[:place], wrong, *good[place + 1:]], 161002, "expected shape"))
                wrong = Out(shape, np.uint32)
                found.append((operator, [x, *good[:place], wrong, *good[place + 1:]], 161002, "UINT32"))
        found.append((operator, [None, *good], 161001, "NULL"))
        found.append((operator, [x.astype(np.uint16), *good], 161002, "UINT16"))
        found.append((operator, [np.ones((1,) * 9, x.dtype), *good], 161002, "0 to 8 dims"))
    return found


@pytest.mark.parametrize("operator", CASES)
def test_refusals(operator: str) -> None:
    npu = machine()
    for name, arguments, code, word in refusals():
        if name == operator:
            harness.check_refusal(npu, operator, arguments, code, operator, word)


@pytest.mark.parametrize("operator", ["aclnnAmax", "aclnnAmin", "aclnnMaxV2", "aclnnAminmax", "aclnnAminmaxDim"])
def test_extremes_of_nothing_are_refused(operator: str) -> None:
    case, npu = CASES[operator], machine()
    arguments = fill(case, [0], 0, False, (3,), np.float32)
    harness.check_refusal(npu, operator, [np.zeros((0, 3), np.float32), *arguments], 161002, "size 0")


def test_aminmax_of_an_empty_tensor() -> None:
    """One dim that is not empty may be reduced, several may not."""
    npu, x = machine(), np.zeros((2, 3, 0), np.float32)
    assert harness.run(npu, "aclnnAminmax", x, [0], False, Out((3, 0), np.float32), Out((3, 0), np.float32))
    outs = [Out((0,), np.float32), Out((0,), np.float32)]
    harness.check_refusal(npu, "aclnnAminmax", [x, [0, 1], False, *outs], 161002, "expected no empty tensor for 2 dims")


@pytest.mark.parametrize("operator", ["aclnnProd", "aclnnMean"])
def test_casts_that_are_no_casts(operator: str) -> None:
    """N-CST-1: a float does not become a whole number."""
    case, npu = CASES[operator], machine()
    arguments, _, _ = call(case, np.ones((2, 3), np.int32), [1], False)
    harness.check_refusal(npu, operator, [np.ones((2, 3), np.float32), *arguments], 161002, "cannot be cast")


def test_dtype_must_be_that_of_the_output() -> None:
    npu, x = machine(), np.ones((2, 3), np.float32)
    for operator in ("aclnnReduceSum", "aclnnReduceNansum", "aclnnLinalgVectorNorm"):
        arguments, _, _ = call(CASES[operator], x, [1], False)
        arguments[-1] = Out((2,), np.float16)
        harness.check_refusal(npu, operator, [x, *arguments], 161002, "FLOAT")


@pytest.mark.parametrize("operator", ["aclnnNorm", "aclnnLinalgVectorNorm"])
def test_orders_that_are_no_real_numbers(operator: str) -> None:
    npu, x = machine(), np.ones((2, 3), np.float32)
    arguments, _, _ = call(CASES[operator], x, [1], False)
    harness.check_refusal(npu, operator, [x, Value(2, np.complex64), *arguments[1:]], 161002, "COMPLEX64")


def test_types_of_vector_norms() -> None:
    """The triples of the page: FLOAT16 may go up to FLOAT, FLOAT may not go down, nor FLOAT16 across."""
    npu, half = machine(), np.ones((2, 3), np.float16)
    found, = harness.run(npu, "aclnnLinalgVectorNorm", half, Value(2.0), [1], False, 0, Out((2,), np.float32))
    assert harness.ulps(found, np.sqrt(np.full(2, 3.0))) <= 1
    for x, dtype, out in ((half.astype(np.float32), 1, np.float16), (half, 27, harness.DTYPES["bf16"])):
        harness.check_refusal(npu, "aclnnLinalgVectorNorm", [x, Value(2.0), [1], False, dtype, Out((2,), out)], 161002,
                              "dtype")


@pytest.mark.parametrize(("operator", "soc"), [
    ("aclnnVar", "Ascend310P3"), ("aclnnVarMean", "Ascend310P3"), ("aclnnStdMeanCorrection", "Ascend310P3"),
    ("aclnnAminmaxAll", "Ascend310P3"), ("aclnnAminmaxDim", "Ascend310P3"), ("aclnnReduceNansum", "Ascend910A"),
    ("aclnnReduceNansum", "Ascend310P3"), ("aclnnReduceLogSum", "Ascend910A"),
    ("aclnnLinalgVectorNorm", "Ascend310P3")])
def test_parts_without_an_operator(operator: str, soc: str) -> None:
    arguments, _, _ = call(CASES[operator], np.ones((2, 3), np.float32), [1], False)
    harness.check_refusal(machine(soc), operator, [np.ones((2, 3), np.float32), *arguments], 561003, soc)


@pytest.mark.parametrize("soc", ["Ascend910A", "Ascend310P3"])
def test_older_parts_have_no_bfloat16(soc: str) -> None:
    npu, x = machine(soc), np.ones((2, 3), harness.DTYPES["bf16"])
    for operator in ("aclnnAmax", "aclnnReduceSum", "aclnnMean", "aclnnProd", "aclnnStd", "aclnnAll", "aclnnMax"):
        arguments, _, _ = call(CASES[operator], x, [1], False)
        harness.check_refusal(npu, operator, [x, *arguments], 161002, "BF16")


def test_bfloat16_of_the_log_sum_needs_the_950() -> None:
    x = np.full((2, 3), 2, harness.DTYPES["bf16"])
    arguments = [[1], False, False, Out((2,), x.dtype)]
    harness.check_refusal(machine(), "aclnnReduceLogSum", [x, *arguments], 161002, "BF16")
    found, = harness.run(machine("Ascend950"), "aclnnReduceLogSum", x, *arguments)
    assert harness.ulps(found, np.log(np.full(2, 6.0))) <= 1
