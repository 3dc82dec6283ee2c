"""Powers against mpmath and Python's whole numbers; products and sums of logarithms."""
from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from aclnn_calls import Calls
from elementwise_pages import SOCS
from harness import DTYPES, LAYOUTS, Out, Value, all_halves, check_refusal, machine, repeated, run, tensor, ulps, values

from pyacl import emulator

mp = pytest.importorskip("mpmath")
WHOLE = ("i8", "i16", "i32", "i64", "u8")
POWERS = ("aclnnPowTensorTensor", "aclnnInplacePowTensorTensor")


@pytest.fixture
def npu() -> Calls:
    return machine()


def exact(function: Any, x: Any, y: Any) -> Any:
    """Values with 30 digits, as doubles."""
    with mp.workdps(30):
        return np.array([float(mp.re(function(mp.mpf(float(a)), mp.mpf(float(b)))))
                         for a, b in zip(x, y, strict=True)])


def bases(dtype: Any) -> tuple[Any, Any]:
    rng = np.random.default_rng(5)
    x = np.concatenate([rng.uniform(0, 2, 100), 10.0 ** rng.uniform(-30, 30, 100), np.full(50, 1 + 2 ** -20)])
    y = np.concatenate([rng.uniform(-100, 100, 100), rng.uniform(-1.2, 1.2, 100), rng.uniform(-9e7, 9e7, 50)])
    return x.astype(dtype), y.astype(dtype)


def test_float32(npu: Calls) -> None:
    """Within 4 ulp."""
    x, y = bases(np.float32)
    want = exact(lambda a, b: a ** b, x, y)
    got, = run(npu, "aclnnPowTensorTensor", x, y, Out(x.shape, np.float32))
    assert ulps(got, want) <= 4
    assert run(npu, "aclnnInplacePowTensorTensor", x, y)[0].tobytes() == got.tobytes()
    got, = run(npu, "aclnnPowTensorScalar", x[:200], Value(0.7), Out((200,), np.float32))
    assert ulps(got, exact(lambda a, b: a ** b, x[:200], np.full(200, np.float32(0.7)))) <= 4
    assert run(npu, "aclnnInplacePowTensorScalar", x[:200], Value(0.7))[0].tobytes() == got.tobytes()
    got, = run(npu, "aclnnPowScalarTensor", Value(1.7), y[:200], Out((200,), np.float32))
    assert ulps(got, exact(lambda a, b: a ** b, np.full(200, np.float32(1.7)), y[:200])) <= 4


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
def test_all_halves_squared(npu: Calls, dtype: str) -> None:
    x = all_halves(DTYPES[dtype])
    got, = run(npu, "aclnnPowTensorScalar", x, Value(2), Out(x.shape, x.dtype))
    with np.errstate(all="ignore"):
        assert ulps(got, x.astype(np.float64) ** 2) <= 0.5


def test_double_and_complex(npu: Calls) -> None:
    x, y = bases(np.float64)
    got, = run(npu, "aclnnPowTensorTensor", x[:200], y[:200], Out((200,), np.float64))
    np.testing.assert_allclose(got, exact(lambda a, b: a ** b, x[:200], y[:200]), rtol=1e-13)
    z, w = values(np.complex64, (20,), -2, 2), values(np.complex64, (20,), -2, 2, seed=2)
    got, = run(npu, "aclnnPowTensorTensor", z, w, Out((20,), np.complex64))
    want = [complex(mp.mpc(complex(a)) ** mp.mpc(complex(b))) for a, b in zip(z, w, strict=True)]
    np.testing.assert_allclose(got, want, rtol=1e-5)


@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16", "f64"])
def test_special_values(npu: Calls, dtype: str) -> None:
    x = np.array([0, 0, 0, np.nan, 1, np.inf, -np.inf, -8, 2]).astype(DTYPES[dtype])
    y = np.array([0, -1, 2, 0, np.nan, -1, 3, 1 / 3, np.inf]).astype(DTYPES[dtype])
    got, = run(npu, "aclnnPowTensorTensor", x, y, Out(x.shape, x.dtype))
    np.testing.assert_array_equal(got.astype(np.float64), [1, np.inf, 0, 1, 1, 0, -np.inf, np.nan, np.inf])


