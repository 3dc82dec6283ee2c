"""Tensors: views of the same memory, copies, and what is refused before any C call."""
from __future__ import annotations

import gc
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from test_dtypes import skip_if_missing
from test_tensor import forbid_calls, live

import pyacl
from pyacl import Tensor, emulator

pytestmark = pytest.mark.usefixtures("strict_device")


# -- views
def test_views_of_a_closed_tensor_say_so() -> None:
    tensor = Tensor.zeros((2, 3), "int8")
    view, other = tensor[0], tensor.T
    view.close()
    assert view.closed
    assert not tensor.closed
    assert other.handle
    tensor.close()
    tensor.close()
    assert tensor.closed
    assert other.closed
    for use in (other.numpy, lambda: other[0], lambda: other.T, other._descriptor, lambda: other.data_ptr,
                lambda: other.copy_from(np.zeros((3, 2), "i1")), lambda: other.fill_bytes(0), other.__enter__):
        with pytest.raises(ValueError, match="memory of this tensor is closed"):
            use()
    with pytest.raises(ValueError, match="this tensor is closed"):
        tensor.numpy()
    assert "closed" in repr(tensor)
    assert "closed" in repr(other)
    assert tensor.shape == (2, 3)


def test_a_view_keeps_the_memory_of_a_dropped_tensor() -> None:
    view = Tensor.from_numpy(np.arange(6))[::2]
    gc.collect()
    assert view.numpy().tolist() == [0, 2, 4]
    assert live("device memory") == 1


@pytest.mark.parametrize(("key", "error", "text"), [
    (slice(None, None, -1), ValueError, "negative stride"), (4, IndexError, "out of bounds for axis 0 with size 4"),
    (-5, IndexError, "out of bounds"), ((0, 0, 0), IndexError, "too many"), ((..., ...), IndexError, "Ellipsis"),
    (1.0, TypeError, "float"), (True, TypeError, "bool"), ([0, 1], TypeError, "list"), ("a", TypeError, "str"),
    (np.array([True] * 4), TypeError, "ndarray"), (np.array([0, 1]), TypeError, "ndarray"),
    (slice(0, 2, 0), ValueError, "zero"),
    (slice(0.5), TypeError, "integers"), (np.True_, TypeError, "bool"),
])
def test_indices_that_make_no_view(key: Any, error: type[Exception], text: str) -> None:
    with Tensor.zeros((4, 3), "int8") as tensor, pytest.raises(error, match=text):
        tensor[key]


def test_python_sees_a_tensor_but_no_sequence() -> None:
    with Tensor.zeros((4, 3), "int8") as tensor:
        assert len(tensor) == 4
        for use in (lambda: iter(tensor), lambda: bool(tensor), lambda: list(tensor[:0])):
            with pytest.raises(TypeError, match=r"numpy\(\)"):
                use()
        assert repr(tensor) == "<pyacl.Tensor int8, (4, 3), on device 0>"
        assert repr(tensor[1:, ::2]) == "<pyacl.Tensor int8, (3, 2), strides (3, 2), offset 3, on device 0>"


@pytest.mark.parametrize(("shape", "wanted"), [
    ((2, 3), (4, 2)), ((2, 3), (-1, 4)), ((2, 3), (-1, -1)), ((2, 3), (-2, -3)), ((0, 3), (-1, 0)), ((2, 3), (6.0,)),
    ((2,), (1,) * 25 + (2,))])
def test_shapes_that_do_not_fit(shape: Any, wanted: Any) -> None:
    with Tensor.zeros(shape, "int8") as tensor, pytest.raises((ValueError, TypeError)):
        tensor.reshape(wanted)


def test_reshape_never_copies() -> None:
    with Tensor.from_numpy(np.arange(24).reshape(2, 3, 4)) as tensor:
        assert tensor.reshape(6, 4).numpy().tolist() == tensor.reshape((-1, 4)).numpy().tolist()
        assert tensor.reshape([4, 6]).shape == (4, 6)
        assert tensor.reshape(-1).buffer is tensor.buffer
        with pytest.raises(ValueError, match="without a copy"):
            tensor.T.reshape(24)


