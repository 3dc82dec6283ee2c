"""Capture of streams into model instances (aclmdlRI)."""
from __future__ import annotations

import threading
from typing import Any

from ... import _abi
from .._handles import Object
from .._registry import Refusal, c_function
from .._streams import Stream, Task
from .._world import World, world
from .context import (
    Context,
    current_context,
    invalid,
    null,
    stale,
    stream_for_submit,
    wrong,
)

ffi = _abi.ffi

GLOBAL, THREAD_LOCAL, RELAXED = range(3)           # aclmdlRICaptureMode
NONE, ACTIVE = range(2)                            # aclmdlRICaptureStatus
Clock = dict[Stream, int]                          # per stream, how many of its captured tasks come before


class Model(Object):
    """An aclmdlRI: tasks in the order of their capture, which respects every order among the captured streams."""

    kind = "model instance"
    ctype = "aclmdlRI"

    def __init__(self, context: Context, mode: int = RELAXED) -> None:
        super().__init__()
        self.context, self.mode = context, mode
        self.thread = threading.get_ident()
        self.origin: Stream | None = None          # where the capture began
        self.clocks: dict[Stream, Clock] = {}      # of the streams that take part
        self.tasks: list[Task] = []
        self.events: list[Any] = []                # recorded in the capture
        self.name = b""
        self.running = 0
        self.at_end: list[tuple[Any, Any]] = []    # callbacks on destruction
        self.group: int | None = None              # first task of the group that is being captured
        self.groups: list[TaskGroup] = []

    def join(self, stream: Stream, before: Clock | None = None) -> None:
        """A stream takes part from now on, after the captured tasks in `before`."""
        stream.capture = self
        clock = self.clocks.setdefault(stream, {stream: 0})
        for other, count in (before or {}).items():
            clock[other] = max(clock.get(other, 0), count)

    def step(self, stream: Stream) -> None:
        """The stream has done one thing more."""
        self.clocks[stream][stream] += 1

    def add(self, stream: Stream, task: Task) -> None:
        self.step(stream)
        self.tasks.append(task)

    def unjoined(self) -> bool:
        """Whether work of a side stream does not come before the end of the stream where it all began (R-CAP-1)."""
        assert self.origin is not None
        end = self.clocks[self.origin]
        return any(end.get(stream, 0) < clock[stream] for stream, clock in self.clocks.items())

    def leave(self) -> None:
        """The capture is over."""
        for stream in self.clocks:
            stream.capture = None
        for event in self.events:
            event.capture = None
        active = self.context.device.world.part(Captures).active
        if self in active:
            active.remove(self)


class TaskGroup(Object):
    """An aclrtTaskGrp: captured tasks whose arguments can be exchanged."""

    kind = "task group"
    ctype = "aclrtTaskGrp"
    hidden = True                                  # lives as long as its model

    def __init__(self, model: Model, first: int, count: int) -> None:
        super().__init__()
        self.model, self.first, self.count = model, first, count


class Update:
    """What takes the tasks of a stream in place of its queue while a group is exchanged."""

    def __init__(self, group: TaskGroup) -> None:
        self.group = group
        self.tasks: list[Task] = []

    def add(self, stream: Stream, task: Task) -> None:
        self.tasks.append(task)

    def leave(self) -> None:
        """The stream ends before the update does: the group stays as it was."""


class ThreadCapture:
    """What a thread asked to be checked for while captures are under way."""

    def __init__(self) -> None:
        self.exchange = GLOBAL


class Captures:
    """The models of a machine, and those of them that are being captured."""

    def __init__(self, machine: World) -> None:
        self.machine = machine
        self.models: set[Model] = set()
        self.active: list[Model] = []

    def create(self, context: Context, mode: int = RELAXED) -> Model:
        """A new, empty model."""
        with self.machine.lock:
            model = self.machine.handles.add(Model(context, mode))
            self.models.add(model)
        return model

    def destroy(self, model: Model) -> None:
        """Destroy a model with its groups."""
        model.leave()
        with self.machine.lock:
            for item in (model, *model.groups):
                self.machine.handles.remove(item)
            self.models.discard(model)

    def of(self, context: Context) -> list[Model]:
        return [model for model in self.active if model.context is context]


