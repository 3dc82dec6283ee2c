"""Model instances (aclmdlRI): running, building by hand, questions."""
from __future__ import annotations

import json
from typing import Any

from ... import _abi
from .._registry import Refusal, c_function
from .._streams import Stream, Task
from .._world import world
from .capture import Captures, Model, model_of
from .context import current_context, invalid, null, stream_for_submit, wrong

ffi = _abi.ffi


def launch(model: Model, stream: Stream) -> None:
    """Queue the tasks of a model in their captured order."""
    scheduler = stream.scheduler
    with scheduler.lock:
        model.running += 1
    for task in model.tasks:
        stream.submit(Task(task.name, task.run, ready=task.ready, timeout=task.timeout, reads=task.reads,
                           writes=task.writes, keep=task.keep, where=task.where))

    def end() -> int:
        with scheduler.lock:
            model.running -= 1
        return 0
    stream.submit(Task("aclmdlRIExecuteAsync", end))


@c_function("aclmdlRIExecuteAsync")
def execute_async(pointer: Any, stream: Any) -> int:
    machine = world()
    model = model_of(machine, pointer)
    launch(model, stream_for_submit(machine, stream))
    return 0


@c_function("aclmdlRIExecute")
def execute(pointer: Any, timeout: int) -> int:
    """Run it and wait; `timeout` in milliseconds, -1 for ever."""
    machine = world()
    model = model_of(machine, pointer)
    if timeout < -1 or timeout == 0:
        raise wrong(f"timeout {timeout}: -1 or more than 0")
    stream = Stream(current_context(machine), default=True)
    launch(model, stream)
    if not stream.wait(None if timeout == -1 else timeout / 1000, "aclmdlRIExecute"):
        raise Refusal(507046, f"the model was not done within {timeout} ms", token="EE1002")
    code = stream.take_error()
    if code:
        raise Refusal(code, "a task of the model failed", token="EE9999")
    return 0


@c_function("aclmdlRIAbort")
def abort(pointer: Any) -> int:
    """Nothing of it is on the device that could be stopped: queued runs end as they are."""
    model_of(world(), pointer, second_layer=True)
    return 0


@c_function("aclmdlRIDestroy")
def destroy(pointer: Any) -> int:
    machine = world()
    model = model_of(machine, pointer)
    if model.running:
        raise Refusal(107037, "the model is running", token="EE1017")
    if model in machine.part(Captures).active:
        raise Refusal(107026, "the model is being captured", token="EE1017")
    machine.part(Captures).destroy(model)
    for function, data in model.at_end:
        function(data)
    return 0


# -- building by hand

@c_function("aclmdlRIBuildBegin")
def build_begin(out: Any, flag: int) -> int:
    machine = world()
    if not out:
        raise null("modelRI")
    if flag:
        raise Refusal(107000, f"flag {flag}: reserved, 0", token="EE1003", layer="acl")
    out[0] = machine.part(Captures).create(current_context(machine)).cdata
    return 0


@c_function("aclmdlRIBindStream")
def bind_stream(pointer: Any, handle: Any, flag: int) -> int:
    """What is queued on the stream from now on becomes part of the model."""
    machine = world()
    model = model_of(machine, pointer)
    stream = stream_for_submit(machine, handle)
    if stream is stream.context.default_stream:
        raise Refusal(207000, "the default stream cannot be bound to a model", token="EE1017")
    if stream.capture is not None:
        raise Refusal(107005, "the stream belongs to a model already", token="EE1017")
    model.join(stream)
    return 0


@c_function("aclmdlRIUnbindStream")
def unbind_stream(pointer: Any, handle: Any) -> int:
    machine = world()
    model = model_of(machine, pointer)
    stream = stream_for_submit(machine, handle)
    if stream.capture is not model:
        raise Refusal(107005, "the stream does not belong to the model", token="EE1017")
    stream.capture = None
    del model.clocks[stream]
    return 0


@c_function("aclmdlRIEndTask")
def end_task(pointer: Any, handle: Any) -> int:
    machine = world()
    model_of(machine, pointer)
    stream_for_submit(machine, handle)
    return 0


@c_function("aclmdlRIBuildEnd")
def build_end(pointer: Any, reserve: Any) -> int:
    machine = world()
    model = model_of(machine, pointer)
    if reserve:
        raise invalid("reserve is reserved, NULL", "EH0012")
    model.leave()
    return 0


# -- questions

@c_function("aclmdlRIGetId")
def get_id(pointer: Any, out: Any) -> int:
    machine = world()
    model = model_of(machine, pointer)
    if not out:
        raise null("modelRIId")
    out[0] = (model.handle >> 6) & 0xFFFF
    return 0


@c_function("aclmdlRISetName")
def set_name(pointer: Any, name: Any) -> int:
    machine = world()
    model = model_of(machine, pointer)
    if not name:
        raise null("name")
    model.name = ffi.string(name)
    return 0


@c_function("aclmdlRIGetName")
def get_name(pointer: Any, length: int, out: Any) -> int:
    machine = world()
    model = model_of(machine, pointer)
    if not out:
        raise null("name")
    if length <= len(model.name):
        raise wrong(f"maxLen {length}: the name has {len(model.name)} bytes and a NUL")
    ffi.memmove(out, model.name + b"\0", len(model.name) + 1)
    return 0


@c_function("aclmdlRIGetStreams")
def get_streams(pointer: Any, streams: Any, count: Any) -> int:
    """With NULL for the streams only their number."""
    machine = world()
    model = model_of(machine, pointer, second_layer=True)
    if not count:
        raise Refusal(107000, "numStreams is NULL", token="EE1004")
    mine = list(model.clocks)
    if streams:
        if count[0] < len(mine):
            raise Refusal(107039, f"room for {count[0]} streams of {len(mine)}", token="EE1003")
        for number, stream in enumerate(mine):
            streams[number] = stream.cdata
    count[0] = len(mine)
    return 0


@c_function("aclmdlRIUpdate")
def update(pointer: Any) -> int:
    """Exchanged arguments count at once here."""
    model_of(world(), pointer, second_layer=True)
    return 0


@c_function("aclmdlRIDestroyRegisterCallback")
def register_at_destruction(pointer: Any, function: Any, data: Any) -> int:
    model = model_of(world(), pointer, second_layer=True)
    if not function:
        raise Refusal(107000, "func is NULL", token="EE1004")
    model.at_end.append((function, data))
    return 0


@c_function("aclmdlRIDestroyUnregisterCallback")
def unregister_at_destruction(pointer: Any, function: Any) -> int:
    model = model_of(world(), pointer, second_layer=True)
    kept = [each for each in model.at_end if each[0] != function]
    if not function or len(kept) == len(model.at_end):
        raise wrong("no such callback is registered")
    model.at_end = kept
    return 0


@c_function("aclmdlRIDebugPrint")
def debug_print(pointer: Any) -> int:
    """The vendor writes a graph to its log; there is no log here."""
    model_of(world(), pointer)
    return 0


@c_function("aclmdlRIDebugJsonPrint")
def debug_json(pointer: Any, path: Any, flags: int) -> int:
    """Write the names of the captured tasks."""
    model = model_of(world(), pointer)
    if not path:
        raise null("path")
    try:
        with open(ffi.string(path), "w") as file:
            json.dump([{"name": task.name} for task in model.tasks], file)
    except OSError as error:
        raise wrong(str(error)) from None
    return 0
