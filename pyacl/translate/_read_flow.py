"""Reading: statements inside functions."""
from __future__ import annotations

from dataclasses import replace

from ._read_declarations import DeclarationReader, binding_of
from ._read_types import Node, element_of, text_of
from ._tree import (
    Block,
    Braces,
    Comment,
    Declare,
    Do,
    Expression,
    For,
    ForEach,
    If,
    Jump,
    Label,
    Member,
    Name,
    Number,
    Return,
    Statement,
    Switch,
    Throw,
    Try,
    UntranslatedError,
    While,
)
from ._types import UNKNOWN, CType, pointer

# Exceptions of the library, and what they are in Python.
EXCEPTIONS = {"exception": "Exception", "runtime_error": "RuntimeError", "logic_error": "ValueError",
              "invalid_argument": "ValueError", "domain_error": "ValueError", "length_error": "ValueError",
              "out_of_range": "IndexError", "overflow_error": "OverflowError", "range_error": "ArithmeticError",
              "bad_alloc": "MemoryError", "system_error": "OSError", "ios_base::failure": "OSError"}
# What catches one, with those that inherit from it.
CAUGHT = {**EXCEPTIONS, "out_of_range": "LookupError", "logic_error": "(ValueError, LookupError)",
          "runtime_error": "(RuntimeError, ArithmeticError, OSError)"}


class FlowReader(DeclarationReader):
    def items(self, nodes: list[Node]) -> list[Statement]:
        raise NotImplementedError               # Reader has it

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
        if inner.type == "fold_expression" and any(c.type == "," for c in inner.children):
            return [self._for_each_argument(inner)]
        if inner.type == "comma_expression":
            return [Do(expression=self.expression(c)) for c in _comma(inner)]
        return [Do(expression=self.expression(inner))]

    def _for_each_argument(self, fold: Node) -> Statement:
        """`(F(args), ...);`: the expression for one argument after the other."""
        packs = [v for v in self.function.parameters if v.type.kind == "pack"] if self.function else []
        if self.function is None or len(packs) != 1:
            raise UntranslatedError("fold expression", self.line_of(fold))
        self.function.kind = "fold"
        self.push()
        item = self.declare(packs[0].c_name, CType("template", packs[0].c_name))
        item.name = item.name.removesuffix("2").removesuffix("s") + ("" if packs[0].c_name.endswith("s") else "_item")
        try:
            body: list[Statement] = [Do(self.line_of(fold), expression=self.expression(fold.named_children[0]))]
        finally:
            self.pop()
        return ForEach(variable=item, over=Name(packs[0].type, variable=packs[0]), body=body)

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
        if isinstance(condition, Number) and not condition.value:
            body = self._run_once(body)
            if not jumps(body, ("break", "continue")):
                return [Block(body=body)]
        return [While(condition=condition, body=body, at_end=True)]

    def _run_once(self, body: list[Statement]) -> list[Statement]:
        """The body of a `do ... while (0)` without the jumps at its end, which go where it ends anyway."""
        if not body:
            return body
        last = body[-1]
        if isinstance(last, Jump) and last.kind in ("break", "continue"):
            self.program.notes.append((last.line, f"{last.kind} leaves the do ... while (0) around it, no other loop"))
            return body[:-1]
        if isinstance(last, If):
            last.yes, last.no = self._run_once(last.yes), self._run_once(last.no)
        elif isinstance(last, Block):
            last.body = self._run_once(last.body)
        return body

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
            element: CType = _entry(over.type) if over.type.kind == "map" else element_of(over.type)
            binding = binding_of(declarator)
            if binding is not None:
                unpacked, fields = self._bound_names(binding, element), self._fields_of(element)
                item = self.declare("item", element) if fields else unpacked[0]
                return [ForEach(variable=item, over=over, unpacked=unpacked, fields=fields,
                                body=self.body(node.child_by_field_name("body")))]
            name, type_, _, _ = self.declarator(declarator, base)
            if type_.kind == "auto":
                if isinstance(over, Braces) and over.items:
                    element = over.items[0].type
                type_ = replace(element, const=type_.const, reference=type_.reference)
            variable = self.declare(name, type_)
            variable.over = over
            if type_.is_chars:
                variable.assigned.append(over)
            body = self.body(node.child_by_field_name("body"))
            if variable.grows and type_.reference and isinstance(over, (Name, Member)) and over.variable is not None:
                over.variable.inner_grows = True
            if variable.address_taken and type_.reference and isinstance(over, Name):
                over.variable.elements_addressed = True
            return [ForEach(variable=variable, over=over, body=body)]
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
                parameter = next(iter(clause.child_by_field_name("parameters").named_children), None)
                caught, name = "...", ""
                if parameter is not None and parameter.type == "parameter_declaration":
                    caught, type_ = self._caught(parameter.child_by_field_name("type"))
                    declarator = parameter.child_by_field_name("declarator")
                    if declarator is not None:
                        variable = self.declare(text_of(declarator).strip("*& "), type_)
                        name = variable.name
                        if caught == "Thrown":
                            variable.name = f"{name}.args[0]"
                found.caught.append(caught)
                found.handlers.append((name, self.body(clause.child_by_field_name("body"))))
                self.pop()
        return [found]

    def _caught(self, node: Node) -> tuple[str, CType]:
        """What Python catches for an exception of C++, and the type of the variable."""
        name = text_of(node).removeprefix("std::")
        if name in CAUGHT:
            return CAUGHT[name], CType("exception", name)
        type_ = self.type(node)
        if type_.kind == "struct" and any(s.exception for s in self.program.lineage(type_.name)):
            return type_.name, type_
        return "Thrown", pointer(type_) if type_.name == "char" else type_

    def _s_throw_statement(self, node: Node) -> list[Statement]:
        inner = [c for c in node.named_children if c.type != "comment"]
        if not inner:
            return [Throw()]
        call = inner[0]
        arguments = call.child_by_field_name("arguments") if call.type == "call_expression" else None
        name = text_of(call.child_by_field_name("function")).removeprefix("std::") if arguments is not None else ""
        if name in EXCEPTIONS and arguments is not None:
            return [Throw(value=next(iter(self.arguments(arguments)), None), kind=EXCEPTIONS[name])]
        value = self.expression(call)
        own = any(s.exception for s in self.program.lineage(value.type.name)) if value.type.kind == "struct" else False
        self.program.throws_values |= not own
        return [Throw(value=value, kind="" if own else "Thrown")]


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
