"""DLPack both ways: what capsules say, how long memory lives, which stream waits, and what cannot be exchanged.

Capsules are made and read here with structures of their own, as dlpack.h declares them.
"""
from __future__ import annotations

import ctypes
import gc
import threading
from ctypes import c_int32, c_int64, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p
from typing import Any

import numpy as np
import pytest
from conftest import Python
from gate import Gate

import pyacl
from pyacl import Tensor, _lib, capi, emulator


class DLTensor(ctypes.Structure):
    _fields_ = (("data", c_void_p), ("device_type", c_int32), ("device_id", c_int32), ("ndim", c_int32),
                ("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16), ("shape", ctypes.POINTER(c_int64)),
                ("strides", ctypes.POINTER(c_int64)), ("byte_offset", c_uint64))


class Managed(ctypes.Structure):
    _fields_ = (("tensor", DLTensor), ("context", c_void_p), ("deleter", c_void_p))


class Versioned(ctypes.Structure):
    _fields_ = (("major", c_uint32), ("minor", c_uint32), ("context", c_void_p), ("deleter", c_void_p),
                ("flags", c_uint64), ("tensor", DLTensor))


api = ctypes.pythonapi
api.PyCapsule_New.restype, api.PyCapsule_New.argtypes = ctypes.py_object, [c_void_p, ctypes.c_char_p, c_void_p]
api.PyCapsule_GetPointer.restype = c_void_p
api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_GetName.restype, api.PyCapsule_GetName.argtypes = ctypes.c_char_p, [ctypes.py_object]
NAMES = {Managed: b"dltensor", Versioned: b"dltensor_versioned"}
USED = {Managed: b"used_dltensor", Versioned: b"used_dltensor_versioned"}
DELETER = ctypes.CFUNCTYPE(None, c_void_p)                           # gives the GIL up, as a consumer may
NUMPY_MAKES_VERSIONED = np.lib.NumpyVersion(np.__version__) >= "2.1.0"
pytestmark = pytest.mark.usefixtures("strict_device")


def consume(capsule: Any) -> Any:
    """What a consumer does: takes the managed tensor, whose deleter it will call."""
    kind = Versioned if api.PyCapsule_GetName(capsule) == b"dltensor_versioned" else Managed
    managed = kind.from_address(api.PyCapsule_GetPointer(capsule, NAMES[kind]))
    api.PyCapsule_SetName(capsule, USED[kind])
    return managed


def delete(managed: Any) -> None:
    DELETER(managed.deleter)(ctypes.addressof(managed))


class Producer:
    """Somebody else's tensor: float32 of a shape at an address, by default, with a count of its deleter's calls."""

    def __init__(self, address: int, shape: tuple[int, ...], *, strides: tuple[int, ...] | None = None,
                 device: tuple[int, int] = (1, 0), dl_type: tuple[int, int, int] = (2, 32, 1), flags: int = 0,
                 kind: Any = Versioned, major: int = 1) -> None:
        self.device, self.kind, self.deleted, self.asked = device, kind, 0, dict[str, Any]()
        self.managed, self.names = kind(), NAMES[kind]
        tensor = self.managed.tensor
        tensor.data, tensor.device_type, tensor.device_id = address, *device
        tensor.ndim, (tensor.code, tensor.bits, tensor.lanes) = len(shape), dl_type
        self.dims = (c_int64 * len(shape))(*shape)
        tensor.shape = ctypes.cast(self.dims, ctypes.POINTER(c_int64))
        if strides is not None:
            self.steps = (c_int64 * len(shape))(*strides)
            tensor.strides = ctypes.cast(self.steps, ctypes.POINTER(c_int64))
        if kind is Versioned:
            self.managed.major, self.managed.flags = major, flags
        self.callback = DELETER(self._delete)
        self.managed.deleter = ctypes.cast(self.callback, c_void_p)

    def _delete(self, address: int) -> None:
        assert address == ctypes.addressof(self.managed)
        self.deleted += 1

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device

    def __dlpack__(self, **asked: Any) -> Any:
        if self.kind is Managed and "max_version" in asked:
            raise TypeError("max_version: unknown")
        self.asked = asked
        return api.PyCapsule_New(ctypes.addressof(self.managed), self.names, None)


def device_memory() -> int:
    return emulator.report().live_by_kind.get("device memory", 0)


# -- export
# DLDataTypeCode and bits, from dlpack.h.
DL_TYPES = [("float32", 2, 32), ("float16", 2, 16), ("float64", 2, 64), ("bfloat16", 4, 16), ("int8", 0, 8),
            ("int16", 0, 16), ("int32", 0, 32), ("int64", 0, 64), ("uint8", 1, 8), ("uint16", 1, 16),
            ("uint32", 1, 32), ("uint64", 1, 64), ("bool", 6, 8), ("complex64", 5, 64), ("complex128", 5, 128),
            ("complex32", 5, 32), ("float8_e4m3fn", 10, 8), ("float8_e5m2", 12, 8), ("float8_e8m0fnu", 14, 8),
            ("float6_e2m3fn", 15, 6), ("float6_e3m2fn", 16, 6), ("float4_e2m1fn", 17, 4), ("int4", 0, 4)]


@pytest.mark.parametrize("max_version", [None, (0, 8), (1, 0), (1, 3)])
@pytest.mark.parametrize(("dtype", "code", "bits"), DL_TYPES)
def test_what_a_capsule_says(dtype: str, code: int, bits: int, max_version: Any) -> None:
    with Tensor.zeros((4, 8), dtype) as whole:
        tensor = whole[1:].T
        managed = consume(tensor.__dlpack__(max_version=max_version))
        known = NUMPY_MAKES_VERSIONED and max_version is not None and max_version[0] == 1
        assert isinstance(managed, Versioned) == known
        if isinstance(managed, Versioned):
            assert (managed.major, managed.flags) == (1, 0)
        found = managed.tensor
        assert (found.code, found.bits, found.lanes) == (code, bits, 1)
        assert (found.device_type, found.device_id) == (21, 0) == tensor.__dlpack_device__()
        assert found.data + found.byte_offset == whole.data_ptr + bits
        assert found.shape[:found.ndim] == [8, 3]
        assert found.strides[:found.ndim] == [1, 8]
        delete(managed)


def test_single_values_and_empty_tensors() -> None:
    for shape in ((), (0,), (3, 0)):
        with Tensor.zeros(shape, "float32") as tensor:
            managed = consume(tensor.__dlpack__(max_version=(1, 0)))
            assert managed.tensor.shape[:managed.tensor.ndim] == list(shape)
            delete(managed)


def test_the_device_type_of_before() -> None:
    with Tensor.zeros((2,), "int8") as tensor:
        assert tensor.dlpack(12).__dlpack_device__() == (12, 0)
        for capsule in (tensor.dlpack(12).__dlpack__(), tensor.__dlpack__(dl_device=(12, 0))):
            managed = consume(capsule)
            assert (managed.tensor.device_type, managed.tensor.data) == (12, tensor.data_ptr)
            delete(managed)
        with pytest.raises(ValueError, match="device_type=2"):
            tensor.dlpack(2)


@pytest.mark.parametrize("closing", ["close", "drop"])
def test_memory_lives_until_the_deleter_is_called(closing: str) -> None:
    tensor = Tensor.from_numpy(np.arange(4, dtype=np.int32))
    managed = consume(tensor.__dlpack__())
    if closing == "close":
        tensor.close()
    del tensor
    gc.collect()
    assert device_memory() == 1
    assert ctypes.string_at(managed.tensor.data, 16) == np.arange(4, dtype=np.int32).tobytes()
    deleter = threading.Thread(target=delete, args=(managed,))
    deleter.start()
    deleter.join()
    assert device_memory() == 0


def test_a_capsule_that_nobody_takes_holds_nothing() -> None:
    for _ in range(2):
        tensor = Tensor.zeros((4,), "float32")
        capsule = tensor.__dlpack__()
        tensor.close()
        assert device_memory() == 1
        del capsule
        assert device_memory() == 0


def test_an_error_of_the_consumer_arrives_unchanged() -> None:
    with Tensor.zeros((4,), "float32") as tensor, pytest.raises((RuntimeError, BufferError), match=r"[Dd]evice"):
        np.from_dlpack(tensor)                           # NumPy knows no Ascend
    assert device_memory() == 0


def test_an_exception_under_way_survives_the_consumer() -> None:
    """A consumer's tensor may end, and call the deleter, while the exception leaves the frame that had it."""
    with Tensor.zeros((4,), "float32") as tensor:
        with pytest.raises(ZeroDivisionError):
            max(np.from_dlpack(tensor.dlpack(1)), 1 / 0)
        with pytest.raises(ZeroDivisionError):
            [tensor.__dlpack__(), 1 / 0]
    gc.collect()
    assert device_memory() == 0


def test_memory_of_a_pool_is_not_handed_out_while_exported() -> None:
    with pyacl.MemoryPool() as pool:
        tensor = Tensor.zeros((4,), "float32")
        managed = consume(tensor.__dlpack__())
        tensor.close()
        with pool.buffer(16) as other:
            address = managed.tensor.data
            assert other.data_ptr != address
        delete(managed)
        with pool.buffer(16) as one, pool.buffer(16) as two:
            assert address in (one.data_ptr, two.data_ptr)


def test_without_a_stream_queued_work_is_waited_for() -> None:
    with pyacl.Stream() as stream, Tensor.zeros((4,), "int8") as tensor, Gate(stream) as gate:
        tensor.fill_bytes(7, stream)
        managed = consume(tensor.__dlpack__(stream=-1))          # -1: no order
        delete(managed)
        assert not stream.done
        threading.Timer(0.05, gate.event.set).start()
        managed = consume(tensor.__dlpack__())
        assert ctypes.string_at(managed.tensor.data, 4) == bytes([7] * 4)
        delete(managed)


@pytest.mark.parametrize("form", [lambda stream: stream.handle, lambda stream: c_void_p(stream.handle),
                                  lambda stream: stream])
def test_the_stream_of_the_consumer_comes_after_queued_work(form: Any) -> None:
    with pyacl.Stream() as theirs:
        comes_after_queued_work(form(theirs), theirs)


@pytest.mark.parametrize("stream", [0, 1])
def test_the_default_stream_of_the_consumer(stream: int) -> None:
    """Its handle is NULL; consumers that were made for CUDA say 1."""
    comes_after_queued_work(stream, pyacl.Stream.from_handle(0))


def comes_after_queued_work(stream: Any, theirs: pyacl.Stream) -> None:
    with pyacl.Stream() as ours, Tensor.zeros((4,), "int8") as tensor:
        with Gate(ours):
            tensor.fill_bytes(7, ours)
            managed = consume(tensor.__dlpack__(stream=stream))
            assert not ours.done                                     # nobody waited on the host
            address = capi.ffi.cast("void *", managed.tensor.data)
            assert capi.aclrtMemsetAsync(address, 4, 9, 4, theirs._cdata) == 0     # no S-RACE: it is ordered
            assert not theirs.done
        theirs.synchronize()
        delete(managed)
        assert tensor.numpy().tolist() == [9] * 4


@pytest.mark.parametrize(("stream", "error"), [(2, ValueError), (-2, ValueError), (True, TypeError), ("0", TypeError)])
def test_what_is_no_stream(stream: Any, error: type[Exception]) -> None:
    with Tensor.zeros((4,), "int8") as tensor, pytest.raises(error):
        tensor.__dlpack__(stream=stream)


def test_export_of_a_copy() -> None:
    with Tensor.from_numpy(np.arange(6, dtype=np.float32).reshape(2, 3)) as tensor:
        managed = consume(tensor[:, ::2].__dlpack__(copy=True, max_version=(1, 0)))
        if NUMPY_MAKES_VERSIONED:
            assert managed.flags == 2                                # DLPACK_FLAG_BITMASK_IS_COPIED
        assert managed.tensor.device_type == 21
        assert not tensor.data_ptr <= managed.tensor.data < tensor.data_ptr + tensor.nbytes
        assert ctypes.string_at(managed.tensor.data, 16) == np.array([0, 2, 3, 5], np.float32).tobytes()
        delete(managed)


def test_numpy_looks_at_the_memory_of_the_emulator() -> None:
    tensor = Tensor.from_numpy(np.arange(6, dtype=np.float32).reshape(2, 3))
    array = np.from_dlpack(tensor.T.dlpack(1))
    assert array.tolist() == [[0, 3], [1, 4], [2, 5]]
    tensor.fill_bytes(0)
    assert array.tolist() == [[0, 0]] * 3
    tensor.close()
    assert device_memory() == 1
    del array
    gc.collect()
    assert device_memory() == 0


def test_what_numpy_writes_there_is_no_uninitialised_memory() -> None:
    """Strict mode (S-UNINIT) cannot see it, and says nothing."""
    with Tensor.empty((4,), "float32") as x, Tensor.empty((4,), "float32") as out:
        np.from_dlpack(x.dlpack(1))[:] = [-1, 2, -3, 4]
        pyacl.aclnn.relu(x, out)
        assert out.numpy().tolist() == [0, 2, 0, 4]


def cannot_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on CANN: a device has memory of its own."""
    monkeypatch.setattr(type(_lib.current()), "share", lambda self, address, nbytes, device: None)


def test_where_the_host_is_another_memory_it_takes_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    cannot_share(monkeypatch)
    with Tensor.from_numpy(np.arange(6, dtype=np.float32).reshape(2, 3)) as tensor:
        array = np.from_dlpack(tensor[:, 1:].dlpack(1))
        tensor.fill_bytes(0)
        assert array.tolist() == [[1, 2], [4, 5]]
        with pytest.raises(BufferError, match="copy=False"):
            tensor.__dlpack__(dl_device=(1, 0), copy=False)


def test_what_cannot_be_exported() -> None:
    with Tensor.zeros((2,), "float32") as tensor:
        for more in ({"dl_device": (2, 0)}, {"dl_device": (21, 1)}, {"dl_device": (1, 1)},
                     {"dl_device": (1, 0), "stream": 5}):
            with pytest.raises(BufferError):
                tensor.__dlpack__(**more)
    for use in (tensor.__dlpack__, tensor.__dlpack_device__):
        with pytest.raises(ValueError, match="closed"):
            use()
    with Tensor((16, 16), "float16", format="FRACTAL_NZ", storage_shape=(1, 1, 16, 16)) as blocked, pytest.raises(
            BufferError, match="FRACTAL_NZ"):
        blocked.__dlpack__()


# -- import
def test_round_trip_shares_the_memory() -> None:
    for dtype, _, bits in DL_TYPES:
        with Tensor.zeros((4, 8), dtype) as tensor:
            view = tensor[1:].T
            with Tensor.from_dlpack(view) as found, Tensor.from_dlpack(view.__dlpack__()) as again:
                for one in (found, again):
                    assert (one.shape, one.strides, one._code) == (view.shape, view.strides, view._code)
                    assert one.data_ptr == view.data_ptr == tensor.data_ptr + bits


@pytest.mark.parametrize("kind", [Managed, Versioned])
@pytest.mark.parametrize("device_type", [21, 12])
def test_import_of_device_memory(kind: Any, device_type: int) -> None:
    with pyacl.DeviceBuffer(1024) as memory:
        memory.write(np.arange(256, dtype=np.float32))
        producer = Producer(memory.data_ptr + 512, (2, 3), device=(device_type, 0), strides=(4, 1), kind=kind)
        tensor = Tensor.from_dlpack(producer)
        assert tensor.numpy().tolist() == [[128, 129, 130], [132, 133, 134]]
        assert tensor.data_ptr == memory.data_ptr + 512
        tensor.fill_bytes(0)
        assert producer.deleted == 0
        tensor.close()
        tensor.close()
        assert producer.deleted == 1
        out = np.empty(256, np.float32)
        memory.read(out)
        assert out[128:135].tolist() == [0, 0, 0, 131, 0, 0, 0]


def test_a_dropped_import_is_deleted_once() -> None:
    with pyacl.DeviceBuffer(64) as memory:
        producer = Producer(memory.data_ptr, (2,), device=(21, 0))
        tensor = Tensor.from_dlpack(producer)
        view = tensor[1:]
        del tensor
        gc.collect()
        assert producer.deleted == 0
        del view
        gc.collect()
        assert producer.deleted == 1


def test_the_deleter_waits_for_queued_work() -> None:
    with pyacl.Stream() as stream, pyacl.DeviceBuffer(64) as memory:
        producer = Producer(memory.data_ptr, (2,), device=(21, 0))
        with Gate(stream):
            tensor = Tensor.from_dlpack(producer)
            tensor.fill_bytes(1, stream)
            tensor.close()
            assert producer.deleted == 0
        stream.synchronize()
        assert producer.deleted == 1


def test_import_of_host_memory_on_the_emulator() -> None:
    """The very memory, whatever its alignment, and twice at a time."""
    raw = np.zeros(100, np.float32)
    for start in (0, 1, 3, 8):
        array = raw[start:start + 8]
        array[:] = np.arange(8)
        with (Tensor.from_dlpack(array) as one, Tensor.from_dlpack(array[4:]) as two, pyacl.Stream() as stream,
              Tensor.zeros((4,), "float32") as out):
            assert one.data_ptr == array.ctypes.data
            pyacl.aclnn.relu(two, out, stream=stream)
            stream.synchronize()
            assert out.numpy().tolist() == [4, 5, 6, 7]
            two.close()
            one.fill_bytes(0)
            assert one.numpy().tolist() == [0] * 8
        assert array.tolist() == [0] * 8


def test_read_only_memory_is_copied_or_refused() -> None:
    array = np.arange(4, dtype=np.float32)
    producer = Producer(array.ctypes.data, (4,), flags=1)            # DLPACK_FLAG_BITMASK_READ_ONLY
    with Tensor.from_dlpack(producer) as tensor:
        assert producer.deleted == 1                                 # the copy needs it no more
        tensor.fill_bytes(0)
    assert array.tolist() == [0, 1, 2, 3]
    again = Producer(array.ctypes.data, (4,), flags=1)
    with pytest.raises(BufferError, match="read-only"):
        Tensor.from_dlpack(again, copy=False)
    assert again.deleted == 1


def test_host_memory_goes_to_the_device_where_it_must(monkeypatch: pytest.MonkeyPatch) -> None:
    cannot_share(monkeypatch)
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    with Tensor.from_dlpack(array.T) as tensor:
        assert tensor.numpy().tolist() == array.T.tolist()
        assert device_memory() == 1
    with pytest.raises(BufferError, match="copy=False"):
        Tensor.from_dlpack(array, copy=False)


@pytest.mark.parametrize("copy", [None, True, False])
def test_nothing_can_be_shared_too(copy: bool | None) -> None:
    with Tensor.from_dlpack(np.zeros((0, 3), np.float32), copy=copy) as tensor:
        assert (tensor.shape, tensor.numpy().shape) == ((0, 3), (0, 3))


def test_copies_are_copies() -> None:
    with Tensor.from_numpy(np.arange(4, dtype=np.float32)) as tensor, Tensor.from_dlpack(tensor, copy=True) as copy:
        tensor.fill_bytes(0)
        assert copy.numpy().tolist() == [0, 1, 2, 3]


def test_the_other_framework_is_told_the_stream() -> None:
    with pyacl.DeviceBuffer(64) as memory, pyacl.Stream() as stream:
        producer = Producer(memory.data_ptr, (2,), device=(21, 0))
        Tensor.from_dlpack(producer, stream=stream).close()
        assert producer.asked["stream"] == stream.handle
        Tensor.from_dlpack(producer).close()
        assert producer.asked["stream"] is None
        assert producer.asked["max_version"][0] == 1


def test_memory_of_the_host_is_for_any_stream() -> None:
    """A producer on the host takes no stream: NumPy and torch refuse one."""
    with pyacl.Stream() as stream:
        for queue in (stream, stream.handle, pyacl.Stream.from_handle(0)):
            Tensor.from_dlpack(np.zeros(4, np.float32), stream=queue).close()
        with Tensor.zeros((4,), "int8") as tensor:
            Tensor.from_dlpack(tensor.dlpack(1), stream=stream).close()
            delete(consume(tensor.__dlpack__(dl_device=(1, 0), stream=-1)))


@pytest.mark.parametrize("more", [
    {"device": (2, 0)}, {"device": (21, 99)}, {"strides": (-1,)}, {"dl_type": (2, 32, 4)}, {"dl_type": (3, 64, 1)},
    {"dl_type": (2, 24, 1)}, {"major": 2}])
def test_what_cannot_be_imported(more: Any) -> None:
    array = np.zeros(4, np.float32)
    producer = Producer(array.ctypes.data, (4,), **more)
    capsule = producer.__dlpack__()
    with pytest.raises((BufferError, pyacl.AclArgumentError)):         # an error of C for a device that is not there
        Tensor.from_dlpack(capsule)
    left = api.PyCapsule_GetName(capsule) == NAMES[Versioned]        # then its own destructor will delete
    assert producer.deleted + left == 1


def test_a_capsule_is_consumed_once() -> None:
    array = np.zeros(4, np.float32)
    capsule = array.__dlpack__()
    Tensor.from_dlpack(capsule).close()
    with pytest.raises(BufferError, match="consumed"):
        Tensor.from_dlpack(capsule)
    for other in (None, [1, 2], 5, "text"):
        with pytest.raises(TypeError, match="__dlpack__"):
            Tensor.from_dlpack(other)


def test_a_consumer_that_outlives_the_interpreter(python: Python) -> None:
    code = ("import numpy as np, pyacl\nwith pyacl.Device(0):\n    x = pyacl.Tensor.zeros((4,), 'float32')\n"
            "    a = np.from_dlpack(x.dlpack(1))\n    y = pyacl.Tensor.from_dlpack(np.zeros(4))\n"
            "    c = y.__dlpack__()\n")
    done = python("-c", code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
