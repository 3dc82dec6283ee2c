"""Work in flight: what it uses lives until it has passed, memory stays bounded, and a read waits for its writers only.

The emulator holds queued work back and draws the order of the streams from a seed; in strict mode it finds every use of
memory that was freed, overwritten or not waited for.
"""
from __future__ import annotations

import random
import threading
from typing import Any

import numpy as np
import pytest
from gate import Gate

import pyacl
from pyacl import DeviceBuffer, Stream, Tensor, aclnn, capi, emulator

MIB = 1 << 20


def used() -> int:
    """Bytes of device memory that are taken."""
    free, total = pyacl.Device.current().memory()
    return total - free


def narrowing(side: int) -> tuple[Tensor, Tensor]:
    """Operands of an addition with a workspace of more than 4 * side**2 bytes."""
    return Tensor.zeros((side, side), "float32"), Tensor.empty((side, side), "float16")


def test_five_hundred_launches_share_one_workspace(machine: Any) -> None:
    machine()
    x, out = narrowing(512)
    assert workspace_of(x, out) >= MIB
    before = used()
    with Stream() as stream:
        for number in range(500):
            aclnn.add(x.T, x, 1, out, stream=stream)
            if number % 100 == 0:
                assert used() - before < 8 * MIB            # whole huge pages; 500 of them would be 1,000 MiB
        assert used() - before < 8 * MIB
        stream.synchronize()
    x.close()
    out.close()


def test_a_workspace_grows_to_the_largest_need_while_smaller_ones_are_in_use(machine: Any) -> None:
    machine()
    operands = [narrowing(side) for side in (16, 64, 256, 32, 512, 16)]
    with Stream() as stream:
        for x, out in operands:
            aclnn.add(x.T, x, 1, out, stream=stream)
        assert stream._progress._arena_size == max(workspace_of(x, out) for x, out in operands)
        for x, out in operands:
            assert not out.numpy().any()
            x.close()
            out.close()


def workspace_of(x: Tensor, out: Tensor) -> int:
    with aclnn.add.prepare(x.T, x, 1, out) as executor:
        return executor.workspace_size


def test_two_streams_never_share_a_workspace(machine: Any) -> None:
    machine(seed=7)
    first, second = narrowing(64), narrowing(64)
    with Stream() as one, Stream() as two:
        for _ in range(20):
            aclnn.add(first[0].T, first[0], 1, first[1], stream=one)
            aclnn.add(second[0].T, second[0], 1, second[1], stream=two)
        assert one._progress._arena != two._progress._arena
        one.synchronize()
        two.synchronize()
    for tensor in (*first, *second):
        tensor.close()


@pytest.mark.parametrize("source", [
    lambda array: array * 2, lambda array: (array * 2)[::-1][::-1], lambda array: np.asfortranarray(array * 2),
    lambda array: (array * 2).astype(">i4"), lambda array: np.asarray((array * 2).tolist(), "i4"),
], ids=["temporary", "view", "fortran order", "foreign bytes", "list"])
def test_asynchronous_copies_from_temporaries_arrive_intact(machine: Any, source: Any) -> None:
    machine()
    array = np.arange(4096, dtype=np.int32).reshape(64, 64)
    with Stream() as stream, Tensor.empty((64, 64), "int32") as tensor:
        for _ in range(5):
            tensor.copy_from(source(array), stream=stream)
            junk = np.full_like(array, -1)                  # likely to take the place of what was dropped
        assert (tensor.numpy() == array * 2).all()
        del junk


def test_staging_memory_is_used_again(machine: Any) -> None:
    """Of 500 copies whose end pyacl must find out by itself, few more are kept than one wait lets pile up."""
    machine(seed=None, delay=0.0)
    with Stream() as stream, DeviceBuffer(1 << 12) as buffer:
        most = 0
        for number in range(500):
            buffer.write(np.full(1 << 12, number & 255, np.uint8), stream=stream)
            most = max(most, emulator.report().live_by_kind.get("pinned memory", 0))
            if number % 50 == 49:
                assert capi.aclrtSynchronizeStream(stream._cdata) == 0
        assert most < 100
        out = bytearray(1 << 12)
        buffer.read(out)
        assert out == bytes([499 & 255]) * (1 << 12)


def test_numpy_waits_for_the_streams_that_wrote_and_no_others(machine: Any) -> None:
    machine(seed=None, delay=0.0)
    with Stream() as held, Stream() as quick, Tensor.zeros((4,), "int8") as one, Tensor.zeros((4,), "int8") as two:
        gate = Gate(held)
        one.fill_bytes(1, stream=held)
        two.fill_bytes(2, stream=quick)
        assert two.numpy().tolist() == [2] * 4              # with `held` blocked
        assert not held.done
        threading.Timer(0.05, gate.event.set).start()
        assert one.numpy().tolist() == [1] * 4
        assert held.done


