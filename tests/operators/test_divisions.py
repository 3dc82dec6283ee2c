"""Quotients that are rounded, and remainders, against fractions."""
from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from aclnn_calls import BFLOAT16, Calls
from harness import DTYPES, LAYOUTS, Out, Value, check_refusal, machine, repeated, run, tensor, values

from pyacl import emulator

REALS = ("f32", "f16", "bf16", "f64", "i8", "i16", "i32", "i64", "u8")
REMAINDERS = ("f32", "f16", "bf16", "f64", "i32", "i64")
QUOTIENTS: dict[int, Callable[[Fraction], Any]] = {0: lambda q: q, 1: math.trunc, 2: math.floor}


@pytest.fixture
def npu() -> Calls:
    return machine()


def fractions(array: Any) -> list[Fraction]:
    wide = array.astype(np.float64) if array.dtype in (np.float16, BFLOAT16) else array
    return [Fraction(value) for value in wide.reshape(-1).tolist()]


def operands(dtype: str) -> tuple[Any, Any]:
    """Positive and negative ones, without 0 among the divisors; of floats also quotients close to whole numbers."""
    kind = DTYPES[dtype]
    if kind.kind in "iu":
        x, y = values(kind, (200,), -120, 120), values(kind, (200,), -9, 9, seed=2)
    else:
        x, y = values(kind, (200,), -60, 60), values(kind, (200,), -4, 4, seed=2)
        x[:60] = (y[:60].astype(np.float64) * np.arange(-30, 30)).astype(kind)
    y[y == 0] = 1
    return x, y


def rounded(exact: list[Any], dtype: Any) -> Any:
    return np.array([float(value) for value in exact]).astype(dtype)


@pytest.mark.parametrize("dtype", REALS)
def test_quotients(npu: Calls, dtype: str) -> None:
    """Of floats the exact quotient is rounded down or towards zero, and then to the type."""
    x, y = operands(dtype)
    for mode in (1, 2):
        exact = [QUOTIENTS[mode](a / b) for a, b in zip(fractions(x), fractions(y), strict=True)]
        got, = run(npu, "aclnnDivMod", x, y, mode, Out(x.shape, x.dtype))
        np.testing.assert_array_equal(got, rounded(exact, x.dtype))
        assert run(npu, "aclnnInplaceDivMod", x, y, mode)[0].tobytes() == got.tobytes()
        by_scalar = [QUOTIENTS[mode](a / 3) for a in fractions(x)]
        got, = run(npu, "aclnnDivMods", x, Value(3, x.dtype), mode, Out(x.shape, x.dtype))
        np.testing.assert_array_equal(got, rounded(by_scalar, x.dtype))
        assert run(npu, "aclnnInplaceDivMods", x, Value(3, x.dtype), mode)[0].tobytes() == got.tobytes()
    floor, = run(npu, "aclnnFloorDivide", x, y, Out(x.shape, x.dtype))
    exact = [math.floor(a / b) for a, b in zip(fractions(x), fractions(y), strict=True)]
    np.testing.assert_array_equal(floor, rounded(exact, x.dtype))
    assert run(npu, "aclnnInplaceFloorDivide", x, y)[0].tobytes() == floor.tobytes()
    floor, = run(npu, "aclnnFloorDivides", x, Value(3, x.dtype), Out(x.shape, x.dtype))
    np.testing.assert_array_equal(floor, rounded([math.floor(a / 3) for a in fractions(x)], x.dtype))
    assert run(npu, "aclnnInplaceFloorDivides", x, Value(3, x.dtype))[0].tobytes() == floor.tobytes()
    assert not emulator.report().findings


@pytest.mark.parametrize("dtype", [*REALS, "c64"])
def test_mode_0_keeps_the_fraction(npu: Calls, dtype: str) -> None:
    """Whole numbers divide as FLOAT."""
    x, y = operands("i8" if dtype == "c64" else dtype)
    x, y = x.astype(DTYPES[dtype]), y.astype(DTYPES[dtype])
    out = x.dtype if x.dtype.kind in "fcV" else np.float32
    got, = run(npu, "aclnnDivMod", x, y, 0, Out(x.shape, out))
    wide = np.complex128 if dtype == "c64" else np.float64
    np.testing.assert_array_equal(got, (x.astype(wide) / y.astype(wide)).astype(out))


def test_large_whole_numbers(npu: Calls) -> None:
    """Exact where doubles are not, and wrapping."""
    x, y = np.array([2 ** 62 + 1, -2 ** 62 - 1, -2 ** 63, -7], np.int64), np.array([2, 2, -1, 2], np.int64)
    assert run(npu, "aclnnFloorDivide", x, y, Out((4,), np.int64))[0].tolist() == [
        2 ** 61, -2 ** 61 - 1, -2 ** 63, -4]
    assert run(npu, "aclnnDivMod", x, y, 1, Out((4,), np.int64))[0].tolist() == [2 ** 61, -2 ** 61, -2 ** 63, -3]
    assert run(npu, "aclnnRemainderTensorTensor", x, y, Out((4,), np.int64))[0].tolist() == [1, 1, 0, 1]


