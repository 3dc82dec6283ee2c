"""Both phases: executors one-shot and repeatable, the operator cache, address setters."""
from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from aclnn_calls import Calls

from pyacl import _abi, capi, emulator

ffi, NULL = capi.ffi, capi.NULL


class Add:
    """Three tensors of four float32 and an alpha of one."""

    def __init__(self, npu: Calls) -> None:
        self.npu = npu
        self.a = npu.tensor(np.array([1, 2, 3, 4], np.float32))
        self.b = npu.tensor(np.array([10, 20, 30, 40], np.float32))
        self.out, self.one = npu.empty((4,), np.float32), npu.scalar(1, np.float32)

    def prepare(self) -> Any:
        code, size, executor = self.npu.prepare("aclnnAdd", self.a, self.b, self.one, self.out)
        assert (code, size) == (0, 0)
        return executor

    def run(self, executor: Any) -> int:
        code: int = capi.aclnnAdd(NULL, 0, executor, self.npu.stream)
        return code

    def result(self) -> list[float]:
        assert self.npu.synchronize() == 0
        values: list[float] = self.npu.read(self.out).tolist()
        return values


@pytest.fixture
def npu() -> Calls:
    emulator.configure(mode="faithful")
    return Calls()


@pytest.fixture
def add(npu: Calls) -> Add:
    return Add(npu)


def findings() -> list[str]:
    return [finding.id for finding in emulator.report().findings]


def in_thread(work: Callable[[], Any]) -> Any:
    result: list[Any] = []
    thread = threading.Thread(target=lambda: result.append(work()))
    thread.start()
    thread.join()
    return result[0]


def test_one_shot(add: Add) -> None:
    """N-P1-5, N-P2-2, N-P2-4: consumed by its one phase 2."""
    assert add.run(add.prepare()) == 0
    assert add.result() == [11, 22, 33, 44]
    assert emulator.report().live_by_kind.get("executor", 0) == 0
    assert findings() == []


def test_null_out_parameters_come_first(add: Add) -> None:
    """N-P1-1."""
    size, executor = ffi.new("uint64_t *", 77), ffi.new("aclOpExecutor **")
    for first in (add.a, NULL):
        for outs in ((NULL, executor), (size, NULL), (NULL, NULL)):
            assert capi.aclnnAddGetWorkspaceSize(first, add.b, add.one, add.out, *outs) == 161001
    assert (size[0], executor[0]) == (77, NULL)


def test_null_executor(add: Add) -> None:
    """N-P2-1."""
    assert add.run(NULL) == 161001
    assert "EZ1001" in add.npu.message()


def test_executor_used_twice(add: Add) -> None:
    """N-P2-5: undefined in C; here 561000 and A-EXEC-REUSE."""
    executor = add.prepare()
    assert add.run(executor) == 0
    assert add.run(executor) == 561000
    assert capi.aclDestroyAclOpExecutor(executor) == 561000
    assert findings() == ["A-EXEC-REUSE", "A-EXEC-REUSE"]


def test_phase_2_of_another_operator(add: Add) -> None:
    assert capi.aclnnMul(NULL, 0, add.prepare(), add.npu.stream) == 0
    assert findings() == ["A-EXEC-REUSE"]


def test_destroy_instead_of_run(add: Add) -> None:
    """N-P2-7, N-REP-4."""
    assert capi.aclDestroyAclOpExecutor(add.prepare()) == 0
    assert capi.aclDestroyAclOpExecutor(NULL) == 561103
    assert emulator.report().live_by_kind.get("executor", 0) == 0
    assert findings() == []


def test_workspace_null_with_a_size_deletes_the_executor(add: Add) -> None:
    """N-WS-6: even a repeatable one."""
    executor = add.prepare()
    assert capi.aclSetAclOpExecutorRepeatable(executor) == 0
    assert capi.aclnnAdd(NULL, 512, executor, add.npu.stream) == 161001
    assert emulator.report().live_by_kind.get("executor", 0) == 0


