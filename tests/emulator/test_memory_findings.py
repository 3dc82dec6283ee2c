"""The memory sanitizer: each misuse raises at the guilty call in strict mode, and correct programs give no finding."""
from __future__ import annotations

import ctypes
import threading
from typing import Any

import pytest
from memorykit import (
    D2D,
    D2H,
    H2D,
    NULL,
    at,
    content,
    ffi,
    fill,
    finding,
    held,
    ids,
    malloc,
    malloc_host,
    number,
    start,
    stream,
    sync,
)

from pyacl import capi, emulator
from pyacl.emulator._memory import Memory
from pyacl.emulator._world import world


@pytest.fixture(autouse=True)
def _machine() -> None:
    start(mode="strict")


def copied(target: Any, source: Any, size: int, queue: Any) -> None:
    assert capi.aclrtMemcpyAsync(target, size, source, size, D2D, queue) == 0


def set_to(block: Any, value: int, size: int, queue: Any) -> None:
    assert capi.aclrtMemsetAsync(block, size, value, size, queue) == 0


# -- bounds
def test_s_oob_is_judged_by_the_requested_size() -> None:
    """S-OOB: 16 of 16 bytes are fine, the 17th is a spare one."""
    block = malloc(16)
    fill(block, bytes(16))
    with finding("S-OOB", "aclrtMemcpy") as caught:
        capi.aclrtMemcpy(block, 17, bytes(17), 17, H2D)
    assert "tail write" in str(caught.value)
    with finding("S-OOB", "aclrtMemcpy"):
        capi.aclrtMemcpy(bytearray(8), 8, at(block, 12), 8, D2H)
    with finding("S-OOB", "aclrtMemset"):
        capi.aclrtMemset(at(block, 8), 100, 0, 100)
    queue = stream()
    with finding("S-OOB", "aclrtMemsetAsync"):
        capi.aclrtMemsetAsync(block, 20, 0, 20, queue)
    pinned = malloc_host(8)
    with finding("S-OOB", "aclrtMemcpyAsync"):
        capi.aclrtMemcpyAsync(block, 16, pinned, 16, H2D, queue)
    sync(queue)


def test_s_oob_canaries_tell_of_writes_that_no_call_shows() -> None:
    """S-OOB: spare bytes are looked at when the block is freed and when the report is made, and reported once."""
    freed, live = malloc(40), malloc(40)
    ctypes.memset(number(freed) + 40, 0, 1)
    ctypes.memset(number(live) + 50, 0, 1)
    assert capi.aclrtFree(freed) == 0
    assert [(found.id, found.handle) for found in emulator.report().findings] == [
        ("S-OOB", number(freed)), ("S-OOB", number(live))]
    assert capi.aclrtFree(live) == 0
    assert ids() == ["S-OOB", "S-OOB"]


def test_views_end_with_the_blocks() -> None:
    """Operators get raw bytes up to the end of the spare ones, also of a block that is freed meanwhile."""
    memory, block = world().part(Memory), malloc(40)
    view = memory.view(number(block) + 8, 88)
    with pytest.raises(ValueError, match="in no device block"):
        memory.view(number(block), 97)
    assert capi.aclrtFree(block) == 0
    view[0] = 1
    with pytest.raises(ValueError, match="in no device block"):
        memory.view(number(block), 1)


# -- life
def test_s_uaf_use_of_freed_memory() -> None:
    block, queue = malloc(64), stream()
    fill(block, bytes(64))
    assert capi.aclrtFree(block) == 0
    with finding("S-UAF", "aclrtMemcpy") as caught:
        capi.aclrtMemcpy(bytearray(16), 16, block, 16, D2H)
    assert "freed at" in str(caught.value)
    with finding("S-UAF", "aclrtMemcpy"):
        capi.aclrtMemcpy(at(block, 8), 16, bytes(16), 16, H2D)
    with finding("S-UAF", "aclrtMemsetAsync"):
        capi.aclrtMemsetAsync(block, 16, 0, 16, queue)
    sync(queue)


def test_s_uaf_freed_memory_is_poisoned() -> None:
    block = malloc(64)
    view = world().part(Memory).view(number(block), 64)
    fill(block, bytes(64))
    assert capi.aclrtFree(block) == 0
    assert bytes(view) == b"\xdd" * 64


def test_s_uaf_free_while_queued_work_uses_the_block() -> None:
    """S-UAF, R-MEM-7: the free itself succeeds; aclrtFreeWithDevSync waits, so it is no misuse."""
    block, queue = malloc(64), stream()
    with held(queue):
        set_to(block, 1, 64, queue)
        with finding("S-UAF", "aclrtFree") as caught:
            capi.aclrtFree(block)
        assert "aclrtMemsetAsync" in str(caught.value)
    block = malloc(64)
    set_to(block, 1, 64, queue)
    assert capi.aclrtFreeWithDevSync(block) == 0
    assert ids() == ["S-UAF"]


