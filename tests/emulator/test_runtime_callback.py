"""Host callbacks in streams."""
from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from runtimekit import (
    Gate,
    Recorder,
    current_context,
    event,
    findings,
    host_function,
    in_thread,
    out,
    start,
    stream,
    token,
)

from pyacl import capi
from pyacl.capi import NULL, ffi

ME = threading.get_ident


@pytest.fixture(autouse=True)
def _machine() -> None:
    start(mode="faithful")


@pytest.fixture
def gate() -> Iterator[Gate]:
    made = Gate()
    yield made
    made.open()


def test_r_cb_1_5_a_callback_runs_in_the_subscriber_thread() -> None:
    """R-CB-1, R-CB-5: the thread is named by `threading.get_ident()`, and gets what was handed over."""
    queue, seen = stream(), []
    function = host_function(lambda data: seen.append((ME(), int(ffi.cast("intptr_t", data)))))
    assert capi.aclrtSubscribeReport(ME(), queue) == 0
    assert capi.aclrtLaunchCallback(function, ffi.cast("void *", 7), 0, queue) == 0
    assert capi.aclrtProcessReport(5000) == 0
    assert seen == [(ME(), 7)]
    assert capi.aclrtUnSubscribeReport(ME(), queue) == 0


def test_r_cb_2_launching() -> None:
    """R-CB-2: the order of the checks, and 107015 without a subscriber."""
    queue, function = stream(), Recorder().function
    assert capi.aclrtLaunchCallback(NULL, NULL, 2, queue) == 100000
    assert capi.aclrtLaunchCallback(NULL, NULL, 1, queue) == 107000
    assert capi.aclrtGetLastError(0) == 107000
    assert token() == "EH0007"
    assert capi.aclrtLaunchCallback(function, NULL, 1, queue) == 107015
    assert capi.aclrtGetLastError(0) == 107015


@pytest.mark.parametrize(("block", "order"), [(0, ["after", "callback"]), (1, ["callback", "after"])])
def test_r_cb_2_blocking_holds_the_stream(block: int, order: list[str]) -> None:
    """R-CB-2: BLOCK holds later work until the callback has returned."""
    queue, helper = stream(), stream()
    seen: list[str] = []
    function = host_function(lambda _: seen.append("callback"))
    done, waited = event(), threading.Event()

    def later(_: Any) -> None:
        seen.append("after")
        waited.set()
    after = host_function(later)
    assert capi.aclrtSubscribeReport(ME(), queue) == 0
    assert capi.aclrtLaunchCallback(function, NULL, block, queue) == 0
    assert capi.aclrtRecordEvent(done, queue) == 0
    assert capi.aclrtStreamWaitEvent(helper, done) == 0
    assert capi.aclrtLaunchHostFunc(helper, after, NULL) == 0
    if not block:
        assert waited.wait(10)
    assert capi.aclrtProcessReport(5000) == 0
    assert capi.aclrtSynchronizeDevice() == 0
    assert seen == order


def test_r_cb_3_processing_reports() -> None:
    """R-CB-3: time-outs, threads without a subscription, and everything that has arrived in one call."""
    assert [capi.aclrtProcessReport(timeout) for timeout in (0, -2)] == [100000, 100000]
    assert token() == "EH0009"
    assert capi.aclrtProcessReport(-1) == 107012
    assert (token(), capi.aclrtGetLastError(0)) == ("", 107012)
    queue, recorder = stream(), Recorder()
    assert capi.aclrtSubscribeReport(ME(), queue) == 0
    assert capi.aclrtProcessReport(20) == 507012
    assert capi.aclrtGetLastError(0) == 507012
    for number in range(3):
        assert capi.aclrtLaunchCallback(recorder.function, ffi.cast("void *", number), 0, queue) == 0
    assert capi.aclrtSynchronizeStream(queue) == 0
    assert capi.aclrtProcessReport(5000) == 0
    assert recorder.calls == [0, 1, 2]
    assert in_thread(lambda: capi.aclrtProcessReport(10)) == 107012


def test_r_cb_4_subscriptions() -> None:
    """R-CB-4: one thread per stream, many streams per thread, one device per thread."""
    first, second = stream(), stream()
    assert capi.aclrtSubscribeReport(ME(), first) == 0
    assert capi.aclrtSubscribeReport(ME(), second) == 0
    assert capi.aclrtSubscribeReport(12345, first) == 107011
    assert capi.aclrtUnSubscribeReport(12345, first) == 107012
    assert capi.aclrtUnSubscribeReport(ME(), first) == 0
    assert capi.aclrtUnSubscribeReport(ME(), first) == 107011
    capi.aclrtSetDevice(1)
    assert capi.aclrtSubscribeReport(ME(), NULL) == 107012
    assert capi.aclrtSubscribeReport(12345, NULL) == 0
    assert capi.aclrtUnSubscribeReport(12345, NULL) == 0


