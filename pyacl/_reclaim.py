"""Work in flight: how far each stream has come, and what may be freed when.

Every piece of work that is queued on a stream gets the next ticket of the stream's `Progress`.  A buffer remembers, per
stream, the ticket of its last use; so closing it frees it at once if those tickets have passed, and otherwise later.
Nothing is paid per launch beyond a counter: that tickets have passed is noticed when a stream is synchronised, found
idle by a query, or has passed one of the few marker events.  The launches of a repeatable executor do not even pay
that: they get one ticket together, when the executor is closed (`Lane`).
"""
from __future__ import annotations

import math
import threading
import time
import warnings
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from . import _lib
from ._context import using
from ._handle import each, process
from ._staging import Lease
from .errors import AclError, AclMemoryError, AclWarning, check, failure, recent_message

ffi, lib = _lib.ffi, _lib.lib
COMPLETE = _lib.constant("ACL_STREAM_STATUS_COMPLETE")
RECORDED = _lib.constant("ACL_EVENT_RECORDED_STATUS_COMPLETE")
HUGE_FIRST = _lib.constant("ACL_MEM_MALLOC_HUGE_FIRST")
STREAM_TIMEOUT, EVENT_TIMEOUT = 507046, 507047
SLICE = 500                # ms that a wait of the main thread goes on without looking for Ctrl-C
MARKER_EVERY = 64          # tickets between two marker events, at least
T = TypeVar("T")


def milliseconds(timeout: float | None) -> int:
    """Seconds as the C functions want them: -1 is for ever, 0 is refused by them (R-STR-9)."""
    if timeout is None:
        return -1
    if not timeout > 0:
        raise ValueError(f"timeout={timeout!r}: seconds, more than 0 (None waits for ever)")
    return min(math.ceil(timeout * 1000), 2**31 - 1)


def wait(plain: Any, timed: Any, pointer: Any, timeout: float | None, expired: int) -> int:
    """Wait for a stream or event and give the code; the main thread looks for Ctrl-C in between."""
    left = milliseconds(timeout)
    if threading.current_thread() is not threading.main_thread() or process.exiting:
        return int(plain(pointer) if left < 0 else timed(pointer, left))
    end = time.monotonic() + left / 1000
    while True:
        part = SLICE if left < 0 else max(1, min(SLICE, math.ceil((end - time.monotonic()) * 1000)))
        code = int(timed(pointer, part))
        if code != expired or (left >= 0 and time.monotonic() >= end):
            return code
        recent_message()                       # a slice that ran out is no failure: its text must not stay behind


def quiet(code: int) -> bool:
    """Whether a call went well whose failure is no matter; its text must not be taken for that of a later one."""
    if code:
        recent_message()
    return not code


def _take_while(entries: deque[T], fits: Callable[[T], bool]) -> Iterator[T]:
    """Take entries from the left as long as they fit.  Other threads, and finalizers in between, may do the same."""
    while True:
        try:
            entry = entries.popleft()
        except IndexError:
            return
        if not fits(entry):
            entries.appendleft(entry)
            return
        yield entry


