"""Mixed traffic of four threads on two devices: no finding, nothing left, flat memory, the result of a run in order.

    python tests/emulator/traffic.py [CALLS] [SEED]        (100,000 calls and no seed; `tox -e soak`)

Each thread draws its calls from a seed of its own.  What every block must hold is computed beside it in NumPy, step by
step, as if each call had been over before the next: that is the run in order.
"""
from __future__ import annotations

import os
import random
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

os.environ.setdefault("PYACL_BACKEND", "emulator")

import numpy as np

from pyacl import capi, emulator
from pyacl.capi import NULL, ffi

THREADS, DEVICES, STREAMS, BLOCKS = 4, 2, 3, 6
WORDS = 64                     # int32 elements of a block at most
SLACK = 4 << 20                # bytes that the allocator of the process may take or keep
SYNC, H2D, D2H, D2D = capi.ACL_EVENT_SYNC, 1, 2, 3
Words = np.ndarray[Any, np.dtype[np.int32]]


def resident() -> int:
    """Bytes of memory that this process really has."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Block:
    """A device block: what it must hold, and the streams that may still work on it."""

    def __init__(self, pointer: Any, words: Words) -> None:
        self.pointer, self.words = pointer, words
        self.users: set[int] = set()

    @property
    def nbytes(self) -> int:
        return self.words.nbytes


class Result(NamedTuple):
    calls: int
    steps: int
    growth: int                # bytes of resident memory since half of the way


class Worker:
    """One thread's traffic: `steps` says what it may do next, and how often it does."""

    def __init__(self, number: int, calls: int) -> None:
        self.rng = random.Random(number)
        self.device, self.wanted, self.calls, self.done = number % DEVICES, calls, 0, 0
        self.steps: list[Callable[[], None]] = [
            self.fill, self.fill, self.upload, self.upload, self.copy, self.copy, self.copy, self.add, self.add,
            self.add_to, self.check, self.download, self.renew, self.wait, self.tell, self.ask, self.time]
        self.told = self.heard = 0

    def __call__(self, function: str, *arguments: Any) -> None:
        self.calls += 1
        code = getattr(capi, function)(*arguments)
        assert code == 0, f"{function}: {code}"

    def make(self, ctype: str, function: str, *arguments: Any) -> Any:
        out = ffi.new(ctype)
        self(function, out, *arguments)
        return out[0]

    # -- the whole of it
    def run(self) -> Result:
        self("aclrtSetDevice", self.device)
        self.streams = [self.make("aclrtStream *", "aclrtCreateStream") for _ in range(STREAMS)]
        self.pinned = self.make("void **", "aclrtMallocHost", 4 * WORDS)            # never changes
        self.landing = self.make("void **", "aclrtMallocHost", 4 * WORDS)
        self.pattern = np.frombuffer(ffi.buffer(self.pinned, 4 * WORDS), np.int32)
        self.pattern[:] = [self.rng.randrange(-2**31, 2**31) for _ in range(WORDS)]
        self.hear = ffi.callback("void(void *)", self.count_call)
        self.blocks = [self.new_block() for _ in range(BLOCKS)]
        before = 0
        while self.calls < self.wanted:
            self.rng.choice(self.steps)()
            self.done += 1
            if not before and self.calls > self.wanted // 2:
                before = resident()
        growth = resident() - before
        for block in self.blocks:
            self.compare(block)
            self("aclrtFree", block.pointer)
        for pointer in (self.pinned, self.landing):
            self("aclrtFreeHost", pointer)
        for stream in self.streams:
            self("aclrtDestroyStream", stream)
        assert self.heard == self.told
        self("aclrtResetDevice", self.device)
        return Result(self.calls, self.done, growth)

    # -- order
    def stream(self, *blocks: Block) -> Any:
        """A stream for work on these blocks, ordered after what other streams do with them."""
        chosen = self.rng.randrange(STREAMS)
        for other in sorted(set().union(*(block.users for block in blocks)) - {chosen}):
            event = self.make("aclrtEvent *", "aclrtCreateEventExWithFlag", SYNC)
            self("aclrtRecordEvent", event, self.streams[other])
            self("aclrtStreamWaitEvent", self.streams[chosen], event)
            self("aclrtDestroyEvent", event)
        for block in blocks:
            block.users = {chosen}
        return self.streams[chosen]

    def finish(self, block: Block) -> None:
        """Wait for all work on a block."""
        for user in sorted(block.users):
            self("aclrtSynchronizeStream", self.streams[user])
            for each in self.blocks:
                each.users.discard(user)

    # -- steps
    def new_block(self) -> Block:
        words = np.zeros(self.rng.randrange(1, WORDS + 1), np.int32)
        block = Block(self.make("void **", "aclrtMalloc", words.nbytes, 0), words)
        self("aclrtMemset", block.pointer, block.nbytes, 0, block.nbytes)
        return block

    def pick(self) -> Block:
        return self.rng.choice(self.blocks)

    def fill(self) -> None:
        block, value = self.pick(), self.rng.randrange(256)
        self("aclrtMemsetAsync", block.pointer, block.nbytes, value, block.nbytes, self.stream(block))
        block.words[:] = np.frombuffer(bytes([value]) * 4, np.int32)

    def upload(self) -> None:
        block = self.pick()
        self("aclrtMemcpyAsync", block.pointer, block.nbytes, self.pinned, block.nbytes, H2D, self.stream(block))
        block.words[:] = self.pattern[:block.words.size]

    def copy(self) -> None:
        target, source = self.rng.sample(self.blocks, 2)
        size = min(target.nbytes, source.nbytes)
        self("aclrtMemcpyAsync", target.pointer, size, source.pointer, size, D2D, self.stream(target, source))
        target.words[:size // 4] = source.words[:size // 4]

    def tensor(self, block: Block, count: int) -> Any:
        self.calls += 2                                    # with the destruction of it
        return capi.aclCreateTensor([count], 1, capi.ACL_INT32, NULL, 0, capi.ACL_FORMAT_ND, [count], 1, block.pointer)

    def launch(self, operator: str, alpha: int, *blocks: Block) -> None:
        """Both phases on the elements that all blocks have, with a workspace if one is wanted."""
        count = min(block.words.size for block in blocks)
        tensors = [self.tensor(block, count) for block in blocks]
        scalar = capi.aclCreateScalar(ffi.new("int32_t *", alpha), capi.ACL_INT32)
        size, executor = ffi.new("uint64_t *"), ffi.new("aclOpExecutor **")
        self(operator + "GetWorkspaceSize", *tensors[:2], scalar, *tensors[2:], size, executor)
        assert size[0] == 0                                # contiguous, and computed in their own type
        self(operator, NULL, 0, executor[0], self.stream(*blocks))
        self.calls += 2
        assert capi.aclDestroyScalar(scalar) == 0
        assert [capi.aclDestroyTensor(tensor) for tensor in tensors] == [0] * len(tensors)
        first, second, out = blocks[0].words[:count], blocks[1].words[:count], blocks[-1 if blocks[2:] else 0].words
        out[:count] = first + np.int32(alpha) * second

    def add(self) -> None:
        self.launch("aclnnAdd", self.rng.randrange(-3, 4), *self.rng.sample(self.blocks, 3))

    def add_to(self) -> None:
        self.launch("aclnnInplaceAdd", self.rng.randrange(-3, 4), *self.rng.sample(self.blocks, 2))

    def compare(self, block: Block) -> None:
        self.finish(block)
        found = np.empty_like(block.words)
        self("aclrtMemcpy", ffi.from_buffer(found), found.nbytes, block.pointer, found.nbytes, D2H)
        assert np.array_equal(found, block.words)

    def check(self) -> None:
        self.compare(self.pick())

    def download(self) -> None:
        block = self.pick()
        self("aclrtMemcpyAsync", self.landing, 4 * WORDS, block.pointer, block.nbytes, D2H, self.stream(block))
        self.finish(block)
        assert ffi.buffer(self.landing, block.nbytes)[:] == block.words.tobytes()

    def renew(self) -> None:
        """Free a block and allocate another one."""
        place = self.rng.randrange(BLOCKS)
        self.finish(self.blocks[place])
        self("aclrtFree", self.blocks[place].pointer)
        self.blocks[place] = self.new_block()

    def wait(self) -> None:
        self.finish(self.pick())

    def count_call(self, _: Any) -> None:
        self.heard += 1

    def tell(self) -> None:
        """A host function in a stream: the stream's own thread calls it, so the wait makes the count safe to read."""
        place = self.rng.randrange(STREAMS)
        self.told += 1
        self("aclrtLaunchHostFunc", self.streams[place], ffi.cast("aclrtHostFunc", self.hear), NULL)
        self("aclrtSynchronizeStream", self.streams[place])
        for block in self.blocks:
            block.users.discard(place)

    def ask(self) -> None:
        self("aclrtStreamQuery", self.rng.choice(self.streams), ffi.new("aclrtStreamStatus *"))
        self("aclrtGetMemInfo", capi.ACL_HBM_MEM, ffi.new("size_t *"), ffi.new("size_t *"))

    def time(self) -> None:
        """Two records around a copy, and the time between them."""
        first, last = (self.make("aclrtEvent *", "aclrtCreateEvent") for _ in range(2))
        block = self.pick()
        stream = self.stream(block)
        self("aclrtRecordEvent", first, stream)
        self("aclrtMemsetAsync", block.pointer, block.nbytes, 255, block.nbytes, stream)
        self("aclrtRecordEvent", last, stream)
        block.words[:] = -1
        self("aclrtSynchronizeEvent", last)
        elapsed = ffi.new("float *")
        self("aclrtEventElapsedTime", elapsed, first, last)
        assert elapsed[0] >= 0
        for event in (first, last):
            self("aclrtDestroyEvent", event)


def traffic(calls: int, **machine: Any) -> list[Result]:
    """Run it on a fresh machine in strict mode; raises AssertionError, or FindingError, if something is not right."""
    emulator.configure(mode="strict", devices=DEVICES, **machine)
    workers = [Worker(number, calls // THREADS) for number in range(THREADS)]
    results: dict[int, Result] = {}
    failures: list[BaseException] = []

    def run(number: int) -> None:
        try:
            results[number] = workers[number].run()
        except BaseException as error:
            failures.append(error)
    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for failure in failures:
        raise failure
    report = emulator.report()
    assert report.findings == [], report
    assert report.live == 0, report
    return [results[number] for number in range(THREADS)]


def main(calls: int = 100_000, seed: int | None = None) -> None:
    start, cpu = time.perf_counter(), time.process_time()
    results = traffic(calls, seed=seed)
    growth = max(result.growth for result in results)
    print(f"traffic: {sum(result.calls for result in results)} calls, {sum(result.steps for result in results)} steps, "
          f"{time.perf_counter() - start:.1f} s ({time.process_time() - cpu:.1f} s of CPU), no finding, nothing left, "
          f"{growth / 2**20:+.1f} MiB of memory")
    assert growth < SLACK, "memory is not flat"


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
