"""The words of C++ source, for macros: a macro works on tokens, before there is any syntax."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

# Longest first: a token is the longest sequence that is one.
SIGNS = ("<<=", ">>=", "...", "->*", "<=>", "##", "<<", ">>", "->", "::", "++", "--", "&&", "||", "==", "!=", "<=",
         ">=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=")
PREFIXES = ("u8R", "uR", "UR", "LR", "R", "u8", "u", "U", "L")


@dataclass(frozen=True)
class Token:
    kind: str          # word, number, string, comment, sign, space
    text: str

    @property
    def is_code(self) -> bool:
        return self.kind not in ("space", "comment")


def tokens(text: str) -> Iterator[Token]:
    """All of the text in pieces: joined, they are the text again."""
    at = 0
    while at < len(text):
        kind, end = _piece(text, at)
        yield Token(kind, text[at:end])
        at = end


def _piece(text: str, at: int) -> tuple[str, int]:
    sign = text[at]
    if sign.isspace() or text.startswith("\\\n", at):
        end = at
        while end < len(text) and (text[end].isspace() or text.startswith("\\\n", end)):
            end += 1
        return "space", end
    if text.startswith("//", at):
        end = text.find("\n", at)
        return "comment", len(text) if end < 0 else end
    if text.startswith("/*", at):
        end = text.find("*/", at + 2)
        return "comment", len(text) if end < 0 else end + 2
    if sign.isalpha() or sign == "_":
        end = at + 1
        while end < len(text) and (text[end].isalnum() or text[end] == "_"):
            end += 1
        if text[end:end + 1] in ('"', "'") and text[at:end] in PREFIXES:
            return "string", _string_end(text, end, raw=text[end - 1] == "R")
        return "word", end
    if sign.isdigit() or (sign == "." and text[at + 1:at + 2].isdigit()):
        return "number", _number_end(text, at)
    if sign in "\"'":
        return "string", _string_end(text, at, raw=False)
    return "sign", at + next((len(s) for s in SIGNS if text.startswith(s, at)), 1)


def _number_end(text: str, at: int) -> int:
    end = at + 1
    while end < len(text):
        if text[end] in "+-":
            if text[end - 1] not in "eEpP" or (text[at:at + 2] in ("0x", "0X") and text[end - 1] in "eE"):
                break
        elif not (text[end].isalnum() or text[end] in "._'"):
            break
        end += 1
    return end


def _string_end(text: str, at: int, raw: bool) -> int:
    if raw:
        open_at = text.find("(", at)
        close = ")" + text[at + 1:open_at] + '"'
        end = text.find(close, open_at)
        return len(text) if end < 0 else end + len(close)
    end = at + 1
    while end < len(text) and text[end] not in (text[at], "\n"):
        end += 2 if text[end] == "\\" else 1
    return min(end + 1, len(text))
