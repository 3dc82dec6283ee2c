"""Faults of a sample that its structure shows: memory and objects that nobody frees, or that two free."""
from __future__ import annotations

from ._print_loops import expressions, inner, parts
from ._tree import Call, Declare, Expression, Function, Name, Program, Statement, Symbol, Unary, Variable

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
    declared: dict[Variable, int] = {}
    mentioned: set[Variable] = set()                # handed to anything by value, so that it may be freed there
    _collect(function.body, declared, mentioned)
    for variable, line in declared.items():
        kind = variable.type
        memory = kind.kind == "pointer" and kind.element.kind == "void"
        if memory and variable.address_taken and variable not in mentioned:
            found.append((line, f"{variable.c_name} is never freed"))
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


def _collect(statements: list[Statement], declared: dict[Variable, int], mentioned: set[Variable]) -> None:
    for statement in statements:
        if isinstance(statement, Declare):
            declared[statement.variable] = statement.line
        for expression in expressions(statement):
            _mentions(expression, mentioned)
        _collect(inner(statement), declared, mentioned)


def _mentions(expression: Expression, mentioned: set[Variable]) -> None:
    """Variables that are freed, or handed on to something that may free them; a kernel's workspace is not."""
    if isinstance(expression, Call):
        name = expression.function.name if isinstance(expression.function, Symbol) else ""
        harmless = name.startswith(("aclnn", "aclrtMemcpy", "aclrtMemset", "aclCreateTensor"))
        for argument in expression.arguments:
            if isinstance(argument, Name) and not harmless:
                mentioned.add(argument.variable)
            if not isinstance(argument, Unary):
                _mentions(argument, mentioned)
        return
    if isinstance(expression, Name):
        mentioned.add(expression.variable)
    for part in parts(expression):
        _mentions(part, mentioned)
