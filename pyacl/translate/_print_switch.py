"""Printing: `switch`, as a chain of branches."""
from __future__ import annotations

from ._layout import indented
from ._print_declarations import Declarations
from ._read_flow import jumps
from ._tree import (
    Block,
    If,
    Jump,
    Member,
    Name,
    Return,
    Statement,
    Switch,
    Throw,
    Unary,
    UntranslatedError,
)


class Switches(Declarations):
    def _s_switch(self, switch: Switch) -> list[str]:
        value = self.text(switch.value)
        if not isinstance(switch.value, (Name, Member)):
            self.hoisted.append(f"choice = {value}")
            value = "choice"
        lines: list[str] = []
        word = "if"
        cases = sorted(enumerate(switch.cases), key=lambda c: None in c[1][0])
        for number, (labels, _) in cases:
            body = self._case_body(switch, number)
            known = [self.text(label) for label in labels if label is not None]
            if None in labels:
                otherwise = self.body(body)
                lines += otherwise if not lines else ["else:", *indented(otherwise)] if otherwise != ["pass"] else []
                continue
            test = f"{value} == {known[0]}" if len(known) == 1 else f"{value} in ({', '.join(known)})"
            lines += [f"{word} {test}:", *indented(self.body(body))]
            word = "elif"
        return lines

    def _case_body(self, switch: Switch, number: int) -> list[Statement]:
        """The statements of a case, with those it falls through to."""
        body: list[Statement] = []
        for _, statements in switch.cases[number:]:
            for s in statements:
                body += s.body if isinstance(s, Block) else [s]
            if any(_ends(s) for s in body) or jumps(body, ("break",)):
                break
        return self._without_break(body, switch.line)

    def _without_break(self, statements: list[Statement], line: int) -> list[Statement]:
        """The statements of a case up to its `break`; behind an `if` that breaks, the rest is its other branch."""
        for at, statement in enumerate(statements):
            if isinstance(statement, Jump) and statement.kind == "break":
                return statements[:at]
            if _ends(statement):
                return statements[:at + 1]
            if not jumps([statement], ("break",)):
                continue
            if not isinstance(statement, If) or statement.specialises:
                raise UntranslatedError("break deep inside a case", line)
            rest = statements[at + 1:]
            yes, no = ([*branch, *([] if branch and _ends(branch[-1], True) else rest)]
                       for branch in (statement.yes, statement.no))
            condition, yes, no = statement.condition, self._without_break(yes, line), self._without_break(no, line)
            if not yes:
                condition, yes, no = Unary(condition.type, operator="!", operand=condition), no, []
            branch = If(statement.line, statement.blank, statement.trailing, condition=condition, yes=yes, no=no)
            return [*statements[:at], branch]
        return statements


def _ends(statement: Statement, also_break: bool = False) -> bool:
    """Whether nothing behind the statement is reached."""
    return isinstance(statement, (Return, Throw)) or (
        isinstance(statement, Jump) and (also_break or statement.kind != "break"))
