"""Queued copies and fills: what pinned and pageable memory mean, and copies whose ends are found when they run."""
from __future__ import annotations

import struct
import threading

import numpy as np
import pytest
from memorykit import (
    BUFFERED,
    D2D,
    D2H,
    DEFAULT,
    H2D,
    H2H,
    NULL,
    at,
    cell,
    content,
    ffi,
    fill,
    finding,
    held,
    ids,
    malloc,
    malloc_host,
    number,
    start,
    stream,
    sync,
)

from pyacl import capi

DIGITS = bytes(range(16))


@pytest.fixture(autouse=True)
def _machine() -> None:
    start(mode="faithful")


# -- checks
def test_r_asy_1_the_checks_are_those_of_the_synchronous_form() -> None:
    """R-ASY-1, R-CPY-2: no bytes, NULL, kind and size come before context and stream."""
    block, host, queue = malloc(64), ffi.new("char[16]"), stream()
    context = ffi.new("aclrtContext *")
    codes: list[int] = []

    def bare() -> None:
        codes.append(capi.aclrtMemcpyAsync(NULL, 0, NULL, 0, 99, NULL))
        codes.append(capi.aclrtMemcpyAsync(NULL, 16, host, 16, H2D, NULL))
        codes.append(capi.aclrtMemcpyAsync(block, 8, host, 16, H2D, NULL))
        codes.append(capi.aclrtMemcpyAsync(block, 16, host, 16, H2D, NULL))
    thread = threading.Thread(target=bare)
    thread.start()
    thread.join()
    assert codes == [0, 100000, 107000, 107002]
    assert capi.aclrtMemcpyAsync(block, 16, host, 16, 6, queue) == 100000
    assert capi.aclrtCreateContext(context, 0) == 0
    assert capi.aclrtMemcpyAsync(block, 16, host, 16, H2D, queue) == 107003
    assert capi.aclrtMemsetAsync(block, 16, 0, 16, queue) == 107003
    assert capi.aclrtDestroyContext(context[0]) == 0


def test_r_cpy_6_queued_memset() -> None:
    block, queue = malloc(64), stream()
    assert capi.aclrtMemsetAsync(NULL, 0, 0, 0, queue) == 0
    assert capi.aclrtMemsetAsync(NULL, 16, 0, 16, queue) == 100000
    assert capi.aclrtMemsetAsync(block, 8, 0, 16, queue) == 107000
    assert capi.aclrtMemsetAsync(block, 16, 0x1FE, 16, queue) == 0
    assert capi.aclrtMemsetD32Async(at(block, 16), 48, 5, 2, queue) == 0
    sync(queue)
    assert content(block, 28) == b"\xfe" * 16 + b"\5\0\0\0" * 2 + bytes(4)


@pytest.mark.parametrize("kind", [H2D, D2H, D2D, DEFAULT])
def test_r_asy_2_known_ends_decide_the_direction(kind: int) -> None:
    """R-ASY-2: pinned to device, device to device, device to pinned, whatever the kind says."""
    first, second, queue = malloc(64), malloc(64), stream()
    source, target = malloc_host(64, DIGITS), malloc_host(64)
    for to, come_from in ((first, source), (second, first), (target, second)):
        assert capi.aclrtMemcpyAsync(to, 64, come_from, 16, kind, queue) == 0
    sync(queue)
    assert ffi.buffer(target, 16)[:] == DIGITS


def test_r_asy_2_host_to_host_is_not_supported() -> None:
    """R-ASY-2, R-ERR-7: 207000, which is not kept as last error."""
    block, queue, host = malloc(64), stream(), ffi.new("char[16]")
    first, second = malloc_host(64), malloc_host(64)
    assert capi.aclrtMemcpyAsync(second, 64, first, 16, DEFAULT, queue) == 207000
    assert capi.aclrtMemcpyAsync(block, 64, first, 16, H2H, queue) == 207000
    assert capi.aclrtMemcpyAsync(block, 64, host, 16, H2H, queue) == 207000
    assert capi.aclrtMemcpyAsync(host, 16, block, 16, H2H, queue) == 207000
    assert capi.aclrtGetLastError(0) == 0