def test_bools_divide(npu: Calls) -> None:
    x, y = np.array([True, False]), np.array([True, True])
    assert run(npu, "aclnnFloorDivide", x, y, Out((2,), np.int32))[0].tolist() == [1, 0]
    assert run(npu, "aclnnDivMod", x, y, 1, Out((2,), np.bool_))[0].tolist() == [True, False]


@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16", "f64"])
def test_division_by_zero_and_of_infinity(npu: Calls, dtype: str) -> None:
    """As the quotient says: infinite, or nan for 0 / 0."""
    x = np.array([1, -1, 0, np.inf, 1, np.nan]).astype(DTYPES[dtype])
    y = np.array([0, 0, 0, 2, np.inf, 1]).astype(DTYPES[dtype])
    for operator in ("aclnnFloorDivide", "aclnnDivMod"):
        mode = () if operator == "aclnnFloorDivide" else (2,)
        got, = run(npu, operator, x, y, *mode, Out(x.shape, x.dtype))
        np.testing.assert_array_equal(got.astype(np.float64), [np.inf, -np.inf, np.nan, np.inf, 0, np.nan])


@pytest.mark.parametrize("dtype", REMAINDERS)
def test_remainder_has_the_sign_of_the_divisor(npu: Calls, dtype: str) -> None:
    """self - floor(self / other) * other."""
    x, y = operands(dtype)
    exact = [a - math.floor(a / b) * b for a, b in zip(fractions(x), fractions(y), strict=True)]
    got, = run(npu, "aclnnRemainderTensorTensor", x, y, Out(x.shape, x.dtype))
    np.testing.assert_array_equal(got, rounded(exact, x.dtype))
    assert run(npu, "aclnnInplaceRemainderTensorTensor", x, y)[0].tobytes() == got.tobytes()
    divisor = y[0].item() if x.dtype != BFLOAT16 else float(y[0])
    exact = [a - math.floor(a / Fraction(divisor)) * Fraction(divisor) for a in fractions(x)]
    got, = run(npu, "aclnnRemainderTensorScalar", x, Value(divisor, x.dtype), Out(x.shape, x.dtype))
    np.testing.assert_array_equal(got, rounded(exact, x.dtype))
    assert run(npu, "aclnnInplaceRemainderTensorScalar", x, Value(divisor, x.dtype))[0].tobytes() == got.tobytes()
    exact = [7 - math.floor(7 / b) * b for b in fractions(y)]
    got, = run(npu, "aclnnRemainderScalarTensor", Value(7, x.dtype), y, Out(x.shape, x.dtype))
    np.testing.assert_array_equal(got, rounded(exact, x.dtype))


def test_remainder_of_the_page(npu: Calls) -> None:
    """The example of the page, with the sign of its zero."""
    x, y = np.array([[-1, -2], [-3, -4]], np.int64), np.array([-3, -3], np.float16)
    got, = run(npu, "aclnnRemainderTensorTensor", x, y, Out((2, 2), np.float16))
    assert got.tolist() == [[-1, -2], [0, -1]]
    assert np.signbit(got[1, 0])


@pytest.mark.parametrize("dtype", ["i32", "i64"])
def test_whole_remainder_by_zero_is_the_number(npu: Calls, dtype: str) -> None:
    x, zero = np.array([-7, 0, 9], DTYPES[dtype]), np.zeros(3, DTYPES[dtype])
    assert run(npu, "aclnnRemainderTensorTensor", x, zero, Out((3,), x.dtype))[0].tolist() == [-7, 0, 9]
    assert run(npu, "aclnnRemainderTensorScalar", x, Value(0, x.dtype), Out((3,), x.dtype))[0].tolist() == [-7, 0, 9]
    assert run(npu, "aclnnRemainderScalarTensor", Value(5, x.dtype), x, Out((3,), x.dtype))[0].tolist() == [-2, 5, 5]


@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16", "f64", "i8", "i32", "i64", "u8"])
def test_fmod_has_the_sign_of_the_number(npu: Calls, dtype: str) -> None:
    """self - trunc(self / other) * other, which is exact."""
    x, y = operands(dtype)
    exact = [a - math.trunc(a / b) * b for a, b in zip(fractions(x), fractions(y), strict=True)]
    got, = run(npu, "aclnnFmodTensor", x, y, Out(x.shape, x.dtype))
    np.testing.assert_array_equal(got, rounded(exact, x.dtype))
    assert run(npu, "aclnnInplaceFmodTensor", x, y)[0].tobytes() == got.tobytes()
    got, = run(npu, "aclnnFmodScalar", x, Value(3, x.dtype), Out(x.shape, x.dtype))
    np.testing.assert_array_equal(got, rounded([a - math.trunc(a / 3) * 3 for a in fractions(x)], x.dtype))
    assert run(npu, "aclnnInplaceFmodScalar", x, Value(3, x.dtype))[0].tobytes() == got.tobytes()


