"""How a two-phase call runs: from Python arguments to phase 1, workspace, phase 2.

There are two routes.  For each operator a short function is written from its C signature and compiled on first use; it
does the usual case with nothing left to decide.  Whatever it stumbles over (a wrong type, a tensor without a
descriptor, another thread) goes the general route, which converts and checks each argument by name.
"""
from __future__ import annotations

import operator
import os
from collections.abc import Callable
from typing import Any

from . import _lib, descriptors
from ._context import ActiveContext, this_thread, thread, using
from ._descriptor import destroy
from ._handle import close_after, refuse_after_fork
from ._kept import MAKERS, tensor_list
from ._primary import Primary, current_context
from ._reclaim import Progress
from ._signature import Parameter
from .dtypes import acl_dtype
from .errors import AclError, check, failure, recent_message
from .stream import Stream, default_stream, known_stream
from .tensor import Tensor

ffi, lib = _lib.ffi, _lib.lib
NULL = ffi.NULL
_SIZE, _EXECUTOR = ffi.typeof("uint64_t *"), ffi.typeof("aclOpExecutor **")

Slots = tuple[Any, Any]
Made = list[tuple[str, Any]]                       # temporary C objects: (kind, handle)
free_slots: list[Slots] = []                       # out parameters for reuse; a call takes a pair for itself


class Unusual(Exception):
    """The compiled route cannot take this call."""


Stumbles = (AttributeError, TypeError, ValueError, OverflowError, IndexError, Unusual)


def describe(parameters: list[Parameter], arguments: tuple[Any, ...]) -> str:
    """Lines that show what was passed, for error texts."""
    width = max((len(p.name) for p in parameters), default=0)
    return "\n".join(f"  {p.name:{width}} = {_show(a)}" for p, a in zip(parameters, arguments, strict=True))


def _show(value: Any) -> str:
    if isinstance(value, Tensor):
        return repr(value)
    if isinstance(value, (list, tuple)) and any(isinstance(v, Tensor) for v in value):
        return "[" + ", ".join(map(_show, value)) + "]"
    text = repr(value)
    return text if len(text) <= 200 else text[:197] + "..."