def test_r_asy_2_pageable_memory_must_fit_the_buffered_kind() -> None:
    block, queue, host = malloc(64), stream(), ffi.new("char[16]")
    assert capi.aclrtMemcpyAsync(block, 64, host, 16, BUFFERED, queue) == 0
    assert capi.aclrtMemcpyAsync(host, 16, block, 16, BUFFERED, queue) == 107000
    assert capi.aclrtMemcpyAsync(malloc_host(16), 16, block, 16, BUFFERED, queue) == 107000
    assert capi.aclrtMemcpyAsync(host, 16, ffi.new("char[16]"), 16, BUFFERED, queue) == 107000
    assert capi.aclrtGetLastError(0) == 107000
    sync(queue)


# -- when the bytes move
def test_r_asy_3_pinned_memory_is_read_when_the_stream_comes_to_it() -> None:
    """R-ASY-3: in faithful mode what the host writes meanwhile arrives."""
    block, queue, pinned = malloc(64), stream(), malloc_host(64, b"early")
    with held(queue):
        assert capi.aclrtMemcpyAsync(block, 64, pinned, 5, H2D, queue) == 0
        assert content(block, 5) == bytes(5)
        ffi.memmove(pinned, b"later", 5)
    assert content(block, 5) == b"later"


def test_r_asy_4_pageable_memory_is_copied_within_the_call() -> None:
    """R-ASY-4, S-PAGEABLE: 9.1 waits for the stream; the report calls it a matter of speed."""
    block, queue, out = malloc(64), stream(), bytearray(16)
    pinned = malloc_host(64, DIGITS)
    assert capi.aclrtMemcpyAsync(block, 64, pinned, 16, H2D, queue) == 0
    assert capi.aclrtMemcpyAsync(out, 16, block, 16, D2H, queue) == 0
    assert out == DIGITS
    source = bytearray(b"abcd")
    assert capi.aclrtMemcpyAsync(block, 64, source, 4, H2D, queue) == 0
    source[:] = b"----"
    assert content(block, 4) == b"abcd"
    from pyacl import emulator
    assert {(found.id, found.severity) for found in emulator.report().findings} == {("S-PAGEABLE", "warning")}


def test_r_asy_4_pageable_memory_is_an_error_in_the_older_release() -> None:
    """R-ASY-4, S-PAGEABLE: undefined in 8.1, so strict mode raises."""
    start(profile="8.1.RC1", mode="strict")
    block, queue = malloc(64), stream()
    with finding("S-PAGEABLE", "aclrtMemcpyAsync"):
        capi.aclrtMemcpyAsync(block, 64, bytearray(16), 16, H2D, queue)
    sync(queue)


def test_r_asy_5_the_buffered_kind_takes_the_bytes_at_once() -> None:
    start(mode="strict")
    block, queue, source = malloc(64), stream(), bytearray(b"first")
    with held(queue):
        assert capi.aclrtMemcpyAsync(block, 64, source, 5, BUFFERED, queue) == 0
        source[:] = b"other"
    assert content(block, 5) == b"first"
    assert ids() == []


def test_r_asy_6_the_conditional_form_insists_on_pinned_memory() -> None:
    block, queue, pinned = malloc(64), stream(), malloc_host(64, DIGITS)
    call = capi.aclrtMemcpyAsyncWithCondition
    assert call(NULL, 16, pinned, 16, H2D, queue) == call(block, 16, pinned, 16, 99, queue) == 100000
    assert call(block, 16, ffi.new("char[16]"), 16, H2D, queue) == 207000
    assert capi.aclrtGetLastError(0) == 0
    assert call(block, 16, pinned, 16, H2D, queue) == 0
    sync(queue)
    assert content(block, 16) == DIGITS


def test_r_asy_7_r_cap_2_a_captured_copy_runs_with_the_model() -> None:
    """R-CAP-4: the arguments are baked in, the bytes are read at each run."""
    block, queue, model, pinned = malloc(64), stream(), ffi.new("aclmdlRI *"), malloc_host(64, b"one")
    assert capi.aclmdlRICaptureBegin(queue, 0) == 0
    assert capi.aclrtMemcpyAsync(block, 64, pinned, 3, H2D, queue) == 0
    assert capi.aclmdlRICaptureEnd(queue, model) == 0
    assert content(block, 3) == bytes(3)
    for text in (b"two", b"six"):
        ffi.memmove(pinned, text, 3)
        assert capi.aclmdlRIExecuteAsync(model[0], queue) == 0
        sync(queue)
        assert content(block, 3) == text
    assert capi.aclmdlRIDestroy(model[0]) == 0


