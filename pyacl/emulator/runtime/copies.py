"""Copies of one block or of many rows: what they check, what they report, and how they run."""
from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable
from typing import Any

from ... import _abi
from .._handles import address
from .._memory import ON_DEVICE, READ, STRIDED_READ, WRITE, Block, Memory, move
from .._order import Order
from .._registry import c_function
from .._report import caller
from .._streams import Scheduler, Stream, Task
from .._world import World, world
from .capture import refuse_synchronous
from .context import current_context, invalid, null, stream_for_submit, stream_of, unsupported, wrong

ffi = _abi.ffi
SIZE_MAX = 2**64 - 1
H2H, H2D, D2H, D2D, DEFAULT, BUFFERED, INNER = range(7)          # aclrtMemcpyKind
DIRECTIONS = {H2H: (False, False), H2D: (False, True), D2H: (True, False), D2D: (True, True),
              BUFFERED: (False, True), INNER: (True, True)}      # kind -> whether source, destination are on the device
SINGLE_KINDS = (H2H, H2D, D2H, D2D, DEFAULT, BUFFERED)           # R-CPY-1
WIDTH_LIMIT, HEIGHT_LIMIT = 5_000_000, 5 << 20                   # R-CPY-8
ROWS_JUDGED = 4096           # rows of a 2-D copy up to which never-written bytes are looked for row by row
QUEUE_JUDGED = 64            # queued tasks up to which a host buffer is watched for changes
Row = tuple[int, int, int]   # destination, source, bytes


class Place:
    """One end of a copy: where the address lies."""

    __slots__ = ("address", "block", "data")

    def __init__(self, memory: Memory, start: int) -> None:
        self.address = start
        self.block: Block | None = memory.find(start) or memory.find_freed(start)
        self.data = self.block.data if self.block is not None else None      # stays valid if the block is freed

    @property
    def pageable(self) -> bool:
        """Host memory that the runtime does not know."""
        return self.block is None

    @property
    def on_device(self) -> bool:
        return self.block is not None and self.block.kind in ON_DEVICE

    @property
    def is_only_on_host(self) -> bool:
        return self.block is not None and self.block.kind == "host"

    def is_at(self, on_device: bool) -> bool:
        """Whether a copy kind may say so of it: what both sides can reach is on either."""
        return self.on_device == on_device or (self.block is not None and self.block.kind in ("managed", "registered"))

    def room(self, start: int, nbytes: int) -> int:
        """How many of the bytes from `start` exist: what would run over the end of the block is left alone."""
        return nbytes if self.block is None else max(0, min(nbytes, self.block.end - start))


class Transfer:
    """A copy or fill whose ends were looked up and judged when it was submitted."""

    def __init__(self, machine: World, function: str, rows: list[Row], kind: int) -> None:
        self.machine, self.function, self.rows, self.kind = machine, function, rows, kind
        memory = machine.part(Memory)
        self.target, self.source = Place(memory, rows[0][0]), Place(memory, rows[0][1])
        self.writes, self.reads = _span((row[0], row[2]) for row in rows), _span((row[1], row[2]) for row in rows)

    def judge(self) -> None:
        """Record what is wrong with the ends: S-KIND, S-OOB, S-UAF, S-UNINIT."""
        ends = DIRECTIONS.get(self.kind)
        if ends is not None and not (self.source.is_at(ends[0]) and self.target.is_at(ends[1])):
            names = ["device" if place.on_device else "host" for place in (self.source, self.target)]
            self.machine.find("S-KIND", self.function, f"kind {self.kind} contradicts a copy from {names[0]} to "
                              f"{names[1]}", handle=self.target.address)
        check = self.machine.part(Memory).check_access
        if not self.source.pageable:
            if len(self.rows) == 1:
                check(self.function, *self.reads, READ)
            elif check(self.function, *self.reads, STRIDED_READ) and len(self.rows) <= ROWS_JUDGED:
                for _, source, nbytes in self.rows:
                    check(self.function, source, nbytes, READ)
        if not self.target.pageable:
            check(self.function, *self.writes, WRITE)

    def run(self) -> int:
        for target, source, nbytes in self.rows:
            _move(self.target, self.source, target, source, nbytes)
        return 0

    def run_now(self) -> None:
        """The copy as a part of the call: earlier work is not waited for (R-CPY-4)."""
        self.judge()
        order = self.machine.part(Order)
        order.touched_by_host(self.function, *self.reads, READ)
        order.touched_by_host(self.function, *self.writes, WRITE)
        self.run()
        self.machine.part(Scheduler).memory_changed()