# -- conversion of one argument, by kind
class Arguments:
    """The C arguments of one call, and what must live until phase 2 has returned."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self.tensors: list[Tensor] = []
        self.made: Made = []
        self.kept: list[Any] = []

    def destroy(self) -> None:
        """Destroy the temporary C objects, and let go of the others: a traceback may keep this object for long."""
        self.values.clear()
        while self.made:
            kind, handle = self.made.pop()
            destroy(kind, handle)


def convert(parameters: list[Parameter], arguments: tuple[Any, ...]) -> Arguments:
    """Check and convert all arguments.  Raises TypeError, ValueError or OverflowError that names the parameter."""
    call = Arguments()
    leading = next((a for a in arguments if isinstance(a, Tensor)), None)
    try:
        for parameter, value in zip(parameters, arguments, strict=True):
            call.values.append(_convert(parameter, value, call, leading))
    except BaseException:
        call.destroy()
        raise
    return call


def _convert(parameter: Parameter, value: Any, call: Arguments, leading: Tensor | None) -> Any:
    if value is None and "*" in parameter.c_type:
        if not parameter.nullable:
            raise TypeError(f"{parameter.name} (C: {parameter.c_name}): None is not allowed, this pointer is required; "
                            f"pass {parameter.accepts}")
        return NULL
    if isinstance(value, ffi.CData) and "*" in parameter.c_type:
        return value                                     # a handle of `capi`: cffi checks its type
    try:
        return _CONVERTERS[parameter.kind](value, parameter, call, leading)
    except (TypeError, ValueError, OverflowError) as error:
        raise type(error)(f"{parameter.name} (C: {parameter.c_name}, {parameter.c_type}): {error}") from None


# What other libraries' arrays have -> how a tensor is made of one.
_MAKERS = (("untyped_storage", "from_torch"), ("__array_interface__", "from_numpy"), ("__dlpack__", "from_dlpack"),
           ("__index__", "from_handle"))


def _wrong(value: Any, parameter: Parameter) -> TypeError:
    module, name = type(value).__module__, type(value).__qualname__
    way = ""
    if parameter.kind == "tensor":
        way = next((f" (pyacl.Tensor.{make} makes one of it)" for mark, make in _MAKERS if hasattr(value, mark)), "")
    return TypeError(f"expected {parameter.accepts}, not {name if module == 'builtins' else f'{module}.{name}'}{way}")


def _tensor(value: Any, parameter: Parameter, call: Arguments, leading: Tensor | None) -> Any:
    if not isinstance(value, Tensor):
        raise _wrong(value, parameter)
    call.tensors.append(value)
    return value._descriptor()


def _tensor_list(value: Any, parameter: Parameter, call: Arguments, leading: Tensor | None) -> Any:
    if isinstance(value, descriptors.TensorList):
        call.tensors += value.tensors
        return value._descriptor()
    if not isinstance(value, (list, tuple)):
        raise _wrong(value, parameter)
    handle = descriptors.tensor_list_handle(value)
    call.made.append(("TensorList", handle))
    call.tensors += value
    return handle


def _scalar(value: Any, parameter: Parameter, call: Arguments, leading: Tensor | None) -> Any:
    if isinstance(value, descriptors.Scalar):
        return value._descriptor()
    code = descriptors.scalar_dtype(value, None if leading is None else leading._code)
    handle = descriptors.scalar_handle(value, code)
    call.made.append(("Scalar", handle))
    return handle


def _scalar_list(value: Any, parameter: Parameter, call: Arguments, leading: Tensor | None) -> Any:
    if isinstance(value, descriptors.ScalarList):
        return value._descriptor()
    if not isinstance(value, (list, tuple)):
        raise _wrong(value, parameter)
    element = next((t for t in call.tensors), leading)
    codes = {descriptors.scalar_dtype(v, None if element is None else element._code) for v in value}
    if len(codes) > 1:
        raise TypeError("all scalars of a list have one data type; pass a pyacl.ScalarList to choose it")
    handle = descriptors.scalar_list_handle(value, codes.pop() if codes else 0)
    call.made.append(("ScalarList", handle))
    return handle


def _array(kind: str) -> Callable[[Any, Parameter, Arguments, Tensor | None], Any]:
    wrapper = {"Int": descriptors.IntArray, "Float": descriptors.FloatArray, "Bool": descriptors.BoolArray}[kind]
    make = {"Int": descriptors.int_array_handle, "Float": descriptors.float_array_handle,
            "Bool": descriptors.bool_array_handle}[kind]

    def array(value: Any, parameter: Parameter, call: Arguments, leading: Tensor | None) -> Any:
        if isinstance(value, wrapper):
            return value._descriptor()
        handle = make(value)
        call.made.append((f"{kind}Array", handle))
        return handle
    return array


def text(value: Any) -> bytes:
    """A `char *` argument: UTF-8, without NUL."""
    data = value.encode() if isinstance(value, str) else value
    if not isinstance(data, bytes):
        raise TypeError(f"expected a str, not {type(value).__name__}")
    if b"\0" in data:
        raise ValueError(f"a C text cannot hold a NUL character: {value!r}")
    return data


def _text(value: Any, parameter: Parameter, call: Arguments, leading: Tensor | None) -> Any:
    data = ffi.new("char[]", text(value))
    call.kept.append(data)
    return data


def _int(value: Any, parameter: Parameter, call: Arguments, leading: Tensor | None) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise _wrong(value, parameter) from None
    c_type = parameter.c_type.removeprefix("const ")
    wrapped = int(ffi.cast(c_type, number))
    if wrapped != number:
        raise OverflowError(f"{number} does not fit into {c_type}")
    return number


def _float(value: Any, parameter: Parameter, call: Arguments, leading: Tensor | None) -> float:
    if isinstance(value, (str, bytes, complex, Tensor)) or not hasattr(value, "__float__"):
        raise _wrong(value, parameter)
    return float(value)


def _bool(value: Any, parameter: Parameter, call: Arguments, leading: Tensor | None) -> bool:
    if value is True or value is False:
        return bool(value)
    if type(value).__name__ in ("bool_", "bool", "int") and value in (0, 1):
        return bool(value)
    raise _wrong(value, parameter)


def _dtype(value: Any, parameter: Parameter, call: Arguments, leading: Tensor | None) -> int:
    return acl_dtype(value)


def _pointer(value: Any, parameter: Parameter, call: Arguments, leading: Tensor | None) -> Any:
    return value


_CONVERTERS: dict[str, Callable[[Any, Parameter, Arguments, Tensor | None], Any]] = {
    "tensor": _tensor, "tensor list": _tensor_list, "scalar": _scalar, "scalar list": _scalar_list,
    "int array": _array("Int"), "float array": _array("Float"), "bool array": _array("Bool"), "text": _text,
    "int": _int, "float": _float, "bool": _bool, "dtype": _dtype, "pointer": _pointer,
}


# -- the general route
def place(tensors: list[Tensor], stream: Stream | None, arguments: Callable[[], str]) -> Stream:
    """The stream to run on.  Raises ValueError if the tensors and the stream are not all on one device."""
    if stream is None:
        context, primary = _default_context(tensors)
        stream = default_stream(context, primary)
    else:
        known_stream(stream)
    for tensor in tensors:
        if tensor._primary is not stream._primary:
            raise ValueError(f"a tensor of device {tensor._primary.index} cannot be used on a stream of device "
                             f"{stream._context.index}:\n{arguments()}")
    return stream


def _default_context(tensors: list[Tensor]) -> tuple[ActiveContext, Primary]:
    """Where to run without a stream: in the thread's current context if that is on the tensors' device."""
    if not tensors:
        return current_context()
    primary: Primary = tensors[0]._primary
    scopes = this_thread().scopes
    if scopes and scopes[-1][0].index == primary.index:
        return scopes[-1][0], primary
    return primary.context, primary


def phase1(c_name: str, parameters: list[Parameter], arguments: tuple[Any, ...], call: Arguments) -> tuple[int, Any]:
    """(workspace size, executor); needs a current context.  Raises AclError that shows the arguments."""
    code, nbytes, executor = _ask(c_name, call)
    if code:
        raise phase1_failed(c_name, parameters, arguments, code)
    return nbytes, executor


def _ask(c_name: str, call: Arguments) -> tuple[int, int, Any]:
    """(code, workspace size, executor) of a first phase."""
    slots = free_slots.pop() if free_slots else (ffi.new(_SIZE), ffi.new(_EXECUTOR))
    try:
        code = getattr(lib, c_name + _lib.PHASE1)(*call.values, *slots)
        return int(code), int(slots[0][0]), slots[1][0]
    finally:
        free_slots.append(slots)


def phase1_failed(c_name: str, parameters: list[Parameter], arguments: tuple[Any, ...], code: int) -> AclError:
    """The exception for a refused first phase.

    A text of several failures may begin with older ones that nobody has read.  Then C is asked again, as nothing is
    queued by a first phase, and the text of the second refusal is its own.
    """
    detail = recent_message()
    if "\n" in detail:
        call = convert(parameters, arguments)
        try:
            again, _, executor = _ask(c_name, call)
            if again:
                detail = recent_message()
            else:
                abandon(executor)
        finally:
            call.destroy()
    return failure(code, c_name + _lib.PHASE1, arguments=describe(parameters, arguments), detail=detail)


def abandon(executor: Any) -> None:
    """Destroy an executor that will not be run."""
    check(lib.aclDestroyAclOpExecutor(executor), "aclDestroyAclOpExecutor")


def phase2(c_name: str, nbytes: int, executor: Any, stream: Stream) -> int:
    """Queue the operator with the stream's workspace; consumes the executor.  Gives the code."""
    function, progress = getattr(lib, c_name), stream._progress
    with progress.lock:
        try:
            block = progress.workspace(nbytes, stream._primary.reclaimer) if nbytes else NULL
        except BaseException as error:
            close_after(lambda: abandon(executor), error)
            raise
        return int(function(block, nbytes, executor, stream._cdata))