# -- other forms
def test_r_cpy_8_queued_two_dimensions_may_stay_on_the_device() -> None:
    first, second, queue = malloc(64), malloc(64), stream()
    fill(first, bytes(range(64)))
    assert capi.aclrtMemcpy2dAsync(NULL, 16, first, 16, 8, 2, D2D, queue) == 100000
    assert capi.aclrtMemcpy2dAsync(second, 4, first, 16, 8, 2, D2D, queue) == 100000
    assert capi.aclrtMemcpy2dAsync(second, 16, first, 16, 8, 2, H2H, queue) == 100000
    assert capi.aclrtMemcpy2dAsync(second, 16, first, 16, 0, 2, D2D, queue) == 0
    assert capi.aclrtMemcpy2dAsync(second, 8, first, 16, 8, 2, D2D, queue) == 0
    sync(queue)
    assert content(second, 20) == bytes(range(8)) + bytes(range(16, 24)) + bytes(4)


def test_r_cpy_9_queued_batch() -> None:
    blocks, queue = [malloc(16), malloc(16)], stream()
    pinned = malloc_host(32, b"a" * 16 + b"b" * 16)
    attribute = ffi.new("aclrtMemcpyBatchAttr *")
    attribute.dstLoc.type = 1
    fail = ffi.new("size_t *")
    targets = ffi.new("void *[]", blocks)
    sources = ffi.new("void *[]", [pinned, ffi.cast("void *", at(pinned, 16))])
    sizes = ffi.new("size_t[]", [16, 16])
    assert capi.aclrtMemcpyBatchAsync(targets, sizes, sources, sizes, 2, attribute, ffi.new("size_t[]", [0]), 1, fail,
                                      queue) == 0
    assert capi.aclrtMemcpyBatchAsyncV2(targets, sizes, sources, sizes, 0, attribute, ffi.new("size_t[]", [0]), 1,
                                        queue) == 100000
    sync(queue)
    assert [content(block, 16) for block in blocks] == [b"a" * 16, b"b" * 16]
    assert ids() == []


def test_r_asy_1_offsets_and_addresses_found_when_the_copy_runs() -> None:
    """aclrtMemcpyAsyncWithOffset reads both addresses when the stream comes to it."""
    source, target, queue = malloc(64), malloc(64), stream()
    fill(source, DIGITS)
    table = malloc(16)
    assert capi.aclrtMemcpyAsyncWithOffset(ffi.cast("void **", table), 16, 8, ffi.cast("const void **", table), 16, 0,
                                           D2D, queue) == 107000
    call = capi.aclrtMemcpyAsyncWithOffset
    assert call(NULL, 16, 0, ffi.NULL, 16, 0, D2D, queue) == 107000
    ends = [ffi.cast("void **", at(table, offset)) for offset in (0, 8)]
    with held(queue):
        assert call(ends[0], 64, 8, ffi.cast("const void **", ends[1]), 4, 2, D2D, queue) == 0
        fill(table, struct.pack("QQ", number(target), number(source)))
    assert content(target, 16) == bytes(8) + DIGITS[2:6] + bytes(4)


def test_r_asy_8_copy_descriptors() -> None:
    source, target, queue, size = malloc(64), malloc(64), stream(), ffi.new("size_t *")
    fill(source, DIGITS)
    assert capi.aclrtGetMemcpyDescSize(6, NULL) == capi.aclrtGetMemcpyDescSize(99, size) == 100000
    assert capi.aclrtGetMemcpyDescSize(3, size) == 207000
    assert capi.aclrtGetMemcpyDescSize(6, size) == 0
    descriptor = malloc(size[0])
    assert capi.aclrtSetMemcpyDesc(NULL, 6, source, target, 16, NULL) == 100000
    assert capi.aclrtSetMemcpyDesc(at(descriptor, 8), 6, source, target, 16, NULL) == 107000
    assert capi.aclrtSetMemcpyDesc(descriptor, 6, malloc_host(64), target, 16, NULL) == 107000
    assert capi.aclrtSetMemcpyDesc(descriptor, 6, source, target, 16, NULL) == 0
    assert capi.aclrtMemcpyAsyncWithDesc(NULL, 6, queue) == 100000
    assert capi.aclrtMemcpyAsyncWithDesc(descriptor, 6, NULL) == 100000
    assert capi.aclrtMemcpyAsyncWithDesc(descriptor, 6, queue) == 0
    sync(queue)
    assert content(target, 16) == DIGITS


