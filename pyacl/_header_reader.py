"""The functions that C headers declare, as they are shipped: with comments, guards, attributes, macros.

pycparser, which cffi brings along, reads the declarations, statement by statement: what is no C is left out.
"""
from __future__ import annotations

import copy
import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pycparser import c_ast, c_generator, c_parser

from . import _abi, _declarations
from ._header_preprocessor import Word, preprocess

KEYWORDS = frozenset(("void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "const",
                      "volatile", "struct", "union", "enum", "_Bool"))
NOT_EXPORTED = frozenset(("typedef", "using", "namespace", "template", "class", "static", "inline", "friend",
                          "constexpr", "static_assert"))
TYPE_DEFINITIONS = frozenset(("typedef", "struct", "union", "enum", "class"))
TAGS = frozenset(("struct", "union", "enum"))
CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class Declaration:
    """A function as a header declares it: `text` is `result(parameters)`, "" if it cannot be read.

    place  header and line, and behind them the declaration if it cannot be read
    """

    name: str
    text: str
    place: str


Statement = list[Word]


def declarations(texts: dict[str, str], keep_types: bool = False) -> list[Declaration]:
    """Every function that headers (name -> text) declare.

    A type that one of them defines is known in all: an enum is an int, an unknown struct behind a pointer is void, a
    typedef is what it stands for (`keep_types`: all stay as they are written).  Types of pyacl keep their names;
    others are not judged here.  An operator that cannot be read has no text.
    """
    statements = [(header, one) for header, text in texts.items() for one in _statements(preprocess(text))]
    types = _Types(() if keep_types else (one for _, one in statements))
    found = []
    for header, statement in statements:
        place = f"{header}:{statement[0].line}"
        one = _function(statement, types)
        if one is not None:
            found.append(Declaration(*one, place))
        elif _is_declaration(statement):
            operators = [word.text for word in statement if word.text.endswith(_declarations.PHASE1)]
            found += [Declaration(name, "", f"{place}: cannot read {_text(statement)}") for name in operators[:1]]
    return found


# -- statements
def _statements(words: Iterator[Word]) -> Iterator[Statement]:
    """Statements at the top level; definitions of types with their braces, other bodies left out."""
    statement: Statement = []
    for word in words:
        if word.text == "{":
            body = [] if _text(statement) == 'extern "C"' else list(_body(word, words))
            if not body:
                statement = []                             # the end of an `extern "C" {` is a lonely `}`
            elif _defines_type(statement):
                statement += body
            elif not any(one.text == "=" for one in statement):
                statement = []                             # a function, a namespace, a class template
        elif word.text == ";":
            if statement:
                yield statement
            statement = []
        elif word.text != "}":
            statement.append(word)


def _body(start: Word, words: Iterator[Word]) -> Iterator[Word]:
    depth = 0
    yield start
    for word in words:
        yield word
        depth += (word.text == "{") - (word.text == "}")
        if depth < 0:
            return


def _defines_type(statement: Statement) -> bool:
    return bool(statement) and statement[0].text in TYPE_DEFINITIONS and all(word.text != "(" for word in statement)


def _is_declaration(statement: Statement) -> bool:
    return statement[0].text not in NOT_EXPORTED and all(word.text != "{" for word in statement)


def _text(statement: Statement) -> str:
    return " ".join(word.text for word in statement)


# -- functions
def _function(statement: Statement, types: _Types) -> tuple[str, str] | None:
    """Name and signature if a statement declares an exported function."""
    if not _is_declaration(statement):
        return None
    statement = _without_attributes(statement)
    at = next((n for n, word in enumerate(statement) if word.text == "("), 0)
    while at and not _is_parameter_list(statement, at):    # a macro with arguments, before the function
        end = _end(statement, at)
        del statement[at - 1:end]
        at = next((n for n, word in enumerate(statement) if word.text == "("), 0)
    if at < 2:
        return None
    name, end = statement[at - 1], _end(statement, at)
    result = types.without_macros(statement[:at - 1])
    parameters = [types.without_macros(part, named=True) for part in _parts(statement[at + 1:end - 1])]
    texts = [_text(part) for part in parameters] or ["void"]
    node = _parsed(f"{_text(result)} {name.text}({', '.join(texts)});", result, *parameters)
    if not isinstance(node, c_ast.Decl) or not isinstance(node.type, c_ast.FuncDecl):
        return None
    return name.text, _signature(types.resolved(node.type))


