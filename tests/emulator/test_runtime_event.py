"""Events in their three forms, and notifies."""
from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from runtimekit import (
    UNTOUCHED,
    Gate,
    Recorder,
    context,
    event,
    findings,
    flag_event,
    host_function,
    in_thread,
    out,
    start,
    stream,
    token,
)

from pyacl import capi
from pyacl.capi import NULL, ffi

SYNC, PROGRESS, TIME_LINE, DEVICE_ONLY, EXTERNAL, IPC = 0x1, 0x2, 0x8, 0x10, 0x20, 0x40


@pytest.fixture(autouse=True)
def _machine() -> None:
    start(mode="faithful")


@pytest.fixture
def gate() -> Iterator[Gate]:
    made = Gate()
    yield made
    made.open()


def notify() -> Any:
    return out("aclrtNotify", capi.aclrtCreateNotify, 0)


def status(made: Any, function: str = "aclrtQueryEventStatus", ctype: str = "aclrtEventRecordedStatus") -> int:
    return int(out(ctype, getattr(capi, function), made, at=1))


# -- creation

@pytest.mark.parametrize(("creator", "flags", "code"), [
    ("aclrtCreateEventWithFlag", 0, 107000), ("aclrtCreateEventWithFlag", SYNC, 0),
    ("aclrtCreateEventWithFlag", PROGRESS, 0), ("aclrtCreateEventWithFlag", 0x4, 0),
    ("aclrtCreateEventWithFlag", SYNC | PROGRESS | TIME_LINE, 0), ("aclrtCreateEventWithFlag", EXTERNAL, 0),
    ("aclrtCreateEventWithFlag", EXTERNAL | SYNC, 107000),
    ("aclrtCreateEventWithFlag", DEVICE_ONLY | TIME_LINE, 107000), ("aclrtCreateEventWithFlag", IPC, 107000),
    ("aclrtCreateEventWithFlag", 0x100, 107000), ("aclrtCreateEventWithFlag", 0xFFFFFFFF, 107000),
    ("aclrtCreateEventExWithFlag", 0, 107000), ("aclrtCreateEventExWithFlag", SYNC | TIME_LINE, 0),
    ("aclrtCreateEventExWithFlag", 0x4, 0), ("aclrtCreateEventExWithFlag", EXTERNAL, 107000),
    ("aclrtCreateEventExWithFlag", DEVICE_ONLY, 107000), ("aclrtCreateEventExWithFlag", IPC | SYNC, 107000),
    ("aclrtCreateEventExWithFlag", 0x80, 107000)])
def test_r_evt_1_flags_of_the_creators(creator: str, flags: int, code: int) -> None:
    """R-EVT-1: the table of creators; what is refused writes nothing and becomes the last error."""
    cell = ffi.new("aclrtEvent *", ffi.cast("aclrtEvent", UNTOUCHED))
    assert getattr(capi, creator)(cell, flags) == code
    assert capi.aclrtGetLastError(0) == code
    assert (int(ffi.cast("uintptr_t", cell[0])) == UNTOUCHED) == (code != 0)


def test_r_evt_1_creation_needs_a_context_and_a_pointer() -> None:
    """R-EVT-1, R-ABI-3"""
    assert capi.aclrtCreateEvent(NULL) == 100000
    assert in_thread(lambda: capi.aclrtCreateEvent(ffi.new("aclrtEvent *"))) == 107002


def test_r_evt_1_events_run_out() -> None:
    """R-EVT-1: 207007 beyond the 65536 of the part; what is destroyed can be had again."""
    free = out("uint32_t", capi.aclrtGetEventAvailNum)
    assert free == 65536
    cell = ffi.new("aclrtEvent *")
    for _ in range(free):
        capi.aclrtCreateEventExWithFlag(cell, SYNC)
    assert out("uint32_t", capi.aclrtGetEventAvailNum) == 0
    assert capi.aclrtCreateEvent(ffi.new("aclrtEvent *")) == 207007
    assert capi.aclrtDestroyEvent(cell[0]) == 0
    assert capi.aclrtCreateEvent(cell) == 0


