"""Ranges, spaces, unit matrices, one-hot codes, grids: values by exact arithmetic, and what the pages refuse."""
from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from harness import DTYPES, LAYOUTS, Out, Value, check_refusal, kinds, machine, run, ulps

NULL, INVALID, NO_KERNEL, INNER = 161001, 161002, 561003, 561103
LAYOUT = ("contiguous", "transposed", "sliced")


def out(*shape: int, dtype: Any = np.float32) -> Out:
    return Out(shape, dtype)


def exact(start: float, step: float, count: int, dtype: Any) -> Any:
    """start + i * step rounded once, numbers as their type holds them."""
    first, by = Fraction(start), Fraction(step)
    return np.array([float(first + by * place) for place in range(count)]).astype(dtype)


# -- ranges

@pytest.mark.parametrize(("start", "end", "step", "count"), [(1, 5, 1, 4), (0, 10, 3, 4), (5, -5, -4, 3), (3, 3, 1, 0),
                                                             (-3, 4, 7, 1)])
@pytest.mark.parametrize("given", ["i64", "i32", "i16", "f32", "f64", "f16", "bf16"])
def test_arange(start: int, end: int, step: int, count: int, given: str) -> None:
    npu = machine()
    for dtype, layout in product(kinds("f16 f32 f64 i32 i64 bf16"), LAYOUT[::2]):
        got, = run(npu, "aclnnArange", *(Value(number, DTYPES[given]) for number in (start, end, step)),
                   Out((count,), dtype, layout))
        assert got.tolist() == [start + place * step for place in range(count)]


def test_arange_of_floats() -> None:
    npu = machine()
    step = np.float32(0.1)
    got, = run(npu, "aclnnArange", Value(0), Value(1), Value(step), out(10))
    assert got.tobytes() == exact(0, float(step), 10, np.float32).tobytes()
    got, = run(npu, "aclnnArange", Value(0.25), Value(100_000.25), Value(1), out(100_000))
    assert (got == np.arange(100_000) + 0.25).all()
    got, = run(npu, "aclnnArange", Value(False, bool), Value(True, bool), Value(True, bool), out(1))
    assert got.tolist() == [0]
    got, = run(npu, "aclnnArange", Value(2 ** 53, np.int64), Value(2 ** 53 + 2, np.int64), Value(1, np.int64),
               out(2, dtype=np.int64))
    assert got.tolist() == [2 ** 53, 2 ** 53 + 1]


def test_range_includes_its_end() -> None:
    """The page's example, and steps that lead to the end."""
    npu = machine()
    got, = run(npu, "aclnnRange", Value(1.31), Value(9.97), Value(1.17), out(8))
    assert got.tobytes() == exact(float(np.float32(1.31)), float(np.float32(1.17)), 8, np.float32).tobytes()
    for dtype in kinds("f16 f32 f64 i32 i64 bf16"):
        got, = run(npu, "aclnnRange", Value(1, np.int32), Value(9, np.int32), Value(2, np.int32), Out((5,), dtype))
        assert got.tolist() == [1, 3, 5, 7, 9]


# -- spaces

@pytest.mark.parametrize(("start", "end"), [(0.0, 1.0), (-3.0, 3.0), (5.0, -2.5), (2.0, 2.0)])
@pytest.mark.parametrize("count", [1, 2, 8, 101])
def test_linspace(start: float, end: float, count: int) -> None:
    npu = machine()
    step = Fraction(end - start) / (count - 1) if count > 1 else Fraction(0)
    want = np.array([float(Fraction(start) + step * place) for place in range(count)], np.longdouble)
    for dtype, layout in product(kinds("f16 f32 f64 bf16"), LAYOUT):
        got, = run(npu, "aclnnLinspace", Value(start), Value(end), count, Out((count,), dtype, layout))
        if dtype == np.float64:                              # as near as sums in double come: 2 units of the ends
            assert np.abs(got - want).max() <= 2 * np.spacing(max(abs(start), abs(end)))
        else:
            assert ulps(got, want) <= 1
        assert got[0] == start
        assert count == 1 or got[-1] == end
    for dtype in kinds("i8 i16 i32"):
        got, = run(npu, "aclnnLinspace", Value(-100, np.int64), Value(100, np.int64), 5, Out((5,), dtype))
        assert got.tolist() == [-100, -50, 0, 50, 100]


