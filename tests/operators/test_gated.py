"""Values of gated linear units and their gradients against the formulas of the pages, in 60 digits."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from elementwise_pages import PAGES, SOCS
from harness import DTYPES, Out, machine, run, ulps, values

from pyacl import capi, emulator

mp = pytest.importorskip("mpmath")
mpf = mp.mpf


def sig(x: Any) -> Any:
    return 1 / (1 + mp.exp(-x))


def gelu(x: Any, tanh: bool) -> Any:
    if tanh:
        return x / 2 * (1 + mp.tanh(mp.sqrt(2 / mp.pi) * (x + mpf("0.044715") * x ** 3)))
    return x / 2 * mp.erfc(-x / mp.sqrt(2))


def gelu_slope(x: Any, tanh: bool) -> Any:
    return mp.diff(lambda t: gelu(t, tanh), x)


def situ(gate: Any, up: Any, beta: Any, linear: Any) -> Any:
    return beta * mp.tanh(gate / beta) * sig(gate) * (linear * mp.tanh(up / linear) if linear > 0 else up)


def situ_gradient(g: Any, gate: Any, up: Any, beta: Any, linear: Any) -> tuple[Any, Any]:
    return (g * mp.diff(lambda t: situ(t, up, beta, linear), gate),
            g * mp.diff(lambda t: situ(gate, t, beta, linear), up))


@dataclass(frozen=True)
class Case:
    """forward: of the two halves -> outputs; behind: C arguments between the tensors and the outputs."""

    operator: str
    forward: Callable[..., tuple[Any, ...]]
    behind: tuple[Any, ...]


FORWARD = [
    Case("Glu", lambda a, b: (a * sig(b),), (1,)),
    Case("GeGlu", lambda a, b: (a * gelu(b, False), gelu(b, False)), (-2, 0)),
    Case("GeGlu", lambda a, b: (a * gelu(b, True), gelu(b, True)), (1, 1)),
    Case("GeGluV3", lambda a, b: (a * gelu(b, True), gelu(b, True)), (1, 1, False)),
    Case("GeGluV3", lambda a, b: (b * gelu(a, False), gelu(a, False)), (1, 0, True)),
    Case("SwiGlu", lambda a, b: (a * sig(a) * b,), (1,)),
    Case("SituGlu", lambda a, b: (situ(a, b, mpf(1.5), mpf(2)),), (1, 1.5, 2.0, True)),
    Case("SituGlu", lambda a, b: (situ(b, a, mpf(1.5), mpf(0)),), (1, 1.5, 0.0, False)),
]
# The gradients of left and right from g, left, right; for the GELU kinds `gelu` is what the forward pass gave.
BACKWARD = [
    Case("GluBackward", lambda g, a, b: (g * sig(b), g * sig(b) * (1 - sig(b)) * a), (1,)),
    Case("SwiGluGrad", lambda g, a, b: (g * (sig(a) + sig(a) * (1 - sig(a)) * a) * b, g * sig(a) * a), (1,)),
    Case("SituGluGrad", lambda g, a, b: situ_gradient(g, a, b, mpf(1.5), mpf(2)), (1, 1.5, 2.0, True)),
    Case("SituGluGrad", lambda g, a, b: situ_gradient(g, b, a, mpf(1.5), mpf(-1))[::-1], (1, 1.5, -1.0, False)),
    Case("GeGluBackward", lambda g, a, b, saved: (g * saved, g * a * gelu_slope(b, False)), (1, 0)),
    Case("GeGluV3Backward", lambda g, a, b, saved: (g * saved, g * a * gelu_slope(b, True)), (1, 1, False)),
    Case("GeGluV3Backward", lambda g, a, b, saved: (g * b * gelu_slope(a, True), g * saved), (1, 1, True)),
]


def name(case: Case) -> str:
    return case.operator + "-".join(map(str, case.behind))


def reference(case: Case, tensors: list[Any]) -> list[Any]:
    """Each output of the formula, element by element."""
    with mp.workdps(60):
        rows = [[float(one) for one in case.forward(*(mpf(float(one)) for one in elements))]
                for elements in zip(*(tensor.reshape(-1) for tensor in tensors), strict=True)]
    return [np.array(column).reshape(tensors[0].shape) for column in zip(*rows, strict=True)]


def close(got: Any, want: Any, dtype: str) -> None:
    if dtype == "f64":
        np.testing.assert_allclose(got, want, rtol=1e-13)
    else:
        assert ulps(got, want) <= (4 if dtype == "f32" else 0.502), dtype


@pytest.mark.parametrize("case", FORWARD, ids=name)
def test_forward(case: Case) -> None:
    operator = f"aclnn{case.operator}"
    npu = machine()
    count = 2 if "GeGlu" in operator else 1
    for dtype in sorted(PAGES[operator].inputs["A2"]):
        x = values(DTYPES[dtype], (3, 4, 5), -6, 6)
        left, right = x[:, :2], x[:, 2:]
        got = run(npu, operator, x, *case.behind, *(Out(left.shape, x.dtype) for _ in range(count)))
        for mine, want in zip(got, reference(case, [left, right]), strict=True):
            close(mine, want, dtype)
    assert not emulator.report().findings


@pytest.mark.parametrize("case", BACKWARD, ids=name)
def test_backward(case: Case) -> None:
    operator = f"aclnn{case.operator}"
    npu = machine()
    for dtype in sorted(PAGES[operator].inputs["A2"]):
        g, x = values(DTYPES[dtype], (3, 2, 5), seed=2), values(DTYPES[dtype], (3, 4, 5), -6, 6)
        saved = [values(DTYPES[dtype], g.shape, seed=3)] if "GeGlu" in operator else []
        got, = run(npu, operator, g, x, *saved, *case.behind, Out(x.shape, x.dtype))
        for mine, want in zip((got[:, :2], got[:, 2:]), reference(case, [g, x[:, :2], x[:, 2:], *saved]), strict=True):
            close(mine, want, dtype)
    assert not emulator.report().findings


@pytest.mark.parametrize("layout", ["contiguous", "transposed", "sliced"])
def test_layouts(layout: str) -> None:
    npu = machine()
    g, x = values(np.float32, (3, 2, 5), seed=2), values(np.float32, (3, 4, 5))
    for operator, tensors, behind, shapes in (
            ("aclnnGlu", (x,), (1,), [(3, 2, 5)]), ("aclnnGeGlu", (x,), (1, 1), [(3, 2, 5)] * 2),
            ("aclnnGluBackward", (g, x), (1,), [(3, 4, 5)]),
            ("aclnnGeGluBackward", (g, x, g), (1, 1), [(3, 4, 5)])):
        plain = run(npu, operator, *tensors, *behind, *(Out(shape, np.float32) for shape in shapes))
        got = run(npu, operator, *tensors, *behind, *(Out(shape, np.float32, layout) for shape in shapes),
                  layout=layout)
        for one, other in zip(got, plain, strict=True):
            assert one.tobytes() == other.tobytes(), operator
    assert not emulator.report().findings


@pytest.mark.parametrize("dim", [-3, -1, 0, 2])
def test_dims(dim: int) -> None:
    """N-ARG-5: counted from either end."""
    x = values(np.float32, (2, 3, 4))
    left, right = np.split(x.astype(np.float64), 2, dim)
    got, = run(machine(), "aclnnSwiGlu", x, dim, Out(left.shape, np.float32))
    np.testing.assert_allclose(got, left / (1 + np.exp(-left)) * right, rtol=1e-6)


def test_multiplications() -> None:
    """The first half is activated, along the last dim."""
    npu = machine()
    x = values(np.float32, (2, 3, 6))
    for text, tanh in (("none", False), ("tanh", True), (None, False)):
        got, = run(npu, "aclnnGeluMul", x, text, Out((2, 3, 3), np.float32))
        case = Case("GeluMul", lambda a, b, tanh=tanh: (gelu(a, tanh) * b,), ())
        close(got, reference(case, [x[..., :3], x[..., 3:]])[0], "f32")
    got, = run(npu, "aclnnFatreluMul", np.array([[0, 1, 2, 3], [4, -5, 6, 7]], np.float32),
               np.array([0.01], np.float32),
               Out((2, 2), np.float32))
    assert got.tolist() == [[0, 3], [24, 0]]
    got, = run(npu, "aclnnFatreluMul", np.array([[0.5, np.nan, 1, 1]], np.float32), np.float32(0.5),
               Out((1, 2), np.float32))
    assert got[0, 0] == 0.5                               # the threshold itself is kept
    assert np.isnan(got[0, 1])


# -- with groups

def clipped(a: Any, b: Any, alpha: float, limit: float, bias: float, late: int = 0) -> Any:
    b = np.clip(b, -limit, limit)
    if late:
        return np.minimum(a / (1 + np.exp(-a)), limit) * b
    a = np.minimum(a, limit)
    return a / (1 + np.exp(-alpha * a)) * (b + bias)


@pytest.mark.parametrize("groups", [None, [1, 2], [0], [7, 9]])
@pytest.mark.parametrize("interleaved", [False, True])
@pytest.mark.parametrize("dim", [-1, 1])
def test_clipped(dim: int, interleaved: bool, groups: list[int] | None) -> None:
    """The dims before dim make rows, the others are split as one; rows beyond the groups are left as they are."""
    npu = machine()
    x = values(np.float32, (2, 4, 6), -12, 12)
    rows = x.reshape(2 if dim == 1 else 8, -1).astype(np.float64)
    left, right = (rows[:, ::2], rows[:, 1::2]) if interleaved else np.split(rows, 2, 1)
    want = clipped(left, right, 1.702, 7.0, 1.0)
    shape = (2, 2, 6) if dim == 1 else (2, 4, 3)
    index = None if groups is None else np.array(groups, np.int64)
    count = len(rows) if groups is None else min(sum(groups), len(rows))
    for layout in ("contiguous", "sliced"):
        got, = run(npu, "aclnnClippedSwiglu", x, index, dim, 1.702, 7.0, 1.0, interleaved,
                   Out(shape, np.float32, layout))
        found = got.reshape(len(rows), -1)
        np.testing.assert_allclose(found[:count], want[:count], rtol=1e-6)
        assert not found[count:].any()                    # what was there before
    assert not emulator.report().findings


@pytest.mark.parametrize("mode", [0, 1])
def test_clipped_before_or_after(mode: int) -> None:
    x = values(np.float32, (5, 8), -12, 12)
    got, = run(machine("Ascend950"), "aclnnClippedSwigluV2", x, None, 1, 1.5, 3.0, 0.5, False, mode,
               Out((5, 4), np.float32))
    wide = x.astype(np.float64)
    np.testing.assert_allclose(got, clipped(wide[:, :4], wide[:, 4:], 1.5, 3.0, 0.5, mode), rtol=1e-6)


@pytest.mark.parametrize("groups", [None, [1, 2], [99]])
@pytest.mark.parametrize("interleaved", [False, True])
def test_clipped_gradient(interleaved: bool, groups: list[int] | None) -> None:
    """Differences of the forward formula in double, but where it is clamped; rows beyond the groups are 0."""
    x, g = values(np.float32, (4, 8), -9, 9), values(np.float32, (4, 4), seed=2)
    index = None if groups is None else np.array(groups, np.int64)
    got, = run(machine(), "aclnnClippedSwigluGrad", g, x, index, 1, 1.702, 7.0, 1.0, interleaved,
               Out((4, 8), np.float32))
    wide, step = x.astype(np.float64), 1e-6
    left, right = (wide[:, ::2], wide[:, 1::2]) if interleaved else (wide[:, :4], wide[:, 4:])

    def slope(da: float, db: float) -> Any:
        return (clipped(left + da, right + db, 1.702, 7.0, 1.0) - clipped(left - da, right - db, 1.702, 7.0, 1.0)
                ) / (2 * step) * g
    count = 4 if groups is None else min(sum(groups), 4)
    mine = (got[:, ::2], got[:, 1::2]) if interleaved else (got[:, :4], got[:, 4:])
    for half, want in zip(mine, (slope(step, 0), slope(0, step)), strict=True):
        np.testing.assert_allclose(half[:count], want[:count], rtol=1e-5, atol=1e-6)
        assert not half[count:].any()


def test_clipped_gradient_at_the_limits() -> None:
    """The masks include the limit itself."""
    x = np.array([[2, 1, -2, 2]], np.float32)                       # left 2 and 1, right -2 and 2
    got, = run(machine(), "aclnnClippedSwigluGrad", np.array([[1, 1]], np.float32), x, None, 1, 1.0, 2.0, 0.0, False,
               Out((1, 4), np.float32))
    s = 1 / (1 + np.exp(-np.array([2, 1], np.float64)))
    np.testing.assert_allclose(got[0], [*(np.array([-2, 2]) * s * (1 + np.array([2, 1]) * (1 - s))),
                                        *(np.array([2, 1]) * s)], rtol=1e-6)


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
@pytest.mark.parametrize("limit", [-1.0, 2.0])
def test_group(limit: float, dtype: Any) -> None:
    npu = machine("Ascend950")
    x, weight = values(dtype, (2, 3, 8), -5, 5), values(np.float32, (6,), seed=2)
    wide = x.astype(np.float64).reshape(6, 8)
    a, b = wide[:, :4], wide[:, 4:]
    if limit > 0:
        a, b = np.minimum(a, limit), np.clip(b, -limit, limit)
    plain = a / (1 + np.exp(-a)) * b
    for given, index, count in ((None, None, 6), (weight, None, 6), (weight, [1, 3], 4), (None, [9], 6)):
        want = plain * weight[:, None] if given is not None else plain
        got, = run(npu, "aclnnSwigluGroup", x, given, None if index is None else np.array(index, np.int64), limit,
                   Out((2, 3, 4), dtype))
        found = got.reshape(6, 4)
        assert ulps(found[:count], want[:count]) <= (4 if dtype == np.float32 else 0.502)
        assert not found[count:].any()
    assert not emulator.report().findings


def test_group_refuses_gaps() -> None:
    """The page takes none, and finds it when it tiles."""
    npu = machine(SOCS["950"])
    x = npu.tensor(values(np.float32, (2, 8)), "sliced")
    assert npu.prepare("aclnnSwigluGroup", x, capi.NULL, capi.NULL, -1.0, npu.empty((2, 4), np.float32))[0] == 561002


def test_310p_takes_no_empty_swiglu() -> None:
    """The page of aclnnSwiGlu says so of this part alone."""
    for soc, code in (("Ascend310P3", 161002), ("Ascend910B1", 0)):
        npu = machine(soc)
        assert npu.prepare("aclnnSwiGlu", npu.empty((0, 4), np.float32), 1, npu.empty((0, 2), np.float32))[0] == code
