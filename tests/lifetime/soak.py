"""One process for a long time: live handles and resident memory stay as they were after the first tenth.

    python tests/lifetime/soak.py [LAUNCHES] [CYCLES]      (1,000,000 and 100,000; `tox -e soak`)
"""
from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

import pyacl
from pyacl import Tensor, aclnn, emulator

SLACK = 8 << 20                # bytes that the allocator of the process may take or keep
PAGE = os.sysconf("SC_PAGE_SIZE")


class Sample(NamedTuple):
    live: dict[str, int]       # handles and blocks by kind
    resident: int              # bytes


def sample() -> Sample:
    gc.collect()
    with open("/proc/self/statm") as file:
        return Sample(emulator.report().live_by_kind, int(file.read().split()[1]) * PAGE)


def launches(stream: pyacl.Stream) -> Iterator[None]:
    """One-shot launches: tensors at hand, a number, now and then a workspace, a list, a text."""
    with Tensor.zeros((4, 4), "float32") as x, Tensor.empty((4, 4), "float32") as out, \
            Tensor.empty((4, 4), "float16") as narrow, Tensor.zeros((4,), "float32") as row:
        while True:
            for number in range(98):
                aclnn.add(x, x, number, out, stream=stream)
                yield
            aclnn.add(x.T, x, 1, narrow, stream=stream)
            yield
            aclnn.einsum([row, row], "a,b->ab", out, stream=stream)
            yield


def cycles(stream: pyacl.Stream) -> Iterator[None]:
    """Create, copy there and back, close: tensors, buffers, events, prepared launches; one in ten is only dropped."""
    array = np.arange(64, dtype=np.float32)
    number = 0
    while True:
        number += 1
        tensor = Tensor.from_numpy(array * number, stream=stream)
        with pyacl.DeviceBuffer(256) as buffer, pyacl.HostBuffer(256) as host, pyacl.Event(timing=False) as event:
            buffer.copy_from(tensor.buffer, stream=stream)
            event.record(stream)
            buffer.read(host)
            assert host[4:8] == list((array[1:2] * number).tobytes())
        if number % 16 == 0:
            with aclnn.mul.prepare(tensor, tensor[::1], tensor) as executor:
                assert not executor.closed
        if number % 10:
            tensor.close()
        del tensor
        yield


def soak(work: Callable[[pyacl.Stream], Iterator[None]], count: int) -> tuple[Sample, Sample]:
    """What was alive after the first tenth and at the end of so many steps."""
    with pyacl.Device(0), pyacl.Stream() as stream:
        steps, first = work(stream), None
        for number in range(count):
            next(steps)
            if number % 1000 == 999:
                stream.synchronize()
            if number == count // 10:
                stream.synchronize()
                first = sample()
        stream.synchronize()
        last = sample()
        steps.close()                          # type: ignore[attr-defined]
    assert first is not None
    return first, last


def check(work: Callable[[pyacl.Stream], Iterator[None]], count: int) -> str:
    """One line of figures.  AssertionError if something grew or was found."""
    emulator.configure(mode="strict")
    start = time.perf_counter()
    first, last = soak(work, count)
    seconds = time.perf_counter() - start
    grown = last.resident - first.resident
    text = (f"{work.__name__}: {count:,} steps in {seconds:.0f} s, {seconds / count * 1e6:.0f} us each; "
            f"live {first.live} then {last.live}; resident {first.resident >> 20} MiB, {grown / (1 << 20):+.1f} MiB")
    assert last.live == first.live, text
    assert grown < SLACK, text
    report = emulator.report()
    assert report.findings == [], report
    assert report.live == 0, report
    return text


def main(launch_count: str = "1000000", cycle_count: str = "100000") -> None:
    pyacl.use_backend("emulator")
    print(check(launches, int(launch_count)), flush=True)
    print(check(cycles, int(cycle_count)))


if __name__ == "__main__":
    main(*sys.argv[1:])
