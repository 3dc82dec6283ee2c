"""Reading: templates, and what stands for certain types alone."""
from __future__ import annotations

from ._read_flow import FlowReader
from ._read_types import Node, python_name, text_of
from ._tree import (
    Assign,
    Binary,
    Cast,
    Comment,
    Do,
    Expression,
    Function,
    If,
    Name,
    Statement,
    Struct,
    Symbol,
    Traits,
    UntranslatedError,
    Variable,
)
from ._types import BOOL, INT64, CType


class TemplateReader(FlowReader):
    def function_definition(self, node: Node, templates: list[str]) -> Statement:
        raise NotImplementedError               # Reader has it

    def fields(self, node: Node, struct: Struct) -> list[Statement]:
        raise NotImplementedError               # ClassReader has it

    def signature(self, node: Node, templates: list[str], owner: str) -> Function:
        raise NotImplementedError               # Reader has it

    def function_body(self, node: Node, function: Function) -> None:
        raise NotImplementedError               # Reader has it

    def class_template(self, node: Node, inner: Node) -> list[Statement]:
        raise NotImplementedError               # ClassTemplateReader has it

    def specialised(self, node: Node, of: Node) -> list[Statement]:
        raise NotImplementedError

    def method_of_template(self, inner: Node) -> bool:
        raise NotImplementedError

    def template_names(self, node: Node) -> list[str]:
        """The names of a template's parameters, which the scope knows from here on."""
        names = []
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
            elif parameter.type in ("parameter_declaration", "optional_parameter_declaration"):
                name = text_of(parameter.child_by_field_name("declarator"))
                self.scopes[-1][name] = Variable(python_name(name), self.type(
                    parameter.child_by_field_name("type")), name, "parameter")
                names.append(name)
            else:
                raise UntranslatedError(parameter.type.replace("_", " "), self.line_of(parameter))
        return names

    def template(self, node: Node) -> list[Statement]:
        self.push()
        try:
            names = self.template_names(node)
            inner = node.named_children[-1]
            if inner.type == "function_definition" and not names and (of := _specialised(inner)) is not None:
                return self._specialisation(inner, of)
            if inner.type == "function_definition" and self.method_of_template(inner):
                return []
            if inner.type == "function_definition":
                return [self.function_definition(inner, names)]
            if inner.type == "declaration":
                self.declare_function(inner, names)
                return []
            if inner.type in ("struct_specifier", "class_specifier"):
                of = inner.child_by_field_name("name")
                if of.type == "template_type":
                    return self._traits(inner, of)
                empty = inner.child_by_field_name("body") is None or not any(
                    c.type != "comment" for c in inner.child_by_field_name("body").named_children)
                return self.specified(inner) if empty else self.class_template(node, inner)
            raise UntranslatedError(f"template of {inner.type.replace('_', ' ')}", self.line_of(node))
        finally:
            self.pop()

    def _specialisation(self, node: Node, of: Node) -> list[Statement]:
        """`template <> float F<uint16_t>(uint16_t x)`: a branch at the head of the template that it belongs to."""
        name = text_of(of.child_by_field_name("name"))
        general = next((f for f in self.functions.get(name, []) if f.templates), None)
        if general is None:
            raise UntranslatedError(f"specialisation of {name}, which is no template", self.line_of(node))
        function = self.signature(node, [], "")
        self.function_body(node, function)
        if function.body:
            function.body[0].blank = False
        for mine, theirs in zip(function.parameters, general.parameters, strict=True):
            mine.name = theirs.name
            if mine.type.is_integer and theirs.type.kind == "template":     # may be an element of an array, which wraps
                number = Cast(INT64, operand=Name(theirs.type, variable=theirs))
                function.body.insert(0, Do(function.line, expression=Assign(
                    INT64, target=Name(INT64, variable=mine), value=number)))
        types = [self.type(t) for t in of.child_by_field_name("arguments").named_children if t.type != "comment"]
        condition: Expression | None = None
        for template, type_ in zip(general.templates, types, strict=False):
            same = Symbol(CType("trait", "is_same", (CType("template", template), type_)), function.line, "value")
            condition = same if condition is None else Binary(BOOL, operator="&&", left=condition, right=same)
        assert condition is not None
        place = sum(1 for s in general.body if isinstance(s, If) and s.specialises)
        general.body.insert(place, If(function.line, condition=condition, yes=function.body, specialises=True))
        general.labels += function.labels
        general.outer_assigned += function.outer_assigned
        general.resulting += function.resulting
        if general.kind == "declared":
            general.kind = ""
            return [general]
        return []

    def _traits(self, node: Node, of: Node) -> list[Statement]:
        """`template <> struct Name<float> { ... };` with types and constants alone."""
        name = text_of(of.child_by_field_name("name"))
        if name in self.class_templates:
            return self.specialised(node, of)
        keys = [k for k in of.child_by_field_name("arguments").named_children if k.type != "comment"]
        struct = Struct(name=name)
        traits = Traits(self.line_of(node), name=name)
        found: list[Statement] = []
        for member in node.child_by_field_name("body").named_children:
            if member.type == "comment":
                found.append(Comment(self.line_of(member), text=text_of(member)))
            elif member.type == "alias_declaration":
                traits.types[text_of(member.child_by_field_name("name"))] = self.type(
                    member.child_by_field_name("type"))
            elif member.type == "field_declaration":
                found += self.fields(member, struct)
            elif member.type != "access_specifier":
                raise UntranslatedError(f"specialised class with a {member.type.replace('_', ' ')}",
                                        self.line_of(member))
        general = self.program.structs.get(name, Struct())
        if len(keys) != 1 or struct.fields or struct.prototypes or general.fields or general.methods or (
                general.constants):
            raise UntranslatedError(f"specialised class {name}", self.line_of(node))
        traits.key, traits.constants = self.template_argument(keys[0]), struct.constants
        known = self.program.traits.setdefault(name, [])
        traits.first = not known
        known.append(traits)
        return [*found, traits]


def _specialised(node: Node) -> Node | None:
    """The `F<uint16_t>` in the head of a function that specialises a template."""
    found = node.child_by_field_name("declarator")
    while found is not None and found.type != "template_function":
        found = found.child_by_field_name("declarator")
    return found