def used_on(tensors: list[Tensor], progress: Progress, name: str) -> None:
    """Note that a launch was queued that uses these tensors."""
    ticket = progress.submitted = progress.submitted + 1
    for tensor in tensors:
        tensor._used[progress] = ticket
    progress.recent.append(name)


def run(c_name: str, parameters: list[Parameter], arguments: tuple[Any, ...], stream: Stream | None) -> None:
    """The general route of a one-shot launch."""
    refuse_after_fork()
    call = convert(parameters, arguments)
    try:
        target = place(call.tensors, stream, lambda: describe(parameters, arguments))
        with using(target._context):
            nbytes, executor = phase1(c_name, parameters, arguments, call)
            code = phase2(c_name, nbytes, executor, target)
            used_on(call.tensors, target._progress, c_name)      # even a failing one may have queued something
            if code:
                raise failure(code, c_name, arguments=describe(parameters, arguments))
    finally:
        call.destroy()
    if os.environ.get("PYACL_SYNC"):
        target.synchronize()


# -- the compiled route
def _value(index: int, p: Parameter, first_tensor: str) -> tuple[str, list[str]]:
    """(expression of the C argument, statements before it) of one parameter; a tensor keeps what must be made."""
    name, local = p.name, f"a{index}"
    if p.kind == "tensor":                                # a local name keeps it, whoever closes the tensor meanwhile
        held = f"({local} := {name}._h)"
        return (f"NULL if {name} is None else {held}" if p.nullable else held), []
    if p.kind == "text":
        code = f"{local} = {name}.encode()"
        check = f"if 0 in {local}: raise Unusual"
        return local, ([f"if {name} is None: {local} = NULL", "else:", f"  {code}", f"  {check}"] if p.nullable
                       else [code, check])
    if p.kind == "dtype":
        return local, [f"{local} = acl_dtype({name})"]
    if p.kind == "tensor list":
        return local, _tensor_list_value(index, p)
    if p.kind == "scalar list":
        return local, ["raise Unusual"]                   # its type depends on the other arguments
    if p.kind in MAKERS:
        wrapper = MAKERS[p.kind][0]
        null = [f"elif {name} is None: {local} = NULL"] if p.nullable else []
        return local, [f"if {name}.__class__ is {wrapper}: {local} = {name}._h", *null,
                       f"else: {local} = make_{wrapper}({name}, {first_tensor})"]
    return name, []                                       # cffi checks numbers and pointers by itself


