"""Operators of training, segments and control: values by plain loops in double, and what the pages refuse."""
from __future__ import annotations

import time
from itertools import product
from typing import Any

import numpy as np
import pytest
from harness import LAYOUTS, Out, argument, check_refusal, kinds, machine, run, ulps, values

NULL, INVALID, TILING, NO_KERNEL = 161001, 161002, 561002, 561003
FLOATS = kinds("f32 f16 bf16")


def out(*shape: int, dtype: Any = np.float32) -> Out:
    return Out(shape, dtype)


# -- signs

def test_signs_packed_as_the_page_does() -> None:
    """14 numbers of the page: 1 for what is not negative, the first in the lowest bit, zeros behind the last."""
    npu = machine()
    x = [5, 4, 3, 2, 0, -1, -2, 4, 3, 2, 1, 0, -1, -2]
    for dtype, layout, target in product(kinds("f32 f16"), LAYOUTS[:3], LAYOUTS[:3]):
        got, = run(npu, "aclnnSignBitsPack", np.array(x, dtype), 2, Out((2, 1), np.uint8, target), layout=layout)
        assert got.tolist() == [[0b10011111], [0b00001111]]
    assert run(npu, "aclnnSignBitsPack", np.empty(0, np.float32), 0, out(0, 0, dtype=np.uint8))[0].size == 0


def test_signs_unpacked() -> None:
    npu = machine()
    for dtype, number in ((np.float32, 0), (np.float16, 1)):
        got, = run(npu, "aclnnSignBitsUnpack", np.array([159, 15], np.uint8), 4, number, Out((4, 4), dtype, "sliced"))
        assert got.tolist() == [[1, 1, 1, 1], [1, -1, -1, 1], [1, 1, 1, 1], [-1, -1, -1, -1]]


@pytest.mark.parametrize("dtype", FLOATS)
def test_loss_scale(dtype: Any) -> None:
    """It shrinks after an overflow, grows after enough good steps, and stays where growth would overflow."""
    npu = machine()

    def update(scale: float, steps: int, found: float, interval: int = 3, growth: float = 2.0) -> tuple[float, int]:
        got, tracker = run(npu, "aclnnAmpUpdateScale", np.array([scale], dtype), np.array([steps], np.int32),
                           np.array([found], dtype), growth, 0.5, interval, Out((1,), dtype), Out((1,), np.int32))
        return float(got[0]), int(tracker[0])
    assert update(1024, 0, 0) == (1024, 1)
    assert update(1024, 2, 0) == (2048, 0)
    assert update(1024, 2, 1) == (512, 0)
    assert update(1024, 1, np.nan) == (512, 0)
    largest = float(np.finfo(np.float16).max) if dtype == np.float16 else 2.0 ** 127
    assert update(largest, 2, 0) == (largest, 0)
    assert update(4, 0, 0, 1, 0.25) == (1, 0)


# -- segments

def _segsum(x: Any) -> Any:
    want = np.zeros((*x.shape, x.shape[-1]))
    for *lead, i, j in np.ndindex(want.shape):
        if i >= j:
            want[(*lead, i, j)] = np.exp(sum(float(x[(*lead, k)]) for k in range(j + 1, i + 1)))
    return want


@pytest.mark.parametrize("shape", [(1, 2, 4), (2, 1, 2, 5), (1, 1, 1), (0, 2, 3)])
def test_exp_segsum(shape: tuple[int, ...]) -> None:
    npu = machine()
    for dtype, layout in product(FLOATS, LAYOUTS[:3]):
        x = values(dtype, shape, -2, 2)
        want = _segsum(x)
        got, = run(npu, "aclnnExpSegsum", x, Out(want.shape, dtype, layout), layout=layout)
        assert ulps(got, want) <= 1


def test_exp_segsum_of_the_page_and_infinities() -> None:
    npu = machine()
    got, = run(npu, "aclnnExpSegsum", np.array([[[0, 1, 2, 3]]], np.float32), out(1, 1, 4, 4))
    assert np.allclose(got[0, 0, 3], np.exp([6, 5, 3, 0]))
    assert got[0, 0, 0].tolist() == [1, 0, 0, 0]
    got, = run(npu, "aclnnExpSegsum", np.array([[[1, np.inf, -np.inf]]], np.float32), out(1, 1, 3, 3))
    assert np.array_equal(got[0, 0], np.array([[1, 0, 0], [np.inf, 1, 0], [np.nan, 0, 1]]), equal_nan=True)


