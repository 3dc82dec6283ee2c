"""The files that belong to a sample: headers beside it, found as a compiler finds them, and the sources behind them."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from .._tokens import tokens

VENDOR = ("acl", "aclnn", "aclnnop", "hccl", "ascendcl", "experiment")      # what pyacl knows itself
SUFFIXES = (".cpp", ".cc", ".cxx", ".c")
BESIDE = ("", "inc", "include", "common")                   # folders where samples keep their headers
UPWARDS = 4                                                 # how many folders above the sample's are searched
KERNEL = ("kernel_operator.h", "__aicore__")                # sources for the device's own compiler


class Includes:
    """Finds what a sample includes, in its folder, those above it, and `folders` (a compiler's `-I`)."""

    def __init__(self, sample: Path | None = None, folders: Sequence[Path] = ()) -> None:
        self.sample = sample.resolve() if sample else None
        above = [self.sample.parent, *self.sample.parents[1:UPWARDS + 1]] if self.sample else []
        self.folders = [*folders, *(folder / name for folder in above for name in BESIDE)]
        self.headers: list[Path] = []
        self.sources: list[Path] = []

    def find(self, name: str, beside: Path | None) -> Path | None:
        """The file that `#include "name"` means, noted in `headers`; None if it is the vendor's or nowhere."""
        if name.split("/")[0] in VENDOR:
            return None
        for folder in ([beside] if beside else []) + self.folders:
            path = folder / name
            if path.is_file():
                if path.resolve() not in self.headers:
                    self.headers.append(path.resolve())
                return path.resolve()
        return None

    def next_source(self) -> Path | None:
        """A source that holds what a header only declares, each once; noted in `sources`."""
        for path in self._candidates():
            if path != self.sample and path not in self.sources and path.is_file():
                self.sources.append(path)
                return path
        return None

    def _candidates(self) -> Iterator[Path]:
        """Sources named like a header, and those beside the sample that define what a header declares."""
        for header in self.headers:
            for folder in (header.parent, header.parent.parent / "src"):
                yield from (p for p in (folder / (header.stem + suffix) for suffix in SUFFIXES)
                            if p.is_file() and _is_part(_code(_text(p))))
        declared = {name for header in self.headers for name in _functions(_code(_text(header)), ";")}
        if self.sample is None or not declared:
            return
        for path in sorted(self.sample.parent.iterdir()):
            text = _text(path) if path.suffix in SUFFIXES and path.is_file() else ""
            if any(name in text for name in declared):      # most files beside a sample are other samples
                code = _code(text)
                if _is_part(code) and declared & set(_functions(code, "{")):
                    yield path


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8-sig", errors="replace")


def _code(text: str) -> list[str]:
    """The words and signs of a file, without comments and macros."""
    lines = text.replace("\\\n", " ").split("\n")
    return [token.text for line in lines if not line.lstrip().startswith("#define")
            for token in tokens(line) if token.is_code]


def _functions(code: list[str], behind: str) -> Iterator[str]:
    """The names before parentheses behind which stands ";" (declared) or "{" (defined)."""
    for at, word in enumerate(code[:-1]):
        if code[at + 1] != "(" or not word.isidentifier():
            continue
        depth, end = 1, at + 2
        while end < len(code) and depth:
            depth += {"(": 1, ")": -1}.get(code[end], 0)
            end += 1
        if code[end:end + 1] == [behind] or code[end:end + 2] == ["const", behind]:
            yield word


def _is_part(code: list[str]) -> bool:
    """Whether a source is host code without a main."""
    return not any(mark in code or f'"{mark}"' in code for mark in KERNEL) and not any(
        code[at:at + 2] == ["main", "("] for at in range(len(code)))
