"""Operators by name and executors: conversion, launch, ownership."""
from __future__ import annotations

import inspect
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import pyacl
from pyacl import _abi, aclnn, capi, emulator

pytestmark = pytest.mark.usefixtures("strict_device")


@pytest.fixture
def operands() -> Iterator[tuple[pyacl.Tensor, pyacl.Tensor, pyacl.Tensor]]:
    """x = 0 .. 5, y = ones, out: float32 (2, 3)."""
    with pyacl.Tensor.from_numpy(np.arange(6, dtype=np.float32).reshape(2, 3)) as x, \
            pyacl.Tensor.from_numpy(np.ones((2, 3), np.float32)) as y, pyacl.Tensor.empty((2, 3), "float32") as out:
        yield x, y, out


Operands = tuple[pyacl.Tensor, pyacl.Tensor, pyacl.Tensor]


def test_every_operator_is_there_by_name() -> None:
    names = dir(aclnn)
    assert len(names) == len(set(names)) == len(_abi.OPERATORS) == 1154
    assert {"softmax_backward", "cross_entropy_loss_grad", "add", "adds", "gelu_backward_v2", "rfft1d"} <= set(names)


def test_what_an_operator_tells_of_itself() -> None:
    op = aclnn.softmax_backward
    assert op.c_name == "aclnnSoftmaxBackward"
    assert op.header == "aclnnop/aclnn_softmax_backward.h"
    assert op.signature == "const aclTensor *gradOutput, const aclTensor *output, int64_t dim, aclTensor *out"
    assert list(inspect.signature(op).parameters) == ["grad_output", "output", "dim", "out", "stream"]
    assert "aclnnSoftmaxBackwardGetWorkspaceSize" in (op.__doc__ or "")


def test_an_unknown_operator_names_its_neighbours() -> None:
    with pytest.raises(AttributeError, match="softmax_backward"):
        aclnn.softmax_bakward  # type: ignore[attr-defined]  # noqa: B018


def test_by_position_and_by_name(operands: Operands) -> None:
    x, y, out = operands
    with pyacl.Stream() as stream:
        aclnn.add(x, y, 3, out, stream=stream)
        assert out.numpy().tolist() == [[3, 4, 5], [6, 7, 8]]
        aclnn.add(out=out, self=x, other=y, alpha=-1.0, stream=stream)
        assert out.numpy().tolist() == [[-1, 0, 1], [2, 3, 4]]
        aclnn.add(x, y, np.float32(2), out)                          # the default stream of the device
        assert out.numpy().tolist() == [[2, 3, 4], [5, 6, 7]]


def test_views_in_and_out(operands: Operands) -> None:
    """Storage dims are those of the allocation, so any view works (field of most trouble elsewhere)."""
    x, y, _ = operands
    big = pyacl.Tensor.zeros((3, 4), "float32")
    aclnn.add(x.T, y.T, 1, big.T[1:4, 1:])
    assert big.numpy().tolist() == [[0, 0, 0, 0], [0, 1, 2, 3], [0, 4, 5, 6]]
    big.close()


@pytest.mark.parametrize(("change", "error", "text"), [
    ({"other": None}, TypeError, "other .*None is not allowed"),
    ({"alpha": "x"}, TypeError, "alpha"),
    ({"out": 3}, TypeError, "out .*pyacl.Tensor, not int"),
    ({"out": np.zeros((2, 3), np.float32)}, TypeError, "out .*not numpy.ndarray"),
])
def test_wrong_arguments_name_the_parameter(operands: Operands, change: dict[str, Any], error: type[Exception],
                                            text: str) -> None:
    x, y, out = operands
    with pytest.raises(error, match=text):
        aclnn.add(**{"self": x, "other": y, "alpha": 1, "out": out, **change})


@pytest.mark.parametrize(("dim", "error"), [(1.5, TypeError), ("0", TypeError), (1 << 63, OverflowError),
                                            (None, TypeError), (np.float32(1), TypeError)])
def test_wrong_numbers_name_the_parameter(operands: Operands, dim: Any, error: type[Exception]) -> None:
    x, y, out = operands
    with pytest.raises(error, match="dim"):
        aclnn.softmax_backward(x, y, dim, out)


