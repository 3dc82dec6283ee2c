"""Imports point down: what a module imports when it is loaded is of its own layer or of one below."""
from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pyacl

PACKAGE = Path(pyacl.__file__).parent
# The lowest first; a module imports from its own layer and from those above it in this list.
LAYERS = [words.split() for words in (
    "_abi _exceptions _tokens _elf",
    "_declarations _c_function _signature _formats _layout _search _header_preprocessor _header_reader _headers",
    "_libraries _custom",
    "_lib _buffers capi",
    "errors _handle",
    "_context _reclaim _staging _primary _descriptor dtypes _encode",
    "device stream memory pool _exchange _dlpack tensor descriptors _kept _launch executor",
    "aclnn",
    "_oddities _info pytest_plugin __main__",
)]
RANKS = {module: rank for rank, layer in enumerate(LAYERS) for module in layer}
# What the emulator takes from the package that stands on it: the C tables, and for its C libraries what reads headers.
BENEATH = {"_abi"}
FOR_C = {"_abi", "_declarations", "_c_function", "_exceptions", "_header_reader", "_libraries", "_search"}


def imported(path: Path) -> Iterator[str]:
    """Modules of pyacl, without those of the emulator and the translator, that are imported at loading."""
    inside = path.relative_to(PACKAGE).parts[:-1]
    waiting: list[ast.AST] = list(ast.parse(path.read_text()).body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.ImportFrom) and node.level == len(inside) + 1:
            yield from [node.module.partition(".")[0]] if node.module else [name.name for name in node.names]
        elif isinstance(node, (ast.Try, ast.With)) or (
                isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.unparse(node.test)):
            waiting += ast.iter_child_nodes(node)


@pytest.mark.parametrize("module", sorted(path.stem for path in PACKAGE.glob("*.py") if path.stem != "__init__"))
def test_imports_point_down(module: str) -> None:
    above = {name for name in imported(PACKAGE / f"{module}.py") if RANKS.get(name, -1) > RANKS[module]}
    assert above == set()


def test_the_emulator_stands_beneath() -> None:
    for path in sorted((PACKAGE / "emulator").rglob("*.py")):
        allowed = FOR_C if path.name in ("_build.py", "_native.py") else BENEATH
        assert set(imported(path)) <= allowed, path
