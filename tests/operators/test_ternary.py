"""Formulas of three tensors, against fractions and by hand."""
from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from aclnn_calls import BFLOAT16, Calls
from elementwise_pages import SOCS
from harness import DTYPES, LAYOUTS, Out, Value, check_refusal, machine, repeated, run, tensor, ulps, values

from pyacl import emulator

FLOATS = ("f32", "f16", "bf16", "f64")


@pytest.fixture
def npu() -> Calls:
    return machine()


def fractions(array: Any) -> list[Fraction]:
    wide = array.astype(np.float64) if array.dtype in (np.float16, BFLOAT16) else array
    return [Fraction(value) for value in wide.reshape(-1).tolist()]


def three(dtype: str) -> tuple[Any, Any, Any]:
    x, first, second = (values(DTYPES[dtype], (60,), -6, 6, seed=seed) for seed in (1, 2, 3))
    second[second == 0] = 1
    return x, first, second


def wide(exact: list[Fraction]) -> Any:
    return np.array([float(value) for value in exact])


@pytest.mark.parametrize("dtype", FLOATS)
def test_floats(npu: Calls, dtype: str) -> None:
    """Rounded once, of float32 and the halves; the scalar is not rounded to a half."""
    x, first, second = three(dtype)
    value = Fraction(float(np.float32(0.3)))
    terms = list(zip(fractions(x), fractions(first), fractions(second), strict=True))
    for name, want in (("Addcmul", [a + value * b * c for a, b, c in terms]),
                       ("Addcdiv", [a + value * b / c for a, b, c in terms])):
        got, = run(npu, f"aclnn{name}", x, first, second, Value(0.3), Out(x.shape, x.dtype))
        near = np.abs(wide(want)) > (3 if dtype == "f64" else 1e-3)       # elsewhere a difference is rounded in double
        assert ulps(got[near], wide(want)[near]) <= (4 if dtype == "f64" else 0.502)
        assert run(npu, f"aclnnInplace{name}", x, first, second, Value(0.3))[0].tobytes() == got.tobytes()
    assert not emulator.report().findings


@pytest.mark.parametrize("dtype", ["i8", "i32", "i64", "u8"])
def test_whole_numbers_wrap(npu: Calls, dtype: str) -> None:
    limits = np.iinfo(DTYPES[dtype])
    x, first, second = np.array([limits.max, 5, limits.min], limits.dtype), *np.array([[3, 7, 100]] * 2, limits.dtype)
    want = [(int(a) + 2 * int(b) * int(c) - limits.min) % 2 ** limits.bits + limits.min
            for a, b, c in zip(x, first, second, strict=True)]
    got, = run(npu, "aclnnAddcmul", x, first, second, Value(2, np.int32), Out((3,), limits.dtype))
    assert got.tolist() == want
    assert run(npu, "aclnnInplaceAddcmul", x, first, second, Value(2, np.int64))[0].tolist() == want


def test_whole_quotients_drop_the_fraction(npu: Calls) -> None:
    x, first, second = (np.array(numbers, np.int64) for numbers in ([1, 1, 2 ** 60], [7, -7, 1], [2, 2, 1]))
    got, = run(npu, "aclnnAddcdiv", x, first, second, Value(1, np.int64), Out((3,), np.int64))
    assert got.tolist() == [4, -2, 2 ** 60 + 1]


def test_broadcast_and_types(npu: Calls) -> None:
    x, first, second = np.array([[1], [2]], np.float16), np.array([1, 2, 3], np.float32), np.array([[[10]]], np.float32)
    got, = run(npu, "aclnnAddcmul", x, first, second, Value(1, np.int32), Out((1, 2, 3), np.float32))
    assert got.tolist() == [[[11, 21, 31], [12, 22, 32]]]
    check_refusal(npu, "aclnnAddcmul", [x, first, second, Value(1), Out((1, 2, 3), np.int32)], 161002, "FLOAT")
    check_refusal(npu, "aclnnAddcmul",
                  [np.array([1], np.int8), np.array([1], np.uint8), np.array([1], np.uint8), Value(1, np.int8),
                                        Out((1,), np.int32)], 161002, "promoted type")
    check_refusal(npu, "aclnnAddcmul",
                  [np.array([1], np.int8), np.array([1], np.int8), np.array([1], np.int8), Value(1.5),
                                        Out((1,), np.int8)], 161002, "value")
    check_refusal(npu, "aclnnInplaceAddcdiv", [x, first, second, Value(1)], 161002, "selfRef")


