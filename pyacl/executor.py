"""Executors: phase 1 of an operator, to be launched later, once or many times."""
from __future__ import annotations

from typing import Any

from . import _lib
from ._handle import SLOTS, Handle
from ._launch import Arguments, abandon, convert, describe, phase1, phase2, place, used_on
from ._reclaim import Progress
from ._signature import Parameter
from .device import Primary, thread, using
from .errors import UnsupportedError, check, failure
from .memory import DeviceBuffer
from .stream import Stream
from .tensor import Tensor

ffi, lib = _lib.ffi, _lib.lib
NULL = ffi.NULL


class _Lane:
    """A repeatable executor as something that uses buffers: what `Progress` is for a stream.

    A launch only notes its stream and ticket here; the buffers know the lane, so nothing is paid per tensor.
    """

    __slots__ = ("last", "others")

    def __init__(self) -> None:
        self.last: tuple[Progress, int] | None = None
        self.others: dict[Progress, int] = {}

    def uses(self) -> dict[Progress, int]:
        found = dict(self.others)
        if self.last is not None:
            found[self.last[0]] = self.last[1]
        return found


def _release(executor: Any, c_name: str, arguments: Arguments) -> None:
    try:
        check(lib.aclDestroyAclOpExecutor(executor), "aclDestroyAclOpExecutor")
    finally:
        arguments.destroy()


class Executor(Handle):
    """What phase 1 of an operator made (`pyacl.aclnn.<op>.prepare(...)`).

    A one-shot executor is consumed by its first launch, whatever that returns; a repeatable one may be launched again
    and again, with other addresses (`rebind`), until it is closed.  It keeps its arguments alive.
    """

    _kind = "executor"
    __slots__ = (*SLOTS, "_arguments", "_call", "_device", "_launch_stream", "_parameters", "_phase2", "_ready",
                 "c_name", "repeatable", "workspace_size")

    def __init__(self) -> None:
        raise TypeError("an Executor comes from pyacl.aclnn.<operator>.prepare(...), or Executor.from_handle(...)")
