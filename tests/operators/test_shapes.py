"""Operators that move elements: what their pages say, over data types and layouts, and what they refuse."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pytest
from aclnn_calls import Calls
from harness import LAYOUTS, SHORT, Out, check_refusal, kinds, machine, repeated, run

from pyacl import capi

A2, A5, OLD = "Ascend910B1", "Ascend950", "Ascend910A"
WITHOUT_I16 = "b bf16 f16 f32 i32 i64 i8 u8"
WHOLE = "i8 i16 i32 i64 u8"
EVERYTHING = f"{WHOLE} b f16 bf16 f32 f64 u16 u32 u64 c64 c128"
NULL, INVALID, TILING, NO_KERNEL, INNER = 161001, 161002, 561002, 561003, 561103


@dataclass(frozen=True)
class Move:
    """An operator with parameters, and what it makes of an array, by another way than the emulator's.

    shapes   of the input; `dtypes` that the page lists for a part
    """

    operator: str
    parameters: tuple[Any, ...]
    expected: Callable[[Any], Any]
    shapes: tuple[tuple[int, ...], ...]
    dtypes: str
    soc: str = A2

    def __str__(self) -> str:
        return f"{self.operator[5:]}{self.parameters}".replace(" ", "")


def gather(*places: Callable[..., Any], shape: Callable[..., tuple[int, ...]]) -> Callable[[Any], Any]:
    """Element by element: out[i, j, ...] is x at the place that functions of the indices give."""
    def expected(x: Any) -> Any:
        out = np.empty(shape(*x.shape), x.dtype)
        for index in np.ndindex(out.shape):
            out[index] = x[tuple(place(*index) for place in places)]
        return out
    return expected


def _kept(keep: Callable[[int, int], bool]) -> Callable[[Any], Any]:
    def expected(x: Any) -> Any:
        out = np.zeros_like(x)
        for index in np.ndindex(x.shape):
            if keep(*index[-2:]):
                out[index] = x[index]
        return out
    return expected


def _onto_diagonal(offset: int) -> Callable[[Any], Any]:
    def expected(x: Any) -> Any:
        size = x.size + abs(offset)
        out = np.zeros((size, size), x.dtype)
        for place, value in enumerate(x.ravel()):
            out[place + max(-offset, 0), place + max(offset, 0)] = value
        return out
    return expected


MATRIX = ((3, 4), (1, 5), (0, 3))
CUBE = ((2, 3, 4), (1, 1, 2), (2, 0, 3))
MOVES = (
    Move("aclnnPermute", ([2, 0, -2],), gather(lambda i, j, k: j, lambda i, j, k: k, lambda i, j, k: i,
                                               shape=lambda a, b, c: (c, a, b)), CUBE, EVERYTHING),
    Move("aclnnPermute", ([],), lambda x: x, ((),), "f32 b"),
    Move("aclnnExpand", ([2, 3, 4],), lambda x: np.stack([x] * 2), ((3, 4),), WITHOUT_I16),
    Move("aclnnExpand", ([2, 3],), lambda x: np.full((2, 3), x, x.dtype), ((), (1,), (1, 1)), "f32"),
    Move("aclnnExpand", ([2, 0],), lambda x: np.empty((2, 0), x.dtype), ((1, 0), (0,)), "f32"),
    Move("aclnnRepeat", ([2, 1, 2],), gather(lambda i, j, k: j % 3, lambda i, j, k: k % 2,
                                             shape=lambda a, b: (2, a, 2 * b)), ((3, 2),), EVERYTHING),
    Move("aclnnRepeat", ([2, 0],), lambda x: np.empty((6, 0), x.dtype), ((3, 2),), "f32"),
    Move("aclnnFlatten", (1,), gather(lambda i, j: i, lambda i, j: j // 4, lambda i, j: j % 4,
                                      shape=lambda a, b, c: (a, b * c)), ((2, 3, 4),),
         f"{WHOLE} u16 u32 u64 b bf16 f32 f16"),
    Move("aclnnFlatten", (0,), lambda x: x.ravel()[None], ((3,), (2, 3)), "f32"),
    Move("aclnnFlip", ([0, -1],), gather(lambda i, j: -1 - i, lambda i, j: -1 - j, shape=lambda a, b: (a, b)), MATRIX,
         f"{WHOLE} b f16 bf16 f32 f64 c64 c128"),
    Move("aclnnFlip", ([],), lambda x: x, ((3, 2),), "f32"),
    Move("aclnnRoll", ([1], [0]), gather(lambda i, j: i - 1, lambda i, j: j, shape=lambda a, b: (a, b)), MATRIX,
         f"{WHOLE} b bf16 f16 f32 u32"),
    Move("aclnnRoll", ([1, 2, -1], [0, 0, 1]), gather(lambda i, j: (i - 3) % 4, lambda i, j: (j + 1) % 3,
                                                      shape=lambda a, b: (a, b)), ((4, 3),), "f32"),
    Move("aclnnRoll", ([2], None), lambda x: np.array([*x.ravel()[-2:], *x.ravel()[:-2]], x.dtype).reshape(x.shape),
         ((3, 4), (5,)), "f32 i8"),
    Move("aclnnRoll", ([2], None), lambda x: x, ((),), "f32"),
    Move("aclnnChannelShuffle", (2,), gather(lambda i, j, k: i, lambda i, j, k: j % 2 * 3 + j // 2,
                                             lambda i, j, k: k, shape=lambda a, b, c: (a, b, c)),
         ((2, 6, 2), (1, 6, 1)), f"{WHOLE} b f16 bf16 f32 f64 c64 c128"),
    Move("aclnnConfusionTranspose", ([1, 0], [2, 4], True), lambda x: np.array([x[:, j] for j in range(4)]).reshape(
        2, 4), ((2, 4),), f"{WHOLE} u16 u32 u64 f16 f32 bf16", A5),
    Move("aclnnConfusionTranspose", ([1, 0], [4, 2], False),
         lambda x: np.array([x.ravel()[0::2], x.ravel()[1::2]], x.dtype), ((2, 4), (8,)), "f32", A5),
    Move("aclnnSlice", (1, 1, 100, 2), lambda x: np.take(x, [1, 3], 1), ((3, 4), (0, 5)), WITHOUT_I16),
    Move("aclnnSlice", (-2, -2, -1, 1), lambda x: np.take(x, [1], 0), ((3, 4),), "f32"),
    Move("aclnnSlice", (0, 2, 1, 1), lambda x: np.empty((0, 4), x.dtype), ((3, 4),), "f32"),
    Move("aclnnSliceV2", ([1, 1], [3, 2], [0, 1], [1, 1]), lambda x: np.take(np.take(x, [1, 2], 0), [1], 1),
         ((4, 2),), WITHOUT_I16),
    Move("aclnnSliceV2", ([-3, -100], [100, 3], [-1, 0], [2, 1]), lambda x: np.take(np.take(x, [1, 3], 1), [0, 1], 0),
         ((2, 4),), "f32"),
    Move("aclnnStridedSlice", ([1, 1], [3, 3], [1, 1], 0, 0, 0, 0, 0), lambda x: x[1:3, 1:3], ((4, 3),),
         f"{WHOLE} u16 u32 u64 f32 f16 bf16 b c64", A5),
    # begin and end of the first place ignored; all dims between; a new dim; one element of the last dim
    Move("aclnnStridedSlice", ([9, 9, 0, -1], [9, 9, 0, 9], [2, 1, 1, 1], 1, 1, 2, 4, 8),
         lambda x: np.expand_dims(np.take(np.take(x, [0, 2], 0), -1, -1), -1), ((3, 2, 4), (3, 4)), "f32", A5),
    Move("aclnnStridedSlice", ([3], [0], [-2], 0, 0, 0, 0, 0), lambda x: np.take(x, [3, 1], 0), ((4, 2),), "f32", A5),
    Move("aclnnDiag", (1,), _onto_diagonal(1), ((3,), (1,), (0,)), f"{WHOLE} b f16 bf16 f32 f64 c64"),
    Move("aclnnDiag", (-1,), lambda x: np.array([x[1, 0], x[2, 1], x[3, 2]], x.dtype), ((4, 3),), "f32 b c64"),
    Move("aclnnDiag", (2,), lambda x: np.array([x[0, 2], x[1, 3]], x.dtype), ((2, 4),), "f32"),
    Move("aclnnDiagFlat", (-2,), _onto_diagonal(-2), ((2, 2), (3,)), f"{WHOLE} b f16 bf16 f32 f64 c64"),
    Move("aclnnTril", (0,), _kept(lambda i, j: j <= i), ((3, 4), (2, 3, 2), (0, 3)),
         f"{WHOLE} b f16 bf16 f32 f64 u16 u32 u64"),
    Move("aclnnTril", (-1,), _kept(lambda i, j: j <= i - 1), ((3, 4),), "f32"),
    Move("aclnnTril", (1,), _kept(lambda i, j: j <= i + 1), ((4, 4),), "c64", A5),
    Move("aclnnTriu", (1,), _kept(lambda i, j: j >= i + 1), ((3, 4), (2, 3, 2)),
         f"{WHOLE} b f16 bf16 f32 f64 u16 u32 u64"),
    Move("aclnnTriu", (-2 ** 62,), lambda x: x, ((3, 4),), "f32"),
    Move("aclnnTriu", (2 ** 62,), np.zeros_like, ((3, 4),), "f32"),
)


def sample(dtype: Any, shape: tuple[int, ...]) -> Any:
    """Elements that differ, but for bool."""
    numbers = np.arange(1, 1 + int(np.prod(shape, dtype=int))).reshape(shape)
    if np.dtype(dtype).kind == "c":
        return (numbers - 1j * numbers).astype(dtype)
    return (numbers % 3 == 0) if np.dtype(dtype) == bool else numbers.astype(dtype)


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_elements_are_moved(move: Move) -> None:
    npu = machine(move.soc)
    outs = ("contiguous", "transposed", "sliced")
    for dtype, shape, (number, layout) in product(kinds(move.dtypes), move.shapes, enumerate(LAYOUTS)):
        x = repeated(sample(dtype, shape), layout)
        want = np.asarray(move.expected(x))
        got, = run(npu, move.operator, x, *move.parameters, Out(want.shape, dtype, outs[number % 3]), layout=layout)
        assert got.tobytes() == want.tobytes(), (dtype, shape, layout, got, want)


@pytest.mark.parametrize("operator", ["aclnnInplaceTril", "aclnnInplaceTriu"])
def test_triangles_in_place(operator: str) -> None:
    npu = machine()
    keep = _kept(lambda i, j: j <= i) if operator.endswith("Tril") else _kept(lambda i, j: j >= i)
    for dtype, layout in product(kinds("f32 bf16 i8 b"), LAYOUTS[:3]):
        x = sample(dtype, (2, 3, 4))
        assert run(npu, operator, x, 0, layout=layout)[0].tobytes() == keep(x).tobytes()


@pytest.mark.parametrize("name", ["HIFLOAT8", "FLOAT8_E5M2", "FLOAT8_E4M3FN"])
def test_types_without_numbers_are_moved(name: str) -> None:
    npu = machine(A5)
    base = np.arange(6, dtype=np.uint8)
    number = getattr(capi, f"ACL_{name}")
    x = npu.describe(npu.memory(base), base, (2, 3), dtype=number)
    out = npu.describe(npu.memory(np.zeros(6, np.uint8)), np.zeros(6, np.uint8), (3, 2), dtype=number)
    assert npu.run("aclnnPermute", x, capi.aclCreateIntArray([1, 0], 2), out) == 0
    assert npu.base(out).tolist() == [0, 3, 1, 4, 2, 5]


# -- UnfoldGrad

def test_unfold_grad_of_the_page() -> None:
    """The page: windows of [1 ... 7] of size 2 in steps of 2 give 1 ... 6 back, and 0 where there was no window."""
    got, = run(machine(), "aclnnUnfoldGrad", np.array([[1, 2], [3, 4], [5, 6]], np.float32), [7], 0, 2, 2,
               Out((7,), np.float32))
    assert got.tolist() == [1, 2, 3, 4, 5, 6, 0]


@pytest.mark.parametrize(("sizes", "dim", "size", "step"), [((8, 2), 0, 3, 2), ((2, 7), 1, 4, 1), ((2, 3, 5), 1, 2, 1),
                                                            ((6,), 0, 1, 3), ((2, 4), 1, 4, 9)])
def test_unfold_grad(sizes: tuple[int, ...], dim: int, size: int, step: int) -> None:
    npu = machine()
    windows = (sizes[dim] - size) // step + 1
    for dtype in kinds("f32 f16 bf16"):
        grad = sample(dtype, (*sizes[:dim], windows, *sizes[dim + 1:], size))
        want = np.zeros(sizes)
        for *index, place in np.ndindex(grad.shape):
            target = list(index)
            target[dim] = index[dim] * step + place
            want[tuple(target)] += float(grad[(*index, place)])
        for layout in LAYOUTS[:3]:
            got, = run(npu, "aclnnUnfoldGrad", grad, list(sizes), dim, size, step, Out(sizes, dtype, layout),
                       layout=layout)
            assert got.tobytes() == want.astype(dtype).tobytes()


# -- refusals: (operator, arguments, code, what the message says), by data type of the usual arguments

F = np.ones((3, 4), np.float32)
V = np.ones(3, np.float32)


def out(*shape: int, dtype: Any = np.float32) -> Out:
    return Out(shape, dtype)


REFUSED: list[tuple[str, list[Any], int, str]] = [
    ("aclnnPermute", [None, [1, 0], out(4, 3)], NULL, "self"),
    ("aclnnPermute", [F, None, out(4, 3)], NULL, "dims"),
    ("aclnnPermute", [F, [1, 0], None], NULL, "out"),
    ("aclnnPermute", [F, [1, 0], out(4, 3, dtype=np.float16)], INVALID, "FLOAT16"),
    ("aclnnPermute", [F, [2, 0], out(4, 3)], INVALID, "dims: expected -2 to 1, got 2"),
    ("aclnnPermute", [F, [0, 0], out(4, 3)], INVALID, "different dims"),
    ("aclnnPermute", [F, [0], out(3, 4)], INVALID, "expected 2 dims"),
    ("aclnnPermute", [F, [1, 0], out(3, 4)], INNER, "expected shape [4, 3]"),
    ("aclnnPermute", [np.ones((1,) * 9, np.float32), [*range(9)], out(*(1,) * 9)], INVALID, "0 to 8 dims"),
    ("aclnnExpand", [np.ones(3, np.int16), [3], out(3, dtype=np.int16)], INVALID, "self: expected one of"),
    ("aclnnExpand", [F, [4], out(4)], INVALID, "size"),
    ("aclnnExpand", [F, [5, 4], out(5, 4)], INVALID, "broadcasts to, got [5, 4]"),
    ("aclnnExpand", [F, [3, -1], out(3, 4)], INVALID, "size"),
    ("aclnnExpand", [F, [2, 3, 4], out(3, 4)], INVALID, "expected shape [2, 3, 4]"),
    ("aclnnRepeat", [F, [2], out(6, 4)], INVALID, "repeats: expected 2 to 8"),
    ("aclnnRepeat", [F, [2, -1], out(6, 0)], INVALID, "repeats"),
    ("aclnnRepeat", [V, [1] * 9, out(*[1] * 8, 3)], INVALID, "repeats"),
    ("aclnnRepeat", [V, [2, 3, 4, 5, 6], out(2, 3, 4, 5, 18)], INNER, "at most 4 dims"),
    ("aclnnRepeat", [V, [1, 3, 4, 5, 6], out(1, 3, 4, 5, 18)], INNER, "at most 3 dims"),
    ("aclnnFlatten", [F, 2, out(12, 1)], INVALID, "axis"),
    ("aclnnFlip", [F, [2], out(3, 4)], INVALID, "dims"),
    ("aclnnFlip", [F, [0], out(4, 3)], INVALID, "expected shape [3, 4]"),
    ("aclnnRoll", [F, [1, 2], [0], out(3, 4)], INVALID, "shifts: expected 1 numbers"),
    ("aclnnRoll", [F, [1, 2], None, out(3, 4)], INVALID, "shifts: expected 1 numbers"),
    ("aclnnRoll", [F, None, [0], out(3, 4)], NULL, "shifts"),
    ("aclnnRoll", [F, [1], [-3], out(3, 4)], INVALID, "dims"),
    ("aclnnRoll", [F.astype(np.float64), [1], [0], out(3, 4, dtype=np.float64)], INVALID, "x: expected one of"),
    ("aclnnChannelShuffle", [F, 2, out(3, 4)], INVALID, "3 to 7 dims"),
    ("aclnnChannelShuffle", [np.ones((1, 4, 1), np.float32), 0, out(1, 4, 1)], INVALID, "groups"),
    ("aclnnChannelShuffle", [np.ones((1, 4, 1), np.float32), 3, out(1, 4, 1)], INVALID, "divisor of the 4 channels"),
    ("aclnnSlice", [F, 0, 0, 2, 0, out(2, 4)], INVALID, "step: expected positive"),
    ("aclnnSlice", [F, 2, 0, 2, 1, out(2, 4)], INVALID, "dim"),
    ("aclnnSlice", [F, 0, 0, 2, 1, out(3, 4)], INVALID, "expected shape [2, 4]"),
    ("aclnnSliceV2", [F, [0], [1], [0, 1], [1], out(1, 4)], INVALID, "as many of each"),
    ("aclnnSliceV2", [F, [0, 0], [1, 1], [0, -2], [1, 1], out(1, 4)], INVALID, "different dims"),
    ("aclnnSliceV2", [F, [0], [1], [0], [-1], out(1, 4)], INVALID, "steps"),
    ("aclnnDiag", [F, -3, out(0)], INVALID, "diagonal: expected -2 to 3, got -3"),
    ("aclnnDiag", [F, 4, out(0)], INVALID, "diagonal"),
    ("aclnnDiag", [F, 0, out(4)], INVALID, "expected shape [3]"),
    ("aclnnDiag", [np.ones((1, 1, 1), np.float32), 0, out(1)], INVALID, "1 to 2 dims"),
    ("aclnnDiagFlat", [V, 0, out(3)], INNER, "expected shape [3, 3]"),
    ("aclnnTril", [V, 0, out(3)], INVALID, "2 to 8 dims"),
    ("aclnnTril", [F, 0, out(4, 3)], INVALID, "expected shape [3, 4]"),
    ("aclnnTriu", [np.ones((2, 2), np.complex64), 0, out(2, 2, dtype=np.complex64)], INVALID, "self: expected one of"),
    ("aclnnInplaceTriu", [None, 0], NULL, "selfRef"),
    ("aclnnUnfoldGrad", [np.ones((3, 2), np.float32), [7], 1, 2, 2, out(7)], TILING, "dim"),
    ("aclnnUnfoldGrad", [np.ones((3, 2), np.float32), [7], 0, 0, 2, out(7)], TILING, "size"),
    ("aclnnUnfoldGrad", [np.ones((3, 2), np.float32), [7], 0, 8, 2, out(7)], TILING, "size"),
    ("aclnnUnfoldGrad", [np.ones((3, 2), np.float32), [7], 0, 2, 0, out(7)], TILING, "step"),
    ("aclnnUnfoldGrad", [np.ones((2, 2), np.float32), [7], 0, 2, 2, out(7)], TILING, "expected shape [3, 2]"),
    ("aclnnUnfoldGrad", [np.ones((1, 2, 89), np.float32), [89, 2], 0, 89, 1, out(89, 2)], TILING, "size"),
    ("aclnnUnfoldGrad", [np.ones((1, 2, 73), np.float16), [73, 2], 0, 73, 1, out(73, 2, dtype=np.float16)], TILING,
     "size"),
    ("aclnnUnfoldGrad", [np.ones((3, 2)), [7], 0, 2, 2, out(7, dtype=np.float64)], INVALID, "gradOut"),
    ("aclnnStridedSlice", [F, [0], [1], [1], 0, 0, 0, 0, 0, out(1, 4)], INVALID, "has no kernel"),
    ("aclnnConfusionTranspose", [F, [1, 0], [4, 3], True, out(4, 3)], NO_KERNEL, "has no kernel"),
]


@pytest.mark.parametrize(("operator", "arguments", "code", "text"), REFUSED,
                         ids=[f"{number}-{case[0][5:]}" for number, case in enumerate(REFUSED)])
def test_refusals(operator: str, arguments: list[Any], code: int, text: str) -> None:
    check_refusal(machine(), operator, arguments, code, text)


NEWEST: list[tuple[str, list[Any], int, str]] = [
    ("aclnnStridedSlice", [F, [0], [1, 2], [1], 0, 0, 0, 0, 0, out(1, 4)], INVALID, "as many of each"),
    ("aclnnStridedSlice", [F, [0], [1], [0], 0, 0, 0, 0, 0, out(1, 4)], INVALID, "strides: expected no 0"),
    ("aclnnStridedSlice", [F, [0, 0], [1, 1], [1, 1], 0, 0, 3, 0, 0, out(1, 4)], INVALID, "ellipsisMask"),
    ("aclnnStridedSlice", [F, [0], [1], [-1], 0, 0, 0, 0, 1, out(4)], INVALID, "shrinkAxisMask"),
    ("aclnnStridedSlice", [F, [0], [1], [1], 0, 0, 0, 0, 0, out(4)], INVALID, "expected shape [1, 4]"),
    ("aclnnStridedSlice", [F, [0] * 3, [1] * 3, [1] * 3, 0, 0, 0, 0, 0, out(1, 1)], INVALID, "at most 2 dims"),
    ("aclnnStridedSlice", [F, None, [1], [1], 0, 0, 0, 0, 0, out(1, 4)], NULL, "begin"),
    ("aclnnConfusionTranspose", [F, [1, 0], [4, 4], True, out(4, 4)], INNER, "shape: expected a shape of 12"),
    ("aclnnConfusionTranspose", [F, [1, 1], [4, 3], True, out(4, 3)], INNER, "perm"),
    ("aclnnConfusionTranspose", [F, [0], [4, 3], True, out(4, 3)], INNER, "perm"),
    ("aclnnConfusionTranspose", [F, [1, 0], [4, 3], True, out(3, 4)], INNER, "expected shape [4, 3]"),
    ("aclnnDiagFlat", [V, 0, out(3, 3)], NO_KERNEL, "has no kernel"),
]


@pytest.mark.parametrize(("operator", "arguments", "code", "text"), NEWEST,
                         ids=[f"{number}-{case[0][5:]}" for number, case in enumerate(NEWEST)])
def test_refusals_of_the_950(operator: str, arguments: list[Any], code: int, text: str) -> None:
    check_refusal(machine(A5), operator, arguments, code, text)


@pytest.mark.parametrize("operator", ["aclnnPermute", "aclnnTril", "aclnnExpand"])
def test_older_parts_have_no_bfloat16(operator: str) -> None:
    x = np.ones((2, 2), SHORT["bf16"])
    parameter: Any = {"aclnnPermute": [1, 0], "aclnnTril": 0, "aclnnExpand": [2, 2]}[operator]
    check_refusal(machine(OLD), operator, [x, parameter, Out((2, 2), x.dtype)], INVALID, "BF16")


def test_private_formats_are_refused() -> None:
    """N-FMT-3."""
    npu: Calls = machine(mode="faithful")
    block = npu.memory(np.zeros(12, np.float32))
    x = capi.aclCreateTensor([3, 4], 2, 0, capi.NULL, 0, capi.ACL_FORMAT_FRACTAL_NZ, [3, 4], 2, block)
    assert npu.prepare("aclnnTriu", x, 0, npu.empty((3, 4), np.float32))[0] == INVALID
    assert "public format" in npu.message()
