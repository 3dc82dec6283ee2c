"""Streams and events."""
from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from . import _lib
from ._buffers import handle_pointer
from ._context import ActiveContext, using
from ._handle import SLOTS, Finalizer, Handle, close_after, process
from ._primary import Primary
from ._reclaim import COMPLETE, EVENT_TIMEOUT, RECORDED, STREAM_TIMEOUT, Progress, Uses, streams, wait, wait_for
from .device import Context, Device, context_of
from .errors import AclError, check

if TYPE_CHECKING:
    from ._buffers import HandleLike

ffi, lib = _lib.ffi, _lib.lib
_STREAM_OUT, _EVENT_OUT = ffi.typeof("aclrtStream *"), ffi.typeof("aclrtEvent *")
EXIT_WAIT = 10_000         # ms that the end of the process waits for one stream


class Stream(Handle):
    """A queue of work on a device (aclrtCreateStream): what is put on it runs in order, while the program goes on.

    device    where to make it; None: the current device of this thread
    priority  0 (highest) to 7, or None for the default

    Order between two streams comes only from events (`wait`).
    """

    _kind = "stream"
    __slots__ = (*SLOTS, "_context", "_primary", "_progress", "_route")

    _context: ActiveContext
    _primary: Primary
    _route: tuple[Any, ...] | None       # all that the compiled launches need in one piece; None once closed

    def __init__(self, device: Device | Context | int | None = None, *, priority: int | None = None) -> None:
        self._cdata = self._finalizer = self._owner = None
        if priority is not None and not 0 <= priority <= 7:
            raise ValueError(f"priority={priority!r}: 0 (highest) to 7")
        self._context, self._primary = context_of(device)
        progress = self._progress = Progress(ffi.NULL, self._context)

        def create() -> Any:
            out = ffi.new(_STREAM_OUT)
            if priority is None:
                check(lib.aclrtCreateStream(out), "aclrtCreateStream")
            else:
                check(lib.aclrtCreateStreamWithConfig(out, priority, 0), "aclrtCreateStreamWithConfig")
            progress.pointer = out[0]
            return out[0]
        self._make(using(self._context), create, _destroy_stream, progress, self._primary)
        self._set_route()

    @classmethod
    def from_handle(cls, handle: HandleLike, *, owner: Any = None,
                    device: Device | Context | int | None = None) -> Stream:
        """Wrap a stream of somebody else, for example `torch.npu.current_stream().npu_stream`; never destroyed.

        handle  the aclrtStream as an integer or C pointer; 0 is the default stream
        owner   kept alive as long as this object is
        device  the device or context that it belongs to; None: the current one
        """
        self = cls.__new__(cls)
        context, primary = context_of(device)
        pointer = handle_pointer("aclrtStream", handle)
        if not pointer:
            return default_stream(context, primary)
        self._context, self._primary = context, primary
        self._borrow(pointer, owner)
        self._progress = Progress(self._cdata, self._context)
        self._finalizer = Finalizer(self, "workspace of a borrowed stream", False, _release_borrowed, self._progress,
                                    self._primary, owner)
        self._set_route()
        return self

    def _set_route(self) -> None:
        self._route = (self._primary, self._context.serial, self._cdata, self._progress, self._progress.recent.append)

    @property
    def device(self) -> Device:
        """The device that the stream belongs to."""
        return Device(self._context.index)

    @property
    def done(self) -> bool:
        """Whether all queued work is done, without waiting (aclrtStreamQuery)."""
        status = ffi.new("aclrtStreamStatus *")
        ticket = self._progress.latest()
        with using(self._context):
            check(lib.aclrtStreamQuery(self._pointer_or_raise(), status), "aclrtStreamQuery")
        if status[0] != COMPLETE:
            return False
        self._progress.passed(ticket)
        return True

    def synchronize(self, timeout: float | None = None) -> None:
        """Wait until all queued work is done (aclrtSynchronizeStream).

        timeout  seconds; when they are over AclTimeoutError (507046) is raised, and the work goes on

        Raises AclError with the last launches of the stream if a kernel failed.  Ctrl-C is honoured.
        """
        pointer, progress = self._pointer_or_raise(), self._progress
        ticket = progress.latest()
        with using(self._context):
            code = wait(lib.aclrtSynchronizeStream, lib.aclrtSynchronizeStreamWithTimeout, pointer, timeout,
                        STREAM_TIMEOUT)
        if code:
            raise progress.failure(code)        # whether the stream has passed is for a later wait or query to tell
        progress.passed(ticket)
        if self._primary.reclaimer:
            self._primary.reclaimer.collect()

    def record(self, event: Event | None = None) -> Event:
        """Record an event behind the work queued so far; a new event if none is given.  Returns it."""
        self._pointer_or_raise()
        if event is not None:
            event.record(self)
            return event
        made = Event(device=_Place(self._context, self._primary))
        try:
            made.record(self)
        except BaseException as error:
            close_after(made.close, error)
            raise
        return made

    def wait(self, event: Event) -> None:
        """Let later work of this stream wait for what the event recorded (aclrtStreamWaitEvent)."""
        if not isinstance(event, Event):
            raise TypeError(f"event: expected a pyacl.Event, not {type(event).__name__} (Event.from_handle wraps a "
                            "handle of another framework)")
        pointer, queue = event._pointer_or_raise(), self._pointer_or_raise()
        with using(self._context):
            code = lib.aclrtStreamWaitEvent(queue, pointer)
            self._progress.submitted += 1                   # a failing call may have queued something, too
            event._used[self._progress] = self._progress.submitted
            check(code, "aclrtStreamWaitEvent")

    def _let_go(self) -> None:
        self._primary = self._route = None  # type: ignore[assignment]


