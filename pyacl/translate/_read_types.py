"""Reading: names, scopes, types and declarators of the syntax tree."""
from __future__ import annotations

import builtins
import keyword
from dataclasses import replace
from typing import Any

from .. import _abi
from . import _hccl
from ._std import TYPE_KINDS
from ._tree import Expression, Function, Program, Struct, TraitMember, UntranslatedError, Variable
from ._types import CHAR, NAMED, STRING, UNKNOWN, CType, abi_type, pointer, vector

Node = Any                                     # tree_sitter.Node; the package is imported when a program is translated

# Python names that the translation itself uses: a C name like these gets an underscore.
TAKEN = frozenset(("len", "range", "print", "int", "float", "abs", "max", "min", "list", "bytes", "chr", "sum",
                   "str", "bool", "np", "ffi", "math", "sys", "os", "NULL", "ord", "open", "round", "sorted",
                   "enumerate", "zip", "ml_dtypes", "copy", "Any", "npt", "threading", "time", "scope", "super",
                   "object", "type", "enum", "dataclasses", "pow", "divmod", "reversed", "dict", "set", "tuple",
                   "random", "string", "struct", "stat", "io"))
STRUCTURES = {"unique_ptr": "owner", "shared_ptr": "owner", "map": "map", "unordered_map": "map", "pair": "pair",
              "tuple": "pair", "function": "function", "array": "vector", "vector": "vector", "complex": "complex",
              "initializer_list": "vector", "deque": "vector", "list": "vector", "set": "set", "unordered_set": "set",
              "future": "thread", "lock_guard": "guard", "unique_lock": "guard", "atomic": "atomic",
              "uniform_real_distribution": "random", "uniform_int_distribution": "random",
              "normal_distribution": "random", "numeric_limits": "limits", "is_same": "is_same", "span": "vector",
              "istreambuf_iterator": "content", "ostream_iterator": "output", "queue": "vector", "stack": "vector",
              "optional": "optional",
              **dict.fromkeys(("greater", "less", "plus", "minus", "multiplies", "equal_to", "greater_equal",
                               "less_equal", "not_equal_to", "bit_xor", "bit_and", "bit_or"), "functor"),
              "duration": "duration", **{name: name for name in TYPE_KINDS}}
assert TAKEN - {"np", "ffi", "math", "sys", "os", "NULL", "ml_dtypes", "copy", "Any", "npt", "threading", "time",
                "scope", "enum", "dataclasses", "random", "string", "struct", "stat", "io"} <= set(dir(builtins))

# The second template argument of std::chrono::duration -> the unit.
RATIOS = {"": "seconds", "milli": "milliseconds", "micro": "microseconds", "nano": "nanoseconds"}


def text_of(node: Node) -> str:
    return str(node.text.decode("utf-8", "replace"))


def mentions(node: Node, name: str) -> bool:
    """Whether a name stands anywhere in a node."""
    if node.type in ("identifier", "type_identifier"):
        return text_of(node) == name
    return any(mentions(child, name) for child in node.named_children)


def python_name(name: str) -> str:
    return name + "_" if keyword.iskeyword(name) or name in TAKEN else name


