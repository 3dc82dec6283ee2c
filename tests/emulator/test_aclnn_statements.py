"""Statements of the two-phase protocol that need only a call or two each."""
from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from aclnn_calls import ACL, BFLOAT16, Calls

from pyacl import capi, emulator
from pyacl.emulator._registry import IMPLEMENTATIONS
from pyacl.emulator.nnop import cache, dtypes
from pyacl.emulator.nnop.meta import Scalar
from pyacl.emulator.ops import scalars

ffi, NULL = capi.ffi, capi.NULL


@pytest.fixture
def npu() -> Calls:
    emulator.configure(mode="strict")
    return Calls()


def zeros(*shape: int) -> Any:
    return np.zeros(shape, np.float32)


def no_findings() -> bool:
    return not emulator.report().findings


# -- phase 1

def test_status_is_a_signed_number_of_its_own_family(npu: Calls) -> None:
    """N-GEN-1: but aclGetRecentErrMsg serves both, and the runtime's last error is left alone."""
    assert ffi.sizeof("aclnnStatus") == 4
    assert int(ffi.cast("aclnnStatus", -1)) == -1
    tensor = npu.tensor(zeros(2))
    assert npu.prepare("aclnnAdd", tensor, NULL, NULL, tensor)[0] == 161001
    assert capi.aclrtPeekAtLastError(capi.ACL_RT_THREAD_LEVEL) == 0
    assert "EZ1001" in npu.message()


def test_order_of_checks(npu: Calls) -> None:
    """N-P1-2, N-PRO-4: NULL, then the types, then what they become, then shapes; the first failure is the answer."""
    good, three, whole = npu.tensor(zeros(2)), npu.tensor(zeros(3)), npu.tensor(np.array([1, 2], np.int32))
    bad, one = npu.tensor(np.array([1, 2], np.uint16)), npu.scalar(1, np.float32)
    for arguments, word in (((bad, three, NULL, whole), "NULL"), ((bad, three, one, whole), "UINT16"),
                            ((good, three, one, whole), "cannot be cast"), ((good, three, one, good), "broadcast")):
        assert npu.prepare("aclnnAdd", *arguments)[0] in (161001, 161002)
        assert word in npu.message()


def test_works_without_a_device() -> None:
    """N-P1-7, N-INI-5: argument checks answer as usual, and an empty operator runs."""
    emulator.configure(mode="faithful")
    size, executor = ffi.new("uint64_t *", 77), ffi.new("aclOpExecutor **")
    empty = capi.aclCreateTensor([0, 2], 2, 0, NULL, 0, 2, [0, 2], 2, NULL)
    one = capi.aclCreateScalar(ffi.new("float *", 1.0), 0)
    assert capi.aclnnAddGetWorkspaceSize(NULL, empty, one, empty, size, executor) == 161001
    assert capi.aclnnAddGetWorkspaceSize(empty, empty, one, empty, size, executor) == 0
    assert capi.aclnnAdd(NULL, 0, executor[0], NULL) == 0


def test_phase_1_queues_nothing_and_reads_no_addresses(npu: Calls) -> None:
    """N-P1-6, N-P1-8: tensors may get their data later, with the setters of a repeatable executor."""
    x = capi.aclCreateTensor([2], 1, 0, NULL, 0, 2, [2], 1, NULL)
    out, one = npu.empty((2,), np.float32), npu.scalar(1, np.float32)
    code, size, executor = npu.prepare("aclnnAdd", x, x, one, out)
    assert (code, size) == (0, 0)
    status = ffi.new("aclrtStreamStatus *")
    assert capi.aclrtStreamQuery(npu.stream, status) == 0
    assert status[0] == capi.ACL_STREAM_STATUS_COMPLETE
    assert capi.aclSetAclOpExecutorRepeatable(executor) == 0
    assert capi.aclSetInputTensorAddr(executor, 0, x, npu.memory(np.array([3, 4], np.float32))) == 0
    assert capi.aclnnAdd(NULL, 0, executor, npu.stream) == 0
    assert npu.synchronize() == 0
    assert npu.read(out).tolist() == [6, 8]
    assert capi.aclDestroyAclOpExecutor(executor) == 0
    assert no_findings()


