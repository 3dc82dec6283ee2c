"""Copies that consist of several: two-dimensional ones, batches, and those whose ends are looked up when they run."""
from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from typing import Any

from ... import _abi
from .._handles import address
from .._memory import ON_DEVICE, WRITE, Memory
from .._registry import Refusal, c_function
from .._streams import Stream, Task
from .._world import World, world
from .capture import refuse_synchronous
from .context import current_context, invalid, null, stream_for_submit, unsupported, wrong
from .copies import (
    D2D,
    D2H,
    DEFAULT,
    H2D,
    HEIGHT_LIMIT,
    INNER,
    SIZE_MAX,
    WIDTH_LIMIT,
    Row,
    Transfer,
    bytes_at,
    check_direction,
    check_ends,
    check_kind,
    queue_copy,
)

ffi = _abi.ffi
DESCRIPTOR = struct.Struct("QQQ")            # destination, source, bytes
DESCRIPTOR_SIZE = 64
LAST_KIND = 7
OFFSET_KINDS = (H2D, D2H, D2D, DEFAULT, INNER)


# -- two dimensions
def _rows(target: Any, target_pitch: int, source: Any, source_pitch: int, width: int, height: int) -> list[Row]:
    """R-CPY-8"""
    if width > target_pitch or width > source_pitch:
        raise invalid(f"width {width} exceeds a pitch ({target_pitch}, {source_pitch})")
    if width > WIDTH_LIMIT or height > HEIGHT_LIMIT:
        raise wrong(f"{width} x {height} exceeds {WIDTH_LIMIT} x {HEIGHT_LIMIT}")
    to, come_from = address(target), address(source)
    if target_pitch == source_pitch == width:
        return [(to, come_from, width * height)]
    return [(to + row * target_pitch, come_from + row * source_pitch, width) for row in range(height)]


@c_function("aclrtMemcpy2d")
def memcpy_2d(target: Any, target_pitch: int, source: Any, source_pitch: int, width: int, height: int,
              kind: int) -> int:
    if width == 0 or height == 0:
        return 0
    check_ends(target, source)
    check_kind(kind, (H2D, D2H, D2D, DEFAULT))
    rows = _rows(target, target_pitch, source, source_pitch, width, height)
    if kind == D2D:
        raise Refusal(207000, "kind DEVICE_TO_DEVICE in a synchronous 2-D copy", token="EE1005")
    machine = world()
    current_context(machine)
    refuse_synchronous(machine)
    Transfer(machine, "aclrtMemcpy2d", rows, kind).run_now()
    return 0


@c_function("aclrtMemcpy2dAsync")
def memcpy_2d_async(target: Any, target_pitch: int, source: Any, source_pitch: int, width: int, height: int,
                    kind: int, stream: Any) -> int:
    if width == 0 or height == 0:
        return 0
    check_ends(target, source)
    check_kind(kind, (H2D, D2H, D2D, DEFAULT))
    rows = _rows(target, target_pitch, source, source_pitch, width, height)
    machine = world()
    queue = stream_for_submit(machine, stream)
    transfer = Transfer(machine, "aclrtMemcpy2dAsync", rows, kind)
    check_direction(transfer)
    return queue_copy(transfer, queue)


# -- batches
class Batch:
    """The arguments of a batch copy, checked (R-CPY-9)."""

    def __init__(self, targets: Any, rooms: Any, sources: Any, sizes: Any, count: int, attributes: Any, indexes: Any,
                 attribute_count: int, fail_index: Any) -> None:
        for name, value in (("dsts", targets), ("destMaxs", rooms), ("srcs", sources), ("sizes", sizes),
                            ("attrs", attributes), ("attrsIndexes", indexes), ("failIndex", fail_index)):
            if not value:
                raise null(name)
        if count == 0:
            raise invalid("numBatches is 0")
        for i in range(count):
            if rooms[i] < sizes[i]:
                raise invalid(f"destMaxs[{i}] is less than sizes[{i}]")
        for i in range(attribute_count):
            if any(attributes[i].rsv):
                raise invalid(f"attrs[{i}].rsv is not 0")
        self.targets, self.sources, self.sizes, self.count = targets, sources, sizes, count
        self.attributes, self.fail_index = attributes, fail_index
        self.starts = [indexes[i] for i in range(attribute_count)]

    def transfers(self, function: str) -> list[Transfer]:
        """What is to be copied; what is wrong with one of the copies is told by failIndex."""
        self.fail_index[0] = SIZE_MAX
        if all(self.sizes[i] == 0 for i in range(self.count)):
            return []
        if not self.starts or self.starts[0] != 0 or self.starts != sorted(set(self.starts)) or (
                self.starts[-1] >= self.count):
            raise wrong(f"attrsIndexes {self.starts} do not ascend from 0 below {self.count}")
        for i in range(self.count):
            if self.sizes[i] and not (self.targets[i] and self.sources[i]):
                raise self._failed(i, Refusal(107000, f"an end of copy {i} is NULL", token="EE1004"))
        directions = {self._direction(i) for i in range(len(self.starts))}
        if len(directions) > 1 or not directions <= {H2D, D2H}:
            raise wrong("a batch copies in one direction, from host to device or back")
        kind = directions.pop()
        found = []
        for i in range(self.count):
            if self.sizes[i]:
                transfer = Transfer(world(), function, [(address(self.targets[i]), address(self.sources[i]),
                                                         self.sizes[i])], kind)
                if not (transfer.source.is_at(kind == D2H) and transfer.target.is_at(kind == H2D)):
                    raise self._failed(i, wrong(f"copy {i} does not lie where its attribute says"))
                found.append(transfer)
        return found

    def _direction(self, index: int) -> int:
        attribute = self.attributes[index]
        ends = (attribute.srcLoc.type, attribute.dstLoc.type)
        return H2D if ends == (0, 1) else D2H if ends == (1, 0) else -1

    def _failed(self, index: int, refusal: Refusal) -> Refusal:
        self.fail_index[0] = index
        return refusal


