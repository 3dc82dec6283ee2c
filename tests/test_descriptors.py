"""Scalars, arrays and lists: what C is given, what is refused before any C call, and what is left after a failure."""
from __future__ import annotations

import gc
import math
import struct
import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_dtypes import skip_if_missing

import pyacl
from pyacl import BoolArray, FloatArray, IntArray, Scalar, ScalarList, Tensor, TensorList, _lib, capi, emulator
from pyacl._encode import encode
from pyacl.descriptors import (
    bool_array_handle,
    float_array_handle,
    int_array_handle,
    scalar_dtype,
    scalar_handle,
    scalar_list_handle,
    tensor_list_handle,
)
from pyacl.dtypes import acl_dtype

pytestmark = pytest.mark.usefixtures("strict_device")


def live(kind: str) -> int:
    return emulator.report().live_by_kind.get(kind, 0)


# -- the bytes of a scalar
@pytest.mark.parametrize(("value", "dtype", "expected"), [
    (1.5, "float16", "003e"), (65519.996, "float16", "ff7b"), (-0.0, "float16", "0080"),
    (2.0**-25, "float16", "0000"),
    (2.0**-24, "float16", "0100"), (math.inf, "float16", "007c"),
    (1.5, "bfloat16", "c03f"), (-0.0, "bfloat16", "0080"), (1 + 2**-8, "bfloat16", "803f"),
    (1 + 3 * 2**-8, "bfloat16", "823f"), (1 + 2**-8 + 2**-40, "bfloat16", "813f"),   # above the tie: rounded once
    (448, "float8_e4m3fn", "7e"), (464, "float8_e4m3fn", "7e"), (57344, "float8_e5m2", "7b"),
    (0.5, "float8_e8m0fnu", "7e"),
    (6.9, "float4_e2m1fn", "07"), (28, "float6_e3m2fn", "1f"), (-7.5, "float6_e2m3fn", "3f"),
    (-1, "int8", "ff"), (255, "uint8", "ff"), (-2**63, "int64", "00" * 7 + "80"), (2**64 - 1, "uint64", "ff" * 8),
    (True, "bool", "01"), (False, "bool", "00"), (1, "bool", "01"), (np.True_, "bool", "01"),
    (True, "int32", "01000000"),
    (0.1, "float64", struct.pack("<d", 0.1).hex()), (0.1, "float32", struct.pack("<f", 0.1).hex()),
    (1 - 2j, "complex64", struct.pack("<ff", 1, -2).hex()), (3, "complex128", struct.pack("<dd", 3, 0).hex()),
    (np.int64(7), "int16", "0700"), (np.float32(0.5), "float64", struct.pack("<d", 0.5).hex()),
    (ml_dtypes.bfloat16(2), "float32", struct.pack("<f", 2).hex()), (np.array(1.5), "float16", "003e"),
    (Fraction(3, 2), "float16", "003e"),
])
def test_scalars_are_encoded_exactly(value: Any, dtype: str, expected: str) -> None:
    """N-SCA-1, N-SCA-3: sizeof(dtype) bytes, rounded to nearest even; a bool is one byte, 0 or 1."""
    skip_if_missing(dtype)
    assert encode(value, acl_dtype(dtype)).hex() == expected


@pytest.mark.parametrize(("value", "dtype", "error"), [
    (65520, "float16", OverflowError), (-65520.0, "float16", OverflowError), (1e39, "float32", OverflowError),
    (10**400, "float64", OverflowError), (3.4e38, "bfloat16", OverflowError),
    (465, "float8_e4m3fn", OverflowError), (61440, "float8_e5m2", OverflowError), (7, "float4_e2m1fn", OverflowError),
    (-30, "float6_e3m2fn", OverflowError), (7.75, "float6_e2m3fn", OverflowError),
    (2.0**128, "float8_e8m0fnu", OverflowError),
    (1e39j, "complex64", OverflowError), (128, "int8", OverflowError), (-1, "uint64", OverflowError),
    (2**63, "int64", OverflowError), (np.uint64(2**63), "int64", OverflowError),
    (2, "bool", ValueError), (0.0, "bool", ValueError), (0, "float8_e8m0fnu", ValueError),
    (-2, "float8_e8m0fnu", ValueError),
    (math.inf, "float8_e4m3fn", ValueError), (math.nan, "float4_e2m1fn", ValueError),
    (1.0, "int32", TypeError), (np.float64(2), "int8", TypeError), (1j, "float32", TypeError),
    ("1", "float32", TypeError),
    (b"1", "int8", TypeError), (None, "float32", TypeError), ([1], "float32", TypeError),
    (np.ones(1), "float32", TypeError),
    (1, "int4", TypeError), (1, "uint1", TypeError), (1, "complex32", TypeError),
])
def test_scalars_that_do_not_fit(value: Any, dtype: str, error: type[Exception]) -> None:
    """N-SCA-2 for the types; the text names value and type, and no C call is made."""
    skip_if_missing(dtype)
    emulator.fail("aclCreateScalar", 1)
    with pytest.raises(error, match=dtype):
        Scalar(value, dtype)
    with pytest.raises(pyacl.AclError, match="NULL"):            # the first C call is this one
        Scalar(1, "int8")