def _tensor_list_value(index: int, p: Parameter) -> list[str]:
    """Statements that give a list; the tensors are looked at and noted like those of other parameters."""
    name, local, tensors = p.name, f"a{index}", f"l{index}"
    null = [f"elif {name} is None: {local}, {tensors} = NULL, ()"] if p.nullable else []
    return [f"if {name}.__class__ is list or {name}.__class__ is tuple:", f"  {tensors} = tuple({name})",
            f"  for t in {tensors}:", "    if t._buffer._primary is not primary: raise Unusual",
            f"  {local} = tensor_list({tensors})", *null, "else: raise Unusual"]


def source(name: str, parameters: list[Parameter]) -> str:
    """Python source of an operator's compiled route."""
    tensors = [p for p in parameters if p.kind == "tensor"]
    first_tensor = tensors[0].name if tensors else "None"
    values, prepare = [], list[str]()
    for index, parameter in enumerate(parameters):
        value, before = _value(index, parameter, first_tensor)
        values.append(value)
        prepare += before
    # By way of the buffer: a closed one has no device, so a view of closed memory stumbles here.
    same = [f"({f'{p.name} is None or ' if p.nullable else ''}{p.name}._buffer._primary is primary)" for p in tensors]
    marks = [f"{'' if not p.nullable else f'if {p.name} is not None: '}{p.name}._used[progress] = ticket"
             for p in tensors]
    marks += [f"for t in l{index}: t._used[progress] = ticket" for index, p in enumerate(parameters)
              if p.kind == "tensor list"]
    everything = "(" + "".join(f"{p.name}, " for p in parameters) + ")"
    first = ["primary, serial, queue, progress, note = stream._route",     # a closed stream has none
             f"if not ({' and '.join(['thread.bound == serial', *same])}): raise Unusual",
             *prepare,
             "slots = take()",                         # if there is none, the general route makes one
             "size_out, executor_out = slots",         # no parameter has such a name
             f"code = phase1({', '.join([*values, 'size_out', 'executor_out'])})"]
    second = ["if code:",
              "  give(slots)",
              f"  raise phase1_failed(c_name, parameters, {everything}, code)",
              "nbytes = size_out[0]",
              "made_executor = executor_out[0]",
              "give(slots)",
              "code = phase2_with(c_name, nbytes, made_executor, stream) if nbytes else "
              "phase2(NULL, 0, made_executor, queue)",
              "ticket = progress.submitted = progress.submitted + 1",
              *marks,
              "note(c_name)",
              f"if code: raise failure(code, c_name, arguments=describe(parameters, {everything}))"]
    general = f"return run(c_name, parameters, {everything}, stream)"
    head = f"def {name}({', '.join([*(p.name for p in parameters), '*', 'stream=None'])}):"
    # The general route is called outside, so that its errors do not come "during" a stumble.
    body = ["try:", *("  " + line for line in first), "except Stumbles: pass",
            "else:", *("  " + line for line in second), "  return", general]
    return "\n".join([head, *("  " + line for line in body)]) + "\n"


