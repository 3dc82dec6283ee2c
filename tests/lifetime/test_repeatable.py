"""Memory of repeatable executors: what an open one may use stays, and what it left goes with the work that used it.

The machine is strict: a launch that touched freed memory would be found.
"""
from __future__ import annotations

import gc
from collections.abc import Iterator

import numpy as np
import pytest
from gate import Gate

import pyacl
from pyacl import Stream, Tensor, aclnn, emulator

MIB = 1 << 20
SIDE = 512                                  # a float32 tensor of SIDE x SIDE has 1 MiB


@pytest.fixture(autouse=True)
def machine() -> Iterator[None]:
    emulator.configure(mode="strict", seed=1, memory=64 * MIB, delay=0.002)
    with pyacl.Device(0):
        yield
    gc.collect()
    report = emulator.report()
    assert [f for f in report.findings if f.severity == "error"] == []
    assert report.live_by_kind == {}


def used() -> int:
    """Bytes of device memory that are taken."""
    free, total = pyacl.Device.current().memory()
    return total - free


def square(value: float) -> Tensor:
    return Tensor.from_numpy(np.full((SIDE, SIDE), value, np.float32))


def test_memory_stays_as_long_as_an_open_executor_may_use_it() -> None:
    out = square(0)
    with Stream() as stream:
        x = square(3)
        executor = aclnn.mul.prepare(x, x, out, repeatable=True)
        executor.launch(stream)
        x.close()
        stream.synchronize()
        before = used()
        executor.launch(stream)             # the short way, which looks at no tensor
        stream.synchronize()
        assert (out.numpy() == 9).all()
        executor.close()
        assert used() <= before - MIB
    out.close()


def test_memory_that_was_exchanged_goes_while_the_executor_is_open() -> None:
    x, out = square(1), square(0)
    with Stream() as stream, aclnn.mul.prepare(x, x, out, repeatable=True) as executor:
        before = used()
        for value in range(60):             # 60 MiB besides x and out would not fit
            fresh = square(value)
            executor.rebind(self=fresh, other=fresh)
            x.close()
            x = fresh
            executor.launch(stream)
            stream.synchronize()
            assert used() <= before + 4 * MIB
            assert (out.numpy() == value**2).all()
    x.close()
    out.close()


def test_one_buffer_under_two_names_stays_until_both_have_another() -> None:
    x, out = square(2), square(0)
    with Stream() as stream, aclnn.mul.prepare(x, x, out, repeatable=True) as executor, square(5) as other:
        executor.rebind(self=other)
        executor.launch(stream)
        x.close()
        executor.launch(stream)         # x is still the second factor
        stream.synchronize()
        assert (out.numpy() == 10).all()
        before = used()
        executor.rebind(other=other)
        assert used() <= before - MIB
        executor.launch(stream)
        assert (out.numpy() == 25).all()
    out.close()


def test_an_executor_that_is_dropped_lets_go_of_memory() -> None:
    x, out = square(1), square(0)
    before = used()
    with Stream() as stream:
        executor: pyacl.Executor | None = aclnn.mul.prepare(x, x, out, repeatable=True)
        assert executor is not None
        executor.launch(stream)
        stream.synchronize()
        with pytest.warns(ResourceWarning, match="executor"):
            executor = None
        x.close()
        out.close()
        assert used() <= before - 2 * MIB


def test_a_later_use_on_another_stream_is_not_forgotten() -> None:
    """The executor left the first stream long ago; what was queued there since then still uses the memory."""
    x, y, out = square(1), square(2), square(0)
    with Stream() as first, Stream() as second:
        executor = aclnn.mul.prepare(x, x, out, repeatable=True)
        executor.launch(first)
        first.synchronize()
        executor.launch(second)
        second.synchronize()
        with Gate(first):
            aclnn.mul(x, y, y, stream=first)
            executor.close()
            before = used()
            x.close()
            assert used() == before
        first.synchronize()
        assert used() <= before - MIB
        assert (y.numpy() == 2).all()
    y.close()
    out.close()
