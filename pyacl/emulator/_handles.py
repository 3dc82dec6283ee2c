"""Handles: numbers that stand for the emulator's objects.

They are never memory, never reused, and unlike in the C library each knows its kind; so a stale handle, or one of
another kind, is always recognised.
"""
from __future__ import annotations

import itertools
from typing import Any, ClassVar, TypeVar

from .. import _abi
from ._report import caller

ffi = _abi.ffi
UINTPTR = ffi.typeof("uintptr_t")
FIRST, STEP = 0x7A00_0000_0000, 0x40
_numbers = itertools.count(FIRST, STEP)        # one series for the whole process: a new world never reuses one

T = TypeVar("T", bound="Object")


class Object:
    """Base of everything that has a handle.  Subclasses set `ctype`, the C type of the handle."""

    kind = "object"
    ctype = "void *"
    _types: ClassVar[dict[str, Any]] = {}

    def __init__(self) -> None:
        self.handle = 0
        self.created = caller()

    @property
    def cdata(self) -> Any:
        """The handle as a C pointer of its own type."""
        ctype = self._types.get(self.ctype)
        if ctype is None:
            ctype = self._types[self.ctype] = ffi.typeof(self.ctype)
        return ffi.cast(ctype, self.handle)


class HandleTable:
    """All live objects of a world."""

    def __init__(self) -> None:
        self.first = next(_numbers)                     # handles below belong to an earlier world
        self.live: dict[int, Object] = {}
        self.dead: dict[int, tuple[str, str]] = {}      # handle -> (kind, where it was created), for messages

    def add(self, item: T) -> T:
        item.handle = next(_numbers)
        self.live[item.handle] = item
        return item

    def get(self, pointer: Any, kind: type[T]) -> T | None:
        """The live object behind a C pointer, or None if it is NULL, stale, or of another kind."""
        item = self.live.get(int(ffi.cast(UINTPTR, pointer)))
        return item if isinstance(item, kind) else None

    def remove(self, item: Object) -> None:
        self.live.pop(item.handle, None)
        self.dead[item.handle] = (item.kind, item.created)
        if len(self.dead) > 20_000:                     # keep the younger half
            for handle in list(self.dead)[:10_000]:
                self.dead.pop(handle, None)             # another thread may do the same

    def is_former(self, pointer: Any) -> bool:
        """Whether a pointer is a handle of a world that `emulator.reset()` ended: releasing it is no misuse."""
        number = int(ffi.cast(UINTPTR, pointer))
        return FIRST <= number < self.first


def address(pointer: Any) -> int:
    """A C pointer as an integer."""
    return int(ffi.cast(UINTPTR, pointer))
