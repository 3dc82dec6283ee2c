"""Printing: iterators.  One into a vector, an array or a string is an index; one into a map or a set is a key, or None
behind the last."""
from __future__ import annotations

from dataclasses import dataclass

from ._precedence import ATOM, COMPARE, POSTFIX, PRODUCT, SUM, Printed
from ._print_std import StdCalls
from ._tree import (
    Binary,
    Call,
    Cast,
    Expression,
    Lambda,
    Member,
    Name,
    Number,
    Return,
    Symbol,
    Unary,
    UntranslatedError,
)
from ._types import CType
from ._values import in_memory, kept

BEGINS, ENDS = ("begin", "cbegin", "rbegin", "crbegin"), ("end", "cend", "rend", "crend")
# Algorithms that give an iterator into the container they search.
SEARCHES = ("find", "find_if", "max_element", "min_element", "lower_bound", "upper_bound")


@dataclass
class Part:
    """What lies between two iterators, or pointers, into one container."""

    owner: Expression
    text: str                                   # of the container
    start: str
    stop: str
    backwards: bool = False

    @property
    def whole(self) -> bool:
        return self.start == "0" and self.stop == f"len({self.text})"

    @property
    def count(self) -> str:
        """How many elements."""
        if self.start.isdigit() and self.stop.isdigit():
            return str(int(self.stop) - int(self.start))
        if self.stop.startswith(f"{self.start} + "):
            return self.stop.removeprefix(f"{self.start} + ")
        return self.stop if self.start == "0" else f"{self.stop} - {self.start}"

    @property
    def is_c_array(self) -> bool:
        return self.owner.type.kind in ("array", "pointer") or kept(self.owner) == "memory"

    def sliced(self) -> str:
        """The elements as a slice; a whole container is itself."""
        if self.whole and not self.is_c_array:
            return self.text
        return self.place()

    def place(self) -> str:
        """The elements as what can be assigned to."""
        if self.is_c_array:
            return f"{self.text}[{self.start}:{self.stop}]"
        start = "" if self.start == "0" else self.start
        stop = self.stop.removeprefix(f"len({self.text})")
        stop = stop.replace(" - ", "-", 1) if stop != self.stop and (not stop or stop[3:].isdigit()) else self.stop
        return f"{self.text}[{start}:{stop}]"


