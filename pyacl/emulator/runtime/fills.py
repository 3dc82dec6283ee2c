"""Tasks that fill, change or look at a few bytes: memset, values, reductions, cache hints, the overflow status."""
from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from typing import Any

from ... import _abi
from .._handles import address
from .._memory import READ, WRITE, Memory, fill
from .._order import Order
from .._registry import Refusal, c_function
from .._streams import Scheduler, Task
from .._world import World, world
from .capture import refuse_synchronous
from .context import current_context, invalid, null, stream_for_submit, unsupported, wrong
from .copies import Place, bytes_at

ffi = _abi.ffi
OVERFLOW_STATUS = 64                         # bytes that the status takes (R-KRN-4)
CMO_TYPES = (0, 1, 2, 3)
CMO_DESCRIPTOR = struct.Struct("QQ48x")      # address, bytes
WAIT_GREATER, WAIT_EQUAL, WAIT_AND, WAIT_NOR = range(4)
CONDITIONS: dict[int, Callable[[int, int], bool]] = {
    WAIT_GREATER: lambda found, value: (found - value) % 2**64 < 2**63,
    WAIT_EQUAL: lambda found, value: found == value,
    WAIT_AND: lambda found, value: found & value != 0,
    WAIT_NOR: lambda found, value: (found | value) != 2**64 - 1}
REDUCE_SUM, REDUCE_MAX, REDUCE_MIN, REDUCE_EQUAL = 10, 11, 12, 13
REDUCED_TYPES = {0: "float32", 1: "float16", 2: "int8", 3: "int32", 4: "uint8", 6: "int16", 7: "uint16", 8: "uint32",
                 27: "bfloat16"}             # aclDataType
PACKED_INT4 = 29