@pytest.mark.parametrize("dim", [1, np.int64(1), np.uint8(1), -1, True])
def test_integers_of_every_kind(operands: Operands, dim: Any) -> None:
    x, y, out = operands
    aclnn.softmax_backward(x, y, dim, out)
    rows = np.arange(6).reshape(2, 3)
    assert (out.numpy() == rows - rows.sum(axis=1, keepdims=True)).all()


def test_missing_and_surplus_arguments(operands: Operands) -> None:
    x, y, out = operands
    with pytest.raises(TypeError, match="out"):
        aclnn.add(x, y, 1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"add\.prepare\(\) missing .*'alpha' and 'out'"):
        aclnn.add.prepare(x, y)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"add\.prepare\(\) got .*'oout'"):
        aclnn.add.prepare(x, y, 1, oout=out)  # type: ignore[call-arg]


def test_a_refused_call_shows_everything(operands: Operands) -> None:
    x, y, _ = operands
    with pyacl.Tensor.empty((2, 4), "float32") as wrong, pytest.raises(pyacl.AclError) as caught:
        aclnn.add(x, y, 1.0, wrong)
    error, text = caught.value, str(caught.value)
    assert (error.code, error.name, error.function) == (161002, "ACLNN_ERR_PARAM_INVALID", "aclnnAddGetWorkspaceSize")
    assert isinstance(error, ValueError)
    assert "EZ1001" in error.detail
    for piece in ("float32", "(2, 3)", "(2, 4)", "alpha", "CANN says:"):
        assert piece in text


def test_an_operator_that_does_not_compute_says_so(operands: Operands) -> None:
    x, _, out = operands
    assert "aclnnInverse" not in emulator.operators()
    with pytest.raises(pyacl.AclError, match="561003") as caught:
        aclnn.inverse(x, out)
    assert "aclnnInverse" in caught.value.detail
    assert "python -m pyacl ops" in caught.value.detail


def test_a_missing_operator_is_unsupported_on_the_call(operands: Operands) -> None:
    x, _, out = operands
    emulator.hide("aclnnSoftmaxBackward")
    op = aclnn.softmax_backward
    with pytest.raises(pyacl.UnsupportedError, match=r"aclnnSoftmaxBackward is not exported"):
        op(x, x, 0, out)
    assert not pyacl.has_op("aclnnSoftmaxBackward")
    emulator.reset()
    with pyacl.Device(0):
        pass


def test_devices_are_not_mixed(operands: Operands) -> None:
    x, y, out = operands
    with pyacl.Device(1), pyacl.Stream() as other:
        with pytest.raises(ValueError, match=r"tensor of device 0 .* stream of device 1"):
            aclnn.add(x, y, 1, out, stream=other)
        with pyacl.Tensor.zeros((2, 3), "float32") as far, pyacl.Stream(0) as stream, \
                pytest.raises(ValueError, match=r"tensor of device 1 .* stream of device 0"):
            aclnn.add(x, far, 1, out, stream=stream)
    with pytest.raises(TypeError, match=r"stream: expected a pyacl\.Stream"):
        aclnn.add(x, y, 1, out, stream=7)  # type: ignore[arg-type]


def test_a_closed_tensor_or_stream(operands: Operands) -> None:
    x, y, out = operands
    closed = pyacl.Tensor.zeros((2, 3), "float32")
    closed.close()
    with pytest.raises(ValueError, match=r"other .*closed"):
        aclnn.add(x, closed, 1, out)
    stream = pyacl.Stream()
    stream.close()
    with pytest.raises(ValueError, match="stream is closed"):
        aclnn.add(x, y, 1, out, stream=stream)


def test_one_shot_executor_is_consumed(operands: Operands) -> None:
    x, y, out = operands
    with pyacl.Stream() as stream:
        executor = aclnn.add.prepare(x, y, 1, out)
        assert executor.workspace_size >= 0
        assert not executor.closed
        executor.launch(stream)
        assert executor.closed
        with pytest.raises(ValueError, match="consumed"):
            executor.launch(stream)
        executor.close()
        assert out.numpy()[1, 2] == 6


