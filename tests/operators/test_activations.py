"""Values of activation functions and their gradients against the formulas of the pages, in 60 digits."""
from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from aclnn_calls import BFLOAT16
from elementwise_pages import PAGES, SOCS
from harness import DTYPES, LAYOUTS, Out, Value, all_halves, machine, repeated, run, ulps, values

from pyacl import emulator

mp = pytest.importorskip("mpmath")
mpf = mp.mpf


def sig(x: Any) -> Any:
    return 1 / (1 + mp.exp(-x))


def softplus(x: Any) -> Any:
    return mp.log(1 + mp.exp(x))


def clip(x: Any, low: Any, high: Any) -> Any:
    return max(min(x, high), low)


def tanh_gelu(x: Any) -> Any:
    return x / 2 * (1 + mp.tanh(mp.sqrt(2 / mp.pi) * (x + mpf("0.044715") * x ** 3)))


def tanh_gelu_slope(x: Any) -> Any:
    inner = mp.sqrt(2 / mp.pi) * (x + mpf("0.044715") * x ** 3)
    rate = mp.sqrt(2 / mp.pi) * (1 + 3 * mpf("0.044715") * x ** 2)
    return (1 + mp.tanh(inner)) / 2 + x / 2 * (1 - mp.tanh(inner) ** 2) * rate


def erf_gelu(x: Any) -> Any:
    return x / 2 * mp.erfc(-x / mp.sqrt(2))


def erf_gelu_slope(x: Any) -> Any:
    return mp.erfc(-x / mp.sqrt(2)) / 2 + x * mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi)


def mish_slope(x: Any) -> Any:
    t = mp.tanh(softplus(x))
    return t + x * sig(x) * (1 - t * t)


def elu(x: Any, alpha: Any, scale: Any, rate: Any) -> Any:
    return scale * x if x > 0 else alpha * scale * (mp.exp(x * rate) - 1)


A, S = mpf("1.6732632423543772848170429916717"), mpf("1.0507009873554804934193349852946")
V = Value


@dataclass(frozen=True)
class Case:
    """formula: of the tensors' elements; constants: the C arguments behind the tensors."""

    operator: str
    formula: Callable[..., Any]
    constants: tuple[Any, ...] = ()
    gradient: bool = False

    def arguments(self, *tensors: Any) -> list[Any]:
        """The C arguments before the output."""
        if self.operator == "EluBackward":                # selfOrResult comes last
            return [tensors[0], *self.constants, *tensors[1:]]
        return [*tensors, *self.constants]


