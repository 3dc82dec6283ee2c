"""Streams that run: queues of tasks, the threads that work through them, and host threads that wait for them.

Without a seed each stream that has work owns a thread, which ends when the stream has been idle for a while.  With a
seed one thread runs all streams: it works while a host thread waits, and draws the next stream from the seed, so that
the same program runs in the same order and as late as the ABI allows.
"""
from __future__ import annotations

import random
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from typing import Any

from ._handles import Object
from ._order import Line, Order
from ._report import FindingError
from ._world import STREAM_THREAD, World

LINGER = 0.2                 # seconds that a stream's thread waits for more work before it ends
SLICE = 0.1                  # seconds between two looks of a waiting host thread at the state of the streams
GRACE = 1.0                  # seconds without progress after which a wait is called dead
GRACE_WITH_OTHERS = 10.0     # the same while another thread that uses the runtime may still come to the rescue
HOLD = 0.25                  # seeded: seconds after which queued work runs although nobody waits for it
BACKLOG = 4096               # seeded: queued tasks above which work runs although nobody waits for it
WAIT_TIMEOUT, INTERNAL = 107019, 507899


class Task:
    """A piece of queued work.

    name     what it is, for reports ("aclrtMemcpyAsync", "aclnnAdd")
    run      does it; returns a code (0: fine) that is stored on the stream and comes out of a synchronise (R-ERR-8)
    ready    None, or a function that tells whether the task may start; until then it holds the stream
    timeout  seconds for which it may hold the stream before it fails with 107019 (None: for ever)
    reads    [(first address, bytes)] that it reads, and `writes` likewise, for the sanitizer
    keep     objects that must live until it has run
    """

    __slots__ = ("held_since", "keep", "name", "reads", "ready", "run", "timeout", "where", "writes")

    def __init__(self, name: str, run: Callable[[], int], *, ready: Callable[[], bool] | None = None,
                 timeout: float | None = None, reads: Any = (), writes: Any = (), keep: Any = None,
                 where: str = "") -> None:
        self.name, self.run, self.ready, self.timeout = name, run, ready, timeout
        self.reads, self.writes, self.keep, self.where = reads, writes, keep, where
        self.held_since: float | None = None

    def may_start(self) -> bool:
        """Whether the task can run now, be it only to fail because it held the stream for too long."""
        if self.ready is None or self.ready():
            return True
        if self.held_since is None:
            self.held_since = time.monotonic()
        return self.expired()

    def expired(self) -> bool:
        return (self.timeout is not None and self.held_since is not None
                and time.monotonic() - self.held_since >= self.timeout)


class Stream(Object):
    """An aclrtStream."""

    kind = "stream"
    ctype = "aclrtStream"

    def __init__(self, context: Any, priority: int = 0, flags: int = 0, *, default: bool = False) -> None:
        super().__init__()
        self.context, self.priority, self.flags = context, priority, flags
        self.default = self.hidden = default
        self.id = 0                                    # number within the device
        self.error = 0                                 # stored failure, see `take_error`
        self.stops = False                             # failure mode (R-STR-14)
        self.capture: Any = None                       # the capture that it takes part in
        self.attributes: dict[int, int] = {}
        self.core_limits: dict[int, int] = {}
        self.queue: deque[Task] = deque()
        self.running: Task | None = None
        self.scheduler: Scheduler = context.device.world.part(Scheduler)
        self.wakeup = threading.Condition(self.scheduler.lock)
        self.has_thread = self.ended = False
        self.line = Line()
        self.late: list[FindingError] = []             # strict mode: of its work, not raised yet

    def submit(self, task: Task) -> None:
        """Queue a task, or add it to the graph that is being captured."""
        if self.capture is not None:
            self.capture.add(self, task)
        else:
            self.scheduler.submit(self, task)

    @property
    def idle(self) -> bool:
        return not self.queue and self.running is None

    def wait(self, timeout: float | None = None, function: str = "") -> bool:
        """Wait until all queued work is done; False if the time (seconds) ran out."""
        done = self.scheduler.wait(lambda: self.idle, timeout, function)
        if done:
            self.seen_idle()
        return done

    def seen_idle(self) -> None:
        """A host thread has seen that all work is done."""
        self.scheduler.order.synchronized(self)
        self.raise_late()

    def raise_late(self) -> None:
        """What was found while the work ran raises in the call that waits for it."""
        if self.late:
            self.scheduler.world.thread.pending += self.late
            self.late.clear()

    def drop(self) -> None:
        """Forget what is queued; the running task ends by itself."""
        with self.scheduler.lock:
            self.queue.clear()
            self.scheduler.busy.discard(self)
            self.scheduler.wake()

    def end(self) -> None:
        """The stream was destroyed: its thread need not wait for more."""
        with self.scheduler.lock:
            self.ended = True
            self.wakeup.notify()

    def take_error(self) -> int:
        """The stored failure, which is cleared unless the stream stops on failure (R-ERR-8)."""
        code = self.error
        if not self.stops:
            self.error = 0
        return code


