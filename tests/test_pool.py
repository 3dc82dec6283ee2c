"""A memory pool: what is handed out when, its sizes, what it gives back, and that a full device is emptied first."""
from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import numpy as np
import pytest
from conftest import Python
from gate import Gate

import pyacl
from pyacl import MemoryPool, Tensor, emulator
from pyacl.pool import block_size

MIB = 1 << 20


@pytest.fixture(autouse=True)
def _device() -> Iterator[None]:
    emulator.configure(mode="strict", memory=64 * MIB, devices=2)
    with pyacl.Device(0):
        yield
    gc.collect()
    assert emulator.report().live == 0
    assert emulator.report().findings == []


@pytest.mark.parametrize("nbytes", [1, 31, 480, 481, 4064, 4065, 100_000, MIB - 32, MIB, 3 * MIB + 7, 100 * MIB])
def test_a_block_has_its_spare_bytes_and_little_more(nbytes: int) -> None:
    """R-MEM-2, R-MEM-3: contents rounded up to 32, 32 bytes behind them, starts at multiples of 512."""
    size = block_size(nbytes)
    assert size % 512 == 0
    assert size >= nbytes + 32
    assert size - (nbytes + 32) < max(512, (nbytes + 32) / 8)
    assert size - (nbytes + 32) < 2 * MIB


def test_sizes_are_classes() -> None:
    assert len({block_size(nbytes) for nbytes in range(MIB, 2 * MIB - 64, 1000)}) <= 9
    assert block_size(480) == 512
    assert block_size(481) == 1024


def test_closed_memory_is_handed_out_again_without_a_call() -> None:
    with MemoryPool() as pool:
        first = pyacl.DeviceBuffer(1000)
        address = first.data_ptr
        first.close()
        emulator.fail("aclrtMalloc", 207001)                     # would be the next call
        with Tensor.empty((250,), "float32") as tensor:          # 1000 bytes, too
            assert tensor.data_ptr == address
            assert pool.statistics() == (1536, 1536, 0, 1, 1536, 1)
        assert pool.statistics() == (1536, 0, 1536, 1, 1536, 1)
        emulator.fail("aclrtMalloc", 0)


def test_a_larger_block_serves_before_a_new_one_is_allocated() -> None:
    """Up to twice the size: 8192 for 4608, not for 3584."""
    with MemoryPool() as pool:
        pool.buffer(8192 - 32).close()
        with pool.buffer(4608 - 32):
            assert pool.statistics() == (8192, 8192, 0, 1, 8192, 1)
        with pool.buffer(3584 - 32):
            assert pool.statistics().mallocs == 2


def test_a_dropped_tensor_gives_its_memory_back_once() -> None:
    with MemoryPool() as pool:
        tensor = Tensor.zeros((4,), "float32")
        del tensor
        buffer = pool.buffer(16)
        buffer.close()
        buffer.close()
        assert pool.statistics().idle == 512
        one, two = pool.buffer(16), pool.buffer(16)
        assert one.data_ptr != two.data_ptr
        one.close()
        two.close()


def test_contents_and_views_work_as_ever() -> None:
    with MemoryPool():
        array = np.arange(12, dtype=np.float32).reshape(3, 4)
        x = Tensor.from_numpy(array)
        view = x[1:, ::2]
        assert view.numpy().tolist() == [[4, 6], [8, 10]]
        x.close()
        assert view.closed
        with pytest.raises(ValueError, match="closed"):
            view.numpy()


def test_memory_in_flight_is_not_handed_out() -> None:
    """Without a stream named, a block comes back only once its work has passed, on every stream."""
    with MemoryPool() as pool, pyacl.Stream() as one, pyacl.Stream() as two:
        with Gate(two):
            buffer = pool.buffer(64)
            buffer.set(1, stream=one)
            with one.record() as event:
                two.wait(event)
            buffer.set(2, stream=two)
            one.synchronize()
            address = buffer.data_ptr
            buffer.close()
            with pool.buffer(64) as other, pool.buffer(64, stream=one) as same:
                assert address not in (other.data_ptr, same.data_ptr)
        two.synchronize()
        assert pool.statistics().blocks == 3
        found = [pool.buffer(64) for _ in range(3)]
        assert address in [buffer.data_ptr for buffer in found]
        assert pool.statistics().mallocs == 3
        for buffer in found:
            buffer.close()


