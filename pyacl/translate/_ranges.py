"""What values an integer expression can have: where C's arithmetic wraps and Python's does not."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ._tree import (
    Binary,
    Braces,
    Call,
    Cast,
    Conditional,
    Construct,
    Expression,
    Index,
    Member,
    Name,
    Number,
    SizeOf,
    Symbol,
    Unary,
    Variable,
)
from ._types import CType

RING = ("+", "-", "*", "<<", "&", "|", "^")    # what comes out the same if the operands are cut only afterwards
LARGEST_LENGTH = 1 << 30                       # no program has more elements in a vector
LENGTHS = ("size", "length")
Seen = frozenset[Variable]


def is_unsigned(type_: CType) -> bool:
    return type_.kind == "int" and not type_.signed


def is_size(type_: CType) -> bool:
    """A size stays far below its type's end, so that sums and products of sizes need no wrapping; differences do."""
    return type_.kind == "int" and type_.name == "size_t"


def mask(type_: CType) -> str:
    return f"0x{(1 << type_.bits) - 1:X}"


def top_of(type_: CType) -> int | None:
    if type_.kind == "bool":
        return 1
    if type_.kind == "int" and not type_.signed and type_.bits:
        return (1 << type_.bits) - 1
    return None


def most_of(type_: CType) -> int:
    """The largest value of an integer type."""
    return (1 << (type_.bits - type_.signed)) - 1


# -- largest values
def limit(expression: Expression) -> int | None:
    """The largest value that an integer expression without negative values can have, or None."""
    if isinstance(expression, Number):
        return int(expression.value) if isinstance(expression.value, int) and expression.value >= 0 else None
    if isinstance(expression, Binary):
        return _limit_of_operation(expression)
    if isinstance(expression, Cast):
        inner = limit(expression.operand) if expression.operand.type.is_integer else None
        top = top_of(expression.type)
        if inner is not None and (top is None or inner <= top):
            return inner
        return top
    if isinstance(expression, Conditional):
        yes, no = limit(expression.yes), limit(expression.no)
        return max(yes, no) if yes is not None and no is not None else None
    if _is_length(expression) or isinstance(expression, SizeOf):
        return LARGEST_LENGTH
    if isinstance(expression, Name):
        variable = expression.variable
        if variable.most is not None:
            return variable.most
        steady = variable.role == "local" and not variable.address_taken and not variable.is_reference
        if (variable.is_constant or steady) and len(variable.assigned) == 1 and variable.over is None:
            known, top = limit(variable.assigned[0]), top_of(expression.type)
            return top if known is None or (top is not None and known > top) else known
    return top_of(expression.type)


def bound(expression: Expression) -> int | None:
    """How far from 0 an expression is at the most, differences too; None where that does not show."""
    if isinstance(expression, Binary) and expression.operator in ("+", "-"):
        left, right = bound(expression.left), bound(expression.right)
        return left + right if left is not None and right is not None else None
    return limit(expression)


def _limit_of_operation(binary: Binary) -> int | None:
    left, right, operator = limit(binary.left), limit(binary.right), binary.operator
    if operator in ("==", "!=", "<", ">", "<=", ">=", "&&", "||"):
        return 1
    if operator == "&" and (left is not None or right is not None):
        return min(v for v in (left, right) if v is not None)
    if operator == "%" and right is not None and left is not None:
        return min(left, max(right - 1, 0))
    if left is None or right is None:
        return None
    if operator == ">>":
        shift = binary.right.value if isinstance(binary.right, Number) else 0
        return left >> int(shift or 0)
    if operator == "<<":
        return left << min(right, 128) if isinstance(binary.right, Number) else None
    if operator in ("+", "*", "|", "^", "/"):
        bits = max(left.bit_length(), right.bit_length())
        return {"+": left + right, "*": left * right, "/": left}.get(operator, (1 << bits) - 1)
    return None


def _is_length(expression: Expression) -> bool:
    return (isinstance(expression, Call) and isinstance(expression.function, Member)
            and expression.function.name in LENGTHS)


