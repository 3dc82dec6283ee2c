"""Printing: what samples call of the C and C++ libraries."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ._formats import Directive, StreamState, directives, fault, python_format, quoted
from ._print_expressions import ATOM, COMPARE, OR, POSTFIX, PRODUCT, SUM, Printed
from ._std import MATH
from ._tree import Binary, Call, Cast, Expression, Member, Number, Symbol, Text, Unary, UntranslatedError
from ._types import CType
from ._values import is_float_object, kept, text_kind

if TYPE_CHECKING:
    from ._print_expressions import ExpressionPrinter
else:
    ExpressionPrinter = object


class StdCalls(ExpressionPrinter):
    stream: StreamState

    # -- printf
    def formatted(self, format_: Expression, arguments: list[Expression], line: int) -> list[str]:
        """The format and the arguments, as `%` takes them."""
        text = _format_text(format_)
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
            return f'ffi.cast("void *", {self.pointer(value, 0)})' if type_.kind == "pointer" else self.text(value)
        if conversion in "uxXo" and type_.is_integer and type_.signed and not isinstance(value, Number):
            bits = 64 if directive.length in ("l", "ll", "z", "j") else 32
            return f"{self.integer(value, COMPARE)} & 0x{(1 << bits) - 1:X}" if type_.kind != "enum" else self.text(value)
        if conversion in "fFeEgG" and type_.kind == "half":
            return self.text(value)
        if conversion == "c" and type_.is_integer:
            return f"chr({self.text(value)})"
        if conversion in "di" and type_.kind == "bool":
            return f"int({self.text(value)})" if not isinstance(value, Number) else str(int(bool(value.value)))
        return self.text(value)

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
        text, values = texts[0], texts[1:]
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
            if first.type.kind != "stringstream":
                raise UntranslatedError("output to a file", binary.line)
            return f"{self.text(first, POSTFIX)}.write({self._fstring(items)[0]})"
        text, newline = self._fstring(items)
        if newline:
            return f"print({text if text != quoted('') else ''}{target})".replace("(, ", "(")
        return f'print({text}, end=""{target})'

    def _fstring(self, items: list[Expression]) -> tuple[str, bool]:
        """The items as one Python string, and whether a newline ended them (and was taken off)."""
        pieces: list[tuple[str, str] | str] = []            # text, or field and format
        for item in items:
            if item.type.kind == "manipulator":
                pieces.append(self._manipulated(item))
            elif isinstance(item, Text) and not self.stream.width:
                pieces.append(item.value)
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
                return f"streamed({self.text(item)})", ""
            type_ = known
        spec = self.stream.spec(type_)
        if type_.is_chars or type_.kind == "string":
            return self.string(item), spec
        if type_.kind == "bool":
            return f"int({self.text(item)})", spec
        if type_.kind == "int" and type_.bits == 8:
            if isinstance(item, Number) and isinstance(item.value, int):
                return quoted(chr(item.value)), spec
            return f"chr({self.text(item, SUM)} & 0xFF)", spec
        if type_.kind == "half":
            return f"float({self.text(item)})", spec
        if type_.kind == "pointer":
            return f'int(ffi.cast("uintptr_t", {self.text(item)}))', "#x"
        return self.text(item, OR), spec

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

    # -- files
    def opened(self, type_: CType, items: list[Expression]) -> str:
        mode, flags = type_.name, " ".join(_names(i) for i in items[1:])
        self.helpers.add("open_file")
        at_end = ", at_end=True" if "ate" in flags.split() else ""
        return f'open_file({self.string(items[0])}, "{mode}"{at_end})' if items else "None"

    def file_method(self, call: Call, text: str, name: str) -> Printed:
        arguments = call.arguments
        if name in ("is_open", "good"):
            return f"{text} is not None", COMPARE
        if name == "fail":
            return f"{text} is None", COMPARE
        if name in ("write", "read"):
            pointer, size = arguments
            method = "write" if name == "write" else "readinto"
            return f"{text}.{method}({self._bytes_at(pointer, size)})", ATOM
        if name in ("tellg", "tellp"):
            return f"{text}.tell()", ATOM
        if name in ("seekg", "seekp"):
            whence = {"beg": "", "end": ", 2", "cur": ", 1"}[_names(arguments[1])] if len(arguments) > 1 else ""
            return f"{text}.seek({self.text(arguments[0])}{whence})", ATOM
        if name == "close":
            return f"{text}.close()", ATOM
        raise UntranslatedError(f"method {name} of a file", call.line)

    def _bytes_at(self, pointer: Expression, size: Expression) -> str:
        """Host memory of some size as a buffer."""
        memory = self.memory(pointer)
        inner = pointer
        while isinstance(inner, Cast):
            inner = inner.operand
        if isinstance(inner, Call) and isinstance(inner.function, Member):
            return f'memoryview({memory}).cast("B")[:{self.text(size)}]'
        return f"ffi.buffer({memory}, {self.text(size)})"

    def _manipulated(self, item: Expression) -> str:
        name = item.function.name if isinstance(item, Call) and isinstance(item.function, Symbol) else (
            item.name if isinstance(item, Symbol) else "")
        stream = self.stream
        arguments = item.arguments if isinstance(item, Call) else []
        if name == "endl":
            return "\n"
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
            raise UntranslatedError(name, item.line)
        elif name in ("left", "right"):
            stream.left = name == "left"
        elif name != "flush":
            raise UntranslatedError(f"std::{name}", item.line)
        return ""

    # -- functions
    def standard(self, call: Call, name: str) -> Printed:
        arguments = call.arguments
        special = getattr(self, "_std_" + name, None)
        if special is not None:
            text: str = special(call)
            return text, ATOM
        if name == "printf":
            return self.printed(arguments[0], arguments[1:], "", call.line), ATOM
        if name == "fprintf":
            stream = arguments[0]
            if isinstance(stream, Symbol):
                target = "sys.stderr" if stream.name == "stderr" else ""
                return self.printed(arguments[1], arguments[2:], target, call.line), ATOM
        if name == "puts":
            return f"print({self.string(arguments[0])})", ATOM
        if name in MATH or name.removesuffix("f") in MATH:
            return self._math(call, name)
        if name in ("move", "ref", "cref", "forward"):
            return self.text(arguments[0]), 0
        if name in ("max", "min") and len(arguments) == 2:
            texts = [self.converted(a, call.type) if call.type.is_number else self.text(a) for a in arguments]
            return f"{name}({', '.join(texts)})", ATOM
        if name in ("exit", "quick_exit"):
            return f"sys.exit({self._imported('sys', self.text(arguments[0]))})", ATOM
        raise UntranslatedError(f"{name}", call.line)

    def _imported(self, module: str, text: str) -> str:
        self.imports.add(module)
        return text

    def _math(self, call: Call, name: str) -> Printed:
        base = name if name in MATH else name.removesuffix("f")
        function = MATH[base]
        texts = [self.converted(a, call.type) if call.type.is_number and call.type.kind == "float" else self.number(a)
                 for a in call.arguments]
        if base in ("isnan", "isinf", "isfinite", "signbit"):
            return f"{self._imported('numpy', function)}({self.text(call.arguments[0])})", ATOM
        if base == "fabs":
            return f"abs({texts[0]})", ATOM
        self.imports.add("math" if function.startswith("math") else "numpy")
        single = call.type.kind == "float" and call.type.bits == 32
        if not single:
            return f"float({function}({', '.join(texts)}))", ATOM
        objects = all(is_float_object(a) for a in call.arguments)
        return (f"{function}({', '.join(texts)})" if objects and function.startswith("np")
                else f"np.float32({function}({', '.join(texts)}))"), ATOM

    def _std_abs(self, call: Call) -> str:
        argument = call.arguments[0]
        text = self.integer(argument) if argument.type.is_integer else self.text(argument)
        return f"abs({text})"

    _std_labs = _std_llabs = _std_abs

    def _std_round(self, call: Call) -> str:
        """Halves go away from zero, unlike Python's round."""
        self.helpers.add("round_half_away")
        text = f"round_half_away({self.text(call.arguments[0])})"
        return f"int({text})" if call.type.is_integer else text

    _std_roundf = _std_lround = _std_llround = _std_round

    def _std_clamp(self, call: Call) -> str:
        value, low, high = (self.text(a) for a in call.arguments)
        return f"min(max({value}, {low}), {high})"

    def _std_to_string(self, call: Call) -> str:
        value = call.arguments[0]
        return f'"%f" % {self.text(value, PRODUCT)}' if value.type.kind == "float" else f"str({self.text(value)})"

    def _std_strcmp(self, call: Call) -> str:
        self.helpers.add("strcmp")
        return f"strcmp({self.string(call.arguments[0])}, {self.string(call.arguments[1])})"

    def _std_strlen(self, call: Call) -> str:
        return f"len({self.string(call.arguments[0])}.encode())"

    def _std_getenv(self, call: Call) -> str:
        self.imports.add("os")
        return f"os.environb.get({self.text(call.arguments[0])}, NULL)"

    def _number_of(self, call: Call, kind: str) -> str:
        if len(call.arguments) > 1 and not (isinstance(call.arguments[1], Number) and not call.arguments[1].value):
            raise UntranslatedError("conversion of a string with more than one argument", call.line)
        return f"{kind}({self.string(call.arguments[0])})"

    def _std_atoi(self, call: Call) -> str:
        return self._number_of(call, "int")

    _std_stoi = _std_atol = _std_atoll = _std_stol = _std_stoll = _std_stoul = _std_stoull = _std_atoi

    def _std_atof(self, call: Call) -> str:
        return self._number_of(call, "float")

    _std_stod = _std_atof

    def _std_stof(self, call: Call) -> str:
        self.imports.add("numpy")
        return self._number_of(call, "np.float32")

    def _std_fflush(self, call: Call) -> str:
        self.imports.add("sys")
        return "sys.stdout.flush()"

    def _std_sleep(self, call: Call) -> str:
        self.imports.add("time")
        return f"time.sleep({self.text(call.arguments[0])})"

    def _std_usleep(self, call: Call) -> str:
        self.imports.add("time")
        return f"time.sleep({self.text(call.arguments[0])} / 1e6)"

    def _std_make_pair(self, call: Call) -> str:
        return f"({', '.join(self.text(a) for a in call.arguments)})"

    _std_make_tuple = _std_make_pair

    def _std_make_unique(self, call: Call) -> str:
        return self.construct(call.template[0], call.arguments, False)

    _std_make_shared = _std_make_unique

    # -- memory
    def memory(self, expression: Expression) -> str:
        """Host memory for ffi.memmove: a pointer or an array."""
        while isinstance(expression, Cast):
            expression = expression.operand
        if isinstance(expression, Call) and isinstance(expression.function, Member) and expression.function.name in (
                "data", "c_str"):
            owner = expression.function.owner
            if owner.type.kind == "string":
                return f"{self.text(owner, POSTFIX)}.encode()"
            if kept(owner) == "list":
                raise UntranslatedError("memory of a list", expression.line)
            return self.text(owner)
        if isinstance(expression, Binary) and expression.type.kind == "pointer":
            base, offset = expression.left, expression.right
            if isinstance(base, Call) and isinstance(base.function, Member) and base.function.name == "data":
                return f"{self.text(base.function.owner)}[{self.text(offset)}:]"
        if isinstance(expression, Unary) and expression.operator == "&":
            return self.place(expression.operand)[0]
        return self.text(expression)

    def _std_memcpy(self, call: Call) -> str:
        target, source, size = call.arguments
        return f"ffi.memmove({self.memory(target)}, {self.memory(source)}, {self.text(size)})"

    _std_memmove = _std_memcpy

    def _std_memset(self, call: Call) -> str:
        target, value, size = call.arguments
        zero = isinstance(value, Number) and value.value == 0
        filled = f"bytes({self.text(size)})" if zero else f"bytes([{self.text(value)} & 0xFF]) * {self.text(size, PRODUCT)}"
        return f"ffi.memmove({self.memory(target)}, {filled}, {self.text(size)})"

    def _std_memcmp(self, call: Call) -> str:
        left, right, size = call.arguments
        self.helpers.add("strcmp")
        texts = [f"bytes(ffi.buffer({self.memory(a)}, {self.text(size)}))" for a in (left, right)]
        return f"strcmp({', '.join(texts)})"

    def _std_strncpy(self, call: Call) -> str:
        target, source, size = call.arguments
        text = self.text(source) if text_kind(source) == "bytes" else f"ffi.string({self.text(source)})"
        return f"ffi.memmove({self.text(target)}, {text}.ljust({self.text(size)}, b\"\\0\"), {self.text(size)})"

    def _std_strcpy(self, call: Call) -> str:
        target, source = call.arguments
        text = self.text(source) if text_kind(source) == "bytes" else f"ffi.string({self.text(source)})"
        return f'ffi.memmove({self.text(target)}, {text} + b"\\0", len({text}) + 1)'

    def _std_malloc(self, call: Call) -> str:
        return f'ffi.new("char[]", {self.text(call.arguments[0])})'

    # -- algorithms on whole containers
    def _whole(self, call: Call, first: int = 0) -> Expression:
        """The container whose begin() and end() are arguments `first` and the next."""
        ends = call.arguments[first:first + 2]
        owners = [e.function.owner for e in ends
                  if isinstance(e, Call) and isinstance(e.function, Member) and e.function.name in (
                      "begin", "end", "cbegin", "cend")]
        if len(owners) != 2:
            raise UntranslatedError("algorithm on a part of a container", call.line)
        return owners[0]

    def _std_fill(self, call: Call) -> str:
        vector = self._whole(call)
        text, value = self.text(vector), self.converted(call.arguments[2], vector.type.element)
        return f"{text}[:] = {value}" if kept(vector) == "array" else f"{text}[:] = [{value}] * len({text})"

    def _std_iota(self, call: Call) -> str:
        vector = self._whole(call)
        text, start = self.text(vector), self.text(call.arguments[2], SUM)
        stop = f"len({text})" if start in ("0", "0.0") else f"{start} + len({text})"
        first = "" if start in ("0", "0.0") else f"{start}, "
        return (f"{text}[:] = np.arange({first}{stop})" if kept(vector) == "array"
                else f"{text}[:] = range({first}{stop})")

    def _std_accumulate(self, call: Call) -> str:
        vector, start = self._whole(call), call.arguments[2]
        text = self.text(vector)
        if len(call.arguments) == 4:
            if "multiplies" not in str(getattr(call.arguments[3].type, "name", "")):
                raise UntranslatedError("accumulate with a function", call.line)
            self.imports.add("math")
            return f"math.prod({text}, start={self.text(start)})"
        if start.type.kind == "float" or vector.type.element.kind == "float":
            zero = self.converted(start, start.type)
            return f"sum({text}.tolist(), {zero})" if start.type.bits == 64 else f"sum({text}, np.float32({zero}))"
        return f"sum({text}, {self.text(start)})" if self.text(start) != "0" else f"sum({text})"

    def _std_remove(self, call: Call) -> str:
        self.imports.add("os")
        return f"os.remove({self.string(call.arguments[0])})"

    def _std_now(self, call: Call) -> str:
        self.imports.add("time")
        return "time.perf_counter()"

    def _std_duration_cast(self, call: Call) -> str:
        return self.text(call.arguments[0], POSTFIX)

    def _std_sleep_for(self, call: Call) -> str:
        self.imports.add("time")
        return f"time.sleep({self.text(call.arguments[0])})"

    def _std_sort(self, call: Call) -> str:
        if len(call.arguments) > 2:
            raise UntranslatedError("sort with an order", call.line)
        return f"{self.text(self._whole(call), POSTFIX)}.sort()"

    def _std_reverse(self, call: Call) -> str:
        vector = self._whole(call)
        text = self.text(vector)
        return f"{text}[:] = {text}[::-1]" if kept(vector) == "array" else f"{text}.reverse()"

    def _std_copy(self, call: Call) -> str:
        source, target = self._whole(call), call.arguments[2]
        if isinstance(target, Call) and isinstance(target.function, Member) and target.function.name == "begin":
            owner = self.text(target.function.owner)
            return f"{owner}[:len({self.text(source)})] = {self.text(source)}"
        raise UntranslatedError("copy", call.line)

    def _std_swap(self, call: Call) -> str:
        left, right = (self.text(a) for a in call.arguments)
        return f"{left}, {right} = {right}, {left}"

    # -- methods of containers and strings
    def container_method(self, call: Call, owner: Expression, type_: CType, name: str, text: str) -> Printed:
        arguments = call.arguments
        grown = kept(owner) == "list" if type_.kind == "vector" else True
        if name in ("size", "length", "capacity"):
            return f"len({text}{'.encode()' if type_.kind == 'string' else ''})", ATOM
        if name == "empty":
            return f"len({text}) == 0", COMPARE
        if name == "at":
            return f"{text}[{self.index(arguments[0])}]", POSTFIX
        if name in ("front", "back"):
            return f"{text}[{0 if name == 'front' else -1}]", POSTFIX
        if name == "data" or name == "c_str":
            return (f"{text}.encode()" if type_.kind == "string" else text), POSTFIX
        if name in ("reserve", "shrink_to_fit"):
            return "", ATOM
        if type_.kind == "vector" and kept(owner) == "array" and name in ("resize", "clear", "assign"):
            count = self.integer(arguments[0]) if arguments else "0"
            resized = f"{text}.resize({count}, refcheck=False)"
            if len(arguments) == 2:
                value = self.converted(arguments[1], type_.element)
                if name == "assign":
                    self.hoisted.append(resized)
                    return f"{text}[:] = {value}", 0
                if not (isinstance(arguments[1], Number) and not arguments[1].value):
                    raise UntranslatedError("resize of an array with a value", call.line)
            return resized, ATOM
        if type_.kind == "vector" and grown:
            return self._list_method(call, type_.element, name, text)
        if type_.kind == "string":
            return self._string_method(call, name, text)
        if type_.kind in ("map", "set"):
            if name in ("count", "contains"):
                return f"{self.index(arguments[0])} in {text}", COMPARE
            if name == "insert" and type_.kind == "set":
                return f"{text}.add({self.index(arguments[0])})", ATOM
            if name == "clear":
                return f"{text}.clear()", ATOM
        if name == "fill":
            return f"{text}[:] = {self.converted(arguments[0], type_.element)}", 0
        raise UntranslatedError(f"method {name} of a {type_.kind}", call.line)

    def _list_method(self, call: Call, element: CType, name: str, text: str) -> Printed:
        arguments = call.arguments
        if name in ("push_back", "emplace_back"):
            if name == "emplace_back" and (len(arguments) != 1 or element.kind in ("struct", "thread")):
                return f"{text}.append({self.construct(element, arguments, False)})", ATOM
            return f"{text}.append({self.converted(arguments[0], element)})", ATOM
        if name == "pop_back":
            return f"{text}.pop()", ATOM
        if name == "clear":
            return f"{text}.clear()", ATOM
        if name in ("resize", "assign") and arguments and arguments[0].type.is_integer:
            from ._values import no_value
            value = self.converted(arguments[1], element) if len(arguments) > 1 else no_value(element)
            fresh = element.by_object
            count = self.integer(arguments[0])
            if name == "assign":
                return f"{text}[:] = [{value}] * {self.integer(arguments[0], PRODUCT + 1)}", 0
            self.helpers.add("resize")
            return f"resize({text}, {count}, {'lambda: ' + value if fresh else 'lambda: ' + value})", ATOM
        if name == "insert" and len(arguments) == 3:
            where, first, _ = arguments
            source = first.function.owner if isinstance(first, Call) and isinstance(first.function, Member) else None
            at_end = isinstance(where, Call) and isinstance(where.function, Member) and where.function.name == "end"
            if source is not None and at_end:
                return f"{text}.extend({self.text(source)})", ATOM
        if name == "insert" and len(arguments) == 2:
            where = arguments[0]
            if isinstance(where, Call) and isinstance(where.function, Member):
                value = self.converted(arguments[1], element)
                if where.function.name == "begin":
                    return f"{text}.insert(0, {value})", ATOM
                return f"{text}.append({value})", ATOM
        raise UntranslatedError(f"method {name} of a vector", call.line)

    def _string_method(self, call: Call, name: str, text: str) -> Printed:
        arguments = call.arguments
        if name in ("find", "rfind") and len(arguments) == 1:
            return f"{text}.{name}({self.string(arguments[0])})", ATOM
        if name == "substr":
            start = self.text(arguments[0])
            if len(arguments) == 1:
                return f"{text}[{start}:]", POSTFIX
            stop = self.text(arguments[1], SUM)
            return (f"{text}[:{stop}]" if start == "0" else f"{text}[{start}:{start} + {stop}]"), POSTFIX
        if name == "compare":
            self.helpers.add("strcmp")
            return f"strcmp({text}, {self.string(arguments[0])})", ATOM
        if name in ("append", "push_back"):
            return f"{text} += {self.string(arguments[0])}", 0
        if name == "clear":
            return f'{text} = ""', 0
        raise UntranslatedError(f"method {name} of a string", call.line)


def _names(expression: Expression) -> str:
    """The names in an expression of flags."""
    if isinstance(expression, Binary):
        return f"{_names(expression.left)} {_names(expression.right)}"
    return expression.name if isinstance(expression, Symbol) else ""


def is_format(expression: Expression) -> bool:
    return isinstance(expression, Text)


def _format_text(expression: Expression) -> str:
    assert isinstance(expression, Text)
    return expression.value


def _is_atom(text: str) -> bool:
    """Whether nothing stands outside brackets that could bind less tightly than %; no tuple comes out of printf."""
    depth = 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0 and not (sign.isalnum() or sign in "_.)]}"):
            return False
    return True
