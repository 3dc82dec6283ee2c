"""Layer norm, rms norm and modulation against their formulas in long double."""
from __future__ import annotations

import itertools
from typing import Any

import harness
import numpy as np
import pytest
from harness import LAYOUTS, Out, kinds, machine

BF16 = harness.DTYPES["bf16"]
F32, F16 = np.float32, np.float16


def wide(x: Any) -> Any:
    return np.asarray(x).astype(np.float64).astype(np.longdouble)


def agree(got: Any, want: Any, ulps: float = 1) -> None:
    want = np.asarray(want).reshape(got.shape)
    assert harness.ulps(got, want.astype(np.float64) if got.dtype.name == "bfloat16" else want) <= ulps


def layer_norm(x: Any, last: int, weight: Any, bias: Any, eps: float) -> tuple[Any, Any, Any]:
    axes = tuple(range(x.ndim - last, x.ndim))
    x = wide(x)
    mean = x.mean(axes, keepdims=True)
    rstd = 1 / np.sqrt(((x - mean) ** 2).mean(axes, keepdims=True) + eps)
    result = (x - mean) * rstd
    result = result if weight is None else result * wide(weight)
    return result if bias is None else result + wide(bias), mean, rstd


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("last", [1, 2, 3])
def test_layer_norm(last: int, layout: str) -> None:
    npu, shape = machine(), (3, 4, 5)
    normalized, moments = shape[3 - last:], (*shape[:3 - last], *[1] * last)
    for dtype, with_weight, with_bias in itertools.product(kinds("f32 f16 bf16"), (False, True), (False, True)):
        x = harness.repeated(harness.values(dtype, shape, -3, 3), layout)
        weight, bias = (harness.repeated(harness.values(F32 if with_bias else dtype, normalized, -2, 2, seed=seed),
                                         layout) if given else None
                        for seed, given in ((2, with_weight), (3, with_bias)))
        found = harness.run(npu, "aclnnLayerNorm", x, list(normalized), weight, bias, 1e-5, Out(shape, dtype),
                            Out(moments, dtype), Out(moments, dtype), layout=layout)
        for got, want in zip(found, layer_norm(x, last, weight, bias, 1e-5), strict=True):
            agree(got, want)


def test_layer_norm_without_moments() -> None:
    npu, x = machine(), harness.values(F32, (2, 6))
    for mean, rstd in ((None, None), (Out((2, 1), F32), None), (None, Out((2, 1), F32))):
        found = harness.run(npu, "aclnnLayerNorm", x, [6], None, None, 1e-5, Out((2, 6), F32), mean, rstd)
        want = layer_norm(x, 1, None, None, 1e-5)
        agree(found[0], want[0])
        if len(found) == 2:
            agree(found[1], want[1 if rstd is None else 2])


def test_layer_norm_of_many_rows() -> None:
    npu = machine(mode="faithful")
    x = harness.values(F32, (30, 40, 100), 5, 6)
    found, = harness.run(npu, "aclnnLayerNorm", x, [100], None, None, 0.0, Out(x.shape, F32), None, None)
    agree(found, layer_norm(x, 1, None, None, 0.0)[0], 2)


def test_layer_norm_of_nothing() -> None:
    npu = machine()
    found = harness.run(npu, "aclnnLayerNorm", np.zeros((0, 4), F32), [4], None, None, 1e-5, Out((0, 4), F32),
                        Out((0, 1), F32), Out((0, 1), F32))
    assert [each.size for each in found] == [0, 0, 0]
    found = harness.run(npu, "aclnnLayerNorm", np.zeros((3, 0), F32), [0], None, None, 1e-5, Out((3, 0), F32),
                        Out((3, 1), F32), Out((3, 1), F32))
    assert np.isnan(found[1]).all()


def rms_norm(x: Any, gamma: Any, epsilon: float) -> tuple[Any, Any]:
    axes = tuple(range(x.ndim - gamma.ndim, x.ndim))
    rstd = 1 / np.sqrt((wide(x) ** 2).mean(axes, keepdims=True) + epsilon)
    return wide(x) * rstd * wide(gamma), rstd


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("last", [1, 2, 3])
def test_rms_norm(last: int, layout: str) -> None:
    npu, shape = machine(), (3, 4, 8)
    for dtype, other in ((F32, F32), (F16, F16), (F16, F32), (BF16, BF16), (BF16, F32)):
        x = harness.repeated(harness.values(dtype, shape, -3, 3), layout)
        gamma = harness.repeated(harness.values(other, shape[3 - last:], -2, 2, seed=2), layout)
        found = harness.run(npu, "aclnnRmsNorm", x, gamma, 1e-6, Out(shape, dtype),
                            Out((*shape[:3 - last], *[1] * last), F32), layout=layout)
        for got, want in zip(found, rms_norm(x, gamma, 1e-6), strict=True):
            agree(got, want)


