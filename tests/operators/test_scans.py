"""Running sums, products and extremes against loops."""
from __future__ import annotations

import itertools
from typing import Any

import harness
import numpy as np
import pytest
from aclnn_calls import ACL
from harness import LAYOUTS, Out, Value, kinds, machine

SUMMED = "f32 f16 bf16 f64 i8 i16 i32 i64 u8 c64 c128"
MULTIPLIED = "f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64"
ORDERED = "f32 f16 bf16 f64 i8 i16 i32 i64 u8 b"


def running(x: Any, axis: int, multiply: bool = False, exclusive: bool = False, reverse: bool = False) -> Any:
    """Each place from a loop over a row, in Python integers, long double or long complex."""
    kind: Any = object if x.dtype.kind in "iu" else np.clongdouble if x.dtype.kind == "c" else np.longdouble
    rows = np.moveaxis(x.astype(kind), axis, -1)
    result = np.empty(rows.shape, kind)
    for place in np.ndindex(rows.shape[:-1]):
        row = list(rows[place])[::-1] if reverse else list(rows[place])
        carried, found = (1 if multiply else 0) * (kind(1) if kind is not object else 1), []
        for value in row:
            before = carried
            carried = carried * value if multiply else carried + value
            found.append(before if exclusive else carried)
        result[place] = found[::-1] if reverse else found
    return np.moveaxis(result, -1, axis)


def agree(got: Any, want: Any, ulps: float) -> None:
    if got.dtype.kind in "iu":
        bits = 8 * got.dtype.itemsize
        assert [int(each) % 2 ** bits for each in got.flat] == [int(each) % 2 ** bits for each in want.flat]
    elif got.dtype.kind == "c":
        assert (np.abs(got - want) <= ulps * np.finfo(got.dtype).eps * (np.abs(want) + 1)).all()
    else:
        exact = want.astype(np.float64) if got.dtype.name == "bfloat16" else want
        assert harness.ulps(got, exact) <= ulps


@pytest.mark.parametrize("layout", LAYOUTS)
def test_running_sums(layout: str) -> None:
    npu = machine()
    for index, dtype in enumerate(kinds(SUMMED)):
        x = harness.repeated(harness.values(dtype, (3, 4, 5), 0.5), layout)
        axis = index % 3 - 1
        found, = harness.run(npu, "aclnnCumsum", x, axis, ACL[dtype], Out(x.shape, dtype), layout=layout)
        agree(found, running(x, axis), 4)
        for exclusive, reverse in itertools.product((False, True), repeat=2):
            found, = harness.run(npu, "aclnnCumsumV2", x, axis, exclusive, reverse, Out(x.shape, dtype, "sliced"),
                                 layout=layout)
            agree(found, running(x, axis, False, exclusive, reverse), 4)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_running_products(layout: str) -> None:
    npu = machine()
    for index, dtype in enumerate(kinds(MULTIPLIED)):
        x = harness.repeated(harness.values(dtype, (3, 4, 5), 0.5), layout)
        axis = index % 3 - 1
        for number in (-1, ACL[dtype]):                          # ACL_DT_UNDEFINED keeps the type
            found, = harness.run(npu, "aclnnCumprod", x, Value(axis, np.int32), number, Out(x.shape, dtype),
                                 layout=layout)
            agree(found, running(x, axis, True), 4)
        if layout != "broadcast":
            found, = harness.run(npu, "aclnnInplaceCumprod", x, Value(axis, np.int32), layout=layout)
            agree(found, running(x, axis, True), 4)


def test_the_input_is_cast_before_it_is_summed() -> None:
    npu = machine()
    x = np.array([100, 100, 100], np.int32)
    assert harness.run(npu, "aclnnCumsum", x, 0, 2, Out((3,), np.int8))[0].tolist() == [100, -56, 44]
    half = np.full(5000, 1, np.float16)
    assert harness.run(npu, "aclnnCumsum", half, 0, 0, Out((5000,), np.float32))[0][-1] == 5000
    assert harness.run(npu, "aclnnCumsum", half, 0, 1, Out((5000,), np.float16))[0][-1] == 5000


def test_long_rows_of_float32() -> None:
    """More than one block; each place is rounded once."""
    npu = machine(mode="faithful")
    for shape, axis in (((150001,), 0), ((700, 300), 0), ((300, 700), 1)):
        x = harness.values(np.float32, shape, -1, 1)
        exact = np.cumsum(x.astype(np.longdouble), axis)
        found, = harness.run(npu, "aclnnCumsum", x, axis, 0, Out(shape, np.float32))
        assert np.abs(found - exact).max() <= np.spacing(np.float32(np.abs(exact).max()))
        found, = harness.run(npu, "aclnnCumsumV2", x, axis, True, True, Out(shape, np.float32))
        back = np.flip(np.cumsum(np.flip(x.astype(np.longdouble), axis), axis), axis) - x
        assert np.abs(found - back).max() <= np.spacing(np.float32(np.abs(back).max()))


@pytest.mark.parametrize("dtype", kinds("f32 f64 i32"))
def test_output_may_be_the_input(dtype: Any) -> None:
    """N-VIEW-10."""
    npu, x = machine(), harness.values(dtype, (3, 5), 1)
    tensor = npu.tensor(x)
    assert npu.run("aclnnCumsumV2", tensor, 1, True, True, tensor) == 0
    agree(npu.read(tensor), running(x, 1, False, True, True), 4)
    tensor, places = npu.tensor(x), npu.empty((3, 5), np.int64)
    assert npu.run("aclnnCummin", tensor, 0, tensor, places) == 0
    np.testing.assert_array_equal(npu.read(tensor), extreme(x, 0, True)[0])


