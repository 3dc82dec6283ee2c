"""Printing: printf, output streams, files."""
from __future__ import annotations

from ._formats import Directive, StreamState, directives, fault, python_format, quoted
from ._precedence import OR, POSTFIX, SIGN, SUM
from ._print_files import Files
from ._ranges import bound, mask, most_of, never_negative
from ._tree import Binary, Call, Conditional, Expression, Number, Symbol, Text, Unary, UntranslatedError
from ._types import CType


class Output(Files):
    stream: StreamState
    streams: dict[str, StreamState]            # of the files and strings that are written to

    # -- printf
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
            return self.string(value)
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
            if never_negative(value) and (have <= bits or (far is not None and far <= most_of(wide))):
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
                return f'print({self.string(format_)}, end=""{file})'
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

    # -- std::cout
    def streamed(self, binary: Binary) -> str:
        """`std::cout << a << b` as one print."""
        items: list[Expression] = []
        first: Expression = binary
        while isinstance(first, Binary) and first.operator == "<<":
            items.append(first.right)
            first = first.left
        items.reverse()
        target = ""
        if isinstance(first, Symbol) and first.name in ("cerr", "clog"):
            target = ", file=sys.stderr"
            self.imports.add("sys")
        elif not isinstance(first, Symbol):
            return self._written(first, items)
        text, newline = self._fstring(items)
        if newline:
            return f"print({text if text != quoted('') else ''}{target})".replace("(, ", "(")
        return f'print({text}, end=""{target})'

    def _written(self, target: Expression, items: list[Expression]) -> str:
        """Output to a file or a string: formats last as long as the object."""
        name = self.text(target, POSTFIX)
        outer, self.stream = self.stream, self.streams.setdefault(name, StreamState())
        try:
            if len(items) == 1 and isinstance(items[0], Call) and items[0].type.kind == "file":     # another's rdbuf()
                content = f"{self.text(items[0], POSTFIX)}.read()"
                return f"{name}.write({content}{'.decode()' if target.type.kind == 'stringstream' else ''})"
            text, newline = self._fstring(items)
        finally:
            self.stream = outer
        if newline:
            text = text.replace('".format(', '\\n".format(', 1) if '".format(' in text else text[:-1] + '\\n"'
        if target.type.kind == "stringstream":
            return f"{name}.write({text})"
        literal = text.startswith('"') and text.endswith('"') and text.isascii()
        return f"{name}.write({'b' + text if literal else text + '.encode()'})"

    def _fstring(self, items: list[Expression]) -> tuple[str, bool]:
        """The items as one Python string, and whether a newline ended them (and was taken off)."""
        pieces: list[tuple[str, str] | str] = []            # text, or field and format
        for item in items:
            if item.type.kind == "manipulator":
                pieces.append(self._manipulated(item))
            elif isinstance(item, Text) and not self.stream.width:
                pieces.append(item.value)
            elif (isinstance(item, Number) and isinstance(item.value, int) and item.type.kind == "int"
                    and not self.stream.width and not self.stream.base):
                pieces.append(chr(item.value) if item.type.bits == 8 else str(item.value))
            else:
                pieces.append(self._streamed_value(item))
        newline = isinstance(pieces[-1], str) and pieces[-1].endswith("\n")
        if newline:
            pieces[-1] = str(pieces[-1])[:-1]
        fields = [p for p in pieces if not isinstance(p, str)]
        if not fields:
            return quoted("".join(map(str, pieces))), newline
        plain = not any("\\" in f or ('"' in f and "'" in f) or "{" in f or ": " in f for f, _ in fields)
        body = ""
        for piece in pieces:
            if isinstance(piece, str):
                body += quoted(piece)[1:-1].replace("{", "{{").replace("}", "}}")
            else:
                name = piece[0].replace('"', "'") if plain else ""
                body += "{" + name + (f":{piece[1]}" if piece[1] else "") + "}"
        if plain:
            return f'f"{body}"', newline
        return f'"{body}".format({", ".join(f for f, _ in fields)})', newline

    def _streamed_value(self, item: Expression) -> tuple[str, str]:
        """The Python value that std::cout prints, and its format."""
        type_ = item.type
        if type_.kind in ("unknown", "auto", "template"):
            known = self.instance_kind(type_)
            if known is None:
                if type_.kind != "template" or self.stream.style != "g":
                    raise UntranslatedError("output of a value whose type is not known", item.line)
                self.helpers.add("streamed")
                if isinstance(item, Unary) and item.operator == "+":      # a char counts as a number then
                    return f"streamed({self.text(item.operand, POSTFIX)}.item())", ""
                return f"streamed({self.text(item)})", ""
            type_ = known
        if type_.kind == "struct":
            return self.text_of(item), ""
        spec = self.stream.spec(type_)
        if type_.is_chars or type_.kind == "string":
            return self.string(item), spec
        if type_.kind == "bool":
            return (f"str({self.text(item)}).lower()" if self.stream.words else f"int({self.text(item)})"), spec
        if type_.kind == "int" and type_.bits == 8:
            if isinstance(item, Number) and isinstance(item.value, int):
                return quoted(chr(item.value)), spec
            return f"chr({self.text(item, SUM)} & 0xFF)", spec
        if type_.kind == "half":
            return f"float({self.text(item)})", spec
        if type_.kind == "pointer":
            return f'int(ffi.cast("uintptr_t", {self.text(item)}))', "#x"
        return self.text(item, OR), spec

    def text_of(self, item: Expression) -> str:
        """An object of a class with an operator<<, as text."""
        names = [s.name for s in self.program.lineage(item.type.name)]
        for function in self.program.functions.get("operator<<", []):
            if function.kind == "text" and function.parameters[1].type.name in names:
                return f"{function.name}({self.text(item)})"
        raise UntranslatedError(f"output of a {item.type.name}", item.line)

    def instance_kind(self, type_: CType) -> CType | None:
        """The one kind of number that a template is called with, or None."""
        instances = self.function.instances.get(type_.name, []) if self.function is not None else []
        if not instances or any(i.kind == "template" for i in instances):
            return None
        if all(i.kind == "float" for i in instances):
            return instances[0]
        if all(i.kind == "int" and i.bits > 8 for i in instances):
            return instances[0]
        return None

    def stream_method(self, call: Call, name: str) -> str:
        """`std::cout.precision(3)` and the like as statements: the manipulators that they stand for."""
        flag = call.arguments[0].name if call.arguments and isinstance(call.arguments[0], Symbol) else ""
        back = {"fixed": "defaultfloat", "scientific": "defaultfloat", "boolalpha": "noboolalpha", "hex": "dec"}
        if name in ("precision", "width", "fill") and call.arguments:
            made = Symbol(name={"precision": "setprecision", "width": "setw", "fill": "setfill"}[name])
            self._manipulated(Call(call.type, call.line, made, call.arguments))
        elif name == "setf" and flag:
            self._manipulated(Symbol(call.type, call.line, flag))
        elif name == "unsetf" and flag in back:
            self._manipulated(Symbol(call.type, call.line, back[flag]))
        elif name == "flush":
            self.imports.add("sys")
            return "sys.stdout.flush()"
        else:
            raise UntranslatedError(f"{name} of an output stream", call.line)
        return ""

    def _manipulated(self, item: Expression) -> str:
        name = item.function.name if isinstance(item, Call) and isinstance(item.function, Symbol) else (
            item.name if isinstance(item, Symbol) else "")
        stream = self.stream
        arguments = item.arguments if isinstance(item, Call) else []
        if name in ("endl", "ends"):
            return "\n" if name == "endl" else "\0"
        if name == "setprecision":
            value = arguments[0]
            stream.precision = value.value if isinstance(value, Number) and isinstance(
                value.value, int) else self.text(value)
        elif name == "setw":
            value = arguments[0]
            stream.width = str(value.value) if isinstance(value, Number) else "{" + self.text(value) + "}"
        elif name == "setfill":
            value = arguments[0]
            if not isinstance(value, Number) or not isinstance(value.value, int):
                raise UntranslatedError("setfill with a value that is no literal", item.line)
            stream.fill = chr(value.value)
        elif name in ("fixed", "scientific", "defaultfloat"):
            stream.style = {"fixed": "f", "scientific": "e", "defaultfloat": "g"}[name]
        elif name in ("hex", "dec", "oct"):
            stream.base = {"hex": "x", "dec": "", "oct": "o"}[name]
        elif name in ("boolalpha", "noboolalpha"):
            stream.words = name == "boolalpha"
        elif name in ("left", "right"):
            stream.left = name == "left"
        elif name != "flush":
            raise UntranslatedError(f"std::{name}", item.line)
        return ""


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
