"""aclnnCrossEntropyLossGrad against the formulas of its page."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from aclnn_calls import BFLOAT16, Calls

from pyacl import capi, emulator

OPERATOR = "aclnnCrossEntropyLossGrad"
NULL = capi.NULL
IGNORED = -100


@pytest.fixture
def npu() -> Calls:
    emulator.configure(mode="strict")
    return Calls()


def expected(grad: Any, log_prob: Any, target: Any, weight: Any, reduction: str, ignored: int) -> Any:
    """The page's formulas row by row, without smoothing and z-loss, in double."""
    rows, classes = log_prob.shape
    weight = np.ones(classes) if weight is None else weight.astype(np.float64)
    total = sum(weight[t] for t in target if t != ignored)
    result = np.zeros((rows, classes))
    for i, t in enumerate(target):
        if t == ignored:
            continue
        nll = float(grad.reshape(-1)[i if reduction == "none" else 0]) * weight[t]
        nll = nll / total if reduction == "mean" else nll
        result[i] = np.exp(log_prob[i].astype(np.float64)) * nll
        result[i, t] -= nll
    return result


def arguments(npu: Calls, grad: Any, log_prob: Any, target: Any, weight: Any, reduction: bytes, out: Any,
              smoothing: float = 0.0, layout: str = "contiguous") -> tuple[Any, ...]:
    return (npu.tensor(grad), npu.tensor(log_prob, layout), npu.tensor(target),
            NULL if weight is None else npu.tensor(weight), NULL, NULL,
            capi.ffi.new("char[]", reduction), IGNORED, smoothing, 0.0, out)


def test_example_of_the_page(npu: Calls) -> None:
    out = npu.empty((2, 3), np.float32)
    assert npu.run(OPERATOR, *arguments(npu, np.float32(0.1), np.full((2, 3), -0.2, np.float32), np.zeros(2, np.int64),
                                        np.ones(3, np.float32), b"mean", out)) == 0
    assert np.round(npu.read(out), 4).reshape(-1).tolist() == pytest.approx(
        [-0.0091, 0.0409, 0.0409, -0.0091, 0.0409, 0.0409])
    assert not emulator.report().findings


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float32, 2e-6), (np.float16, 1e-3), (BFLOAT16, 8e-3)])
@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("layout", ["contiguous", "transposed", "sliced"])
def test_every_dtype_reduction_and_layout(npu: Calls, dtype: Any, tolerance: float, reduction: str, weighted: bool,
                                          layout: str) -> None:
    rng = np.random.default_rng(7)
    logits = rng.normal(size=(6, 5))
    log_prob = (logits - np.log(np.exp(logits).sum(1, keepdims=True))).astype(dtype)
    target = np.array([0, 4, IGNORED, 2, 2, IGNORED])
    weight = rng.uniform(0.5, 2, 5).astype(np.float32) if weighted else None
    grad = rng.normal(size=6 if reduction == "none" else ()).astype(dtype)
    out = npu.empty((6, 5), dtype, layout)
    assert npu.run(OPERATOR, *arguments(npu, grad, log_prob, target, weight, reduction.encode(), out,
                                        layout=layout)) == 0
    want = expected(grad, log_prob, target, weight, reduction, IGNORED)
    np.testing.assert_allclose(npu.read(out).astype(np.float64), want, rtol=tolerance, atol=tolerance / 10)
    assert not emulator.report().findings


def test_null_reduction_means_mean(npu: Calls) -> None:
    grad, log_prob = np.float32(1), np.full((2, 2), np.log(0.5), np.float32)
    out = npu.empty((2, 2), np.float32)
    given = list(arguments(npu, grad, log_prob, np.array([0, 1]), None, b"", out))
    given[6] = NULL
    assert npu.run(OPERATOR, *given) == 0
    np.testing.assert_allclose(npu.read(out), [[-0.25, 0.25], [0.25, -0.25]], rtol=1e-6)


def test_z_loss_arguments_have_no_effect(npu: Calls) -> None:
    log_prob = np.full((2, 2), np.log(0.5), np.float32)
    out = npu.empty((2, 2), np.float32)
    given = list(arguments(npu, np.float32(1), log_prob, np.array([0, 1]), None, b"sum", out))
    given[4], given[5], given[9] = npu.tensor(np.float32(9)), npu.tensor(np.ones(2, np.float32)), 3.0
    assert npu.run(OPERATOR, *given) == 0
    np.testing.assert_allclose(npu.read(out), [[-0.5, 0.5], [0.5, -0.5]], rtol=1e-6)


def test_no_rows(npu: Calls) -> None:
    out = npu.empty((0, 3), np.float32)
    given = arguments(npu, np.float32(1), np.zeros((0, 3), np.float32), np.zeros(0, np.int64), None, b"sum", out)
    assert npu.prepare(OPERATOR, *given)[:2] == (0, 0)


def test_class_out_of_range_fails_at_synchronise(npu: Calls) -> None:
    """R-ERR-8: a kernel exception shows at synchronise."""
    out = npu.empty((2, 2), np.float32)
    given = arguments(npu, np.float32(1), np.zeros((2, 2), np.float32), np.array([0, 2]), None, b"sum", out)
    assert npu.run(OPERATOR, *given) == 507015
    assert "target[1] is 2" in emulator.report().findings[-1].message


