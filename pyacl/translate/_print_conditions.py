"""Printing: conditions."""
from __future__ import annotations

from ._precedence import ATOM, BITWISE, COMPARE, NOT, OPERATORS, SIGN, Printed
from ._print_expressions import ExpressionPrinter
from ._tree import Binary, Call, Expression, Fold, Member, Number, Symbol, Unary, UntranslatedError


class Conditions(ExpressionPrinter):
    def _p_fold(self, fold: Fold) -> Printed:
        name = fold.pack.name
        start = f", {self.text(fold.start)}" if fold.start is not None else ""
        if fold.operator == "+":
            return f"sum({name}{start})", ATOM
        if fold.operator == "*":
            self.imports.add("math")
            return f"math.prod({name}{start.replace(', ', ', start=')})", ATOM
        if fold.start is not None:
            raise UntranslatedError("fold expression with a value to start with", fold.line)
        return f"{'all' if fold.operator == '&&' else 'any'}({name})", ATOM

    def negated(self, operand: Expression) -> Printed:
        if isinstance(operand, Binary) and operand.operator in ("==", "!=") and operand.left.type.kind != "struct":
            flipped = Binary(operand.type, operand.line, "!=" if operand.operator == "==" else "==", operand.left,
                             operand.right)
            return self._p_binary(flipped, True)
        if refused := self.refused_open(operand):
            return refused, COMPARE
        if isinstance(operand, Call) and isinstance(operand.function, Member) and operand.function.name == "empty" and (
                operand.function.owner.type.kind in ("vector", "map", "set")):
            return f"len({self.text(operand.function.owner)}) > 0", COMPARE
        if operand.type.kind == "vector":                                # a pointer to one
            return f"{self.text(operand, COMPARE + 1)} is None", COMPARE
        return f"not {self.condition(operand, NOT)}", NOT

    def logic(self, binary: Binary) -> str:
        sign, binds = OPERATORS[binary.operator]
        left, right = (NOT if binary.operator == "||" and isinstance(side, Binary) and side.operator == "&&" else least
                       for side, least in ((binary.left, binds), (binary.right, binds + 1)))
        text = self.condition(binary.left, left)
        known = self.facts.holding(binary.left if binary.operator == "&&" else None, set())
        text += f" {sign} {self.condition(binary.right, right)}"
        self.facts.back_to(known)
        return text

    def condition(self, expression: Expression, least: int = 0) -> str:
        """Where only true or false matters."""
        if isinstance(expression, Binary) and expression.operator in ("&&", "||"):
            text, binds = self.logic(expression), OPERATORS[expression.operator][1]
            return f"({text})" if binds < least else text
        if isinstance(expression, Unary) and expression.operator == "!":
            text, binds = self.negated(expression.operand)
            return f"({text})" if binds < least else text
        if expression.type.kind == "vector":                             # a pointer to one
            text = f"{self.text(expression, COMPARE + 1)} is not None"
            return f"({text})" if least > COMPARE else text
        if keyed := self.counted(expression):
            return f"({keyed})" if least > COMPARE else keyed
        if whole := self.whole_read(expression):
            return f"({whole})" if least > COMPARE else whole
        bitwise = isinstance(expression, Binary) and expression.operator in BITWISE
        return self.text(expression, SIGN if least and bitwise else least)

    def counted(self, expression: Expression) -> str:
        """`map.count(key)`, and `map.count(key) > 0`, as a condition."""
        if isinstance(expression, Binary) and expression.operator == ">" and isinstance(
                expression.right, Number) and not expression.right.value:
            expression = expression.left
        if (isinstance(expression, Call) and isinstance(expression.function, Member)
                and expression.function.name in ("count", "contains")
                and expression.function.owner.type.kind in ("map", "set")):
            return f"{self.index(expression.arguments[0])} in {self.text(expression.function.owner)}"
        return ""

    def tested(self, expression: Expression) -> str:
        """The condition of a branch or a loop, in which steps happen at once."""
        self.in_condition = True
        try:
            return self.condition(expression)
        finally:
            self.in_condition = False

    def string_comparison(self, binary: Binary) -> str:
        """`==` and `!=` of texts, and what says whether one thing is in another; "" if it is neither."""
        left, right = binary.left, binary.right
        if left.type.kind == "string" or right.type.kind == "string":
            return f"{self.string(left)} {binary.operator} {self.string(right)}"
        if isinstance(left, Call) and isinstance(left.function, Symbol) and isinstance(right, Number):
            name, arguments = left.function.name, left.arguments
            if name == "strcmp" and right.value == 0:
                return f"{self.string(arguments[0])} {binary.operator} {self.string(arguments[1])}"
            if name == "strstr" and right.value is None:
                word = "in" if binary.operator == "!=" else "not in"
                return f"{self.string(arguments[1])} {word} {self.string(arguments[0])}"
        if (isinstance(left, Call) and isinstance(left.function, Member) and right.type.kind == "npos"
                and left.function.name in ("find", "rfind") and left.function.owner.type.kind == "string"):
            word = "in" if binary.operator == "!=" else "not in"
            return f"{self.string(left.arguments[0])} {word} {self.text(left.function.owner)}"
        if (isinstance(left, Call) and isinstance(left.function, Member) and left.function.name == "count"
                and left.function.owner.type.kind in ("map", "set") and isinstance(right, Number) and not right.value):
            word = "in" if binary.operator == "!=" else "not in"
            return f"{self.index(left.arguments[0])} {word} {self.text(left.function.owner)}"
        return ""
