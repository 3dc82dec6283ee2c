"""The public operations, as scenarios in which each C call can be made to fail (see `faults`)."""
from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
from faults import Attempts

import pyacl
from pyacl import Tensor, _info, _primary, aclnn, capi


def devices(attempt: Attempts) -> None:
    with attempt(lambda: pyacl.Device(0)) as device:
        attempt(device.memory)
        attempt(device.synchronize)
        attempt(pyacl.Device.count)
        pyacl.Device.soc_name()
        attempt(pyacl.Device.current)
        with attempt(lambda: pyacl.Context(0)):
            with attempt(pyacl.Stream) as stream:
                attempt(stream.synchronize)
            current = attempt(pyacl.Context.current)
            current.close()


def streams(attempt: Attempts) -> None:
    with attempt(lambda: pyacl.Stream(0)) as stream, attempt(lambda: pyacl.Stream(0, priority=3)) as other, \
            attempt(lambda: pyacl.Event(0, timing=True)) as start:
        attempt(lambda: start.record(stream))
        attempt(lambda: other.wait(start))
        with attempt(stream.record) as end:
            attempt(end.synchronize)
            attempt(lambda: end.synchronize(timeout=5))
            assert attempt(lambda: end.done)
            assert attempt(lambda: end - start) >= 0
        attempt(stream.synchronize)
        attempt(lambda: other.synchronize(timeout=5))
        assert attempt(lambda: stream.done)
    pyacl.Device(0).close()


def buffers(attempt: Attempts) -> None:
    with attempt(lambda: pyacl.Stream(0)) as stream, attempt(lambda: pyacl.DeviceBuffer(64, device=0)) as one, \
            attempt(lambda: pyacl.DeviceBuffer(64, device=0)) as two, \
            attempt(lambda: pyacl.HostBuffer(64, device=0)) as host:
        attempt(lambda: one.write(bytes(64)))
        attempt(lambda: one.set(7, 32))
        attempt(lambda: two.copy_from(one))
        attempt(lambda: two.write(b"x" * 8, stream=stream))
        attempt(lambda: two.write(host, stream=stream))
        attempt(lambda: two.set(9, stream=stream))
        attempt(lambda: two.copy_from(one, 8, stream=stream))
        out = bytearray(16)
        attempt(lambda: two.read(out, 16))
        assert out == bytes([7] * 8 + [9] * 8)


def memory_that_is_short(attempt: Attempts) -> None:
    """A block that waits for its stream is in the way of the next one."""
    with attempt(lambda: pyacl.Stream(0)) as stream, Gate(stream) as opened:
        large = attempt(lambda: pyacl.DeviceBuffer(10 << 20, device=0))
        attempt(lambda: large.set(1, stream=stream))
        attempt(large.close)
        opened.set()
        attempt(lambda: pyacl.DeviceBuffer(10 << 20, device=0)).close()


def pools(attempt: Attempts) -> None:
    """A pool that is trimmed because the device is full, and one that is closed before its stream has passed."""
    with attempt(lambda: pyacl.Stream(0)) as stream, attempt(lambda: pyacl.MemoryPool(0)) as pool:
        attempt(lambda: pool.buffer(10 << 20)).close()
        attempt(lambda: pool.buffer(12 << 20)).close()
        attempt(pool.trim)
        with Gate(stream), attempt(lambda: pool.buffer(16)) as buffer:
            attempt(lambda: buffer.set(1, stream=stream))


def exchange(attempt: Attempts) -> None:
    """A capsule for a stream of somebody else, behind work of ours, and memory of somebody else."""
    with attempt(lambda: pyacl.Stream(0)) as stream, attempt(lambda: pyacl.Stream(0)) as other:
        tensor = attempt(lambda: Tensor.zeros((4,), "float32", device=0))
        with Gate(stream):
            attempt(lambda: tensor.fill_bytes(1, stream))
            capsule = attempt(lambda: tensor.__dlpack__(stream=other.handle))
        attempt(other.synchronize)
        del capsule
        attempt(lambda: Tensor.from_dlpack(tensor, copy=True)).close()
        attempt(tensor.close)


