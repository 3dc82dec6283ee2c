"""Printing: algorithms on containers, methods of containers and strings."""
from __future__ import annotations

from ._print_expressions import ATOM, COMPARE, POSTFIX, PRODUCT, SUM, Printed
from ._print_std import StdCalls
from ._tree import Call, Expression, Member, Number, UntranslatedError
from ._types import CType
from ._values import kept


class Containers(StdCalls):
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

    def _std_now(self, call: Call) -> str:
        self.imports.add("time")
        return "time.perf_counter()"

    def _std_duration_cast(self, call: Call) -> str:
        return self.text(call.arguments[0], POSTFIX)

    def _std_sleep_for(self, call: Call) -> str:
        self.imports.add("time")
        return f"time.sleep({self.text(call.arguments[0])})"

    def _std_sort(self, call: Call) -> str:
        vector = self._whole(call)
        text = self.text(vector, POSTFIX)
        if len(call.arguments) == 2:
            return f"{text}.sort()"
        self.helpers.add("ordered_by")
        self.imports.add("cmp_to_key")
        key = f"key=ordered_by({self.text(call.arguments[2])})"
        return f"{text}[:] = sorted({text}, {key})" if kept(vector) == "array" else f"{text}.sort({key})"

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
            count = self.integer(arguments[0])
            if name == "assign":
                return f"{text}[:] = [{value}] * {self.integer(arguments[0], PRODUCT + 1)}", 0
            self.helpers.add("resize")
            return f"resize({text}, {count}, lambda: {value})", ATOM
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
