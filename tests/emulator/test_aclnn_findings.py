"""Findings around operators: each misuse is found once, and its correct neighbour is not."""
from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from aclnn_calls import Calls

from pyacl import capi, emulator

ffi, NULL = capi.ffi, capi.NULL


@pytest.fixture
def npu() -> Calls:
    emulator.configure(mode="faithful")
    return Calls()


def findings(severity: str = "error") -> list[str]:
    return [finding.id for finding in emulator.report().findings if finding.severity == severity]


def add(npu: Calls, a: Any, b: Any, out: Any, before: Any = lambda: None) -> int:
    """Add with alpha one; `before` is called between the phases."""
    code, size, executor = npu.prepare("aclnnAdd", a, b, npu.scalar(1, np.float32), out)
    if code:
        return code
    before()
    return capi.aclnnAdd(npu.workspace(size), size, executor, npu.stream) or npu.synchronize()


def zeros(*shape: int) -> Any:
    return np.zeros(shape, np.float32)


def test_short_block(npu: Calls) -> None:
    """A-VIEW (N-VIEW-6): the block is smaller than the tensor; spare bytes are behind it, so the kernel runs."""
    base = np.array([1, 2], np.float32)
    short = npu.describe(npu.memory(base), np.array([1, 2, 3, 4], np.float32), (4,))
    assert add(npu, short, npu.tensor(zeros(4)), npu.empty((4,), np.float32)) == 0
    assert findings() == ["A-VIEW"]
    assert "bytes 0 to 16 of a device memory block of 8 bytes" in emulator.report().findings[0].message


def test_view_far_outside_its_block_faults(npu: Calls) -> None:
    """A-VIEW, R-ERR-8: nothing is touched, the stream fails with 507015."""
    far = npu.describe(npu.memory(zeros(2)), zeros(4096), (4096,))
    good = npu.tensor(zeros(4096))
    assert add(npu, good, good, far) == 507015
    assert findings() == ["A-VIEW"]


def test_contiguous_view_outside_the_storage_dims(npu: Calls) -> None:
    """A-VIEW: an offset too large is not checked by the library (N-VIEW-5)."""
    tensor = capi.aclCreateTensor([4], 1, 0, NULL, 2, 2, [4], 1, npu.memory(zeros(8)))
    assert add(npu, tensor, tensor, npu.empty((4,), np.float32)) == 0
    assert set(findings()) == {"A-VIEW"}


def test_gathered_view_outside_the_storage_dims_is_refused(npu: Calls) -> None:
    """N-VIEW-4, N-VIEW-5: 561103, so no finding is needed."""
    tensor = capi.aclCreateTensor([2, 2], 2, 0, [4, 2], 0, 2, [6], 1, npu.memory(zeros(8)))
    out = npu.empty((2, 2), np.float32)
    assert add(npu, tensor, out, out) == 561103
    assert findings() == []


def test_storage_dims_larger_than_the_block(npu: Calls) -> None:
    tensor = capi.aclCreateTensor([4], 1, 0, NULL, 0, 2, [1000], 1, npu.memory(zeros(4)))
    assert add(npu, tensor, tensor, npu.empty((4,), np.float32)) == 0
    assert "A-VIEW" in findings()


def test_host_pointer(npu: Calls) -> None:
    """A-HOSTPTR (N-TEN-11): an exception of the kernel."""
    host = ffi.new("float[4]")
    tensor = capi.aclCreateTensor([4], 1, 0, NULL, 0, 2, [4], 1, host)
    out = npu.empty((4,), np.float32)
    assert add(npu, tensor, out, out) == 507015
    assert findings() == ["A-HOSTPTR"]


def test_null_data(npu: Calls) -> None:
    tensor = capi.aclCreateTensor([4], 1, 0, NULL, 0, 2, [4], 1, NULL)
    out = npu.empty((4,), np.float32)
    assert add(npu, tensor, out, out) == 507015
    assert "A-HOSTPTR" in findings()


def test_freed_memory(npu: Calls) -> None:
    tensor = npu.tensor(zeros(4))
    out = npu.empty((4,), np.float32)
    assert capi.aclrtFree(npu.made[tensor].block) == 0
    assert add(npu, tensor, out, out) == 507015
    assert findings() == ["A-HOSTPTR"]
    assert "was freed at" in emulator.report().findings[0].message