def _is_parameter_list(statement: Statement, at: int) -> bool:
    """Whether the bracket is the last one of the statement, but for words such as `noexcept`."""
    return all(word.kind == "word" for word in statement[_end(statement, at):])


def _end(statement: Statement, at: int) -> int:
    """Behind the bracket that closes the one at a place."""
    depth, opening = 0, statement[at].text
    for n in range(at, len(statement)):
        depth += (statement[n].text == opening) - (statement[n].text == CLOSING[opening])
        if not depth:
            return n + 1
    return len(statement)


def _without_attributes(statement: Statement) -> Statement:
    """Without `extern "C"`, `__attribute__((...))`, `[[...]]` and `std::`."""
    left: Statement = []
    at = 0
    while at < len(statement):
        word, after = statement[at].text, statement[at + 1].text if at + 1 < len(statement) else ""
        if word in ("__attribute__", "__declspec", "alignas") and after == "(":
            at = _end(statement, at + 1)
        elif word == "[" and after == "[":
            at = _end(statement, at)
        elif word == "std" and after == "::":
            at += 2
        else:
            if word not in ("extern", '"C"'):
                left.append(statement[at])
            at += 1
    return left


def _parts(parameters: Statement) -> list[Statement]:
    """Parameters, each without its default value."""
    parts: list[Statement] = [[]]
    depth, value = 0, False
    for word in parameters:
        depth += (word.text in CLOSING) - (word.text in CLOSING.values())
        if word.text == "," and not depth:
            parts.append([])
            value = False
        else:
            value = value or (word.text == "=" and not depth)
            if not value:
                parts[-1].append(word)
    return parts if parts != [[]] else []


def _signature(function: c_ast.FuncDecl) -> str:
    """`result(parameters)`; a parameter without a name gets one."""
    parameters = []
    for number, one in enumerate(function.args.params):
        if isinstance(one, c_ast.Typename) and _generated(one) != "void":
            _innermost(one.type).declname = f"arg{number}"
        parameters.append(_generated(one))
    _innermost(function.type).declname = None
    result = _generated(c_ast.Typename(None, [], None, function.type))
    return f"{result}({', '.join(parameters)})"


def _generated(node: c_ast.Node) -> str:
    text: str = c_generator.CGenerator().visit(node)
    return text.strip()


@functools.cache
def _parser() -> c_parser.CParser:
    return c_parser.CParser()


def _parsed(text: str, *parts: Statement) -> c_ast.Node | None:
    """What pycparser makes of a statement; words of its parts that stand where types do are types to it."""
    names = sorted({name for part in parts for name in _type_words(part)})
    try:
        return _parser().parse("".join(f"typedef int {name};\n" for name in names) + text).ext[-1]
    except (c_parser.ParseError, AssertionError):
        return None


def _type_words(words: Statement) -> Iterator[str]:
    """Words before another word or a star, or where a parameter without a name has its type."""
    around = ["(", *(word.text for word in words), ")"]
    for at, word in enumerate(words, 1):
        if word.kind == "word" and word.text not in (*KEYWORDS, "typedef") and around[at - 1] not in TAGS:
            after = around[at + 1]
            first = around[at - 1 - (around[at - 1] == "const")] in ("(", ",")
            if after == "*" or after[0].isidentifier() or _known(word.text) or (
                    first and after in (",", ")") and "{" not in around):
                yield word.text


# -- types
@functools.cache
def _known(name: str) -> bool:
    """Whether pyacl has a type of this name."""
    try:
        _abi.ffi.typeof(name)
    except _abi.ffi.error:
        return False
    return True


def _innermost(node: Any) -> c_ast.TypeDecl:
    while not isinstance(node, c_ast.TypeDecl):
        node = node.type
    return node


