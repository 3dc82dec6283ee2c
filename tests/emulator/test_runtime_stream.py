"""Streams: order, waiting, ownership, settings, and the scheduler beneath."""
from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from runtimekit import (
    Gate,
    Recorder,
    context,
    current_context,
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

from pyacl import capi, emulator
from pyacl.capi import NULL, ffi


@pytest.fixture(autouse=True)
def _machine() -> None:
    start(mode="faithful")


@pytest.fixture
def gate() -> Iterator[Gate]:
    made = Gate()
    yield made
    made.open()


def configured(priority: int, flags: int) -> Any:
    return out("aclrtStream", capi.aclrtCreateStreamWithConfig, priority, flags)


# -- order

def test_r_str_1_null_is_the_default_stream_of_the_current_context() -> None:
    """R-STR-1"""
    recorder = Recorder()
    recorder.queue(NULL, 1)
    assert capi.aclrtSynchronizeStream(out("aclrtStream", capi.aclrtCtxGetCurrentDefaultStream)) == 0
    assert recorder.calls == [1]
    assert in_thread(lambda: capi.aclrtSynchronizeStream(NULL)) == 107002


def test_r_str_2_the_default_stream_is_no_barrier(gate: Gate) -> None:
    """R-STR-2: work of the default stream neither waits for other streams nor is waited for."""
    held, recorder = stream(), Recorder()
    gate.hold(held)
    recorder.queue(NULL, 1)
    assert capi.aclrtSynchronizeStream(NULL) == 0
    assert recorder.calls == [1]
    gate.open()
    assert capi.aclrtSynchronizeStream(held) == 0


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_r_str_3_one_stream_keeps_its_order(seed: int | None) -> None:
    """R-STR-3"""
    start(mode="faithful", seed=seed)
    queue, recorder = stream(), Recorder()
    for number in range(200):
        recorder.queue(queue, number)
    assert capi.aclrtSynchronizeStream(queue) == 0
    assert recorder.calls == list(range(200))


def seeded_order(seed: int) -> list[int]:
    start(mode="faithful", seed=seed)
    recorder, queues = Recorder(), [stream() for _ in range(4)]
    for number in range(40):
        recorder.queue(queues[number % 4], number)
    assert capi.aclrtSynchronizeDevice() == 0
    return recorder.calls


def test_r_str_3_a_seed_fixes_the_order_among_streams() -> None:
    """R-STR-3: the same seed gives the same order, another one another; each stream keeps its own."""
    first = seeded_order(7)
    assert seeded_order(7) == first
    assert seeded_order(8) != first
    assert sorted(first) == list(range(40))
    for queue in range(4):
        own = [number for number in first if number % 4 == queue]
        assert own == sorted(own)


def test_r_str_3_seeded_work_is_late_but_not_for_ever() -> None:
    """R-STR-3: nothing runs before somebody waits, unless nobody ever does."""
    start(mode="faithful", seed=1)
    queue, recorder = stream(), Recorder()
    recorder.queue(queue, 1)
    assert recorder.calls == []
    deadline = time.monotonic() + 10
    while not recorder.calls and time.monotonic() < deadline:
        time.sleep(0.01)
    assert recorder.calls == [1]


def test_r_str_12_polling_makes_seeded_work_go_on() -> None:
    """R-STR-12: a loop of queries ends."""
    start(mode="faithful", seed=1)
    queue, recorder = stream(), Recorder()
    for number in range(5):
        recorder.queue(queue, number)
    polls = 0
    while out("aclrtStreamStatus", capi.aclrtStreamQuery, queue, at=1):
        polls += 1
        assert polls < 100
    assert recorder.calls == list(range(5))


# -- life

@pytest.mark.parametrize(("soc", "limit"), [("Ascend910B1", 1984), ("Ascend310P3", 1024)])
def test_r_str_4_streams_run_out(soc: str, limit: int) -> None:
    """R-STR-4, R-STR-16: 207008 at the limit of the part; what is destroyed can be had again."""
    start(mode="faithful", soc=soc)
    cell = ffi.new("aclrtStream *")
    free = out("uint32_t", capi.aclrtGetStreamAvailableNum)
    assert limit - 4 <= free < limit
    for _ in range(free):
        assert capi.aclrtCreateStream(cell) == 0
    assert out("uint32_t", capi.aclrtGetStreamAvailableNum) == 0
    assert capi.aclrtCreateStream(ffi.new("aclrtStream *")) == 207008
    assert capi.aclrtDestroyStream(cell[0]) == 0
    assert capi.aclrtCreateStream(cell) == 0


def test_r_str_4_creation_arguments() -> None:
    """R-STR-4, R-ABI-3"""
    assert in_thread(lambda: capi.aclrtCreateStream(NULL)) == 100000
    assert in_thread(lambda: capi.aclrtCreateStream(ffi.new("aclrtStream *"))) == 107002


@pytest.mark.parametrize(("given", "got"), [(0, 0), (3, 3), (7, 7), (8, 7), (100, 7), (4294967295, 0)])
def test_r_str_5_priorities_are_clamped(given: int, got: int) -> None:
    """R-STR-5: read as signed; a clamped one is worth a warning (S-SEMANTIC)."""
    assert out("uint32_t", capi.aclrtStreamGetPriority, configured(given, 0), at=1) == got
    assert findings() == ([] if given == got else [("S-SEMANTIC", "aclrtCreateStreamWithConfig")])


@pytest.mark.parametrize(("given", "got"), [(0, 0), (1, 1), (3, 3), (4, 4), (16, 16), (64, 0), (0x80000000, 0)])
def test_r_str_5_16_unknown_flags_are_dropped(given: int, got: int) -> None:
    """R-STR-5, R-STR-16"""
    assert out("uint32_t", capi.aclrtStreamGetFlags, configured(0, given), at=1) == got


def test_r_str_5_device_use_only_goes_with_no_other_flag() -> None:
    """R-STR-5: with all bits set the second layer refuses."""
    assert capi.aclrtCreateStreamWithConfig(ffi.new("aclrtStream *"), 0, 0xFFFFFFFF) == 107000


def test_r_str_5_a_stream_by_configuration() -> None:
    """R-STR-5: the same by a handle that holds flag and priority; sizes of values are checked."""
    handle = capi.aclrtCreateStreamConfigHandle()
    priority, flag = ffi.new("uint32_t *", 5), ffi.new("size_t *", 4)
    assert capi.aclrtSetStreamConfigOpt(handle, capi.ACL_RT_STREAM_PRIORITY, priority, 8) == 100000
    assert capi.aclrtSetStreamConfigOpt(handle, capi.ACL_RT_STREAM_PRIORITY, priority, 4) == 0
    assert capi.aclrtSetStreamConfigOpt(handle, capi.ACL_RT_STREAM_FLAG, flag, 8) == 0
    queue = out("aclrtStream", capi.aclrtCreateStreamV2, handle)
    assert out("uint32_t", capi.aclrtStreamGetPriority, queue, at=1) == 5
    assert out("uint32_t", capi.aclrtStreamGetFlags, queue, at=1) == 4
    assert capi.aclrtDestroyStreamConfigHandle(handle) == 0
    assert capi.aclrtDestroyStream(queue) == 0
    assert emulator.report().live == 0


def test_r_str_6_destroying() -> None:
    """R-STR-6, R-ABI-2: NULL, another context, twice, and what is no stream."""
    queue = stream()
    assert capi.aclrtDestroyStream(NULL) == 100000
    assert token() == "EH0008"
    default = current_context()
    context()
    assert capi.aclrtDestroyStream(queue) == 107003
    assert token() == "EE1010"
    capi.aclrtSetCurrentContext(default)
    assert capi.aclrtDestroyStream(queue) == 0
    for call in (capi.aclrtDestroyStream, capi.aclrtDestroyStreamForce, capi.aclrtSynchronizeStream):
        assert call(queue) == 107017
    assert token() == "EE1017"
    assert capi.aclrtDestroyStream(ffi.cast("aclrtStream", event())) == 107017
    assert capi.aclrtGetLastError(0) == 107017


def test_r_str_6_7_destroying_waits_unless_forced(gate: Gate) -> None:
    """R-STR-6, R-STR-7"""
    queue, recorder = stream(), Recorder()
    for number in range(20):
        recorder.queue(queue, number)
    assert capi.aclrtDestroyStream(queue) == 0
    assert recorder.calls == list(range(20))
    queue, dropped = stream(), Recorder()
    gate.hold(queue)
    assert gate.entered.wait(10)
    dropped.queue(queue, 1)
    threading.Timer(0.1, gate.open).start()
    assert capi.aclrtDestroyStreamForce(queue) == 0
    assert dropped.calls == []


def test_s_version_a_stale_handle_is_reported_for_8_1() -> None:
    """R-STR-6, R-ABI-2: undefined in 8.1 (S-VERSION)."""
    start(mode="faithful", profile="8.1")
    queue = stream()
    assert capi.aclrtDestroyStream(queue) == 0
    capi.aclrtDestroyStream(queue)
    assert findings() == [("S-VERSION", "aclrtDestroyStream")]


# -- waiting

def test_r_str_8_a_stream_of_another_context_can_be_waited_for() -> None:
    """R-STR-8, R-STR-12: this changes no binding."""
    queue = stream()
    other = context()
    assert capi.aclrtSynchronizeStream(queue) == 0
    assert out("aclrtStreamStatus", capi.aclrtStreamQuery, queue, at=1) == 0
    assert current_context() == other


@pytest.mark.parametrize(("timeout", "code", "last"), [(-2, 107000, 0), (0, 107000, 107000), (-1, 0, 0), (5, 0, 0)])
def test_r_str_9_time_out_arguments(timeout: int, code: int, last: int) -> None:
    """R-STR-9, R-ABI-3"""
    capi.aclrtGetLastError(0)
    assert capi.aclrtSynchronizeStreamWithTimeout(stream(), timeout) == code
    assert capi.aclrtGetLastError(0) == last


def test_r_str_9_r_dev_12_time_outs_expire_and_work_goes_on(gate: Gate) -> None:
    """R-STR-9, R-STR-12, R-DEV-12: 507046, and a later call succeeds."""
    queue, recorder = stream(), Recorder()
    gate.hold(queue)
    recorder.queue(queue, 1)
    assert capi.aclrtSynchronizeStreamWithTimeout(queue, 20) == 507046
    assert capi.aclrtSynchronizeDeviceWithTimeout(20) == 507046
    assert out("aclrtStreamStatus", capi.aclrtStreamQuery, queue, at=1) == 1
    gate.open()
    assert capi.aclrtSynchronizeStream(queue) == 0
    assert out("aclrtStreamStatus", capi.aclrtStreamQuery, queue, at=1) == 0
    assert recorder.calls == [1]


@pytest.mark.parametrize("flags", [0x4, 0x10, 0x20])
def test_r_str_10_some_streams_are_not_waited_for(gate: Gate, flags: int) -> None:
    """R-STR-10"""
    queue = configured(0, flags)
    gate.hold(queue)
    assert capi.aclrtSynchronizeStream(queue) == 0


def test_r_dev_11_a_device_is_waited_for_as_far_as_the_current_context_goes(gate: Gate) -> None:
    """R-DEV-11: streams of another context of the device go on."""
    gate.hold(stream())
    context()
    assert capi.aclrtSynchronizeDevice() == 0
    assert not gate._opened.is_set()


def test_r_str_13_submissions_need_the_context_of_the_stream() -> None:
    """R-STR-13: 107003, save for subscribing; an event may be of another context (R-CTX-7)."""
    queue, foreign = stream(), event()
    function = Recorder().function
    context()
    calls = [lambda: capi.aclrtRecordEvent(foreign, queue), lambda: capi.aclrtStreamWaitEvent(queue, foreign),
             lambda: capi.aclrtResetEvent(flag_event(1), queue),
             lambda: capi.aclrtLaunchCallback(function, NULL, 0, queue),
             lambda: capi.aclrtLaunchHostFunc(queue, function, NULL)]
    assert [call() for call in calls] == [107003] * 5  # type: ignore[no-untyped-call]
    assert capi.aclrtSubscribeReport(threading.get_ident(), queue) == 0
    assert capi.aclrtRecordEvent(foreign, stream()) == 0


def test_r_str_14_failure_mode() -> None:
    """R-STR-14: STOP cannot be taken back, which is not recorded as last error."""
    queue = stream()
    assert [capi.aclrtSetStreamFailureMode(queue, mode) for mode in (0, 1, 1, 0, 2)] == [0, 0, 0, 207000, 207000]
    assert capi.aclrtGetLastError(0) == 0
    assert in_thread(lambda: capi.aclrtSetStreamFailureMode(NULL, 1)) == 107000
    start(mode="faithful", soc="Ascend310P3")
    assert capi.aclrtSetStreamFailureMode(NULL, 1) == 207000


def test_r_str_15_an_abort_releases_who_waits(gate: Gate) -> None:
    """R-STR-15: pending tasks are dropped, a blocked synchronise returns 107023."""
    queue, dropped = stream(), Recorder()
    gate.hold(queue)
    assert gate.entered.wait(10)
    dropped.queue(queue, 1)
    shared = current_context()
    codes: list[int] = []

    def wait() -> None:
        capi.aclrtSetCurrentContext(shared)
        codes.append(capi.aclrtSynchronizeStream(queue))
    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.05)
    assert capi.aclrtStreamAbort(queue) == 0
    gate.open()
    thread.join(10)
    assert codes == [107023]
    assert dropped.calls == []