def test_memory_of_another_device(npu: Calls) -> None:
    tensor = npu.tensor(zeros(4))
    other = Calls(1)
    out = other.empty((4,), np.float32)
    assert add(other, tensor, out, out) == 507015
    assert "memory of device 0" in emulator.report().findings[0].message


def test_output_that_overlaps_itself(npu: Calls) -> None:
    """A-OVERLAP (N-VIEW-8); a gap between rows is none."""
    block = npu.memory(zeros(4, 4))
    expanded = capi.aclCreateTensor([4, 4], 2, 0, [0, 1], 0, 2, [16], 1, block)
    good = npu.tensor(zeros(4, 4))
    assert add(npu, good, good, expanded) == 0
    assert findings() == ["A-OVERLAP"]
    spaced = capi.aclCreateTensor([2, 2], 2, 0, [8, 2], 0, 2, [16], 1, block)
    small = npu.tensor(zeros(2, 2))
    assert add(npu, small, small, spaced) == 0
    assert findings() == ["A-OVERLAP"]


def test_output_that_overlaps_a_part_of_an_input(npu: Calls) -> None:
    """A-OVERLAP (N-VIEW-10); the very same place is in-place use, and neighbours are fine."""
    block = npu.memory(zeros(12))

    def part(offset: int) -> Any:
        return capi.aclCreateTensor([4], 1, 0, NULL, offset, 2, [12], 1, block)
    assert add(npu, part(0), part(4), part(8)) == 0
    assert add(npu, part(0), part(4), part(4)) == 0
    assert findings() == []
    assert add(npu, part(0), part(4), part(2)) == 0
    assert findings() == ["A-OVERLAP", "A-OVERLAP"]


def test_descriptor_destroyed_between_the_phases(npu: Calls) -> None:
    """A-UAF-META (N-LIFE-1)."""
    a, b, out = npu.tensor(zeros(4)), npu.tensor(zeros(4)), npu.empty((4,), np.float32)
    assert add(npu, a, b, out, lambda: capi.aclDestroyTensor(a)) == 0
    assert findings() == ["A-UAF-META"]


def test_address_changed_between_the_phases(npu: Calls) -> None:
    """A-ADDR (N-LIFE-2): honoured by the first call, ignored by a later one that hits the cache."""
    a, b, out = npu.tensor(zeros(4)), npu.tensor(zeros(4)), npu.empty((4,), np.float32)
    first, ones = npu.made[a].block, npu.memory(np.array([1, 1, 1, 1], np.float32))
    assert add(npu, a, b, out, lambda: capi.aclSetRawTensorAddr(a, ones)) == 0
    assert npu.read(out).tolist() == [1, 1, 1, 1]
    assert capi.aclSetRawTensorAddr(a, first) == 0
    assert add(npu, a, b, out, lambda: capi.aclSetRawTensorAddr(a, ones)) == 0
    assert npu.read(out).tolist() == [0, 0, 0, 0]
    assert findings() == ["A-ADDR", "A-ADDR"]


def test_stale_descriptor(npu: Calls) -> None:
    a, out = npu.tensor(zeros(4)), npu.empty((4,), np.float32)
    assert capi.aclDestroyTensor(a) == 0
    assert add(npu, a, out, out) == 161002
    assert findings() == ["A-UAF-META"]


@pytest.mark.parametrize("given", ["smaller", "none", "short block", "host"])
def test_workspace_that_is_too_small(npu: Calls, given: str) -> None:
    """A-WS-SMALL (N-WS-5, N-WS-7): a composite operator does not check."""
    x = npu.tensor(np.ones((8, 16), np.float32), "transposed")
    out = npu.empty((8, 16), np.float32)
    _, size, executor = npu.prepare("aclnnAdd", x, out, npu.scalar(1, np.float32), out)
    assert size == 1024
    block, told = {"smaller": (npu.workspace(512), 512), "none": (NULL, 0), "short block": (npu.workspace(512), size),
                   "host": (ffi.new("char[2048]"), size)}[given]
    assert capi.aclnnAdd(block, told, executor, npu.stream) == 0
    assert npu.synchronize() == 0
    assert findings() == ["A-WS-SMALL"]


