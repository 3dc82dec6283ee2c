"""Copies, fills and masks in place: values by plain loops, what stays, and what the pages refuse."""
from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from harness import DTYPES, LAYOUTS, Value, argument, check_refusal, kinds, machine, repeated, run

from pyacl import capi

NULL, INVALID, NO_KERNEL = 161001, 161002, 561003
COPIED = "i8 i16 i32 i64 u8 f16 f32 b f64 c64 c128 u16 u32 u64 bf16"
MASKED = "b bf16 f16 f32 i32 i64 i8"
SHAPES = ((2, 3), (), (0, 3), (4,))


def ones(*shape: int, dtype: Any = np.float32) -> Any:
    return np.ones(shape, dtype)


def test_copy() -> None:
    npu = machine()
    for dtype, layout in product(kinds(COPIED), LAYOUTS[:3]):
        source = np.arange(6).reshape(2, 3).astype(dtype)
        if np.dtype(dtype).kind == "c" and layout != "contiguous":
            continue
        got, = run(npu, "aclnnInplaceCopy", ones(2, 3, dtype=dtype), source, layout=layout)
        assert got.tobytes() == source.tobytes()


def test_copy_broadcasts_and_converts() -> None:
    npu = machine()
    got, = run(npu, "aclnnInplaceCopy", np.zeros((2, 3), np.float32), np.array([[-1], [5]], np.int8))
    assert got.tolist() == [[-1] * 3, [5] * 3]
    got, = run(npu, "aclnnInplaceCopy", np.zeros((2, 3), np.float16), np.array(70000.0))
    assert np.isinf(got).all()
    got, = run(npu, "aclnnInplaceCopy", np.zeros((2, 3), np.int8), np.array([300, -129, 7], np.int32))
    assert got.tolist() == [[44, 127, 7]] * 2
    assert run(npu, "aclnnInplaceCopy", np.zeros((0, 3), np.float32), ones(3))[0].size == 0


@pytest.mark.parametrize(("operator", "value", "dtypes"), [
    ("aclnnInplaceOne", 1, "b bf16 f16 f32 f64 i16 i32 i64 i8 u16 u8"),
    ("aclnnInplaceZero", 0, "b bf16 c128 c64 f16 f32 f64 i16 i32 i64 i8 u16 u8")])
def test_ones_and_zeros(operator: str, value: int, dtypes: str) -> None:
    npu = machine()
    for dtype, shape, layout in product(kinds(dtypes), SHAPES, LAYOUTS[:3]):
        got, = run(npu, operator, np.full(shape, 2).astype(dtype), layout=layout)
        assert got.tolist() == np.full(shape, value).tolist()


def test_zeros_of_types_without_numbers() -> None:
    npu = machine("Ascend950", mode="faithful")              # the storage dims count bytes here
    base = np.full(4, 0xFF, np.uint8)
    for name, count, left in (("HIFLOAT8", 4, []), ("FLOAT4_E1M2", 6, [0xFF]), ("FLOAT4_E2M1", 8, [])):
        block = npu.memory(base)
        x = npu.describe(block, base, (count,), dtype=getattr(capi, f"ACL_{name}"))
        assert npu.run("aclnnInplaceZero", x) == 0, npu.message()
        assert npu.base(x).tolist() == [0] * (4 - len(left)) + left


def test_filled_with_a_scalar() -> None:
    """N-SCA-4: a scalar becomes the tensor's type as C casts it; complex becomes 0 where numbers are real."""
    npu = machine()
    for dtype, shape, layout in product(kinds(COPIED), SHAPES, LAYOUTS[:3]):
        got, = run(npu, "aclnnInplaceFillScalar", ones(*shape, dtype=dtype), Value(3, np.int32), layout=layout)
        assert got.tolist() == np.full(shape, 3).astype(dtype).tolist()
    assert run(npu, "aclnnInplaceFillScalar", ones(2, dtype=np.int8), Value(2.7))[0].tolist() == [2, 2]
    assert run(npu, "aclnnInplaceFillScalar", ones(2), Value(2 + 1j, np.complex64))[0].tolist() == [0, 0]
    assert run(npu, "aclnnInplaceFillScalar", ones(2), Value(np.nan))[0].tolist() != [0, 0]


