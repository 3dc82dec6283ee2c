"""Emulated memory: the map of all blocks, and what touches them wrongly.

Blocks are real memory of this process, so their addresses are real.  A device block is longer than what was asked for
(R-MEM-2); accesses are judged by the size asked for, while what lies behind it up to `capacity` is harmless to touch.
"""
from __future__ import annotations

import contextlib
import ctypes
import functools
import itertools
import mmap
import sys
import threading
from bisect import bisect_right, insort
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _abi
from ._intervals import Intervals
from ._registry import Refusal
from ._report import caller

if TYPE_CHECKING:
    from ._world import World

ffi = _abi.ffi
UINTPTR = ffi.typeof("uintptr_t")
OUT_OF_MEMORY = 207001

ALIGNMENT = 512                      # of every block's start (R-MEM-3)
NORMAL_PAGE, HUGE_PAGE, GIANT_PAGE = 4 << 10, 2 << 20, 1 << 30
LARGE = 128 << 10                    # from here on memory comes as lazily zeroed pages, below from the heap
LONG = 1 << 20                       # bytes from which moving and filling is slow
NO_RESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000 if sys.platform == "linux" else 0)     # older Pythons lack the name
FRESH, SPARE, FREED = 0xA5, 0x5A, 0xDD            # strict mode: never-written, spare and freed bytes
POISONED = 64 << 20                  # bytes of a fresh block that are poisoned at most: all pages would become real
QUARANTINE = 64 << 20                # bytes of freed blocks that are kept, so that their addresses are not reused
FREED_KEPT = 4096                    # freed blocks that are remembered
KINDS = {"device": "device memory", "host": "pinned memory", "managed": "managed memory",
         "pooled": "pool memory", "registered": "registered memory", "mapping": "mapping",
         "shared": "shared host memory"}
ON_DEVICE = ("device", "managed", "mapping", "pooled", "shared")       # kinds that are the device's own (R-MEM-9)
FOLLOWED = ("device", "pooled")      # kinds whose every write is seen
RELEASED_LATER = ("device", "host", "managed")       # kinds that a finalizer may free after the world's end
READ, WRITE = "read", "write"
STRIDED_READ = "strided read"         # touches only part of its span, so gaps may be unwritten

_serials = itertools.count(1)


class Block:
    """One allocation.  Sizes are bytes."""

    __slots__ = ("address", "canary", "capacity", "charge", "created", "data", "device", "end", "freed", "id", "kind",
                 "page", "pool", "requested", "uses", "written")

    def __init__(self, kind: str, address: int, requested: int, data: Any, device: int) -> None:
        self.kind, self.address, self.requested, self.device = kind, address, requested, device
        self.data = data                               # memoryview of all `capacity` bytes; keeps the memory alive
        self.capacity = len(data)
        self.end = address + self.capacity
        self.charge = 0                                # what it takes from the device's memory
        self.page = NORMAL_PAGE
        self.id = next(_serials)
        self.created = caller()
        self.freed = ""                                # where it was freed, or given to a stream to be freed
        self.written: Intervals | None = None          # strict mode: offsets written so far; None: not followed
        self.canary = False                            # strict mode: its spare bytes are watched
        self.pool: Any = None
        self.uses: dict[Any, Any] = {}                 # unfinished accesses of queued work (see _order)

    def __str__(self) -> str:
        return f"{KINDS[self.kind]} block of {self.requested} bytes"


def round_up(number: int, step: int) -> int:
    return -(-number // step) * step


def lazy_pages(size: int) -> mmap.mmap:
    """Anonymous memory that costs nothing until it is touched; large ranges in huge pages, as NumPy has its own."""
    if not hasattr(mmap, "MAP_PRIVATE"):
        return mmap.mmap(-1, size)
    pages = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE)
    if size >= 2 * HUGE_PAGE and hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):              # a kernel without them
            pages.madvise(mmap.MADV_HUGEPAGE)
    return pages


def zeroed(size: int) -> tuple[int, memoryview]:
    """Address and memory of `size` zero bytes that start on a multiple of 512."""
    if size >= LARGE:
        pages = lazy_pages(size)
        return int(ffi.cast(UINTPTR, ffi.from_buffer(pages))), memoryview(pages)
    raw = ffi.new("char[]", size + ALIGNMENT)
    start = -int(ffi.cast(UINTPTR, raw)) % ALIGNMENT
    return int(ffi.cast(UINTPTR, raw)) + start, memoryview(ffi.buffer(raw))[start:start + size]


@functools.cache
def _unlocked(name: str) -> Any:
    """The C function itself: unlike those of ctypes it is called without the interpreter's lock."""
    function = getattr(ctypes.CDLL(None), name)
    function.argtypes = [ctypes.c_void_p, ctypes.c_int if name == "memset" else ctypes.c_void_p, ctypes.c_size_t]
    function.restype = ctypes.c_void_p
    return function