def test_r_evt_9_destroying_does_not_block(gate: Gate) -> None:
    """R-EVT-9, R-ABI-2: not even with a wait outstanding; then it is stale."""
    held, waiting, made, recorder = stream(), stream(), event(), Recorder()
    gate.hold(held)
    assert capi.aclrtRecordEvent(made, held) == 0
    assert capi.aclrtStreamWaitEvent(waiting, made) == 0
    recorder.queue(waiting, 1)
    assert capi.aclrtDestroyEvent(made) == 0
    assert [capi.aclrtDestroyEvent(made), capi.aclrtGetLastError(0)] == [107017, 107017]
    assert capi.aclrtDestroyEvent(NULL) == 100000
    gate.open()
    assert capi.aclrtSynchronizeDevice() == 0
    assert recorder.calls == [1]


# -- before any record

@pytest.mark.parametrize(("form", "flags", "code", "last"), [
    ("plain", 0, 107000, 107000), ("flag", SYNC, 0, 0), ("flag", TIME_LINE, 207000, 0), ("flag", EXTERNAL, 0, 0),
    ("ex", SYNC, 0, 0), ("ex", TIME_LINE, 207000, 0), ("ex", PROGRESS, 207000, 0)])
def test_r_evt_3_waiting_before_a_record(form: str, flags: int, code: int, last: int) -> None:
    """R-EVT-3: an error, a wait for the future, or nothing, as the form of the event says."""
    made = {"plain": lambda _: event(None), "flag": flag_event, "ex": event}[form](flags)
    capi.aclrtGetLastError(0)
    assert capi.aclrtStreamWaitEvent(stream(), made) == code
    assert capi.aclrtGetLastError(0) == last
    if form == "plain":
        assert token() == "EE1018"


def test_r_evt_3_a_flag_is_waited_for_until_it_is_recorded() -> None:
    """R-EVT-3: with SYNC the wait is for the next record."""
    waiting, recording, made, recorder = stream(), stream(), flag_event(SYNC), Recorder()
    assert capi.aclrtStreamWaitEvent(waiting, made) == 0
    recorder.queue(waiting, 2)
    assert capi.aclrtSynchronizeStreamWithTimeout(waiting, 30) == 507046
    recorder.queue(recording, 1)
    assert capi.aclrtRecordEvent(made, recording) == 0
    assert capi.aclrtSynchronizeStream(waiting) == 0
    assert recorder.calls == [1, 2]


@pytest.mark.parametrize(("form", "flags", "recorded", "older"), [
    ("plain", 0, 0, 0), ("flag", SYNC, 0, 0), ("ex", SYNC, 1, 207000)])
def test_r_evt_5_6_questions_before_a_record(form: str, flags: int, recorded: int, older: int) -> None:
    """R-EVT-5, R-EVT-6: the two kinds of status have opposite polarity; the newer mode refuses the older questions."""
    made = {"plain": lambda _: event(None), "flag": flag_event, "ex": event}[form](flags)
    capi.aclrtGetLastError(0)
    assert status(made) == recorded
    for function, ctype in (("aclrtQueryEvent", "aclrtEventStatus"),
                            ("aclrtQueryEventWaitStatus", "aclrtEventWaitStatus")):
        cell = ffi.new(f"{ctype} *")
        assert getattr(capi, function)(made, cell) == older
        assert older or cell[0] == 0
    assert capi.aclrtSynchronizeEvent(made) == 0
    assert capi.aclrtGetLastError(0) == 0


def test_r_evt_5_external_events_answer_nothing() -> None:
    """R-EVT-5, R-ERR-7: 207000 to every question, silently."""
    made, cell = flag_event(EXTERNAL), ffi.new("uint64_t *")
    capi.aclrtGetLastError(0)
    assert capi.aclrtQueryEventStatus(made, ffi.new("aclrtEventRecordedStatus *")) == 207000
    assert capi.aclrtSynchronizeEvent(made) == 207000
    assert capi.aclrtEventElapsedTime(ffi.new("float *"), made, made) == 207000
    assert capi.aclrtEventGetTimestamp(made, cell) == 207000
    assert capi.aclrtGetLastError(0) == 0


# -- record and wait