def test_r_str_16_attributes() -> None:
    """R-STR-16, R-STR-14: ranges, first values, and the switch that is never shown."""
    queue, value = stream(), ffi.new("aclrtStreamAttrValue *")
    assert capi.aclrtGetStreamAttribute(queue, 0, value) == 107000
    assert capi.aclrtGetStreamAttribute(queue, 3, value) == 0
    assert value.userCustomTag == 0xFFFFFFFF
    for attribute, shown in ((2, 1), (4, 0)):
        value.overflowSwitch = 2
        assert capi.aclrtSetStreamAttribute(queue, attribute, value) == 107000
        value.overflowSwitch = 1
        assert capi.aclrtSetStreamAttribute(queue, attribute, value) == 0
        assert capi.aclrtGetStreamAttribute(queue, attribute, value) == 0
        assert value.overflowSwitch == shown


def test_r_str_16_ids_differ() -> None:
    """R-STR-16"""
    ids = [out("int32_t", capi.aclrtStreamGetId, queue, at=1) for queue in (NULL, stream(), stream())]
    assert len(set(ids)) == 3


# -- threads of the emulator

def test_thousands_of_streams_leave_no_threads() -> None:
    """R-STR-4: an idle stream holds a thread for a moment only."""
    before, recorder = threading.active_count(), Recorder()
    for number in range(2000):
        queue = stream()
        if number % 20 == 0:
            recorder.queue(queue, number)
        assert capi.aclrtDestroyStream(queue) == 0
    idle = stream()
    recorder.queue(idle, 0)
    assert capi.aclrtSynchronizeStream(idle) == 0
    deadline = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.02)
    assert threading.active_count() <= before
    assert len(recorder.calls) == 101