def test_s_dbl_wrong_frees_raise() -> None:
    """S-DBL: double, interior, foreign, wrong function."""
    block, pinned = malloc(64), malloc_host(64)
    for function, pointer in (("aclrtFree", at(block, 1)), ("aclrtFreeHost", block), ("aclrtFree", pinned),
                              ("aclrtFreeHost", pinned), ("aclrtFree", ffi.new("char[64]"))):
        with finding("S-DBL", function):
            getattr(capi, function)(pointer)
    assert capi.aclrtFree(block) == 0
    with finding("S-DBL", "aclrtFree"):
        capi.aclrtFree(block)


def test_s_leak_blocks_that_a_reset_has_to_free() -> None:
    """S-LEAK, R-MEM-9; there is no guilty call, so nothing raises."""
    block = malloc(64)
    assert capi.aclrtResetDevice(0) == 0
    assert [(found.id, found.handle) for found in emulator.report().findings] == [("S-LEAK", number(block))]


# -- contents
def test_s_uninit_read_of_never_written_bytes() -> None:
    """S-UNINIT: every byte counts, each place is reported once, and copies hand the bytes on as written."""
    block, other, queue = malloc(64), malloc(64), stream()
    with finding("S-UNINIT", "aclrtMemcpy"):
        content(block, 64)
    content(block, 64)
    fill(other, bytes(16))
    fill(at(other, 32), bytes(32))
    with finding("S-UNINIT", "aclrtMemcpy"):
        content(at(other, 8), 32)
    fresh, target = malloc(64), malloc(64)
    with finding("S-UNINIT", "aclrtMemcpyAsync"):
        capi.aclrtMemcpyAsync(target, 64, fresh, 64, D2D, queue)
    sync(queue)
    content(target, 64)


def test_s_uninit_rows_of_a_two_dimensional_copy() -> None:
    """S-UNINIT: the gaps between rows may stay unwritten."""
    block = malloc(64)
    for row in range(3):
        fill(at(block, 16 * row), bytes(8))
    assert capi.aclrtMemcpy2d(bytearray(24), 8, block, 16, 8, 3, D2H) == 0
    with finding("S-UNINIT", "aclrtMemcpy2d"):
        capi.aclrtMemcpy2d(bytearray(27), 9, block, 16, 9, 3, D2H)


def test_s_uninit_host_memory_is_not_followed() -> None:
    block, pinned, queue = malloc(64), malloc_host(64), stream()
    assert capi.aclrtMemcpyAsync(block, 64, pinned, 64, H2D, queue) == 0
    sync(queue)
    assert ids() == []


def test_s_kind_a_kind_that_contradicts_the_addresses() -> None:
    block, queue, pinned = malloc(64), stream(), malloc_host(64)
    with finding("S-KIND", "aclrtMemcpy"):
        capi.aclrtMemcpy(block, 64, bytes(64), 64, D2H)
    with finding("S-KIND", "aclrtMemcpyAsync"):
        capi.aclrtMemcpyAsync(block, 64, pinned, 64, D2D, queue)
    sync(queue)


# -- host memory in queued work
def test_s_hostbuf_source_changed_before_the_copy_ran() -> None:
    """S-HOSTBUF, R-ASY-3; seen when the copy runs, so it raises in the call that waits for the stream."""
    emulator.configure(mode="strict", seed=1)             # one thread that runs when somebody waits
    assert capi.aclrtSetDevice(0) == 0
    block, queue, pinned = malloc(64), stream(), malloc_host(64, b"a" * 64)
    assert capi.aclrtMemcpyAsync(block, 64, pinned, 64, H2D, queue) == 0
    ffi.memmove(pinned, b"b", 1)
    with finding("S-HOSTBUF", "aclrtMemcpyAsync"):
        sync(queue)
    sync(queue)                                           # it raises once
    assert ids() == ["S-HOSTBUF"]
    assert capi.aclrtMemcpyAsync(block, 64, pinned, 64, H2D, queue) == 0
    sync(queue)
    ffi.memmove(pinned, b"c", 1)
    assert ids() == ["S-HOSTBUF"]


def test_s_hostbuf_source_freed_before_the_copy_ran() -> None:
    block, queue, pinned = malloc(64), stream(), malloc_host(64)
    with held(queue):
        assert capi.aclrtMemcpyAsync(block, 64, pinned, 64, H2D, queue) == 0
        with finding("S-HOSTBUF", "aclrtFreeHost"):
            capi.aclrtFreeHost(pinned)


