"""Data types: codes, names, and the bytes that elements have on the device."""
from __future__ import annotations

import enum
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from conftest import Python
from hypothesis import given, settings
from hypothesis import strategies as st

from pyacl import _abi, dtypes

# aclDataType -> (name in NumPy or ml_dtypes, bits on the device): the table of the public enum with aclnn's own sizes.
TYPES = {
    "ACL_FLOAT": ("float32", 32), "ACL_FLOAT16": ("float16", 16), "ACL_INT8": ("int8", 8), "ACL_INT32": ("int32", 32),
    "ACL_UINT8": ("uint8", 8), "ACL_INT16": ("int16", 16), "ACL_UINT16": ("uint16", 16), "ACL_UINT32": ("uint32", 32),
    "ACL_INT64": ("int64", 64), "ACL_UINT64": ("uint64", 64), "ACL_DOUBLE": ("float64", 64), "ACL_BOOL": ("bool", 8),
    "ACL_COMPLEX64": ("complex64", 64), "ACL_COMPLEX128": ("complex128", 128), "ACL_BF16": ("bfloat16", 16),
    "ACL_INT4": ("int4", 4), "ACL_UINT1": ("uint1", 1), "ACL_COMPLEX32": ("complex32", 32),
    "ACL_FLOAT8_E5M2": ("float8_e5m2", 8), "ACL_FLOAT8_E4M3FN": ("float8_e4m3fn", 8),
    "ACL_FLOAT8_E8M0": ("float8_e8m0fnu", 8), "ACL_FLOAT6_E3M2": ("float6_e3m2fn", 6),
    "ACL_FLOAT6_E2M3": ("float6_e2m3fn", 6), "ACL_FLOAT4_E2M1": ("float4_e2m1fn", 4),
}
NOT_HELD = ("ACL_DT_UNDEFINED", "ACL_STRING", "ACL_HIFLOAT8", "ACL_FLOAT4_E1M2")


def missing(name: str) -> bool:
    """Whether neither NumPy nor the installed ml_dtypes has a type."""
    return name not in np.sctypeDict and not hasattr(ml_dtypes, name)


def skip_if_missing(name: str) -> None:
    if missing(name):
        pytest.skip(f"ml_dtypes {ml_dtypes.__version__} has no {name}")


def code_of(c_name: str) -> int:
    code = _abi.CONSTANTS[c_name]
    assert isinstance(code, int)
    return code


def test_every_public_type_is_in_the_table() -> None:
    """N-DT-1: the enum of the headers is held, or named as not held."""
    public = set(_abi.ffi.typeof("aclDataType").relements)
    assert public == {*TYPES, *NOT_HELD}