CASES = [
    Case("Celu", lambda x: max(x, mpf(0)) + min(mpf(0), mpf(1.5) * (mp.exp(x / mpf(1.5)) - 1)), (V(1.5),)),
    Case("Celu", lambda x: max(x, mpf(0)) + min(mpf(0), -2 * (mp.exp(x / -2) - 1)) if x > -100 else mpf("-inf"),
         (V(-2),)),
    Case("Elu", lambda x: elu(x, mpf(1.5), mpf(2), mpf(0.5)), (V(1.5), V(2, np.int32), V(0.5, np.float64))),
    Case("Selu", lambda x: S * (max(mpf(0), x) + min(mpf(0), A * (mp.exp(x) - 1)))),
    Case("Relu", lambda x: max(x, mpf(0))),
    Case("SquaredRelu", lambda x: max(x, mpf(0)) ** 2),
    Case("LeakyRelu", lambda x: max(x, mpf(0)) + mpf(0.25) * min(x, mpf(0)), (V(0.25),)),
    Case("Threshold", lambda x: x if x > 0.5 else mpf(-20), (V(0.5), V(-20))),
    Case("Clamp", lambda x: max(min(x, mpf(1.5)), mpf(-0.75)), (V(-0.75), V(1.5))),
    Case("Clamp", lambda x: mpf(3), (V(3), V(1))),                              # the lower bound wins
    Case("ClampMin", lambda x: max(x, mpf(-0.75)), (V(-0.75),)),
    Case("ClampMax", lambda x: min(x, mpf(1.5)), (V(1.5),)),
    Case("Hardtanh", lambda x: clip(x, mpf(-0.75), mpf(1.5)), (V(-0.75), V(1.5))),
    Case("Hardsigmoid", lambda x: clip(x + 3, mpf(0), mpf(6)) / 6),
    Case("Hardswish", lambda x: x * clip(x + 3, mpf(0), mpf(6)) / 6),
    Case("Hardshrink", lambda x: x if abs(x) > 0.5 else mpf(0), (V(0.5),)),
    Case("Softshrink", lambda x: x - 0.5 if x > 0.5 else x + 0.5 if x < -0.5 else mpf(0), (V(0.5),)),
    Case("Shrink", lambda x: x - 0.25 if x > 0.5 else x + 0.25 if x < -0.5 else mpf(0), (V(0.5), V(0.25))),
    Case("Sigmoid", sig),
    Case("LogSigmoid", lambda x: mp.log(sig(x))),
    Case("Softplus", lambda x: softplus(2 * x) / 2 if 2 * x <= 20 else x, (V(2), V(20))),
    Case("Mish", lambda x: x * mp.tanh(softplus(x))),
    Case("Silu", lambda x: x * sig(x)),
    Case("Swish", lambda x: x * sig(mpf(1.5) * x), (V(1.5),)),
    Case("Swish", lambda x: x * sig(x), (None,)),
    Case("FastGelu", lambda x: x * sig(mpf(1.702) * x)),
    Case("Gelu", tanh_gelu),
    Case("GeluV2", erf_gelu, (0,)),
    Case("GeluV2", tanh_gelu, (1,)),
    # -- gradients
    Case("EluBackward", lambda g, x: g * (2 if x > 0 else mpf(0.5) * mpf(1.5) * 2 * mp.exp(x * mpf(0.5))),
         (V(1.5), V(2), V(0.5), False), True),
    Case("EluBackward", lambda g, x: g * (2 if x > 0 else mpf(0.5) * (x + 3)), (V(1.5), V(2), V(0.5), True), True),
    Case("FastGeluBackward", lambda g, x: g * sig(mpf(1.702) * x) * (1 + mpf(1.702) * x * sig(-mpf(1.702) * x)),
         (), True),
    Case("GeluBackward", lambda g, x: g * erf_gelu_slope(x), (), True),
    Case("GeluBackwardV2", lambda g, x: g * erf_gelu_slope(x), ("none",), True),
    Case("GeluBackwardV2", lambda g, x: g * tanh_gelu_slope(x), ("tanh",), True),
    Case("HardshrinkBackward", lambda g, x: g if abs(x) > 0.5 else mpf(0), (V(0.5),), True),
    Case("HardsigmoidBackward", lambda g, x: g / 6 if -3 < x < 3 else mpf(0), (), True),
    Case("HardswishBackward", lambda g, x: g * (0 if x < -3 else x / 3 + mpf(0.5) if x <= 3 else 1), (), True),
    Case("HardswishBackwardV2", lambda g, x: g * (0 if x <= -3 else x / 3 + mpf(0.5) if x < 3 else 1), (), True),
    Case("HardtanhBackward", lambda g, x: g if -0.5 <= x <= 1 else mpf(0), (V(-0.5), V(1)), True),
    Case("LeakyReluBackward", lambda g, x: g if x > 0 else g * mpf(0.25), (V(0.25), False), True),
    Case("MishBackward", lambda g, x: g * mish_slope(x), (), True),
    Case("SeluBackward", lambda g, y: g * (S if y > 0 else y + S * A), (), True),
    Case("SigmoidBackward", lambda g, y: g * y * (1 - y), (), True),
    Case("SiluBackward", lambda g, x: g * sig(x) * (1 + x - x * sig(x)), (), True),
    Case("SoftplusBackward", lambda g, x: g * sig(2 * x) if 2 * x <= 20 else g, (V(2), V(20)), True),
    Case("SoftshrinkBackward", lambda g, x: g if abs(x) > 0.5 else mpf(0), (V(0.5),), True),
    Case("SwishBackward", lambda g, x: g * sig(1.5 * x) * (1 + mpf(1.5) * x * sig(-mpf(1.5) * x)), (V(1.5),), True),
    Case("SwishBackward", lambda g, x: g * sig(x) * (1 + x * sig(-x)), (None,), True),
    Case("TanhBackward", lambda g, y: g * (1 - y * y), (), True),
    Case("ThresholdBackward", lambda g, x: g if x > 0.5 else mpf(0), (V(0.5),), True),
]


def name(case: Case) -> str:
    return case.operator + "-".join(str(getattr(one, "value", one)) for one in case.constants)


def home(operator: str) -> str:
    parts = PAGES[operator].parts
    return SOCS["A2" if "A2" in parts else parts[-1]]


