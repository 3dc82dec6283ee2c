"""The headers and the ABI module made from them, against facts that neither was made by.

tests/data/abi_facts.json.gz says what libclang read in the headers of CANN 8.1.RC1 and of the open-source heads, and
which C signatures libraries built from source answered to (see tests/data/make_abi_facts.py).
"""
from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pyacl import _abi, _lib

ROOT = Path(__file__).parent.parent
HEADERS = ROOT / "headers"
FACTS: dict[str, Any] = json.loads(gzip.decompress((Path(__file__).parent / "data/abi_facts.json.gz").read_bytes()))
FUNCTIONS, OPERATORS = FACTS["functions"], FACTS["operators"]
# The last one is exported, and called by frameworks, but declared in no public header.
HELPERS = {**FACTS["helpers"],
           "aclnnReselectStaticKernel": {"in": "both", "returns": "aclnnStatus", "parameters": []}}
TAIL = [["uint64_t *", "workspaceSize"], ["aclOpExecutor **", "executor"]]
LAUNCH = [["void *", "workspace"], ["uint64_t", "workspaceSize"], ["aclOpExecutor *", "executor"],
          ["aclrtStream", "stream"]]
ffi = _abi.ffi


def expected_functions() -> dict[str, tuple[str, list[list[str]]]]:
    """Every C function: name -> (result, [[type, name], ...])."""
    found = {name: (facts["returns"], facts["parameters"]) for name, facts in {**FUNCTIONS, **HELPERS}.items()}
    for name, facts in OPERATORS.items():
        found[f"{name}GetWorkspaceSize"] = ("aclnnStatus", facts["parameters"] + TAIL)
        found[name] = ("aclnnStatus", LAUNCH)
    return found


EXPECTED = expected_functions()


def tokens(text: str) -> list[str]:
    """C text as tokens; `enum` and `struct` before a name are dropped, since tags and typedefs are the same here."""
    return [t for t in re.findall(r"\w+|\.\.\.|\S", text) if t not in ("enum", "struct", "union")]


def declared(ctype: str, name: str) -> list[str]:
    """Tokens of a parameter declaration."""
    words = tokens(ctype)
    if "(" in words:                                   # a pointer to a function or an array: the name stands inside
        place = words.index(")")
        return [*words[:place], name, *words[place:]]
    return [*words, name]


# -- names
def test_counts() -> None:
    """933 runtime functions and 1,154 operators with two phases each are 3,241 functions; 11 helpers come on top."""
    assert len(FUNCTIONS) == 933
    assert len(OPERATORS) == len(_abi.OPERATORS) == 1154
    assert len(FUNCTIONS) + 2 * len(OPERATORS) == 3241
    assert len(_abi.FUNCTIONS) == 933 + len(HELPERS)
    assert len(_lib.function_names()) == 3241 + 11


def test_every_function_is_there_and_no_other() -> None:
    assert set(_lib.function_names()) == set(EXPECTED)
    assert len(_lib.function_names()) == len(EXPECTED)


def test_every_function_stands_in_exactly_one_header() -> None:
    names = " ".join(_abi.HEADERS.values()).split()
    assert len(names) == len(set(names))
    assert set(names) == {*FUNCTIONS, *HELPERS, *OPERATORS}
    assert all((HEADERS / header).is_file() for header in _abi.HEADERS)


# -- signatures
def test_every_signature_has_the_types_and_names_of_the_original() -> None:
    wrong = []
    for name, (result, parameters) in EXPECTED.items():
        text = _lib.signature(name)
        assert text is not None
        inside = [token for ctype, argument in parameters for token in [*declared(ctype, argument), ","]][:-1]
        if name == "aclAppLog":
            inside += [",", "..."]
        if tokens(text) != [*tokens(result), "(", *(inside or ["void"]), ")"]:
            wrong.append(f"{name}: {text}")
    assert not wrong, "\n".join(wrong[:20])


def reduced(ctype: Any) -> str:
    """A cffi type as the observed signatures spell it: pointers and handles `void*`, enums and `int32_t` alike."""
    if ctype.kind in ("pointer", "function", "array"):
        return "void*"
    if ctype.kind == "enum":
        return "int"
    return str(ctype.cname)