def test_filled_with_a_tensor() -> None:
    npu = machine()
    for dtype, shape, value in product(kinds("i8 i16 i32 i64 u8 u16 u32 u64 b bf16 f32 f16"), SHAPES, ((), (1,))):
        got, = run(npu, "aclnnInplaceFillTensor", np.zeros(shape, dtype), np.full(value, 5).astype(dtype))
        assert got.tolist() == np.full(shape, 5).astype(dtype).tolist()
    got, = run(npu, "aclnnInplaceFillTensor", np.zeros(2, np.int8), np.array([-1.9], np.float32))
    assert got.tolist() == [-1, -1]


@pytest.mark.parametrize("by", ["Scalar", "Tensor"])
def test_masked_fill(by: str) -> None:
    """What the mask leaves out stays; the mask broadcasts."""
    npu = machine()
    for dtype, layout, mask_shape in product(kinds(MASKED), LAYOUTS[:3], ((2, 3), (3,), (2, 1), ())):
        x = np.arange(6).reshape(2, 3).astype(dtype)
        mask = repeated(np.random.default_rng(3).integers(0, 2, mask_shape).astype(bool), layout)
        want = x.copy()
        for index in np.ndindex(2, 3):
            if np.broadcast_to(mask, (2, 3))[index]:
                want[index] = 1
        kind = np.dtype(bool if dtype.kind == "b" else np.int8)
        value = Value(1, kind) if by == "Scalar" else np.array(1, kind)
        got, = run(npu, f"aclnnInplaceMaskedFill{by}", x, mask, value, layout=layout)
        assert got.tobytes() == want.tobytes(), (dtype, layout, mask_shape)


@pytest.mark.parametrize(("shape", "wrap", "places"), [
    ((3, 4), False, [(0, 0), (1, 1), (2, 2)]), ((4, 3), True, [(0, 0), (1, 1), (2, 2)]),
    ((7, 3), True, [(0, 0), (1, 1), (2, 2), (4, 0), (5, 1), (6, 2)]), ((7, 3), False, [(0, 0), (1, 1), (2, 2)]),
    ((2, 5), True, [(0, 0), (1, 1)]), ((2, 2, 2), False, [(0, 0, 0), (1, 1, 1)]), ((0, 3), True, [])])
def test_fill_diagonal(shape: tuple[int, ...], wrap: bool, places: list[tuple[int, ...]]) -> None:
    """A tall matrix gets a new diagonal after an empty row."""
    npu = machine()
    for dtype, layout in product(kinds("f32 f16 f64 i32 i64 i16 i8 u8 b c64 bf16"), LAYOUTS[:3]):
        want = np.zeros(shape, dtype)
        for place in places:
            want[place] = 1
        got, = run(npu, "aclnnInplaceFillDiagonal", np.zeros(shape, dtype), Value(1, np.int64), wrap, layout=layout)
        assert got.tobytes() == want.tobytes(), (dtype, layout)


@pytest.mark.parametrize("axes", [[0, 1], None, [-2, -1]])
def test_strided_slice_assign_of_the_page(axes: Any) -> None:
    npu = machine()
    for dtype, layout in product(kinds("f16 f32 bf16 i32 i64 f64 i8"), LAYOUTS[:3]):
        x, value = np.arange(12).reshape(4, 3).astype(dtype), np.array([[-1, -2], [-3, -4]]).astype(dtype)
        got, = run(npu, "aclnnStridedSliceAssignV2", x, value, [1, 0], [4, 2], [2, 1], axes, layout=layout)
        assert got.tolist() == [[0, 1, 2], [-1, -2, 5], [6, 7, 8], [-3, -4, 11]]


def test_strided_slice_assign_clamps() -> None:
    got, = run(machine(), "aclnnStridedSliceAssignV2", np.zeros((3, 2), np.float32), ones(2, 1), [-2, -9], [99, 1],
               [1, 1], None)
    assert got.tolist() == [[0, 0], [1, 0], [1, 0]]


# -- conversion

