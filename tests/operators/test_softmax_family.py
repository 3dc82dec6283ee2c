"""Softmax, its logarithm, the gradient of that, and the cross entropy of soft labels, against long double."""
from __future__ import annotations

from typing import Any

import harness
import numpy as np
import pytest
from harness import LAYOUTS, Out, kinds, machine

SHAPE = (3, 4, 5)


def wide(x: Any) -> Any:
    return np.asarray(x).astype(np.float64).astype(np.longdouble)


def log_softmax(x: Any, axis: int) -> Any:
    """-log(1 + sum of exp(x[j] - x[i]) over the others j)."""
    rows = np.moveaxis(wide(x), axis, -1)
    powers = np.exp(rows[..., None, :] - rows[..., :, None])
    return np.moveaxis(-np.log1p((powers * (1 - np.eye(rows.shape[-1]))).sum(-1)), -1, axis)


def softmax(x: Any, axis: int) -> Any:
    return np.exp(log_softmax(x, axis))


def backward(gradient: Any, output: Any, axis: int) -> Any:
    return wide(gradient) - wide(gradient).sum(axis, keepdims=True) * np.exp(wide(output))


def agree(got: Any, want: Any, ulps: float = 1) -> None:
    assert harness.ulps(got, want.astype(np.float64) if got.dtype.name == "bfloat16" else want) <= ulps


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("operator", "want"), [("aclnnSoftmax", softmax), ("aclnnLogSoftmax", log_softmax)])
def test_every_dtype(operator: str, want: Any, layout: str) -> None:
    npu = machine()
    for dtype in kinds("f32 f16 bf16 f64"):
        for axis in (-3, 1, 2):
            x = harness.repeated(harness.values(dtype, SHAPE, -20, 20), layout)
            found, = harness.run(npu, operator, x, axis, Out(SHAPE, dtype, "sliced"), layout=layout)
            agree(found, want(x, axis), 64 if dtype == np.float64 else 1)     # double is computed in double


@pytest.mark.parametrize("operator", ["aclnnSoftmax", "aclnnLogSoftmax"])
def test_far_from_the_largest(operator: str) -> None:
    """Within 4 ulps wherever the result is no denormal: the difference to the largest is not rounded."""
    npu = machine()
    x = np.linspace(-80, 7.3, 900, dtype=np.float32).reshape(3, 300)
    found, = harness.run(npu, operator, x, 1, Out(x.shape, np.float32))
    agree(found, softmax(x, 1) if operator == "aclnnSoftmax" else log_softmax(x, 1), 1)


def test_logarithms_near_0() -> None:
    """Of two, log(1 / (1 + exp(-d))) is about -exp(-d)."""
    npu, d = machine(), np.arange(1, 80, dtype=np.float32)
    x = np.stack([np.zeros_like(d), -d], 1)
    found, = harness.run(npu, "aclnnLogSoftmax", x, 1, Out(x.shape, np.float32))
    agree(found[:, 0], -np.log1p(np.exp(-wide(d))))


@pytest.mark.parametrize("axis", [0, 1])
def test_many_rows(axis: int) -> None:
    """More than one block."""
    npu = machine(mode="faithful")
    x = harness.values(np.float32, (1200, 60) if axis else (60, 1200), -9, 9)
    agree(harness.run(npu, "aclnnSoftmax", x, axis, Out(x.shape, np.float32))[0], softmax(x, axis))


@pytest.mark.parametrize("dtype", kinds("f32 f64"))
def test_output_may_be_the_input(dtype: Any) -> None:
    """N-VIEW-10."""
    npu, x = machine(), harness.values(dtype, (4, 6))
    tensor = npu.tensor(x)
    assert npu.run("aclnnLogSoftmax", tensor, 0, tensor) == 0
    agree(npu.read(tensor), log_softmax(x, 0), 4)


def test_infinities() -> None:
    npu = machine()
    x = np.array([[-np.inf, 0], [np.inf, 0], [np.nan, 0], [-np.inf, -np.inf], [3e38, -3e38]], np.float32)
    found, = harness.run(npu, "aclnnSoftmax", x, 1, Out(x.shape, np.float32))
    nan = np.nan
    np.testing.assert_array_equal(found, [[0, 1], [nan, nan], [nan, nan], [nan, nan], [1, 0]])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_gradient_of_log_softmax(layout: str) -> None:
    npu = machine()
    for dtype in kinds("f32 f16 bf16"):
        for axis in (0, 1, -1):
            gradient = harness.repeated(harness.values(dtype, SHAPE, -2, 2, seed=3), layout)
            output = harness.repeated(harness.values(dtype, SHAPE, -5, 0, seed=4), layout)
            found, = harness.run(npu, "aclnnLogSoftmaxBackward", gradient, output, axis, Out(SHAPE, dtype),
                                 layout=layout)
            agree(found, backward(gradient, output, axis))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_cross_entropy_of_soft_labels(layout: str) -> None:
    npu = machine()
    for dtype in kinds("f32 f16 bf16"):
        features = harness.repeated(harness.values(dtype, (6, 7), -4, 4, seed=5), layout)
        labels = harness.repeated(harness.values(dtype, (6, 7), 0, 1, seed=6), layout)
        loss, backprop = harness.run(npu, "aclnnSoftmaxCrossEntropyWithLogits", features, labels, Out((6,), dtype),
                                     Out((6, 7), dtype), layout=layout)
        agree(loss, -(wide(labels) * log_softmax(features, 1)).sum(1))
        agree(backprop, softmax(features, 1) - wide(labels))


