"""Messages, last errors, failures of tasks, registrations, and what is not emulated."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from runtimekit import Recorder, event, findings, flag_event, in_thread, out, start, stream, token

from pyacl import capi, emulator
from pyacl.capi import NULL, ffi
from pyacl.emulator._streams import Task
from pyacl.emulator._unsupported import GROUPS, why_unsupported
from pyacl.emulator._world import world
from pyacl.emulator.runtime.context import stream_of

FAULT = 507015


@pytest.fixture(autouse=True)
def _machine() -> None:
    start(mode="faithful")


def queue_failure(queue: Any, code: int = FAULT) -> None:
    """A kernel that fails, as an operator's would."""
    stream_of(world(), queue).submit(Task("kernel", lambda: code))


# -- codes

def test_r_abi_1_4_5_codes_are_plain_numbers_handed_through() -> None:
    """R-ABI-1, R-ABI-4, R-ABI-5: 0 has three names; each layer's code arrives as it is."""
    assert capi.ACL_SUCCESS == capi.ACL_ERROR_NONE == capi.ACL_RT_SUCCESS == capi.aclrtSetDevice(0) == 0
    assert capi.aclrtSetDevice(9) == capi.ACL_ERROR_RT_INVALID_DEVICEID
    assert capi.aclrtDestroyStream(ffi.cast("aclrtStream", 0x1000)) == capi.ACL_ERROR_RT_INVALID_HANDLE
    emulator.configure(devices=0, mode="faithful")
    assert capi.aclrtGetDeviceCount(ffi.new("uint32_t *")) == capi.ACL_ERROR_RT_NO_DEVICE


# -- messages

@pytest.mark.parametrize(("call", "code", "shown"), [
    (lambda: capi.aclrtFree(NULL), 100000, "EH0008"), (lambda: capi.aclrtSetDevice(9), 107001, "EE1003"),
    (lambda: capi.aclrtSynchronizeDeviceWithTimeout(-2), 107000, "EH0007"),
    (lambda: capi.aclrtSynchronizeDeviceWithTimeout(0), 107000, "EE1003"),
    (lambda: capi.aclrtDeviceEnablePeerAccess(1, 1), 200006, "EH0009"),
    (lambda: capi.aclInit(b"/no"), 100003, "EH0003"),
    (lambda: capi.aclrtResetDevice(1), 507007, "EE1018"),
    (lambda: capi.aclrtStreamWaitEvent(NULL, event(None)), 107000, "EE1018"),
    (lambda: capi.aclrtProcessReport(5), 107012, "")])
def test_r_err_4_tokens_of_messages(call: Any, code: int, shown: str) -> None:
    """R-ERR-1, R-ERR-2, R-ERR-4: each layer has its own, and a read takes the message."""
    assert call() == code
    assert token() == shown
    assert capi.aclGetRecentErrMsg() == NULL


def test_r_err_4_6_a_read_shows_the_first_failure_and_takes_all() -> None:
    """R-ERR-4, R-ERR-6"""
    capi.aclrtSetDevice(9)
    capi.aclrtFree(NULL)
    assert token() == "EE1003"
    assert capi.aclGetRecentErrMsg() == NULL
    for _ in range(2000):
        capi.aclrtFree(NULL)
    assert ffi.string(capi.aclGetRecentErrMsg()).count(b"aclrtFree") == 1000


def test_r_err_2_the_text_names_function_and_cause() -> None:
    """R-ERR-2, R-ERR-4: and success takes no message away."""
    capi.aclrtSetDevice(9)
    assert capi.aclrtSetDevice(0) == 0
    text = ffi.string(capi.aclGetRecentErrMsg()).decode()
    assert text.startswith("[PID: ")
    assert "aclrtSetDevice: device 9 does not exist" in text


def test_r_err_2_3_messages_belong_to_threads() -> None:
    """R-ERR-2, R-ERR-3"""
    capi.aclrtSetDevice(9)
    assert in_thread(lambda: (capi.aclrtSetDevice(0), token())) == (0, "")
    assert token() == "EE1003"


def test_r_err_3_messages_can_belong_to_the_process(tmp_path: Path) -> None:
    """R-ERR-3, R-INIT-8: with err_msg_mode "1" one thread reads what another one caused."""
    path = tmp_path / "acl.json"
    path.write_text('{"err_msg_mode": "1"}')
    assert capi.aclInit(str(path).encode()) == 0
    assert in_thread(lambda: capi.aclrtFree(NULL)) == 100000
    assert token() == "EH0008"
    assert token() == ""


