"""What expressions do besides giving a value: where the order in which C++ evaluates them shows."""
from __future__ import annotations

from collections.abc import Iterator

from ._std import GROWING
from ._tree import (
    Assign,
    Binary,
    Call,
    Cast,
    Construct,
    Expression,
    Function,
    Index,
    Lambda,
    Member,
    Name,
    Program,
    Statement,
    Symbol,
    Unary,
    Variable,
)
from ._types import CType
from ._walk import expressions, inner, parts

STEPS = ("++", "--", "post++", "post--")
# Functions of the C library that change or print something, and those that write where their first argument points.
ACTING = ("printf", "fprintf", "puts", "putchar", "fputs", "fwrite", "fread", "fgets", "getline", "rand", "srand",
          "exit", "fopen", "fclose", "fseek", "system", "shuffle", "setenv", "remove", "rename", "perror")
CHANGING_TEXT = ("append", "replace", "swap")
WRITING = ("memcpy", "memmove", "memset", "strcpy", "strncpy", "strcat", "snprintf", "sprintf", "fill", "sort", "iota",
           "copy", "swap", "reverse", "transform", "generate")


def within(expression: Expression) -> Iterator[Expression]:
    """An expression and all that it is made of."""
    yield expression
    for part in parts(expression):
        yield from within(part)


def all_within(statements: list[Statement]) -> Iterator[Expression]:
    """All expressions in statements."""
    for statement in statements:
        for expression in expressions(statement):
            yield from within(expression)
        yield from all_within(inner(statement))


def root(place: Expression) -> Variable | None:
    """The variable that a place belongs to."""
    while not (isinstance(place, Name) or (isinstance(place, Member) and isinstance(place.owner, Symbol))):
        inside = getattr(place, "owner", None) or getattr(place, "operand", None)
        if isinstance(place, Binary):
            inside = place.left
        if isinstance(place, Call) and isinstance(place.function, Member):
            inside = place.function.owner
        if not isinstance(inside, Expression):
            return None
        place = inside
    return place.variable


def stepped_and_used(statement: Statement) -> set[Variable]:
    """The variables that a statement counts on in the midst of an expression, and uses in another place of it."""
    all_ = [e for expression in expressions(statement) for e in within(expression)]
    names = [e.variable for e in all_ if isinstance(e, Name)]
    return {e.operand.variable for e in all_ if isinstance(e, Unary) and e.operator.startswith("post")
            and isinstance(e.operand, Name) and names.count(e.operand.variable) > 1}


def changed_within(statements: list[Statement], seen: frozenset[Function] = frozenset()) -> set[Variable]:
    """The variables that statements change, as a whole or in a part; `seen` are the methods that are being searched."""
    found: set[Variable | None] = set()
    for statement in statements:
        for expression in (e for outer in expressions(statement) for e in within(outer)):
            if isinstance(expression, Assign):
                found.add(root(expression.target))
            elif isinstance(expression, Unary) and expression.operator in (*STEPS, "&"):
                found.add(root(expression.operand))
            elif isinstance(expression, Call) and isinstance(expression.function, Member) and (
                    expression.function.name in (*GROWING, *CHANGING_TEXT)):
                found.add(root(expression.function.owner))
            elif isinstance(expression, Call) and expression.callee is not None:
                method = expression.callee
                if isinstance(expression.function, Member) and method not in seen and any(
                        v.role == "field" for v in changed_within(method.body, seen | {method})):
                    found.add(root(expression.function.owner))
                found |= {root(a) for p, a in zip(expression.callee.parameters, expression.arguments, strict=False)
                          if p.type.reference and not p.type.const}
            elif isinstance(expression, Call):
                found |= {root(a) for a in expression.arguments[:2] if isinstance(expression.function, Symbol)
                          and expression.function.name in ("getline", "swap")}
        found |= changed_within(inner(statement), seen)
    return {v for v in found if v is not None}