def refuse_while_capturing(context: Context) -> None:
    """Waiting for a whole context is illegal while one of its streams is captured, in every mode (R-CAP-2)."""
    if context.device.world.part(Captures).of(context):
        raise captured("a stream of the context")


def captured(what: str) -> Refusal:
    return Refusal(107027, f"{what} is being captured", token="EE1016")


def refuse_synchronous(machine: World) -> None:
    """Synchronous copies and sets while a capture is under way: 107030 as the modes say (R-CAP-2)."""
    modes = [model.mode for model in machine.part(Captures).of(current_context(machine))]
    if not modes:
        return
    me = threading.get_ident()
    mine = min((model.mode for model in machine.part(Captures).active if model.thread == me), default=RELAXED)
    forbidden = {GLOBAL: GLOBAL in modes or mine == THREAD_LOCAL, THREAD_LOCAL: mine != RELAXED, RELAXED: False}
    if forbidden[machine.thread.part(ThreadCapture).exchange]:
        raise Refusal(107030, "a synchronous call while a stream is captured", token="EE1016")


def models_using(machine: World, first: int, size: int) -> list[Model]:
    """The model instances with a task that touches these bytes: they must outlive the models (R-CAP-4)."""
    def touches(task: Task) -> bool:
        return any(start < first + size and first < start + count for start, count in (*task.reads, *task.writes))
    return [model for model in list(machine.part(Captures).models) if any(touches(task) for task in model.tasks)]


def model_of(machine: World, pointer: Any, *, second_layer: bool = False) -> Model:
    if not pointer:
        raise Refusal(107000, "modelRI is NULL", token="EE1004") if second_layer else null("modelRI")
    model = machine.handles.get(pointer, Model)
    if model is None:
        raise stale(machine, "model instance", pointer)
    return model


def _stream(machine: World, pointer: Any) -> Stream:
    """A stream by its handle; here NULL is refused and no context is needed."""
    if not pointer:
        raise null("stream")
    stream = machine.handles.get(pointer, Stream)
    if stream is None:
        raise stale(machine, "stream", pointer)
    return stream


def _submittable(machine: World, pointer: Any) -> Stream:
    _stream(machine, pointer)
    stream = stream_for_submit(machine, pointer)
    if stream is stream.context.default_stream:
        raise Refusal(207000, "the default stream cannot be captured", token="EE1017")
    return stream


# -- capture

@c_function("aclmdlRICaptureBegin")
def capture_begin(pointer: Any, mode: int) -> int:
    machine = world()
    _stream(machine, pointer)
    if mode not in (GLOBAL, THREAD_LOCAL, RELAXED):
        raise wrong(f"mode {mode}: 0 to 2")
    stream = _submittable(machine, pointer)
    if stream.capture is not None:
        raise captured("the stream")
    captures = machine.part(Captures)
    model = captures.create(stream.context, mode)
    model.origin = stream
    model.join(stream)
    captures.active.append(model)
    return 0


@c_function("aclmdlRICaptureGetInfo")
def capture_info(pointer: Any, status: Any, out: Any) -> int:
    """Needs no context."""
    machine = world()
    stream = _stream(machine, pointer)
    if not status and not out:
        raise invalid("status and modelRI are both NULL", "EH0008")
    model = stream.capture if isinstance(stream.capture, Model) else None
    if status:
        status[0] = NONE if model is None else ACTIVE
    if out:
        out[0] = ffi.NULL if model is None else model.cdata
    return 0