def test_workspace_of_gathers(npu: Calls) -> None:
    """N-WS-2, N-VIEW-1: one bucket of round_up(bytes + 32, 512) for each input that is gathered."""
    x = npu.tensor(np.ones((8, 16), np.float32), "transposed")
    flat = npu.tensor(np.ones((8, 16), np.float32))
    one = npu.scalar(1, np.float32)
    assert npu.prepare("aclnnAdd", x, flat, one, flat)[1] == 1024           # 512 + 32 bytes
    assert npu.prepare("aclnnAdd", x, x, one, flat)[1] == 2048
    assert npu.prepare("aclnnAdd", flat, flat, one, flat)[1] == 0


def test_stream_of_another_context(add: Add) -> None:
    """N-P2-3: 361001, and the executor is gone (N-P2-4)."""
    executor = add.prepare()
    context = ffi.new("aclrtContext *")
    assert capi.aclrtCreateContext(context, 0) == 0
    assert add.run(executor) == 361001
    assert "EZ9903" in add.npu.message()
    assert emulator.report().live_by_kind.get("executor", 0) == 0


def test_phase_2_in_another_thread(add: Add) -> None:
    """N-LIFE-4: with the same context; without one the inner launch fails."""
    context = ffi.new("aclrtContext *")
    assert capi.aclrtGetCurrentContext(context) == 0
    executor = add.prepare()

    def run() -> int:
        assert capi.aclrtSetCurrentContext(context[0]) == 0
        return add.run(executor)
    assert in_thread(run) == 0
    assert add.result() == [11, 22, 33, 44]
    other = add.prepare()
    assert in_thread(lambda: add.run(other)) == 361001


def test_contents_are_read_when_the_stream_comes_to_it(npu: Calls) -> None:
    """N-LIFE-3: not at phase 1."""
    add = Add(npu)
    executor = add.prepare()
    new = np.array([5, 5, 5, 5], np.float32)
    block = npu.made[add.a].block
    assert capi.aclrtMemcpy(block, 16, ffi.from_buffer(new), 16, capi.ACL_MEMCPY_HOST_TO_DEVICE) == 0
    assert add.run(executor) == 0
    assert add.result() == [15, 25, 35, 45]


def test_descriptors_may_go_after_phase_2(add: Add) -> None:
    """N-P2-6, N-SCA-5."""
    assert add.run(add.prepare()) == 0
    for tensor in (add.a, add.b, add.out):
        capi.aclDestroyTensor(tensor)
    capi.aclDestroyScalar(add.one)
    assert add.result() == [11, 22, 33, 44]
    assert findings() == []


def test_operator_without_a_row(npu: Calls) -> None:
    """561003, with a message that names it."""
    missing = max(set(_abi.OPERATORS) - emulator.operators(), default="")
    if not missing:
        pytest.skip("every operator computes")
    size, executor = ffi.new("uint64_t *", 77), ffi.new("aclOpExecutor **")
    zeros = [NULL if "*" in parameter or "ptr" in parameter.lower() else 0
             for parameter in _abi.OPERATORS[missing].split(", ")]
    assert getattr(capi, missing + "GetWorkspaceSize")(*zeros, size, executor) == 561003
    assert missing in npu.message()


def test_kernel_that_fails(add: Add) -> None:
    """R-ERR-8: the code comes out of a synchronise, not of phase 2."""
    emulator.fail("aclnnAdd", 507015)
    assert add.run(add.prepare()) == 0
    assert add.npu.synchronize() == 507015
    emulator.fail("aclnnAdd", 561000)
    executor = add.prepare()
    assert add.run(executor) == 561000
    assert add.run(executor) == 0                       # an injected refusal does nothing


def test_executor_that_nobody_consumed(add: Add) -> None:
    """A-EXEC-LEAK (N-P2-7)."""
    add.prepare()
    assert capi.aclFinalize() == 0
    assert findings().count("A-EXEC-LEAK") == 1


# -- repeatable

