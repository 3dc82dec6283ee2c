"""Virtual memory: reserve, physical memory, map, access; and what is refused because other processes would need it."""
from __future__ import annotations

from typing import Any

import pytest
from memorykit import NULL, at, cell, content, ffi, fill, finding, ids, number, start

from pyacl import capi, emulator

MIB = 1 << 20
PAGE = 2 * MIB


@pytest.fixture(autouse=True)
def _machine() -> None:
    start(mode="strict", memory=64 * MIB)


def properties(**change: int) -> Any:
    out = ffi.new("aclrtPhysicalMemProp *")
    out.memAttr = capi.ACL_HBM_MEM_HUGE
    out.location.type = capi.ACL_MEM_LOCATION_TYPE_DEVICE
    for name, value in change.items():
        setattr(out, name, value)
    return out


def reserve(size: int) -> Any:
    out = cell()
    assert capi.aclrtReserveMemAddress(out, size, 0, NULL, 1) == 0
    return out[0]


def physical(size: int = PAGE, **change: int) -> Any:
    out = ffi.new("aclrtDrvMemHandle *")
    assert capi.aclrtMallocPhysical(out, size, properties(**change), 0) == 0
    return out[0]


def mapped(address: Any, handle: Any, size: int = PAGE) -> None:
    assert capi.aclrtMapMem(address, size, 0, handle, 0) == 0


def test_r_vmm_1_reserving_addresses() -> None:
    """R-VMM-1: no size is 100000; a huge range costs no memory; it starts on a multiple of the page size."""
    out = cell()
    assert capi.aclrtReserveMemAddress(NULL, PAGE, 0, NULL, 0) == 100000
    assert capi.aclrtReserveMemAddress(out, 0, 0, NULL, 0) == 100000
    assert capi.aclrtReserveMemAddress(out, PAGE, 0, NULL, 2) == 100000
    area = reserve(1 << 38)
    assert number(area) % PAGE == 0
    assert emulator.report().live_by_kind == {"reserved range": 1}
    assert capi.aclrtReleaseMemAddress(NULL) == 100000
    assert capi.aclrtReleaseMemAddress(at(area, PAGE)) == 107000
    assert capi.aclrtReleaseMemAddress(area) == 0
    assert capi.aclrtReleaseMemAddress(area) == 107000
    assert emulator.report().live == 0


@pytest.mark.parametrize(("attribute", "size"), [("ACL_HBM_MEM_HUGE", PAGE), ("ACL_HBM_MEM_NORMAL", 4096)])
def test_r_vmm_2_granularity(attribute: str, size: int) -> None:
    """R-VMM-2: pages of the memory attribute."""
    out = ffi.new("size_t *")
    wanted = properties(memAttr=getattr(capi, attribute))
    for option in (0, 1):
        assert capi.aclrtMemGetAllocationGranularity(wanted, option, out) == 0
        assert out[0] == size
    assert capi.aclrtMemGetAllocationGranularity(NULL, 0, out) == 100000
    assert capi.aclrtMemGetAllocationGranularity(wanted, 0, NULL) == 100000
    assert capi.aclrtMemGetAllocationGranularity(properties(memAttr=capi.ACL_HBM_MEM), 0, out) == 100000
    assert capi.aclrtMemGetAllocationGranularity(properties(memAttr=capi.ACL_DDR_MEM_HUGE), 0, out) == 100000
    assert capi.aclrtMemGetAllocationGranularity(wanted, 7, out) == 107000


def test_r_vmm_2_physical_memory() -> None:
    """R-VMM-2: unshared, pinned, a multiple of the granularity, and the device's memory is limited."""
    out = ffi.new("aclrtDrvMemHandle *")
    call = capi.aclrtMallocPhysical
    assert call(NULL, PAGE, properties(), 0) == call(out, 0, properties(), 0) == call(out, PAGE, NULL, 0) == 100000
    assert call(out, PAGE, properties(), 1) == call(out, PAGE, properties(handleType=2), 0) == 100000
    assert call(out, PAGE + 4096, properties(), 0) == 107000
    assert call(out, 66 * MIB, properties(), 0) == 207001
    handle = physical(62 * MIB)
    assert call(out, 4 * MIB, properties(), 0) == 207001
    found = ffi.new("aclrtPhysicalMemProp *")
    assert capi.aclrtMemGetAllocationPropertiesFromHandle(handle, found) == 0
    assert found.memAttr == capi.ACL_HBM_MEM_HUGE
    assert capi.aclrtFreePhysical(NULL) == 100000
    assert capi.aclrtFreePhysical(handle) == 0
    assert capi.aclrtFreePhysical(handle) == 107017
    assert emulator.report().live == 0