class Progress:
    """How far a stream has come, and the workspace that its launches share.

    submitted, completed   tickets: of the latest piece of work, and of the latest one known to be done
    uncounted              whether launches of repeatable executors, which take no tickets, went to the stream
    recent                 names of the last launches, for the text of a failure that shows only at synchronise
    lock                   held from taking the workspace to queueing what uses it
    lost                   the stream cannot be asked any more, since destroying it failed, or it is for others to
                           destroy: what its work uses is kept until the device says that it is done
    """

    __slots__ = ("__weakref__", "_arena", "_arena_size", "_kept", "_marked", "_markers", "_spare", "completed",
                 "context", "lock", "lost", "pointer", "recent", "submitted", "uncounted")

    def __init__(self, pointer: Any, context: Any) -> None:
        self.pointer, self.context = pointer, context
        self.lock = threading.Lock()
        self._arena: Any = None
        self._arena_size = 0
        self.submitted = self.completed = self._marked = 0
        self.lost = self.uncounted = False
        self.recent: deque[str] = deque(maxlen=8)
        self._kept: deque[tuple[int, Any]] = deque()
        self._markers: deque[tuple[int, Any]] = deque()      # (ticket, event)
        self._spare: list[Any] = []                          # events to record again
        streams.add(self)

    def latest(self) -> int:
        """The ticket of the latest work; a new one if there may be uncounted launches."""
        if self.uncounted:
            self.submitted += 1
        return self.submitted

    def wait(self) -> None:
        """Wait for all work queued so far.  Raises AclError with the last launches if a kernel failed."""
        ticket = self.latest()
        if self.lost:
            with using(self.context.primary.context):
                check(lib.aclrtSynchronizeDevice(), "aclrtSynchronizeDevice")
        elif not self.context.destroyed:
            with using(self.context):
                code = wait(lib.aclrtSynchronizeStream, lib.aclrtSynchronizeStreamWithTimeout, self.pointer, None,
                            STREAM_TIMEOUT)
            if code:
                raise self.failure(code)
        self.passed(ticket)

    def failure(self, code: int) -> AclError:
        """The exception for a failed wait; it names the last launches, for one of them is the guilty one."""
        recent = ", ".join(self.recent)
        launched = (f"  last launches on this stream (the latest last): {recent}\n"
                    "  hint: PYACL_SYNC=1 waits after each launch and so shows the guilty one") if recent else ""
        return failure(code, "aclrtSynchronizeStream", arguments=launched)

    def keep(self, item: Any) -> None:
        """Keep an object alive until the work queued so far has passed."""
        self._kept.append((self.submitted, item))
        if len(self._kept) % 16 == 0:
            self.poll()

    def passed(self, ticket: int) -> None:
        """All work up to a ticket is done."""
        if ticket > self.completed:
            self.completed = ticket
        for _, item in _take_while(self._kept, lambda entry: entry[0] <= self.completed):
            if isinstance(item, Lease):
                item.give_back()

    def poll(self) -> None:
        """Notice what has passed, without waiting.  What fails leaves things as they are."""
        if self.completed >= self.submitted:
            self.passed(self.completed)
        elif self.lost:
            pass
        elif self.context.destroyed:
            self.passed(self.submitted)
        else:
            with suppress(AclError), using(self.context):
                self._query()

    def _query(self) -> None:
        ticket, status = self.submitted, ffi.new("aclrtStreamStatus *")
        if quiet(lib.aclrtStreamQuery(self.pointer, status)) and status[0] == COMPLETE:
            self._spare += [event for _, event in _take_while(self._markers, lambda entry: entry[0] <= ticket)]
            return self.passed(ticket)
        recorded = ffi.new("aclrtEventRecordedStatus *")
        for ticket, event in _take_while(self._markers, lambda entry: quiet(
                lib.aclrtQueryEventStatus(entry[1], recorded)) and recorded[0] == RECORDED):
            self._spare.append(event)
            self.passed(ticket)
        if self.submitted - max(self._marked, self.completed) >= (1 if self.uncounted else MARKER_EVERY):
            self._mark()

    def _mark(self) -> None:
        """Record a marker event: the stream may never be idle when we look."""
        if self._spare:
            event = self._spare.pop()
        else:
            out = ffi.new("aclrtEvent *")
            if not quiet(lib.aclrtCreateEventExWithFlag(out, _lib.constant("ACL_EVENT_SYNC"))):
                return
            event = out[0]
        ticket = self.submitted
        if quiet(lib.aclrtRecordEvent(event, self.pointer)):
            self._marked = ticket
            self._markers.append((ticket, event))
        else:
            self._spare.append(event)

    def workspace(self, nbytes: int, reclaimer: Reclaimer) -> Any:
        """A workspace of at least so many bytes, to be taken and used under `lock`.

        One block per stream serves all its launches, since they run in order; it grows to the largest need.
        """
        if nbytes > self._arena_size:
            with using(self.context):
                block = reclaimer.malloc(nbytes, f"allocating a workspace of {nbytes} bytes")
                old, self._arena, self._arena_size = self._arena, block, nbytes
            if old is not None:
                reclaimer.release({self: self.submitted}, partial(_free, old))
        return self._arena

    def release(self) -> None:
        """Free the workspace and the marker events: the queued work has passed, and there will be no other."""
        self.uncounted = False
        self.passed(self.submitted)
        old, self._arena, self._arena_size = self._arena, None, 0
        events = [*self._spare, *(event for _, event in self._markers)]
        self._spare.clear()
        self._markers.clear()
        blocks = [] if old is None else [old]
        each([*(partial(_free, block) for block in blocks), *(partial(_destroy_event, event) for event in events)])


def _free(block: Any) -> None:
    check(lib.aclrtFree(block), "aclrtFree")


def _destroy_event(event: Any) -> None:
    check(lib.aclrtDestroyEvent(event), "aclrtDestroyEvent")


streams: weakref.WeakSet[Progress] = weakref.WeakSet()       # of all streams that were not closed