def test_in_the_order_of_a_stream_memory_comes_back_at_once() -> None:
    with MemoryPool() as pool, pyacl.Stream() as stream, pyacl.Stream() as other:
        with Gate(stream):
            with pool.on(stream):
                for value in range(50):
                    with pyacl.DeviceBuffer(64) as buffer:
                        buffer.set(value, stream=stream)
                assert pool.statistics().blocks == 1
            with pool.on(other), pyacl.DeviceBuffer(64) as apart:
                apart.set(0, stream=other)
                assert pool.statistics().blocks == 2
        with pool.buffer(64, stream=stream) as last:
            last.set(9, stream=stream)
            out = bytearray(64)
            last.read(out)                                       # waits for the stream, inherited work included
            assert out == bytes([9]) * 64


def test_reading_waits_for_work_of_the_owner_before() -> None:
    """A synchronous write into a block that a queued fill still uses must come after that fill."""
    with MemoryPool() as pool, pyacl.Stream() as stream:
        with Gate(stream) as gate:
            with pool.buffer(8, stream=stream) as buffer:
                buffer.set(1, stream=stream)
            again = pool.buffer(8, stream=stream)
            threading.Timer(0.05, gate.event.set).start()
            again.write(b"12345678")
            out = bytearray(8)
            again.read(out)
            assert out == b"12345678"
        again.close()


def test_a_full_device_is_trimmed_and_asked_again() -> None:
    """R-MEM-1: 207001 is answered by freeing what is idle or has passed."""
    with MemoryPool() as pool, pyacl.Stream() as stream:
        for size in (5, 10, 20):
            with pool.buffer(size * MIB, stream=stream) as buffer:
                buffer.set(1, stream=stream)
        with pool.buffer(50 * MIB) as large:
            assert pool.statistics().in_use == pool.statistics().reserved >= large.nbytes
        with pytest.raises(MemoryError, match="207001"):
            pool.buffer(100 * MIB)
        assert pool.statistics().reserved == 0


def test_a_full_device_trims_the_pools_whoever_wants_memory() -> None:
    """Memory without a pool, of another pool, and for the workspace of a launch."""
    one, other = MemoryPool(), MemoryPool()
    for wants in (lambda: pyacl.DeviceBuffer(40 * MIB).close(), lambda: other.buffer(40 * MIB).close(),
                  lambda: workspace(40 * MIB)):
        one.buffer(50 * MIB).close()
        wants()  # type: ignore[no-untyped-call]
        assert one.statistics().reserved == 0
        other.trim()
    one.close()
    other.close()


def workspace(nbytes: int) -> None:
    with pyacl.Stream() as stream, stream._progress.lock:
        stream._progress.workspace(nbytes, stream._primary.reclaimer)


def test_of_nested_pools_the_innermost_of_the_device_serves() -> None:
    with (MemoryPool(0) as outer, MemoryPool(1) as second, pyacl.DeviceBuffer(8, device=0),
          pyacl.DeviceBuffer(8, device=1)):
        assert (outer.statistics().in_use, second.statistics().in_use) == (512, 512)
        with MemoryPool(0) as inner, pyacl.DeviceBuffer(8, device=0):
            assert (outer.statistics().in_use, inner.statistics().in_use) == (512, 512)


def test_pools_end_in_any_order() -> None:
    one, other = MemoryPool(), MemoryPool()
    one.__enter__()
    with other.on(pyacl.Stream.from_handle(0)):
        one.__exit__(None, None, None)
        with pyacl.DeviceBuffer(8):
            assert other.statistics().in_use == 512
    with pyacl.DeviceBuffer(8):
        assert other.statistics().in_use == 0
    other.__exit__(None, None, None)                             # never entered: closes
    assert other.closed


def test_trim_frees_what_is_idle_and_nothing_else() -> None:
    with MemoryPool() as pool, pyacl.Stream() as stream:
        kept = pool.buffer(1000)
        pool.buffer(5000).close()
        with Gate(stream), pool.buffer(100) as busy:
            busy.set(1, stream=stream)
            busy.close()
            assert pool.trim() == block_size(5000)
        stream.synchronize()
        assert pool.trim() == block_size(100)
        assert pool.trim() == 0
        assert pool.statistics().reserved == pool.statistics().in_use == block_size(1000)
        kept.close()