def test_s_hostbuf_what_the_stream_itself_writes_is_no_change() -> None:
    """A copy out and back in, and a callback that fills the buffer, are in order."""
    block, other, queue, pinned = malloc(64), malloc(64), stream(), malloc_host(64)
    fill(block, b"x" * 64)

    @ffi.callback("void(void *)")  # type: ignore[untyped-decorator]
    def write(_: Any) -> None:
        ffi.memmove(pinned, b"y" * 64, 64)
    with held(queue):
        assert capi.aclrtMemcpyAsync(pinned, 64, block, 64, D2H, queue) == 0
        assert capi.aclrtMemcpyAsync(other, 64, pinned, 64, H2D, queue) == 0
    assert content(other, 64) == b"x" * 64
    assert capi.aclrtLaunchHostFunc(queue, ffi.cast("aclrtHostFunc", write), NULL) == 0
    assert capi.aclrtMemcpyAsync(other, 64, pinned, 64, H2D, queue) == 0
    sync(queue)
    assert content(other, 64) == b"y" * 64
    assert ids() == []


# -- order
def test_s_stale_result_read_before_the_stream_was_waited_for() -> None:
    """S-STALE, R-CPY-4: even if the work happens to be done by then."""
    block, queue = malloc(64), stream()
    set_to(block, 1, 64, queue)
    with finding("S-STALE", "aclrtMemcpy") as caught:
        content(block, 64)
    assert "aclrtMemsetAsync" in str(caught.value)
    sync(queue)
    content(block, 64)
    assert ids() == ["S-STALE"]


def test_s_race_the_host_overwrites_what_queued_work_reads() -> None:
    source, target, queue = malloc(64), malloc(64), stream()
    fill(source, bytes(64))
    copied(target, source, 64, queue)
    content(source, 64)                                    # reading it is fine
    with finding("S-RACE", "aclrtMemcpy"):
        fill(source, bytes(64))
    sync(queue)


def test_s_race_two_streams_without_an_order() -> None:
    """S-RACE: one of the two must write, and the same bytes."""
    block, first, second, third = malloc(64), stream(), stream(), malloc(64)
    set_to(block, 1, 32, first)
    set_to(at(block, 32), 2, 32, second)
    sync(first)
    sync(second)
    copied(third, block, 32, first)
    copied(at(third, 32), block, 32, second)
    assert ids() == []
    with finding("S-RACE", "aclrtMemsetAsync"):
        capi.aclrtMemsetAsync(at(block, 16), 16, 3, 16, second)
    sync(first)
    sync(second)


def event(form: str = "Ex") -> Any:
    out = ffi.new("aclrtEvent *")
    if form == "plain":
        assert capi.aclrtCreateEvent(out) == 0
    elif form == "flag":
        assert capi.aclrtCreateEventWithFlag(out, 1) == 0
    else:
        assert capi.aclrtCreateEventExWithFlag(out, 1) == 0
    return out[0]


@pytest.mark.parametrize("form", ["plain", "flag", "Ex"])
def test_s_race_events_order_streams(form: str) -> None:
    """S-RACE: record and wait is an order, across several streams too; without the last wait there is none."""
    block, streams, events = malloc(64), [stream() for _ in range(3)], [event(form) for _ in range(2)]
    set_to(block, 1, 64, streams[0])
    for here, there, signal in ((0, 1, events[0]), (1, 2, events[1])):
        assert capi.aclrtRecordEvent(signal, streams[here]) == 0
        assert capi.aclrtStreamWaitEvent(streams[there], signal) == 0
    set_to(block, 2, 64, streams[2])
    assert ids() == []
    with finding("S-RACE", "aclrtMemsetAsync"):
        capi.aclrtMemsetAsync(block, 64, 3, 64, streams[0])
    for queue in streams:
        sync(queue)


def host_knows_by(way: str, queue: Any) -> None:
    if way == "stream":
        sync(queue)
    elif way == "device":
        assert capi.aclrtSynchronizeDevice() == 0
    elif way == "event":
        signal = event()
        assert capi.aclrtRecordEvent(signal, queue) == 0
        assert capi.aclrtSynchronizeEvent(signal) == 0
    elif way == "stream query":
        status = ffi.new("aclrtStreamStatus *", 1)
        while status[0]:
            assert capi.aclrtStreamQuery(queue, status) == 0
    elif way == "event query":
        signal, recorded = event(), ffi.new("aclrtEventRecordedStatus *", 0)
        assert capi.aclrtRecordEvent(signal, queue) == 0
        while not recorded[0]:
            assert capi.aclrtQueryEventStatus(signal, recorded) == 0
    elif way == "host function":
        called = threading.Event()
        call = ffi.callback("void(void *)", lambda _: called.set())
        assert capi.aclrtLaunchHostFunc(queue, ffi.cast("aclrtHostFunc", call), NULL) == 0
        assert called.wait(20)
        host_knows_by.keep = call                          # type: ignore[attr-defined]
    elif way == "destruction":
        assert capi.aclrtDestroyStream(queue) == 0
    else:
        other, signal = stream(), event()
        assert capi.aclrtRecordEvent(signal, queue) == 0
        assert capi.aclrtStreamWaitEvent(other, signal) == 0
        sync(other)