def test_r_asy_8_values_are_written_and_waited_for() -> None:
    """R-ASY-8: 8-byte alignment; a wait holds its stream until the value is there."""
    flag, block = malloc(8), malloc(64)
    first, second = stream(), stream()
    assert capi.aclrtValueWrite(NULL, 1, 0, first) == 100000
    assert capi.aclrtValueWrite(at(block, 4), 1, 0, first) == 107000
    assert capi.aclrtMemsetAsync(flag, 8, 0, 8, first) == 0
    sync(first)
    assert capi.aclrtValueWait(flag, 7, 1, second) == 0
    assert capi.aclrtMemsetAsync(block, 64, 1, 64, second) == 0
    status = ffi.new("aclrtStreamStatus *")
    assert capi.aclrtStreamQuery(second, status) == 0
    assert status[0] == 1
    assert capi.aclrtValueWrite(flag, 7, 0, first) == 0
    sync(second)
    sync(first)
    assert content(flag, 8) == struct.pack("Q", 7)
    assert content(block, 1) == b"\1"


@pytest.mark.parametrize("writer", ["memset", "copy", "synchronous copy"])
def test_r_asy_8_any_write_of_the_value_ends_the_wait(writer: str) -> None:
    flag, source, first, second = malloc(8), malloc(8), stream(), stream()
    fill(flag, bytes(8))
    fill(source, b"\3" * 8)
    assert capi.aclrtValueWait(flag, 0x0303030303030303, 1, second) == 0
    if writer == "memset":
        assert capi.aclrtMemsetAsync(flag, 8, 3, 8, first) == 0
    elif writer == "copy":
        assert capi.aclrtMemcpyAsync(flag, 8, source, 8, D2D, first) == 0
    else:
        assert capi.aclrtMemcpy(flag, 8, b"\3" * 8, 8, H2D) == 0
    assert capi.aclrtSynchronizeStreamWithTimeout(second, 5000) == 0


@pytest.mark.parametrize(("condition", "value", "found", "met"), [
    (0, 5, 5, True), (0, 5, 4, False), (1, 5, 5, True), (1, 5, 6, False), (2, 6, 2, True), (2, 4, 2, False),
    (3, 2**64 - 2, 0, True), (3, 2**64 - 1, 0, False)])
def test_r_asy_8_conditions_of_a_wait(condition: int, value: int, found: int, met: bool) -> None:
    """At least (as a signed difference), equal, a common bit, a bit that neither has."""
    flag, queue = malloc(8), stream()
    fill(flag, struct.pack("Q", found))
    assert capi.aclrtValueWait(flag, value, condition, queue) == 0
    assert capi.aclrtSynchronizeStreamWithTimeout(queue, 5000 if met else 50) == (0 if met else 507046)
    assert capi.aclrtDestroyStreamForce(queue) == 0


@pytest.mark.parametrize(("kind", "expected"), [(10, [5, 7, 9]), (11, [4, 5, 6]), (12, [1, 2, 3])])
def test_r_asy_8_reduction(kind: int, expected: list[int]) -> None:
    """aclrtReduceAsync: SUM, MAX, MIN into the destination; the count is in bytes."""
    target, source, queue = malloc(12), malloc(12), stream()
    fill(target, np.array([4, 2, 6], np.float32).tobytes())
    fill(source, np.array([1, 5, 3], np.float32).tobytes())
    assert capi.aclrtReduceAsync(target, NULL, 12, kind, 0, queue, NULL) == 100000
    assert capi.aclrtReduceAsync(target, source, 12, kind, 9, queue, NULL) == 100000
    assert capi.aclrtReduceAsync(target, source, 12, 99, 0, queue, NULL) == 107000
    assert capi.aclrtReduceAsync(target, source, 12, kind, 0, queue, NULL) == 0
    sync(queue)
    assert np.frombuffer(content(target, 12), np.float32).tolist() == expected


