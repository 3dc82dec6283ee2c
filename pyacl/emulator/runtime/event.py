"""Events in their three forms.

plain   `aclrtCreateEvent`: a time line, and an order among streams once it was recorded
flag    `aclrtCreateEventWithFlag`: a flag in the device, which waits may reach before the record
ex      `aclrtCreateEventExWithFlag`: the newer mode, complete before its first record

What a wait waits for is settled when it is submitted: the record that is latest then (R-EVT-2), or for a flag that is
not set the next one.
"""
from __future__ import annotations

import time
from typing import Any

from ... import _abi
from .._handles import Object
from .._order import Order
from .._registry import Refusal, c_function
from .._streams import Scheduler, Stream, Task
from .._world import World, world
from .capture import Model
from .context import current_context, invalid, null, stale, stream_for_submit, unsupported, wrong
from .device import FOREVER, check_timeout
from .limits import Limits

ffi = _abi.ffi

PLAIN, FLAG, EX = "plain", "flag", "ex"
SYNC, PROGRESS, SYNC_OLD, TIME_LINE, DEVICE_ONLY, EXTERNAL, IPC = 0x1, 0x2, 0x4, 0x8, 0x10, 0x20, 0x40
ALLOWED = {FLAG: 0x3F, EX: 0x4F}                   # bits that each creator takes
ALONE = (DEVICE_ONLY, EXTERNAL, IPC)               # bits that go with no other
COMPLETE, NOT_READY = 0, 1                         # aclrtEventStatus, aclrtEventWaitStatus
RECORDED, NOT_RECORDED = 1, 0                      # aclrtEventRecordedStatus has it the other way round (R-EVT-6)
SYNC_TIMEOUT = 507047
DEFAULT_RECORD, EXTERNAL_RECORD = 0, 1


class Record:
    """One record of an event: submitted, later done."""

    __slots__ = ("clock", "done", "stream", "time")

    def __init__(self) -> None:
        self.stream: Stream | None = None          # None: a wait came before the record
        self.done = False
        self.time = 0.0                            # seconds
        self.clock: Any = None                     # what comes before it, for the sanitizer


class Event(Object):
    """An aclrtEvent."""

    kind = "event"
    ctype = "aclrtEvent"

    def __init__(self, form: str, flags: int, device: int) -> None:
        super().__init__()
        self.form, self.flags, self.device = form, flags, device
        self.record: Record | None = None          # the latest
        self.next: Record | None = None            # that waits are waiting for
        self.capture: Model | None = None          # that it was recorded in
        self.before: dict[Stream, int] = {}        # there, what comes before it

    @property
    def orders(self) -> bool:
        """Whether streams can wait for it."""
        return self.form == PLAIN or bool(self.flags & (SYNC | SYNC_OLD | EXTERNAL))

    @property
    def has_time(self) -> bool:
        return self.form == PLAIN or bool(self.flags & TIME_LINE)

    @property
    def recorded(self) -> bool:
        return self.record is not None


class Events:
    """Count of the events of a machine (R-EVT-1)."""

    def __init__(self, machine: World) -> None:
        self.live_events: dict[int, int] = {}      # device -> number
        self.start = time.perf_counter()


def event_of(machine: World, pointer: Any) -> Event:
    if not pointer:
        raise null("event")
    event = machine.handles.get(pointer, Event)
    if event is None:
        raise stale(machine, "event", pointer)
    return event


# -- life

def _create(out: Any, form: str, flags: int) -> int:
    machine = world()
    if not out:
        raise null("event")
    if form != PLAIN:
        alone = [bit for bit in ALONE if flags & bit]
        if not flags or flags & ~ALLOWED[form] or (alone and flags != alone[0]):
            raise wrong(f"flag 0x{flags:x}: see aclrtCreateEventWithFlag")
        if flags == IPC:
            raise unsupported("events between processes")
    device = current_context(machine).device
    with machine.lock:
        counts = machine.part(Events).live_events
        if counts.get(device.index, 0) >= machine.profile.soc.events:
            raise Refusal(207007, f"all {machine.profile.soc.events} events are in use", token="EE1010")
        counts[device.index] = counts.get(device.index, 0) + 1
        event = machine.handles.add(Event(form, flags, device.index))
    out[0] = event.cdata
    return 0


