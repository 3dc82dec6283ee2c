"""Bitwise operators and shifts, against Python's whole numbers."""
from __future__ import annotations

import itertools
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from aclnn_calls import Calls
from elementwise_pages import PAGES, SOCS
from harness import DTYPES, LAYOUTS, Out, Value, check_refusal, machine, repeated, run, tensor, values

BITWISE: dict[str, Callable[[int, int], int]] = {"And": operator.and_, "Or": operator.or_, "Xor": operator.xor}
WHOLE = ("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "b")


@pytest.fixture
def npu() -> Calls:
    return machine()


def wrapped(value: int, dtype: Any) -> int:
    """A whole number in the bits of a type."""
    limits = np.iinfo(dtype)
    return int((value - limits.min) % 2 ** limits.bits + limits.min)


def some(dtype: str) -> tuple[Any, Any]:
    if dtype == "b":
        return np.array([False, False, True, True]), np.array([False, True, False, True])
    limits = np.iinfo(DTYPES[dtype])
    one = np.array([limits.min, limits.max, 0, 1, 0x5A, 0x0F], DTYPES[dtype])
    return np.repeat(one, one.size), np.tile(one, one.size)


def home(name: str, dtype: str) -> str | None:
    """A part that has the operator for a type."""
    return next((part for part in ("A2", "950") if dtype in PAGES[f"aclnnBitwise{name}Scalar"].inputs[part]), None)


@pytest.mark.parametrize(("name", "dtype"), [(name, dtype) for name in BITWISE for dtype in WHOLE if home(name, dtype)])
def test_bits(name: str, dtype: str) -> None:
    part = home(name, dtype)
    assert part is not None
    npu, (x, y) = machine(SOCS[part]), some(dtype)
    want = [BITWISE[name](int(a), int(b)) for a, b in zip(x, y, strict=True)]
    assert run(npu, f"aclnnBitwise{name}Tensor", x, y, Out(x.shape, x.dtype))[0].tolist() == want
    assert run(npu, f"aclnnInplaceBitwise{name}Tensor", x, y)[0].tolist() == want
    scalar = Value(y[1], x.dtype)
    want = [BITWISE[name](int(a), int(y[1])) for a in x]
    assert run(npu, f"aclnnBitwise{name}Scalar", x, scalar, Out(x.shape, x.dtype))[0].tolist() == want
    assert run(npu, f"aclnnInplaceBitwise{name}Scalar", x, scalar)[0].tolist() == want


def test_and_of_the_950() -> None:
    npu, (x, y) = machine(SOCS["950"]), some("i16")
    want = [int(a) & int(b) for a, b in zip(x, y, strict=True)]
    assert run(npu, "aclnnBitwiseAndTensorOut", x, y, Out(x.shape, np.int16))[0].tolist() == want
    assert run(npu, "aclnnInplaceBitwiseAndTensorOut", x, y)[0].tolist() == want


def test_types_meet(npu: Calls) -> None:
    x, y = np.array([-1, 3], np.int8), np.array([255, 2], np.uint8)                  # both become int16
    assert run(npu, "aclnnBitwiseAndTensor", x, y, Out((2,), np.int16))[0].tolist() == [255, 2]
    assert run(npu, "aclnnBitwiseOrTensor", x, np.array([[True], [False]]), Out((2, 2), np.int32))[0].tolist() == [
        [-1, 3], [-1, 3]]
    assert run(npu, "aclnnBitwiseOrScalar", x, Value(4, np.int64), Out((2,), np.float32))[0].tolist() == [-1, 7]
    check_refusal(npu, "aclnnBitwiseAndTensor", [x, y.astype(np.uint16), Out((2,), np.int16)], 161002, "promoted")
    check_refusal(npu, "aclnnBitwiseXorScalar", [x, Value(1.0), Out((2,), np.int8)], 161002, "other")
    check_refusal(npu, "aclnnInplaceBitwiseOrTensor", [np.array([True]), np.array([1], np.int8)], 161002, "selfRef")


@pytest.mark.parametrize("dtype", WHOLE[:-1])
def test_shifts(npu: Calls, dtype: str) -> None:
    """Right shifts keep the sign; a negative count shifts by nothing to the right."""
    kind = DTYPES[dtype]
    bits = np.iinfo(kind).bits
    x = np.repeat(np.array([np.iinfo(kind).min, np.iinfo(kind).max, 1, 100], kind), 3)
    count = np.tile(np.array([0, 1, bits - 1], kind), 4)
    pairs = list(zip(x.tolist(), count.tolist(), strict=True))
    left, = run(npu, "aclnnLeftShift", x, count, Out(x.shape, kind))
    assert left.tolist() == [wrapped(a << n, kind) for a, n in pairs]
    right, = run(npu, "aclnnRightShift", x, count, Out(x.shape, kind))
    assert right.tolist() == [a >> n for a, n in pairs]
    by_two, = run(npu, "aclnnLeftShifts", x, Value(2, kind), Out(x.shape, kind))
    assert by_two.tolist() == [wrapped(a << 2, kind) for a, _ in pairs]
    if kind.kind == "i":
        kept, = run(npu, "aclnnRightShift", x, np.full_like(count, -1), Out(x.shape, kind))
        assert kept.tolist() == x.tolist()


@pytest.mark.parametrize("layouts", list(itertools.product(LAYOUTS, LAYOUTS[:3])))
def test_layouts(npu: Calls, layouts: tuple[str, str]) -> None:
    x, y = repeated(values(np.int32, (3, 4, 5), -99, 99), layouts[0]), values(np.int32, (4, 1), -99, 99, seed=2)
    made = [tensor(npu, x, layouts[0]), npu.tensor(y), npu.empty(x.shape, np.int64, layouts[1])]
    assert npu.run("aclnnBitwiseXorTensor", *made) == 0
    want = [a ^ b for a, b in zip(x.reshape(-1).tolist(), np.broadcast_to(y, x.shape).reshape(-1).tolist(),
                                  strict=True)]
    assert npu.read(made[2]).reshape(-1).tolist() == want