def test_numpy_waits_for_each_stream_that_wrote(machine: Any) -> None:
    machine(seed=3)
    with Stream() as one, Stream() as two, Tensor.zeros((8,), "int8") as tensor:
        tensor[:4].fill_bytes(1, stream=one)
        tensor[4:].fill_bytes(2, stream=two)
        assert tensor.numpy().tolist() == [1] * 4 + [2] * 4


def test_pinned_memory_is_freed_after_the_copies_that_read_it(machine: Any) -> None:
    machine()
    with Stream() as stream, DeviceBuffer(64) as buffer:
        with pyacl.HostBuffer(64) as host:
            host[:] = bytes([5]) * 64
            buffer.write(host, stream=stream)
        out = bytearray(64)
        buffer.read(out)
        assert out == bytes([5]) * 64


def test_arguments_may_go_as_soon_as_the_call_has_returned(machine: Any) -> None:
    """N-P2-6: C has copied scalars, lists and texts by then; the memory behind them lives on."""
    machine()
    with Stream() as stream, Tensor.empty((2, 3), "float32") as out:
        x, y = (Tensor.from_numpy(np.full(n, n, np.float32), stream=stream) for n in (2, 3))
        with pyacl.TensorList([x, y]) as both:
            aclnn.einsum(both, "a,b->ab", out, stream=stream)
        x.close()
        y.close()
        with pyacl.Scalar(0.5, "float32") as half:
            aclnn.inplace_muls(out, half, stream=stream)
        assert out.numpy().tolist() == [[3] * 3] * 2


def test_executors_may_go_as_soon_as_they_were_launched(machine: Any) -> None:
    machine()
    with Stream() as one, Stream() as two, Tensor.from_numpy(np.eye(4, dtype=np.float32)) as x:
        outs = [Tensor.empty((4, 4), "float16") for _ in range(3)]
        once = aclnn.add.prepare(x, x.T, 1, outs[0])
        once.launch(one)
        del once
        with aclnn.add.prepare(x.T, x, 1, outs[1], repeatable=True) as often:      # other strides: N-REP-3
            often.launch(one)
            often.launch(one)
            event = one.record()
            two.wait(event)
            event.close()
            often.rebind(out=outs[2])
            often.launch(two)
        for out in outs:
            assert (out.numpy() == 2 * np.eye(4)).all()
            out.close()


def test_a_stream_of_somebody_else_keeps_what_its_work_uses(machine: Any) -> None:
    machine()
    handle = capi.ffi.new("aclrtStream *")
    assert capi.aclrtCreateStream(handle) == 0
    x, out = narrowing(32)
    with Stream.from_handle(int(capi.ffi.cast("uintptr_t", handle[0]))) as stream:
        aclnn.add(x.T, x, 1, out, stream=stream)
        x.close()
        out.close()
    assert capi.aclrtDestroyStream(handle[0]) == 0


@pytest.mark.parametrize("seed", range(12))
def test_closing_and_dropping_in_any_order(machine: Any, seed: int) -> None:
    """Random work on random streams, closed or just dropped at random while it is queued."""
    machine(seed=seed)
    draw = random.Random(seed)
    streams = [Stream() for _ in range(2)]
    kept: list[Any] = []

    def operands(stream: Stream) -> list[Tensor]:
        return [Tensor.from_numpy(np.ones((4, 4), np.float32), stream=stream) for _ in range(2)]

    def launch(stream: Stream) -> list[Any]:
        x, y = operands(stream)
        out = Tensor.empty((4, 4), "float16")
        aclnn.add(x.T, y, 1, out, stream=stream)
        return [x, y, out[1:], out]

    def prepared(stream: Stream) -> list[Any]:
        x, y = operands(stream)
        out = Tensor.empty((4, 4), draw.choice(["float16", "float32"]))
        executor = aclnn.add.prepare(x, y.T, 2, out, repeatable=True)
        for _ in range(draw.randint(0, 2)):
            executor.launch(stream)
        return [x, executor, y, out]

    def copies(stream: Stream) -> list[Any]:
        buffer, other = DeviceBuffer(128), DeviceBuffer(128)
        host = pyacl.HostBuffer(128)
        buffer.write(host, stream=stream)
        buffer.write(bytes(64), offset=32, stream=stream)
        other.copy_from(buffer, stream=stream)
        return [buffer, host, other, stream.record()]

    for _ in range(25):
        made = draw.choice([launch, prepared, copies])(draw.choice(streams))
        draw.shuffle(made)
        kept += made
        for _ in range(draw.randint(0, 5)):
            if kept:
                thing = kept.pop(draw.randrange(len(kept)))
                thing.close()
        if draw.random() < 0.1:
            index = draw.randrange(2)
            streams[index].close()
            streams[index] = Stream()
        if draw.random() < 0.1:
            draw.choice(streams).synchronize()
    kept += streams
    draw.shuffle(kept)
    del streams
    for thing in kept:
        thing.close()
