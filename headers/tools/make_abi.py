#!/usr/bin/env python3
"""Write `pyacl/_abi.py` from the headers of this folder.

    python headers/tools/make_abi.py            write it
    python headers/tools/make_abi.py --check    write nothing, fail if the file would change

The C preprocessor (pcpp) and parser (pycparser) read the headers; cffi writes the types.  What comes out is a pure
Python module: one compiled ffi object with all types, and tables of constants, signatures and release marks.
"""
from __future__ import annotations

import ast
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import cffi
import pcpp
from pycparser import c_ast, c_generator, c_parser

HEADERS = Path(__file__).parent.parent
TARGET = HEADERS.parent / "pyacl" / "_abi.py"
STANDARD = ["int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
            "size_t", "uintptr_t"]
PRELUDE = "".join(f"typedef int {name};\n" for name in STANDARD) + "typedef _Bool bool;\n"
MARK = re.compile(r"^/\* ([^*\n]+) \*/\n([^;{\n]+)", re.M)
MARKED_ENUM = re.compile(r"^/\* ([^*\n]+) \*/\ntypedef enum \w+ \{\n([^}]*)\}", re.M)
# The name that a marked line declares: a macro, a constant, a callback type, another type, a function.
NAME = re.compile(r"#define (\w+)|static const \w+ (\w+)|typedef .*\(\*(\w+)\)|typedef (?:enum|struct|union) (\w+) $"
                  r"|typedef .*?(\w+)$|[\w\s*]*?(\w+)\(")
MEMBER_MARK = re.compile(r"^    (\w+) = -?\d+, /\* (since|only in) (\S+) \*/$", re.M)


class Preprocessor(pcpp.Preprocessor):  # type: ignore[misc]
    """pcpp over all headers; the standard ones are not followed."""

    def __init__(self) -> None:
        super().__init__()
        self.line_directive = "#line"
        self.add_path(str(HEADERS))

    def on_include_not_found(self, malformed: bool, system: bool, directory: str, name: str) -> None:
        if not system:
            raise SystemExit(f"missing header {name}")
        raise pcpp.OutputDirective(pcpp.Action.IgnoreAndRemove)


def all_headers() -> list[str]:
    return sorted(str(p.relative_to(HEADERS)) for p in HEADERS.rglob("*.h"))


class Headers:
    """Everything that the headers declare."""

    def __init__(self) -> None:
        preprocessor = Preprocessor()
        preprocessor.parse("".join(f'#include "{h}"\n' for h in all_headers()), "all.h")
        with tempfile.TemporaryFile("w+") as out:
            preprocessor.write(out)
            out.seek(0)
            text = out.read()
        self.tree = c_parser.CParser().parse(PRELUDE + text, "all.h")
        self.constants: dict[str, int | bytes] = {}
        self.signatures: dict[str, str] = {}
        self.places: dict[str, list[str]] = {}
        self.types: list[str] = []
        self.generator = c_generator.CGenerator()
        for name, macro in preprocessor.macros.items():
            value = "".join(token.value for token in macro.value).strip()
            if value and macro.arglist is None and not name.startswith("_"):
                self.add_constant(name, value)
        for node in self.tree.ext:
            self.declaration(node)

    def add_constant(self, name: str, text: str) -> None:
        text = re.sub(r"(?<=[0-9a-fA-F])(ULL|UL|U)\b", "", text)
        try:
            value = ast.literal_eval(text)
        except (SyntaxError, ValueError):
            return                                       # pcpp's own macros, such as __FILE__
        self.constants[name] = value.encode() if isinstance(value, str) else value

    def declaration(self, node: c_ast.Node) -> None:
        if node.coord.file == "all.h":
            return                                       # the prelude
        header = os.path.relpath(node.coord.file, HEADERS)
        if isinstance(node, c_ast.Typedef):
            self.types.append(self.generator.visit(node) + ";")
            for child in self.walk_enums(node):
                for member in child.values.enumerators:
                    self.constants[member.name] = int(self.generator.visit(member.value).strip("()"))
        elif isinstance(node.type, c_ast.FuncDecl):
            result = c_generator.CGenerator().visit(c_ast.Typename(None, [], None, node.type.type)).strip()
            result = re.sub(rf"\s*\b{node.name}\b", "", result)
            params = ", ".join(self.generator.visit(p) for p in node.type.args.params)
            self.signatures[node.name] = f"{result}({params})"
            self.places.setdefault(header, []).append(node.name)
        elif node.init is not None:
            self.add_constant(node.name, self.generator.visit(node.init))

    def walk_enums(self, node: c_ast.Node) -> Iterator[c_ast.Enum]:
        inner = node.type.type if isinstance(node.type, c_ast.TypeDecl) else None
        if isinstance(inner, c_ast.Enum) and inner.values:
            yield inner

    def operators(self) -> dict[str, str]:
        """Symbol -> parameters of phase 1 before the two out parameters."""
        tail = ", uint64_t *workspaceSize, aclOpExecutor **executor)"
        found = {}
        for name, signature in self.signatures.items():
            symbol = name.removesuffix("GetWorkspaceSize")
            if symbol != name and symbol in self.signatures:
                head = signature.removeprefix("aclnnStatus(")
                if not head.endswith(tail):
                    head = ", " + head
                found[symbol] = head.removesuffix(tail)
        return found


