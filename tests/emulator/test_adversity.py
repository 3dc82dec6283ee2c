"""What the emulator does to a program on purpose: orders, delays, faults, hidden symbols, a second device."""
from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from memorykit import D2D, NULL, content, ffi, fill, malloc, start, stream

import pyacl
from pyacl import capi, emulator

STREAMS, TASKS = 4, 6
ORDER = f"""
from pyacl import capi, emulator
from pyacl.capi import NULL, ffi

def order(seed):
    emulator.configure(seed=seed, delay=60.0)
    assert capi.aclrtSetDevice(0) == 0
    ran = []
    note = ffi.callback("void(void *)", lambda data: ran.append(int(ffi.cast("uintptr_t", data))))
    streams = []
    for _ in range({STREAMS}):
        out = ffi.new("aclrtStream *")
        assert capi.aclrtCreateStream(out) == 0
        streams.append(out[0])
    for task in range({TASKS}):
        for place, stream in enumerate(streams):
            data = ffi.cast("void *", 10 * place + task)
            assert capi.aclrtLaunchHostFunc(stream, ffi.cast("aclrtHostFunc", note), data) == 0
    assert capi.aclrtSynchronizeDevice() == 0
    return ran
"""


@pytest.fixture(scope="module")
def order() -> Callable[[int], list[int]]:
    space: dict[str, Any] = {}
    exec(ORDER, space)
    found: Callable[[int], list[int]] = space["order"]
    return found


def test_the_same_seed_gives_the_same_order_in_every_run_and_process(order: Any, python: Any) -> None:
    """And each stream keeps its own order (R-STR-3)."""
    here = [order(seed) for seed in (1, 2, 1)]
    assert here[0] == here[2]
    for _ in range(2):
        done = python("-c", ORDER + "print([order(1), order(2)])")
        assert done.stdout == f"{here[:2]}\n", done.stderr
    for ran in here:
        assert [[task for task in ran if task // 10 == place] for place in range(STREAMS)] == [
            list(range(10 * place, 10 * place + TASKS)) for place in range(STREAMS)]


def test_seeds_interleave_streams_differently(order: Any) -> None:
    """R-STR-2, R-STR-3: without an event nothing orders two streams."""
    orders = {tuple(order(seed)) for seed in range(5)}
    assert len(orders) == 5
    assert all(list(ran) != sorted(ran) for ran in orders)


def test_a_seeded_machine_does_nothing_before_somebody_waits() -> None:
    """R-CPY-4, R-KRN-2: a program that forgets to wait sees the old bytes, each time."""
    start(mode="faithful", seed=1, delay=60.0)
    source, target, queue = malloc(64), malloc(64), stream()
    fill(source, b"x" * 64)
    fill(target, b"." * 64)
    assert capi.aclrtMemcpyAsync(target, 64, source, 64, D2D, queue) == 0
    assert content(target, 64) == b"." * 64
    assert capi.aclrtSynchronizeStream(queue) == 0
    assert content(target, 64) == b"x" * 64


def test_a_delay_holds_work_back_without_a_seed() -> None:
    """R-CPY-4: of ten copies at least one is late, and all are done once waited for."""
    start(mode="faithful", delay=0.05)
    source, target, queue = malloc(64), malloc(64), stream()
    fill(source, b"x" * 64)
    begin = time.monotonic()
    for _ in range(10):
        assert capi.aclrtMemcpyAsync(target, 64, source, 64, D2D, queue) == 0
    assert capi.aclrtSynchronizeStream(queue) == 0
    assert time.monotonic() - begin > 0.02
    assert content(target, 64) == b"x" * 64


def test_an_impossible_delay_is_refused() -> None:
    with pytest.raises(ValueError, match="delay=-1"):
        emulator.configure(delay=-1)


def test_faults_come_at_the_nth_call_and_once() -> None:
    """R-MEM-1 with `fail`: 207001 on the third allocation from now, then on the fifth."""
    start(mode="faithful")
    emulator.fail("aclrtMalloc", 207001, nth=3)
    emulator.fail("aclrtMalloc", 207005, nth=5)
    out = ffi.new("void **")
    assert [capi.aclrtMalloc(out, 64, 0) for _ in range(7)] == [0, 0, 207001, 0, 207005, 0, 0]


@pytest.mark.parametrize(("function", "nth"), [("aclrtNothing", 1), ("aclrtMalloc", 0)])
def test_faults_that_cannot_be_are_refused(function: str, nth: int) -> None:
    with pytest.raises(ValueError, match=r"aclrtNothing|nth=0"):
        emulator.fail(function, 1, nth)


def test_faults_and_hidden_symbols_end_with_the_machine() -> None:
    """`fail`, `hide`: a fresh machine has all functions, and they work."""
    start()
    emulator.fail("aclrtMalloc", 207001)
    emulator.hide("aclrtMemset")
    assert not pyacl.has_function("aclrtMemset")
    with pytest.raises(pyacl.UnsupportedError, match="aclrtMemset"):
        capi.aclrtMemset(NULL, 0, 0, 0)
    emulator.reset()
    assert pyacl.has_function("aclrtMemset")
    assert capi.aclrtSetDevice(0) == 0
    malloc(64)


def test_devices_have_streams_and_memory_of_their_own() -> None:
    """R-CTX-7, R-STR-13: the second device is no alias of the first."""
    start(mode="faithful", devices=2, memory=1 << 20)
    first, queue = malloc(1 << 19), stream()
    assert capi.aclrtSetDevice(1) == 0
    second = malloc(1 << 19)                               # the first device would not have so much left with it
    assert first != second
    assert capi.aclrtMemsetAsync(second, 64, 0, 64, queue) == 107003
    free, total = ffi.new("size_t *"), ffi.new("size_t *")
    assert capi.aclrtGetMemInfo(capi.ACL_HBM_MEM, free, total) == 0
    assert (total[0], free[0] < total[0]) == (1 << 20, True)


def longest_pause(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds that `work` takes in a thread, and the longest time for which this thread could not run meanwhile."""
    thread = threading.Thread(target=work)
    begin = last = time.perf_counter()
    pause = 0.0
    thread.start()
    while thread.is_alive():
        time.sleep(0)
        now = time.perf_counter()
        pause, last = max(pause, now - last), now
    return last - begin, pause


@pytest.mark.parametrize("call", ["synchronise", "copy"])
def test_slow_calls_let_other_threads_run(call: str) -> None:
    """A wait for a busy stream and a copy of 256 MiB do not hold the interpreter's lock."""
    start(mode="faithful")
    size, queue, gate = 256 << 20, stream(), threading.Event()
    context = ffi.new("aclrtContext *")
    assert capi.aclrtGetCurrentContext(context) == 0
    hold = ffi.callback("void(void *)", lambda _: gate.wait(10) and None)
    if call == "synchronise":
        assert capi.aclrtLaunchHostFunc(queue, ffi.cast("aclrtHostFunc", hold), NULL) == 0
        threading.Timer(0.3, gate.set).start()
    else:
        target, source = malloc(size), malloc(size)

    def work() -> None:
        assert capi.aclrtSetCurrentContext(context[0]) == 0
        if call == "synchronise":
            assert capi.aclrtSynchronizeStream(queue) == 0
        else:
            assert capi.aclrtMemcpy(target, size, source, size, D2D) == 0
    taken, pause = longest_pause(work)
    assert taken > 0.01
    assert pause < taken / 2
