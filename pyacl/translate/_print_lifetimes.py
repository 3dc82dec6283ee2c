"""Printing: what owns an object, and when the object's end comes."""
from __future__ import annotations

from ._effects import within
from ._print_conditions import Conditions
from ._tree import (
    Call,
    Conditional,
    Construct,
    Declare,
    Expression,
    Function,
    Member,
    Name,
    Number,
    Statement,
    Struct,
    Symbol,
    Unary,
    UntranslatedError,
    Variable,
)
from ._types import CType
from ._walk import expressions, inner, parts

SHORTENING = ("clear", "pop_back", "erase", "resize", "assign", "pop")


class Lifetimes(Conditions):
    def has_destructor(self, type_: CType, seen: frozenset[str] = frozenset()) -> bool:
        """Whether an object of the type does something at its end: itself, a field of it, or what inherits from it."""
        if type_.kind == "owner" and type_.of:
            return type_.element.kind == "struct" and self.has_destructor(type_.element, seen)
        if type_.kind == "vector":
            return self.has_destructor(type_.element, seen)
        if type_.kind != "struct" or type_.name in seen:
            return False
        seen |= {type_.name}
        heirs = [s for s in self.program.structs.values()
                 if type_.name in [b.name for b in self.program.lineage(s.name)][1:]]
        family = [*self.program.lineage(type_.name), *heirs]
        return any(any(m.kind == "destructor" for m in s.methods) or any(
            self.has_destructor(v.type, seen) for v, _ in s.fields if not v.type.reference) for s in family)

    def is_made_smart(self, value: Expression | None) -> str:
        """The kind of pointer that `std::make_unique<T>()` and the like give; "" for anything else."""
        name = value.function.name if isinstance(value, Call) and isinstance(value.function, Symbol) else ""
        return {"make_unique": "unique_ptr", "make_shared": "shared_ptr"}.get(name, "")

    def owns(self, statement: Statement) -> bool:
        """Whether a declaration makes something that C++ releases at the end of the block."""
        if not isinstance(statement, Declare):
            return False
        variable, type_ = statement.variable, statement.variable.type
        if type_.kind == "guard":
            return True
        if type_.kind == "owner" and not (type_.of and type_.element.by_object):
            return True
        if type_.reference or variable.role != "local" or not self.has_destructor(type_):
            if type_.kind == "map" and variable.role == "local" and not type_.reference and len(type_.of) > 1 and (
                    self.has_destructor(type_.of[1])):
                raise UntranslatedError("map of objects with destructors", statement.line)
            return False
        smart = type_.name if type_.kind == "owner" else self.is_made_smart(statement.value)
        if smart == "shared_ptr" and self._is_shared(variable, self.function):
            raise UntranslatedError("shared_ptr of an object with a destructor, which is copied", statement.line)
        if smart and (variable.moved or statement.value is None):
            return False
        return not self._is_given_back(variable)

    def _is_given_back(self, variable: Variable) -> bool:
        """Whether the caller gets it, and releases it."""
        return self.function is not None and any(isinstance(given, Name) and given.variable is variable
                                                 for given in self.function.resulting)

    def _is_shared(self, variable: Variable, function: Function | None) -> bool:
        """Whether a pointer is handed on in a function, and not only used."""
        def handed_on(expression: Expression) -> bool:
            found = False
            for part in parts(expression):
                if isinstance(part, Name) and part.variable is variable:
                    used = isinstance(expression, (Member, Unary)) or (isinstance(expression, Call) and self._looks(
                        expression, part))
                    found |= not used
                found |= handed_on(part)
            return found

        def search(statements: list[Statement]) -> bool:
            return any(any((isinstance(e, Name) and e.variable is variable and isinstance(s, Declare)) or handed_on(e)
                           for e in expressions(s)) or search(inner(s)) for s in statements)
        return function is not None and search(function.body)

    def _looks(self, call: Call, argument: Expression) -> bool:
        """Whether a function that gets a pointer only uses it."""
        if call.callee is None or argument not in call.arguments:
            return False
        number = call.arguments.index(argument)
        if number >= len(call.callee.parameters):
            return False
        parameter = call.callee.parameters[number]
        return parameter.type.reference or not self._is_shared(parameter, call.callee)

    # -- what is not said in Python
    def refuse_copy(self, parameter: Variable, argument: Expression) -> None:
        """An object with a destructor that is passed by value ends in the function, and again outside."""
        type_ = parameter.type
        by_value = type_.kind in ("struct", "owner") and not type_.reference and type_.name != "shared_ptr"
        if by_value and self.has_destructor(type_):
            raise UntranslatedError("object with a destructor, passed by value", argument.line)

    def refuse_new_value(self, place: Expression, value: Expression) -> None:
        """What a variable held ends when it gets another value."""
        type_ = place.type
        smart = type_.kind == "owner" or (type_.kind == "struct" and isinstance(value, Number))
        own = self.program.method_of(type_.name, "operator=") is not None
        if (smart or (type_.kind == "struct" and not own)) and self.has_destructor(type_):
            raise UntranslatedError("new value for what holds an object with a destructor", place.line)

    def refuse_temporaries(self, expression: Expression) -> None:
        """Objects with destructors that nothing holds end with the statement."""
        for e in within(expression):
            for part in parts(e):
                made = isinstance(part, Construct) and part.type.kind == "struct" and self.has_destructor(part.type)
                if made and not isinstance(e, (Construct, Conditional)) and not (
                        isinstance(e, Call) and isinstance(e.function, Member) and e.function.name in (
                            "push_back", "emplace_back", "reset")):
                    raise UntranslatedError("temporary object with a destructor", part.line)

    def refuse_shortening(self, method: str, type_: CType, line: int) -> None:
        """Elements that are taken out of a container end there."""
        if method in SHORTENING and type_.kind == "vector" and self.has_destructor(type_.element):
            raise UntranslatedError(f"{method} of objects with destructors", line)

    def ended(self, expression: Expression) -> str:
        """What ends the object that an expression statement gives and nobody takes; "" if there is none."""
        taken = isinstance(expression, Call) and expression.callee is not None and expression.callee.gives_reference
        value = isinstance(expression, Construct) or (isinstance(expression, Call) and expression.callee is not None)
        if value and not taken and expression.type.kind in ("struct", "owner") and self.has_destructor(expression.type):
            return ".close()"
        return ""

    def closing(self, struct: Struct) -> list[str]:
        """What the end of an object says to its fields, last first."""
        lines = []
        for variable, _ in reversed(struct.fields):
            type_, place = variable.type, f"self.{variable.name}"
            if type_.reference or not self.has_destructor(type_):
                continue
            if type_.name == "shared_ptr":
                raise UntranslatedError("shared_ptr of an object with a destructor, as a field", struct.line)
            if type_.kind == "vector":
                self.helpers.add("close_all")
                lines.append(f"close_all({place})")
            elif type_.kind == "owner":
                lines += [f"if {place} is not None:", f"    {place}.close()"]
            else:
                lines.append(f"{place}.close()")
        return lines
