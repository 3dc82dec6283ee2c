"""Capture of streams, and running what was captured."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from runtimekit import Gate, Recorder, context, current_context, event, findings, in_thread, out, start, stream

from pyacl import capi
from pyacl.capi import NULL, ffi

GLOBAL, THREAD_LOCAL, RELAXED = range(3)


@pytest.fixture(autouse=True)
def _machine() -> None:
    start(mode="faithful")


def begin(queue: Any, mode: int = GLOBAL) -> None:
    assert capi.aclmdlRICaptureBegin(queue, mode) == 0


def end(queue: Any) -> Any:
    return out("aclmdlRI", capi.aclmdlRICaptureEnd, queue, at=1)


def captured_by(queue: Any) -> bool:
    state = ffi.new("aclmdlRICaptureStatus *")
    assert capi.aclmdlRICaptureGetInfo(queue, state, NULL) == 0
    return bool(state[0])


def shared(call: Any) -> Any:
    """Run in another thread that is bound to the same context."""
    mine = current_context()
    return in_thread(lambda: (capi.aclrtSetCurrentContext(mine), call())[1])


@pytest.mark.parametrize("seed", [None, 4])
def test_r_cap_5_captured_work_runs_when_the_model_does(seed: int | None) -> None:
    """R-CAP-4, R-CAP-5: not while it is captured, and as often as wanted, with the arguments of the capture."""
    start(mode="strict", seed=seed)
    queue, recorder = stream(), Recorder()
    begin(queue)
    for number in range(5):
        recorder.queue(queue, number)
    model = end(queue)
    assert capi.aclrtSynchronizeStream(queue) == 0
    assert recorder.calls == []
    assert capi.aclmdlRIExecuteAsync(model, queue) == 0
    assert capi.aclrtSynchronizeStream(queue) == 0
    assert capi.aclmdlRIExecute(model, 5000) == 0
    assert recorder.calls == [*range(5), *range(5)]
    assert capi.aclmdlRIDestroy(model) == 0
    assert capi.aclmdlRIDestroy(model) == 107017
    assert findings() == []


def test_r_cap_1_beginning() -> None:
    """R-CAP-1: modes, the default stream by both its names, streams of others, twice."""
    queue = stream()
    assert capi.aclmdlRICaptureBegin(NULL, GLOBAL) == 100000
    assert capi.aclmdlRICaptureBegin(queue, 3) == 107000
    assert capi.aclmdlRICaptureBegin(out("aclrtStream", capi.aclrtCtxGetCurrentDefaultStream), GLOBAL) == 207000
    assert capi.aclrtGetLastError(0) == 207000
    assert in_thread(lambda: capi.aclmdlRICaptureBegin(queue, GLOBAL)) == 107002
    begin(queue)
    assert capi.aclmdlRICaptureBegin(queue, GLOBAL) == 107027
    context()
    assert capi.aclmdlRICaptureBegin(queue, GLOBAL) == 107003


def test_r_cap_1_ending() -> None:
    """R-CAP-1: what is not captured, and a NULL result."""
    queue = stream()
    assert capi.aclmdlRICaptureEnd(queue, NULL) == 107029
    begin(queue)
    assert capi.aclmdlRICaptureEnd(queue, NULL) == 107000
    assert captured_by(queue)
    assert end(queue) != NULL
    assert not captured_by(queue)


@pytest.mark.parametrize(("mode", "code", "later"), [(GLOBAL, 107038, 107029), (THREAD_LOCAL, 107038, 107029),
                                                     (RELAXED, 0, 107029)])
def test_r_cap_1_ending_in_another_thread(mode: int, code: int, later: int) -> None:
    """R-CAP-1: refused save in the relaxed mode, and the capture is over anyway."""
    queue, cell = stream(), ffi.new("aclmdlRI *")
    begin(queue, mode)
    assert shared(lambda: capi.aclmdlRICaptureEnd(queue, cell)) == code
    assert (cell[0] == NULL) == (code != 0)
    assert capi.aclmdlRICaptureEnd(queue, ffi.new("aclmdlRI *")) == later


@pytest.mark.parametrize("mode", [GLOBAL, THREAD_LOCAL, RELAXED])
def test_r_cap_2_r_str_11_waiting_for_what_is_captured(mode: int) -> None:
    """R-CAP-2, R-STR-11: 107027 for the stream and for its context from any thread, 107028 for the event."""
    queue, made = stream(), event()
    begin(queue, mode)
    assert capi.aclrtRecordEvent(made, queue) == 0
    for call in (lambda: capi.aclrtSynchronizeStream(queue), lambda: capi.aclrtSynchronizeStreamWithTimeout(queue, 5),
                 lambda: capi.aclrtStreamQuery(queue, ffi.new("aclrtStreamStatus *")), capi.aclrtSynchronizeDevice,
                 lambda: capi.aclrtDestroyStream(queue)):
        assert call() == 107027  # type: ignore[no-untyped-call]
        assert capi.aclrtGetLastError(0) == 107027
    assert shared(capi.aclrtSynchronizeDevice) == 107027
    assert capi.aclrtSynchronizeEvent(made) == 107028
    assert capi.aclrtQueryEventStatus(made, ffi.new("aclrtEventRecordedStatus *")) == 107028
    assert captured_by(queue)
    end(queue)
    assert capi.aclrtSynchronizeEvent(made) == 0


@pytest.mark.parametrize(("mode", "exchanged", "here", "elsewhere"), [
    (GLOBAL, None, 107030, 107030), (THREAD_LOCAL, None, 107030, 0), (RELAXED, None, 0, 0),
    (GLOBAL, RELAXED, 0, 107030), (GLOBAL, THREAD_LOCAL, 107030, 107030)])
def test_r_cap_2_synchronous_calls(mode: int, exchanged: int | None, here: int, elsewhere: int) -> None:
    """R-CAP-2, R-CAP-5: as the mode of the capture and the one that the thread asked for say."""
    queue, block = stream(), out("void *", capi.aclrtMalloc, 64, 0)
    begin(queue, mode)
    if exchanged is not None:
        assert capi.aclmdlRICaptureThreadExchangeMode(ffi.new("aclmdlRICaptureMode *", exchanged)) == 0
    assert capi.aclrtMemset(block, 64, 0, 64) == here
    assert shared(lambda: capi.aclrtMemset(block, 64, 0, 64)) == elsewhere


def test_r_cap_5_exchanging_the_mode_of_a_thread() -> None:
    """R-CAP-5: gives the old one back."""
    cell = ffi.new("aclmdlRICaptureMode *", RELAXED)
    assert capi.aclmdlRICaptureThreadExchangeMode(NULL) == 100000
    assert capi.aclmdlRICaptureThreadExchangeMode(cell) == 0
    assert cell[0] == GLOBAL
    assert capi.aclmdlRICaptureThreadExchangeMode(cell) == 0
    assert cell[0] == RELAXED
    cell[0] = 9
    assert capi.aclmdlRICaptureThreadExchangeMode(cell) == 107000
    assert cell[0] == 9


def fork_and_join(queue: Any, side: Any, recorder: Recorder, *, join: bool) -> None:
    forked, joined = event(), event()
    begin(queue)
    recorder.queue(queue, 1)
    assert capi.aclrtRecordEvent(forked, queue) == 0
    assert capi.aclrtStreamWaitEvent(side, forked) == 0
    recorder.queue(side, 2)
    if join:
        assert capi.aclrtRecordEvent(joined, side) == 0
        assert capi.aclrtStreamWaitEvent(queue, joined) == 0
    recorder.queue(queue, 3)


def test_r_cap_3_events_take_other_streams_in() -> None:
    """R-CAP-3: a side stream that was joined back is part of the model, in its order."""
    queue, side, recorder = stream(), stream(), Recorder()
    fork_and_join(queue, side, recorder, join=True)
    assert captured_by(side)
    assert capi.aclmdlRICaptureEnd(side, ffi.new("aclmdlRI *")) == 107036
    model = end(queue)
    assert not captured_by(side)
    assert capi.aclmdlRIExecute(model, -1) == 0
    assert recorder.calls == [1, 2, 3]
    count = ffi.new("uint32_t *")
    assert capi.aclmdlRIGetStreams(model, NULL, count) == 0
    assert count[0] == 2


def test_r_cap_1_3_a_side_stream_must_be_joined_back() -> None:
    """R-CAP-1, R-CAP-3: 107025, and the capture is over."""
    queue, side = stream(), stream()
    fork_and_join(queue, side, Recorder(), join=False)
    cell = ffi.new("aclmdlRI *")
    assert capi.aclmdlRICaptureEnd(queue, cell) == 107025
    assert cell[0] == NULL
    assert not captured_by(queue)
    assert not captured_by(side)


def test_r_cap_3_captures_do_not_mix() -> None:
    """R-CAP-3: an event of one capture is not waited for in another (107032), nor one from outside (107024)."""
    one, two, outside, made = stream(), stream(), event(), event()
    assert capi.aclrtRecordEvent(outside, NULL) == 0
    begin(one)
    begin(two)
    assert capi.aclrtRecordEvent(made, one) == 0
    assert capi.aclrtStreamWaitEvent(two, made) == 107032
    assert capi.aclrtStreamWaitEvent(two, outside) == 107024


def test_r_cap_4_an_event_of_a_capture_must_outlive_it() -> None:
    """R-CAP-4: sanitizer report S-CAPTURE."""
    queue, made = stream(), event()
    begin(queue)
    assert capi.aclrtRecordEvent(made, queue) == 0
    assert capi.aclrtDestroyEvent(made) == 0
    assert findings() == [("S-CAPTURE", "aclrtDestroyEvent")]


def test_r_cap_5_a_running_model_is_not_destroyed() -> None:
    """R-CAP-5: 107037."""
    queue, gate = stream(), Gate()
    begin(queue)
    gate.hold(queue)
    model = end(queue)
    assert capi.aclmdlRIExecuteAsync(model, queue) == 0
    assert gate.entered.wait(10)
    assert capi.aclmdlRIDestroy(model) == 107037
    assert capi.aclmdlRIExecute(model, 20) == 507046
    gate.open()
    assert capi.aclrtSynchronizeDevice() == 0
    while capi.aclmdlRIDestroy(model) == 107037:
        pass


def test_r_cap_5_arguments_of_a_group_are_exchanged() -> None:
    """R-CAP-5: the tasks of a group are captured again; a different number of them is refused (107034)."""
    queue, other, recorder = stream(), stream(), Recorder()
    begin(queue)
    recorder.queue(queue, 1)
    assert capi.aclmdlRICaptureTaskGrpEnd(queue, ffi.new("aclrtTaskGrp *")) == 107033
    assert capi.aclmdlRICaptureTaskGrpBegin(queue) == 0
    recorder.queue(queue, 2)
    group = out("aclrtTaskGrp", capi.aclmdlRICaptureTaskGrpEnd, queue, at=1)
    recorder.queue(queue, 3)
    model = end(queue)
    assert capi.aclmdlRICaptureTaskUpdateBegin(other, group) == 0
    assert capi.aclmdlRICaptureTaskUpdateEnd(other) == 107034
    assert capi.aclmdlRICaptureTaskUpdateBegin(other, group) == 0
    recorder.queue(other, 20)
    assert capi.aclmdlRICaptureTaskUpdateEnd(other) == 0
    assert capi.aclmdlRIExecute(model, -1) == 0
    assert recorder.calls == [1, 20, 3]


def test_r_cap_5_a_model_built_by_hand() -> None:
    """R-CAP-5: what is queued on a bound stream becomes part of it."""
    assert capi.aclmdlRIBuildBegin(ffi.new("aclmdlRI *"), 9) == 107000
    assert capi.aclrtGetLastError(0) == 0
    model, queue, recorder = out("aclmdlRI", capi.aclmdlRIBuildBegin, 0), stream(), Recorder()
    assert capi.aclmdlRIBindStream(model, NULL, 0) == 207000
    assert capi.aclmdlRIBindStream(model, queue, 0) == 0
    assert capi.aclmdlRIBindStream(model, queue, 0) == 107005
    recorder.queue(queue, 1)
    assert capi.aclmdlRIEndTask(model, queue) == 0
    assert capi.aclmdlRIBuildEnd(model, NULL) == 0
    assert capi.aclmdlRIExecute(model, -1) == 0
    assert recorder.calls == [1]


def test_r_cap_5_names_and_the_end_of_a_model(tmp_path: Path) -> None:
    """R-CAP-5: the rest of what a model answers."""
    queue, recorder = stream(), Recorder()
    begin(queue)
    recorder.queue(queue, 1)
    model, name = end(queue), ffi.new("char[8]")
    assert capi.aclmdlRISetName(model, b"graph") == 0
    assert capi.aclmdlRIGetName(model, 5, name) == 107000
    assert capi.aclmdlRIGetName(model, 8, name) == 0
    assert ffi.string(name) == b"graph"
    assert capi.aclmdlRIDebugJsonPrint(model, str(tmp_path / "graph.json").encode(), 0) == 0
    assert json.loads((tmp_path / "graph.json").read_text()) == [{"name": "aclrtLaunchHostFunc"}]
    assert capi.aclmdlRIDestroyRegisterCallback(model, recorder.function, ffi.cast("void *", 9)) == 0
    assert capi.aclmdlRIDestroy(model) == 0
    assert recorder.calls == [9]
    for call in (capi.aclmdlRIDestroy, capi.aclmdlRIDebugPrint):
        assert call(NULL) == 100000
    for call in (capi.aclmdlRIAbort, capi.aclmdlRIUpdate):
        assert call(NULL) == 107000
