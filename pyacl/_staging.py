"""Pinned memory through which pageable host arrays go to the device, used again and again."""
from __future__ import annotations

import threading
from functools import partial
from typing import Any

from . import _lib
from ._handle import each
from .errors import check

ffi, lib = _lib.ffi, _lib.lib
SMALLEST = 4096                # bytes of the smallest size class; classes double
KEPT = 64 << 20                # bytes that are kept for later copies


class Lease:
    """Pinned memory that is in use by a queued copy."""

    __slots__ = ("capacity", "pointer", "staging")

    def __init__(self, staging: Staging, pointer: Any, capacity: int) -> None:
        self.staging, self.pointer, self.capacity = staging, pointer, capacity

    def give_back(self) -> None:
        """The copy is done."""
        self.staging.put(self.pointer, self.capacity)


class Staging:
    """The pinned memory of one device's copies."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._free: dict[int, list[Any]] = {}
        self._kept = 0

    def take(self, nbytes: int) -> Lease:
        """Memory of at least so many bytes; needs a current context (aclrtMallocHost)."""
        capacity = max(SMALLEST, 1 << (nbytes - 1).bit_length())
        with self._lock:
            found = self._free.get(capacity)
            if found:
                self._kept -= capacity
                return Lease(self, found.pop(), capacity)
        out = ffi.new("void **")
        check(lib.aclrtMallocHost(out, capacity), "aclrtMallocHost",
              doing=f"allocating {capacity} bytes of pinned memory for a copy")
        return Lease(self, out[0], capacity)

    def put(self, pointer: Any, capacity: int) -> None:
        """Take memory back; what is too much is freed."""
        with self._lock:
            if self._kept + capacity <= KEPT:
                self._kept += capacity
                self._free.setdefault(capacity, []).append(pointer)
                return
        _free_host(pointer)

    def release(self) -> None:
        """Free all that is not in use."""
        with self._lock:
            pointers = [pointer for group in self._free.values() for pointer in group]
            self._free.clear()
            self._kept = 0
        each(partial(_free_host, pointer) for pointer in pointers)


def _free_host(pointer: Any) -> None:
    check(lib.aclrtFreeHost(pointer), "aclrtFreeHost")
