"""Tensors: making, describing to C, closing, and what is refused before any C call."""
from __future__ import annotations

import gc
import threading
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from conftest import Python

import pyacl
from pyacl import DeviceBuffer, Tensor, capi, emulator
from pyacl.dtypes import _TABLE, numpy_dtype

ffi = capi.ffi
DTYPES = [name for _, name, _ in _TABLE if name in np.sctypeDict or hasattr(ml_dtypes, name)]
pytestmark = pytest.mark.usefixtures("strict_device")


def live(kind: str) -> int:
    return emulator.report().live_by_kind.get(kind, 0)


def forbid_calls() -> None:
    """Make the next call of each C function that a tensor needs fail: only what makes none goes on."""
    for function in ("aclrtMalloc", "aclrtMemcpy", "aclrtMemcpyAsync", "aclrtMemset", "aclCreateTensor"):
        emulator.fail(function, 507899)


def described(tensor: Tensor) -> dict[str, Any]:
    """What C has in the aclTensor."""
    pointer = tensor._descriptor()
    found: dict[str, Any] = {}
    for name in ("ViewShape", "StorageShape", "ViewStrides"):
        values, count = ffi.new("int64_t **"), ffi.new("uint64_t *")
        assert getattr(capi, f"aclGet{name}")(pointer, values, count) == 0
        found[name] = tuple(values[0][i] for i in range(count[0]))
    for name, out in (("ViewOffset", "int64_t *"), ("Format", "aclFormat *"), ("DataType", "aclDataType *")):
        value = ffi.new(out)
        assert getattr(capi, f"aclGet{name}")(pointer, value) == 0
        found[name] = int(value[0])
    address = ffi.new("void **")
    assert capi.aclGetRawTensorAddr(pointer, address) == 0
    found["data"] = int(ffi.cast("uintptr_t", address[0]))
    return found


# -- making and describing
def test_a_view_is_described_with_the_whole_allocation_as_storage() -> None:
    """N-TEN-2, N-TEN-9: strides and offset in elements from the base; one flat storage dim over the allocation."""
    with Tensor.zeros((4, 6), "float32") as tensor:
        view = tensor[1:, ::2].T
        assert described(view) == {
            "ViewShape": (3, 3), "ViewStrides": (2, 6), "ViewOffset": 6, "StorageShape": (24,),
            "Format": capi.ACL_FORMAT_ND, "DataType": capi.ACL_FLOAT, "data": tensor.data_ptr}
        assert view.data_ptr == tensor.data_ptr + 6 * 4
        assert (view.shape, view.strides, view.offset) == ((3, 3), (2, 6), 6)
        assert (view.nbytes, view.ndim, view.size) == (36, 2, 9)
        assert not view.closed
        assert view.device.index == 0