def test_workspace_is_noise_in_strict_mode() -> None:
    """A-WS-ZERO (N-WS-3)."""
    emulator.configure(mode="strict")
    npu = Calls()
    x = npu.tensor(np.ones((8, 16), np.float32), "transposed")
    out = npu.empty((8, 16), np.float32)
    _, size, executor = npu.prepare("aclnnAdd", x, out, npu.scalar(1, np.float32), out)
    base = np.zeros(size, np.uint8)
    block = npu.memory(base)
    assert capi.aclnnAdd(block, size, executor, npu.stream) == 0
    assert npu.synchronize() == 0
    seen = np.zeros(size, np.uint8)
    assert capi.aclrtMemcpy(ffi.from_buffer(seen), size, block, size, capi.ACL_MEMCPY_DEVICE_TO_HOST) == 0
    assert len(set(seen.tolist())) > 100
    assert findings() == []


def test_unaligned_data_is_an_info(npu: Calls) -> None:
    """A-ALIGN (N-TEN-5)."""
    block = npu.memory(zeros(8))
    tensor = capi.aclCreateTensor([4], 1, 0, NULL, 0, 2, [4], 1, ffi.cast("char *", block) + 4)
    out = npu.empty((4,), np.float32)
    assert add(npu, tensor, out, out) == 0
    assert findings() == []
    assert findings("info") == ["A-ALIGN"]


def test_read_of_bytes_that_nobody_wrote() -> None:
    """A-UNINIT: seen when the kernel runs, so the synchronise raises; the output's old content does not count."""
    emulator.configure(mode="strict")
    npu = Calls()
    fresh = npu.describe(npu.workspace(16), zeros(4), (4,))
    good, out = npu.tensor(zeros(4)), npu.describe(npu.workspace(16), zeros(4), (4,))
    assert add(npu, good, good, out) == 0
    assert findings() == []
    assert add(npu, out, good, good) == 0                # written by the first operator
    assert findings() == []
    with pytest.raises(emulator.FindingError, match=r"S-UNINIT in aclnnAdd at .*test_aclnn_findings.py"):
        add(npu, fresh, good, out)
    assert findings() == ["S-UNINIT"]


def test_a_kernel_never_writes_beside_its_output() -> None:
    emulator.configure(mode="strict")
    npu = Calls()
    base = np.full((7, 9), 3, np.float32)
    block = npu.memory(base)
    out = capi.aclCreateTensor([3, 4], 2, 0, [18, 2], 10, 2, [63], 1, block)
    x = npu.tensor(np.ones((3, 4), np.float32))
    assert add(npu, x, x, out) == 0
    seen = np.zeros((7, 9), np.float32)
    assert capi.aclrtMemcpy(ffi.from_buffer(seen), seen.nbytes, block, seen.nbytes,
                            capi.ACL_MEMCPY_DEVICE_TO_HOST) == 0
    base[1:6:2, 1:8:2] = 2
    assert (seen == base).all()
    assert findings() == []


def test_strides_that_do_not_match_the_rank(npu: Calls) -> None:
    """N-TEN-12, N-VIEW-4, A-STRIDE: initialising with strides but no dims leaves a tensor without strides."""
    tensor, good = npu.tensor(zeros(2, 2)), npu.tensor(zeros(2, 2))
    assert capi.aclInitTensor(tensor, NULL, 0, 0, [1], 0, 2, NULL, 0, NULL) == 0
    assert findings() == ["A-STRIDE"]
    assert add(npu, tensor, good, good) == 561103
    assert add(npu, good, good, tensor) == 507015


def test_bool_bytes_other_than_0_and_1() -> None:
    """A-DTYPE: looked at in strict mode, a warning."""
    emulator.configure(mode="strict")
    npu = Calls()
    good = npu.tensor(np.array([True, False]))
    bad = npu.describe(npu.memory(np.array([1, 2], np.uint8)), np.zeros(2, bool), (2,))
    out = npu.empty((2,), bool)
    assert npu.run("aclnnMul", good, good, out) == 0
    assert findings("warning") == []
    assert npu.run("aclnnMul", good, bad, out) == 0
    assert findings("warning") == ["A-DTYPE"]