@c_function("aclrtCreateEvent")
def create_event(out: Any) -> int:
    return _create(out, PLAIN, TIME_LINE | SYNC)


@c_function("aclrtCreateEventWithFlag")
def create_event_with_flag(out: Any, flags: int) -> int:
    return _create(out, FLAG, flags)


@c_function("aclrtCreateEventExWithFlag")
def create_event_ex(out: Any, flags: int) -> int:
    return _create(out, EX, flags)


@c_function("aclrtDestroyEvent")
def destroy_event(pointer: Any) -> int:
    """R-EVT-9: at once, whatever still waits for it."""
    machine = world()
    event = event_of(machine, pointer)
    if event.capture is not None:
        machine.find("S-CAPTURE", "aclrtDestroyEvent", "the event is part of a capture that is still under way",
                     handle=event.handle, created=event.created)
    with machine.lock:
        machine.part(Events).live_events[event.device] -= 1
        machine.handles.remove(event)
    return 0


@c_function("aclrtGetEventId")
def event_id(pointer: Any, out: Any) -> int:
    """Only flags in the device have numbers; a plain event takes one with its first record."""
    machine = world()
    event = event_of(machine, pointer)
    if not out:
        raise null("eventId")
    numbered = (event.form == FLAG and event.orders) or (event.form == PLAIN and event.recorded)
    if not numbered:
        raise Refusal(507000, "the event has no number", token="EE9999")
    out[0] = event.handle >> 6 & 0xFFFF
    return 0


@c_function("aclrtGetEventAvailNum")
def available_events(out: Any) -> int:
    machine = world()
    if not out:
        raise null("eventCount")
    device = current_context(machine).device
    out[0] = machine.profile.soc.events - machine.part(Events).live_events.get(device.index, 0)
    return 0


# -- record and wait

def _check_host_use(event: Event) -> None:
    """What only the device uses is not recorded or waited for from here."""
    if event.flags & DEVICE_ONLY:
        raise Refusal(107000, "the event is for use by the device only", token="EE1016")


def _record(event: Event, stream: Stream, name: str) -> None:
    scheduler = stream.scheduler
    with scheduler.lock:
        record, event.next = event.next or Record(), None
        record.stream = stream
        if isinstance(stream.capture, Model):
            model = stream.capture
            model.step(stream)
            event.capture, event.before = model, dict(model.clocks[stream])
            if event not in model.events:
                model.events.append(event)
            return
        if stream.capture is None:
            event.capture = None
        record.clock = scheduler.order.snapshot(stream)
        event.record = record

    def run() -> int:
        record.time = time.perf_counter()
        record.done = True
        scheduler.wake()
        return 0
    stream.submit(Task(name, run, keep=event))


@c_function("aclrtRecordEvent")
def record_event(pointer: Any, handle: Any) -> int:
    machine = world()
    event = event_of(machine, pointer)
    _check_host_use(event)
    stream = stream_for_submit(machine, handle)
    if stream.context.device.index != event.device:
        raise wrong("the stream belongs to another device than the event")
    _record(event, stream, "aclrtRecordEvent")
    return 0


@c_function("aclrtRecordEventWithFlag")
def record_event_with_flag(pointer: Any, handle: Any, flag: int) -> int:
    if not pointer:
        raise null("event")
    if flag not in (DEFAULT_RECORD, EXTERNAL_RECORD):
        raise invalid(f"flag {flag}: 0 or 1")
    return record_event(pointer, handle)


