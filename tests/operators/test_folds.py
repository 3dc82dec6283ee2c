"""Sums, largest and smallest over lists of tensors."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from aclnn_calls import Calls
from elementwise_pages import SOCS
from harness import DTYPES, LAYOUTS, Out, argument, check_refusal, machine, run, ulps, values

from pyacl import capi, emulator

FOLDS: dict[str, Callable[[list[float]], float]] = {
    "aclnnAddN": math.fsum, "aclnnSum": math.fsum, "aclnnMaxN": max, "aclnnMinN": min}
TYPES = {"aclnnAddN": "f32 f16 bf16 i32 i64", "aclnnSum": "f32 f16 i8 i32 u8", "aclnnMaxN": "f32 f16 bf16 i8 i32 i64",
         "aclnnMinN": "f32 f16 bf16 i8 i32 i64"}


@pytest.fixture
def npu() -> Calls:
    return machine()


@pytest.mark.parametrize("layout", LAYOUTS[:3])
@pytest.mark.parametrize(("operator", "dtype"), [(name, dtype) for name in TYPES for dtype in TYPES[name].split()])
def test_values(npu: Calls, operator: str, dtype: str, layout: str) -> None:
    """Sums of floats are rounded once."""
    arrays = [values(DTYPES[dtype], (3, 4), -20, 20, seed=seed) for seed in range(5)]
    got, = run(npu, operator, arrays, Out((3, 4), DTYPES[dtype], layout), layout=layout)
    flat = [array.astype(np.float64).reshape(-1).tolist() for array in arrays]
    want = np.array([FOLDS[operator](list(one)) for one in zip(*flat, strict=True)]).reshape(3, 4)
    if dtype in ("f32", "f16", "bf16"):
        assert ulps(got, want) <= 0.5
    else:
        assert got.tolist() == want.tolist()
    assert not emulator.report().findings


def test_many_tensors_and_large_ones(npu: Calls) -> None:
    """More operands than NumPy takes at once, and more elements than a block has."""
    arrays = [np.full((2,), seed, np.int32) for seed in range(70)]
    assert run(npu, "aclnnSum", arrays, Out((2,), np.int32))[0].tolist() == [2415] * 2
    large = [np.full((3, 50_000), seed, np.float16) for seed in (1, 2, 3)]
    assert (run(npu, "aclnnAddN", large, Out((3, 50_000), np.float16))[0] == 6).all()
    assert run(npu, "aclnnMaxN", [np.array(2, np.float32)], Out((), np.float32))[0] == 2


def test_whole_sums_wrap(npu: Calls) -> None:
    arrays = [np.array([100, -100], np.int8)] * 3
    assert run(npu, "aclnnSum", arrays, Out((2,), np.int8))[0].tolist() == [44, -44]


def test_broadcast(npu: Calls) -> None:
    arrays = [np.array([[1], [2]], np.float32), np.array([10, 20, 30], np.float32), np.array(100, np.float32)]
    want = [[111, 121, 131], [112, 122, 132]]
    assert run(npu, "aclnnSum", arrays, Out((2, 3), np.float32))[0].tolist() == want
    assert run(npu, "aclnnMinN", arrays, Out((2, 3), np.float32))[0].tolist() == [[1] * 3, [2] * 3]
    check_refusal(npu, "aclnnAddN", [arrays, Out((2, 3), np.float32)], 161002, "tensors[0]")


def test_nan(npu: Calls) -> None:
    got, = run(npu, "aclnnMaxN", [np.array([np.nan, 1], np.float32), np.array([1, 2], np.float32)],
               Out((2,), np.float32))
    assert np.isnan(got[0])
    assert got[1] == 2


@pytest.mark.parametrize("operator", FOLDS)
def test_refusals(npu: Calls, operator: str) -> None:
    x = np.ones(3, np.float32)
    check_refusal(npu, operator, [None, Out((3,), np.float32)], 161001, "tensors")
    check_refusal(npu, operator, [[x, x], None], 161001, "out")
    for arrays, out, word in (([x, x], Out((2,), np.float32), ""), ([x, x], Out((3,), np.float16), "tensors[0]"),
                              ([x, x.astype(np.float16)], Out((3,), np.float32), "tensors[1]"),
                              ([x.astype(np.float64)], Out((3,), np.float64), "out"),
                              ([np.ones((1,) * 9, np.float32)], Out((1,) * 9, np.float32), "8 dims")):
        check_refusal(npu, operator, [arrays, out], 161002, word)
    empty = capi.aclCreateTensorList([], 0)
    assert npu.prepare(operator, empty, npu.empty((3,), np.float32))[0] == 161002
    assert "empty list" in npu.message()
    holes = capi.aclCreateTensorList([capi.NULL, npu.tensor(x)], 2)
    assert npu.prepare(operator, holes, npu.empty((3,), np.float32))[0] == 161001


def test_empty_tensors(npu: Calls) -> None:
    for operator in FOLDS:
        made = [argument(npu, value) for value in ([np.ones((0, 3), np.float32)], Out((0, 3), np.float32))]
        assert npu.prepare(operator, *made)[:2] == (0, 0)


def test_parts() -> None:
    x: list[Any] = [np.array([1, 2], np.uint8), np.array([3, 0], np.uint8)]
    assert run(machine(SOCS["950"]), "aclnnMinN", x, Out((2,), np.uint8))[0].tolist() == [1, 0]
    check_refusal(machine(), "aclnnMinN", [x, Out((2,), np.uint8)], 161002, "out")
    check_refusal(machine(SOCS["950"]), "aclnnAddN", [x, Out((2,), np.uint8)], 561003, "aclnnAddN")
