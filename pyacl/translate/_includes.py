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
        for header in self.headers:
            for folder in (header.parent, header.parent.parent / "src"):
                yield from (p for p in (folder / (header.stem + suffix) for suffix in SUFFIXES)
                            if p.is_file() and _is_part(p.read_text(encoding="utf-8-sig", errors="replace"), None))
        if self.sample is None:
            return
        names = {header.name for header in self.headers}
        for path in sorted(self.sample.parent.iterdir()):
            if path.suffix in SUFFIXES and path.is_file() and _is_part(
                    path.read_text(encoding="utf-8-sig", errors="replace"), names):
                yield path


def _is_part(text: str, headers: set[str] | None) -> bool:
    """Whether a source is host code without a main, that includes one of the headers (None: any)."""
    words = [token.text for token in tokens(text) if token.is_code]
    if any(mark in words or f'"{mark}"' in words for mark in KERNEL):
        return False
    if any(words[at:at + 2] == ["main", "("] for at in range(len(words))):
        return False
    return headers is None or any(words[at:at + 2] == ["#", "include"] and words[at + 2].strip('"').split("/")[-1]
                                  in headers for at in range(len(words) - 2))