def move(target: int, source: int, nbytes: int) -> None:
    """memmove; a long one lets other threads of the program run."""
    (ctypes.memmove if nbytes < LONG else _unlocked("memmove"))(target, source, nbytes)


def fill(target: int, value: int, nbytes: int) -> None:
    """memset, likewise."""
    (ctypes.memset if nbytes < LONG else _unlocked("memset"))(target, value, nbytes)


class BlockMap:
    """Blocks that do not overlap, by address."""

    def __init__(self) -> None:
        self.starts: list[int] = []                    # sorted
        self.blocks: dict[int, Block] = {}             # by start

    def add(self, block: Block) -> None:
        """Another block at the same address, which can only be one that is not ours, gives way."""
        if block.address not in self.blocks:
            insort(self.starts, block.address)
        self.blocks[block.address] = block

    def remove(self, block: Block) -> None:
        if self.blocks.get(block.address) is block:
            del self.blocks[block.address]
            del self.starts[bisect_right(self.starts, block.address) - 1]

    def find(self, address: int) -> Block | None:
        place = bisect_right(self.starts, address) - 1
        if place < 0:
            return None
        block = self.blocks[self.starts[place]]
        return block if address < block.end else None


class Memory:
    """All blocks of a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.strict = world.profile.strict
        self.lock = threading.RLock()
        self.map = BlockMap()                          # live blocks
        self.graves = BlockMap()                       # freed blocks whose memory is kept
        self.used: dict[tuple[int, int], int] = {}     # (device, page size) -> bytes charged
        self.burials: deque[Block] = deque()           # the blocks of `graves`, the youngest last
        self.quarantined = 0
        self.at_reset: list[Callable[[int], None]] = []         # what else a device's reset takes away

    # -- allocation
    def allocate(self, kind: str, size: int, device: int, spare: bool = False, page: int = NORMAL_PAGE) -> Block:
        """A new block of `size` bytes, with a spare area behind it as the SoC wants it (R-MEM-2) if `spare`.

        page    bytes of a page: larger than normal ones are taken from the device as a whole (R-MEM-4)
        Raises Refusal 207001 if the device (or this machine) has not that much memory.
        """
        capacity = round_up(size + (self.world.profile.soc.padding if spare else 0), 32)
        charge = 0 if kind == "host" else capacity if page == NORMAL_PAGE else round_up(capacity, page)
        with self.lock:
            self.charge(device, charge, page)
            try:
                address, data = zeroed(capacity)
            except (MemoryError, OSError, OverflowError, ValueError) as error:
                self.charge(device, -charge, page)
                raise Refusal(OUT_OF_MEMORY, f"{size} bytes: {error}", token="EL0004") from None
            block = Block(kind, address, size, data, device)
            block.charge, block.page = charge, page
            if self.strict:
                fill(address, FRESH, min(size, POISONED))
                fill(address + size, SPARE, capacity - size)
                block.canary = capacity > size
                if kind in FOLLOWED:
                    block.written = Intervals()
            self.add(block)
        return block

    def charge(self, device: int, nbytes: int, page: int = NORMAL_PAGE) -> None:
        """Take bytes from a device's memory (negative: give them back)."""
        left = self.left(device)
        if nbytes > left:
            raise Refusal(OUT_OF_MEMORY, f"{nbytes} bytes wanted, device {device} has {left} left", token="EL0004")
        self.used[device, page] = self.used.get((device, page), 0) + nbytes

    def left(self, device: int) -> int:
        """Bytes of a device's memory that nobody has."""
        used = self.used.get
        return self.world.profile.memory - used((device, NORMAL_PAGE), 0) - used((device, HUGE_PAGE), 0) - used(
            (device, GIANT_PAGE), 0)

    def add(self, block: Block) -> None:
        """Put a block, also one whose memory is not ours, on the map."""
        with self.lock:
            self.map.add(block)

    def free(self, block: Block, where: str | None = None) -> None:
        """Take a block off the map; its memory is poisoned in strict mode and its address not reused for a while."""
        with self.lock:
            self.map.remove(block)
            block.freed = caller() if where is None else where
            self.charge(block.device, -block.charge, block.page)
            self.check_canary(block, "aclrtFree")
            block.uses = {}
            if block.kind == "registered" or block.capacity > QUARANTINE:
                block.data = None                      # not ours, or too much to keep; queued work keeps its views
                return
            if self.strict:
                fill(block.address, FREED, block.capacity)
            self.graves.add(block)
            self.burials.append(block)
            self.quarantined += block.capacity
            while self.quarantined > QUARANTINE or len(self.burials) > FREED_KEPT:
                oldest = self.burials.popleft()
                self.graves.remove(oldest)
                self.quarantined -= oldest.capacity

    # -- lookup
    def find(self, address: int) -> Block | None:
        """The live block that contains an address."""
        with self.lock:
            return self.map.find(address)

    def exact(self, address: int) -> Block | None:
        """The live block that starts at an address."""
        return self.map.blocks.get(address)

    def find_freed(self, address: int) -> Block | None:
        """The freed block that contained an address, if its memory is still kept."""
        with self.lock:
            return self.graves.find(address)

    def blocks(self) -> list[Block]:
        """All live blocks."""
        with self.lock:
            return list(self.map.blocks.values())

    def view(self, address: int, nbytes: int) -> memoryview:
        """The raw bytes at an address of a live block; spare bytes are included.  Raises ValueError outside of blocks.

        The memory stays valid as long as the view exists, even if the block is freed meanwhile.
        """
        block = self.find(address)
        if block is None or address + nbytes > block.end:
            raise ValueError(f"{nbytes} bytes at {address:#x} are in no device block")
        first = address - block.address
        data: memoryview = block.data
        return data[first:first + nbytes]

    # -- the sanitizer
    def check_access(self, function: str, address: int, nbytes: int, access: str, *, handle: int = 0,
                     where: str | None = None, raises: bool = True) -> bool:
        """Judge an access (READ, STRIDED_READ or WRITE) to a block, and record findings: S-OOB, S-UAF, S-UNINIT.

        Gives whether the bytes exist at all, i.e. whether `view` would succeed.
        """
        if nbytes <= 0:
            return True
        block = self.find(address)
        note = functools.partial(self.world.find, function=function, handle=handle or address, where=where,
                                 raises=raises)
        if block is None:
            gone = self.find_freed(address)
            if gone is None:
                note("S-OOB", message=f"{access} of {nbytes} bytes at {address:#x}, which is in no block")
            else:
                note("S-UAF", message=f"{access} of {nbytes} bytes in a {gone} that was freed at {gone.freed}",
                     created=gone.created)
            return False
        if block.freed:
            note("S-UAF", message=f"{access} of {nbytes} bytes in a {block} after its release was queued at "
                 f"{block.freed}", created=block.created)
        first = address - block.address
        end = first + nbytes
        if end > block.requested:
            tail = " (a tail write into spare bytes)" if access == WRITE and end <= block.capacity else ""
            note("S-OOB", message=f"{access} of bytes {first} to {end} of a {block}{tail}", created=block.created)
            block.canary = block.canary and access != WRITE
        if block.written is not None and access != STRIDED_READ:
            inside = min(end, block.requested)
            with self.lock:
                if access == READ and not block.written.covers(first, inside):
                    note("S-UNINIT", message=f"read of bytes {first} to {inside} of a {block}, not all of which were "
                         "ever written", created=block.created)
                block.written.add(first, inside)       # also after a finding: one report per place is enough
        return end <= block.capacity

    def mark_written(self, address: int, nbytes: int) -> None:
        """Bytes that became valid in another way than by an access that was judged."""
        block = self.find(address)
        if block is not None and block.written is not None:
            with self.lock:
                block.written.add(address - block.address, min(address - block.address + nbytes, block.requested))

    def check_canary(self, block: Block, function: str) -> None:
        """Strict mode: report if something wrote into the spare bytes behind a block, unseen so far."""
        if block.canary and any(byte != SPARE for byte in block.data[block.requested:]):
            block.canary = False                       # one report is enough
            self.world.find("S-OOB", function, f"a kernel or copy wrote into the spare bytes behind a {block}",
                            handle=block.address, created=block.created, raises=False)

    # -- the world's hooks
    def device_reset(self, device: int) -> None:
        """A device's last reset frees its memory (R-MEM-9)."""
        with self.lock:
            for block in [b for b in self.blocks() if b.device == device and b.kind in ON_DEVICE
                          and b.kind != "shared"]:
                self.world.find("S-LEAK", "aclrtResetDevice", f"a {block} was never freed", handle=block.address,
                                created=block.created, raises=False)
                self.free(block)
        for follow in self.at_reset:
            follow(device)

    def live(self) -> list[tuple[str, str, int]]:
        """Kind, origin and address of every block."""
        with self.lock:
            for block in self.blocks():
                self.check_canary(block, "emulator.report")
            return [(KINDS[block.kind], block.created, block.address) for block in self.blocks()]

    def close(self) -> None:
        """The world ends; whoever still owns a block may release it later without being a foreign free."""
        with self.lock:
            _former.extend(block for block in self.blocks() if block.kind in RELEASED_LATER)
            self.map = BlockMap()
            kept = sum(block.capacity for block in _former)
            while kept > QUARANTINE:
                kept -= _former.popleft().capacity


_former: deque[Block] = deque()       # live blocks of ended worlds: their owners may still release them


def release_former(address: int) -> bool:
    """Whether an address is a block of a world that ended; it is then forgotten."""
    for block in _former:
        if block.address == address:
            _former.remove(block)
            return True
    return False
