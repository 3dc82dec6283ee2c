"""Many threads, streams, blocks and copies at once: the right bytes, no finding, nothing left."""
from __future__ import annotations

import random
import threading
from typing import Any

import pytest
from conftest import Python
from memorykit import D2D, D2H, ffi, ids, malloc, malloc_host, number, start, stream

from pyacl import capi, emulator

ROUNDS = 60


def work(seed: int, results: list[list[int]]) -> None:
    """Fill a block on one stream, hand it to a second one by an event, read it back in both ways."""
    rng, device = random.Random(seed), seed % 2
    assert capi.aclrtSetDevice(device) == 0
    first, second, pinned, seen = stream(), stream(), malloc_host(64), []
    for _ in range(ROUNDS):
        value, event = rng.randrange(256), ffi.new("aclrtEvent *")
        source, target = malloc(rng.choice([64, 100, 5000])), malloc(256)
        assert capi.aclrtMemsetAsync(source, 64, value, 64, first) == 0
        assert capi.aclrtCreateEventExWithFlag(event, 1) == 0
        assert capi.aclrtRecordEvent(event[0], first) == 0
        assert capi.aclrtStreamWaitEvent(second, event[0]) == 0
        assert capi.aclrtMemcpyAsync(target, 64, source, 64, D2D, second) == 0
        assert capi.aclrtMemcpyAsync(pinned, 64, target, 64, D2H, second) == 0
        assert capi.aclrtSynchronizeStream(second) == 0
        out = bytearray(64)
        assert capi.aclrtMemcpy(out, 64, target, 64, D2H) == 0
        assert out == ffi.buffer(pinned, 64)[:] == bytes([value]) * 64
        seen.append(out[0])
        assert capi.aclrtDestroyEvent(event[0]) == capi.aclrtFree(source) == capi.aclrtFree(target) == 0
    assert capi.aclrtFreeHost(pinned) == 0
    assert capi.aclrtDestroyStream(first) == capi.aclrtDestroyStream(second) == 0
    assert capi.aclrtResetDevice(device) == 0
    results[seed] = seen


@pytest.mark.parametrize("machine", [{}, {"seed": 5}, {"seed": 6, "delay": 0.001}])
def test_traffic_of_four_threads_gives_no_finding_and_leaves_nothing(machine: dict[str, Any]) -> None:
    emulator.configure(mode="strict", **machine)
    results: list[list[int]] = [[] for _ in range(4)]
    threads = [threading.Thread(target=work, args=(seed, results)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rngs = [random.Random(seed) for seed in range(4)]
    expected = []
    for rng in rngs:
        values = []
        for _ in range(ROUNDS):
            values.append(rng.randrange(256))
            rng.choice([64, 100, 5000])
        expected.append(values)
    assert results == expected
    assert ids() == []
    assert emulator.report().live == 0


def test_addresses_of_freed_blocks_are_not_reused_at_once() -> None:
    """S-UAF: what was freed stays recognisable for a while, with bounded memory."""
    start(mode="strict")
    freed = set()
    for _ in range(1000):
        block = malloc(512)
        assert number(block) not in freed
        freed.add(number(block))
        assert capi.aclrtFree(block) == 0


def test_first_calls_of_many_threads_at_once(python: Python) -> None:
    """Each function is made once, however many threads call it for the first time together."""
    done = python("-c", "import threading\nfrom pyacl import capi\ncodes = []\n"
                  "def call(): codes.append(capi.aclrtSetDevice(0))\n"
                  "threads = [threading.Thread(target=call) for _ in range(8)]\n"
                  "for thread in threads: thread.start()\nfor thread in threads: thread.join()\nprint(codes)")
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, str([0] * 8), "")
