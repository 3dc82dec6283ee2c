"""Signatures from C headers at run time, for custom operators and for those newer than pyacl.

cffi judges the type of every signature.  What was read is kept on disk (XDG_CACHE_HOME, ~/.cache) by a hash of the
headers, so that a large folder is parsed once.
"""
from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import tempfile
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _abi, _declarations
from ._tokens import tokens

try:
    from . import _header_reader
    from ._header_preprocessor import PREPROCESSOR
    from ._header_reader import Declaration
except ModuleNotFoundError as error:                       # cffi brings pycparser along, but only to be built with
    raise ImportError(f"reading C headers needs {error.name}: pip install 'pyacl-ascend[headers]'") from error

HINT = ("" if PREPROCESSOR else
        "\nmacros with parameters are expanded by pcpp alone: pip install 'pyacl-ascend[headers]'")
_reading = threading.Lock()


@dataclass(frozen=True)
class Declared:
    """What headers declare: functions (name -> signature), operators (name -> parameters of phase 1); and what of it
    cannot be used, with the place and the reason."""

    functions: dict[str, str]
    operators: dict[str, str]
    faults: list[str]

    def complain(self, consequence: str) -> None:
        """Raise ValueError if there is something that cannot be used."""
        if self.faults:
            raise ValueError(f"signatures that pyacl cannot use ({consequence}):\n  " + "\n  ".join(self.faults) + HINT)


def load_headers(path: str | os.PathLike[str]) -> list[str]:
    """Read more signatures from a header, or from all `*.h` below a folder.

    Functions in pairs `Xxx` and `XxxGetWorkspaceSize` become operators (`pyacl.aclnn`), the others functions
    (`pyacl.lib`).  Types that the headers define are known: an enum is an int, a struct behind a pointer is void.
    What pyacl declares itself stays as it is.  Returns the sorted names that were added.

    Raises FileNotFoundError for a missing path, and ValueError, with file and line, if nothing is declared or a type
    is not known; then nothing is added.
    """
    place = Path(path)
    if not place.exists():
        raise FileNotFoundError(f"load_headers({str(path)!r}): no such file or folder")
    files = sorted(place.rglob("*.h")) if place.is_dir() else [place]
    if not files:
        raise ValueError(f"load_headers({str(path)!r}): no *.h in this folder")
    declared = read(files)
    declared.complain("nothing was added")
    if not declared.functions and not declared.operators:
        raise ValueError(f"load_headers({str(path)!r}): no function is declared in {len(files)} file(s){HINT}")
    return add(declared)


def add(declared: Declared) -> list[str]:
    """Make known what is not known yet; gives the sorted names."""
    known = set(_declarations.function_names())
    functions = {name: text for name, text in declared.functions.items() if name not in known}
    operators = {name: text for name, text in declared.operators.items() if name not in known}
    _declarations.add_signatures(functions, operators)
    return sorted([*functions, *operators])


def read(files: list[Path]) -> Declared:
    """What headers declare."""
    found = {one.name: one for one in read_headers(files)}
    types, faults = _types(found.values())
    halves = {name.removesuffix(_declarations.PHASE1) for name in found.keys() - types.keys()}
    found = {name: found[name] for name in types if name.removesuffix(_declarations.PHASE1) not in halves}
    operators = [name for name in found if _is_operator(name, types)]
    phases = {phase for name in operators for phase in (name, name + _declarations.PHASE1)}
    return Declared({name: one.text for name, one in found.items() if name not in phases},
                    {name: _operator_parameters(found[name + _declarations.PHASE1].text) for name in operators}, faults)


def read_headers(files: list[Path]) -> list[Declaration]:
    """Every function that headers declare, from the cache if they were read before."""
    texts = {str(file): file.read_text(encoding="utf-8-sig", errors="replace") for file in files}
    with _reading:                                         # the parser has a state
        found = _cached(texts)
        if not found:
            found = _header_reader.declarations(texts)
            _keep(texts, found)
    return found


# -- what was read before
def _cache_file(texts: dict[str, str]) -> Path:
    """Where the result for these headers is kept: its name is a hash of them and of what reads them."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    here = Path(__file__).parent
    reader = [PREPROCESSOR, *(file.read_text() for file in sorted([*here.glob("_header*.py"), here / "_tokens.py"]))]
    digest = hashlib.sha256(json.dumps([reader, _abi.__doc__, texts]).encode()).hexdigest()
    return Path(base) / "pyacl" / "headers" / f"{digest}.json"


def _cached(texts: dict[str, str]) -> list[Declaration]:
    """What was kept, [] if nothing was or it is damaged."""
    try:
        rows = json.loads(_cache_file(texts).read_text())
        if all(isinstance(cell, str) for row in rows for cell in row):
            return [Declaration(*row) for row in rows]
    except (OSError, RuntimeError, ValueError, TypeError):            # RuntimeError: no home
        pass
    return []


def _keep(texts: dict[str, str], found: list[Declaration]) -> None:
    """Put a result into the cache; without a place to write it is read again next time."""
    with contextlib.suppress(OSError, RuntimeError):
        path = _cache_file(texts)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Another process may write the same: each has a file of its own, and the last one stays.
        with tempfile.TemporaryDirectory(dir=path.parent) as own:
            part = Path(own) / path.name
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
    return ", ".join(_declarations.split(text.partition("(")[2].removesuffix(")"))[:-2])


def differs(operator: str, parameters: str) -> bool:
    """Whether an operator that is known already has other parameters, by their C types."""
    known = _declarations.operator_parameters(operator) or ""
    types = (_abi.ffi.typeof(_pointer(_declarations.phase1(text))) for text in (known, parameters))
    return len(set(types)) > 1


# -- types
def _pointer(text: str) -> str:
    result, _, parameters = text.partition("(")
    return f"{result}(*)({parameters}"


def _types(declarations: Iterable[Declaration]) -> tuple[dict[str, Any], list[str]]:
    """The C type of every function; and what cannot be used, with its place."""
    types, faults = {}, []
    for one in declarations:
        if not one.text:
            faults.append(one.place)
            continue
        try:
            types[one.name] = _abi.ffi.typeof(_pointer(one.text))
        except (_abi.ffi.error, TypeError, NotImplementedError) as error:
            faults.append(f"{one.place}: {one.name}: {_explain(str(error))}")
    return types, faults


def _explain(complaint: str) -> str:
    """cffi shows the text and a caret below the spot: name the spot instead."""
    complaint, *rest = complaint.split("\n")
    if len(rest) != 2:
        return complaint
    text, caret = rest
    word = next((token.text for token in tokens(text[max(caret.find("^"), 0):])), "")
    spot = repr(word) if word else "the end"
    return f"unknown type {spot}" if "undefined" in complaint else f"{complaint} at {spot} in {text}"
