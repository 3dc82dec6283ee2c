"""Memory of repeatable executors: what an open one may use stays, and what it left goes with the work that used it.

The machine is strict: a launch that touched freed memory would be found.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gate import Gate
from test_in_flight import MIB, used

import pyacl
from pyacl import Stream, Tensor, aclnn
from pyacl._reclaim import Lane, Uses, pending

SIDE = 512                                  # a float32 tensor of SIDE x SIDE has 1 MiB


@pytest.fixture(autouse=True)
def _strict(machine: Callable[..., None]) -> None:
    machine()


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


def test_a_buffer_that_leaves_an_executor_is_in_use_all_the_time() -> None:
    """Another thread may ask just then whether the memory can go."""
    class Watched(dict[Any, int]):
        def pop(self, *key: Any) -> Any:
            taken = super().pop(*key)
            assert list(self) == [stream._progress]
            return taken
    with Stream() as stream:
        lane = Lane()
        lane.move(stream._progress)
        used_by = Watched({lane: 1})
        lane.leave(used_by)
        assert list(used_by) == [stream._progress]


def test_uses_may_change_while_somebody_looks_at_them() -> None:
    class Busy(Lane):
        @property
        def completed(self) -> int:
            uses[Lane()] = 1                # what another thread does in the middle of the look
            return 0
    first = Busy()
    uses: Uses = {first: 1}
    assert pending(uses) == {first: 1}
