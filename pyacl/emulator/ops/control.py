"""Operators that compute nothing."""
from __future__ import annotations

import time
from dataclasses import dataclass

from ..nnop.plan import KernelError, Plan
from . import checks
from .call import Call

CLOCK = 1.65e9                                     # cycles per second of the part that has the operator
LONGEST = 18 * 60                                  # seconds after which a kernel is stopped


@dataclass(frozen=True)
class Sleep:
    """aclnnSleep: keeps the stream busy for some cycles of the clock."""

    names: tuple[str, ...] = ("aclnnSleep",)
    lacking: tuple[str, ...] = ("910", "310P", "910B", "910_93")

    def plan(self, call: Call) -> Plan:
        checks.required(call, "cycles")
        checks.on_part(call, self.lacking)
        cycles = call["cycles"].values
        if len(cycles) != 1 or cycles[0] <= 0:
            raise checks.refuse(f"cycles: expected one positive number, got {list(cycles)}", checks.TILING)
        seconds = cycles[0] / CLOCK

        def kernel() -> None:
            if seconds > LONGEST:
                raise KernelError(f"cycles: {cycles[0]} take longer than a kernel may run, {LONGEST} s")
            time.sleep(seconds)
        return Plan(kernel)


TABLE = (Sleep(),)