def inputs(case: Case, dtype: Any) -> list[Any]:
    """Finite elements: a range, small and large ones, the bounds of the formulas."""
    rng = np.random.default_rng(5)
    x = np.concatenate([rng.uniform(-6, 6, 60), rng.uniform(-90, 90, 30), rng.choice([-1, 1], 20)
                        * 10.0 ** rng.uniform(-7, 4, 20), [0, -3, 3, 0.5, -0.5, 1, -0.75, 1.5, 10, -1]]).astype(dtype)
    return [rng.uniform(-3, 3, x.size).astype(dtype), x] if case.gradient else [x]


def reference(case: Case, tensors: list[Any]) -> Any:
    with mp.workdps(60):
        return np.array([float(case.formula(*(mpf(float(one)) for one in elements)))
                         for elements in zip(*(tensor.reshape(-1) for tensor in tensors), strict=True)])


@pytest.mark.parametrize("case", CASES, ids=name)
def test_formula_of_the_page(case: Case) -> None:
    """float32 within 4 ulp, halves rounded once, in place the same."""
    operator = f"aclnn{case.operator}"
    npu = machine(home(operator))
    part = next(part for part, soc in SOCS.items() if soc == home(operator))
    for dtype in sorted(PAGES[operator].inputs[part] & {"f32", "f16", "bf16", "f64"}):
        tensors = inputs(case, DTYPES[dtype])
        want = reference(case, tensors)
        got, = run(npu, operator, *case.arguments(*tensors), Out(want.shape, DTYPES[dtype]))
        if dtype == "f64":
            np.testing.assert_allclose(got, want, rtol=1e-13, atol=1e-300)
        else:
            assert ulps(got, want) <= {"f32": 4, "f16": 0.502, "bf16": 0.502}[dtype], dtype
        twin = f"aclnnInplace{case.operator}"
        if twin in PAGES:
            again, = run(npu, twin, *case.arguments(*tensors))
            assert again.tobytes() == got.tobytes()
    assert not emulator.report().findings


@pytest.mark.parametrize("layouts", list(itertools.product(LAYOUTS, LAYOUTS[:3])))
def test_layouts(layouts: tuple[str, str]) -> None:
    npu = machine()
    for case in CASES[::3]:
        operator = f"aclnn{case.operator}"
        if "A2" not in PAGES[operator].parts:
            continue
        tensors = [repeated(values(np.float32, (3, 4, 2), seed=seed), layouts[0]) for seed in range(1 + case.gradient)]
        plain, = run(npu, operator, *case.arguments(*tensors), Out((3, 4, 2), np.float32))
        got, = run(npu, operator, *case.arguments(*tensors), Out((3, 4, 2), np.float32, layouts[1]), layout=layouts[0])
        assert got.tobytes() == plain.tobytes(), operator
    assert not emulator.report().findings


@pytest.mark.parametrize("case", CASES[::2], ids=name)
def test_0_d(case: Case) -> None:
    operator = f"aclnn{case.operator}"
    npu = machine(home(operator))
    tensors = [np.float32(0.75), np.float32(-0.3)][:1 + case.gradient]
    got, = run(npu, operator, *case.arguments(*tensors), Out((), np.float32))
    assert got.shape == ()
    assert ulps(got, reference(case, [np.array(tensor) for tensor in tensors])) <= 4


BROADCAST = """\
GeluBackward GeluBackwardV2 HardshrinkBackward LeakyReluBackward MishBackward SigmoidBackward SiluBackward
SoftshrinkBackward TanhBackward ThresholdBackward"""


@pytest.mark.parametrize("operator", BROADCAST.split())
def test_gradients_broadcast(operator: str) -> None:
    """N-SHP-1, where the page says so."""
    npu = machine()
    case = next(case for case in CASES if case.operator == operator)
    g, x = values(np.float32, (3, 1)), values(np.float32, (2, 1, 4), seed=2)
    got, = run(npu, f"aclnn{operator}", *case.arguments(g, x), Out((2, 3, 4), np.float32))
    full = [np.ascontiguousarray(np.broadcast_to(one, (2, 3, 4))) for one in (g, x)]
    assert ulps(got.reshape(-1), reference(case, full)) <= 4


PROMOTES = "GeluBackward HardsigmoidBackward LeakyReluBackward MishBackward SigmoidBackward SeluBackward"


