"""C arguments of an operator as Python objects, by its C signature: the only place that knows how."""
from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ... import _abi
from .._handles import address
from .._registry import Refusal
from .._world import world
from .meta import Array, BoolArray, FloatArray, IntArray, List, Meta, Scalar, ScalarList, Tensor, TensorList, misuse

ffi = _abi.ffi

_PARAMETER = re.compile(r"(?P<type>.*?)\s*(?P<stars>\**)\s*(?P<name>\w+)\s*$")
_META: dict[str, type[Meta]] = {
    "aclTensor": Tensor, "aclScalar": Scalar, "aclIntArray": IntArray, "aclFloatArray": FloatArray,
    "aclBoolArray": BoolArray, "aclTensorList": TensorList, "aclScalarList": ScalarList}


@dataclass(frozen=True)
class Parameter:
    """One C parameter of the first phase.

    ctype     base type without const and stars
    pointer   number of stars
    """

    name: str
    ctype: str
    pointer: int

    @property
    def kind(self) -> type[Meta] | None:
        """The descriptor that it takes; None for a plain value or text."""
        return _META.get(self.ctype) if self.pointer == 1 else None


@cache
def parameters(operator: str) -> tuple[Parameter, ...]:
    """The parameters of an operator's first phase, without the two out-parameters."""
    text = _abi.OPERATORS[operator]
    found = []
    for part in text.split(",") if text else ():
        match = _PARAMETER.match(part.strip())
        assert match is not None, part
        words = [word for word in match["type"].split() if word != "const"]
        found.append(Parameter(match["name"], " ".join(words), len(match["stars"])))
    return tuple(found)


@cache
def _decoders(operator: str) -> tuple[tuple[str, Callable[[Any, str, str], Any]], ...]:
    return tuple((parameter.name, _decoder(parameter)) for parameter in parameters(operator))


def _decoder(parameter: Parameter) -> Callable[[Any, str, str], Any]:
    kind = parameter.kind
    if kind is not None:
        return lambda pointer, name, function: _meta(pointer, kind, name, function)
    if parameter.pointer == 1 and parameter.ctype == "char":
        return lambda pointer, name, function: ffi.string(pointer).decode("utf-8", "replace") if pointer else None
    if parameter.pointer:
        return lambda pointer, name, function: address(pointer)
    return lambda value, name, function: value


def _meta(pointer: Any, kind: type[Meta], name: str, function: str) -> Any:
    if not pointer:
        return None
    item = world().handles.get(pointer, kind)
    if item is None:                                   # undefined in C
        misuse(pointer, kind, function)
        raise Refusal(161002, f"{name}: 0x{address(pointer):x} is no live {kind.kind}", token="EZ1001", layer="aclnn")
    return item


def decode(operator: str, arguments: Sequence[Any], function: str) -> dict[str, Any]:
    """Parameter name -> Tensor, Scalar, Array, list, text, number, or None for a NULL.

    function   the C function that is being called, for findings
    """
    return {name: decoder(value, name, function)
            for (name, decoder), value in zip(_decoders(operator), arguments, strict=True)}


def descriptors(arguments: dict[str, Any]) -> list[Meta]:
    """All descriptors among decoded arguments, lists before their elements."""
    found: list[Meta] = []
    for value in arguments.values():
        if isinstance(value, Meta):
            found.append(value)
            if isinstance(value, List):
                found.extend(item for item in value.items if item is not None)
    return found


def signature(arguments: dict[str, Any]) -> tuple[Any, ...]:
    """What the operator cache tells calls apart by: descriptors by content, aliased ones by position (N-CACHE-1)."""
    seen: dict[int, int] = {}
    parts: list[Any] = []
    for value in arguments.values():
        if isinstance(value, Tensor):
            parts.append((seen.setdefault(value.handle, len(seen)), value.signature))
        elif isinstance(value, (Scalar, Array)):
            parts.append(value.signature)
        elif isinstance(value, List):
            labels = tuple(seen.setdefault(item.handle, len(seen)) if item else -1 for item in value.items)
            parts.append((labels, value.signature))
        else:
            parts.append(value)
    return tuple(parts)
