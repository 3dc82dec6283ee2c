"""Memory shared with other frameworks: torch tensors by duck typing, handles of ctypes and others, pinned memory."""
from __future__ import annotations

import ctypes
import gc
import sys
import types
import weakref
from ctypes import c_int32, c_int64, c_uint8, c_void_p
from typing import Any

import numpy as np
import pytest
from gate import Gate

import pyacl
from pyacl import Tensor, capi

pytestmark = pytest.mark.usefixtures("strict_device")


# -- torch, by duck typing
class Storage:
    def __init__(self, address: int, nbytes: int) -> None:
        self.address, self.size = address, nbytes

    def data_ptr(self) -> int:
        return self.address

    def nbytes(self) -> int:
        return self.size


class DType:
    def __init__(self, name: str) -> None:
        self.name_of = name

    def __repr__(self) -> str:
        return f"torch.{self.name_of}"


class Place:
    def __init__(self, kind: str, index: int | None) -> None:
        self.type, self.index = kind, index


class Torch:
    """The part of a torch tensor that is used."""

    def __init__(self, storage: Storage, shape: tuple[int, ...], stride: tuple[int, ...], offset: int, dtype: str,
                 itemsize: int, device: tuple[str, int | None]) -> None:
        self.storage, self.shape, self._stride, self._offset = storage, shape, stride, offset
        self.dtype, self.itemsize, self.device = DType(dtype), itemsize, Place(*device)

    def data_ptr(self) -> int:
        return self.storage.address + self._offset * self.itemsize

    def stride(self) -> tuple[int, ...]:
        return self._stride

    def storage_offset(self) -> int:
        return self._offset

    def untyped_storage(self) -> Storage:
        return self.storage

    def is_conj(self) -> bool:
        return False


@pytest.mark.parametrize(("dtype", "name", "size"), [("bfloat16", "bfloat16", 2), ("float32", "float32", 4),
                                                     ("int64", "int64", 8), ("bool", "bool", 1)])
def test_a_tensor_of_torch_npu(dtype: str, name: str, size: int) -> None:
    with pyacl.DeviceBuffer(512) as memory:
        memory.set(0)
        given = Torch(Storage(memory.data_ptr, 512), (2, 3), (8, 2), 5, dtype, size, ("npu", 0))
        with Tensor.from_torch(given) as tensor:
            assert (tensor.shape, tensor.strides, tensor.offset, tensor.dtype.name) == ((2, 3), (8, 2), 5, name)
            assert tensor.data_ptr == given.data_ptr()
            assert tensor.buffer.nbytes == 512                       # the whole storage (N-VIEW-4)
            tensor.fill_bytes(1)
        out = bytearray(512)
        memory.read(out)
        places = [(5 + row * 8 + column * 2) * size for row in range(2) for column in range(3)]
        assert [out[place] for place in places] == [1] * 6
        assert sum(out) == 6 * size


def test_on_the_stream_of_torch_npu() -> None:
    """`torch.npu.current_stream().npu_stream` is an integer; a view goes in, and what torch owns stays torch's."""
    with pyacl.Stream() as theirs, pyacl.DeviceBuffer(64) as memory:
        torch = types.SimpleNamespace(npu=types.SimpleNamespace(
            current_stream=lambda: types.SimpleNamespace(npu_stream=theirs.handle)))
        memory.write(np.arange(16, dtype=np.float32))
        column = Torch(Storage(memory.handle, 64), (4,), (4,), 1, "float32", 4, ("npu", 0))
        with (pyacl.Stream.from_handle(torch.npu.current_stream().npu_stream) as stream,
              Tensor.from_torch(column) as x):
            pyacl.aclnn.neg(x, x, stream=stream)
        theirs.synchronize()
        out = np.empty(16, np.float32)
        memory.read(out)
        assert out.tolist() == [-float(i) if i % 4 == 1 else i for i in range(16)]


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_an_empty_tensor_of_torch_npu(dtype: str) -> None:
    with Tensor.from_torch(Torch(Storage(0, 0), (0, 3), (3, 1), 0, dtype, 2, ("npu", 0))) as tensor:
        assert (tensor.shape, tensor.data_ptr, tensor.numpy().shape) == ((0, 3), 0, (0, 3))


def test_a_torch_tensor_on_a_device_that_is_not_there() -> None:
    with pytest.raises(pyacl.AclError, match="99"):
        Tensor.from_torch(Torch(Storage(0x1000, 16), (4,), (1,), 0, "float32", 4, ("npu", 99)))


@pytest.mark.parametrize(("given", "maker"), [
    (Torch(Storage(0x1000, 16), (4,), (1,), 0, "float32", 4, ("npu", 0)), "from_torch"),
    (np.zeros(4), "from_numpy"), (0x1000, "from_handle"), ("text", None)])
