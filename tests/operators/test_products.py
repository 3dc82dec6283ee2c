"""Dot and outer products, and the two equations of einsum."""
from __future__ import annotations

from typing import Any

import harness
import numpy as np
import pytest
from harness import LAYOUTS, Out, kinds, machine

F32 = np.float32
EQUATION = "abcd,abced->abce"


def wrapped(values: Any, dtype: Any) -> list[int]:
    return [int(each) % 2 ** (8 * np.dtype(dtype).itemsize) for each in np.asarray(values, object).reshape(-1)]


def agree(got: Any, want: Any, ulps: float = 1) -> None:
    """`want` of Python numbers."""
    if got.dtype.kind in "iu":
        assert wrapped(got, got.dtype) == wrapped(want, got.dtype)
    else:
        exact = np.asarray(want, object).astype(np.complex128 if got.dtype.kind == "c" else np.float64)
        assert harness.ulps(got, exact.reshape(got.shape)) <= ulps


def items(x: Any) -> Any:
    """Python numbers."""
    return np.array([each.item() if x.dtype.kind in "iub" else complex(each) if x.dtype.kind == "c" else float(each)
                     for each in x.reshape(-1)], object).reshape(x.shape)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_dot(layout: str) -> None:
    npu = machine()
    for dtype in kinds("f32 f16 bf16 i8 i32 u8"):
        first, second = (harness.repeated(harness.values(dtype, (7,), 1, 100, seed=seed), layout) for seed in (1, 2))
        found, = harness.run(npu, "aclnnDot", first, second, Out((), dtype), layout=layout)
        agree(found, (items(first) * items(second)).sum())
    assert harness.run(npu, "aclnnDot", np.zeros(0, F32), np.zeros(0, F32), Out((), F32))[0] == 0


def test_long_dot_is_carried_in_double() -> None:
    npu = machine(mode="faithful")
    first, second = harness.values(F32, (200001,), -1, 1), harness.values(F32, (200001,), -1, 1, seed=2)
    found, = harness.run(npu, "aclnnDot", first, second, Out((), F32))
    assert harness.ulps(found, (first.astype(np.longdouble) * second).sum()) <= 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_outer_products(layout: str) -> None:
    npu = machine()
    for dtype in kinds("f32 f16 f64 i8 i16 i32 i64 u8 b c64 c128"):
        first, second = (harness.repeated(harness.values(dtype, (size,), 2, 90, seed=size), layout) for size in (3, 4))
        found, = harness.run(npu, "aclnnGer", first, second, Out((3, 4), dtype, "sliced"), layout=layout)
        if dtype.kind == "b":
            assert (found == (first[:, None] & second)).all()
        elif dtype.kind == "c":
            np.testing.assert_allclose(found, np.outer(first.astype(np.complex128), second), rtol=1e-6)
        else:
            agree(found, items(first)[:, None] * items(second))


def test_outer_products_promote_and_cast() -> None:
    npu = machine()
    found, = harness.run(npu, "aclnnGer", np.array([1, 2], np.int32), np.array([0.5, 3], np.float16),
                         Out((2, 2), np.float64))
    assert found.tolist() == [[0.5, 3], [1, 6]]
    assert harness.run(npu, "aclnnGer", np.zeros(0, F32), np.ones(2, F32), Out((0, 2), F32))[0].size == 0
    bf16 = np.ones(2, harness.DTYPES["bf16"])
    harness.check_refusal(machine(), "aclnnGer", [bf16, bf16, Out((2, 2), bf16.dtype)], 161002, "BF16")
    assert (harness.run(machine("Ascend950"), "aclnnGer", bf16, bf16, Out((2, 2), bf16.dtype))[0] == 1).all()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_einsum(layout: str) -> None:
    npu = machine()
    for dtype in kinds("f32 f16 i16 u16 i32 u32 i64 u64"):
        first = harness.repeated(harness.values(dtype, (2, 1, 3, 4), 1, 90), layout)
        second = harness.repeated(harness.values(dtype, (2, 1, 3, 5, 4), 1, 90, seed=2), layout)
        found, = harness.run(npu, "aclnnEinsum", [first, second], EQUATION, Out((2, 1, 3, 5), dtype), layout=layout)
        agree(found, (items(first)[:, :, :, None, :] * items(second)).sum(-1), 2)
        first, second = first[0, 0, 0], second[0, 0, 0, 0]
        found, = harness.run(npu, "aclnnEinsum", [first, second], "a,b->ab", Out((4, 4), dtype))
        agree(found, items(first)[:, None] * items(second))