def test_r_asy_8_cache_hints_do_nothing() -> None:
    block, queue, size = malloc(64), stream(), ffi.new("size_t *")
    assert capi.aclrtCmoAsync(NULL, 64, 0, queue) == capi.aclrtCmoAsync(block, 0, 0, queue) == 100000
    assert capi.aclrtCmoAsync(block, 64, 9, queue) == 107000
    assert capi.aclrtCmoAsync(block, 64, 0, queue) == 0
    assert capi.aclrtCmoGetDescSize(NULL) == capi.aclrtCmoSetDesc(NULL, block, 64) == 107000
    assert capi.aclrtCmoGetDescSize(size) == 0
    descriptor = malloc(size[0])
    assert capi.aclrtCmoSetDesc(descriptor, block, 64) == 0
    assert capi.aclrtCmoAsyncWithDesc(descriptor, 0, queue, NULL) == 0
    sync(queue)


def test_r_krn_4_the_overflow_status_is_64_bytes_written_by_the_stream() -> None:
    start(mode="strict")
    block, queue = malloc(64), stream()
    assert capi.aclrtGetOverflowStatus(NULL, 64, queue) == 100000
    assert capi.aclrtGetOverflowStatus(block, 64, queue) == 0
    sync(queue)
    assert content(block, 64) == bytes(64)
    assert ids() == []


def test_r_mem_12_memory_pools() -> None:
    """R-MEM-12: allocation and release in the stream's order; no bytes leave the out pointer alone."""
    start(mode="strict")
    queue, pool, out = stream(), ffi.new("aclrtMemPool *"), cell()
    properties = ffi.new("aclrtMemPoolProps *")
    properties.location.type = 1
    assert capi.aclrtMemPoolCreate(NULL, properties) == capi.aclrtMemPoolCreate(pool, NULL) == 100000
    assert capi.aclrtMemPoolCreate(pool, properties) == 0
    assert capi.aclrtMemPoolMallocAsync(out, 0, NULL, queue) == 100000
    untouched = number(out[0])
    assert capi.aclrtMemPoolMallocAsync(out, 0, pool[0], queue) == 0
    assert number(out[0]) == untouched
    assert capi.aclrtMemPoolMallocAsync(out, 96, pool[0], queue) == 0
    used = ffi.new("uint64_t *")
    assert capi.aclrtMemPoolGetAttr(pool[0], 7, used) == 0
    assert used[0] == 96
    assert capi.aclrtMemsetAsync(out[0], 96, 3, 96, queue) == 0
    assert capi.aclrtMemPoolFreeAsync(out[0], queue) == 0
    with finding("S-UAF", "aclrtMemsetAsync"):
        capi.aclrtMemsetAsync(out[0], 96, 3, 96, queue)
    sync(queue)
    assert capi.aclrtMemPoolGetAttr(pool[0], 7, used) == 0
    assert used[0] == 0
    assert capi.aclrtMemPoolGetAttr(pool[0], 8, used) == 0
    assert used[0] == 96
    assert capi.aclrtMemPoolTrimTo(pool[0], 0) == capi.aclrtMemPoolDestroy(pool[0]) == 0
    assert capi.aclrtMemPoolDestroy(pool[0]) == 107017


def test_r_mem_12_a_pool_keeps_freed_memory_up_to_its_threshold_and_has_a_limit() -> None:
    queue, pool, out = stream(), ffi.new("aclrtMemPool *"), cell()
    properties = ffi.new("aclrtMemPoolProps *", {"maxSize": 128})
    properties.location.type = 1
    assert capi.aclrtMemPoolCreate(pool, properties) == 0
    value = ffi.new("uint64_t *", 64)
    assert capi.aclrtMemPoolSetAttr(pool[0], 4, value) == 0
    assert capi.aclrtMemPoolSetAttr(pool[0], 7, value) == capi.aclrtMemPoolSetAttr(pool[0], 99, value) == 107000
    assert capi.aclrtMemPoolMallocAsync(out, 256, pool[0], queue) == 207001
    assert capi.aclrtMemPoolMallocAsync(out, 96, pool[0], queue) == 0
    assert capi.aclrtMemPoolFreeAsync(out[0], queue) == 0
    sync(queue)

    def reserved() -> int:
        assert capi.aclrtMemPoolGetAttr(pool[0], 5, value) == 0
        return int(value[0])
    assert reserved() == 64
    assert capi.aclrtMemPoolTrimTo(pool[0], 0) == 0
    assert reserved() == 0
    assert capi.aclrtMemPoolDestroy(pool[0]) == 0
