"""Comparisons and logic, against Python's own on each element."""
from __future__ import annotations

import cmath
import itertools
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from aclnn_calls import BFLOAT16, Calls
from elementwise_pages import PAGES
from harness import DTYPES, LAYOUTS, Out, Value, check_refusal, machine, repeated, run, tensor, values

from pyacl import emulator

COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "Eq": operator.eq, "Ne": operator.ne, "Lt": operator.lt, "Le": operator.le, "Gt": operator.gt, "Ge": operator.ge}
LOGIC: dict[str, Callable[[Any, Any], Any]] = {
    "LogicalAnd": lambda x, y: bool(x) and bool(y), "LogicalOr": lambda x, y: bool(x) or bool(y),
    "LogicalXor": lambda x, y: bool(x) != bool(y)}
EDGES = [0.0, -0.0, 1.0, -1.0, 2.5, np.inf, -np.inf, np.nan]


@pytest.fixture
def npu() -> Calls:
    return machine()


def each(function: Callable[..., Any], *arrays: Any) -> list[bool]:
    """Python's answer for each element of flat arrays of one size."""
    wide = [array.astype(np.float64) if array.dtype == BFLOAT16 else array for array in arrays]
    return [bool(function(*one)) for one in zip(*(array.reshape(-1).tolist() for array in wide), strict=True)]


def pairs(dtype: Any) -> tuple[Any, Any]:
    """All pairs of some values of a type."""
    dtype = np.dtype(dtype)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        some = np.array([limits.min, limits.max, 0, 1, limits.max - 1], dtype)
    elif dtype.kind == "b":
        some = np.array([False, True])
    elif dtype.kind == "c":
        some = np.array([0, 1, 1j, 1 + 1j, -1], dtype)
    else:
        some = np.array(EDGES).astype(dtype)
    return np.repeat(some, some.size), np.tile(some, some.size)


@pytest.mark.parametrize(("name", "dtype"), [(name, dtype) for name in COMPARED for dtype in DTYPES
                                             if dtype in PAGES[f"aclnn{name}Tensor"].inputs["A2"]])
def test_every_type(npu: Calls, name: str, dtype: str) -> None:
    x, y = pairs(DTYPES[dtype])
    want = each(COMPARED[name], x, y)
    got, = run(npu, f"aclnn{name}Tensor", x, y, Out(x.shape, bool))
    assert got.tolist() == want
    twin, = run(npu, f"aclnnInplace{name}Tensor", x, y)
    assert twin.dtype == x.dtype
    assert twin.tolist() == [int(value) for value in want]
    assert not emulator.report().findings


@pytest.mark.parametrize("name", COMPARED)
def test_scalars(npu: Calls, name: str) -> None:
    """The scalar promotes: a float32 one keeps its fraction against whole numbers, and a half rounds it (N-PRO-9)."""
    x = np.array([1, 2, 3], np.int32)
    got, = run(npu, f"aclnn{name}Scalar", x, Value(2.5), Out((3,), bool))
    assert got.tolist() == [COMPARED[name](one, 2.5) for one in (1, 2, 3)]
    half = np.array([1, 2, 3], np.float16)
    got, = run(npu, f"aclnn{name}Scalar", half, Value(2 + 2 ** -12), Out((3,), np.float32))
    assert got.tolist() == [COMPARED[name](one, 2) for one in (1, 2, 3)]
    x, = run(npu, f"aclnnInplace{name}Scalar", x, Value(2, np.int64))
    assert x.tolist() == [COMPARED[name](one, 2) for one in (1, 2, 3)]


def test_types_meet(npu: Calls) -> None:
    """2**24 + 1 is no float32."""
    x, y = np.array([2 ** 24 + 1], np.int64), np.array([2 ** 24], np.float32)
    assert run(npu, "aclnnEqTensor", x, y, Out((1,), bool))[0].tolist() == [True]
    assert run(npu, "aclnnEqTensor", x, y.astype(np.int64), Out((1,), bool))[0].tolist() == [False]
    check_refusal(npu, "aclnnEqTensor", [x.astype(np.uint16), y, Out((1,), bool)], 161002, "self")
    check_refusal(npu, "aclnnGtTensor", [x.astype(np.uint16), y, Out((1,), bool)], 161002, "cannot be promoted")


