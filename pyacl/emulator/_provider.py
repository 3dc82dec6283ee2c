"""The emulator as a provider of addresses: what `pyacl._lib` asks instead of the vendor's libraries."""
from __future__ import annotations

import ctypes
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any

from .. import _abi
from ._profile import lacking
from ._registry import Implementation, Refusal
from ._shared import SharedMemory
from ._unseen import is_creator, report_unseen
from ._unsupported import refusing
from ._world import world

ffi = _abi.ffi
INTERNAL = 500000
STATUS_TYPES = ("aclError", "aclnnStatus")
hidden: set[str] = set()
_callbacks: dict[str, Any] = {}        # never dropped: C code may hold their addresses as long as the process lives
_making = threading.RLock()


# Ctrl-C that arrives inside a callback would be swallowed by cffi.  It is signalled again as the very last thing: by a
# C function, so that no Python code of the callback is left to run into it, and the caller's next step raises it.
_interrupt_again = ctypes.pythonapi.PyErr_SetInterrupt
_interrupt_again.argtypes = [ctypes.py_object] * 3           # cffi passes type, value and traceback; they are ignored
_interrupt_again.restype = None


def _entry(function: str, implementation: Implementation, failed: Callable[[int], Any]) -> Callable[..., Any]:
    """What C calls: injected faults first, then the implementation, then the bookkeeping of a refusal."""
    makes = is_creator(function)

    def call(*arguments: Any) -> Any:
        try:
            machine = world()
            if machine.faults and function not in _abi.OPERATORS:  # a second phase looks itself: its kernel may fail
                code = machine.fault(function)
                if code:
                    machine.note("EE9999", f"{function}: {code} injected by emulator.fail")
                    if makes:
                        machine.thread.unseen = function, str(code)
                    return failed(code)
            result = implementation(*arguments)
            if makes:
                machine.thread.unseen = (function, "NULL") if result == ffi.NULL else None
            return result
        except Refusal as refusal:
            code = machine.settle(function, refusal)
            report_unseen(machine, function, refusal)
            if makes:
                machine.thread.unseen = function, str(code)
            return failed(code)
        except Exception:
            if not sys.is_finalizing():
                print(f"pyacl emulator: a fault of its own in {function}:", file=sys.stderr)
                traceback.print_exc()
            return failed(INTERNAL)
    return call


def failure_of(result: str, ctype: Any) -> Callable[[int], Any]:
    """What a C function with a result type (its text) gives when it fails with a code."""
    if result in STATUS_TYPES:
        return lambda code: code
    if ctype.result.kind in ("primitive", "enum"):             # a size or count: 0 is all that says "none"
        return lambda code: 0
    if ctype.result.kind == "pointer":
        return lambda code: ffi.NULL
    return lambda code: None


def c_callback(ctype: Any, call: Callable[..., Any], failed: Callable[[int], Any]) -> Any:
    """Python code as a C function; what escapes from it is a failure to C, and Ctrl-C is not lost."""
    default = failed(INTERNAL)
    arguments = {} if default is None else {"error": default}
    return ffi.callback(ctype, call, onerror=_interrupt_again, **arguments)


class Provider:
    """Backend of `pyacl._lib` (see `_lib.Backend`)."""

    name = "emulator"

    @property
    def epoch(self) -> int:
        """Number of the emulated machine: what an earlier one made is gone."""
        return world().serial

    def describe(self) -> str:
        profile = world().profile
        return f"emulator (CANN {profile.release}, {profile.soc.name})"

    def address(self, function: str, signature: str) -> int:
        """Address of the callback for a C function; 0 if the chosen release lacks it or it was hidden."""
        if function in hidden or function in lacking(world().profile.release):
            return 0
        with _making:                                  # a second callback would replace one whose address is out
            callback = _callbacks.get(function)
            if callback is None:
                callback = _callbacks[function] = self._make(function, signature)
        return int(ffi.cast("uintptr_t", callback))

    def _make(self, function: str, signature: str) -> Any:
        from . import implementation_of
        result, _, parameters = signature.partition("(")
        if "..." in parameters:                        # cffi cannot make variadic callbacks: the fixed part will do
            parameters = parameters.replace(", ...", "")
        ctype = ffi.typeof(f"{result}(*)({parameters}")
        failed = failure_of(result, ctype)
        implementation = implementation_of(function) or refusing(function, ctype.args, parameters)
        return c_callback(ctype, _entry(function, implementation, failed), failed)

    def guard(self, pointer: Any) -> Any:
        """In strict mode a call raises the finding that it caused, once C has returned."""
        if not world().profile.strict:
            return pointer

        def strict(*arguments: Any) -> Any:
            result = pointer(*arguments)
            pending = world().thread.pending
            if pending:
                finding = pending[0]
                pending.clear()
                raise finding
            return result
        return strict

    def share(self, address: int, nbytes: int, device: int) -> Callable[[], None] | None:
        """Host memory as memory of a device; gives what ends that."""
        return world().part(SharedMemory).share(address, nbytes, device)


provider = Provider()
