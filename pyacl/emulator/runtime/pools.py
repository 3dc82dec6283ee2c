"""Memory pools ("SOMA", R-MEM-12): allocation and release in the order of a stream."""
from __future__ import annotations

from typing import Any

from ... import _abi
from .._handles import Object, address
from .._memory import Block, Memory
from .._registry import Refusal, c_function
from .._report import caller
from .._streams import Task
from .._world import world
from .context import current_context, device_of, invalid, null, stale, stream_for_submit, wrong
from .memory import releasable

ffi = _abi.ffi
AT_DEVICE = 1                                         # aclrtMemLocationType
SETTINGS = (1, 2, 3)                                  # how freed memory may be reused: int32 flags
THRESHOLD, RESERVED, RESERVED_HIGH, USED, USED_HIGH = 4, 5, 6, 7, 8          # uint64


class Pool(Object):
    """An aclrtMemPool.  Freed memory stays reserved up to the release threshold."""

    kind = "memory pool"
    ctype = "aclrtMemPool"

    def __init__(self, memory: Memory, device: int, limit: int) -> None:
        super().__init__()
        self.memory, self.device, self.limit = memory, device, limit           # limit in bytes, 0: none
        self.settings = dict.fromkeys(SETTINGS, 1)
        self.numbers = dict.fromkeys((THRESHOLD, RESERVED, RESERVED_HIGH, USED, USED_HIGH), 0)
        self.blocks: set[Block] = set()

    def take(self, size: int) -> Block:
        with self.memory.lock:
            if self.limit and self.numbers[USED] + size > self.limit:
                raise Refusal(207001, f"{size} bytes exceed the pool's {self.limit}", token="EL0004")
            idle = self.numbers[RESERVED] - self.numbers[USED]
            self._reserve(-min(idle, size))            # the block charges the device itself
            block = self.memory.allocate("pooled", size, self.device)
            block.pool = self
            self.blocks.add(block)
            self.numbers[USED] += block.charge
            self.numbers[RESERVED] += block.charge
            self.numbers[USED_HIGH] = max(self.numbers[USED_HIGH], self.numbers[USED])
            self.numbers[RESERVED_HIGH] = max(self.numbers[RESERVED_HIGH], self.numbers[RESERVED])
            return block

    def give_back(self, block: Block) -> None:
        with self.memory.lock:
            if block not in self.blocks:
                return
            self.blocks.remove(block)
            self.memory.free(block, block.freed)
            self.numbers[USED] -= block.charge
            self.numbers[RESERVED] -= block.charge
            self._reserve(max(0, min(block.charge, self.numbers[THRESHOLD] - self.numbers[RESERVED])))

    def trim(self, keep: int) -> None:
        """Give memory that is not in use back to the device, down to `keep` bytes."""
        with self.memory.lock:
            self._reserve(-max(0, self.numbers[RESERVED] - max(keep, self.numbers[USED])))

    def _reserve(self, nbytes: int) -> None:
        self.memory.charge(self.device, nbytes)
        self.numbers[RESERVED] += nbytes


def _pool(pointer: Any) -> Pool:
    if not pointer:
        raise null("memPool")
    pool = world().handles.get(pointer, Pool)
    if pool is None:
        raise stale(world(), "memory pool", pointer)
    return pool


@c_function("aclrtMemPoolCreate")
def create_pool(out: Any, properties: Any) -> int:
    if not out or not properties:
        raise null("memPool" if not out else "poolProps")
    if properties.allocType or properties.location.type != AT_DEVICE or any(ffi.buffer(properties.reserved)[:]):
        raise invalid("poolProps: only pinned memory of a device, reserved bytes 0")
    machine = world()
    current_context(machine)
    device = device_of(machine, properties.location.id).index
    out[0] = machine.handles.add(Pool(machine.part(Memory), device, properties.maxSize)).cdata
    return 0


@c_function("aclrtMemPoolDestroy")
def destroy_pool(pointer: Any) -> int:
    """Memory that is still in use stays valid until it is freed."""
    pool = _pool(pointer)
    pool.numbers[THRESHOLD] = 0
    pool.trim(0)
    world().handles.remove(pool)
    return 0


@c_function("aclrtMemPoolTrimTo")
def trim_pool(pointer: Any, keep: int) -> int:
    _pool(pointer).trim(keep)
    return 0


@c_function("aclrtMemPoolMallocAsync")
def malloc_async(out: Any, size: int, pointer: Any, stream: Any) -> int:
    """No bytes are a success that leaves the out pointer alone."""
    if not out:
        raise null("ptr")
    pool = _pool(pointer)
    if size == 0:
        return 0
    stream_for_submit(world(), stream)
    out[0] = ffi.cast("void *", pool.take(size).address)
    return 0


@c_function("aclrtMemPoolFreeAsync")
def free_async(pointer: Any, stream: Any) -> int:
    if not pointer:
        raise null("ptr")
    machine = world()
    queue = stream_for_submit(machine, stream)
    block = releasable(machine.part(Memory), "aclrtMemPoolFreeAsync", address(pointer), ("pooled",))
    if block is None:
        return 0
    pool = block.pool
    if block.freed:
        machine.find("S-DBL", "aclrtMemPoolFreeAsync", f"the release of this {block} was queued at {block.freed}",
                     handle=block.address, created=block.created)
        raise wrong("the block's release is queued already")
    block.freed = caller()

    def run() -> int:
        pool.give_back(block)
        return 0
    queue.submit(Task("aclrtMemPoolFreeAsync", run, writes=[(block.address, block.requested)]))
    return 0


def _value(pointer: Any, attribute: int, value: Any) -> tuple[Pool, Any]:
    """The pool, and the typed cell behind `value`."""
    pool = _pool(pointer)
    if not value:
        raise Refusal(107000, "value is NULL", token="EE1004")
    if attribute not in pool.settings and attribute not in pool.numbers:
        raise wrong(f"attribute {attribute} is unknown")
    return pool, ffi.cast("int32_t *" if attribute in SETTINGS else "uint64_t *", value)


@c_function("aclrtMemPoolGetAttr")
def get_attribute(pointer: Any, attribute: int, value: Any) -> int:
    pool, cell = _value(pointer, attribute, value)
    cell[0] = pool.settings[attribute] if attribute in SETTINGS else pool.numbers[attribute]
    return 0


@c_function("aclrtMemPoolSetAttr")
def set_attribute(pointer: Any, attribute: int, value: Any) -> int:
    """The high marks can be set back to 0; what is in use or reserved is not to be set."""
    pool, cell = _value(pointer, attribute, value)
    if attribute in SETTINGS:
        pool.settings[attribute] = int(cell[0])
    elif attribute == THRESHOLD or (attribute in (RESERVED_HIGH, USED_HIGH) and cell[0] == 0):
        pool.numbers[attribute] = int(cell[0])
    else:
        raise wrong(f"attribute {attribute} cannot be set to {cell[0]}")
    return 0