def test_r_vmm_3_mapping() -> None:
    """R-VMM-3: a whole handle at offset 0 into a reserved range; then it is memory like any other."""
    area, handle = reserve(2 * PAGE), physical()
    call = capi.aclrtMapMem
    assert call(NULL, PAGE, 0, handle, 0) == call(area, PAGE, 0, NULL, 0) == 100000
    assert call(area, 0, 0, handle, 0) == call(area, PAGE, 0, handle, 1) == 100000
    assert call(area, PAGE, 4096, handle, 0) == 107000
    assert call(area, 2 * PAGE, 0, handle, 0) == 107000
    assert call(at(area, 2 * PAGE), PAGE, 0, handle, 0) == 107000
    mapped(at(area, PAGE), handle)
    other = physical()
    assert call(at(area, PAGE), PAGE, 0, other, 0) == 107000
    fill(at(area, PAGE + 8), b"mapped")
    assert content(at(area, PAGE + 8), 6) == b"mapped"
    found, back = ffi.new("aclrtPtrAttributes *"), ffi.new("aclrtDrvMemHandle *")
    assert capi.aclrtPointerGetAttributes(at(area, PAGE + 8), found) == 0
    assert (found.location.type, found.pageSize) == (1, PAGE)
    assert capi.aclrtMemRetainAllocationHandle(at(area, PAGE), back) == 0
    assert back[0] == handle
    with finding("S-UNINIT", "aclrtMemcpy"):
        content(at(area, PAGE), 4)
    with finding("S-OOB", "aclrtMemcpy"):
        fill(at(area, 2 * PAGE - 2), bytes(4))


def test_r_vmm_3_the_bytes_belong_to_the_physical_memory() -> None:
    """R-VMM-3: they follow it to another address."""
    area, handle = reserve(2 * PAGE), physical()
    mapped(area, handle)
    fill(area, b"moves")
    assert capi.aclrtUnmapMem(NULL) == 100000
    assert capi.aclrtUnmapMem(at(area, PAGE)) == 107000
    assert capi.aclrtUnmapMem(area) == 0
    with finding("S-UAF", "aclrtMemcpy"):
        content(area, 5)
    mapped(at(area, PAGE), handle)
    assert content(at(area, PAGE), 5) == b"moves"
    assert ids() == ["S-UAF"]


def test_r_vmm_4_order_of_release() -> None:
    """R-VMM-4: a range with a mapping cannot be released; physical memory freed while mapped goes with the mapping."""
    area, handle = reserve(PAGE), physical()
    mapped(area, handle)
    assert capi.aclrtReleaseMemAddress(area) == 107000
    assert capi.aclrtFreePhysical(handle) == 0
    fill(area, b"still")
    assert content(area, 5) == b"still"
    assert capi.aclrtUnmapMem(area) == 0
    assert capi.aclrtReleaseMemAddress(area) == 0
    assert emulator.report().live == 0
    assert ids() == []


def test_r_mem_9_a_reset_takes_physical_memory_and_mappings() -> None:
    area, handle = reserve(PAGE), physical()
    mapped(area, handle)
    assert capi.aclrtResetDevice(0) == 0
    assert emulator.report().live_by_kind == {"reserved range": 1}
    assert set(ids()) == {"S-LEAK"}
    assert capi.aclrtReleaseMemAddress(area) == 0


def test_r_vmm_3_access_of_other_devices() -> None:
    """R-VMM-3: aclrtMemSetAccess."""
    area, handle = reserve(PAGE), physical()
    mapped(area, handle)
    wish, flag, where = ffi.new("aclrtMemAccessDesc *"), ffi.new("uint64_t *"), ffi.new("aclrtMemLocation *")
    wish.location.type = where.type = 1
    wish.location.id = where.id = 1
    wish.flags = 3
    assert capi.aclrtMemGetAccess(area, where, flag) == 0
    assert flag[0] == 0
    assert capi.aclrtMemSetAccess(area, PAGE, wish, 0) == capi.aclrtMemSetAccess(area, PAGE, NULL, 1) == 107000
    assert capi.aclrtMemSetAccess(area, 2 * PAGE, wish, 1) == 107000
    assert capi.aclrtMemSetAccess(area, PAGE, wish, 1) == 0
    assert capi.aclrtMemGetAccess(area, where, flag) == 0
    assert flag[0] == 3


def test_r_vmm_5_nothing_is_shared_with_other_processes() -> None:
    """R-VMM-5: NULL is 100000, all else a clean 207000 that is not kept as last error."""
    key = ffi.new("char[65]")
    handle, out, number_ = physical(), cell(), ffi.new("uint64_t *")
    assert capi.aclrtIpcMemGetExportKey(NULL, 64, key, 65, 0) == 100000
    assert capi.aclrtIpcMemGetExportKey(out, 64, NULL, 65, 0) == 100000
    assert capi.aclrtIpcMemImportByKey(NULL, key, 0) == 100000
    assert capi.aclrtIpcMemGetExportKey(out, 64, key, 65, 0) == 207000
    assert capi.aclrtIpcMemImportByKey(out, key, 0) == capi.aclrtIpcMemClose(key) == 207000
    assert capi.aclrtMemExportToShareableHandle(NULL, 0, 0, number_) == 100000
    assert capi.aclrtMemExportToShareableHandle(handle, 0, 0, number_) == 207000
    assert capi.aclrtGetLastError(0) == 0
