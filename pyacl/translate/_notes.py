"""Faults of a sample that its structure shows: memory and objects that nobody frees, or that two free, and results that
nobody looks at."""
from __future__ import annotations

from dataclasses import dataclass, field

from ._print_statements import worth_checking
from ._tree import (
    Assign,
    Binary,
    Call,
    Cast,
    Declare,
    Do,
    Expression,
    Function,
    Lambda,
    Name,
    Program,
    Statement,
    Symbol,
    Unary,
    Variable,
)
from ._walk import blocks, expressions, inner, parts

OBJECTS = ("aclTensor", "aclScalar", "aclIntArray", "aclFloatArray", "aclBoolArray", "aclTensorList", "aclScalarList")
MAKES = tuple(f"aclCreate{name.removeprefix('acl')}" for name in OBJECTS)
LISTS = ("aclCreateTensorList", "aclCreateScalarList")      # own what they are made of
BORROWS = ("aclrtMemcpy", "aclrtMemcpyAsync", "aclrtMemset", "aclrtMemsetAsync", "aclCreateTensor")

FREES = {"aclrtFree": "aclrtFree", "aclDestroyTensor": "aclDestroyTensor", "aclDestroyScalar": "aclDestroyScalar",
         "aclrtFreeHost": "aclrtFreeHost", "aclDestroyIntArray": "aclDestroyIntArray",
         "aclDestroyTensorList": "aclDestroyTensorList", "aclrtDestroyStream": "aclrtDestroyStream"}


def faults(program: Program) -> list[tuple[int, str]]:
    """(line, text) of each fault found."""
    found = list(program.notes)
    for functions in program.functions.values():
        for function in functions:
            found += _in_function(function)
    return found


def _in_function(function: Function) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    uses = _Uses()
    uses.of_statements(function.body)
    for variable, line in uses.declared.items():
        if variable in uses.made and variable not in uses.handed_on:
            memory = variable.type.element.kind == "void"
            found.append((line, f"{variable.c_name} is never {'freed' if memory else 'destroyed'}"))
    found += _unread(function.body, to_the_end=True)
    freed: dict[Variable, str] = {}
    for statement in function.body:                 # one path: the statements of the body itself
        for expression in expressions(statement):
            if isinstance(expression, Call) and isinstance(expression.function, Symbol) and (
                    expression.function.name in FREES) and expression.arguments and isinstance(
                        expression.arguments[0], Name):
                variable = expression.arguments[0].variable
                if freed.get(variable) == expression.function.name:
                    found.append((statement.line, f"{variable.c_name} is freed twice"))
                freed[variable] = expression.function.name
        if isinstance(statement, Declare):
            freed.pop(statement.variable, None)
    return found


def _unread(statements: list[Statement], to_the_end: bool = False) -> list[tuple[int, str]]:
    """Results of the C library that are kept in a variable, which gets the next before anybody looks at it."""
    found: list[tuple[int, str]] = []
    kept: dict[Variable, tuple[int, str]] = {}
    for statement in statements:
        for block in blocks(statement):
            found += _unread(block)
        variable, value = _kept_in(statement)
        for mentioned in _mentioned([statement]) if value is None else _names(value):
            kept.pop(mentioned, None)
        if variable is not None and isinstance(value, Call) and isinstance(value.function, Symbol):
            if variable in kept:
                found.append(kept.pop(variable))
            if worth_checking(value):
                kept[variable] = statement.line, f"nobody checks the result of {value.function.name}"
    return found + (list(kept.values()) if to_the_end else [])


def _kept_in(statement: Statement) -> tuple[Variable | None, Expression | None]:
    """The local variable that a statement gives a value, and the value."""
    if isinstance(statement, Declare):
        return statement.variable, statement.value
    assign = statement.expression if isinstance(statement, Do) else None
    if isinstance(assign, Assign) and isinstance(assign.target, Name) and assign.operator == "=":
        variable = assign.target.variable
        if variable.role == "local" and not variable.address_taken and not variable.is_reference:
            return variable, assign.value
    return None, None


def _mentioned(statements: list[Statement]) -> set[Variable]:
    found: set[Variable] = set()
    for statement in statements:
        for expression in expressions(statement):
            found |= _names(expression)
        found |= _mentioned(inner(statement))
    return found


def _names(expression: Expression) -> set[Variable]:
    if isinstance(expression, Name):
        return {expression.variable}
    if isinstance(expression, Lambda):
        return _mentioned(expression.function.body)
    found: set[Variable] = set()
    for part in parts(expression):
        found |= _names(part)
    return found


@dataclass
class _Uses:
    """What a function does with its variables: which it makes memory or objects for, and which it hands on to anything
    that may free them."""

    declared: dict[Variable, int] = field(default_factory=dict)
    made: dict[Variable, str] = field(default_factory=dict)         # by which function
    handed_on: set[Variable] = field(default_factory=set)

    def of_statements(self, statements: list[Statement]) -> None:
        for statement in statements:
            if isinstance(statement, Declare):
                self.declared[statement.variable] = statement.line
                self._made_by(statement.variable, statement.value)
            for expression in expressions(statement):
                self._of(expression)
            self.of_statements(inner(statement))

    def _of(self, expression: Expression) -> None:
        if isinstance(expression, Lambda):
            self.of_statements(expression.function.body)
        elif isinstance(expression, Call):
            self._of_call(expression)
        elif isinstance(expression, Name):
            self.handed_on.add(expression.variable)
        else:
            if isinstance(expression, Assign) and isinstance(expression.target, Name):
                self._made_by(expression.target.variable, expression.value)
            for part in parts(expression):
                if not (isinstance(part, Name) and _only_looks(expression, part)):
                    self._of(part)

    def _of_call(self, call: Call) -> None:
        name = call.function.name if isinstance(call.function, Symbol) else ""
        for argument in call.arguments:
            if isinstance(argument, Name):
                if not name.startswith("aclnn") and name not in BORROWS:
                    self.handed_on.add(argument.variable)
            elif isinstance(argument, Unary) and argument.operator == "&" and isinstance(argument.operand, Name):
                self._of_address(argument.operand.variable, name)
            else:
                self._of(argument)
        if isinstance(call.function, Expression) and not isinstance(call.function, Symbol):
            self._of(call.function)

    def _of_address(self, variable: Variable, name: str) -> None:
        """`&variable` for a call: the first makes what it points to; another function of the sample may free it."""
        kind = variable.type
        maker = self.made.get(variable, name)
        if kind.kind != "pointer" or name in LISTS or (maker != name and not name.startswith("acl")):
            self.handed_on.add(variable)
        elif kind.element.kind == "void" or kind.element.name in OBJECTS:
            self.made[variable] = maker

    def _made_by(self, variable: Variable, value: Expression | None) -> None:
        while isinstance(value, Cast):
            value = value.operand
        if isinstance(value, Call) and isinstance(value.function, Symbol) and value.function.name in MAKES:
            self.made[variable] = value.function.name


def _only_looks(expression: Expression, name: Name) -> bool:
    """Whether a variable is only compared, or assigned to."""
    if isinstance(expression, Assign):
        return name is expression.target
    return (isinstance(expression, Binary) and expression.operator in ("==", "!=")) or (
        isinstance(expression, Unary) and expression.operator == "!")
