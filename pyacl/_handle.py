"""Owned and borrowed C objects: close, context manager, finalizer, parent, and what happens at exit and after a fork.

Policy (the whole package follows it):

close()      releases now; calling it again does nothing.  If C refuses, AclError is raised and the object is closed all
             the same: what may still be there is left alone, for a leak is better than a dangling pointer.  `with`
             closes at its end; a failure on the way out of an exception becomes a note of that exception.
collection   an object that is dropped without close() is released by its finalizer, with a ResourceWarning that has the
             place of creation under -X tracemalloc (tensors, which are values, go quietly).  A finalizer holds the
             object's parent, so a buffer always goes before its device, in whatever order a cycle is collected, and in
             whatever thread.
making       what fails on the way leaves nothing behind: what was made before is released again.
work         memory that queued work may still use (blocks, workspaces, pinned memory, staged host arrays) is released
             after that work has passed (`_reclaim`).  Only a wait or query that succeeds proves that: after one that
             failed it is kept, at the latest until the device is closed and says that all is done.  Descriptors and
             texts are needed until phase 2 has returned.
threads      any thread may use any object: it runs in the object's context, and the thread's own current device is as
             it was afterwards, also after an exception.  Objects take no locks for their user: two threads that change
             one object, or close what the other is passing to C, must agree between themselves.
exit         other threads stop at their next C call; busy streams are waited for, 10 s each at most; then everything
             goes in the reverse order of creation, ACL last, silently.  Who found ACL initialised by somebody else
             neither frees, nor resets a device, nor finalizes at exit.
fork         a child process cannot use the parent's objects: it gets one clear RuntimeError, and frees nothing.  Asking
             for the number of devices or the SoC before the fork is fine.
errors       a failing code is an AclError at the call that got it; a failed kernel is one at the next wait for its
             stream.  What fails in a finalizer, or in a release on behalf of nobody, is an AclWarning; at exit it is
             nothing.
"""
from __future__ import annotations

import atexit
import os
import threading
import time
import warnings
import weakref
from _tracemalloc import is_tracing
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import TracebackType
from typing import Any, TypeVar

from . import _lib
from .errors import AclWarning

ffi = _lib.ffi
_UINTPTR = ffi.typeof("uintptr_t")
H = TypeVar("H", bound="Handle")
GRACE = 0.02               # seconds at exit for the C calls of other threads that are under way


class _Process:
    """What concerns the process as a whole."""

    def __init__(self) -> None:
        self.exiting = False
        self.used = False                                # whether ACL was used here: then a fork spoils the child
        self.forked = False
        self.ours = True                                 # whether it was we who initialised ACL
        self.had_threads = False                         # at exit: whether others were at work until then
        self.hooks: list[Callable[[], None]] = []        # run first at exit, the latest first


process = _Process()


def _child_after_fork() -> None:
    process.forked = process.used


def _at_exit() -> None:
    process.exiting = True
    if threading.active_count() > 1:
        _lib.stop_other_threads()
        process.had_threads = True
        time.sleep(GRACE)
    if not process.forked and process.ours:
        for hook in reversed(process.hooks):
            hook()


os.register_at_fork(after_in_child=_child_after_fork)
# weakref.finalize registers its own exit function with the first finalizer; ours comes later, so it runs before.
weakref.finalize(process, lambda: None)
atexit.register(_at_exit)


def refuse_after_fork() -> None:
    """Raise RuntimeError in a child process that was forked after pyacl was used."""
    if process.forked:
        raise RuntimeError("ACL does not survive os.fork(): this child process cannot use devices that its parent "
                           "opened; start workers with multiprocessing.get_context('spawn')")


def address(pointer: Any) -> int:
    """A C pointer as an integer."""
    return int(ffi.cast(_UINTPTR, pointer))


class Finalizer:
    """Releases one C resource exactly once: by `close`, by collection, or at exit.

    release(*arguments) does it; the arguments also keep the parents alive until then.  It does nothing in a forked
    child, and nothing once the emulated machine that made the resource is gone.
    """

    __slots__ = ("__weakref__", "_finalize")

    def __init__(self, owner: Any, what: str, warn: bool, release: Callable[..., None], *arguments: Any) -> None:
        self._finalize = weakref.finalize(owner, _collected, what, warn, _lib.current().epoch, release, arguments)

    @property
    def alive(self) -> bool:
        return self._finalize.alive

    def cancel(self) -> None:
        """The resource is gone already: never release it."""
        self._finalize.detach()

    def __call__(self) -> None:
        """Release now; errors are raised."""
        detached = self._finalize.detach()
        if detached is not None:
            _, _, (_, _, epoch, release, arguments), _ = detached
            if _usable(epoch):
                release(*arguments)


