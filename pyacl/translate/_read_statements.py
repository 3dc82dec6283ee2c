"""Reading: statements, functions, structs, and what else stands in a file."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from .. import _lib
from ._read_templates import TemplateReader
from ._read_types import Node, python_name, text_of
from ._tree import (
    Block,
    Comment,
    Enumeration,
    Expression,
    Function,
    Lambda,
    Program,
    Statement,
    Struct,
    Untranslated,
    UntranslatedError,
    Variable,
)
from ._types import INT, UNKNOWN, VOID, CType, pointer

SKIPPED = ("preproc_include", "preproc_call", "using_declaration", ";", "access_specifier", "friend_declaration",
           "preproc_def", "preproc_function_def", "namespace_alias_definition", "static_assert_declaration",
           "concept_definition", "empty_statement", "linkage_specification_string", "attributed_declaration")


class Reader(TemplateReader):
    """Reads a whole file into a `Program`."""

    def read(self, root: Node) -> Program:
        self.program.items = self.items(root.named_children)
        growing = {n for n, v in enumerate(self.declared) if v.inner_grows}
        if growing <= self.growing:
            return self.program
        again = Reader(self._parse)                       # what such a vector is, all that uses it has to know
        again.growing = growing
        return again.read(root)

    # -- file level
    def items(self, nodes: list[Node]) -> list[Statement]:
        found: list[Statement] = []
        end = -2
        for node in nodes:
            start = len(found)
            try:
                found += self._item(node, found, end)
            except UntranslatedError as error:
                found.append(self._untranslated(node, error))
            except (AssertionError, AttributeError, IndexError, KeyError, RecursionError, TypeError,
                    ValueError) as error:
                # Syntax that nobody thought of is reported like any construct without a translation.
                found.append(self._untranslated(node, UntranslatedError(f"{node.type.replace('_', ' ')} ({error})")))
            if self.lifted and self.function is None:
                found[start:start] = self.lifted             # types of a function stand before it
                self.lifted = []
            if len(found) > start:
                found[start].blank = 0 <= end < int(node.start_point[0]) - 1
            end = int(node.end_point[0])
        return found

    def _untranslated(self, node: Node, error: UntranslatedError) -> Untranslated:
        return Untranslated(error.line or self.line_of(node), construct=error.construct, text=text_of(node))

    def _item(self, node: Node, before: list[Statement], end: int) -> list[Statement]:
        kind = node.type
        if kind in SKIPPED:
            return []
        if kind == "comment":
            return self._comment(node, before, end)
        if kind == "template_declaration":
            return self.template(node)
        if kind == "function_definition":
            return [self.function_definition(node, [])]
        if kind == "namespace_definition":
            name = node.child_by_field_name("name")
            self.namespaces |= set(text_of(name).split("::")) if name is not None else set()
            return self.items(node.child_by_field_name("body").named_children)
        if kind == "linkage_specification":
            body = node.child_by_field_name("body")
            return self.items(body.named_children if body.type == "declaration_list" else [body])
        if kind in ("struct_specifier", "class_specifier", "union_specifier", "enum_specifier"):
            found = self.specified(node)
            if self.function is not None:
                self.lifted += found
                return []
            return found
        if kind in ("type_definition", "alias_declaration"):
            return self._alias(node)
        if kind == "declaration":
            return self.declaration(node, "global" if self.function is None else "local")
        if kind == "expression_statement" and not node.named_children:
            return []
        if self.function is None and kind.endswith(("_statement", "_loop")):
            raise UntranslatedError("statement outside a function", self.line_of(node))
        if kind == "ERROR" or node.is_error:
            raise UntranslatedError("syntax that the parser does not know", self.line_of(node))
        return self.statement(node)

    def _comment(self, node: Node, before: list[Statement], end: int) -> list[Statement]:
        text = text_of(node)
        if before and int(node.start_point[0]) == end and not isinstance(before[-1], Comment):
            before[-1].trailing += ("  " if before[-1].trailing else "") + comment_lines(text)[0]
            return []
        return [Comment(self.line_of(node), text=text)]

    def _alias(self, node: Node) -> list[Statement]:
        of = node.child_by_field_name("type")
        if node.type == "alias_declaration":
            self.types[-1][text_of(node.child_by_field_name("name"))] = self.type(of)
            return []
        found: list[Statement] = []
        declarators = node.children_by_field_name("declarator")
        if of.child_by_field_name("body") is not None:
            name = of.child_by_field_name("name")
            found = self.specified(of, text_of(name) if name is not None else text_of(declarators[0]))
            base = self.types[-1][text_of(name) if name is not None else text_of(declarators[0])]
        else:
            base = self.type(of)
        for declarator in declarators:
            name_text, type_, _, _ = self.declarator(declarator, base)
            self.types[-1][name_text] = type_
        return found

    # -- structs and enumerations
    def specified(self, node: Node, name: str = "") -> list[Statement]:
        name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        name = name or (text_of(name_node) if name_node is not None else "")
        if body is None:
            self.types[-1].setdefault(name, CType("struct", name))
            return []
        if node.type == "enum_specifier":
            return [self._enumeration(node, name, body)]
        struct = Struct(self.line_of(node), name=name, is_union=node.type == "union_specifier")
        self.types[-1][name] = CType("struct", name)
        self.program.structs[name] = struct
        if any(c.type == "base_class_clause" for c in node.named_children):
            raise UntranslatedError("class that inherits", self.line_of(node))
        outer_struct, outer_method = self.struct, self.method
        self.struct, self.method = struct, name
        self.push()
        try:
            bodies: list[tuple[Node, Node | None]] = []         # and the template around it
            for member in body.named_children:
                self._member(member, struct, bodies)
            for (declared, template), function in zip(bodies, [m for m in struct.methods if not m.body], strict=False):
                self.push()
                if template is not None:
                    self.template_names(template)
                self.function_body(declared, function)
                self.pop()
        finally:
            self.pop()
            self.struct, self.method = outer_struct, outer_method
        return [struct]

    def _member(self, node: Node, struct: Struct, bodies: list[tuple[Node, Node | None]]) -> None:
        if node.type == "comment":
            struct.body.append(Comment(self.line_of(node), text=text_of(node)))
        elif node.type == "function_definition":
            if any(c.type in ("default_method_clause", "delete_method_clause") for c in node.children):
                return
            struct.methods.append(self.signature(node, [], struct.name))
            bodies.append((node, None))
        elif node.type == "template_declaration" and node.named_children[-1].type == "function_definition":
            self.push()
            struct.methods.append(self.signature(node.named_children[-1], self.template_names(node), struct.name))
            self.pop()
            bodies.append((node.named_children[-1], node))
        elif node.type == "field_declaration":
            self.fields(node, struct)
        elif node.type in ("struct_specifier", "class_specifier", "enum_specifier"):
            struct.body += self.specified(node)
        elif node.type in ("type_definition", "alias_declaration"):
            self._alias(node)
        elif node.type == "declaration":
            self._prototype(node, struct)
        elif node.type in SKIPPED:
            return
        else:
            raise UntranslatedError(f"member {node.type.replace('_', ' ')}", self.line_of(node))

    def _prototype(self, node: Node, struct: Struct) -> None:
        """A method that is declared here and defined outside (or deleted)."""
        try:
            struct.prototypes.append(self.signature(node, [], struct.name))
        except UntranslatedError:
            return                                   # an operator; its uses are reported

    def fields(self, node: Node, struct: Struct) -> None:
        type_node = node.child_by_field_name("type")
        if type_node.child_by_field_name("body") is not None:
            raise UntranslatedError("struct inside a struct", self.line_of(node))
        base = self.type(type_node)
        static = any(c.type == "storage_class_specifier" and text_of(c) == "static" for c in node.children)
        value_node = node.child_by_field_name("default_value")
        for declarator in node.children_by_field_name("declarator"):
            name, type_, length, function = self.declarator(declarator, base)
            if function is not None:
                self._prototype(node, struct)
                continue
            clause = next((c for c in node.named_children if c.type == "bitfield_clause"), None)
            if clause is not None:
                if type_.signed:
                    raise UntranslatedError("signed bit-field", self.line_of(node))
                type_ = replace(type_, bits=int(text_of(clause.named_children[0]), 0))
            variable = self.declare(name, type_, "field")
            variable.length = length
            value = None
            if value_node is not None:
                value = (self.braces(value_node, type_) if value_node.type == "initializer_list"
                         else self.expression(value_node))
            (struct.constants if static else struct.fields).append((variable, value))

    def _enumeration(self, node: Node, name: str, body: Node) -> Enumeration:
        scoped = any(c.type in ("class", "struct") for c in node.children)
        found = Enumeration(self.line_of(node), name=name, scoped=scoped)
        base = node.child_by_field_name("base")
        bits = self.type(base).bits if base is not None else 32
        type_ = CType("enum", name, (INT,) if scoped else (), bits=bits)
        if name:
            self.types[-1][name] = type_
        for member in body.named_children:
            if member.type != "enumerator":
                continue
            member_name = text_of(member.child_by_field_name("name"))
            value = member.child_by_field_name("value")
            if not scoped:
                variable = self.declare(member_name, INT, "global")
                variable.is_constant = True
            found.members.append((python_name(member_name), self.expression(value) if value is not None else None))
        return found

    # -- functions
    def function_definition(self, node: Node, templates: list[str]) -> Statement:
        function = self.signature(node, templates, "")
        if function.owner:
            struct = self.program.structs.get(function.owner)
            if struct is None:
                raise UntranslatedError(f"method of an unknown class {function.owner}", function.line)
            struct.methods.append(function)
            for prototype in struct.prototypes:
                if prototype.c_name == function.c_name and len(prototype.parameters) == len(function.parameters):
                    function.defaults = {**prototype.defaults, **function.defaults}
                    function.kind = function.kind or prototype.kind
            self.push()
            outer = self.struct, self.method
            self.struct, self.method = struct, struct.name
            for variable, _ in [*struct.fields, *struct.constants]:
                self.scopes[-1][variable.c_name] = variable
            self.function_body(node, function)
            self.pop()
            self.struct, self.method = outer
            return Block(function.line)
        known = self.functions.setdefault(function.c_name, [])
        declared = next((f for f in known if f.kind == "declared"
                         and len(f.parameters) == len(function.parameters)), None)
        if declared is not None:
            self._defined(declared, function)
            self.function_body(node, declared)
            return declared
        if known:
            function.name = f"{function.name}{len(known) + 1}"
        known.append(function)
        if function.c_name == "main":
            self.program.has_main = True
        self.function_body(node, function)
        return function

    def _defined(self, declared: Function, function: Function) -> None:
        """The definition of a function that was declared before: calls know it already."""
        for old, new in zip(declared.parameters, function.parameters, strict=True):
            new.assigned += old.assigned
            new.function = declared
        declared.parameters, declared.kind, declared.line = function.parameters, function.kind, function.line
        declared.templates = function.templates
        declared.defaults = {**declared.defaults, **function.defaults}
        self._scopes_of[declared] = self._scopes_of[function]
        if declared.c_name == "main":
            self.program.has_main = True

    def declare_function(self, node: Node, templates: list[str]) -> None:
        """A function that is only declared here."""
        try:
            function = self.signature(node, templates, "")
        except UntranslatedError:
            return                                       # what it is shows where it is defined
        if _lib.signature(function.c_name) is not None:
            return                                       # a function of a header, declared once more
        if not function.owner and not any(len(f.parameters) == len(function.parameters)
                                          for f in self.functions.get(function.c_name, [])):
            function.kind = "declared"
            known = self.functions.setdefault(function.c_name, [])
            if known:
                function.name = f"{function.name}{len(known) + 1}"
            known.append(function)

    def signature(self, node: Node, templates: list[str], owner: str) -> Function:
        type_node = node.child_by_field_name("type")
        result = self.type(type_node) if type_node is not None else VOID
        name, result, _, declarator = self.declarator(node.child_by_field_name("declarator"), result)
        if declarator is None:
            raise UntranslatedError(f"function {text_of(node)[:30]}", self.line_of(node))
        trailing = next((c for c in declarator.named_children if c.type == "trailing_return_type"), None)
        if trailing is not None:
            result = self.described(trailing.named_children[0])
        kind = "static" if any(text_of(c) == "static" for c in node.children if c.type == "storage_class_specifier") \
            else ""
        if "::" in name:
            owner, _, name = name.rpartition("::")
            owner = owner.rpartition("::")[2]
            if owner in self.namespaces and owner not in self.program.structs:
                owner = ""
        if owner and name == owner:
            kind = "constructor"
        elif owner and name.startswith("~"):
            kind, name = "destructor", name[1:]
        elif owner and name == "operator()":
            name = "__call__"
        elif name.startswith("operator"):
            raise UntranslatedError(f"{name}", self.line_of(node))
        function = Function(self.line_of(node), name=python_name(name), c_name=name, result=result.plain,
                            templates=templates, owner=owner, kind=kind)
        self.scopes.append({})
        before, self.function = self.function, function
        try:
            self._parameters(declarator.child_by_field_name("parameters"), function)
        finally:
            function_scope = self.scopes.pop()
            self.function = before
        self._kept_scope = function_scope
        function.labels = []
        self._scopes_of[function] = function_scope
        return function

    _scopes_of: dict[Function, dict[str, Variable]]

    def __init__(self, parse: Any) -> None:
        super().__init__(parse)
        self._scopes_of = {}
        self.lifted = []

    def _parameters(self, node: Node, function: Function) -> None:
        for parameter in node.named_children:
            if parameter.type == "comment":
                continue
            if parameter.type == "variadic_parameter_declaration":
                function.kind = "printer" if not function.owner else function.kind
                declarator = parameter.child_by_field_name("declarator")
                name = text_of(declarator).strip("&. ")
                variable = self.declare(name, CType("pack"), "parameter")
                function.parameters.append(variable)
                continue
            if parameter.type == "variadic_parameter":
                raise UntranslatedError("variable arguments of C", self.line_of(parameter))
            base = self.type(parameter.child_by_field_name("type"))
            if self.is_const(parameter):
                base = replace(base, const=True)
            declarator = parameter.child_by_field_name("declarator")
            name, type_, _, _ = self.declarator(declarator, base) if declarator is not None else ("", base, None, None)
            if not name and type_.kind == "void":
                continue
            if type_.kind == "array":
                type_ = pointer(type_.element)
            if type_.const and type_.kind == "pointer":
                type_ = replace(type_, const=False)
            variable = self.declare(name or f"unused{len(function.parameters)}", type_, "parameter")
            default = parameter.child_by_field_name("default_value")
            if default is not None:
                function.defaults[len(function.parameters)] = (
                    self.braces(default, type_) if default.type == "initializer_list" else self.expression(default))
            function.parameters.append(variable)

    def function_body(self, node: Node, function: Function) -> None:
        body = node.child_by_field_name("body")
        self.push()
        self.scopes[-1].update(self._scopes_of.get(function, {}))
        outer, self.function = self.function, function
        try:
            for child in node.named_children:
                if child.type == "field_initializer_list":
                    for initializer in child.named_children:
                        if initializer.type != "comment":
                            arguments = initializer.named_children[-1]
                            values = (self.arguments(arguments) if arguments.type == "argument_list"
                                      else list(self.braces(arguments, UNKNOWN).items))
                            function.initializers.append((text_of(initializer.named_children[0]), values))
            if body is not None:
                function.body = self.body(body)
        finally:
            self.function = outer
            self.pop()

    def _x_lambda_expression(self, node: Node) -> Expression:
        function = Function(self.line_of(node), kind="lambda", result=CType("auto"))
        self.push()
        outer, self.function = self.function, function
        try:
            declarator = node.child_by_field_name("declarator")
            if declarator is not None:
                self._parameters(declarator.child_by_field_name("parameters"), function)
                trailing = next((c for c in declarator.named_children if c.type == "trailing_return_type"), None)
                if trailing is not None:
                    function.result = self.described(trailing.named_children[0])
            function.body = self.body(node.child_by_field_name("body"))
        finally:
            self.function = outer
            self.pop()
        if function.result.kind == "auto":
            function.result = function.resulting[0].type if function.resulting else VOID
        if outer is not None:
            outer.outer_assigned += [v for v in function.outer_assigned if v.function is not outer]
        return Lambda(CType("lambda"), self.line_of(node), function)

def comment_lines(text: str) -> list[str]:
    """The lines of a C comment without its signs."""
    if text.startswith("//"):
        return [text.lstrip("/").removeprefix("!").removeprefix(" ").rstrip()]
    lines = text.removeprefix("/*").removesuffix("*/").split("\n")
    found = [line.strip().lstrip("*").removeprefix("!").removeprefix(" ").rstrip() for line in lines]
    while found and not found[0]:
        found.pop(0)
    while found and not found[-1]:
        found.pop()
    return found or [""]