@pytest.mark.parametrize("operator", PROMOTES.split())
def test_gradients_meet_in_a_type(operator: str) -> None:
    """N-PRO-1: float16 and float32 meet in float32, of which the output is cast."""
    npu = machine()
    case = next(case for case in CASES if case.operator == operator)
    g, x = values(np.float16, (9,)), values(np.float32, (9,), seed=2)
    got, = run(npu, f"aclnn{operator}", *case.arguments(g, x), Out((9,), np.float32))
    assert ulps(got, reference(case, [g, x])) <= 4
    half, = run(npu, f"aclnn{operator}", *case.arguments(g, x), Out((9,), np.float16))
    assert half.tobytes() == got.astype(np.float16).tobytes()


def test_clamps_by_tensors() -> None:
    """max(min(x, max), min), broadcast; types meet, a bound may be bool or missing."""
    npu = machine()
    x = np.array([[-5, 0, 5], [9, -9, 2]], np.int32)
    low, high = np.array([[-1], [3]], np.int32), np.array([1, 1, 4], np.int32)
    got, = run(npu, "aclnnClampTensor", x, low, high, Out((2, 3), np.int32))
    assert got.tolist() == [[-1, 0, 4], [3, 3, 3]]
    got, = run(npu, "aclnnClampTensor", x, None, high, Out((2, 3), np.int64))
    assert got.tolist() == [[-5, 0, 4], [1, -9, 2]]
    got, = run(npu, "aclnnClampMinTensor", x, np.array([True, False, True]), Out((2, 3), np.int32))
    assert got.tolist() == [[1, 0, 5], [9, 0, 2]]
    got, = run(npu, "aclnnClampMaxTensor", x, np.array([0.5, 0.5, 0.5], np.float32), Out((2, 3), np.float32))
    assert got.tolist() == [[-5, 0, 0.5], [0.5, -9, 0.5]]
    assert run(npu, "aclnnInplaceClampMaxTensor", x, high)[0].tolist() == [[-5, 0, 4], [1, -9, 2]]
    assert run(npu, "aclnnInplaceClampMinTensor", x, low)[0].tolist() == [[-1, 0, 5], [9, 3, 3]]
    got, = run(npu, "aclnnClampTensor", np.array([np.nan, 1], np.float32), np.array([0, np.nan], np.float32), None,
               Out((2,), np.float32))
    assert np.isnan(got).all()


def test_a_bound_may_be_the_output() -> None:
    """N-VIEW-10: output identical to an input."""
    npu = machine()
    x, low = npu.tensor(np.array([-5, 0, 5], np.float32)), npu.tensor(np.array([-1, 1, 2], np.float32))
    assert npu.run("aclnnClampTensor", x, low, npu.tensor(np.array([3, 3, 3], np.float32)), low) == 0
    assert npu.read(low).tolist() == [-1, 1, 3]


def test_clamps_meet_their_scalars() -> None:
    """N-PRO-9: whole numbers and a float scalar meet in the scalar's type."""
    npu = machine()
    got, = run(npu, "aclnnClampMin", np.array([0, 5], np.int32), Value(1.5), Out((2,), np.float32))
    assert got.tolist() == [1.5, 5]
    got, = run(npu, "aclnnClampMax", np.array([0, 200], np.uint8), Value(100, np.int64), Out((2,), np.uint8))
    assert got.tolist() == [0, 100]
    assert run(npu, "aclnnInplaceClampMax", np.array([2 ** 62 + 1], np.int64),
               Value(2 ** 62, np.int64))[0].tolist() == [2 ** 62]
    got, = run(npu, "aclnnThreshold", np.array([-3, 4], np.int8), Value(0, np.int8), Value(9, np.int8),
               Out((2,), np.int8))
    assert got.tolist() == [9, 4]


def test_whole_numbers() -> None:
    """What is computed in floats is truncated; rectifiers stay exact."""
    npu = machine()
    for dtype in (np.int8, np.int32):
        x = np.array([-4, -1, 0, 1, 2, 5], dtype)
        want = np.trunc([1.0507009873554805 * (max(v, 0) + min(0, 1.6732632423543772 * np.expm1(v))) for v in x])
        got, = run(npu, "aclnnSelu", x, Out(x.shape, dtype))
        assert got.tolist() == want.tolist()
    got, = run(npu, "aclnnHardsigmoid", np.array([-4, 0, 2, 3, 9], np.int32), Out((5,), np.int32))
    assert got.tolist() == [0, 0, 0, 1, 1]
    got, = run(npu, "aclnnRelu", np.array([-5, 2 ** 62 + 1], np.int64), Out((2,), np.int64))
    assert got.tolist() == [0, 2 ** 62 + 1]
    assert run(npu, "aclnnInplaceRelu", np.array([0, 255], np.uint8))[0].tolist() == [0, 255]
    got, = run(npu, "aclnnThresholdBackward", np.array([7, 8], np.int32), np.array([1, 3], np.int32),
               Value(1, np.int32),
               Out((2,), np.int32))
    assert got.tolist() == [0, 8]
    got, = run(npu, "aclnnSoftplusBackward", np.array([1], np.float32), np.array([0], np.int32), Value(1), Value(20),
               Out((1,), np.float32))
    assert got.tolist() == [0.5]


