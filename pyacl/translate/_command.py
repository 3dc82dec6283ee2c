"""`python -m pyacl translate`: reads a sample, writes the program, says what did not come through."""
from __future__ import annotations

import argparse
import sys
from pathlib import Path

from . import Remark, Translation, translate

OK, DIFFERENT, USAGE = 0, 1, 2


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "translate", help="turn a C or C++ sample into Python",
        description="Write a C or C++ program that uses acl and aclnn as a Python program through pyacl.capi. "
        "What cannot be translated stands in the program as a comment and raises when it is reached; it is listed on "
        "stderr, and the exit code is 2.")
    parser.add_argument("sample", metavar="SAMPLE",
                        help="the source file, an operator page (Markdown or text) with an example, or - for stdin")
    parser.add_argument("-o", "--output", metavar="FILE", help="the file to write, instead of stdout")
    parser.add_argument("-I", "--include", metavar="FOLDER", action="append", default=[], type=Path,
                        help="where else to look for files that the sample includes; its own folder, those above it "
                        "and inc, include and common in them are searched anyway")
    parser.add_argument("--style", choices=("capi", "objects"), default="capi",
                        help="capi (default): line for line through pyacl.capi; objects: the short form with Device, "
                        "Stream and Tensor, for a program that follows the usual pattern")
    parser.add_argument("--check", action="store_true",
                        help="compile the sample against the emulator's libraries, run it and the translation, and "
                        "compare exit code and output; exit code 1 if they differ")


def run(options: argparse.Namespace) -> int:
    """Translate as the options say; gives the exit code."""
    name = "stdin" if options.sample == "-" else Path(options.sample).name
    try:
        text = sys.stdin.read() if options.sample == "-" else Path(options.sample).read_text(encoding="utf-8-sig")
        path = None if options.sample == "-" else Path(options.sample)
        translation = translate(text, name, options.style, path, options.include)
    except ImportError as error:
        return _complain(f"needs tree-sitter and its C++ grammar, which are not here ({error}): "
                         "pip install 'pyacl-ascend[translate]'")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        return _complain(f"{options.sample}: {getattr(error, 'strerror', None) or error}")
    if options.output:
        try:
            Path(options.output).write_text(translation.program, encoding="utf-8")
        except OSError as error:
            return _complain(f"{options.output}: {error.strerror}")
    elif not options.check:
        print(translation.program, end="")
    _report(name, translation)
    if translation.untranslated:
        return USAGE
    if options.check:
        from ._check import check
        return check(text, name, translation, path, options.include)
    return OK


def _report(name: str, translation: Translation) -> None:
    _list(name, "not translated", translation.untranslated)
    _list(name, "note", translation.notes)


def _list(name: str, what: str, remarks: list[Remark]) -> None:
    for remark in remarks:
        place = f"{remark.file or name}:{remark.line}" if remark.line else name
        print(f"{place}: {what}: {remark.text}", file=sys.stderr)


def _complain(words: str) -> int:
    print(f"pyacl translate: {words}", file=sys.stderr)
    return USAGE
