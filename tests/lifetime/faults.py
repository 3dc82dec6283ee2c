"""Every C call of the package made to fail in turn: which calls there are, how one fails, what must hold afterwards."""
from __future__ import annotations

import ast
import functools
import gc
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pyacl
from pyacl import _lib, _primary, capi, emulator, errors
from pyacl.emulator._world import world

PACKAGE = Path(pyacl.__file__).parent
RELEASING = ("aclrtFree", "aclrtDestroy", "aclDestroy", "aclrtResetDevice", "aclFinalize")
GENERATED = "<operator>"                    # stands for the compiled routes of operators


class Place(NamedTuple):
    """Where in the package a C function is called: file, innermost named function there."""

    file: str
    function: str


class Call(NamedTuple):
    name: str                               # C function; "phase1" and "phase2" for those of any operator
    places: tuple[Place, ...]               # the package's frames, the innermost first

    @property
    def site(self) -> tuple[str, Place]:
        return self.name, self.places[0]


# -- what the source says
class Mention(NamedTuple):
    """`lib.<name>` in the source; name "*" where it is computed (`getattr(lib, ...)`)."""

    name: str
    place: Place
    called: bool                            # called right there, else handed on to what calls it


def _functions(tree: ast.AST) -> list[tuple[int, int, str]]:
    """(first line, last line, name) of the functions of a file, outer ones before inner ones."""
    found = [(node.lineno, node.end_lineno or node.lineno, node.name) for node in ast.walk(tree)
             if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return sorted(found, key=lambda item: (item[0], -item[1]))


TREES = {path.name: ast.parse(path.read_text()) for path in sorted(PACKAGE.glob("*.py")) if path.name != "_abi.py"}
FUNCTIONS = {file: _functions(tree) for file, tree in TREES.items()}


def _innermost(file: str, line: int) -> str:
    return next((name for first, last, name in reversed(FUNCTIONS[file]) if first <= line <= last), "<module>")


def mentions() -> set[Mention]:
    """All uses of C functions by the package itself (the emulator and the generated table are beneath it)."""
    found = set()
    for file, tree in TREES.items():
        if file in ("capi.py", "_lib.py"):        # the user's own calls, the binding
            continue
        callees = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "lib":
                name = node.attr
            elif (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr"
                    and isinstance(node.args[0], ast.Name) and node.args[0].id == "lib"):
                name = "*"
            else:
                continue
            if name.startswith("acl") or name == "*":
                found.add(Mention(name, Place(file, _innermost(file, node.lineno)), id(node) in callees))
    return found


# -- what happens
@functools.lru_cache(None)
def _file(code: CodeType, module: str) -> str:
    """The file of the package that a frame is in, "" for others."""
    if code.co_filename == "<string>" and module == "pyacl._launch":
        return GENERATED
    path = Path(code.co_filename)
    return path.name if path.parent == PACKAGE else ""


@functools.lru_cache(None)
def _place(file: str, line: int) -> Place:
    return Place(file, "launch" if file == GENERATED else _innermost(file, line))


def _places(frame: FrameType | None) -> tuple[Place, ...]:
    """The package's frames, none if it is not the package that calls, but a test through `capi`."""
    found: list[Place] = []
    while frame is not None:
        file = _file(frame.f_code, frame.f_globals.get("__name__", ""))
        if file in ("_buffers.py", "capi.py") or not (file or found):
            return ()
        if file:
            found.append(_place(file, 0 if file == GENERATED else frame.f_lineno))
        frame = frame.f_back
    return tuple(found)


class Recorder:
    """Sees every C call of the package, and lets those of a plan fail.

    plan    number of the call (counted from 0) -> code that it returns (NULL for a pointer)
    done    whether a function that releases something does so although it reports a failure
    """

    def __init__(self, plan: dict[int, int], done: bool) -> None:
        self.plan, self.done = plan, done
        self.calls: list[Call] = []
        self.failed: list[tuple[Call, str, int]] = []         # call, C function, code
        self.late: list[Callable[[], Any]] = []               # releases that were refused
        self.active = True

    def wrap(self, function: str, real: Any) -> Any:
        text = _lib.signature(function) or ""
        operator = function.startswith("aclnn")
        phase = "" if not operator else "phase1" if function.endswith(_lib.PHASE1) else "phase2"
        pointer = text.partition("(")[0].strip().endswith("*")

        def call(*arguments: Any) -> Any:
            places = _places(sys._getframe(1))
            if not self.active or not places:
                return real(*arguments)
            number = len(self.calls)
            self.calls.append(Call(phase or function, places))
            code = self.plan.get(number)
            if code is None:
                return real(*arguments)
            self.failed.append((self.calls[-1], function, code))
            world().note("EE9999", f"{function}: {code} by the test")
            if phase == "phase2":
                self._consume(arguments[2])
            elif function.startswith(RELEASING):
                if self.done:
                    real(*arguments)
                else:
                    self.late.append(functools.partial(_later, real, arguments, _current()))
            return capi.NULL if pointer else code
        return call

    @staticmethod
    def _consume(executor: Any) -> None:
        """N-P2-4: a second phase takes a one-shot executor along, whatever it returns."""
        found = world().handles.live.get(int(_lib.ffi.cast("uintptr_t", executor)))
        if not getattr(found, "repeatable", False):
            capi.aclDestroyAclOpExecutor(executor)


def _current() -> Any:
    """The current context, or NULL."""
    out = capi.ffi.new("aclrtContext *")
    return out[0] if capi.aclrtGetCurrentContext(out) == 0 else capi.NULL


def _later(real: Any, arguments: tuple[Any, ...], context: Any) -> None:
    """A release that was refused, where it would have been made."""
    before = _current()
    if context:
        capi.aclrtSetCurrentContext(context)
    real(*arguments)
    if before:
        capi.aclrtSetCurrentContext(before)


@contextmanager
def recording(plan: dict[int, int], done: bool) -> Iterator[Recorder]:
    """Calls of the package go through a recorder."""
    recorder, bind = Recorder(plan, done), _lib._bind
    _lib._bind = lambda function: recorder.wrap(function, bind(function))
    _lib.rebind()
    try:
        yield recorder
    finally:
        recorder.active = False
        _lib._bind = bind
        _lib.rebind()


class Outcome(NamedTuple):
    recorder: Recorder
    errors: list[BaseException]
    said: str                               # all texts of errors, notes and warnings


class Attempts:
    """Runs steps of a scenario.  One that fails is tried once more: the object must be usable, or say it is closed."""

    def __init__(self) -> None:
        self.errors: list[BaseException] = []
        self.said: list[str] = []                  # what shows failures in another way than by an exception

    def __call__(self, action: Callable[[], Any]) -> Any:
        try:
            return action()
        except pyacl.AclError as error:
            self.errors.append(_forgotten(error))
        return action()


def _forgotten(error: BaseException) -> BaseException:
    """Without its traceback, which would keep alive what the failing call had in hand."""
    seen: BaseException | None = error
    while seen is not None:
        seen.__traceback__ = None
        seen = seen.__cause__ or seen.__context__
    return error


Scenario = Callable[[Attempts], None]


def run(scenario: Scenario, plan: dict[int, int], done: bool, alone: bool = False) -> Outcome:
    """Run a scenario on a fresh strict machine; its calls fail by plan.

    The current device is 1, and the test itself keeps device 0 open; `alone` there is nothing but the scenario.
    """
    emulator.configure(mode="strict", memory=1 << 24)
    _primary._runtime = None                 # of the machine before
    attempts, hooked, hook = Attempts(), list[str](), sys.unraisablehook
    sys.unraisablehook = lambda info: hooked.append(f"{info.exc_type.__name__}: {info.exc_value} in {info.object!r}")
    try:
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            with nullcontext() if alone else _caller(), recording(plan, done) as recorder:
                try:
                    scenario(attempts)
                except (pyacl.AclError, ValueError) as error:
                    if not recorder.failed:
                        raise
                    attempts.errors.append(_forgotten(error))
                    del error
                    gc.collect()
                recorder.active = False
                for release in recorder.late:
                    release()
                if not alone:
                    _check_device(recorder)
    finally:
        sys.unraisablehook = hook
    assert not hooked, hooked
    said = "\n".join([*attempts.said, *(text_of(error) for error in attempts.errors), *(str(w.message) for w in seen)])
    return Outcome(recorder, attempts.errors, said)


@contextmanager
def _caller() -> Iterator[None]:
    with pyacl.Device(1):
        context = _current()
        assert capi.aclrtSetDevice(0) == 0                # late releases need the device open
        assert capi.aclrtSetCurrentContext(context) == 0
        yield
        with suppress(emulator.FindingError):             # it is in the report, too
            capi.aclrtResetDevice(0)


def _check_device(recorder: Recorder) -> None:
    """The caller's device is as before, unless giving it back was what failed; and it can be used."""
    index = capi.ffi.new("int32_t *")
    if all(name != "aclrtSetCurrentContext" for _, name, _ in recorder.failed):
        assert capi.aclrtGetDevice(index) == 0
        assert index[0] == 1, f"the caller's device is {index[0]}"
    with pyacl.DeviceBuffer(4) as buffer:
        assert buffer.device.index == 1
        buffer.write(b"good")
        out = bytearray(4)
        buffer.read(out)
        assert out == b"good"


def text_of(error: BaseException | None) -> str:
    """An exception with its notes and what it came after."""
    if error is None:
        return ""
    parts = [str(error), *getattr(error, "__notes__", ()), text_of(error.__cause__), text_of(error.__context__)]
    return "\n".join(filter(None, parts))


def left_over() -> dict[str, int]:
    """What is alive once everything was closed and collected."""
    if emulator.report().live:
        gc.collect()
    return emulator.report().live_by_kind


def class_of(code: int) -> type[pyacl.AclError]:
    return (errors.AclMemoryError if code in errors.MEMORY_CODES else
            errors.AclArgumentError if code in errors.ARGUMENT_CODES else errors.AclError)