REFUSALS: dict[str, tuple[int, str, dict[int, Any]]] = {
    "null gradLoss": (161001, "gradLoss", {0: None}),
    "null logProb": (161001, "logProb", {1: None}),
    "null target": (161001, "target", {2: None}),
    "null out": (161001, "out", {10: None}),
    "dtype of gradLoss": (161002, "gradLoss", {0: np.float64(1)}),
    "dtype of logProb": (161002, "logProb", {1: np.zeros((2, 3), np.int32)}),
    "dtype of target": (161002, "target: expected one of INT64, got INT32", {2: np.zeros(2, np.int32)}),
    "dtype of weight": (161002, "weightOptional: expected one of FLOAT, got FLOAT16", {3: np.ones(3, np.float16)}),
    "dtype of gradZloss": (161002, "gradZlossOptional", {4: np.ones((), np.int8)}),
    "dtype of lse": (161002, "lseForZlossOptional", {5: np.ones(2, np.float64)}),
    "dtypes differ": (161002, "logProb: expected FLOAT as gradLoss, got FLOAT16", {1: np.zeros((2, 3), np.float16)}),
    "dtype of out": (161002, "out", {10: np.zeros((2, 3), np.float16)}),
    "rank of logProb": (561002, "logProb: expected 2 dims", {1: np.zeros((2, 3, 1), np.float32)}),
    "no classes": (561002, "at least one class", {1: np.zeros((2, 0), np.float32), 3: np.zeros(0, np.float32),
                                                  10: np.zeros((2, 0), np.float32)}),
    "rows of target": (561002, "target: expected shape [2], got [3]", {2: np.zeros(3, np.int64)}),
    "classes of weight": (561002, "weightOptional: expected shape [3], got [2]", {3: np.ones(2, np.float32)}),
    "shape of out": (561002, "out: expected shape [2, 3]", {10: np.zeros((3, 2), np.float32)}),
    "shape of gradLoss": (561002, "gradLoss: expected a 0-d tensor", {0: np.ones(2, np.float32)}),
    "reduction": (561002, "reductionOptional: expected one of none, mean, sum, got 'Mean'", {6: b"Mean"}),
    "smoothing": (561002, "labelSmoothing: only 0.0", {8: 0.1}),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_refusals_of_the_page(npu: Calls, case: str) -> None:
    """N-P1-4: neither out-parameter is written, no executor is left."""
    code, text, changes = REFUSALS[case]
    given = list(arguments(npu, np.float32(1), np.zeros((2, 3), np.float32), np.zeros(2, np.int64),
                           np.ones(3, np.float32), b"mean", npu.empty((2, 3), np.float32)))
    for place, value in changes.items():
        if isinstance(value, bytes):
            given[place] = capi.ffi.new("char[]", value)
        else:
            given[place] = NULL if value is None else value if isinstance(value, float) and place == 8 \
                else npu.tensor(value)
    live = emulator.report().live
    assert npu.prepare(OPERATOR, *given) == (code, 77, NULL)
    assert text in npu.message()
    assert emulator.report().live == live


def test_generated_operator_keeps_its_executor_when_the_workspace_is_refused(npu: Calls) -> None:
    """N-WS-5, N-P2-4: too small a workspace is 161002, and the executor is still there."""
    out = npu.empty((2, 2), np.float32)
    log_prob = np.full((2, 2), np.log(0.5), np.float32)
    given = arguments(npu, np.float32(1), log_prob, np.array([0, 1]), None, b"mean", out)
    code, size, executor = npu.prepare(OPERATOR, *given)
    assert code == 0
    assert size >= 512
    assert size % 512 == 0
    block = npu.workspace(size)
    assert capi.aclnnCrossEntropyLossGrad(block, size - 1, executor, npu.stream) == 161002
    assert capi.aclnnCrossEntropyLossGrad(NULL, size, executor, npu.stream) == 161001
    assert capi.aclnnCrossEntropyLossGrad(block, size, executor, npu.stream) == 0
    assert npu.synchronize() == 0
    np.testing.assert_allclose(npu.read(out), [[-0.25, 0.25], [0.25, -0.25]], rtol=1e-6)


def test_generated_operator_takes_addresses_by_index(npu: Calls) -> None:
    """N-REP-6, N-REP-7: inputs and outputs are counted apart, or together; an index too large is 161002."""
    log_prob = np.full((2, 2), np.log(0.5), np.float32)
    out = npu.empty((2, 2), np.float32)
    given = arguments(npu, np.float32(1), log_prob, np.array([0, 1]), None, b"sum", out)
    code, size, executor = npu.prepare(OPERATOR, *given)
    assert code == 0
    assert capi.aclSetAclOpExecutorRepeatable(executor) == 0
    assert capi.aclSetInputTensorAddr(executor, 3, given[0], NULL) == 161002
    assert capi.aclSetOutputTensorAddr(executor, 1, out, NULL) == 161002
    for setter, index, tensor, values in ((capi.aclSetInputTensorAddr, 0, given[0], np.full((), 2, np.float32)),
                                          (capi.aclSetTensorAddr, 2, given[2], np.array([1, 1]))):
        assert setter(executor, index, tensor, npu.memory(values)) == 0
    assert capi.aclnnCrossEntropyLossGrad(npu.workspace(size), size, executor, npu.stream) == 0
    assert npu.synchronize() == 0
    np.testing.assert_allclose(npu.read(out), [[1, -1], [1, -1]], rtol=1e-6)
    assert capi.aclDestroyAclOpExecutor(executor) == 0
    assert not emulator.report().findings
