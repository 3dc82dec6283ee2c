"""Printing: classes, structs, unions, enumerations."""
from __future__ import annotations

from ._formats import quoted
from ._layout import indented
from ._precedence import PRODUCT
from ._print_statements import StatementPrinter
from ._tree import (
    Braces,
    Enumeration,
    Expression,
    Function,
    Number,
    Remarks,
    Return,
    Statement,
    Struct,
    UntranslatedError,
    Variable,
)
from ._types import CType
from ._values import in_memory, kept_as
from ._walk import inner


class ClassPrinter(StatementPrinter):
    def top(self, item: Statement) -> list[str]:
        raise NotImplementedError               # ProgramPrinter has it

    def function_lines(self, function: Function, owner: str = "") -> list[str]:
        raise NotImplementedError

    def header(self, function: Function, owner: str) -> list[str]:
        raise NotImplementedError

    def function_body(self, function: Function) -> list[str]:
        raise NotImplementedError

    def struct_lines(self, struct: Struct) -> list[str]:
        if struct.is_union:
            return self._union(struct)
        if self.is_c_struct(struct.name):
            return self._c_struct(struct)
        constructors = self.constructors(struct)
        lines: list[str] = []
        simple = not constructors and not self._inherits_constructor(struct)
        if simple and struct.fields:
            self.imports.add("dataclasses")
            lines.append("@dataclasses.dataclass")
        bases = [*struct.bases, *([struct.exception] if struct.exception else [])]
        lines.append(f"class {struct.name}{'(' + ', '.join(bases) + ')' if bases else ''}:")
        inside: list[str] = []
        for statement in struct.body:
            inside += self.top(statement)
        for variable, value in struct.constants:
            text = f"{variable.name} = {self._field_value(variable, value)}"
            inside += self._remarked(struct.remarks, variable.c_name, [text])
        if simple:
            for variable, value in struct.fields:
                inside += self._remarked(struct.remarks, variable.c_name, [self._field(variable, value)])
        elif not constructors and struct.fields:
            inside += ["", "def __init__(self, *arguments: object) -> None:", "    super().__init__(*arguments)",
                       *indented([f"self.{v.name} = {self._field_value(v, value)}" for v, value in struct.fields])]
        for constructor in constructors:
            made = self._constructor(struct, constructor)
            inside += ["", *self._remarked(struct.remarks, constructor.remarked, made)]
        for method in [*struct.methods, *(p for p in struct.prototypes if p.kind == "abstract")]:
            if method.kind not in ("constructor", "destructor"):
                inside += ["", *self._remarked(struct.remarks, method.remarked, self._method_lines(struct, method))]
        inside += self._destructor(struct)
        while inside and not inside[0]:
            inside.pop(0)
        return [*lines, *indented(inside or ["pass"])]

    def _remarked(self, remarks: Remarks, name: str, lines: list[str]) -> list[str]:
        """A member of a class with the comments on it."""
        above = [line for comment in remarks.above.pop(name, []) for line in self._s_comment(comment)]
        behind = remarks.behind.pop(name, "")
        if behind and len(lines) == 1 and len(lines[0]) + len(behind) < 100:
            return [*above, f"{lines[0]}  # {behind}"]
        return [*above, *([f"# {behind}"] if behind else []), *lines]

    def _method_lines(self, struct: Struct, method: Function) -> list[str]:
        if method.kind == "abstract":
            return [*self.header(method, struct.name), "    raise NotImplementedError"]
        lines = self.function_lines(method, struct.name)
        if method.name == "__getitem__" and method.gives_reference:
            lines += ["", *self._item_setter(method)]
        if method.c_name == "what" and struct.exception:
            lines += ["", "def __str__(self) -> str:", "    return self.what().decode()"]
        return lines

    def _item_setter(self, method: Function) -> list[str]:
        """What makes `object[i] = value` of an operator[] that gives a reference."""
        name = method.parameters[0].name
        self.imports.add("Any")
        outer, self.function = self.function, method
        try:
            place = self.text(method.resulting[-1])
        finally:
            self.function = outer
        return [f"def __setitem__(self, {name}: Any, value: Any) -> None:", f"    {place} = value"]

    # -- constructors
    def constructors(self, struct: Struct) -> list[Function]:
        """The constructors, named: __init__ for the one that others delegate to, or without parameters, or the first;
        the others are class methods."""
        found = [m for m in struct.methods if m.kind == "constructor"]
        if not found or (len(found) == 1 and not found[0].parameters and not found[0].body
                         and not found[0].initializers and not self._inherits_constructor(struct)):
            return []
        usual = [c for c in found if not self._is_copying(c)] or found
        delegating = [c for c in usual if dict(c.initializers).get(struct.name) is not None]
        targets = [self.fitting(usual, dict(c.initializers)[struct.name]) for c in delegating]
        first = next((t for t in targets if t is not None and t not in delegating), None) or next(
            (c for c in usual if not c.parameters and c not in delegating), None) or next(
            c for c in usual if c not in delegating)
        for constructor in found:
            names = "_".join(p.name.strip("_") for p in constructor.parameters)
            constructor.name = "__init__" if constructor is first else {"copy": "copied", "move": "moved"}.get(
                self._is_copying(constructor)) or (f"from_{names}" if names else "default")
        return found

    @staticmethod
    def _is_copying(constructor: Function) -> str:
        """"copy" or "move" for a constructor that gets an object of its own class, else ""."""
        types = [p.type for p in constructor.parameters]
        if len(types) != 1 or types[0].kind != "struct" or types[0].name != constructor.owner:
            return ""
        return "copy" if types[0].const else "move"

    def _inherits_constructor(self, struct: Struct) -> bool:
        return bool(struct.exception) or any(
            m.kind == "constructor" for s in self.program.lineage(struct.name)[1:] for m in s.methods)

    def _constructor(self, struct: Struct, constructor: Function) -> list[str]:
        given = dict(constructor.initializers)
        outer, self.function = self.function, constructor
        try:
            first = constructor.name == "__init__"
            constructor.result = CType("void", "void") if first else CType("struct", struct.name)
            body: list[str] = []
            if struct.name in given:                                    # delegates
                made = self.construct(CType("struct", struct.name), given[struct.name], False)
                body.append(f"vars(self).update(vars({made}))" if first else f"self = {made}")
            else:
                if not first:
                    body.append("self = cls.__new__(cls)")
                body += self._base_calls(struct, given, first)
                for variable, value in struct.fields:
                    text = f"self.{variable.name} = {self._field_value(variable, value, given.get(variable.c_name))}"
                    body += self._remarked(struct.remarks, variable.c_name, [text])
            rest = self.function_body(constructor)
            body += rest if rest != ["pass"] or not body else []
            if not first:
                body = [*([] if body[-1] == "return" else body), "return self"]
            header = self.header(constructor, struct.name)
        finally:
            self.function = outer
        if not first:
            header = ["@classmethod", header[-1].replace("(self", "(cls", 1).replace(
                f"-> {struct.name}:", f'-> "{struct.name}":')]
        return [*header, *indented(body)]

    def _base_calls(self, struct: Struct, given: dict[str, list[Expression]], first: bool) -> list[str]:
        calls = []
        for name in struct.bases:
            passed = given.get(name)
            constructors = [m for s in self.program.lineage(name) for m in s.methods if m.kind == "constructor"]
            if passed is None and not constructors and not self.program.structs[name].fields:
                continue
            made = self.construct(CType("struct", name), passed or [], False)
            if made.startswith(f"{name}(") and first and len(struct.bases) == 1:
                calls.append("super().__init__" + made.removeprefix(name))
            elif made.startswith(f"{name}("):
                calls.append(f"{name}.__init__(self{', ' if made[len(name) + 1] != ')' else ''}{made[len(name) + 1:]}")
            else:
                calls.append(f"vars(self).update(vars({made}))")
        if struct.exception:
            own = [v.c_name for v, _ in struct.fields]
            texts = [self.string(a) for name, arguments in given.items() if name not in own for a in arguments]
            calls.append(f"super().__init__({', '.join(texts)})")
        return calls

    def _field_value(self, variable: Variable, value: Expression | None,
                     arguments: list[Expression] | None = None) -> str:
        """What a constructor gives a field: the arguments of its initializer, or the default."""
        if arguments is None:
            return self.in_place(variable, value) if in_memory(variable) else self._initial(variable, value)
        if variable.type.kind == "vector":
            return self.vector(variable.type, arguments, False, kept_as(variable))
        if variable.type.by_object and len(arguments) != 1:
            return self.construct(variable.type, arguments, False)
        if in_memory(variable):
            return self.in_place(variable, arguments[0] if arguments else None)
        return self._initial(variable, arguments[0] if arguments else None)

    # -- the end of an object
    def _destructor(self, struct: Struct) -> list[str]:
        """close(), and what a `with` needs: its own destructor, then those of its fields, last first."""
        destructor = next((m for m in struct.methods if m.kind == "destructor"), None)
        fields = self.closing(struct)
        inherited = any(self.has_destructor(CType("struct", b)) for b in struct.bases)
        if destructor is None and not fields and (inherited or not self.has_destructor(CType("struct", struct.name))):
            return []
        closing = fields + (["super().close()"] if inherited else [])
        if destructor is not None:
            destructor.name = "close"
            lines = self._remarked(struct.remarks, destructor.remarked, self.function_lines(destructor, struct.name))
            if closing and lines[-1].strip() == "pass":
                lines.pop()
        else:
            lines = ["def close(self) -> None:"]
        if closing and any(isinstance(s, Return) for s in _all(destructor.body if destructor is not None else [])):
            raise UntranslatedError("return in a destructor before its fields end", struct.line)
        if destructor is None and not closing:
            lines += ['    """What inherits from this releases something."""']
        lines += indented(closing)
        if not inherited:
            lines += ["", f'def __enter__(self) -> "{struct.name}":', "    return self",
                      "", "def __exit__(self, *error: object) -> None:", "    self.close()"]
        return ["", *lines]

    def _field(self, variable: Variable, value: Expression | None) -> str:
        hint = self.annotation(variable)
        if in_memory(variable):
            made = self.in_place(variable, value)
            return f"{variable.name}: {hint} = dataclasses.field(default_factory=lambda: {made})"
        text = self._initial(variable, value)
        if text == "[]":
            return f"{variable.name}: {hint} = dataclasses.field(default_factory=list)"
        to_object = variable.type.kind == "pointer" and variable.type.element.by_object and text != "None"
        if variable.type.kind in ("vector", "array", "struct", "map", "set", "mutex", "condition", "engine", "random",
                                  "stringstream") or to_object:
            return f"{variable.name}: {hint} = dataclasses.field(default_factory=lambda: {text})"
        return f"{variable.name}: {hint} = {text}"

    def _c_struct(self, struct: Struct) -> list[str]:
        """A struct whose bytes C reads or writes: fields alone, laid out as C does."""
        self.imports.add("ctypes")
        lines: list[str] = []
        for variable, _ in struct.fields:
            kind = self._c_type(variable.type)
            if variable.length is not None:
                kind = f"{self._c_type(variable.type.element)} * {self.text(variable.length, PRODUCT)}"
            lines += self._remarked(struct.remarks, variable.c_name, [f'("{variable.name}", {kind}),'])
        pack = [f"    _pack_ = {self.pack(struct)}"] if self.pack(struct) else []
        fields = ["    _fields_ = (", *indented(indented(lines)), "    )"]
        return [f"class {struct.name}(ctypes.Structure):", *pack, *fields]

    def is_c_struct(self, name: str) -> bool:
        """Whether a class is one of C's: its bytes are used, and it is numbers alone."""
        struct = self.program.structs.get(name)
        return struct is not None and struct.is_memory and not (
            struct.is_union or struct.methods or struct.bases or struct.alignment > 1) and all(
                self._c_type(v.type.element if v.length is not None else v.type) and (value is None or _is_zero(value))
                and not (v.length is not None and _is_zero(v.length))            # `ids[0]`: as long as the memory is
                for v, value in struct.fields)

    def _c_type(self, type_: CType) -> str:
        """What ctypes calls a type; "" if it is no number."""
        if type_.kind == "float":
            return "ctypes.c_float" if type_.bits == 32 else "ctypes.c_double"
        if type_.kind == "bool":
            return "ctypes.c_bool"
        if type_.is_integer and type_.bits in (8, 16, 32, 64):
            return f"ctypes.c_{'' if type_.signed else 'u'}int{type_.bits}"
        return type_.name if type_.kind == "struct" and self.is_c_struct(type_.name) else ""

    def _union(self, struct: Struct) -> list[str]:
        """A union of numbers: fields that share their bytes."""
        self.imports |= {"numpy", "Any"}
        names = ", ".join(quoted(v.name) for v, _ in struct.fields)
        kinds = ", ".join(
            f"({self.dtype(v.type.element)}, {self.text(v.length)})" if v.type.kind == "array" and v.length is not None
            else self.dtype(v.type) for v, _ in struct.fields)
        zeros = ", ".join("0" for _ in struct.fields)
        layout = f'{{"names": [{names}], "formats": [{kinds}], "offsets": [{zeros}]}}'
        return [f"{struct.name}_dtype = np.dtype({layout})",
                "", "", f"def {struct.name}() -> Any:",
                '    """The fields share their bytes."""',
                f"    return np.rec.array(np.zeros(1, dtype={struct.name}_dtype))[0]"]

    def enumeration_lines(self, item: Enumeration) -> list[str]:
        lines: list[str] = []
        previous = last = ""
        for name, value in item.members:
            text = self.text(value) if value is not None else (
                "0" if not previous else str(int(previous) + 1) if previous.lstrip("-").isdigit() else f"{last} + 1")
            lines += self._remarked(item.remarks, name, [f"{name} = {text}"])
            previous, last = text, name
        if not item.scoped:
            return lines
        self.imports.add("enum")
        return [f"class {item.name}(enum.IntEnum):", *indented(lines)]


def _all(statements: list[Statement]) -> list[Statement]:
    return [found for s in statements for found in (s, *_all(inner(s)))]


def _is_zero(value: Expression) -> bool:
    """Whether a default is what the bytes of a fresh struct are."""
    return (isinstance(value, Number) and not value.value) or (isinstance(value, Braces) and not value.items)