X, HALF, OUT = np.ones(3, F32), np.ones(3, np.float16), Out((3, 3), F32)
FOUR, FIVE, ABCE = np.ones((1, 2, 3, 4), F32), np.ones((1, 2, 3, 5, 4), F32), Out((1, 2, 3, 5), F32)
REFUSED: list[Any] = [
    ("aclnnDot", [None, X, Out((), F32)], 161001, "self"), ("aclnnDot", [X, None, Out((), F32)], 161001, "tensor"),
    ("aclnnDot", [X, X, None], 161001, "out"), ("aclnnDot", [X.astype(np.float64), X, Out((), F32)], 161002, "DOUBLE"),
    ("aclnnDot", [X, HALF, Out((), F32)], 161002, "tensor: expected FLOAT"),
    ("aclnnDot", [X, X, Out((), np.float16)], 161002, "out: expected FLOAT"),
    ("aclnnDot", [X[None], X[None], Out((), F32)], 161002, "self: expected 1 dims"),
    ("aclnnDot", [X, X[:2], Out((), F32)], 161002, "tensor: expected shape [3]"),
    ("aclnnDot", [X, X, Out((1,), F32)], 161002, "out: expected 0 dims"),
    ("aclnnGer", [None, X, OUT], 161001, "self"), ("aclnnGer", [X, None, OUT], 161001, "vec2"),
    ("aclnnGer", [X, X, None], 161001, "out"), ("aclnnGer", [X.astype(np.uint16), X, OUT], 161002, "UINT16"),
    ("aclnnGer", [X, X, Out((3, 3), np.int32)], 161002, "cannot be cast"),
    ("aclnnGer", [X[None], X, OUT], 161002, "self: expected 1 dims"),
    ("aclnnGer", [X, X[None], OUT], 161002, "vec2: expected 1 dims"),
    ("aclnnGer", [X, X, Out((3,), F32)], 161002, "out: expected shape [3, 3]"),
    ("aclnnEinsum", [None, "a,b->ab", OUT], 161001, "tensors"),
    ("aclnnEinsum", [[X, X], "a,b->ab", None], 161001, "output"),
    ("aclnnEinsum", [[X, X], "i,j->ij", OUT], 161002, "equation: expected one of"),
    ("aclnnEinsum", [[X, X], None, OUT], 161002, "equation: expected one of"),
    ("aclnnEinsum", [[X], "a,b->ab", OUT], 161002, "expected two tensors"),
    ("aclnnEinsum", [[X.astype(np.float64), X], "a,b->ab", OUT], 161002, "tensors[0]: expected one of"),
    ("aclnnEinsum", [[X, HALF], "a,b->ab", OUT], 161002, "tensors[1]: expected FLOAT"),
    ("aclnnEinsum", [[X, X], "a,b->ab", Out((3, 3), np.float16)], 161002, "output: expected FLOAT"),
    ("aclnnEinsum", [[X[None], X], "a,b->ab", OUT], 161002, "tensors[0]: expected 1 dims"),
    ("aclnnEinsum", [[FOUR, FOUR], EQUATION, ABCE], 161002, "tensors[1]: expected 5 dims"),
    ("aclnnEinsum", [[FOUR, FIVE[:, :1]], EQUATION, ABCE], 161002, "tensors[1]: expected shape"),
    ("aclnnEinsum", [[FOUR, FIVE[..., :3]], EQUATION, ABCE], 161002, "tensors[1]: expected shape"),
    ("aclnnEinsum", [[FOUR, FIVE], EQUATION, OUT], 161002, "output: expected shape [1, 2, 3, 5]"),
    ("aclnnEinsum", [[X[:0], X], "a,b->ab", Out((0, 3), F32)], 161002, "tensors[0]: expected elements"),
]


@pytest.mark.parametrize("place", range(len(REFUSED)), ids=lambda place: f"{REFUSED[place][0]}-{place}")
def test_refusals(place: int) -> None:
    operator, arguments, code, word = REFUSED[place]
    harness.check_refusal(machine(), operator, arguments, code, operator, word)


def test_parts() -> None:
    harness.check_refusal(machine("Ascend310P3"), "aclnnEinsum", [[X, X], "a,b->ab", OUT], 161002, "FLOAT")
    harness.check_refusal(machine("Ascend910A"), "aclnnEinsum", [[X, X], "a,b->ab", OUT], 561003, "Ascend910A")
    harness.check_refusal(machine("Ascend310P3"), "aclnnGer", [X, X, OUT], 561003, "Ascend310P3")