def test_view_as_another_type() -> None:
    array = np.arange(8, dtype="i4").reshape(2, 4)
    with Tensor.from_numpy(array) as tensor:
        for name in ("float32", "int16", "int64", "uint8", "bool"):
            assert tensor.view(name).numpy().tobytes() == array.tobytes()
            assert tensor.view(name).shape == array.view(name).shape
        assert tensor[:, 2:].view("int64").numpy().tolist() == array[:, 2:].copy().view("i8").tolist()
        assert tensor.view("int4").shape == (2, 32)
        for wrong in (lambda: tensor[:, 1:].view("int64"), lambda: tensor.T.view("int8"),
                      lambda: tensor[:, :3].view("i8"), lambda: tensor[0, 0].view("int8"),
                      lambda: tensor[:, ::2].view("int64")):
            with pytest.raises(ValueError, match="bits"):
                wrong()  # type: ignore[no-untyped-call]
        with pytest.raises(TypeError):
            tensor.view("nonsense")


def test_packed_views_start_at_bytes() -> None:
    """N-TEN-4: half an element has no address."""
    array = np.arange(8).astype(ml_dtypes.int4).reshape(2, 4)
    with Tensor.from_numpy(array) as tensor:
        assert tensor[1].numpy().tolist() == array[1].tolist()
        assert tensor[:, ::2].T.numpy().tolist() == array[:, ::2].T.tolist()
        with pytest.raises(ValueError, match="inside a byte"):
            tensor[0, 1:]
        tensor[0, :1].copy_from(np.array([-3]).astype(ml_dtypes.int4))        # half a byte: the other half stays
        assert tensor.numpy().astype(int).tolist() == [[-3, 1, 2, 3], [4, 5, 6, 7]]
    skip_if_missing("float6_e2m3fn")
    codes = np.arange(8, dtype=np.uint8)
    with Tensor.from_numpy(codes.view(ml_dtypes.float6_e2m3fn)) as tensor:      # six bits: the second shares two bytes
        tensor[4:5].copy_from(np.array([63], np.uint8).view(ml_dtypes.float6_e2m3fn))
        assert tensor.numpy().view(np.uint8).tolist() == [0, 1, 2, 3, 63, 5, 6, 7]


# -- copies
def test_out_is_filled_in_any_layout() -> None:
    array = np.arange(12, dtype="f4").reshape(3, 4)
    with Tensor.from_numpy(array) as tensor:
        for out in (np.empty((3, 4), "f4"), np.empty((4, 3), "f4").T, np.empty((3, 8), "f4")[:, ::2],
                    np.empty((3, 4), ">f4")):
            assert tensor.numpy(out) is out
            assert (out == array).all()
        assert (tensor[:, 1].numpy(np.empty(3, "f4")) == array[:, 1]).all()


@pytest.mark.parametrize(("out", "error"), [
    (np.empty((4, 3), "f4"), ValueError), (np.empty((3, 4)), TypeError), (np.empty(12, "f4"), ValueError),
    (np.broadcast_to(np.float32(0), (3, 4)), TypeError), (bytearray(48), TypeError), ([0.0] * 12, TypeError)])
def test_targets_that_cannot_be_filled(out: Any, error: type[Exception]) -> None:
    with Tensor.zeros((3, 4), "float32") as tensor:
        forbid_calls()
        with pytest.raises(error, match="out: "):
            tensor.numpy(out)
        emulator.configure(mode="strict")


def test_asarray_copies() -> None:
    with Tensor.from_numpy(np.arange(3, dtype="i4")) as tensor:
        assert np.asarray(tensor).dtype == np.int32
        assert np.asarray(tensor, dtype="f8").tolist() == [0.0, 1.0, 2.0]
        assert np.array(tensor).tolist() == [0, 1, 2]
        assert tensor.__array__(copy=True).tolist() == [0, 1, 2]
        with pytest.raises(ValueError, match="without a copy"):
            tensor.__array__(copy=False)
        if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
            with pytest.raises(ValueError, match="without a copy"):
                np.array(tensor, copy=False)


