"""Allocation: device memory, pinned and registered host memory, and what can be asked about addresses."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import _abi
from .._handles import address
from .._memory import GIANT_PAGE, HUGE_PAGE, NORMAL_PAGE, ON_DEVICE, Block, Memory, release_former
from .._order import Order
from .._registry import Refusal, c_function
from .._world import World, world
from .capture import models_using
from .context import Context, Device, current_context, device_of, invalid, null, wrong

ffi = _abi.ffi
SIZE_MAX = 2**64 - 1
MIB = 1 << 20
PAGES = {0: HUGE_PAGE, 1: HUGE_PAGE, 2: NORMAL_PAGE, 3: HUGE_PAGE, 4: HUGE_PAGE, 5: NORMAL_PAGE,
         6: GIANT_PAGE, 7: GIANT_PAGE}                # R-MEM-4: policy -> page size
HUGE_FIRST = (0, 3)                                   # policies that fall back to normal pages
POLICY_BITS = 0x100 | 0x1000 | 0x100000               # band widths, read only for user space
ATTACH_GLOBAL = 1
AT_HOST, AT_DEVICE, UNREGISTERED, MANAGED = 0, 1, 2, 3           # aclrtMemLocationType
LOCATIONS = dict.fromkeys(ON_DEVICE, AT_DEVICE) | {"host": AT_HOST, "registered": AT_HOST, "managed": MANAGED}
MEMORY_TYPES, DEVICE_TYPE = (1, 2, 4, 8, 16), 2       # ACL_RT_MEM_TYPE_*
REGISTER_TYPES = 0x4 | 0x8                            # aclrtHostRegisterType: bits that may be combined
REGISTER_FLAGS = 0x2 | 0x4 | 0x8 | 0x10000000         # ACL_HOST_REG_*
DEVICE_ATTRIBUTE, LAST_ATTRIBUTE = 2, 3               # aclrtMallocAttrType


# -- device memory
def _page(size: int, policy: int) -> int:
    """Size of the pages that a policy takes (R-MEM-4); an unknown policy counts as the default."""
    page = PAGES.get(policy & ~POLICY_BITS)
    if page is None:
        world().find("S-SEMANTIC", "aclrtMalloc", f"policy {policy} is unknown and counts as HUGE_FIRST",
                     severity="info")
        policy, page = 0, HUGE_PAGE
    return NORMAL_PAGE if policy & ~POLICY_BITS in HUGE_FIRST and size <= MIB else page


def _allocate(out: Any, size: int, policy: int, device: int, spare: bool) -> int:
    memory = world().part(Memory)
    page = _page(size, policy)
    try:
        block = memory.allocate("device", size, device, spare=spare and page != GIANT_PAGE, page=page)
    except Refusal:
        if policy & ~POLICY_BITS not in HUGE_FIRST or page == NORMAL_PAGE:
            raise
        block = memory.allocate("device", size, device, spare=spare)
    out[0] = ffi.cast("void *", block.address)
    return 0


def _check_request(out: Any, size: int, name: str = "devPtr") -> None:
    if not out:
        raise null(name)
    if size == 0:
        raise invalid("size is 0")


def _malloc(spare: bool) -> Callable[[Any, int, int], int]:
    def malloc(out: Any, size: int, policy: int) -> int:
        """R-MEM-1, R-MEM-2: refuses NULL, 0 and what rounding would make overflow before it looks for a context."""
        _check_request(out, size)
        if size > SIZE_MAX - 32 - (world().profile.soc.padding if spare else 0):
            raise invalid(f"size {size} is too large")
        return _allocate(out, size, policy, current_context(world()).device.index, spare)
    return malloc


c_function("aclrtMalloc", "aclrtMallocCached")(_malloc(spare=True))
c_function("aclrtMallocAlign32")(_malloc(spare=False))


def _configured_device(config: Any, context: Context) -> Device:
    """The device that an aclrtMallocConfig names, else the current one."""
    device = context.device
    for index in range(config.numAttrs if config else 0):
        if config.attrs[index].attr == DEVICE_ATTRIBUTE:
            device = device_of(world(), config.attrs[index].value.deviceId)
    return device


def _check_config(config: Any) -> None:
    for index in range(config.numAttrs if config else 0):
        if not config.attrs or config.attrs[index].attr > LAST_ATTRIBUTE:
            raise wrong(f"cfg: attribute {index} is missing or unknown")


@c_function("aclrtMallocWithCfg", "aclrtMallocForTaskScheduler")
def malloc_with_config(out: Any, size: int, policy: int, config: Any) -> int:
    """R-MEM-2: no spare bytes at this layer."""
    if not out:
        raise null("devPtr")
    if config and config.numAttrs and not config.attrs:
        raise null("cfg->attrs")
    _check_request(out, size)
    _check_config(config)
    return _allocate(out, size, policy, _configured_device(config, current_context(world())).index, spare=False)


@c_function("aclrtMemAllocManaged")
def allocate_managed(out: Any, size: int, flag: int) -> int:
    if not out:
        raise null("ptr")
    if flag != ATTACH_GLOBAL:
        raise invalid(f"flag is {flag}; only ACL_RT_MEM_ATTACH_GLOBAL is known")
    if size == 0:
        raise wrong("size is 0")
    block = world().part(Memory).allocate("managed", size, current_context(world()).device.index)
    out[0] = ffi.cast("void *", block.address)
    return 0


# -- release
def releasable(memory: Memory, function: str, start: int, kinds: tuple[str, ...]) -> Block | None:
    """The block that may be released under an address; None for one that an ended world left behind.

    Refuses with 107000 what was never allocated, was freed, lies inside a block, or is of a wrong kind (R-MEM-8,
    R-HST-2), and records S-DBL.
    """
    block = memory.exact(start)
    if block is not None and block.kind in kinds:
        return block
    if block is None and release_former(start):
        return None
    inside, gone = memory.find(start), memory.find_freed(start)
    if block is not None:
        text, created = f"a {block} is not released with this function", block.created
    elif inside is not None:
        text, created = f"the address lies {start - inside.address} bytes inside a {inside}", inside.created
    elif gone is not None:
        text, created = f"this {gone} was already freed at {gone.freed}", gone.created
    else:
        text, created = f"{start:#x} was never allocated", ""
    memory.world.find("S-DBL", function, text, handle=start, created=created)
    raise wrong(text)


def release(machine: World, function: str, block: Block) -> None:
    """Free a block; queued work that still uses it is reported."""
    machine.part(Order).freed(function, block)
    for model in models_using(machine, block.address, block.capacity):
        machine.find("S-CAPTURE", function, f"a {block} is freed while model instance {model.handle:#x} uses it",
                     handle=block.address, created=block.created)
    machine.part(Memory).free(block)


def synchronize(machine: World, function: str) -> None:
    """Wait for all streams of the current device; needs a context."""
    for context in list(current_context(machine).device.contexts):
        for stream in list(context.streams):
            stream.wait(function=function)


def _free(function: str, pointer: Any, synchronizes: bool) -> int:
    """R-MEM-7: needs no context unless it synchronises, and does not look at queued work."""
    if not pointer:
        raise null("devPtr")
    machine, start = world(), address(pointer)
    memory = machine.part(Memory)
    if synchronizes:
        synchronize(machine, function)
    block = releasable(memory, function, start, ("device", "managed", "host"))
    if block is not None:
        if block.kind == "host":
            machine.find("S-DBL", function, f"a {block} is to be released with aclrtFreeHost", handle=start,
                         created=block.created)
        release(machine, function, block)
    return 0


@c_function("aclrtFree")
def free(pointer: Any) -> int:
    return _free("aclrtFree", pointer, synchronizes=False)


@c_function("aclrtFreeWithDevSync")
def free_with_sync(pointer: Any) -> int:
    return _free("aclrtFreeWithDevSync", pointer, synchronizes=True)


@c_function("aclrtMemFlush", "aclrtMemInvalidate")
def flush(pointer: Any, size: int) -> int:
    """R-MEM-10: a server has no cached device memory, so there is nothing to do."""
    _check_request(pointer, size)
    return 0


# -- pinned host memory
def _allocate_host(out: Any, size: int, device: int) -> int:
    block = world().part(Memory).allocate("host", size, device)
    out[0] = ffi.cast("void *", block.address)
    return 0


@c_function("aclrtMallocHost")
def malloc_host(out: Any, size: int) -> int:
    """R-HST-1"""
    _check_request(out, size, "hostPtr")
    return _allocate_host(out, size, current_context(world()).device.index)


@c_function("aclrtMallocHostWithCfg")
def malloc_host_with_config(out: Any, size: int, config: Any) -> int:
    _check_request(out, size, "ptr")
    _check_config(config)
    return _allocate_host(out, size, _configured_device(config, current_context(world())).index)


def _free_host(function: str, pointer: Any, synchronizes: bool) -> int:
    """R-HST-2"""
    if not pointer:
        raise null("hostPtr")
    machine = world()
    if synchronizes:
        synchronize(machine, function)
    block = releasable(machine.part(Memory), function, address(pointer), ("host",))
    if block is not None:
        release(machine, function, block)
    return 0


@c_function("aclrtFreeHost")
def free_host(pointer: Any) -> int:
    return _free_host("aclrtFreeHost", pointer, synchronizes=False)


@c_function("aclrtFreeHostWithDevSync")
def free_host_with_sync(pointer: Any) -> int:
    return _free_host("aclrtFreeHostWithDevSync", pointer, synchronizes=True)


# -- registered host memory
def _register(pointer: Any, size: int) -> None:
    """R-HST-3"""
    machine, start = world(), address(pointer)
    memory = machine.part(Memory)
    device = current_context(machine).device.index
    if memory.find(start) is not None or memory.find(start + size - 1) is not None:
        raise Refusal(507910 if machine.profile.newer else 107000, "the memory is already registered or allocated here",
                      token="EE1017")
    memory.add(Block("registered", start, size, memoryview(ffi.buffer(ffi.cast("char *", start), size)), device))


def _check_registration(pointer: Any, size: int) -> None:
    if not pointer:
        raise null("ptr")
    if size == 0:
        raise invalid("size is 0")
    if address(pointer) % NORMAL_PAGE:                 # the driver says so
        raise Refusal(107000, f"ptr {address(pointer):#x} is not aligned to {NORMAL_PAGE} bytes", token="EE1003",
                      layer="acl")


@c_function("aclrtHostRegister")
def host_register(pointer: Any, size: int, kind: int, out: Any) -> int:
    if not out:
        raise null("devPtr")
    _check_registration(pointer, size)
    if kind & ~REGISTER_TYPES:
        raise Refusal(207000, f"type {kind} is unknown", token="EE1015")
    _register(pointer, size)
    out[0] = pointer
    return 0


@c_function("aclrtHostRegisterV2")
def host_register_v2(pointer: Any, size: int, flag: int) -> int:
    _check_registration(pointer, size)
    if not flag & REGISTER_FLAGS or flag & ~REGISTER_FLAGS:
        raise wrong(f"flag {flag:#x}: none, or unknown bits")
    _register(pointer, size)
    return 0


def _registered(pointer: Any, code: int) -> Block:
    block = world().part(Memory).exact(address(pointer))
    if block is None or block.kind != "registered":
        raise Refusal(code, f"{address(pointer):#x} is not registered", token="EE1017")
    return block


@c_function("aclrtHostUnregister")
def host_unregister(pointer: Any) -> int:
    if not pointer:
        raise null("ptr")
    if release_former(address(pointer)):
        return 0
    release(world(), "aclrtHostUnregister", _registered(pointer, 507911 if world().profile.newer else 107000))
    return 0


@c_function("aclrtHostGetDevicePointer")
def host_get_device_pointer(pointer: Any, out: Any, flag: int) -> int:
    if not pointer or not out:
        raise null("pHost" if not pointer else "pDevice")
    if flag:
        raise invalid(f"flag is {flag}; it must be 0")
    _registered(pointer, 107000)
    out[0] = pointer
    return 0


# -- questions
@c_function("aclrtPointerGetAttributes")
def pointer_get_attributes(pointer: Any, out: Any) -> int:
    """R-MEM-11: any address may be asked about."""
    if not pointer or not out:
        raise null("ptr" if not pointer else "attributes")
    block = world().part(Memory).find(address(pointer))
    out.location.id = 0 if block is None else block.device
    out.location.type = UNREGISTERED if block is None else LOCATIONS[block.kind]
    out.pageSize = NORMAL_PAGE if block is None else block.page
    return 0


@c_function("aclrtCheckMemType")
def check_memory_type(pointers: Any, count: int, kind: int, out: Any, reserve: int) -> int:
    """Whether all addresses are memory of one type; the emulated types are those of aclrtMalloc."""
    if not pointers or not out:
        raise null("addrList" if not pointers else "checkResult")
    if count == 0 or reserve or kind not in MEMORY_TYPES:
        raise wrong(f"size {count}, memType {kind}, reserve {reserve}")
    blocks = [world().part(Memory).find(address(pointers[index])) for index in range(count)]
    out[0] = kind == DEVICE_TYPE and all(block is not None and block.kind in ON_DEVICE for block in blocks)
    return 0


@c_function("aclrtMemGetAddressRange")
def get_address_range(pointer: Any, base: Any, size: Any) -> int:
    if not pointer:
        raise null("ptr")
    if not base and not size:
        raise wrong("pbase and psize are both NULL")
    block = world().part(Memory).find(address(pointer))
    if block is None:
        raise wrong(f"{address(pointer):#x} is in no block")
    if base:
        base[0] = ffi.cast("void *", block.address)
    if size:
        size[0] = block.capacity
    return 0


@c_function("aclrtGetMemInfo")
def get_mem_info(attribute: int, free_bytes: Any, total_bytes: Any) -> int:
    """R-DEV-17.  Half of the memory counts as normal pages, half as huge ones, as far as they are not used up."""
    if not free_bytes or not total_bytes:
        raise null("free" if not free_bytes else "total")
    machine = world()
    device = current_context(machine).device.index
    if not 0 <= attribute <= (17 if machine.profile.newer else 11):
        raise Refusal(107016, f"attribute {attribute} is unknown", token="EE1003")
    memory = machine.part(Memory)
    total, left = machine.profile.memory, memory.left(device)
    normal_total = total // 2
    normal_left = max(0, min(left, normal_total - memory.used.get((device, NORMAL_PAGE), 0)))
    pools = {"all": (left, total), "normal": (normal_left, normal_total),
             "huge": (left - normal_left, total - normal_total), "giant": (0, 0)}
    free_bytes[0], total_bytes[0] = pools[POOLS[attribute]]
    return 0


POOLS = {0: "all", 1: "all", 2: "huge", 3: "normal", 4: "huge", 5: "normal", 6: "huge", 7: "normal", 8: "huge",
         9: "normal", 10: "giant", 11: "giant", 12: "normal", 13: "huge", 14: "giant", 15: "normal", 16: "huge",
         17: "giant"}                                  # aclrtMemAttr -> which pages it asks for