def test_private_format_is_a_warning(npu: Calls) -> None:
    """A-FORMAT (N-TEN-10, N-VIEW-3): strides do not count."""
    base = np.array([1, 2, 3, 4], np.float32)
    tensor = capi.aclCreateTensor([2, 2], 2, 0, [1, 2], 0, capi.ACL_FORMAT_FRACTAL_NZ, [4], 1, npu.memory(base))
    out = npu.empty((2, 2), np.float32)
    assert add(npu, tensor, npu.tensor(zeros(2, 2)), out) == 0
    assert npu.read(out).tolist() == [[1, 2], [3, 4]]
    assert set(findings("warning")) == {"A-FORMAT"}


def test_thread_of_a_cache_hit_must_live(npu: Calls) -> None:
    """A-THREAD (N-LIFE-4)."""
    tensor, one = npu.tensor(zeros(4)), npu.scalar(1, np.float32)
    context = ffi.new("aclrtContext *")
    assert capi.aclrtGetCurrentContext(context) == 0
    made: list[Any] = []

    def first_phases() -> None:
        assert capi.aclrtSetCurrentContext(context[0]) == 0
        assert npu.run("aclnnAdd", tensor, tensor, one, tensor) == 0
        made.append(npu.prepare("aclnnAdd", tensor, tensor, one, tensor)[2])
    thread = threading.Thread(target=first_phases)
    thread.start()
    thread.join()
    assert capi.aclnnAdd(NULL, 0, made[0], npu.stream) == 0
    assert npu.synchronize() == 0
    assert findings() == ["A-THREAD"]


def test_interleaved_columns_on_two_streams_are_no_race() -> None:
    """The gaps of a strided tensor belong to others; the same columns do race."""
    emulator.configure(mode="faithful")
    npu = Calls()
    other = ffi.new("aclrtStream *")
    assert capi.aclrtCreateStream(other) == 0
    for rows in (4, 500):                                # few enough to list all pieces, and too many
        block = npu.memory(zeros(rows, 4))
        left, right = (capi.aclCreateTensor([rows, 2], 2, 0, [4, 1], offset, 2, [rows * 4], 1, block)
                       for offset in (0, 2))
        x = npu.tensor(zeros(rows, 2))
        one = npu.scalar(1, np.float32)
        for stream, out in ((npu.stream, left), (other[0], right)):
            _, size, executor = npu.prepare("aclnnAdd", x, x, one, out)
            assert capi.aclnnAdd(npu.workspace(size), size, executor, stream) == 0
        assert capi.aclrtSynchronizeDevice() == 0
        assert findings() == []


@pytest.mark.parametrize(("operator", "first", "second", "told"), [
    ("aclnnMul", np.int64, np.float16, "INT64 meets FLOAT16, which holds whole numbers up to 2048 only"),
    ("aclnnMul", np.float32, np.int32, "INT32 meets FLOAT, which holds whole numbers up to 16777216 only"),
    ("aclnnMul", np.int8, np.float16, ""), ("aclnnMul", np.int32, np.int64, ""),
    ("aclnnMul", np.int16, np.float32, "")])
def test_promotions_that_lose_digits(npu: Calls, operator: str, first: Any, second: Any, told: str) -> None:
    """A-PROMO, N-PRO-1: as information, once for a pair of types."""
    a, b = npu.tensor(np.ones(3, first)), npu.tensor(np.ones(3, second))
    out = npu.empty((3,), np.promote_types(second, np.float32) if second != np.int64 else np.int64)
    assert [npu.run(operator, a, b, out) for _ in range(2)] == [0, 0]
    found = [(finding.id, finding.severity) for finding in emulator.report().findings]
    assert found == ([("A-PROMO", "info")] if told else [])
    assert told in "".join(finding.message for finding in emulator.report().findings)


@pytest.mark.parametrize(("scalar", "told"), [(np.float64, "DOUBLE on A2 and A3, in FLOAT on 950"), (np.float32, "")])
def test_promotions_that_differ_between_parts(npu: Calls, scalar: Any, told: str) -> None:
    """A-PROMO, N-PRO-8, N-PRO-9: an int32 tensor with a DOUBLE scalar."""
    a, out = npu.tensor(np.ones(3, np.int32)), npu.empty((3,), np.float64)
    assert npu.run("aclnnAdds", a, npu.scalar(2, scalar), npu.scalar(1, np.int32), out) == 0
    messages = [finding.message for finding in emulator.report().findings]
    assert len(messages) == bool(told)
    assert told in "".join(messages)