def extreme(x: Any, axis: int, least: bool) -> tuple[Any, Any]:
    """Of equal ones the last; a nan stays."""
    rows = np.moveaxis(x, axis, -1)
    values, places = np.empty(rows.shape, x.dtype), np.empty(rows.shape, np.int64)
    for row in np.ndindex(rows.shape[:-1]):
        best, where = rows[row][0], 0
        for place, value in enumerate(rows[row]):
            if value != value or (best == best and (value <= best if least else value >= best)):
                best, where = value, place
            values[row][place], places[row][place] = best, where
    return np.moveaxis(values, -1, axis), np.moveaxis(places, -1, axis)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("operator", ["aclnnCummax", "aclnnCummin"])
def test_running_extremes(operator: str, layout: str) -> None:
    npu = machine()
    for index, dtype in enumerate(kinds(ORDERED)):
        x = harness.repeated(harness.values(dtype, (3, 4, 6), -3, 3), layout)
        if dtype.kind not in "iub" and index % 2:
            x[..., 2] = np.nan
        axis, places = index % 3 - 1, np.int32 if index % 2 else np.int64
        want = extreme(x, axis, operator == "aclnnCummin")
        found = harness.run(npu, operator, x, axis, Out(x.shape, dtype), Out(x.shape, places), layout=layout)
        np.testing.assert_array_equal(found[0].astype(np.float64), want[0].astype(np.float64))
        np.testing.assert_array_equal(found[1], want[1])


def calls(shape: tuple[int, ...], dtype: Any = np.float32, dim: int = 0) -> dict[str, list[Any]]:
    x, out = np.ones(shape, dtype), Out(shape, dtype)
    return {
        "aclnnCumsum": [x, dim, ACL[np.dtype(dtype)], out],
        "aclnnCumsumV2": [x, dim, False, False, out],
        "aclnnCumprod": [x, Value(dim, np.int32), -1, out],
        "aclnnInplaceCumprod": [x, Value(dim, np.int32)],
        "aclnnCummax": [x, dim, out, Out(shape, np.int64)],
        "aclnnCummin": [x, dim, out, Out(shape, np.int64)],
    }


OPERATORS = list(calls((2,)))


@pytest.mark.parametrize("operator", OPERATORS)
def test_0_d_and_empty_tensors(operator: str) -> None:
    npu = machine()
    found = harness.run(npu, operator, *calls((), dim=-1)[operator])
    assert found[0] == 1
    if operator == "aclnnInplaceCumprod":
        harness.check_refusal(npu, operator, calls((0, 2))[operator], 161002, operator, "empty")
    else:
        assert harness.run(npu, operator, *calls((0, 2))[operator])[0].size == 0


@pytest.mark.parametrize("operator", OPERATORS)
def test_refusals(operator: str) -> None:
    npu = machine()
    good = calls((2, 3))[operator]
    for place, each in enumerate(good):
        if isinstance(each, (np.ndarray, Value, Out)):
            harness.check_refusal(npu, operator, [*good[:place], None, *good[place + 1:]], 161001, operator, "NULL")
        if isinstance(each, Out):
            wrong = [*good[:place], Out((3, 2), each.dtype), *good[place + 1:]]
            harness.check_refusal(npu, operator, wrong, 161002, operator, "expected shape [2, 3], got [3, 2]")
            wrong = [*good[:place], Out((2, 3), np.complex64), *good[place + 1:]]
            harness.check_refusal(npu, operator, wrong, 161002, operator, "COMPLEX64")
    for dim in (2, -3):
        harness.check_refusal(npu, operator, calls((2, 3), dim=dim)[operator], 161002, operator, "expected -2 to 1")
    harness.check_refusal(npu, operator, calls((1,) * 9)[operator], 161002, operator, "at most 8 dims")
    if "Cumm" not in operator:
        harness.check_refusal(npu, operator, calls((2, 3), np.bool_)[operator], 161002, operator, "BOOL")


def test_refusals_of_one_page() -> None:
    npu, x = machine(), np.ones(3, np.float32)
    harness.check_refusal(npu, "aclnnCumsum", [x, 0, 1, Out((3,), np.float32)], 161002, "expected FLOAT16 as dtype")
    harness.check_refusal(npu, "aclnnCumsum", [x, 0, 3, Out((3,), np.int32)], 161002, "cannot be cast")
    harness.check_refusal(npu, "aclnnCumsumV2", [x, 0, False, False, Out((3,), np.float16)], 161002, "as self")
    harness.check_refusal(npu, "aclnnCumprod", [x, Value(0, np.int64), -1, Out((3,), np.float32)], 161002, "dim:")
    harness.check_refusal(npu, "aclnnCummin", [x, 0, Out((3,), np.int32), Out((3,), np.int64)], 161002, "be cast")
    harness.check_refusal(npu, "aclnnCummin", [x, 0, Out((3,), np.float32), Out((3,), np.int16)], 161002, "INT16")


@pytest.mark.parametrize(("operator", "soc"), [("aclnnCumprod", "Ascend950"), ("aclnnInplaceCumprod", "Ascend910A"),
                                               ("aclnnCummax", "Ascend950"), ("aclnnCummax", "Ascend310P3")])
def test_parts_without_an_operator(operator: str, soc: str) -> None:
    harness.check_refusal(machine(soc), operator, calls((2, 3))[operator], 561003, operator)
