"""Devices and contexts: what is current where, who opens and resets what."""
from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

import pyacl
from pyacl import capi, emulator, errors


@pytest.fixture(autouse=True)
def _strict() -> None:
    emulator.configure(mode="strict")


def current() -> int | None:
    """What ACL itself says is this thread's device."""
    out = capi.ffi.new("int32_t *")
    return out[0] if capi.aclrtGetDevice(out) == 0 else None


def in_thread(work: Callable[[], Any]) -> Any:
    """The result of work in a fresh thread; its exception is raised here."""
    box: list[Any] = []

    def target() -> None:
        try:
            box.append((work(), None))
        except BaseException as error:
            box.append((None, error))
    thread = threading.Thread(target=target)
    thread.start()
    thread.join()
    value, error = box[0]
    if error is not None:
        raise error
    return value


def test_with_makes_a_device_current_and_gives_the_outer_one_back() -> None:
    with pyacl.Device(0):
        assert pyacl.Device.current().index == 0
        with pyacl.Device(1):
            assert pyacl.Device.current().index == current() == 1
        assert pyacl.Device.current().index == current() == 0
    with pytest.raises(pyacl.AclError, match=r"with pyacl\.Device\(n\)") as caught:
        pyacl.Device.current()
    assert caught.value.code == 107002


def test_constructing_a_device_changes_nothing_for_the_caller() -> None:
    with pyacl.Device(0):
        other = pyacl.Device(1)
        assert current() == 0
        other.close()
        assert current() == 0


@pytest.mark.parametrize("index", [2, 1000])
def test_an_index_that_does_not_exist(index: int) -> None:
    """R-DEV-3: 107001."""
    with pytest.raises(pyacl.AclError, match="107001") as caught:
        pyacl.Device(index)
    assert isinstance(caught.value, ValueError)
    assert caught.value.function == "aclrtSetDevice"
    assert emulator.report().live == 0


@pytest.mark.parametrize(("index", "error"), [(-1, ValueError), (1 << 40, ValueError), (True, TypeError),
                                              (0.0, TypeError), ("0", TypeError), (None, TypeError)])
def test_what_is_no_index_is_refused_before_any_call(index: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="device index"):
        pyacl.Device(index)


def test_count_and_soc_name_open_no_device() -> None:
    assert pyacl.Device.count() == 2
    assert pyacl.Device.soc_name() == "Ascend910B1"
    assert current() is None


def test_device_stays_open_as_long_as_something_on_it_lives() -> None:
    """R-DEV-4: the last reset tears a device down; so it must come last."""
    with pyacl.Device(0) as device:
        tensor = pyacl.Tensor.zeros((4,), "float32")
    assert device.closed
    assert tensor.numpy().tolist() == [0, 0, 0, 0]
    tensor.close()
    assert emulator.report().live == 0
    assert emulator.report().findings == []


def test_the_device_is_reset_at_the_end() -> None:
    state, flags = capi.ffi.new("int32_t *"), capi.NULL
    with pyacl.Device(1):
        capi.aclrtGetPrimaryCtxState(1, flags, state)
        assert state[0] == 1
    capi.aclrtGetPrimaryCtxState(1, flags, state)
    assert state[0] == 0


def test_creating_in_a_thread_without_a_device_is_a_clear_error() -> None:
    with pyacl.Device(0), pytest.raises(pyacl.AclError, match=r"with pyacl\.Device\(n\)"):
        in_thread(lambda: pyacl.DeviceBuffer(16))


def test_a_thread_uses_an_object_without_set_up() -> None:
    with pyacl.Device(1), pyacl.Stream() as stream:
        tensor = pyacl.Tensor.zeros((8,), "int32")

        def work() -> list[int]:
            tensor.fill_bytes(1, stream=stream)
            stream.synchronize()
            found: list[int] = tensor.numpy().tolist()
            assert current() == 1                      # of the object, not device 0
            return found
        assert in_thread(work) == [0x01010101] * 8
        tensor.close()


def test_a_call_on_an_object_of_another_device_restores_the_callers() -> None:
    with pyacl.Device(1):
        tensor = pyacl.Tensor.zeros((8,), "int32")
    with pyacl.Device(0):
        tensor.numpy()
        assert current() == 0
        tensor.close()
        assert current() == 0


