"""What the C library of `python -m pyacl emulator build` asks for: addresses when it starts, a verdict when it ends."""
from __future__ import annotations

import importlib.util
import os
import sys
import threading
import weakref
from contextlib import suppress
from typing import Any

from .. import _declarations
from .._exceptions import UnsupportedError
from . import check_exit
from ._provider import c_callback, failure_of, ffi, provider
from ._streams import Scheduler, Stream
from ._world import STREAM_THREAD, World, current, world

for _needed in ("numpy", "ml_dtypes"):                     # the emulator imports them late, C is to know at once
    if importlib.util.find_spec(_needed) is None:
        raise ModuleNotFoundError(f"pyacl needs {_needed}, which {sys.executable} has not")

REPORT = "PYACL_EMULATOR_REPORT"
PATIENCE = 10.0                        # seconds for a kernel that is running when the program ends
_telling: list[Any] = []               # callbacks whose addresses C has


def address(function: str) -> int:
    """Address of the callback for a C function; UnsupportedError if the emulated release lacks it."""
    signature = (_declarations.signature(function) or "").replace(", ...", "")
    found = provider.address(function, signature)
    if not found:
        raise UnsupportedError(f"{function} is not exported by what is emulated: {provider.describe()}")
    return _address_of_telling(function, signature, found) if world().profile.strict else found


def _address_of_telling(function: str, signature: str, plain: int) -> int:
    """Strict mode: where Python code raises at the guilty call, C code goes on, and stderr tells at once."""
    result, _, parameters = signature.partition("(")
    pointer = ffi.cast(f"{result}(*)({parameters}", plain)

    def call(*arguments: Any) -> Any:
        value = pointer(*arguments)
        pending = world().thread.pending
        for finding in pending:
            _say(finding)
        pending.clear()
        return value
    ctype = ffi.typeof(pointer)
    _telling.append(c_callback(ctype, call, failure_of(result, ctype)))
    return int(ffi.cast("uintptr_t", _telling[-1]))


def finish(status: int) -> int:
    """The exit code of a C program that ends with 0: 1 in strict mode if there are errors among the findings.

    status  what the program ends with: one that fails need not tidy up

    Prints the report on stderr, in strict mode or if PYACL_EMULATOR_REPORT is set.
    """
    machine = current()
    if machine is None:
        return 0
    failed = _tell(machine, status)
    _come_to_rest(machine)
    return int(failed)


def finish_with_python(verdict: int) -> None:
    """In a Python that somebody else started: report when it ends, and leave the exit code at an address in C."""
    place, pid = ffi.cast("int *", verdict), os.getpid()

    def end() -> None:
        machine = current()
        if machine is not None and os.getpid() == pid:
            place[0] = _tell(machine, status=int(hasattr(sys, "last_type")))   # what an uncaught exception leaves
    # Finalizers run in the reverse order at exit: this one is older than any object that pyacl will make with C.
    weakref.finalize(provider, end)


def _tell(machine: World, status: int) -> bool:
    """Print the report if it is wanted; gives whether there are errors in it that count."""
    strict = machine.profile.strict
    if not strict and os.environ.get(REPORT, "0") in ("", "0"):
        return False
    if status == 0:
        check_exit()
    report = machine.report()
    _say(report)
    return strict and any(finding.severity == "error" for finding in report.findings)


def _say(what: object) -> None:
    """On stderr; where nobody can read it, the program goes on all the same."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):                # full, or closed
            print(f"pyacl emulator: {what}", file=sys.stderr, flush=True)


def _come_to_rest(machine: World) -> None:
    """Drop what is queued and wait for what runs: libraries beneath NumPy hang when they are unloaded at work.

    A callback that ends the program never comes back itself.
    """
    scheduler = machine.part(Scheduler)
    streams = [item for item in machine.handles.live.values() if isinstance(item, Stream)]
    callers = int(threading.current_thread().name == STREAM_THREAD)
    scheduler.close()
    with scheduler.lock:
        scheduler.progress.wait_for(lambda: sum(stream.running is not None for stream in streams) <= callers, PATIENCE)