def test_a_number_too_long_to_print() -> None:
    with pytest.raises(OverflowError, match="a very large int does not fit into int64"):
        Scalar(10**5000, "int64")


@pytest.mark.parametrize("dtype", ["ACL_STRING", "ACL_HIFLOAT8", "nonsense"])
def test_types_without_a_host_form(dtype: str) -> None:
    with pytest.raises(TypeError, match=f"no data type for .*{dtype}"):
        Scalar(1, dtype)


def test_all_bfloat16_patterns_pass_as_scalars() -> None:
    """A number of the type itself keeps all its bits, NaN payloads included."""
    code = acl_dtype("bfloat16")
    patterns = np.arange(65536, dtype=np.uint16)
    sent = b"".join(encode(value, code) for value in patterns.view(ml_dtypes.bfloat16))
    assert sent == patterns.tobytes()


@settings(deadline=None)
@given(st.floats(width=64, allow_nan=False))
def test_bfloat16_rounds_to_the_nearest(value: float) -> None:
    code = acl_dtype("bfloat16")
    largest = float(ml_dtypes.finfo(ml_dtypes.bfloat16).max)  # type: ignore[no-untyped-call]
    try:
        bits = int.from_bytes(encode(value, code), "little")
    except OverflowError:
        assert largest < abs(value) < math.inf
        return
    if math.isinf(value):
        assert bits & 0x7FFF == 0x7F80
        return
    # The pattern is the nearest of it and its two neighbours, by exact arithmetic; ties have an even pattern.
    def number(pattern: int) -> Fraction:
        if pattern == 0x7F80:
            return Fraction(2**128)                               # what infinity would be, if it were the next number
        return Fraction(float(np.uint16(pattern).view(ml_dtypes.bfloat16)))
    sign, magnitude = bits & 0x8000, bits & 0x7FFF
    distance = {near: abs(abs(Fraction(value)) - number(near)) for near in (magnitude - 1, magnitude, magnitude + 1)
                if near >= 0}
    best = min(distance.values())
    assert distance[magnitude] == best
    assert magnitude % 2 == 0 or list(distance.values()).count(best) == 1
    assert bool(sign) == (math.copysign(1, value) < 0)


# -- which type a Python number gets
@pytest.mark.parametrize(("value", "tensor", "expected"), [
    (True, "float32", "bool"), (2, "int32", "int32"), (2, "uint8", "uint8"), (-1, "uint8", "int64"),
    (2**31, "int32", "int64"),
    (2**63, "uint64", "uint64"), (2, "float16", "int64"), (2, "int4", "int64"), (2, "bool", "int64"),
    (2, None, "int64"),
    (2.0, "float32", "float32"), (2.0, "bfloat16", "float32"), (2.0, "float64", "float64"),
    (2.0, "complex128", "float64"),
    (2.0, "int32", "float32"), (2.0, None, "float32"), (2j, "float32", "complex64"), (2j, "complex128", "complex128"),
    (2j, "float64", "complex128"), (np.float64(2), "float32", "float64"), (np.int8(2), "int32", "int8"),
    (ml_dtypes.bfloat16(2), "float32", "bfloat16"), (np.True_, "int8", "bool"), (np.array(2, "u2"), "int8", "uint16"),
])
def test_the_type_of_a_number_beside_a_tensor(value: Any, tensor: str | None, expected: str) -> None:
    """N-PRO-12: no DOUBLE unless the tensor is one."""
    assert scalar_dtype(value, None if tensor is None else acl_dtype(tensor)) == acl_dtype(expected)


@pytest.mark.parametrize("value", ["1", b"1", None, [1], object()])
def test_what_is_no_number(value: Any) -> None:
    with pytest.raises(TypeError, match="expected a number"):
        scalar_dtype(value, None)