@pytest.mark.parametrize("c_name", TYPES)
def test_a_code_and_all_its_names(c_name: str) -> None:
    name, bits = TYPES[c_name]
    code = code_of(c_name)
    if missing(name):
        with pytest.raises(TypeError, match="newer"):
            dtypes.numpy_dtype(code)
        return
    dtype = dtypes.numpy_dtype(code)
    scalar_type = dtype.type
    for spelling in (c_name, name, dtype, scalar_type, code, np.int64(code), f"{name}"):
        assert dtypes.acl_dtype(spelling) == code, spelling
    assert dtypes.bits(name) == bits                         # N-DT-2: aclDataTypeSize says otherwise for packed types
    assert dtype.itemsize == max(bits // 8, 1)
    assert dtypes.c_name(code) == c_name
    assert dtypes.dtype_name(code) == name == dtype.name


@pytest.mark.parametrize("c_name", NOT_HELD)
def test_a_type_that_numpy_cannot_hold(c_name: str) -> None:
    for call in (dtypes.acl_dtype, dtypes.numpy_dtype):
        with pytest.raises(TypeError, match=rf"{c_name}.*known: float32, .*bfloat16" if c_name != "ACL_DT_UNDEFINED"
                           else "known: float32"):
            call(code_of(c_name))
    with pytest.raises(TypeError):
        dtypes.acl_dtype(c_name)


class Torch:
    """A data type of another framework, known by its text alone."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text


class Code(enum.IntEnum):
    BF16 = 27


@pytest.mark.parametrize(("spelling", "c_name"), [
    ("f4", "ACL_FLOAT"), ("<f8", "ACL_DOUBLE"), (">i2", "ACL_INT16"), ("half", "ACL_FLOAT16"), ("int", "ACL_INT64"),
    ("float", "ACL_DOUBLE"), (bool, "ACL_BOOL"), (int, "ACL_INT64"), (float, "ACL_DOUBLE"),
    (complex, "ACL_COMPLEX128"), ("?", "ACL_BOOL"),
    (np.dtype(">c8"), "ACL_COMPLEX64"), (np.longlong, "ACL_INT64"), (np.intp, "ACL_INT64"), (Code.BF16, "ACL_BF16"),
    (Torch("torch.bfloat16"), "ACL_BF16"), (Torch("torch.float8_e4m3fn"), "ACL_FLOAT8_E4M3FN"),
    (Torch("paddle.int64"), "ACL_INT64"), (np.dtype(ml_dtypes.bfloat16).newbyteorder(">"), "ACL_BF16"),
])
def test_other_spellings(spelling: Any, c_name: str) -> None:
    for _ in range(2):                                       # the second time from the cache
        assert dtypes.acl_dtype(spelling) == code_of(c_name)


@pytest.mark.parametrize("spelling", [
    None, True, False, 1.0, 5, 99, -7, 2**70, "float33", "torch.float31", "", b"f4", object, str, "U3", "M8[s]", list,
    [4], {}, np.dtype([("a", "f4")]), np.dtype("2f4"), np.clongdouble, Torch("torch.qint8"), Torch("bf16"),
    np.float32(1), "uint4", "float8_e4m3b11fnuz",
])
def test_what_names_no_type(spelling: Any) -> None:
    with pytest.raises(TypeError, match=r"no data type for .*; known: float32, float16"):
        dtypes.acl_dtype(spelling)


def test_equal_numbers_do_not_share_a_cache_entry() -> None:
    assert dtypes.acl_dtype(1) == 1
    for wrong in (True, 1.0):
        with pytest.raises(TypeError):
            dtypes.acl_dtype(wrong)


def test_what_to_do_about_objects_and_text() -> None:
    with pytest.raises(TypeError, match="astype"):
        dtypes.acl_dtype(np.array([None]).dtype)
    with pytest.raises(TypeError, match="text"):
        dtypes.acl_dtype(np.array(["a"]).dtype)


# -- packing
def packed(elements: Any, name: str) -> list[int]:
    skip_if_missing(name)
    array = np.array(elements).astype(getattr(ml_dtypes, name))
    return list(dtypes.to_bytes(array, dtypes.acl_dtype(name)))


def test_int4_has_the_first_element_in_the_low_nibble() -> None:
    """N-DT-3: bytes are counted over the whole tensor, the last one filled with zeros."""
    assert packed([1, 2, -8, -1, 7], "int4") == [0x21, 0xF8, 0x07]
    assert packed([[1, 2, 3], [4, 5, 6]], "int4") == [0x21, 0x43, 0x65]


def test_float4_codes() -> None:
    # e2m1: sign, two bits of exponent (bias 1), one of mantissa: 0.5 is 0001, 6 is 0111, -1 is 1010.
    assert packed([0.5, 6, -1], "float4_e2m1fn") == [0x71, 0x0A]


def test_float6_takes_three_bytes_for_four() -> None:
    # e2m3, bias 1: 1 is 001000, 7.5 is 011111, -1 is 101000, 0.125 is 000001; the first in the lowest six bits.
    codes = [0b001000, 0b011111, 0b101000, 0b000001]
    word = sum(code << 6 * place for place, code in enumerate(codes))
    assert packed([1, 7.5, -1, 0.125], "float6_e2m3fn") == list(word.to_bytes(3, "little"))


def test_uint1_takes_a_byte_for_eight() -> None:
    assert packed([1, 0, 1, 1, 0, 0, 0, 0, 1], "uint1") == [0b00001101, 1]


@pytest.mark.parametrize("name", [name for name, bits in TYPES.values() if bits < 8 and not missing(name)])
@settings(deadline=None)
@given(data=st.data())
def test_packing_has_an_inverse(name: str, data: st.DataObject) -> None:
    code = dtypes.acl_dtype(name)
    bits = dtypes.BITS[code]
    elements = np.array(data.draw(st.lists(st.integers(0, 2**bits - 1), min_size=1, max_size=40)), np.uint8)
    raw = dtypes.to_bytes(elements.view(dtypes.numpy_dtype(code)), code)
    assert raw.size == -(-elements.size * bits // 8)         # N-DT-3: ceil(n * bits / 8)
    assert (dtypes.from_bytes(raw, code, elements.size).view(np.uint8) == elements).all()


def test_all_bfloat16_patterns_keep_their_bits() -> None:
    patterns = np.arange(65536, dtype=np.uint16)
    code = dtypes.acl_dtype("bfloat16")
    raw = dtypes.to_bytes(patterns.view(ml_dtypes.bfloat16), code)
    assert (raw.view(np.uint16) == patterns).all()
    assert (dtypes.from_bytes(raw, code, 65536).view(np.uint16) == patterns).all()


def test_whole_bytes_are_not_copied() -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert np.shares_memory(dtypes.to_bytes(array, 0), array)
    assert dtypes.to_bytes(array.astype(">f4"), 0).tobytes() == array.astype("<f4").tobytes()
    assert dtypes.to_bytes(array[:, ::-1], 0).tobytes() == array[:, ::-1].tobytes()


def test_importing_it_loads_neither_numpy_nor_ml_dtypes(python: Python) -> None:
    done = python("-c", "import sys; from pyacl import dtypes; assert dtypes.acl_dtype('bfloat16') == 27; "
                        "print([m for m in ('numpy', 'ml_dtypes') if m in sys.modules])")
    assert (done.stdout, done.stderr) == ("[]\n", "")
