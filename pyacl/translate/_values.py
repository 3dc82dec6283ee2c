"""Printing: what a value is in Python (list or array, number or place in memory), and conversions between C types."""
from __future__ import annotations

import struct

from ._ranges import may_be_huge, turns_large
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
    Symbol,
    Text,
    TraitMember,
    Unary,
    UntranslatedError,
    Variable,
)
from ._types import UNKNOWN, CType


def kept_as(variable: Variable) -> str:
    """What a vector is in Python: "array" (NumPy), "list", or "memory" (a cffi array whose elements have addresses)."""
    if variable.grows:
        return "list"
    if _is_row_of_handles(variable.type):
        return "memory"
    if variable.elements_addressed and (variable.type.element.is_handle or variable.type.element.kind == "bool"):
        return "memory"
    if variable.is_data:
        return "memory" if variable.type.element.is_handle else "array"
    if takes_lists(variable) and all(a.type.kind == "vector" and kept_by_type(a.type) == "list"
                                     for a in variable.assigned):
        return "list"
    return kept_by_type(variable.type)


def takes_lists(parameter: Variable) -> bool:
    """Whether a parameter is a `const std::vector<T> &` whose function looks at its elements alone: neither at T nor at
    their bytes."""
    type_ = parameter.type
    return (parameter.role == "parameter" and type_.kind == "vector" and type_.element.kind == "template"
            and type_.const and not parameter.is_data and bool(parameter.assigned))


def _is_row_of_handles(type_: CType) -> bool:
    """A std::array of pointers: its length stays, so that it can be C's own whatever is done with it."""
    return type_.name.startswith("array ") and type_.element.kind == "pointer" and not type_.element.element.by_object


def kept_by_type(type_: CType) -> str:
    element = type_.element
    if type_.name in ("list", "deque", "queue", "stack"):
        return "list"
    if _is_row_of_handles(type_):
        return "memory"
    if element.kind in ("float", "half", "complex", "template"):
        return "array"
    if element.kind == "int" and not (element.bits == 64 and element.signed):
        return "array"
    return "list"


def kept(expression: Expression) -> str:
    if isinstance(expression, (Name, Member)) and expression.variable is not None:
        return kept_as(expression.variable)
    if isinstance(expression, Unary) and expression.operator == "*":
        return kept(expression.operand)
    if isinstance(expression, Call) and expression.callee is not None and expression.callee.gives_reference and (
            expression.callee.resulting):
        return kept(expression.callee.resulting[0])
    return kept_by_type(expression.type)


def object_behind(expression: Expression) -> CType:
    """The type of the object whose address this is; UNKNOWN if it is no address of an object."""
    while isinstance(expression, Cast):
        expression = expression.operand
    inner = expression.operand if isinstance(expression, Unary) and expression.operator == "&" else None
    return inner.type if inner is not None and inner.type.kind == "struct" else UNKNOWN


def vector_behind(expression: Expression) -> Name | Member | None:
    """The vector of `(void **)(&vector)`: its first word is where its numbers lie."""
    inner = expression.operand if isinstance(expression, Unary) and expression.operator == "&" else None
    if isinstance(inner, (Name, Member)) and inner.type.kind == "vector" and inner.type.element.is_number:
        return inner
    return None


def in_memory(variable: Variable) -> bool:
    """Whether a variable is a place that C may write: `ffi.new("type *")`, read with [0]."""
    if variable.role == "parameter" and variable.is_reference:
        return True
    if variable.type.by_object or variable.type.kind in ("array", "function", "pack", "unknown", "guard"):
        return False
    if variable.type.kind == "template":                   # an array of one, whose type the template argument tells
        return variable.address_taken and not variable.is_reference
    if variable.role in ("local", "field") and variable.is_reference:
        return True
    return variable.address_taken or (variable.role == "local" and variable.type.kind == "abi")


def is_float_object(expression: Expression) -> bool:
    """Whether a `float` is certainly an np.float32 in Python, so that arithmetic with its like rounds as C does."""
    if expression.type.kind != "float" or expression.type.bits != 32:
        return False
    if isinstance(expression, Name):
        return expression.variable.role == "local" and not in_memory(expression.variable) and all(
            _gives_object(v) for v in expression.variable.assigned) and bool(expression.variable.assigned)
    return _gives_object(expression)


def _gives_object(expression: Expression) -> bool:
    """What certainly prints as an np.float32."""
    if isinstance(expression, Index):
        return expression.owner.type.kind == "vector" and kept(expression.owner) == "array"
    if isinstance(expression, Binary):
        return expression.type.kind == "float" and expression.type.bits == 32
    return False