def same_width(text: str) -> str:
    """The observed signatures write `int` for enums and for `aclError`; what counts is the size and the sign."""
    return {"int": "int32_t", "size_t": "uint64_t", "unsigned int": "uint32_t", "unsigned long": "uint64_t",
            "long": "int64_t"}.get(text, text)


@pytest.mark.parametrize("table", ["functions", "operators"])
def test_signatures_are_those_that_built_libraries_answer_to(table: str) -> None:
    wrong, seen = [], 0
    for name, observed in FACTS["observed"].items():
        if (name.startswith("aclnn") and name.removesuffix("GetWorkspaceSize") in OPERATORS) != (table == "operators"):
            continue
        text = _lib.signature(name)
        assert text is not None, name
        seen += 1
        result, _, parameters = text.partition("(")
        ctype = ffi.typeof(f"{result}(*)({parameters}")
        ours = [same_width(reduced(ctype.result)), *(same_width(reduced(argument)) for argument in ctype.args)]
        result, _, parameters = observed.rstrip(")").partition("(")
        theirs = [same_width(t.strip()) for t in [result, *parameters.split(",")] if t.strip() not in ("", "void")]
        if [t for t in ours if t != "void"] != theirs:
            wrong.append(f"{name}: {text} is not {observed}")
    assert seen >= 18
    assert not wrong, "\n".join(wrong[:20])


def test_every_signature_is_a_type_that_cffi_can_call() -> None:
    for name in _lib.function_names():
        result, _, parameters = (_lib.signature(name) or "").partition("(")
        assert ffi.typeof(f"{result}(*)({parameters}").kind == "function", name


# -- types
def opaque(ctype: Any) -> bool:
    """Whether a struct has no declared content.  (`.fields` of such a type aborts the process in cffi 2.1.)"""
    try:
        ffi.sizeof(ctype)
    except ffi.error:
        return True
    return False


def test_handles_are_distinct_opaque_pointers() -> None:
    """Every typedef of `void *` but the allocator's user data and addresses is a pointer type of its own."""
    plain = {"aclrtAllocator", "aclrtAllocatorAddr", "aclrtAllocatorBlock"}
    handles = {name for name, target in FACTS["typedefs"].items() if target == "void *"} - plain
    assert len(handles) == 22
    types = {name: ffi.typeof(name) for name in handles}
    assert all(t.kind == "pointer" and t.item.kind == "struct" and opaque(t.item) for t in types.values())
    assert types.pop("acltdtBuf") is types["aclrtMbuf"]              # two names of one thing
    assert len(set(types.values())) == len(types)
    assert all(ffi.typeof(name) is ffi.typeof("void *") for name in plain)


def test_other_typedefs_are_what_they_were() -> None:
    for name, target in FACTS["typedefs"].items():
        if target != "void *":
            assert ffi.typeof(name) is ffi.typeof(target), name


def test_opaque_types_stay_opaque() -> None:
    names = [name for name, facts in FACTS["structs"].items() if facts is None]
    assert len(names) >= 55
    assert [name for name in names if not opaque(ffi.typeof(name))] == []


def places(ctype: Any, base: int = 0, prefix: str = "") -> dict[str, int]:
    """Path of each field of a cffi struct, its nested ones included -> offset in bytes."""
    found: dict[str, int] = {}
    for name, field in ctype.fields:
        offset = base + field.offset
        if name:
            found[prefix + name] = offset
        if field.type.kind in ("struct", "union"):
            found.update(places(field.type, offset, f"{prefix}{name}." if name else prefix))
    return found


def test_every_struct_has_its_size_alignment_and_offsets() -> None:
    wrong, seen = [], 0
    for name, facts in FACTS["structs"].items():
        if facts is None:
            continue
        seen += 1
        ctype = ffi.typeof(name)
        found = places(ctype)
        if (ffi.sizeof(ctype), ffi.alignof(ctype)) != (facts["size"], facts["align"]):
            wrong.append(f"{name}: size {ffi.sizeof(ctype)}, alignment {ffi.alignof(ctype)}, not {facts}")
        wrong += [f"{name}.{field}: offset {found.get(field)}, not {offset}"
                  for field, offset in facts["fields"].items() if found.get(field) != offset]
    assert seen >= 70
    assert not wrong, "\n".join(wrong[:20])


