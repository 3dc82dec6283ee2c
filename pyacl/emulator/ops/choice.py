"""Rows of which a call selects one."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..nnop.plan import Plan
from . import checks
from .call import Call, Row


@dataclass(frozen=True)
class Choice:
    """A row.

    what     what decides, for the message
    decide   call -> which of the rows
    """

    names: tuple[str, ...]
    what: str
    decide: Callable[[Call], Any]
    rows: Mapping[Any, Row]

    def plan(self, call: Call) -> Plan:
        found = self.decide(call)
        if found not in self.rows:
            raise checks.refuse(f"{self.what}: expected one of {', '.join(map(str, self.rows))}, got {found}")
        return self.rows[found].plan(call)
