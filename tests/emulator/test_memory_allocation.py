"""Device, pinned and registered memory: codes, sizes, and what can be asked about addresses."""
from __future__ import annotations

import threading
from typing import Any

import pytest
from memorykit import D2H, NULL, UNTOUCHED, at, cell, content, ffi, fill, malloc, malloc_host, number, start, stream

from pyacl import capi, emulator

SIZE_MAX = 2**64 - 1
MIB = 1 << 20


@pytest.fixture(autouse=True)
def _machine() -> None:
    start(mode="faithful")


def token() -> str:
    text = capi.aclGetRecentErrMsg()
    return "" if text == NULL else ffi.string(text).decode()


def in_bare_thread(call: Any) -> int:
    codes: list[int] = []
    thread = threading.Thread(target=lambda: codes.append(call()))
    thread.start()
    thread.join()
    return codes[0]


def free_bytes(attribute: int = 1) -> int:
    free, total = ffi.new("size_t *"), ffi.new("size_t *")
    assert capi.aclrtGetMemInfo(attribute, free, total) == 0
    return int(free[0])


# -- device memory
@pytest.mark.parametrize("function", ["aclrtMalloc", "aclrtMallocAlign32", "aclrtMallocCached"])
def test_r_mem_1_null_zero_and_overflow_are_refused_by_the_first_layer(function: str) -> None:
    """R-MEM-1, R-ABI-6: 100000, the out pointer and the last error stay as they were."""
    call, out = getattr(capi, function), cell()
    assert call(NULL, 16, 0) == 100000
    assert call(out, 0, 0) == 100000
    assert call(out, SIZE_MAX, 0) == 100000
    assert number(out[0]) == UNTOUCHED
    assert capi.aclrtPeekAtLastError(0) == 0


def test_r_abi_3_the_first_layer_wins_over_the_missing_context() -> None:
    """R-ABI-3, R-MEM-1, R-CTX-1"""
    out = cell()
    assert in_bare_thread(lambda: capi.aclrtMalloc(NULL, 16, 0)) == 100000
    assert in_bare_thread(lambda: capi.aclrtMalloc(out, 16, 0)) == 107002


def test_r_mem_1_memory_beyond_the_device_is_207001_and_nothing_is_taken() -> None:
    """R-MEM-1: out of memory."""
    start(memory=4 * MIB)
    before, out = free_bytes(), cell()
    assert capi.aclrtMalloc(out, 5 * MIB, 0) == 207001
    assert number(out[0]) == UNTOUCHED
    assert capi.aclrtGetLastError(0) == 207001
    assert free_bytes() == before == 4 * MIB
    assert capi.aclrtMalloc(out, MIB, 0) == 0


@pytest.mark.parametrize(("function", "size", "capacity"), [
    ("aclrtMalloc", 1, 64), ("aclrtMalloc", 32, 64), ("aclrtMalloc", 33, 96), ("aclrtMallocCached", 33, 96),
    ("aclrtMallocAlign32", 1, 32), ("aclrtMallocAlign32", 33, 64)])
def test_r_mem_2_sizes_are_rounded_to_32_and_padded(function: str, size: int, capacity: int) -> None:
    """R-MEM-2: (n + 32 + pad - 1) / 32 * 32 with pad 32 on the 910B, and without it for align32."""
    base, length = cell(), ffi.new("size_t *")
    assert capi.aclrtMemGetAddressRange(malloc(size, function=function), base, length) == 0
    assert length[0] == capacity


def test_r_mem_2_no_spare_bytes_where_the_part_has_no_padding() -> None:
    start(soc="Ascend950")
    length = ffi.new("size_t *")
    assert capi.aclrtMemGetAddressRange(malloc(33), NULL, length) == 0
    assert length[0] == 64


@pytest.mark.parametrize("size", [1, 64, 100_000, 5 * MIB])
def test_r_mem_3_blocks_start_on_512_bytes(size: int) -> None:
    assert [number(malloc(size)) % 512 for _ in range(5)] == [0] * 5


@pytest.mark.parametrize("policy", [0, 1, 2, 3, 4, 5, 8, 0x100, 0x1000, 0x1102, 2**32 - 1])
def test_r_mem_4_every_policy_gives_memory(policy: int) -> None:
    """R-MEM-4: unknown policies count as the default."""
    block = malloc(64, policy)
    fill(block, b"x" * 64)
    assert content(block, 64) == b"x" * 64
    assert capi.aclrtPeekAtLastError(0) == 0