def test_complex_sigmoid() -> None:
    npu = machine()
    z = np.array([0.5 + 1j, -2 - 0.25j], np.complex64)
    want = 1 / (1 + np.exp(-z.astype(np.complex128)))
    np.testing.assert_allclose(run(npu, "aclnnInplaceSigmoid", z)[0], want, rtol=3e-7)
    got, = run(npu, "aclnnSigmoidBackward", z, z, Out((2,), np.complex64))
    np.testing.assert_allclose(got, z * z * (1 - z), rtol=5e-7)


NAN_AND_INF: list[tuple[str, tuple[Any, ...], list[float], list[float]]] = [
    ("Relu", (), [np.nan, np.inf, -np.inf], [np.nan, np.inf, 0]),
    ("SquaredRelu", (), [np.nan, np.inf, -np.inf], [np.nan, np.inf, 0]),
    ("Sigmoid", (), [np.nan, np.inf, -np.inf], [np.nan, 1, 0]),
    ("Elu", (V(1), V(1), V(1)), [np.nan, np.inf, -np.inf], [np.nan, np.inf, -1]),
    ("Clamp", (V(-1), V(1)), [np.nan, np.inf, -np.inf], [np.nan, 1, -1]),
    ("Threshold", (V(0), V(5)), [np.nan, np.inf, -np.inf], [5, np.inf, 5]),     # nan is not above the threshold
    ("Hardshrink", (V(0.5),), [np.nan, np.inf, -np.inf], [0, np.inf, -np.inf]),
    ("Softshrink", (V(0.5),), [np.nan, np.inf, -np.inf], [0, np.inf, -np.inf]),
    ("Softplus", (V(1), V(20)), [np.nan, np.inf, -np.inf], [np.nan, np.inf, 0]),
    ("LogSigmoid", (), [np.nan, np.inf, -np.inf], [np.nan, 0, -np.inf]),
    ("Hardsigmoid", (), [np.nan, np.inf, -np.inf], [np.nan, 1, 0]),
]


@pytest.mark.parametrize(("operator", "constants", "x", "want"), NAN_AND_INF)
def test_nan_and_inf(operator: str, constants: tuple[Any, ...], x: list[float], want: list[float]) -> None:
    got, = run(machine(), f"aclnn{operator}", np.array(x, np.float32), *constants, Out((3,), np.float32))
    np.testing.assert_array_equal(got, np.array(want, np.float32))


@pytest.mark.parametrize("operator", ["Sigmoid", "Silu", "Gelu", "Mish", "LogSigmoid", "Hardswish"])
@pytest.mark.parametrize("dtype", [np.float16, BFLOAT16])
def test_all_halves(operator: str, dtype: Any) -> None:
    """Against the plain formula in double, where it does not cancel."""
    x = all_halves(dtype)
    with np.errstate(all="ignore"):
        wide = x.astype(np.float64)
        s = 1 / (1 + np.exp(-wide))
        want = {"Sigmoid": s, "Silu": wide * s, "LogSigmoid": -np.logaddexp(0, -wide),
                "Gelu": wide / (1 + np.exp(-2 * np.sqrt(2 / np.pi) * (wide + 0.044715 * wide ** 3))),
                "Mish": wide * np.tanh(np.logaddexp(0, wide)),
                "Hardswish": wide * np.clip(wide + 3, 0, 6) / 6}[operator]
    got, = run(machine(mode="faithful"), f"aclnn{operator}", x, Out(x.shape, dtype))
    keep = np.isfinite(wide)
    assert ulps(got[keep], want[keep]) <= 0.501