def known_stream(stream: Any) -> Stream:
    """The stream that was given.  Raises TypeError for anything else, ValueError for a closed one."""
    if not isinstance(stream, Stream):
        raise TypeError(f"stream: expected a pyacl.Stream or None, not {type(stream).__name__} "
                        "(Stream.from_handle wraps a handle of another framework)")
    stream._pointer_or_raise()
    return stream


class _Place:
    """A context with its device, where something new is to be made."""

    def __init__(self, context: ActiveContext, primary: Primary) -> None:
        self.context, self.primary = context, primary


def _destroy_stream(pointer: Any, progress: Progress, primary: Primary) -> None:
    context = progress.context
    try:
        if not context.destroyed:               # else the context took its streams along
            progress.lost = True                # if this fails, nobody can tell what still runs
            with using(context):
                check(lib.aclrtDestroyStream(pointer), "aclrtDestroyStream")
                progress.lost = False
                progress.passed(progress.latest())          # it waited for the work (R-STR-6)
    finally:
        primary.reclaimer.release({progress: progress.submitted}, progress.release)
        primary.reclaimer.collect()


def _release_borrowed(progress: Progress, primary: Primary, owner: Any) -> None:
    """Of a borrowed stream only the workspace is ours: it goes when the stream has passed what used it."""
    used: Uses = {progress: progress.latest()}
    try:
        wait_for(used)
    finally:
        progress.lost = True                    # its owner may destroy it now, so it cannot be asked any more
        primary.reclaimer.release(used, progress.release)


def default_stream(context: ActiveContext, primary: Primary) -> Stream:
    """The default stream of a context (a NULL aclrtStream while that context is current)."""
    self = Stream.__new__(Stream)
    self._context, self._primary = context, primary
    self._borrow(ffi.NULL, None)
    self._progress = context.default_progress
    self._set_route()
    return self


def _drain() -> None:
    """At exit: wait for busy streams, so that what their work uses may go."""
    epoch = _lib.current().epoch if streams else 0
    for progress in list(streams):
        context, ticket = progress.context, progress.latest()
        busy = ticket > progress.completed or process.had_threads      # a stopped thread may not have counted its last
        if busy and not context.destroyed and context.epoch == epoch:
            with suppress(AclError), using(context):
                if not lib.aclrtSynchronizeStreamWithTimeout(progress.pointer, EXIT_WAIT):
                    progress.passed(ticket)


process.hooks.append(_drain)