def test_an_operator_says_how_to_make_a_tensor_of_it(given: Any, maker: str | None) -> None:
    with Tensor.zeros((4,), "float32") as out, pytest.raises(TypeError) as caught:
        pyacl.aclnn.neg(given, out)
    assert (f"Tensor.{maker}" in str(caught.value)) == (maker is not None)
    assert type(given).__name__ in str(caught.value)


def test_a_torch_tensor_is_kept_until_queued_work_has_passed() -> None:
    with pyacl.DeviceBuffer(64) as memory, pyacl.Stream() as stream:
        storage = Storage(memory.data_ptr, 64)
        given = Torch(storage, (4,), (1,), 0, "float32", 4, ("npu", None))
        ended = list[bool]()
        weakref.finalize(given, ended.append, True)
        with Gate(stream):
            tensor = Tensor.from_torch(given)
            tensor.fill_bytes(1, stream)
            tensor.close()
            del given
            gc.collect()
            assert ended == []
        stream.synchronize()
        gc.collect()
        assert ended == [True]


def test_what_is_no_plain_torch_tensor(monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage(0x1000, 64)
    with pytest.raises(TypeError, match="cuda"):
        Tensor.from_torch(Torch(storage, (4,), (1,), 0, "float32", 4, ("cuda", 0)))
    with pytest.raises(TypeError, match="torch tensor"):
        Tensor.from_torch(np.zeros(3))
    sparse = Torch(storage, (4,), (1,), 0, "float32", 4, ("cpu", None))

    def no_storage() -> Storage:                                     # as torch says it of a sparse one
        raise NotImplementedError("Cannot access storage of SparseTensorImpl")
    sparse.untyped_storage = no_storage  # type: ignore[method-assign]
    with pytest.raises(TypeError, match=r"no plain memory .*SparseTensorImpl"):
        Tensor.from_torch(sparse)
    with pytest.raises(TypeError, match="qint8"):
        Tensor.from_torch(Torch(storage, (4,), (1,), 0, "qint8", 1, ("npu", 0)))
    lazy = Torch(storage, (4,), (1,), 0, "complex64", 8, ("npu", 0))
    monkeypatch.setattr(Torch, "is_conj", lambda self: True)
    with pytest.raises(TypeError, match="resolve_conj"):
        Tensor.from_torch(lazy)
    monkeypatch.undo()
    blocked = types.SimpleNamespace(get_npu_format=lambda tensor: 29)                 # ACL_FORMAT_FRACTAL_NZ
    monkeypatch.setitem(sys.modules, "torch_npu", blocked)
    with pytest.raises(TypeError, match="29"):
        Tensor.from_torch(Torch(storage, (4,), (1,), 0, "float16", 2, ("npu", 0)))


def test_real_torch() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    given = torch.arange(12, dtype=torch.bfloat16).reshape(3, 4)[1:, ::2]
    for tensor in (Tensor.from_torch(given), Tensor.from_dlpack(given)):
        with tensor:
            assert (tensor.shape, tensor.strides, tensor.dtype.name) == ((2, 2), (4, 2), "bfloat16")
            assert tensor.data_ptr == given.data_ptr()
            assert tensor.numpy().astype(float).tolist() == [[4, 6], [8, 10]]
    with Tensor.from_numpy(np.arange(4, dtype=np.float32)) as ours:
        back = torch.from_dlpack(ours.dlpack(1))
        back += 1
        assert ours.numpy().tolist() == [1, 2, 3, 4]


# -- handles of others
@pytest.mark.parametrize("form", [int, c_void_p, lambda address: ctypes.cast(address, ctypes.POINTER(ctypes.c_char)),
                                  lambda address: capi.ffi.cast("void *", address), np.uint64])
def test_handles_come_as_integers_and_pointers(form: Any) -> None:
    with (pyacl.Stream() as stream, pyacl.Event() as event, pyacl.DeviceBuffer(64) as memory,
          pyacl.HostBuffer(64) as host, Tensor.zeros((2, 2), "int8") as tensor):
        assert pyacl.Stream.from_handle(form(stream.handle)).handle == stream.handle
        assert pyacl.Event.from_handle(form(event.handle)).handle == event.handle
        assert pyacl.DeviceBuffer.from_handle(form(memory.handle), 64).data_ptr == memory.handle
        assert pyacl.HostBuffer.from_handle(form(host.handle), 64).data_ptr == host.handle
        assert Tensor.from_handle(form(tensor.handle)).shape == (2, 2)
        context = pyacl.Context.current()
        assert pyacl.Context.from_handle(form(context.handle)).handle == context.handle


@pytest.mark.parametrize("handle", [True, 1.5, "0x10", b"1", [1], None])
def test_what_is_no_handle(handle: Any) -> None:
    for kind in (pyacl.Stream, pyacl.Event):
        with pytest.raises(TypeError, match="handle"):
            kind.from_handle(handle)


@pytest.mark.parametrize("handle", [-1, 1 << 64, c_int32(5), ctypes.c_size_t(4096)])
def test_what_is_no_address(handle: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="address"):
        pyacl.Stream.from_handle(handle)


@pytest.mark.parametrize(("make", "what"), [
    (pyacl.Event.from_handle, "aclrtEvent"), (pyacl.Context.from_handle, "aclrtContext"),
    (Tensor.from_handle, "aclTensor"), (pyacl.Scalar.from_handle, "aclScalar"),
    (lambda handle: pyacl.DeviceBuffer.from_handle(handle, 16), "memory"),
    (lambda handle: pyacl.HostBuffer.from_handle(handle, 16), "memory")])
def test_null_is_none_of_them(make: Any, what: str) -> None:
    for null in (0, c_void_p(None), capi.NULL):
        with pytest.raises(ValueError, match=f"NULL is no {what}"):
            make(null)
    assert pyacl.DeviceBuffer.from_handle(0, 0).nbytes == 0


def test_where_a_stream_or_event_is_expected_a_number_is_none() -> None:
    array = np.zeros(4, np.float32)
    with pyacl.Stream() as stream, Tensor.from_numpy(array) as x, pyacl.Event() as event, pyacl.MemoryPool() as pool:
        uses: list[Any] = [lambda one: Tensor.from_numpy(array, stream=one), lambda one: x.copy_from(array, one),
                           lambda one: x.fill_bytes(0, one), event.record, lambda one: pool.buffer(8, one),
                           lambda one: pyacl.aclnn.neg(x, x, stream=one)]
        for use in uses:
            with pytest.raises(TypeError, match=r"stream: .*Stream\.from_handle"):
                use(stream.handle)
        with pytest.raises(TypeError, match=r"event: .*Event\.from_handle"):
            stream.wait(event.handle)  # type: ignore[arg-type]


POINTERS = [c_void_p, lambda address: ctypes.cast(address, ctypes.POINTER(c_uint8)),
            lambda address: ctypes.cast(address, ctypes.c_char_p), lambda address: capi.ffi.cast("void *", address)]


@pytest.mark.parametrize("pointer", POINTERS)
def test_pointers_to_host_memory(pointer: Any) -> None:
    """A ctypes pointer has the buffer protocol, too, over the pointer itself: never that."""
    source, target = (c_uint8 * 64)(*range(64)), (c_uint8 * 64)()
    with pyacl.DeviceBuffer(64) as memory:
        memory.write(pointer(ctypes.addressof(source)))
        memory.read(pointer(ctypes.addressof(target)))
        assert list(target) == list(range(64))
        memory.write(pointer(ctypes.addressof(source) + 8), 4)
        assert capi.aclrtMemcpy(pointer(ctypes.addressof(target)), 64, memory._cdata, 64,
                                capi.ACL_MEMCPY_DEVICE_TO_HOST) == 0
        assert list(target) == [*range(8, 12), *range(4, 64)]
        memory.write(target)                                         # an array is memory itself


def test_a_ctypes_pointer_to_elements() -> None:
    axes = (c_int64 * 2)(1, 0)
    array = capi.aclCreateIntArray(ctypes.cast(axes, ctypes.POINTER(c_int64)), 2)
    with Tensor.from_numpy(np.arange(6.0).reshape(2, 3)) as x, Tensor.empty((3, 2), "float64") as out:
        pyacl.aclnn.permute(x, pyacl.IntArray.from_handle(array), out)
        assert out.numpy().tolist() == [[0, 3], [1, 4], [2, 5]]
    capi.aclDestroyIntArray(array)


def test_no_pointer_is_the_default_stream() -> None:
    assert pyacl.Stream.from_handle(c_void_p(None)).handle == pyacl.Stream.from_handle(0).handle == 0


def test_pinned_memory_is_a_buffer() -> None:
    with pyacl.HostBuffer(16) as host:
        view = np.frombuffer(host, np.float32)  # type: ignore[call-overload]
        view[:] = 3
        assert bytes(host) == np.full(4, 3, np.float32).tobytes()
        memory = memoryview(host)
        assert (memory.nbytes, memory.readonly, memory.c_contiguous) == (16, False, True)
        memory.cast("B")[:4] = b"abcd"
        assert view.tobytes()[:5] == b"abcd\0"
        assert (host[0], len(host)) == (ord("a"), 16)
    assert view.shape == (4,)                                        # a view does not stop close(), and is not touched


def test_closed_pinned_memory_is_none() -> None:
    host = pyacl.HostBuffer(16)
    host.close()
    with pytest.raises(ValueError, match="this host buffer is closed"):
        host[0]
    with pytest.raises(ValueError, match="this host buffer is closed"):
        host[0] = 1
    if sys.version_info >= (3, 12):                                  # where Python asks the object
        for use in (memoryview, bytes, np.frombuffer, np.asarray):
            with pytest.raises(ValueError, match="this host buffer is closed"):
                use(host)
