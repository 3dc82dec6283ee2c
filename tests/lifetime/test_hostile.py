"""Hostile arguments: the NumPy-equal result, or a clear exception before any C call that could do harm."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyacl
from pyacl import DeviceBuffer, Scalar, Tensor, aclnn, emulator
from pyacl._lib import lib

usual = settings(deadline=None, max_examples=50)
WRONG = (TypeError, ValueError, OverflowError)


@pytest.fixture(autouse=True, scope="module")
def _device() -> Iterator[None]:
    emulator.configure(mode="strict", memory=1 << 24)
    with pyacl.Device(0):
        yield


@pytest.fixture(autouse=True, scope="module")
def _fresh_machine() -> None:
    """One machine for all examples, in place of one for each test."""


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    yield
    report = emulator.report()
    assert report.findings == []
    assert set(report.live_by_kind) <= {"pinned memory"}          # of the copies; kept until the device is closed


# -- scalars at the edges of their types
@pytest.mark.parametrize(("value", "dtype"), [
    (65504, "float16"), (65519.99, "float16"), (-65504, "float16"), (6e-8, "float16"), (2.0**-24, "float16"),
    (3.3895313892515355e38, "bfloat16"), (2**63 - 1, "int64"), (-2**63, "int64"), (2**31 - 1, "int32"),
    (-2**31, "int32"), (255, "uint8"), (-128, "int8"), (3.4028234e38, "float32"), (5e-324, "float64")])
def test_scalars_at_the_edge_are_numpys(value: Any, dtype: str) -> None:
    kind = pyacl.dtypes.numpy_dtype(pyacl.dtypes.acl_dtype(dtype))
    with Scalar(value, dtype) as scalar:
        assert pyacl._encode.encode(scalar.value, pyacl.dtypes.acl_dtype(dtype)) == np.asarray(value).astype(
            kind).tobytes()


@pytest.mark.parametrize(("value", "dtype"), [
    (65520, "float16"), (-65520.0, "float16"), (1e39, "float32"), (2**63, "int64"), (-2**63 - 1, "int64"),
    (2**64, "uint64"), (-1, "uint8"), (256, "uint8"), (128, "int8"), (10**400, "float64"), (3.4e38 * 1.01, "bfloat16")])
def test_scalars_beyond_the_edge_are_refused(value: Any, dtype: str) -> None:
    """fp16 65520 is the first number that rounds to infinity."""
    with pytest.raises(WRONG):
        Scalar(value, dtype)


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), -0.0])
def test_infinities_and_signed_zero_stay(value: float) -> None:
    for dtype in ("float16", "bfloat16", "float32", "float64"):
        kind = pyacl.dtypes.numpy_dtype(pyacl.dtypes.acl_dtype(dtype))
        assert pyacl._encode.encode(value, pyacl.dtypes.acl_dtype(dtype)) == np.asarray(value, kind).tobytes()


def test_all_patterns_of_bfloat16_survive() -> None:
    """65,536 of them, NaN payloads and signed zeros included, as tensors and (those that are numbers) as scalars."""
    patterns = np.arange(1 << 16, dtype=np.uint16)
    values = patterns.view(ml_dtypes.bfloat16)
    with Tensor.from_numpy(values) as tensor:
        assert (tensor.numpy().view(np.uint16) == patterns).all()
    code = pyacl.dtypes.acl_dtype("bfloat16")
    for pattern in range(0, 1 << 16, 97):
        assert pyacl._encode.encode(values[pattern], code) == patterns[pattern].tobytes()
        number = float(values[pattern])
        if number == number:
            assert pyacl._encode.encode(number, code) == patterns[pattern].tobytes()


@usual
@given(st.floats(width=32))
def test_bfloat16_rounds_to_nearest_even(number: float) -> None:
    code = pyacl.dtypes.acl_dtype("bfloat16")
    with np.errstate(over="ignore"):
        expected = np.float32(number).astype(ml_dtypes.bfloat16)
    if np.isfinite(number) and np.isinf(expected):
        with pytest.raises(OverflowError):
            pyacl._encode.encode(number, code)
    elif number == number:
        assert pyacl._encode.encode(number, code) == expected.tobytes()


# -- dims and numbers
HOSTILE = (st.integers(-2**70, 2**70) | st.booleans() | st.floats() | st.none() | st.text(max_size=3)
           | st.sampled_from([np.bool_(True), np.float32(2), np.array([1, 2]), np.array(1.0), 1j, b"1", [], {}]))
SMALL = st.integers(0, 3) | st.sampled_from([np.int8(2), np.uint64(3), np.int64(1), np.array(2)])


def calls_made(function: str) -> Any:
    """Counts calls of a C function."""
    class Counted:
        def __init__(self) -> None:
            self.count, self.real = 0, getattr(lib, function)

        def __call__(self, *arguments: Any) -> Any:
            self.count += 1
            return self.real(*arguments)
    return Counted()


@usual
@given(st.lists(SMALL, max_size=3))
def test_integers_of_numpy_are_dims(dims: list[Any]) -> None:
    plain = tuple(int(size) for size in dims)
    with Tensor.zeros(tuple(dims), "int16") as tensor:
        assert tensor.shape == plain
        assert all(type(size) is int for size in (*tensor.shape, *tensor.strides))
        assert tensor.numpy().shape == plain


@usual
@given(HOSTILE)
def test_numbers_of_bytes_and_values_are_checked_before_any_call(value: Any) -> None:
    good = (isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 256) or (
        isinstance(value, np.ndarray) and value.dtype.kind == "i" and value.ndim == 0)
    if good:
        return
    with DeviceBuffer(8) as buffer, Tensor.zeros((2,), "int8") as tensor:
        for call in (lambda: buffer.set(value), lambda: buffer.set(0, 8, value), lambda: buffer.write(b"x", 1, value),
                     lambda: tensor.fill_bytes(value), lambda: DeviceBuffer(value).close(),
                     lambda: pyacl.HostBuffer(value).close(), lambda: pyacl.Device(value).close()):
            try:
                call()  # type: ignore[no-untyped-call]
            except (*WRONG, MemoryError):
                continue
            assert value is None or isinstance(value, int), value


@usual
@given(st.lists(HOSTILE, min_size=1, max_size=3))
def test_lists_of_anything_name_the_element(values: list[Any]) -> None:
    integers = all(isinstance(v, int) and not isinstance(v, bool) and -2**63 <= v < 2**63 for v in values)
    if integers:
        pyacl.IntArray(values).close()
        return
    with pytest.raises(WRONG, match=r"element|expected"):
        pyacl.IntArray(values)


@pytest.mark.parametrize("values", [[None], [1, None], "12", {1, 2}, 5, None, [[1]], np.zeros((2, 2), "i8"),
                                    np.array(["a"]), np.array([None])])
def test_lists_with_none_and_other_things_are_refused(values: Any) -> None:
    for kind in (pyacl.IntArray, pyacl.FloatArray, pyacl.BoolArray, pyacl.TensorList,
                 lambda given: pyacl.ScalarList(given, "float32")):
        with pytest.raises(WRONG):
            kind(values)


def test_a_list_of_tensors_with_none_leaves_no_descriptor() -> None:
    with Tensor.zeros((2,), "float32") as tensor, pytest.raises(TypeError, match="element 1"):
        pyacl.TensorList([tensor, None])


# -- texts
@pytest.mark.parametrize("equation", ["a,b\0->ab", "\0", b"a,b\0->ab", 5, ["a,b->ab"], None])
def test_texts_that_c_cannot_hold(equation: Any) -> None:
    with Tensor.zeros((2,), "float32") as x, Tensor.zeros((2, 2), "float32") as out, \
            pytest.raises(WRONG, match="equation"):
        aclnn.einsum([x, x], equation, out)


# -- arrays
@pytest.mark.parametrize("array", [
    np.array([object()]), np.array(["text"]), np.array([b"bytes"]), np.array(["2020-01-01"], "M8[D]"),
    np.zeros(2, [("a", "i4")]), np.array([None, 1.0])])
def test_arrays_without_a_data_type_for_devices(array: Any) -> None:
    with pytest.raises(TypeError):
        Tensor.from_numpy(array)


@pytest.mark.parametrize("dtype", [">f4", ">i8", ">u2", ">c8", "<f8"])
def test_foreign_byte_order_becomes_native(dtype: str) -> None:
    array = np.arange(5).astype(dtype)
    with Tensor.from_numpy(array) as tensor:
        assert tensor.dtype.isnative
        assert tensor.numpy().tolist() == array.tolist()
        tensor.copy_from(array[::-1])
        assert tensor.numpy().tolist() == array[::-1].tolist()
        out = np.empty(5, dtype)
        assert tensor.numpy(out=out).tolist() == array[::-1].tolist()


def test_what_is_read_only_is_a_source_and_no_target() -> None:
    array = np.arange(4, dtype=np.int32)
    array.flags.writeable = False
    with Tensor.from_numpy(array) as tensor:
        tensor.copy_from(array)
        for target in (array, np.broadcast_to(np.zeros(1, np.int32), 4)):
            with pytest.raises((TypeError, ValueError)):
                tensor.numpy(out=target)
        with DeviceBuffer(4) as buffer, pytest.raises(TypeError, match="read-only"):
            buffer.read(b"1234")


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 5), ()])
def test_zero_sizes_make_no_copies(shape: tuple[int, ...]) -> None:
    with Tensor.from_numpy(np.zeros(shape, np.float32)) as tensor, pyacl.Stream() as stream:
        tensor.copy_from(np.zeros(shape, np.float32), stream=stream)
        assert tensor.numpy().shape == shape
        assert tensor.T.shape == shape[::-1]


def test_huge_dims_are_refused_before_any_call(monkeypatch: pytest.MonkeyPatch) -> None:
    malloc = calls_made("aclrtMalloc")
    monkeypatch.setitem(lib.__dict__, "aclrtMalloc", malloc)
    for shape in ((2**63,), (2**32, 2**32), (2**62, 4), (-1,), (2**31, 2**31, 2**31)):
        with pytest.raises(WRONG):
            Tensor(shape, "float32")
    assert malloc.count == 0
    with pytest.raises(MemoryError, match="207001"):
        Tensor((1 << 20, 1 << 10), "float32")
    assert malloc.count == 1