# -- signs
def never_negative(expression: Expression, seen: Seen = frozenset()) -> bool:
    """Whether an integer expression is certainly not negative, so that `//` and `%` are what C does."""
    if isinstance(expression, SizeOf) or is_unsigned(expression.type):
        return True
    if isinstance(expression, Number):
        return isinstance(expression.value, int) and expression.value >= 0
    if isinstance(expression, Binary):
        if expression.operator in ("+", "*", "/", ">>", "<<", "|", "^"):
            return never_negative(expression.left, seen) and never_negative(expression.right, seen)
        if expression.operator == "%":
            return never_negative(expression.left, seen)
        if expression.operator == "&":
            return never_negative(expression.left, seen) or never_negative(expression.right, seen)
        return expression.type.kind == "bool"
    if isinstance(expression, Cast) and expression.type.is_integer and expression.operand.type.is_integer:
        most = limit(expression.operand)
        narrower = 0 < expression.type.bits < expression.operand.type.bits or is_unsigned(expression.operand.type)
        return never_negative(expression.operand, seen) and (
            not narrower or (most is not None and most <= most_of(expression.type)))
    if isinstance(expression, Unary) and expression.operator == "+":
        return never_negative(expression.operand, seen)
    if isinstance(expression, Conditional):
        return never_negative(expression.yes, seen) and never_negative(expression.no, seen)
    if isinstance(expression, Name):
        return _variable_never_negative(expression.variable, seen)
    if isinstance(expression, Index):
        return _elements_never_negative(expression.owner, seen)
    if isinstance(expression, Call) and expression.callee is not None and expression.callee.resulting:
        return all(never_negative(given, seen) for given in expression.callee.resulting)
    if isinstance(expression, Call) and isinstance(expression.function, Member):
        return expression.function.name in (*LENGTHS, "tellg")
    if isinstance(expression, Call) and isinstance(expression.function, Symbol):
        return expression.function.name in ("ftell", "rand")
    return expression.type.kind == "bool"


def _variable_never_negative(variable: Variable, seen: Seen) -> bool:
    if variable in seen:
        return True                                    # assumed while it is being shown
    if variable.address_taken or variable.is_reference:
        return False
    if variable.over is not None:                      # of a loop over a vector
        return not variable.assigned and _elements_never_negative(variable.over, seen | {variable})
    return bool(variable.assigned) and all(never_negative(source, seen | {variable}) for source in variable.assigned)


def _elements_never_negative(vector: Expression, seen: Seen) -> bool:
    if is_unsigned(vector.type.element):
        return True
    if isinstance(vector, (Braces, Construct)):
        items = vector.items if isinstance(vector, Braces) else vector.arguments
        if isinstance(vector, Construct) and not vector.braces:              # (count, value), or something else
            if items and (len(items) > 2 or not items[0].type.is_integer):
                return False
            items = items[1:]
        return all(never_negative(item, seen) for item in items)
    if isinstance(vector, Call) and vector.callee is not None and vector.callee.resulting:
        return all(_elements_never_negative(given, seen) for given in vector.callee.resulting)
    if not isinstance(vector, Name) or vector.type.kind not in ("vector", "array"):
        return False
    variable = vector.variable
    if variable in seen:
        return True
    if variable.is_data or variable.elements_addressed or variable.address_taken or variable.inner_grows:
        return False
    inside = seen | {variable}
    sources = variable.assigned or ([Braces()] if variable.role == "local" else [])
    return bool(sources) and all(_elements_never_negative(source, inside) for source in sources) and all(
        never_negative(element, inside) for element in variable.elements) and all(
        _elements_never_negative(Name(lent.type, variable=lent), inside) for lent in variable.lent)


def may_be_negative(expression: Expression, seen: Seen = frozenset()) -> bool:
    """Whether the program shows that an integer expression can be negative; what comes from outside it does not."""
    if never_negative(expression):
        return False
    if isinstance(expression, Number):
        return True
    if isinstance(expression, Binary):
        return expression.operator == "-" or any(may_be_negative(e, seen) for e in (expression.left, expression.right))
    if isinstance(expression, Unary):
        return expression.operator in ("-", "~") or may_be_negative(expression.operand, seen)
    if isinstance(expression, Cast):
        return expression.operand.type.kind == "float" or may_be_negative(expression.operand, seen)
    if isinstance(expression, Conditional):
        return any(may_be_negative(e, seen) for e in (expression.yes, expression.no))
    if isinstance(expression, (Braces, Construct)):
        return any(may_be_negative(item, seen) for item in _inside(expression))
    if (variable := _variable_of(expression)) is not None:
        return variable not in seen and any(may_be_negative(s, seen | {variable}) for s in _sources(variable))
    return isinstance(expression, Call) and expression.callee is not None and any(
        may_be_negative(given, seen) for given in expression.callee.resulting)