@pytest.mark.parametrize("name", DTYPES)
def test_every_type_comes_back_as_it_was(name: str) -> None:
    dtype = numpy_dtype(pyacl.dtypes.acl_dtype(name))
    rng = np.random.default_rng(0)
    size = min(pyacl.dtypes.bits(name), 8)
    array = (rng.integers(0, 2, (3, 5)).astype(bool) if name == "bool" else
             rng.integers(0, 2**size, 15 * dtype.itemsize, np.uint8).view(dtype).reshape(3, 5))
    with Tensor.from_numpy(array) as tensor:
        assert (tensor.shape, tensor.dtype, tensor.nbytes) == ((3, 5), dtype, -(-15 * pyacl.dtypes.bits(name) // 8))
        assert tensor.numpy().tobytes() == array.tobytes()
        assert described(tensor)["DataType"] == pyacl.dtypes.acl_dtype(name)


def test_all_bfloat16_patterns_go_to_the_device_and_back() -> None:
    patterns = np.arange(65536, dtype=np.uint16)
    with Tensor.from_numpy(patterns.view(ml_dtypes.bfloat16)) as tensor:
        assert (tensor.numpy().view(np.uint16) == patterns).all()
        assert (tensor.view("uint16").numpy() == patterns).all()


@pytest.mark.parametrize("array", [
    np.arange(24.).reshape(2, 3, 4)[::-1], np.arange(24.).reshape(2, 3, 4)[:, ::2, ::-1], np.arange(6.).reshape(2, 3).T,
    np.asfortranarray(np.arange(6.).reshape(2, 3)), np.arange(4, dtype=">i4"), np.array(7, ">f8"), np.zeros((0, 3)),
    np.broadcast_to(np.arange(3.), (2, 3)), np.array(3.5), np.zeros((2, 0, 4), "i1"), np.array([0.0, -0.0]),
    np.array([True, False]), np.array([1, 2]).astype(ml_dtypes.bfloat16)[::-1],
])
def test_arrays_of_any_layout(array: Any) -> None:
    with Tensor.from_numpy(array) as tensor:
        result = tensor.numpy()
        assert result.shape == tensor.shape == array.shape
        assert result.dtype == tensor.dtype == array.dtype.newbyteorder("=")
        assert result.tobytes() == array.astype(result.dtype).tobytes()


def test_a_read_only_array_is_a_fine_source() -> None:
    array = np.arange(3)
    array.setflags(write=False)
    with Tensor.from_numpy(array) as tensor:
        assert tensor.numpy().tolist() == [0, 1, 2]


def test_lists_and_numbers_become_arrays_as_in_numpy() -> None:
    with Tensor.from_numpy([[1, 2], [3, 4]]) as tensor, Tensor.from_numpy(2.5) as number:
        assert (tensor.dtype.name, number.dtype.name, number.shape) == ("int64", "float64", ())
        assert float(number.numpy()) == 2.5


@pytest.mark.parametrize("array", [np.array([None]), np.array(["a"]), np.array([b"a"]), np.zeros(2, "M8[s]"),
                                   np.zeros(2, [("a", "f4")]), np.zeros(1, np.clongdouble)])
def test_arrays_that_no_tensor_holds(array: Any) -> None:
    forbid_calls()
    with pytest.raises(TypeError, match="no data type for"):
        Tensor.from_numpy(array)


def test_a_failed_copy_leaves_nothing() -> None:
    emulator.fail("aclrtMemcpy", 507899)
    with pytest.raises(pyacl.AclError, match="507899"):
        Tensor.from_numpy(np.ones(4))
    emulator.fail("aclrtMemset", 507899)
    with pytest.raises(pyacl.AclError, match="507899"):
        Tensor.zeros(4, "int8")
    assert live("device memory") == 0


def test_a_descriptor_that_fails_can_be_asked_for_again() -> None:
    with Tensor.zeros(4, "int8") as tensor:
        emulator.fail("aclCreateTensor", 561103)
        with pytest.raises(pyacl.AclError, match=r"aclCreateTensor returned NULL\n.*int8, \(4,\)"):
            tensor.handle  # noqa: B018
        assert tensor._h is None
        assert tensor.handle
        assert tensor.handle == tensor.handle


def test_numbers_of_numpy_are_plain_numbers_inside() -> None:
    with Tensor(np.array([2, 3], np.int32), "int8", strides=(np.int64(3), np.uint8(1)), offset=np.int16(1)) as tensor:
        assert (tensor.shape, tensor.strides, tensor.offset) == ((2, 3), (3, 1), 1)
        assert {type(n) for n in (*tensor.shape, *tensor.strides, tensor.offset)} == {int}
        assert tensor.buffer.nbytes == 7
    with Tensor(np.int64(3), "int8") as vector, Tensor((), "int8") as number:
        assert (vector.shape, number.shape, number.nbytes) == ((3,), (), 1)


@pytest.mark.parametrize(("arguments", "error"), [
    ({"shape": (-1,)}, ValueError), ({"shape": (2, 3.0)}, TypeError), ({"shape": (True, 2)}, TypeError),
    ({"shape": (np.True_,)}, TypeError), ({"shape": "23"}, TypeError), ({"shape": None}, TypeError),
    ({"shape": (2**63,)}, ValueError), ({"shape": (2**40, 2**40)}, ValueError), ({"shape": (10**5000,)}, ValueError),
    ({"shape": (2**62, 4)}, ValueError), ({"shape": (2**62,), "dtype": "float64"}, ValueError),
    ({"shape": (1,) * 26}, ValueError), ({"shape": (2, [3])}, TypeError),
    ({"strides": (1,)}, ValueError), ({"strides": (-3, 1)}, ValueError), ({"strides": (3.0, 1)}, TypeError),
    ({"strides": (2**62, 2**62)}, ValueError), ({"strides": (True, 1)}, TypeError),
    ({"offset": -1}, ValueError), ({"offset": 1.0}, TypeError), ({"offset": True}, TypeError),
    ({"offset": 2**63}, ValueError),
    ({"offset": 1, "dtype": "int4"}, ValueError), ({"dtype": "nonsense"}, TypeError), ({"dtype": None}, TypeError),
    ({"format": "NCWH"}, ValueError), ({"format": 77}, ValueError), ({"format": True}, TypeError),
    ({"format": "FRACTAL_NZ"}, ValueError), ({"storage_shape": (6,)}, ValueError),
    ({"buffer": b"12345678"}, TypeError),
])
def test_what_no_descriptor_can_say(arguments: dict[str, Any], error: type[Exception]) -> None:
    """N-TEN-1: C would take nearly all of it."""
    Tensor((2, 3), "int8").close()
    Tensor((1, 2), "int8").close()                        # (True, 2) must not find what is remembered of (1, 2)
    forbid_calls()
    with pytest.raises(error):
        Tensor(**{"shape": (2, 3), "dtype": "int8", **arguments})


def test_formats() -> None:
    """N-TEN-10: 0 is NCHW, not "none given"."""
    for given, code in ((None, 2), ("ND", 2), ("ACL_FORMAT_NHWC", 1), (0, 0), ("NCHW", 0), (np.int64(30), 30)):
        with Tensor((1, 1, 1, 1), "int8", format=given) as tensor:
            assert tensor.format == described(tensor)["Format"] == code


def test_a_blocked_format_has_its_own_storage_shape() -> None:
    """N-TEN-9, N-VIEW-3: the real layout of the memory, and no plain elements to look at."""
    with Tensor((20, 30), "float16", format="FRACTAL_NZ", storage_shape=(2, 2, 16, 16)) as tensor:
        assert tensor.buffer.nbytes == 2 * 2 * 16 * 16 * 2
        assert described(tensor)["StorageShape"] == (2, 2, 16, 16)
        assert described(tensor)["ViewShape"] == (20, 30)
        for use in (tensor.numpy, lambda: tensor[0], lambda: tensor.copy_from(np.zeros((20, 30), "f2"))):
            with pytest.raises(ValueError, match="FRACTAL_NZ"):
                use()
    wrong = r"\(2, 2, 16, 16\).* reach element 1023, but the storage has 50 elements"
    with DeviceBuffer(100) as buffer, pytest.raises(ValueError, match=wrong):
        Tensor((20, 30), "float16", format="FRACTAL_NZ", storage_shape=(2, 2, 16, 16), buffer=buffer)


# -- on a buffer
def test_a_tensor_on_a_buffer_leaves_it_open() -> None:
    with DeviceBuffer(64) as buffer:
        tensor = Tensor((2, 3), "float32", strides=(8, 2), offset=1, buffer=buffer)
        assert described(tensor)["StorageShape"] == (16,)
        assert tensor.buffer is buffer
        tensor.close()
        assert live("tensor") == 0
        assert not buffer.closed


@pytest.mark.parametrize(("shape", "strides", "offset"), [
    ((17,), None, 0), ((16,), None, 1), ((2, 3), (14, 1), 0), ((), None, 16), ((0,), None, 17), ((2, 2), (1,), 0)])
def test_views_that_leave_the_buffer(shape: Any, strides: Any, offset: int) -> None:
    """N-VIEW-5: the library itself would not check."""
    with DeviceBuffer(64) as buffer:
        forbid_calls()
        with pytest.raises(ValueError, match=r"storage has 16 elements|strides for"):
            Tensor(shape, "float32", strides=strides, offset=offset, buffer=buffer)
        emulator.configure(mode="strict")


def test_views_that_just_fit() -> None:
    with DeviceBuffer(67) as buffer:                          # the odd bytes belong to no element
        fitting: list[tuple[Any, Any, int]] = [
            ((2, 3), (13, 1), 0), ((), None, 15), ((0,), None, 16), ((4, 4), None, 0), ((9, 2), (0, 15), 0)]
        for shape, strides, offset in fitting:
            Tensor(shape, "float32", strides=strides, offset=offset, buffer=buffer).close()
        with pytest.raises(ValueError, match="16 elements"):
            Tensor(17, "float32", buffer=buffer)
        with pytest.raises(TypeError, match="device"):
            Tensor(1, "int8", buffer=buffer, device=0)
    with pytest.raises(ValueError, match="closed"):
        Tensor(1, "int8", buffer=buffer)


def test_borrowed_memory_must_be_aligned() -> None:
    """N-TEN-5: 32 bytes, which C does not check and kernels rely on."""
    with DeviceBuffer(128) as buffer:
        for shift in (0, 32, 64):
            part = DeviceBuffer.from_handle(buffer.data_ptr + shift, 32, owner=buffer)
            Tensor(8, "float32", buffer=part).close()
        for shift in (1, 4, 16):
            part = DeviceBuffer.from_handle(buffer.data_ptr + shift, 32, owner=buffer)
            with pytest.raises(ValueError, match="multiple of 32 bytes"):
                Tensor(8, "float32", buffer=part)


# -- empty and 0-d
@pytest.mark.parametrize("shape", [(0,), (2, 0, 3), (0, 2**40)])
def test_empty_tensors_make_no_memory_calls(shape: Any) -> None:
    """N-TEN-7."""
    for function in ("aclrtMalloc", "aclrtMemcpy", "aclrtMemcpyAsync", "aclrtMemset"):
        emulator.fail(function, 507899)
    with pyacl.Stream() as stream, Tensor.zeros(shape, "float32") as tensor:
        assert (tensor.shape, tensor.nbytes, tensor.data_ptr, tensor.size) == (shape, 0, 0, 0)
        assert tensor.numpy().shape == shape
        tensor.copy_from(np.zeros(shape, "f4"), stream)
        tensor.fill_bytes(1, stream)
        assert described(tensor)["ViewShape"] == shape
    Tensor.from_numpy(np.zeros(shape[:1] if shape[0] == 0 else shape, "i8")).close()
    emulator.configure(mode="strict")


def test_a_single_value_stays_one() -> None:
    """N-TEN-6."""
    with Tensor.from_numpy(np.float32(2.5)) as tensor:
        assert tensor.shape == tensor.strides == tensor.numpy().shape == tensor[()].shape == tensor.T.shape == ()
        assert described(tensor)["ViewShape"] == ()
        assert tensor.reshape(1, 1).shape == tensor[None, None].shape == (1, 1)
        with pytest.raises(TypeError, match="0-d"):
            len(tensor)
        with pytest.raises(IndexError, match="too many"):
            tensor[0]


# -- foreign handles
def test_a_borrowed_tensor_is_read_and_left_alone() -> None:
    """N-TEN-13 to N-TEN-15: all that C tells."""
    owner = Tensor.from_numpy(np.arange(24, dtype="i4").reshape(4, 6))
    view = owner[1:, ::2].T
    borrowed = Tensor.from_handle(view.handle, owner=view)
    assert (borrowed.shape, borrowed.strides, borrowed.offset, borrowed.dtype.name) == ((3, 3), (2, 6), 6, "int32")
    assert borrowed.handle == view.handle
    assert borrowed.data_ptr == view.data_ptr
    assert borrowed.buffer.nbytes == 96
    assert (borrowed.numpy() == view.numpy()).all()
    inner = borrowed[1]
    assert inner.handle != view.handle
    borrowed.close()
    assert borrowed.closed
    assert not inner.closed
    assert (inner.numpy() == view.numpy()[1]).all()
    assert live("tensor") == 2                                    # of `view` and of `inner`
    view.close()
    owner.close()


def test_a_borrowed_tensor_without_memory() -> None:
    dims = ffi.new("int64_t[]", [2, 0])
    handle = capi.aclCreateTensor(dims, 2, capi.ACL_INT8, capi.NULL, 0, capi.ACL_FORMAT_NCHW, dims, 2, capi.NULL)
    borrowed = Tensor.from_handle(int(ffi.cast("uintptr_t", handle)))
    assert (borrowed.shape, borrowed.format, borrowed.numpy().shape) == ((2, 0), 0, (2, 0))
    borrowed.close()
    assert capi.aclDestroyTensor(handle) == 0


@pytest.mark.parametrize("dtype", ["ACL_STRING", "ACL_HIFLOAT8"])
def test_a_borrowed_tensor_of_a_type_that_is_not_held(dtype: str) -> None:
    dims = ffi.new("int64_t[]", [2])
    handle = capi.aclCreateTensor(dims, 1, getattr(capi, dtype), capi.NULL, 0, 2, dims, 1, capi.NULL)
    with pytest.raises(TypeError, match=dtype):
        Tensor.from_handle(handle)
    assert capi.aclDestroyTensor(handle) == 0
    with pytest.raises(ValueError, match="NULL"):
        Tensor.from_handle(0)


# -- threads
def test_a_worker_thread_needs_no_set_up() -> None:
    results: list[Any] = []
    with Tensor.from_numpy(np.arange(6).reshape(2, 3)) as tensor:
        def work() -> None:
            view = tensor[:, 1:]
            results.extend((view.numpy().tolist(), view.handle != 0))
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert results == [[[1, 2], [4, 5]], True]


def test_without_a_current_device_the_error_names_the_way() -> None:
    caught: list[Exception] = []

    def work() -> None:
        try:
            Tensor.zeros(3, "int8")
        except pyacl.AclError as error:
            caught.append(error)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert "with pyacl.Device(n)" in str(caught[0])


def test_a_dropped_tensor_goes_quietly() -> None:
    """Tensors are values: no ResourceWarning (which would fail this test), and nothing stays."""
    Tensor.zeros(3, "int8").handle  # noqa: B018
    gc.collect()
    assert live("device memory") == live("tensor") == 0


def test_exit_with_live_tensors_is_silent(python: Python) -> None:
    done = python("-c", "import numpy as np, pyacl\n"
                        "class Cycle: pass\n"
                        "tensor = pyacl.Tensor.zeros((2, 3), 'float32', device=0)\n"
                        "view = tensor[0]; view.handle; tensors = pyacl.TensorList([tensor, view])\n"
                        "cycle = Cycle(); cycle.itself, cycle.view = cycle, view\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_forked_child_frees_nothing(python: Python) -> None:
    done = python("-W", "ignore::DeprecationWarning", "-c", """
import os, numpy as np, pyacl
with pyacl.Device(0), pyacl.Tensor.from_numpy(np.arange(3)) as tensor, pyacl.IntArray([1]) as array:
    tensor.handle
    child = os.fork()
    if not child:
        try:
            tensor.numpy()
        except RuntimeError as error:
            assert "spawn" in str(error)
            array.close()
            tensor.close()
            os._exit(0)
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    assert tensor.numpy().tolist() == [0, 1, 2] and len(array) == 1
report = pyacl.emulator.report()
assert report.live == 0 and not report.findings, str(report)
""")
    assert (done.returncode, done.stderr) == (0, "")


def test_two_threads_make_one_descriptor_each_at_worst() -> None:
    with Tensor.zeros((4, 4), "int8") as tensor:
        handles: list[Any] = []
        start = threading.Barrier(4)

        def work() -> None:
            start.wait()
            handles.append(tensor._descriptor())
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(handles) == 4
        assert tensor._h in handles
        assert live("tensor") == len({int(ffi.cast("uintptr_t", handle)) for handle in handles})
        handles.clear()
        assert live("tensor") == 1


def test_a_launch_on_closed_memory_is_refused_before_any_call() -> None:
    """A view has its aclTensor already when the memory goes; the launch must see it nevertheless."""
    tensor, out = Tensor.zeros(4, "float32"), Tensor.zeros(2, "float32")
    view = tensor[:2]
    with pyacl.Stream() as stream, out:
        for _ in range(2):
            pyacl.aclnn.add(view, view, 1, out, stream=stream)
        tensor.close()
        emulator.fail("aclnnAddGetWorkspaceSize", 561000)
        with pytest.raises(ValueError, match="memory of this tensor is closed"):
            pyacl.aclnn.add(view, view, 1, out, stream=stream)
        view.close()
        with pytest.raises(ValueError, match="this tensor is closed"):
            pyacl.aclnn.add(out, out, 1, view, stream=stream)
