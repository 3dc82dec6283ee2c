"""Extremes, angles, steps, and complex numbers from parts."""
from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from aclnn_calls import Calls
from harness import DTYPES, LAYOUTS, Out, check_refusal, machine, repeated, run, tensor, ulps, values

from pyacl import emulator

mp = pytest.importorskip("mpmath")
EXTREMES = {"aclnnMaximum": max, "aclnnMinimum": min}
COMPLEX32 = 33


@pytest.fixture
def npu() -> Calls:
    return machine()


@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16", "f64", "i8", "i16", "i32", "i64", "u8", "b"])
@pytest.mark.parametrize("operator", EXTREMES)
def test_extremes(npu: Calls, operator: str, dtype: str) -> None:
    x, y = values(DTYPES[dtype], (3, 1, 5), -100, 100), values(DTYPES[dtype], (4, 5), -100, 100, seed=2)
    want = [EXTREMES[operator](a, b) for a, b in zip(*(
        np.broadcast_to(one.astype(np.float64), (3, 4, 5)).reshape(-1).tolist() for one in (x, y)), strict=True)]
    got, = run(npu, operator, x, y, Out((3, 4, 5), x.dtype))
    assert got.astype(np.float64).reshape(-1).tolist() == want
    assert not emulator.report().findings


@pytest.mark.parametrize("operator", EXTREMES)
def test_extremes_of_nan(npu: Calls, operator: str) -> None:
    got, = run(npu, operator, np.array([np.nan, 1, np.inf], np.float32), np.array([1, np.nan, -np.inf], np.float32),
               Out((3,), np.float32))
    assert np.isnan(got[:2]).all()
    assert got[2] == (np.inf if operator == "aclnnMaximum" else -np.inf)


def test_extremes_meet_and_cast(npu: Calls) -> None:
    got, = run(npu, "aclnnMaximum", np.array([-1, 5], np.int8), np.array([200, 1], np.uint8), Out((2,), np.int64))
    assert got.tolist() == [200, 5]
    check_refusal(npu, "aclnnMaximum", [np.array([1], np.float32), np.array([1], np.int32), Out((1,), np.int32)],
                  161002, "FLOAT")
    check_refusal(npu, "aclnnMinimum", [np.array([1], np.uint32), np.array([1], np.uint32), Out((1,), np.int32)],
                  161002, "self")


def quadrants() -> tuple[Any, Any]:
    rng = np.random.default_rng(2)
    size = np.concatenate([rng.uniform(0.5, 2, 100), 10.0 ** rng.uniform(-30, 30, 100)])
    sign = rng.choice([-1, 1], (2, 200))
    return (size * sign[0]).astype(np.float32), (rng.permutation(size) * sign[1]).astype(np.float32)


def test_atan2(npu: Calls) -> None:
    """Within 4 ulp; the signs of zeros choose the quadrant."""
    y, x = quadrants()
    with mp.workdps(30):
        want = np.array([float(mp.atan2(mp.mpf(float(a)), mp.mpf(float(b)))) for a, b in zip(y, x, strict=True)])
    got, = run(npu, "aclnnAtan2", y, x, Out(y.shape, np.float32))
    assert ulps(got, want) <= 4
    assert run(npu, "aclnnInplaceAtan2", y, x)[0].tobytes() == got.tobytes()
    zeros, = run(npu, "aclnnAtan2", np.array([0.0, -0.0, 0.0, -0.0], np.float32),
                 np.array([-0.0, -0.0, 0.0, 1], np.float32),
                 Out((4,), np.float32))
    assert zeros.tolist() == [np.float32(np.pi), -np.float32(np.pi), 0, 0]
    whole, = run(npu, "aclnnAtan2", np.array([1, -1], np.int32), np.array([1, 0], np.int8), Out((2,), np.float32))
    assert ulps(whole, np.array([np.pi / 4, -np.pi / 2])) <= 1
    check_refusal(npu, "aclnnInplaceAtan2", [np.array([1], np.int32), np.array([1], np.int32)], 161002, "selfRef")


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
def test_atan2_of_halves(npu: Calls, dtype: str) -> None:
    y, x = (np.clip(one, -60_000, 60_000).astype(DTYPES[dtype]) for one in quadrants())
    got, = run(npu, "aclnnAtan2", y, x, Out(y.shape, y.dtype))
    assert ulps(got, np.arctan2(y.astype(np.float64), x.astype(np.float64))) <= 0.502