def _variable_of(expression: Expression) -> Variable | None:
    """The variable that an expression names, or whose element it is."""
    place = expression.owner if isinstance(expression, Index) else expression
    return place.variable if isinstance(place, (Name, Member)) else None


def _sources(variable: Variable) -> list[Expression]:
    """All that the program gives a variable, or its elements."""
    return [*variable.assigned, *variable.elements, *([variable.over] if variable.over is not None else [])]


def _inside(made: Braces | Construct) -> list[Expression]:
    return made.items if isinstance(made, Braces) else made.arguments


def is_position(expression: Expression) -> bool:
    """Whether a size is the place of something in a string: std::string::npos if it is not there, and -1 in Python."""
    if isinstance(expression, Name):
        calls = [s for s in expression.variable.assigned if isinstance(s, Call)]
        return is_size(expression.type) and any(is_position(s) for s in calls)
    return isinstance(expression, Call) and isinstance(expression.function, Member) and (
        expression.function.owner.type.kind == "string" and expression.function.name in (
            "find", "rfind", "find_first_of", "find_last_of", "find_first_not_of", "find_last_not_of"))


def turns_large(expression: Expression, type_: CType) -> bool:
    """Whether a value has to be cut when it becomes one of an unsigned type."""
    if not expression.type.is_integer or is_unsigned(expression.type):
        return False
    return may_be_negative(expression) if type_.bits == 64 else not never_negative(expression)


def magnitude(expression: Expression, seen: Seen = frozenset()) -> int:
    """How far from 0 the numbers of the program itself take an integer expression."""
    most = limit(expression)
    if most is not None and (most != top_of(expression.type) or expression.type.bits < 32):
        return most
    if isinstance(expression, Number):
        return abs(int(expression.value or 0))
    if isinstance(expression, Binary):
        left, right = magnitude(expression.left, seen), magnitude(expression.right, seen)
        if expression.operator == "<<":
            return left << min(right, 64)
        return {"*": left * right, "/": left, "%": right, ">>": left}.get(expression.operator, left + right)
    if isinstance(expression, (Cast, Unary)):
        return magnitude(expression.operand, seen)
    if isinstance(expression, Conditional):
        return max(magnitude(expression.yes, seen), magnitude(expression.no, seen))
    if isinstance(expression, (Braces, Construct)):
        return max((magnitude(e, seen) for e in _inside(expression)), default=0)
    if (variable := _variable_of(expression)) is not None:
        if variable in seen:
            return 0
        if is_mixed(expression):
            return 1 << 64
        return max((magnitude(s, seen | {variable}) for s in _sources(variable) if s.type.kind != "float"), default=0)
    if isinstance(expression, Call) and expression.callee is not None:
        return max((magnitude(s, seen) for s in expression.callee.resulting if s.type.is_integer), default=0)
    return 0


# -- what leaves the range of its type
def is_mixed(expression: Expression, seen: Seen = frozenset()) -> bool:
    """Whether an expression holds a variable that is made to wrap: a hash, or a generator's state."""
    if isinstance(expression, (Name, Member)) and expression.variable is not None:
        variable = expression.variable
        return variable not in seen and any(_stirs(source, variable) for source in variable.assigned)
    if isinstance(expression, Binary):
        return is_mixed(expression.left, seen) or is_mixed(expression.right, seen)
    return isinstance(expression, Cast) and is_mixed(expression.operand, seen)


def _stirs(source: Expression, variable: Variable) -> bool:
    """`x = x * 31 + c`, `x ^= x << 13`: the new value of a variable comes from the old one by a product or bits."""
    if not isinstance(source, Binary):
        return isinstance(source, Cast) and _stirs(source.operand, variable)
    if source.operator in ("*", "^", "<<") and _holds(source.left, variable) and not _is_small(source.right):
        return True
    return _stirs(source.left, variable) or _stirs(source.right, variable)