@pytest.mark.parametrize("shape", [(1, 2, 4, 4), (2, 1, 1, 3, 3), (1, 1, 1, 1), (0, 2, 3, 3)])
def test_exp_segsum_backward(shape: tuple[int, ...]) -> None:
    """The sum of gradient times output over all (k, j) whose segment holds element i: j < i <= k."""
    npu = machine()
    for dtype, layout in product(FLOATS, LAYOUTS[:3]):
        grad, forward = values(dtype, shape, 0, 2), values(dtype, shape, 0, 2, seed=2)
        want = np.zeros(shape[:-1])
        for *lead, i in np.ndindex(want.shape):
            want[(*lead, i)] = sum(float(grad[(*lead, k, j)]) * float(forward[(*lead, k, j)])
                                   for k in range(i, shape[-1]) for j in range(i))
        got, = run(npu, "aclnnExpSegsumBackward", grad, forward, Out(want.shape, dtype, layout), layout=layout)
        assert ulps(got, want) <= 1


@pytest.mark.parametrize(("groups", "kind"), [([2, 3, 3, 6], 0), ([2, 1, 0, 3], 1)])
def test_grouped_bias_gradient(groups: list[int], kind: int) -> None:
    """By ends or by sizes of groups; an empty group gives 0."""
    npu = machine()
    bounds = [(0, 2), (2, 3), (3, 3), (3, 6)]
    for dtype, index, layout in product(FLOATS, kinds("i32 i64"), LAYOUTS[:3]):
        grad = values(dtype, (6, 5), 0, 1)
        want = np.array([[sum(float(grad[row, column]) for row in range(*ends)) for column in range(5)]
                         for ends in bounds])
        got, = run(npu, "aclnnGroupedBiasAddGradV2", grad, np.array(groups, index), kind, Out((4, 5), dtype),
                   layout=layout)
        assert ulps(got, want) <= 1
        if kind == 0:
            got, = run(npu, "aclnnGroupedBiasAddGrad", grad, np.array(groups, index), Out((4, 5), dtype, layout))
            assert ulps(got, want) <= 1


def test_grouped_bias_gradient_of_three_dims() -> None:
    npu = machine()
    for dtype in FLOATS:
        grad = values(dtype, (3, 4, 2), 0, 1)
        want = np.array([[sum(float(grad[group, row, column]) for row in range(4)) for column in range(2)]
                         for group in range(3)])
        got, = run(npu, "aclnnGroupedBiasAddGrad", grad, None, Out((3, 2), dtype))
        assert ulps(got, want) <= 1


@pytest.mark.parametrize("groups", [[3, 2], [2, 9], [-1, 2]])
def test_groups_outside_the_rows_fail_the_kernel(groups: list[int]) -> None:
    npu = machine(mode="faithful")
    made = [argument(npu, value) for value in (np.ones((4, 2), np.float32), np.array(groups, np.int32), out(2, 2))]
    assert npu.run("aclnnGroupedBiasAddGrad", *made) == 507015


# -- attention and LoRA

def test_transform_bias_rescale_qkv() -> None:
    npu = machine()
    batch, length, heads, size = 2, 3, 2, 4
    for dtype, layout in product(FLOATS, LAYOUTS[:3]):
        qkv, bias = values(dtype, (batch, length, 3 * heads * size)), values(dtype, (3 * heads * size,), seed=2)
        outs = run(npu, "aclnnTransformBiasRescaleQkv", qkv, bias, heads,
                   *[Out((batch, heads, length, size), dtype, layout)] * 3, layout=layout)
        for part, got in enumerate(outs):
            want = np.empty(got.shape)
            for b, h, t, d in np.ndindex(got.shape):
                place = (part * heads + h) * size + d
                want[b, h, t, d] = (float(qkv[b, t, place]) + float(bias[place])) / (2 if part == 0 else 1)
            assert ulps(got, want) <= 1