def test_an_abandoned_executor_is_destroyed(operands: Operands) -> None:
    x, y, out = operands
    aclnn.add.prepare(x, y, 1, out).close()
    with aclnn.add.prepare(x, y, 1, out):
        pass


def test_repeatable_executor_with_other_addresses(operands: Operands) -> None:
    x, y, out = operands
    with pyacl.Stream() as stream, pyacl.Tensor.empty((2, 3), "float32") as other, \
            aclnn.mul.prepare(x, y, out, repeatable=True) as executor:
        for _ in range(3):
            executor.launch(stream)
        x.copy_from(np.full((2, 3), 5, np.float32))
        executor.launch(stream)
        executor.rebind(out=other)
        executor.launch(stream)
        executor.rebind(self=y, other=y, out=out.buffer)
        executor.launch(stream)
        stream.synchronize()
        assert other.numpy().tolist() == [[5] * 3] * 2
        assert out.numpy().tolist() == [[1] * 3] * 2
        with pyacl.Tensor.empty((3, 2), "float32") as wrong, pytest.raises(ValueError, match="out: shape"):
            executor.rebind(out=wrong)
        with pyacl.DeviceBuffer(4) as small, pytest.raises(ValueError, match="4 bytes, 24 are needed"):
            executor.rebind(out=small)
        with pytest.raises(TypeError, match="no tensor 'oout'"):
            executor.rebind(oout=out)
    assert x.handle != 0                                    # the caller's tensors are as they were


def test_repeatable_runs_on_several_streams(operands: Operands) -> None:
    x, y, out = operands
    with pyacl.Stream() as one, pyacl.Stream() as two, pyacl.Event() as event, \
            aclnn.mul.prepare(x, y, out, repeatable=True) as executor:
        for _ in range(4):
            executor.launch(one)
            event.record(one)
            two.wait(event)
            executor.launch(two)
            event.record(two)
            one.wait(event)
        one.synchronize()
        two.synchronize()


def test_an_operator_that_cannot_be_repeated_says_why(operands: Operands) -> None:
    """N-REP-3: an ordinary run fills the cache, after which the same arguments cannot be made repeatable."""
    x, y, out = operands
    with pyacl.Stream() as stream:
        aclnn.mul(x, y, out, stream=stream)
        stream.synchronize()
        aclnn.mul(x, y, out, stream=stream)
        stream.synchronize()
        with pytest.raises(pyacl.AclError, match=r"561000(.*\n)*.*making aclnnMul repeatable"):
            aclnn.mul.prepare(x, y, out, repeatable=True)


def test_threads_launch_at_the_same_time() -> None:
    """Out parameters are never shared: each thread gets its own executor."""
    failures = list[BaseException]()

    def work(number: int) -> None:
        try:
            with pyacl.Device(0), pyacl.Stream() as stream, \
                    pyacl.Tensor.from_numpy(np.full((16,), number, np.int32)) as x, \
                    pyacl.Tensor.empty((16,), "int32") as out:
                for turn in range(100):
                    aclnn.add(x, x, turn, out, stream=stream)
                    stream.synchronize()
                    assert (out.numpy() == number * (turn + 1)).all()
        except BaseException as error:
            failures.append(error)
    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_workspaces_do_not_add_up() -> None:
    """One block per stream that grows to the largest need."""
    emulator.configure(mode="strict", memory=1 << 23)
    with pyacl.Device(0), pyacl.Stream() as stream:
        a = pyacl.Tensor.zeros((256, 256), "float32")
        out = pyacl.Tensor.empty((256, 256), "float16")
        for _ in range(200):
            aclnn.add(a.T, a, 1, out, stream=stream)
        stream.synchronize()
        assert emulator.report().live_by_kind["device memory"] <= 3
        a.close()
        out.close()


def test_handles_of_capi_may_be_passed(operands: Operands) -> None:
    x, y, out = operands
    value = capi.ffi.new("float *", 2.0)
    scalar = capi.aclCreateScalar(value, capi.ACL_FLOAT)
    aclnn.add(x, y, scalar, out)
    assert out.numpy()[0, 0] == 2
    capi.aclDestroyScalar(scalar)