def test_cast_moves_and_refuses_what_has_no_numbers() -> None:
    npu = machine("Ascend950", mode="faithful")
    base = np.arange(4, dtype=np.uint8)
    x = npu.describe(npu.memory(base), base, (4,), dtype=capi.ACL_HIFLOAT8)
    same = npu.describe(npu.memory(base), np.zeros(4, np.uint8), (4,), dtype=capi.ACL_HIFLOAT8)
    assert npu.run("aclnnCast", x, capi.ACL_HIFLOAT8, same) == 0
    assert npu.base(same).tolist() == [0, 1, 2, 3]
    assert npu.prepare("aclnnCast", x, capi.ACL_FLOAT, npu.empty((4,), np.float32))[0] == NO_KERNEL
    assert "cannot convert HIFLOAT8" in npu.message()


def test_cast_to_four_bits_needs_an_even_last_dim() -> None:
    npu = machine("Ascend950", mode="faithful")
    raw = np.zeros(2, np.uint8)
    out = npu.describe(npu.memory(raw), raw, (3,), dtype=capi.ACL_INT4)
    assert npu.prepare("aclnnCast", argument(npu, np.array([1, -2, 3], np.int32)), capi.ACL_INT4, out)[0] == 561002
    out = npu.describe(npu.memory(raw), raw, (4,), dtype=capi.ACL_INT4)
    assert npu.run("aclnnCast", argument(npu, np.array([1, -2, 3, 7], np.int32)), capi.ACL_INT4, out) == 0
    assert npu.base(out).tolist() == [0xE1, 0x73]


F, MASK = ones(2, 3), np.ones((2, 3), bool)
REFUSED: list[tuple[str, list[Any], int, str]] = [
    ("aclnnInplaceCopy", [None, F], NULL, "selfRef"),
    ("aclnnInplaceCopy", [F, None], NULL, "src"),
    ("aclnnInplaceCopy", [ones(*[1] * 9), F], INVALID, "0 to 8 dims"),
    ("aclnnInplaceCopy", [F, ones(4)], INVALID, "broadcast"),
    ("aclnnInplaceCopy", [ones(3), F], INVALID, "expected shape [2, 3]"),
    ("aclnnInplaceCopy", [ones(2, 3, dtype=np.int32), F], INVALID, "cannot be cast to INT32"),
    ("aclnnInplaceOne", [None], NULL, "selfRef"),
    ("aclnnInplaceOne", [ones(2, dtype=np.complex64)], INVALID, "selfRef: expected one of"),
    ("aclnnInplaceZero", [ones(2, dtype=np.uint32)], INVALID, "selfRef: expected one of"),
    ("aclnnInplaceFillScalar", [F, None], NULL, "value"),
    ("aclnnInplaceFillScalar", [ones(*[1] * 9), Value(1)], INVALID, "0 to 8 dims"),
    ("aclnnInplaceFillTensor", [F, None], NULL, "value"),
    ("aclnnInplaceFillTensor", [ones(2, dtype=np.float64), ones(1)], INVALID, "selfRef: expected one of"),
    ("aclnnInplaceFillTensor", [F, ones(2)], INVALID, "value: expected shape [1]"),
    ("aclnnInplaceFillTensor", [F, ones(1, 1)], INVALID, "value: expected shape [1]"),
    ("aclnnInplaceMaskedFillScalar", [F, None, Value(1)], NULL, "mask"),
    ("aclnnInplaceMaskedFillScalar", [F, MASK, None], NULL, "value"),
    ("aclnnInplaceMaskedFillScalar", [F, ones(2, 3, dtype=np.int8), Value(1)], INVALID, "mask: expected one of BOOL"),
    ("aclnnInplaceMaskedFillScalar", [ones(2, 3, dtype=np.uint8), MASK, Value(1)], INVALID, "selfRef"),
    ("aclnnInplaceMaskedFillScalar", [ones(3), MASK, Value(1)], INVALID, "selfRef: expected shape [2, 3]"),
    ("aclnnInplaceMaskedFillScalar", [F, np.ones(4, bool), Value(1)], INVALID, "broadcast"),
    ("aclnnInplaceMaskedFillScalar", [ones(2, 3, dtype=np.int32), MASK, Value(1.0)], INVALID, "cannot be cast"),
    ("aclnnInplaceMaskedFillTensor", [F, MASK, ones(1)], INVALID, "value: expected 0 dims"),
    ("aclnnInplaceMaskedFillTensor", [ones(2, 3, dtype=np.int8), MASK, ones()], INVALID, "cannot be cast"),
    ("aclnnInplaceFillDiagonal", [F, None, False], NULL, "fillValue"),
    ("aclnnInplaceFillDiagonal", [ones(3), Value(1), False], INVALID, "2 to 8 dims"),
    ("aclnnInplaceFillDiagonal", [ones(2, 2, 3), Value(1), False], INVALID, "one size"),
    ("aclnnInplaceFillDiagonal", [F, Value(1j, np.complex64), False], INVALID, "cannot be cast to FLOAT"),
    ("aclnnInplaceFillDiagonal", [ones(2, 2, dtype=np.int8), Value(128, np.int64), False], INVALID, "fits INT8"),
    ("aclnnInplaceFillDiagonal", [ones(2, 2, dtype=np.float16), Value(7e4), False], INVALID, "fits FLOAT16"),
    ("aclnnInplaceFillDiagonal", [ones(2, 2, dtype=np.uint16), Value(1), False], INVALID, "selfRef: expected one of"),
    ("aclnnStridedSliceAssignV2", [F, None, [0], [1], [1], [0]], NULL, "inputValue"),
    ("aclnnStridedSliceAssignV2", [F, ones(1, 3), None, [1], [1], [0]], NULL, "begin"),
    ("aclnnStridedSliceAssignV2", [F, ones(1, 3), [0], [1], [0], [0]], INVALID, "strides: expected positive"),
    ("aclnnStridedSliceAssignV2", [F, ones(2, 2), [0], [3], [2], [1]], INVALID, "expected 1 for the last dim"),
    ("aclnnStridedSliceAssignV2", [F, ones(2, 2), [0], [1], [1], [0]], INVALID, "inputValue: expected shape [1, 3]"),
    ("aclnnStridedSliceAssignV2", [F, ones(1, 3, dtype=np.float16), [0], [1], [1], [0]], INVALID, "expected FLOAT"),
    ("aclnnStridedSliceAssignV2", [ones(2, dtype=np.uint8), ones(1, dtype=np.uint8), [0], [1], [1], [0]], INVALID,
     "varRef: expected one of"),
]


