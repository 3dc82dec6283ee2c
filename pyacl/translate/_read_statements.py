"""Reading: statements, functions, structs, and what else stands in a file."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from ._read_expressions import GROWING, ExpressionReader
from ._read_types import Node, element_of, python_name, text_of
from ._tree import (
    Block,
    Call,
    Comment,
    Construct,
    Declare,
    Do,
    Enumeration,
    Expression,
    For,
    ForEach,
    Function,
    If,
    Jump,
    Label,
    Lambda,
    Name,
    Number,
    Program,
    Return,
    Statement,
    Struct,
    Switch,
    Symbol,
    Text,
    Throw,
    Try,
    Unpack,
    Untranslated,
    UntranslatedError,
    Variable,
    While,
)
from ._types import INT, STRING, UNKNOWN, VOID, CType, pointer

PUBLIC_CPP = ("using namespace", "using std::", "typedef struct")
SKIPPED = ("preproc_include", "preproc_call", "using_declaration", ";", "access_specifier", "friend_declaration",
           "preproc_def", "preproc_function_def", "namespace_alias_definition", "static_assert_declaration",
           "concept_definition", "empty_statement", "linkage_specification_string", "attributed_declaration")


class Reader(ExpressionReader):
    """Reads a whole file into a `Program`."""

    def read(self, root: Node) -> Program:
        self.program.items = self.items(root.named_children)
        return self.program

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
                found[start].blank = int(node.start_point[0]) > end + 1
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
            return self._template(node)
        if kind == "function_definition":
            return [self.function_definition(node, [])]
        if kind == "namespace_definition":
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
        if kind == "ERROR" or node.is_error:
            raise UntranslatedError("syntax that the parser does not know", self.line_of(node))
        return self.statement(node)

    def _comment(self, node: Node, before: list[Statement], end: int) -> list[Statement]:
        text = text_of(node)
        if before and int(node.start_point[0]) == end and not isinstance(before[-1], Comment):
            before[-1].trailing += ("  " if before[-1].trailing else "") + comment_lines(text)[0]
            return []
        return [Comment(self.line_of(node), text=text)]

    def _template(self, node: Node) -> list[Statement]:
        names = []
        self.push()
        try:
            for parameter in node.child_by_field_name("parameters").named_children:
                if parameter.type == "comment":
                    continue
                name = next((text_of(c) for c in reversed(parameter.named_children)
                             if c.type in ("type_identifier", "identifier")), "")
                if parameter.type in ("type_parameter_declaration", "optional_type_parameter_declaration"):
                    first = parameter.child_by_field_name("name")
                    name = text_of(first) if first is not None else name
                    self.types[-1][name] = CType("template", name)
                    names.append(name)
                elif parameter.type == "variadic_type_parameter_declaration":
                    self.types[-1][name] = CType("pack", name)
                elif parameter.type == "parameter_declaration":
                    name = text_of(parameter.child_by_field_name("declarator"))
                    self.scopes[-1][name] = Variable(python_name(name), self.type(
                        parameter.child_by_field_name("type")), name, "parameter")
                    names.append(name)
                else:
                    raise UntranslatedError(parameter.type.replace("_", " "), self.line_of(parameter))
            inner = node.named_children[-1]
            if inner.type == "function_definition":
                return [self.function_definition(inner, names)]
            if inner.type == "declaration":
                return []
            if inner.type in ("struct_specifier", "class_specifier"):
                return self.specified(inner)
            raise UntranslatedError(f"template of {inner.type.replace('_', ' ')}", self.line_of(node))
        finally:
            self.pop()

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
            bodies: list[tuple[Node, list[str]]] = []
            for member in body.named_children:
                self._member(member, struct, bodies)
            for declared, function in zip(bodies, [m for m in struct.methods if not m.body], strict=False):
                self._function_body(declared[0], function)
        finally:
            self.pop()
            self.struct, self.method = outer_struct, outer_method
        return [struct]

    def _member(self, node: Node, struct: Struct, bodies: list[tuple[Node, list[str]]]) -> None:
        if node.type == "comment":
            struct.body.append(Comment(self.line_of(node), text=text_of(node)))
        elif node.type == "function_definition":
            if any(c.type in ("default_method_clause", "delete_method_clause") for c in node.children):
                return
            struct.methods.append(self._signature(node, [], struct.name))
            bodies.append((node, []))
        elif node.type == "field_declaration":
            self._fields(node, struct)
        elif node.type in ("struct_specifier", "class_specifier", "enum_specifier"):
            struct.body += self.specified(node)
        elif node.type in ("type_definition", "alias_declaration"):
            self._alias(node)
        elif node.type == "declaration" or node.type in SKIPPED:
            return                                   # a deleted or only declared member
        else:
            raise UntranslatedError(f"member {node.type.replace('_', ' ')}", self.line_of(node))

    def _fields(self, node: Node, struct: Struct) -> None:
        type_node = node.child_by_field_name("type")
        if type_node.child_by_field_name("body") is not None:
            raise UntranslatedError("struct inside a struct", self.line_of(node))
        base = self.type(type_node)
        static = any(c.type == "storage_class_specifier" and text_of(c) == "static" for c in node.children)
        value_node = node.child_by_field_name("default_value")
        for declarator in node.children_by_field_name("declarator"):
            name, type_, length, function = self.declarator(declarator, base)
            if function is not None:
                continue                             # declared here, defined outside
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
        function = self._signature(node, templates, "")
        if function.owner:
            struct = self.program.structs.get(function.owner)
            if struct is None:
                raise UntranslatedError(f"method of an unknown class {function.owner}", function.line)
            struct.methods.append(function)
            self.push()
            outer = self.struct, self.method
            self.struct, self.method = struct, struct.name
            for variable, _ in [*struct.fields, *struct.constants]:
                self.scopes[-1][variable.c_name] = variable
            self._function_body(node, function)
            self.pop()
            self.struct, self.method = outer
            return Block(function.line)
        known = self.functions.setdefault(function.c_name, [])
        if known:
            function.name = f"{function.name}{len(known) + 1}"
        known.append(function)
        if function.c_name == "main":
            self.program.has_main = True
        self._function_body(node, function)
        return function

    def _signature(self, node: Node, templates: list[str], owner: str) -> Function:
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
        if owner and name == owner:
            kind = "constructor"
        elif owner and name.startswith("~"):
            kind, name = "destructor", name[1:]
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

    def __init__(self, offset: int, parse: Any) -> None:
        super().__init__(offset, parse)
        self._scopes_of = {}
        self.lifted: list[Statement] = []

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

    def _function_body(self, node: Node, function: Function) -> None:
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

    # -- statements
    def body(self, node: Node) -> list[Statement]:
        """The statements of a block, or the one statement that stands for it."""
        self.push()
        try:
            if node.type == "compound_statement":
                return self.items(node.named_children)
            return self.items([node])
        finally:
            self.pop()

    def statement(self, node: Node) -> list[Statement]:
        reader = getattr(self, "_s_" + node.type, None)
        if reader is None:
            raise UntranslatedError(node.type.replace("_", " "), self.line_of(node))
        if any(c.is_error or c.is_missing for c in node.children):
            raise UntranslatedError("syntax that the parser does not know", self.line_of(node))
        found: list[Statement] = reader(node)
        for statement in found:
            statement.line = statement.line or self.line_of(node)
        return found

    def _s_expression_statement(self, node: Node) -> list[Statement]:
        inner = node.named_children[0]
        if inner.type == "comma_expression":
            return [Do(expression=self.expression(c)) for c in _comma(inner)]
        return [Do(expression=self.expression(inner))]

    def _s_compound_statement(self, node: Node) -> list[Statement]:
        return [Block(body=self.body(node))]

    def _s_return_statement(self, node: Node) -> list[Statement]:
        values = [c for c in node.named_children if c.type != "comment"]
        value = None
        if values:
            expected = self.function.result if self.function else UNKNOWN
            value = (self.braces(values[0], expected) if values[0].type == "initializer_list"
                     else self.expression(values[0]))
            if self.function is not None:
                self.function.resulting.append(value)
                if self.function.result.kind == "auto" and value.type.kind not in ("unknown", "auto"):
                    self.function.result = value.type
        return [Return(value=value)]

    def _condition(self, node: Node) -> tuple[list[Statement], Expression]:
        value = node.child_by_field_name("value") if node.type == "condition_clause" else node
        first: list[Statement] = []
        initializer = node.child_by_field_name("initializer") if node.type == "condition_clause" else None
        if initializer is not None:
            first = self.items(initializer.named_children)
        if value.type == "declaration":
            declared = self._declare_one(value, value.child_by_field_name("declarator"), self.type(
                value.child_by_field_name("type")), value.child_by_field_name("value"))
            assert isinstance(declared[-1], Declare)
            return [*first, *declared], Name(declared[-1].variable.type, variable=declared[-1].variable)
        return first, self.expression(value)

    def _s_if_statement(self, node: Node) -> list[Statement]:
        self.push()
        try:
            first, condition = self._condition(node.child_by_field_name("condition"))
            yes = self.body(node.child_by_field_name("consequence"))
            alternative = node.child_by_field_name("alternative")
            no: list[Statement] = []
            if alternative is not None:
                inner = [c for c in alternative.named_children if c.type != "comment"][-1]
                no = [Comment(self.line_of(c), text=text_of(c)) for c in alternative.named_children
                      if c.type == "comment"]
                no += self.body(inner)
            return [*first, If(self.line_of(node), condition=condition, yes=yes, no=no)]
        finally:
            self.pop()

    def _s_while_statement(self, node: Node) -> list[Statement]:
        first, condition = self._condition(node.child_by_field_name("condition"))
        if first:
            raise UntranslatedError("declaration in a condition of while", self.line_of(node))
        return [While(condition=condition, body=self.body(node.child_by_field_name("body")))]

    def _s_do_statement(self, node: Node) -> list[Statement]:
        body = self.body(node.child_by_field_name("body"))
        condition = self.expression(node.child_by_field_name("condition"))
        if isinstance(condition, Number) and not condition.value and not jumps(body, ("break", "continue")):
            return [Block(body=body)]
        return [While(condition=condition, body=body, at_end=True)]

    def _s_for_statement(self, node: Node) -> list[Statement]:
        self.push()
        try:
            found = For()
            initializer = node.child_by_field_name("initializer")
            if initializer is not None:
                if initializer.type == "declaration":
                    found.first = self.declaration(initializer, "local")
                else:
                    found.first = [Do(self.line_of(node), expression=self.expression(c)) for c in _comma(initializer)]
            condition = node.child_by_field_name("condition")
            found.condition = self.expression(condition) if condition is not None else None
            update = node.child_by_field_name("update")
            found.step = [self.expression(c) for c in _comma(update)] if update is not None else []
            found.body = self.body(node.child_by_field_name("body"))
            return [found]
        finally:
            self.pop()

    def _s_for_range_loop(self, node: Node) -> list[Statement]:
        self.push()
        try:
            right = node.child_by_field_name("right")
            over = (self.braces(right, UNKNOWN) if right.type == "initializer_list" else self.expression(right))
            base = self.type(node.child_by_field_name("type"))
            if self.is_const(node):
                base = replace(base, const=True)
            declarator = node.child_by_field_name("declarator")
            element = _entry(over.type) if over.type.kind == "map" else element_of(over.type)
            binding = _binding(declarator)
            if binding is not None:
                unpacked = self._bound_names(binding, element)
                return [ForEach(variable=unpacked[0], over=over, unpacked=unpacked,
                                body=self.body(node.child_by_field_name("body")))]
            name, type_, _, _ = self.declarator(declarator, base)
            if type_.kind == "auto":
                element = element if over.type.of or over.type.kind == "string" else (
                    over.items[0].type if getattr(over, "items", None) else UNKNOWN)
                type_ = replace(element, const=type_.const, reference=type_.reference)
            variable = self.declare(name, type_)
            return [ForEach(variable=variable, over=over, body=self.body(node.child_by_field_name("body")))]
        finally:
            self.pop()

    def _s_switch_statement(self, node: Node) -> list[Statement]:
        _, value = self._condition(node.child_by_field_name("condition"))
        found = Switch(value=value)
        self.push()
        labels: list[Expression | None] = []
        for case in node.child_by_field_name("body").named_children:
            if case.type == "comment":
                continue
            label = case.child_by_field_name("value")
            labels.append(self.expression(label) if label is not None else None)
            inside = [c for c in case.named_children if c != label]
            if any(c.type != "comment" for c in inside):
                found.cases.append((labels, self.items(inside)))
                labels = []
        self.pop()
        return [found]

    def _s_break_statement(self, node: Node) -> list[Statement]:
        return [Jump(kind="break")]

    def _s_continue_statement(self, node: Node) -> list[Statement]:
        return [Jump(kind="continue")]

    def _s_goto_statement(self, node: Node) -> list[Statement]:
        label = text_of(node.child_by_field_name("label"))
        if self.function is not None and label not in self.function.labels:
            self.function.labels.append(label)
        return [Jump(kind="goto", label=label)]

    def _s_labeled_statement(self, node: Node) -> list[Statement]:
        label = text_of(node.child_by_field_name("label"))
        return [Label(self.line_of(node), name=label), *self.items(node.named_children[1:])]

    def _s_try_statement(self, node: Node) -> list[Statement]:
        found = Try(body=self.body(node.child_by_field_name("body")))
        for clause in node.named_children:
            if clause.type == "catch_clause":
                self.push()
                parameters = clause.child_by_field_name("parameters")
                name = ""
                for parameter in parameters.named_children:
                    declarator = parameter.child_by_field_name("declarator")
                    if declarator is not None:
                        name = self.declare(text_of(declarator).strip("& "), CType("exception")).name
                found.handlers.append((name, self.body(clause.child_by_field_name("body"))))
                self.pop()
        return [found]

    def _s_throw_statement(self, node: Node) -> list[Statement]:
        inner = node.named_children
        if not inner:
            return [Throw()]
        call = inner[0]
        arguments = call.child_by_field_name("arguments") if call.type == "call_expression" else None
        value = self.arguments(arguments)[0] if arguments is not None else self.expression(call)
        return [Throw(value=value)]

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
        """Variables that outlive the function: they stand before it."""
        for declarator in declarators:
            inner = declarator.child_by_field_name("declarator") if declarator.type == "init_declarator" else declarator
            declared = self._declare_one(declarator, inner, base, declarator.child_by_field_name("value"), "global")
            for statement in declared:
                assert isinstance(statement, Declare)
                taken = {v.name for scope in self.scopes[:-1] for v in scope.values()}
                if self.function is not None and statement.variable.name in taken:
                    statement.variable.name = f"{self.function.name}_{statement.variable.name}"
                statement.variable.function = None
            self.lifted += declared
        return []

    def _bound_names(self, binding: Node, of: CType) -> list[Variable]:
        types = list(of.of) if of.kind == "pair" else []
        struct = self.program.structs.get(of.name) if of.kind == "struct" else None
        if struct is not None:
            raise UntranslatedError("structured binding of a struct", self.line_of(binding))
        return [self.declare(text_of(n), types[i] if i < len(types) else UNKNOWN)
                for i, n in enumerate(c for c in binding.named_children if c.type == "identifier")]

    def _declare_one(self, node: Node, declarator: Node, base: CType, value_node: Node | None,
                     role: str = "local") -> list[Statement]:
        binding = _binding(declarator)
        if binding is not None and value_node is not None:
            source = self.expression(value_node)
            return [Unpack(self.line_of(node), variables=self._bound_names(binding, source.type), value=source)]
        name, type_, length, function = self.declarator(declarator, base)
        value: Expression | None = None
        if function is not None:
            if role == "global":
                return []                          # a function that is only declared
            parameters = function.child_by_field_name("parameters")
            value = Construct(type_.plain, self.line_of(node), self.reparsed(text_of(parameters)[1:-1],
                                                                             self.line_of(node)))
            if not value.arguments:                # type name() is a declaration of a function
                return []
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


def _binding(declarator: Node) -> Node | None:
    for node in (declarator, *declarator.named_children):
        if node.type == "structured_binding_declarator":
            return node
    return None


def _entry(type_: CType) -> CType:
    """What a loop over a map gives."""
    return CType("pair", "pair", type_.of)


def _comma(node: Node) -> list[Node]:
    if node.type != "comma_expression":
        return [node]
    return [*_comma(node.child_by_field_name("left")), *_comma(node.child_by_field_name("right"))]


def jumps(body: list[Statement], kinds: tuple[str, ...], in_loop: bool = False) -> bool:
    """Whether a jump of such a kind in the body leaves or repeats the body itself."""
    for statement in body:
        if isinstance(statement, Jump) and statement.kind in kinds and not (in_loop and statement.kind != "goto"):
            return True
        if isinstance(statement, If) and (jumps(statement.yes, kinds, in_loop) or jumps(statement.no, kinds, in_loop)):
            return True
        if isinstance(statement, (Block, Try)) and jumps(statement.body, kinds, in_loop):
            return True
        if isinstance(statement, Switch):
            inner = tuple(k for k in kinds if k != "break")
            if any(jumps(b, inner, in_loop) for _, b in statement.cases):
                return True
        if isinstance(statement, (While, For, ForEach)) and "goto" in kinds and jumps(statement.body, ("goto",), True):
            return True
    return False


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


__all__ = ["GROWING", "STRING", "Reader", "Symbol", "Text", "comment_lines", "jumps"]