def test_r_evt_2_a_wait_keeps_the_record_that_it_saw(gate: Gate) -> None:
    """R-EVT-2: recording again does not move a wait that was submitted earlier."""
    first, second, waiting, made, recorder = stream(), stream(), stream(), event(), Recorder()
    assert capi.aclrtRecordEvent(made, first) == 0
    assert capi.aclrtSynchronizeStream(first) == 0
    gate.hold(second)
    assert capi.aclrtStreamWaitEvent(waiting, made) == 0
    assert capi.aclrtRecordEvent(made, second) == 0
    recorder.queue(waiting, 1)
    assert capi.aclrtSynchronizeStream(waiting) == 0
    assert recorder.calls == [1]
    assert status(made) == 0


@pytest.mark.parametrize("seed", [None, 0, 1, 2, 3])
def test_r_evt_3_an_event_orders_two_streams(seed: int | None) -> None:
    """R-EVT-3: whatever the scheduler does."""
    start(mode="faithful", seed=seed, delay=0.0 if seed is not None else 0.005)
    one, two, recorder, made = stream(), stream(), Recorder(), event()
    for number in range(5):
        recorder.queue(one, number)
    assert capi.aclrtRecordEvent(made, one) == 0
    assert capi.aclrtStreamWaitEvent(two, made) == 0
    for number in range(5, 10):
        recorder.queue(two, number)
    assert capi.aclrtSynchronizeDevice() == 0
    assert recorder.calls == list(range(10))


def test_r_evt_4_waits_inside_streams_can_expire() -> None:
    """R-EVT-4: seconds; the failure comes out of the synchronise, once (R-ERR-8)."""
    queue, made = stream(), flag_event(SYNC)
    assert capi.aclrtStreamWaitEventWithTimeout(queue, made, -1) == 107000
    assert capi.aclrtStreamWaitEventWithTimeout(queue, NULL, 1) == 107000
    assert capi.aclrtGetLastError(0) == 107000
    assert capi.aclrtSetOpWaitTimeout(1) == 0
    assert capi.aclrtStreamWaitEvent(queue, made) == 0
    begin = time.monotonic()
    assert capi.aclrtSynchronizeStream(queue) == 107019
    assert 0.9 < time.monotonic() - begin < 10
    assert capi.aclrtSynchronizeStream(queue) == 0
    assert findings() == []


def test_r_evt_5_waiting_for_an_event_in_the_host(gate: Gate) -> None:
    """R-EVT-5: needs no context; 507047 at the time-out."""
    queue, made = stream(), event()
    gate.hold(queue)
    assert capi.aclrtRecordEvent(made, queue) == 0
    assert in_thread(lambda: capi.aclrtSynchronizeEventWithTimeout(made, 20)) == 507047
    assert status(made) == 0
    gate.open()
    assert in_thread(lambda: capi.aclrtSynchronizeEvent(made)) == 0
    assert status(made) == 1


@pytest.mark.parametrize(("timeout", "code", "last"), [(-2, 107000, 0), (0, 107000, 107000), (-1, 0, 0), (5, 0, 0)])
def test_r_evt_5_time_out_arguments(timeout: int, code: int, last: int) -> None:
    """R-EVT-5"""
    made = event(None)
    capi.aclrtGetLastError(0)
    assert capi.aclrtSynchronizeEventWithTimeout(made, timeout) == code
    assert capi.aclrtGetLastError(0) == last


def test_r_evt_6_waits_that_are_outstanding(gate: Gate) -> None:
    """R-EVT-6"""
    held, waiting, made = stream(), stream(), event(None)
    gate.hold(held)
    assert capi.aclrtRecordEvent(made, held) == 0
    assert status(made, "aclrtQueryEventWaitStatus", "aclrtEventWaitStatus") == 0
    assert capi.aclrtStreamWaitEvent(waiting, made) == 0
    assert status(made, "aclrtQueryEventWaitStatus", "aclrtEventWaitStatus") == 1
    assert status(made, "aclrtQueryEvent", "aclrtEventStatus") == 1
    gate.open()
    assert capi.aclrtSynchronizeDevice() == 0
    assert status(made, "aclrtQueryEventWaitStatus", "aclrtEventWaitStatus") == 0
    assert status(made, "aclrtQueryEvent", "aclrtEventStatus") == 0