def test_setters_add_the_offset_of_the_view(npu: Calls) -> None:
    """N-REP-9, N-REP-5: the address is that of the storage."""
    x = capi.aclCreateTensor([2], 1, 0, NULL, 1, 2, [3], 1, npu.memory(zeros(3)))
    out, one = npu.empty((2,), np.float32), npu.scalar(0, np.float32)
    executor = npu.prepare("aclnnAdd", x, x, one, out)[2]
    assert capi.aclSetAclOpExecutorRepeatable(executor) == 0
    assert capi.aclSetTensorAddr(executor, 0, x, npu.memory(np.array([7, 8, 9], np.float32))) == 0
    assert capi.aclnnAdd(NULL, 0, executor, npu.stream) == 0
    assert npu.synchronize() == 0
    assert npu.read(out).tolist() == [8, 9]


def test_a_cache_hit_passes_again(npu: Calls) -> None:
    """N-P1-3: the same signature passed before."""
    tensor, one = npu.tensor(zeros(2)), npu.scalar(1, np.float32)
    for _ in range(3):
        assert npu.run("aclnnAdd", tensor, tensor, one, tensor) == 0
    assert no_findings()


def test_distinct_executors_may_run_from_several_threads(npu: Calls) -> None:
    """N-LIFE-7, N-LIFE-6: repeatable from another thread than that of phase 1 works, too."""
    context = ffi.new("aclrtContext *")
    assert capi.aclrtGetCurrentContext(context) == 0
    tensors = [npu.tensor(np.full(100, n, np.float32)) for n in range(4)]
    one = npu.scalar(1, np.float32)
    executors = [npu.prepare("aclnnAdd", tensor, tensor, one, tensor)[2] for tensor in tensors]
    codes: list[int] = []

    def run(executor: Any) -> None:
        codes.append(capi.aclrtSetCurrentContext(context[0]))
        codes.append(capi.aclSetAclOpExecutorRepeatable(executor))
        codes.append(capi.aclnnAdd(NULL, 0, executor, npu.stream))
        codes.append(capi.aclDestroyAclOpExecutor(executor))
    threads = [threading.Thread(target=run, args=(executor,)) for executor in executors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert codes == [0] * 16
    assert npu.synchronize() == 0
    assert [npu.read(tensor)[0] for tensor in tensors] == [0, 2, 4, 6]
    assert no_findings()


# -- workspace

def test_workspace_of_nothing_is_null(npu: Calls) -> None:
    """N-WS-1, N-WS-5: 0 bytes go with NULL, and more than asked for is fine."""
    tensor, one = npu.tensor(zeros(2)), npu.scalar(1, np.float32)
    code, size, executor = npu.prepare("aclnnAdd", tensor, tensor, one, tensor)
    assert (code, size) == (0, 0)
    assert capi.aclnnAdd(npu.workspace(4096), 4096, executor, npu.stream) == 0
    assert npu.synchronize() == 0
    assert no_findings()


def test_one_workspace_for_all_operators_of_a_stream(npu: Calls) -> None:
    """N-WS-4: stream order makes it safe."""
    x = npu.tensor(np.arange(12, dtype=np.float32).reshape(3, 4), "transposed")
    out, one = npu.empty((3, 4), np.float32), npu.scalar(1, np.float32)
    block = npu.workspace(2048)
    for _ in range(5):
        code, size, executor = npu.prepare("aclnnAdd", x, out, one, out)
        assert code == 0
        assert 0 < size <= 2048
        assert capi.aclnnAdd(block, size, executor, npu.stream) == 0
    assert npu.synchronize() == 0
    assert (npu.read(out) == 5 * np.arange(12).reshape(3, 4)).all()
    assert no_findings()


# -- the cache

def test_long_keys_are_not_cached() -> None:
    """N-CACHE-2: more than 8 KiB."""
    assert cache.key_bytes(("aclnnX", ((1,) * 1000, "text"))) == 6 + 8000 + 4
    assert cache.MAX_KEY_BYTES == 8192


def test_reselecting_static_kernels_clears_the_cache(npu: Calls) -> None:
    """N-CACHE-6."""
    tensor, one = npu.tensor(zeros(2)), npu.scalar(1, np.float32)
    assert npu.run("aclnnAdd", tensor, tensor, one, tensor) == 0
    assert IMPLEMENTATIONS["aclnnReselectStaticKernel"]() == 0
    executor = npu.prepare("aclnnAdd", tensor, tensor, one, tensor)[2]
    assert capi.aclSetAclOpExecutorRepeatable(executor) == 0
    assert capi.aclDestroyAclOpExecutor(executor) == 0


@pytest.mark.parametrize(("options", "same"), [({}, True), ({"DETERMINISTIC": 1}, False),
                                               ({"DETERMINISTIC": 1, "STRONG_CONSISTENCY": 1}, False),
                                               ({"STRONG_CONSISTENCY": 1}, True)])
def test_determinism_is_read_from_the_process(npu: Calls, options: dict[str, int], same: bool) -> None:
    """N-DET-1, N-DET-2, N-DET-4: the second option counts only if the first is 1; the level is part of the key."""
    tensor, one = npu.tensor(zeros(2)), npu.scalar(1, np.float32)
    assert npu.run("aclnnAdd", tensor, tensor, one, tensor) == 0
    for name, value in options.items():
        assert capi.aclrtSetSysParamOpt(getattr(capi, f"ACL_OPT_{name}"), value) == 0
    executor = npu.prepare("aclnnAdd", tensor, tensor, one, tensor)[2]
    assert (capi.aclSetAclOpExecutorRepeatable(executor) == 561000) is same
    assert capi.aclDestroyAclOpExecutor(executor) == 0


# -- views and formats

@pytest.mark.parametrize(("shape", "strides", "gathered"), [
    ((2, 3), (3, 1), False), ((2, 1, 3), (3, 99, 1), False), ((1, 1), (7, 9), False), ((), (), False),
    ((2, 3), (4, 1), True), ((3, 2), (1, 3), True), ((2, 2), (0, 1), True)])
def test_what_counts_as_contiguous(npu: Calls, shape: Any, strides: Any, gathered: bool) -> None:
    """N-VIEW-2, N-VIEW-1: strides of dims of size 1 and the offset do not count; gathers need workspace."""
    out, one = npu.empty(shape, np.float32), npu.scalar(1, np.float32)
    x = capi.aclCreateTensor(list(shape), len(shape), 0, list(strides), 2, 2, [32], 1, npu.memory(zeros(32)))
    code, size, executor = npu.prepare("aclnnAdd", x, out, one, out)
    assert code == 0
    assert (size > 0) is gathered
    assert capi.aclDestroyAclOpExecutor(executor) == 0


def test_expanded_inputs(npu: Calls) -> None:
    """N-VIEW-8: stride 0 is fine for inputs."""
    x = npu.describe(npu.memory(np.array([5], np.float32)), zeros(1), (2, 3), [0, 0])
    out = npu.empty((2, 3), np.float32)
    assert npu.run("aclnnAdd", x, out, npu.scalar(1, np.float32), out) == 0
    assert npu.read(out).tolist() == [[5] * 3] * 2
    assert no_findings()


def test_the_same_tensor_twice_and_two_over_the_same_memory(npu: Calls) -> None:
    """N-VIEW-12, N-VIEW-10."""
    x = npu.tensor(np.array([1, 2], np.float32))
    again = npu.describe(npu.made[x].block, zeros(2), (2,))
    out = npu.empty((2,), np.float32)
    assert npu.run("aclnnMul", x, x, out) == 0
    assert npu.run("aclnnMul", out, again, x) == 0
    assert npu.read(again).tolist() == [1, 8]
    assert no_findings()


@pytest.mark.parametrize("format", [0, 1, 2, 16, 27, 30, 35, 47])
def test_public_formats_are_all_taken(npu: Calls, format: int) -> None:
    """N-FMT-2: elementwise families want ND and only warn."""
    x = capi.aclCreateTensor([2], 1, 0, NULL, 0, format, [2], 1, npu.memory(zeros(2)))
    assert npu.run("aclnnMul", x, x, x) == 0
    assert no_findings()


def test_division_refuses_private_formats(npu: Calls) -> None:
    """N-FMT-3."""
    x = capi.aclCreateTensor([2], 1, 0, NULL, 0, capi.ACL_FORMAT_FRACTAL_NZ, [2], 1, npu.memory(zeros(2)))
    assert npu.prepare("aclnnDiv", x, x, x)[0] == 161002


# -- types

@pytest.mark.parametrize("half", [np.float16, BFLOAT16])
def test_mixed_sums_are_computed_in_float(npu: Calls, half: Any) -> None:
    """N-PRO-7."""
    out = npu.empty((1,), np.float32)
    assert npu.run("aclnnAdd", npu.tensor(np.array([1], half)), npu.tensor(np.array([2 ** -20], np.float32)),
                   npu.scalar(1, np.float32), out) == 0
    assert npu.read(out)[0] == np.float32(1 + 2 ** -20)


def test_whole_results_wrap_in_a_narrow_output(npu: Calls) -> None:
    """N-CST-3: nothing is checked."""
    out = npu.empty((2,), np.int8)
    assert npu.run("aclnnMul", npu.tensor(np.array([100, 3], np.int32)), npu.tensor(np.array([3, 5], np.int32)),
                   out) == 0
    assert npu.read(out).tolist() == [44, 15]


def make(value: Any, dtype: Any) -> Scalar:
    return Scalar(ACL[np.dtype(dtype)], np.asarray(value).astype(dtype).tobytes())


@pytest.mark.parametrize(("scalar", "target", "want"), [
    (make(1e-9, np.float32), dtypes.BOOL, False),             # below the epsilon of float
    (make(2e-7, np.float32), dtypes.BOOL, True),
    (make(1e-4, np.float16), dtypes.BOOL, True),
    (make(1e-9, np.float64), dtypes.BOOL, True),              # a double has its own epsilon
    (make(1e-17, np.float64), dtypes.BOOL, False),
    (make(3 + 4j, np.complex64), dtypes.FLOAT, 0),            # complex to real gives 0
    (make(3 + 4j, np.complex64), dtypes.COMPLEX128, 3 + 4j),
    (make(-1.9, np.float32), dtypes.INT32, -1),
    (make(65535, np.uint16), dtypes.INT32, -1),               # through signed 16 bits
    (make(65535, np.uint16), dtypes.UINT16, 65535),
    (make(True, np.bool_), dtypes.FLOAT, 1),
    (make(257, np.int64), dtypes.UINT8, 1),
])
def test_scalars_read_as_another_type(scalar: Scalar, target: int, want: Any) -> None:
    """N-SCA-3, N-SCA-4."""
    assert scalars.converted(scalar, target) == want


def test_text_is_compared_with_case(npu: Calls) -> None:
    """N-ARG-1, N-ARG-4: NULL where a default is documented, else the very word."""
    grad, log_prob, target = npu.tensor(np.float32(1)), npu.tensor(zeros(1, 2)), npu.tensor(np.array([0]))
    out = npu.empty((1, 2), np.float32)
    for text, code in ((b"sum", 0), (b"Sum", 561002), (None, 0), (b"", 561002)):
        word = NULL if text is None else ffi.new("char[]", text)
        found, _, executor = npu.prepare("aclnnCrossEntropyLossGrad", grad, log_prob, target, NULL, NULL, NULL, word, 0,
                                         0.0, 0.0, out)
        assert found == code
        if not found:
            assert capi.aclDestroyAclOpExecutor(executor) == 0


def test_types_of_the_older_release() -> None:
    """N-SCA-2: the 8-, 6- and 4-bit floats came after 8.1.RC1."""
    emulator.configure(profile="8.1.RC1")
    value = ffi.new("char[16]")
    assert capi.aclCreateScalar(value, dtypes.FLOAT8_E5M2) == NULL
    assert capi.aclCreateScalar(value, dtypes.BF16) != NULL


@pytest.mark.parametrize("limit", ["device", "stream", "unused stream"])
def test_numbers_of_cores_are_part_of_the_signature(npu: Calls, limit: str) -> None:
    """N-CACHE-1, N-REP-3: after a run with other core counts the signature is new and can be made repeatable."""
    a, out, one = npu.tensor(np.array([1, 2], np.float32)), npu.empty((2,), np.float32), npu.scalar(1, np.float32)
    assert npu.run("aclnnAdd", a, a, one, out) == 0
    if limit == "device":
        assert capi.aclrtSetDeviceResLimit(0, 1, 8) == 0
    else:
        assert capi.aclrtSetStreamResLimit(npu.stream, 1, 8) == 0
        if limit == "stream":
            assert capi.aclrtUseStreamResInCurrentThread(npu.stream) == 0
    code, _, executor = npu.prepare("aclnnAdd", a, a, one, out)
    assert code == 0
    assert capi.aclSetAclOpExecutorRepeatable(executor) == (561000 if limit == "unused stream" else 0)
    assert capi.aclDestroyAclOpExecutor(executor) == 0


@pytest.mark.parametrize("process", [0, 1])
def test_determinism_of_the_context_alone_has_no_effect(npu: Calls, process: int) -> None:
    """N-DET-3: a warning A-DET, once, unless the process's option is set as well."""
    assert capi.aclrtCtxSetSysParamOpt(capi.ACL_OPT_DETERMINISTIC, 1) == 0
    assert capi.aclrtSetSysParamOpt(capi.ACL_OPT_DETERMINISTIC, process) == 0
    a, out, one = npu.tensor(np.array([1, 2], np.float32)), npu.empty((2,), np.float32), npu.scalar(1, np.float32)
    assert [npu.run("aclnnAdd", a, a, one, out) for _ in range(2)] == [0, 0]
    found = [(finding.id, finding.severity) for finding in emulator.report().findings]
    assert found == ([] if process else [("A-DET", "warning")])


@pytest.mark.parametrize(("first", "second", "dtype", "found"), [
    ((2, 1, 2, 1, 2, 1), (1, 2, 1, 2, 1, 2), np.float64, True),          # six axes, none like its neighbour
    ((2, 1, 2, 1, 2, 1), (1, 2, 1, 2, 1, 2), np.float32, False),         # not one of the limited types
    ((2, 1, 2, 1, 2), (1, 2, 1, 2, 1), np.int16, False),                 # five
    ((2, 2, 1, 2, 1, 2, 1), (1, 1, 2, 1, 2, 1, 2), np.complex64, True),  # the first two count as one
    ((2, 2, 1, 1, 2, 1, 2), (1, 1, 2, 2, 1, 2, 1), np.int16, False),
    ((2, 2, 2, 2, 2, 2), (2, 2, 2, 2, 2, 2), np.float64, False)])
def test_broadcasts_along_many_axes(first: Any, second: Any, dtype: Any, found: bool) -> None:
    """N-SHP-5: documented to fail on a device, without a code; here it computes and is a finding (A-SHAPE)."""
    emulator.configure(mode="faithful")
    npu = Calls()
    a, b = npu.tensor(np.ones(first, dtype)), npu.tensor(np.ones(second, dtype))
    out = npu.empty(np.broadcast_shapes(first, second), dtype)
    assert npu.run("aclnnAdd", a, b, npu.scalar(1, dtype), out) == 0
    assert (npu.read(out) == 2).all()
    assert [finding.id for finding in emulator.report().findings] == ["A-SHAPE"] * found
