"""Open devices: ACL initialised once, and one pair of set and reset for all that is made on a device."""
from __future__ import annotations

import threading
import weakref
from functools import partial
from typing import Any

from . import _lib
from ._context import NO_CONTEXT, ActiveContext, current_pointer, foreign_pointer, restored, thread, using
from ._handle import Finalizer, address, close_after, each, process, refuse_after_fork
from ._reclaim import Progress, Reclaimer
from ._staging import Staging
from .errors import AclError, check, code_name, failure

ffi, lib = _lib.ffi, _lib.lib
_REPEAT_INITIALIZE = 100002


class _Runtime:
    """ACL, initialised by us or by somebody else before us.  One per process (and per emulated machine)."""

    def __init__(self) -> None:
        self.epoch = _lib.current().epoch
        process.used = True
        code = lib.aclInit(ffi.NULL)
        if code == _REPEAT_INITIALIZE:          # somebody else's initialisation serves us as well (R-INIT-2)
            _uncount()
        else:
            check(code, "aclInit")
        process.ours = code == 0
        self.finalizer = Finalizer(self, "ACL", False, _finalize) if process.ours else None


def _uncount() -> None:
    """Take our call off the count of whoever initialised ACL: their own finalisation stays the last one (R-INIT-5).

    Releases that do not count finalise for all at once.
    """
    if _lib.has_function("aclFinalizeReference"):
        check(lib.aclFinalizeReference(ffi.NULL), "aclFinalizeReference")


def _finalize() -> None:
    check(lib.aclFinalize(), "aclFinalize")


class Primary:
    """An open device: one pair of aclrtSetDevice and aclrtResetDevice, shared by all that is made on it."""

    def __init__(self, runtime: _Runtime, index: int) -> None:
        self.index, self.runtime = index, runtime
        self.epoch = runtime.epoch
        opened = False
        try:
            with restored():
                check(lib.aclrtSetDevice(index), "aclrtSetDevice", arguments=f"  device: {index}")
                opened = True
                pointer = current_pointer()
                if pointer is None:
                    raise failure(NO_CONTEXT, "aclrtGetCurrentContext", doing=f"opening device {index}")
        except BaseException as error:
            if opened:
                close_after(partial(_reset, index), error)
            raise
        self.reclaimer = Reclaimer()
        self.context = new_context(pointer, self, weak=True)
        self.staging = Staging()
        self.finalizer = Finalizer(self, f"device {index}", False, _reset_device, index, self.context, self.reclaimer,
                                   self.staging, runtime)


def _reset_device(index: int, context: ActiveContext, reclaimer: Reclaimer, staging: Staging,
                  runtime: _Runtime) -> None:
    def finish() -> None:
        if reclaimer:
            with using(context):
                reclaimer.finish()

    def reset() -> None:
        context.destroyed = True
        _reset(index)
    each((finish, context.default_progress.release, staging.release, reset))


def _reset(index: int) -> None:
    check(lib.aclrtResetDevice(index), "aclrtResetDevice", arguments=f"  device: {index}")


def new_context(pointer: Any, primary: Primary, *, weak: bool = False) -> ActiveContext:
    """A context on an open device, with the progress of its default stream."""
    context = ActiveContext(pointer, primary, weak=weak)
    context.default_progress = Progress(ffi.NULL, context)
    return context


_lock = threading.RLock()
_runtime: _Runtime | None = None
_primaries: weakref.WeakValueDictionary[int, Primary] = weakref.WeakValueDictionary()


def initialize() -> None:
    """Initialise ACL unless that was done (aclInit).  Objects do this by themselves."""
    global _runtime
    refuse_after_fork()
    with _lock:
        if _runtime is None or _runtime.epoch != _lib.current().epoch:
            _primaries.clear()
            _runtime = _Runtime()


def open_primary(index: int) -> Primary:
    """The open device of an index, opened now if nobody holds it."""
    initialize()
    with _lock:
        found = _primaries.get(index)
        if found is None:
            assert _runtime is not None
            found = _primaries[index] = Primary(_runtime, index)
        return found


def current_context() -> tuple[ActiveContext, Primary]:
    """The context in which this thread creates things, and its open device: of the innermost `with`, else one that
    somebody else made current (another framework, or `capi`).

    Raises AclError (107002) that names `with pyacl.Device(n)` if there is none.
    """
    try:
        context = thread.scopes[-1][0]
    except (AttributeError, IndexError):        # a thread that is new here, or has entered nothing
        pointer = None if process.forked else foreign_pointer()
        if pointer is not None:
            return _adopt(pointer)
    else:
        if context.epoch == _lib.current().epoch:
            return context, context.primary
    refuse_after_fork()
    raise AclError("this thread has no current device: enter `with pyacl.Device(n):` in it, or pass device=",
                   code=NO_CONTEXT, name=code_name(NO_CONTEXT), function="aclrtGetCurrentContext")


_adopted: weakref.WeakValueDictionary[tuple[int, int], ActiveContext] = weakref.WeakValueDictionary()


def _adopt(pointer: Any) -> tuple[ActiveContext, Primary]:
    """A context of somebody else, as one of ours that is never destroyed."""
    key = (_lib.current().epoch, address(pointer))
    found = _adopted.get(key)
    if found is None:
        out = ffi.new("int32_t *")
        check(lib.aclrtGetDevice(out), "aclrtGetDevice")
        primary = open_primary(out[0])
        if address(primary.context.pointer) == key[1]:
            return primary.context, primary
        found = _adopted[key] = new_context(pointer, primary)
    return found, found.primary