def test_repeatable_runs_again_and_again(add: Add) -> None:
    """N-REP-1, N-REP-4, N-REP-12."""
    executor = add.prepare()
    assert capi.aclSetAclOpExecutorRepeatable(NULL) == 561103
    assert capi.aclSetAclOpExecutorRepeatable(executor) == 0
    for value in (1, 2, 3):
        block = add.npu.memory(np.full(4, value, np.float32))
        assert capi.aclSetInputTensorAddr(executor, 0, add.a, block) == 0
        assert add.run(executor) == 0
        assert add.result() == [10 + value, 20 + value, 30 + value, 40 + value]
    assert capi.aclDestroyAclOpExecutor(executor) == 0
    assert findings() == []


def test_addresses_are_read_at_submission(add: Add) -> None:
    """N-REP-12: changing them after phase 2 returned does not touch the queued run."""
    executor = add.prepare()
    assert capi.aclSetAclOpExecutorRepeatable(executor) == 0
    assert add.run(executor) == 0
    assert capi.aclSetInputTensorAddr(executor, 0, add.a, add.npu.memory(np.zeros(4, np.float32))) == 0
    assert add.result() == [11, 22, 33, 44]
    assert capi.aclDestroyAclOpExecutor(executor) == 0


def test_a_signature_that_ran_cannot_be_repeatable(add: Add) -> None:
    """N-REP-3, N-CACHE-3, N-CACHE-7."""
    first = add.prepare()
    assert capi.aclDestroyAclOpExecutor(first) == 0             # never run: not in the cache
    assert add.run(add.prepare()) == 0
    executor = add.prepare()
    assert capi.aclSetAclOpExecutorRepeatable(executor) == 561000
    assert add.run(executor) == 0
    assert add.npu.synchronize() == 0


def test_the_cache_is_one_of_the_thread(add: Add) -> None:
    """N-LIFE-4."""
    assert add.run(add.prepare()) == 0
    assert add.npu.synchronize() == 0

    def repeatable() -> int:
        executor = add.prepare()
        code: int = capi.aclSetAclOpExecutorRepeatable(executor)
        capi.aclDestroyAclOpExecutor(executor)
        return code
    assert in_thread(repeatable) == 0
    assert repeatable() == 561000


@pytest.mark.parametrize("change", ["shape", "offset", "format", "storage", "dtype", "alias", "value", "determinism"])
def test_what_makes_another_signature(npu: Calls, change: str) -> None:
    """N-CACHE-1, N-DET-4."""
    def tensor(shape: Any = (0, 2), dtype: int = 0, offset: int = 0, format: int = 2, storage: Any = (0, 2)) -> Any:
        return capi.aclCreateTensor(list(shape), len(shape), dtype, NULL, offset, format, list(storage), len(storage),
                                    NULL)
    one, a, b, out = npu.scalar(1, np.float32), tensor(), tensor(), tensor()
    assert npu.run("aclnnAdd", a, b, one, out) == 0
    changed = {"shape": (tensor((0, 3)), tensor((0, 3)), one, tensor((0, 3))),
               "offset": (tensor(offset=1), b, one, out), "format": (tensor(format=0), b, one, out),
               "storage": (tensor(storage=(7,)), b, one, out), "dtype": (tensor(dtype=1), b, one, out),
               "alias": (a, a, one, out), "value": (a, b, npu.scalar(2, np.float32), out),
               "determinism": (a, b, one, out)}[change]
    if change == "determinism":
        assert capi.aclrtSetSysParamOpt(capi.ACL_OPT_DETERMINISTIC, 1) == 0
    assert capi.aclSetAclOpExecutorRepeatable(npu.prepare("aclnnAdd", *changed)[2]) == 0
    assert capi.aclrtSetSysParamOpt(capi.ACL_OPT_DETERMINISTIC, 0) == 0
    again = npu.prepare("aclnnAdd", b, a, npu.scalar(1, np.float32), out)[2]        # addresses do not count
    assert capi.aclSetAclOpExecutorRepeatable(again) == 561000


