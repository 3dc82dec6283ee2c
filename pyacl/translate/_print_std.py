"""Printing: what samples call of the C and C++ libraries."""
from __future__ import annotations

from ._formats import quoted_bytes
from ._precedence import ATOM, POSTFIX, PRODUCT, SUM, Printed
from ._print_files import CALLS_ON_PATHS
from ._print_streams import Streams
from ._ranges import limit
from ._std import CLASSIFYING, EXACT, MATH
from ._tree import (
    Binary,
    Braces,
    Call,
    Cast,
    Construct,
    Expression,
    Member,
    Number,
    Symbol,
    Text,
    Unary,
    UntranslatedError,
)
from ._types import DOUBLE, INT, CType
from ._values import is_float_object, kept, text_kind


class StdCalls(Streams):
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
            written = self._formatted_bytes(arguments[1], arguments[2:], call)
            return f"{self.text(stream, POSTFIX)}.write({written})", ATOM
        if name in CALLS_ON_PATHS:
            return self.on_path(call, name), ATOM
        if name.startswith("S_IS"):
            return self.file_type(call, name), ATOM
        if name == "puts":
            return f"print({self.string(arguments[0], alone=True)})", ATOM
        if name in CLASSIFYING:
            return f"np.{name}({self._imported('numpy', self.text(arguments[0]))})", ATOM
        if name in MATH or name.removesuffix("f") in MATH:
            return self._math(call, name)
        if name in ("real", "imag") and arguments[0].type.kind == "complex":
            return f"{self.text(arguments[0], POSTFIX)}.{name}", POSTFIX
        if name == "conj":
            return f"{self.text(arguments[0], POSTFIX)}.conjugate()", POSTFIX
        if name in ("move", "ref", "cref", "forward"):
            return self.text(arguments[0]), 0
        if name in ("max", "min") and len(arguments) == 1 and isinstance(arguments[0], Braces):
            return f"{name}({', '.join(self.text(a) for a in arguments[0].items)})", ATOM
        if name in ("max", "min") and len(arguments) == 2:
            texts = [self.converted(a, call.type) if call.type.is_number else self.text(a) for a in arguments]
            return f"{name}({', '.join(texts)})", ATOM
        if name in ("exit", "quick_exit"):
            return f"sys.exit({self._imported('sys', self.text(arguments[0]))})", ATOM
        raise UntranslatedError(f"{name}", call.line)

    def _formatted_bytes(self, format_: Expression, arguments: list[Expression], call: Call) -> str:
        """What printf makes of its arguments, as bytes."""
        if not isinstance(format_, Text):
            raise UntranslatedError("printf with a format that is no literal", call.line)
        if not arguments:
            return quoted_bytes(format_.value.replace("%%", "%"))
        text, *values = self.formatted(format_, arguments, call.line)
        return f"({text} % ({', '.join(values)}{',' if len(values) == 1 else ''})).encode()"

    def _imported(self, module: str, text: str) -> str:
        self.imports.add(module)
        return text

    def _math(self, call: Call, name: str) -> Printed:
        base = name if name in MATH else name.removesuffix("f")
        function = MATH[base]
        texts = [self.converted(a, call.type) if a.type.kind != "int" or base != "ldexp" else self.integer(a)
                 for a in call.arguments]
        if base == "fabs":
            return f"abs({texts[0]})", ATOM
        self.imports.add(function.partition(".")[0].replace("np", "numpy"))
        single = call.type.kind == "float" and call.type.bits == 32
        if not single:
            return f"float({function}({', '.join(texts)}))", ATOM
        self.imports.add("numpy")
        if base in EXACT and function.startswith("np") and all(is_float_object(a) for a in call.arguments):
            return f"{function}({', '.join(texts)})", ATOM
        double = [] if base in EXACT or function.startswith("math") else ["dtype=np.float64"]
        return f"np.float32({function}({', '.join(texts + double)}))", ATOM

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

    def _std_assert(self, call: Call) -> str:
        return f"assert {self.condition(call.arguments[0])}"

    def _std_strlen(self, call: Call) -> str:
        return f"len({self.string(call.arguments[0])}.encode())"

    def _std_getenv(self, call: Call) -> str:
        self.imports.add("os")
        return f"os.environb.get({self.text(call.arguments[0])}, NULL)"

    def _std_stoi(self, call: Call) -> str:
        """The number at the start of a text; std::stoi raises where there is none, atoi gives 0."""
        text, base = self.string(call.arguments[0]), call.arguments[2] if len(call.arguments) > 2 else None
        if len(call.arguments) > 1 and not (isinstance(call.arguments[1], Number) and not call.arguments[1].value):
            raise UntranslatedError("stoi with the end of the number", call.line)
        return f"int({text}{', ' + self.text(base) if base is not None else ''})"

    _std_stol = _std_stoll = _std_stoul = _std_stoull = _std_stoi

    def _std_atoi(self, call: Call) -> str:
        self.helpers.add("leading_number")
        return f"leading_number({self.string(call.arguments[0])})[0]"

    _std_atol = _std_atoll = _std_atoi

    def _std_atof(self, call: Call) -> str:
        return f"float({self.string(call.arguments[0])})"

    _std_stod = _std_atof

    def _std_stof(self, call: Call) -> str:
        self.imports.add("numpy")
        return f"np.float32({self.string(call.arguments[0])})"

    def _std_fflush(self, call: Call) -> str:
        self.imports.add("sys")
        return "sys.stdout.flush()"

    def _std_setvbuf(self, call: Call) -> str:
        stream, mode = (a.name if isinstance(a, Symbol) else "" for a in (call.arguments[0], call.arguments[2]))
        if stream not in ("stdout", "stderr") or mode not in ("_IONBF", "_IOLBF"):
            raise UntranslatedError("setvbuf", call.line)
        self.imports.add("sys")
        return f"sys.{stream}.reconfigure({'write_through' if mode == '_IONBF' else 'line_buffering'}=True)"

    # -- numbers of chance
    def _std_rand(self, call: Call) -> str:
        """The C library's own."""
        self.helpers.add("libc")
        return f"libc.rand({', '.join(self.text(a) for a in call.arguments)})"

    def _std_srand(self, call: Call) -> str:
        return self._std_rand(call).replace("rand", "srand", 1)

    def _std_time(self, call: Call) -> str:
        if call.arguments and not (isinstance(call.arguments[0], Number) and not call.arguments[0].value):
            raise UntranslatedError("time into a variable", call.line)
        self.imports.add("time")
        return "int(time.time())"

    def _std_clock(self, call: Call) -> str:
        self.imports.add("time")
        return "int(time.process_time() * 1e6)"

    def drawn_from(self, type_: CType, items: list[Expression]) -> str:
        """A random engine or distribution from its constructor's arguments."""
        self.random.add(type_.name)
        element = type_.element if type_.of else DOUBLE
        if type_.kind == "engine" or type_.name == "bernoulli_distribution":
            return f"{type_.name}({', '.join(self.text(i) for i in items)})"
        texts = [self.converted(i, element) if type_.of else self.text(i) for i in items]
        if element.kind == "float" and element.bits == 32:
            texts.append(f"{'' if len(texts) == 2 else 'kind='}{self.dtype(element)}")
        return f"{type_.name}({', '.join(texts)})"

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
        held = call.template[0]
        if held.kind == "array":
            return self.construct(held, call.arguments, False)
        if held.is_number:
            return self.text(Construct(CType("new", of=(held,)), arguments=call.arguments))
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
            if expression.operand.type.kind == "struct":
                return self.object_memory(expression)
            return self.place(expression.operand)[0]
        return self.text(expression)

    def _std_memcpy(self, call: Call) -> str:
        target, source, size = call.arguments
        return f"ffi.memmove({self.memory(target)}, {self.memory(source)}, {self.text(size)})"

    _std_memmove = _std_memcpy

    def _std_memset(self, call: Call) -> str:
        target, value, size = call.arguments
        zero = isinstance(value, Number) and value.value == 0
        filled = (f"bytes({self.text(size)})" if zero
                  else f"bytes([{self._byte(value)}]) * {self.text(size, PRODUCT)}")
        return f"ffi.memmove({self.memory(target)}, {filled}, {self.text(size)})"

    def _byte(self, value: Expression) -> str:
        most = limit(value)
        return self.text(value) if most is not None and most < 256 else f"{self.text(value, SUM)} & 0xFF"

    def _std_snprintf(self, call: Call) -> str:
        return self._printed_into(call, 2, f", {self.text(call.arguments[1])}")

    def _std_sprintf(self, call: Call) -> str:
        return self._printed_into(call, 1, "")

    def _printed_into(self, call: Call, first: int, size: str) -> str:
        self.helpers.add("print_into")
        written = self._formatted_bytes(call.arguments[first], call.arguments[first + 1:], call)
        return f"print_into({self.memory(call.arguments[0])}, {written}{size})"

    def _std_strcat(self, call: Call) -> str:
        target, added = call.arguments
        text = self._c_text(added)
        return f'ffi.memmove({self.text(target, SUM)} + len(ffi.string({self.text(target)})), {text} + b"\\0", ' \
               f"len({text}) + 1)"

    def _c_text(self, expression: Expression) -> str:
        """A C string as bytes."""
        text = self.text(expression)
        return text if text_kind(expression) == "bytes" else f"ffi.string({text})"

    def _std_strncmp(self, call: Call) -> str:
        self.helpers.add("strcmp")
        count = self.text(call.arguments[2])
        left, right = (f"{self.string(a)}[:{count}]" for a in call.arguments[:2])
        return f"strcmp({left}, {right})"

    def _std_setenv(self, call: Call) -> str:
        self.imports.add("os")
        return f"os.environ.update({{{self.string(call.arguments[0])}: {self.string(call.arguments[1])}}})"

    def _std_strtol(self, call: Call) -> str:
        """`strtol(text, &end, base)`: the number, and the rest of the text behind it."""
        text, end, base = [*call.arguments, Number(INT, value=10, text="10")][:3]
        self.helpers.add("leading_number")
        if isinstance(end, Number):
            return f"leading_number({self.string(text)}, {self.text(base)})[0]"
        raise UntranslatedError("strtol with the end of the number", call.line)

    _std_strtoll = _std_strtoul = _std_strtoull = _std_strtol

    def _std_strtod(self, call: Call) -> str:
        if not isinstance(call.arguments[1], Number):
            raise UntranslatedError("strtod with the end of the number", call.line)
        return f"float({self.string(call.arguments[0])})"

    def _std_calloc(self, call: Call) -> str:
        count, size = call.arguments
        return f'ffi.new("char[]", {self.integer(count, PRODUCT)} * {self.integer(size, PRODUCT)})'

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

    def _std_free(self, call: Call) -> str:
        return ""                               # Python's memory frees itself

    def _std_malloc(self, call: Call) -> str:
        return f'ffi.new("char[]", {self.text(call.arguments[0])})'
