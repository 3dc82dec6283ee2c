"""Reading: structs, classes, unions and enumerations."""
from __future__ import annotations

from dataclasses import replace

from ._read_flow import EXCEPTIONS
from ._read_templates import TemplateReader
from ._read_types import Node, python_name, text_of
from ._tree import Comment, Enumeration, Function, Number, Remarks, Statement, Struct, UntranslatedError, comment_lines
from ._types import INT, CType

SKIPPED = ("preproc_include", "preproc_call", "using_declaration", ";", "access_specifier", "friend_declaration",
           "preproc_def", "preproc_function_def", "namespace_alias_definition", "static_assert_declaration",
           "concept_definition", "empty_statement", "linkage_specification_string", "attributed_declaration")
# C++'s operators that are methods in Python, by the number of their parameters.
OPERATORS = {("+", 1): "__add__", ("-", 1): "__sub__", ("*", 1): "__mul__", ("/", 1): "__truediv__",
             ("-", 0): "__neg__", ("==", 1): "__eq__", ("!=", 1): "__ne__", ("<", 1): "__lt__", ("<=", 1): "__le__",
             (">", 1): "__gt__", (">=", 1): "__ge__", ("[]", 1): "__getitem__", ("()", -1): "__call__",
             ("+=", 1): "__iadd__", ("-=", 1): "__isub__", ("*=", 1): "__imul__", ("/=", 1): "__itruediv__",
             ("=", 1): "assign", ("*", 0): "dereferenced", ("->", 0): "dereferenced", ("&", 0): "address",
             ("|", 1): "__or__", ("&", 1): "__and__", ("^", 1): "__xor__", ("%", 1): "__mod__"}