def _span(ranges: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """The first address and the length of the smallest range that holds all."""
    listed = list(ranges)
    first = min(start for start, _ in listed)
    return first, max(start + nbytes for start, nbytes in listed) - first


def bytes_at(start: int, nbytes: int) -> bytes:
    content: bytes = ffi.buffer(ffi.cast("char *", start), nbytes)[:]
    return content


def _move(target: Place, source: Place, to: int, come_from: int, nbytes: int) -> None:
    """Copy what exists of both ends."""
    nbytes = min(target.room(to, nbytes), source.room(come_from, nbytes))
    if nbytes > 0:
        move(to, come_from, nbytes)


# -- checks of the first two layers
def check_ends(target: Any, source: Any) -> None:
    if not target or not source:
        raise null("dst" if not target else "src")


def check_kind(kind: int, allowed: tuple[int, ...] = SINGLE_KINDS) -> None:
    if kind not in allowed:
        raise invalid(f"kind {kind} is not allowed here")


def check_room(room: int, count: int) -> None:
    """R-CPY-2: 107000 of the second layer."""
    if count == 0 or count > room:
        raise wrong(f"count {count} does not fit into a destination of {room} bytes")


def nothing_to_do(count: int) -> bool:
    """R-CPY-2: 9.1 answers a copy of no bytes at once, before any other check; 8.1 refuses it later."""
    return count == 0 and world().profile.newer


# -- one block
@c_function("aclrtMemcpy")
def memcpy(target: Any, room: int, source: Any, count: int, kind: int) -> int:
    if nothing_to_do(count):
        return 0
    check_ends(target, source)
    check_kind(kind)
    check_room(room, count)
    if target == source:
        return 0
    machine = world()
    current_context(machine)
    refuse_synchronous(machine)
    Transfer(machine, "aclrtMemcpy", [(address(target), address(source), count)], kind).run_now()
    return 0


def _queued(function: str, target: Any, room: int, source: Any, count: int, kind: int) -> Transfer:
    """The checks of a queued copy (R-ASY-1)."""
    check_ends(target, source)
    check_kind(kind)
    check_room(room, count)
    return Transfer(world(), function, [(address(target), address(source), count)], kind)


@c_function("aclrtMemcpyAsync")
def memcpy_async(target: Any, room: int, source: Any, count: int, kind: int, stream: Any) -> int:
    if nothing_to_do(count):
        return 0
    transfer = _queued("aclrtMemcpyAsync", target, room, source, count, kind)
    stream_of(transfer.machine, stream)
    check_direction(transfer)
    return queue_copy(transfer, stream_for_submit(transfer.machine, stream))


@c_function("aclrtMemcpyAsyncWithCondition")
def memcpy_async_with_condition(target: Any, room: int, source: Any, count: int, kind: int, stream: Any) -> int:
    """R-ASY-6: as the plain form, but never falls back to a synchronous copy."""
    if nothing_to_do(count):
        return 0
    transfer = _queued("aclrtMemcpyAsyncWithCondition", target, room, source, count, kind)
    queue = stream_for_submit(transfer.machine, stream)
    if transfer.source.pageable or transfer.target.pageable:
        raise unsupported("pageable host memory")
    check_direction(transfer)
    return queue_copy(transfer, queue)


def check_direction(transfer: Transfer) -> None:
    """R-ASY-2: known ends decide the direction; copies from host to host, or said to be so, are not supported."""
    source, target = transfer.source, transfer.target
    if transfer.kind == BUFFERED:
        if not target.on_device:
            raise wrong("HOST_TO_BUF_TO_DEVICE to other memory than the device's")
    elif transfer.kind == H2H or (not source.pageable and not target.pageable
                                  and source.is_only_on_host and target.is_only_on_host):
        raise unsupported("a queued copy from host to host")


def queue_copy(transfer: Transfer, stream: Stream) -> int:
    """R-ASY-3 to R-ASY-5: pinned memory is copied when the stream comes to it, pageable memory within the call."""
    machine = transfer.machine
    if transfer.kind == BUFFERED and transfer.source.is_at(False):
        return _queue_buffered(transfer, stream)
    if transfer.source.pageable or transfer.target.pageable:
        _report_pageable(transfer)
        if machine.profile.newer and stream.capture is None:
            stream.wait(function=transfer.function)
            transfer.run_now()
            return 0
    transfer.judge()
    stream.submit(Task(transfer.function, _watched(transfer, stream), reads=[transfer.reads],
                       writes=[transfer.writes], keep=transfer))
    return 0


class Advised:
    """Lines of callers that were told of pageable memory: as a matter of speed, once is enough."""

    def __init__(self, machine: World) -> None:
        self.lines: set[str] = set()


def _report_pageable(transfer: Transfer) -> None:
    machine, place = transfer.machine, caller()
    if not machine.profile.newer:
        machine.find("S-PAGEABLE", transfer.function, "pageable host memory: undefined when the copy is executed",
                     handle=transfer.target.address)
    elif place not in machine.part(Advised).lines:
        machine.part(Advised).lines.add(place)
        machine.find("S-PAGEABLE", transfer.function, "pageable host memory: the call waits for the stream and copies "
                     "by itself", handle=transfer.target.address, severity="warning")


def _queue_buffered(transfer: Transfer, stream: Stream) -> int:
    """R-ASY-5: the host bytes are taken now, so that the caller may reuse them."""
    transfer.judge()
    content = [(target, bytes_at(source, transfer.source.room(source, nbytes)))
               for target, source, nbytes in transfer.rows]

    def run() -> int:
        for target, data in content:
            ctypes.memmove(target, data, transfer.target.room(target, len(data)))
        return 0
    stream.submit(Task(transfer.function, run, writes=[transfer.writes], keep=transfer))
    return 0


def _watched(transfer: Transfer, stream: Stream) -> Callable[[], int]:
    """What runs the transfer; in strict mode it compares pinned source bytes with those of the submission.

    Nothing queued before may write them: no copy into them, no callback, and no wait for what another stream does.
    """
    machine, source = transfer.machine, transfer.source
    if not machine.profile.strict or source.on_device or stream.capture is not None or not _settled(transfer, stream):
        return transfer.run
    first, nbytes = transfer.reads
    size = source.room(first, nbytes)
    before = bytes_at(first, size)
    created, where = source.block.created if source.block else "", caller()

    def run() -> int:
        if bytes_at(first, size) != before:
            machine.find("S-HOSTBUF", transfer.function, f"{size} bytes of host memory were changed before the copy "
                         "that reads them was done", handle=first, created=created, where=where)
        return transfer.run()
    return run


def _settled(transfer: Transfer, stream: Stream) -> bool:
    """Whether nothing in the queue can change the source's host bytes."""
    first, nbytes = transfer.reads
    with stream.scheduler.lock:
        tasks = list(stream.queue)[:QUEUE_JUDGED + 1] + ([stream.running] if stream.running else [])
    return len(tasks) <= QUEUE_JUDGED and all(
        task.keep.__class__ is Transfer and not any(start < first + nbytes and first < start + length
                                                    for start, length in task.writes) for task in tasks)
