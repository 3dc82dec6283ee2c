"""Values of unary operators, against mpmath over the whole range, NumPy in double for all halves, and by hand."""
from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from aclnn_calls import BFLOAT16, Calls
from elementwise_pages import PAGES, SOCS
from harness import DTYPES, LAYOUTS, Out, all_halves, machine, repeated, run, ulps, values

from pyacl import emulator

mp = pytest.importorskip("mpmath")
special = pytest.importorskip("scipy.special")

ROOTS = ("Sqrt", "Rsqrt", "Reciprocal")
# Operator -> function of mpmath, the same of doubles, where to look closer than at random bits.
FUNCTIONS: dict[str, tuple[Callable[..., Any], Callable[..., Any], tuple[float, float]]] = {
    "Acos": (mp.acos, np.arccos, (-1, 1)), "Acosh": (mp.acosh, np.arccosh, (1, 3)),
    "Asin": (mp.asin, np.arcsin, (-1, 1)), "Asinh": (mp.asinh, np.arcsinh, (-3, 3)),
    "Atan": (mp.atan, np.arctan, (-5, 5)), "Atanh": (mp.atanh, np.arctanh, (-1, 1)),
    "Cos": (mp.cos, np.cos, (-30, 30)), "Cosh": (mp.cosh, np.cosh, (-90, 90)),
    "Digamma": (mp.digamma, special.psi, (-5, 12)), "Erf": (mp.erf, special.erf, (-4, 4)),
    "Erfc": (mp.erfc, special.erfc, (-4, 11)), "Erfinv": (mp.erfinv, special.erfinv, (-1, 1)),
    "Exp": (mp.exp, np.exp, (-104, 89)), "Exp2": (lambda x: mp.mpf(2) ** x, np.exp2, (-150, 128)),
    "Expm1": (mp.expm1, np.expm1, (-18, 89)), "Lgamma": (lambda x: mp.re(mp.loggamma(x)), special.gammaln, (-5, 12)),
    "Log": (mp.log, np.log, (0, 2)), "Log10": (mp.log10, np.log10, (0, 2)), "Log1p": (mp.log1p, np.log1p, (-1, 1)),
    "Log2": (lambda x: mp.log(x, 2), np.log2, (0, 2)), "Reciprocal": (lambda x: 1 / x, np.reciprocal, (-2, 2)),
    "Rsqrt": (lambda x: 1 / mp.sqrt(x), lambda x: 1 / np.sqrt(x), (0, 2)), "Sin": (mp.sin, np.sin, (-30, 30)),
    "Sinc": (mp.sincpi, np.sinc, (-5, 5)), "Sinh": (mp.sinh, np.sinh, (-90, 90)), "Sqrt": (mp.sqrt, np.sqrt, (0, 2)),
    "Tan": (mp.tan, np.tan, (-5, 5)), "Tanh": (mp.tanh, np.tanh, (-10, 10))}
POLES: dict[str, Callable[[Any], Any]] = {
    "Digamma": lambda x: -np.copysign(np.inf, x) if x == 0 else np.nan, "Lgamma": lambda x: np.inf,
    "Reciprocal": lambda x: np.copysign(np.inf, x), "Rsqrt": lambda x: np.copysign(np.inf, x),
    "Log": lambda x: -np.inf, "Log10": lambda x: -np.inf, "Log2": lambda x: -np.inf, "Log1p": lambda x: -np.inf,
    "Atanh": lambda x: np.copysign(np.inf, x), "Erfinv": lambda x: np.copysign(np.inf, x) if abs(x) == 1 else np.nan}


def home(name: str) -> Calls:
    parts = PAGES[f"aclnn{name}"].parts
    return machine(SOCS["A2" if "A2" in parts else parts[-1]])