def test_r_err_5_reading_without_a_context() -> None:
    """R-ERR-5: it fails itself, sets the last error, and what was read comes again."""
    def read() -> list[Any]:
        first = [token(), capi.aclrtPeekAtLastError(0), token()]
        capi.aclrtFree(NULL)
        return [*first, token(), token()]
    assert in_thread(read) == ["EE1018", 107002, "EE1018", "EE1018 EH0008", "EE1018 EH0008"]

    def fail_first() -> list[Any]:
        capi.aclrtFree(NULL)
        return [token(), token(), token()]
    assert in_thread(fail_first) == ["EH0008", "EH0008 EE1018", "EH0008 EE1018"]


# -- last errors

def test_r_err_7_peeking_and_taking() -> None:
    """R-ERR-7, R-ABI-6: the second layer's latest failure; a wrong level takes nothing."""
    capi.aclrtGetLastError(0)
    capi.aclrtFree(NULL)
    assert capi.aclrtPeekAtLastError(0) == 0
    capi.aclrtSetDevice(9)
    assert capi.aclrtSynchronizeDevice() == 0
    assert [capi.aclrtPeekAtLastError(1), capi.aclrtGetLastError(2)] == [100000, 100000]
    assert [capi.aclrtPeekAtLastError(0), capi.aclrtGetLastError(0), capi.aclrtGetLastError(0)] == [107001, 107001, 0]
    assert in_thread(lambda: capi.aclrtGetLastError(0)) == 0


# -- failures of tasks

@pytest.mark.parametrize("wait", ["stream", "event", "device"])
def test_r_err_8_r_krn_2_failures_come_out_of_the_next_wait_once(wait: str) -> None:
    """R-ERR-8, R-KRN-2, R-STR-17: the launch succeeded; the last failure counts; then it is forgotten."""
    queue, made = stream(), event()
    queue_failure(queue, 507011)
    queue_failure(queue)
    assert capi.aclrtRecordEvent(made, queue) == 0
    calls = {"stream": lambda: capi.aclrtSynchronizeStream(queue), "event": lambda: capi.aclrtSynchronizeEvent(made),
             "device": capi.aclrtSynchronizeDevice}
    assert calls[wait]() == FAULT
    assert capi.aclrtGetLastError(0) == FAULT
    assert calls[wait]() == 0


def test_r_err_8_r_str_14_a_stopped_stream_stays_stopped() -> None:
    """R-ERR-8, R-STR-14: later work is dropped or refused, on the other streams of the context too."""
    queue, recorder = stream(), Recorder()
    assert capi.aclrtSetStreamFailureMode(queue, 1) == 0
    queue_failure(queue)
    assert capi.aclrtLaunchHostFunc(queue, recorder.function, NULL) in (0, FAULT)      # as far as the stream has come
    assert [capi.aclrtSynchronizeStream(queue), capi.aclrtSynchronizeStream(queue)] == [FAULT, FAULT]
    assert recorder.calls == []
    assert capi.aclrtLaunchHostFunc(queue, recorder.function, NULL) == FAULT
    assert capi.aclrtSynchronizeDevice() == FAULT


def test_r_err_8_a_failure_that_nobody_fetched_is_a_finding() -> None:
    """R-ERR-8: destroying the stream loses it (S-ERRDROP)."""
    queue = stream()
    queue_failure(queue)
    assert capi.aclrtDestroyStream(queue) == 0
    assert findings() == [("S-ERRDROP", "aclrtDestroyStream")]
    assert emulator.report().findings[0].severity == "warning"


def test_r_err_9_exception_callbacks() -> None:
    """R-ERR-9: one slot and several registrations, told with device, stream and code, by a thread of the runtime."""
    queue, seen = stream(), []

    def tell(info: Any) -> None:
        seen.append((capi.aclrtGetDeviceIdFromExceptionInfo(info), capi.aclrtGetStreamIdFromExceptionInfo(info),
                     capi.aclrtGetErrorCodeFromExceptionInfo(info)))
    one, two = (ffi.callback("aclrtExceptionInfoCallback", tell) for _ in range(2))
    assert capi.aclrtSetExceptionInfoCallback(one) == 0
    assert capi.aclrtExceptionInfoCallbackRegister(two) == 0
    queue_failure(queue)
    assert capi.aclrtSynchronizeStream(queue) == FAULT
    assert seen == [(0, out("int32_t", capi.aclrtStreamGetId, queue, at=1), FAULT)] * 2
    assert capi.aclrtSetExceptionInfoCallback(NULL) == 0
    assert [capi.aclrtExceptionInfoCallbackUnregister(two) for _ in range(2)] == [0, 0]
    queue_failure(queue)
    assert capi.aclrtSynchronizeStream(queue) == FAULT
    assert len(seen) == 2
    assert capi.aclrtExceptionInfoCallbackRegister(NULL) == 107000
    assert capi.aclrtGetErrorCodeFromExceptionInfo(NULL) == 0xFFFFFFFF


