"""One call of a first phase, as the rows see it."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from .._profile import Profile
from ..nnop.meta import Scalar, Tensor
from ..nnop.plan import Plan


@dataclass(frozen=True)
class Call:
    """Decoded arguments by the name of the C parameter, and the machine that they are for."""

    operator: str
    arguments: dict[str, Any]
    profile: Profile

    def __getitem__(self, name: str) -> Any:
        return self.arguments[name]

    def __contains__(self, name: str) -> bool:
        return name in self.arguments

    @property
    def inplace(self) -> bool:
        return "selfRef" in self.arguments

    @property
    def self_name(self) -> str:
        """The first operand's name, which differs in the in-place twin."""
        return "selfRef" if self.inplace else "self"

    @property
    def out_name(self) -> str:
        return "selfRef" if self.inplace else "out"

    def operands(self, *names: str) -> dict[str, Tensor | Scalar]:
        """Some arguments by name, in order."""
        return {name: self.arguments[name] for name in names}


class Row(Protocol):
    """What a table consists of."""

    @property
    def names(self) -> tuple[str, ...]:
        """The C names that it serves."""
        ...

    def plan(self, call: Call) -> Plan:
        """Make the checks of phase 1; raises Refusal."""
        ...
