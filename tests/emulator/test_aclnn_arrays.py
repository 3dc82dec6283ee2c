"""Elements of types that share bytes, and of complex halves."""
from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from pyacl.emulator.nnop import arrays, dtypes
from pyacl.emulator.nnop.meta import Tensor, row_major


def tensor(shape: tuple[int, ...], dtype: int, strides: tuple[int, ...] | None = None, offset: int = 0) -> Tensor:
    return Tensor(shape, dtype, row_major(shape) if strides is None else strides, offset, 2, (64,), 0)


def test_int4_is_packed_low_half_first() -> None:
    """N-DT-3, N-DT-4: shapes count elements, two to a byte."""
    four = tensor((2, 4), dtypes.INT4)
    assert four.span == (0, 4)
    memory = bytearray(4)
    values = np.array([[1, -1, 7, -8], [0, 3, -2, 5]]).astype(ml_dtypes.int4)
    arrays.store(four, memory, values)
    assert memory == bytes([0xF1, 0x87, 0x30, 0x5E])
    assert (arrays.load(four, memory) == values).all()


def test_gaps_of_a_packed_view_stay() -> None:
    """Only the elements of the view are written."""
    column = tensor((3,), dtypes.INT4, (2,), 0)
    assert column.span == (0, 3)
    memory = bytearray([0x99, 0x99, 0x99])
    arrays.store(column, memory, np.array([1, 2, 3]).astype(ml_dtypes.int4))
    assert memory == bytes([0x91, 0x92, 0x93])


def test_odd_offset_loses_half_an_element() -> None:
    """N-TEN-4: the start rounds down to a byte."""
    assert tensor((2,), dtypes.INT4, offset=3).span[0] == 1
    assert tensor((2,), dtypes.FLOAT16, offset=3).span == (6, 10)


def test_float4() -> None:
    four = tensor((4,), dtypes.FLOAT4_E2M1)
    values = np.array([0.5, -1, 6, 1.5]).astype(ml_dtypes.float4_e2m1fn)
    memory = bytearray(2)
    arrays.store(four, memory, values)
    assert memory == bytes([0xA1, 0x37])                # sign, two bits of exponent, one of fraction
    assert arrays.load(four, memory).astype(float).tolist() == [0.5, -1, 6, 1.5]


def test_complex32_is_two_halves() -> None:
    """N-DT-5."""
    pair = tensor((2,), dtypes.COMPLEX32)
    memory = bytearray(np.array([1, 2, -3, 0.5], np.float16).tobytes())
    assert arrays.load(pair, memory).tolist() == [1 + 2j, -3 + 0.5j]
    with np.errstate(over="ignore"):
        arrays.store(pair, memory, np.array([4 - 1j, 65536], np.complex64))
    assert np.frombuffer(memory, np.float16).tolist() == [4, -1, np.inf, 0]


def test_type_without_a_numpy_twin() -> None:
    with pytest.raises(LookupError, match="HIFLOAT8"):
        dtypes.twin(dtypes.HIFLOAT8)
