"""Streams and events: order, waiting, time, and what a failure looks like."""
from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import pyacl
from pyacl import capi, emulator


@pytest.fixture(autouse=True)
def _device() -> Iterator[None]:
    emulator.configure(mode="strict")
    with pyacl.Device(0):
        yield
    assert [f for f in emulator.report().findings if f.severity == "error"] == []


class HostFunctions:
    """Host functions on a stream: they run in order with its other work, and may block it."""

    def __init__(self, stream: pyacl.Stream) -> None:
        self.stream, self.kept = stream, list[Any]()

    def launch(self, work: Any) -> None:
        def call(data: Any) -> None:
            work()
        callback = capi.ffi.callback("void(void *)", call)
        self.kept.append(callback)
        assert capi.aclrtLaunchHostFunc(self.stream._cdata, callback, capi.NULL) == 0
        self.stream._progress.submitted += 1


def test_work_is_queued_and_runs_in_order() -> None:
    gate, seen = threading.Event(), list[int]()
    with pyacl.Stream() as stream:
        host = HostFunctions(stream)
        host.launch(gate.wait)
        for number in range(5):
            host.launch(lambda number=number: seen.append(number))
        assert not stream.done
        assert seen == []
        gate.set()
        stream.synchronize()
        assert stream.done
    assert seen == [0, 1, 2, 3, 4]


def test_two_streams_run_side_by_side() -> None:
    gate = threading.Event()
    with pyacl.Stream() as slow, pyacl.Stream() as quick:
        host = HostFunctions(slow)
        host.launch(gate.wait)
        buffer = pyacl.DeviceBuffer(8)
        buffer.set(1, stream=quick)
        quick.synchronize()
        assert not slow.done
        gate.set()
        buffer.close()


def test_wait_orders_two_streams() -> None:
    """R-EVT-3: what follows the wait sees what preceded the record."""
    for seed in range(5):
        emulator.configure(mode="strict", seed=seed, delay=0.002)
        with pyacl.Device(0), pyacl.Stream() as first, pyacl.Stream() as second, pyacl.DeviceBuffer(64) as one, \
                pyacl.DeviceBuffer(64) as two, pyacl.Event() as event:
            one.set(7, stream=first)
            event.record(first)
            second.wait(event)
            two.copy_from(one, stream=second)
            second.synchronize()
            out = bytearray(64)
            two.read(out)
            assert out == bytes([7]) * 64
    assert emulator.report().findings == []


def test_elapsed_time_is_in_milliseconds() -> None:
    """R-EVT-7: recorded events; a sleep between them is at least as long as it says."""
    with pyacl.Stream() as stream:
        host = HostFunctions(stream)
        with stream.record() as start:
            host.launch(lambda: time.sleep(0.03))
            with stream.record() as end:
                end.synchronize()
                assert end.done
                assert 30 <= end - start < 3000
                assert start - end <= -30


def test_elapsed_time_of_an_event_without_time_stamps() -> None:
    with pyacl.Stream() as stream, pyacl.Event(timing=False) as start, pyacl.Event(timing=False) as end:
        start.record(stream)
        with pytest.raises(pyacl.AclError, match="507000"):
            end - start                                                  # end was never recorded
        stream.synchronize()


def test_timeouts() -> None:
    """R-STR-9, R-EVT-5: 507046 and 507047; the work goes on."""
    gate = threading.Event()
    with pyacl.Stream() as stream:
        host = HostFunctions(stream)
        host.launch(gate.wait)
        with stream.record() as event:
            with pytest.raises(TimeoutError, match="507046") as caught:
                stream.synchronize(timeout=0.02)
            assert isinstance(caught.value, pyacl.AclError)
            with pytest.raises(TimeoutError, match="507047"):
                event.synchronize(timeout=0.02)
            for wrong in (0, -1, float("nan")):
                with pytest.raises(ValueError, match="timeout"):
                    stream.synchronize(timeout=wrong)
            gate.set()
            stream.synchronize(timeout=10)


def test_a_failing_kernel_shows_at_synchronise_with_the_last_launches() -> None:
    """R-ERR-8: 507015 comes once, with the names of what was launched."""
    with pyacl.Stream() as stream, pyacl.Tensor.from_numpy(np.ones((2, 2), np.float32)) as x, \
            pyacl.Tensor.empty((2, 2), "float32") as out:
        emulator.fail("aclnnSoftmaxBackward", 507015)
        pyacl.aclnn.softmax_backward(x, x, 0, out, stream=stream)
        with pytest.raises(pyacl.AclError, match=r"aclnnSoftmaxBackward") as caught:
            stream.synchronize()
        assert caught.value.code == 507015
        assert "PYACL_SYNC" in str(caught.value)
        stream.synchronize()


def test_ctrl_c_is_honoured_while_waiting() -> None:
    gate = threading.Event()
    with pyacl.Stream() as stream:
        host = HostFunctions(stream)
        host.launch(gate.wait)
        timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        start = time.monotonic()
        try:
            with pytest.raises(KeyboardInterrupt):
                stream.synchronize()
            assert time.monotonic() - start < 10
        finally:
            timer.join()
            gate.set()


def test_other_threads_run_while_one_waits() -> None:
    gate, ticks = threading.Event(), list[int]()
    with pyacl.Stream() as stream:
        host = HostFunctions(stream)
        host.launch(gate.wait)

        def tick() -> None:
            for number in range(20):
                ticks.append(number)
                time.sleep(0.001)
            gate.set()
        thread = threading.Thread(target=tick)
        thread.start()
        stream.synchronize()
        thread.join()
    assert len(ticks) == 20


@pytest.mark.parametrize("priority", [-1, 8])
def test_priorities_out_of_range(priority: int) -> None:
    """R-STR-5: C would clamp them silently."""
    with pytest.raises(ValueError, match="priority"):
        pyacl.Stream(priority=priority)


def test_a_stream_of_somebody_else_is_never_destroyed() -> None:
    out = capi.ffi.new("aclrtStream *")
    assert capi.aclrtCreateStream(out) == 0
    handle = int(capi.ffi.cast("uintptr_t", out[0]))
    buffer = pyacl.DeviceBuffer(16)
    with pyacl.Stream.from_handle(handle) as stream:
        assert stream.handle == handle
        buffer.set(2, stream=stream)
    buffer.close()                                   # still tracked: freed when the foreign stream has passed
    assert capi.aclrtSynchronizeStream(out[0]) == 0
    assert capi.aclrtDestroyStream(out[0]) == 0
    default = pyacl.Stream.from_handle(0)
    assert default.handle == 0
    default.synchronize()


def test_closed_streams_and_events_say_so() -> None:
    stream, event = pyacl.Stream(), pyacl.Event()
    stream.close()
    event.close()
    stream.close()
    with pyacl.Stream() as other:
        for call in (stream.synchronize, lambda: stream.done, lambda: stream.handle, lambda: other.wait(event),
                     lambda: stream.record(), event.synchronize, lambda: event.handle):
            with pytest.raises(ValueError, match="closed"):
                call()


def test_mixed_up_handles_are_type_errors() -> None:
    with pyacl.Stream() as stream, pyacl.Event() as event:
        with pytest.raises(TypeError):
            capi.aclrtSynchronizeStream(event._cdata)
        with pytest.raises(TypeError):
            capi.aclrtDestroyEvent(stream._cdata)


def test_out_of_streams_is_an_error_with_its_code() -> None:
    emulator.fail("aclrtCreateStream", 207008)
    with pytest.raises(pyacl.AclError, match="207008") as caught:
        pyacl.Stream()
    assert "out of streams" in str(caught.value)
