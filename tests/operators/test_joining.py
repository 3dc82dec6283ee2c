"""Lists of tensors joined and split: values by plain indexing, and what the pages refuse."""
from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from harness import DTYPES, LAYOUTS, Out, argument, check_refusal, kinds, machine, repeated, run

from pyacl import capi

NULL, INVALID, NO_KERNEL, INNER = 161001, 161002, 561003, 561103
JOINED = "f32 i32 i64 f16 i16 i8 u8 f64 c64 bf16 b"
SPLIT = f"{JOINED} u16 u32 u64 c128"


def ones(*shape: int, dtype: Any = np.float32) -> Any:
    return np.ones(shape, dtype)


def numbered(dtype: Any, shape: tuple[int, ...], start: int = 0) -> Any:
    flat = np.arange(start, start + int(np.prod(shape, dtype=int))).reshape(shape)
    return (flat % 2 == 0) if np.dtype(dtype) == bool else flat.astype(dtype)


@pytest.mark.parametrize(("operator", "dtypes"), [("aclnnCat", JOINED), ("aclnnStack", SPLIT)])
def test_joined(operator: str, dtypes: str) -> None:
    npu = machine()
    shapes = [(2, 3), (1, 3), (0, 3)] if operator == "aclnnCat" else [(2, 3)] * 3
    for dtype, layout in product(kinds(dtypes), LAYOUTS):
        parts = [repeated(numbered(dtype, shape, 10 * place), layout) for place, shape in enumerate(shapes)]
        if operator == "aclnnCat":
            want = np.array([row for part in parts for row in part])
        else:
            want = np.array([[parts[k][i] for k in range(3)] for i in range(2)])
        got, = run(npu, operator, parts, 0 if operator == "aclnnCat" else 1,
                   Out(want.shape, dtype, "sliced" if layout == "transposed" else "contiguous"), layout=layout)
        assert got.tobytes() == want.tobytes(), (dtype, layout)


def test_dims_are_counted_from_the_end() -> None:
    npu = machine()
    x, y = numbered(np.float32, (2, 2)), numbered(np.float32, (2, 1), 10)
    assert run(npu, "aclnnCat", [x, y], -1, Out((2, 3), np.float32))[0].tolist() == [[0, 1, 10], [2, 3, 11]]
    assert run(npu, "aclnnStack", [x, x], -1, Out((2, 2, 2), np.float32))[0].tolist() == [
        [[0, 0], [1, 1]], [[2, 2], [3, 3]]]


def test_types_meet_before_they_become_the_output() -> None:
    """N-PRO-1: int16 and float16 meet in float16, in which 2049 is 2048; the output is FLOAT."""
    got, = run(machine(), "aclnnCat", [np.array([2049, -1], np.int16), np.array([0.5], np.float16)], 0,
               Out((3,), np.float32))
    assert got.tolist() == [2048, -1, 0.5]


def test_a_list_of_one_and_all_empty() -> None:
    npu = machine()
    assert run(npu, "aclnnCat", [numbered(np.int8, (3,))], 0, Out((3,), np.int8))[0].tolist() == [0, 1, 2]
    assert run(npu, "aclnnCat", [np.empty((0, 2), np.int8)] * 2, 0, Out((0, 2), np.int8))[0].size == 0


def test_chunk_cat_of_the_page() -> None:
    """Chunks of a tensor with too few rows are filled up with zeros."""
    npu = machine()
    x, y = np.array([[1, 2, 3], [4, 5, 6]], np.float32), np.array([[7, 8, 9]], np.float32)
    want = [[1, 2, 3, 7, 8, 9], [4, 5, 6, 0, 0, 0]]
    for dtype, layout in product(kinds("f32 f16 bf16"), LAYOUTS[:3]):
        for wide in {dtype, DTYPES["f32"]}:
            got, = run(npu, "aclnnChunkCat", [x.astype(dtype), y.astype(dtype)], 0, 2, Out((2, 6), wide, layout),
                       layout=layout)
            assert got.tolist() == want
    got, = run(npu, "aclnnChunkCat", [np.arange(10, dtype=np.float32).reshape(5, 2)], 0, 3, Out((3, 4), np.float32))
    assert got.tolist() == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 0]]


@pytest.mark.parametrize("operator", ["aclnnSplitTensor", "aclnnSplitWithSize"])
def test_split(operator: str) -> None:
    """The last piece may be smaller."""
    npu = machine()
    for dtype, layout, target in product(kinds(SPLIT), LAYOUTS, ("contiguous", "sliced")):
        x = repeated(numbered(dtype, (5, 3)), layout)
        sizes = [2, 2, 1] if operator == "aclnnSplitTensor" else [1, 0, 4]
        ends = np.cumsum(sizes)
        wanted = [np.array([x[i] for i in range(end - size, end)], dtype).reshape(size, 3)
                  for size, end in zip(sizes, ends, strict=True)]
        tensors = [npu.empty(part.shape, dtype, target) for part in wanted]
        outs = _list(tensors)
        parameter = 2 if operator == "aclnnSplitTensor" else argument(npu, sizes)
        assert npu.run(operator, argument(npu, x, layout), parameter, -2, outs) == 0, npu.message()
        for got, want in zip(tensors, wanted, strict=True):
            assert npu.read(got).tobytes() == want.tobytes(), (dtype, layout)


def _list(tensors: list[Any]) -> Any:
    return capi.aclCreateTensorList(tensors, len(tensors))


def test_an_empty_list_is_refused() -> None:
    npu = machine()
    for operator in ("aclnnCat", "aclnnStack"):
        assert npu.prepare(operator, _list([]), 0, npu.empty((2,), np.float32))[0] == INVALID
        assert "empty list" in npu.message()