@pytest.mark.parametrize("layouts", list(itertools.product(LAYOUTS, LAYOUTS[:3])))
def test_layouts(npu: Calls, layouts: tuple[str, str]) -> None:
    for name, dtype in itertools.product(("GtTensor", "LogicalXor"), ("f32", "bf16", "i64", "b")):
        x = repeated(values(DTYPES[dtype], (3, 4, 5)), layouts[0])
        y = values(DTYPES[dtype], (4, 1), seed=2)
        want = each(COMPARED["Gt"] if name == "GtTensor" else LOGIC[name], x, np.broadcast_to(y, x.shape))
        for out in (bool, np.float32, np.uint8):
            made = [tensor(npu, x, layouts[0]), npu.tensor(y), npu.empty(x.shape, out, layouts[1])]
            assert npu.run(f"aclnn{name}", *made) == 0, npu.message()
            assert npu.read(made[2]).reshape(-1).tolist() == [np.dtype(out).type(one) for one in want]
    assert not emulator.report().findings


@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16", "f64", "i8", "i64", "u8", "b", "c64", "c128"])
@pytest.mark.parametrize("name", LOGIC)
def test_logic(npu: Calls, name: str, dtype: str) -> None:
    """Whatever is not 0 is true, nan too."""
    x, y = pairs(DTYPES[dtype])
    want = each(LOGIC[name], x, y)
    assert run(npu, f"aclnn{name}", x, y, Out(x.shape, bool))[0].tolist() == want
    assert run(npu, f"aclnn{name}", x, y, Out(x.shape, x.dtype))[0].tolist() == [int(one) for one in want]
    if name != "LogicalXor":
        assert run(npu, f"aclnnInplace{name}", x, y)[0].tolist() == [int(one) for one in want]
    if x.dtype.kind != "c":
        got, = run(npu, "aclnnLogicalNot", x, Out(x.shape, bool))
        assert got.tolist() == each(operator.not_, x)
        assert run(npu, "aclnnInplaceLogicalNot", x)[0].tolist() == [int(one) for one in got]


@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16", "f64"])
def test_kinds_of_floats(npu: Calls, dtype: str) -> None:
    x = np.array(EDGES).astype(DTYPES[dtype])
    for name, want in (("IsFinite", cmath.isfinite), ("IsInf", cmath.isinf), ("IsPosInf", lambda one: one == np.inf),
                       ("IsNegInf", lambda one: one == -np.inf)):
        assert run(npu, f"aclnn{name}", x, Out(x.shape, bool))[0].tolist() == [want(one) for one in EDGES], name


def test_is_inf_alone_refuses_otherwise(npu: Calls) -> None:
    """Too many dims are found when it is tiled; the page takes no output with gaps."""
    assert run(npu, "aclnnIsInf", np.array([1, 2], np.int32), Out((2,), bool))[0].tolist() == [False, False]
    check_refusal(npu, "aclnnIsInf", [np.ones((1,) * 9, np.float32), Out((1,) * 9, bool)], 561002, "x")
    check_refusal(npu, "aclnnIsInf", [np.ones((2, 2), np.float32), Out((2, 2), bool, "sliced")], 561000, "out")
    check_refusal(npu, "aclnnIsInf", [np.ones(2, np.uint16), Out((2,), bool)], 161002, "x")
    check_refusal(npu, "aclnnIsInf", [np.ones(2, np.float32), Out((3,), bool)], 161002, "out")
    check_refusal(npu, "aclnnIsInf", [np.ones(2, np.float32), Out((2,), np.int32)], 161002, "out")


@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16", "f64"])
def test_is_close(npu: Calls, dtype: str) -> None:
    """|self - other| <= atol + rtol * |other|; infinities are close to themselves only."""
    x = np.array([1, 1, 1, 100, np.inf, np.inf, np.inf, np.nan, np.nan, 0]).astype(DTYPES[dtype])
    y = np.array([1, 1.25, 1.5, 101, np.inf, -np.inf, 1, np.nan, 1, 0.25]).astype(DTYPES[dtype])
    for nan in (False, True):
        got, = run(npu, "aclnnIsClose", x, y, 0.01, 0.25, nan, Out(x.shape, bool))
        assert got.tolist() == [True, True, False, True, True, False, False, nan, False, True]
    with_relative, = run(npu, "aclnnIsClose", x, y, 0.0, 0.0, False, Out(x.shape, bool))
    assert with_relative.tolist() == [True, False, False, False, True] + [False] * 5


