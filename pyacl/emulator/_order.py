"""What is known to happen before what: S-RACE, S-STALE, and frees that come too early.

Every stream has a line of numbered tasks.  A clock says, for each line, up to which number its owner comes after: that
of a stream grows when it waits for an event, whose clock is that of the stream which recorded it.  What a host thread
has waited for is done for everybody, so each line just keeps the highest number that the host has seen done.
An order that the program makes in a way not modelled here must lead to silence, never to a false finding: a line that
waits for something not yet recorded is `blind` until the host has seen it done, and so is who waits for it.  When the
host has waited for a blind line, everything submitted so far counts as done.
"""
from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING

from ._memory import WRITE, Block, Memory
from ._report import caller

if TYPE_CHECKING:
    from ._streams import Stream, Task
    from ._world import World

USES_KEPT = 256                      # remembered accesses per block
HOST_TASKS = ("aclrtLaunchCallback", "aclrtLaunchHostFunc")      # tell the host that what was before them is done


class Line:
    """The tasks of one stream, as far as order is concerned."""

    __slots__ = ("__weakref__", "blind", "clock", "count", "done", "touching")

    def __init__(self) -> None:
        self.count = 0               # tasks submitted
        self.done = 0                # tasks that the host has seen done
        self.touching = 0            # number of the last task that touches memory
        self.clock: dict[Line, int] = {}
        self.blind = 0               # number of the last task whose predecessors are unknown

    @property
    def is_blind(self) -> bool:
        return self.blind > self.done

    @property
    def is_unseen(self) -> bool:
        """Whether nobody has waited for all of the work that touches memory."""
        return self.touching > self.done


Clock = dict[Line, int]


class Use:
    """An access of queued work to part of a block."""

    __slots__ = ("name", "number", "where")

    def __init__(self, number: int, name: str, where: str) -> None:
        self.number, self.name, self.where = number, name, where

    def __str__(self) -> str:
        return f"{self.name} (queued at {self.where or 'an unknown place'})"


class Order:
    """The clocks of a world; a part of it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.memory = world.part(Memory)
        self.lock = threading.Lock()
        self.lines: weakref.WeakSet[Line] = weakref.WeakSet()

    # -- what orders
    def snapshot(self, stream: Stream) -> Clock:
        """Everything that is before the end of what a stream was given so far."""
        with self.lock:
            line = stream.line
            line.clock = {other: number for other, number in line.clock.items() if number > other.done}
            return {**line.clock, line: line.count}

    def waits(self, stream: Stream, clock: Clock | None) -> None:
        """Later tasks of a stream come after a clock; None: after something that is not known yet."""
        with self.lock:
            line = stream.line
            if clock is None or any(other.is_blind for other in clock):
                line.blind = line.count + 1
            for other, number in (clock or {}).items():
                if number > line.clock.get(other, 0):
                    line.clock[other] = number

    def learned(self, clock: Clock | None) -> None:
        """A host thread knows that everything up to a clock is done; None: up to something that is not known."""
        with self.lock:
            if clock is None or any(line.is_blind for line in clock):
                clock = {line: line.count for line in self.lines}
            for line, number in clock.items():
                line.done = max(line.done, number)

    def synchronized(self, stream: Stream) -> None:
        """A host thread has seen a stream idle."""
        self.learned(self.snapshot(stream))

    # -- what touches
    def submitted(self, stream: Stream, task: Task) -> None:
        """Number a task and compare what it touches with unfinished work of other streams."""
        line = stream.line
        with self.lock:
            self.lines.add(line)
            line.count += 1
            number = line.count
        if task.name in HOST_TASKS:
            task.run = self._telling(task.run, self.snapshot(stream))
        if not task.reads and not task.writes:
            return
        line.touching = number
        task.where = task.where or caller()
        for ranges, write in ((task.reads, False), (task.writes, True)):
            for start, nbytes in ranges:
                block = self.memory.find(start)
                if block is not None and nbytes > 0:
                    self._touch(block, start - block.address, nbytes, write, line, number, task)

    def _telling(self, run: Callable[[], int], clock: Clock) -> Callable[[], int]:
        def tell() -> int:
            self.learned(clock)
            return run()
        return tell

    def _touch(self, block: Block, first: int, nbytes: int, write: bool, line: Line, number: int, task: Task) -> None:
        end = first + nbytes
        with self.lock:
            rival = self._rival(block, first, end, write, line)
            uses = block.uses
            uses.pop((line, first, end, write), None)
            uses[line, first, end, write] = Use(number, task.name, task.where)
            if len(uses) > USES_KEPT:
                del uses[next(iter(uses))]
        if rival is not None:
            self.world.find("S-RACE", task.name, f"a {block} is also used by {rival} on another stream, and nothing "
                            "orders the two", handle=block.address, created=block.created)

    def _rival(self, block: Block, first: int, end: int, write: bool, line: Line | None) -> Use | None:
        """Unfinished use of overlapping bytes that is not before the given line (None: the host); the lock is held."""
        found = None
        for key, use in list(block.uses.items()):
            other, low, high, writes = key
            if use.number <= other.done:
                del block.uses[key]
            elif (other is not line and low < end and first < high and (write or writes)
                  and not self._ordered(line, other, use.number)):
                found = use
        return found

    @staticmethod
    def _ordered(line: Line | None, other: Line, number: int) -> bool:
        """Whether a line comes after task `number` of another one, or may do so for all that is known."""
        if line is None:
            return False
        return number <= line.clock.get(other, 0) or line.is_blind or other.is_blind

    def touched_by_host(self, function: str, start: int, nbytes: int, access: str) -> None:
        """A synchronous call touches memory: work that is not known to be done must not write (or read) it."""
        block = self.memory.find(start)
        if block is None or not block.uses:
            return
        first = start - block.address
        with self.lock:
            rival = self._rival(block, first, first + nbytes, access == WRITE, None)
        if rival is not None:
            what = ("S-RACE", "overwrites") if access == WRITE else ("S-STALE", "reads")
            self.world.find(what[0], function, f"{what[1]} a {block} without having waited for {rival}",
                            handle=block.address, created=block.created)

    def freed(self, function: str, block: Block) -> None:
        """A block is about to be freed; work that is not known to be done must not use it any more."""
        with self.lock:
            rival = self._rival(block, 0, block.capacity, True, None)
        if rival is not None:
            self.world.find("S-HOSTBUF" if block.kind in ("host", "registered") else "S-UAF", function,
                            f"a {block} is freed while {rival} may still use it", handle=block.address,
                            created=block.created)

