"""Printing: output streams, as f-strings."""
from __future__ import annotations

from ._formats import quoted
from ._precedence import OR, POSTFIX, SIGN, SUM
from ._print_output import Output
from ._ranges import is_position, mask, never_negative
from ._streams import DEFAULTS, NOTHING, UNKNOWN, StreamFlow, instance_kind, matter, output, setting, settings_of
from ._tree import Binary, Call, Expression, Fold, Number, Program, Symbol, Text, Unary, UntranslatedError
from ._types import CType

Settings = dict[str, object]
Piece = str | tuple[str, str]                  # text, or a value and its format
# What the translation calls the settings of std::cout, where it shows only at run time which ones hold.
COUT = "cout"


class Streams(Output):
    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.flow = StreamFlow(program)
        self.varies = self.flow.varies

    def streamed(self, binary: Binary | Fold) -> str:
        """`std::cout << a << b` as one print."""
        put = output(binary)
        assert put is not None
        stream, items = put.stream, put.items
        target = ""
        if isinstance(stream, Symbol) and stream.name in ("cerr", "clog"):
            target = ", file=sys.stderr"
            self.imports.add("sys")
        elif not isinstance(stream, Symbol):
            return self._written(stream, items)
        if self.varies and not target:
            return self._printed_in_parts(items)
        if all(item.type.kind == "manipulator" and setting(item) for item in items):
            return ""
        return self._print(items, target)

    def _print(self, items: list[Expression], target: str = "") -> str:
        text, newline = self._fstring(items)
        if newline:
            return f"print({text if text != quoted('') else ''}{target})".replace("(, ", "(")
        return f'print({text}, end=""{target})'

    def _printed_in_parts(self, items: list[Expression]) -> str:
        """Output between manipulators, each of which sets what holds from there on."""
        lines: list[str] = []
        waiting: list[Expression] = []
        for item in items:
            set_ = setting(item) if item.type.kind == "manipulator" else None
            if set_ is None or set_[0] == "width":
                waiting.append(item)
                continue
            if waiting:
                lines.append(self._print(waiting))
                waiting = []
            lines.append(self._set(*set_))
        lines += [self._print(waiting)] if waiting else []
        self.hoisted += lines[:-1]
        return lines[-1]

    def _set(self, what: str, value: object) -> str:
        self.helpers.add("OutputFormat")
        if what == "base":
            value = value or "d"
        text = quoted(value) if isinstance(value, str) else self.text(value) if isinstance(
            value, Expression) else str(value)
        return f"{COUT}.{what} = {text}"

    def _written(self, target: Expression, items: list[Expression]) -> str:
        """Output to a file or a string."""
        name = self.text(target, POSTFIX)
        if len(items) == 1 and isinstance(items[0], Call) and items[0].type.kind == "file":     # another's rdbuf()
            content = f"{self.text(items[0], POSTFIX)}.read()"
            return f"{name}.write({content}{'.decode()' if target.type.kind == 'stringstream' else ''})"
        text, newline = self._fstring(items)
        if newline:
            text = text.replace('".format(', '\\n".format(', 1) if '".format(' in text else text[:-1] + '\\n"'
        if target.type.kind == "stringstream":
            return f"{name}.write({text})"
        literal = text.startswith('"') and text.endswith('"') and text.isascii()
        return f"{name}.write({'b' + text if literal else text + '.encode()'})"

    def _fstring(self, items: list[Expression]) -> tuple[str, bool]:
        """The items as one Python string, and whether a newline ended them (and was taken off)."""
        pieces: list[Piece] = []
        for item in items:
            if item.type.kind == "manipulator":
                pieces.append(self._manipulated(item))
                continue
            settings = self.flow.settings(item)
            if isinstance(item, Fold):
                pieces.append(self._folded_values(item, settings))
                continue
            bare = not settings["width"]
            if isinstance(item, Number) and item.value is None and bare:
                pieces.append("nullptr")
            elif isinstance(item, Text) and bare:
                pieces.append(item.value)
            elif (isinstance(item, Number) and isinstance(item.value, int) and item.type.kind == "int" and bare and (
                    item.type.bits == 8 or not (settings["base"] or settings["plus"]))):
                pieces.append(chr(item.value) if item.type.bits == 8 else str(item.value))
            else:
                pieces.append(self._streamed_value(item, settings))
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

    def _streamed_value(self, item: Expression, settings: Settings) -> tuple[str, str]:
        """The Python value that a stream prints, and its format."""
        type_ = item.type
        if type_.kind in ("unknown", "auto", "template"):
            known = instance_kind(self.function, type_)
            if known is None and self.varies and self._has_numbers_alone(type_):
                return self._formatted_later(item, self.text(item), settings), ""
            if known is None:
                if type_.kind != "template" or any(settings[what] != DEFAULTS[what] for what in matter(type_)):
                    raise UntranslatedError("output of a value whose type is not known", item.line)
                self.helpers.add("streamed")
                if isinstance(item, Unary) and item.operator == "+":      # a char counts as a number then
                    return f"streamed({self.text(item.operand, POSTFIX)}.item())", ""
                return f"streamed({self.text(item)})", ""
            type_ = known
        if type_.kind == "struct":
            return self.text_of(item), ""
        text = self._value_of(item, type_, settings)
        needed = (*matter(type_), *(("fill", "left") if settings["width"] else ()))
        if any(settings[what] is UNKNOWN for what in (*needed, "width")):
            return self._formatted_later(item, text, settings), ""
        return text, self._spec(type_, settings)

    def _folded_values(self, fold: Fold, settings: Settings) -> Piece:
        """All arguments of a function that takes any number, one behind the other."""
        if any(settings[what] != DEFAULTS[what] for what in settings if what != "stream"):
            raise UntranslatedError("manipulators for any number of arguments", fold.line)
        self.helpers.add("streamed")
        return f"''.join(map(streamed, {fold.pack.name}))", ""

    def _has_numbers_alone(self, type_: CType) -> bool:
        """Whether a template is called with numbers alone that print as such: no characters, no true and false."""
        instances = self.function.instances.get(type_.name, []) if self.function is not None else []
        return bool(instances) and all(i.kind == "float" or (i.kind == "int" and i.bits > 8) for i in instances)

    def _value_of(self, item: Expression, type_: CType, settings: Settings) -> str:
        if type_.is_chars or type_.kind == "string":
            return self.string(item, alone=True)
        if type_.kind == "bool":
            if settings["words"] is UNKNOWN:
                return f"bool({self.text(item)})"
            return f"str({self.text(item)}).lower()" if settings["words"] else f"int({self.text(item)})"
        if type_.kind == "int" and type_.bits == 8:
            if isinstance(item, Number) and isinstance(item.value, int):
                return quoted(chr(item.value))
            return f"chr({self.text(item, SUM)} & 0xFF)"
        if type_.kind == "half":
            return f"float({self.text(item)})"
        if type_.kind == "pointer":
            return f'int(ffi.cast("uintptr_t", {self.text(item)}))'
        if is_position(item):
            return self.as_size(item)
        if type_.kind == "int" and settings["base"] in ("x", "o") and not never_negative(item):
            return f"{self.integer(item, SIGN, exact=False)} & {mask(type_)}"
        return self.text(item, OR)

    def _formatted_later(self, item: Expression, text: str, settings: Settings) -> str:
        """A value as std::cout prints it at that moment."""
        if not self.varies or settings.get("stream") != "cout" or settings["width"] is UNKNOWN:
            raise UntranslatedError("output after manipulators of which it does not show whether they hold", item.line)
        self.helpers.add("OutputFormat")
        width = settings["width"]
        arguments = [text, *([self.text(width) if isinstance(width, Expression) else str(width)] if width else [])]
        if item.type.kind == "int" and item.type.bits == 64 and not never_negative(item):
            arguments.append("bits=64")
        return f"{COUT}.text({', '.join(arguments)})"

    def _spec(self, type_: CType, settings: Settings) -> str:
        """The format for a value of the type."""
        number, spec = type_.kind in ("float", "half") or type_.is_integer, ""
        if width := settings["width"]:
            left, fill = settings["left"], str(settings["fill"])
            align = ("<" if left else ">") if left or not number or fill != " " else ""
            spec = (fill if fill != " " else "") + align + (
                "{" + self.text(width) + "}" if isinstance(width, Expression) else "")
            shown = "" if isinstance(width, Expression) else str(width)
        else:
            shown = ""
        if type_.kind == "bool" and settings["words"]:
            return f"{spec}{shown}"
        sign = "+" if settings["plus"] and number and (type_.kind == "float" or not settings["base"]) else ""
        spec = f"{spec}{sign}{shown}"
        if type_.kind in ("float", "half"):
            precision = settings["precision"]
            digits = "" if precision == 6 else ".{" + self.text(precision) + "}" if isinstance(
                precision, Expression) else f".{precision}"
            style = str(settings["style"])
            return f"{spec}{digits}{style.upper() if settings['upper'] else style}"
        if type_.kind == "pointer" and not type_.is_chars:
            return f"#{spec}x"
        if type_.is_integer and (type_.kind == "bool" or type_.bits != 8):
            base = str(settings["base"])
            return f"{spec}{base.upper() if settings['upper'] and base == 'x' else base}"
        return spec

    def text_of(self, item: Expression) -> str:
        """An object of a class with an operator<<, as text."""
        names = [s.name for s in self.program.lineage(item.type.name)]
        for function in self.program.functions.get("operator<<", []):
            if function.kind == "text" and function.parameters[1].type.name in names:
                return f"{function.name}({self.text(item)})"
        raise UntranslatedError(f"output of a {item.type.name}", item.line)

    def stream_method(self, call: Call, name: str) -> str:
        """`std::cout.precision(3)` and the like as statements: the manipulators that they stand for."""
        if name == "flush":
            self.imports.add("sys")
            return "sys.stdout.flush()"
        found = settings_of(call)
        if found is None:
            raise UntranslatedError(f"{name} of an output stream", call.line)
        lasting = [self._set(*set_) for set_ in found if set_[0] != "width"] if self.varies else []
        return "; ".join(lasting)

    def _manipulated(self, item: Expression) -> str:
        if isinstance(item, Symbol) and item.name in NOTHING:
            return {"endl": "\n", "ends": "\0"}.get(item.name, "")
        if setting(item) is None:
            name = item.function if isinstance(item, Call) else item
            raise UntranslatedError(f"std::{name.name if isinstance(name, Symbol) else 'manipulator'}", item.line)
        return ""