class Effects:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.known: dict[Function, bool] = {}

    def of(self, expression: Expression) -> bool:
        """Whether evaluating an expression does something that another one may see."""
        return any(self._acts(e, None) for e in within(expression))

    def disturbs(self, expression: Expression, other: Expression) -> bool:
        """Whether the value of an expression may be another one before and behind one that does something."""
        changed = {root(e.target if isinstance(e, Assign) else e.operand) for e in within(expression)
                   if isinstance(e, Assign) or (isinstance(e, Unary) and e.operator in STEPS)}
        for call in (e for e in within(expression) if isinstance(e, Call) and e.callee is not None):
            changed |= set(call.callee.outer_assigned) if call.callee is not None else set()
        return any(isinstance(e, Name) and e.variable in changed for e in within(other))

    def _has(self, function: Function) -> bool:
        if function not in self.known:
            self.known[function] = False           # assumed while it is being found out
            self.known[function] = self._body_acts(function.body, function)
        return self.known[function]

    def _body_acts(self, statements: list[Statement], function: Function) -> bool:
        return any(any(self._acts(e, function) for expression in expressions(s) for e in within(expression))
                   or self._body_acts(inner(s), function) for s in statements)

    def _acts(self, expression: Expression, function: Function | None) -> bool:
        """Whether an expression itself, without its parts, does something that is seen outside of a function."""
        if isinstance(expression, Assign):
            return self._is_outside(expression.target, function)
        if isinstance(expression, Unary) and expression.operator in STEPS:
            return self._is_outside(expression.operand, function)
        if isinstance(expression, Binary):
            return expression.operator in ("<<", ">>") and expression.type.kind in ("stream", "file")
        if isinstance(expression, Construct) and expression.type.kind == "struct":
            return self.making_acts(expression.type)
        return isinstance(expression, Call) and self._call_acts(expression, function)

    def making_acts(self, type_: CType) -> bool:
        """Whether the constructors of a class do something besides making the object."""
        return any(self._has(m) for s in self.program.lineage(type_.name) for m in s.methods if m.kind == "constructor")

    def _call_acts(self, call: Call, function: Function | None) -> bool:
        callee = call.function
        if isinstance(callee, Lambda):
            return self._has(callee.function)
        if callee.type.kind in ("engine", "random"):
            return True
        if isinstance(callee, Member):
            own = [m for s in self.program.structs.values() for m in s.methods if m.c_name == callee.name]
            if own:
                return any(self._has(m) for m in own)
            return callee.name in GROWING and self._is_outside(callee.owner, function)
        if isinstance(callee, Name):
            lambdas = [v.function for v in callee.variable.assigned if isinstance(v, Lambda)]
            return not lambdas or any(self._has(f) for f in lambdas)
        if not isinstance(callee, Symbol):
            return True
        if callee.type.name in ("abi", "hccl", "custom"):
            return not callee.name.startswith(("aclGetRecentErrMsg", "aclDataTypeSize", "aclFloat"))
        if call.callee is not None:
            return self._has(call.callee)
        if callee.name in WRITING:
            return bool(call.arguments) and self._is_outside(call.arguments[0], function)
        return callee.name in ACTING

    @staticmethod
    def _is_outside(place: Expression, function: Function | None) -> bool:
        """Whether others see a change of a place: it is none of a function's own variables."""
        variable = root(place)
        if function is None or variable is None:
            return True
        if function.kind == "constructor" and variable.role == "field" and isinstance(place, Member):
            return not (isinstance(place.owner, Symbol) and place.owner.name == "self")
        if variable.role == "local" and not variable.type.reference and variable.type.kind not in ("pointer", "owner"):
            return False
        if isinstance(place, Name):            # a pointer or a parameter itself
            return variable.role not in ("local", "parameter") or variable.is_reference
        through = place
        while isinstance(through, Cast):
            through = through.operand
        return not (isinstance(through, Index) and variable.role == "parameter" and not variable.type.reference
                    and variable.type.kind == "vector")