class Lane:
    """A repeatable executor as something that uses buffers, as `Progress` is for a stream.

    The buffers know the lane, and nothing is paid per launch.  As long as the executor is open it may be launched again
    at any moment, and the buffers stay.
    """

    __slots__ = ("earlier", "ended", "progress")

    def __init__(self) -> None:
        self.progress: Progress | None = None          # of the latest stream
        self.earlier: Uses = {}                        # streams before -> ticket of the latest launch there
        self.ended = False

    def move(self, progress: Progress) -> None:
        """The launches go to another stream from now on."""
        self._settle()
        self.earlier.pop(progress, None)
        self.progress, progress.uncounted = progress, True

    def end(self) -> None:
        """There will be no other launch."""
        self._settle()
        self.progress, self.ended = None, True

    def _settle(self) -> None:
        if self.progress is not None:
            self.earlier[self.progress] = self.progress.latest()

    def uses(self) -> Uses:
        """Stream -> ticket of the latest launch on it."""
        if self.progress is None:
            return self.earlier
        return {**self.earlier, self.progress: self.progress.latest()}

    def leave(self, used: Uses) -> None:
        """A buffer takes no part in later launches: it exchanges the lane for streams and tickets.

        The lane goes last: who looks at the uses meanwhile must not find none.
        """
        if self in used:
            for progress, ticket in self.uses().items():
                used[progress] = max(ticket, used.get(progress, 0))
            used.pop(self, None)

    @property
    def completed(self) -> int:
        """1 when all launches have passed and there will be no other, else 0: buffers hold the ticket 1 of a lane."""
        return int(self.ended and not pending(self.earlier))

    def poll(self) -> None:
        if self.ended:
            for progress in pending(self.earlier):
                progress.poll()

    def wait(self) -> None:
        for progress in pending(self.uses()):
            progress.wait()


Uses = dict[Progress | Lane, int]


def pending(used: Uses) -> Uses:
    """The uses that have not passed.  Others may add to the buffer's uses meanwhile, and take from them."""
    return {user: ticket for user, ticket in used.copy().items() if user.completed < ticket}


def wait_for(used: Uses) -> None:
    """Wait for the streams on which something was used, and for no others."""
    for user in pending(used):
        user.wait()


class Reclaimer:
    """What waits to be freed on one device.

    trims   what gives memory back that is kept for later, by owner (the pools)
    """

    def __init__(self) -> None:
        self.trims: dict[Any, Callable[[], object]] = {}
        self._waiting: deque[tuple[Uses, Callable[[], None]]] = deque()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._waiting)

    def release(self, used: Uses, free: Callable[[], None]) -> None:
        """Free now if all uses have passed, else as soon as that is noticed.

        Finalizers call this in any thread and at any moment, also while this very method runs.
        """
        if self._waiting:
            self.collect()
        for user in pending(used):
            user.poll()
        if pending(used):
            self._waiting.append((used, free))
        else:
            free()

    def collect(self) -> None:
        """Free what has passed.  It is not the caller's: what fails is an AclWarning."""
        if not self._waiting or not self._lock.acquire(blocking=False):
            return
        try:
            for _ in range(len(self._waiting)):
                used, free = self._waiting.popleft()
                for user in pending(used):
                    user.poll()
                if pending(used):
                    self._waiting.append((used, free))
                else:
                    quietly(free)
        finally:
            self._lock.release()

    def malloc(self, nbytes: int, doing: str) -> Any:
        """Device memory (aclrtMalloc); needs a current context of the device.

        When the device is full (207001), what waits to be freed and what is kept for later is freed, and it is asked
        once more (R-MEM-1).  Raises AclError that is also a MemoryError.
        """
        out = ffi.new("void **")

        def allocate() -> Any:
            check(lib.aclrtMalloc(out, nbytes, HUGE_FIRST), "aclrtMalloc", doing=doing)
            return out[0]
        try:
            return allocate()
        except AclMemoryError:
            if not self._waiting and not self.trims:
                raise
        check(lib.aclrtSynchronizeDevice(), "aclrtSynchronizeDevice")
        self.collect()
        for trim in list(self.trims.values()):
            quietly(trim)
        return allocate()

    def finish(self) -> None:
        """The device is about to be reset: wait for what still runs, and free everything."""
        self.collect()
        if self._waiting:
            check(lib.aclrtSynchronizeDevice(), "aclrtSynchronizeDevice")
            for _, free in _take_while(self._waiting, lambda entry: True):
                quietly(free)


def quietly(free: Callable[[], object]) -> None:
    """Release something on behalf of nobody in particular."""
    try:
        free()
    except AclError as error:
        warnings.warn(str(error), AclWarning, stacklevel=3)