def exact(name: str, x: float) -> float:
    """The value with 30 digits, as a double; nan outside the domain."""
    pole = POLES.get(name)
    if name == "Erfinv" and abs(x) >= 1:
        return float(POLES[name](x))
    try:
        with mp.workdps(30):
            found = FUNCTIONS[name][0](mp.mpf(x))
        return float(found.real) if found.imag == 0 else float("nan")
    except (ValueError, ZeroDivisionError, OverflowError):
        assert pole is not None, (name, x)
        return float(pole(x))


def samples(low: float, high: float) -> Any:
    """Finite float32: random bits, a range, powers of ten down to the smallest, whole and half numbers."""
    rng = np.random.default_rng(7)
    bits = rng.integers(0, 2 ** 32, 150, dtype=np.uint32).view(np.float32)
    near = rng.uniform(low, high, 120).astype(np.float32)
    small = (10.0 ** rng.uniform(-44, 0, 40) * rng.choice([-1, 1], 40)).astype(np.float32)
    whole = (np.arange(-9, 10) / 2).astype(np.float32)
    edges = np.nextafter(np.array([1, 1, 2, 2, -1, -1], np.float32), np.array([0, 2, 1, 3, 0, -2], np.float32))
    found = np.concatenate([bits, near, small, whole, edges])
    return found[np.isfinite(found)]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_float32_over_the_whole_range(name: str) -> None:
    """Within 4 ulp, roots within 2."""
    npu = home(name)
    x = samples(*FUNCTIONS[name][2])
    if name in ("Lgamma", "Digamma"):
        x = x[(x > -1e4) & (x < 1e30)]                    # mpmath takes long beyond; see test_far_from_zero
    got, = run(npu, f"aclnn{name}", x, Out(x.shape, np.float32))
    want = np.array([exact(name, float(one)) for one in x])
    assert ulps(got, want) <= (2 if name in ROOTS else 4)


def test_far_from_zero() -> None:
    npu = machine()
    x = np.array([-1e30, -2 ** 23, -16777217, 1e30, 3e38, np.inf, -np.inf, np.nan], np.float32)
    got, = run(npu, "aclnnLgamma", x, Out(x.shape, np.float32))
    # Stirling: x * (log(x) - 1).
    assert got[:3].tolist() == [np.inf] * 3
    assert ulps(got[3:4], 1e30 * (np.log(np.float64(np.float32(1e30))) - 1)) <= 4
    assert got[4:7].tolist() == [np.inf] * 3
    assert np.isnan(got[7])
    got, = run(npu, "aclnnDigamma", x, Out(x.shape, np.float32))
    assert np.isnan(got[[0, 1, 2, 6, 7]]).all()
    assert ulps(got[3:5], np.log(x[3:5].astype(np.float64))) <= 1
    assert got[5] == np.inf


@pytest.mark.parametrize("name", ["Lgamma", "Digamma"])
def test_close_to_the_roots(name: str) -> None:
    """The float32 closest to the roots, where the value is a difference."""
    npu, x = home(name), []
    roots = (-2.4570247, -2.7476826, -3.1435808) if name == "Lgamma" else (1.4616321, -0.5040831, -1.5734985)
    for root in roots:
        near = np.float32(root)
        for _ in range(3):
            x += [near, np.nextafter(near, np.float32(0)), np.nextafter(near, np.float32(9))]
            near = np.nextafter(near, np.float32(-9))
    got, = run(npu, f"aclnn{name}", np.array(x, np.float32), Out((len(x),), np.float32))
    assert ulps(got, np.array([exact(name, float(one)) for one in x])) <= 4


