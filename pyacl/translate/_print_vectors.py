"""Printing: vectors, from what their constructors get."""
from __future__ import annotations

from ._precedence import ATOM, POSTFIX, SUM, Printed
from ._print_containers import Containers
from ._tree import (
    Braces,
    Call,
    Construct,
    Expression,
    Name,
    Number,
    UntranslatedError,
)
from ._types import CType
from ._values import kept


class Vectors(Containers):
    def assigned(self, vector: Expression, place: str, text: str) -> Printed:
        """A vector that gets other elements and stays the same object."""
        if kept(vector) != "array":
            return f"{place}[:] = {text}", 0
        self.helpers.add("assign")
        return f"assign({place}, {text})", ATOM

    def vector(self, type_: CType, items: list[Expression], braces: bool, kind: str) -> str:
        """A vector from what its constructor gets."""
        element = type_.element
        if braces and not (len(items) == 1 and isinstance(items[0], Name) and items[0].type.kind == "vector"):
            return self._filled(element, [self._item(i, element, kind) for i in items], kind)
        if len(items) == 1 and items[0].type.kind == "vector":
            return f"{self.text(items[0], POSTFIX)}.copy()"
        if len(items) == 2 and (found := self._between(items, element, kind)):
            return found
        if not items:
            return self._filled(element, [], kind)
        count = self.integer(items[0])
        if kind == "array":
            self.imports.add("numpy")
            dtype = self.dtype(element)
            zero = len(items) < 2 or (isinstance(items[1], Number) and items[1].value == 0)
            if zero:
                return f"np.zeros({count}, dtype={dtype})"
            return f"np.full({count}, {self._item(items[1], element, kind)}, dtype={dtype})"
        if kind == "memory":
            if len(items) > 1 and not (isinstance(items[1], Number) and not items[1].value):
                raise UntranslatedError("vector filled with a value, whose elements have addresses", items[1].line)
            return f"ffi.new({self.named(element, '[]')}, {count})"
        count = self.integer(items[0], SUM + 1)
        value = (self.nothing(element) if len(items) < 2 else
                 self.construct(element, items[1].items, True) if isinstance(items[1], Braces)
                 else self.converted(items[1], element))
        if element.kind in ("vector", "struct", "map"):
            made = value if len(items) < 2 or "(" in value or "[" in value else f"{value}.copy()"
            return f"[{made} for _ in range({self.integer(items[0])})]"
        return f"[{value}] * {count}"

    def _item(self, item: Expression, element: CType, kind: str) -> str:
        if isinstance(item, Braces):
            return self.construct(element, item.items, True)
        if kind == "array" and element.kind in ("float", "half"):
            if isinstance(item, Number) and item.value is not None:
                return item.text if item.text and item.text[-1:].isdigit() and item.text[:1] != "'" else str(item.value)
            return self.number(item)
        return self.converted(item, element)

    def _filled(self, element: CType, items: list[str], kind: str) -> str:
        listed = f"[{', '.join(items)}]"
        if kind == "array":
            self.imports.add("numpy")
            return f"np.array({listed}, dtype={self.dtype(element)})"
        if kind == "memory":
            return f"ffi.new({self.named(element, '[]')}, {listed})"
        return listed

    def _between(self, items: list[Expression], element: CType, kind: str) -> str:
        """`(first, last)` of another container or array."""
        first, last = items
        if isinstance(first, Construct) and first.type.kind == "content":
            self.imports.add("numpy")
            content = f"np.frombuffer({self.content(first)}, dtype={self.dtype(element)})"
            return f"{content}.copy()" if kind == "array" else f"{content}.tolist()"
        if first.type.kind == "iterator" and last.type.kind == "iterator" and self.container(
                first) is not None and not self._is_keyed(first):
            part = self.part(Call(arguments=items))
            if part.owner.type.kind == "string":
                return f"[ord(sign) for sign in {part.sliced()}]" if kind == "list" else ""
            same = kept(part.owner) == kind and not part.is_c_array
            if same:
                return f"{part.sliced()}.copy()" if kind == "array" or part.whole else part.sliced()
            listed = f"list({part.sliced()})" if part.is_c_array else part.sliced()
            return f"np.array({listed}, dtype={self.dtype(element)})" if kind == "array" else f"list({part.sliced()})"
        if first.type.kind == "iterator" and self._is_keyed(first):
            owner = self.container(first)
            return f"sorted({self.text(owner)})" if owner is not None and owner.type.name == "set" else ""
        if first.type.kind in ("pointer", "array") and last.type.kind == "pointer":
            part = self.part(Call(arguments=items))
            return (f"np.array(list({part.place()}), dtype={self.dtype(element)})" if kind == "array"
                    else f"list({part.place()})")
        return ""
