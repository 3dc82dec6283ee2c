"""Printing: declarations and the values that variables start with."""
from __future__ import annotations

from ._effects import all_within, changed_within, within
from ._formats import quoted_bytes
from ._layout import STEP
from ._precedence import ATOM, POSTFIX
from ._print_loops import Loops
from ._tree import (
    Assign,
    Braces,
    Call,
    Comment,
    Conditional,
    Construct,
    Declare,
    Do,
    Expression,
    Function,
    Lambda,
    Name,
    Number,
    Once,
    Return,
    Unary,
    Unpack,
    UntranslatedError,
    Variable,
)
from ._types import SIZE, CType
from ._values import in_memory, kept, kept_as, no_value, text_kind


class Declarations(Loops):
    scope: str                                  # the name of the innermost ExitStack

    # -- declarations
    def _waits(self, variable: Variable, value: Expression | None) -> bool:
        """Whether a static variable gets its value only when its function runs: what that is may show."""
        if self.has_destructor(variable.type) or (variable.type.kind == "struct" and self.effects.making_acts(
                variable.type)):
            return True
        return value is not None and (self.effects.of(value) or any(
            (isinstance(e, Call) and e.callee is not None) or (isinstance(e, Name) and not e.variable.is_constant)
            for e in within(value)))

    def _s_once(self, once: Once) -> list[str]:
        variable = once.variable
        if not self._waits(variable, once.value):
            return []
        assert self.function is not None
        self.function.outer_assigned.append(variable)
        made = f"{variable.name} = {self._made(variable, once.value)}"
        lines = [made, *self._closed_at_exit(variable)]
        return [f"if {variable.name} is None:", *(STEP + line for line in lines)]

    def _made(self, variable: Variable, value: Expression | None) -> str:
        return self.in_place(variable, value) if in_memory(variable) else self._initial(variable, value)

    def _closed_at_exit(self, variable: Variable) -> list[str]:
        if not self.has_destructor(variable.type):
            return []
        self.imports.add("atexit")
        return [f"atexit.register({variable.name}.close)"]

    def _s_declare(self, declare: Declare) -> list[str]:
        variable, value = declare.variable, declare.value
        type_ = variable.type
        if value is not None and not isinstance(value, Construct):
            self.refuse_temporaries(value)
        if variable.is_static and self._waits(variable, value):
            return [f"{variable.name}: {self.any_hint()} = None"]
        if isinstance(value, Lambda):
            return self.lambda_function(value, variable.name)
        if type_.kind == "owner":
            return self._owner(declare)
        if type_.kind == "guard":
            locked = value.arguments[0] if isinstance(value, Construct) and value.arguments else None
            if locked is None:
                raise UntranslatedError("lock of nothing", declare.line)
            if type_.name == "unique_lock":
                self.helpers.add("unique_lock")
                return [f"{variable.name} = {self.scope}.enter_context(unique_lock({self.text(locked)}))"]
            return [f"{variable.name} = {self.scope}.enter_context({self.text(locked)})"]
        if type_.reference and (type_.kind == "string" or not type_.by_object) and isinstance(value, Name) and (
                not variable.address_taken and not variable.is_reference) and self.function is not None and (
                value.variable in changed_within(self.function.body)):
            self.aliases[variable] = self.text(value)       # says what the other says then
            return []
        if variable.is_reference or (type_.reference and type_.by_object and value is not None):
            assert value is not None
            if type_.kind == "string" and not isinstance(value, Name) and self.function is not None and (
                    variable in changed_within(self.function.body)):
                raise UntranslatedError("a reference to a string that is changed", declare.line)
            if in_memory(variable):
                return [f"{variable.name} = {self.place(value)[0]}"]
            return [f"{variable.name} = {self.text(value)}"]
        if in_memory(variable):
            return [f"{variable.name} = {self.in_place(variable, value)}"]
        if self.owns(declare) and type_.kind == "vector":
            self.helpers.add("close_all")
            return [f"{variable.name} = {self._initial(variable, value)}",
                    f"{self.scope}.callback(close_all, {variable.name})"]
        if variable.role == "global" and not type_.reference and self.has_destructor(type_):
            return [f"{variable.name} = {self._initial(variable, value)}", *self._closed_at_exit(variable)]
        if self.owns(declare):
            made = self._initial(variable, value)
            return [f"{variable.name} = {self.scope}.enter_context({made})"]
        text = self._initial(variable, value)
        hint = ""
        if text in ("[]", "{}"):
            hint = f": {self.annotation(variable)}"
        return [f"{variable.name}{hint} = {text}"]

    def annotation(self, variable: Variable) -> str:
        raise NotImplementedError               # ProgramPrinter has it

    def any_hint(self) -> str:
        raise NotImplementedError               # ProgramPrinter has it

    def _s_unpack(self, unpack: Unpack) -> list[str]:
        assert unpack.value is not None
        if unpack.fields:
            self.hoisted.append(f"made = {self.text(unpack.value)}")
            values = ", ".join(f"made.{field}" for field in unpack.fields)
            return [f"{', '.join(v.name for v in unpack.variables)} = {values}"]
        return [f"{', '.join(v.name for v in unpack.variables)} = {self.text(unpack.value)}"]

    def _initial(self, variable: Variable, value: Expression | None) -> str:
        type_ = variable.type.plain
        if variable.defaulted and len(type_.of) == 2:
            self.imports.add("defaultdict")
            zero = no_value(type_.of[1])
            factory = {"0": "int", "0.0": "float", '""': "str", "[]": "list", "{}": "dict"}.get(zero, f"lambda: {zero}")
            items = getattr(value, "items", [])
            return f"defaultdict({factory}{', ' + self.construct(type_, items, True) if items else ''})"
        if type_.kind == "array":
            return self.c_array(variable, value)
        if type_.kind == "vector":
            return self._vector_value(variable, value)
        if type_.is_chars and value is not None:
            pointer = variable.role == "local" and text_kind(Name(type_, variable=variable)) == "pointer"
            return self.chars(value) if pointer else self.text(value)
        if value is None:
            made = type_.kind in ("struct", "stringstream", "mutex", "condition", "engine", "random")
            return self.construct(type_, [], False) if made else no_value(type_)
        if isinstance(value, Braces):
            if (type_.is_number or type_.kind == "pointer") and not value.items:
                return no_value(type_)
            return self.construct(type_, value.items, True)
        if isinstance(value, Construct) and value.type.kind == type_.kind and type_.kind != "new":
            return self.text(value)
        return self.converted(value, type_) if type_.kind not in ("unknown", "auto") else self.text(value)

    def _vector_value(self, variable: Variable, value: Expression | None) -> str:
        kind, type_ = kept_as(variable), variable.type
        fixed = type_.name.partition("array ")[2]
        if fixed and (value is None or (isinstance(value, Braces) and not value.items)):
            length = (Number(SIZE, value=int(fixed), text=fixed) if fixed.isdigit()
                      else Name(SIZE, variable=Variable(fixed, SIZE)))
            return self.vector(type_, [length], False, kind)
        if value is None:
            return self.vector(type_, [], True, kind)
        if isinstance(value, Construct) and value.type.kind == "vector":
            return self.vector(type_, value.arguments, value.braces, kind)
        if isinstance(value, Braces):
            items = value.items
            if fixed and len(items) == 1 and isinstance(items[0], Braces):
                items = items[0].items
            if fixed.isdigit() and type_.element.is_number:                  # the rest is zero
                items = [*items, *[Number(type_.element, value=0, text="0")] * (int(fixed) - len(items))]
            return self.vector(type_, items, True, kind)
        text, now = self.text(value), kept(value)
        if kind == now:
            made_here = isinstance(value, (Call, Conditional))
            return text if made_here else self.copied(type_, self.text(value, POSTFIX), kind)
        return f"np.array({text}, dtype={self.dtype(type_.element)})" if kind == "array" else f"list({text})"

    def in_place(self, variable: Variable, value: Expression | None) -> str:
        """What makes a variable that lives in memory."""
        type_ = variable.type.plain
        if isinstance(value, Braces) and len(value.items) < 2 and type_.kind != "abi":
            value = value.items[0] if value.items else None
        if value is None or (isinstance(value, Number) and value.value is None):
            return self.new(type_)
        if isinstance(value, Braces):
            items = ", ".join(self.text(i) for i in value.items)
            return self.new(type_, f"[{items}]" if value.items else "")
        if type_.kind == "half":
            self.imports.add("numpy")
            return self.new(type_, f"int({self.converted(value, type_)}.view(np.uint16))")
        return self.new(type_, self.converted(value, type_))

    def c_array(self, variable: Variable, value: Expression | None) -> str:
        element = variable.type.element
        length = self.text(variable.length) if variable.length is not None else ""
        items = value.items if isinstance(value, Braces) else []
        if element.is_chars and items and text_kind(value or items[0]) == "bytes":
            return f"[{', '.join(self.text(i) for i in items)}]"
        if element.by_object or element.kind == "function":
            if items:
                return f"[{', '.join(self.converted(i, element) for i in items)}]"
            made = self.construct(element, [], False) if element.kind == "struct" else no_value(element)
            return f"[{made} for _ in range({length})]"
        if element.kind == "half":
            return self.vector(CType("vector", of=(element,)), items or [variable.length] if variable.length else [],
                               bool(items), "array")
        if element.kind == "array":
            return self._nested_array(variable.type, length, items)
        element = element.plain
        if value is not None and not isinstance(value, Braces):
            text = self.text(value)
            if element.name == "char":
                return f'ffi.new("char[{length}]", {text})'
            raise UntranslatedError("array copied from an expression", value.line)
        simple = length.isdigit() or not length
        zeros = all(isinstance(i, Number) and not i.value for i in items)
        if element.name == "char" and items and not zeros:
            codes = [i.value for i in items if isinstance(i, Number) and isinstance(i.value, int)]
            if len(codes) != len(items):
                raise UntranslatedError("array of characters that are no literals", items[0].line)
            text = bytes(codes).decode("latin-1").rstrip("\0")
            return f'ffi.new("char[{length or len(items)}]", {quoted_bytes(text)})'
        if items and not (zeros and length):
            texts = ", ".join(self.converted(i, element) for i in items)
            return f"ffi.new({self.named(element, f'[{length if simple else str()}]')}, [{texts}])"
        return (f"ffi.new({self.named(element, f'[{length}]')})" if simple
                else f"ffi.new({self.named(element, '[]')}, {length})")

    def _nested_array(self, type_: CType, length: str, items: list[Expression]) -> str:
        name = self.c_name(CType("array", length if length.isdigit() or not length else f"{{{length}}}", type_.of))
        dimensions = name.partition("[")[2]
        form = "f" if any(c.isalpha() for c in dimensions) else ""
        if form:
            name = name.partition("[")[0] + "".join(
                f"[{{{d.strip('{}[]')}}}]" for d in name[name.index("["):].split("]") if d)
        values = f", {self._nested(items)}" if items else ""
        return f'ffi.new({form}"{name}"{values})'

    def _nested(self, items: list[Expression]) -> str:
        return "[" + ", ".join(self._nested(i.items) if isinstance(i, Braces) else self.text(i) for i in items) + "]"

    def _owner(self, declare: Declare) -> list[str]:
        variable, value = declare.variable, declare.value
        type_ = variable.type
        if type_.of and type_.element.by_object:
            inner = value
            if isinstance(value, Construct):
                inner = value.arguments[0] if value.arguments else None
            made = self.text(inner) if inner is not None else "None"
            return [f"{variable.name} = {f'{self.scope}.enter_context({made})' if self.owns(declare) else made}"]
        arguments = value.arguments if isinstance(value, Construct) else value.items if isinstance(
            value, Braces) else [value] if value is not None else []
        if len(arguments) == 1 and len(type_.of) > 1:           # the deleter is a type
            self.helpers.add("unique_ptr")
            made = f"unique_ptr({self.text(arguments[0])}, {type_.of[1].name}())"
            return [f"{variable.name} = {self.scope}.enter_context({made})"]
        shared = type_.name == "shared_ptr" or (isinstance(value, Construct) and value.type.name == "shared_ptr")
        empty = not arguments and shared            # it gets its deleter in reset()
        if (len(arguments) != 2 and not empty) or (type_.of and type_.element.is_number):
            raise UntranslatedError("smart pointer without a deleter", variable.assigned[0].line if variable.assigned
                                    else 0)
        helper = "shared_ptr" if shared else "unique_ptr"
        self.helpers.add(helper)
        given = ", ".join(self.owner_arguments(arguments, variable.name))
        return [f"{variable.name} = {self.scope}.enter_context({helper}({given}))"]

    def owner_arguments(self, arguments: list[Expression], owner: str) -> list[str]:
        """The pointer and the deleter that a smart pointer gets."""
        texts = [self.text(argument) for argument in arguments[:1]]
        for deleter in arguments[1:]:
            while isinstance(deleter, Unary) and deleter.operator == "&":
                deleter = deleter.operand
            texts.append(self._lambda(deleter, f"release_{owner}")[0] if isinstance(deleter, Lambda)
                         else self.text(deleter))
        return texts

    def _p_lambda(self, expression: Lambda) -> tuple[str, int]:
        return self._lambda(expression, "function" if not any("def function(" in line for line in self.hoisted)
                            else "function2")

    def _lambda(self, expression: Lambda, name: str) -> tuple[str, int]:
        """A lambda as Python's where it is one expression, else as a function of that name in front."""
        function = expression.function
        statements = [s for s in function.body if not isinstance(s, Comment)]
        copied = [f"{v.name}={v.name}" for v in self.copied_into(function)]
        parameters = ", ".join([*(p.name for p in function.parameters), *copied])
        only = statements[0] if len(statements) == 1 else None
        inner = only.value if isinstance(only, Return) else only.expression if isinstance(only, Do) else None
        if inner is not None and not isinstance(inner, Assign) and not function.outer_assigned and not (
                isinstance(inner, Call) and inner.type.kind == "stream"):
            return f"lambda{' ' + parameters if parameters else ''}: {self.text(inner)}", 0
        self.hoisted += self.lambda_function(expression, name)
        return name, ATOM

    def copied_into(self, function: Function) -> list[Variable]:
        """The variables that a lambda keeps as they are now, while they go on changing outside."""
        outer = self.function
        if outer is None or not function.copies:
            return []
        inside = {e.variable: None for e in all_within(function.body) if isinstance(e, Name)}
        moving, here = changed_within(outer.body), changed_within(function.body)
        found = []
        for variable in inside:
            by_value = variable.c_name in function.copies or ("=" in function.copies and (
                variable.c_name not in function.shares))
            if not by_value or variable.function is function or variable.role not in ("local", "parameter"):
                continue
            if variable in here:
                raise UntranslatedError(f"lambda that changes its copy of {variable.c_name}")
            if variable not in moving and variable.over is None:
                continue
            if in_memory(variable) or (variable.over is None and variable.type.by_object and (
                    variable.type.kind not in ("string", "pair", "iterator", "thread", "owner"))):
                raise UntranslatedError(f"lambda with a copy of {variable.c_name}, which changes")
            found.append(variable)
        return found

    def lambda_function(self, expression: Lambda, name: str) -> list[str]:
        raise NotImplementedError