def _is_small(factor: Expression) -> bool:
    """A factor that is no constant of a generator: a variable, or a number of one digit."""
    if isinstance(factor, Name) and factor.variable.is_constant and len(factor.variable.assigned) == 1:
        factor = factor.variable.assigned[0]
    return not isinstance(factor, Number) or (isinstance(factor.value, int) and abs(factor.value) < 10)


def _holds(expression: Expression, variable: Variable) -> bool:
    if isinstance(expression, (Name, Member)):
        return expression.variable is variable
    if isinstance(expression, Binary):
        return _holds(expression.left, variable) or _holds(expression.right, variable)
    return isinstance(expression, (Cast, Unary)) and _holds(expression.operand, variable)


def may_be_huge(expression: Expression, seen: Seen = frozenset()) -> bool:
    """Whether an unsigned value may have come from a negative one, or from wrapping: above half of its type's range."""
    if isinstance(expression, Number):
        return isinstance(expression.value, int) and not 0 <= expression.value < 1 << 63
    if isinstance(expression, (Braces, Construct)):
        return any(may_be_huge(item, seen) for item in _inside(expression))
    if not is_unsigned(expression.type):
        return expression.type.kind == "int" and may_be_negative(expression)
    if (variable := _variable_of(expression)) is not None:
        return variable not in seen and (is_mixed(expression) or any(
            may_be_huge(source, seen | {variable}) for source in _sources(variable)))
    if isinstance(expression, Binary):
        return expression.operator in RING and (
            Facts().leaves(expression) or any(may_be_huge(e, seen) for e in (expression.left, expression.right)))
    if isinstance(expression, Call) and expression.callee is not None:
        return any(may_be_huge(given, seen) for given in expression.callee.resulting)
    if isinstance(expression, Cast) and is_unsigned(expression.type):
        return may_be_negative(expression.operand) or may_be_huge(expression.operand, seen)
    return isinstance(expression, Unary) and expression.operator in ("~", "-")


def comes_small(expression: Expression, seen: Seen = frozenset()) -> bool:
    """Whether an unsigned variable gets nothing but counts and signed numbers that are not negative."""
    if expression.type.kind == "int" and expression.type.signed:
        return not may_be_negative(expression)
    if isinstance(expression, Binary):
        return expression.operator == "+" and all(comes_small(e, seen) for e in (expression.left, expression.right))
    variable = _variable_of(expression)
    if variable is None or variable in seen:
        return variable is not None
    return not variable.address_taken and bool(variable.assigned) and all(
        comes_small(source, seen | {variable}) for source in _sources(variable))


# -- what is known where a statement stands
Terms = dict[object, int]                      # how often each variable or length occurs in a sum; None: the constant


@dataclass(frozen=True)
class Fact:
    """A sum that is not negative here, and the variables that it stands on."""

    terms: tuple[tuple[object, int], ...]

    def variables(self) -> set[Variable]:
        return {key[1] if isinstance(key, tuple) else key for key, _ in self.terms if key is not None}  # type: ignore


class Facts:
    """What conditions around a place say of sums of variables: `i < n` that n - i - 1 is not negative."""

    def __init__(self) -> None:
        self.known: list[Fact] = []

    def holding(self, condition: Expression | None, moving: set[Variable]) -> int:
        """Note what a condition says while the variables in `moving` do not change; gives how many facts there were."""
        before = len(self.known)
        for fact in _said(condition):
            if not fact.variables() & moving:
                self.known.append(fact)
        return before

    def back_to(self, count: int) -> None:
        del self.known[count:]

    def leaves(self, expression: Expression) -> bool:
        """Whether Python's value of a sum, a product or bits may lie outside the unsigned type that C has for it."""
        if not isinstance(expression, Binary) or expression.operator not in RING or not is_unsigned(expression.type):
            return False
        operator, size = expression.operator, is_size(expression.type)
        if operator in ("-", "+") and self._at_least_zero(_terms(expression)):
            below = False
        elif operator == "*" and any(isinstance(e, SizeOf) for e in (expression.left, expression.right)):
            below = False                      # bytes of so many elements
        else:
            sides = [self.leaves(e) or turns_large(e, expression.type) for e in (expression.left, expression.right)]
            below = operator == "-" or (all(sides) if operator == "&" else any(sides))
        if below or operator in ("-", "&", "|", "^"):
            return below
        if size:
            return is_mixed(expression)
        most, top = limit(expression), top_of(expression.type)
        return most is None or top is None or most > top

    def _at_least_zero(self, terms: Terms) -> bool:
        if all(count >= 0 and _is_positive(key) for key, count in terms.items() if key is not None) and (
                terms.get(None, 0) >= 0):
            return True
        for fact in self.known:
            rest = dict(terms)
            for key, count in fact.terms:
                rest[key] = rest.get(key, 0) - count
            if _simpler(rest, terms) and self._at_least_zero(rest):
                return True
        return False


