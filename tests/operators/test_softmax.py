"""aclnnSoftmaxBackward against its page: out = gradOutput*output - sum(gradOutput*output)*output."""
from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from aclnn_calls import BFLOAT16, Calls

from pyacl import capi, emulator

OPERATOR = "aclnnSoftmaxBackward"
LAYOUTS = ("contiguous", "transposed", "sliced")


@pytest.fixture
def npu() -> Calls:
    emulator.configure(mode="strict")
    return Calls()


def expected(grad: Any, output: Any, axis: int) -> Any:
    grad, output = np.asarray(grad, np.float64), np.asarray(output, np.float64)
    if not grad.ndim:
        return grad * output - grad * output * output
    return grad * output - (grad * output).sum(axis, keepdims=True) * output


def random(shape: tuple[int, ...], dtype: Any, seed: int) -> Any:
    return np.random.default_rng(seed).uniform(-1, 1, shape).astype(dtype)


def test_example_of_the_page(npu: Calls) -> None:
    grad = npu.tensor(np.arange(8, dtype=np.float32).reshape(4, 2))
    output = npu.tensor(np.array([1, 1, 1, 2, 2, 2, 3, 3], np.float32).reshape(4, 2))
    out = npu.empty((4, 2), np.float32)
    assert npu.run(OPERATOR, grad, output, 0, out) == 0
    assert npu.read(out).reshape(-1).tolist() == [-28, -37, -26, -70, -48, -66, -66, -93]
    assert not emulator.report().findings


@pytest.mark.parametrize(("dtype", "ulps"), [(np.float32, 8), (np.float16, 1), (BFLOAT16, 1)])
@pytest.mark.parametrize("layouts", list(itertools.product(LAYOUTS, LAYOUTS)))
def test_every_dtype_and_layout(npu: Calls, dtype: Any, ulps: int, layouts: tuple[str, str]) -> None:
    grad, output = random((3, 4, 5), dtype, 1), random((3, 4, 5), dtype, 2)
    for axis in (-3, 1, -1):
        out = npu.empty((3, 4, 5), dtype, layouts[1])
        assert npu.run(OPERATOR, npu.tensor(grad, layouts[0]), npu.tensor(output, layouts[0]), axis, out) == 0
        want = expected(grad, output, axis)
        step = ulps * np.maximum(np.spacing(np.abs(want).astype(np.float32)) if dtype == np.float32 else
                                 np.abs(want) * float(2.0 ** -(10 if dtype == np.float16 else 7)), 1e-7)
        assert (np.abs(npu.read(out).astype(np.float64) - want) <= step).all()
    assert not emulator.report().findings


@pytest.mark.parametrize("rank", range(9))
def test_ranks_0_to_8(npu: Calls, rank: int) -> None:
    shape = (2, 1, 3, 1, 2, 1, 1, 2)[:rank]
    grad, output = random(shape, np.float32, 3), random(shape, np.float32, 4)
    for axis in range(-max(rank, 1), max(rank, 1)):
        out = npu.empty(shape, np.float32)
        assert npu.run(OPERATOR, npu.tensor(grad), npu.tensor(output), axis, out) == 0
        np.testing.assert_allclose(npu.read(out), expected(grad, output, axis), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 0, 2)])
def test_empty_tensors_queue_nothing(npu: Calls, shape: tuple[int, ...]) -> None:
    """N-SHP-6: success, workspace 0, an executor that does nothing."""
    tensors = [npu.empty(shape, np.float32) for _ in range(3)]
    code, size, executor = npu.prepare(OPERATOR, tensors[0], tensors[1], 0, tensors[2])
    assert (code, size) == (0, 0)
    assert capi.aclnnSoftmaxBackward(capi.NULL, 0, executor, npu.stream) == 0