def test_infinite_and_nan_rows_of_rms_norm() -> None:
    """The page: infinite in, infinite out; nan in, nan out."""
    npu = machine()
    x = np.array([[np.inf, 1, -np.inf, 2], [np.nan, 1, 2, 3]], F32)
    found, rstd = harness.run(npu, "aclnnRmsNorm", x, np.ones(4, F32), 1e-6, Out((2, 4), F32), Out((2, 1), F32))
    np.testing.assert_array_equal(found, [[np.inf, 0, -np.inf, 0], [np.nan] * 4])
    np.testing.assert_array_equal(rstd, [[0], [np.nan]])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_modulate(layout: str) -> None:
    npu, shape = machine(), (3, 4, 5)
    for dtype, rank, scaled, shifted in itertools.product(kinds("f32 f16 bf16"), (2, 3), (False, True), (False, True)):
        rows = (3, 5) if rank == 2 else (3, 1, 5)
        x = harness.repeated(harness.values(dtype, shape), layout)
        scale = harness.repeated(harness.values(dtype, rows, seed=2), layout) if scaled else None
        shift = harness.repeated(harness.values(dtype, rows, seed=3), layout) if shifted else None
        found, = harness.run(npu, "aclnnModulate", x, scale, shift, Out(shape, dtype), layout=layout)
        want = wide(x)
        want = want * (1 + wide(scale).reshape(3, 1, 5)) if scaled else want
        agree(found, want + wide(shift).reshape(3, 1, 5) if shifted else want)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_modulate_backward(layout: str) -> None:
    npu, shape = machine(), (3, 4, 5)
    for dtype, scaled, shifted in itertools.product(kinds("f32 f16 bf16"), (False, True), (False, True)):
        gradient, x = (harness.repeated(harness.values(dtype, shape, seed=seed), layout) for seed in (1, 2))
        scale, shift = (harness.repeated(harness.values(dtype, (3, 5), seed=seed), layout) if given else None
                        for seed, given in ((3, scaled), (4, shifted)))
        found = harness.run(npu, "aclnnModulateBackward", gradient, x, scale, shift, Out(shape, dtype),
                            Out((3, 5), dtype) if scaled else None, Out((3, 5), dtype) if shifted else None,
                            layout=layout)
        agree(found[0], wide(gradient) * wide(scale).reshape(3, 1, 5) if scaled else wide(gradient))
        if scaled:
            agree(found[1], (wide(gradient) * wide(x)).sum(1))
        if shifted:
            agree(found[-1], wide(gradient).sum(1))


def test_outputs_may_be_inputs() -> None:
    """N-VIEW-10."""
    npu = machine()
    gradient, x, scale = harness.values(F32, (3, 4, 5)), harness.values(F32, (3, 4, 5), seed=2), np.full((3, 5), 2, F32)
    tensor = npu.tensor(gradient)
    sums = [npu.empty((3, 5), F32) for _ in range(2)]
    made = [npu.tensor(each) for each in (x, scale, scale)]
    assert npu.run(BACKWARD, tensor, *made, tensor, *sums) == 0
    agree(npu.read(tensor), wide(gradient) * 2)
    agree(npu.read(sums[0]), (wide(gradient) * wide(x)).sum(1))
    agree(npu.read(sums[1]), wide(gradient).sum(1))
    tensor = npu.tensor(x)
    found = harness.run(npu, "aclnnLayerNorm", tensor, [5], None, None, 1e-5, tensor, None, None)
    agree(found[0], layer_norm(x, 1, None, None, 1e-5)[0])


def test_examples_of_the_pages_of_modulation() -> None:
    npu = machine()
    x, scale, shift = (np.array(values, F32).reshape(2, 1, 1) for values in ((10, 20), (20, 30), (30, 40)))
    assert harness.run(npu, "aclnnModulate", x, scale, shift, Out((2, 1, 1), F32))[0].reshape(-1).tolist() == [240, 660]
    rows = [scale.reshape(2, 1), shift.reshape(2, 1)]
    found = harness.run(npu, "aclnnModulateBackward", x, x, *rows, Out((2, 1, 1), F32), Out((2, 1), F32),
                        Out((2, 1), F32))
    assert [each.reshape(-1).tolist() for each in found] == [[200, 600], [100, 400], [10, 20]]