@pytest.mark.parametrize("first", [True, False])
def test_add_lora(first: bool) -> None:
    npu = machine()
    rows, wide, rank, height, width = 3, 32, 16, 16, 48
    x = values(np.float16, (rows, wide if first else rank), -1, 1)
    y, b = values(np.float16, (rows, width), seed=2), values(np.float16, (2, 3, height, rank), -1, 1, seed=3)
    a = values(np.float16, (2, 3, rank, wide), -1, 1, seed=4) if first else None
    indices = np.array([1, 0, 1], np.int32)
    for layout in LAYOUTS[:3]:
        got, = run(npu, "aclnnAddLora", y, x, b, indices, a, 2, 0.5, 16, height, Out(y.shape, np.float16, layout),
                   layout=layout)
        want = y.astype(np.float64)
        for row in range(rows):
            inner = x[row].astype(np.float64)
            if a is not None:
                inner = a[indices[row], 2].astype(np.float64) @ inner
            want[row, 16:32] += 0.5 * (b[indices[row], 2].astype(np.float64) @ inner)
        assert ulps(got[:, 16:32], want[:, 16:32]) <= 1
        assert (got[:, :16] == y[:, :16]).all()
        assert (got[:, 32:] == y[:, 32:]).all()


def test_lora_that_is_not_there_fails_the_kernel() -> None:
    npu = machine(mode="faithful")
    half = np.float16
    made = [argument(npu, value) for value in (np.ones((1, 16), half), np.ones((1, 16), half),
                                               np.ones((1, 1, 16, 16), half), np.array([1], np.int32), None)]
    assert npu.run("aclnnAddLora", *made, 0, 1.0, 0, 16, npu.empty((1, 16), half)) == 507015


# -- control

def test_sleep_holds_the_stream() -> None:
    """1.65e9 cycles a second."""
    npu = machine("Ascend950")
    before = time.monotonic()
    assert npu.run("aclnnSleep", argument(npu, [int(0.05 * 1.65e9)])) == 0
    assert time.monotonic() - before >= 0.05


def test_sleep_of_more_than_a_kernel_may_take() -> None:
    npu = machine("Ascend950", mode="faithful")
    assert npu.run("aclnnSleep", argument(npu, [2 ** 63 - 1])) == 507015


F, X, ONE = np.ones((2, 4, 4), np.float32), np.ones(16, np.float32), np.array([1], np.float32)
STEPS = np.array([0], np.int32)
AMP = [ONE, STEPS, ONE, 2.0, 0.5, 3, out(1), out(1, dtype=np.int32)]
QKV = [np.ones((1, 2, 12), np.float32), np.ones(12, np.float32), 2, *[out(1, 2, 2, 2)] * 3]
H = np.float16
LORA = [np.ones((2, 16), H), np.ones((2, 16), H), np.ones((1, 1, 16, 16), H), np.array([0, 0], np.int32),
        np.ones((1, 1, 16, 16), H), 0, 1.0, 0, 16, out(2, 16, dtype=H)]


def having(arguments: list[Any], place: int, value: Any) -> list[Any]:
    return [*arguments[:place], value, *arguments[place + 1:]]