@pytest.mark.parametrize("dtype", ["f16", "bf16"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_all_halves(name: str, dtype: str) -> None:
    """Computed in float32 and rounded once: half an ulp, and what float32 may be wrong by."""
    page = PAGES[f"aclnn{name}"]
    part = next((part for part in ("A2", "A3", "950") if part in page.parts and dtype in page.inputs[part]), None)
    if part is None:
        assert dtype == "bf16"
        pytest.skip("no part has it")
    npu = machine(SOCS[part], mode="faithful")
    x = all_halves(DTYPES[dtype])
    if name in ("Sinc", "Tan", "Sin", "Cos", "Digamma", "Lgamma"):
        with np.errstate(all="ignore"):                   # SciPy and NumPy are not exact enough further out
            x = x[~(np.abs(x.astype(np.float64)) > 1e4)]
    with np.errstate(all="ignore"):
        wide = x.astype(np.float64)
        want = FUNCTIONS[name][1](wide)
        if name == "Sinc":                                # sin(pi * x) of a whole number
            want = np.where((wide != 0) & (wide == np.rint(wide)), 0, want)
        if name == "Digamma":
            want = np.where(wide == 0, -np.copysign(np.inf, wide), want)
    got, = run(npu, f"aclnn{name}", x, Out(x.shape, x.dtype))
    assert ulps(got, want) <= 0.502
    twin, = run(npu, f"aclnnInplace{name}", x) if f"aclnnInplace{name}" in PAGES else (got,)
    assert twin.tobytes() == got.tobytes()


@pytest.mark.parametrize("name", ["Erf", "Erfc", "Lgamma", "Digamma", "Erfinv", "Sinc", "Rsqrt"])
def test_double(name: str) -> None:
    """The functions that NumPy has not, in double, where they do not cancel."""
    if name == "Erfinv":
        pytest.skip("no DOUBLE on its page")
    npu = home(name)
    low, high = {"Erf": (-6, 6), "Erfc": (-3, 26), "Sinc": (-4, 4)}.get(name, (0.01, 60))
    x = np.random.default_rng(3).uniform(low, high, 300)
    got, = run(npu, f"aclnn{name}", x, Out(x.shape, np.float64))
    with mp.workdps(40):
        want = np.array([float(FUNCTIONS[name][0](mp.mpf(float(one)))) for one in x])
    close = np.abs(want) > 0.05 if name in ("Lgamma", "Digamma", "Sinc") else np.full(x.shape, True)
    np.testing.assert_allclose(got[close], want[close], rtol=4e-14 if name in ("Digamma", "Lgamma") else 4e-15)


@pytest.mark.parametrize("layouts", list(itertools.product(LAYOUTS, LAYOUTS[:3])))
def test_layouts(layouts: tuple[str, str]) -> None:
    npu = machine()
    for name in ("Exp", "Sigmoid", "Erf", "Abs", "Relu", "Round", "Sinc"):
        for dtype in sorted(PAGES[f"aclnn{name}"].inputs["A2"] - {"c32", "c64"}):
            x = repeated(values(DTYPES[dtype], (3, 4, 5)), layouts[0])
            listed = PAGES[f"aclnn{name}"].outputs
            assert listed is not None
            out = DTYPES[dtype] if dtype in listed["A2"] else np.float32
            plain, = run(npu, f"aclnn{name}", x, Out(x.shape, out))
            got, = run(npu, f"aclnn{name}", x, Out(x.shape, out, layouts[1]), layout=layouts[0])
            assert got.tobytes() == plain.tobytes(), (name, dtype)
    assert not emulator.report().findings


@pytest.mark.parametrize("name", FUNCTIONS)
def test_whole_numbers_bool_and_0_d(name: str) -> None:
    """Whole numbers count as FLOAT, and the result is cast to the output."""
    npu, page = home(name), PAGES[f"aclnn{name}"]
    part = "A2" if "A2" in page.parts else page.parts[-1]
    for dtype in sorted(page.inputs[part] & {"i8", "i16", "i32", "i64", "u8", "b", "f32", "f16"}):
        for shape in ((), (7,)):
            x = values(DTYPES[dtype], shape, 0, 1)
            want = np.array([exact(name, float(one)) for one in x.reshape(-1)]).reshape(shape)
            got, = run(npu, f"aclnn{name}", x, Out(shape, x.dtype if name == "Lgamma" else np.float32))
            assert got.shape == shape
            if dtype != "f16":
                assert ulps(got, want) <= 4, dtype
            else:                                         # the result is a float16 before it is cast
                np.testing.assert_array_equal(got, got.astype(np.float16))


@pytest.mark.parametrize("name", sorted(name for name in FUNCTIONS if "c64" in PAGES[f"aclnn{name}"].inputs["A3"]))
def test_complex(name: str) -> None:
    page = PAGES[f"aclnn{name}"]
    npu = machine(SOCS["A3" if "A3" in page.parts else page.parts[-1]])
    for dtype, tolerance in (("c64", 4e-7), ("c128", 1e-14)):
        z = values(DTYPES[dtype], (3, 4), -2, 2)
        got, = run(npu, f"aclnn{name}", z, Out(z.shape, z.dtype))
        want = np.array([complex(FUNCTIONS[name][0](mp.mpc(complex(one)))) for one in z.reshape(-1)])
        np.testing.assert_allclose(got.reshape(-1), want, rtol=tolerance)
        twin, = run(npu, f"aclnnInplace{name}", z) if dtype in PAGES[f"aclnnInplace{name}"].inputs["A3"] else (got,)
        assert twin.tobytes() == got.tobytes()


F, NAN, INF = partial(np.array, dtype=np.float32), np.nan, np.inf
BY_HAND: list[tuple[str, tuple[Any, ...], Any, Any]] = [
    ("Abs", (), F([-0.0, -1, INF, -INF, NAN]), F([0, 1, INF, INF, NAN])),
    ("Abs", (), np.array([-128, -127, 5], np.int8), np.array([-128, 127, 5], np.int8)),                     # wraps
    ("Abs", (), np.array([True, False]), np.array([True, False])),
    ("Abs", (), np.array([0, 255], np.uint8), np.array([0, 255], np.uint8)),
    ("Abs", (), np.array([3 + 4j, -5j, INF - 1j], np.complex64), F([5, 5, INF])),
    ("AngleV2", (), F([-2, 0, 3, NAN]), F([np.pi, 0, 0, NAN])),
    ("AngleV2", (), np.array([1j, -1, 1 - 1j], np.complex64), F([np.pi / 2, np.pi, -np.pi / 4])),
    ("AngleV2", (), np.array([-1, 0, 1], np.int32), F([np.pi, 0, 0])),
    ("Neg", (), F([0.0, -1, INF, NAN]), F([-0.0, 1, -INF, NAN])),
    ("Neg", (), np.array([-128, 1], np.int8), np.array([-128, -1], np.int8)),
    ("Neg", (), np.array([1 - 2j], np.complex64), np.array([-1 + 2j], np.complex64)),
    ("Real", (), np.array([1 - 2j, 5], np.complex64), F([1, 5])),
    ("Real", (), np.array([1 - 2j], np.complex128), np.array([1], np.float64)),
    ("Real", (), F([1, -3]), F([1, -3])),
    ("Sign", (), F([-3, -0.0, 0, 7, NAN, -INF]), F([-1, 0, 0, 1, NAN, -1])),
    ("Sign", (), np.array([-3, 0, 9], np.int64), np.array([-1, 0, 1], np.int64)),
    ("Sign", (), np.array([True, False]), np.array([True, False])),
    ("Sign", (), np.array([3 + 4j, 0], np.complex64), np.array([0.6 + 0.8j, 0], np.complex64)),
    ("Signbit", (), F([-0.0, 0.0, -1, 1, -INF]), np.array([True, False, True, False, True])),
    ("Signbit", (), np.array([-1, 0, 1], np.int8), np.array([True, False, False])),
    ("Signbit", (), np.array([2 ** 63, 0], np.uint64), np.array([False, False])),
    ("Signbit", (), np.array([True, False]), np.array([False, False])),
    ("BitwiseNot", (), np.array([True, False]), np.array([False, True])),
    ("BitwiseNot", (), np.array([0, 255, 1], np.uint8), np.array([255, 0, 254], np.uint8)),
    ("BitwiseNot", (), np.array([0, -1, 5], np.int64), np.array([-1, 0, -6], np.int64)),
    ("Ceil", (), F([-1.5, -0.5, 0.2, 2]), F([-1, -0.0, 1, 2])),
    ("Floor", (), F([-1.5, -0.5, 0.2, 2]), F([-2, -1, 0, 2])),
    ("Floor", (), np.array([2 ** 62 + 1], np.int64), np.array([2 ** 62 + 1], np.int64)),
    # not through a float
    ("Floor", (), np.array([4294967295], np.uint32), np.array([4294967295], np.uint32)),
    ("Trunc", (), F([-1.5, -0.5, 0.7, 2]), F([-1, -0.0, 0, 2])),
    ("Frac", (), F([-1.5, 1.25, 3, INF]), F([-0.5, 0.25, 0, NAN])),
    ("Frac", (), np.array([-7, 7], np.int32), np.array([0, 0], np.int32)),
    ("Round", (), F([0.5, 1.5, 2.5, -0.5, -1.5, 0.4999999701976776]), F([0, 2, 2, 0, -2, 0])),
    ("Round", (), np.array([2 ** 62 + 1], np.int64), np.array([2 ** 62 + 1], np.int64)),
    ("RoundDecimals", (1,), F([0.14, -2.36, 1e30, NAN]), F([0.1, -2.4, 1e30, NAN])),
    ("RoundDecimals", (-1,), F([14, 26, -37]), F([10, 30, -40])),
    ("RoundDecimals", (0,), F([2.5, 3.5, 0.3]), F([2, 4, 0])),
    ("RoundDecimals", (-2,), np.array([149, 151, -149, 250, 350], np.int32),
     np.array([100, 200, -100, 200, 400], np.int32)),
    ("RoundDecimals", (3,), np.array([2 ** 62 + 1], np.int64), np.array([2 ** 62 + 1], np.int64)),
    ("RoundDecimals", (2,), np.array([1e307, 0.125], np.float64), np.array([1e307, 0.12], np.float64)),
    ("NanToNum", (1.0, 2.0, -3.0), F([NAN, INF, -INF, 5]), F([1, 2, -3, 5])),
    ("NanToNum", (1.0, 1e10, -3.0), np.array([INF, 2], np.float16), np.array([INF, 2], np.float16)),
    # too large for a float16
    ("NanToNum", (7.0, 7.0, 7.0), np.array([3], np.int32), np.array([3], np.int32)),
    ("NanToNum", (7.0, 7.0, 7.0), np.array([True, False]), np.array([True, False])),
    ("Reciprocal", (), np.array([4, 0, -2], np.int32), F([0.25, INF, -0.5])),
    ("Sqrt", (), F([4, -1, -0.0, INF]), F([2, NAN, -0.0, INF])),
    ("Rsqrt", (), F([4, 0, -1, INF]), F([0.5, INF, NAN, 0])),
    ("Log", (), F([1, 0, -1, INF]), F([0, -INF, NAN, INF])),
    ("Exp", (), F([0, -INF, INF, 89, -104]), F([1, 0, INF, INF, 0])),
    ("Exp2", (), np.array([0, 10, -3], np.int32), F([1, 1024, 0.125])),
    ("Sinc", (), F([0, 1, -2, 1e30, INF]), F([1, 0, 0, 0, NAN])),
    ("Lgamma", (), F([1, 2, 0, -0.0, -1, -2.5]), F([0, 0, INF, INF, INF, -0.056243717])),
    ("Digamma", (), F([0, -0.0, -1, 1]), F([-INF, INF, NAN, -0.5772157])),
    ("Erfinv", (), np.array([0, 1, -1, 2], np.int32), F([0, INF, -INF, NAN])),
    ("Erfc", (), F([INF, -INF, 0, 12]), F([0, 2, 1, 0])),
]


@pytest.mark.parametrize(("name", "constants", "x", "want"), BY_HAND)
def test_by_hand(name: str, constants: tuple[Any, ...], x: Any, want: Any) -> None:
    npu = home(name)
    got, = run(npu, f"aclnn{name}", x, *constants, Out(x.shape, want.dtype))
    np.testing.assert_array_equal(got, want)
    if want.dtype.kind == "f":
        finite = ~np.isnan(want)
        assert (np.signbit(got) == np.signbit(want))[finite].all() or name in ("Frac", "Erfinv", "Sinc", "Round")
    if f"aclnnInplace{name}" in PAGES and x.dtype == want.dtype:
        again, = run(npu, f"aclnnInplace{name}", x, *constants)
        np.testing.assert_array_equal(again, want)


def test_half_complex_numbers() -> None:
    """COMPLEX32, two float16: its absolute value and real part are FLOAT16 (N-DT-5)."""
    npu = machine()
    pairs = np.array([[3, 4], [-5, 12]], np.float16)
    z = npu.describe(npu.memory(pairs.view(np.uint32)), pairs.view(np.uint32).reshape(-1), (2,), dtype=33)
    for name, want in (("Abs", [5, 13]), ("Real", [3, -5])):
        out = npu.empty((2,), np.float16)
        assert npu.run(f"aclnn{name}", z, out) == 0, npu.message()
        assert npu.read(out).tolist() == want
    assert npu.prepare("aclnnAbs", z, npu.empty((2,), np.float32))[0] == 161002


def test_minus_zero_rounds_to_plus_zero() -> None:
    """The page of aclnnRound: what lies from -0.5 to -0 becomes +0."""
    got, = run(machine(), "aclnnInplaceRound", np.array([-0.5, -0.0, -0.1], np.float32))
    assert not np.signbit(got).any()


@pytest.mark.parametrize(("name", "outside"), [("Acos", 12), ("Sqrt", -4), ("Log", -1), ("Sin", np.inf)])
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_a_result_that_is_not_a_number_has_no_sign(name: str, outside: float, dtype: str) -> None:
    x = np.array([outside, 0.5], dtype)
    got, = run(home(name), f"aclnn{name}", x, Out(x.shape, dtype))
    assert np.isnan(got).tolist() == [True, False]
    assert not np.signbit(got[0])                                  # whatever the CPU's own default is


def test_square_on_the_950() -> None:
    npu = machine("Ascend950")
    for x, want in ((np.array([-3, 65536], np.int32), np.array([9, 0], np.int32)), (F([-1.5, 1e30]), F([2.25, INF]))):
        got, = run(npu, "aclnnSquare", x, Out(x.shape, x.dtype))
        assert got.tolist() == want.tolist()


def test_halves_are_rounded_before_a_cast() -> None:
    """exp(1) in float16 is 2.71875, also for a float32 output."""
    got, = run(machine(), "aclnnExp", np.array([1], np.float16), Out((1,), np.float32))
    assert got[0] == np.float16(np.e)
    got, = run(machine(), "aclnnExp", np.array([1], BFLOAT16), Out((1,), np.float64))
    assert got[0] == float(np.float32(np.e).astype(BFLOAT16))


@pytest.mark.parametrize("name", ["Exp", "Erf", "Relu", "Gelu", "Abs"])
@pytest.mark.parametrize("dtype", ["f32", "f16"])
def test_large_tensors_are_computed_in_blocks(name: str, dtype: str) -> None:
    """More elements than a block, with every layout, give what small ones give."""
    npu = machine()
    x = values(DTYPES[dtype], (3, 50_000))
    got, = run(npu, f"aclnn{name}", x, Out(x.shape, x.dtype, "sliced"), layout="transposed")
    for start in (0, 20_000, 49_000):
        piece = np.ascontiguousarray(x[:, start:start + 1000])
        small, = run(npu, f"aclnn{name}", piece, Out(piece.shape, piece.dtype))
        assert got[:, start:start + 1000].tobytes() == small.tobytes()