@pytest.mark.parametrize(("policy", "size", "taken"), [
    (0, MIB, MIB + 32), (0, MIB + 1, 2 * MIB), (1, 64, 2 * MIB), (2, 3 * MIB, 3 * MIB + 32)])
def test_r_mem_4_huge_pages_are_taken_in_whole(policy: int, size: int, taken: int) -> None:
    """R-MEM-4: HUGE_FIRST up to 1 MiB takes normal pages; huge ones come in units of 2 MiB."""
    before = free_bytes()
    block = malloc(size, policy)
    assert before - free_bytes() == taken
    assert capi.aclrtFree(block) == 0
    assert free_bytes() == before


def test_r_mem_5_fresh_memory_is_zero_in_faithful_and_poisoned_in_strict_mode() -> None:
    assert content(malloc(48), 48) == bytes(48)
    start(mode="strict")
    pinned = malloc_host(64)
    assert ffi.buffer(pinned, 64)[:] == b"\xa5" * 64


def test_r_mem_7_free_of_null_is_100000_and_needs_no_context() -> None:
    assert capi.aclrtFree(NULL) == capi.aclrtFreeWithDevSync(NULL) == 100000
    assert "EH0008" in token()
    block = malloc(64)
    assert in_bare_thread(lambda: capi.aclrtFreeWithDevSync(block)) == 107002
    assert in_bare_thread(lambda: capi.aclrtFree(block)) == 0


def test_r_mem_8_wrong_frees_are_107000_and_reported() -> None:
    """R-MEM-8, S-DBL: twice, inside a block, never allocated."""
    block = malloc(64)
    assert capi.aclrtFree(at(block, 32)) == 107000
    assert capi.aclrtFree(block) == 0
    assert capi.aclrtFree(block) == 107000
    assert capi.aclrtFree(ffi.new("char[64]")) == 107000
    assert capi.aclrtGetLastError(0) == 107000
    texts = [finding.message for finding in emulator.report().findings if finding.id == "S-DBL"]
    for text, part in zip(texts, ("32 bytes inside", "already freed", "never allocated"), strict=True):
        assert part in text


def test_r_mem_9_memory_belongs_to_the_device() -> None:
    """R-MEM-9, R-CTX-7: it outlives contexts and is freed under another device, and by the last reset."""
    block = malloc(64)
    context = ffi.new("aclrtContext *")
    assert capi.aclrtCreateContext(context, 0) == 0
    other = malloc(64)
    assert capi.aclrtDestroyContext(context[0]) == 0
    assert capi.aclrtSetDevice(1) == 0
    assert capi.aclrtFree(block) == capi.aclrtFree(other) == 0
    assert capi.aclrtSetDevice(0) == 0
    malloc(64)
    assert emulator.report().live_by_kind["device memory"] == 1
    assert capi.aclrtResetDevice(0) == capi.aclrtResetDevice(0) == 0
    assert "device memory" not in emulator.report().live_by_kind
    assert "S-LEAK" in [finding.id for finding in emulator.report().findings]


def test_r_mem_10_flush_and_invalidate_have_nothing_to_do() -> None:
    block = malloc(64)
    assert capi.aclrtMemFlush(block, 64) == capi.aclrtMemInvalidate(block, 64) == 0
    assert capi.aclrtMemFlush(NULL, 64) == capi.aclrtMemInvalidate(block, 0) == 100000


def test_r_mem_11_pointer_attributes_tell_where_an_address_lies() -> None:
    """R-MEM-11: HOST 0, DEVICE 1, UNREGISTERED 2."""
    found = ffi.new("aclrtPtrAttributes *")
    assert capi.aclrtPointerGetAttributes(NULL, found) == 100000
    block = malloc(64)
    assert capi.aclrtPointerGetAttributes(block, NULL) == 100000
    for pointer, kind in ((block, 1), (at(block, 16), 1), (malloc_host(64), 0), (ffi.new("char[64]"), 2)):
        assert capi.aclrtPointerGetAttributes(pointer, found) == 0
        assert (found.location.type, found.location.id) == (kind, 0)