class Scheduler:
    """What runs the streams of one emulated machine; a part of the world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.order = world.part(Order)
        self.lock = threading.RLock()
        self.progress = threading.Condition(self.lock)     # a stream became idle, an event or a report arrived
        self.turn = threading.Condition(self.lock)         # seeded: somebody waits, or there is work
        self.busy: set[Stream] = set()                     # streams with queued or running work
        self.waiting: dict[int, Callable[[], bool]] = {}   # host thread -> what it waits for
        self.executed = 0
        self.last_progress = time.monotonic()
        self.closed = False
        self.observers: list[Callable[[Stream, Task, int], None]] = []    # told of every failed task
        self.watchers = 0                                  # queued tasks that wait for a value in memory
        seed = world.profile.seed
        self.random = None if seed is None else random.Random(seed)
        self.delay = world.profile.delay
        self.has_thread = False

    # -- the side of the host
    def submit(self, stream: Stream, task: Task) -> None:
        self.order.submitted(stream, task)
        with self.lock:
            if stream.stops and stream.error:          # R-STR-14: it failed since the caller looked
                return
            stream.queue.append(task)
            self.busy.add(stream)
            self.last_progress = time.monotonic()
            if self.random is None:
                if not stream.has_thread:
                    self._start(self._serve, stream)
                    stream.has_thread = True
                elif len(stream.queue) == 1:
                    stream.wakeup.notify()
            else:
                if not self.has_thread:
                    self._start(self._serve_all)
                    self.has_thread = True
                if len(stream.queue) == 1 or sum(len(s.queue) for s in self.busy) > BACKLOG:
                    self.turn.notify()

    def wake(self) -> None:
        """Something that a task or a host thread may be waiting for has happened."""
        with self.lock:
            self.last_progress = time.monotonic()
            for stream in self.busy:
                if stream.running is None:
                    stream.wakeup.notify()
            self.turn.notify()
            self.progress.notify_all()

    def memory_changed(self) -> None:
        """Something was written that a task may be waiting for."""
        if self.watchers:
            self.wake()

    def wait(self, condition: Callable[[], bool], timeout: float | None = None, function: str = "", *,
             patient: bool = False) -> bool:
        """Hold this host thread until the condition is true.

        False if the time (seconds) ran out.  A wait without time limit that nothing can ever end is reported as
        S-DEADLOCK, unless it is `patient`, and the tasks that hold the streams fail.
        """
        with self.lock:
            if condition():
                return True
            if threading.current_thread().name == STREAM_THREAD:     # R-CB-7: its own stream can never come to an end
                self.world.find("S-DEADLOCK", function, "a callback waits for work of the streams")
                return False
            me = threading.get_ident()
            self.waiting[me] = condition
            self.turn.notify()
            deadline = None if timeout is None else time.monotonic() + timeout
            try:
                while not condition():
                    left = SLICE if deadline is None else min(SLICE, deadline - time.monotonic())
                    if left <= 0:
                        return False
                    self.progress.wait(left)
                    if deadline is None and not patient:
                        self._look_for_deadlock(function)
                return True
            finally:
                del self.waiting[me]
                self.turn.notify()

    def busy_streams(self) -> list[Stream]:
        """The streams that have queued or running work, in order of their creation."""
        with self.lock:
            return sorted(self.busy, key=lambda stream: stream.handle)

    def poll(self) -> None:
        """A host thread asks for a state: with a seed that lets one queued task run, so that polling loops end."""
        if self.random is None:
            return
        with self.lock:
            target = self.executed + 1
            self.wait(lambda: self.executed >= target or not self._runnable(), HOLD)

    # -- deadlocks
    def _look_for_deadlock(self, function: str) -> None:
        silence = time.monotonic() - self.last_progress
        if silence < GRACE or not self.busy:
            return
        for stream in self.busy:
            if stream.running is not None or not stream.queue or stream.queue[0].timeout or \
                    stream.queue[0].may_start():
                return
        if silence < GRACE_WITH_OTHERS and self.world.other_threads(set(self.waiting)):
            return
        for stream in sorted(self.busy, key=lambda s: s.handle):
            task = stream.queue.popleft()
            stream.error = WAIT_TIMEOUT
            self.world.find("S-DEADLOCK", function or task.name,
                            f"stream 0x{stream.handle:x} is held by {task.name} (queued at {task.where or '?'}), "
                            "which nothing queued can ever end", handle=stream.handle, created=stream.created)
            if not stream.queue:
                self.busy.discard(stream)
        self.wake()

    # -- the side of the streams
    def _start(self, work: Callable[..., None], *arguments: Any) -> None:
        threading.Thread(target=work, args=arguments, name=STREAM_THREAD, daemon=True).start()

    def _serve(self, stream: Stream) -> None:
        """Work of the thread of one stream."""
        rng = random.Random() if self.delay else None
        with self.lock:
            while not self.closed:
                if not stream.queue:
                    if stream.ended or (not stream.wakeup.wait(LINGER) and not stream.queue):
                        break
                elif not stream.queue[0].may_start():
                    stream.wakeup.wait(SLICE if stream.queue[0].timeout else None)
                else:
                    self._run(stream, rng.uniform(0, self.delay) if rng else 0.0)
            stream.has_thread = False

    def _runnable(self) -> list[Stream]:
        return sorted((s for s in self.busy if s.queue and s.running is None and s.queue[0].may_start()),
                      key=lambda s: s.handle)

    def _serve_all(self) -> None:
        """Work of the one thread of a seeded machine."""
        assert self.random is not None
        with self.lock:
            while not self.closed:
                wanted = bool(self.waiting) and not any(condition() for condition in self.waiting.values())
                late = time.monotonic() - self.last_progress > (self.delay or HOLD)
                runnable = self._runnable()
                if runnable and (wanted or (late and not self.waiting)
                                 or sum(len(s.queue) for s in runnable) > BACKLOG):
                    self._run(self.random.choice(runnable), 0.0)
                else:
                    self.turn.wait((self.delay or HOLD) if runnable else (SLICE if self.busy else None))

    def _run(self, stream: Stream, pause: float) -> None:
        """Take the first task of a stream and run it; called and left with the lock held."""
        task = stream.queue.popleft()
        stream.running = task
        self.world.thread.late = stream.late
        self.lock.release()
        try:
            if pause:
                time.sleep(pause)
            code = self._execute(task)
            if code:
                for observer in self.observers:
                    observer(stream, task, code)
        finally:
            self.lock.acquire()
            stream.running = None
        self.executed += 1
        self.last_progress = time.monotonic()
        self.memory_changed()
        if code:
            stream.error = code
            if stream.stops:                           # R-STR-14: nothing of the context runs after a failure
                for other in stream.context.streams:
                    other.error = other.error or code
                    other.queue.clear()
                    if other.running is None:
                        self.busy.discard(other)
                self.progress.notify_all()
        if not stream.queue:
            self.busy.discard(stream)
            self.progress.notify_all()
        elif self.random is not None and self.waiting:
            self.progress.notify_all()

    @staticmethod
    def _execute(task: Task) -> int:
        if task.ready is not None and task.expired() and not task.ready():
            return WAIT_TIMEOUT
        try:
            return task.run()
        except Exception:
            print(f"pyacl emulator: a fault of its own in {task.name}:", file=sys.stderr)
            traceback.print_exc()
            return INTERNAL

    def close(self) -> None:
        """End the machine: what is queued is dropped, the threads end."""
        with self.lock:
            self.closed = True
            for stream in self.busy:
                stream.queue.clear()
                stream.wakeup.notify_all()
            self.busy.clear()
            self.turn.notify_all()
            self.progress.notify_all()
