"""What the tests of emulated memory share: a machine with device 0 set, and blocks of it."""
from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pyacl import capi, emulator
from pyacl.capi import NULL, ffi

H2H, H2D, D2H, D2D, DEFAULT, BUFFERED = range(6)
UNTOUCHED = 0x5A5A5A5A5A5A


def start(**machine: Any) -> None:
    """A fresh machine with device 0 current in this thread."""
    emulator.configure(**machine)
    assert capi.aclrtSetDevice(0) == 0
    capi.aclrtGetLastError(0)


def cell() -> Any:
    """An out pointer that shows whether it was written."""
    return ffi.new("void **", ffi.cast("void *", UNTOUCHED))


def malloc(size: int, policy: int = 0, function: str = "aclrtMalloc") -> Any:
    out = cell()
    assert getattr(capi, function)(out, size, policy) == 0
    return out[0]


def malloc_host(size: int, content: bytes = b"") -> Any:
    out = cell()
    assert capi.aclrtMallocHost(out, size) == 0
    ffi.memmove(out[0], content, len(content))
    return out[0]


def stream() -> Any:
    out = ffi.new("aclrtStream *")
    assert capi.aclrtCreateStream(out) == 0
    return out[0]


@contextmanager
def held(queue: Any) -> Iterator[None]:
    """The stream does not move on within the block."""
    gate = threading.Event()

    @ffi.callback("void(void *)")  # type: ignore[untyped-decorator]
    def hold(_: Any) -> None:
        assert gate.wait(20)
    assert capi.aclrtLaunchHostFunc(queue, ffi.cast("aclrtHostFunc", hold), NULL) == 0
    try:
        yield
    finally:
        gate.set()
        assert capi.aclrtSynchronizeStream(queue) == 0


def sync(queue: Any) -> None:
    assert capi.aclrtSynchronizeStream(queue) == 0


def fill(pointer: Any, content: bytes) -> None:
    assert capi.aclrtMemcpy(pointer, len(content), content, len(content), H2D) == 0


def content(pointer: Any, size: int) -> bytes:
    """Device bytes, by a synchronous copy."""
    out = bytearray(size)
    assert capi.aclrtMemcpy(out, size, pointer, size, D2H) == 0
    return bytes(out)


def at(pointer: Any, offset: int) -> Any:
    return ffi.cast("char *", pointer) + offset


def number(pointer: Any) -> int:
    return int(ffi.cast("uintptr_t", pointer))


def ids() -> list[str]:
    return [finding.id for finding in emulator.report().findings]


@contextmanager
def finding(id: str, function: str) -> Iterator[Any]:
    """The body is the guilty call in strict mode."""
    with pytest.raises(emulator.FindingError) as caught:
        yield caught
    assert (caught.value.finding.id, caught.value.finding.function) == (id, function)


__all__ = ["BUFFERED", "D2D", "D2H", "DEFAULT", "H2D", "H2H", "NULL", "UNTOUCHED", "at", "cell", "content", "ffi",
           "fill", "finding", "ids", "malloc", "malloc_host", "number", "start", "stream"]
