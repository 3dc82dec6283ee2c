"""Signatures from C headers at run time, for custom operators and for those newer than pyacl.

cffi's own parser judges every signature.  What was read is kept on disk (XDG_CACHE_HOME, ~/.cache) by a hash of the
headers, so that a large folder is parsed once.
"""
from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from . import _abi, _declarations, _header_reader
from ._header_reader import Declaration


def load_headers(path: str | os.PathLike[str]) -> list[str]:
    """Read more signatures from a header, or from all `*.h` below a folder.

    Functions in pairs `Xxx` and `XxxGetWorkspaceSize` become operators (`pyacl.aclnn`), the others functions
    (`pyacl.lib`).  What pyacl declares itself stays as it is.  Returns the sorted names that were added.

    Raises FileNotFoundError for a missing path, and ValueError, with file and line, if nothing is declared or a type
    is not known; then nothing is added.
    """
    declarations = read_headers(Path(path))
    known = set(_declarations.function_names())
    new = {one.name: one for one in declarations if one.name not in known}
    types = _types(new.values())
    operators = [name for name in new if _is_operator(name, types)]
    functions = new.keys() - {phase for name in operators for phase in (name, name + _declarations.PHASE1)}
    _declarations.add_signatures({name: new[name].text for name in functions},
                        {name: _operator_parameters(new[name + _declarations.PHASE1].text) for name in operators})
    return sorted([*functions, *operators])


def read_headers(path: Path) -> list[Declaration]:
    """Every function that a header, or the headers below a folder, declare.  Errors as `load_headers`."""
    if not path.exists():
        raise FileNotFoundError(f"load_headers({str(path)!r}): no such file or folder")
    files = sorted(path.rglob("*.h")) if path.is_dir() else [path]
    if not files:
        raise ValueError(f"load_headers({str(path)!r}): no *.h in this folder")
    texts = {str(file): file.read_text(encoding="utf-8", errors="replace") for file in files}
    found = _cached(texts)
    if found is None:
        found = [one for file, text in texts.items() for one in _header_reader.declarations(text, file)]
        _keep(texts, found)
    if not found:
        raise ValueError(f"load_headers({str(path)!r}): no function is declared in {len(files)} file(s)")
    return found


# -- what was read before
def _cache_file(texts: dict[str, str]) -> Path:
    """Where the result for these headers is kept: its name is a hash of them and of the reader."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    reader = Path(_header_reader.__file__).read_text(), _header_reader.PREPROCESSOR
    digest = hashlib.sha256(json.dumps([reader, texts]).encode()).hexdigest()
    return Path(base) / "pyacl" / "headers" / f"{digest}.json"


def _cached(texts: dict[str, str]) -> list[Declaration] | None:
    try:
        return [Declaration(*row) for row in json.loads(_cache_file(texts).read_text())]
    except (OSError, RuntimeError, ValueError, TypeError):            # no home, nothing there, or damaged
        return None


def _keep(texts: dict[str, str], found: list[Declaration]) -> None:
    """Put a result into the cache; without a place to write it is read again next time."""
    with contextlib.suppress(OSError, RuntimeError):
        path = _cache_file(texts)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_text(json.dumps([dataclasses.astuple(one) for one in found]))
        part.replace(path)


# -- operators
def _is_operator(name: str, types: dict[str, Any]) -> bool:
    """Whether a function is the second phase of an operator: both phases are there, with the standard parameters."""
    phase1, phase2 = types.get(name + _declarations.PHASE1), types.get(name)
    ffi = _abi.ffi
    return (phase1 is not None and phase2 == ffi.typeof(_pointer(_declarations.PHASE2))
            and phase1.result == phase2.result
            and phase1.args[-2:] == (ffi.typeof("uint64_t *"), ffi.typeof("aclOpExecutor **")))


def _operator_parameters(text: str) -> str:
    """Parameters of a first phase before the two out parameters."""
    return ", ".join(_header_reader.split(text.partition("(")[2].removesuffix(")"))[:-2])


# -- types
def _pointer(text: str) -> str:
    result, _, parameters = text.partition("(")
    return f"{result}(*)({parameters}"


def _types(declarations: Iterable[Declaration]) -> dict[str, Any]:
    """The C type of every function; ValueError that lists what cannot be used, with its place."""
    types, faults = {}, []
    for one in declarations:
        try:
            types[one.name] = _abi.ffi.typeof(_pointer(one.text))
        except (_abi.ffi.error, TypeError, NotImplementedError) as error:
            faults.append(f"{one.place}: {one.name}: {_explain(str(error))}")
    if faults:
        raise ValueError("signatures that pyacl cannot use (nothing was added):\n  " + "\n  ".join(faults))
    return types


def _explain(complaint: str) -> str:
    """cffi shows the text and a caret below the spot: name the spot instead."""
    complaint, *rest = complaint.split("\n")
    if len(rest) != 2:
        return complaint
    text, caret = rest
    word = re.match(r"\w+|\W", text[caret.find("^"):])
    spot = repr(word[0]) if word else "the end"
    return f"unknown type {spot}" if "undefined" in complaint else f"{complaint} at {spot} in {text}"