def _wait(machine: World, pointer: Any, event: Event, seconds: int, name: str) -> int:
    """R-EVT-3 and the table before R-EVT-1: what a wait for an event without a record does depends on its form."""
    _check_host_use(event)
    if not event.orders:
        raise unsupported("the event was made without SYNC")
    stream = stream_for_submit(machine, pointer)
    if event.capture is not None and (isinstance(stream.capture, Model) or stream.capture is None):
        return _wait_captured(event, stream)
    if not event.recorded and event.form == PLAIN:
        raise Refusal(107000, "the event was never recorded", token="EE1018")
    if not event.recorded and (event.form == EX or event.flags & EXTERNAL):
        return 0
    if isinstance(stream.capture, Model):
        raise Refusal(107024, "the event was recorded outside the capture", token="EE1017")
    scheduler = stream.scheduler
    with scheduler.lock:
        record = event.record
        if record is None:
            record = event.next = event.next or Record()
        if event.form == EX and (record.done or record.stream is stream):
            machine.part(Order).waits(stream, record.clock)
            return 0
    awaited = record
    seconds = seconds or machine.part(Limits).wait_timeout
    machine.part(Order).waits(stream, awaited.clock)
    stream.submit(Task(name, lambda: 0, ready=lambda: awaited.done, timeout=seconds or None, keep=event))
    return 0


def _wait_captured(event: Event, stream: Stream) -> int:
    """A stream that waits for an event of a capture takes part in it (R-CAP-3)."""
    model = event.capture
    assert model is not None
    if stream.capture is not None and stream.capture is not model:
        raise Refusal(107032, "the stream takes part in another capture", token="EE1017")
    model.join(stream, event.before)
    model.step(stream)
    return 0


@c_function("aclrtStreamWaitEvent")
def wait_event(handle: Any, pointer: Any) -> int:
    machine = world()
    return _wait(machine, handle, event_of(machine, pointer), 0, "aclrtStreamWaitEvent")


@c_function("aclrtStreamWaitEventWithTimeout")
def wait_event_with_timeout(handle: Any, pointer: Any, seconds: int) -> int:
    """R-EVT-4: seconds, 0 for ever; here NULL reaches the second layer."""
    machine = world()
    if not pointer:
        raise Refusal(107000, "event is NULL", token="EE1004")
    if seconds < 0:
        raise wrong(f"timeout {seconds}: not negative")
    return _wait(machine, handle, event_of(machine, pointer), seconds, "aclrtStreamWaitEventWithTimeout")


@c_function("aclrtStreamWaitEventWithFlag")
def wait_event_with_flag(handle: Any, pointer: Any, seconds: int, flag: int) -> int:
    machine = world()
    if not pointer:
        raise null("event")
    if flag not in (DEFAULT_RECORD, EXTERNAL_RECORD):
        raise invalid(f"flag {flag}: 0 or 1")
    if flag == EXTERNAL_RECORD and seconds:
        raise invalid(f"timeout {seconds}: 0 with the external flag")
    return _wait(machine, handle, event_of(machine, pointer), seconds, "aclrtStreamWaitEventWithFlag")


@c_function("aclrtResetEvent")
def reset_event(pointer: Any, handle: Any) -> int:
    machine = world()
    event = event_of(machine, pointer)
    _check_host_use(event)
    stream = stream_for_submit(machine, handle)
    if event.form == EX or not event.orders:
        raise unsupported("resetting an event that is no flag of the device")
    if event.form == FLAG:
        event.record = None
    stream.submit(Task("aclrtResetEvent", lambda: 0, keep=event))
    return 0


# -- what the host can ask

def _asked(machine: World, pointer: Any, *, older: bool = False) -> Event:
    """An event whose state the host may ask for; `older` questions are not for the newer mode."""
    event = event_of(machine, pointer)
    if event.flags & EXTERNAL or (older and event.form == EX):
        raise unsupported("the question about an event of this form")
    if event.capture is not None:
        raise Refusal(107028, "the event is part of a capture", token="EE1016")
    return event


def _seen(machine: World, event: Event) -> bool:
    """Whether the latest record is done; the host knows it from now on."""
    record = event.record
    if record is None:
        return False
    machine.part(Scheduler).poll()
    if record.done:
        machine.part(Order).learned(record.clock)
    return record.done


@c_function("aclrtQueryEventStatus")
def query_recorded(pointer: Any, out: Any) -> int:
    machine = world()
    if not out and pointer:
        raise null("status")
    event = _asked(machine, pointer)
    done = _seen(machine, event) if event.recorded else event.form == EX
    out[0] = RECORDED if done else NOT_RECORDED
    return 0