# -- arrays
@pytest.mark.parametrize(("kind", "values", "count"), [
    (IntArray, [1, -2**63, 2**63 - 1], 3), (IntArray, (), 0), (IntArray, range(4), 4),
    (IntArray, np.arange(3, dtype="u2"), 3),
    (IntArray, [np.int64(5)], 1), (FloatArray, [1, 2.5, np.float16(3), math.inf], 4), (FloatArray, [], 0),
    (FloatArray, np.ones(2, ml_dtypes.bfloat16), 2), (BoolArray, [True, np.False_], 2),
    (BoolArray, np.ones(5, bool), 5),
])
def test_arrays(kind: Any, values: Any, count: int) -> None:
    """N-ARR-1, N-ARR-2: the data is copied, and an empty array is an object too."""
    with kind(values) as array:
        assert len(array) == count
        assert array.handle
        assert array
    assert array.closed


def test_arrays_have_the_bytes_of_their_values(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []

    def watch(name: str, size: int) -> None:
        create = getattr(_lib.lib, name)
        monkeypatch.setitem(_lib.lib.__dict__, name, lambda pointer, count: (
            seen.append(  # type: ignore[func-returns-value]
                bytes(capi.ffi.buffer(pointer, size * count))), create(pointer, count))[1])
    watch("aclCreateIntArray", 8)
    watch("aclCreateFloatArray", 4)
    watch("aclCreateBoolArray", 1)
    for array in (IntArray([1, -2]), FloatArray([0.1, 2]), BoolArray([True, False])):
        array.close()
    assert seen == [struct.pack("<qq", 1, -2), struct.pack("<ff", 0.1, 2), b"\1\0"]


@pytest.mark.parametrize(("kind", "values", "error"), [
    (IntArray, [1, True], TypeError), (IntArray, [1.0], TypeError), (IntArray, np.ones(2), TypeError),
    (IntArray, np.ones(2, bool), TypeError), (IntArray, [2**63], OverflowError),
    (IntArray, np.array([2**63], "u8"), OverflowError),
    (IntArray, "12", TypeError), (IntArray, b"12", TypeError), (IntArray, 3, TypeError), (IntArray, None, TypeError),
    (IntArray, {1, 2}, TypeError), (IntArray, {1: 2}, TypeError), (IntArray, np.ones((2, 2), int), TypeError),
    (IntArray, [None], TypeError), (FloatArray, ["1"], TypeError), (FloatArray, [1e39], OverflowError),
    (FloatArray, [True], TypeError), (FloatArray, [1j], TypeError), (BoolArray, [1], TypeError),
    (BoolArray, ["a"], TypeError),
    (BoolArray, np.ones(2), TypeError),
])
def test_arrays_of_the_wrong_elements(kind: Any, values: Any, error: type[Exception]) -> None:
    for function in ("aclCreateIntArray", "aclCreateFloatArray", "aclCreateBoolArray"):
        emulator.fail(function, 1)                                # would show as AclError
    with pytest.raises(error):
        kind(values)


def test_the_place_of_a_wrong_element_is_named() -> None:
    with pytest.raises(TypeError, match=r"element 2: .*'x' \(str\)"):
        IntArray([1, 2, "x"])


# -- lists
def test_a_tensor_list_leaves_its_tensors_valid() -> None:
    """N-LST-2: C destroys the elements with the list, so the list has descriptors of its own."""
    with Tensor.zeros((2, 3), "float32") as a, Tensor.zeros(4, "int8") as b:
        handles = a.handle, b.handle
        tensors = TensorList([a, b, a[0], a])                     # N-LST-3: the same tensor twice
        assert len(tensors) == 4
        assert live("tensor") == 2 + 4
        tensors.close()
        assert live("tensor") == 2
        assert (a.handle, b.handle) == handles
        assert a.numpy().shape == (2, 3)


def test_a_tensor_list_ends_with_its_tensors() -> None:
    tensor = Tensor.zeros(4, "int8")
    with TensorList((tensor,)) as tensors:
        tensor.close()
        with pytest.raises(ValueError, match="closed"):
            tensors.handle  # noqa: B018


@pytest.mark.parametrize("wrong", [None, 1, np.zeros(2)])
def test_a_tensor_list_of_something_else(wrong: Any) -> None:
    with Tensor.zeros(4, "int8") as tensor:
        emulator.fail("aclCreateTensor", 1)
        with pytest.raises(TypeError, match="element 1: expected a Tensor"):
            TensorList([tensor, wrong])
        with pytest.raises(TypeError, match="list, tuple"):
            TensorList(tensor)
        emulator.reset()
        emulator.configure(mode="strict")


@pytest.mark.parametrize(("function", "nth"), [
    ("aclCreateTensor", 1), ("aclCreateTensor", 3), ("aclCreateTensorList", 1)])
def test_a_tensor_list_that_fails_leaves_nothing(function: str, nth: int) -> None:
    with Tensor.zeros(4, "int8") as tensor:
        emulator.fail(function, 561103, nth)
        with pytest.raises(pyacl.AclError, match=f"{function} returned NULL") as caught:
            TensorList([tensor] * 3)
        assert caught.value.function == function
        assert live("tensor") == live("tensor list") == 0
        assert len(TensorList([tensor])) == 1


@pytest.mark.parametrize(("function", "nth"), [("aclCreateScalar", 2), ("aclCreateScalarList", 1)])
def test_a_scalar_list_that_fails_leaves_nothing(function: str, nth: int) -> None:
    emulator.fail(function, 561103, nth)
    with pytest.raises(pyacl.AclError, match=f"{function} returned NULL"):
        ScalarList([1, 2, 3], "float32")
    assert live("scalar") == live("scalar list") == 0
    with ScalarList([1, 2, 3], "float32") as scalars:
        assert len(scalars) == 3


def test_a_scalar_list_checks_all_before_any_call() -> None:
    emulator.fail("aclCreateScalar", 1)
    with pytest.raises(OverflowError, match="300 does not fit into int8"):
        ScalarList([1, 300], "int8")
    with pytest.raises(TypeError):
        ScalarList(["1"], "int8")
    emulator.configure(mode="strict")


def test_empty_lists() -> None:
    """N-LST-1."""
    with TensorList([]) as tensors, ScalarList((), "float32") as scalars:
        assert len(tensors) == len(scalars) == 0
        assert tensors


# -- life
MAKERS: list[Callable[[], Any]] = [
    lambda: Scalar(1.5, "bfloat16"), lambda: IntArray([1, 2]), lambda: FloatArray([1.5]), lambda: BoolArray([True]),
    lambda: TensorList([]), lambda: ScalarList([1], "int8"),
]


@pytest.mark.parametrize("make", MAKERS)
def test_close_destroys_once_and_collection_does_too(make: Callable[[], Any]) -> None:
    made = make()
    kind = made._kind
    assert made.handle == int(capi.ffi.cast("uintptr_t", made._h))
    assert sum(emulator.report().live_by_kind.values()) > 0
    made.close()
    made.close()
    assert made.closed
    assert "closed" in repr(made)
    with pytest.raises(ValueError, match=f"this {kind} is closed"):
        made.handle  # noqa: B018
    with pytest.raises(ValueError, match="closed"), made:
        pass
    make()                                                       # dropped at once
    gc.collect()


@pytest.mark.parametrize("make", MAKERS)
def test_a_borrowed_handle_is_never_destroyed(make: Callable[[], Any]) -> None:
    made = make()
    owner = object()
    borrowed = type(made).from_handle(made.handle, owner=owner)
    assert borrowed.handle == made.handle
    assert repr(borrowed)
    borrowed.close()
    made.close()                                                  # strict mode: a double destroy would raise here
    with pytest.raises(ValueError, match="NULL"):
        type(made).from_handle(0)


def test_who_holds_the_handle_keeps_the_descriptor() -> None:
    """A launch in another thread may be between its two phases (N-LIFE-1)."""
    array = IntArray([1])
    handle = array._descriptor()
    array.close()
    assert live("int array") == 1
    del handle
    assert live("int array") == 0


def test_nothing_of_an_earlier_machine_is_destroyed() -> None:
    array = IntArray([1])
    emulator.configure(mode="strict")
    with IntArray([2]):
        array.close()
        assert live("int array") == 1


def test_a_failing_destroy_is_a_warning() -> None:
    array = IntArray([1])
    emulator.fail("aclDestroyIntArray", 561000)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        array.close()
    assert [w.category for w in caught] == [pyacl.AclWarning]
    assert "aclDestroyIntArray failed with 561000" in str(caught[0].message)
    emulator.configure(mode="strict")                             # what could not be destroyed goes with the machine


def test_bare_handles_for_one_launch() -> None:
    with Tensor.zeros(4, "int8") as tensor:
        made = {
            "Scalar": scalar_handle(1.5, acl_dtype("float16")), "IntArray": int_array_handle([1]),
            "FloatArray": float_array_handle([1]), "BoolArray": bool_array_handle([True]),
            "TensorList": tensor_list_handle([tensor]), "ScalarList": scalar_list_handle([1, 2], acl_dtype("int8")),
        }
        for kind, handle in made.items():
            assert capi.ffi.typeof(handle) is capi.ffi.typeof(f"acl{kind} *")
            assert getattr(capi, f"aclDestroy{kind}")(handle) == 0