def tensors(attempt: Attempts) -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    with attempt(lambda: pyacl.Stream(0)) as stream, attempt(lambda: Tensor.from_numpy(array, stream=stream)) as x, \
            attempt(lambda: Tensor.zeros((2, 3), "float32", device=0)) as y:
        assert attempt(lambda: x.handle)
        attempt(lambda: y.copy_from(x, stream))
        attempt(lambda: y[:, 1:].copy_from(array[:, 1:] * 2, stream))
        attempt(lambda: y[:, :1].fill_bytes(0))
        assert attempt(y.numpy).tolist() == [[0, 2, 4], [0, 8, 10]]
        view = x.T
        borrowed = attempt(lambda: Tensor.from_handle(view.handle, device=0))
        assert attempt(borrowed.numpy).tolist() == array.T.tolist()
        borrowed.close()


def descriptors(attempt: Attempts) -> None:
    with attempt(lambda: Tensor.zeros((2,), "float32", device=0)) as x:
        for make in (lambda: pyacl.IntArray([1, 2]), lambda: pyacl.FloatArray([1.0]), lambda: pyacl.BoolArray([True]),
                     lambda: pyacl.ScalarList([1, 2], "int32"), lambda: pyacl.TensorList([x, x])):
            with attempt(make) as made:
                assert attempt(lambda made=made: len(made)) > 0  # type: ignore[misc]
        attempt(lambda: pyacl.Scalar(1.5, "float16")).close()


class Operands:
    """x = 1, y = 2, out, each of 4 float32, and a stream, on device 0; each route of a launch has its own."""

    def __init__(self, attempt: Attempts) -> None:
        with pyacl.Device(0):
            self.stream = attempt(pyacl.Stream)
            self.x, self.y = (attempt(partial(Tensor.from_numpy, np.full(4, value, np.float32))) for value in (1, 2))
            self.out = attempt(lambda: Tensor.empty((4,), "float32"))
            self.outer = attempt(lambda: Tensor.empty((4, 4), "float32"))
            self.narrow = attempt(lambda: Tensor.empty((4,), "float16"))

    def __enter__(self) -> Operands:
        return self

    def __exit__(self, *_: object) -> None:
        for thing in (self.x, self.y, self.out, self.outer, self.narrow, self.stream):
            thing.close()


def launches(attempt: Attempts) -> None:
    with Operands(attempt) as on, attempt(lambda: pyacl.Device(0)):
        attempt(lambda: aclnn.add(on.x, on.y, 3, on.out, stream=on.stream))
        assert attempt(on.out.numpy).tolist() == [7] * 4
        attempt(lambda: aclnn.add(on.x, on.y, 1, on.narrow, stream=on.stream))            # with a workspace
        attempt(lambda: aclnn.einsum([on.x, on.y], "a,b->ab", on.outer, stream=on.stream))    # a list and a text
        attempt(lambda: aclnn.mean(on.x, [0], True, "float32", on.out[:1], stream=on.stream))
        attempt(on.stream.synchronize)
        attempt(lambda: aclnn.softmax(on.x, 0, on.out))                                   # the default stream
        first = on.out[:1]
        attempt(lambda: aclnn.mean(on.x, [0], True, "float32", first))
        attempt(on.stream.synchronize)
        attempt(pyacl.Device(0).synchronize)
        for _ in range(2):                                                                # once it has a descriptor
            attempt(lambda: aclnn.mean(on.x, [0], True, "float32", first, stream=on.stream))
        assert attempt(on.out.numpy).tolist() == [1, .25, .25, .25]
        assert attempt(on.narrow.numpy).tolist() == [3] * 4