X, W, M = np.ones((2, 3, 4), F32), np.ones(4, F32), Out((2, 3, 1), F32)
OUT = Out((2, 3, 4), F32)
X9 = np.ones((1,) * 9, F32)
LAYER, RMS, MODULATE, BACKWARD = "aclnnLayerNorm", "aclnnRmsNorm", "aclnnModulate", "aclnnModulateBackward"
ROWS, R = np.ones((2, 4), F32), Out((2, 4), F32)
REFUSED: list[Any] = [
    (LAYER, [None, [4], W, W, 1e-5, OUT, M, M], 161001, "input"),
    (LAYER, [X, None, W, W, 1e-5, OUT, M, M], 161001, "normalizedShape"),
    (LAYER, [X, [4], W, W, 1e-5, None, M, M], 161001, "out"),
    (LAYER, [X9, [1], None, None, 1e-5, Out((1,) * 9, F32), None, None], 161002, "at most 8 dims"),
    (LAYER, [X.astype(np.float64), [4], W, W, 1e-5, OUT, M, M], 161002, "input: expected one of"),
    (LAYER, [X, [4], W.astype(np.float64), W, 1e-5, OUT, M, M], 161002, "weightOptional: expected one of"),
    (LAYER, [X, [4], W, W.astype(np.int32), 1e-5, OUT, M, M], 161002, "biasOptional: expected one of"),
    (LAYER, [X, [4], W, W, 1e-5, Out((2, 3, 4), F16), M, M], 161002, "out: expected FLOAT as input"),
    (LAYER, [X, [4], W, W, 1e-5, OUT, Out((2, 3, 1), np.int32), M], 161002, "meanOutOptional"),
    (LAYER, [X, [4], W.astype(F16), None, 1e-5, OUT, M, M], 161002, "weightOptional: expected one of FLOAT, got"),
    (LAYER, [X.astype(F16), [4], W, W.astype(F16), 1e-5, Out((2, 3, 4), F16), None, None], 161002, "biasOptional"),
    (LAYER, [X, [], W, W, 1e-5, OUT, M, M], 161002, "normalizedShape: expected 1 to 3 sizes"),
    (LAYER, [X, [1, 2, 3, 4], None, None, 1e-5, OUT, M, M], 161002, "normalizedShape: expected 1 to 3 sizes"),
    (LAYER, [X, [3], None, None, 1e-5, OUT, M, M], 161002, "normalizedShape: expected the last sizes"),
    (LAYER, [X, [4], W[:3], W, 1e-5, OUT, M, M], 161002, "weightOptional: expected shape [4]"),
    (LAYER, [X, [4], W, W[:3], 1e-5, OUT, M, M], 161002, "biasOptional: expected shape [4]"),
    (LAYER, [X, [4], W, W, 1e-5, Out((2, 3, 5), F32), M, M], 161002, "out: expected shape"),
    (LAYER, [X, [4], W, W, 1e-5, OUT, Out((2, 3), F32), M], 161002, "meanOutOptional: expected shape [2, 3, 1]"),
    (RMS, [None, W, 1e-6, OUT, M], 161001, "x"), (RMS, [X, None, 1e-6, OUT, M], 161001, "gamma"),
    (RMS, [X, W, 1e-6, None, M], 161001, "yOut"), (RMS, [X, W, 1e-6, OUT, None], 161001, "rstdOut"),
    (RMS, [X.astype(np.int32), W, 1e-6, OUT, M], 161002, "x: expected one of"),
    (RMS, [X, W, 1e-6, OUT, Out((2, 3, 1), F16)], 161002, "rstdOut: expected one of FLOAT"),
    (RMS, [X, W.astype(F16), 1e-6, OUT, M], 561002, "gamma FLOAT16"),
    (RMS, [X, W, 1e-6, Out((2, 3, 4), F16), M], 561002, "yOut FLOAT16"),
    (RMS, [X, W[:3], 1e-6, OUT, M], 561002, "gamma: expected the last sizes"),
    (RMS, [X, np.ones((1, 2, 3, 4), F32), 1e-6, OUT, M], 561002, "gamma"),
    (RMS, [np.ones((2, 0), F32), W[:0], 1e-6, Out((2, 0), F32), Out((2, 1), F32)], 561002, "expected elements"),
    (RMS, [X, W, 1e-6, Out((2, 4, 3), F32), M], 561002, "yOut: expected shape"),
    (RMS, [X, W, 1e-6, OUT, Out((2, 3), F32)], 561002, "rstdOut: expected shape [2, 3, 1]"),
    (MODULATE, [None, ROWS, ROWS, OUT], 161001, "self"), (MODULATE, [X, ROWS, ROWS, None], 161001, "out"),
    (MODULATE, [X.astype(np.float64), None, None, OUT], 161002, "self: expected one of"),
    (MODULATE, [X, ROWS.astype(F16), None, OUT], 161002, "scaleOptional: expected FLOAT as self"),
    (MODULATE, [X, None, ROWS.astype(F16), OUT], 161002, "shiftOptional: expected FLOAT as self"),
    (MODULATE, [X[0], None, None, Out((3, 4), F32)], 161002, "self: expected 3 dims"),
    (MODULATE, [X, ROWS[:1], None, OUT], 161002, "scaleOptional: expected shape [2, 4]"),
    (MODULATE, [X, None, X, OUT], 161002, "shiftOptional: expected shape [2, 1, 4]"),
    (MODULATE, [X, None, None, Out((2, 3, 5), F32)], 161002, "out: expected shape"),
    (MODULATE, [X[:, :0], ROWS, None, Out((2, 0, 4), F32)], 161002, "scaleOptional: expected an empty tensor"),
    (BACKWARD, [None, X, ROWS, ROWS, OUT, R, R], 161001, "grad_output"),
    (BACKWARD, [X, None, ROWS, ROWS, OUT, R, R], 161001, "input"),
    (BACKWARD, [X, X, ROWS, ROWS, None, R, R], 161001, "grad_input"),
    (BACKWARD, [X, X, ROWS, ROWS, OUT, None, R], 161001, "grad_scale"),
    (BACKWARD, [X, X, ROWS, ROWS, OUT, R, None], 161001, "grad_shift"),
    (BACKWARD, [X.astype(np.int32), X, ROWS, ROWS, OUT, R, R], 161002, "grad_output"),
    (BACKWARD, [X, X.astype(F16), ROWS, ROWS, OUT, R, R], 161002, "input: expected FLOAT as grad_output"),
    (BACKWARD, [X[:1], X, ROWS, ROWS, OUT, R, R], 161002, "grad_output: expected shape"),
    (BACKWARD, [X9, X9, None, None, Out((1,) * 9, F32), None, None], 161002, "input: expected 3 dims"),
    (BACKWARD, [X, X, ROWS.reshape(2, 1, 4), ROWS, OUT, R, R], 161002, "scale: expected 2 to 2 dims"),
    (BACKWARD, [X, X, ROWS, ROWS[:1], OUT, R, R], 161002, "shift: expected shape [2, 4]"),
    (BACKWARD, [X, X, ROWS, ROWS, OUT, M, R], 161002, "grad_scale: expected shape [2, 4]"),
]


