"""Printing: objects that are made, one method for each kind of type."""
from __future__ import annotations

from ._precedence import ATOM, Printed
from ._print_vectors import Vectors
from ._tree import (
    Braces,
    Call,
    Construct,
    Expression,
    Function,
    Number,
    Symbol,
    Unary,
    UntranslatedError,
    Variable,
)
from ._types import CType, pointer
from ._values import fits, in_memory, kept_by_type, no_value

# How many of a unit make a second; a duration is a float of seconds.
DURATIONS = {"seconds": "1", "milliseconds": "1000", "microseconds": "1000000", "nanoseconds": "1000000000"}


class Constructs(Vectors):
    def passed(self, function: Function, call: Call) -> list[str]:
        raise NotImplementedError               # CallPrinter has it

    def c_array(self, variable: Variable, value: Expression | None) -> str:
        raise NotImplementedError               # Declarations has it

    @staticmethod
    def fitting(constructors: list[Function], items: list[Expression]) -> Function | None:
        """The constructor that takes such arguments."""
        by_count = [c for c in constructors if len(c.parameters) - len(c.defaults) <= len(items) <= len(c.parameters)]
        exact = [c for c in by_count if all(fits(p.type, i.type) for p, i in zip(c.parameters, items, strict=False))]
        near = [c for c in by_count if all(p.type.is_number == i.type.is_number for p, i in zip(
            c.parameters, items, strict=False))]
        return next(iter(exact or near or by_count), None)

    def _chosen(self, name: str, call: Call) -> Function | None:
        raise NotImplementedError

    def template_argument(self, function: Function, template: str, call: Call) -> str:
        raise NotImplementedError               # Calls have it

    def _p_construct(self, construct: Construct) -> Printed:
        if construct.type.kind == "new":
            inner = construct.type.element
            if not inner.by_object:
                value = f", {self.converted(construct.arguments[0], inner)}" if construct.arguments else ""
                return f"ffi.new({self.named(pointer(inner))}{value})", ATOM
            return self.construct(inner, construct.arguments, False), ATOM
        return self.construct(construct.type, construct.arguments, construct.braces), 0

    def construct(self, type_: CType, items: list[Expression], braces: bool) -> str:
        """An object of a type from what its constructor, or what stands in its braces."""
        maker = getattr(self, "_new_" + type_.kind, None)
        if maker is not None:
            made: str = maker(type_, items, braces)
            return made
        if (type_.is_number or type_.kind in ("pointer", "template")) and len(items) <= 1:
            return self.converted(items[0], type_) if items else no_value(type_)
        raise UntranslatedError(f"object of type {type_.name or type_.kind}")

    def _new_vector(self, type_: CType, items: list[Expression], braces: bool) -> str:
        return self.vector(type_, items, braces, kept_by_type(type_))

    def _new_string(self, type_: CType, items: list[Expression], braces: bool) -> str:
        if not items:
            return '""'
        if isinstance(items[0], Construct) and items[0].type.kind == "content":
            return f"{self.content(items[0])}.decode()"
        if len(items) == 2 and not braces and items[1].type.name == "char":
            return f"{self.string(items[1])} * {self.text(items[0])}"
        if len(items) == 2 and items[1].type.is_integer:
            return f"{self.string(items[0])}[:{self.text(items[1])}]"
        if len(items) == 2 and items[0].type.kind == "iterator":
            return self.part(Call(arguments=items)).sliced()
        return self.string(items[0])

    def _new_thread(self, type_: CType, items: list[Expression], braces: bool) -> str:
        return self._thread(items)

    def _new_pair(self, type_: CType, items: list[Expression], braces: bool) -> str:
        kinds = type_.of if len(type_.of) == len(items) else [i.type for i in items]
        texts = [self.converted(i, k) for i, k in zip(items, kinds, strict=True)]
        return f"({', '.join(texts)}{',' if len(items) == 1 else ''})"

    def _new_mutex(self, type_: CType, items: list[Expression], braces: bool) -> str:
        self.imports.add("threading")
        return "threading.RLock()" if type_.name == "recursive" else "threading.Lock()"

    def _new_condition(self, type_: CType, items: list[Expression], braces: bool) -> str:
        self.imports |= {"threading", "time"}
        self.helpers |= {"unique_lock", "condition_variable"}
        return "condition_variable()"

    def _new_map(self, type_: CType, items: list[Expression], braces: bool) -> str:
        pairs = [i.items for i in items if isinstance(i, Braces) and len(i.items) == 2]
        value = type_.of[1] if len(type_.of) > 1 else None
        entries = (f"{self.index(k)}: {self.converted(v, value) if value is not None else self.text(v)}"
                   for k, v in pairs)
        return "{" + ", ".join(entries) + "}"

    def _new_set(self, type_: CType, items: list[Expression], braces: bool) -> str:
        if not braces and len(items) == 2 and items[0].type.kind == "iterator":
            return f"set({self.values(self.part(Call(arguments=items)))})"
        return "{" + ", ".join(self.index(i) for i in items) + "}" if items else "set()"

    def _new_complex(self, type_: CType, items: list[Expression], braces: bool) -> str:
        return f"complex({', '.join(self.converted(i, type_.element) for i in items)})"

    def _new_file(self, type_: CType, items: list[Expression], braces: bool) -> str:
        return self.opened(type_, items)

    def _new_engine(self, type_: CType, items: list[Expression], braces: bool) -> str:
        return self.drawn_from(type_, items)

    _new_random = _new_engine

    def _new_array(self, type_: CType, items: list[Expression], braces: bool) -> str:
        """Of `new T[length]`: the length, and values."""
        if not items or not (type_.element.is_number or type_.element.kind in ("template", "pointer")):
            raise UntranslatedError(f"array of {type_.element.name or type_.element.kind}")
        if len(items) == 1:
            return f"ffi.new({self.named(type_.element, '[]')}, {self.integer(items[0])})"
        if not isinstance(items[0], Number):
            raise UntranslatedError("new with a length that is no literal, and values", items[0].line)
        values = ", ".join(self.converted(i, type_.element) for i in items[1:])
        return f"ffi.new({self.named(type_.element, f'[{items[0].value}]')}, [{values}])"

    def _new_duration(self, type_: CType, items: list[Expression], braces: bool) -> str:
        if not items:
            return "0.0"
        if items[0].type.kind == "duration":
            return self.text(items[0])
        return f"{self.text(items[0], 12)} / {DURATIONS[type_.name]}"

    def _new_stringstream(self, type_: CType, items: list[Expression], braces: bool) -> str:
        self.imports.add("io")
        return f"io.StringIO({self.string(items[0]) if items else ''})"

    def _new_struct(self, type_: CType, items: list[Expression], braces: bool) -> str:
        struct = self.program.structs.get(type_.name)
        if struct is None:
            raise UntranslatedError(f"object of type {type_.name}")
        constructors = self.constructors(struct)
        if constructors:
            chosen = self.fitting(constructors, items)
            if chosen is None:
                raise UntranslatedError(f"constructor of {type_.name} with {len(items)} arguments")
            maker = type_.name if chosen.name == "__init__" else f"{type_.name}.{chosen.name}"
            call = Call(arguments=items)
            given = [self.template_argument(chosen, t, call) for t in chosen.explicit_templates()]
            return f"{maker}({', '.join(given + self.passed(chosen, call))})"
        inherited = next((s for s in self.program.lineage(struct.name)[1:] if self.constructors(s)), None)
        if inherited is not None:                                    # `using Base::Base;`
            made = self._new_struct(CType("struct", inherited.name), items, braces)
            return type_.name + made.removeprefix(inherited.name)
        if not braces and len(items) == 1 and items[0].type.kind == "struct" and items[0].type.name == type_.name:
            return self.converted(items[0], type_)                   # a copy
        texts = []
        for (field, _), item in zip(struct.fields, items, strict=False):
            value = (self.c_array(field, item) if field.type.kind == "array" else
                     self.construct(field.type, item.items, True) if isinstance(item, Braces)
                     else self.converted(item, field.type.plain))
            if in_memory(field):
                value = self.new(field.type, value)
            texts.append(value)
        return f"{type_.name}({', '.join(texts)})"

    def _std_async(self, call: Call) -> str:
        """The launch policy does not matter: what is asked for runs in a thread of its own."""
        items = [a for a in call.arguments if not (isinstance(a, Symbol) and a.name in ("async", "deferred"))]
        before = set(self.helpers)
        started = self._thread(items)
        self.helpers &= before | (self.helpers - {"start_thread"})
        self.helpers.add("start_async")
        self.imports.add("ThreadPoolExecutor")
        return started.replace("start_thread(", "start_async(", 1)

    def _thread(self, items: list[Expression]) -> str:
        if not items:
            return "None"
        self.imports.add("threading")
        target, arguments = items[0], items[1:]
        while isinstance(target, Unary) and target.operator == "&":
            target = target.operand
        chosen = self._chosen(target.name, Call(arguments=arguments)) if isinstance(target, Symbol) else None
        stripped = [a.arguments[0] if isinstance(a, Call) and isinstance(a.function, Symbol)
                    and a.function.name in ("ref", "cref") else a for a in arguments]
        texts = [self.text(stripped.pop(0))] if chosen is not None and chosen.owner and chosen.kind != "static" else []
        texts += self.passed(chosen, Call(arguments=stripped)) if chosen else [self.text(a) for a in stripped]
        self.helpers.add("start_thread")
        return f"start_thread({', '.join([self.text(target), *texts])})"