@pytest.mark.parametrize(("dtype", "value"), [(np.float64, -28.0), (np.complex64, -28 + 0j), (np.float16, -28.0)])
def test_output_of_another_type_is_cast(npu: Calls, dtype: Any, value: Any) -> None:
    grad = npu.tensor(np.arange(8, dtype=np.float32).reshape(4, 2))
    output = npu.tensor(np.array([1, 1, 1, 2, 2, 2, 3, 3], np.float32).reshape(4, 2))
    out = npu.empty((4, 2), dtype)
    code, size, executor = npu.prepare(OPERATOR, grad, output, 0, out)
    assert code == 0
    assert size >= 512                                       # N-WS-2: the cast needs room
    assert size % 512 == 0
    assert capi.aclDestroyAclOpExecutor(executor) == 0
    assert npu.run(OPERATOR, grad, output, 0, out) == 0
    assert npu.read(out)[0, 0] == value


def test_output_may_be_an_input(npu: Calls) -> None:
    """N-VIEW-10: output identical to an input."""
    grad, output = random((4, 6), np.float32, 5), random((4, 6), np.float32, 6)
    tensor = npu.tensor(grad)
    assert npu.run(OPERATOR, tensor, npu.tensor(output), 1, tensor) == 0
    np.testing.assert_allclose(npu.read(tensor), expected(grad, output, 1), rtol=1e-5, atol=1e-6)
    assert not emulator.report().findings


def _refusals(npu: Calls) -> dict[str, tuple[int, str, tuple[Any, ...]]]:
    def make(shape: Any = (2, 3), dtype: Any = np.float32) -> Any:
        return npu.empty(shape, dtype)
    null, good = capi.NULL, make()
    return {
        "null gradOutput": (161001, "gradOutput", (null, good, 0, good)),
        "null output": (161001, "output", (good, null, 0, good)),
        "null out": (161001, "out", (good, good, 0, null)),
        "dim too large": (161002, "dim: expected -2 to 1, got 2", (good, good, 2, good)),
        "dim too small": (161002, "dim: expected -2 to 1, got -3", (good, good, -3, good)),
        "dim of 0-d": (161002, "dim: expected -1 to 0, got 1", (make(()), make(()), 1, make(()))),
        "dtype of gradOutput": (161002, "gradOutput: expected one of FLOAT, FLOAT16, BF16, got DOUBLE",
                                (make(dtype=np.float64), good, 0, good)),
        "dtype of output": (161002, "output", (good, make(dtype=np.int32), 0, good)),
        "dtypes differ": (161002, "output: expected FLOAT as gradOutput, got FLOAT16",
                          (good, make(dtype=np.float16), 0, good)),
        "shape of output": (161002, "output: expected shape [2, 3], got [3, 2]", (good, make((3, 2)), 0, good)),
        "shape of out": (161002, "out: expected shape [2, 3], got [3]", (good, good, 0, make((3,)))),
        "rank 9": (161002, "at most 8 dims, got 9", (make((1,) * 9), make((1,) * 9), 0, make((1,) * 9))),
    }


@pytest.mark.parametrize("case", ["null gradOutput", "null output", "null out", "dim too large", "dim too small",
                                  "dim of 0-d", "dtype of gradOutput", "dtype of output", "dtypes differ",
                                  "shape of output", "shape of out", "rank 9"])
def test_refusals_of_the_page(npu: Calls, case: str) -> None:
    """N-P1-4: neither out-parameter is written, no executor is left."""
    code, text, arguments = _refusals(npu)[case]
    live = emulator.report().live
    assert npu.prepare(OPERATOR, *arguments) == (code, 77, capi.NULL)
    assert text in npu.message()
    assert emulator.report().live == live


@pytest.mark.parametrize("soc", ["Ascend910A", "Ascend310P3"])
def test_older_parts_have_no_bfloat16(soc: str) -> None:
    emulator.configure(soc=soc)
    npu = Calls()
    tensor = npu.empty((2, 2), BFLOAT16)
    assert npu.prepare(OPERATOR, tensor, tensor, 0, tensor)[0] == 161002
    tensor = npu.empty((2, 2), np.float16)
    assert npu.prepare(OPERATOR, tensor, tensor, 0, tensor)[0] == 0
