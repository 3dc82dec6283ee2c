"""What an exception says: everything that is needed to find the cause, and nothing of another failure."""
from __future__ import annotations

import gc
import threading
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import pyacl
from pyacl import aclnn, capi, emulator, errors
from pyacl._lib import lib


@pytest.fixture(autouse=True)
def _device() -> Iterator[None]:
    emulator.configure(mode="strict")
    with pyacl.Device(0):
        yield
    gc.collect()                                           # what pytest.raises caught
    assert emulator.report().live == 0


def refused(x: pyacl.Tensor, out: pyacl.Tensor) -> pyacl.AclError:
    with pytest.raises(pyacl.AclError) as caught:
        aclnn.add(x, x, 1.5, out)
    return caught.value


def test_the_text_of_a_refused_operator_has_every_fact() -> None:
    """Function, phase, code with name and meaning; each argument with data type, shape, strides, format; the vendor."""
    with pyacl.Tensor.zeros((3, 2), "float32") as x, pyacl.Tensor((2, 3), "int8", format="NCHW") as out:
        text = str(refused(x.T, out))
    for piece in ("aclnnAddGetWorkspaceSize failed with 161002", "ACLNN_ERR_PARAM_INVALID", "not acceptable",
                  "self  = <pyacl.Tensor float32, (2, 3), strides (1, 2), on device 0>", "alpha = 1.5",
                  "out   = <pyacl.Tensor int8, (2, 3), NCHW, on device 0>", "CANN says: ", "EZ1001", "hint: "):
        assert piece in text, text


@pytest.mark.parametrize("code", [107002, 107003, 161002, 207001, 361001, 500001, 507899, 561103, 561003])
def test_the_codes_that_people_meet_most_have_a_name_a_meaning_and_a_hint(code: int) -> None:
    error = errors.failure(code, "aclnnAdd")
    meaning, hint = errors.MEANINGS[code]
    assert meaning
    assert hint
    assert str(error) == f"aclnnAdd failed with {code} ({error.name}): {meaning}\n  hint: {hint}"
    assert error.name.startswith("ACL")


@pytest.mark.parametrize(("code", "kind"), [
    (207001, MemoryError), (200000, MemoryError), (100000, ValueError), (107000, ValueError), (161001, ValueError),
    (161002, ValueError), (507046, TimeoutError), (507047, TimeoutError), (999999, RuntimeError)])
def test_the_class_tells_the_kind(code: int, kind: type[Exception]) -> None:
    assert isinstance(errors.failure(code, "aclrtMalloc"), kind)


@pytest.mark.parametrize(("raw", "expected"), [(None, ""), (b"", ""), (b"bad \xff\xfe utf-8", "bad \ufffd\ufffd utf-8"),
                                               ("内存不足".encode(), "内存不足"), (b"  padded\n", "padded")])
def test_any_text_of_the_vendor_is_tolerated(monkeypatch: pytest.MonkeyPatch, raw: bytes | None,
                                             expected: str) -> None:
    """R-ERR-2: NULL when there is nothing."""
    text = capi.NULL if raw is None else capi.ffi.new("char[]", raw)
    monkeypatch.setitem(lib.__dict__, "aclGetRecentErrMsg", lambda: text)
    assert errors.failure(507899, "aclrtMalloc").detail == expected


def test_a_failure_of_capi_that_nobody_read_is_not_the_operators() -> None:
    """R-ERR-2: one read shows the first failure, and those after it below."""
    assert capi.aclrtFree(capi.NULL) != 0
    with pyacl.Tensor.zeros((2,), "float32") as x, pyacl.Tensor.zeros((3,), "float32") as out:
        error = refused(x, out)
    assert "aclrtFree" not in str(error)
    assert "aclnnAddGetWorkspaceSize" in error.detail


def test_a_failure_of_capi_before_that_of_another_function_is_marked() -> None:
    assert capi.aclrtFree(capi.NULL) != 0
    with pytest.raises(MemoryError) as caught:
        pyacl.DeviceBuffer(1 << 50)
    text = str(caught.value)
    assert "come first" in text
    assert "1125899906842624 bytes on device 0" in text
    with pytest.raises(MemoryError) as caught:
        pyacl.DeviceBuffer(1 << 50)
    assert "aclrtFree" not in str(caught.value)
    assert "come first" not in str(caught.value)