class TypeReader:
    """State and helpers that reading declarations, statements and expressions share."""

    def __init__(self) -> None:
        self.program = Program()
        self.scopes: list[dict[str, Variable]] = [{}]
        self.types: list[dict[str, CType]] = [{}]
        self.functions: dict[str, list[Function]] = self.program.functions
        self.function: Function | None = None
        self.struct: Struct | None = None
        self.namespaces: set[str] = set()
        self.class_templates = {}
        self.injected: dict[str, str] = {}     # of classes made from a template: what they call themselves
        self.namespace = ""                    # the one that is being read
        self.spaces: dict[str, str] = {}       # of structs, variables and functions with these parameters: where it is
        self.globals_used: set[Variable] = set()                # by the function that is being read
        self.line = 0                          # of an expression that was read again out of its place
        self.declared: list[Variable] = []
        self.growing: set[int] = set()         # which of them hold vectors that grow, as an earlier reading has found

    def line_of(self, node: Node) -> int:
        return self.line or int(node.start_point[0]) + 1

    # -- scopes
    def find(self, name: str) -> Variable | None:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    def declare(self, c_name: str, type_: CType, role: str = "local") -> Variable:
        """A new variable; one that hides another of the same function gets a name of its own, since Python has no
        block scope."""
        name = python_name(c_name)
        if self.struct is not None and role in ("local", "parameter") and name == "self":
            name = "self_"
        if role == "local" and any(c_name in scope and scope[c_name].role != "global" for scope in self.scopes[:-1]):
            taken = {v.name for scope in self.scopes for v in scope.values()}
            number = 2
            while f"{name}{number}" in taken:
                number += 1
            name = f"{name}{number}"
        if len(self.declared) in self.growing and type_.of and type_.of[-1].kind == "vector":
            type_ = replace(type_, of=(*type_.of[:-1], replace(type_.of[-1], name="list")))
        variable = Variable(name, type_, c_name, role, scope=len(self.scopes), function=self.function)
        self.scopes[-1][c_name] = variable
        self.declared.append(variable)
        return variable

    class_templates: dict[str, Any]

    def instance(self, name: str, arguments: list[Node], line: int) -> CType:
        raise NotImplementedError               # ClassTemplateReader has it

    def only_here(self, name: str, line: int) -> None:
        """Refuse a name that two namespaces have: which one is meant does not show where it is used."""
        if self.spaces.setdefault(name, self.namespace) != self.namespace:
            raise UntranslatedError(f"{name}, which another namespace has, too", line)

    def push(self) -> None:
        self.scopes.append({})
        self.types.append({})

    def pop(self) -> None:
        self.scopes.pop()
        self.types.pop()

    def named_type(self, name: str) -> CType | None:
        for scope in reversed(self.types):
            if name in scope:
                return scope[name]
        return NAMED.get(name) or _hccl.TYPES.get(name) or abi_type(name)

    # -- types
    def type(self, node: Node) -> CType:
        kind = node.type
        if kind in ("primitive_type", "type_identifier", "identifier", "namespace_identifier"):
            name = text_of(node)
            found = self.named_type(name)
            if found is None:
                raise UntranslatedError(f"unknown type {name}", self.line_of(node))
            return found
        if kind == "sized_type_specifier":
            words = text_of(node).split()
            found = NAMED.get(" ".join(words)) or NAMED.get(" ".join(w for w in words if w != "int"))
            if found is None:
                raise UntranslatedError(f"unknown type {text_of(node)}", self.line_of(node))
            return found
        if kind == "qualified_identifier":
            scope, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
            if scope is not None and scope.type == "template_type" and isinstance(
                    of := self.trait(scope, text_of(name)), CType):
                return of
            if scope is not None and scope.type == "template_type" and name.type == "type_identifier":
                return self._member_type(self.type(scope), text_of(name))
            if scope is not None and (text_of(scope), text_of(name)) == ("thread", "id"):
                return NAMED["uint64_t"]
            return self.type(name)
        if kind == "template_type":
            return self._template_type(node)
        if kind in ("placeholder_type_specifier", "auto"):
            return NAMED["auto"]
        if kind == "decltype":
            return NAMED["auto"]
        if kind == "dependent_type":
            inner = text_of(node)
            if "::size_type" in inner:
                return NAMED["size_t"]
            return self.type(node.named_children[-1])
        if kind == "type_descriptor":
            return self.described(node)
        if kind in ("struct_specifier", "enum_specifier", "class_specifier", "union_specifier"):
            name = node.child_by_field_name("name")
            if name is not None:
                return self.type(name)
        raise UntranslatedError(f"type {text_of(node)[:40]}", self.line_of(node))

    def template_argument(self, node: Node) -> CType:
        """What stands for a template parameter: a type, or a value under its Python name."""
        text = text_of(node)
        scope, _, name = text.rpartition("::")
        variable, enumeration = self.find(text), self.named_type(scope.rpartition("::")[2]) if scope else None
        if enumeration is not None and enumeration.kind == "enum":
            return CType("value", f"{enumeration.name}.{python_name(name)}" if enumeration.of else python_name(name))
        if variable is not None or node.type == "number_literal" or text in _abi.CONSTANTS:
            return CType("value", variable.name if variable is not None else text)
        if text in ("true", "false"):
            return CType("value", text.title())
        return self.type(node)

    def trait(self, scope: Node, member: str) -> TraitMember | CType | None:
        """`Traits<T>::member`, a type or a value, or None if no such class is known."""
        name = text_of(scope.child_by_field_name("name"))
        known = self.program.traits.get(name)
        if not known:
            return None
        key = self.template_argument(scope.child_by_field_name("arguments").named_children[0])
        chosen = next((t for t in known if t.key.plain == key.plain), None)
        if member in known[0].types:
            return chosen.types[member] if chosen else CType("template", f"{name}.{member}", (key,))
        constant = next((v for v, _ in known[0].constants if v.c_name == member), None)
        if constant is None:
            raise UntranslatedError(f"{name}::{member}", self.line_of(scope))
        return TraitMember(constant.type.plain, self.line_of(scope), name, key, constant.name)

    def _member_type(self, of: CType, name: str) -> CType:
        """`std::vector<float>::iterator` and the like."""
        if name in ("iterator", "const_iterator", "reverse_iterator", "const_reverse_iterator"):
            return CType("iterator", of.kind, (entry_of(of),))
        if name in ("size_type", "difference_type"):
            return NAMED["size_t" if name == "size_type" else "int64_t"]
        if name in ("value_type", "mapped_type", "key_type"):
            return of.of[-1] if name == "mapped_type" else of.element
        raise UntranslatedError(f"type {name} of a {of.kind}")

    def described(self, node: Node) -> CType:
        """A type_descriptor: `const std::vector<float> *`."""
        base = self.type(node.child_by_field_name("type"))
        if self.is_const(node):
            base = replace(base, const=True)
        declarator = node.child_by_field_name("declarator")
        return self.declarator(declarator, base)[1] if declarator is not None else base

    @staticmethod
    def is_const(node: Node) -> bool:
        return any(c.type == "type_qualifier" and text_of(c) in ("const", "constexpr") for c in node.children)

    def _template_type(self, node: Node) -> CType:
        name = text_of(node.child_by_field_name("name"))
        arguments = [a for a in node.child_by_field_name("arguments").named_children if a.type != "comment"]
        kind = STRUCTURES.get(name)
        if kind == "duration":
            return self._duration(arguments)
        if kind is None:
            found = self.named_type(name)
            if found is not None:
                return found
            if name in self.class_templates:
                return self.instance(name, arguments, self.line_of(node))
            raise UntranslatedError(f"template type {name}", self.line_of(node))
        if kind == "atomic":                   # a single step of Python is whole
            return self.described(arguments[0]) if arguments[0].type == "type_descriptor" else self.type(arguments[0])
        if kind == "function":
            return CType("function", name)
        of: list[CType] = []
        for argument in arguments[:1] if name == "array" else arguments:
            if argument.type in ("type_descriptor", "type_identifier", "primitive_type", "template_type",
                                 "qualified_identifier"):
                try:
                    of.append(self.type(argument))
                except UntranslatedError:
                    if kind not in ("owner", "guard"):
                        raise
        if name == "array" and len(arguments) > 1:
            return CType("vector", "array " + text_of(arguments[1]), tuple(of[:1]))
        if kind == "complex" and of and of[0].kind == "float":
            return CType(kind, name, (of[0].plain,), bits=2 * of[0].bits)
        if kind == "owner" and len(arguments) == 1 and arguments[0].type == "type_descriptor":
            held = self.described(arguments[0])
            if held.kind == "array" or held.is_number:               # memory that frees itself, in Python
                return pointer(held.element if held.kind == "array" else held)
        if kind == "owner":
            return CType("owner", name, tuple(of[:2] if of[1:] and of[1].kind == "struct" else of[:1]))
        return CType(kind, name, tuple(of))

    def _duration(self, arguments: list[Node]) -> CType:
        """`std::chrono::duration<double, std::milli>`: what it counts in, and the unit."""
        ratio = text_of(arguments[1]).rpartition(":")[2] if arguments[1:] else ""
        if ratio not in RATIOS:
            raise UntranslatedError(f"duration in {ratio}", self.line_of(arguments[1]))
        return CType("duration", RATIOS[ratio], (self.type(arguments[0]),))

    # -- declarators
    def declarator(self, node: Node, base: CType) -> tuple[str, CType, Expression | None, Node | None]:
        """Name, type, length of an array, and the function_declarator if it is one."""
        kind = node.type
        inner = node.child_by_field_name("declarator")
        if kind in ("identifier", "field_identifier", "type_identifier", "destructor_name", "operator_name",
                    "qualified_identifier", "operator_cast", "template_function"):
            return text_of(node), base, None, None
        if kind in ("pointer_declarator", "abstract_pointer_declarator"):
            return self._inside(inner, base if base.kind == "file" else pointer(base))
        if kind in ("reference_declarator", "abstract_reference_declarator"):
            inner = node.named_children[-1] if node.named_children else None
            return self._inside(inner, replace(base, reference=True))
        if kind in ("array_declarator", "abstract_array_declarator"):
            size = node.child_by_field_name("size")
            if inner is not None and inner.type == "array_declarator":      # [2][3]: the last dimension comes first
                return self._inside(inner, CType("array", text_of(size), (base,)))
            length = self.expression(size) if size is not None else None
            name, of, _, function = self._inside(inner, CType("array", of=(base,)))
            return name, of, length, function
        if kind in ("parenthesized_declarator", "abstract_parenthesized_declarator"):
            return self._inside(node.named_children[0] if node.named_children else None, base)
        if kind in ("function_declarator", "abstract_function_declarator"):
            if inner is not None and inner.type in ("parenthesized_declarator", "abstract_parenthesized_declarator"):
                name = text_of(inner).strip("()* &")
                return name, CType("function", "pointer"), None, None
            name, of, length, _ = self._inside(inner, base)
            return name, of, length, node
        raise UntranslatedError(f"declaration {text_of(node)[:40]}", self.line_of(node))

    def _inside(self, inner: Node | None, type_: CType) -> tuple[str, CType, Expression | None, Node | None]:
        return self.declarator(inner, type_) if inner is not None else ("", type_, None, None)

    def expression(self, node: Node) -> Expression:
        raise NotImplementedError               # ExpressionReader has it


