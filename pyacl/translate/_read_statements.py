"""Reading: statements, functions, structs, and what else stands in a file."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from .. import _lib
from ._read_class_templates import ClassTemplateReader
from ._read_classes import OPERATORS, SKIPPED
from ._read_types import Node, mentions, python_name, text_of
from ._tree import (
    Block,
    Comment,
    Declare,
    Expression,
    Function,
    Lambda,
    Program,
    Statement,
    Untranslated,
    UntranslatedError,
    Variable,
    comment_lines,
)
from ._types import UNKNOWN, VOID, CType, pointer


class Reader(ClassTemplateReader):
    """Reads a whole file into a `Program`."""

    def read(self, root: Node) -> Program:
        self.program.items = self.items(root.named_children)
        self.unused_templates()
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
            if self.function is None and node.type in ("declaration", "function_definition"):
                start = self._remark(node, found, start, end)
            if self.lifted and self.function is None:
                objects = [s for s in self.lifted if isinstance(s, Declare) and s.variable.type.kind == "struct"]
                found[start:start] = [s for s in self.lifted if s not in objects]      # types stand before the function
                found += objects                                                       # what has such a type behind it
                self.lifted = []
            if len(found) > start:
                found[start].blank = 0 <= end < int(node.start_point[0]) - 1
            end = int(node.end_point[0])
        return found

    def _remark(self, node: Node, found: list[Statement], start: int, end: int) -> int:
        """Comments above what is only declared here, or belongs to a class, go where that is defined; gives where
        what the node says starts now."""
        printed = [s for s in found[start:] if not (isinstance(s, Block) and not s.body)]
        remarks, name = self.program.remarks, self._declared_name(node)
        if node.type == "function_definition" and printed:
            above = remarks.above.pop(name, [])
            found[start:start] = above
            return start
        owner, _, method = name.rpartition("::")
        struct = self.program.structs.get(owner.rpartition("::")[2])
        if printed or not name or end != int(node.start_point[0]) - 1 or (owner and struct is None):
            return start
        first = start
        while first and isinstance(found[first - 1], Comment) and (first == start or not found[first].blank):
            first -= 1
        of = struct.remarks if struct is not None else remarks
        of.pending = [c for c in found[first:start] if isinstance(c, Comment)]
        of.belong_to(method or name)
        del found[first:start]
        return first

    @staticmethod
    def _declared_name(node: Node) -> str:
        """What a declaration of a function declares; "" if it declares something else."""
        is_function = False
        while (inner := node.child_by_field_name("declarator")) is not None:
            is_function |= inner.type == "function_declarator"
            node = inner
        return text_of(node) if is_function else ""

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
            outer, self.namespace = self.namespace, f"{self.namespace}::{text_of(name) if name is not None else ''}"
            try:
                return self.items(node.child_by_field_name("body").named_children)
            finally:
                self.namespace = outer
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
            return self.alias(node)
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

    def alias(self, node: Node) -> list[Statement]:
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
            for variable in self.program.fields_of(struct):
                self.scopes[-1][variable.c_name] = variable
            self.function_body(node, function)
            self.pop()
            self.struct, self.method = outer
            return Block(function.line)
        if function.c_name != "main":
            types = ", ".join(f"{p.type.kind} {p.type.name}" for p in function.parameters)
            self.only_here(f"{function.c_name}({types})", function.line)
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
        cast = node.child_by_field_name("declarator")
        while cast is not None and cast.type in ("pointer_declarator", "reference_declarator"):
            cast = cast.named_children[-1]
        if cast is not None and cast.type == "operator_cast":
            return self._conversion(node, cast, owner)
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
            owner = owner.rpartition("::")[2].partition("<")[0]
            found = self.named_type(owner)
            owner = found.name if found is not None and found.kind == "struct" else owner
            if owner in self.namespaces and owner not in self.program.structs:
                owner = ""
        if owner and name == self.injected.get(owner, owner):
            kind = "constructor"
        elif owner and name.startswith("~"):
            kind, name = "destructor", name[1:]
        function = Function(self.line_of(node), name=python_name(name), c_name=name, result=result.plain,
                            templates=templates, owner=owner, kind=kind, gives_reference=result.reference)
        self.scopes.append({})
        before, self.function = self.function, function
        try:
            self._parameters(declarator.child_by_field_name("parameters"), function)
        finally:
            function_scope = self.scopes.pop()
            self.function = before
        function.labels = []
        self._scopes_of[function] = function_scope
        if name.startswith("operator"):
            function.name = self._operator_name(name.removeprefix("operator").strip(), function)
        return function

    def _conversion(self, node: Node, cast: Node, owner: str) -> Function:
        """`operator bool() const`: a method that makes a value of the type."""
        declarator = cast.child_by_field_name("declarator")
        base = self.type(cast.child_by_field_name("type"))
        result = self.declarator(declarator, base)[1] if declarator.type.startswith("abstract_pointer") else base
        name = {"bool": "__bool__", "int": "__int__", "float": "__float__"}.get(result.kind, "value")
        function = Function(self.line_of(node), name=name, c_name="operator", result=result.plain, owner=owner,
                            kind="conversion")
        self._scopes_of[function] = {}
        return function

    def _operator_name(self, operator: str, function: Function) -> str:
        """What an operator is called in Python: a method that its own operators use, or a function."""
        count = len(function.parameters)
        if not function.owner:
            if operator == "<<" and count == 2 and function.parameters[0].type.kind == "stringstream":
                function.kind = "text"
                return f"text_of_{function.parameters[1].type.name}"
            name = OPERATORS.get((operator, count - 1), "").strip("_")
        else:
            name = OPERATORS.get((operator, count)) or OPERATORS.get((operator, -1), "")
        if not name:
            raise UntranslatedError(f"operator{operator}", function.line)
        return name if function.owner else f"{name}_{function.parameters[0].type.name or 'values'}"

    _scopes_of: dict[Function, dict[str, Variable]]

    def __init__(self, parse: Any) -> None:
        super().__init__(parse)
        self._scopes_of = {}
        self.lifted = []
        self.static_names = set()

    def _parameters(self, node: Node, function: Function) -> None:
        for parameter in node.named_children:
            if parameter.type == "comment":
                continue
            if parameter.type == "variadic_parameter_declaration":
                function.kind = "printer" if not function.owner else function.kind
                declarator = parameter.child_by_field_name("declarator")
                name = text_of(declarator).strip("&. ")
                variable = self.declare(name, CType("pack"), "parameter")
                variable.name = "args"
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
            pointed = type_.kind == "pointer" and type_.element.kind == "vector"
            if pointed:                                    # in Python all of them are passed by reference
                type_ = replace(type_.element, reference=True)
            variable = self.declare(name or f"unused{len(function.parameters) or ''}", type_, "parameter")
            variable.pointed = pointed
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
        outer_used, self.globals_used = self.globals_used, set()
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
                for parameter in function.parameters:           # an array tells what T is
                    element = parameter.type.element
                    parameter.is_data |= element.kind == "template" and mentions(body, element.name)
                function.body = self.body(body)
        finally:
            self._name_apart_from_globals(function)
            self.function, self.globals_used = outer, outer_used
            self.pop()

    def _name_apart_from_globals(self, function: Function) -> None:
        """A variable of one block does not hide in Python what the other blocks mean by its name."""
        used = {v.name for v in self.globals_used}
        for variable in self.declared:
            if variable.function is function and variable.role == "local" and variable.name in used:
                variable.name += "_"

    def _x_lambda_expression(self, node: Node) -> Expression:
        function = Function(self.line_of(node), kind="lambda", result=CType("auto"))
        self.push()
        outer, self.function = self.function, function
        try:
            sharing = False
            for capture in node.child_by_field_name("captures").children:
                if capture.type in ("identifier", "lambda_default_capture") and text_of(capture) != "&":
                    (function.shares if sharing else function.copies).append(text_of(capture))
                sharing = capture.type == "&"
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
