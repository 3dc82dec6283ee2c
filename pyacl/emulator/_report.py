"""What the emulator saw: findings, and what is still alive."""
from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType

_PACKAGE = __name__.rpartition(".emulator")[0]


class FindingError(RuntimeError):
    """Strict mode: the guilty call raises the finding that it caused (`.finding`)."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding


@dataclass(frozen=True)
class Finding:
    """A misuse that real hardware may let through silently.

    id        short name of the rule ("S-OOB", "A-VIEW", ... of the contract)
    function  the C function in which it showed
    handle    the object concerned, as an integer (0: none)
    message   what happened, with numbers
    created   where the object was created, "file:line" of the caller ("" if unknown)
    where     where it was misused
    severity  "error", or "warning" and "info" for what costs only speed or portability (strict mode raises errors only)
    """

    id: str
    function: str
    message: str
    handle: int = 0
    created: str = ""
    where: str = ""
    severity: str = "error"

    def __str__(self) -> str:
        origin = f"; created at {self.created}" if self.created else ""
        place = f" at {self.where}" if self.where else ""
        return f"{self.id} in {self.function}{place}: {self.message}{origin}"


@dataclass
class Report:
    """Result of `emulator.report()`: findings so far, and the number of live handles and blocks."""

    findings: list[Finding] = field(default_factory=list)
    live: int = 0
    live_by_kind: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(self.live_by_kind.items()))
        head = f"{len(self.findings)} findings, {self.live} live" + (f" ({kinds})" if kinds else "")
        return "\n".join([head, *map(str, self.findings)])


def _frames() -> Iterator[FrameType]:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        yield frame
        frame = frame.f_back


def caller() -> str:
    """"file:line" of the innermost frame outside this package ("" on a thread of the emulator's own)."""
    for frame in _frames():
        name = frame.f_globals.get("__name__", "")
        if name != _PACKAGE and not name.startswith(_PACKAGE + ".") and not name.startswith(("threading", "weakref")):
            return sys.intern(f"{frame.f_code.co_filename}:{frame.f_lineno}")      # kept by everything made there
    return ""