def test_log_sigmoid_with_a_buffer() -> None:
    """The buffer of the forward pass is neither written nor read; that of the gradient must have gradOutput's type."""
    npu = machine()
    x, g = np.array([-100, -1, 0, 2], np.float32), np.array([1, 2, 3, 4], np.float32)
    got, _ = run(npu, "aclnnLogSigmoidForward", x, Out((4,), np.float32), Out((4,), np.float32))
    assert ulps(got, np.array([float(mp.log(sig(mpf(float(v))))) for v in x])) <= 1
    got, = run(npu, "aclnnLogSigmoidForward", x, Out((4,), np.float32), None)
    got, = run(npu, "aclnnLogSigmoidBackward", g, x, np.array([0, 0, 0, 0], np.float32), Out((4,), np.float32))
    assert ulps(got, np.array([float(a / (1 + mp.exp(mpf(float(b))))) for a, b in zip(g, x, strict=True)])) <= 1
    assert not emulator.report().findings


def test_prelu() -> None:
    """One weight, or one for each channel; a weight of any shape that fits."""
    npu = machine()
    x = np.array([[1, -2, -3], [-4, 5, -6]], np.float32)
    for weight, want in ((np.array([0.5], np.float32), [[1, -1, -1.5], [-2, 5, -3]]),
                         (np.array([0.5, 1, 2], np.float32), [[1, -2, -6], [-2, 5, -12]]),
                         (np.array([[0.5, 1, 2]], np.float32), [[1, -2, -6], [-2, 5, -12]]),
                         (np.float32(0.5), [[1, -1, -1.5], [-2, 5, -3]])):
        for layout in ("contiguous", "transposed", "sliced"):
            got, = run(npu, "aclnnPrelu", x, weight, Out((2, 3), np.float32, layout), layout=layout)
            assert got.tolist() == want
    got, = run(npu, "aclnnPrelu", np.array([-1, 2], np.float32), np.array([0.25], np.float32), Out((2,), np.float32))
    assert got.tolist() == [-0.25, 2]
    got, = run(npu, "aclnnPrelu", np.array([-1], np.float16), np.array([0.25], np.float32), Out((1,), np.float16))
    assert got.tolist() == [-0.25]


@pytest.mark.parametrize("layout", ["contiguous", "transposed", "sliced"])
def test_prelu_gradient(layout: str) -> None:
    """gradWeight is the sum over all but the channel of gradOutput * self where self is not above 0."""
    npu = machine()
    g, x, w = values(np.float32, (4, 3, 5)), values(np.float32, (4, 3, 5), seed=2), np.array([0.5, 1, 2], np.float32)
    to_input, to_weight = run(npu, "aclnnPreluBackward", g, x, w, Out((4, 3, 5), np.float32, layout),
                              Out((3,), np.float32), layout=layout)
    wide, below = g.astype(np.float64), np.where(x > 0, 0, x).astype(np.float64)
    np.testing.assert_array_equal(to_input, np.where(x > 0, g, g * w[:, None]))
    np.testing.assert_allclose(to_weight, (wide * below).sum((0, 2)), rtol=1e-6)
    _, to_weight = run(npu, "aclnnPreluBackward", g, x, np.array([0.5], np.float32), Out((4, 3, 5), np.float32),
                       Out((1,), np.float32))
    np.testing.assert_allclose(to_weight, [(wide * below).sum()], rtol=1e-6)
    assert not emulator.report().findings


def test_random_rectifier() -> None:
    """The mean slope, or in training one drawn from [lower, upper] that noise records; the seed decides."""
    npu = machine()
    x = values(np.float32, (1000,))
    low, high = Value(0.1), Value(0.4)
    plain, = run(npu, "aclnnRReluWithNoise", x, np.zeros_like(x), low, high, False, 1, 0, Out(x.shape, np.float32))
    np.testing.assert_allclose(plain, np.where(x > 0, x, x * 0.25), rtol=1e-6)
    drawn = []
    for seed, offset in ((1, 0), (1, 0), (2, 0), (1, 1)):
        got, noise = run(npu, "aclnnRReluWithNoise", x, Out(x.shape, np.float32), low, high, True, seed, offset,
                         Out(x.shape, np.float32))[::-1]
        np.testing.assert_array_equal(noise[x > 0], 1)
        slope = noise[x <= 0]
        assert slope.min() >= np.float32(0.1)
        assert slope.max() <= np.float32(0.4)
        assert abs(slope.mean() - 0.25) < 0.02
        np.testing.assert_allclose(got, np.where(x > 0, x, x * noise), rtol=1e-6)
        drawn.append(noise.tobytes())
    assert drawn[0] == drawn[1]
    assert len(set(drawn)) == 3
    again, = run(npu, "aclnnInplaceRReluWithNoise", x, np.zeros_like(x), low, high, False, 1, 0)
    assert again.tobytes() == plain.tobytes()