def as_float32(value: float) -> float:
    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def text_kind(expression: Expression, seen: frozenset[Variable] = frozenset()) -> str:
    """What a C string is in Python: "bytes", or "pointer" (cffi)."""
    if isinstance(expression, (Text, TraitMember)):
        return "bytes"
    if isinstance(expression, Cast):
        return text_kind(expression.operand, seen)
    if isinstance(expression, Conditional):
        kinds = {text_kind(expression.yes, seen), text_kind(expression.no, seen)}
        return "bytes" if kinds == {"bytes"} else "pointer"
    if isinstance(expression, Call) and isinstance(expression.function, Member) and expression.function.name in (
            "c_str", "what"):
        return "bytes"
    if isinstance(expression, Call) and isinstance(expression.function, Symbol) and expression.function.name in (
            "getenv", "strerror", "basename"):
        return "bytes"
    if isinstance(expression, Call) and expression.callee is not None:
        given = expression.callee.resulting
        return "bytes" if all(text_kind(v, seen) == "bytes" for v in given) else "pointer"
    if isinstance(expression, Number) and expression.value is None:
        return "bytes"
    if (texts := _mapped(expression)) is not None:
        return "bytes" if all(text_kind(t, seen) == "bytes" for t in texts) else "pointer"
    if isinstance(expression, (Name, Member)) and expression.variable is not None:
        variable = expression.variable
        if variable.type.kind == "array" and variable.type.element.kind == "pointer" and variable.assigned:
            return text_kind(variable.assigned[0], seen)
        if variable.type.kind == "array" or in_memory(variable):
            return "pointer"
        if variable.c_name == "argv":
            return "bytes"
        if variable in seen:
            return "bytes"
        if variable.assigned and all(text_kind(v, seen | {variable}) == "bytes" for v in variable.assigned):
            return "bytes"
        return "bytes" if variable.role == "field" else "pointer"
    if isinstance(expression, Index):
        return text_kind(expression.owner, seen) if not expression.owner.type.is_chars else "pointer"
    if isinstance(expression, Construct):
        return "bytes"
    if isinstance(expression, Braces):
        return "bytes" if all(text_kind(i, seen) == "bytes" for i in expression.items) else "pointer"
    return "pointer"


def _mapped(expression: Expression) -> list[Expression] | None:
    """What a map of texts may give: `map[key]`, `map.at(key)`, `map.find(key)->second`."""
    place: Expression | None = None
    if isinstance(expression, Index):
        place = expression.owner
    elif isinstance(expression, Call) and isinstance(expression.function, Member) and expression.function.name == "at":
        place = expression.function.owner
    elif isinstance(expression, Member) and expression.name == "second":
        place = expression.owner
        while isinstance(place, (Name, Call)) and place.type.kind == "iterator":
            source = place.variable.assigned[:1] if isinstance(place, Name) else [place.function]
            place = source[0] if source else None
            place = place.owner if isinstance(place, Member) else place
    if not isinstance(place, (Name, Member)) or place.variable is None or place.type.kind != "map":
        return None
    return [pair.items[1] for given in place.variable.assigned if isinstance(given, Braces)
            for pair in given.items if isinstance(pair, Braces) and len(pair.items) == 2]


def no_value(type_: CType) -> str:
    """What Python says for a variable of this type that C leaves without a value."""
    simple = {"bool": "False", "float": "0.0", "string": '""', "map": "{}", "set": "set()", "half": "0.0",
              "function": "None", "owner": "None", "thread": "None", "template": "0", "complex": "0j",
              "pair": "(None, None)", "lambda": "None", "exception": "None", "duration": "0.0",
              "file": "None", "status": "None", "optional": "None"}
    if type_.kind == "pair" and type_.of:
        return f"({', '.join(no_value(t) for t in type_.of)})"
    if type_.kind in simple:
        return simple[type_.kind]
    if type_.is_integer:
        return "0"
    if type_.kind == "pointer":
        return "None" if type_.element.by_object else "NULL"
    if type_.kind == "vector":
        return "[]"
    if type_.kind == "struct":
        return f"{type_.name}()"
    raise UntranslatedError(f"variable of type {type_.name or type_.kind} without a value")


def must_convert(argument: Expression, wanted: CType) -> bool:
    """Whether C changes the value on the way into a parameter."""
    have = argument.type
    if isinstance(argument, Number):
        return isinstance(argument.value, float) != (wanted.kind == "float") or (
            isinstance(argument.value, int) and argument.value < 0 and not wanted.signed) or wanted.kind == "bool"
    if have.kind == "float":
        return wanted.kind != "float" or wanted.bits < have.bits
    if wanted.kind == "bool":
        return have.kind not in ("bool", "unknown", "template")
    if wanted.kind == "int" and have.kind == "int":
        return wanted.bits < have.bits or (
            wanted.signed and not have.signed and may_be_huge(argument)) or (
            not wanted.signed and turns_large(argument, wanted))
    return have.kind == "half" and wanted.kind != "half"


def says_failed(operator: str, right: Expression) -> bool | None:
    """Whether a comparison of a result of 0 or -1 is true of -1; None if it is no such comparison."""
    value = right.value if isinstance(right, Number) else None
    if (operator, value) in (("!=", 0), ("==", -1), ("<", 0)):
        return True
    return False if (operator, value) in (("==", 0), ("!=", -1), (">=", 0)) else None


def against_none(left: Expression, right: Expression) -> Expression | None:
    """What is compared with nullptr, if it is an object in Python."""
    for nothing, other in ((left, right), (right, left)):
        kind = other.type.kind
        if isinstance(nothing, Number) and nothing.value is None and (
                kind in ("file", "owner", "vector") or (kind == "pointer" and other.type.element.by_object)):
            return other
    return None


def fits(parameter: CType, argument: CType) -> bool:
    """Whether a parameter of one type takes an argument of another without a conversion."""
    if parameter.kind == argument.kind == "vector":
        return parameter.element.kind == "template" or parameter.element.plain == argument.element.plain
    if parameter.is_number and argument.is_number:
        return parameter.plain == argument.plain
    if parameter.kind == "string" and argument.is_chars:
        return True
    return parameter.kind == argument.kind or parameter.kind == "template"


def float_text(number: Number, value: float) -> str:
    text = number.text
    if value in (float("inf"), float("-inf")) or value != value:
        return f'float("{value}")'
    if text and text.lstrip("-")[:1].isdigit() and text[-1].isdigit() and not text.startswith("0x") and (
            "." in text or "e" in text):
        return text
    return repr(value)
