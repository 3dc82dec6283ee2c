"""Virtual memory: address ranges are reserved, physical memory is allocated, and the one is mapped to the other."""
from __future__ import annotations

import ctypes
from typing import Any

from ... import _abi
from .._handles import Object, address
from .._intervals import Intervals
from .._memory import FRESH, GIANT_PAGE, HUGE_PAGE, NORMAL_PAGE, UINTPTR, Block, Memory, lazy_pages
from .._order import Order
from .._registry import Refusal, c_function
from .._report import caller
from .._world import World, world
from .context import current_context, device_of, invalid, null, stale, unsupported, wrong

ffi = _abi.ffi
# aclrtMemAttr -> page size; the rest is no memory that could be allocated by itself
PAGES = {2: HUGE_PAGE, 3: NORMAL_PAGE, 4: HUGE_PAGE, 5: NORMAL_PAGE, 6: HUGE_PAGE, 7: NORMAL_PAGE, 10: GIANT_PAGE,
         12: NORMAL_PAGE, 13: HUGE_PAGE, 14: GIANT_PAGE, 15: NORMAL_PAGE, 16: HUGE_PAGE, 17: GIANT_PAGE}
HOST_ONLY = (2, 3, 6, 7)                              # DDR memory
HANDLE_NONE, PINNED = 0, 0
AT_DEVICE, UNREGISTERED = 1, 2                        # aclrtMemLocationType
MINIMUM, RECOMMENDED = 0, 1
NO_ACCESS, READ_WRITE = 0, 3                          # aclrtMemAccessFlags


class Physical(Object):
    """An aclrtDrvMemHandle: memory without an address."""

    kind = "physical memory"
    ctype = "aclrtDrvMemHandle"

    def __init__(self, size: int, device: int, properties: Any) -> None:
        super().__init__()
        self.size, self.device, self.properties = size, device, properties
        self.page = PAGES[properties.memAttr]
        self.content: bytes | None = None              # while it is not mapped
        self.written = Intervals()
        self.mapping: Mapping | None = None
        self.released = False                          # freed while mapped: goes with the mapping (R-VMM-4)


class Mapping(Block):
    """The block that a mapping makes of part of a reserved range."""

    __slots__ = ("access", "physical")

    def __init__(self, physical: Physical, start: int, data: Any) -> None:
        super().__init__("mapping", start, physical.size, data, physical.device)
        self.physical = physical
        self.page = physical.page
        self.access = {physical.device: READ_WRITE}    # device -> aclrtMemAccessFlags


class Range:
    """A reserved range of addresses."""

    def __init__(self, size: int) -> None:
        pages = lazy_pages(size + HUGE_PAGE)
        start = int(ffi.cast(UINTPTR, ffi.from_buffer(pages)))
        offset = -start % HUGE_PAGE
        self.start, self.end = start + offset, start + offset + size
        self.data = memoryview(pages)[offset:offset + size]
        self.created = caller()