def test_r_evt_7_8_times() -> None:
    """R-EVT-7, R-EVT-8: milliseconds between, negative when reversed; microseconds alone."""
    queue, first, last = stream(), event(SYNC | TIME_LINE), event(None)
    sleep = host_function(lambda _: time.sleep(0.05))
    assert capi.aclrtRecordEvent(first, queue) == 0
    assert capi.aclrtLaunchHostFunc(queue, sleep, NULL) == 0
    assert capi.aclrtRecordEvent(last, queue) == 0
    assert capi.aclrtSynchronizeStream(queue) == 0
    elapsed = out("float", capi.aclrtEventElapsedTime, first, last)
    assert 45 < elapsed < 1000
    assert findings() == []
    assert out("float", capi.aclrtEventElapsedTime, last, first) == pytest.approx(-elapsed)
    assert findings() == [("S-SEMANTIC", "aclrtEventElapsedTime")]
    stamps = [out("uint64_t", capi.aclrtEventGetTimestamp, made, at=1) for made in (first, last)]
    assert (stamps[1] - stamps[0]) / 1000 == pytest.approx(elapsed, abs=0.01)


def test_r_evt_7_no_times() -> None:
    """R-EVT-7: never recorded is 507000, without a time line 107006."""
    queue, timed, untimed = stream(), event(SYNC | TIME_LINE), event(SYNC)
    ms = ffi.new("float *")
    assert capi.aclrtEventElapsedTime(ms, timed, untimed) == 507000
    for made in (timed, untimed):
        assert capi.aclrtRecordEvent(made, queue) == 0
    assert capi.aclrtSynchronizeStream(queue) == 0
    assert capi.aclrtEventElapsedTime(ms, timed, untimed) == 107006
    assert capi.aclrtEventGetTimestamp(untimed, ffi.new("uint64_t *")) == 107006


@pytest.mark.parametrize(("form", "flags", "code"), [
    ("plain", 0, 0), ("flag", SYNC, 0), ("flag", PROGRESS, 207000), ("ex", SYNC, 207000)])
def test_r_evt_1_resetting(form: str, flags: int, code: int) -> None:
    """R-EVT-1: of flags in the device only; then a wait is for the next record again."""
    made = {"plain": lambda _: event(None), "flag": flag_event, "ex": event}[form](flags)
    queue = stream()
    assert capi.aclrtRecordEvent(made, queue) == 0
    assert capi.aclrtResetEvent(made, queue) == code
    if form == "flag" and code == 0:
        assert capi.aclrtStreamWaitEvent(queue, made) == 0
        assert capi.aclrtSynchronizeStreamWithTimeout(queue, 20) == 507046
        assert capi.aclrtRecordEvent(made, stream()) == 0
        assert capi.aclrtSynchronizeStream(queue) == 0


def test_r_evt_10_streams_of_other_devices() -> None:
    """R-EVT-10: not to record on, but to wait in."""
    made = event()
    assert capi.aclrtRecordEvent(made, NULL) == 0
    context(1)
    elsewhere = stream()
    assert capi.aclrtRecordEvent(made, elsewhere) == 107000
    assert capi.aclrtStreamWaitEvent(elsewhere, made) == 0
    assert capi.aclrtSynchronizeStream(elsewhere) == 0


def test_r_evt_11_only_events_made_for_it_are_exported() -> None:
    """R-EVT-11"""
    handle = ffi.new("aclrtIpcEventHandle *")
    assert capi.aclrtIpcGetEventHandle(event(), NULL) == 100000
    assert capi.aclrtIpcGetEventHandle(event(), handle) == 107000


def test_r_evt_4_flags_of_record_and_wait() -> None:
    """R-EVT-4: 0 and 1 are known."""
    queue, made = stream(), event()
    assert capi.aclrtRecordEventWithFlag(made, queue, 2) == 100000
    assert capi.aclrtStreamWaitEventWithFlag(queue, made, 0, 2) == 100000
    assert capi.aclrtStreamWaitEventWithFlag(queue, made, 5, 1) == 100000
    assert capi.aclrtRecordEventWithFlag(made, queue, 1) == 0
    assert capi.aclrtStreamWaitEventWithFlag(queue, made, 0, 1) == 0