@pytest.mark.parametrize(("source", "error"), [
    (np.zeros((4, 3), "f4"), ValueError), (np.zeros(12, "f4"), ValueError), (np.zeros((3, 4)), TypeError),
    (0.0, TypeError),
    ([[0] * 4] * 3, TypeError), (np.zeros((1, 4), "f4"), ValueError), (None, TypeError), ("abc", TypeError)])
def test_sources_of_another_shape_or_type(source: Any, error: type[Exception]) -> None:
    with Tensor.zeros((3, 4), "float32") as tensor:
        forbid_calls()
        with pytest.raises(error):
            tensor.copy_from(source)
        emulator.configure(mode="strict")


def test_a_view_with_gaps_leaves_them_alone() -> None:
    array = np.arange(24, dtype="i2").reshape(4, 6)
    with Tensor.from_numpy(array) as tensor, pyacl.Stream() as stream:
        for key in ((slice(1, None, 2), slice(1, 5, 3)), (slice(None), 2), (3, slice(None, None, 5))):
            array[key] += 100
            tensor[key].copy_from(array[key], stream)
            assert (tensor.numpy() == array).all()
        tensor[1:3, 1:3].fill_bytes(0xFF)
        array[1:3, 1:3] = -1
        assert (tensor.numpy() == array).all()
        tensor[1].fill_bytes(1, stream)
        array[1] = 0x0101
        assert (tensor.numpy() == array).all()


def test_copies_between_tensors() -> None:
    array = np.arange(12, dtype="f4").reshape(3, 4)
    with Tensor.from_numpy(array) as source, Tensor.zeros((3, 4), "float32") as target, pyacl.Stream() as stream:
        target.copy_from(source, stream)
        assert (target.numpy() == array).all()
        target.T.copy_from(target.reshape(4, 3))
        assert (array.reshape(4, 3) == target.numpy().T).all()
        target[0].copy_from(source[2])
        assert target.numpy()[0].tolist() == array[2].tolist()
        with pytest.raises(TypeError, match="int8"), Tensor.zeros((3, 4), "int8") as other:
            target.copy_from(other)
        with pytest.raises(ValueError, match="shape"):
            target.copy_from(source[:2])


def test_copies_within_one_block() -> None:
    array = np.arange(10, dtype="i2")
    with Tensor.from_numpy(array) as tensor, pyacl.Stream() as stream:
        for to, start in ((slice(1, 9), slice(0, 8)), (slice(0, 4), slice(2, 6)), (slice(0, 5), slice(5, 10))):
            tensor[to].copy_from(tensor[start], stream)
            array[to] = array[start].copy()
            assert tensor.numpy().tolist() == array.tolist()
        tensor.copy_from(tensor)
        assert tensor.numpy().tolist() == array.tolist()


def test_copies_between_devices() -> None:
    array = np.arange(12, dtype="f4")
    with Tensor.from_numpy(array) as source, Tensor.empty(12, "float32", device=1) as target:
        assert target.device.index == 1
        target.copy_from(source)
        assert (target.numpy() == array).all()


def test_a_temporary_arrives_intact_on_a_stream() -> None:
    array = np.arange(1000, dtype="f4")
    with pyacl.Stream() as stream, Tensor.from_numpy(array * 2, stream=stream) as tensor:
        assert (tensor.numpy() == array * 2).all()            # waits for the stream that wrote it
        tensor.copy_from(array[::-1], stream)
        array[:] = 0
        assert tensor.numpy()[0] == 999


def test_a_stream_of_another_device_is_refused() -> None:
    with pyacl.Stream(device=1) as stream, Tensor.zeros(4, "int8") as tensor:
        for use in (lambda: tensor.copy_from(np.zeros(4, "i1"), stream), lambda: tensor.fill_bytes(0, stream)):
            with pytest.raises(ValueError, match="device 0 cannot be used on a stream of device 1"):
                use()  # type: ignore[no-untyped-call]
        with Tensor.from_numpy(np.zeros(4), stream=stream) as other:
            assert other.device.index == 1


@pytest.mark.parametrize("value", [-1, 256, 1.5, True, None])
def test_bytes_that_are_none(value: Any) -> None:
    with Tensor.zeros(4, "int8") as tensor, pytest.raises((ValueError, TypeError)):
        tensor.fill_bytes(value)