class _Types:
    """The types that headers define, by name."""

    def __init__(self, statements: Iterable[Statement]) -> None:
        self.definitions: dict[str, c_ast.Node] = {}
        self._open: set[str] = set()               # being resolved: two headers together may define them in a circle
        for statement in statements:
            self._read(statement)

    def _read(self, statement: Statement) -> None:
        first = statement[0].text
        if first == "using" and len(statement) > 3 and statement[2].text == "=":
            statement = [Word("typedef", "word", 0), *statement[3:], statement[1]]
        elif first not in TYPE_DEFINITIONS:
            return
        words = _plain_enum(_without_attributes(statement))
        if first != "typedef" and first != "using" and len(words) > 1 and words[1].kind == "word":
            plain = "int" if first == "enum" else f"struct {words[1].text}"
            self._add(words[1].text, _parser().parse(f"{plain} x;").ext[0].type)
            return
        node = _parsed(_text(words) + ";", words)
        if isinstance(node, c_ast.Typedef):
            self._add(node.name, node.type)

    def _add(self, name: str, definition: c_ast.Node) -> None:
        inner = _innermost(definition).type
        if not _known(name) and not (isinstance(inner, c_ast.IdentifierType) and name in inner.names):
            self.definitions[name] = definition

    def without_macros(self, words: Statement, named: bool = False) -> Statement:
        """Without words that are no type beside one that is (API, IN); `named`: the last word is a name."""
        if any(word.text in CLOSING for word in words):
            return words                                   # a function pointer, an array
        is_named = named and len(words) > 1 and words[-1].kind == "word" and not self._is_type(words[-1])
        kept, name = (words[:-1], words[-1:]) if is_named else (words, [])
        plain = [n for n, word in enumerate(kept) if word.kind == "word" and word.text not in ("const", "volatile")
                 and not (n and kept[n - 1].text in TAGS)]
        types = [n for n in plain if self._is_type(kept[n])] or plain[-1:]
        return [word for n, word in enumerate(kept) if n not in plain or n in types] + name

    def _is_type(self, word: Word) -> bool:
        return word.text in KEYWORDS or word.text in self.definitions or _known(word.text)

    def resolved(self, node: Any, behind_pointer: bool = False) -> Any:
        """A type in terms of what pyacl knows: an array parameter is a pointer, a typedef is what it stands for."""
        if isinstance(node, c_ast.FuncDecl):
            node.type = self.resolved(node.type)
            for one in node.args.params if node.args else ():
                if not isinstance(one, c_ast.EllipsisParam):
                    if isinstance(one.type, c_ast.ArrayDecl):
                        one.type = c_ast.PtrDecl([], one.type.type)
                    one.type = self.resolved(one.type)
        elif isinstance(node, (c_ast.PtrDecl, c_ast.ArrayDecl)):
            node.type = self.resolved(node.type, isinstance(node, c_ast.PtrDecl))
        elif isinstance(node, c_ast.TypeDecl):
            return self._resolved_name(node, behind_pointer)
        return node

    def _resolved_name(self, node: c_ast.TypeDecl, behind_pointer: bool) -> Any:
        inner = node.type
        if isinstance(inner, c_ast.IdentifierType):
            name = inner.names[0]
            definition = self.definitions.get(name) if len(inner.names) == 1 and name not in self._open else None
            if definition is not None:
                definition = copy.deepcopy(definition)
                _innermost(definition).declname = node.declname
                if isinstance(definition, c_ast.TypeDecl):
                    definition.quals = [*node.quals, *definition.quals]
                self._open.add(name)
                found = self.resolved(definition, behind_pointer)
                self._open.remove(name)
                return found
        elif isinstance(inner, c_ast.Enum) and not _known(f"enum {inner.name}"):
            node.type = c_ast.IdentifierType(["int"])
        elif isinstance(inner, (c_ast.Struct, c_ast.Union)) and behind_pointer and not _known(
                f"{'struct' if isinstance(inner, c_ast.Struct) else 'union'} {inner.name}"):
            node.type = c_ast.IdentifierType(["void"])
        return node


def _plain_enum(words: Statement) -> Statement:
    """`enum class Mode : int32_t {` as C has it: `enum Mode {`."""
    left: Statement = []
    skip = False
    for before, word in zip([None, *words], words, strict=False):
        if word.text in ("class", "struct") and before is not None and before.text == "enum":
            continue
        skip = (skip or word.text == ":") and word.text != "{"
        if not skip:
            left.append(word)
    return left