REFUSED: list[tuple[str, list[Any], int, str]] = [
    ("aclnnSignBitsPack", [None, 2, out(2, 1, dtype=np.uint8)], NULL, "self"),
    ("aclnnSignBitsPack", [X.astype(np.float64), 2, out(2, 1, dtype=np.uint8)], INVALID, "self: expected one of"),
    ("aclnnSignBitsPack", [X, 2, out(2, 1)], INVALID, "out: expected one of UINT8"),
    ("aclnnSignBitsPack", [np.ones((2, 8), np.float32), 2, out(2, 1, dtype=np.uint8)], INVALID, "expected 1 dims"),
    ("aclnnSignBitsPack", [X, -1, out(2, 1, dtype=np.uint8)], INVALID, "size"),
    ("aclnnSignBitsPack", [X, 3, out(2, 1, dtype=np.uint8)], INVALID, "size: expected a divisor of the 2 bytes"),
    ("aclnnSignBitsUnpack", [np.array([1], np.uint8), 0, 0, out(1, 8)], INVALID, "size"),
    ("aclnnSignBitsUnpack", [np.array([1], np.uint8), 3, 0, out(3, 3)], INVALID, "divisor of the 8 bits"),
    ("aclnnSignBitsUnpack", [np.array([1], np.uint8), 1, 1, out(1, 8)], INVALID, "expected FLOAT16 as dtype"),
    ("aclnnSignBitsUnpack", [np.array([1], np.int8), 1, 0, out(1, 8)], INVALID, "self"),
    ("aclnnSignBitsUnpack", [np.array([[1]], np.uint8), 1, 0, out(1, 8)], INVALID, "expected 1 dims"),
    ("aclnnSignBitsUnpack", [np.array([1], np.uint8), 2, 0, out(1, 8)], INVALID, "expected shape [2, 4]"),
    *(("aclnnAmpUpdateScale", having(AMP, place, None), NULL, name) for place, name in
      ((0, "currentScale"), (1, "growthTracker"), (2, "foundInf"), (6, "updatedScale"), (7, "updatedGrowthTracker"))),
    ("aclnnAmpUpdateScale", having(AMP, 0, np.array([1], np.float64)), INVALID, "currentScale"),
    ("aclnnAmpUpdateScale", having(AMP, 2, np.array([1], np.float16)), INVALID, "foundInf"),
    ("aclnnAmpUpdateScale", having(AMP, 6, out(1, dtype=np.float16)), INVALID, "updatedScale"),
    ("aclnnAmpUpdateScale", having(AMP, 1, np.array([1], np.int64)), INVALID, "growthTracker"),
    ("aclnnAmpUpdateScale", having(AMP, 5, 0), TILING, "growthInterval"),
    ("aclnnAmpUpdateScale", having(AMP, 5, 2 ** 31), TILING, "growthInterval"),
    ("aclnnAmpUpdateScale", having(AMP, 1, np.array([1, 2], np.int32)), TILING, "growthTracker: expected shape [1]"),
    ("aclnnExpSegsum", [None, out(2, 4, 4, 4)], NULL, "self"),
    ("aclnnExpSegsum", [F.astype(np.float64), out(2, 4, 4, 4)], INVALID, "self"),
    ("aclnnExpSegsum", [np.ones((4, 4), np.float32), out(4, 4, 4)], INVALID, "3 to 4 dims"),
    ("aclnnExpSegsum", [F, out(2, 4, 4, 3)], INVALID, "expected shape [2, 4, 4, 4]"),
    ("aclnnExpSegsumBackward", [F, F, out(2, 4)], INVALID, "4 to 5 dims"),
    ("aclnnExpSegsumBackward", [np.ones((1, 2, 3, 4), np.float32)] * 2 + [out(1, 2, 3)], INVALID, "gradOutput"),
    ("aclnnExpSegsumBackward", [np.ones((1, 2, 3, 3), np.float32), np.ones((1, 1, 3, 3), np.float32), out(1, 2, 3)],
     INVALID, "gradSelf: expected shape"),
    ("aclnnExpSegsumBackward", [np.ones((1, 2, 3, 3), np.float32)] * 2 + [out(1, 2, 3, dtype=H)], INVALID, "gradInput"),
    ("aclnnGroupedBiasAddGrad", [None, None, out(2, 4)], NULL, "gradY"),
    ("aclnnGroupedBiasAddGrad", [F[0], None, out(2, 4)], INVALID, "gradY: expected 3 dims"),
    ("aclnnGroupedBiasAddGrad", [F, np.array([1], np.int32), out(1, 4)], INVALID, "gradY: expected 2 dims"),
    ("aclnnGroupedBiasAddGrad", [F[0], np.array([1], np.float32), out(1, 4)], INVALID, "groupIdxOptional"),
    ("aclnnGroupedBiasAddGrad", [F[0], np.array([[1]], np.int32), out(1, 4)], INVALID,
     "groupIdxOptional: expected 1 dims"),
    ("aclnnGroupedBiasAddGrad", [F[0], np.array([4] * 2049, np.int32), out(2049, 4)], INVALID, "at most 2048"),
    ("aclnnGroupedBiasAddGrad", [F[0], np.array([4], np.int32), out(2, 4)], INVALID, "expected shape [1, 4]"),
    ("aclnnGroupedBiasAddGradV2", [F[0], np.array([4], np.int32), 2, out(1, 4)], INVALID, "groupIdxType"),
    ("aclnnTransformBiasRescaleQkv", having(QKV, 4, None), NULL, "kOut"),
    ("aclnnTransformBiasRescaleQkv", having(QKV, 0, np.ones((1, 2, 12))), INVALID, "qkv: expected one of"),
    ("aclnnTransformBiasRescaleQkv", having(QKV, 1, np.ones(12, H)), INVALID, "qkvBias: expected FLOAT"),
    ("aclnnTransformBiasRescaleQkv", having(QKV, 1, np.ones(6, np.float32)), INVALID, "qkvBias: expected shape [12]"),
    ("aclnnTransformBiasRescaleQkv", having(QKV, 2, 0), INVALID, "numHeads"),
    ("aclnnTransformBiasRescaleQkv", having(QKV, 2, 3), INVALID, "numHeads"),
    ("aclnnTransformBiasRescaleQkv", having(QKV, 3, out(1, 2, 2, 1)), INVALID, "qOut: expected shape"),
    ("aclnnAddLora", having(LORA, 0, None), NULL, "y"),
    ("aclnnAddLora", having(LORA, 0, np.ones((2, 16), np.float32)), INVALID, "y: expected one of FLOAT16"),
    ("aclnnAddLora", having(LORA, 3, np.array([0, 0], np.int64)), INVALID, "indices: expected one of INT32"),
    ("aclnnAddLora", having(LORA, 0, np.ones((3, 16), H)), TILING, "as many rows"),
    ("aclnnAddLora", having(LORA, 0, np.ones((2, 15), H)), TILING, "y: a width"),
    ("aclnnAddLora", having(LORA, 1, np.ones((2, 15), H)), TILING, "x: a width"),
    ("aclnnAddLora", having(LORA, 2, np.ones((1, 33, 16, 16), H)), TILING, "models and layers"),
    ("aclnnAddLora", having(LORA, 2, np.ones((1, 1, 32, 16), H)), TILING, "rows"),
    ("aclnnAddLora", having(LORA, 2, np.ones((1, 1, 16, 144), H)), TILING, "columns"),
    ("aclnnAddLora", having(LORA, 3, np.array([0], np.int32)), TILING, "indices"),
    ("aclnnAddLora", having(LORA, 4, np.ones((1, 1, 16, 32), H)), TILING, "weightAOptional"),
    ("aclnnAddLora", having(LORA, 5, 1), TILING, "layerIdx"),
    ("aclnnAddLora", having(LORA, 7, 16), TILING, "yOffset"),
    ("aclnnAddLora", having(LORA, 8, 17), TILING, "ySliceSize"),
    ("aclnnAddLora", having(LORA, 9, out(2, 32, dtype=H)), TILING, "out"),
    ("aclnnSleep", [[1]], NO_KERNEL, "has no kernel"),
]


@pytest.mark.parametrize(("operator", "arguments", "code", "text"), REFUSED,
                         ids=[f"{number}-{case[0][5:]}" for number, case in enumerate(REFUSED)])
def test_refusals(operator: str, arguments: list[Any], code: int, text: str) -> None:
    check_refusal(machine(), operator, arguments, code, text)


@pytest.mark.parametrize("cycles", [[0], [-1], [1, 2]])
def test_sleep_refuses(cycles: list[int]) -> None:
    check_refusal(machine("Ascend950"), "aclnnSleep", [cycles], TILING, "cycles")


def test_parts_without_an_operator() -> None:
    for soc, operator, arguments in (("Ascend950", "aclnnAddLora", LORA), ("Ascend910A", "aclnnAmpUpdateScale", AMP),
                                     ("Ascend310P", "aclnnTransformBiasRescaleQkv", QKV),
                                     ("Ascend950", "aclnnSignBitsPack", [X, 2, out(2, 1, dtype=np.uint8)])):
        check_refusal(machine(soc), operator, arguments, NO_KERNEL, "has no kernel")
