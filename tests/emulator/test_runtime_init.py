"""aclInit, aclFinalize, and what they find."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from runtimekit import event, findings, in_thread, out, start, stream, token

from pyacl import capi, emulator
from pyacl.capi import NULL, ffi


@pytest.fixture(autouse=True)
def _machine() -> None:
    emulator.configure(mode="faithful")


def config(tmp_path: Path, content: Any) -> bytes:
    path = tmp_path / f"{abs(hash(str(content)))}.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return str(path).encode()


def test_r_init_1_2_3_counting_up_and_ending_at_once() -> None:
    """R-INIT-1, R-INIT-2, R-INIT-3: every init counts, one finalize ends it."""
    assert [capi.aclInit(NULL) for _ in range(3)] == [0, 100002, 100002]
    left = ffi.new("uint64_t *")
    assert capi.aclFinalizeReference(left) == 0
    assert left[0] == 2
    assert [capi.aclFinalize(), capi.aclFinalize()] == [0, 100037]
    assert capi.aclInit(NULL) == 0


def test_r_init_4_a_first_finalize_succeeds() -> None:
    """R-INIT-4"""
    assert capi.aclFinalize() == 0


def test_r_init_5_references_count_down() -> None:
    """R-INIT-5: the count that is left may go unread; at none it is 100037."""
    assert capi.aclFinalizeReference(NULL) == 100037
    capi.aclInit(NULL)
    capi.aclInit(NULL)
    assert [capi.aclFinalizeReference(NULL) for _ in range(3)] == [0, 0, 100037]


@pytest.mark.parametrize(("content", "code"), [
    ("{}", 0), ("", 0), ('{"x": 1}', 0), ("{bad", 100006), ("[1", 100006),
    ("[" * 10 + "]" * 10, 100006), ('{"a":' * 10 + "{}" + "}" * 10, 100006), ('{"a":' * 9 + "{}" + "}" * 9, 0),
    ('{"a":' + "[" * 10 + "]" * 10 + "}", 0), ('{"a":' + "[" * 11 + "]" * 11 + "}", 100006)])
def test_r_init_6_content_of_the_configuration(tmp_path: Path, content: str, code: int) -> None:
    """R-INIT-6: an object, nested at most ten deep in braces and ten deep in brackets."""
    assert capi.aclInit(config(tmp_path, content)) == code


def test_r_init_6_paths() -> None:
    """R-INIT-6: none, empty, missing, and a directory."""
    assert capi.aclInit(b"/no/such/file") == 100003
    assert token() == "EH0003"
    assert capi.aclInit(b"/") == 100003
    assert capi.aclInit(b"") == 0


def test_r_init_7_the_first_configuration_is_remembered(tmp_path: Path) -> None:
    """R-INIT-7: other content is refused after a finalize too, the same content from elsewhere is not."""
    assert capi.aclInit(config(tmp_path, '{"x":1}')) == 0
    assert capi.aclFinalize() == 0
    assert capi.aclInit(config(tmp_path, '{"x":2}')) == 100000
    assert capi.aclInit(NULL) == 100000
    (tmp_path / "other.json").write_text('{"x":1}')
    assert capi.aclInit(str(tmp_path / "other.json").encode()) == 0


@pytest.mark.parametrize(("mode", "code"), [("0", 0), ("1", 0), ("2", 100000), (1, 100000)])
def test_r_init_8_message_mode(tmp_path: Path, mode: Any, code: int) -> None:
    """R-INIT-8"""
    assert capi.aclInit(config(tmp_path, {"err_msg_mode": mode})) == code


@pytest.mark.parametrize(("wanted", "got"), [(0, 32768), (16384, 32768), (40000, 49152), (65536, 65536)])
def test_r_init_8_stack_size(tmp_path: Path, wanted: int, got: int) -> None:
    """R-INIT-8: at least 32 KiB, in steps of 16 KiB."""
    assert capi.aclInit(config(tmp_path, {"StackSize": {"aicore_stack_size": wanted}})) == 0
    assert out("size_t", capi.aclrtDeviceGetLimit, 2, at=1) == got


@pytest.mark.parametrize(("device", "code"), [("1", 0), ("2", 107001), ("-1", 500001), ("x", 500001), (0, 500001)])
def test_r_init_8_default_device(tmp_path: Path, device: Any, code: int) -> None:
    """R-INIT-8, R-DEV-8: then every thread has a device, though no current context."""
    assert capi.aclInit(config(tmp_path, {"defaultDevice": {"default_device": device}})) == code
    if code == 0:
        assert in_thread(lambda: out("int32_t", capi.aclrtGetDevice)) == 1
        assert in_thread(lambda: capi.aclrtSynchronizeDevice()) == 0
        assert capi.aclrtGetCurrentContext(ffi.new("aclrtContext *")) == 107002
    else:
        assert capi.aclrtGetDevice(ffi.new("int32_t *")) == 107002


def test_r_init_12_callbacks_around_init_and_finalize(tmp_path: Path) -> None:
    """R-INIT-12: with a file types 0, 1, 6 and OTHER run, at the end 0, 3, 6 and OTHER."""
    other = capi.ACL_REG_TYPE_OTHER
    calls: list[tuple[str, int]] = []
    starts = ffi.callback("aclInitCallbackFunc",
                          lambda text, size, data: calls.append(  # type: ignore[func-returns-value]
                               ("init", int(ffi.cast("intptr_t", data)))) or 0)
    ends = ffi.callback("aclFinalizeCallbackFunc",
                        lambda data: calls.append(  # type: ignore[func-returns-value]
                             ("end", int(ffi.cast("intptr_t", data)))) or 0)
    for kind in (0, 1, 2, 3, 4, 5, 6, 7, other):
        assert capi.aclInitCallbackRegister(kind, starts, ffi.cast("void *", kind)) == 0
        assert capi.aclFinalizeCallbackRegister(kind, ends, ffi.cast("void *", kind)) == 0
    assert capi.aclInitCallbackRegister(1, starts, NULL) == 500000
    assert capi.aclInit(config(tmp_path, '{"x":1}')) == 0
    assert sorted(kind for name, kind in calls if name == "init") == [0, 1, 6, other]
    assert capi.aclFinalize() == 0
    assert sorted(kind for name, kind in calls if name == "end") == [0, 3, 6, other]
    assert capi.aclInitCallbackUnRegister(0, starts) == 0
    assert capi.aclInitCallbackUnRegister(0, starts) == 500000


def test_r_init_12_a_late_registration_runs_at_once_and_a_failure_keeps_the_state() -> None:
    """R-INIT-12"""
    seen: list[bytes] = []
    starts = ffi.callback("aclInitCallbackFunc",
                          lambda text, size, data: seen.append(  # type: ignore[func-returns-value]
                               ffi.string(text)) or 0)
    fails = ffi.callback("aclFinalizeCallbackFunc", lambda data: 321)
    assert capi.aclInit(NULL) == 0
    assert capi.aclInitCallbackRegister(1, starts, NULL) == 0
    assert seen == [b""]
    assert capi.aclFinalizeCallbackRegister(capi.ACL_REG_TYPE_OTHER, fails, NULL) == 0
    assert capi.aclFinalize() == 321
    assert capi.aclInit(NULL) == 100002


def test_r_init_13_s_leak_what_is_left_at_finalize_is_a_finding() -> None:
    """R-INIT-13, R-INIT-11: the runtime itself reports nothing; a finding for each kind and place of creation."""
    start(mode="faithful")
    capi.aclInit(NULL)
    stream(), stream()
    event()
    assert capi.aclFinalize() == 0
    leaks = [found for found in emulator.report().findings if found.id == "S-LEAK" and found.severity == "error"]
    assert [found.message for found in leaks] == ["never released: 1 event", "never released: 2 stream"]
    assert all("runtimekit.py:" in found.created for found in leaks)
    emulator.check_exit()
    assert len(emulator.report().findings) == 3            # with the missing reset; nothing is told twice


def test_s_leak_raises_in_strict_mode_and_a_clean_end_does_not() -> None:
    """R-INIT-11: sanitizer report S-LEAK."""
    start(mode="strict")
    made = event()
    with pytest.raises(emulator.FindingError, match="1 event"):
        capi.aclFinalize()
    start(mode="strict")
    made = event()
    assert capi.aclrtDestroyEvent(made) == 0
    assert capi.aclrtResetDevice(0) == 0
    assert capi.aclFinalize() == 0
    assert findings() == []


def test_r_init_15_names_and_versions_need_nothing() -> None:
    """R-INIT-15, R-DEV-9"""
    major, minor, patch = (ffi.new("int32_t *") for _ in range(3))
    assert capi.aclrtGetVersion(major, minor, patch) == 0
    assert (major[0], minor[0], patch[0]) == (1, 17, 0)
    assert ffi.string(capi.aclrtGetSocName()) == b"Ascend910B1"
    assert capi.aclrtGetSocName() == capi.aclrtGetSocName()


def test_r_abi_7_nothing_needs_an_init() -> None:
    """R-ABI-7"""
    assert capi.aclrtSetDevice(0) == 0
    assert capi.aclrtDestroyStream(stream()) == 0
    assert capi.aclrtResetDevice(0) == 0


def test_r_init_14_a_forked_child_has_a_machine_of_its_own(python: Any) -> None:
    """R-INIT-14: handles of the parent are stale there, and using one is a finding (S-THREAD)."""
    done = python("-W", "ignore::DeprecationWarning", "-c", """
import os
from pyacl import capi, emulator
from pyacl.capi import ffi, NULL
assert capi.aclrtSetDevice(0) == 0
stream = ffi.new("aclrtStream *")
assert capi.aclrtCreateStream(stream) == 0
if os.fork() == 0:
    ok = capi.aclrtSynchronizeStream(stream[0]) == 107017
    ok = ok and [found.id for found in emulator.report().findings] == ["S-THREAD"]
    ok = ok and capi.aclrtSetDevice(0) == 0 and capi.aclrtResetDevice(0) == 0
    os._exit(0 if ok else 1)
print(os.waitstatus_to_exitcode(os.wait()[1]), capi.aclrtSynchronizeStream(stream[0]))
""")
    assert done.stdout == "0 0\n", done.stderr