def test_a_buffer_outlives_its_pool() -> None:
    with MemoryPool() as pool:
        x = Tensor.from_numpy(np.arange(4))
    assert pool.closed
    assert x.numpy().tolist() == [0, 1, 2, 3]
    with pytest.raises(ValueError, match="closed"):
        pool.buffer(8)
    with pytest.raises(ValueError, match="closed"):
        pool.install()
    pool.close()
    x.close()
    assert emulator.report().live <= 2                           # the device and its context


def test_what_is_in_flight_when_the_pool_is_closed_is_freed_later() -> None:
    with pyacl.Stream() as stream:
        with Gate(stream), MemoryPool() as pool:
            buffer = pool.buffer(100)
            buffer.set(1, stream=stream)
            buffer.close()
            pool.close()
            assert emulator.report().live_by_kind["device memory"] == 1
        stream.synchronize()
        assert "device memory" not in emulator.report().live_by_kind


def test_installed_for_all_threads_and_one_device() -> None:
    pool = MemoryPool().install()
    sizes = list[int]()

    def work() -> None:
        with pyacl.Device(0), Tensor.zeros((8,), "int8"):
            sizes.append(pool.statistics().in_use)
        with pyacl.Device(1), Tensor.zeros((8,), "int8"):
            sizes.append(pool.statistics().in_use)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert sizes == [512, 0]
    pool.close()
    with Tensor.zeros((8,), "int8"):
        assert pool.statistics().reserved == 0


def test_an_installed_pool_stays_without_a_name_for_it() -> None:
    MemoryPool().install()
    gc.collect()
    with pyacl.DeviceBuffer(10):
        store, _ = pyacl.memory.installed[0]
        assert store.pool.statistics().in_use == 512
    store.pool.close()


def test_entered_for_one_thread() -> None:
    with MemoryPool() as pool:
        seen = list[int]()

        def work() -> None:
            with pyacl.Device(0), Tensor.zeros((8,), "int8"):
                seen.append(pool.statistics().reserved)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert seen == [0]


def test_a_pool_never_closed_is_a_warning_and_frees() -> None:
    pool = MemoryPool()
    pool.buffer(100).close()
    with pytest.warns(ResourceWarning, match=r"memory pool .*never closed"):
        del pool


def test_arguments_that_are_none() -> None:
    with MemoryPool(0) as pool, pyacl.Stream(1) as stream:
        assert pool.buffer(0).data_ptr == 0
        with pytest.raises(ValueError, match=r"device 0 .* device 1"):
            pool.buffer(8, stream=stream)
        for nbytes, error in ((-1, ValueError), (True, TypeError), (1.5, TypeError), (1 << 63, ValueError)):
            with pytest.raises(error):
                pool.buffer(nbytes)  # type: ignore[arg-type]


def test_many_threads_share_a_pool_and_no_block() -> None:
    """Each thread writes a pattern of its own and finds it again."""
    faults = list[str]()
    with MemoryPool() as pool:
        def work(number: int) -> None:
            with pyacl.Device(0), pyacl.Stream() as stream:
                for turn in range(40):
                    with pool.buffer(64 + 512 * (turn % 3), stream=stream) as buffer:
                        buffer.set(number, stream=stream)
                        out = bytearray(buffer.nbytes)
                        buffer.read(out)
                        if out != bytes([number]) * len(out):
                            faults.append(f"thread {number}, turn {turn}")
        threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert pool.statistics().blocks <= 12
    assert faults == []


def test_exit_with_everything_open_is_silent(python: Python) -> None:
    done = python("-c", "import pyacl\ndevice = pyacl.Device(0)\ndevice.__enter__()\n"
                  "pool = pyacl.MemoryPool().install()\nx = pyacl.Tensor.zeros((4,), 'float32')\n"
                  "y = pool.buffer(100)\npool.buffer(50).close()\ns = pyacl.Stream()\nx.fill_bytes(1, s)\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
