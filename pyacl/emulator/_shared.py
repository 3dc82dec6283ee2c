"""Host memory of somebody else that the emulated devices use where it is: device memory is host memory here anyway."""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from .. import _abi
from ._memory import Block, Memory

if TYPE_CHECKING:
    from ._world import World

ffi = _abi.ffi
Range = tuple[int, int, int]                 # device, first address, address behind the last


class SharedMemory:
    """Which ranges are in use, each as often as somebody shares it; overlapping ones lie in one block."""

    def __init__(self, world: World) -> None:
        self.memory = world.part(Memory)
        self.ranges: Counter[Range] = Counter()

    def share(self, address: int, nbytes: int, device: int) -> Callable[[], None]:
        """Make a range a block of a device; gives what ends that."""
        wanted = (device, address, address + nbytes)
        with self.memory.lock:
            found = self.memory.find(address)
            if found is not None and found.kind != "shared":         # the emulator's own, for somebody on the host:
                self.memory.mark_written(address, nbytes)           # what is written there is not seen
                return _nothing
            if found is None or found.end < wanted[2]:
                self._join(wanted)
            self.ranges[wanted] += 1
        return partial(self._end, wanted)

    def _join(self, wanted: Range) -> None:
        """One block for a range and all blocks that it overlaps."""
        device, first, end = wanted
        old = [block for block in self.memory.blocks() if block.kind == "shared" and block.address < end
               and block.end > first]
        first, end = min([first, *(block.address for block in old)]), max([end, *(block.end for block in old)])
        for block in old:
            self.memory.map.remove(block)
        self.memory.add(Block("shared", first, end - first, memoryview(ffi.buffer(ffi.cast("char *", first),
                                                                                  end - first)), device))

    def _end(self, ended: Range) -> None:
        with self.memory.lock:
            self.ranges[ended] -= 1
            self.ranges += Counter[Range]()          # forget what nobody has
            block = self.memory.find(ended[1])
            if block is not None and not any(first < block.end and end > block.address
                                             for _, first, end in self.ranges):
                self.memory.map.remove(block)


def _nothing() -> None:
    """The memory was there before and stays."""
