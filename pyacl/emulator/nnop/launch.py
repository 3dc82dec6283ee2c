"""Queueing a kernel: the memory that an operator touches is looked at when phase 2 is called, and touched when the
stream comes to it (N-P2-2, N-LIFE-3)."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .._handles import address
from .._memory import ON_DEVICE, READ, STRIDED_READ, Block, Memory
from .._report import caller
from .._streams import Stream, Task
from .._world import World
from ..runtime.context import stream_for_submit
from . import dtypes
from .executor import Executor
from .meta import Tensor, product
from .plan import KernelError, Plan

KERNEL_EXCEPTION = 507015
NOISE = bytes((index * 167 + 91) & 0xFF for index in range(4096))      # what a workspace holds in strict mode
SMALL = 65536                                   # elements up to which overlaps are found by listing all places
RUNS = 64                                       # pieces of a strided tensor that the sanitizer is told


@dataclass
class Region:
    """The bytes that a tensor covers: `memory` is None if they are not all there, and the kernel will fault."""

    tensor: Tensor
    start: int
    nbytes: int
    memory: Any

    def pieces(self) -> list[tuple[int, int]]:
        """What a tensor with gaps really covers, as (address, bytes): other work may use the gaps.

        Of more than `RUNS` pieces only the first and the last: rather say too little than what is not true.
        """
        if self.memory is None or not self.nbytes:
            return []
        size = dtypes.bits(self.tensor.dtype) // 8
        if self.tensor.contiguous or not size or min(self.tensor.steps) < 0:
            return [(self.start, self.nbytes)]
        axes = sorted((stride, count) for count, stride in zip(self.tensor.shape, self.tensor.steps, strict=True)
                      if count > 1 and stride)
        run, places = 1, [0]
        for stride, count in axes:
            if stride == run and len(places) == 1:
                run *= count
            else:
                places = [place + step * stride for place in places for step in _first_and_last(count, len(places))]
        return [(self.start + place * size, run * size) for place in sorted(set(places))]


def _first_and_last(count: int, others: int) -> Sequence[int]:
    """All numbers below `count`, or the two ends if that makes too many pieces."""
    return range(count) if count * others <= RUNS else (0, count - 1)


def launch(machine: World, made: Executor, operator: str, workspace: Any, size: int, stream: Any, fault: int) -> None:
    """Check what phase 2 can know, and queue the kernel.  Refusals are those of the runtime.

    fault   the code with which the kernel shall fail (emulator.fail), 0 for none
    """
    plan = made.plan
    _check_descriptors(machine, made, operator)
    if plan.kernel is None:                     # empty tensors: the stream is not looked at
        return
    target = stream_for_submit(machine, stream)
    device = target.context.device
    inputs = [_region(machine, made, operator, tensor, device) for tensor in plan.inputs]
    known = {region.tensor: region for region in inputs}
    outputs = [known.get(tensor) or _region(machine, made, operator, tensor, device) for tensor in plan.outputs]
    _check_overlaps(machine, operator, inputs, outputs)
    scratch = _workspace(machine, operator, plan, address(workspace), size, made)
    _submit(machine, operator, plan, target, inputs, outputs, scratch, fault)


# -- what is wrong

def _check_descriptors(machine: World, made: Executor, operator: str) -> None:
    """A-UAF-META and A-ADDR: everything passed to phase 1 must live unchanged until phase 2 (N-LIFE-1, N-LIFE-2).

    A-THREAD: so must the thread of phase 1 if its operator cache was hit (N-LIFE-4).
    """
    if made.cached and not made.thread.is_alive():
        machine.find("A-THREAD", operator, f"the executor belongs to the operator cache of thread {made.thread.name}, "
                     "which has ended", handle=made.handle, created=made.created)
    for item, version in made.versions.items():
        if item.handle not in machine.handles.live:
            machine.find("A-UAF-META", operator, f"the {item.kind} was destroyed between the phases",
                         handle=item.handle, created=item.created)
        elif item.version != version:
            machine.find("A-ADDR", operator, f"the {item.kind} was changed between the phases", handle=item.handle,
                         created=item.created)


def _region(machine: World, made: Executor, operator: str, tensor: Tensor, device: Any) -> Region:
    """The memory of a tensor; findings A-HOSTPTR, A-VIEW, A-ALIGN."""
    data = made.data(tensor)
    if len(tensor.steps) != len(tensor.shape):            # seen as A-STRIDE when it was made
        return Region(tensor, data, 0, None)
    low, high = tensor.span
    start, nbytes = data + low, high - low
    if nbytes <= 0:
        return Region(tensor, start, 0, memoryview(bytearray()))
    memory = machine.part(Memory)
    block = memory.find(data)

    def find(id: str, text: str, severity: str = "error") -> None:
        machine.find(id, operator, f"{tensor}: {text}", handle=tensor.handle, created=tensor.created,
                     severity=severity)
    wrong = _wrong_place(memory, block, data, device)
    if wrong or block is None:
        find("A-HOSTPTR", wrong)
        return Region(tensor, start, nbytes, None)
    first, room = data - block.address, block.requested
    reach = tensor.extent
    whole = f"{block} from {block.created}" if block.created else str(block)      # C code has no place in Python
    if not tensor.private and (reach[0] < 0 or reach[1] > product(tensor.storage)):
        find("A-VIEW", f"the view reaches elements {reach[0]} to {reach[1] - 1}, the storage dims "
             f"{list(tensor.storage)} hold {product(tensor.storage)}")
    elif first + low < 0 or first + high > room:
        find("A-VIEW", f"the view takes bytes {first + low} to {first + high} of a {whole}")
    elif first + tensor.storage_bytes > room:
        find("A-VIEW", f"the storage dims {list(tensor.storage)} take bytes {first} to "
             f"{first + tensor.storage_bytes} of a {whole}")
    elif tensor.private:
        find("A-FORMAT", f"format {tensor.format} is a private one: the strides mean nothing (N-VIEW-3)", "warning")
    elif dtypes.bits(tensor.dtype) < 8 and (tensor.offset % 2 or (tensor.shape and tensor.shape[-1] % 2)):
        find("A-DTYPE", f"offset {tensor.offset} and the last dim of {list(tensor.shape)} must be even, since elements "
             "share bytes", "warning")
    elif data % 32:
        find("A-ALIGN", f"data at {data:#x} is not aligned to 32 bytes", "info")
    if first + low < 0 or first + high > block.capacity:
        return Region(tensor, start, nbytes, None)
    return Region(tensor, start, nbytes, memory.view(start, nbytes))


def _wrong_place(memory: Memory, block: Block | None, data: int, device: Any) -> str:
    """Why an address is no memory of a device ("" if it is)."""
    if not data:
        return "the data pointer is NULL"
    if block is None:
        freed = memory.find_freed(data)
        if freed is not None:
            return f"data at {data:#x} lies in a {freed} that was freed at {freed.freed}"
        return f"data at {data:#x} is in no device block"
    if block.kind not in ON_DEVICE and block.kind != "registered":
        return f"data at {data:#x} is host memory, a {block}"
    if block.device != device.index and block.kind in ON_DEVICE and block.device not in device.peers:
        return f"data at {data:#x} is memory of device {block.device}, the stream is one of device {device.index}"
    return ""


def _check_overlaps(machine: World, operator: str, inputs: list[Region], outputs: list[Region]) -> None:
    """A-OVERLAP: outputs that overlap themselves, each other, or a part of an input (N-VIEW-8, N-VIEW-10)."""
    for place, output in enumerate(outputs):
        if _overlaps_itself(output.tensor):
            machine.find("A-OVERLAP", operator, f"{output.tensor} with strides {list(output.tensor.strides)} is an "
                         "output whose elements share memory", handle=output.tensor.handle,
                         created=output.tensor.created)
        for other in (*inputs, *outputs[:place]):
            if other.tensor is output.tensor or not (other.tensor.contiguous and output.tensor.contiguous):
                continue
            apart = (other.start + other.nbytes <= output.start or output.start + output.nbytes <= other.start)
            same = other.start == output.start and other.nbytes == output.nbytes and other not in outputs
            if not apart and not same:
                machine.find("A-OVERLAP", operator, f"output {output.tensor} overlaps a part of {other.tensor}",
                             handle=output.tensor.handle, created=output.tensor.created)


def _overlaps_itself(tensor: Tensor) -> bool:
    if len(tensor.steps) != len(tensor.shape):
        return False
    if not tensor.numel:
        return False
    axes = sorted((abs(stride), size) for size, stride in zip(tensor.shape, tensor.steps, strict=True) if size > 1)
    reached = 0
    for stride, size in axes:
        if stride <= reached:
            break
        reached += stride * (size - 1)
    else:
        return False
    if axes[0][0] == 0:
        return True
    if tensor.numel > SMALL:                    # perhaps interleaved: not worth listing
        return False
    places = {0}
    for stride, size in axes:
        places = {place + step * stride for place in places for step in range(size)}
    return len(places) < tensor.numel


def _workspace(machine: World, operator: str, plan: Plan, start: int, size: int, made: Executor) -> Region | None:
    """The workspace as a region; finding A-WS-SMALL (N-WS-3, N-WS-5, N-WS-7)."""
    wanted = max(plan.workspace, size)
    if not wanted:
        return None
    memory = machine.part(Memory)
    block = memory.find(start) if start else None
    room = block.address + block.requested - start if block is not None else 0
    if size < plan.workspace:
        text = f"workspace of {size} bytes, phase 1 asked for {plan.workspace}"
    elif block is None or block.kind not in ON_DEVICE:
        text = f"the workspace at {start:#x} is no device memory"
    elif room < size:
        text = f"workspace of {size} bytes, the block behind it has {room}"
    else:
        text = ""
    if text:
        machine.find("A-WS-SMALL", operator, text, handle=made.handle, created=made.created)
    usable = min(room, plan.workspace)
    if block is None or usable <= 0:
        return None
    return Region(Tensor((usable,), 4, (1,), 0, 2, (usable,), start), start, usable, memory.view(start, usable))


# -- the task

def _submit(machine: World, operator: str, plan: Plan, stream: Stream, inputs: list[Region], outputs: list[Region],
            scratch: Region | None, fault: int) -> None:
    where = caller()
    kernel = plan.kernel
    assert kernel is not None

    def run() -> int:
        if fault:
            return fault
        if any(region.memory is None for region in (*inputs, *outputs)):
            return KERNEL_EXCEPTION
        if machine.profile.strict:
            _look(machine, operator, inputs, scratch, where)
        try:
            _compute(kernel, inputs, outputs)
        except KernelError as error:
            machine.find("A-KERNEL", operator, str(error), where=where, raises=False)
            return KERNEL_EXCEPTION
        for region in outputs:
            machine.part(Memory).mark_written(region.start, region.nbytes)
        return 0

    writes = [piece for region in outputs for piece in region.pieces()]
    if scratch is not None:
        writes.append((scratch.start, scratch.nbytes))
    reads = [piece for region in inputs for piece in region.pieces()]
    stream.submit(Task(operator, run, reads=reads, writes=writes, where=where))


def _look(machine: World, operator: str, inputs: list[Region], scratch: Region | None, where: str) -> None:
    """Strict mode, just before the kernel: judge what it reads, and fill its workspace with noise."""
    memory = machine.part(Memory)
    for region in inputs:
        block = memory.find(region.start)
        if block is not None:
            inside = min(region.nbytes, block.address + block.requested - region.start)
            memory.check_access(operator, region.start, inside, READ if region.tensor.contiguous else STRIDED_READ,
                                handle=region.tensor.handle, where=where)
        if region.tensor.dtype == dtypes.BOOL and _other_than_bool(region):
            machine.find("A-DTYPE", operator, f"{region.tensor} holds bytes other than 0 and 1", where=where,
                         handle=region.tensor.handle, created=region.tensor.created, severity="warning")
    if scratch is not None:
        times = -(-scratch.nbytes // len(NOISE))
        scratch.memory[:] = (NOISE * times)[:scratch.nbytes]


def _other_than_bool(region: Region) -> bool:
    import numpy as np

    from . import arrays
    return bool(arrays.view(region.tensor, region.memory).view(np.uint8).max(initial=0) > 1)


def _compute(kernel: Any, inputs: list[Region], outputs: list[Region]) -> None:
    import numpy as np

    from . import arrays
    invalid: list[str] = []
    with np.errstate(all="ignore", invalid="call", call=lambda kind, flag: invalid.append(kind)):
        read = [arrays.load(region.tensor, region.memory) for region in inputs]
        written = [arrays.view(region.tensor, region.memory) if arrays.direct(region.tensor)
                   else arrays.zeros_like(region.tensor) for region in outputs]
        kernel(*read, *written)
        if invalid:                             # x86 makes a negative NaN there, aarch64 a positive one
            for values in written:
                if values.dtype.kind in "fV":
                    values[np.isnan(values)] = np.nan
        for region, values in zip(outputs, written, strict=True):
            if not arrays.direct(region.tensor):
                arrays.store(region.tensor, region.memory, values)