def test_a_new_machine_ends_the_streams_of_the_old_one(gate: Gate) -> None:
    """R-DEV-4: queued work of the old machine never runs, its handles are stale."""
    queue, dropped = stream(), Recorder()
    gate.hold(queue)
    assert gate.entered.wait(10)
    dropped.queue(queue, 1)
    start(mode="faithful")
    gate.open()
    assert capi.aclrtSynchronizeStream(queue) == 107017
    time.sleep(0.05)
    assert dropped.calls == []


def test_work_is_held_back_by_the_delay() -> None:
    """R-STR-3: `delay` spreads tasks over time and changes no order."""
    start(mode="faithful", delay=0.01)
    queue, recorder = stream(), Recorder()
    for number in range(10):
        recorder.queue(queue, number)
    assert capi.aclrtSynchronizeStream(queue) == 0
    assert recorder.calls == list(range(10))


# -- deadlocks

@pytest.mark.parametrize("seed", [None, 3])
def test_s_deadlock_a_wait_that_nothing_can_end_is_reported(seed: int | None) -> None:
    """R-EVT-3, sanitizer report S-DEADLOCK: the wait fails with 107019 and the stream goes on."""
    start(mode="faithful", seed=seed)
    queue, never, recorder = stream(), flag_event(1), Recorder()
    assert capi.aclrtStreamWaitEvent(queue, never) == 0
    recorder.queue(queue, 1)
    assert capi.aclrtSynchronizeStream(queue) == 107019
    assert findings() == [("S-DEADLOCK", "aclrtSynchronizeStream")]
    assert capi.aclrtSynchronizeStream(queue) == 0
    assert recorder.calls == [1]