WAYS = ["stream", "device", "event", "stream query", "event query", "host function", "destruction", "another stream"]


@pytest.mark.parametrize("way", WAYS)
def test_s_stale_s_uaf_every_way_to_wait_counts(way: str) -> None:
    """No false S-STALE, S-RACE or S-UAF after the host has learned in any way that the work is done."""
    block, queue, other = malloc(64), stream(), stream()
    set_to(block, 1, 64, queue)
    host_knows_by(way, queue)
    assert content(block, 64) == b"\1" * 64
    fill(block, bytes(64))
    set_to(block, 2, 64, other)
    sync(other)
    assert capi.aclrtFree(block) == 0
    assert ids() == []


def test_s_race_notifies_order_streams_even_before_they_are_recorded() -> None:
    """R-NTF-2: the wait may be queued first; neither the streams nor whoever waits for them give a false finding."""
    block, first, second, third, signal = malloc(64), stream(), stream(), stream(), event()
    notify = ffi.new("aclrtNotify *")
    assert capi.aclrtCreateNotify(notify, 0) == 0
    assert capi.aclrtWaitAndResetNotify(notify[0], second, 0) == 0
    set_to(block, 2, 64, second)
    assert capi.aclrtRecordEvent(signal, second) == 0
    assert capi.aclrtStreamWaitEvent(third, signal) == 0
    set_to(block, 1, 64, first)
    assert capi.aclrtRecordNotify(notify[0], first) == 0
    set_to(block, 3, 64, third)
    sync(third)
    assert content(block, 64) == b"\3" * 64
    assert ids() == []


def test_s_race_a_flag_waited_for_before_its_record() -> None:
    block, first, second, flag = malloc(64), stream(), stream(), event("flag")
    assert capi.aclrtStreamWaitEvent(second, flag) == 0
    set_to(block, 2, 64, second)
    set_to(block, 1, 64, first)
    assert capi.aclrtRecordEvent(flag, first) == 0
    sync(second)
    assert content(block, 64) == b"\2" * 64
    assert ids() == []


def test_s_capture_memory_of_a_model_instance() -> None:
    """S-CAPTURE, R-CAP-4: what a captured task touches must outlive the model."""
    block, queue, model = malloc(64), stream(), ffi.new("aclmdlRI *")
    assert capi.aclmdlRICaptureBegin(queue, 0) == 0
    set_to(block, 1, 64, queue)
    assert capi.aclmdlRICaptureEnd(queue, model) == 0
    with finding("S-CAPTURE", "aclrtFree"):
        capi.aclrtFree(block)
    assert capi.aclmdlRIDestroy(model[0]) == 0


def test_faithful_mode_only_records() -> None:
    """The codes are those of the real runtime."""
    start(mode="faithful")
    block, queue = malloc(8), stream()
    set_to(block, 1, 8, queue)
    assert capi.aclrtMemcpy(bytearray(16), 16, block, 16, D2H) == 0
    assert capi.aclrtFree(block) == 0
    sync(queue)
    assert set(ids()) == {"S-OOB", "S-STALE", "S-UAF"}


def test_findings_of_strict_mode_leave_the_next_call_alone() -> None:
    block = malloc(8)
    with finding("S-OOB", "aclrtMemcpy"):
        capi.aclrtMemcpy(block, 16, bytes(16), 16, H2D)
    assert capi.aclrtFree(block) == 0


@pytest.mark.parametrize("wait", ["event", "device", "destroy"])
def test_what_the_stream_found_raises_in_whatever_waits_for_it(wait: str) -> None:
    """S-HOSTBUF, R-ASY-3: waiting for an event or the device, and destroying the stream, wait for its work too."""
    emulator.configure(mode="strict", seed=1)
    assert capi.aclrtSetDevice(0) == 0
    block, queue, pinned = malloc(64), stream(), malloc_host(64, b"a" * 64)
    made = ffi.new("aclrtEvent *")
    assert capi.aclrtCreateEvent(made) == 0
    assert capi.aclrtMemcpyAsync(block, 64, pinned, 64, H2D, queue) == 0
    assert capi.aclrtRecordEvent(made[0], queue) == 0
    ffi.memmove(pinned, b"b", 1)
    with finding("S-HOSTBUF", "aclrtMemcpyAsync") as caught:
        if wait == "event":
            capi.aclrtSynchronizeEvent(made[0])
        elif wait == "device":
            capi.aclrtSynchronizeDevice()
        else:
            capi.aclrtDestroyStream(queue)
    assert "test_memory_findings.py" in caught.value.finding.where