def _simpler(rest: Terms, terms: Terms) -> bool:
    """Whether there is less below zero in a sum than in another."""
    def below(sum_: Terms) -> tuple[int, int]:
        return (sum(-c for k, c in sum_.items() if k is not None and c < 0), -min(sum_.get(None, 0), 0))
    return below(rest) < below(terms)


def _is_positive(key: object) -> bool:
    if isinstance(key, Variable):
        return never_negative(Name(key.type, variable=key))
    return isinstance(key, tuple) or never_negative(key)  # type: ignore[arg-type]


def _terms(expression: Expression) -> Terms:
    """A sum as what it is made of."""
    if isinstance(expression, Number) and isinstance(expression.value, int):
        return {None: int(expression.value)}
    if isinstance(expression, Cast) and expression.type.is_integer and expression.operand.type.is_integer:
        return _terms(expression.operand)
    if isinstance(expression, Binary) and expression.operator in ("+", "-"):
        sign = 1 if expression.operator == "+" else -1
        found = dict(_terms(expression.left))
        for key, count in _terms(expression.right).items():
            found[key] = found.get(key, 0) + sign * count
        return found
    if isinstance(expression, SizeOf) and (size := _size(expression)) is not None:
        return {None: size}
    if isinstance(expression, Name):
        return {expression.variable: 1}
    if _is_length(expression):
        owner = expression.function.owner  # type: ignore[attr-defined]
        if isinstance(owner, (Name, Member)) and owner.variable is not None:
            return {("length", owner.variable): 1}
    return {expression: 1}


def _size(of: SizeOf) -> int | None:
    if isinstance(of.operand, Name) and isinstance(length := of.operand.variable.length, Number):
        size = of.operand.type.element.size()
        return size * length.value if size is not None and isinstance(length.value, int) else None
    return (of.operand.type if isinstance(of.operand, Expression) else of.operand).size()


def _said(condition: Expression | None) -> Iterator[Fact]:
    """What a condition says of sums that are not negative."""
    if isinstance(condition, Binary) and condition.operator == "&&":
        yield from _said(condition.left)
        yield from _said(condition.right)
    elif isinstance(condition, Binary) and condition.operator in ("<", "<=", ">", ">=") and (
            condition.left.type.is_integer and condition.right.type.is_integer):
        less, more = condition.left, condition.right
        if condition.operator in (">", ">="):
            less, more = more, less
        if not (_may_wrap(less) or _may_wrap(more)):
            yield _fact(more, less, int(condition.operator in ("<", ">")))
    elif isinstance(condition, Binary) and condition.operator in ("!=", "==") and (
            condition.left.type.is_integer and isinstance(condition.right, Number)):
        value = condition.right.value
        if isinstance(value, int) and (condition.operator == "==" or value == 0) and never_negative(condition.left):
            yield _fact(condition.left, condition.right, int(condition.operator == "!="))
    elif isinstance(condition, Unary) and condition.operator == "!":
        call = condition.operand
        if isinstance(call, Call) and isinstance(call.function, Member) and call.function.name == "empty":
            yield _fact(Call(function=Member(owner=call.function.owner, name="size")), Number(value=1), 0)


def _may_wrap(expression: Expression) -> bool:
    return is_unsigned(expression.type) and any(count < 0 for count in _terms(expression).values())


def _fact(more: Expression, less: Expression, apart: int) -> Fact:
    terms = _terms(more)
    for key, count in _terms(less).items():
        terms[key] = terms.get(key, 0) - count
    terms[None] = terms.get(None, 0) - apart
    return Fact(tuple((key, count) for key, count in terms.items() if count or key is None))