def test_s_deadlock_raises_at_the_waiting_call_in_strict_mode() -> None:
    """R-NTF-2, sanitizer report S-DEADLOCK: two streams that wait for each other."""
    start(mode="strict")
    first, second = stream(), stream()
    one, two = (out("aclrtNotify", capi.aclrtCreateNotify, 0) for _ in range(2))
    for queue, waits, records in ((first, one, two), (second, two, one)):
        assert capi.aclrtWaitAndResetNotify(waits, queue, 0) == 0
        assert capi.aclrtRecordNotify(records, queue) == 0
    with pytest.raises(emulator.FindingError, match="S-DEADLOCK"):
        capi.aclrtSynchronizeDevice()


def test_s_deadlock_is_not_reported_while_another_thread_may_record() -> None:
    """R-EVT-3: a record that comes late from another thread ends the wait."""
    queue, late, other = stream(), flag_event(1), stream()
    shared = current_context()

    def record() -> None:
        capi.aclrtSetCurrentContext(shared)
        time.sleep(1.6)
        capi.aclrtRecordEvent(late, other)
    thread = threading.Thread(target=record)
    thread.start()
    assert capi.aclrtStreamWaitEvent(queue, late) == 0
    assert capi.aclrtSynchronizeStream(queue) == 0
    thread.join()
    assert findings() == []