def marks() -> dict[str, dict[str, list[str]]]:
    """{"since": {release: names}, "only in": {release: names}, "deprecated": {"": names},
    "may be NULL": {operator: parameters}}"""
    found: dict[str, dict[str, list[str]]] = {"since": {}, "only in": {}, "deprecated": {}, "may be NULL": {}}

    def note(words: str, name: str) -> None:
        for word in words.split(", "):
            if word.startswith("may be NULL: "):
                found["may be NULL"][name.removesuffix("GetWorkspaceSize")] = word.split()[3:]
                continue
            kind, _, release = word.rpartition(" ") if " " in word else (word, "", "")
            found[kind].setdefault(release, []).append(name)
    for header in all_headers():
        text = (HEADERS / header).read_text()
        for words, declaration in MARK.findall(text):
            hit = NAME.match(declaration)
            if hit is None:
                raise SystemExit(f"{header}: a mark on something unknown: {declaration!r}")
            note(words, next(filter(None, hit.groups())))
        for member, kind, release in MEMBER_MARK.findall(text):
            note(f"{kind} {release}", member)
        for words, members in MARKED_ENUM.findall(text):          # a mark on an enum holds for its members
            for member in re.findall(r"^    (\w+) =", members, re.M):
                note(words, member)
    return found


def emit_types(types: Iterable[str]) -> str:
    """cffi's own code for the ffi object, in its pure Python form."""
    ffi = cffi.FFI()
    ffi.set_source("pyacl._abi", None)
    ffi.cdef("\n".join(types))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "_abi.py"
        ffi.emit_python_code(str(path))
        lines = path.read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("import _cffi_backend"))
    return "\n".join(lines[start:])


def table(name: str, rows: dict[str, object]) -> str:
    """One text of `key value` lines: a dict literal of thousands of rows costs 20 ms where no .pyc may be written."""
    lines = "".join(f"{key} {value}\n" for key, value in sorted(rows.items()))
    return f'{name}: dict[str, str] = _rows("""\\\n{lines}""")\n'


def words(groups: dict[str, list[str]]) -> dict[str, object]:
    return {key: " ".join(sorted(set(names))) for key, names in groups.items()}


HEAD = '''\
"""GENERATED from headers/ by headers/tools/make_abi.py.  Do not edit: `tox -e gen-check` compares.

`ffi` holds every C type.  The tables hold every constant, function and operator under its C name.
"""
# ruff: noqa
# fmt: off
from __future__ import annotations

'''
ROWS = '''

def _rows(text: str) -> dict[str, str]:
    return dict(line.split(" ", 1) for line in text.splitlines())

'''


def generate() -> str:
    headers = Headers()
    operators = headers.operators()
    functions = {n: s for n, s in headers.signatures.items()
                 if n not in operators and n.removesuffix("GetWorkspaceSize") not in operators}
    found = marks()
    places = {h: " ".join(n for n in names if not n.endswith("GetWorkspaceSize") or n in functions)
              for h, names in headers.places.items()}
    parts = [
        HEAD + emit_types(headers.types) + "\n" + ROWS,
        "# Macro constant or enum member -> integer, or a text as bytes.\n"
        + table("_CONSTANTS", {k: repr(v) for k, v in headers.constants.items()})
        + 'CONSTANTS: dict[str, int | bytes] = {name: value[2:-1].encode() if value[0] == "b" else int(value)\n'
        "                                     for name, value in _CONSTANTS.items()}\n",
        "# Function -> `result(parameters)`.\n" + table("FUNCTIONS", dict(functions)),
        "# Two-phase operator -> parameters of `<name>GetWorkspaceSize` before `workspaceSize` and `executor`.\n"
        + table("OPERATORS", dict(operators)),
        "# Operator -> its pointers that may be NULL, beside those named `...Optional`.\n"
        + table("NULLABLE", {op: " ".join(names) for op, names in found["may be NULL"].items()}),
        "# Header -> the functions and operators that it declares.\n" + table("HEADERS", dict(places)),
        "# Release -> the names that exist since it, or only in it.\n"
        + table("SINCE", words(found["since"])) + table("ONLY_IN", words(found["only in"]))
        + f"DEPRECATED: str = {' '.join(sorted(set(found['deprecated'].get('', []))))!r}\n",
    ]
    return "\n".join(parts)


def main(arguments: list[str]) -> int:
    text = generate()
    if "--check" in arguments:
        if TARGET.read_text() != text:
            print(f"{TARGET} differs from what headers/ say: run python headers/tools/make_abi.py")
            return 1
        print(f"{TARGET.name} is what headers/ say")
        return 0
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(text)
    print(f"{TARGET}: {len(text)} characters")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
