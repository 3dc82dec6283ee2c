"""What the file of a shared library says about itself: whether this machine can load it, and what it needs.

Reads files and opens no library.
"""
from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from pathlib import Path

MACHINES = {"x86_64": 62, "aarch64": 183}                 # machine -> its number in an ELF header
_PT_LOAD, _PT_DYNAMIC = 1, 2
_DT_NULL, _DT_NEEDED, _DT_STRTAB = 0, 1, 5
_PROGRAM_HEADER = struct.Struct("<IIQQQQQQ")               # type, flags, offset, address, ..., size in the file, ...
_DYNAMIC_ENTRY = struct.Struct("<QQ")                      # tag, value


def fault(path: str | Path, machine: str) -> str:
    """Why a file cannot be a library of this machine, "" if it can."""
    try:
        with open(path, "rb") as file:
            head = file.read(20)
    except OSError as error:
        return error.strerror or str(error)
    if len(head) < 20 or head[:4] != b"\x7fELF":
        return "not a shared library (no ELF header)"
    if head[4] != 2:
        return f"built for a 32-bit machine, this process is {machine}"
    number = struct.unpack("<H" if head[5] == 1 else ">H", head[18:20])[0]
    if number != MACHINES.get(machine, number):
        built = next((name for name, value in MACHINES.items() if value == number), f"machine {number}")
        return f"built for {built}, this process is {machine}"
    return ""


def needs(path: str | Path) -> list[str]:
    """Names of the libraries that a library needs, in its own order; none for a file that cannot be read."""
    try:
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            return list(_needs(content))
    except (OSError, ValueError, struct.error):            # ValueError: an empty file
        return []


def _needs(content: mmap.mmap) -> Iterator[str]:
    table, = struct.unpack_from("<Q", content, 32)
    size, number = struct.unpack_from("<HH", content, 54)
    headers = [_PROGRAM_HEADER.unpack_from(content, table + n * size) for n in range(number)]
    loads = [(address, offset, length) for kind, _, offset, address, _, length, *_ in headers if kind == _PT_LOAD]
    for kind, _, offset, _, _, length, *_ in headers:
        if kind == _PT_DYNAMIC:
            entries = list(_DYNAMIC_ENTRY.iter_unpack(content[offset:offset + length]))
            entries = entries[:next((n for n, (tag, _) in enumerate(entries) if tag == _DT_NULL), len(entries))]
            strings = next((_offset(value, loads) for tag, value in entries if tag == _DT_STRTAB), 0)
            for tag, value in entries:
                if tag == _DT_NEEDED:
                    start = strings + value
                    yield content[start:content.find(b"\0", start)].decode(errors="replace")


def _offset(address: int, loads: list[tuple[int, int, int]]) -> int:
    """Where in the file an address of the loaded library is."""
    return next((address - start + offset for start, offset, length in loads if start <= address < start + length), 0)