def _usable(epoch: int) -> bool:
    if process.forked or (process.exiting and not process.ours):
        return False
    return _lib.current().epoch == epoch


def _collected(what: str, warn: bool, epoch: int, release: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    if not _usable(epoch):
        return
    try:
        release(*arguments)
    except Exception as error:
        if not process.exiting:
            warnings.warn(f"while releasing {what}: {error}", AclWarning, stacklevel=2)
    if warn and not process.exiting:
        warnings.warn(f"{what} was never closed", ResourceWarning, stacklevel=2)


def _origin(made: Any) -> str:
    """Where an object was created, as `tracemalloc` has it: a finalizer has no object left that could be asked."""
    import tracemalloc
    trace = tracemalloc.get_object_traceback(made)
    return "" if trace is None else "\n".join([", created at (most recent call last):", *trace.format()]) + "\n "


SLOTS = ("__weakref__", "_cdata", "_finalizer", "_owner")


class Handle:
    """Base of the objects that stand for one C handle.

    `handle` is the handle as an integer, `closed` tells whether it is gone; `close()` may be called again and again.
    Each is a context manager.  `from_handle` wraps a handle of somebody else, which is never destroyed.
    """

    _kind = "object"
    _warns = True
    __slots__ = ()             # subclasses add SLOTS; HostBuffer is a ctypes array too and cannot have any

    _cdata: Any
    _finalizer: Any            # Finalizer or None
    _owner: Any

    def _own(self, cdata: Any, release: Callable[..., None], *parents: Any) -> None:
        """Take possession of a handle: `release(cdata, *parents)` will give it back."""
        self._cdata, self._owner = cdata, None
        what = f"{self._kind} {address(cdata):#x}"
        if self._warns and is_tracing():
            what += _origin(self)
        self._finalizer = Finalizer(self, what, self._warns, release, cdata, *parents)

    def _make(self, place: AbstractContextManager[None], create: Callable[[], Any], release: Callable[..., None],
              *parents: Any) -> None:
        """Own what `create` makes inside `place`; if leaving the place fails, it is released again."""
        try:
            with place:
                self._own(create(), release, *parents)
        except BaseException as error:
            close_after(self.close, error)
            raise

    def _borrow(self, cdata: Any, owner: Any) -> None:
        """Stand for a handle of somebody else; `owner` is kept alive as long as this object is."""
        self._cdata, self._owner, self._finalizer = cdata, owner, None

    def _pointer_or_raise(self) -> Any:
        if self._cdata is None:
            raise ValueError(f"this {self._kind} is closed")
        return self._cdata

    @property
    def handle(self) -> int:
        """The C handle as an integer.  Raises ValueError once closed."""
        return address(self._pointer_or_raise())

    @property
    def closed(self) -> bool:
        """Whether the object was closed."""
        return self._cdata is None

    def close(self) -> None:
        """Release the C object now (a borrowed one is only let go of).  Raises AclError if C refuses."""
        if self._cdata is None:
            return
        finalizer, self._finalizer = self._finalizer, None
        self._cdata = self._owner = None
        try:
            if finalizer is not None:
                finalizer()
        finally:
            self._let_go()

    def _let_go(self) -> None:
        """Drop what an open object keeps alive: a closed one must not keep its device open."""

    def __enter__(self: H) -> H:
        self._pointer_or_raise()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        close_after(self.close, error)

    def __repr__(self) -> str:
        state = "closed" if self._cdata is None else hex(address(self._cdata))
        return f"<pyacl.{type(self).__name__} {state}>"


def close_after(close: Callable[[], None], error: BaseException | None) -> None:
    """Close at the end of a `with`; a failure on the way out of an exception becomes a note of that exception."""
    if error is None:
        close()
        return
    try:
        close()
    except Exception as second:
        add_note(error, f"and then, while cleaning up: {second}")


@contextmanager
def at_end(last: Callable[[], None]) -> Iterator[None]:
    """Do something at the end; if that fails too, it is a note on the first exception."""
    try:
        yield
    except BaseException as error:
        close_after(last, error)
        raise
    last()


def each(actions: Iterable[Callable[[], None]]) -> None:
    """Do all of them, whatever fails; then raise the first failure, with the others as its notes."""
    first: Exception | None = None
    for action in actions:
        try:
            action()
        except Exception as error:
            if first is None:
                first = error
            else:
                add_note(first, f"and then, while cleaning up: {error}")
    if first is not None:
        raise first


def add_note(error: BaseException, note: str) -> None:
    """PEP 678 for all Pythons: 3.10 has no add_note, there the text becomes an AclWarning."""
    if hasattr(error, "add_note"):
        error.add_note(note)
    else:
        warnings.warn(note, AclWarning, stacklevel=3)
