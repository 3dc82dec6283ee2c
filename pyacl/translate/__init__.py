"""C and C++ samples as Python programs: `python -m pyacl translate SAMPLE`.

    from pyacl.translate import translate
    result = translate(source, "sample.cpp")
    result.program, result.untranslated, result.notes

The parser is tree-sitter with its C++ grammar: `pip install pyacl-ascend[translate]`.
"""
from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Remark:
    """Something about one line of the sample: a construct without a translation, or a fault that shows."""

    line: int
    text: str


@dataclass(frozen=True)
class Translation:
    """A translated program; `untranslated` is empty if all of the sample came through."""

    program: str
    untranslated: list[Remark] = field(default_factory=list)
    notes: list[Remark] = field(default_factory=list)


_parser: Any = None


def _parse(text: str) -> Any:
    global _parser
    if _parser is None:
        import tree_sitter
        import tree_sitter_cpp
        _parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_cpp.language()))
    return _parser.parse(text.encode()).root_node


def translate(text: str, name: str = "sample.cpp", style: str = "capi") -> Translation:
    """A C or C++ program (or an operator page with one) as a Python program.

    The style "capi" says the same line for line through `pyacl.capi`; "objects" is the short form with Device, Stream
    and Tensor.  Raises ImportError if tree-sitter is not installed, ValueError if the text holds no program, or none
    that the short form can say.
    """
    from ._notes import faults
    from ._preprocessor import Preprocessor
    from ._print_objects import LEFT_OUT, ObjectsPrinter
    from ._print_program import ProgramPrinter
    from ._read_statements import Reader
    from ._source import program_of

    source, offset = program_of(text)
    preprocessed = Preprocessor(source, name)
    reader = Reader(offset, _parse)
    program = reader.read(_parse(preprocessed.text))
    printer = (ObjectsPrinter if style == "objects" else ProgramPrinter)(program, name)
    printer.source_lines = [""] * offset + source.split("\n")
    printed = printer.short_text() if isinstance(printer, ObjectsPrinter) else printer.program_text()
    try:
        ast.parse(printed)
    except SyntaxError as error:                # of a sample that is no C++ itself
        wrong = printed.split("\n")[(error.lineno or 1) - 1].strip()
        printer.untranslated.append((0, f"what would be `{wrong}` in Python"))
    untranslated = [Remark(line, what) for line, what in sorted(set(printer.untranslated))]
    notes = sorted({*printer.notes, *faults(program)} if style == "capi" else {(0, LEFT_OUT)})
    return Translation(printed, untranslated, [Remark(line, what) for line, what in notes])


__all__ = ["Remark", "Translation", "translate"]
