"""Streams that run: each has a thread of its own that works through its queue in order."""
from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from ._handles import Object


class Task:
    """A piece of queued work.

    name    what it is, for reports ("aclrtMemcpyAsync", "aclnnAdd")
    run     does it; returns an error code (0: fine) that is stored on the stream and comes out of a synchronise (R-ERR-8)
    ready   None, or a function that tells whether the task may start; while it says no, the stream is held (event waits)
    reads   [(first address, bytes)] that it reads, and `writes` likewise, for the sanitizer
    keep    objects that must live until it has run
    """

    __slots__ = ("keep", "name", "reads", "ready", "run", "where", "writes")

    def __init__(self, name: str, run: Callable[[], int], *, ready: Callable[[], bool] | None = None,
                 reads: Any = (), writes: Any = (), keep: Any = None, where: str = "") -> None:
        self.name, self.run, self.ready = name, run, ready
        self.reads, self.writes, self.keep, self.where = reads, writes, keep, where


class Stream(Object):
    """An aclrtStream."""

    kind = "stream"
    ctype = "aclrtStream"

    def __init__(self, context: Any, priority: int = 0, flags: int = 0, *, default: bool = False) -> None:
        super().__init__()
        self.context, self.priority, self.flags = context, priority, flags
        self.default = self.hidden = default
        self.error = 0
        self.queue: deque[Task] = deque()
        self.changed = threading.Condition()           # the queue, or what a waiting task waits for, has changed
        self.running = False
        self.closing = False
        self.thread: threading.Thread | None = None

    def submit(self, task: Task) -> None:
        """Queue a task; the stream's thread runs it when its turn comes."""
        with self.changed:
            self.queue.append(task)
            if self.thread is None:
                self.thread = threading.Thread(target=self._work, name=f"pyacl-stream-{self.handle:x}", daemon=True)
                self.thread.start()
            self.changed.notify_all()

    @property
    def idle(self) -> bool:
        return not self.queue and not self.running

    def wake(self) -> None:
        """What a task of this stream may be waiting for has happened."""
        with self.changed:
            self.changed.notify_all()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until all queued work is done; False if the time (seconds) ran out."""
        with self.changed:
            return self.changed.wait_for(lambda: self.idle, timeout)

    def _work(self) -> None:
        while True:
            with self.changed:
                while not self.queue or (self.queue[0].ready is not None and not self.queue[0].ready()):
                    if self.closing and not self.queue:
                        return
                    self.changed.wait()
                task = self.queue.popleft()
                self.running = True
            code = task.run()
            with self.changed:
                self.running = False
                if code:
                    self.error = code
                self.changed.notify_all()
