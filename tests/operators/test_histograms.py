"""Counts against loops over the elements."""
from __future__ import annotations

from typing import Any

import harness
import numpy as np
import pytest
from harness import LAYOUTS, Out, Value, kinds, machine

from pyacl import emulator

WHOLE = "i8 i16 i32 i64 u8"


def counted(x: Any, weights: Any, length: int) -> Any:
    found = [0] * length
    for place, number in enumerate(x.tolist()):
        found[number] += 1 if weights is None else weights.tolist()[place]
    return np.array(found)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_dtype_of_bincount(layout: str) -> None:
    npu = machine()
    for index, dtype in enumerate(kinds(WHOLE)):
        x = harness.repeated(np.array([3, 1, 0, 3, 5, 3], dtype), layout)
        out = kinds("i32 i64 f32 f64")[index % 4]
        found, = harness.run(npu, "aclnnBincount", x, None, 8, Out((8,), out), layout=layout)
        assert found.tolist() == counted(x, None, 8).tolist()
        for weight in kinds(f"f32 f16 f64 {WHOLE} b"):
            weights = harness.repeated(harness.values(weight, (6,), 0, 9), layout)
            found, = harness.run(npu, "aclnnBincount", x, weights, 0, Out((6,), np.float64), layout=layout)
            np.testing.assert_allclose(found, counted(x, weights, 6), rtol=1e-14)


def test_weights_beyond_double_are_exact() -> None:
    npu = machine()
    weights = np.array([2 ** 53, 1, 1], np.int64)
    found, = harness.run(npu, "aclnnBincount", np.array([1, 1, 1], np.int32), weights, 0, Out((2,), np.int64))
    assert found.tolist() == [0, 2 ** 53 + 2]


def test_no_elements_are_counted_as_none() -> None:
    npu = machine()
    assert harness.run(npu, "aclnnBincount", np.zeros(0, np.int32), None, 3, Out((3,), np.int32))[0].tolist() == [0] * 3
    found, = harness.run(npu, "aclnnHistc", np.zeros(0, np.float32), 2, Value(0.0), Value(1.0), Out((2,), np.float32))
    assert found.tolist() == [0, 0]


@pytest.mark.parametrize("number", [-1, 4])
def test_a_number_outside_the_output_is_a_kernel_error(number: int) -> None:
    npu = machine(mode="faithful")
    made = [harness.argument(npu, each) for each in (np.array([1, number], np.int32), None, 0, Out((4,), np.int32))]
    assert npu.run("aclnnBincount", *made) == 507015
    assert f"self[1] is {number}: expected 0 to 3" in str(emulator.report().findings[0])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_dtype_of_histc(layout: str) -> None:
    npu = machine()
    for dtype in kinds(f"f32 f16 {WHOLE}"):
        x = harness.repeated(np.array([[0, 1, 2, 7], [3, 9, 4, 10]], dtype), layout)
        found, = harness.run(npu, "aclnnHistc", x, 3, Value(1.0), Value(9, np.int32), Out((3,), dtype), layout=layout)
        want = [0, 0, 0]
        for value in x.reshape(-1).tolist():
            if 1 <= value <= 9:
                want[min(int((value - 1) * 3 / 8), 2)] += 1
        assert found.tolist() == want


def test_example_of_the_page_of_histc() -> None:
    npu, x = machine(), np.arange(1, 10, dtype=np.float32).reshape(3, 3)
    assert harness.run(npu, "aclnnHistc", x, 3, Value(1.0), Value(9.0), Out((3,), np.float32))[0].tolist() == [3, 3, 3]


def test_equal_limits_stand_for_the_range_of_the_elements() -> None:
    npu = machine()
    x = np.array([2, 3, 4, 6], np.float32)
    assert harness.run(npu, "aclnnHistc", x, 2, Value(0.0), Value(0.0), Out((2,), np.float32))[0].tolist() == [2, 2]
    same = np.full(4, 5, np.float32)
    assert harness.run(npu, "aclnnHistc", same, 2, Value(0.0), Value(0.0), Out((2,), np.float32))[0].tolist() == [0, 4]


def test_nan_is_not_counted() -> None:
    npu = machine()
    x = np.array([np.nan, 0.5, np.inf, -np.inf], np.float32)
    assert harness.run(npu, "aclnnHistc", x, 2, Value(0.0), Value(1.0), Out((2,), np.float32))[0].tolist() == [0, 1]
    faithful = machine(mode="faithful")
    made = [harness.argument(faithful, each) for each in (x, 2, Value(0.0), Value(0.0), Out((2,), np.float32))]
    assert faithful.run("aclnnHistc", *made) == 507015


X, X9 = np.ones(3, np.int32), np.ones((1,) * 9, np.int32)
REFUSED: dict[str, Any] = {
    "bincount of NULL": ("aclnnBincount", [None, None, 0, Out((3,), np.int32)], 161001, "self"),
    "bincount into NULL": ("aclnnBincount", [X, None, 0, None], 161001, "out"),
    "dtype of self": ("aclnnBincount", [X.astype(np.float32), None, 0, Out((3,), np.int32)], 161002, "self"),
    "dtype of weights": ("aclnnBincount", [X, X.astype(np.uint16), 0, Out((3,), np.int32)], 161002, "weights"),
    "dtype of out": ("aclnnBincount", [X, None, 0, Out((3,), np.int8)], 161002, "out"),
    "rank of self": ("aclnnBincount", [np.ones((2, 2), np.int32), None, 0, Out((3,), np.int32)], 161002, "1 dims"),
    "shape of weights": ("aclnnBincount", [X, np.ones(4, np.int32), 0, Out((3,), np.int32)], 161002, "shape [3]"),
    "length of out": ("aclnnBincount", [X, None, 4, Out((3,), np.int32)], 161002, "minlength 4"),
    "histc of NULL": ("aclnnHistc", [None, 3, Value(0), Value(1), Out((3,), np.int32)], 161001, "self"),
    "NULL min": ("aclnnHistc", [X, 3, None, Value(1), Out((3,), np.int32)], 161001, "min"),
    "NULL max": ("aclnnHistc", [X, 3, Value(0), None, Out((3,), np.int32)], 161001, "max"),
    "NULL out": ("aclnnHistc", [X, 3, Value(0), Value(1), None], 161001, "out"),
    "double": ("aclnnHistc", [X.astype(np.float64), 3, Value(0), Value(1), Out((3,), np.float32)], 161002, "DOUBLE"),
    "float counts": ("aclnnHistc", [X, 3, Value(0), Value(1), Out((3,), np.float32)], 161002, "cannot be cast"),
    "no bins": ("aclnnHistc", [X, 0, Value(0), Value(1), Out((0,), np.int32)], 161002, "bins: expected a positive"),
    "limits": ("aclnnHistc", [X, 3, Value(2), Value(1), Out((3,), np.int32)], 161002, "at most max 1.0, got 2.0"),
    "complex limit": ("aclnnHistc", [X, 3, Value(1, np.complex64), Value(1), Out((3,), np.int32)], 161002, "min"),
    "rank of out": ("aclnnHistc", [X, 3, Value(0), Value(1), Out((3, 1), np.int32)], 161002, "1 dims"),
    "bins of out": ("aclnnHistc", [X, 3, Value(0), Value(1), Out((4,), np.int32)], 161002, "shape [3], got [4]"),
    "rank 9": ("aclnnHistc", [X9, 3, Value(0), Value(1), Out((3,), np.int32)], 161002, "8 dims"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refusals(case: str) -> None:
    operator, arguments, code, word = REFUSED[case]
    harness.check_refusal(machine(), operator, arguments, code, operator, word)