@c_function("aclrtQueryEvent")
def query_event(pointer: Any, out: Any) -> int:
    """An event that was never recorded counts as complete."""
    machine = world()
    if not out and pointer:
        raise null("status")
    event = _asked(machine, pointer, older=True)
    out[0] = COMPLETE if not event.recorded or _seen(machine, event) else NOT_READY
    return 0


@c_function("aclrtQueryEventWaitStatus")
def query_waits(pointer: Any, out: Any) -> int:
    """Whether all waits for the event are over."""
    machine = world()
    if not out and pointer:
        raise null("status")
    event = _asked(machine, pointer, older=True)
    scheduler = machine.part(Scheduler)
    scheduler.poll()
    with scheduler.lock:
        waiting = any(task.keep is event and task.ready is not None
                      for stream in scheduler.busy for task in stream.queue)
    out[0] = NOT_READY if waiting else COMPLETE
    return 0


def _synchronize(pointer: Any, timeout: int, function: str) -> int:
    """R-EVT-5: needs no context, and an event without a record is none to wait for."""
    machine = world()
    record = _asked(machine, pointer).record
    if record is None:
        return 0
    scheduler = machine.part(Scheduler)
    if not scheduler.wait(lambda: record.done, None if timeout == FOREVER else timeout / 1000, function):
        raise Refusal(SYNC_TIMEOUT, f"the event was not reached within {timeout} ms", token="EE1002")
    machine.part(Order).learned(record.clock)
    if record.stream is not None:
        record.stream.raise_late()
    code = record.stream.take_error() if record.stream is not None else 0
    if code:
        raise Refusal(code, "a task before the event failed", token="EE9999")
    return 0


@c_function("aclrtSynchronizeEvent")
def synchronize_event(pointer: Any) -> int:
    return _synchronize(pointer, FOREVER, "aclrtSynchronizeEvent")


@c_function("aclrtSynchronizeEventWithTimeout")
def synchronize_event_with_timeout(pointer: Any, timeout: int) -> int:
    if timeout >= FOREVER and not pointer:
        raise null("event")
    check_timeout(timeout)
    return _synchronize(pointer, timeout, "aclrtSynchronizeEventWithTimeout")


def _timed(event: Event) -> float:
    """When the latest record was done, in seconds; 507000 without one, 107006 without a time (R-EVT-7)."""
    if event.record is None:
        raise Refusal(507000, "the event was never recorded", token="EE9999")
    if not event.has_time or not event.record.done:
        raise Refusal(107006, "the event has no time stamp (made without TIME_LINE, or not reached)", token="EE1017",
                      layer="acl")
    return event.record.time


@c_function("aclrtEventElapsedTime")
def elapsed_time(out: Any, start: Any, end: Any) -> int:
    """Milliseconds, negative when the start was recorded after the end."""
    machine = world()
    if not out:
        raise null("ms")
    if not start or not end:
        raise null("an event")
    first, last = event_of(machine, start), event_of(machine, end)
    _asked(machine, start)
    _asked(machine, end)
    if not first.recorded or not last.recorded:
        raise Refusal(507000, "an event was never recorded", token="EE9999")
    elapsed = (_timed(last) - _timed(first)) * 1000
    if elapsed < 0:
        machine.find("S-SEMANTIC", "aclrtEventElapsedTime", f"start was recorded after end: {elapsed:.3f} ms",
                     handle=first.handle, created=first.created, severity="warning")
    out[0] = elapsed
    return 0


@c_function("aclrtEventGetTimestamp")
def timestamp(pointer: Any, out: Any) -> int:
    """R-EVT-8: microseconds."""
    machine = world()
    if not out:
        raise null("timestamp")
    event = _asked(machine, pointer)
    out[0] = int((_timed(event) - machine.part(Events).start) * 1_000_000)
    return 0


# -- between processes (R-EVT-11): only events made for it, which this machine does not have

@c_function("aclrtIpcGetEventHandle")
def export_event(pointer: Any, out: Any) -> int:
    machine = world()
    if not out:
        raise null("handle")
    event_of(machine, pointer)
    raise wrong("the event was not made with the IPC flag")