def test_a_device_made_current_by_somebody_else_is_adopted_and_restored() -> None:
    """As in a process where another framework has set the device."""
    assert capi.aclInit(capi.NULL) == 0
    assert capi.aclrtSetDevice(1) == 0
    with pyacl.DeviceBuffer(64) as buffer:
        assert buffer.device.index == 1
        with pyacl.Device(0):
            assert current() == 0
        assert current() == 1
    assert current() == 1
    assert capi.aclrtResetDevice(1) == 0
    assert capi.aclFinalize() == 0
    assert emulator.report().live == 0


def test_acl_initialised_before_us_is_fine() -> None:
    """R-INIT-2: 100002 is success for a second user."""
    assert capi.aclInit(capi.NULL) == 0
    with pyacl.Device(0):
        pass
    assert capi.aclFinalize() == 0


def test_context_is_current_inside_and_gone_after() -> None:
    with pyacl.Context(1) as context, pyacl.Stream() as stream:
        assert stream.device.index == context.device.index == 1
        assert pyacl.Context.current().handle == context.handle
    assert context.closed
    assert emulator.report().live == 0


def test_streams_of_two_contexts_of_one_device_both_work() -> None:
    """R-STR-13: a submission needs the stream's own context, which the call makes current and gives back."""
    with pyacl.Device(0), pyacl.Stream() as outer, pyacl.Context(0), pyacl.Stream() as inner:
        tensor = pyacl.Tensor.zeros((4,), "uint8")
        for stream, value in ((outer, 3), (inner, 4), (outer, 5)):
            tensor.fill_bytes(value, stream=stream)
            stream.synchronize()
            assert tensor.numpy().tolist() == [value] * 4
        tensor.close()


def test_closing_a_context_takes_its_streams_along() -> None:
    """R-CTX-6."""
    with pyacl.Device(0):
        context = pyacl.Context(0)
        with context:
            stream = pyacl.Stream()
        stream.close()
    assert emulator.report().live == 0
    assert emulator.report().findings == []


def test_memory_counts_what_is_allocated() -> None:
    """R-DEV-17, R-MEM-2: 32 bytes of rounding and 32 spare bytes at most."""
    with pyacl.Device(0) as device:
        free, total = device.memory()
        with pyacl.DeviceBuffer(1 << 20):
            now, _ = device.memory()
        assert total == 64 << 30
        assert 0 < free - now - (1 << 20) <= 64


def test_failure_in_the_block_is_not_hidden_by_a_failure_in_the_cleanup() -> None:
    emulator.fail("aclrtDestroyContext", 507899)
    if sys.version_info >= (3, 11):
        with pytest.raises(ZeroDivisionError) as caught, pyacl.Context(0):
            1 / 0  # noqa: B018
        assert any("507899" in note for note in caught.value.__notes__)
    else:
        with pytest.warns(pyacl.AclWarning, match="507899"), pytest.raises(ZeroDivisionError), pyacl.Context(0):
            1 / 0  # noqa: B018


def test_a_failing_reset_is_a_warning() -> None:
    emulator.fail("aclrtResetDevice", 507899)
    with pytest.warns(pyacl.AclWarning, match="device 0.*507899"):
        pyacl.Device(0).close()


def test_closed_device_says_so() -> None:
    device = pyacl.Device(0)
    device.close()
    device.close()
    with pytest.raises(ValueError, match="device 0 is closed"):
        device.synchronize()
    with pytest.raises(ValueError, match="device 0 is closed"):
        pyacl.Stream(device)


def test_errors_have_code_name_function_and_advice() -> None:
    error = errors.failure(107003, "aclnnAdd")
    assert (error.code, error.name, error.function) == (107003, "ACL_ERROR_RT_STREAM_CONTEXT", "aclnnAdd")
    assert "another context" in str(error)
    assert "hint:" in str(error)


def test_opening_a_device_in_a_new_thread_makes_none_current_there() -> None:
    """What the opening leaves current in ACL is our own doing, not a device that somebody chose."""
    def work() -> None:
        device = pyacl.Device(1)
        with pytest.raises(pyacl.AclError, match=r"107002|no current device"):
            pyacl.DeviceBuffer(8)
        device.close()
    in_thread(work)