class VirtualMemory:
    """The reserved ranges of a world, and what is mapped into them."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.memory = world.part(Memory)
        self.memory.at_reset.append(self.device_reset)
        self.ranges: dict[int, Range] = {}

    def live(self) -> list[tuple[str, str, int]]:
        return [("reserved range", area.created, area.start) for area in self.ranges.values()]

    def range_of(self, start: int, size: int) -> Range | None:
        return next((r for r in self.ranges.values() if r.start <= start and start + size <= r.end), None)

    def mapped(self, start: int, end: int) -> list[Mapping]:
        """The mappings that overlap [start, end)."""
        return [block for block in self.memory.blocks()
                if isinstance(block, Mapping) and block.address < end and start < block.end]

    def map(self, physical: Physical, area: Range, start: int) -> None:
        first = start - area.start
        block = Mapping(physical, start, area.data[first:first + physical.size])
        if physical.content is not None:
            block.data[:] = physical.content
            physical.content = None
        else:
            ctypes.memset(start, FRESH if self.memory.strict else 0, physical.size)
        if self.memory.strict:
            block.written = physical.written
        physical.mapping = block
        self.memory.add(block)

    def unmap(self, block: Mapping) -> None:
        physical = block.physical
        physical.mapping = None
        if physical.released:
            self.give_back(physical)
        else:
            physical.content = bytes(block.data)
        self.memory.free(block)

    def give_back(self, physical: Physical) -> None:
        self.memory.charge(physical.device, -physical.size, physical.page)
        self.world.handles.remove(physical)

    def device_reset(self, device: int) -> None:
        """R-MEM-9: the physical memory of a device goes with it."""
        for item in list(self.world.handles.live.values()):
            if isinstance(item, Physical) and item.device == device:
                self.world.find("S-LEAK", "aclrtResetDevice", f"{item.size} bytes of physical memory were never freed",
                                handle=item.handle, created=item.created, raises=False)
                self.give_back(item)


def _check_attribute(properties: Any) -> None:
    """What kind of memory is wanted must exist where it is wanted."""
    kind, location = properties.memAttr, properties.location.type
    if kind not in PAGES or (location == AT_DEVICE and kind in HOST_ONLY):
        raise invalid(f"prop: there is no memory of attribute {kind} at location type {location}")


def _physical(pointer: Any) -> Physical:
    if not pointer:
        raise null("handle")
    found = world().handles.get(pointer, Physical)
    if found is None or found.released:
        raise stale(world(), "physical memory", pointer)
    return found


# -- addresses
@c_function("aclrtReserveMemAddress", "aclrtReserveMemAddressNoUCMemory")
def reserve(out: Any, size: int, alignment: int, expected: Any, flags: int) -> int:
    """R-VMM-1: whatever is wished for as alignment and place, a range starts on a multiple of 2 MiB somewhere."""
    if not out:
        raise null("virPtr")
    if size == 0:
        raise invalid("size is 0")
    if flags not in (0, 1):
        raise invalid(f"flags is {flags}; 0 (normal) or 1 (huge pages)")
    machine = world()
    current_context(machine)
    try:
        area = Range(size)
    except (MemoryError, OSError, OverflowError, ValueError) as error:
        raise Refusal(207001, f"{size} bytes: {error}", token="EL0004") from None
    machine.part(VirtualMemory).ranges[area.start] = area
    out[0] = ffi.cast("void *", area.start)
    return 0


@c_function("aclrtReleaseMemAddress")
def release_address(pointer: Any) -> int:
    """R-VMM-4: refused while something is mapped."""
    if not pointer:
        raise null("virPtr")
    virtual = world().part(VirtualMemory)
    area = virtual.ranges.get(address(pointer))
    if area is None:
        raise wrong(f"{address(pointer):#x} is not the start of a reserved range")
    if virtual.mapped(area.start, area.end):
        raise wrong("the range still has a mapping")
    del virtual.ranges[area.start]
    return 0


# -- physical memory
@c_function("aclrtMemGetAllocationGranularity")
def get_granularity(properties: Any, option: int, out: Any) -> int:
    if not properties or not out:
        raise null("prop" if not properties else "granularity")
    _check_attribute(properties)
    if option not in (MINIMUM, RECOMMENDED):
        raise wrong(f"option {option} is unknown")
    out[0] = PAGES[properties.memAttr]
    return 0


@c_function("aclrtMallocPhysical")
def malloc_physical(out: Any, size: int, properties: Any, flags: int) -> int:
    """R-VMM-2"""
    if not out or not properties:
        raise null("handle" if not out else "prop")
    if size == 0 or flags:
        raise invalid("size is 0" if size == 0 else f"flags is {flags}; it must be 0")
    if (properties.handleType != HANDLE_NONE or properties.allocationType != PINNED
            or properties.location.type == UNREGISTERED):
        raise invalid("prop: only pinned memory without a shared handle, at a device or host")
    _check_attribute(properties)
    machine = world()
    current_context(machine)
    if properties.location.type != AT_DEVICE:
        raise unsupported(f"physical memory at location type {properties.location.type}")
    device = device_of(machine, properties.location.id).index
    page = PAGES[properties.memAttr]
    if size % page:
        raise wrong(f"size {size} is no multiple of {page}")
    machine.part(Memory).charge(device, size, page)
    copy = ffi.new("aclrtPhysicalMemProp *", properties[0])
    machine.part(VirtualMemory)
    out[0] = machine.handles.add(Physical(size, device, copy)).cdata
    return 0


@c_function("aclrtFreePhysical")
def free_physical(pointer: Any) -> int:
    physical = _physical(pointer)
    if physical.mapping is not None:
        physical.released = True
    else:
        world().part(VirtualMemory).give_back(physical)
    return 0


@c_function("aclrtMemGetAllocationPropertiesFromHandle")
def get_properties(pointer: Any, out: Any) -> int:
    physical = _physical(pointer)
    if not out:
        raise null("prop")
    out[0] = physical.properties[0]
    return 0


# -- mappings
@c_function("aclrtMapMem")
def map_memory(pointer: Any, size: int, offset: int, handle: Any, flags: int) -> int:
    """R-VMM-3"""
    if not pointer:
        raise null("virPtr")
    if not handle:
        raise null("handle")
    if size == 0 or flags:
        raise invalid("size is 0" if size == 0 else f"flags is {flags}; it must be 0")
    if offset:
        raise wrong(f"offset is {offset}; physical memory is mapped as a whole")
    machine, start = world(), address(pointer)
    virtual = machine.part(VirtualMemory)
    physical = _physical(handle)
    if size != physical.size:
        raise wrong(f"size {size} is not that of the physical memory, {physical.size}")
    area = virtual.range_of(start, size)
    if area is None:
        raise wrong(f"{size} bytes at {start:#x} are in no reserved range")
    if physical.mapping is not None or virtual.mapped(start, start + size):
        raise wrong("the physical memory or the addresses are mapped already")
    virtual.map(physical, area, start)
    return 0


def _mapping(pointer: Any) -> Mapping:
    if not pointer:
        raise null("virPtr")
    block = world().part(Memory).exact(address(pointer))
    if not isinstance(block, Mapping):
        raise wrong(f"nothing is mapped at {address(pointer):#x}")
    return block


@c_function("aclrtUnmapMem")
def unmap_memory(pointer: Any) -> int:
    machine, block = world(), _mapping(pointer)
    machine.part(Order).freed("aclrtUnmapMem", block)
    machine.part(VirtualMemory).unmap(block)
    return 0


@c_function("aclrtMemRetainAllocationHandle")
def retain_handle(pointer: Any, out: Any) -> int:
    if not pointer or not out:
        raise null("virPtr" if not pointer else "handle")
    out[0] = _mapping(pointer).physical.cdata
    return 0


@c_function("aclrtMemSetAccess")
def set_access(pointer: Any, size: int, descriptions: Any, count: int) -> int:
    """R-VMM-3: which devices may use a mapping.  The emulated devices do not look at it."""
    if not pointer or not descriptions:
        raise Refusal(107000, "virPtr or desc is NULL", token="EE1004")
    if size == 0 or count == 0:
        raise wrong("size or count is 0")
    block = _mapping(pointer)
    if size > block.capacity:
        raise wrong(f"size {size} exceeds the mapping of {block.capacity} bytes")
    for index in range(count):
        item = descriptions[index]
        if any(item.rsv) or not NO_ACCESS <= item.flags <= READ_WRITE:
            raise wrong(f"desc[{index}]: flags {item.flags}, or reserved bytes that are not 0")
        block.access[device_of(world(), item.location.id).index] = item.flags
    return 0


@c_function("aclrtMemGetAccess")
def get_access(pointer: Any, location: Any, out: Any) -> int:
    for name, value in (("virPtr", pointer), ("location", location), ("flag", out)):
        if not value:
            raise null(name)
    block = _mapping(pointer)
    out[0] = block.access.get(location.id, NO_ACCESS)
    return 0


# -- sharing with other processes
def _not_shared(*names: str) -> Any:
    """R-VMM-5: no emulated machine reaches beyond its process, so all that is checked are NULL pointers."""
    def refuse(*arguments: Any) -> int:
        for name, value in zip(names, arguments, strict=False):
            if name and not value:
                raise null(name)
        raise unsupported("memory shared between processes")
    return refuse


for function, parameters in {
        "aclrtMemExportToShareableHandle": ("handle", "", "", "shareableHandle"),
        "aclrtMemExportToShareableHandleV2": ("handle", "", "", "shareableHandle"),
        "aclrtMemImportFromShareableHandle": ("", "", "handle"),
        "aclrtMemImportFromShareableHandleV2": ("shareableHandle", "", "", "handle"),
        "aclrtMemSetPidToShareableHandle": ("", "pid"),
        "aclrtMemSetPidToShareableHandleV2": ("shareableHandle", "", "pid"),
        "aclrtIpcMemGetExportKey": ("devPtr", "", "key"),
        "aclrtIpcMemImportByKey": ("devPtr", "key"),
        "aclrtIpcMemSetImportPid": ("key", "pid"),
        "aclrtIpcMemSetAttr": (),
        "aclrtIpcMemImportPidInterServer": (),
        "aclrtIpcMemClose": ("key",)}.items():
    c_function(function)(_not_shared(*parameters))
