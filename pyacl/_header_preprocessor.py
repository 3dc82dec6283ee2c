"""The words of a C header that are code: comments and directives gone, conditionals decided, macros expanded.

pcpp (`pip install 'pyacl-ascend[headers]'`) does all of it.  Without it the macros that a header itself defines without
parameters are expanded, which is enough for headers that declare in plain words.
"""
from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, NamedTuple

from ._tokens import tokens

try:
    import pcpp
except ImportError:
    pcpp = None

PREPROCESSOR: str = getattr(pcpp, "__version__", "")       # of pcpp, "" without it


class Word(NamedTuple):
    """A token that is code (see `_tokens.Token`), and its line."""

    text: str
    kind: str
    line: int


def preprocess(text: str) -> Iterator[Word]:
    """The code of a header as C sees it: `__cplusplus` is not defined."""
    for number, line in _by_own_macros(text) if pcpp is None else _pcpp(text):
        for token in tokens(line):
            if token.is_code:
                yield Word(token.text, token.kind, number)


def _pcpp(text: str) -> Iterator[tuple[int, str]]:
    class Preprocessor(pcpp.Preprocessor):  # type: ignore[misc]
        def include(self, *arguments: Any) -> Iterator[Any]:
            return iter(())                                # what a header declares depends on that header alone

        def on_error(self, *arguments: Any) -> None:
            pass                                           # the parser judges what comes out

    preprocessor = Preprocessor()
    preprocessor.line_directive = "#line"
    preprocessor.parse(text, "header")
    out = io.StringIO()
    preprocessor.write(out)
    number = 0
    for line in out.getvalue().split("\n"):
        number += 1
        directive = _directive(line)
        if directive is None:
            yield number, line
        elif directive[0] == "line":
            number = int(directive[1].split()[0]) - 1


def _uncomment(text: str) -> str:
    """Comments become as many line ends as they span."""
    return "".join(" " + "\n" * token.text.count("\n") if token.kind == "comment" else token.text
                   for token in tokens(text))


def _directive(line: str) -> tuple[str, str] | None:
    """`#  define A 1` -> ("define", "A 1"); None for a line of code."""
    sign, _, rest = line.strip().partition("#")
    if sign or not line.strip():
        return None
    words = list(tokens(rest.strip()))
    return words[0].text if words else "", "".join(word.text for word in words[1:]).strip()


def _by_own_macros(text: str) -> Iterator[tuple[int, str]]:
    """Conditionals by the macros that the header defines.

    A condition that is more than `defined` counts as true: better a declaration too many than one too few.
    """
    macros: dict[str, str] = {}
    states: list[bool] = []                                # of the open conditionals: whether this branch is read
    taken: list[bool] = []                                 # whether one of its branches was read
    number = 0
    for line in _uncomment(text).replace("\\\n", "\f").split("\n"):
        number += 1 + line.count("\f")                     # of a continued line: its last
        line = line.replace("\f", " ")
        directive = _directive(line)
        if directive is None:
            if all(states):
                yield number, _expanded(line, macros)
            continue
        word, rest = directive
        if word in ("if", "ifdef", "ifndef"):
            states.append(_holds(word, rest, macros))
            taken.append(states[-1])
        elif word in ("else", "elif") and states:
            states[-1] = not taken[-1] and (word == "else" or _holds("if", rest, macros))
            taken[-1] = taken[-1] or states[-1]
        elif word == "endif" and states:
            states.pop()
            taken.pop()
        elif word == "define" and rest and all(states):
            name, *body = (token.text for token in tokens(rest))
            macros[name] = name if body[:1] == ["("] else "".join(body)        # one with parameters stays as it is
        elif word == "undef" and all(states):
            macros.pop(rest, None)


def _expanded(line: str, macros: dict[str, str]) -> str:
    if not any(name in line and body != name for name, body in macros.items()):
        return line
    return "".join(macros.get(token.text, token.text) for token in tokens(line))


def _holds(word: str, condition: str, macros: dict[str, str]) -> bool:
    words = [token.text for token in tokens(condition) if token.is_code and token.text not in "()"]
    if word != "if":
        return (words[:1] != [] and words[0] in macros) == (word == "ifdef")
    if words[:1] == ["defined"] and len(words) == 2:
        return words[1] in macros
    if words[:2] == ["!", "defined"] and len(words) == 3:
        return words[2] not in macros
    return words != ["0"]
