"""Reading: class templates.  Each set of arguments makes a class of its own, as in C++."""
from __future__ import annotations

from dataclasses import dataclass, field

from ._read_classes import ClassReader
from ._read_types import Node, python_name, text_of
from ._tree import Block, Statement, UntranslatedError, Variable
from ._types import CType


@dataclass(eq=False)
class ClassTemplate:
    parameters: list[Node]
    node: Node
    place: Block                                # where its classes stand in the program
    methods: list[Node] = field(default_factory=list)               # that are defined outside
    made: dict[tuple[str, ...], str] = field(default_factory=dict)  # for each set of arguments: the name of the class


class ClassTemplateReader(ClassReader):
    class_templates: dict[str, ClassTemplate]

    def class_template(self, node: Node, inner: Node) -> list[Statement]:
        """`template <typename T> class Name { ... };`: waits for its arguments."""
        place = Block(self.line_of(node))
        parameters = [p for p in node.child_by_field_name("parameters").named_children if p.type != "comment"]
        self.class_templates[text_of(inner.child_by_field_name("name"))] = ClassTemplate(parameters, inner, place)
        return [place]

    def method_of_template(self, inner: Node) -> bool:
        """Whether a function defined outside is a method of a class template, which keeps it."""
        name = inner.child_by_field_name("declarator")
        while name is not None and name.type != "qualified_identifier":
            name = name.child_by_field_name("declarator")
        scope = name.child_by_field_name("scope") if name is not None else None
        template = self.class_templates.get(text_of(scope.child_by_field_name("name"))) if scope is not None and (
            scope.type == "template_type") else None
        if template is None:
            return False
        template.methods.append(inner)
        if template.made:
            raise UntranslatedError("method of a class template that is in use before", self.line_of(inner))
        return True

    def instance(self, name: str, arguments: list[Node], line: int) -> CType:
        """The class that a template makes of arguments."""
        template = self.class_templates[name]
        if len(arguments) > len(template.parameters):
            raise UntranslatedError(f"template type {name}", line)
        bound: list[tuple[Node, CType]] = []
        for number, parameter in enumerate(template.parameters):
            given = arguments[number] if number < len(arguments) else (
                parameter.child_by_field_name("default_type") or parameter.child_by_field_name("default_value"))
            if given is None or parameter.type.startswith("variadic"):
                raise UntranslatedError(f"template type {name}", line)
            bound.append((parameter, self.template_argument(given).plain))
        if any(_mentions_template(type_) for _, type_ in bound):
            raise UntranslatedError(f"{name} of what a template stands for", line)
        key = tuple(_spelled(type_) for _, type_ in bound)
        if key not in template.made:
            own = name if not template.made else _own_name(name, key)
            template.made[key] = own
            self._make(name, own, template, bound)
        return CType("struct", template.made[key])

    def specialised(self, node: Node, of: Node) -> list[Statement]:
        """`template <> struct Name<float> { ... };`: the class for these arguments is another one."""
        name = text_of(of.child_by_field_name("name"))
        arguments = [self.template_argument(a).plain for a in of.child_by_field_name("arguments").named_children
                     if a.type != "comment"]
        template = self.class_templates[name]
        key = tuple(_spelled(a) for a in arguments)
        if len(key) != len(template.parameters) or key in template.made or any(map(_mentions_template, arguments)):
            raise UntranslatedError(f"specialised class {name}", self.line_of(node))
        own = template.made[key] = _own_name(name, key)
        self.injected[own] = name
        self.types[-1][name] = CType("struct", own)
        return self.specified(node, own)

    def _make(self, name: str, own: str, template: ClassTemplate, bound: list[tuple[Node, CType]]) -> None:
        outer = self.scopes, self.types, self.function, self.struct, self.method
        self.scopes, self.types = [self.scopes[0], {}], [self.types[0], {name: CType("struct", own)}]
        self.function, self.struct, self.method = None, None, ""
        self.injected[own] = name
        try:
            for parameter, type_ in bound:
                if parameter.type in ("parameter_declaration", "optional_parameter_declaration"):
                    c_name = text_of(parameter.child_by_field_name("declarator"))
                    number = Variable(type_.name, self.type(parameter.child_by_field_name("type")), c_name, "parameter")
                    self.scopes[-1][c_name] = number
                else:
                    names = [c for c in parameter.named_children if c.type == "type_identifier"]
                    named = parameter.child_by_field_name("name") or names[0]
                    self.types[-1][text_of(named)] = type_
            template.place.body += self.specified(template.node, own)
            for method in template.methods:
                self.function_definition(method, [])
        finally:
            self.scopes, self.types, self.function, self.struct, self.method = outer

    def unused_templates(self) -> None:
        """A class template that nothing uses stays in the program, for any type."""
        for name, template in self.class_templates.items():
            if not template.made:
                names = [c for p in template.parameters for c in p.named_children if c.type == "type_identifier"]
                self._make(name, name, template, [
                    (p, CType("template", text_of(n))) for p, n in zip(template.parameters, names, strict=False)])


def _own_name(name: str, key: tuple[str, ...]) -> str:
    return "_".join((name, *("".join(c for c in word if c.isalnum()) for word in key)))


def _mentions_template(type_: CType) -> bool:
    return type_.kind in ("template", "pack") or any(_mentions_template(t) for t in type_.of)


def _spelled(type_: CType) -> str:
    """A type as a part of a name."""
    inner = " ".join(_spelled(t) for t in type_.of)
    return python_name(f"{type_.name or type_.kind}{' ' + inner if inner else ''}")