# -- fills
def _fill(start: int, place: Place, nbytes: int, pattern: bytes) -> None:
    size = place.room(start, nbytes)
    if len(pattern) == 1:
        fill(start, pattern[0], size)
    else:
        ctypes.memmove(start, pattern * (size // len(pattern)), size)


def _fill_now(machine: World, function: str, start: int, nbytes: int, pattern: bytes) -> int:
    refuse_synchronous(machine)
    memory = machine.part(Memory)
    memory.check_access(function, start, nbytes, WRITE)
    machine.part(Order).touched_by_host(function, start, nbytes, WRITE)
    _fill(start, Place(memory, start), nbytes, pattern)
    machine.part(Scheduler).memory_changed()
    return 0


def _queue_fill(machine: World, function: str, start: int, nbytes: int, pattern: bytes, stream: Any) -> int:
    queue = stream_for_submit(machine, stream)
    memory = machine.part(Memory)
    memory.check_access(function, start, nbytes, WRITE)
    place = Place(memory, start)

    def run() -> int:
        _fill(start, place, nbytes, pattern)
        return 0
    queue.submit(Task(function, run, writes=[(start, nbytes)], keep=place))
    return 0


@c_function("aclrtMemset")
def memset(pointer: Any, room: int, value: int, count: int) -> int:
    """R-CPY-6"""
    if count == 0:
        return 0
    if not pointer:
        raise null("devPtr")
    machine = world()
    current_context(machine)
    if count > room:
        refuse_synchronous(machine)
        raise Refusal(107000, f"count {count} exceeds {room}", token="EE1003", layer="acl")      # the driver says so
    return _fill_now(machine, "aclrtMemset", address(pointer), count, bytes([value & 0xFF]))


@c_function("aclrtMemsetAsync")
def memset_async(pointer: Any, room: int, value: int, count: int, stream: Any) -> int:
    if count == 0:
        return 0
    if not pointer:
        raise null("devPtr")
    if count > room:
        raise wrong(f"count {count} exceeds {room}")
    return _queue_fill(world(), "aclrtMemsetAsync", address(pointer), count, bytes([value & 0xFF]), stream)


def _check_words(pointer: Any, room: int, count: int) -> None:
    """R-CPY-7"""
    if not pointer:
        raise null("ptr")
    if address(pointer) % 4:
        raise invalid(f"ptr {address(pointer):#x} is not aligned to 4 bytes")
    if 4 * count > room:
        raise invalid(f"{count} values of 4 bytes exceed {room} bytes")
    if world().part(Memory).find(address(pointer)) is None:
        raise invalid("ptr is host memory that the runtime does not know")


@c_function("aclrtMemsetD32")
def memset_words(pointer: Any, room: int, value: int, count: int) -> int:
    _check_words(pointer, room, count)
    machine = world()
    current_context(machine)
    return _fill_now(machine, "aclrtMemsetD32", address(pointer), 4 * count, struct.pack("I", value))


@c_function("aclrtMemsetD32Async")
def memset_words_async(pointer: Any, room: int, value: int, count: int, stream: Any) -> int:
    _check_words(pointer, room, count)
    return _queue_fill(world(), "aclrtMemsetD32Async", address(pointer), 4 * count, struct.pack("I", value), stream)


# -- values (R-ASY-8)
def _check_value(function: str, pointer: Any, access: str) -> int:
    if not pointer:
        raise null("devAddr")
    start = address(pointer)
    if start % 8:
        raise wrong(f"devAddr {start:#x} is not aligned to 8 bytes")
    current_context(world())
    if not world().part(Memory).check_access(function, start, 8, access):
        raise wrong("devAddr lies in no device block")
    return start


@c_function("aclrtValueWrite")
def value_write(pointer: Any, value: int, flag: int, stream: Any) -> int:
    start = _check_value("aclrtValueWrite", pointer, WRITE)
    if flag:
        raise wrong(f"flag is {flag}; it must be 0")
    machine = world()
    place = Place(machine.part(Memory), start)

    def run() -> int:
        ctypes.memmove(start, struct.pack("Q", value), 8)
        return 0
    stream_for_submit(machine, stream).submit(Task("aclrtValueWrite", run, keep=place))
    return 0


@c_function("aclrtValueWait")
def value_wait(pointer: Any, value: int, flag: int, stream: Any) -> int:
    """Holds the stream until the 8 bytes meet a condition.

    Whoever writes them orders its work before what follows here, which the sanitizer then does not judge.
    """
    start = _check_value("aclrtValueWait", pointer, READ)
    if flag not in CONDITIONS:
        raise wrong(f"flag {flag} is unknown")
    machine = world()
    place = Place(machine.part(Memory), start)

    def ready() -> bool:
        return CONDITIONS[flag](struct.unpack("Q", bytes_at(start, 8))[0], value)
    queue, scheduler = stream_for_submit(machine, stream), machine.part(Scheduler)
    scheduler.watchers += 1

    def over() -> int:
        scheduler.watchers -= 1
        return 0
    machine.part(Order).waits(queue, None)
    queue.submit(Task("aclrtValueWait", over, ready=ready, keep=place))
    return 0


# -- reduction
@c_function("aclrtReduceAsync")
def reduce_async(target: Any, source: Any, count: int, kind: int, dtype: int, stream: Any, reserve: Any) -> int:
    """Combines `count` bytes of the source into the destination, element by element (R-ASY-8)."""
    if not target or not source:
        raise null("dst" if not target else "src")
    if reserve:
        raise invalid("reserve is not NULL")
    if dtype not in REDUCED_TYPES and dtype != PACKED_INT4:
        raise invalid(f"data type {dtype} cannot be reduced")
    if kind not in (REDUCE_SUM, REDUCE_MAX, REDUCE_MIN, REDUCE_EQUAL):
        raise wrong(f"kind {kind} is unknown")
    if kind == REDUCE_EQUAL or dtype == PACKED_INT4:
        raise unsupported(f"kind {kind} of data type {dtype}")
    machine = world()
    queue = stream_for_submit(machine, stream)
    if count == 0:
        raise wrong("count is 0")
    memory = machine.part(Memory)
    to, come_from = address(target), address(source)
    known = [memory.check_access("aclrtReduceAsync", to, count, WRITE),
             memory.check_access("aclrtReduceAsync", come_from, count, READ)]
    if not all(known):
        raise wrong("dst or src lies in no device block")
    views = memory.view(to, count), memory.view(come_from, count)

    def run() -> int:
        _reduce(*views, kind, REDUCED_TYPES[dtype])
        return 0
    queue.submit(Task("aclrtReduceAsync", run, reads=[(come_from, count), (to, count)], writes=[(to, count)],
                      keep=views))
    return 0


def _reduce(target: memoryview, source: memoryview, kind: int, dtype: str) -> None:
    import ml_dtypes
    import numpy as np
    known = np.dtype(ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype)
    combine = {REDUCE_SUM: np.add, REDUCE_MAX: np.maximum, REDUCE_MIN: np.minimum}[kind]
    result, other = np.frombuffer(target, known), np.frombuffer(source, known)
    with np.errstate(all="ignore"):
        result[:] = combine(result, other)


# -- cache hints
def _hint(function: str, kind: int, stream: Any) -> int:
    if kind not in CMO_TYPES:
        raise wrong(f"cmoType {kind} is unknown")
    stream_for_submit(world(), stream).submit(Task(function, lambda: 0))
    return 0


@c_function("aclrtCmoAsync")
def cache_hint(source: Any, size: int, kind: int, stream: Any) -> int:
    """R-ASY-8: there is no cache, so the task does nothing."""
    if not source:
        raise null("src")
    if size == 0:
        raise invalid("size is 0")
    return _hint("aclrtCmoAsync", kind, stream)


def _check_pointers(**pointers: Any) -> None:
    """NULL pointers that only the second layer sees."""
    for name, pointer in pointers.items():
        if not pointer:
            raise Refusal(107000, f"{name} is NULL", token="EE1004")


@c_function("aclrtCmoGetDescSize")
def get_cache_descriptor_size(out: Any) -> int:
    _check_pointers(size=out)
    out[0] = CMO_DESCRIPTOR.size
    return 0


@c_function("aclrtCmoSetDesc")
def set_cache_descriptor(descriptor: Any, source: Any, size: int) -> int:
    _check_pointers(cmoDesc=descriptor, src=source)
    if size == 0:
        raise wrong("size is 0")
    current_context(world())
    start = address(descriptor)
    if not world().part(Memory).check_access("aclrtCmoSetDesc", start, CMO_DESCRIPTOR.size, WRITE):
        raise wrong("the descriptor does not lie in device memory")
    ctypes.memmove(start, CMO_DESCRIPTOR.pack(address(source), size), CMO_DESCRIPTOR.size)
    return 0


@c_function("aclrtCmoAsyncWithDesc")
def cache_hint_with_descriptor(descriptor: Any, kind: int, stream: Any, reserve: Any) -> int:
    _check_pointers(cmoDesc=descriptor)
    return _hint("aclrtCmoAsyncWithDesc", kind, stream)


# -- overflow status
@c_function("aclrtGetOverflowStatus", "aclrtGetFloatOverflowStatus")
def get_overflow_status(target: Any, size: int, stream: Any) -> int:
    """R-KRN-4: writes 64 bytes of device memory when the stream comes to it; nothing ever overflows here."""
    if not target:
        raise null("outputAddr")
    if size < OVERFLOW_STATUS:
        raise wrong(f"outputSize {size} is less than {OVERFLOW_STATUS}")
    return _queue_fill(world(), "aclrtGetOverflowStatus", address(target), OVERFLOW_STATUS, b"\0", stream)