def test_linspace_of_any_shape() -> None:
    """Only the number of elements counts."""
    got, = run(machine(), "aclnnLinspace", Value(0), Value(5), 6, Out((2, 3), np.float32, "transposed"))
    assert got.tolist() == [[0, 1, 2], [3, 4, 5]]


@pytest.mark.parametrize("base", [10.0, 2.0, 0.5])
def test_logspace(base: float) -> None:
    mpmath = pytest.importorskip("mpmath")
    npu = machine()
    exponents = [mpmath.mpf(-3) + mpmath.mpf(7) * place / 20 for place in range(21)]
    want = np.array([float(mpmath.power(base, exponent)) for exponent in exponents])
    for dtype in kinds("f32 f16 bf16"):
        got, = run(npu, "aclnnLogSpace", Value(-3), Value(4), 21, base, Out((21,), dtype))
        assert ulps(got, want) <= 1
    got, = run(npu, "aclnnLogSpace", Value(0, np.int32), Value(2, np.int8), 3, 10.0, out(3))
    assert got.tolist() == [1, 10, 100]


# -- unit matrices, codes, grids

@pytest.mark.parametrize(("n", "m"), [(3, 3), (2, 4), (4, 2), (0, 3), (1, 1)])
def test_eye(n: int, m: int) -> None:
    npu = machine()
    for dtype, layout in product(kinds("b bf16 f16 f32 i16 i32 i64 i8 u8"), LAYOUT):
        got, = run(npu, "aclnnEye", n, m, Out((n, m), dtype, layout))
        assert got.tolist() == [[float(i == j) for j in range(m)] for i in range(n)]


@pytest.mark.parametrize("axis", [-1, 0, 1, 2])
def test_one_hot(axis: int) -> None:
    """Numbers that are no class give offValue everywhere; of the values only the first element counts."""
    npu = machine()
    place = 2 if axis == -1 else axis
    for index, code, layout in product(kinds("i32 i64"), kinds("f16 f32 i32 i64"), LAYOUTS[:3]):
        x = np.array([[0, 3, 9], [-1, 2, 2]], index)
        want = np.empty((2, 3, 4), code)
        for i, j, k in np.ndindex(2, 3, 4):
            want[i, j, k] = 5 if x[i, j] == k else -2
        want = np.ascontiguousarray(np.moveaxis(want, 2, place))
        got, = run(npu, "aclnnOneHot", x, 4, np.array([5, 6], code), np.array([[-2], [7]], code), axis,
                   Out(want.shape, code, layout), layout=layout)
        assert got.tobytes() == want.tobytes()


def test_one_hot_of_nothing() -> None:
    npu = machine()
    one, zero = np.array([1], np.float32), np.array([0], np.float32)
    assert run(npu, "aclnnOneHot", np.array([1, 2], np.int32), 0, one, zero, 0, out(0, 2))[0].size == 0
    assert run(npu, "aclnnOneHot", np.empty(0, np.int32), 3, one, zero, -1, out(0, 3))[0].size == 0
    small = np.array([1, 0], np.uint8)
    got, = run(machine("Ascend910A"), "aclnnOneHot", small, 2, np.array([1], np.int8), np.array([0], np.int8), -1,
               out(2, 2, dtype=np.int8))
    assert got.tolist() == [[0, 1], [1, 0]]


def _coordinate(place: int, count: int, aligned: bool) -> Fraction:
    if count == 1:
        return Fraction(0)
    return Fraction(2 * place, count - 1) - 1 if aligned else Fraction(2 * place + 1, count) - 1


