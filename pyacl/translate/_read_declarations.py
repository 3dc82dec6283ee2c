"""Reading: declarations of variables."""
from __future__ import annotations

from dataclasses import replace

from ._read_calls import CallReader
from ._read_types import Node, text_of
from ._tree import (
    Call,
    Construct,
    Declare,
    Enumeration,
    Expression,
    Once,
    Statement,
    Struct,
    Unpack,
    UntranslatedError,
    Variable,
)
from ._types import UNKNOWN, CType, pointer


class DeclarationReader(CallReader):
    static_names: set[str]
    lifted: list[Statement]                    # types and static variables of the function that is being read

    def _static_member(self, name: str, value: Expression | None) -> list[Statement]:
        """`int Class::count = 0;`: the value of a member that the class declares."""
        owner, _, member = name.rpartition("::")
        struct = self.program.structs.get(owner.rpartition("::")[2])
        for number, (variable, _) in enumerate(struct.constants if struct else ()):
            if variable.c_name == member and struct is not None:
                struct.constants[number] = variable, value
                return []
        raise UntranslatedError(f"member {name} that no class declares")

    def declare_function(self, node: Node, templates: list[str]) -> None:
        raise NotImplementedError               # Reader has it

    def specified(self, node: Node, name: str = "") -> list[Statement]:
        raise NotImplementedError               # Reader has it

    # -- declarations
    def declaration(self, node: Node, role: str) -> list[Statement]:
        type_node = node.child_by_field_name("type")
        found: list[Statement] = []
        declarators = node.children_by_field_name("declarator")
        has_body = type_node.child_by_field_name("body") is not None and type_node.type != "template_type"
        name_node = type_node.child_by_field_name("name")
        if has_body and name_node is None and declarators:
            name = self.declarator(declarators[0], UNKNOWN)[0]        # no name: called after the variable
            name = name[:1].upper() + name[1:]
            found += self.specified(type_node, name)
            base = self.types[-1][name]
        else:
            if has_body:
                found += self.specified(type_node)
            if not declarators:
                return found or self.specified(type_node)
            base = self.type(type_node)
        if role == "local":
            self.lifted += [s for s in found if isinstance(s, (Struct, Enumeration))]
            found = []
        static = any(c.type == "storage_class_specifier" and text_of(c) == "static" for c in node.children)
        if static and self.function is not None and not self.is_const(node):
            return found + self._static(declarators, base)
        if self.is_const(node):
            base = replace(base, const=True)
        for declarator in declarators:
            if declarator.type == "init_declarator":
                found += self._declare_one(node, declarator.child_by_field_name("declarator"), base,
                                           declarator.child_by_field_name("value"), role)
            else:
                found += self._declare_one(node, declarator, base, None, role)
        return found

    def _static(self, declarators: list[Node], base: CType) -> list[Statement]:
        """Variables that outlive the function: they stand before it, and get a value here if it is no constant."""
        found: list[Statement] = []
        if self.function is not None and self.function.templates:
            raise UntranslatedError("static variable of a template, one for each type")
        for declarator in declarators:
            inner = declarator.child_by_field_name("declarator") if declarator.type == "init_declarator" else declarator
            declared = self._declare_one(declarator, inner, base, declarator.child_by_field_name("value"), "global")
            for statement in declared:
                assert isinstance(statement, Declare)
                self._name_apart(statement.variable)
                statement.variable.function = None
                statement.variable.is_static = True
                found.append(Once(statement.line, variable=statement.variable, value=statement.value))
            self.lifted += declared
        return found

    def _name_apart(self, variable: Variable) -> None:
        """Static variables of several functions may have one name, which others of the program may have, too."""
        taken = {v.name for scope in self.scopes[:-1] for v in scope.values()} | self.static_names
        function = self.function
        for owner in (function.name, f"{function.owner}_{function.name}") if function is not None else ():
            if variable.name in taken:
                variable.name = f"{owner}_{variable.c_name}"
        self.static_names.add(variable.name)

    def _bound_names(self, binding: Node, of: CType) -> list[Variable]:
        types = list(of.of) if of.kind == "pair" else [of.element] * 8 if of.kind in ("vector", "array") else []
        struct = self.program.structs.get(of.name) if of.kind == "struct" else None
        if struct is not None:
            types = [v.type for v, _ in struct.fields]
        return [self.declare(text_of(n), types[i] if i < len(types) else UNKNOWN)
                for i, n in enumerate(c for c in binding.named_children if c.type == "identifier")]

    def _fields_of(self, of: CType) -> list[str]:
        struct = self.program.structs.get(of.name) if of.kind == "struct" else None
        return [v.name for v, _ in struct.fields] if struct is not None else []

    def _declare_one(self, node: Node, declarator: Node, base: CType, value_node: Node | None,
                     role: str = "local") -> list[Statement]:
        binding = binding_of(declarator)
        if binding is not None and value_node is not None:
            source = self.expression(value_node)
            return [Unpack(self.line_of(node), variables=self._bound_names(binding, source.type), value=source,
                           fields=self._fields_of(source.type))]
        name, type_, length, function = self.declarator(declarator, base)
        value: Expression | None = None
        if function is not None:
            if role == "global":
                self.declare_function(node, [])
                return []
            parameters = function.child_by_field_name("parameters")
            value = Construct(type_.plain, self.line_of(node), self.reparsed(text_of(parameters)[1:-1],
                                                                             self.line_of(node)))
            if not value.arguments:                # type name() is a declaration of a function
                return []
        elif value_node is not None and type_.kind == "function" and value_node.type == "lambda_expression":
            variable = self.declare(name, type_, role)                       # which may call itself
            variable.assigned.append(self.expression(value_node))
            return [Declare(self.line_of(node), variable=variable, value=variable.assigned[0])]
        elif value_node is not None and value_node.type == "initializer_list":
            value = self.braces(value_node, type_)
        elif value_node is not None and value_node.type == "argument_list":
            value = Construct(type_.plain, self.line_of(node), self.arguments(value_node))
        elif value_node is not None:
            value = self.expression(value_node)
        if type_.kind == "auto":
            assert value is not None
            type_ = self._deduced(type_, value)
        elif type_.kind == "pointer" and type_.element.kind == "auto" and value is not None:
            type_ = replace(value.type, const=type_.const)
        if isinstance(value, Construct) and type_.is_number and len(value.arguments) == 1:
            value = value.arguments[0]
        if "::" in name:
            return self._static_member(name, value)
        if role == "global" and self.function is None:
            self.only_here(name, self.line_of(node))
        variable = self.declare(name, type_, role)
        variable.length = length
        variable.is_constant = base.const
        if value is not None:
            variable.assigned.append(value)
        if type_.reference and not type_.const and not type_.by_object and value is not None:
            self._take_address(value)
        if type_.kind == "struct" and isinstance(value, Construct):
            struct = self.program.structs.get(type_.name)
            for method in struct.methods if struct else ():
                if method.kind == "constructor" and len(method.parameters) == len(value.arguments):
                    self._bind(method, Call(arguments=value.arguments))
        return [Declare(self.line_of(node), variable=variable, value=value)]

    @staticmethod
    def _deduced(type_: CType, value: Expression) -> CType:
        found = value.type
        if isinstance(value, Construct) and found.kind == "auto" and value.arguments:
            found = value.arguments[0].type
        if found.kind == "array":
            found = pointer(found.element)
        return replace(found, const=type_.const, reference=type_.reference)


def binding_of(declarator: Node) -> Node | None:
    for node in (declarator, *declarator.named_children):
        if node.type == "structured_binding_declarator":
            return node
    return None