@pytest.mark.parametrize("dtype", FLOATS[:3])
def test_lerp(npu: Calls, dtype: str) -> None:
    """start + weight * (end - start), rounded once."""
    start, end, weight = three(dtype)
    terms = list(zip(fractions(start), fractions(end), fractions(weight), strict=True))
    want = wide([a + w * (b - a) for a, b, w in terms])
    got, = run(npu, "aclnnLerp", start, end, weight, Out(start.shape, start.dtype))
    assert ulps(got, want) <= 0.502
    assert run(npu, "aclnnInplaceLerp", start, end, weight)[0].tobytes() == got.tobytes()
    third = Fraction(float(np.float32(1 / 3)))
    want = wide([a + third * (b - a) for a, b, _ in terms])
    got, = run(npu, "aclnnLerps", start, end, Value(1 / 3), Out(start.shape, start.dtype))
    assert ulps(got, want) <= 0.502
    assert run(npu, "aclnnInplaceLerps", start, end, Value(1 / 3))[0].tobytes() == got.tobytes()
    check_refusal(npu, "aclnnLerp", [start, end.astype(np.float64), weight, Out(start.shape, start.dtype)], 161002,
                  "end")
    check_refusal(npu, "aclnnLerps", [start, end, Value(1j, np.complex64), Out(start.shape, start.dtype)], 161002,
                  "weight")


@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64",
                                   "b", "c64", "c128"])
@pytest.mark.parametrize("condition", [np.array([True, False, True]), np.array([2, 0, 255], np.uint8)])
def test_where(npu: Calls, condition: Any, dtype: str) -> None:
    """Values pass as they are: the largest whole numbers too."""
    kind = DTYPES[dtype]
    largest = np.iinfo(kind).max if kind.kind in "iu" else 1
    x, y = np.array([largest, 0, 1], kind), np.array([0, 1, 0], kind)
    got, = run(npu, "aclnnSWhere", condition, x, y, Out((3,), kind))
    assert got.tolist() == x[:1].tolist() + y[1:2].tolist() + x[2:].tolist()
    assert not [one for one in emulator.report().findings if one.severity == "error"]


def test_where_meets_and_refuses(npu: Calls) -> None:
    condition = np.array([[True], [False]])
    got, = run(npu, "aclnnSWhere", condition, np.array([1, 2], np.int32), np.array([0.5], np.float16),
               Out((2, 2), np.float32))
    assert got.tolist() == [[1, 2], [0.5, 0.5]]
    x = np.array([1, 2], np.float32)
    for made, word in (([condition.astype(np.int8), x, x, Out((2, 2), np.float32)], "condition"),
                       ([condition, x, np.array([1], np.uint16), Out((2, 2), np.float32)], "cannot be promoted"),
                       ([condition, x, x, Out((2, 2), np.int32)], "out"),
                       ([condition, x, np.ones(3, np.float32), Out((2, 2), np.float32)], "broadcast"),
                       ([np.ones((1,) * 9, bool), x, x, Out((2,), np.float32)], "8 dims")):
        check_refusal(npu, "aclnnSWhere", made, 161002, word)
    check_refusal(npu, "aclnnSWhere", [condition, None, x, Out((2, 2), np.float32)], 161001, "self")


