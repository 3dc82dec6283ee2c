"""Promotion against the table of the semantics, written out (rows: first operand, columns: second)."""
from __future__ import annotations

from typing import Any

import pytest

from pyacl.emulator.nnop import dtypes
from pyacl.emulator.ops import promotion

SHORT: dict[str, Any] = {
    "bool": dtypes.BOOL, "u8": dtypes.UINT8, "s8": dtypes.INT8, "s16": dtypes.INT16, "s32": dtypes.INT32,
    "s64": dtypes.INT64, "f16": dtypes.FLOAT16, "bf16": dtypes.BF16, "f32": dtypes.FLOAT, "f64": dtypes.DOUBLE,
    "c32": dtypes.COMPLEX32, "c64": dtypes.COMPLEX64, "c128": dtypes.COMPLEX128, "u16": dtypes.UINT16,
    "u32": dtypes.UINT32, "u64": dtypes.UINT64, "x": None}
COLUMNS = [name for name in SHORT if name != "x"]
TABLE = """
bool bool u8  s8  s16 s32 s64 f16 bf16 f32 f64 c32 c64 c128 x x x
u8   u8   u8  s16 s16 s32 s64 f16 bf16 f32 f64 c32 c64 c128 x x x
s8   s8   s16 s8  s16 s32 s64 f16 bf16 f32 f64 c32 c64 c128 x x x
s16  s16  s16 s16 s16 s32 s64 f16 bf16 f32 f64 c32 c64 c128 x x x
s32  s32  s32 s32 s32 s32 s64 f16 bf16 f32 f64 c32 c64 c128 x x x
s64  s64  s64 s64 s64 s64 s64 f16 bf16 f32 f64 c32 c64 c128 x x x
f16  f16  f16 f16 f16 f16 f16 f16 f32 f32 f64 c32 c64 c128 x x x
bf16 bf16 bf16 bf16 bf16 bf16 bf16 f32 bf16 f32 f64 c64 c64 c128 x x x
f32  f32  f32 f32 f32 f32 f32 f32 f32 f32 f64 c64 c64 c128 x x x
f64  f64  f64 f64 f64 f64 f64 f64 f64 f64 f64 c128 c128 c128 x x x
c32  c32  c32 c32 c32 c32 c32 c32 c64 c64 c128 c32 c64 c128 x x x
c64  c64  c64 c64 c64 c64 c64 c64 c64 c64 c128 c64 c64 c128 x x x
c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 x x x
u16  x x x x x x x x x x x c64 c128 u16 x x
u32  x x x x x x x x x x x c64 c128 x u32 x
u64  x x x x x x x x x x x c128 c128 x x u64
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_tensors_meet_as_in_the_table(row: list[str]) -> None:
    """N-PRO-1, N-PRO-2."""
    found = [promotion.tensor_tensor(SHORT[row[0]], SHORT[column]) for column in COLUMNS]
    assert found == [SHORT[cell] for cell in row[1:]]


def test_small_floats_meet_anything_in_float() -> None:
    """N-PRO-3."""
    for small in range(34, 42):
        assert promotion.tensor_tensor(small, small) == small
        assert promotion.tensor_tensor(small, dtypes.INT8) == dtypes.FLOAT
        assert promotion.tensor_tensor(dtypes.COMPLEX128, small) == dtypes.FLOAT
    assert promotion.tensor_tensor(-1, -1) is None
    assert promotion.tensor_tensor(42, 42) is None


@pytest.mark.parametrize(("tensor", "scalar", "out", "older", "newer"), [
    ("s32", "f64", "f64", "f64", "f32"),          # N-PRO-9: the scalar's real type; N-PRO-8: weakened
    ("s32", "f64", "f32", "f32", "f32"),
    ("s32", "f16", "f16", "f16", "f32"),
    ("s32", "s64", "s32", "s32", "s32"),
    ("bool", "s32", "s32", "s32", "s32"),
    ("bool", "u16", "bool", "x", "x"),
    ("f16", "f64", "f16", "f16", "f16"),
    ("bf16", "f32", "bf16", "bf16", "bf16"),
    ("f32", "c128", "c64", "c128", "c64"),
    ("f16", "c64", "c64", "c64", "c64"),          # N-PRO-8: c32 becomes c64
    ("s8", "c128", "c64", "c128", "c64"),
    ("c64", "f64", "c64", "c128", "c64"),         # N-PRO-11: documents and code differ here
    ("u8", "s64", "u8", "u8", "u8"),
])
def test_tensor_meets_scalar_by_generation(tensor: str, scalar: str, out: str, older: str, newer: str) -> None:
    for generation, want in (("910", older), ("310P", older), ("910B", older), ("910_93", older), ("950", newer)):
        assert promotion.tensor_scalar(SHORT[tensor], SHORT[scalar], generation, SHORT[out]) == SHORT[want]


def test_halves_are_kept_for_exact_scalars_only() -> None:
    """N-PRO-8: else float, on the newer parts."""
    args = dtypes.FLOAT16, dtypes.FLOAT, "950", dtypes.FLOAT16
    assert promotion.tensor_scalar(*args, lambda dtype: True) == dtypes.FLOAT16
    assert promotion.tensor_scalar(*args, lambda dtype: False) == dtypes.FLOAT


def test_cast_rule() -> None:
    """N-CST-1: complex to real no, floating to integer no, anything but bool to bool no, all else yes."""
    kinds = {name: "c" if name[0] == "c" else "b" if name == "bool" else "f" if "f" in name else "i"
             for name in COLUMNS}
    for source in COLUMNS:
        for target in COLUMNS:
            forbidden = ((kinds[source] == "c" and kinds[target] != "c")
                         or (kinds[source] == "f" and kinds[target] == "i")
                         or (kinds[source] != "b" and kinds[target] == "b"))
            assert promotion.can_cast(SHORT[source], SHORT[target]) is not forbidden, (source, target)


def test_alpha() -> None:
    """N-PRO-6: castable to the promoted type; for bool it must be integer or bool."""
    assert promotion.can_scale(dtypes.INT64, dtypes.BOOL)
    assert promotion.can_scale(dtypes.BOOL, dtypes.BOOL)
    assert not promotion.can_scale(dtypes.FLOAT, dtypes.BOOL)
    assert not promotion.can_scale(dtypes.FLOAT, dtypes.INT32)
    assert promotion.can_scale(dtypes.INT32, dtypes.FLOAT16)
    assert not promotion.can_scale(dtypes.COMPLEX64, dtypes.FLOAT)