def test_s_deadlock_a_callback_that_waits_for_streams_is_told() -> None:
    """R-CB-7: synchronise from inside a callback would never end."""
    queue, done = stream(), event()
    shared = current_context()
    codes: list[int] = []

    def inside(_: Any) -> None:
        capi.aclrtSetCurrentContext(shared)
        codes.append(capi.aclrtSynchronizeStream(queue))
    function = host_function(inside)
    assert capi.aclrtLaunchHostFunc(queue, function, NULL) == 0
    assert capi.aclrtRecordEvent(done, queue) == 0
    assert capi.aclrtSynchronizeStream(queue) == 0
    assert codes == [507046]
    assert [id for id, _ in findings()] == ["S-DEADLOCK"]


def test_a_waiting_program_can_be_interrupted(python: Any) -> None:
    """R-STR-9: Ctrl-C ends a wait of the main thread."""
    done = python("-c", """
import os, signal, threading, time
from pyacl import capi
from pyacl.capi import ffi, NULL
assert capi.aclrtSetDevice(0) == 0
function = ffi.callback("void(void *)", lambda data: time.sleep(5))
assert capi.aclrtLaunchHostFunc(NULL, function, NULL) == 0
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
begin = time.monotonic()
try:
    capi.aclrtSynchronizeStream(NULL)
    time.sleep(1)
    print("never interrupted", flush=True)
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - begin < 4, flush=True)
os._exit(0)
""")
    assert done.stdout == "interrupted True\n", done.stderr


def test_a_program_may_end_with_work_under_way(python: Any) -> None:
    """R-STR-3: no thread of the emulator keeps the interpreter, and nothing is printed."""
    done = python("-c", """
from pyacl import capi
from pyacl.capi import ffi, NULL
assert capi.aclrtSetDevice(0) == 0
event = ffi.new("aclrtEvent *")
assert capi.aclrtCreateEventWithFlag(event, 1) == 0
assert capi.aclrtStreamWaitEvent(NULL, event[0]) == 0
""")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