@pytest.mark.parametrize("place", range(len(REFUSED)), ids=lambda place: f"{REFUSED[place][0]}-{place}")
def test_refusals(place: int) -> None:
    operator, arguments, code, word = REFUSED[place]
    harness.check_refusal(machine(), operator, arguments, code, operator, word)


def test_the_310p_wants_32_bytes_of_gamma_of_the_type_of_x() -> None:
    npu = machine("Ascend310P3")
    arguments = [np.ones((2, 7), F32), np.ones(7, F32), 1e-6, Out((2, 7), F32), Out((2, 1), F32)]
    harness.check_refusal(npu, RMS, arguments, 561002, "at least 32 bytes")
    arguments = [np.ones((2, 16), F16), np.ones(16, F32), 1e-6, Out((2, 16), F16), Out((2, 1), F32)]
    harness.check_refusal(npu, RMS, arguments, 561002, "gamma FLOAT")
    arguments[1] = np.ones(16, F16)
    assert harness.run(npu, RMS, *arguments)[0].shape == (2, 16)


@pytest.mark.parametrize(("operator", "soc"), [(LAYER, "Ascend310P3"), (RMS, "Ascend910A"), (MODULATE, "Ascend910A"),
                                               (BACKWARD, "Ascend310P3")])
def test_parts_without_an_operator(operator: str, soc: str) -> None:
    arguments = {LAYER: [X, [4], W, W, 1e-5, OUT, M, M], RMS: [X, W, 1e-6, OUT, M], MODULATE: [X, ROWS, ROWS, OUT],
                 BACKWARD: [X, X, ROWS, ROWS, OUT, R, R]}[operator]
    harness.check_refusal(machine(soc), operator, arguments, 561003, operator, soc)