class Iterators(StdCalls):
    def standard(self, call: Call, name: str) -> Printed:
        if name in SEARCHES or name in ("next", "prev"):
            return self._position(call)
        return super().standard(call, name)

    def container(self, iterator: Expression) -> Expression | None:
        """The container that an iterator or a pointer goes into."""
        while isinstance(iterator, Cast):
            iterator = iterator.operand
        if iterator.type.kind in ("array", "pointer") and not isinstance(iterator, (Call, Binary)) and not (
                isinstance(iterator, Unary) and iterator.operator == "&"):
            return iterator
        if isinstance(iterator, Call) and isinstance(iterator.function, Member):
            return iterator.function.owner
        if isinstance(iterator, Call) and iterator.arguments:
            return self.container(iterator.arguments[0])
        if isinstance(iterator, Binary):
            return self.container(iterator.left)
        if isinstance(iterator, Name) and iterator.variable.role != "parameter" and iterator.variable.assigned:
            return self.container(iterator.variable.assigned[0])
        return None

    def _is_keyed(self, iterator: Expression) -> bool:
        owner = self.container(iterator)
        return owner is not None and owner.type.kind in ("map", "set")

    # -- positions
    def position(self, iterator: Expression, least: int = 0) -> str:
        """An iterator into a sequence as an index."""
        text, binds = self._position(iterator)
        return f"({text})" if binds < least else text

    def _position(self, iterator: Expression) -> Printed:
        if isinstance(iterator, Cast):
            return self._position(iterator.operand)
        if iterator.type.kind in ("array", "pointer") and not isinstance(iterator, (Call, Binary)):
            return "0", ATOM
        if isinstance(iterator, Call) and isinstance(iterator.function, Member):
            name, owner = iterator.function.name, iterator.function.owner
            if name in ("begin", "cbegin", "data"):
                return "0", ATOM
            if name in ("end", "cend"):
                return f"len({self.text(owner)})", ATOM
        if isinstance(iterator, Binary) and iterator.operator in ("+", "-"):
            base, offset = self.position(iterator.left, SUM), self.integer(iterator.right, PRODUCT)
            if base == "0" and iterator.operator == "+":
                return self._printed(iterator.right)
            return f"{base} {iterator.operator} {offset}", SUM
        if isinstance(iterator, Call) and isinstance(iterator.function, Symbol):
            name = iterator.function.name
            if name in ("next", "prev"):
                step = iterator.arguments[1] if len(iterator.arguments) > 1 else Number(CType("int"), value=1, text="1")
                return self._position(Binary(iterator.type, iterator.line, "+" if name == "next" else "-",
                                             iterator.arguments[0], step))
            if name in SEARCHES:
                return self.searched(iterator, name)
        if isinstance(iterator, Name):
            return iterator.variable.name, ATOM
        raise UntranslatedError("iterator", iterator.line)

    def _printed(self, expression: Expression) -> Printed:
        text = self.integer(expression)
        return text, ATOM if text.isidentifier() or text.isdigit() else 0

    def searched(self, call: Call, name: str) -> Printed:
        raise NotImplementedError               # Algorithms has it

    def part(self, call: Call, first: int = 0) -> Part:
        """What lies between arguments `first` and the next."""
        if len(call.arguments) < first + 2:
            raise UntranslatedError("algorithm without its range", call.line)
        begin, end = call.arguments[first:first + 2]
        owner, last = self.container(begin), self.container(end)
        if owner is None or last is None:
            raise UntranslatedError("algorithm on what is no container", call.line)
        text = self.text(owner, POSTFIX)
        if text != self.text(last, POSTFIX) or owner.type.kind in ("map", "set"):
            raise UntranslatedError("algorithm between two containers", call.line)
        backwards = isinstance(begin, Call) and isinstance(begin.function, Member) and begin.function.name in (
            "rbegin", "crbegin")
        if backwards:
            return Part(owner, text, "0", f"len({text})", True)
        return Part(owner, text, self.position(begin, SUM), self.position(end, SUM))

    def part_of(self, begin: Expression, count: str) -> Part:
        """`count` elements from an iterator on."""
        owner = self.container(begin)
        if owner is None or owner.type.kind in ("map", "set"):
            raise UntranslatedError("algorithm on what is no container", begin.line)
        start = self.position(begin, SUM)
        stop = count if start == "0" else f"{start} + {count}"
        if start.isdigit() and count.isdigit():
            stop = str(int(start) + int(count))
        return Part(owner, self.text(owner, POSTFIX), start, stop)

    # -- iterators in expressions
    def _p_iterator(self, iterator: Expression) -> Printed:
        """An iterator as a value: an index or a key."""
        if not self._is_keyed(iterator):
            return self._position(iterator)
        if isinstance(iterator, Name):
            return iterator.variable.name, ATOM
        if isinstance(iterator, Call) and isinstance(iterator.function, Member):
            name, owner = iterator.function.name, self.text(iterator.function.owner)
            if name == "find":
                key = self.index(iterator.arguments[0])
                if not isinstance(iterator.arguments[0], (Name, Number)) and "(" in key:
                    self.hoisted.append(f"key = {key}")
                    key = "key"
                return f"{key} if {key} in {owner} else None", 1
            if name in ("begin", "cbegin") and iterator.function.owner.type.name in ("map", "set"):
                return f"min({owner}, default=None)", ATOM
            if name in ("rbegin", "crbegin") and iterator.function.owner.type.name in ("map", "set"):
                return f"max({owner}, default=None)", ATOM
            if name in ("end", "cend"):
                return "None", ATOM
        raise UntranslatedError("iterator into a map or set", iterator.line)

    def iterator_arithmetic(self, binary: Binary) -> Printed:
        """`it != m.end()`, `std::find(...) != v.end()`, `it - v.begin()`, `it + 1`."""
        left, right, operator = binary.left, binary.right, binary.operator
        if binary.type.kind == "iterator":
            return self._position(binary)
        if operator == "-":
            text, base = self.position(left, SUM), self.position(right, PRODUCT)
            return (text, 0) if base == "0" else (f"{text} - {base}", SUM)
        at_end = isinstance(right, Call) and isinstance(right.function, Member) and right.function.name in ENDS
        if self._is_keyed(left):
            if not at_end or operator not in ("==", "!="):
                raise UntranslatedError("comparison of iterators", binary.line)
            if isinstance(left, Call) and isinstance(left.function, Member) and left.function.name == "find":
                word = "in" if operator == "!=" else "not in"
                return f"{self.index(left.arguments[0])} {word} {self.text(left.function.owner)}", COMPARE
            return f"{self.text(left, COMPARE + 1)} is {'not ' if operator == '!=' else ''}None", COMPARE
        if (at_end and operator in ("==", "!=") and isinstance(left, Call) and isinstance(left.function, Symbol)
                and left.function.name == "find"):
            part = self.part(left)
            value = self.index(left.arguments[2])
            return f"{value} {'in' if operator == '!=' else 'not in'} {part.sliced()}", COMPARE
        return f"{self.position(left, SUM)} {operator} {self.position(right, SUM)}", COMPARE

    def dereferenced(self, iterator: Expression) -> Printed:
        """`*it`."""
        owner = self.container(iterator)
        if owner is None:
            raise UntranslatedError("iterator", iterator.line)
        if owner.type.kind == "set":
            text = self.text(iterator, POSTFIX)
            return text.replace(", default=None", ""), POSTFIX
        if owner.type.kind == "map":
            key = self.text(iterator, POSTFIX)
            return f"({key}, {self.text(owner, POSTFIX)}[{key}])", ATOM
        if isinstance(iterator, Unary) and iterator.operator.startswith("post"):
            raise UntranslatedError("iterator that moves inside an expression", iterator.line)
        if isinstance(iterator, Call) and isinstance(iterator.function, Member) and iterator.function.name in (
                "rbegin", "crbegin"):
            return f"{self.text(owner, POSTFIX)}[-1]", POSTFIX
        if isinstance(iterator, Call) and isinstance(iterator.function, Symbol) and iterator.function.name in (
                "max_element", "min_element") and len(iterator.arguments) == 2:
            return f"{iterator.function.name[:3]}({self.part(iterator).sliced()})", ATOM
        text = f"{self.text(owner, POSTFIX)}[{self.position(iterator)}]"
        return (f"ord({text})", ATOM) if owner.type.kind == "string" else (text, POSTFIX)

    def iterator_member(self, member: Member, iterator: Expression) -> Printed:
        """`it->first`, `it->second` of a map; `it->name` of a struct."""
        owner = self.container(iterator)
        if owner is not None and owner.type.kind == "map":
            key = self.text(iterator, POSTFIX)
            if member.name == "first":
                return key, POSTFIX
            return f"{self.text(owner, POSTFIX)}[{key}]", POSTFIX
        text = self.dereferenced(iterator)[0]
        if member.type.kind != "unknown" and iterator.type.element.kind == "pair":
            return f"{text}[{0 if member.name == 'first' else 1}]", POSTFIX
        field = f"{text}.{member.variable.name if member.variable is not None else member.name}"
        return (f"{field}[0]" if member.variable is not None and in_memory(member.variable) else field), POSTFIX

    # -- functions that are applied to elements
    def applied(self, function: Expression, *defaults: str) -> tuple[list[str], str]:
        """The names of a function's parameters, and its result for them, as a comprehension says it."""
        if isinstance(function, Lambda):
            body = [s for s in function.function.body if type(s).__name__ != "Comment"]
            value = body[0].value if len(body) == 1 and isinstance(body[0], Return) else None
            plain = not any(in_memory(p) for p in function.function.parameters)
            if value is not None and plain and not function.function.outer_assigned:
                before = len(self.after)
                text = self.text(value)
                if len(self.after) == before:
                    return [p.name for p in function.function.parameters], text
                del self.after[before:]
        if isinstance(function, Symbol) and function.name in ("tolower", "toupper"):
            return list(defaults), f"{defaults[0]}.{function.name[2:]}()"
        if function.type.kind == "functor" and (sign := FUNCTORS.get(function.type.name)):
            return list(defaults), f" {sign} ".join(defaults)
        return list(defaults), f"{self.text(function, POSTFIX)}({', '.join(defaults)})"

    def values(self, part: Part) -> str:
        """What a loop over the elements goes over: integers of an array as Python's, which do not wrap."""
        text = part.sliced()
        if kept(part.owner) == "array" and part.owner.type.kind == "vector" and part.owner.type.element.is_integer:
            text += ".tolist()"
        return f"reversed({text})" if part.backwards else text


FUNCTORS = {"plus": "+", "minus": "-", "multiplies": "*", "greater": ">", "less": "<", "equal_to": "==",
            "greater_equal": ">=", "less_equal": "<=", "not_equal_to": "!=", "bit_xor": "^", "bit_and": "&",
            "bit_or": "|"}