@pytest.mark.parametrize("dtype", ["i8", "i16", "i32", "i64", "u8"])
def test_gcd(npu: Calls, dtype: str) -> None:
    x, y = values(DTYPES[dtype], (100,), -126, 126), values(DTYPES[dtype], (100,), -126, 126, seed=2)
    x[:2], y[:2] = (0, 0), (0, 5)
    want = [math.gcd(a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)]
    assert run(npu, "aclnnGcd", x, y, Out(x.shape, x.dtype))[0].tolist() == want
    assert run(npu, "aclnnGcd", x, y, Out(x.shape, np.uint64))[0].tolist() == want


@pytest.mark.parametrize("layouts", list(itertools.product(LAYOUTS, LAYOUTS[:3])))
def test_layouts(npu: Calls, layouts: tuple[str, str]) -> None:
    for dtype in (np.float32, np.int64, np.float16):
        x = repeated(values(dtype, (3, 4, 5), -60, 60), layouts[0])
        y = values(dtype, (4, 1), 1, 9, seed=2)
        made = [tensor(npu, x, layouts[0]), npu.tensor(y), npu.empty(x.shape, np.float64, layouts[1])]
        assert npu.run("aclnnFloorDivide", *made) == 0, npu.message()
        exact = [math.floor(a / b) for a, b in zip(fractions(x), fractions(np.broadcast_to(y, x.shape)), strict=True)]
        np.testing.assert_array_equal(npu.read(made[2]).reshape(-1), rounded(exact, dtype).astype(np.float64))
    assert not emulator.report().findings


F, N = np.ones(2, np.float32), np.ones(2, np.int32)
REFUSED: dict[str, tuple[str, list[Any], str]] = {
    "mode": ("aclnnDivMod", [F, F, 3, Out((2,), np.float32)], "mode: expected one of 0, 1, 2, got 3"),
    "mode of a scalar": ("aclnnDivMods", [F, Value(1.0), -1, Out((2,), np.float32)], "mode"),
    "mode in place": ("aclnnInplaceDivMod", [F, F, 4], "mode"),
    "complex": ("aclnnDivMod", [F.astype(np.complex64), F, 1, Out((2,), np.complex64)], "COMPLEX64"),
    "complex in place": ("aclnnInplaceDivMod", [F.astype(np.complex64), F, 2], "COMPLEX64"),
    "whole output of mode 0": ("aclnnDivMod", [N, N, 0, Out((2,), np.int32)], "out"),
    "in place with a fraction": ("aclnnInplaceDivMod", [N, N, 0], "selfRef"),
    "cast": ("aclnnFloorDivide", [F, F, Out((2,), np.int32)], "FLOAT cannot be cast to INT32"),
    "promoted in place": ("aclnnInplaceFloorDivide", [N, F], "selfRef"),
    "remainder of bools": ("aclnnRemainderTensorTensor", [F > 0, F > 0, Out((2,), np.int32)], "promoted type"),
    "remainder of bytes": ("aclnnRemainderTensorTensor", [F.astype(np.int8), F.astype(np.int8),
                                                          Out((2,), np.int32)], "promoted type"),
    "remainder complex": ("aclnnRemainderTensorTensor", [F.astype(np.complex64), F, Out((2,), np.complex64)],
                          "promoted type"),
    "remainder cast": ("aclnnRemainderScalarTensor", [Value(1.5), F, Out((2,), np.int32)], "out"),
    "fmod cast": ("aclnnFmodScalar", [N, Value(1.5), Out((2,), np.int32)], "out"),
    "gcd of floats": ("aclnnGcd", [F, F, Out((2,), np.int32)], "self"),
    "gcd output": ("aclnnGcd", [N, N, Out((2,), np.float32)], "out"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refusals(npu: Calls, case: str) -> None:
    operator, made, word = REFUSED[case]
    check_refusal(npu, operator, made, 161002, word)


def test_remainder_of_what_meets_in_its_types(npu: Calls) -> None:
    """Any two types that meet in one of the page's."""
    got, = run(npu, "aclnnRemainderTensorTensor", np.array([-7, 7], np.int8), np.array([4, 4], np.int32),
               Out((2,), np.int64))
    assert got.tolist() == [1, 3]
    got, = run(npu, "aclnnRemainderTensorTensor", np.array([True]), np.array([0.75], np.float16), Out((1,), np.float32))
    assert got.tolist() == [0.25]