REFUSED: list[tuple[str, list[Any], int, str]] = [
    ("aclnnCat", [None, 0, Out((2,), np.float32)], NULL, "tensors"),
    ("aclnnCat", [[ones(2)], 0, None], NULL, "out"),
    ("aclnnCat", [[ones(2, dtype=np.uint16)], 0, Out((2,), np.uint16)], INVALID, "tensors[0]: expected one of"),
    ("aclnnCat", [[ones(2)] * 2, 0, Out((4,), np.int32)], INVALID, "cannot be cast to INT32"),
    ("aclnnCat", [[ones(2, dtype=np.complex64), ones(2, dtype=np.float64)], 0, Out((4,), np.complex64)], INVALID,
     "cannot be joined"),
    ("aclnnCat", [[ones(2, 3), ones(2, 4)], 0, Out((4, 3), np.float32)], INVALID, "tensors[1]: expected shape [2, 3]"),
    ("aclnnCat", [[ones(2, 3), ones(3)], 0, Out((3, 3), np.float32)], INVALID, "tensors[1]: expected shape"),
    ("aclnnCat", [[ones(2, 3)], 2, Out((2, 3), np.float32)], INVALID, "dim: expected -2 to 1"),
    ("aclnnCat", [[ones()], 0, Out((1,), np.float32)], INVALID, "1 to 8 dims"),
    ("aclnnCat", [[ones(2), ones(3)], 0, Out((4,), np.float32)], INVALID, "out: expected shape [5]"),
    ("aclnnStack", [None, 0, Out((1, 2), np.float32)], INNER, "tensors"),
    ("aclnnStack", [[ones(2)], 0, None], INNER, "out"),
    ("aclnnStack", [[ones(2), ones(3)], 0, Out((2, 2), np.float32)], INVALID, "tensors[1]: expected shape [2]"),
    ("aclnnStack", [[ones(2)] * 2, 2, Out((2, 2), np.float32)], INVALID, "dim: expected -2 to 1"),
    ("aclnnStack", [[ones(2, dtype=np.uint16), ones(2)], 0, Out((2, 2), np.float32)], INVALID, "promoted"),
    ("aclnnStack", [[ones(*[1] * 8)], 0, Out((1,) * 8, np.float32)], INVALID, "1 to 7 dims"),
    ("aclnnChunkCat", [[ones(2)], 1, 1, Out((1, 2), np.float32)], INVALID, "dim: expected 0"),
    ("aclnnChunkCat", [[ones(2)], 0, 0, Out((1, 2), np.float32)], INVALID, "numChunks"),
    ("aclnnChunkCat", [[ones(2), ones(2, dtype=np.float16)], 0, 1, Out((1, 4), np.float32)], INVALID,
     "tensors[1]: expected FLOAT"),
    ("aclnnChunkCat", [[ones(2, dtype=np.float64)], 0, 1, Out((1, 2), np.float32)], INVALID, "tensors[0]"),
    ("aclnnChunkCat", [[ones(2)], 0, 1, Out((1, 2), np.float16)], INVALID, "as wide"),
    ("aclnnChunkCat", [[ones()], 0, 1, Out((1, 1), np.float32)], INVALID, "1 to 8 dims"),
    ("aclnnChunkCat", [[ones(3)], 0, 2, Out((2, 3), np.float32)], INNER, "expected shape [2, 2]"),
    ("aclnnSplitTensor", [None, 1, 0, [ones(1)]], NULL, "self"),
    ("aclnnSplitTensor", [ones(3), 2, 1, [ones(2), ones(1)]], INVALID, "dim"),
    ("aclnnSplitTensor", [ones(3), 0, 0, [ones(3)]], INVALID, "splitSections"),
    ("aclnnSplitTensor", [ones(0), 1, 0, [ones(0)]], INVALID, "splitSections"),
    ("aclnnSplitTensor", [ones(), 1, 0, [ones(1)]], INVALID, "1 to 8 dims"),
    ("aclnnSplitTensor", [ones(3), 2, 0, [ones(2)]], INVALID, "expected 2 tensors"),
    ("aclnnSplitTensor", [ones(3), 2, 0, [ones(2), ones(2)]], INNER, "out[1]: expected shape [1]"),
    ("aclnnSplitTensor", [ones(3), 3, 0, [ones(3, dtype=np.float16)]], INNER, "expected FLOAT"),
    ("aclnnSplitWithSize", [ones(3), None, 0, [ones(3)]], NULL, "splitSize"),
    ("aclnnSplitWithSize", [ones(3), [1, 1], 0, [ones(1), ones(1)]], INVALID, "the sum 3"),
    ("aclnnSplitWithSize", [ones(3), [4, -1], 0, [ones(4), ones(1)]], INVALID, "splitSize"),
    ("aclnnSplitWithSize", [ones(33, dtype=np.float64), [1] * 33, 0, [ones(1, dtype=np.float64)] * 33], INVALID,
     "at most 32"),
]


@pytest.mark.parametrize(("operator", "arguments", "code", "text"), REFUSED,
                         ids=[f"{number}-{case[0][5:]}" for number, case in enumerate(REFUSED)])
def test_refusals(operator: str, arguments: list[Any], code: int, text: str) -> None:
    check_refusal(machine(), operator, arguments, code, text)


def test_parts_without_an_operator() -> None:
    check_refusal(machine("Ascend910A"), "aclnnChunkCat", [[ones(2)], 0, 1, Out((1, 2), np.float32)], NO_KERNEL,
                  "has no kernel")
    check_refusal(machine("Ascend310P"), "aclnnSplitWithSize", [ones(3), [3], 0, [ones(3)]], NO_KERNEL, "has no kernel")