def test_is_close_of_whole_numbers(npu: Calls) -> None:
    x, y = np.array([2 ** 62, 2 ** 62, 5], np.int64), np.array([2 ** 62, -2 ** 62, 7], np.int64)
    assert run(npu, "aclnnIsClose", x, y, 0.0, 1.0, False, Out((3,), bool))[0].tolist() == [True, False, False]
    assert run(npu, "aclnnIsClose", x, y, 0.0, 2.0, False, Out((3,), bool))[0].tolist() == [True, False, True]
    check_refusal(npu, "aclnnIsClose", [x, y.astype(np.int32), 0.0, 1.0, False, Out((3,), bool)], 161002, "other")


@pytest.mark.parametrize("invert", [False, True])
@pytest.mark.parametrize("unique", [False, True])
def test_is_in(npu: Calls, unique: bool, invert: bool) -> None:
    x = np.array([1, 2, 3, 2], np.int32)
    want = [one != invert for one in (False, True, False, True)]
    got, = run(npu, "aclnnIsInTensorScalar", x, Value(2, np.int32), unique, invert, Out((4,), bool))
    assert got.tolist() == want
    got, = run(npu, "aclnnIsInScalarTensor", Value(2, np.int64), x, unique, invert, Out((4,), bool))
    assert got.tolist() == want


@pytest.mark.parametrize(("x", "y", "want"), [
    (np.array([1, 2], np.float32), np.array([1, 2], np.float32), True),
    (np.array([1, 2], np.float32), np.array([1, 3], np.float32), False),
    (np.array([1, np.nan], np.float32), np.array([1, np.nan], np.float32), False),
    (np.array([1, 2], np.float32), np.array([[1, 2]], np.float32), False),
    (np.array([0.0], np.float32), np.array([-0.0], np.float32), True),
    (np.array([1], np.int32), np.array([1], np.float16), True),
    (np.array([2 ** 64 - 1], np.uint64), np.array([2 ** 64 - 1], np.uint64), True),
    (np.array([], np.float32), np.array([], np.float32), True),
    (np.zeros((0, 2), np.int8), np.zeros((2, 0), np.int8), False), (np.bool_(True), np.bool_(True), True)])
def test_equal(npu: Calls, x: Any, y: Any, want: bool) -> None:
    assert run(npu, "aclnnEqual", x, y, Out((1,), bool))[0].tolist() == [want]


def test_equal_over_blocks(npu: Calls) -> None:
    x = np.zeros((70_000, 3), np.float16)
    y = x.copy()
    assert run(npu, "aclnnEqual", x, y, Out((1,), bool), layout="transposed")[0].tolist() == [True]
    y[69_999, 2] = 1
    assert run(npu, "aclnnEqual", x, y, Out((1,), bool), layout="sliced")[0].tolist() == [False]


def test_equal_refuses(npu: Calls) -> None:
    x = np.ones(3, np.float32)
    for made, word in (([x, x, Out((), bool)], "out"), ([x, x, Out((1,), np.uint8)], "out"),
                       ([x.astype(np.complex64), x, Out((1,), bool)], "self"),
                       ([np.ones((1,) * 9, np.int8), np.ones((1,) * 9, np.int8), Out((1,), bool)], "8 dims"),
                       ([x.astype(np.uint16), x, Out((1,), bool)], "cannot be promoted")):
        check_refusal(npu, "aclnnEqual", made, 161002, word)
    check_refusal(npu, "aclnnEqual", [None, x, Out((1,), bool)], 161001, "self")


@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16"])
def test_precision_compare(npu: Calls, dtype: str) -> None:
    """A status: 0, or 503 if something differs."""
    x = np.array([0, 1, np.nan]).astype(DTYPES[dtype])
    assert run(npu, "aclnnPrecisionCompare", x, x, Out((), np.uint32))[0] == 0
    assert run(npu, "aclnnPrecisionCompare", x, x[::-1], Out((), np.uint32))[0] == 503
    for made in ([x, x, Out((1,), np.uint32)], [x, x[:2], Out((), np.uint32)], [x, x, Out((), np.int32)],
                 [x, x.astype(np.float64), Out((), np.uint32)]):
        check_refusal(npu, "aclnnPrecisionCompare", made, 161002, "aclnnPrecisionCompare")
    check_refusal(machine("Ascend910A"), "aclnnPrecisionCompare",
                  [np.array([1], np.float32), np.array([1], np.float32), Out((), np.uint32)], 561003,
                  "aclnnPrecisionCompare")