def test_r_mem_11_the_type_of_many_addresses() -> None:
    """aclrtCheckMemType: 1 if all lie in memory of aclrtMalloc (type 2)."""
    found, block = ffi.new("uint32_t *"), malloc(64)
    for pointers, kind, expected in (([block, malloc(64)], 2, 1), ([block, malloc_host(64)], 2, 0), ([block], 8, 0)):
        assert capi.aclrtCheckMemType(ffi.new("void *[]", pointers), len(pointers), kind, found, 0) == 0
        assert found[0] == expected
    assert capi.aclrtCheckMemType(NULL, 1, 2, found, 0) == 100000
    assert capi.aclrtCheckMemType(ffi.new("void *[]", [block]), 0, 2, found, 0) == 107000


def test_r_dev_17_memory_info() -> None:
    """R-DEV-17: normal and huge pages add up, and what a part lacks is zero."""
    start(memory=64 * MIB)
    free, total = ffi.new("size_t *"), ffi.new("size_t *")
    assert capi.aclrtGetMemInfo(1, NULL, total) == capi.aclrtGetMemInfo(1, free, NULL) == 100000
    assert capi.aclrtGetMemInfo(18, free, total) == capi.aclrtGetMemInfo(99, free, total) == 107016
    assert in_bare_thread(lambda: capi.aclrtGetMemInfo(1, free, total)) == 107002
    malloc(3 * MIB, 1)
    sizes = {}
    for attribute in (1, 4, 5, 10):
        assert capi.aclrtGetMemInfo(attribute, free, total) == 0
        sizes[attribute] = (free[0], total[0])
    assert sizes[1] == (60 * MIB, 64 * MIB)
    assert tuple(map(sum, zip(sizes[4], sizes[5], strict=True))) == sizes[1]
    assert sizes[10] == (0, 0)


def test_r_dev_17_the_older_release_knows_fewer_attributes() -> None:
    start(profile="8.1.RC1")
    free, total = ffi.new("size_t *"), ffi.new("size_t *")
    assert capi.aclrtGetMemInfo(11, free, total) == 0
    assert capi.aclrtGetMemInfo(12, free, total) == 107016


def test_r_mem_2_a_configuration_can_name_the_device() -> None:
    """aclrtMallocWithCfg: unknown attributes are refused, a device id chooses where."""
    attribute = ffi.new("aclrtMallocAttribute *")
    config = ffi.new("aclrtMallocConfig *", {"attrs": attribute, "numAttrs": 1})
    out, found = cell(), ffi.new("aclrtPtrAttributes *")
    attribute.attr = 9
    assert capi.aclrtMallocWithCfg(out, 64, 0, config) == 107000
    attribute.attr, attribute.value.deviceId = 2, 1
    assert capi.aclrtMallocWithCfg(out, 64, 0, config) == 0
    assert capi.aclrtPointerGetAttributes(out[0], found) == 0
    assert (found.location.type, found.location.id) == (1, 1)
    attribute.value.deviceId = 7
    assert capi.aclrtMallocWithCfg(out, 64, 0, config) == 107001
    config.attrs = NULL
    assert capi.aclrtMallocWithCfg(out, 64, 0, config) == 100000
    assert capi.aclrtMallocWithCfg(out, 64, 0, NULL) == 0


def test_managed_memory_is_on_both_sides() -> None:
    """aclrtMemAllocManaged takes flag 1 only; R-MEM-11: location MANAGED 3."""
    out, found = cell(), ffi.new("aclrtPtrAttributes *")
    assert capi.aclrtMemAllocManaged(NULL, 64, 1) == capi.aclrtMemAllocManaged(out, 64, 0) == 100000
    assert capi.aclrtMemAllocManaged(out, 0, 1) == 107000
    assert capi.aclrtMemAllocManaged(out, 64, 1) == 0
    assert capi.aclrtPointerGetAttributes(out[0], found) == 0
    assert found.location.type == 3
    assert capi.aclrtFree(out[0]) == 0


