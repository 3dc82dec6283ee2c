"""Printing: methods of containers and strings."""
from __future__ import annotations

from ._precedence import ATOM, COMPARE, POSTFIX, PRODUCT, SUM, Printed
from ._print_algorithms import REMOVING, Algorithms
from ._print_iterators import BEGINS, ENDS
from ._ranges import is_position
from ._tree import Braces, Call, Expression, Member, Number, Symbol, UntranslatedError
from ._types import CType
from ._values import kept, no_value


class Containers(Algorithms):
    def vector(self, type_: CType, items: list[Expression], braces: bool, kind: str) -> str:
        raise NotImplementedError               # Vectors has it

    def assigned(self, vector: Expression, place: str, text: str) -> Printed:
        raise NotImplementedError

    def _std_now(self, call: Call) -> str:
        self.imports.add("time")
        return "time.perf_counter()"

    def _std_duration_cast(self, call: Call) -> str:
        return self.text(call.arguments[0], POSTFIX)

    def _std_sleep_for(self, call: Call) -> str:
        self.imports.add("time")
        return f"time.sleep({self.text(call.arguments[0])})"

    def _std_get_id(self, call: Call) -> str:
        self.imports.add("threading")
        return "threading.get_ident()"

    # -- methods of containers and strings
    def container_method(self, call: Call, owner: Expression, type_: CType, name: str, text: str) -> Printed:
        arguments = call.arguments
        grown = kept(owner) == "list" if type_.kind == "vector" else True
        if name in BEGINS or name in ENDS or (name == "find" and type_.kind in ("map", "set")):
            return self._p_iterator(call)
        if name in ("size", "length", "capacity"):
            return f"len({text}{'.encode()' if type_.kind == 'string' else ''})", ATOM
        if name == "empty":
            return f"len({text}) == 0", COMPARE
        if name == "at":
            place = f"{text}[{self.index(arguments[0])}]"
            return (f"ord({place})", ATOM) if type_.kind == "string" else (place, POSTFIX)
        if name in ("front", "back", "top"):
            place = f"{text}[{0 if name == 'front' else -1}]"
            return (f"ord({place})", ATOM) if type_.kind == "string" else (place, POSTFIX)
        if name == "data" or name == "c_str":
            return (f"{text}.encode()" if type_.kind == "string" else text), POSTFIX
        if name in ("reserve", "shrink_to_fit"):
            return "", ATOM
        if name == "assign" and type_.kind == "vector" and arguments and isinstance(arguments[0], Braces):
            return self.assigned(owner, text, self.vector(type_, arguments[0].items, True, kept(owner)))
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
            return self._keyed_method(call, type_, name, text)
        if name == "fill":
            return f"{text}[:] = {self.converted(arguments[0], type_.element)}", 0
        raise UntranslatedError(f"method {name} of a {type_.kind}", call.line)

    def _keyed_method(self, call: Call, type_: CType, name: str, text: str) -> Printed:
        arguments = call.arguments
        if name in ("count", "contains"):
            return f"int({self.index(arguments[0])} in {text})", ATOM
        if name == "clear":
            return f"{text}.clear()", ATOM
        if name == "erase" and len(arguments) == 1:
            key = self.index(arguments[0])
            if arguments[0].type.kind == "iterator":
                return (f"del {text}[{key}]", 0) if type_.kind == "map" else (f"{text}.remove({key})", ATOM)
            return (f"{text}.pop({key}, None)" if type_.kind == "map" else f"{text}.discard({key})"), ATOM
        if type_.kind == "set" and name in ("insert", "emplace") and len(arguments) == 1:
            return f"{text}.add({self.index(arguments[0])})", ATOM
        if name == "insert" and len(arguments) == 2:
            return f"{text}.update({self.part(call).sliced()})", ATOM
        if type_.kind == "map" and name in ("insert", "emplace", "try_emplace", "insert_or_assign"):
            pair = _items(arguments[0]) if len(arguments) == 1 else arguments
            if len(pair) == 2 and len(type_.of) == 2:
                key, value = self.index(pair[0]), self.converted(pair[1], type_.of[1])
                return (f"{text}[{key}] = {value}", 0) if name == "insert_or_assign" else (
                    f"{text}.setdefault({key}, {value})", ATOM)
        raise UntranslatedError(f"method {name} of a {type_.kind}", call.line)

    def nothing(self, element: CType) -> str:
        """An element made without a value."""
        return self.construct(element, [], False) if element.kind == "vector" else no_value(element)

    def _list_method(self, call: Call, element: CType, name: str, text: str) -> Printed:
        arguments = call.arguments
        if name in ("push_back", "emplace_back", "push", "emplace") and not (name == "emplace" and _is_iterator(call)):
            if name in ("emplace_back", "emplace") and (len(arguments) != 1 or element.kind in ("struct", "thread")):
                return f"{text}.append({self.construct(element, arguments, False)})", ATOM
            return f"{text}.append({self.converted(arguments[0], element)})", ATOM
        if name in ("push_front", "emplace_front"):
            return f"{text}.insert(0, {self.converted(arguments[0], element)})", ATOM
        if name in ("pop_back", "pop_front", "pop"):
            owner = call.function.owner if isinstance(call.function, Member) else None
            first = name == "pop_front" or (name == "pop" and owner is not None and owner.type.name == "queue")
            return f"{text}.pop({'0' if first else ''})", ATOM
        if name == "erase":
            return self._erased(call, text), 0
        if name == "clear":
            return f"{text}.clear()", ATOM
        if name in ("resize", "assign") and arguments and arguments[0].type.is_integer:
            value = self.converted(arguments[1], element) if len(arguments) > 1 else self.nothing(element)
            count = self.integer(arguments[0])
            if name == "assign":
                return f"{text}[:] = [{value}] * {self.integer(arguments[0], PRODUCT + 1)}", 0
            self.helpers.add("resize")
            return f"resize({text}, {count}, lambda: {value})", ATOM
        if name == "assign" and len(arguments) == 2:
            return f"{text}[:] = {self.part(call).sliced()}", 0
        if name in ("insert", "emplace") and len(arguments) > 1:
            return self._inserted(call, element, text)
        raise UntranslatedError(f"method {name} of a vector", call.line)

    def _erased(self, call: Call, text: str) -> str:
        first = call.arguments[0]
        if isinstance(first, Call) and isinstance(first.function, Symbol) and first.function.name in REMOVING:
            return self.without(call, text)
        if len(call.arguments) == 1:
            return f"del {text}[{self.position(first)}]"
        return f"del {self.part(call).place()}"

    def _inserted(self, call: Call, element: CType, text: str) -> Printed:
        where, *values = call.arguments
        at = self.position(where)
        if len(values) == 1 and not isinstance(values[0], Braces):
            value = self.converted(values[0], element)
            return (f"{text}.append({value})" if at == f"len({text})" else f"{text}.insert({at}, {value})"), ATOM
        if isinstance(values[0], Braces):
            added = f"[{', '.join(self.converted(i, element) for i in values[0].items)}]"
        elif values[0].type.is_integer:
            added = f"[{self.converted(values[1], element)}] * {self.integer(values[0], PRODUCT + 1)}"
        else:
            added = self.part(call, 1).sliced()
        return (f"{text}.extend({added})", ATOM) if at == f"len({text})" else (f"{text}[{at}:{at}] = {added}", 0)

    def _spliced(self, call: Call, name: str, text: str) -> str:
        """A string with a part of it replaced."""
        start = self.integer(call.arguments[0], SUM)
        count = "0" if name == "insert" else self.integer(call.arguments[1], SUM) if len(call.arguments) > 1 else ""
        added = "" if name == "erase" else self.string(call.arguments[-1])
        stop = str(int(start) + int(count)) if (start + count).isdigit() and count else (
            start if count == "0" else count if start == "0" else f"{start} + {count}")
        pieces = ["" if start == "0" else f"{text}[:{start}]", added, f"{text}[{stop}:]" if count else ""]
        return " + ".join(filter(None, pieces)) or '""'

    def _string_method(self, call: Call, name: str, text: str) -> Printed:
        arguments = call.arguments
        if name in ("find", "rfind") and len(arguments) < 3:
            start = f", {self.text(arguments[1])}" if len(arguments) > 1 else ""
            if start and name == "rfind":
                raise UntranslatedError("rfind up to a place", call.line)
            return f"{text}.{name}({self.string(arguments[0])}{start})", ATOM
        if name in ("find_first_of", "find_last_of") and len(arguments) == 1:
            places = "max({0}, default=-1)" if name == "find_last_of" else "next({0}, -1)"
            return places.format(f"(i for i, sign in enumerate({text}) if sign in {self.string(arguments[0])})"), ATOM
        if name in ("replace", "erase", "insert") and arguments and arguments[0].type.is_integer:
            return f"{text} = {self._spliced(call, name, text)}", 0
        if name == "pop_back":
            return f"{text} = {text}[:-1]", 0
        if name in ("starts_with", "ends_with"):
            return f"{text}.{name.replace('_', '')}({self.string(arguments[0])})", ATOM
        if name == "substr":
            start = self.text(arguments[0])
            if len(arguments) == 1:
                return f"{text}[{start}:]", POSTFIX
            stop = self.text(arguments[1], SUM)
            if is_position(arguments[1]):                # npos: all that there is
                stop = self.as_size(arguments[1], SUM)
            return (f"{text}[:{stop}]" if start == "0" else f"{text}[{start}:{start} + {stop}]"), POSTFIX
        if name == "compare":
            self.helpers.add("strcmp")
            return f"strcmp({text}, {self.string(arguments[0])})", ATOM
        if name in ("append", "push_back"):
            return f"{text} += {self.string(arguments[0])}", 0
        if name == "clear":
            return f'{text} = ""', 0
        raise UntranslatedError(f"method {name} of a string", call.line)


def _items(pair: Expression) -> list[Expression]:
    """The two of `{key, value}`, `std::make_pair(key, value)` and `std::pair<K, V>(key, value)`."""
    return list(getattr(pair, "items", None) or getattr(pair, "arguments", []))


def _is_iterator(call: Call) -> bool:
    return bool(call.arguments) and call.arguments[0].type.kind == "iterator"
