"""Fused products: every operation that fusedOpType names, and the batch product with a transposed output."""
from __future__ import annotations

import itertools
import math
from typing import Any

import harness
import numpy as np
import pytest
from harness import LAYOUTS, Out, kinds, machine

BF16 = harness.DTYPES["bf16"]
F32, F16 = np.float32, np.float16
FUSED, BATCHES = "aclnnFusedMatmul", "aclnnTransposeBatchMatMul"
KEEP, HF32 = 0, 3
A5 = "Ascend950"


def wide(x: Any) -> Any:
    return np.asarray(x).astype(np.float64)


def close(got: Any, want: Any, scale: float) -> None:
    unit = {"float32": 2.0 ** -22, "float16": 2.0 ** -10, "bfloat16": 2.0 ** -7}[got.dtype.name]
    assert got.shape == want.shape
    assert (np.abs(wide(got) - want) <= unit * np.abs(want) + 2.0 ** -20 * scale).all(), (got, want)


def gelu_erf(x: Any) -> Any:
    return x * 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


def gelu_tanh(x: Any) -> Any:
    return x * 0.5 * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))


# fusedOpType -> function of the product with its bias, and of x3; shapes of x1, x2, bias and x3
FUSIONS: dict[str, tuple[Any, list[tuple[Any, ...]]]] = {
    "": (lambda x, other: x, [((3, 4), (4, 5), (5,), None), ((2, 2, 3, 4), (2, 2, 4, 5), None, None)]),
    "relu": (lambda x, other: np.maximum(x, 0), [((3, 4), (4, 5), (1, 5), None), ((2, 3, 4), (2, 4, 5), None, None)]),
    "add": (lambda x, other: x + other, [((3, 4), (4, 5), (5,), (3, 5)), ((2, 3, 4), (2, 4, 5), None, (3, 5)),
                                         ((2, 3, 4), (2, 4, 5), None, (1, 3, 5))]),
    "mul": (lambda x, other: x * other, [((3, 4), (4, 5), None, (3, 5)), ((2, 3, 4), (2, 4, 5), (5,), (2, 3, 5))]),
    "16cast32": (lambda x, other: x, [((3, 4), (4, 5), (5,), None)]),
    "gelu_erf": (lambda x, other: gelu_erf(x), [((3, 4), (4, 5), None, None)]),
    "gelu_tanh": (lambda x, other: gelu_tanh(x), [((3, 4), (4, 5), None, None)]),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("fusion", FUSIONS)
def test_fusions(fusion: str, layout: str) -> None:
    npu = machine(A5)
    function, shapes = FUSIONS[fusion]
    for dtype, each in itertools.product(kinds("f16 bf16"), shapes):
        tensors = [None if shape is None else harness.repeated(harness.values(dtype, shape, -2, 2, seed=seed), layout)
                   for seed, shape in enumerate(each)]
        first, second, bias, other = tensors
        product = np.matmul(wide(first), wide(second)) + (0 if bias is None else wide(bias))
        want = function(product, None if other is None else wide(other))
        out = Out(want.shape, F32 if fusion == "16cast32" else dtype, "sliced")
        found, = harness.run(npu, FUSED, *tensors, fusion, KEEP, out, layout=layout)
        close(found, want, 20)


def test_float_is_multiplied_as_hf32() -> None:
    npu = machine(A5)
    first, second = np.full((1, 1), 1 + 2.0 ** -12, F32), np.ones((1, 1), F32)
    for fusion in ("", "relu"):
        assert harness.run(npu, FUSED, first, second, None, None, fusion, HF32, Out((1, 1), F32))[0] == 1


X1, X2, BIAS, X3 = np.ones((3, 4), F16), np.ones((4, 5), F16), np.ones(5, F16), np.ones((3, 5), F16)
Y, Y32 = Out((3, 5), F16), Out((3, 5), F32)
L1, L2 = X1.astype(F32), X2.astype(F32)
REFUSED: list[Any] = [
    ([None, X2, BIAS, X3, "add", KEEP, Y], 161001, "x1"), ([X1, None, BIAS, X3, "add", KEEP, Y], 161001, "x2"),
    ([X1, X2, BIAS, X3, "add", KEEP, None], 161001, "y"), ([X1, X2, BIAS, None, "add", KEEP, Y], 161001, "x3"),
    ([X1, X2, BIAS, None, "mul", KEEP, Y], 161001, "x3"), ([X1, X2, BIAS, None, "gelu_erf", KEEP, Y], 161001, "bias"),
    ([X1, X2, BIAS, None, "gelu_tanh", KEEP, Y], 161001, "bias"),
    ([X1.astype(np.int32), X2, None, None, "", KEEP, Y], 161002, "x1: expected one of"),
    ([X1, X2.astype(BF16), None, None, "", KEEP, Y], 161002, "x2: expected FLOAT16 as x1"),
    ([L1, L2, None, None, "gelu_erf", HF32, Y32], 161002, "x1: expected one of FLOAT16, BF16"),
    ([L1, L2, None, None, "16cast32", HF32, Y32], 161002, "x1: expected one of FLOAT16, BF16"),
    ([X1, X2, BIAS.astype(np.int32), None, "", KEEP, Y], 161002, "bias: expected one of"),
    ([X1, X2, None, X3.astype(F32), "add", KEEP, Y], 161002, "x3: expected FLOAT16 as x1"),
    ([X1, X2, None, None, "16cast32", KEEP, Y], 161002, "y: expected FLOAT as the result"),
    ([X1, X2, None, None, "", KEEP, Y32], 161002, "y: expected FLOAT16 as the result"),
    ([X1, X2, None, None, "tanh", KEEP, Y], 161002, "fusedOpType: expected one of"),
    ([L1, L2, None, None, "", KEEP, Y32], 161002, "cubeMathType: expected 3 for FLOAT, got 0"),
    ([X1.astype(BF16), X2.astype(BF16), None, None, "", 2, Out((3, 5), BF16)], 161002, "cubeMathType"),
    ([X1, X2, None, None, "", 5, Y], 161002, "cubeMathType: expected 0 to 4"),
    ([X1[0], X2, None, None, "", KEEP, Y], 161002, "x1: expected 2 to 6 dims"),
    ([X1[None], X2[None], None, None, "gelu_erf", KEEP, Out((1, 3, 5), F16)], 161002, "x1: expected 2 to 2 dims"),
    ([X1[None, None], X2[None, None], None, X3, "add", KEEP, Out((1, 1, 3, 5), F16)], 161002, "x1: expected 2 to 3"),
    ([X1, X1, None, None, "", KEEP, Y], 161002, "sizes to sum over"),
    ([X1[None], np.ones((2, 4, 5), F16), None, None, "", KEEP, Out((2, 3, 5), F16)], 161002, "equal batch"),
    ([X1, X2, None, None, "", KEEP, Out((5, 3), F16)], 161002, "y: expected shape [3, 5]"),
    ([X1, X2, np.ones((1, 1, 5), F16), None, "", KEEP, Y], 161002, "bias: expected 1 to 2 dims"),
    ([X1, X2, np.ones(4, F16), None, "", KEEP, Y], 161002, "broadcast"),
    ([X1, X2, None, X3[:, :1], "add", KEEP, Y], 161002, "x3: expected the shape of y"),
    ([X1, X2, None, X3[None], "add", KEEP, Y], 161002, "x3: expected the shape of y"),
]


@pytest.mark.parametrize("place", range(len(REFUSED)))
def test_refusals_of_fused_products(place: int) -> None:
    arguments, code, word = REFUSED[place]
    harness.check_refusal(machine(A5), FUSED, arguments, code, FUSED, word)


@pytest.mark.parametrize("soc", ["Ascend910B1", "Ascend910_9391", "Ascend910A", "Ascend310P3"])
def test_only_the_950_fuses(soc: str) -> None:
    harness.check_refusal(machine(soc), FUSED, [X1, X2, None, None, "", KEEP, Y], 561003, soc)


# -- batches

def reference(first: Any, second: Any, perms: tuple[Any, Any], split: int) -> Any:
    left, right = wide(first).transpose(perms[0]), wide(second).transpose(perms[1])
    batch, rows, columns = left.shape[0], left.shape[1], right.shape[2]
    group = batch // split
    shape = (rows, batch, columns) if split == 1 else (split, rows, group * columns)
    found = np.zeros(shape)
    for place, row, column in itertools.product(range(batch), range(rows), range(columns)):
        value = (left[place, row] * right[place, :, column]).sum()
        if split == 1:
            found[row, place, column] = value
        else:
            found[place // group, row, place % group * columns + column] = value
    return found


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("perms", "split"), [(((0, 1, 2), (0, 1, 2)), 1), (((1, 0, 2), (0, 1, 2)), 1),
                                              (((1, 0, 2), (0, 2, 1)), 1), (((0, 1, 2), (0, 1, 2)), 2),
                                              (((1, 0, 2), (0, 1, 2)), 4)])
def test_transposed_batches(perms: Any, split: int, layout: str) -> None:
    npu = machine()
    batch, rows, depth, columns = 4, 2, 3, 5
    first_shape = np.empty((batch, rows, depth)).transpose(perms[0]).shape
    second_shape = np.empty((batch, depth, columns)).transpose(perms[1]).shape
    for dtype in kinds("f32 f16 bf16"):
        first = harness.repeated(harness.values(dtype, first_shape), layout)
        second = harness.repeated(harness.values(dtype, second_shape, seed=2), layout)
        want = reference(first, second, perms, split)
        found, = harness.run(npu, BATCHES, first, second, None, None, *map(list, perms), [1, 0, 2], KEEP, split,
                             Out(want.shape, dtype), layout=layout)
        close(found, want, 50)


def test_quantised_batches() -> None:
    """Shape (M, 1, B * N); the low half of a scale holds a float32; half to even, within int8."""
    npu = machine()
    first = np.array([[[1, 2]], [[30, 40]]], F16)                           # (B, M, K) = (2, 1, 2)
    second = np.array([[[1, 2], [0, 1]], [[3, -3], [1, 0]]], F16)           # (B, K, N)
    factors = np.array([0.5, 1, 2, 1.25], F32)                              # products 1, 4, 130, -90
    scale = factors.view(np.uint32).astype(np.uint64)
    found, = harness.run(npu, BATCHES, first, second, None, scale, [0, 1, 2], [0, 1, 2], [1, 0, 2], KEEP, 1,
                         Out((1, 1, 4), np.int8))
    assert found.reshape(-1).tolist() == [0, 4, 127, -112]                  # 0.5 -> 0, 260 -> 127, -112.5 -> -112


P1, P2, BM, BK = [0, 1, 2], [0, 2, 1], np.ones((2, 3, 4), F16), np.ones((2, 4, 5), F16)
PY, OUT = [1, 0, 2], Out((3, 2, 5), F16)
SCALE, INT8 = np.ones(10, np.uint64), Out((3, 1, 10), np.int8)
REFUSED_BATCHES: list[Any] = [
    ([None, BK, None, None, P1, P1, PY, 0, 1, OUT], 161001, "x1"),
    ([BM, None, None, None, P1, P1, PY, 0, 1, OUT], 161001, "x2"),
    ([BM, BK, None, None, P1, P1, PY, 0, 1, None], 161001, "out"),
    ([BM.astype(np.int8), BK, None, None, P1, P1, PY, 0, 1, OUT], 161002, "x1: expected one of"),
    ([BM, BK.astype(BF16), None, None, P1, P1, PY, 0, 1, OUT], 161002, "cannot be promoted"),
    ([BM, BK, np.ones(5, F16), None, P1, P1, PY, 0, 1, OUT], 161002, "bias: expected NULL"),
    ([BM, BK, None, SCALE.astype(F32), P1, P1, PY, 0, 1, INT8], 161002, "scale: expected one of"),
    ([BM.astype(F32), BK.astype(F32), None, SCALE, P1, P1, PY, 0, 1, INT8], 161002, "x1: expected FLOAT16"),
    ([BM, BK, None, SCALE, P1, P1, PY, 0, 2, INT8], 161002, "batchSplitFactor: expected 1"),
    ([BM, BK, None, SCALE, P1, P1, PY, 0, 1, Out((3, 1, 10), F16)], 161002, "out: expected INT8"),
    ([BM, BK, None, SCALE[:5], P1, P1, PY, 0, 1, INT8], 161002, "scale: expected shape [10]"),
    ([BM, BK, None, None, P1, P1, PY, 0, 1, Out((3, 2, 5), F32)], 161002, "out: expected FLOAT16"),
    ([BM, BK, None, None, P1, P1, PY, 4, 1, OUT], 161002, "cubeMathType: expected 0 to 3"),
    ([BM, BK, None, None, P2, P1, PY, 0, 1, OUT], 161002, "permX1: expected"),
    ([BM, BK, None, None, P1, PY, PY, 0, 1, OUT], 161002, "permX2: expected"),
    ([BM, BK, None, None, P1, P1, P1, 0, 1, OUT], 161002, "permY: expected [1, 0, 2]"),
    ([BM[0], BK, None, None, P1, P1, PY, 0, 1, OUT], 161002, "x1: expected 3 dims"),
    ([BM, BM, None, None, P1, P1, PY, 0, 1, OUT], 161002, "sizes to sum over"),
    ([BM[:1], BK, None, None, P1, P1, PY, 0, 1, OUT], 161002, "equal batch dims"),
    ([BM, BK, None, None, P1, P1, PY, 0, 0, OUT], 161002, "batchSplitFactor: expected a divisor of 2"),
    ([BM, BK, None, None, P1, P1, PY, 0, 3, OUT], 161002, "batchSplitFactor: expected a divisor of 2"),
    ([BM, BK, None, None, P1, P1, PY, 0, 1, Out((2, 3, 5), F16)], 161002, "out: expected shape [3, 2, 5]"),
    ([BM, BK.transpose(0, 2, 1), None, None, P1, P2, PY, 0, 1, OUT], 161002, "permX1: expected [1, 0, 2]"),
]


@pytest.mark.parametrize("place", range(len(REFUSED_BATCHES)))
def test_refusals_of_batches(place: int) -> None:
    arguments, code, word = REFUSED_BATCHES[place]
    harness.check_refusal(machine(), BATCHES, arguments, code, BATCHES, word)


def test_the_950_has_fewer_limits() -> None:
    npu = machine(A5)
    turned = np.ascontiguousarray(BK.transpose(0, 2, 1))
    found, = harness.run(npu, BATCHES, BM, turned, None, None, P1, P2, PY, 0, 1, OUT)
    assert (found == 4).all()


@pytest.mark.parametrize("soc", ["Ascend910A", "Ascend310P3"])
def test_older_parts_have_no_transposed_batches(soc: str) -> None:
    harness.check_refusal(machine(soc), BATCHES, [BM, BK, None, None, P1, P1, PY, 0, 1, OUT], 561003, soc)
