"""Which context is current in a thread.

Objects remember their context; `using` makes it current for a call and gives the thread its own back.
"""
from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import _lib
from ._handle import address, at_end, close_after, process, refuse_after_fork
from .errors import check

if TYPE_CHECKING:
    from ._primary import Primary

ffi, lib = _lib.ffi, _lib.lib
CONTEXT_OUT = ffi.typeof("aclrtContext *")
NO_CONTEXT = 107002


# What this package knows of the calling thread; `this_thread()` gives it with its attributes in place:
#   bound   serial of the context that we made current here; 0: it was not we
#   left    its address; it stays current in ACL when nobody wants it any more
#   scopes  entered `with`s: (context, the foreign one that was current before)
# Not a subclass with defaults: reading an attribute of one costs the hot paths up to twice as much.  They read
# `thread.bound` as it is; in a thread that is new here it is missing, and they take the general route.
thread = threading.local()


def this_thread() -> threading.local:
    """`thread`, with its attributes."""
    if not hasattr(thread, "scopes"):
        thread.bound = thread.left = 0
        thread.scopes = list[tuple[ActiveContext, Any]]()
    return thread


# A forked child takes the general route, where it is refused.
os.register_at_fork(after_in_child=lambda: setattr(thread, "bound", 0))


class ActiveContext:
    """A context that objects live in: the default one of a device, or one of `Context`."""

    _serials = iter(range(1, 1 << 62))

    def __init__(self, pointer: Any, primary: Primary, *, weak: bool = False) -> None:
        self.pointer, self.serial, self.index = pointer, next(self._serials), primary.index
        self.epoch = primary.epoch
        self._primary: Any = weakref.ref(primary) if weak else (lambda: primary)
        self.destroyed = False                  # its streams went with it
        self.default_progress: Any = None       # of its default stream; `_primary.new_context` gives it

    def let_go(self) -> None:
        """The context is gone: what was made in it does not keep the device open."""
        self._primary = lambda: None

    @property
    def primary(self) -> Primary:
        found: Primary | None = self._primary()
        if found is None:
            raise ValueError(f"device {self.index} is closed")
        return found


def current_pointer() -> Any:
    """The context that ACL has current in this thread, or None."""
    out = ffi.new(CONTEXT_OUT)
    code = lib.aclrtGetCurrentContext(out)
    if code == NO_CONTEXT:
        return None
    check(code, "aclrtGetCurrentContext")
    return out[0]


def foreign_pointer() -> Any:
    """The context that somebody else made current in this thread, or None."""
    pointer = current_pointer()
    return None if pointer is None or address(pointer) == this_thread().left else pointer


def set_pointer(pointer: Any) -> None:
    check(lib.aclrtSetCurrentContext(pointer), "aclrtSetCurrentContext")


def bind(context: ActiveContext) -> None:
    state = this_thread()
    if state.bound != context.serial:
        refuse_after_fork()
        set_pointer(context.pointer)
        state.bound, state.left = context.serial, address(context.pointer)


def give_back(foreign: Any) -> None:
    """Make current again what somebody else had made current."""
    set_pointer(foreign)
    state = this_thread()
    state.bound = state.left = 0


@contextmanager
def restored() -> Iterator[None]:
    """Give the thread its current context back after C calls that change it."""
    before = current_pointer()

    def restore() -> None:
        if before is not None:
            set_pointer(before)
        else:                                   # there is no way to have none again: remember whose doing it is
            state = this_thread()
            state.bound = 0
            pointer = current_pointer()
            state.left = 0 if pointer is None else address(pointer)
    with at_end(restore):
        yield


def using(context: ActiveContext) -> AbstractContextManager[None]:
    """Run with a context current; afterwards the thread's own is current again.

    A thread that had none keeps this one on the ACL side, which costs nobody anything: it is still no current device
    for what is created.
    """
    if process.forked:
        refuse_after_fork()
    if context.epoch != _lib.current().epoch:
        raise ValueError("this object belongs to an emulated machine that was reset")
    return _HERE if this_thread().bound == context.serial else _Elsewhere(context)


class _Here(AbstractContextManager[None]):
    """The context is current already, which is nearly always so."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        pass


_HERE = _Here()


class _Elsewhere(AbstractContextManager[None]):
    __slots__ = ("context", "foreign")

    def __init__(self, context: ActiveContext) -> None:
        self.context, self.foreign = context, None

    def __enter__(self) -> None:
        self.foreign = None if thread.scopes else foreign_pointer()
        bind(self.context)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        close_after(self._back, error)

    def _back(self) -> None:
        if thread.scopes:
            bind(thread.scopes[-1][0])
        elif self.foreign is not None:
            give_back(self.foreign)