def test_r_cb_4_at_most_1024_subscriber_threads() -> None:
    """R-CB-4: then 507000."""
    for number in range(1024):
        assert capi.aclrtSubscribeReport(1000 + number, stream()) == 0
    assert capi.aclrtSubscribeReport(5000, stream()) == 507000
    assert capi.aclrtSubscribeReport(1000, stream()) == 0


def test_r_cb_4_the_two_models_do_not_mix() -> None:
    """R-CB-1, R-CB-4: 107011 either way, and a finding (S-MIX)."""
    reported, run = stream(), stream()
    function = Recorder().function
    assert capi.aclrtSubscribeReport(ME(), reported) == 0
    assert capi.aclrtLaunchHostFunc(reported, function, NULL) == 107011
    assert capi.aclrtLaunchHostFunc(run, function, NULL) == 0
    assert capi.aclrtSubscribeReport(ME(), run) == 107011
    assert capi.aclrtLaunchCallback(function, NULL, 0, run) == 107011
    assert capi.aclrtUnSubscribeReport(ME(), run) == 107011
    assert [id for id, _ in findings()] == ["S-MIX", "S-MIX"]


def test_r_cb_6_a_host_function_holds_its_stream(gate: Gate) -> None:
    """R-CB-6: and runs in a thread of the runtime."""
    queue, recorder, threads = stream(), Recorder(), []
    function = host_function(lambda _: threads.append(ME()))
    gate.hold(queue)
    assert capi.aclrtLaunchHostFunc(queue, function, NULL) == 0
    recorder.queue(queue, 1)
    assert gate.entered.wait(10)
    assert recorder.calls == []
    gate.open()
    assert capi.aclrtSynchronizeStream(queue) == 0
    assert recorder.calls == [1]
    assert threads != [ME()]
    assert capi.aclrtLaunchHostFunc(queue, NULL, NULL) == 107000


def test_r_cb_7_callbacks_have_no_context() -> None:
    """R-CB-7: a call that needs one is 107002 there, and a finding (S-THREAD)."""
    queue, codes = stream(), []
    function = host_function(lambda _: codes.append(
        capi.aclrtCreateStream(ffi.new("aclrtStream *"))))
    assert capi.aclrtLaunchHostFunc(queue, function, NULL) == 0
    assert capi.aclrtSynchronizeStream(queue) == 0
    reported = stream()
    assert capi.aclrtSubscribeReport(ME(), reported) == 0
    assert capi.aclrtLaunchCallback(function, NULL, 0, reported) == 0
    assert capi.aclrtProcessReport(5000) == 0
    assert codes == [107002, 107002]
    assert findings() == [("S-THREAD", "aclrtCreateStream")]
    assert current_context() == out("aclrtContext", capi.aclrtGetCurrentContext)


def test_r_cb_7_a_subscriber_that_never_pumps_is_a_deadlock() -> None:
    """R-CB-2, sanitizer report S-DEADLOCK: the thread that should run the callback waits for it."""
    queue = stream()
    assert capi.aclrtSubscribeReport(ME(), queue) == 0
    assert capi.aclrtLaunchCallback(Recorder().function, NULL, 1, queue) == 0
    assert capi.aclrtSynchronizeStream(queue) == 107019
    assert findings() == [("S-DEADLOCK", "aclrtSynchronizeStream")]


def test_r_cb_3_a_pumping_thread_may_wait_for_ever() -> None:
    """R-CB-3: -1 is no deadlock while nothing is queued."""
    queue, shared = stream(), current_context()
    recorder, ready = Recorder(), threading.Event()

    def pump() -> None:
        capi.aclrtSetCurrentContext(shared)
        capi.aclrtSubscribeReport(ME(), queue)
        ready.set()
        capi.aclrtProcessReport(-1)
    thread = threading.Thread(target=pump)
    thread.start()
    assert ready.wait(10)
    thread.join(1.3)
    assert thread.is_alive()
    assert capi.aclrtLaunchCallback(recorder.function, NULL, 1, queue) == 0
    assert capi.aclrtSynchronizeStream(queue) == 0
    thread.join(10)
    assert recorder.calls == [0]
    assert findings() == []