def launches_from_elsewhere(attempt: Attempts) -> None:
    """The general route: the caller's device is another one."""
    with Operands(attempt) as on:
        attempt(lambda: aclnn.add(on.x, on.y, 3, on.narrow, stream=on.stream))
        attempt(lambda: aclnn.einsum([on.x, on.y], "a,b->ab", on.outer, stream=on.stream))
        attempt(lambda: not_computed(lambda: aclnn.foreach_add_scalar_list([on.x], [1.0], [on.out])))
        attempt(lambda: aclnn.mean(on.x, [0], True, "float32", on.out[:1]))


def not_computed(launch: Any) -> None:
    """The arguments are made, then the emulator refuses the operator."""
    try:
        launch()
    except pyacl.AclError as error:
        if error.code != 561003:
            raise


def executors(attempt: Attempts) -> None:
    with Operands(attempt) as on:
        executor = attempt(lambda: aclnn.add.prepare(on.x, on.y, 1, on.narrow))
        attempt(lambda: executor.launch(on.stream))
        executor = attempt(lambda: aclnn.add.prepare(on.x, on.y, 1, on.narrow))
        attempt(executor.close)


def repeatable_executors(attempt: Attempts) -> None:
    with Operands(attempt) as on, attempt(lambda: pyacl.Stream(0)) as other, \
            attempt(lambda: aclnn.add.prepare(on.x, on.y, 1, on.narrow, repeatable=True)) as executor:
        with attempt(lambda: pyacl.Device(0)):
            attempt(lambda: executor.launch(on.stream))
            attempt(lambda: executor.launch(on.stream))
        attempt(on.stream.synchronize)
        attempt(lambda: executor.rebind(self=on.y))
        attempt(lambda: executor.launch(other))
        assert attempt(on.narrow.numpy).tolist() == [4] * 4


CALLBACKS = list[Any]()


class Gate:
    """Holds a stream until it is opened, at the latest after 0.3 s; made by the test's own C calls."""

    def __init__(self, stream: pyacl.Stream) -> None:
        self.event = threading.Event()

        @capi.ffi.callback("void(void *)")  # type: ignore[untyped-decorator]
        def callback(data: Any) -> None:
            self.event.wait(0.3)
        self.callback = callback
        with in_context(stream):
            assert capi.aclrtLaunchHostFunc(stream._cdata, self.callback, capi.NULL) == 0
        stream._progress.submitted += 1
        CALLBACKS.append(callback)                     # it may still run when this object is gone

    def __enter__(self) -> threading.Event:
        return self.event

    def __exit__(self, *_: object) -> None:
        self.event.set()


@contextmanager
def in_context(stream: pyacl.Stream) -> Iterator[None]:
    before = capi.ffi.new("aclrtContext *")
    assert capi.aclrtGetCurrentContext(before) == 0
    assert capi.aclrtSetCurrentContext(stream._context.pointer) == 0
    yield
    assert capi.aclrtSetCurrentContext(before[0]) == 0


def work_in_flight(attempt: Attempts) -> None:
    """More work than one marker event stands for; what it uses is closed meanwhile."""
    with attempt(lambda: pyacl.Stream(0)) as stream, Gate(stream):
        for _ in range(2):
            for _ in range(70):
                stream._progress.submitted += 1
            with attempt(lambda: pyacl.DeviceBuffer(16, device=0)) as buffer:
                attempt(lambda: buffer.write(b"text", stream=stream))
    with attempt(lambda: pyacl.Stream(0)) as stream:
        with Gate(stream):
            for _ in range(70):
                stream._progress.submitted += 1
            with attempt(lambda: pyacl.DeviceBuffer(16, device=0)) as buffer:
                attempt(lambda: buffer.set(1, stream=stream))
            with Gate(stream):
                pass
        with Gate(stream), attempt(lambda: pyacl.DeviceBuffer(16, device=0)) as buffer:
            attempt(lambda: buffer.set(1, stream=stream))


