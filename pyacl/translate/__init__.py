"""C and C++ samples as Python programs: `python -m pyacl translate SAMPLE`.

    from pyacl.translate import translate
    result = translate(source, "sample.cpp")
    result.program, result.untranslated, result.notes

The parser is tree-sitter with its C++ grammar: `pip install 'pyacl-ascend[translate]'`.
"""
from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._source import Places


@dataclass(frozen=True)
class Remark:
    """Something about one line: a construct without a translation, or a fault that shows."""

    line: int
    text: str
    file: str = ""              # "" is the sample itself, else a file that it includes


@dataclass(frozen=True)
class Translation:
    """A translated program; `untranslated` is empty if all of the sample came through."""

    program: str
    untranslated: list[Remark] = field(default_factory=list)
    notes: list[Remark] = field(default_factory=list)
    sources: list[Path] = field(default_factory=list)       # other files that were translated with the sample


_parser: Any = None


def _parse(text: str) -> Any:
    global _parser
    if _parser is None:
        import tree_sitter
        import tree_sitter_cpp
        _parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_cpp.language()))
    return _parser.parse(text.encode()).root_node


def translate(text: str, name: str = "sample.cpp", style: str = "capi", path: Path | None = None,
              folders: Sequence[Path] = ()) -> Translation:
    """A C or C++ program (or an operator page with one) as a Python program.

    The style "capi" says the same line for line through `pyacl.capi`; "objects" is the short form with Device, Stream
    and Tensor.  What the program includes is looked for around its file `path`, and in `folders`.
    Raises ImportError if tree-sitter is not installed, ValueError if the text holds no program, or none that the short
    form can say.
    """
    from ._includes import Includes
    from ._notes import faults
    from ._preprocessor import Preprocessor
    from ._print_objects import LEFT_OUT, ObjectsPrinter
    from ._print_program import ProgramPrinter
    from ._read_statements import Reader
    from ._source import other_programs, program_of

    source, offset = program_of(text)
    includes = Includes(path, folders)
    preprocessed = Preprocessor(source, name, offset, includes)
    reader = Reader(_parse)
    program = reader.read(_parse(preprocessed.text))
    printer = (ObjectsPrinter if style == "objects" else ProgramPrinter)(program, preprocessed.places)
    printed = printer.short_text() if isinstance(printer, ObjectsPrinter) else printer.program_text()
    try:
        ast.parse(printed)
    except SyntaxError as error:                # of a sample that is no C++ itself
        wrong = printed.split("\n")[(error.lineno or 1) - 1].strip()
        printer.untranslated.append((0, f"what would be `{wrong}` in Python"))
    notes = {*printer.notes, *faults(program)} if style == "capi" else {(0, LEFT_OUT)}
    untranslated, noted = (_remarks(found, preprocessed.places) for found in (set(printer.untranslated), notes))
    noted += [Remark(line, "another example of the page: only the first is translated")
              for line in other_programs(text, source, offset)]
    return Translation(printed, untranslated, noted, includes.sources)


def _remarks(found: set[tuple[int, str]], places: Places) -> list[Remark]:
    remarks = []
    for line, what in sorted(found):
        name, number = places.of(line)
        remarks.append(Remark(number, what, "" if name == places.name else name))
    return remarks


__all__ = ["Remark", "Translation", "translate"]