@pytest.mark.parametrize("aligned", [False, True])
@pytest.mark.parametrize("sides", [(2, 3), (1, 4), (2, 3, 2)])
def test_affine_grid(aligned: bool, sides: tuple[int, ...]) -> None:
    """Row `place` of a map times (x, y, 1), or (x, y, z, 1); the last side of the picture is x."""
    npu = machine()
    dims = len(sides)
    for dtype, layout in product(kinds("f32 f16 bf16"), LAYOUTS[:3]):
        theta = (np.arange(2 * dims * (dims + 1)).reshape(2, dims, dims + 1) - 3).astype(dtype)
        want = np.empty((2, *sides, dims))
        for n, *place, row in np.ndindex(want.shape):
            point = [_coordinate(place[axis], sides[axis], aligned) for axis in reversed(range(dims))]
            want[(n, *place, row)] = float(sum(int(theta[n, row, k]) * point[k] for k in range(dims))
                                           + int(theta[n, row, dims]))
        got, = run(npu, "aclnnAffineGrid", theta, [2, 7, *sides], aligned, Out(want.shape, dtype, layout),
                   layout=layout)
        assert ulps(got, want) <= 1


ONE, ZERO, TWO = Value(1), Value(0), Value(2)
CODES, ON, OFF = np.array([0, 1], np.int32), np.array([1], np.float32), np.array([0], np.float32)
THETA = np.ones((1, 2, 3), np.float32)
REFUSED: list[tuple[str, list[Any], int, str]] = [
    *((operator, [*([ZERO, TWO, ONE][:k]), None, *([ZERO, TWO, ONE][k + 1:]), out(2)], NULL, name)
      for operator in ("aclnnArange", "aclnnRange") for k, name in enumerate(("start", "end", "step"))),
    ("aclnnArange", [ZERO, TWO, ONE, None], NULL, "out"),
    ("aclnnArange", [ZERO, TWO, ZERO, out(2)], INVALID, "step"),
    ("aclnnArange", [TWO, ZERO, ONE, out(2)], INVALID, "step"),
    ("aclnnArange", [ZERO, TWO, Value(-1), out(2)], INVALID, "step"),
    ("aclnnArange", [ZERO, TWO, Value(0.5), out(4, dtype=np.int32)], INVALID, "step"),
    ("aclnnArange", [Value(0, np.uint16), TWO, ONE, out(2)], INVALID, "start: expected one of"),
    ("aclnnArange", [ZERO, TWO, ONE, out(2, dtype=np.int8)], INVALID, "out: expected one of"),
    ("aclnnArange", [ZERO, TWO, ONE, out(3)], INNER, "one dim of size 2"),
    ("aclnnArange", [ZERO, TWO, ONE, out(1, 2)], INNER, "one dim of size 2"),
    ("aclnnRange", [ZERO, TWO, ONE, out()], INVALID, "one dim of size 3"),
    ("aclnnRange", [ZERO, TWO, ONE, out(2)], INNER, "one dim of size 3"),
    ("aclnnLinspace", [None, ONE, 2, out(2)], NULL, "start"),
    ("aclnnLinspace", [ZERO, ONE, -1, out(2)], INVALID, "steps: expected at least 0"),
    ("aclnnLinspace", [ZERO, ONE, 3, out(2)], INVALID, "expected 3 elements"),
    ("aclnnLinspace", [ZERO, ONE, 0, out(0)], INVALID, "empty tensors"),
    ("aclnnLinspace", [ZERO, ONE, 2, out(2, dtype=np.int64)], INVALID, "out: expected one of"),
    ("aclnnLogSpace", [ZERO, None, 2, 10.0, out(2)], NULL, "end"),
    ("aclnnLogSpace", [ZERO, ONE, -1, 10.0, out(2)], INVALID, "steps"),
    ("aclnnLogSpace", [ZERO, ONE, 2, 10.0, out(2, dtype=np.float64)], INVALID, "result: expected one of"),
    ("aclnnEye", [2, 2, None], NULL, "out"),
    ("aclnnEye", [-1, 2, out(2, 2)], INVALID, "n: expected at least 0"),
    ("aclnnEye", [2, -1, out(2, 2)], INVALID, "m: expected at least 0"),
    ("aclnnEye", [2, 3, out(2, 2)], INVALID, "expected shape [2, 3]"),
    ("aclnnEye", [2, 3, out(6)], INVALID, "expected 2 dims"),
    ("aclnnEye", [2, 2, out(2, 2, dtype=np.float64)], INVALID, "out: expected one of"),
    ("aclnnOneHot", [None, 2, ON, OFF, -1, out(2, 2)], NULL, "self"),
    ("aclnnOneHot", [CODES, 2, None, OFF, -1, out(2, 2)], NULL, "onValue"),
    ("aclnnOneHot", [np.array([0], np.uint8), 2, ON, OFF, -1, out(1, 2)], INVALID, "self: expected one of"),
    ("aclnnOneHot", [CODES, 2, ON, np.array([0], np.int32), -1, out(2, 2)], INVALID, "offValue: expected FLOAT"),
    ("aclnnOneHot", [CODES, -1, ON, OFF, -1, out(2, 2)], INVALID, "numClasses"),
    ("aclnnOneHot", [np.empty(0, np.int32), 0, ON, OFF, -1, out(0, 0)], INVALID, "numClasses: expected at least 1"),
    ("aclnnOneHot", [CODES, 2, ON, OFF, -2, out(2, 2)], INVALID, "axis"),
    ("aclnnOneHot", [CODES, 2, ON, OFF, 2, out(2, 2)], INVALID, "axis: expected -1 to 1"),
    ("aclnnOneHot", [CODES, 3, ON, OFF, 0, out(2, 3)], INVALID, "expected shape [3, 2]"),
    ("aclnnOneHot", [CODES, 3, ON, OFF, 0, out(6)], INVALID, "expected shape [3, 2]"),
    ("aclnnOneHot", [CODES, 2, np.empty(0, np.float32), OFF, 0, out(2, 2)], INVALID, "onValue"),
    ("aclnnAffineGrid", [None, [1, 1, 2, 3], False, out(1, 2, 3, 2)], NULL, "theta"),
    ("aclnnAffineGrid", [np.ones((1, 2, 3)), [1, 1, 2, 3], False, out(1, 2, 3, 2)], INVALID, "theta: expected one of"),
    ("aclnnAffineGrid", [THETA[0], [1, 1, 2, 3], False, out(1, 2, 3, 2)], INVALID, "expected 3 dims"),
    ("aclnnAffineGrid", [THETA, [1, 2, 3], False, out(1, 2, 3, 2)], INVALID, "4 or 5 numbers"),
    ("aclnnAffineGrid", [THETA, [1, 1, 2, 3, 4], False, out(1, 2, 3, 4, 3)], INVALID,
     "theta: expected shape [1, 3, 4]"),
    ("aclnnAffineGrid", [THETA, [1, 1, 2, 3], False, out(1, 3, 2, 2)], INVALID,
     "out: expected shape [1, 2, 3, 2]"),
    ("aclnnAffineGrid", [THETA, [1, 1, 2, 100_001], False, out(1, 2, 3, 2)], INVALID, "size"),
    ("aclnnAffineGrid", [THETA, [1, 1, 2, 3], False, out(1, 2, 3, 2, dtype=np.float16)],
     INVALID, "expected FLOAT"),
]


@pytest.mark.parametrize(("operator", "arguments", "code", "text"), REFUSED,
                         ids=[f"{number}-{case[0][5:]}" for number, case in enumerate(REFUSED)])
def test_refusals(operator: str, arguments: list[Any], code: int, text: str) -> None:
    check_refusal(machine(), operator, arguments, code, text)


def test_older_parts() -> None:
    npu = machine("Ascend910A")
    check_refusal(npu, "aclnnLinspace", [Value(0, np.int16), ONE, 2, out(2)], INVALID, "start: expected one of")
    check_refusal(npu, "aclnnEye", [2, 2, out(2, 2, dtype=DTYPES["bf16"])], INVALID, "out: expected one of")
    check_refusal(npu, "aclnnLogSpace", [ZERO, ONE, 2, 10.0, out(2)], NO_KERNEL, "has no kernel")
    check_refusal(machine("Ascend950"), "aclnnAffineGrid", [THETA, [1, 1, 2, 3], False,
                                                            out(1, 2, 3, 2)], NO_KERNEL, "has no kernel")
