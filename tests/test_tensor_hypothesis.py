"""Views and copies against NumPy, over shapes, strides, offsets, slices and types."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import pyacl
from pyacl import DeviceBuffer, Tensor, _layout, emulator

usual = settings(deadline=None, max_examples=60)
SHAPES = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)
DTYPES = st.sampled_from([np.dtype(name) for name in ("f4", ">f8", "i1", ">u2", "?", "c8", ">i8")]
                         + [np.dtype(ml_dtypes.bfloat16), np.dtype(ml_dtypes.int4), np.dtype(ml_dtypes.float8_e5m2)])


@pytest.fixture(autouse=True, scope="module")
def _device() -> Iterator[None]:
    emulator.configure(mode="strict")
    with pyacl.Device(0):
        yield


@pytest.fixture(autouse=True, scope="module")
def _fresh_machine() -> None:
    """One machine for all examples, in place of one for each test."""


def clean() -> None:
    """Nothing is left and nothing was found."""
    report = emulator.report()
    assert report.findings == []
    assert set(report.live_by_kind) <= {"pinned memory"}          # of the copies; kept until the device is closed


def numbered(shape: tuple[int, ...], dtype: Any = "i4") -> Any:
    """Elements that tell where they are."""
    return np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)


def bits(array: Any) -> bytes:
    """The elements in native order as bytes, so that NaN equals NaN and -0.0 differs from 0.0."""
    return bytes(np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("=")).tobytes())


@st.composite
def views(draw: Any, shape: tuple[int, ...]) -> Any:
    """A basic index of a shape, in which slices run forwards."""
    items: list[Any] = []
    for size in shape[:draw(st.integers(0, len(shape)))]:
        kinds = ["slice", "int"] if size else ["slice"]
        if draw(st.sampled_from(kinds)) == "int":
            items.append(draw(st.integers(-size, size - 1).map(draw(st.sampled_from([int, np.int64])))))
        else:
            bound = st.none() | st.integers(-size - 1, size + 1)
            items.append(slice(draw(bound), draw(bound), draw(st.none() | st.integers(1, 3))))
    for _ in range(draw(st.integers(0, 2))):
        items.insert(draw(st.integers(0, len(items))), None)
    if draw(st.booleans()) and len([item for item in items if item is not None]) == len(shape):
        items.insert(draw(st.integers(0, len(items))), ...)
    return items[0] if len(items) == 1 and draw(st.booleans()) else tuple(items)


@usual
@given(st.data(), SHAPES)
def test_indexing_is_numpys(data: st.DataObject, shape: tuple[int, ...]) -> None:
    array = numbered(shape)
    with Tensor.from_numpy(array) as tensor:
        for _ in range(2):                                    # a view of a view, too
            key = data.draw(views(array.shape))
            array, tensor_view = array[key], tensor[key]
            assert tensor_view.shape == np.shape(array)
            assert tensor_view.numpy().tolist() == np.asarray(array).tolist()
            tensor = tensor_view
            if data.draw(st.booleans()):
                array, tensor = np.asarray(array).T, tensor.T
        del tensor_view
    tensor.close()


@usual
@given(st.data(), SHAPES)
def test_any_slice_is_numpys_or_refused(data: st.DataObject, shape: tuple[int, ...]) -> None:
    """N-TEN-2: only a slice that really runs backwards makes a negative stride."""
    array = numbered(shape)
    key = data.draw(hnp.basic_indices(shape, allow_newaxis=True))
    with Tensor.from_numpy(array) as tensor:
        expected = array[key]
        backwards = any(stride < 0 and size > 1 for size, stride in
                        zip(np.shape(expected), np.asarray(expected).strides, strict=True))
        if backwards and np.asarray(expected).size:
            with pytest.raises(ValueError, match="negative stride"):
                tensor[key]
            return
        try:
            view = tensor[key]
        except ValueError:
            items = key if isinstance(key, tuple) else (key,)
            assert not np.asarray(expected).size               # an empty view may be refused for another axis
            assert any(isinstance(item, slice) and (item.step or 1) < 0 for item in items)
            return
        assert view.numpy().tolist() == np.asarray(expected).tolist()
        view.close()


@usual
@given(st.data(), SHAPES, DTYPES)
def test_arrays_come_back(data: st.DataObject, shape: tuple[int, ...], dtype: Any) -> None:
    array = numbered(shape, np.uint8)
    size = pyacl.dtypes.bits(dtype)
    array = (array % 2).astype(dtype) if dtype.kind == "b" else (array % min(2**size, 7)).astype(dtype)
    array = array[(..., *(slice(None, None, data.draw(st.sampled_from([1, -1, 2]))) for _ in shape))]
    array = array.transpose(data.draw(st.permutations(range(array.ndim))))
    with Tensor.from_numpy(array) as tensor:
        result = tensor.numpy()
        assert (result.shape, result.dtype) == (array.shape, array.dtype.newbyteorder("="))
        assert bits(result) == bits(array)
        out = np.empty(array.shape[::-1], array.dtype).T
        assert bits(tensor.numpy(out)) == bits(array)
    clean()


@usual
@given(hnp.arrays(st.sampled_from([np.dtype(t) for t in ("f2", "f4", "f8", "c8", "i8", "u8")]), SHAPES))
def test_every_bit_of_a_number_survives(array: Any) -> None:
    """Signed zeros, NaN payloads, the ends of int64."""
    with Tensor.from_numpy(array) as tensor:
        assert tensor.numpy().tobytes() == np.ascontiguousarray(array).tobytes()


@usual
@given(st.data(), SHAPES)
def test_writing_a_view_is_numpys(data: st.DataObject, shape: tuple[int, ...]) -> None:
    array = numbered(shape)
    with Tensor.from_numpy(array) as tensor, pyacl.Stream() as stream:
        key = data.draw(views(shape))
        new = np.asarray(-array[key] - 1, array.dtype)
        tensor[key].copy_from(new, data.draw(st.sampled_from([None, stream])))
        array[key] = new
        assert tensor.numpy().tolist() == array.tolist()


@usual
@given(st.data(), SHAPES, st.integers(0, 5))
def test_strides_and_offsets_are_numpys(data: st.DataObject, shape: tuple[int, ...], offset: int) -> None:
    """Overlapping and broadcast views too; what leaves the memory is refused (N-VIEW-5), by exact count."""
    strides = tuple(data.draw(st.integers(0, 6)) for _ in shape)
    elements = data.draw(st.integers(0, 60))
    array = np.arange(elements, dtype="i2")
    positions = [offset + sum(i * s for i, s in zip(index, strides, strict=True)) for index in np.ndindex(*shape)]
    fits = max(positions, default=offset - 1) < elements
    with DeviceBuffer(2 * elements) as buffer:
        buffer.write(array)
        if not fits:
            with pytest.raises(ValueError, match="storage has"):
                Tensor(shape, "int16", strides=strides, offset=offset, buffer=buffer)
        else:
            with Tensor(shape, "int16", strides=strides, offset=offset, buffer=buffer) as tensor:
                assert tensor.numpy().reshape(-1).tolist() == positions
                assert tensor.handle
    clean()


@usual
@given(st.data(), SHAPES)
def test_reshape_is_numpys(data: st.DataObject, shape: tuple[int, ...]) -> None:
    """A view where NumPy makes one, ValueError where it copies."""
    array = numbered(shape)[(..., *(slice(None, None, data.draw(st.integers(1, 2))) for _ in shape))]
    array = array.transpose(data.draw(st.permutations(range(array.ndim))))
    factors = [size for size in array.shape for size in ([2, 2] if size == 4 else [size])]
    wanted = list(data.draw(st.permutations([*factors, 1])))
    while len(wanted) > 1 and data.draw(st.booleans()):
        wanted[0:2] = [wanted[0] * wanted[1]]
    assume(array.size or 0 in wanted)
    moved = array.reshape(wanted)
    strides = tuple(stride // array.itemsize for stride in array.strides)
    found = _layout.reshape(array.shape, strides, tuple(wanted))
    if array.size:
        assert (found is not None) == np.shares_memory(moved, array)
    if found is not None and array.size:
        again = np.lib.stride_tricks.as_strided(array, wanted, [stride * array.itemsize for stride in found])
        assert again.tolist() == moved.tolist()


@usual
@given(st.data(), hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=8))
def test_view_as_a_type_is_numpys(data: st.DataObject, shape: tuple[int, ...]) -> None:
    old, new = (data.draw(st.sampled_from([np.dtype(t) for t in ("u1", "i2", "f4", "c8", "c16")])) for _ in range(2))
    array = np.arange(np.prod(shape, dtype=int) * old.itemsize, dtype=np.uint8).view(old).reshape(shape)
    array = array[..., :data.draw(st.integers(0, shape[-1]))]
    with Tensor.from_numpy(numbered(shape, old) if array.shape != shape else array) as tensor:
        view = tensor[..., :array.shape[-1]]
        view.copy_from(array)
        try:
            expected = array.view(new)
        except ValueError:
            with pytest.raises(ValueError, match="bits"):
                view.view(new)
            return
        try:
            seen = view.view(new)
        except ValueError:                                     # NumPy's strides are bytes, ours are elements
            assert any(stride % new.itemsize for stride in array.strides)
            return
        assert seen.shape == expected.shape
        assert bits(seen.numpy()) == bits(expected)


@usual
@given(st.lists(st.integers(-3, 2**64) | st.booleans() | st.floats() | st.none() | st.text(max_size=2), max_size=4),
       st.sampled_from(["shape", "strides"]))
def test_hostile_numbers_are_refused_before_any_call(numbers: list[Any], name: str) -> None:
    assume(any(type(n) is not int or not 0 <= n < 2**63 for n in numbers))
    arguments: dict[str, Any] = {"shape": (1,) * len(numbers), name: tuple(numbers)}
    with pytest.raises((TypeError, ValueError)):
        Tensor(**arguments, dtype="int8")
    clean()