# -- constants
def test_every_enum_member_has_its_value() -> None:
    members = {member: value for facts in FACTS["enums"].values() for member, (value, _) in facts["members"].items()}
    assert len(members) >= 700
    assert {member: _abi.CONSTANTS.get(member) for member in members} == members


def test_every_enum_is_as_wide_and_as_signed_as_the_original() -> None:
    for name, facts in FACTS["enums"].items():
        members = [value for value, _ in facts["members"].values()]
        if not members:
            continue
        try:
            ctype = ffi.typeof(name)
        except ffi.error:
            ctype = ffi.typeof(f"enum {name}")
        assert ctype.kind == "enum", name
        assert ffi.sizeof(ctype) == 4, name
        negative = int(ffi.cast(ctype, -1)) < 0
        assert negative == (facts["underlying"] == "int"), name


def test_every_constant_has_its_value() -> None:
    for name, (value, _) in FACTS["constants"].items():
        expected = value.encode() if isinstance(value, str) else value
        assert _abi.CONSTANTS.get(name) == expected, name


def test_there_is_no_other_constant() -> None:
    members = {member for facts in FACTS["enums"].values() for member in facts["members"]}
    assert set(_abi.CONSTANTS) == members | set(FACTS["constants"])


# -- releases
def names_in(release: str) -> set[str]:
    """Functions (operators once), enum members and constants that only one release has."""
    found = {name for table in (FUNCTIONS, OPERATORS, HELPERS) for name, facts in table.items()
             if facts["in"] == release}
    found |= {member for facts in FACTS["enums"].values() for member, (_, where) in facts["members"].items()
              if where == release}
    return found | {name for name, (_, where) in FACTS["constants"].items() if where == release}


def recorded(table: dict[str, str]) -> set[str]:
    """The same from _abi, without types, and with the two phases of an operator under its own name."""
    names = set(" ".join(table.values()).split())
    values = set(_abi.CONSTANTS) | set(EXPECTED)
    return {name.removesuffix("GetWorkspaceSize") if name.removesuffix("GetWorkspaceSize") in OPERATORS else name
            for name in names & values}


def test_what_only_one_release_has_is_recorded() -> None:
    assert set(_abi.SINCE) == {"9.1"}
    assert set(_abi.ONLY_IN) == {"8.1.RC1"}
    assert recorded(_abi.SINCE) == names_in("new")
    assert recorded(_abi.ONLY_IN) == names_in("old")


# -- a C compiler reads the headers
def all_headers() -> str:
    return "".join(f'#include "{path.relative_to(HEADERS)}"\n' for path in sorted(HEADERS.rglob("*.h")))


def compiler(*names: str) -> str:
    for name in names:
        found = shutil.which(name)
        if found:
            return found
    return pytest.skip(f"no {' or '.join(names)} on this machine")


def compile_text(command: list[str], text: str, path: Path) -> None:
    path.write_text(text)
    done = subprocess.run([*command, "-fsyntax-only", "-I", str(HEADERS), str(path)], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr[:3000]
    assert not done.stderr, done.stderr[:3000]


def test_headers_are_c11_with_the_facts_in_it(tmp_path: Path) -> None:
    """The C compiler itself confirms sizes, offsets and enum values of what the headers say."""
    lines = ["#include <stddef.h>\n"]
    for name, facts in FACTS["structs"].items():
        if facts is not None:
            lines.append(f'_Static_assert(sizeof({name}) == {facts["size"]}, "{name}");\n')
            lines += [f'_Static_assert(offsetof({name}, {field}) == {offset}, "{name}.{field}");\n'
                      for field, offset in facts["fields"].items()]
    for facts in FACTS["enums"].values():
        lines += [f'_Static_assert({member} == {value}, "{member}");\n'
                  for member, (value, _) in facts["members"].items()]
    compile_text([compiler("cc", "gcc", "clang"), "-std=c11", "-Wall", "-Werror"],
                 all_headers() + "".join(lines), tmp_path / "all.c")


def test_headers_are_cpp17(tmp_path: Path) -> None:
    compile_text([compiler("c++", "g++", "clang++"), "-std=c++17", "-Wall", "-Werror"], all_headers(),
                 tmp_path / "all.cpp")
