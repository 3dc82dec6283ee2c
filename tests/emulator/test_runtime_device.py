"""Devices and contexts: binding, counting, and what dies with what."""
from __future__ import annotations

import threading
from typing import Any

import pytest
from runtimekit import (
    UNTOUCHED,
    context,
    current_context,
    findings,
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
    emulator.configure(mode="faithful")


def device() -> int:
    """Number of the current device, or the code of the refusal."""
    cell = ffi.new("int32_t *")
    return capi.aclrtGetDevice(cell) or int(cell[0])


# -- devices

def test_r_dev_1_counting() -> None:
    """R-DEV-1, R-ABI-6"""
    assert capi.aclrtGetDeviceCount(NULL) == 100000
    assert capi.aclrtPeekAtLastError(0) == 0
    assert out("uint32_t", capi.aclrtGetDeviceCount) == 2
    emulator.configure(devices=5, mode="faithful")
    assert out("uint32_t", capi.aclrtGetDeviceCount) == 5


@pytest.mark.parametrize(("visible", "physical"), [
    ("1", [1]), ("0,2", [0, 2]), ("2,0", []), ("0,0", []), ("abc", []), ("1,9,2", [1])])
def test_r_dev_2_visible_devices_renumber(monkeypatch: pytest.MonkeyPatch, visible: str, physical: list[int]) -> None:
    """R-DEV-2: ascending numbers up to the first that is none; 207004 when none is left."""
    monkeypatch.setenv("ASCEND_RT_VISIBLE_DEVICES", visible)
    emulator.configure(devices=3, mode="faithful")
    count = ffi.new("uint32_t *")
    assert capi.aclrtGetDeviceCount(count) == (0 if physical else 207004)
    assert capi.aclrtSetDevice(len(physical)) == 107001
    for user, number in enumerate(physical):
        assert out("int32_t", capi.aclrtGetPhyDevIdByUserDevId, user, at=1) == number
        assert out("int32_t", capi.aclrtGetUserDevIdByLogicDevId, number, at=1) == user


@pytest.mark.parametrize("index", [-1, 2, 64])
def test_r_dev_3_a_bad_device_changes_nothing(index: int) -> None:
    """R-DEV-3, R-ERR-4: 107001 with EE1003, and the old binding stays."""
    assert capi.aclrtSetDevice(1) == 0
    assert capi.aclrtSetDevice(index) == 107001
    assert capi.aclrtGetLastError(0) == 107001
    assert token() == "EE1003"
    assert device() == 1


def test_r_dev_3_r_ctx_4_set_device_gives_the_same_default_context_and_drops_an_explicit_one() -> None:
    """R-DEV-3, R-CTX-4; the loss of an explicit context is worth a note (S-MIX)."""
    capi.aclrtSetDevice(0)
    default = current_context()
    explicit = context(1)
    assert current_context() == explicit
    assert device() == 1
    capi.aclrtSetDevice(0)
    assert current_context() == default
    assert device() == 0
    assert findings() == [("S-MIX", "aclrtSetDevice")]
    assert emulator.report().findings[0].severity == "info"


def test_r_dev_4_5_counting_resets() -> None:
    """R-DEV-4, R-DEV-5: the last reset ends the default context; one more is 507007 with EE1018; force takes all."""
    for _ in range(2):
        capi.aclrtSetDevice(0)
    assert [capi.aclrtResetDevice(0), device()] == [0, 0]
    assert [capi.aclrtResetDevice(0), device()] == [0, 107002]
    assert capi.aclrtResetDevice(0) == 507007
    assert capi.aclrtResetDeviceForce(0) == 507007
    assert capi.aclrtResetDevice(9) == 107001
    for _ in range(3):
        capi.aclrtSetDevice(0)
    assert [capi.aclrtResetDeviceForce(0), capi.aclrtResetDevice(0)] == [0, 507007]


def test_r_dev_4_6_7_a_reset_ends_streams_but_not_explicit_contexts() -> None:
    """R-DEV-4, R-DEV-6, R-DEV-7: a stream that was left is stale then, and reported (S-LEAK)."""
    capi.aclrtSetDevice(0)
    left = stream()
    explicit = context(0)
    assert in_thread(lambda: capi.aclrtResetDevice(0)) == 0
    assert capi.aclrtSynchronizeStream(left) == 107017
    assert ("S-LEAK", "aclrtResetDevice") in findings()
    assert current_context() == explicit
    assert capi.aclrtDestroyContext(explicit) == 0
    assert device() == 107002


def test_r_dev_4_a_reset_waits_for_work() -> None:
    """R-DEV-4: pending tasks are waited for."""
    start(mode="faithful")
    done = threading.Event()

    def work(_: Any) -> None:
        threading.Event().wait(0.1)
        done.set()
    function = host_function(work)
    assert capi.aclrtLaunchHostFunc(NULL, function, NULL) == 0
    assert capi.aclrtResetDevice(0) == 0
    assert done.is_set()


def test_r_dev_8_r_err_7_some_refusals_are_silent() -> None:
    """R-DEV-8, R-ERR-7: get-device, get-context and create-notify leave no last error."""
    assert capi.aclrtGetDevice(ffi.new("int32_t *")) == 107002
    assert capi.aclrtGetCurrentContext(ffi.new("aclrtContext *")) == 107002
    assert capi.aclrtCreateNotify(ffi.new("aclrtNotify *"), 0) == 107002
    assert capi.aclrtPeekAtLastError(0) == 0
    assert capi.aclrtGetDevice(NULL) == 100000


def test_r_dev_10_the_program_runs_on_the_host() -> None:
    """R-DEV-10"""
    assert out("aclrtRunMode", capi.aclrtGetRunMode) == 1


@pytest.mark.parametrize(("timeout", "code", "last"), [(-2, 107000, 0), (0, 107000, 107000), (-1, 0, 0), (5, 0, 0)])
def test_r_dev_12_time_outs_of_a_device(timeout: int, code: int, last: int) -> None:
    """R-DEV-12: below -1 the first layer refuses, 0 the second."""
    start(mode="faithful")
    capi.aclrtGetLastError(0)
    assert capi.aclrtSynchronizeDeviceWithTimeout(timeout) == code
    assert capi.aclrtGetLastError(0) == last


def test_r_dev_13_access_among_devices() -> None:
    """R-DEV-13: flags, self, and one direction only."""
    assert capi.aclrtDeviceEnablePeerAccess(1, 0) == 107002
    assert capi.aclrtDeviceEnablePeerAccess(1, 1) == 200006
    start(mode="faithful")
    assert capi.aclrtDeviceEnablePeerAccess(0, 0) == 100000
    assert capi.aclrtDeviceCanAccessPeer(ffi.new("int32_t *"), 1, 1) == 100000
    assert capi.aclrtDeviceCanAccessPeer(NULL, 0, 1) == 107000
    assert out("int32_t", capi.aclrtDeviceCanAccessPeer, 0, 1) == 1
    assert capi.aclrtDeviceEnablePeerAccess(1, 0) == 0
    assert out("int32_t", capi.aclrtDevicePeerAccessStatus, 0, 1, at=2) == 1
    assert out("int32_t", capi.aclrtDevicePeerAccessStatus, 1, 0, at=2) == 0


def test_r_dev_14_state_of_the_primary_context() -> None:
    """R-DEV-14, R-CTX-2: an explicit context is not it."""
    active = ffi.new("int32_t *")
    assert capi.aclrtGetPrimaryCtxState(0, ffi.new("uint32_t *"), active) == 100000
    context(0)
    assert capi.aclrtGetPrimaryCtxState(0, NULL, active) == 0
    assert active[0] == 0
    capi.aclrtSetDevice(0)
    assert capi.aclrtGetPrimaryCtxState(0, NULL, active) == 0
    assert active[0] == 1


def test_r_dev_15_the_memory_rate_never_exists() -> None:
    """R-DEV-15"""
    info = ffi.new("aclrtUtilizationInfo *")
    assert capi.aclrtGetDeviceUtilizationRate(0, info) == 0
    assert (info.cubeUtilization, info.memoryUtilization) == (0, -1)


def test_r_dev_18_attributes_come_from_the_part() -> None:
    """R-DEV-18: codes of bad devices and attributes, and cores of two parts."""
    value = ffi.new("int64_t *")
    assert capi.aclrtGetDeviceInfo(9, 101, value) == 107000
    assert capi.aclrtGetDeviceInfo(0, 999, value) == 107000
    assert out("int64_t", capi.aclrtGetDeviceInfo, 0, 201, at=2) == 48
    feature = ffi.new("int32_t *")
    assert capi.aclrtGetDeviceCapability(9, 1, feature) == 107001
    assert capi.aclrtGetDeviceCapability(0, 999, feature) == 107000
    assert capi.aclGetDeviceCapability(9, 0, value) == 100000
    emulator.configure(soc="Ascend310P3", mode="faithful")
    assert out("int64_t", capi.aclGetDeviceCapability, 0, 0, at=2) == 8


def test_r_dev_18_core_limits_of_devices_streams_and_threads() -> None:
    """R-DEV-18: a stream's limit counts in the threads that use it."""
    start(mode="faithful")
    queue = stream()
    assert out("uint32_t", capi.aclrtGetResInCurrentThread, 0, at=1) == 24
    assert capi.aclrtSetDeviceResLimit(0, 0, 4) == 0
    assert capi.aclrtSetStreamResLimit(queue, 0, 2) == 0
    assert out("uint32_t", capi.aclrtGetResInCurrentThread, 0, at=1) == 4
    assert capi.aclrtUseStreamResInCurrentThread(queue) == 0
    assert out("uint32_t", capi.aclrtGetResInCurrentThread, 0, at=1) == 2
    assert capi.aclrtUnuseStreamResInCurrentThread(queue) == 0
    assert capi.aclrtResetDeviceResLimit(0) == 0
    assert out("uint32_t", capi.aclrtGetResInCurrentThread, 0, at=1) == 24
    assert capi.aclrtGetResInCurrentThread(9, ffi.new("uint32_t *")) == 107000


def test_r_dev_19_20_process_and_context_options_are_apart() -> None:
    """R-DEV-19, R-DEV-20: unset in a context is 107021 without a message; option 3 is of the process only."""
    start(mode="faithful")
    cell = ffi.new("int64_t *")
    assert capi.aclrtCtxGetSysParamOpt(0, cell) == 107021
    assert (token(), capi.aclrtGetLastError(0)) == ("", 0)
    assert capi.aclrtSetSysParamOpt(0, 1) == 0
    assert capi.aclrtCtxGetSysParamOpt(0, cell) == 107021
    assert capi.aclrtCtxSetSysParamOpt(0, 3) == 0
    assert out("int64_t", capi.aclrtGetSysParamOpt, 0, at=1) == 1
    assert out("int64_t", capi.aclrtCtxGetSysParamOpt, 0, at=1) == 3
    assert capi.aclrtCtxSetSysParamOpt(3, 1) == 100000
    assert [capi.aclrtSetSysParamOpt(3, 1), capi.aclrtSetSysParamOpt(4, 1)] == [0, 100000]
    start(profile="8.1", mode="faithful")
    assert [capi.aclrtSetSysParamOpt(1, 1), capi.aclrtSetSysParamOpt(2, 1)] == [0, 100000]


# -- contexts

def test_r_ctx_1_threads_start_bare() -> None:
    """R-CTX-1: 107002 with EE1018 from the second layer."""
    start(mode="faithful")
    queue = stream()
    assert in_thread(lambda: capi.aclrtSynchronizeStream(queue)) == 107002
    assert in_thread(lambda: capi.aclrtDestroyStream(queue)) == 107002
    assert in_thread(lambda: (capi.aclrtSynchronizeDevice(), capi.aclrtGetLastError(0))) == (107002, 107002)
    assert capi.aclrtDestroyStream(queue) == 0


def test_r_ctx_2_creating() -> None:
    """R-CTX-2: the first layer looks at the pointer, the second at the device; nothing is written."""
    cell = ffi.new("aclrtContext *", ffi.cast("aclrtContext", UNTOUCHED))
    assert capi.aclrtCreateContext(NULL, 9) == 100000
    assert capi.aclrtCreateContext(cell, 9) == 107001
    assert int(ffi.cast("uintptr_t", cell[0])) == UNTOUCHED
    made = context(1)
    assert current_context() == made
    assert device() == 1
    assert capi.aclrtResetDevice(1) == 507007


def test_r_ctx_3_setting() -> None:
    """R-CTX-3"""
    start(mode="faithful")
    made = context()
    capi.aclrtSetDevice(0)
    assert capi.aclrtSetCurrentContext(NULL) == 100000
    assert capi.aclrtSetCurrentContext(ffi.cast("aclrtContext", stream())) == 107000
    assert capi.aclrtSetCurrentContext(made) == 0
    assert capi.aclrtDestroyContext(made) == 0
    assert capi.aclrtSetCurrentContext(made) == 107000
    assert capi.aclrtGetLastError(0) == 107000


def test_r_ctx_5_6_destroying() -> None:
    """R-CTX-5, R-CTX-6: not the default one, not twice; whoever was bound to it has none, which is told (S-CTX)."""
    start(mode="faithful")
    default = current_context()
    assert capi.aclrtDestroyContext(default) == 107002
    assert token() == "EE1017"
    assert capi.aclrtDestroyContext(NULL) == 100000
    assert token() == "EH0008"
    made = context()
    queue = stream()
    seen: list[int] = []
    bound, destroyed = threading.Event(), threading.Event()

    def other() -> None:
        seen.append(capi.aclrtSetCurrentContext(made))
        bound.set()
        assert destroyed.wait(10)
        seen.append(device())
    thread = threading.Thread(target=other)
    thread.start()
    assert bound.wait(10)
    assert capi.aclrtDestroyContext(made) == 0
    destroyed.set()
    thread.join()
    assert seen == [0, 107002]
    assert findings() == [("S-CTX", "aclrtDestroyContext")]
    assert device() == 107002
    assert capi.aclrtDestroyContext(made) == 107002
    capi.aclrtSetDevice(0)
    assert capi.aclrtSynchronizeStream(queue) == 107017


def test_r_ctx_7_8_a_context_may_be_handed_to_another_thread() -> None:
    """R-CTX-7, R-CTX-8: streams belong to it wherever it is current."""
    start(mode="faithful")
    shared, queue = current_context(), stream()
    assert in_thread(lambda: [capi.aclrtSetCurrentContext(shared), capi.aclrtDestroyStream(queue)]) == [0, 0]
    assert capi.aclrtSynchronizeStream(queue) == 107017


def test_r_ctx_9_the_default_stream_has_a_handle() -> None:
    """R-CTX-9, R-STR-6: it can be used, and even destroyed, after which it is stale though still given out."""
    start(mode="faithful")
    default = out("aclrtStream", capi.aclrtCtxGetCurrentDefaultStream)
    assert out("uint32_t", capi.aclrtStreamGetFlags, default, at=1) == 3
    assert capi.aclrtSynchronizeStream(default) == 0
    context()
    assert out("aclrtStream", capi.aclrtCtxGetCurrentDefaultStream) != default
    capi.aclrtSetDevice(0)
    assert capi.aclrtDestroyStream(default) == 0
    assert capi.aclrtDestroyStream(default) == 107017
    assert out("aclrtStream", capi.aclrtCtxGetCurrentDefaultStream) == default
    assert capi.aclrtSynchronizeStream(NULL) == 0
