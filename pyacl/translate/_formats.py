"""Printf formats as Python's %, and literals."""
from __future__ import annotations

from dataclasses import dataclass

from ._types import CType

LENGTHS = ("hh", "h", "ll", "l", "j", "z", "t", "L", "q")


@dataclass
class Directive:
    """One `%` of a format: flags, width and precision as written, length and conversion apart."""

    flags: str
    length: str
    conversion: str
    stars: int = 0

    @property
    def bits(self) -> int:
        """Of the integer that it prints."""
        return {"hh": 8, "h": 16, "": 32}.get(self.length, 64)


def directives(text: str) -> list[str | Directive]:
    """A printf format in pieces: plain text and directives."""
    pieces: list[str | Directive] = []
    at, plain = 0, ""
    while at < len(text):
        if text[at] != "%":
            plain += text[at]
            at += 1
            continue
        if text[at + 1:at + 2] == "%":
            plain += "%%"
            at += 2
            continue
        end = at + 1
        while end < len(text) and text[end] in "-+ #0123456789.*'":
            end += 1
        flags = text[at + 1:end].replace("'", "")
        length = next((n for n in LENGTHS if text.startswith(n, end)), "")
        end += len(length)
        pieces += [plain, Directive(flags, length, text[end:end + 1], flags.count("*"))]
        plain = ""
        at = end + 1
    return [*pieces, plain]


def python_format(pieces: list[str | Directive]) -> str:
    """The format that Python's % understands: it knows one letter of length, and no %p."""
    out = ""
    for piece in pieces:
        if isinstance(piece, str):
            out += piece
            continue
        conversion = piece.conversion
        if conversion == "p":
            out += f"%{piece.flags}s"
        else:
            length = piece.length if piece.length in ("l", "h") and conversion not in "feEgG" else ""
            length = piece.length if conversion in "fF" and piece.length == "l" else length
            out += f"%{piece.flags}{length}{conversion}"
    return out


def fault(directive: Directive, type_: CType) -> str:
    """What is wrong about printing a value of this type so, or ""."""
    conversion, name = directive.conversion, type_.name or type_.kind
    if type_.kind in ("unknown", "template", "auto", "pack", "trait"):
        return ""
    if conversion in "diuxXoc":
        if not type_.is_integer:
            return f"%{directive.length}{conversion} prints a {name}: what comes out is undefined"
        wanted = max(directive.bits, 32)
        if type_.bits > wanted and conversion != "c":
            return f"%{directive.length}{conversion} prints {wanted} bits of a {name}"
        if wanted == 64 and type_.bits <= 32:
            return f"%{directive.length}{conversion} takes 64 bits, but {name} has {type_.bits}"
    elif conversion in "fFeEgGa" and type_.kind != "float":
        return f"%{conversion} prints a {name}: what comes out is undefined"
    elif conversion == "s" and not type_.is_chars and type_.kind != "string":
        return f"%s prints a {name}: what comes out is undefined"
    return ""


def quoted(text: str) -> str:
    """A Python string literal in double quotes."""
    out = repr(text)
    if out[0] == "'":
        out = '"' + out[1:-1].replace('"', '\\"').replace("\\'", "'") + '"'
    return out


def quoted_bytes(text: str) -> str:
    data = text.encode("utf-8", "surrogateescape") if max(map(ord, text), default=0) > 255 else (
        text.encode("latin-1") if max(map(ord, text), default=0) < 128 else text.encode("utf-8"))
    body = repr(data)[1:]
    if body[0] == "'":
        body = '"' + body[1:-1].replace('"', '\\"').replace("\\'", "'") + '"'
    return "b" + body