class ClassReader(TemplateReader):
    def alias(self, node: Node) -> list[Statement]:
        raise NotImplementedError

    def specified(self, node: Node, name: str = "") -> list[Statement]:
        """A struct, class, union or enumeration; types inside it stand before it."""
        name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        name = name or (text_of(name_node) if name_node is not None else "")
        if body is None:
            self.types[-1].setdefault(name, CType("struct", name))
            return []
        if node.type == "enum_specifier":
            return [self._enumeration(node, name, body)]
        if self.struct is None and self.function is None:
            self.only_here(name, self.line_of(node))
        elif name in self.program.structs and self.program.structs[name].line != self.line_of(node):
            raise UntranslatedError(f"a second struct {name}", self.line_of(node))
        struct = Struct(self.line_of(node), name=name, is_union=node.type == "union_specifier")
        self.types[-1][name] = CType("struct", name)
        self.program.structs[name] = struct
        self._layout(node, struct)
        self._bases(node, struct)
        outer_struct, outer_method = self.struct, self.method
        self.struct, self.method = struct, name
        self.push()
        for variable in self.program.fields_of(struct):
            self.scopes[-1][variable.c_name] = variable
        before: list[Statement] = []
        try:
            bodies: list[tuple[Node, Node | None, Function]] = []         # and the template around it
            before += self._members(body, struct, bodies)
            for declared, template, function in bodies:
                self.push()
                if template is not None:
                    self.template_names(template)
                self.function_body(declared, function)
                self.pop()
        finally:
            self.pop()
            self.struct, self.method = outer_struct, outer_method
        return [*before, struct]

    def _layout(self, node: Node, struct: Struct) -> None:
        """The attributes that change where the fields lie."""
        for child in node.children:
            if child.type == "attribute_specifier" and "packed" in text_of(child):
                struct.is_packed = True
            if child.type == "alignas_qualifier":
                alignment = self.expression(child.named_children[0])
                if isinstance(alignment, Number) and isinstance(alignment.value, int):
                    struct.alignment = alignment.value

    def _bases(self, node: Node, struct: Struct) -> None:
        clause = next((c for c in node.named_children if c.type == "base_class_clause"), None)
        for base in clause.named_children if clause is not None else ():
            if base.type in ("access_specifier", "comment"):
                continue
            name = text_of(base).removeprefix("std::")
            if name.rpartition("::")[2] in self.program.structs:
                struct.bases.append(name.rpartition("::")[2])
            elif name in EXCEPTIONS:
                struct.exception = EXCEPTIONS[name]
            elif not name.startswith("enable_shared_from_this"):
                raise UntranslatedError(f"class that inherits from {name}", self.line_of(node))

    def _members(self, body: Node, struct: Struct,
                 bodies: list[tuple[Node, Node | None, Function]]) -> list[Statement]:
        """Read all members, with the comments on them; gives the types that they declare."""
        remarks, previous, end = struct.remarks, "", -1
        before: list[Statement] = []
        for member in body.named_children:
            if member.type == "comment":
                self._member_comment(remarks, member, previous if int(member.start_point[0]) == end else "")
                continue
            variables, functions = (struct.fields, struct.constants), (struct.methods, struct.prototypes)
            counts = [len(found) for found in (*variables, *functions)]
            types = self._member(member, struct, bodies)
            if types:
                before += [*remarks.pending, *types]
                remarks.pending = []
            new = [v.c_name for found, count in zip(variables, counts, strict=False) for v, _ in found[count:]] + [
                f.remarked for found, count in zip(functions, counts[2:], strict=True) for f in found[count:]]
            if new:
                remarks.belong_to(new[0])
            previous, end = new[0] if new else "", int(member.end_point[0])
        struct.body += remarks.pending
        return before

    def _member_comment(self, remarks: Remarks, node: Node, previous: str) -> None:
        """A comment in a class or an enumeration, behind the member `previous` or above the next one."""
        if previous:
            remarks.behind[previous] = comment_lines(text_of(node))[0]
        else:
            remarks.pending.append(Comment(self.line_of(node), text=text_of(node)))

    def _member(self, node: Node, struct: Struct, bodies: list[tuple[Node, Node | None, Function]]) -> list[Statement]:
        """Read a member; gives the types that it declares."""
        if node.type == "function_definition":
            self._method(node, struct, bodies)
        elif node.type == "template_declaration" and node.named_children[-1].type == "function_definition":
            self.push()
            function = self.signature(node.named_children[-1], self.template_names(node), struct.name)
            self.pop()
            struct.methods.append(function)
            bodies.append((node.named_children[-1], node, function))
        elif node.type == "field_declaration":
            return self.fields(node, struct)
        elif node.type in ("struct_specifier", "class_specifier", "union_specifier", "enum_specifier"):
            return self._inner(node)
        elif node.type in ("type_definition", "alias_declaration"):
            return self.alias(node)
        elif node.type == "declaration":
            self._prototype(node, struct)
        elif node.type == "friend_declaration" and node.named_children[-1].type == "function_definition":
            outer, self.struct, self.method = (self.struct, self.method), None, ""
            try:
                return [self.function_definition(node.named_children[-1], [])]
            finally:
                self.struct, self.method = outer
        elif node.type not in SKIPPED:
            raise UntranslatedError(f"member {node.type.replace('_', ' ')}", self.line_of(node))
        return []

    def _method(self, node: Node, struct: Struct, bodies: list[tuple[Node, Node | None, Function]]) -> None:
        kinds = [c.type for c in node.children]
        if "delete_method_clause" in kinds:
            return
        function = self.signature(node, [], struct.name)
        if "default_method_clause" in kinds:
            if function.kind == "constructor" and not function.parameters:
                struct.methods.append(function)
            return
        if self._is_new(function, struct):
            struct.methods.append(function)
            bodies.append((node, None, function))

    @staticmethod
    def _is_new(function: Function, struct: Struct) -> bool:
        """Whether a method is no second version of one (for a constant object); an overload gets a name of its own."""
        if function.kind in ("constructor", "destructor"):
            return True
        same = [m for m in struct.methods
                if m.c_name == function.c_name and m.name.rstrip("0123456789") == function.name]
        types = [p.type.plain for p in function.parameters]
        if any([p.type.plain for p in m.parameters] == types for m in same):
            return False
        if same:
            function.name = f"{function.name}{len(same) + 1}"
        return True

    def _inner(self, node: Node, name: str = "") -> list[Statement]:
        """A type inside a class: Python has it beside the class."""
        before = set(self.scopes[-1].values())
        found = self.specified(node, name)
        self.types[0].update({n: t for n, t in self.types[-1].items() if n not in self.types[0]})
        self.scopes[0].update({n: v for n, v in self.scopes[-1].items() if v not in before and v.role == "global"})
        return found

    def _prototype(self, node: Node, struct: Struct) -> None:
        """A method that is declared here and defined outside (or deleted, or in a class that inherits)."""
        try:
            function = self.signature(node, [], struct.name)
        except UntranslatedError:
            return                                   # its uses are reported
        value = node.child_by_field_name("default_value")
        if value is not None and text_of(value) == "0":
            function.kind = "abstract"
        struct.prototypes.append(function)

    def fields(self, node: Node, struct: Struct) -> list[Statement]:
        type_node = node.child_by_field_name("type")
        found: list[Statement] = []
        declarators = node.children_by_field_name("declarator")
        if type_node.child_by_field_name("body") is not None and type_node.type != "template_type":
            name_node = type_node.child_by_field_name("name")
            if name_node is None and not declarators:
                raise UntranslatedError("struct without a name inside a struct", self.line_of(node))
            name = text_of(name_node) if name_node is not None else text_of(declarators[0]).capitalize()
            found = self._inner(type_node, name)
            base = self.types[0][name]
        else:
            base = self.type(type_node)
        static = any(c.type == "storage_class_specifier" and text_of(c) == "static" for c in node.children)
        value_node = node.child_by_field_name("default_value")
        for declarator in declarators:
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
        return found

    def _enumeration(self, node: Node, name: str, body: Node) -> Enumeration:
        scoped = any(c.type in ("class", "struct") for c in node.children)
        found = Enumeration(self.line_of(node), name=name, scoped=scoped)
        base = node.child_by_field_name("base")
        bits = self.type(base).bits if base is not None else 32
        type_ = CType("enum", name, (INT,) if scoped else (), bits=bits)
        if name:
            self.types[-1][name] = type_
        previous, end = "", -1
        for member in body.named_children:
            if member.type == "comment":
                self._member_comment(found.remarks, member, previous if int(member.start_point[0]) == end else "")
            if member.type != "enumerator":
                continue
            member_name = text_of(member.child_by_field_name("name"))
            previous, end = python_name(member_name), int(member.end_point[0])
            found.remarks.belong_to(previous)
            value = member.child_by_field_name("value")
            if not scoped:
                variable = self.declare(member_name, INT, "global")
                variable.is_constant = True
            found.members.append((python_name(member_name), self.expression(value) if value is not None else None))
        return found
