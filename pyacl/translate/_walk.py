"""Walking over a program: what stands in a statement, what it jumps to, what it changes."""
from __future__ import annotations

from ._std import GROWING
from ._tree import (
    Assign,
    Binary,
    Block,
    Call,
    Comment,
    Declare,
    Do,
    Expression,
    For,
    ForEach,
    If,
    Jump,
    Member,
    Name,
    Return,
    Statement,
    Switch,
    Try,
    Unary,
    Variable,
    While,
)


def expressions(statement: Statement) -> list[Expression]:
    """The expressions that stand in a statement itself."""
    found = [getattr(statement, name, None) for name in ("expression", "value", "condition", "over")]
    return [e for e in found if isinstance(e, Expression)] + list(getattr(statement, "step", []))


def blocks(statement: Statement) -> list[list[Statement]]:
    """The blocks of statements inside a statement."""
    found = [getattr(statement, name, []) for name in ("body", "yes", "no", "first")]
    if isinstance(statement, Switch):
        found += [body for _, body in statement.cases]
    if isinstance(statement, Try):
        found += [body for _, body in statement.handlers]
    return found


def inner(statement: Statement) -> list[Statement]:
    """The statements inside a statement."""
    return [each for block in blocks(statement) for each in block]


def gotos(statements: list[Statement]) -> set[str]:
    """The labels that statements jump to."""
    found: set[str] = set()
    for statement in statements:
        if isinstance(statement, Jump) and statement.kind == "goto":
            found.add(statement.label)
        found |= gotos(inner(statement))
    return found


def loops(statements: list[Statement]) -> list[Statement]:
    """The loops among statements and inside them."""
    found: list[Statement] = []
    for statement in statements:
        found += [statement] if isinstance(statement, (While, For, ForEach)) else loops(inner(statement))
    return found


def parts(expression: Expression) -> list[Expression]:
    """The expressions inside an expression."""
    found: list[Expression] = []
    for name in ("function", "left", "right", "operand", "target", "value", "owner", "index", "condition", "yes", "no"):
        part = getattr(expression, name, None)
        if isinstance(part, Expression):
            found.append(part)
    for name in ("arguments", "items"):
        found += getattr(expression, name, [])
    return found


def changed(statements: list[Statement]) -> set[Variable]:
    """The variables that statements may change."""
    found: set[Variable] = set()
    for statement in statements:
        for expression in expressions(statement):
            _changed(expression, found)
        found |= changed(inner(statement))
    return found


def _changed(expression: Expression, found: set[Variable]) -> None:
    target: Expression | None = None
    if isinstance(expression, Assign):
        target = expression.target
    elif isinstance(expression, Unary) and expression.operator.removeprefix("post") in ("++", "--", "&"):
        target = expression.operand
    elif isinstance(expression, Call) and isinstance(expression.function, Member):
        target = expression.function.owner if expression.function.name in GROWING else None
    elif isinstance(expression, Call):
        for argument in expression.arguments:
            if isinstance(argument, Name) and (argument.variable.address_taken or argument.variable.grows):
                found.add(argument.variable)
    elif isinstance(expression, Binary) and expression.operator == ">>" and expression.type.kind not in ("int", "enum"):
        target = expression.right
    if isinstance(target, (Name, Member)) and target.variable is not None:
        found.add(target.variable)
    for part in parts(expression):
        _changed(part, found)


def is_pure(statements: list[Statement]) -> bool:
    """Whether a function only computes: no call but methods that ask, no place written but its own variables."""
    for statement in statements:
        if not isinstance(statement, (Declare, Do, Return, For, ForEach, If, Block, Comment)):
            return False
        if not all(_only_computes(e) for e in expressions(statement)) or not is_pure(inner(statement)):
            return False
    return True


def _only_computes(expression: Expression) -> bool:
    if isinstance(expression, Call) and not (
            isinstance(expression.function, Member) and expression.function.name in ("size", "empty", "at")):
        return False
    if isinstance(expression, Assign) and not (
            isinstance(expression.target, Name) and expression.target.variable.role == "local"):
        return False
    return all(_only_computes(p) for p in parts(expression))