# -- host memory
def test_r_hst_1_pinned_memory() -> None:
    """R-HST-1: NULL and 0 are 100000, then the context; aligned and rounded to 32."""
    out, length = cell(), ffi.new("size_t *")
    assert capi.aclrtMallocHost(NULL, 64) == capi.aclrtMallocHost(out, 0) == 100000
    assert in_bare_thread(lambda: capi.aclrtMallocHost(out, 64)) == 107002
    assert number(out[0]) == UNTOUCHED
    pinned = malloc_host(33)
    assert number(pinned) % 64 == 0
    assert capi.aclrtMemGetAddressRange(pinned, NULL, length) == 0
    assert length[0] == 64
    assert capi.aclrtMallocHostWithCfg(out, 64, NULL) == 0


def test_r_hst_2_only_pinned_memory_is_freed_as_such() -> None:
    """R-HST-2, S-DBL; aclrtFree takes pinned memory and only the report tells."""
    block, pinned = malloc(64), malloc_host(64)
    assert capi.aclrtFreeHost(NULL) == 100000
    assert capi.aclrtFreeHost(block) == 107000
    assert capi.aclrtGetLastError(0) == 107000
    assert capi.aclrtFreeHost(ffi.new("char[64]")) == 107000
    assert capi.aclrtFree(pinned) == 0
    assert [finding.function for finding in emulator.report().findings if finding.id == "S-DBL"] == [
        "aclrtFreeHost", "aclrtFreeHost", "aclrtFree"]


@pytest.fixture
def page() -> Any:
    """A page of this process, aligned to 4 KiB."""
    raw = ffi.new("char[]", 3 * 4096)
    return ffi.cast("char *", -(-number(raw) // 4096) * 4096), raw


def test_r_hst_3_registered_memory(page: Any) -> None:
    """R-HST-3: 4 KiB alignment, 507910 for a second time, 507911 for what is unknown."""
    memory, out = page[0], cell()
    assert capi.aclrtHostRegister(NULL, 4096, 0, out) == capi.aclrtHostRegister(memory, 0, 0, out) == 100000
    assert capi.aclrtHostRegister(memory, 4096, 0, NULL) == 100000
    assert capi.aclrtHostRegister(memory + 16, 4096, 0, out) == 107000
    assert capi.aclrtHostUnregister(memory) == 507911
    assert capi.aclrtHostRegister(memory, 4096, 0, out) == 0
    assert out[0] == memory
    assert capi.aclrtHostRegister(memory, 4096, 0, out) == 507910
    device = cell()
    assert capi.aclrtHostGetDevicePointer(memory, device, 0) == 0
    assert device[0] == memory
    assert capi.aclrtHostUnregister(NULL) == 100000
    assert capi.aclrtHostUnregister(memory) == 0
    assert capi.aclrtHostGetDevicePointer(memory, device, 0) == 107000
    assert capi.aclrtGetLastError(0) == 107000


def test_r_hst_3_registered_memory_takes_part_in_queued_copies(page: Any) -> None:
    """R-HST-3, R-ASY-3: it counts as pinned."""
    memory = page[0]
    assert capi.aclrtHostRegisterV2(memory, 4096, 0) == capi.aclrtHostRegisterV2(memory, 4096, 0x42) == 107000
    assert capi.aclrtHostRegisterV2(memory, 4096, 0x2) == 0
    ffi.memmove(memory, b"registered", 10)
    block, queue = malloc(64), stream()
    assert capi.aclrtMemcpyAsync(block, 64, memory, 10, 1, queue) == 0
    assert capi.aclrtSynchronizeStream(queue) == 0
    assert content(block, 10) == b"registered"
    assert "S-PAGEABLE" not in [finding.id for finding in emulator.report().findings]
    assert capi.aclrtHostUnregister(memory) == 0


def test_memory_of_a_former_machine_is_released_silently() -> None:
    """A finalizer may come after `emulator.reset()`: no foreign free, and no block of the new machine is touched."""
    block, pinned = malloc(64), malloc_host(64)
    start(mode="strict")
    young = [malloc(64) for _ in range(50)]
    assert block not in young
    assert capi.aclrtFree(block) == capi.aclrtFreeHost(pinned) == 0
    for pointer in young:
        assert capi.aclrtFree(pointer) == 0
    assert not emulator.report().findings


def test_large_blocks_cost_nothing_until_touched() -> None:
    block = malloc(8 << 30)
    last = at(block, (8 << 30) - 4)
    fill(last, b"tail")
    out = bytearray(4)
    assert capi.aclrtMemcpy(out, 4, last, 4, D2H) == 0
    assert out == b"tail"
    assert capi.aclrtFree(block) == 0