def compile_launcher(name: str, c_name: str, parameters: list[Parameter]) -> tuple[Any, dict[str, Any]]:
    """(the function, its namespace): `phase1` and `phase2` in the namespace bind on their first call."""
    namespace: dict[str, Any] = {
        "__name__": __name__, "NULL": NULL, "Stumbles": Stumbles,
        "Unusual": Unusual, "c_name": c_name, "parameters": parameters, "thread": thread,
        "take": free_slots.pop, "give": free_slots.append, "run": run,
        "TensorList": descriptors.TensorList, "tensor_list": tensor_list,
        **{wrapper: getattr(descriptors, wrapper) for wrapper, _ in MAKERS.values()},
        **{f"make_{wrapper}": make for wrapper, make in MAKERS.values()},
        "acl_dtype": acl_dtype, "phase1_failed": phase1_failed, "phase2_with": phase2, "failure": failure,
        "describe": describe,
    }
    bind(namespace, c_name)
    if os.environ.get("PYACL_SYNC"):            # after each launch wait, to find the guilty one: the general route does
        namespace["thread"] = type("NoThread", (), {"bound": -1})
    exec(source(name, parameters), namespace)   # not compile(): that would set up the whole ast module first
    return namespace[name], namespace


def bind(namespace: dict[str, Any], c_name: str) -> None:
    """Make both phases bind (again) on their next call."""
    def first(key: str, function: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            namespace[key] = bound = getattr(lib, function)
            return bound(*arguments)
        return call
    namespace["phase1"] = first("phase1", c_name + _lib.PHASE1)
    namespace["phase2"] = first("phase2", c_name)