@pytest.mark.parametrize("soc", ["Ascend910B1", "Ascend910A", "Ascend310P3"])
@pytest.mark.parametrize("dtype", WHOLE)
def test_whole_numbers(dtype: str, soc: str) -> None:
    """They wrap; on the older parts they end at the limits of the type."""
    npu, kind = machine(soc), DTYPES[dtype]
    limits = np.iinfo(kind)
    x = np.repeat(np.array([-3, -1, 0, 1, 2, 3, 7, limits.max], np.int64).astype(kind), 8)
    y = np.tile(np.arange(8, dtype=kind), 8)
    powers = [a ** b for a, b in zip(x.tolist(), y.tolist(), strict=True)]
    if soc == "Ascend910B1":
        want = [(power - limits.min) % 2 ** limits.bits + limits.min for power in powers]
    else:
        want = [min(max(power, limits.min), limits.max) for power in powers]
    got, = run(npu, "aclnnPowTensorTensor", x, y, Out(x.shape, kind))
    assert got.tolist() == want
    squares, = run(npu, "aclnnPowTensorScalar", x, Value(3, kind), Out(x.shape, kind))
    assert squares.tolist() == [want[place // 8 * 8 + 3] for place in range(64)]
    of_two, = run(npu, "aclnnPowScalarTensor", Value(2, kind), y, Out(y.shape, kind))
    assert of_two.tolist() == [want[4 * 8 + place % 8] for place in range(64)]
    assert not emulator.report().findings


def test_negative_whole_exponents(npu: Calls) -> None:
    """The fraction is dropped: only 1 and -1 leave something."""
    x, y = np.array([2, 1, -1, -1, -5, 1], np.int32), np.array([-1, -5, -3, -2, -2, 0], np.int32)
    assert run(npu, "aclnnPowTensorTensor", x, y, Out((6,), np.int32))[0].tolist() == [0, 1, -1, 1, 0, 1]


def test_types_meet(npu: Calls) -> None:
    x = np.array([True, False])
    assert run(npu, "aclnnPowTensorScalar", x, Value(2, np.int32), Out((2,), np.int32))[0].tolist() == [1, 0]
    assert run(npu, "aclnnPowTensorTensor", x, np.array([0.5, 0.5], np.float32),
               Out((2,), np.float32))[0].tolist() == [1, 0]
    assert run(npu, "aclnnPowTensorScalar", np.array([4], np.int32), Value(0.5),
               Out((1,), np.float32))[0].tolist() == [2]


B, F, N = np.array([True]), np.array([1], np.float32), np.array([1], np.int8)
REFUSED: dict[str, tuple[str, list[Any], str]] = {
    "two bools": ("aclnnPowTensorTensor", [B, B, Out((1,), np.int32)], "promoted type"),
    "bool and scalar": ("aclnnPowTensorScalar", [B, Value(True, np.bool_), Out((1,), np.int32)], "promoted type"),
    "bool exponent": ("aclnnPowScalarTensor", [Value(2), B, Out((1,), np.float32)], "exponent"),
    "negative": ("aclnnPowTensorScalar", [N, Value(-1, np.int8), Out((1,), np.int8)], "exponent: expected at least 0"),
    "negative in place": ("aclnnInplacePowTensorScalar", [N, Value(-2, np.int64)], "exponent"),
    "out of range": ("aclnnPowTensorScalar", [N, Value(300, np.int32), Out((1,), np.int8)], "range of INT8"),
    "out of the range of halves": ("aclnnPowTensorScalar",
                                   [np.array([1], np.float16), Value(1e6), Out((1,), np.float16)],
                                   "range of FLOAT16"),
    "cast": ("aclnnPowTensorTensor", [N, F, Out((1,), np.int8)], "FLOAT cannot be cast to INT8"),
    "in place": ("aclnnInplacePowTensorTensor", [N, F], "self"),
    "unsigned": ("aclnnPowTensorTensor", [np.array([1], np.uint16), np.array([1], np.uint16), Out((1,), np.uint16)],
                 "self"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refusals(npu: Calls, case: str) -> None:
    operator, made, word = REFUSED[case]
    check_refusal(npu, operator, made, 161002, word)


@pytest.mark.parametrize("layouts", list(itertools.product(LAYOUTS, LAYOUTS[:3])))
def test_layouts(npu: Calls, layouts: tuple[str, str]) -> None:
    for dtype, out in ((np.float32, np.float64), (np.int32, np.int64), (np.float16, np.float32)):
        x = repeated(values(dtype, (3, 4, 5), 1, 3), layouts[0])
        y = np.array([[0], [1], [2], [3]], dtype)
        made = [tensor(npu, x, layouts[0]), npu.tensor(y), npu.empty(x.shape, out, layouts[1])]
        assert npu.run("aclnnPowTensorTensor", *made) == 0, npu.message()
        # x ** 3 as a product, which is close enough in double to be rounded like the power.
        wide = x.astype(np.float64)
        want = np.stack([wide[:, 0] ** 0, wide[:, 1], wide[:, 2] * wide[:, 2], wide[:, 3] * wide[:, 3] * wide[:, 3]], 1)
        np.testing.assert_allclose(npu.read(made[2]), want, rtol=1e-3 if dtype == np.float16 else 3e-7)


# -- logarithms

@pytest.mark.parametrize(("operator", "function"), [
    ("aclnnXLogYTensor", lambda x, y: x * mp.log(y)), ("aclnnXlog1py", lambda x, y: x * mp.log1p(y))])
def test_products_of_logarithms(operator: str, function: Any) -> None:
    npu = machine(SOCS["950" if operator == "aclnnXlog1py" else "A2"])
    rng = np.random.default_rng(4)
    x = rng.uniform(-5, 5, 200).astype(np.float32)
    y = np.concatenate([rng.uniform(0.9, 1.1, 100), 10.0 ** rng.uniform(-6, 30, 100)]).astype(np.float32)
    got, = run(npu, operator, x, y, Out(x.shape, np.float32))
    assert ulps(got, exact(function, x, y)) <= 4
    zero, = run(npu, operator, np.array([0, 0, 0, 1, 1], np.float32), np.array([0, np.nan, -5, 0, -5], np.float32),
                Out((5,), np.float32))
    assert np.isnan(zero[[1, 4]]).all()                            # 0 whatever the logarithm is, unless of nan
    assert zero[[0, 2]].tolist() == [0, 0]
    assert zero[3] == (-np.inf if operator == "aclnnXLogYTensor" else 0)


def test_xlogy_twins(npu: Calls) -> None:
    x, y = np.array([0, 1, 3], np.int32), np.array([0.5, 2, 4], np.float32)
    want = np.float32(np.array([0, 1, 3], np.float64) * np.log(np.float64(y)))
    assert run(npu, "aclnnXLogYTensor", x, y, Out((3,), np.float32))[0].tolist() == want.tolist()
    assert run(npu, "aclnnInplaceXLogYTensor", x.astype(np.float32), y)[0].tolist() == want.tolist()
    by_four = np.float32(np.array([0, 1, 3], np.float64) * np.log(4.0))
    got, = run(npu, "aclnnXLogYScalarOther", x, Value(4, np.int8), Out((3,), np.float32))
    assert got.tolist() == by_four.tolist()
    got, = run(npu, "aclnnInplaceXLogYScalarOther", x.astype(np.float32), Value(4.0))
    assert got.tolist() == by_four.tolist()
    got, = run(npu, "aclnnXLogYScalarSelf", Value(3.0), y, Out((3,), np.float32))
    assert got.tolist() == np.float32(3 * np.log(np.float64(y))).tolist()
    check_refusal(npu, "aclnnInplaceXLogYTensor", [x, y], 161002, "selfRef")
    check_refusal(npu, "aclnnXLogYScalarOther", [x, Value(1.0, np.float64), Out((3,), np.float32)], 161002, "other")


@pytest.mark.parametrize(("operator", "function"), [
    ("aclnnLogAddExp", lambda x, y: mp.log(mp.exp(x) + mp.exp(y))),
    ("aclnnLogAddExp2", lambda x, y: mp.log(mp.mpf(2) ** x + mp.mpf(2) ** y, 2))])
def test_sums_of_exponentials(npu: Calls, operator: str, function: Any) -> None:
    """Within 4 ulp, also where the sum is close to 1."""
    rng = np.random.default_rng(6)
    x = np.concatenate([rng.uniform(-300, 300, 100), rng.uniform(-3, 0, 100)]).astype(np.float32)
    y = rng.uniform(-3, 3, 200).astype(np.float32)
    near = np.float32(np.log1p(-np.exp(np.float64(x[100:]))) / (np.log(2) if operator.endswith("2") else 1))
    y[100:] = np.where(np.isfinite(near), near, 0)
    got, = run(npu, operator, x, y, Out(x.shape, np.float32))
    assert ulps(got, exact(function, x, y)) <= 4
    inf, = run(npu, operator, np.array([np.inf, -np.inf, np.nan], np.float32), np.array([1, -np.inf, 1], np.float32),
               Out((3,), np.float32))
    assert inf[:2].tolist() == [np.inf, -np.inf]
    assert np.isnan(inf[2])


def test_sums_of_exponentials_meet_in_the_output(npu: Calls) -> None:
    """Types that would not meet otherwise, all cast to the output's."""
    x, y = np.array([3], np.uint64), np.array([3], np.uint8)
    got, = run(npu, "aclnnLogAddExp", x, y, Out((1,), np.float32))
    assert got[0] == np.float32(3 + np.log(2))
    half, = run(npu, "aclnnLogAddExp2", np.array([3 + 2 ** -30], np.float64), np.array([3], np.float32),
                Out((1,), np.float16))
    assert half[0] == 4
    check_refusal(npu, "aclnnLogAddExp", [x, y, Out((1,), np.float64)], 161002, "out")
    check_refusal(npu, "aclnnLogAddExp", [np.array([1], np.complex64), y, Out((1,), np.float32)], 161002, "self")