@c_function("aclmdlRICaptureEnd")
def capture_end(pointer: Any, out: Any) -> int:
    machine = world()
    stream = _stream(machine, pointer)
    model: Model | None = stream.capture if isinstance(stream.capture, Model) else None
    if model is not None and not out:
        raise Refusal(107000, "modelRI is NULL", token="EE1004")
    _submittable(machine, pointer)
    if model is None or model.origin is None:
        raise Refusal(107029, "the stream is not being captured", token="EE1017")
    out[0] = ffi.NULL
    if model.origin is not stream:
        raise Refusal(107036, "the capture began on another stream", token="EE1017")
    failure = None
    if model.mode != RELAXED and model.thread != threading.get_ident():
        failure = Refusal(107038, "the capture began in another thread", token="EE1017")
    elif model.unjoined():
        failure = Refusal(107025, "a side stream was not joined back", token="EE1017")
    model.leave()
    if failure is not None:                        # these end the capture too
        machine.part(Captures).destroy(model)
        raise failure
    out[0] = model.cdata
    return 0


@c_function("aclmdlRICaptureThreadExchangeMode")
def exchange_mode(inout: Any) -> int:
    machine = world()
    if not inout:
        raise null("mode")
    mode = int(inout[0])
    if mode not in (GLOBAL, THREAD_LOCAL, RELAXED):
        raise wrong(f"mode {mode}: 0 to 2")
    current_context(machine)
    mine = machine.thread.part(ThreadCapture)
    inout[0], mine.exchange = mine.exchange, mode
    return 0


# -- groups of tasks whose arguments can be exchanged (R-CAP-5)

def _group_state(text: str) -> Refusal:
    return Refusal(107033, text, token="EE1017")


def _group_of(stream: Stream) -> int | None:
    """First task of the group that is open on a stream."""
    return stream.capture.group if isinstance(stream.capture, Model) else None


@c_function("aclmdlRICaptureTaskGrpBegin")
def group_begin(pointer: Any) -> int:
    machine = world()
    _stream(machine, pointer)
    stream = stream_for_submit(machine, pointer)
    if _group_of(stream) is not None or isinstance(stream.capture, Update):
        raise _group_state("a group is open or updated already")
    if stream.capture is None:
        raise Refusal(107029, "the stream is not being captured", token="EE9999")
    stream.capture.group = len(stream.capture.tasks)
    return 0


@c_function("aclmdlRICaptureTaskGrpEnd")
def group_end(pointer: Any, out: Any) -> int:
    machine = world()
    _stream(machine, pointer)
    if not out:
        raise null("handle")
    stream = stream_for_submit(machine, pointer)
    first = _group_of(stream)
    if first is None:
        raise _group_state("no group is open")
    model = stream.capture
    group = machine.handles.add(TaskGroup(model, first, len(model.tasks) - first))
    model.groups.append(group)
    model.group = None
    out[0] = group.cdata
    return 0


@c_function("aclmdlRICaptureTaskUpdateBegin")
def update_begin(pointer: Any, handle: Any) -> int:
    machine = world()
    _stream(machine, pointer)
    if not handle:
        raise null("handle")
    group = machine.handles.get(handle, TaskGroup)
    if group is None:
        raise stale(machine, "task group", handle)
    stream = stream_for_submit(machine, pointer)
    if stream.capture is not None:
        raise _group_state("the stream is being captured or updates a group already")
    stream.capture = Update(group)
    return 0


@c_function("aclmdlRICaptureTaskUpdateEnd")
def update_end(pointer: Any) -> int:
    machine = world()
    _stream(machine, pointer)
    stream = stream_for_submit(machine, pointer)
    update = stream.capture
    if not isinstance(update, Update):
        raise _group_state("the stream updates no group")
    stream.capture = None
    group = update.group
    if len(update.tasks) != group.count:
        raise Refusal(107034, f"{len(update.tasks)} tasks in place of {group.count}", token="EE1017")
    group.model.tasks[group.first:group.first + group.count] = update.tasks
    return 0
