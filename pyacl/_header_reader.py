"""The functions that the text of a C header declares.

Real headers are read as they are shipped: comments, include guards, `extern "C"`, attributes and visibility macros.
With pcpp (`pip install pyacl-ascend[headers]`) macros that write declarations are expanded too; without it
conditionals are decided from the macros that the header itself defines.  Types are not judged here.
"""
from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from . import _abi, _declarations

try:
    import pcpp
except ImportError:
    pcpp = None

PREPROCESSOR: str = getattr(pcpp, "__version__", "")       # of pcpp, "" without it
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
DIRECTIVE = re.compile(r"\s*#\s*(\w+)\s*(.*)")
LINE_MARK = re.compile(r"\s*#line (\d+)")
ATTRIBUTE = re.compile(r"(?:__attribute__|__declspec)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\[\[.*?\]\]", re.S)
EXTERN = re.compile(r'\s*extern\b(\s*"C")?\s*')
TOKEN = re.compile(r"[{};]|[^{};]+")
FUNCTION = re.compile(r"(?P<result>[\w\s*]+?[\s*])(?P<name>\w+)\s*\((?P<parameters>.*)\)", re.S)
# ACLNN_API, ACL_FUNC_VISIBILITY, ACL_DEPRECATED_MESSAGE("..."): a name in capitals that is no type
MACRO = re.compile(r'\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b(?:\s*\(\s*"[^"]*"\s*\))?')
PHASE1_NAME = re.compile(rf"\w+{_declarations.PHASE1}\s*\(")
NOT_EXPORTED = re.compile(r"(typedef|using|namespace|template|class|static|inline|friend)\b")


@dataclass(frozen=True)
class Declaration:
    """A function as a header declares it: `text` is `result(parameters)`."""

    name: str
    text: str
    place: str


def declarations(text: str, header: str) -> Iterator[Declaration]:
    """Every function that the text of a header declares; ValueError for an operator that cannot be read."""
    for line, statement in _statements(_preprocess(text)):
        declaration = _function(statement)
        if declaration is not None:
            yield Declaration(*declaration, f"{header}:{line}")
        elif PHASE1_NAME.search(statement):
            raise ValueError(f"{header}:{line}: cannot read this declaration: {' '.join(statement.split())}")


def _function(statement: str) -> tuple[str, str] | None:
    """Name and signature if a statement declares an exported function."""
    statement = MACRO.sub(lambda hit: hit[0] if _is_type(hit[1]) else "", ATTRIBUTE.sub(" ", statement))
    extern = EXTERN.match(statement)
    statement = " ".join(statement[extern.end() if extern else 0:].split())
    if NOT_EXPORTED.match(statement):
        return None
    hit = FUNCTION.fullmatch(statement)
    if hit is None:
        return None
    parameters = ", ".join(_stars(part) for part in split(hit["parameters"])) or "void"
    return hit["name"], f"{_stars(hit['result'])}({parameters})"


def split(parameters: str) -> list[str]:
    """At the commas outside brackets."""
    parts, depth = [""], 0
    for character in parameters:
        depth += (character in "([") - (character in ")]")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


def _stars(text: str) -> str:
    """`const  aclTensor* self` -> `const aclTensor *self`"""
    text = re.sub(r"\s*\*\s*", " *", " ".join(text.split()))
    return text.replace("* *", "**").replace("( *", "(*").strip()


def _is_type(name: str) -> bool:
    try:
        _abi.ffi.typeof(name)
    except _abi.ffi.error:
        return False
    return True


def _statements(lines: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Statements at the top level of a file, each with the line where it begins; bodies in braces are skipped."""
    depth, start, statement = 0, 0, ""
    for number, line in lines:
        for token in TOKEN.findall(line + "\n"):
            if token == "{":
                depth += not EXTERN.fullmatch(statement)
                statement = ""
            elif token == "}":
                depth = max(depth - 1, 0)                  # the end of an `extern "C" {`, which was not counted
                statement = ""
            elif token == ";":
                if not depth:
                    yield start, statement
                statement = ""
            elif not depth:
                if not statement.strip():
                    start = number
                statement += token


def _preprocess(text: str) -> list[tuple[int, str]]:
    """Lines of a header, each with its number, without comments and directives, conditionals decided."""
    if pcpp is None:
        return _small_preprocessor(text)

    class Preprocessor(pcpp.Preprocessor):  # type: ignore[misc]
        def include(self, *arguments: Any) -> Iterator[Any]:
            return iter(())                                # what a header declares depends on that header alone

        def on_error(self, *arguments: Any) -> None:
            pass                                           # cffi judges what comes out

    preprocessor = Preprocessor()
    preprocessor.line_directive = "#line"
    preprocessor.parse(text, "header")
    out = io.StringIO()
    preprocessor.write(out)
    number, lines = 0, []
    for line in _uncomment(out.getvalue()).split("\n"):
        number += 1
        mark = LINE_MARK.match(line)
        if mark:
            number = int(mark[1]) - 1
        elif not DIRECTIVE.match(line):
            lines.append((number, line))
    return lines


def _uncomment(text: str) -> str:
    """Comments become as many line ends as they span."""
    return COMMENT.sub(lambda hit: hit[0] if hit[0][0] == '"' else " " + "\n" * hit[0].count("\n"), text)


def _small_preprocessor(text: str) -> list[tuple[int, str]]:
    """Conditionals by the macros that the header defines; it is C, so `__cplusplus` is not defined.

    A condition that is more than `defined` counts as true: better a declaration too many than one too few.
    """
    macros: set[str] = set()
    states: list[bool] = []                                # of the open conditionals: whether this branch is read
    taken: list[bool] = []                                 # whether one of its branches was read
    lines: list[tuple[int, str]] = []
    text = re.sub(r"\\\n", "\\\\", _uncomment(text))       # a continued line counts as one; its number is the last
    number = 0
    for line in text.split("\n"):
        number += 1 + line.count("\\")
        directive = DIRECTIVE.match(line)
        if directive is None:
            if all(states):
                lines.append((number, line.replace("\\", " ")))
            continue
        word, rest = directive[1], directive[2].replace("\\", " ").strip()
        if word in ("if", "ifdef", "ifndef"):
            states.append(_holds(word, rest, macros))
            taken.append(states[-1])
        elif word in ("else", "elif") and states:
            states[-1] = not taken[-1] and (word == "else" or _holds("if", rest, macros))
            taken[-1] = taken[-1] or states[-1]
        elif word == "endif" and states:
            states.pop()
            taken.pop()
        elif word == "define" and all(states):
            macros.add(re.split(r"\W", rest, maxsplit=1)[0])
        elif word == "undef" and all(states):
            macros.discard(rest)
    return lines


def _holds(word: str, condition: str, macros: set[str]) -> bool:
    if word != "if":
        return (condition.split()[0] in macros if condition else False) == (word == "ifdef")
    simple = re.fullmatch(r"(!?)\s*defined\s*\(?\s*(\w+)\s*\)?", condition)
    if simple:
        return (simple[2] in macros) != bool(simple[1])
    return condition != "0"