def test_r_err_10_streams_tell_of_their_birth_and_death() -> None:
    """R-ERR-10: names are taken once; default streams count too; NULL takes a name out."""
    seen: list[int] = []
    function = ffi.callback("aclrtStreamStateCallback", lambda queue, state, data: seen.append(state))
    assert capi.aclrtRegStreamStateCallback(NULL, function, NULL) == 100000
    assert capi.aclrtRegStreamStateCallback(b"a", function, NULL) == 0
    assert capi.aclrtRegStreamStateCallback(b"a", function, NULL) == 107000
    assert capi.aclrtDestroyStream(stream()) == 0
    assert seen == [1, 2]
    assert capi.aclrtSetDevice(1) == 0
    assert capi.aclrtResetDevice(1) == 0
    assert seen == [1, 2, 1, 1, 2]
    assert capi.aclrtRegStreamStateCallback(b"a", NULL, NULL) == 0
    capi.aclrtSetDevice(0)
    stream()
    assert len(seen) == 5


def test_r_err_10_devices_and_aborts_tell_too() -> None:
    """R-ERR-10: set and reset; before and after an abort, which drops what is queued (107022)."""
    states, stages = [], []
    state = ffi.callback("aclrtDeviceStateCallback", lambda index, state, data: states.append((index, state)))
    stage = ffi.callback("aclrtDeviceTaskAbortCallback",
                         lambda index, stage, timeout, data: stages.append(  # type: ignore[func-returns-value]
                              (index, stage, timeout)) or 0)
    assert capi.aclrtRegDeviceStateCallback(b"d", state, NULL) == 0
    assert [capi.aclrtSetDevice(1), capi.aclrtResetDevice(1)] == [0, 0]
    assert states == [(1, capi.ACL_RT_DEVICE_STATE_SET_POST), (1, capi.ACL_RT_DEVICE_STATE_RESET_PRE)]
    capi.aclrtSetDevice(0)
    assert capi.aclrtSetDeviceTaskAbortCallback(b"x", stage, NULL) == 0
    assert capi.aclrtSetDeviceTaskAbortCallback(b"x", stage, NULL) == 107000
    queue = stream()
    assert capi.aclrtStreamWaitEvent(queue, flag_event(1)) == 0
    assert capi.aclrtDeviceTaskAbort(0, 7) == 0
    assert stages == [(0, 0, 7), (0, 1, 7)]
    assert capi.aclrtSynchronizeStream(queue) == 107022


def test_r_err_11_12_logs_and_faults() -> None:
    """R-ERR-11, R-ERR-12: a log that goes nowhere, a device without faults."""
    info = ffi.new("aclrtErrorInfo *", {"errorType": 3})
    assert capi.aclrtGetErrorVerbose(0, NULL) == 100000
    assert capi.aclrtGetErrorVerbose(9, info) == 107001
    assert capi.aclrtGetErrorVerbose(0, info) == 0
    assert info.errorType == 0
    assert capi.aclrtRepairError(9, info) == 107000


def test_r_krn_3_time_outs_of_operators() -> None:
    """R-KRN-3: rounded up to steps of the hardware."""
    actual, step = ffi.new("uint64_t *"), out("uint64_t", capi.aclrtGetOpTimeOutInterval)
    assert capi.aclrtSetOpExecuteTimeOutV2(1000, actual) == 0
    assert actual[0] == step
    assert capi.aclrtSetOpExecuteTimeOutV2(step + 1, actual) == 0
    assert actual[0] == 2 * step
    assert capi.aclrtSetOpExecuteTimeOut(10) == 0
    assert out("uint32_t", capi.aclrtGetOpExecuteTimeout) == 10_000


def test_r_krn_4_saturation_is_a_mode_of_the_device() -> None:
    """R-KRN-4"""
    assert capi.aclrtSetDeviceSatMode(2) == 107000
    assert capi.aclrtSetDeviceSatMode(1) == 0
    assert out("aclrtFloatOverflowMode", capi.aclrtGetDeviceSatMode) == 1
    capi.aclrtSetDevice(1)
    assert out("aclrtFloatOverflowMode", capi.aclrtGetDeviceSatMode) == 0


# -- what is not emulated

@pytest.mark.parametrize("function", ["aclmdlLoadFromFile", "aclprofInit", "acltdtCreateQueue", "aclopCompile",
                                      "aclrtBinaryGetFunction", "aclrtSnapShotProcessLock"])
def test_r_dev_18_unsupported_functions_say_so(function: str) -> None:
    """R-DEV-18: 200001, and a message that names the function and the reason."""
    call = getattr(capi, function)
    anything = ffi.new("char[64]")
    arguments = [ffi.cast(kind, anything) if kind.kind == "pointer" else 0 for kind in ffi.typeof(call).args]
    assert call(*arguments) == 200001
    assert f"{function} is not emulated: " in ffi.string(capi.aclGetRecentErrMsg()).decode()


