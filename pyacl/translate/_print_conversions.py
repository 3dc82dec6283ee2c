"""Printing: sizes, casts, and conversions between C types."""
from __future__ import annotations

from ._precedence import ATOM, BIT_AND, COMPARE, POSTFIX, SIGN, Printed, bracketed
from ._print_places import Places
from ._ranges import (
    RING,
    bound,
    comes_small,
    is_mixed,
    is_unsigned,
    limit,
    magnitude,
    mask,
    may_be_huge,
    may_be_negative,
    most_of,
    turns_large,
)
from ._tree import (
    Binary,
    Braces,
    Call,
    Cast,
    Expression,
    Function,
    Index,
    Member,
    Name,
    Number,
    SizeOf,
    Struct,
    Symbol,
    Text,
    Unary,
    UntranslatedError,
    Variable,
)
from ._types import CType
from ._values import (
    as_float32,
    float_text,
    in_memory,
    kept,
    kept_as,
    kept_by_type,
    object_behind,
    vector_behind,
)


class Conversions(Places):
    # -- sizes and casts
    def _p_sizeof(self, size: SizeOf) -> Printed:
        of = size.operand
        if isinstance(of, Index) and of.owner.type.kind == "vector" and kept(of.owner) == "array":
            return f"{self.text(of.owner, POSTFIX)}.itemsize", POSTFIX
        if isinstance(of, Expression):
            if isinstance(of, (Name, Member)) and of.type.kind == "array":
                return f"ffi.sizeof({self.text(of)})", ATOM
            of = of.type
        if of.kind == "template":
            if self.function is not None and (parameter := self.function.deduced(of.name)) is not None:
                return f"{parameter.name}.itemsize", POSTFIX
            self.imports.add("numpy")
            return f"np.dtype({self.dtype(of)}).itemsize", POSTFIX
        if of.kind == "struct":
            return f"ctypes.sizeof({of.name})" if self.is_c_struct(of.name) else str(self.size_of_struct(of)), ATOM
        return f"ffi.sizeof({self.named(of)})", ATOM

    def array_length(self, left: Expression, right: Expression) -> str:
        """`sizeof(array) / sizeof(array[0])`."""
        if not (isinstance(left, SizeOf) and isinstance(right, SizeOf) and isinstance(left.operand, Expression)
                and left.operand.type.kind == "array"):
            return ""
        element = right.operand.type if isinstance(right.operand, Expression) else right.operand
        return f"len({self.text(left.operand)})" if element.plain == left.operand.type.element.plain else ""

    def _p_cast(self, cast: Cast) -> Printed:
        operand, type_ = cast.operand, cast.type
        if type_.kind == "void":
            return self.text(operand), ATOM
        if type_.kind in ("pointer", "array"):
            return self._pointer_cast(operand, type_)
        if type_.kind == "template":
            return self._template_cast(operand, type_), ATOM
        if type_.is_integer and operand.type.kind in ("pointer", "array"):
            return f'int(ffi.cast("uintptr_t", {self.pointer(operand, 0)}))', ATOM
        if type_.is_number:
            return self.converted(operand, type_, explicit=True), 0
        if type_.kind == "string":
            return self.string(operand), ATOM
        return self.text(operand), 0

    def _template_cast(self, operand: Expression, type_: CType) -> str:
        """A value as one of the type that a template stands for; NumPy's own types refuse what does not fit."""
        dtype, function = self.dtype(type_), self.function
        kinds = function.instances.get(type_.name, []) if function is not None else []
        small = isinstance(operand, Number) and operand.value in range(128)
        fits = small or operand.type.kind in ("float", "half", "bool", "enum") or (bool(kinds) and all(
            kind.kind in ("float", "half") or (kind.kind == "int" and magnitude(operand) <= most_of(kind) and not (
                is_unsigned(kind) and may_be_negative(operand))) for kind in kinds))
        if operand.type.kind == "int" and not fits:
            self.helpers.add("cut")
            return f"cut({self.text(operand)}, {dtype})"
        return f"{dtype}{'.type' if dtype.endswith('.dtype') else ''}({self.text(operand)})"

    def _pointer_cast(self, operand: Expression, type_: CType) -> Printed:
        if type_.is_chars and (operand.type.is_chars or isinstance(operand, Text)):
            return self.text(operand), 0
        if type_.element.kind == "struct" and operand.type.of and operand.type.element.is_number:
            if not self.is_c_struct(type_.element.name):
                raise UntranslatedError("bytes as a struct", operand.line)
            return f'{type_.element.name}.from_address(int(ffi.cast("uintptr_t", {self.pointer(operand, 0)})))', ATOM
        if type_.element.by_object:
            return self.text(operand), 0
        if type_.element.is_number and object_behind(operand).kind == "struct":
            return f"ffi.from_buffer({self.named(type_.element, '[]')}, {self.object_memory(operand)})", ATOM
        if operand.type.kind in ("pointer", "array") and (
                type_.element.kind == "void" or operand.type.plain == type_.plain):
            return self.pointer(operand, 0), 0
        if isinstance(operand, Number) and operand.value is None:
            return "NULL", ATOM
        if type_.element.kind == "pointer" and (vector := vector_behind(operand)) is not None:
            return f"ffi.new({self.named(type_)}, ffi.from_buffer({self.text(vector)}))", ATOM
        return f"ffi.cast({self.named(type_)}, {self.pointer(operand, 0)})", ATOM

    # -- conversions
    def converted(self, expression: Expression, type_: CType, least: int = 0, explicit: bool = False) -> str:
        """An expression as a value of a type, as an assignment or a cast makes it."""
        text, binds = self._converted(expression, type_)
        return bracketed(text, binds, least)

    def _converted(self, expression: Expression, type_: CType) -> Printed:
        source = expression.type
        if type_.is_number and source.kind == "struct":                  # by its conversion operator
            return f"{'int' if type_.is_integer else 'float'}({self.text(expression)})", ATOM
        if type_.kind == "float":
            return self._to_float(expression, type_)
        if type_.kind == "half":
            return f"{self.dtype(type_)}({self.number(expression)})" if source.kind != "half" else self.text(
                expression), ATOM
        if type_.kind == "bool" and source.is_number:
            if isinstance(expression, Number):
                return str(bool(expression.value)), ATOM
            if source.kind == "bool":
                return self.text(expression), 0
            return f"bool({self.text(expression)})", ATOM
        if type_.kind == "bool" and source.kind == "pointer":
            return f"{self.text(expression, COMPARE + 1)} != NULL", COMPARE
        if type_.is_integer:
            return self._to_integer(expression, type_)
        if type_.kind == "string":
            return self.string(expression, alone=True), 0
        if type_.kind == "pointer" and isinstance(expression, Number) and expression.value in (None, 0):
            return "None" if type_.element.by_object else "NULL", ATOM
        if type_.kind == "pair" and isinstance(expression, Call) and isinstance(
                expression.function, Symbol) and expression.function.name in ("make_pair", "make_tuple"):
            return self.construct(type_, expression.arguments, False), ATOM
        if isinstance(expression, Braces):
            return self.construct(type_, expression.items, True), ATOM
        if type_.kind == "pointer":
            return self.pointer(expression, 0), 0
        if type_.kind == "struct" and (moved := self._move_made(type_, expression)):
            return moved, ATOM
        if type_.kind in ("struct", "vector", "map", "set") and (isinstance(expression, (Name, Member, Index)) or (
                isinstance(expression, Unary) and expression.operator == "*")):
            return self.copied(type_, self.text(expression, POSTFIX), kept(expression)), ATOM
        return self.text(expression), 0

    def copied(self, type_: CType, text: str, kind: str) -> str:
        """A copy of an object as C++ makes it: what it holds is copied, what it points to is not."""
        if type_.kind == "vector" and kind == "list" and type_.element.kind in ("vector", "struct", "map"):
            return f"[{self.copied(type_.element, 'item', kept_by_type(type_.element))} for item in {text}]"
        if type_.kind == "vector" and kind == "memory":
            return f"ffi.new({self.named(type_.element, '[]')}, list({text}))"
        if type_.kind != "struct":
            return f"{text}.copy()"
        if self.is_c_struct(type_.name):
            return f"{type_.name}.from_buffer_copy({text})"
        struct = self.program.structs.get(type_.name)
        own = next((c for c in self.constructors(struct) if c.name == "copied"), None) if struct is not None else None
        if own is not None:
            return f"{type_.name}.copied({text})"
        deep = [f"{v.name}={self._field_copied(v, text)}" for v, _ in struct.fields
                if v.type.kind in ("vector", "map", "set", "struct", "array") or in_memory(v)] if struct else []
        if struct is None or not deep or any(m.kind == "constructor" for m in struct.methods):
            self.imports.add("copy")
            return f"copy.copy({text})"
        self.imports.add("dataclasses")
        return f"dataclasses.replace({text}, {', '.join(deep)})"

    def constructors(self, struct: Struct) -> list[Function]:
        raise NotImplementedError               # ClassPrinter has it

    def _move_made(self, type_: CType, expression: Expression) -> str:
        """`std::move(object)` for a class with a constructor for that."""
        struct = self.program.structs.get(type_.name)
        if (isinstance(expression, Call) and isinstance(expression.function, Symbol)
                and expression.function.name == "move" and struct is not None
                and any(c.name == "moved" for c in self.constructors(struct))):
            return f"{type_.name}.moved({self.text(expression.arguments[0])})"
        return ""

    def _field_copied(self, field: Variable, text: str) -> str:
        place = f"{text}.{field.name}"
        if in_memory(field):
            return self.new(field.type, f"{place}[0]")
        if field.type.kind == "array":
            if field.type.element.by_object:
                return f"{place}.copy()"
            return f"ffi.new(ffi.typeof({place}), list({place}))"
        return self.copied(field.type, place, kept_as(field) if field.type.kind == "vector" else "")

    def _to_float(self, expression: Expression, type_: CType) -> Printed:
        source = expression.type
        if isinstance(expression, Number) and isinstance(expression.value, (int, float)):
            value = float(expression.value)
            if type_.bits == 32 and as_float32(value) != value:
                self.imports.add("numpy")
                return f"np.float32({float_text(expression, value)})", ATOM
            if source.bits == 32 and source.kind == "float" and as_float32(value) != value:
                self.imports.add("numpy")
                return f"float(np.float32({float_text(expression, value)}))", ATOM
            return float_text(expression, value), SIGN if value < 0 else ATOM
        if source.kind == "float" and (source.bits == type_.bits or is_unchanged(expression, type_)):
            return self.text(expression), 0
        if type_.bits == 64:
            return f"float({self.text(expression)})", ATOM
        self.imports.add("numpy")
        return f"np.float32({self.text(expression)})", ATOM

    def _to_integer(self, expression: Expression, type_: CType) -> Printed:
        source = expression.type
        if isinstance(expression, Number) and isinstance(expression.value, (int, float)):
            value = int(expression.value)
            if type_.bits:
                wrapped = value & ((1 << type_.bits) - 1)
                if type_.signed and wrapped >> (type_.bits - 1):
                    wrapped -= 1 << type_.bits
                if wrapped != value and type_.kind == "int":
                    return f"{_hex(wrapped, type_)}", SIGN if wrapped < 0 else ATOM
            if isinstance(expression.value, int) and not isinstance(expression.value, bool):
                return self._p_number(expression)
            return str(value), SIGN if value < 0 else ATOM
        if source.kind in ("float", "half", "template"):
            text: str = f"int({self.text(expression)})"
            return (f"{text} & {mask(type_)}", BIT_AND) if is_unsigned(type_) and type_.bits < 32 else (text, ATOM)
        if not source.is_integer:
            return self.text(expression), 0
        if source.kind == "bool":
            return f"int({self.text(expression)})", ATOM
        if type_.kind == "enum" or not type_.bits:
            return self.integer(expression), 0
        most, narrower = limit(expression), type_.bits < (source.bits or 64)
        if most is not None and most <= most_of(type_) and not self.facts.leaves(expression):
            return self.integer(expression), 0
        if is_unsigned(type_):
            if narrower or turns_large(expression, type_):
                return f"{self.integer(expression, SIGN, exact=False)} & {mask(type_)}", BIT_AND
            return self.integer(expression), 0
        if self.must_cut(expression, type_):
            return self.signed(expression, type_.bits), ATOM
        return self.integer(expression, exact=False), 0

    @staticmethod
    def must_cut(expression: Expression, type_: CType) -> bool:
        """Whether an integer may be another number in a signed type."""
        source, far = expression.type, bound(expression)
        if far is not None and far <= most_of(type_):
            return False
        if is_unsigned(source) and source.bits == type_.bits:
            sides = (expression.left, expression.right) if isinstance(
                expression, Binary) and expression.operator in RING else (expression,)
            return any(may_be_huge(side) for side in sides) if type_.bits == 64 else not comes_small(expression)
        if type_.bits < (source.bits or 64):
            return type_.bits < 32 or magnitude(expression) > most_of(type_)
        return is_mixed(expression) and isinstance(expression, Binary)

    def signed(self, expression: Expression, bits: int) -> str:
        """An integer cut to so many bits, the first of which is its sign."""
        self.helpers.add("signed")
        return f"signed({self.integer(expression, exact=False)}, {bits})"


def is_unchanged(expression: Expression, type_: CType) -> bool:
    """A float that becomes a double and is a Python float already."""
    return type_.bits == 64 and isinstance(expression, Name) and in_memory(expression.variable)


def _hex(value: int, type_: CType) -> str:
    return f"0x{value:X}" if value > 0xFFFF and not type_.signed else str(value)