@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16"])
def test_heaviside(npu: Calls, dtype: str) -> None:
    x = np.array([[-2], [-0.0], [0], [3], [np.inf], [-np.inf]]).astype(DTYPES[dtype])
    at_zero = np.array([0.5, -7]).astype(DTYPES[dtype])
    got, = run(npu, "aclnnHeaviside", x, at_zero, Out((6, 2), x.dtype))
    assert got.astype(np.float64).tolist() == [[0, 0], [0.5, -7], [0.5, -7], [1, 1], [1, 1], [0, 0]]
    check_refusal(npu, "aclnnHeaviside", [x, at_zero, Out((2, 6), x.dtype)], 161002, "out")


@pytest.mark.parametrize(("dtype", "result"), [("f32", np.complex64), ("f64", np.complex128)])
def test_complex(npu: Calls, dtype: str, result: Any) -> None:
    """Also of infinite parts, of which a product with i would make nan."""
    real, imaginary = np.array([[1], [np.inf]], DTYPES[dtype]), np.array([2, -np.inf], DTYPES[dtype])
    got, = run(npu, "aclnnComplex", real, imaginary, Out((2, 2), result))
    assert got.real.tolist() == [[1, 1], [np.inf, np.inf]]
    assert got.imag.tolist() == [[2, -np.inf], [2, -np.inf]]
    check_refusal(npu, "aclnnComplex", [real, imaginary.astype(np.float16), Out((2, 2), result)], 161002, "imag")
    check_refusal(npu, "aclnnComplex", [real, imaginary, Out((2, 2), DTYPES[dtype])], 161002, "out")
    check_refusal(npu, "aclnnComplex", [np.array([1], np.int32), np.array([1], np.int32), Out((1,), result)], 161002,
                  "real")


def test_complex_of_halves(npu: Calls) -> None:
    """COMPLEX32 is two halves (N-DT-5)."""
    real, imaginary = np.array([1, 2], np.float16), np.array([3, np.inf], np.float16)
    base = np.zeros(2, np.uint32)
    out = npu.describe(npu.memory(base), base, (2,), dtype=COMPLEX32)
    assert npu.run("aclnnComplex", npu.tensor(real), npu.tensor(imaginary), out) == 0, npu.message()
    assert npu.base(out).view(np.float16).tolist() == [1, 3, 2, np.inf]


def test_polar(npu: Calls) -> None:
    size, angle = np.array([2, 0, 1], np.float32), np.array([np.pi / 3, 5, -2], np.float32)
    got, = run(npu, "aclnnPolar", size, angle, Out((3,), np.complex64))
    wide = size.astype(np.float64), angle.astype(np.float64)
    assert ulps(got, wide[0] * np.exp(1j * wide[1])) <= 1
    for made, word in (([size, angle.astype(np.float16), Out((3,), np.complex64)], "angle"),
                       ([size, angle, Out((3,), np.complex128)], "out"),
                       ([size, angle[:1], Out((3,), np.complex64)], "angle")):
        check_refusal(npu, "aclnnPolar", made, 161002, word)
    check_refusal(machine("Ascend910A"), "aclnnPolar", [size, angle, Out((3,), np.complex64)], 561003, "aclnnPolar")


@pytest.mark.parametrize("layouts", list(itertools.product(LAYOUTS, LAYOUTS[:3])))
def test_layouts(npu: Calls, layouts: tuple[str, str]) -> None:
    for dtype in (np.float32, np.float16, np.int32):
        x, y = repeated(values(dtype, (3, 4, 5), -9, 9), layouts[0]), values(dtype, (4, 1), -9, 9, seed=2)
        made = [tensor(npu, x, layouts[0]), npu.tensor(y), npu.empty(x.shape, np.float32, layouts[1])]
        assert npu.run("aclnnMaximum", *made) == 0
        assert (npu.read(made[2]) == np.where(x > y, x, y)).all()


def test_the_first_operand_as_output(npu: Calls) -> None:
    """N-VIEW-10."""
    x, y = npu.tensor(np.array([1, 5], np.float32)), npu.tensor(np.array([3, 2], np.float32))
    assert npu.run("aclnnMaximum", x, y, x) == 0
    assert npu.read(x).tolist() == [3, 5]
