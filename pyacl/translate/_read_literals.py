"""Reading: numbers, characters and texts as they stand in the source."""
from __future__ import annotations

import ast

from ._read_types import Node, TypeReader, text_of
from ._tree import Expression, Number, Text
from ._types import BOOL, CHAR, DOUBLE, FLOAT, INT, INT64, NAMED, VOID, pointer


class LiteralReader(TypeReader):
    def _x_number_literal(self, node: Node) -> Expression:
        text = text_of(node).replace("'", "")
        low = text.lower()
        hexadecimal = low.startswith("0x")
        if not hexadecimal and (any(c in low for c in ".ef")) and not low.startswith("0b"):
            single = low.endswith("f")
            return Number(FLOAT if single else DOUBLE, value=float(low.rstrip("fl")), text=low.rstrip("fl"))
        if hexadecimal and "p" in low:
            return Number(DOUBLE, value=float.fromhex(low.rstrip("fl")))
        digits = low.rstrip("ulz")
        suffix = low[len(digits):]
        octal = len(digits) > 1 and digits.isdigit() and digits[0] == "0"
        value = int(digits, 8 if octal else 0)
        unsigned, wide = "u" in suffix, "l" in suffix or value >= 1 << 31
        if unsigned:
            kind = NAMED["uint64_t"] if (wide and value >= 1 << 32) or "l" in suffix else NAMED["uint32_t"]
        elif hexadecimal and 1 << 31 <= value < 1 << 32:
            kind = NAMED["uint32_t"]
        else:
            kind = NAMED["uint64_t"] if value >= 1 << 63 else INT64 if wide else INT
        shown = text[:len(digits)] if low.startswith(("0x", "0b")) else f"0o{value:o}" if octal else str(value)
        return Number(kind, value=value, text=shown)

    def _x_string_literal(self, node: Node) -> Expression:
        return Text(pointer(CHAR), value=_unescaped(text_of(node)))

    def _x_raw_string_literal(self, node: Node) -> Expression:
        text = text_of(node)
        return Text(pointer(CHAR), value=text[text.index("(") + 1:text.rindex(")")])

    def _x_concatenated_string(self, node: Node) -> Expression:
        parts = []
        for child in node.named_children:
            if child.type == "comment":
                continue
            part = self.expression(child)
            assert isinstance(part, Text)
            parts.append(part.value)
        return Text(pointer(CHAR), value="".join(parts))

    def _x_char_literal(self, node: Node) -> Expression:
        return Number(CHAR, value=ord(_unescaped(text_of(node))), text=text_of(node))

    def _x_true(self, node: Node) -> Expression:
        return Number(BOOL, value=True)

    def _x_false(self, node: Node) -> Expression:
        return Number(BOOL, value=False)

    def _x_null(self, node: Node) -> Expression:
        return Number(pointer(VOID), value=None)


def _unescaped(text: str) -> str:
    """The value of a C string or character literal."""
    quote = min((i for i in (text.find('"'), text.find("'")) if i >= 0), default=0)
    body = text[quote + 1:-1]
    if "\\" not in body:
        return body
    for escape, plain in (("\\?", "?"), ("\\e", "\\x1b")):
        body = body.replace(escape, plain)
    try:
        return str(ast.literal_eval('"' + body.replace('\\"', '"').replace('"', '\\"').replace("\n", "\\n") + '"'))
    except (SyntaxError, ValueError):
        return body