# -- notifies

def test_r_ntf_1_creating_and_destroying() -> None:
    """R-NTF-1, R-ABI-2: flags 0 and 1; 8192 of them; an event is none."""
    cell = ffi.new("aclrtNotify *")
    assert capi.aclrtCreateNotify(NULL, 0) == 100000
    assert capi.aclrtCreateNotify(cell, 2) == 107000
    assert capi.aclrtDestroyNotify(NULL) == 100000
    assert capi.aclrtDestroyNotify(ffi.cast("aclrtNotify", event())) == 107017
    for _ in range(8192):
        assert capi.aclrtCreateNotify(cell, 0) == 0
    assert capi.aclrtCreateNotify(ffi.new("aclrtNotify *"), 0) == 207009
    assert capi.aclrtDestroyNotify(cell[0]) == 0
    assert capi.aclrtCreateNotify(cell, 0) == 0


def test_r_ntf_2_a_notify_lets_one_wait_pass() -> None:
    """R-NTF-2: the wait clears it."""
    waiting, recording, made, recorder = stream(), stream(), notify(), Recorder()
    for number in (1, 2):
        assert capi.aclrtWaitAndResetNotify(made, waiting, 0) == 0
        recorder.queue(waiting, number)
    assert capi.aclrtRecordNotify(made, recording) == 0
    assert capi.aclrtSynchronizeStreamWithTimeout(waiting, 100) == 507046
    assert recorder.calls == [1]
    assert capi.aclrtRecordNotify(made, recording) == 0
    assert capi.aclrtSynchronizeStream(waiting) == 0
    assert recorder.calls == [1, 2]


def test_r_ntf_2_waits_expire_and_batches_clear() -> None:
    """R-NTF-2: seconds; a cleared notify lets nothing pass."""
    queue, made = stream(), notify()
    assert capi.aclrtRecordNotify(made, queue) == 0
    assert capi.aclrtSynchronizeStream(queue) == 0
    assert capi.aclrtNotifyBatchReset(ffi.new("aclrtNotify[]", [made]), 1) == 0
    assert capi.aclrtWaitAndResetNotify(made, queue, 1) == 0
    assert capi.aclrtSynchronizeStream(queue) == 107019
    assert capi.aclrtNotifyBatchReset(NULL, 1) == 100000
    assert capi.aclrtNotifyBatchReset(ffi.new("aclrtNotify[]", [NULL]), 1) == 107000


def test_r_ntf_3_nothing_is_shared_between_processes() -> None:
    """R-NTF-3: 207000, after the arguments were looked at."""
    made, key = notify(), ffi.new("char[65]")
    assert capi.aclrtNotifyGetExportKey(made, NULL, 65, 0) == 100000
    assert capi.aclrtNotifyGetExportKey(made, key, 0, 0) == 107000
    assert capi.aclrtNotifyGetExportKey(made, key, 65, 0) == 207000


@pytest.mark.parametrize("seed", [None, 5])
def test_r_evt_2_many_threads_and_streams(seed: int | None) -> None:
    """R-EVT-2, R-EVT-3: a chain of events through four threads keeps its order."""
    start(mode="strict", seed=seed)
    shared = out("aclrtContext", capi.aclrtGetCurrentContext)
    recorder, turn, errors = Recorder(), threading.Lock(), list[Any]()
    queues, made = [stream() for _ in range(4)], event()
    state = {"next": 0}

    def work(queue: Any) -> None:
        codes = [capi.aclrtSetCurrentContext(shared)]
        for _ in range(25):
            with turn:
                codes.append(capi.aclrtStreamWaitEvent(queue, made))
                recorder.queue(queue, state["next"])
                state["next"] += 1
                codes.append(capi.aclrtRecordEvent(made, queue))
        errors.extend(code for code in codes if code)
    threads = [threading.Thread(target=work, args=(queue,)) for queue in queues]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert capi.aclrtSynchronizeDevice() == 0
    assert errors == []
    assert recorder.calls == list(range(100))
    assert findings() == []