@pytest.mark.parametrize(("operator", "arguments", "code", "text"), REFUSED,
                         ids=[f"{number}-{case[0][5:]}" for number, case in enumerate(REFUSED)])
def test_refusals(operator: str, arguments: list[Any], code: int, text: str) -> None:
    check_refusal(machine(), operator, arguments, code, text)


def test_complex_copies_need_a_contiguous_target() -> None:
    npu = machine()
    x = npu.empty((2, 3), DTYPES["c64"], "sliced")
    assert npu.prepare("aclnnInplaceCopy", x, argument(npu, ones(2, 3, dtype=np.complex64)))[0] == INVALID
    assert "contiguous" in npu.message()


def test_parts_without_an_operator() -> None:
    check_refusal(machine("Ascend910A"), "aclnnInplaceFillDiagonal", [F, Value(1), False], NO_KERNEL, "has no kernel")
    check_refusal(machine("Ascend310P"), "aclnnInplaceMaskedFillTensor", [F, MASK, ones()], NO_KERNEL, "has no kernel")
    check_refusal(machine("Ascend950"), "aclnnStridedSliceAssignV2", [F, ones(1, 3), [0], [1], [1], [0]], NO_KERNEL,
                  "has no kernel")
    check_refusal(machine("Ascend910A"), "aclnnInplaceFillScalar", [ones(2, dtype=np.uint16), Value(1)], INVALID,
                  "selfRef: expected one of")


def test_an_out_argument_is_no_input() -> None:
    """Filling does not read what was there: fresh memory gives no finding."""
    npu = machine()
    block = npu.workspace(64)
    x = npu.describe(block, np.zeros(16, np.float32), (16,))
    assert npu.run("aclnnInplaceOne", x) == 0
    assert npu.read(x).tolist() == [1] * 16
