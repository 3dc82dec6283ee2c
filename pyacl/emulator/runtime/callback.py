"""Host callbacks in streams: the report model with subscriber threads, and host functions (R-CB-1)."""
from __future__ import annotations

import threading
import weakref
from collections import deque
from typing import Any

from ... import _abi
from .._registry import Refusal, c_function
from .._streams import Scheduler, Stream, Task
from .._world import World, world
from .context import current_context, invalid, stale, stream_for_submit, stream_of

ffi = _abi.ffi

NO_BLOCK, BLOCK = 0, 1
SUBSCRIBERS = 1024                                 # threads at most (R-CB-4)
TIMEOUT = 507012


class Report:
    """A callback that waits for its subscriber thread."""

    def __init__(self, function: Any, data: Any) -> None:
        self.function, self.data = function, data
        self.done = False


class Callbacks:
    """Who is subscribed to what.  Threads are named by `pthread_self()`, in Python `threading.get_ident()` (R-CB-5)."""

    def __init__(self, machine: World) -> None:
        self.subscriber: weakref.WeakKeyDictionary[Stream, int] = weakref.WeakKeyDictionary()
        self.reports: dict[int, deque[Report]] = {}      # thread -> what has arrived for it
        self.host_streams: weakref.WeakSet[Stream] = weakref.WeakSet()     # that run host functions


def _conflict(text: str) -> Refusal:
    return Refusal(107011, text, token="EE1017")


@c_function("aclrtSubscribeReport")
def subscribe(thread: int, handle: Any) -> int:
    """The stream may be of another context."""
    machine = world()
    stream = stream_of(machine, handle)
    callbacks = machine.part(Callbacks)
    if stream in callbacks.subscriber or stream in callbacks.host_streams:
        raise _conflict("the stream has a subscriber, or runs host functions")
    if thread not in callbacks.reports and len(callbacks.reports) >= SUBSCRIBERS:
        raise Refusal(507000, f"{SUBSCRIBERS} threads are subscribed", token="EE9999")
    device = stream.context.device
    if any(other.context.device is not device for other, owner in callbacks.subscriber.items() if owner == thread):
        raise Refusal(107012, "the thread serves streams of another device", token="EE1017")
    callbacks.subscriber[stream] = thread
    callbacks.reports.setdefault(thread, deque())
    return 0


@c_function("aclrtUnSubscribeReport")
def unsubscribe(thread: int, handle: Any) -> int:
    """Looks at the subscription before it looks for a context."""
    machine = world()
    callbacks = machine.part(Callbacks)
    stream = machine.handles.get(handle, Stream) if handle else current_context(machine).default_stream
    if stream is None:
        raise stale(machine, "stream", handle)
    if stream in callbacks.host_streams or stream not in callbacks.subscriber:
        raise _conflict("the stream has no subscriber")
    if callbacks.subscriber[stream] != thread:
        raise Refusal(107012, "another thread is subscribed to the stream", token="EE1017")
    del callbacks.subscriber[stream]
    if thread not in callbacks.subscriber.values():
        del callbacks.reports[thread]
    return 0


@c_function("aclrtLaunchCallback")
def launch_callback(function: Any, data: Any, block: int, handle: Any) -> int:
    machine = world()
    if block not in (NO_BLOCK, BLOCK):
        raise invalid(f"blockType {block}: 0 or 1")
    if not function:
        raise Refusal(107000, "fn is NULL", token="EE1004")
    stream = stream_for_submit(machine, handle)
    callbacks = machine.part(Callbacks)
    if stream in callbacks.host_streams:
        machine.find("S-MIX", "aclrtLaunchCallback", "the stream also runs host functions", handle=stream.handle,
                     created=stream.created)
        raise _conflict("the stream runs host functions")
    thread = callbacks.subscriber.get(stream)
    if thread is None:
        raise Refusal(107015, "no thread is subscribed to the stream", token="EE9999")

    reports: list[Report] = []

    def hand_over() -> int:
        report = Report(function, data)
        reports.append(report)
        with stream.scheduler.lock:
            callbacks.reports.setdefault(thread, deque()).append(report)
        stream.scheduler.wake()
        return 0
    stream.submit(Task("aclrtLaunchCallback", hand_over, keep=data))
    if block == BLOCK:
        stream.submit(Task("aclrtLaunchCallback", lambda: 0, ready=lambda: reports[-1].done, keep=data))
    return 0


@c_function("aclrtProcessReport")
def process_report(timeout: int) -> int:
    """Run in this thread what has arrived for it, waiting up to `timeout` milliseconds (-1: for ever) for the first."""
    if timeout < -1 or timeout == 0:
        raise invalid(f"timeout {timeout}: -1 or more than 0", "EH0009")
    machine = world()
    reports = machine.part(Callbacks).reports.get(threading.get_ident())
    if reports is None:
        raise Refusal(107012, "the thread is subscribed to no stream")      # without a message
    scheduler = machine.part(Scheduler)
    if not scheduler.wait(lambda: bool(reports), None if timeout == -1 else timeout / 1000, "aclrtProcessReport",
                          patient=True):
        raise Refusal(TIMEOUT, f"nothing arrived within {timeout} ms")
    for _ in range(len(reports)):
        report = reports.popleft()
        bound, machine.thread.context = machine.thread.context, None        # R-CB-7: without a context
        try:
            report.function(report.data)
        finally:
            machine.thread.context = bound
        report.done = True
        scheduler.wake()
    return 0


@c_function("aclrtLaunchHostFunc")
def launch_host_function(handle: Any, function: Any, data: Any) -> int:
    """R-CB-6: later work of the stream waits for it."""
    machine = world()
    if not function:
        raise Refusal(107000, "fn is NULL", token="EE1004")
    stream = stream_for_submit(machine, handle)
    callbacks = machine.part(Callbacks)
    if stream in callbacks.subscriber:
        machine.find("S-MIX", "aclrtLaunchHostFunc", "the stream also has a subscriber", handle=stream.handle,
                     created=stream.created)
        raise _conflict("the stream has a subscriber")
    callbacks.host_streams.add(stream)

    def run() -> int:
        function(data)
        return 0
    stream.submit(Task("aclrtLaunchHostFunc", run, keep=data))
    return 0