def element_of(type_: CType) -> CType:
    """What an index or a dereference gives."""
    if type_.kind == "string":
        return CHAR
    if type_.kind == "map":
        return type_.of[1] if len(type_.of) > 1 else UNKNOWN
    return type_.element


def entry_of(type_: CType) -> CType:
    """What an iterator points to."""
    return CType("pair", "pair", type_.of) if type_.kind == "map" else element_of(type_)


def usual(left: CType, right: CType) -> CType:
    """The usual arithmetic conversions."""
    if left.kind == "template" or right.kind == "template":
        return left if left.kind == "template" else right
    for kind in ("complex", "float"):
        floats = [t for t in (left, right) if t.kind == kind]
        if floats:
            return max(floats, key=lambda t: t.bits).plain
    if left.kind == "half" or right.kind == "half":
        return NAMED["float"]
    if not (left.is_integer and right.is_integer):
        return left if left.kind != "unknown" else right
    wide = max((left, right), key=lambda t: (t.bits, not t.signed))
    if wide.bits < 32 or wide.kind == "enum" or wide.kind == "bool":
        return NAMED["int"]
    return wide.plain


STRING_LIKE = (STRING,)
__all__ = ["STRING_LIKE", "Node", "TypeReader", "element_of", "python_name", "text_of", "usual", "vector"]