def _batch(function: str, arguments: tuple[Any, ...]) -> int:
    machine = world()
    batch = Batch(*arguments)
    current_context(machine)
    refuse_synchronous(machine)
    for transfer in batch.transfers(function):
        transfer.run_now()
    return 0


def _batch_async(function: str, arguments: tuple[Any, ...], stream: Any) -> int:
    batch = Batch(*arguments)
    queue = stream_for_submit(world(), stream)
    for transfer in batch.transfers(function):
        queue_copy(transfer, queue)
    return 0


@c_function("aclrtMemcpyBatch")
def memcpy_batch(*arguments: Any) -> int:
    return _batch("aclrtMemcpyBatch", arguments)


@c_function("aclrtMemcpyBatchV2")
def memcpy_batch_v2(*arguments: Any) -> int:
    """As the first form, without the index of the copy that failed."""
    return _batch("aclrtMemcpyBatchV2", (*arguments, ffi.new("size_t *")))


@c_function("aclrtMemcpyBatchAsync")
def memcpy_batch_async(*arguments: Any) -> int:
    return _batch_async("aclrtMemcpyBatchAsync", arguments[:-1], arguments[-1])


@c_function("aclrtMemcpyBatchAsyncV2")
def memcpy_batch_async_v2(*arguments: Any) -> int:
    return _batch_async("aclrtMemcpyBatchAsyncV2", (*arguments[:-1], ffi.new("size_t *")), arguments[-1])


# -- ends that are known only when the copy runs
def _late(machine: World, function: str, stream: Stream, ends: Callable[[], Row], kind: int) -> int:
    """Queue a copy whose addresses lie in memory that earlier tasks may still write."""
    def run() -> int:
        return Transfer(machine, function, [ends()], kind).run()
    stream.submit(Task(function, run))
    return 0


@c_function("aclrtMemcpyAsyncWithOffset")
def memcpy_async_with_offset(target: Any, room: int, target_offset: int, source: Any, count: int, source_offset: int,
                             kind: int, stream: Any) -> int:
    """Copies between the addresses that stand at `target` and `source` when the stream comes to it."""
    if not target or not source:
        raise Refusal(107000, "dst or src is NULL", token="EE1004")
    check_kind(kind, OFFSET_KINDS)
    if count == 0 or target_offset + count > room:
        raise wrong(f"{count} bytes from {target_offset} do not fit into a destination of {room} bytes")
    machine = world()
    to, come_from = address(target), address(source)

    def ends() -> Row:
        (first,), (second,) = struct.unpack("Q", bytes_at(to, 8)), struct.unpack("Q", bytes_at(come_from, 8))
        return first + target_offset, second + source_offset, count
    return _late(machine, "aclrtMemcpyAsyncWithOffset", stream_for_submit(machine, stream), ends, kind)


def _check_described(kind: int) -> None:
    """Descriptors are for copies within one device."""
    if kind > LAST_KIND:
        raise invalid(f"kind {kind} is unknown")
    if kind != INNER:
        raise unsupported(f"kind {kind} of a descriptor")


@c_function("aclrtGetMemcpyDescSize")
def get_descriptor_size(kind: int, out: Any) -> int:
    if not out:
        raise null("descSize")
    _check_described(kind)
    out[0] = DESCRIPTOR_SIZE
    return 0


@c_function("aclrtSetMemcpyDesc")
def set_descriptor(descriptor: Any, kind: int, source: Any, target: Any, count: int, config: Any) -> int:
    for name, pointer in (("desc", descriptor), ("srcAddr", source), ("dstAddr", target)):
        if not pointer:
            raise null(name)
    if count == 0 or config:
        raise invalid("count is 0" if count == 0 else "config is reserved; it must be NULL")
    _check_described(kind)
    memory, start = world().part(Memory), address(descriptor)
    ends = [memory.find(address(pointer)) for pointer in (source, target)]
    if start % DESCRIPTOR_SIZE or not memory.check_access("aclrtSetMemcpyDesc", start, DESCRIPTOR_SIZE, WRITE):
        raise wrong(f"the descriptor must be {DESCRIPTOR_SIZE} aligned bytes of device memory")
    if any(end is None or end.kind not in ON_DEVICE for end in ends) or len({end.device for end in ends if end}) > 1:
        raise wrong("source and destination must be memory of one device")
    ctypes.memmove(start, DESCRIPTOR.pack(address(target), address(source), count), DESCRIPTOR.size)
    return 0


@c_function("aclrtMemcpyAsyncWithDesc")
def memcpy_async_with_descriptor(descriptor: Any, kind: int, stream: Any) -> int:
    if not descriptor or not stream:
        raise null("desc" if not descriptor else "stream")
    _check_described(kind)
    machine, start = world(), address(descriptor)

    def ends() -> Row:
        to, come_from, count = DESCRIPTOR.unpack(bytes_at(start, DESCRIPTOR.size))
        return to, come_from, count
    return _late(machine, "aclrtMemcpyAsyncWithDesc", stream_for_submit(machine, stream), ends, kind)