def test_masked_scale() -> None:
    npu = machine(SOCS["950"])
    x = np.array([1, 2, 3], np.float32)
    for mask in (np.array([0, 1, 2], np.uint8), np.array([0, 1, 2], np.int8), np.array([0, 1, 2], np.float16),
                 np.array([0, 1, 2], np.float32)):
        assert run(npu, "aclnnMaskedScale", x, mask, 1.5, Out((3,), np.float32))[0].tolist() == [0, 3, 9]
    check_refusal(npu, "aclnnMaskedScale", [x, np.bool_([1, 0, 1]), 1.0, Out((3,), np.float32)], 161002, "mask")
    check_refusal(npu, "aclnnMaskedScale", [x, np.array([1], np.uint8), 1.0, Out((3,), np.float32)], 161002, "mask")
    check_refusal(npu, "aclnnMaskedScale", [x, np.array([1, 1, 1], np.uint8), 1.0, Out((3,), np.float16)], 161002,
                  "out")


# -- scale

X = np.arange(24, dtype=np.float32).reshape(2, 3, 4)


@pytest.mark.parametrize(("axis", "count", "blob", "shape"), [
    (1, 1, True, (3,)), (-2, 2, True, (3, 4)), (1, -1, True, (3, 4)), (0, 3, True, (2, 3, 4)), (1, 0, True, (1,)),
    (0, 9, False, (2, 3)), (2, -7, False, (4,)), (-1, 0, False, (4,)), (1, 0, False, ())])
@pytest.mark.parametrize("biased", [False, True])
def test_scale(npu: Calls, axis: int, count: int, blob: bool, shape: tuple[int, ...], biased: bool) -> None:
    """The scale goes along the dims from `axis` on: `numAxes` of them, or as many as it has."""
    scale = values(np.float32, shape, seed=3)
    bias = values(np.float32, shape, seed=4) if biased else None
    got, = run(npu, "aclnnScale", X, scale, bias, axis, count, blob, Out(X.shape, np.float32))
    want = X.astype(np.float64)
    for place in itertools.product(*map(range, X.shape)):
        first = axis % 3
        along = () if not shape else (0,) if shape == (1,) else place[first:first + len(shape)]
        want[place] = want[place] * float(scale[along]) + (float(bias[along]) if bias is not None else 0)
    assert ulps(got, want) <= 0.502


@pytest.mark.parametrize(("axis", "count", "blob", "shape", "word"), [
    (3, 1, True, (3,), "axis"), (-4, 1, True, (3,), "axis"), (1, -2, True, (3,), "numAxes"),
    (1, 0, True, (3,), "scale"), (1, 3, True, (3, 4), "dims"), (1, 1, True, (4,), "scale"),
    (2, 0, False, (3,), "scale"), (2, 0, False, (4, 1), "dims")])
def test_scale_refuses(npu: Calls, axis: int, count: int, blob: bool, shape: tuple[int, ...], word: str) -> None:
    made = [X, np.ones(shape, np.float32), None, axis, count, blob, Out(X.shape, np.float32)]
    check_refusal(npu, "aclnnScale", made, 161002, word)


def test_scale_and_its_bias_are_alike(npu: Calls) -> None:
    scale = np.ones(3, np.float32)
    for changed, word in (({1: scale.astype(np.float16)}, "scale"), ({2: np.ones(2, np.float32)}, "bias"),
                          ({2: scale.astype(np.float16)}, "bias"), ({6: Out(X.shape, np.float16)}, "y"),
                          ({6: Out((2, 3), np.float32)}, "y")):
        made: list[Any] = [X, scale, None, 1, 1, True, Out(X.shape, np.float32)]
        for place, value in changed.items():
            made[place] = value
        check_refusal(npu, "aclnnScale", made, 161002, word)


# -- addr

