"""A CANN that runs on the CPU: the same C functions, computed with NumPy.

    import pyacl
    pyacl.use_backend("emulator")              # or PYACL_BACKEND=emulator
    pyacl.emulator.configure(mode="strict")    # a misuse raises at the guilty call
    ...
    print(pyacl.emulator.report())

It proves the use of the ABI, not the vendor's kernels.
"""
from __future__ import annotations

import importlib
import os
from typing import Any

from . import _provider
from ._profile import make_profile
from ._registry import IMPLEMENTATIONS, Implementation
from ._report import Finding, FindingError, Report
from ._world import current, replace, world

__all__ = ["Finding", "FindingError", "Report", "check_exit", "configure", "fail", "hide", "operators", "report",
           "reset"]

# Modules whose import registers C functions; the operators are found by their own catalogue.
_MODULES = ("runtime", "nnop")
_loaded = False


def configure(profile: str | None = None, soc: str | None = None, devices: int | None = None,
              memory: int | None = None, mode: str | None = None, seed: int | None = None,
              delay: float = 0.0) -> None:
    """Choose the emulated machine and start it afresh.

    profile  CANN release: "9.1" (default) or "8.1.RC1"; functions that it lacks are absent symbols
    soc      "Ascend910B1" (default), "Ascend910A", "Ascend310P3", ...
    devices  number of devices (2)
    memory   bytes of memory per device (64 GiB); an allocation beyond it fails with 207001
    mode     "faithful": findings are only recorded; "strict": they raise at the guilty call, memory is poisoned
    seed     order in which queued work of several streams runs, one task after another: the same seed and the same
             calls give the same order (None: a thread for each stream, as threads happen to run)
    delay    seconds by which queued work is held back: with a seed until somebody waits for it or nothing was queued
             for so long (at least 0.25 s), else each task by a random time up to this

    What is left out keeps the value of the environment (PYACL_EMULATOR_PROFILE, _SOC, _DEVICES, _MEMORY, _MODE, _SEED)
    or the default.  Raises ValueError for a value that is not known.
    """
    from ._world import environment_profile
    base = environment_profile()
    chosen = make_profile(profile or base.release, soc or base.soc.name,
                          base.devices if devices is None else devices, base.memory if memory is None else memory,
                          mode or ("strict" if base.strict else "faithful"), base.seed if seed is None else seed, delay)
    _provider.hidden.clear()
    replace(chosen)
    _announce()


def reset() -> None:
    """Start the same machine afresh: no handles, no memory, no findings, no injected faults, nothing hidden."""
    _provider.hidden.clear()
    replace(world().profile)
    _announce()


def report() -> Report:
    """Findings so far (`.findings`) and the number of live handles and blocks (`.live`)."""
    return world().report()


def check_exit() -> None:
    """Record what the process leaves behind (S-LEAK, S-UNSYNC, A-EXEC-LEAK); for the very end of a process.

    `python -m pyacl run --strict` calls it.  What was told at aclFinalize is not told again.
    """
    machine = current()
    if machine is not None and machine.pid == os.getpid():
        from .runtime.remains import report_remains
        report_remains(machine, "exit", where="")


def fail(function: str, code: int, nth: int = 1) -> None:
    """Make the nth call from now of a C function return `code` (a pointer: NULL) without doing anything.

    A 507xxx code for an operator ("aclnnAdd") is that of a failing kernel: the call succeeds, and the code comes out
    of the next synchronise.  Each fault happens once; several for one function add up.
    Raises ValueError for a name that no header declares, or nth below 1.
    """
    from .. import _abi
    known = function in _abi.FUNCTIONS or function.removesuffix("GetWorkspaceSize") in _abi.OPERATORS
    if not known:
        raise ValueError(f"{function!r} is no function of the headers")
    if nth < 1:
        raise ValueError(f"nth={nth!r}: counted from 1")
    machine = world()
    with machine.lock:
        machine.faults.setdefault(function, []).append([nth, code])


def hide(function: str) -> None:
    """Make a C function an absent symbol, as on a CANN that lacks it; until `reset` or `configure`."""
    _provider.hidden.add(function)
    _announce()


def operators() -> set[str]:
    """C names of the operators that compute."""
    from .ops import catalogue
    return set(catalogue())


def _announce() -> None:
    """Tell the binding that symbols may resolve differently now."""
    for listener in _listeners:
        listener()


_listeners: list[Any] = []


def implementation_of(function: str) -> Implementation | None:
    """The Python function behind a C name; operators are looked up in their catalogue."""
    global _loaded
    if not _loaded:
        for module in _MODULES:
            importlib.import_module(f"{__name__}.{module}")
        _loaded = True
    found = IMPLEMENTATIONS.get(function)
    if found is None:
        from .nnop.phases import phase_of
        found = phase_of(function)
    return found