@pytest.mark.parametrize(("name", "value"), [("DISABLE_L2_CACHE", "1"), ("ACLNN_CACHE_LIMIT", "0")])
def test_cache_off(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """N-CACHE-4."""
    monkeypatch.setenv(name, value)
    emulator.configure(mode="faithful")
    add = Add(Calls())
    assert add.run(add.prepare()) == 0
    assert capi.aclSetAclOpExecutorRepeatable(add.prepare()) == 0
    assert add.npu.synchronize() == 0


def test_the_oldest_thirty_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """N-CACHE-4."""
    monkeypatch.setenv("ACLNN_CACHE_LIMIT", "31")
    emulator.configure(mode="faithful")
    npu = Calls()
    one = npu.scalar(1, np.float32)

    def repeatable(size: int) -> bool:
        tensor = npu.empty((0, size), np.float32)
        code: int = capi.aclSetAclOpExecutorRepeatable(npu.prepare("aclnnAdd", tensor, tensor, one, tensor)[2])
        return code == 0
    for size in range(32):
        tensor = npu.empty((0, size), np.float32)
        assert npu.run("aclnnAdd", tensor, tensor, one, tensor) == 0
    assert [repeatable(size) for size in (0, 29, 30, 31)] == [True, True, False, False]


# -- address setters

SETTERS = ["aclSetInputTensorAddr", "aclSetOutputTensorAddr", "aclSetTensorAddr", "AclSetInputTensorAddr",
           "AclSetOutputTensorAddr", "AclSetTensorAddr"]


@pytest.mark.parametrize("setter", SETTERS)
def test_setters(add: Add, setter: str) -> None:
    """N-REP-6, N-REP-7: tensor or executor NULL is 561103; the tensor changes although the executor is NULL."""
    function, cell = getattr(capi, setter), ffi.new("void **")
    executor, block = add.prepare(), ffi.cast("void *", 4096)
    assert function(executor, 0, NULL, block) == 561103
    assert function(NULL, 0, add.a, block) == 561103
    assert capi.aclGetRawTensorAddr(add.a, cell) == 0
    assert cell[0] == block
    assert capi.aclSetAclOpExecutorRepeatable(executor) == 0
    assert function(executor, 99, add.a, add.npu.made[add.b].block) == 0        # the index is not looked at
    assert add.run(executor) == 0
    assert add.result() == [20, 40, 60, 80]


@pytest.mark.parametrize("setter", ["aclSetDynamicInputTensorAddr", "aclSetDynamicOutputTensorAddr",
                                    "aclSetDynamicTensorAddr"])
def test_list_setters(add: Add, setter: str) -> None:
    """N-REP-7, N-REP-8: the list's size is looked at before the executor."""
    function, cell = getattr(capi, setter), ffi.new("void **")
    tensor = capi.aclCreateTensor([4], 1, 0, NULL, 0, 2, [4], 1, NULL)
    tensors = capi.aclCreateTensorList([tensor, NULL], 2)
    executor, block = add.prepare(), ffi.cast("void *", 4096)
    assert function(executor, 0, 0, NULL, block) == 561103
    assert function(NULL, 0, 2, tensors, block) == 161002
    assert function(executor, 0, 1, tensors, block) == 561103
    assert function(NULL, 0, 0, tensors, block) == 561103
    assert capi.aclGetRawTensorAddr(tensor, cell) == 0
    assert cell[0] == block
    assert function(executor, 0, 0, tensors, NULL) == 0


def test_init_and_finalize_always_succeed(tmp_path: Any) -> None:
    """N-INI-1, N-INI-2, N-INI-4."""
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    for path in (NULL, ffi.new("char[]", str(bad).encode()), ffi.new("char[]", b"/nowhere")):
        assert capi.aclnnInit(path) == 0
    assert capi.aclnnFinalize() == capi.aclnnFinalize() == 0


def test_dump_arguments(npu: Calls) -> None:
    """N-INI-6: not even the default stream may be NULL."""
    good = [b"type", b"name", ffi.new("aclTensor *[]", 1), 1, 0, npu.stream]
    for place in (0, 1, 2, 5):
        given = list(good)
        given[place] = NULL
        assert capi.aclDumpOpTensors(*given) == 161001
