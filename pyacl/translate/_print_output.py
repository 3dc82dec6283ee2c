"""Printing: printf."""
from __future__ import annotations

from dataclasses import replace

from ._formats import Directive, directives, fault, python_format, quoted
from ._precedence import SIGN
from ._print_files import Files
from ._ranges import bound, is_position, mask, most_of, never_negative
from ._tree import Call, Conditional, Expression, Number, Text, UntranslatedError
from ._types import CType


class Output(Files):
    def by_format(self, call: Call) -> Conditional | None:
        """A printf with two formats that take different values, as two of which each takes its own; None for others."""
        for number, format_ in enumerate(call.arguments):
            if isinstance(format_, Conditional) and is_format(format_):
                behind = number + 1
                counts = [_taken(text) for text in (format_.yes, format_.no)]
                if counts[0] == counts[1]:
                    return None
                yes, no = (replace(call, arguments=[*call.arguments[:number], text, *call.arguments[behind:][:count]])
                           for text, count in zip((format_.yes, format_.no), counts, strict=True))
                return Conditional(call.type, call.line, format_.condition, yes, no)
        return None

    def formatted(self, format_: Expression, arguments: list[Expression], line: int) -> list[str]:
        """The format and the arguments, as `%` takes them."""
        if isinstance(format_, Conditional):
            yes, no = (self.formatted(f, arguments, line) for f in (format_.yes, format_.no))
            if yes[1:] != no[1:]:
                raise UntranslatedError("two formats that take different values", line)
            return [f"{yes[0]} if {self.condition(format_.condition)} else {no[0]}", *yes[1:]]
        assert isinstance(format_, Text)
        text = format_.value
        pieces = directives(text)
        wanted = [p for p in pieces if isinstance(p, Directive)]
        needed = sum(1 + d.stars for d in wanted)
        if needed != len(arguments):
            self.note(line, f"the format takes {needed} values, but {len(arguments)} are given")
            if needed > len(arguments):
                raise UntranslatedError("printf with fewer values than its format takes", line)
            arguments = arguments[:needed]
        texts: list[str] = []
        at = 0
        for directive in wanted:
            for _ in range(directive.stars):
                texts.append(self.text(arguments[at]))
                at += 1
            texts.append(self._value(directive, arguments[at], line))
            at += 1
        return [quoted(python_format(pieces)), *texts]

    def _value(self, directive: Directive, value: Expression, line: int) -> str:
        conversion, type_ = directive.conversion, value.type
        wrong = fault(directive, type_)
        if wrong:
            self.note(line, wrong)
        if conversion == "s":
            return self.string(value, alone=True)
        if conversion == "p":
            self.helpers.add("address")
            return f"address({self.pointer(value, 0)})"
        if conversion in "diuxXo" and type_.kind == "int":
            return self._printed_integer(directive, value)
        if conversion in "fFeEgG" and type_.kind == "half":
            return self.text(value)
        if conversion == "c" and type_.is_integer:
            return self.string(value) if value.type.name == "char" else f"chr({self.text(value)} & 0xFF)"
        if conversion in "aA":
            raise UntranslatedError("printf of a hexadecimal float", line)
        if conversion == "o" and "#" in directive.flags:
            raise UntranslatedError("printf of an octal number with its sign", line)
        if conversion in "di" and type_.kind == "bool":
            return f"int({self.text(value)})" if not isinstance(value, Number) else str(int(bool(value.value)))
        return self.text(value)

    def _printed_integer(self, directive: Directive, value: Expression) -> str:
        """A number as the conversion takes it: so many bits of it, the first of which is a sign or not."""
        bits, signed = directive.bits, directive.conversion in "di"
        have = max(value.type.bits, 32)                        # as which it is passed
        if isinstance(value, Number) and isinstance(value.value, int):
            number = value.value & ((1 << min(have, bits)) - 1)
            number -= (1 << bits) if signed and number >> (bits - 1) else 0
            return self.text(value) if number == value.value else str(number)
        far = bound(value)
        if not signed or bits > have:                          # 32 bits in a place of 64 have zeros before them
            wide = CType("int", bits=min(have, bits), signed=False)
            small = have <= bits or (far is not None and far <= most_of(wide))
            if small and never_negative(value) and not is_position(value):
                return self.text(value)
            return f"{self.integer(value, SIGN, exact=False)} & {mask(wide)}"
        if self.must_cut(value, CType("int", bits=bits)):
            return self.signed(value, bits)
        return self.text(value, exact=value.type.bits <= bits)

    def printed(self, format_: Expression, arguments: list[Expression], target: str, line: int) -> str:
        """A `print` call for a printf."""
        file = f", file={target}" if target else ""
        if target.startswith("sys"):
            self.imports.add("sys")
        if not is_format(format_):
            inner = f"{self.text(format_)} % args" if len(arguments) == 1 and arguments[0].type.kind == "pack" else ""
            if not inner and not arguments:
                return f'print({self.string(format_, alone=True)}, end=""{file})'
            if not inner:
                raise UntranslatedError("printf with a format that is no literal", line)
            return f'print({inner}, end=""{file})'
        texts = self.formatted(format_, arguments, line)
        text, values = f"({texts[0]})" if isinstance(format_, Conditional) else texts[0], texts[1:]
        end = ', end=""'
        if text.endswith('\\n"'):
            text, end = text[:-3] + '"', ""
        if not values:
            text = text.replace("%%", "%")
            return f"print({text if text != quoted('') or end else ''}{end}{file})"
        joined = ", ".join(values)
        if len(values) > 1 or not _is_atom(joined):
            joined = f"({joined})"
        return f"print({text} % {joined}{end}{file})"


def _taken(format_: Expression) -> int:
    """How many values a format takes."""
    if isinstance(format_, Conditional):
        return max(_taken(format_.yes), _taken(format_.no))
    return sum(1 + d.stars for d in directives(format_.value) if isinstance(d, Directive)) if isinstance(
        format_, Text) else 0


def is_format(expression: Expression) -> bool:
    """Whether the values that a format takes are known: a literal, or a choice of two."""
    if isinstance(expression, Conditional):
        return is_format(expression.yes) and is_format(expression.no)
    return isinstance(expression, Text)


def _is_atom(text: str) -> bool:
    """Whether nothing stands outside brackets that could bind less tightly than %; no tuple comes out of printf."""
    depth = 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0 and not (sign.isalnum() or sign in "_.)]}"):
            return False
    return True