def test_asking_twice_leaves_no_executor() -> None:
    """The second phase 1 after an injected failure goes well."""
    assert capi.aclrtFree(capi.NULL) != 0
    emulator.fail("aclnnAddGetWorkspaceSize", 561103)
    with pyacl.Tensor.zeros((2,), "float32") as x:
        assert refused(x, x).code == 561103
        assert "executor" not in emulator.report().live_by_kind


def test_in_a_thread_without_a_context_texts_do_not_come_again() -> None:
    """R-ERR-5: there a read does not clear; the older failure would be shown with the next one."""
    found = list[str]()

    def work() -> None:
        for index in (98, 97, 96):
            try:
                pyacl.Device(index)
            except pyacl.AclError as error:
                found.append(error.detail)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert [[f"device {n} " in text for n in (98, 97, 96)] for text in found] == np.eye(3, dtype=bool).tolist()


def test_what_a_poll_swallows_is_not_the_text_of_a_later_failure() -> None:
    with pyacl.Stream() as stream, pyacl.DeviceBuffer(8) as buffer:
        buffer.set(1, stream=stream)
        emulator.fail("aclrtStreamQuery", 507899)
        stream._progress.poll()
        with pytest.raises(MemoryError) as caught:
            pyacl.DeviceBuffer(1 << 50)
    assert "aclrtStreamQuery" not in str(caught.value)


def test_the_place_of_an_asynchronous_failure_is_found_with_a_switch(python: Any) -> None:
    """PYACL_SYNC=1: the guilty launch raises itself; without it a later synchronise names it among the last."""
    code = """
import numpy as np, pyacl
from pyacl import aclnn, emulator
with pyacl.Device(0), pyacl.Stream() as stream, pyacl.Tensor.from_numpy(np.ones(4, np.float32)) as x:
    emulator.fail("aclnnMul", 507015)
    for name, launch in (("add", lambda: aclnn.add(x, x, 1, x, stream=stream)),
                         ("mul", lambda: aclnn.mul(x, x, x, stream=stream)), ("end", stream.synchronize)):
        try:
            launch()
        except pyacl.AclError as error:
            print(name, error.code, "aclnnAdd, aclnnMul" in str(error))
"""
    assert python("-c", code).stdout == "end 507015 True\n"
    assert python("-c", code, environment={"PYACL_SYNC": "1"}).stdout == "mul 507015 True\n"


def test_a_failure_never_depends_on_a_log_level(python: Any) -> None:
    code = ("import logging, pyacl\nlogging.disable(logging.CRITICAL)\n"
            "try:\n    pyacl.Device(9)\nexcept pyacl.AclError as error:\n    print(error.code)")
    for level in ("0", "4"):
        assert python("-c", code, environment={"ASCEND_GLOBAL_LOG_LEVEL": level}).stdout == "107001\n"


def test_a_resource_warning_has_the_place_of_creation_under_tracemalloc(python: Any, tmp_path: Any) -> None:
    script = tmp_path / "forgets.py"
    script.write_text("import pyacl\n\ndef make():\n    return pyacl.DeviceBuffer(8)\n\n"
                      "with pyacl.Device(0):\n    make()\n")
    traced = python("-X", "tracemalloc=2", "-W", "default", str(script)).stderr
    assert f'File "{script}", line 4' in traced
    assert f'File "{script}", line 7' in traced
    assert "ResourceWarning: device buffer" in traced
    assert "was never closed" in traced
    plain = python("-W", "default", str(script)).stderr
    assert "was never closed" in plain
    assert str(script) not in plain


def test_finalizers_warn_and_close_raises() -> None:
    emulator.fail("aclrtFree", 507899)
    buffer = pyacl.DeviceBuffer(8)
    with pytest.raises(pyacl.AclError, match="aclrtFree failed with 507899"):
        buffer.close()
    assert buffer.closed
    buffer.close()
    emulator.fail("aclrtFree", 507899)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        pyacl.DeviceBuffer(8)
    assert [w.category for w in seen] == [pyacl.AclWarning, ResourceWarning]
    emulator.configure()
