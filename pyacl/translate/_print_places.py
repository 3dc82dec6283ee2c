"""Printing: parts of things, addresses, and C strings as Python's."""
from __future__ import annotations

from dataclasses import replace

from . import _source
from ._formats import quoted
from ._precedence import ATOM, OR, POSTFIX, PRODUCT, SUM, Printed
from ._print_lifetimes import Lifetimes
from ._tree import (
    Call,
    Cast,
    Conditional,
    Expression,
    Index,
    Member,
    Name,
    Number,
    Struct,
    Symbol,
    Text,
    TraitMember,
    Unary,
    UntranslatedError,
    Variable,
)
from ._types import CType, pointer
from ._values import in_memory, kept, kept_as, object_behind, text_kind


class Places(Lifetimes):
    places: _source.Places                      # where each line of the program stood

    # -- parts
    def _p_member(self, member: Member) -> Printed:
        owner = member.owner
        if owner.type.kind == "iterator":
            return self.iterator_member(member, owner)
        if isinstance(owner, Unary) and owner.operator == "*" and owner.operand.type.kind == "iterator":
            return self.iterator_member(member, owner.operand)
        if isinstance(owner, Name) and owner.variable in self.entries:
            name = owner.variable.name
            return (name if member.name == "first" else f"{self.entries[owner.variable]}[{name}]"), POSTFIX
        if owner.type.kind == "pair":
            return f"{self.text(owner, POSTFIX)}[{0 if member.name == 'first' else 1}]", POSTFIX
        text = f"{self.text(owner, POSTFIX)}.{member.name}"
        if member.variable is not None and in_memory(member.variable):
            return f"{text}[0]", POSTFIX
        if member.variable is None and owner.type.kind not in ("abi", "pointer", "unknown", "template",
                                                                     "status"):
            raise UntranslatedError(f"member {member.name}", member.line)
        return text, POSTFIX

    def _p_index(self, index: Index) -> Printed:
        owner = index.owner
        text = f"{self.pointer(owner, POSTFIX)}[{self.index(index.index)}]"
        is_text = owner.type.kind in ("pointer", "array") and text_kind(owner) == "pointer"
        if index.type.name == "char" and (owner.type.kind == "string" or is_text):
            return f"ord({text})", ATOM
        return text, POSTFIX

    def index(self, expression: Expression) -> str:
        if expression.type.kind == "string" or expression.type.is_chars:
            return self.string(expression)
        while isinstance(expression, Cast) and expression.type.bits >= 32 and expression.operand.type.is_integer:
            expression = expression.operand                 # no index is as large
        return self.text(expression, exact=False)

    def place(self, operand: Expression) -> Printed:
        """The address of something: what C writes through."""
        if isinstance(operand, Name) and operand.variable in self.alias_places:
            return self.alias_places[operand.variable], SUM
        if isinstance(operand, (Name, Member)) and operand.variable is not None:
            text, binds = self._p_name(operand) if isinstance(operand, Name) else self._p_member(operand)
            return (text.removesuffix("[0]"), binds) if in_memory(operand.variable) else (text, binds)
        if isinstance(operand, Unary) and operand.operator == "*":
            return self.text(operand.operand), POSTFIX
        if isinstance(operand, Symbol):
            return self._p_symbol(operand)
        if isinstance(operand, Member) and operand.owner.type.kind in ("abi", "pointer"):
            return f'ffi.addressof({self.text(operand.owner)}, "{operand.name}")', ATOM
        if isinstance(operand, Index):
            owner = operand.owner
            if operand.type.by_object:
                return self.text(operand), POSTFIX
            zero = isinstance(operand.index, Number) and operand.index.value == 0
            if owner.type.kind == "vector" and kept(owner) == "list":
                return self._list_element(operand), ATOM
            base = self.text(owner, SUM)
            if owner.type.kind == "vector" and kept(owner) == "array":
                base = f"ffi.from_buffer({self.named(owner.type.element, '[]')}, {base})"
            return (base, POSTFIX) if zero else (f"{base} + {self.integer(operand.index, PRODUCT)}", SUM)
        if operand.type.by_object:
            return self.text(operand), POSTFIX
        raise UntranslatedError("address of an expression", operand.line)

    def list_memory(self, vector: Expression, written: bool) -> str:
        """The elements of a list of handles as C's memory; the list gets back what is written there."""
        text = self.text(vector)
        made = f"ffi.new({self.named(vector.type.element, '[]')}, {text})"
        if not written:
            return made
        name = self._hoisted_name("elements")
        self.hoisted.append(f"{name} = {made}")
        self.after.append(f"{text}[:] = {name}")
        return name

    def _hoisted_name(self, name: str) -> str:
        names = [line.partition(" = ")[0] for line in self.hoisted]
        return next(n for n in (name, *(f"{name}{number}" for number in range(2, 100))) if n not in names)

    def _list_element(self, index: Index) -> str:
        """A place for an element of a list, which the list gets back behind the statement."""
        name = self._hoisted_name("element")
        text = self.text(index)
        self.hoisted.append(f"{name} = ffi.new({self.named(pointer(index.type))}, {text})")
        self.after.append(f"{text} = {name}[0]")
        return name

    def named(self, type_: CType, suffix: str = "") -> str:
        """The name of a type for cffi, as a Python string."""
        name = self.c_name(type_) + suffix
        return f'f"{name}"' if "{" in name else f'"{name}"'

    def new(self, type_: CType, value: str = "") -> str:
        """Memory for one value, read with [0]."""
        if type_.kind == "template":
            self.imports.add("numpy")
            dtype = self.dtype(type_)
            return f"np.array([{value}], dtype={dtype})" if value else f"np.zeros(1, dtype={dtype})"
        return f"ffi.new({self.named(pointer(type_.plain))}{', ' if value else ''}{value})"

    def c_name(self, type_: CType) -> str:
        try:
            return self._filled_in(type_).cffi()
        except KeyError:
            raise UntranslatedError(f"memory of type {type_.name or type_.kind}") from None

    def _filled_in(self, type_: CType) -> CType:
        """A type with what C++ fills in for its template parameter: what the dtype says."""
        if type_.kind == "template":
            self.helpers.add("c_type")
            return CType("abi", f"{{c_type({self.dtype(type_)})}}")
        if type_.kind in ("pointer", "array") and type_.of:
            return replace(type_, of=(self._filled_in(type_.element),))
        return type_

    def is_c_struct(self, name: str) -> bool:
        raise NotImplementedError               # ClassPrinter has it

    def object_memory(self, address: Expression) -> str:
        """The bytes of the object whose address this is."""
        if not self.is_c_struct(object_behind(address).name):
            raise UntranslatedError("bytes of a struct", address.line)
        return self.text(address)

    def size_of_struct(self, type_: CType) -> int:
        """Bytes of a struct of the sample, as the ABI lays it out."""
        return self._layout(type_)[0]

    def pack(self, struct: Struct) -> int:
        """The alignment that its fields have at most; 0 if each has its own."""
        return 1 if struct.is_packed else self.places.pack(struct.line)

    def _layout(self, type_: CType) -> tuple[int, int]:
        """Size and alignment of a struct."""
        struct = self.program.structs.get(type_.name)
        fields = [self._size_and_alignment(v) for v, _ in struct.fields] if struct is not None else []
        if struct is None or not fields:
            raise UntranslatedError(f"size of {type_.name}")
        end, alignment = 0, struct.alignment
        for size, align in fields:
            align = min(align, self.pack(struct) or align)
            alignment = max(alignment, align)
            end = max(end, size) if struct.is_union else -(-end // align) * align + size
        return -(-end // alignment) * alignment, alignment

    def _size_and_alignment(self, field: Variable) -> tuple[int, int]:
        type_, count = field.type, 1
        if type_.kind == "array":
            if not isinstance(field.length, Number) or not isinstance(field.length.value, int):
                raise UntranslatedError(f"size of {field.c_name}")
            type_, count = type_.element, field.length.value
        if type_.kind == "struct":
            size, alignment = self._layout(type_)
            return size * count, alignment
        bytes_ = type_.size()
        if bytes_ is None or type_.kind == "abi":
            raise UntranslatedError(f"size of a {type_.name or type_.kind}")
        return bytes_ * count, min(bytes_, 8)

    def chars(self, expression: Expression) -> str:
        """A C string as a pointer, where a literal meets one that only C knows."""
        text = self.text(expression, OR)
        is_literal = text_kind(expression) == "bytes" and not isinstance(expression, Number)
        return f'ffi.new("char[]", {text})' if is_literal else text

    def mixed(self, conditional: Conditional) -> bool:
        """Whether a C string is a literal here and a pointer there."""
        return conditional.type.is_chars and text_kind(conditional) == "pointer"

    def string(self, expression: Expression, alone: bool = False) -> str:
        """A C or C++ string as a str; alone where nothing around it needs parentheses."""
        if isinstance(expression, Text):
            return quoted(expression.value)
        if isinstance(expression, Call) and isinstance(expression.function, Member) and expression.function.name in (
                "c_str", "data") and expression.function.owner.type.kind == "string":
            return self.text(expression.function.owner, SUM)
        if isinstance(expression, Cast):
            return self.string(expression.operand, alone)
        if isinstance(expression, Conditional) and expression.type.is_chars:
            yes, no = self.string(expression.yes), self.string(expression.no)
            text = f"{yes} if {self.condition(expression.condition, OR)} else {no}"
            return text if alone else f"({text})"
        if expression.type.is_chars:
            text = self.text(expression, POSTFIX)
            if text_kind(expression) == "bytes":
                return f"{text}.decode()"
            return f"ffi.string({text.removeprefix('(').removesuffix(')') if text[0] == '(' else text}).decode()"
        if isinstance(expression, Number) and isinstance(expression.value, int) and expression.type.name == "char":
            return quoted(chr(expression.value))
        if isinstance(expression, Index) and expression.owner.type.kind == "string":
            return f"{self.text(expression.owner, POSTFIX)}[{self.index(expression.index)}]"
        if expression.type.name == "char":
            return f"chr({self.text(expression)})"
        return self.text(expression, SUM)

    # -- types
    def dtype(self, type_: CType) -> str:
        """An element type, as NumPy knows it; in a template what its arguments say."""
        if type_.kind == "template" and type_.of:
            trait, _, member = type_.name.partition(".")
            return f"{trait}[{self.trait_key(type_.element)}].{member}"
        if type_.kind == "template":
            if self.function is not None and (parameter := self.function.deduced(type_.name)) is not None:
                return f"{parameter.name}.dtype" if kept_as(parameter) == "array" else self._only_dtype(type_)
            if self.function is not None and self.function.gives_pointer_to(type_.name):
                raise UntranslatedError(f"template parameter {type_.name} that nothing tells")
            return type_.name
        found = type_.dtype()
        if found is None:
            if type_.kind == "struct":
                return type_.name
            if type_.kind == "string":
                return "str"
            if type_.kind == "vector":
                raise UntranslatedError("the memory of a vector of vectors, which has addresses and not their numbers")
            raise UntranslatedError(f"elements of type {type_.name or type_.kind}")
        self.imports.add("ml_dtypes" if found.startswith("ml_") else "numpy")
        return found

    def _only_dtype(self, type_: CType) -> str:
        """The one type that a template is called with; a list does not tell."""
        instances = self.function.instances if self.function is not None else {}
        kinds = {kind.plain for kind in instances.get(type_.name, [])}
        if len(kinds) != 1:
            raise UntranslatedError(f"{type_.name}, which a vector that grows stands for")
        return self.dtype(next(iter(kinds)))

    def trait_key(self, key: CType) -> str:
        """What a template parameter is in the table of a specialised class; types are there as NumPy's dtypes."""
        if key.kind == "value":
            return key.name
        text = self.dtype(key)
        return f"np.dtype({text})" if key.kind == "template" or key.dtype() is not None else text

    def _p_traitmember(self, member: TraitMember) -> Printed:
        return f"{member.trait}[{self.trait_key(member.key)}].{member.member}", POSTFIX