class Event(Handle):
    """A mark in a stream: record it, wait for it, take the time between two of them.

    timing  whether it keeps time stamps (needed for `end - start`)
    """

    _kind = "event"
    __slots__ = (*SLOTS, "_context", "_primary", "_recorded", "_used")

    def __init__(self, device: Any = None, *, timing: bool = True) -> None:
        self._cdata = self._finalizer = self._owner = None
        self._used: Uses = {}
        self._recorded: tuple[Progress, int] | None = None
        if isinstance(device, _Place):
            self._context, self._primary = device.context, device.primary
        else:
            self._context, self._primary = context_of(device)
        flags = _lib.constant("ACL_EVENT_SYNC") | (_lib.constant("ACL_EVENT_TIME_LINE") if timing else 0)

        def create() -> Any:
            out = ffi.new(_EVENT_OUT)
            check(lib.aclrtCreateEventExWithFlag(out, flags), "aclrtCreateEventExWithFlag")
            return out[0]
        self._make(using(self._context), create, _destroy_event, self._used, self._context, self._primary)

    @classmethod
    def from_handle(cls, handle: HandleLike, *, owner: Any = None,
                    device: Device | Context | int | None = None) -> Event:
        """Wrap an event of somebody else; it is never destroyed.

        handle  the aclrtEvent as an integer or C pointer; NULL is a ValueError
        owner   kept alive as long as this object is
        device  the device or context that it belongs to; None: the current one
        """
        self = cls.__new__(cls)
        self._used, self._recorded = {}, None
        self._context, self._primary = context_of(device)
        self._borrow(handle_pointer("aclrtEvent", handle, null=False), owner)
        return self

    @property
    def device(self) -> Device:
        """The device that the event belongs to."""
        return Device(self._context.index)

    def record(self, stream: Stream | None = None) -> None:
        """Record behind the work queued on a stream so far (aclrtRecordEvent); None: the default stream.

        Recording again moves the mark; waits that were queued before keep the earlier one.
        """
        target = default_stream(self._context, self._primary) if stream is None else known_stream(stream)
        pointer, queue, progress = self._pointer_or_raise(), target._pointer_or_raise(), target._progress
        with using(target._context):
            code = lib.aclrtRecordEvent(pointer, queue)
            progress.submitted += 1
            self._used[progress] = progress.submitted
            check(code, "aclrtRecordEvent")
            self._recorded = (progress, progress.submitted)

    @property
    def done(self) -> bool:
        """Whether what was recorded has happened, without waiting (aclrtQueryEventStatus)."""
        status = ffi.new("aclrtEventRecordedStatus *")
        with using(self._context):
            check(lib.aclrtQueryEventStatus(self._pointer_or_raise(), status), "aclrtQueryEventStatus")
        if status[0] != RECORDED:
            return False
        self._note_passed()
        return True

    def _note_passed(self) -> None:
        if self._recorded is not None:
            progress, ticket = self._recorded
            progress.passed(ticket)

    def synchronize(self, timeout: float | None = None) -> None:
        """Wait for what was recorded (aclrtSynchronizeEvent); at once if nothing ever was.

        timeout  seconds; when they are over AclTimeoutError (507047) is raised
        """
        pointer = self._pointer_or_raise()
        with using(self._context):
            check(wait(lib.aclrtSynchronizeEvent, lib.aclrtSynchronizeEventWithTimeout, pointer, timeout,
                       EVENT_TIMEOUT), "aclrtSynchronizeEvent")
        self._note_passed()

    def _let_go(self) -> None:
        self._primary = None  # type: ignore[assignment]

    def __sub__(self, start: Event) -> float:
        """`end - start`: milliseconds between two recorded events (aclrtEventElapsedTime).

        Negative when `start` was recorded after `end`.  Raises AclError for an event that was never recorded (507000)
        or keeps no time (107006).
        """
        if not isinstance(start, Event):
            return NotImplemented
        out = ffi.new("float *")
        with using(self._context):
            check(lib.aclrtEventElapsedTime(out, start._pointer_or_raise(), self._pointer_or_raise()),
                  "aclrtEventElapsedTime")
        return float(out[0])


def _destroy_event(pointer: Any, used: Uses, context: ActiveContext, primary: Primary) -> None:
    def destroy() -> None:
        if context.destroyed:
            return
        with using(context):
            check(lib.aclrtDestroyEvent(pointer), "aclrtDestroyEvent")
    primary.reclaimer.release(used, destroy)
