"""Device and pinned memory, and when it is freed."""
from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import pyacl
from pyacl import capi, emulator


@pytest.fixture(autouse=True)
def _device() -> Iterator[None]:
    emulator.configure(mode="strict", memory=1 << 24)
    with pyacl.Device(0):
        yield
    assert emulator.report().live == 0
    assert emulator.report().findings == []


def test_a_buffer_keeps_what_was_written() -> None:
    with pyacl.DeviceBuffer(10) as buffer:
        buffer.write(bytes(range(10)))
        buffer.write(b"\xff\xfe", offset=3)
        out = bytearray(10)
        buffer.read(out)
        assert out == bytes([0, 1, 2, 255, 254, 5, 6, 7, 8, 9])
        part = bytearray(2)
        buffer.read(part, 2, offset=8)
        assert part == bytes([8, 9])


def test_zero_bytes_make_no_call() -> None:
    for function in ("aclrtMalloc", "aclrtMemcpy", "aclrtFree"):
        emulator.fail(function, 507899)
    with pyacl.DeviceBuffer(0) as buffer:
        buffer.write(b"")
        buffer.read(bytearray())
        assert buffer.data_ptr == 0
    emulator.reset()
    pyacl.Device(0).close()


def test_out_of_memory_is_a_memory_error_and_leaves_nothing() -> None:
    """R-MEM-1: 207001."""
    with pytest.raises(MemoryError, match="207001") as caught:
        pyacl.DeviceBuffer(1 << 30)
    assert isinstance(caught.value, pyacl.AclError)
    assert "1073741824 bytes on device 0" in str(caught.value)


@pytest.mark.parametrize(("nbytes", "error"), [(-1, ValueError), (1 << 63, ValueError), (True, TypeError),
                                              (1.5, TypeError), ("8", TypeError)])
def test_sizes_that_are_none(nbytes: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        pyacl.DeviceBuffer(nbytes)


@pytest.mark.parametrize("call", [
    lambda b: b.write(bytes(11)), lambda b: b.write(bytes(4), offset=8), lambda b: b.write(bytes(4), 5),
    lambda b: b.read(bytearray(4), 8), lambda b: b.read(bytearray(16), 16), lambda b: b.set(1, 4, offset=8),
])
def test_copies_that_leave_the_buffer_or_the_array(call: Any) -> None:
    with pyacl.DeviceBuffer(10) as buffer:
        buffer.set(0)
        with pytest.raises(ValueError, match=r"\d bytes"):
            call(buffer)


def test_reading_into_what_is_read_only_is_refused() -> None:
    with pyacl.DeviceBuffer(4) as buffer:
        buffer.set(7)
        frozen = np.zeros(4, np.uint8)
        frozen.flags.writeable = False
        for target in (b"abcd", frozen):
            with pytest.raises(TypeError, match="read-only"):
                buffer.read(target)


def test_an_asynchronous_copy_from_a_temporary_arrives() -> None:
    emulator.configure(mode="strict", seed=1, delay=0.01)
    with pyacl.Device(0), pyacl.Stream() as stream, pyacl.DeviceBuffer(4096) as buffer:
        array = np.arange(1024, dtype=np.int32)
        buffer.write(array * 2, stream=stream)
        array[:] = -1
        del array
        out = np.empty(1024, np.int32)
        buffer.read(out)                        # waits for the copy by itself
        assert (out == np.arange(1024) * 2).all()


def test_closing_while_work_is_queued_defers_the_free() -> None:
    """S-UAF would be found in strict mode if the block were freed at once (R-MEM-7)."""
    emulator.configure(mode="strict", seed=3, delay=0.05)
    with pyacl.Device(0), pyacl.Stream() as stream:
        for _ in range(20):
            buffer = pyacl.DeviceBuffer(1 << 10)
            buffer.set(1, stream=stream)
            buffer.close()
        stream.synchronize()
        assert emulator.report().live_by_kind.get("device memory", 0) == 0
    assert emulator.report().findings == []


def test_dropping_every_reference_defers_the_free_too() -> None:
    emulator.configure(mode="strict", seed=4, delay=0.05)
    with pyacl.Device(0), pyacl.Stream() as stream:
        for _ in range(20):
            pyacl.Tensor.empty((256,), "float32").fill_bytes(1, stream=stream)
        gc.collect()
        stream.synchronize()
        assert emulator.report().live_by_kind.get("device memory", 0) == 0
    assert emulator.report().findings == []


def test_memory_stays_bounded_without_any_synchronise() -> None:
    """Completed work is noticed by queries and a few events; 2,000 blocks of 64 KiB would be 125 MiB of 16."""
    with pyacl.Stream() as stream:
        for _ in range(2000):
            with pyacl.DeviceBuffer(1 << 16) as buffer:
                buffer.set(0, stream=stream)


def test_a_buffer_of_another_device_is_refused_before_the_call() -> None:
    with pyacl.Device(1), pyacl.Stream() as stream:
        pass
    with pyacl.Device(1), pyacl.Stream() as stream, pyacl.DeviceBuffer(8, device=0) as buffer, \
            pytest.raises(ValueError, match=r"device 0 .* stream of device 1"):
        buffer.set(0, stream=stream)


def test_a_borrowed_buffer_is_never_freed() -> None:
    out = capi.ffi.new("void **")
    assert capi.aclrtMalloc(out, 64, 0) == 0
    with pyacl.DeviceBuffer.from_handle(int(capi.ffi.cast("uintptr_t", out[0])), 64) as buffer:
        buffer.set(9)
    assert emulator.report().live_by_kind["device memory"] == 1
    assert capi.aclrtFree(out[0]) == 0


def test_a_buffer_that_was_never_closed_warns() -> None:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        pyacl.DeviceBuffer(8)
        gc.collect()
    assert [w.category for w in seen] == [ResourceWarning]
    assert "device buffer" in str(seen[0].message)


def test_a_failing_finalizer_is_a_warning() -> None:
    emulator.fail("aclrtFree", 507899)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        pyacl.DeviceBuffer(8)
        gc.collect()
    assert pyacl.AclWarning in [w.category for w in seen]
    emulator.reset()
    pyacl.Device(0).close()


def test_pinned_memory_has_the_buffer_protocol() -> None:
    with pyacl.HostBuffer(16) as host:
        view = memoryview(host)
        assert (view.nbytes, view.readonly, len(host), host.nbytes) == (16, False, 16, 16)
        floats = np.frombuffer(host, np.float32)  # type: ignore[call-overload]
        floats[:] = [1, 2, 3, 4]
        assert capi.ffi.cast("float *", host.data_ptr)[2] == 3
        assert isinstance(host, pyacl.HostBuffer)
        with pyacl.DeviceBuffer(16) as device:
            device.write(host)
            host[0:16] = bytes(16)
            device.read(host)
            assert floats.tolist() == [1, 2, 3, 4]
        del floats, view
    with pytest.raises(ValueError, match="closed"):
        host.data_ptr  # noqa: B018
    with pytest.raises(ValueError, match="at least one byte"):
        pyacl.HostBuffer(0)


def test_device_to_device() -> None:
    with pyacl.DeviceBuffer(8) as one, pyacl.DeviceBuffer(8) as two, pyacl.Stream() as stream:
        one.write(b"abcdefgh")
        two.copy_from(one)
        two.copy_from(one, 2, offset=4, source_offset=6, stream=stream)
        out = bytearray(8)
        two.read(out)
        assert out == b"abcdghgh"
