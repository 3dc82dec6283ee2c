"""How tightly Python binds, and the parentheses that follow from it."""
from __future__ import annotations

import ast

# How tightly Python binds.
CHOICE, OR, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND, SHIFT, SUM, PRODUCT, SIGN, POSTFIX, ATOM = range(1, 15)
BITWISE = ("<<", ">>", "&", "^", "|")        # what they are made of is in parentheses: few know how these bind
OPERATORS = {"||": ("or", OR), "&&": ("and", AND), "|": ("|", BIT_OR), "^": ("^", BIT_XOR), "&": ("&", BIT_AND),
             "<<": ("<<", SHIFT), ">>": (">>", SHIFT), "+": ("+", SUM), "-": ("-", SUM), "*": ("*", PRODUCT),
             "/": ("/", PRODUCT), "%": ("%", PRODUCT),
             **{op: (op, COMPARE) for op in ("==", "!=", "<", ">", "<=", ">=")}}

Printed = tuple[str, int]                      # text, and how tightly its outermost operator binds (0: see the text)
NODES: dict[type[ast.AST], int] = {ast.IfExp: CHOICE, ast.Lambda: CHOICE, ast.Compare: COMPARE, ast.UnaryOp: SIGN,
                                   ast.NamedExpr: 0, ast.Or: OR, ast.And: AND, ast.Not: NOT, ast.BitOr: BIT_OR,
                                   ast.BitXor: BIT_XOR, ast.BitAnd: BIT_AND, ast.LShift: SHIFT, ast.RShift: SHIFT,
                                   ast.Add: SUM, ast.Sub: SUM, ast.Mult: PRODUCT, ast.Div: PRODUCT,
                                   ast.FloorDiv: PRODUCT, ast.Mod: PRODUCT, ast.BinOp: SIGN}


def bracketed(text: str, binds: int, least: int) -> str:
    """A text, in parentheses if it binds less tightly than `least`."""
    if not binds and least:
        try:
            node = ast.parse(text, mode="eval").body
        except SyntaxError:                    # remarks between arguments are not laid out yet
            return f"({text})"
        operator = getattr(node, "op", node)
        binds = NODES.get(type(operator), NODES.get(type(node), ATOM))
    return f"({text})" if binds < least else text
