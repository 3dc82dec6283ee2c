"""A pool of device memory: what was closed is handed out again without a call of CANN."""
from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from types import TracebackType
from typing import Any, NamedTuple

from . import _lib
from ._context import ActiveContext, using
from ._handle import Finalizer, add_note, close_after, process, refuse_after_fork
from ._primary import Primary
from ._reclaim import Progress, Uses, pending, quietly
from .device import Context, Device, context_of
from .errors import AclError, check
from .memory import DeviceBuffer, Supply, _malloc, byte_count, installed, supplies
from .stream import Stream, known_stream

lib = _lib.lib
BLOCK = 512                    # every block is a multiple of this, as CANN aligns them (R-MEM-3)
SPARE = 32                     # bytes behind a block's contents that kernels may touch; aclrtMalloc adds them (R-MEM-2)
WIDEST_STEP = 2 << 20          # between the sizes of large blocks: a huge page
LARGER = 2                     # times the size wanted: a block of up to that serves before a new one is allocated
LOOKED_AT = 16                 # blocks with work in flight that one allocation asks for


def block_size(nbytes: int) -> int:
    """Bytes of the block for so many bytes: eight sizes between two powers of two, so that less than 1/8 is lost."""
    total = nbytes + SPARE
    step = min(max(BLOCK, 1 << max(0, total.bit_length() - 4)), WIDEST_STEP)
    return -(-total // step) * step


class PoolStatistics(NamedTuple):
    """What a pool holds, in bytes of whole blocks.

    reserved   allocated from the device
    in_use     of these, in buffers and tensors that are open
    idle       free to be handed out, some only once queued work has passed
    blocks     number of blocks
    peak       the most that was reserved at a time
    mallocs    calls of aclrtMalloc so far that succeeded
    """

    reserved: int
    in_use: int
    idle: int
    blocks: int
    peak: int
    mallocs: int


class _Block:
    """Device memory of one aclrtMalloc; `used` is the dictionary of the buffer that has it, or had it last."""

    __slots__ = ("pointer", "shelf", "used")

    def __init__(self, pointer: Any, shelf: _Shelf) -> None:
        self.pointer, self.shelf = pointer, shelf
        self.used: Uses = {}


class _Shelf:
    """The free blocks of one size: nothing uses them, or queued work still may."""

    __slots__ = ("busy", "idle", "size")

    def __init__(self, size: int) -> None:
        self.size = size
        self.idle: deque[_Block] = deque()
        self.busy: deque[_Block] = deque()


class _Lease(weakref.ref[DeviceBuffer]):
    """That a buffer has a block.  It ends once: when the buffer is closed, which calls it, or collected."""

    __slots__ = ("store",)
    store: _Store

    def __call__(self) -> None:
        self.store.give_back(self)


def _collected(lease: Any) -> None:
    lease.store.give_back(lease)


class _Store:
    """The blocks of a pool.

    Finalizers give blocks back in any thread and at any moment.  So lists and dictionaries change by single atomic
    steps; the lock is for what only new and freed blocks change.
    """

    def __init__(self, context: ActiveContext, primary: Primary) -> None:
        self.context, self.primary = context, primary
        self.closed = False
        self.pool: MemoryPool | None = None              # what is installed is kept, whoever forgets it
        self.reserved = self.peak = self.mallocs = 0
        self._lock = threading.RLock()
        self._shelves: dict[int, _Shelf] = {}            # by size of block
        self._by_request: dict[int, _Shelf] = {}         # by bytes asked for, of those that were asked for lately
        self._lent: dict[_Lease, _Block] = {}
        self._blocks: set[_Block] = set()
        primary.reclaimer.trims[self] = self.trim

    def lend(self, buffer: DeviceBuffer, progress: Progress | None) -> None:
        """Give a buffer its memory, for work on one stream in the order of that stream, or (None) on any."""
        shelf = self._by_request.get(buffer.nbytes)
        if shelf is None:
            shelf = self._shelf_for(buffer.nbytes)
        if process.forked:
            refuse_after_fork()
        try:
            block = shelf.idle.pop()
        except IndexError:
            block = self._busy_or_new(shelf, progress)
        buffer._cdata, buffer._used = block.pointer, block.used
        lease = buffer._finalizer = _Lease(buffer, _collected)
        lease.store = self
        self._lent[lease] = block

    def give_back(self, lease: _Lease) -> None:
        """The buffer is closed, or gone."""
        block = self._lent.pop(lease, None)
        if block is not None:
            (block.shelf.busy if block.used else block.shelf.idle).append(block)
            if self.closed:
                quietly(self.release)

    def _shelf_for(self, nbytes: int) -> _Shelf:
        if self.closed:
            raise ValueError("this memory pool is closed")
        with self._lock:
            if len(self._by_request) >= 4096:
                self._by_request.clear()
            size = block_size(nbytes)
            shelf = self._by_request[nbytes] = self._shelves.setdefault(size, _Shelf(size))
            return shelf

    def _busy_or_new(self, shelf: _Shelf, progress: Progress | None) -> _Block:
        for block in _taken(shelf.busy, min(LOOKED_AT, len(shelf.busy))):
            busy = pending(block.used)
            if busy and busy.keys() != {progress}:
                for user in busy:
                    user.poll()
                busy = pending(busy)
            if not busy or busy.keys() == {progress}:    # new work of that stream comes after the old one anyway
                block.used = busy
                return block
            shelf.busy.append(block)
        for larger in sorted(self.shelves(), key=lambda other: other.size):
            if shelf.size < larger.size <= LARGER * shelf.size:
                for block in _taken(larger.idle, 1):
                    return block
        return self._new(shelf)

    def _new(self, shelf: _Shelf) -> _Block:
        block = None
        try:
            with using(self.context):
                block = self._allocated(shelf)
        except BaseException:
            if block is not None:                        # only leaving the context failed
                shelf.idle.append(block)
            raise
        return block

    def _allocated(self, shelf: _Shelf) -> _Block:
        block = _Block(_malloc(shelf.size - SPARE, self.primary), shelf)
        with self._lock:
            self._blocks.add(block)
            self.mallocs += 1
            self.reserved += shelf.size
            self.peak = max(self.peak, self.reserved)
        return block

    def shelves(self) -> list[_Shelf]:
        with self._lock:
            return list(self._shelves.values())

    def trim(self) -> int:
        """Free the blocks that nothing uses; the bytes that the device got back."""
        before = self.reserved
        for shelf in self.shelves():
            for block in _taken(shelf.busy, len(shelf.busy)):
                for user in pending(block.used):
                    user.poll()
                if pending(block.used):
                    shelf.busy.append(block)
                else:
                    block.used = {}
                    shelf.idle.append(block)
        self._free_all(block for shelf in self.shelves() for block in _taken(shelf.idle, len(shelf.idle)))
        return before - self.reserved

    def _free_all(self, blocks: Iterable[_Block]) -> None:
        """Free each, whatever becomes of the others; the first failure is raised at the end."""
        first: AclError | None = None
        for block in blocks:
            try:
                self._free(block)
            except AclError as error:
                if first is None:
                    first = error
                else:
                    add_note(first, f"and then: {error}")
        if first is not None:
            raise first

    def _free(self, block: _Block) -> None:
        if self._forget(block):
            _free(block.pointer)

    def _forget(self, block: _Block) -> bool:
        """Whether the block was still ours."""
        with self._lock:
            if block not in self._blocks:
                return False
            self._blocks.discard(block)
            self.reserved -= block.shelf.size
            return True

    def release(self) -> None:
        """Free everything that no open buffer has, what is in flight as soon as that has passed; at exit, all."""
        self.closed = True
        self.primary.reclaimer.trims.pop(self, None)
        self._by_request.clear()                         # so that the next request sees that it is closed
        if process.forked or self.context.epoch != _lib.current().epoch:
            return
        try:
            self.trim()
        finally:
            for shelf in self.shelves():
                for block in _taken(shelf.busy, len(shelf.busy)):
                    if self._forget(block):              # what waits there must not keep the device open
                        self.primary.reclaimer.release(block.used, partial(_free, block.pointer))
            if process.exiting:
                self._lent.clear()
                self._free_all(list(self._blocks))


def _free(pointer: Any) -> None:
    check(lib.aclrtFree(pointer), "aclrtFree")


def _taken(blocks: deque[_Block], count: int) -> Iterator[_Block]:
    """Take up to so many blocks, the oldest first; other threads may do the same."""
    for _ in range(count):
        try:
            block = blocks.popleft()
        except IndexError:
            return
        yield block


def _leave(supply: Supply) -> None:
    """Undo the latest entry that is like this one; in whatever order they end, each takes its own."""
    entered = supplies.entered
    for place in reversed(range(len(entered))):
        if entered[place] == supply:
            del entered[place]
            return


def _release(store: _Store) -> None:
    store.release()


class MemoryPool:
    """Device memory that is used again instead of being freed (aclrtMalloc and aclrtFree wait for the device).

    device  whose memory; None: the current device of this thread

        with pyacl.MemoryPool() as pool:        # buffers and tensors that this thread makes take from it; closed here
            ...
        pool = pyacl.MemoryPool().install()     # those of all threads, until pool.close()

    A block that was closed is handed out again once the queued work that uses it has passed, on all streams.  Where
    work goes to one stream, `with pool.on(stream):` does not wait for that stream: its work runs in order.

    Blocks come in classes of sizes, and an idle one of up to twice the size serves, too.  Idle ones stay with the pool
    until `trim()`, or until the device is full, which trims all its pools by itself, whoever wants memory.  Of pools
    entered one in the other the innermost of a device serves.  A buffer may outlive its pool.  All methods may be
    called from any thread; `with` is for one.
    """

    __slots__ = ("__weakref__", "_finalizer", "_store")

    def __init__(self, device: Device | Context | int | None = None) -> None:
        store = self._store = _Store(*context_of(device))
        self._finalizer = Finalizer(self, "memory pool", True, _release, store)

    @property
    def device(self) -> Device:
        """The device whose memory it has."""
        return Device(self._store.context.index)

    def buffer(self, nbytes: int, stream: Stream | None = None) -> DeviceBuffer:
        """A buffer from this pool.

        nbytes  size in bytes
        stream  that works on it first, or None; another stream must wait for an event of this one, as it must anyway
                to find there what this one writes

        Raises AclError that is also a MemoryError when the device is full, ValueError once the pool is closed.
        """
        store, made = self._store, DeviceBuffer.__new__(DeviceBuffer)
        made._cdata = made._finalizer = made._owner = None
        made._context, made._primary = store.context, store.primary
        made.nbytes = nbytes if nbytes.__class__ is int and 0 < nbytes < 1 << 63 else byte_count(nbytes)
        if made.nbytes:
            store.lend(made, None if stream is None else self._progress_of(stream))
        else:
            made._borrow(_lib.ffi.NULL, None)
            made._used = {}
        return made

    def _progress_of(self, stream: Stream) -> Progress:
        known_stream(stream)
        if stream._primary is not self._store.primary:
            raise ValueError(f"a pool of device {self._store.context.index} has no memory for a stream of device "
                             f"{stream._context.index}")
        return stream._progress

    @contextmanager
    def on(self, stream: Stream) -> Iterator[MemoryPool]:
        """Let this thread's buffers and tensors come from here, in the order of one stream (see `buffer`)."""
        supply = self._enter(self._progress_of(stream))
        try:
            yield self
        finally:
            _leave(supply)

    def install(self) -> MemoryPool:
        """Let the buffers and tensors of all threads on this device come from here, until `close()`.  Returns self."""
        store = self._open_store()
        store.pool = self
        installed[store.context.index] = (store, None)
        return self

    def _open_store(self) -> _Store:
        if self._store.closed:
            raise ValueError("this memory pool is closed")
        return self._store

    def _enter(self, progress: Progress | None) -> Supply:
        supply = (self._open_store(), progress)
        supplies.entered.append(supply)
        return supply

    def statistics(self) -> PoolStatistics:
        """What the pool holds."""
        store = self._store
        idle = sum(shelf.size * (len(shelf.idle) + len(shelf.busy)) for shelf in store.shelves())
        return PoolStatistics(store.reserved, store.reserved - idle, idle, len(store._blocks), store.peak,
                              store.mallocs)

    def trim(self) -> int:
        """Free the blocks that nothing uses; the bytes that the device got back."""
        with using(self._open_store().context):
            return self._store.trim()

    @property
    def closed(self) -> bool:
        """Whether the pool was closed."""
        return self._store.closed

    def close(self) -> None:
        """Free all blocks but those in open buffers, which are freed when these are closed."""
        store = self._store
        store.pool = None
        if installed.get(store.context.index, (None,))[0] is store:
            del installed[store.context.index]
        self._finalizer()

    def __enter__(self) -> MemoryPool:
        self._enter(None)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        _leave((self._store, None))
        close_after(self.close, error)

    def __repr__(self) -> str:
        if self.closed:
            return "<pyacl.MemoryPool closed>"
        found, index = self.statistics(), self._store.context.index
        return f"<pyacl.MemoryPool on device {index}, {found.in_use} of {found.reserved} bytes in use>"
