"""What a program leaves behind, at aclFinalize and at the end of the process: S-UNSYNC, A-EXEC-LEAK, S-LEAK."""
from __future__ import annotations

from collections import Counter

from .._handles import Object
from .._streams import Stream
from .._world import World
from ..nnop.executor import Executor
from ..nnop.meta import Meta
from .context import Devices


class Remains:
    """What was told of already: at the end of the process only what came after aclFinalize is new."""

    def __init__(self, machine: World) -> None:
        self.told: set[int] = set()
        self.sets = 0


def report_remains(machine: World, function: str, where: str | None = None) -> None:
    """Record what a correct program would have waited for and released by now (R-INIT-11, R-INIT-13).

    Descriptors (tensors, scalars, lists) are host memory without a share in the device, which the process takes along.
    """
    items = list(machine.handles.live.values())
    told = machine.part(Remains).told
    for item in items:
        if item.handle not in told:
            _report_unfinished(machine, function, item, where)
    kept = {item.handle for item in items if isinstance(item, (Executor, Meta))} | told
    remains = [each for each in machine.live() if each[2] not in kept]
    told.update(item.handle for item in items)
    told.update(place for _, _, place in remains)
    groups = Counter((kind, created) for kind, created, _ in remains)
    first = {(kind, created): place for kind, created, place in reversed(remains)}
    for (kind, created), count in sorted(groups.items()):
        machine.find("S-LEAK", function, f"never released: {count} {kind}", handle=first[kind, created],
                     created=created, where=where)
    sets = sum(device.uses for device in machine.part(Devices).all)
    if sets and sets != machine.part(Remains).sets:
        machine.find("S-LEAK", function, f"{sets} aclrtSetDevice without an aclrtResetDevice", where=where,
                     severity="warning")
    machine.part(Remains).sets = sets


def _report_unfinished(machine: World, function: str, item: Object, where: str | None) -> None:
    """A stream that nobody waited for, an executor that nobody consumed (N-P2-7)."""
    if isinstance(item, Stream) and (not item.idle or item.line.is_unseen):
        machine.find("S-UNSYNC", function, "nobody waited for the last work of the stream", handle=item.handle,
                     created=item.created, where=where)
    if isinstance(item, Executor):
        how = "is repeatable and was never destroyed" if item.repeatable else "was neither run nor destroyed"
        machine.find("A-EXEC-LEAK", function, f"an executor of {item.operator} {how}", handle=item.handle,
                     created=item.created, where=where)