def test_example_of_the_page_of_the_cross_entropy() -> None:
    """Labels of 2 for four equal features: -8 * log(1/4), and 1/4 - 2."""
    npu = machine()
    features, labels = np.ones((16, 4), np.float32), np.full((16, 4), 2, np.float32)
    loss, backprop = harness.run(npu, "aclnnSoftmaxCrossEntropyWithLogits", features, labels, Out((16,), np.float32),
                                 Out((16, 4), np.float32))
    agree(loss, np.full(16, 8 * np.log(np.longdouble(4))))
    assert (backprop == -1.75).all()


X, HALF, OUT = np.ones((2, 3), np.float32), np.ones((2, 3), np.float16), Out((2, 3), np.float32)
LOSS = Out((2,), np.float32)
ENTROPY = "aclnnSoftmaxCrossEntropyWithLogits"
REFUSED = [
    *[(operator, *case) for operator in ("aclnnSoftmax", "aclnnLogSoftmax") for case in (
        ([None, 0, OUT], 161001, "self"), ([X, 0, None], 161001, "out"), ([X, 2, OUT], 161002, "dim: expected -2 to 1"),
        ([X, -3, OUT], 161002, "dim: expected -2 to 1"), ([X, 0, LOSS], 161002, "out: expected shape"),
        ([X.astype(np.int32), 0, OUT], 161002, "INT32"), ([X, 0, Out((2, 3), np.int32)], 161002, "INT32"),
        ([np.ones((1,) * 9, np.float32), 0, Out((1,) * 9, np.float32)], 161002, "at most 8 dims"))],
    ("aclnnLogSoftmaxBackward", [None, X, 0, OUT], 161001, "gradOutput"),
    ("aclnnLogSoftmaxBackward", [X, None, 0, OUT], 161001, "output"),
    ("aclnnLogSoftmaxBackward", [X, X, 0, None], 161001, "out"),
    ("aclnnLogSoftmaxBackward", [X, X, 2, OUT], 161002, "dim: expected -2 to 1"),
    ("aclnnLogSoftmaxBackward", [X, HALF, 0, OUT], 161002, "output: expected FLOAT as gradOutput"),
    ("aclnnLogSoftmaxBackward", [X, X[:1], 0, OUT], 161002, "output: expected shape [2, 3]"),
    ("aclnnLogSoftmaxBackward", [X, X, 0, LOSS], 161002, "out: expected shape [2, 3]"),
    ("aclnnLogSoftmaxBackward", [X.astype(np.float64), X, 0, OUT], 161002, "gradOutput: expected one of"),
    (ENTROPY, [None, X, LOSS, OUT], 161001, "features"), (ENTROPY, [X, None, LOSS, OUT], 161001, "labels"),
    (ENTROPY, [X, X, None, OUT], 161001, "loss"), (ENTROPY, [X, X, LOSS, None], 161001, "backprop"),
    (ENTROPY, [X.astype(np.float64), X, LOSS, OUT], 161002, "features"),
    (ENTROPY, [X, HALF, LOSS, OUT], 161002, "labels"),
    (ENTROPY, [X, X, Out((2,), np.float16), OUT], 161002, "loss"), (ENTROPY, [X, X[:1], LOSS, OUT], 161002, "labels"),
    (ENTROPY, [X, X, Out((3,), np.float32), OUT], 161002, "loss"), (ENTROPY, [X, X, LOSS, LOSS], 161002, "backprop"),
    (ENTROPY, [X[0], X[0], LOSS, OUT], 161002, "features: expected 2 dims"),
]


@pytest.mark.parametrize("place", range(len(REFUSED)), ids=lambda place: f"{REFUSED[place][0]}-{place}")
def test_refusals(place: int) -> None:
    operator, arguments, code, word = REFUSED[place]
    harness.check_refusal(machine(), operator, arguments, code, operator, word)


@pytest.mark.parametrize("operator", ["aclnnSoftmax", "aclnnLogSoftmax"])
def test_0_d_and_empty_tensors(operator: str) -> None:
    npu = machine()
    found, = harness.run(npu, operator, np.float32(7), -1, Out((), np.float32))
    assert found == (1 if operator == "aclnnSoftmax" else 0)
    assert harness.run(npu, operator, np.zeros((2, 0), np.float32), 1, Out((2, 0), np.float32))[0].size == 0


@pytest.mark.parametrize("soc", ["Ascend910A", "Ascend310P3"])
def test_older_parts_have_no_bfloat16(soc: str) -> None:
    npu, x = machine(soc), np.ones((2, 3), harness.DTYPES["bf16"])
    for operator in ("aclnnSoftmax", "aclnnLogSoftmax"):
        harness.check_refusal(npu, operator, [x, 0, Out((2, 3), x.dtype)], 161002, "BF16")
    harness.check_refusal(npu, "aclnnLogSoftmaxBackward", [x, x, 0, Out((2, 3), x.dtype)], 161002, "BF16")
    harness.check_refusal(npu, ENTROPY, [x, x, Out((2,), x.dtype), Out((2, 3), x.dtype)], 161002, "BF16")
