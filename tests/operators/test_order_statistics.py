"""Argmax, argmin, max and min of a dim, and medians against a walk through each row."""
from __future__ import annotations

import itertools
import math
from typing import Any

import harness
import numpy as np
import pytest
from harness import LAYOUTS, Out, kinds, machine

NUMBERS, EXTREMA, MEDIANS = "f32 f16 bf16 f64 i8 i16 i32 i64 u8", "f32 f16 bf16 i64 b", "f32 f16 bf16 u8 i8 i16 i32 i64"
I32, I64 = np.int32, np.int64


def greatest(row: list[Any]) -> int:
    """A nan wins; the first of equal ones."""
    for place, value in enumerate(row):
        if value != value:
            return place
    return row.index(max(row))


def least(row: list[Any]) -> int:
    for place, value in enumerate(row):
        if value != value:
            return place
    return row.index(min(row))


def median(row: list[Any]) -> int:
    """The lower one of two in the middle; a nan wins."""
    for place, value in enumerate(row):
        if value != value:
            return place
    return sorted(range(len(row)), key=lambda place: row[place])[(len(row) - 1) // 2]


def median_of_numbers(row: list[Any]) -> int:
    places = [place for place, value in enumerate(row) if value == value]
    return sorted(places, key=lambda place: row[place])[(len(places) - 1) // 2] if places else 0


# operator -> place of the element in a row, data types, type of the places (None: no such output), has values
OF_A_DIM = {
    "aclnnArgMax": (greatest, NUMBERS, I64, False),
    "aclnnArgMin": (least, NUMBERS, I32, False),
    "aclnnMaxDim": (greatest, EXTREMA, I64, True),
    "aclnnMinDim": (least, EXTREMA, I32, True),
    "aclnnMedianDim": (median, MEDIANS, I64, True),
    "aclnnNanMedianDim": (median_of_numbers, MEDIANS, I64, True),
}
OF_ALL = {"aclnnMedian": (median, MEDIANS), "aclnnNanMedian": (median_of_numbers, MEDIANS)}


def expected(place: Any, x: Any, axis: int, keep: bool) -> tuple[Any, Any]:
    rows = np.moveaxis(x, axis, -1)
    places = np.array([place(row.tolist()) for row in rows.reshape(-1, x.shape[axis])], np.int64)
    places = places.reshape(rows.shape[:-1])
    found = np.take_along_axis(rows, places[..., None], -1)[..., 0]
    return (np.expand_dims(found, axis), np.expand_dims(places, axis)) if keep else (found, places)


def outs(operator: str, shape: tuple[int, ...], dtype: Any) -> list[Out]:
    _, _, places, values = OF_A_DIM[operator]
    return [*([Out(shape, dtype)] if values else []), Out(shape, places)]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("operator", OF_A_DIM)
def test_every_dtype(operator: str, layout: str) -> None:
    place, dtypes, _, _ = OF_A_DIM[operator]
    npu = machine()
    for (index, dtype), keep in itertools.product(enumerate(kinds(dtypes)), (False, True)):
        x = harness.repeated(harness.values(dtype, (3, 4, 5), -3, 3), layout)
        if dtype.kind not in "iub" and index % 2:
            x[..., 1, 2] = np.nan
        axis = (index + keep) % 3 - 1
        want = expected(place, x, axis, keep)
        found = harness.run(npu, operator, x, axis, keep, *outs(operator, want[0].shape, dtype), layout=layout)
        np.testing.assert_array_equal(found[-1], want[1])
        if len(found) == 2:
            np.testing.assert_array_equal(found[0].astype(np.float64), want[0].astype(np.float64))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("operator", OF_ALL)
def test_medians_of_everything(operator: str, layout: str) -> None:
    place, dtypes = OF_ALL[operator]
    npu = machine()
    for size, dtype in itertools.product((6, 5), kinds(dtypes)):
        x = harness.repeated(harness.values(dtype, (2, size), -3, 3), layout)
        shape = (1,) if size == 6 else ()
        for nan in (False, True) if dtype.kind not in "iub" else (False,):
            if nan:
                x[..., 1] = np.nan
            found, = harness.run(npu, operator, x, Out(shape, dtype), layout=layout)
            flat = x.reshape(-1)
            assert found.shape == shape
            np.testing.assert_array_equal(found.astype(np.float64).reshape(()),
                                          flat[place(flat.tolist())].astype(np.float64))


def test_examples_of_the_page_of_nan_medians() -> None:
    npu, nan = machine(), math.nan
    x = np.array([[1, nan, 3, 2], [-1, nan, 3, 2]], np.float32)
    for dim, keep, values, places in ((0, True, [[-1, nan, 3, 2]], [[1, 0, 0, 0]]), (0, False, [-1, nan, 3, 2],
                                                                                  [1, 0, 0, 0]),
                                      (1, False, [2, 2], [3, 3])):
        shape = np.shape(values)
        found = harness.run(npu, "aclnnNanMedianDim", x, dim, keep, Out(shape, np.float32), Out(shape, I64))
        np.testing.assert_array_equal(found[0], values)
        np.testing.assert_array_equal(found[1], places)


@pytest.mark.parametrize("operator", OF_A_DIM)
def test_0_d_tensors(operator: str) -> None:
    npu = machine()
    found = harness.run(npu, operator, np.float32(3), -1, False, *outs(operator, (), np.float32))
    assert found[-1] == 0
    assert len(found) == 1 or found[0] == 3


@pytest.mark.parametrize("operator", OF_A_DIM)
def test_nothing_to_pick_from(operator: str) -> None:
    npu = machine()
    empty = np.zeros((0, 3), np.float32)
    found = harness.run(npu, operator, empty, 1, False, *outs(operator, (0,), np.float32))
    assert found[-1].size == 0
    harness.check_refusal(npu, operator, [empty, 0, False, *outs(operator, (3,), np.float32)], 161002, operator,
                          "size 0")


def test_both_index_types() -> None:
    npu, x = machine(), np.array([1, 3, 2], np.float32)
    for operator, values in (("aclnnArgMax", []), ("aclnnMaxDim", [Out((), np.float32)])):
        for dtype in (I32, I64):
            assert harness.run(npu, operator, x, 0, False, *values, Out((), dtype))[-1] == 1


@pytest.mark.parametrize("operator", OF_A_DIM)
def test_refusals(operator: str) -> None:
    npu, x = machine(), np.ones((2, 3), np.float32)
    good = outs(operator, (2,), np.float32)
    for place in range(len(good)):
        without = [None if each == place else out for each, out in enumerate(good)]
        harness.check_refusal(npu, operator, [x, 1, False, *without], 161001, operator, "NULL")
        wrong = [Out((3,), out.dtype) if each == place else out for each, out in enumerate(good)]
        harness.check_refusal(npu, operator, [x, 1, False, *wrong], 161002, operator, "expected shape [2], got [3]")
        wrong = [Out((2,), np.float64) if each == place else out for each, out in enumerate(good)]
        harness.check_refusal(npu, operator, [x, 1, False, *wrong], 161002, operator, "DOUBLE")
    harness.check_refusal(npu, operator, [None, 1, False, *good], 161001, operator, "self")
    for dim in (2, -3):
        harness.check_refusal(npu, operator, [x, dim, False, *good], 161002, operator, "dim: expected -2 to 1")
    harness.check_refusal(npu, operator, [np.ones((1,) * 9, np.float32), 1, False, *good], 161002, operator,
                          "at most 8 dims")
    harness.check_refusal(npu, operator, [x.astype(np.complex64), 1, False, *good], 161002, operator, "COMPLEX64")


@pytest.mark.parametrize("operator", OF_ALL)
def test_refusals_of_medians_of_everything(operator: str) -> None:
    npu, x = machine(), np.ones((2, 3), np.float32)
    harness.check_refusal(npu, operator, [None, Out((1,), np.float32)], 161001, operator, "self")
    harness.check_refusal(npu, operator, [x, None], 161001, operator, "NULL")
    harness.check_refusal(npu, operator, [x, Out((2,), np.float32)], 161002, operator, "expected shape [1]")
    harness.check_refusal(npu, operator, [x, Out((1,), np.float16)], 161002, operator, "FLOAT16")
    harness.check_refusal(npu, operator, [x.astype(np.float64), Out((1,), np.float64)], 161002, operator, "DOUBLE")


def test_bfloat16_needs_more_than_one_element() -> None:
    npu, dtype = machine(), harness.DTYPES["bf16"]
    for operator in OF_ALL:
        harness.check_refusal(npu, operator, [np.ones((3, 1), dtype), Out((1,), dtype)], 161002, "BF16")
    for x, shape in ((np.ones((3, 1), dtype), (3,)), (np.ones((), dtype), ())):
        harness.check_refusal(npu, "aclnnMedianDim", [x, -1, False, Out(shape, dtype), Out(shape, I64)], 161002, "BF16")


@pytest.mark.parametrize("operator", ["aclnnMaxDim", "aclnnMinDim"])
def test_int32_extremes_of_a_dim_need_the_950(operator: str) -> None:
    x, dims = np.array([[1, 3], [5, 4]], np.int32), [Out((2,), np.int32), Out((2,), I32)]
    harness.check_refusal(machine(), operator, [x, 1, False, *dims], 161002, "INT32")
    found = harness.run(machine("Ascend950"), operator, x, 1, False, *dims)
    assert found[0].tolist() == ([3, 5] if operator == "aclnnMaxDim" else [1, 4])


def test_argmin_of_whole_numbers_on_the_310p() -> None:
    """At most 7 dims, as the page says."""
    for dtype, code in ((np.int32, 161002), (np.float32, 0)):
        npu = machine("Ascend310P3")
        assert harness.code(npu, "aclnnArgMin", np.ones((1,) * 8, dtype), 0, True, Out((1,) * 8, I32)) == code
    assert harness.code(machine(), "aclnnArgMin", np.ones((1,) * 8, np.int32), 0, True, Out((1,) * 8, I32)) == 0


@pytest.mark.parametrize("operator", ["aclnnNanMedian", "aclnnNanMedianDim"])
def test_the_310p_ignores_no_nan(operator: str) -> None:
    x = np.ones((2, 3), np.float32)
    arguments = [x, Out((1,), np.float32)] if operator in OF_ALL else [x, 1, False, *outs(operator, (2,), np.float32)]
    harness.check_refusal(machine("Ascend310P3"), operator, arguments, 561003, "Ascend310P3")
