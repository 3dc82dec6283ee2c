"""What the tests of the emulated runtime share: out parameters as plain values, threads, host functions."""
from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from pyacl import capi, emulator
from pyacl.capi import NULL, ffi

T = TypeVar("T")
UNTOUCHED = 0x5A5A5A5A
_kept: list[Any] = []                  # host functions outlive the streams that may still be about to call them


def start(**machine: Any) -> None:
    """A fresh machine with device 0 current in this thread."""
    emulator.configure(**machine)
    assert capi.aclrtSetDevice(0) == 0
    capi.aclGetRecentErrMsg()


def out(ctype: str, function: Any, *arguments: Any, at: int = 0) -> Any:
    """Call a function whose argument number `at` is the out parameter; it must succeed."""
    cell = ffi.new(f"{ctype} *")
    assert function(*arguments[:at], cell, *arguments[at:]) == 0
    return cell[0]


def stream() -> Any:
    return out("aclrtStream", capi.aclrtCreateStream)


def event(flags: int | None = 1) -> Any:
    """An event of the newer mode, or with None a plain one."""
    if flags is None:
        return out("aclrtEvent", capi.aclrtCreateEvent)
    return out("aclrtEvent", capi.aclrtCreateEventExWithFlag, flags)


def flag_event(flags: int) -> Any:
    return out("aclrtEvent", capi.aclrtCreateEventWithFlag, flags)


def context(device: int = 0) -> Any:
    return out("aclrtContext", capi.aclrtCreateContext, device)


def current_context() -> Any:
    return out("aclrtContext", capi.aclrtGetCurrentContext)


def token() -> str:
    """Tokens of the recent message, "" for none."""
    text = capi.aclGetRecentErrMsg()
    if text == NULL:
        return ""
    found = ffi.string(text).decode()
    return " ".join(part[:6] for part in found.split("(")[1:] if part[6:7] == ")")


def in_thread(call: Callable[[], T]) -> T:
    """What the call gives in a thread of its own."""
    results: list[T] = []
    thread = threading.Thread(target=lambda: results.append(call()))
    thread.start()
    thread.join()
    return results[0]


def findings() -> list[tuple[str, str]]:
    return [(found.id, found.function) for found in emulator.report().findings]


def host_function(call: Callable[[Any], Any]) -> Any:
    """A C function that may be queued on a stream; what the call returns or where the test ends does not matter."""
    def run(data: Any) -> None:
        call(data)
    function = ffi.callback("void(void *)", run)
    _kept.append(function)
    return function


class Gate:
    """A host function that holds a stream until `open` is called; `entered` once the stream is there."""

    def __init__(self) -> None:
        self.entered, self._opened = threading.Event(), threading.Event()
        self.function = host_function(self._run)

    def _run(self, _: Any) -> None:
        self.entered.set()
        assert self._opened.wait(10)

    def hold(self, queue: Any) -> None:
        assert capi.aclrtLaunchHostFunc(queue, self.function, NULL) == 0

    def open(self) -> None:
        self._opened.set()


class Recorder:
    """A host function that appends its number to a list."""

    def __init__(self) -> None:
        self.calls: list[int] = []
        self.function = host_function(self._run)

    def _run(self, data: Any) -> None:
        self.calls.append(int(ffi.cast("uintptr_t", data)))

    def queue(self, queue: Any, number: int) -> None:
        assert capi.aclrtLaunchHostFunc(queue, self.function, ffi.cast("void *", number)) == 0