@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16", "f64", "i8", "i16", "i32", "i64", "u8"])
def test_addr(npu: Calls, dtype: str) -> None:
    """beta * self + alpha * outer(vec1, vec2), by hand; a NULL factor is 1."""
    kind = DTYPES[dtype]
    x, row, column = np.array([[1, 2], [3, 4], [5, 6]], kind), np.array([1, 2, 3], kind), np.array([4, 5], kind)
    got, = run(npu, "aclnnAddr", x, row, column, Value(2, np.int32), Value(3, np.int32), Out((3, 2), kind))
    assert got.tolist() == [[14, 19], [30, 38], [46, 57]]
    assert run(npu, "aclnnInplaceAddr", x, row, column, None, None)[0].tolist() == [[5, 7], [11, 14], [17, 21]]
    got, = run(npu, "aclnnAddr", np.array([10, 20], kind), row, column, None, None, Out((3, 2), kind))
    assert got.tolist() == [[14, 25], [18, 30], [22, 35]]


def test_addr_of_the_page_and_of_bools(npu: Calls) -> None:
    x = np.array([[1, 2], [3, 4], [5, 6]], np.float32)
    row, column = np.array([1, 2, 3], np.float32), np.array([4, 5], np.float32)
    got, = run(npu, "aclnnAddr", x, row, column, Value(1.5), Value(1.5), Out((3, 2), np.float32), layout="sliced")
    assert got.tolist() == [[7.5, 10.5], [16.5, 21], [25.5, 31.5]]
    bits = np.array([[True, False], [False, False]])
    got, = run(npu, "aclnnAddr", bits, np.array([False, True]), np.array([True, False]), Value(True, np.bool_),
               Value(True, np.bool_), Out((2, 2), np.bool_))
    assert got.tolist() == [[True, False], [True, False]]


M, V = np.ones((2, 2), np.float32), np.ones(2, np.float32)
O22 = Out((2, 2), np.float32)
ADDR_REFUSED: dict[str, tuple[str, list[Any], str]] = {
    "vec1": ("aclnnAddr", [M, M, V, None, None, O22], "vec1"),
    "vec2": ("aclnnAddr", [M, V, np.float32(1), None, None, O22], "vec2"),
    "3 dims": ("aclnnAddr", [np.ones((1, 2, 2), np.float32), V, V, None, None, O22], "self"),
    "1 dim in place": ("aclnnInplaceAddr", [V, V, V, None, None], "selfRef"),
    "shape": ("aclnnAddr", [np.ones((3, 2), np.float32), V, V, None, None, O22], "self"),
    "out": ("aclnnAddr", [M, V, V, None, None, Out((2,), np.float32)], "out"),
    "type": ("aclnnAddr", [M.astype(np.complex64), V, V, None, None, O22], "self"),
    "bool factor": ("aclnnAddr", [M, V, V, Value(True, np.bool_), None, O22], "betaOptional"),
    "float factor": ("aclnnAddr", [M.astype(np.int32), V.astype(np.int8), V.astype(bool), None, Value(1.0),
                                   Out((2, 2), np.int32)], "alphaOptional"),
    "empty in place": ("aclnnInplaceAddr", [np.ones((0, 2), np.float32), np.ones(0, np.float32), V, None, None],
                       "empty"),
}


@pytest.mark.parametrize("case", ADDR_REFUSED)
def test_addr_refuses(npu: Calls, case: str) -> None:
    operator, made, word = ADDR_REFUSED[case]
    check_refusal(npu, operator, made, 161002, word)


@pytest.mark.parametrize("layouts", list(itertools.product(LAYOUTS, LAYOUTS[:3])))
def test_layouts(npu: Calls, layouts: tuple[str, str]) -> None:
    for dtype in (np.float32, np.float16, np.int32):
        x = repeated(values(dtype, (3, 4, 5), -9, 9), layouts[0])
        y = values(dtype, (4, 1), -9, 9, seed=2)
        made = [tensor(npu, x, layouts[0]), npu.tensor(y), npu.tensor(y), npu.scalar(2, np.int32),
                npu.empty(x.shape, np.float32, layouts[1])]
        assert npu.run("aclnnAddcmul", *made) == 0, npu.message()
        want = x.astype(np.float64) + 2.0 * y.astype(np.float64) ** 2
        np.testing.assert_array_equal(npu.read(made[4]), want.astype(dtype).astype(np.float32))