def streams_of_somebody_else(attempt: Attempts) -> None:
    """A workspace on a borrowed stream, a current context of another framework, and a thread without any."""
    out = capi.ffi.new("aclrtStream *")
    with Operands(attempt) as on:
        with in_context(on.stream):
            assert capi.aclrtCreateStream(out) == 0
        try:
            with attempt(lambda: pyacl.Stream.from_handle(int(capi.ffi.cast("uintptr_t", out[0])),
                                                          device=0)) as stream:
                attempt(lambda: aclnn.add(on.x, on.y, 1, on.narrow, stream=stream))
            in_thread(lambda: attempt(on.narrow.numpy))
            in_thread(lambda: adopting(attempt))
        finally:
            with in_context(on.stream):
                assert capi.aclrtDestroyStream(out[0]) == 0


def waits_of_a_thread(attempt: Attempts) -> None:
    """Only the main thread waits in slices."""
    def waits() -> None:
        with attempt(lambda: pyacl.Stream(0)) as stream, attempt(lambda: pyacl.DeviceBuffer(8, device=0)) as buffer:
            attempt(lambda: buffer.set(1, stream=stream))
            attempt(lambda: buffer.read(bytearray(8)))
            attempt(lambda: buffer.set(2, stream=stream))
            with attempt(stream.record) as event:
                attempt(event.synchronize)
                attempt(lambda: event.synchronize(timeout=5))
            attempt(stream.synchronize)
            attempt(lambda: stream.synchronize(timeout=5))
    in_thread(waits)


def work_of_a_lost_stream(attempt: Attempts) -> None:
    """A stream of somebody else is let go of while it fails: what it used waits for the device."""
    with attempt(lambda: pyacl.Stream(0)) as owner, attempt(lambda: pyacl.DeviceBuffer(8, device=0)) as buffer:
        stream = attempt(lambda: pyacl.Stream.from_handle(owner.handle, owner=owner, device=0))
        attempt(lambda: buffer.set(1, stream=stream))
        stream._progress.lost = True
        attempt(stream.close)
        attempt(lambda: buffer.read(bytearray(8)))


def adopting(attempt: Attempts) -> None:
    pointer = capi.ffi.new("aclrtContext *")
    assert capi.aclrtCreateContext(pointer, 0) == 0
    try:
        with attempt(lambda: pyacl.DeviceBuffer(8)) as buffer:
            attempt(lambda: buffer.set(1))
    finally:
        assert capi.aclrtDestroyContext(pointer[0]) == 0


def in_thread(work: Any) -> None:
    failures = list[BaseException]()

    def target() -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)
    thread = threading.Thread(target=target)
    thread.start()
    thread.join()
    if failures:
        raise failures[0]


def the_end(attempt: Attempts) -> None:
    """From aclInit to what the exit hook does, and the end of ACL."""
    stream = attempt(lambda: pyacl.Stream(0))
    buffer = attempt(lambda: pyacl.DeviceBuffer(8, device=0))
    attempt(partial(buffer.set, 1, stream=stream))
    attempt(pyacl.stream._drain)
    del buffer, stream
    _primary._runtime = None


def beside_somebody_else(attempt: Attempts) -> None:
    """ACL was initialised by another user of the process."""
    _primary._runtime = None
    assert capi.aclInit(capi.NULL) in (0, 100002)
    attempt(lambda: pyacl.Device(0)).close()
    _primary._runtime = None


def information(attempt: Attempts) -> None:
    _info._runtime_version()
    _info._library_version()
    attempt.said.append(str(_info._devices()))


SCENARIOS = [devices, streams, buffers, memory_that_is_short, pools, exchange, tensors, descriptors, launches,
             launches_from_elsewhere, executors, repeatable_executors, work_in_flight, streams_of_somebody_else,
             waits_of_a_thread, work_of_a_lost_stream, the_end, information, beside_somebody_else]
ALONE = (the_end, information, beside_somebody_else)