def test_every_function_of_the_runtime_is_there_or_in_the_table() -> None:
    """R-DEV-18: no function is forgotten, no entry of the table is for none."""
    import pyacl.emulator.nnop
    import pyacl.emulator.runtime  # noqa: F401
    from pyacl import _abi
    from pyacl.emulator._registry import IMPLEMENTATIONS
    missing = [name for name in _abi.FUNCTIONS if name not in IMPLEMENTATIONS and not name.startswith("aclnn")]
    prefixes = [prefix for names, _ in GROUPS.values() for prefix in names.split()]
    assert [prefix for prefix in prefixes if not any(name.startswith(prefix) for name in _abi.FUNCTIONS)] == []
    assert [name for name in missing if not why_unsupported(name)] == []


# -- descriptors

@pytest.mark.parametrize(("value", "bits"), [
    (1.0, 0x3C00), (-2.0, 0xC000), (65504.0, 0x7BFF), (2.0**-24, 1), (0.1, 0x2E66), (1 + 2.0**-11, 0x3C00),
    (65520.0, 0x7BFF), (-1e6, 0xFBFF), (float("inf"), 0x7BFF), (float("nan"), 0x7BFF), (-0.0, 0x8000)])
def test_n_dt_2_half_floats(value: float, bits: int) -> None:
    """N-DT-2: by the format of IEEE 754, save that nothing becomes infinite."""
    assert capi.aclFloatToFloat16(value) == bits
    if abs(value) < 65520:
        assert capi.aclFloat16ToFloat(bits) == pytest.approx(value, rel=1e-3)


def test_n_dt_2_half_floats_have_no_infinity() -> None:
    """N-DT-2: the highest exponent is read as 16."""
    assert [capi.aclFloat16ToFloat(bits) for bits in (0x7C00, 0xFC00, 0x7E00)] == [65536.0, -65536.0, 98304.0]


def test_n_dt_2_sizes_of_data_types() -> None:
    """N-DT-2: bytes, 1 for packed integers, 8 for what is not known."""
    sizes = {0: 4, 1: 2, 9: 8, 12: 1, 17: 16, 27: 2, 29: 1, 30: 1, 33: 4, 38: 8, 41: 8, 99: 8, -1: 0, 13: 0}
    assert {number: capi.aclDataTypeSize(number) for number in sizes} == sizes


def test_n_dt_2_descriptions_of_tensors_and_buffers() -> None:
    """N-DT-2: shapes, sizes, and what a released one answers."""
    desc = capi.aclCreateTensorDesc(1, 2, [3, 4], 2)
    assert capi.aclGetTensorDescElementCount(desc) == 12
    assert capi.aclGetTensorDescSize(desc) == 24
    assert [capi.aclGetTensorDescDim(desc, index) for index in range(3)] == [3, 4, -1]
    assert out("int64_t", capi.aclGetTensorDescDimV2, desc, 1, at=2) == 4
    assert capi.aclGetTensorDescDimV2(desc, 2, ffi.new("int64_t *")) == 100000
    capi.aclSetTensorDescName(desc, b"x")
    assert ffi.string(capi.aclGetTensorDescName(desc)) == b"x"
    capi.aclDestroyTensorDesc(desc)
    assert capi.aclCreateTensorDesc(1, -1, NULL, 2) == NULL
    data = ffi.new("char[16]")
    buffer = capi.aclCreateDataBuffer(data, 16)
    assert capi.aclGetDataBufferAddr(buffer) == data
    assert capi.aclGetDataBufferSizeV2(buffer) == 16
    assert capi.aclDestroyDataBuffer(buffer) == 0
    assert capi.aclDestroyDataBuffer(buffer) == 100000
    assert emulator.report().live == 0


def test_r_err_4_a_message_may_name_what_is_no_utf_8() -> None:
    """R-ERR-2, R-ERR-4: the bytes of a path come back as they were."""
    assert capi.aclrtBinaryLoadFromFile(b"/nowhere/\x80", ffi.NULL, ffi.new("aclrtBinHandle *")) == 107000
    assert b"(EE1003)" in ffi.string(capi.aclGetRecentErrMsg())


def test_descriptors_count_0_when_a_size_does_not_fit() -> None:
    """A size_t cannot say more than 2^64 - 1."""
    desc = capi.aclCreateTensorDesc(capi.ACL_FLOAT, 2, [2**40, 2**40], capi.ACL_FORMAT_ND)
    assert (capi.aclGetTensorDescElementCount(desc), capi.aclGetTensorDescSize(desc)) == (0, 0)
    capi.aclDestroyTensorDesc(desc)
