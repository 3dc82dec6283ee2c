"""Printing: loops.  A counting `for` becomes a `range` where that says the same."""
from __future__ import annotations

from ._effects import changed_within
from ._layout import STEP, indented
from ._precedence import SUM
from ._print_calls import CallPrinter
from ._print_iterators import BEGINS
from ._ranges import limit, never_negative
from ._tree import (
    Assign,
    Binary,
    Braces,
    Call,
    Cast,
    Declare,
    Do,
    Expression,
    For,
    ForEach,
    Member,
    Name,
    Number,
    SizeOf,
    Statement,
    Symbol,
    Unary,
    UntranslatedError,
    Variable,
    While,
)
from ._types import BOOL, INT64
from ._values import in_memory, kept, kept_by_type
from ._walk import changed, is_pure


class Loops(CallPrinter):
    steps: list[list[Expression]]
    untils: list[str]                          # of each loop that is open: the condition at its end

    def body(self, statements: list[Statement], first: bool = True) -> list[str]:
        raise NotImplementedError

    def statement(self, statement: Statement) -> list[str]:
        raise NotImplementedError

    def _loop_body(self, statements: list[Statement], steps: list[Expression], until: str = "") -> list[str]:
        """The body; a `continue` in it comes first to the steps, and to the condition at the end of a do ... while."""
        self.steps.append(steps)
        self.untils.append(until)
        try:
            lines = self.body(statements)
        finally:
            self.steps.pop()
            self.untils.pop()
        return indented(lines)

    def _s_while(self, loop: While) -> list[str]:
        condition = self.tested(loop.condition) if loop.condition is not None else "True"
        if not loop.at_end:
            hoisted, self.hoisted = self.hoisted, []
            if hoisted:
                raise UntranslatedError("condition of a loop with a function in it", loop.line)
            if isinstance(loop.condition, Number):
                condition = str(bool(loop.condition.value))
            known = self.facts.holding(loop.condition, changed(loop.body))
            lines = [f"while {condition}:", *self._loop_body(loop.body, [])]
            self.facts.back_to(known)
            return lines
        if isinstance(loop.condition, Number) and not loop.condition.value:
            return ["while True:", *self._loop_body(loop.body, [], "False"), f"{STEP}break"]
        body = self._loop_body(loop.body, [], condition)
        return ["while True:", *body, f"{STEP}if not ({condition}):", f"{STEP * 2}break"]

    def _s_for(self, loop: For) -> list[str]:
        counted = self._iterated(loop) or self._counted_down(loop) or self._range(loop)
        if counted is not None:
            return counted
        lines: list[str] = []
        for statement in loop.first:
            lines += self.statement(statement)
        condition = self.tested(loop.condition) if loop.condition is not None else "True"
        known = self.facts.holding(loop.condition, changed(loop.body))
        lines += [f"while {condition}:", *self._loop_body(loop.body, loop.step)]
        for step in loop.step:
            lines += indented(self.statement(Do(loop.line, expression=step)))
        self.facts.back_to(known)
        return lines

    def _iterated(self, loop: For) -> list[str] | None:
        """`for (auto it = v.begin(); it != v.end(); ++it)`: a loop over indices, or over the keys of a map."""
        first = loop.first[0] if len(loop.first) == 1 else None
        if not isinstance(first, Declare) or first.variable.type.kind != "iterator" or len(loop.step) != 1:
            return None
        variable, begin, condition = first.variable, first.value, loop.condition
        if not (isinstance(begin, Call) and isinstance(begin.function, Member) and isinstance(condition, Binary)
                and condition.operator in ("!=", "<") and is_variable(condition.left, variable)
                and isinstance(condition.right, Call) and self._stride(loop.step[0], variable) == 1):
            return None
        owner, moving = begin.function.owner, changed(loop.body)
        if begin.function.name not in BEGINS or variable in moving or (
                isinstance(owner, (Name, Member)) and owner.variable in moving):
            return None
        text, backwards = self.text(owner), begin.function.name in ("rbegin", "crbegin")
        if owner.type.kind in ("map", "set"):
            over = f"sorted({text}{', reverse=True' if backwards else ''})" if owner.type.name in (
                "map", "set") else f"list({text})"
        else:
            over = f"reversed(range(len({text})))" if backwards else f"range(len({text}))"
        return [f"for {variable.name} in {over}:", *self._loop_body(loop.body, [])]

    def _counted_down(self, loop: For) -> list[str] | None:
        """`for (size_t i = n; i-- > 0;)`."""
        first, condition = loop.first[0] if len(loop.first) == 1 else None, loop.condition
        if isinstance(condition, Binary) and condition.operator in (">", "!=") and isinstance(
                condition.right, Number) and condition.right.value == 0:
            condition = condition.left
        if not (isinstance(condition, Unary) and condition.operator == "post--" and isinstance(first, Declare)
                and first.value is not None and is_variable(condition.operand, first.variable)):
            return None
        variable = first.variable
        if loop.step or in_memory(variable) or variable in changed(loop.body) or not never_negative(first.value):
            return None
        known = self.facts.holding(Binary(BOOL, operator="<", left=condition.operand, right=first.value),
                                   changed(loop.body))
        start = Binary(INT64, operator="-", left=first.value, right=Number(INT64, value=1, text="1"))
        lines = [f"for {variable.name} in range({self.integer(start)}, -1, -1):", *self._loop_body(loop.body, [])]
        self.facts.back_to(known)
        return lines

    def _range(self, loop: For) -> list[str] | None:
        """`for i in range(...)` if the loop counts one variable that nothing else changes."""
        if len(loop.first) != 1 or len(loop.step) != 1 or loop.condition is None:
            return None
        first = loop.first[0]
        if not isinstance(first, Declare) or first.value is None or not first.variable.type.is_integer:
            return None
        variable, step = first.variable, self._stride(loop.step[0], first.variable)
        if step is None or in_memory(variable) or variable in changed(loop.body):
            return None
        ends = self._ends(loop.condition, variable, step, changed(loop.body))
        if not ends:
            return None
        variable.most = self._most(loop.condition) if step > 0 and never_negative(first.value) else None
        stop = ends[0] if len(ends) == 1 else f"{'min' if step > 0 else 'max'}({', '.join(ends)})"
        start = self.converted(first.value, variable.type)
        stride = "" if step == 1 else f", {step}"
        limits = stop if start == "0" and not stride else f"{start}, {stop}{stride}"
        known = self.facts.holding(loop.condition, changed(loop.body))
        try:
            return [f"for {variable.name} in range({limits}):", *self._loop_body(loop.body, [])]
        finally:
            self.facts.back_to(known)

    @staticmethod
    def _stride(step: Expression, variable: Variable) -> int | None:
        if isinstance(step, Unary) and isinstance(step.operand, Name) and step.operand.variable is variable:
            return {"++": 1, "--": -1}.get(step.operator.removeprefix("post"))
        if isinstance(step, Assign) and isinstance(step.target, Name) and step.target.variable is variable:
            value = step.value
            if (step.operator in ("+=", "-=") and isinstance(value, Number) and isinstance(value.value, int)
                    and value.value > 0):
                return value.value if step.operator == "+=" else -value.value
        return None

    def _ends(self, condition: Expression, variable: Variable, step: int, moving: set[Variable]) -> list[str]:
        """Where the range stops: each bound of the condition."""
        if isinstance(condition, Binary) and condition.operator == "&&":
            left = self._ends(condition.left, variable, step, moving)
            right = self._ends(condition.right, variable, step, moving)
            return left + right if left and right else []
        if not isinstance(condition, Binary) or not is_variable(condition.left, variable):
            return []
        bound, operator = condition.right, condition.operator
        if not self._steady(bound, moving | {variable}):
            return []
        if step < 0 and not variable.type.signed:
            return []
        text = self.integer(bound, SUM, exact=False)
        if (operator == "<" and step > 0) or (operator == ">" and step < 0):
            return [self.integer(bound, exact=False)]
        if operator == "<=" and step > 0:
            return [str(bound.value + 1) if isinstance(bound, Number) and isinstance(bound.value, int)
                    else f"{text} + 1"]
        if operator == ">=" and step < 0:
            return [str(bound.value - 1) if isinstance(bound, Number) and isinstance(bound.value, int)
                    else f"{text} - 1"]
        return []

    @staticmethod
    def _most(condition: Expression) -> int | None:
        """The largest value of a variable that counts up from 0 or more while the condition holds, if it shows."""
        most = limit(condition.right) if isinstance(condition, Binary) else None
        return most - 1 if most and isinstance(condition, Binary) and condition.operator == "<" else None

    def _steady(self, bound: Expression, moving: set[Variable]) -> bool:
        """Whether an expression has the same integer value at each turn of the loop."""
        if not bound.type.is_integer and bound.type.kind != "unknown":
            return False
        if isinstance(bound, (Number, SizeOf, Symbol)):
            return True
        if isinstance(bound, Name):
            return bound.variable not in moving and not (in_memory(bound.variable) and bool(moving & {bound.variable}))
        if isinstance(bound, Cast):
            return self._steady(bound.operand, moving)
        if isinstance(bound, Binary):
            return self._steady(bound.left, moving) and self._steady(bound.right, moving)
        if isinstance(bound, Member):
            return bound.variable is not None and bound.variable not in moving
        if isinstance(bound, Call) and isinstance(bound.function, Member) and bound.function.name in ("size", "length"):
            owner = bound.function.owner
            while not isinstance(owner, (Name, Member)) and hasattr(owner, "owner"):
                owner = owner.owner
            return isinstance(owner, (Name, Member)) and owner.variable is not None and owner.variable not in moving
        if isinstance(bound, Call) and isinstance(bound.function, Symbol):
            if bound.function.name in ("min", "max"):
                return all(self._steady(a, moving) for a in bound.arguments)
            functions = self.program.functions.get(bound.function.name, [])
            pure = bool(functions) and all(is_pure(f.body) for f in functions)
            return pure and all(isinstance(a, (Name, Number)) and not (isinstance(a, Name) and a.variable in moving)
                                for a in bound.arguments)
        return False

    def _s_foreach(self, loop: ForEach) -> list[str]:
        variable, over = loop.variable, loop.over
        name = variable.name
        if isinstance(over, Braces):
            items = ", ".join(self.text(i) for i in over.items)
            return [f"for {name} in ({items}{',' if len(over.items) == 1 else ''}):", *self._loop_body(loop.body, [])]
        text = self.text(over)
        if over.type.kind == "set" and over.type.name == "set":
            text = f"sorted({text})"
        if over.type.kind == "map" and variable.type.reference and not variable.type.const and not loop.unpacked:
            self.entries[variable] = text
            return [f"for {name} in {self._keys(over, text)}:", *self._loop_body(loop.body, [])]
        if over.type.kind == "map" and loop.unpacked and any(v.assigned for v in loop.unpacked):
            key, value = loop.unpacked
            self.aliases[value] = f"{text}[{key.name}]"
            return [f"for {key.name} in {self._keys(over, text)}:", *self._loop_body(loop.body, [])]
        if loop.fields:
            self.aliases.update({v: f"{name}.{field}" for v, field in zip(loop.unpacked, loop.fields, strict=False)})
            return [f"for {name} in {text}:", *self._loop_body(loop.body, [])]
        moving = changed_within(loop.body)
        text_written = variable.type.kind == "string" and variable.type.reference and variable in moving
        writes = text_written or (variable.is_reference and (variable.assigned or variable.address_taken))
        if variable.is_reference and not writes:
            self.aliases[variable] = name                 # read only: the value itself does
        elif writes:
            index = f"i_{name}"
            self.aliases[variable] = f"{text}[{index}]"
            if variable.address_taken:
                if over.type.kind == "vector" and kept(over) != "memory":
                    raise UntranslatedError("address of an element of a list", loop.line)
                self.alias_places[variable] = f"{text} + {index}"
            return [f"for {index} in range(len({text})):", *self._loop_body(loop.body, [])]
        if variable.type.kind in ("struct", "vector") and not variable.type.reference and variable in moving:
            copy = self.copied(variable.type, name, kept_by_type(variable.type))
            return [f"for {name} in {text}:", f"{STEP}{name} = {copy}", *self._loop_body(loop.body, [])]
        if over.type.kind == "map":
            text = f"sorted({text}.items())" if over.type.name == "map" else f"{text}.items()"
        if loop.unpacked:
            return [f"for {', '.join(v.name for v in loop.unpacked)} in {text}:", *self._loop_body(loop.body, [])]
        if over.type.kind == "vector" and kept(over) == "array" and variable.type.is_integer:
            text += ".tolist()"
        if over.type.kind == "string":
            text += ".encode()"
        if in_memory(variable) and variable not in self.aliases:
            inside = [f"{name} = {self.new(variable.type, name)}"]
            return [f"for {name} in {text}:", *indented(inside), *self._loop_body(loop.body, [])]
        return [f"for {name} in {text}:", *self._loop_body(loop.body, [])]


    @staticmethod
    def _keys(over: Expression, text: str) -> str:
        return f"sorted({text})" if over.type.name == "map" else text


def is_variable(expression: Expression, variable: Variable) -> bool:
    while isinstance(expression, Cast):
        expression = expression.operand
    return isinstance(expression, Name) and expression.variable is variable
