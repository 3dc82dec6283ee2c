#!/usr/bin/env python3
"""Write the trimmed headers of this folder from a directory of API facts (JSON).

    python headers/tools/from_facts.py FACTS_DIR CONSTRAINTS.json [OUTPUT_DIR]

The facts list every function, enum, struct, callback and constant of two CANN releases.  The newer release is
the base.  What the older one lacks is marked `since`, what only the older one has is marked `only in`; the marks
are comments of a fixed form, which `make_abi.py` reads back as data.  Entries that the vendor marks experimental
or internal are left out.  The constraints, taken from the operators' pages, tell which pointers may be NULL where the
name of the parameter does not (`...Optional`): marked `may be NULL`.  The headers of HCCL, which Python does not call,
go beside the emulator's C library.
"""
from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

OLD, NEW = "8.1.RC1", "9.1"

# Typedefs of `void *` that are not handles: the caller's own objects, and plain addresses.
PLAIN_POINTERS = {"aclrtAllocator", "aclrtAllocatorAddr", "aclrtAllocatorBlock"}
# Two names of one thing: a message buffer may be passed under either.
SAME_HANDLE = {"acltdtBuf": "aclrtMbuf"}

# Exported by the libraries and used by frameworks, though no header of CANN declares it.
UNDECLARED = {"aclnnReselectStaticKernel": {"header": "aclnn/aclnn_base.h", "returns": "aclnnStatus", "params": []}}

SUFFIX = {"unsigned int": "U", "unsigned long": "UL", "unsigned long long": "ULL"}
# Headers that declare nothing of their own any more: what a C program gets by including them.
UMBRELLAS = {
    "acl/acl.h": ["acl/acl_rt.h", "acl/acl_op.h", "acl/acl_mdl.h"],
    "acl/acl_base.h": ["acl/acl_base_rt.h", "acl/acl_base_mdl.h"],
    "acl/acl_rt_api.h": ["acl/acl_rt.h"],
}
ACLNN_INCLUDES = ["aclnn/acl_meta.h"]
HCCL_INCLUDES = {
    "hccl/hccl.h": ["acl/acl.h", "hccl/hccl_comm.h"],
    "hccl/hccl_comm.h": ["acl/acl.h", "hccl/hccl_types.h"],
    "hccl/hccl_types.h": [],
}
INLINE = ("HcclCommConfigInit",)               # of one release; no library exports it

Facts = dict[str, Any]


def snake(name: str) -> str:
    """`AddRmsNormV2` -> `add_rms_norm_v2`, the spelling of CANN's own header names."""
    split = r"(?<=[a-z])(?=[A-Z])|(?<=[0-9])(?=[A-Z][a-z0-9])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Z])(?=V[0-9])"
    return re.sub(split, "_", name).lower()


def declare(ctype: str, name: str) -> str:
    """A declarator: `declare('void **', 'p')` -> `void **p`."""
    if "(*" in ctype:
        return re.sub(r"\(\*(const)?\)", lambda m: f"(*{m[1] + ' ' if m[1] else ''}{name})", ctype, count=1)
    return f"{ctype}{name}" if ctype.endswith("*") else f"{ctype} {name}"


def parameters(params: list[Facts]) -> str:
    return ", ".join(declare(p["type"], p["name"]) for p in params)


def literal(value: Any, ctype: str) -> str:
    if isinstance(value, str):
        return json.dumps(value)
    text = f"{value}{SUFFIX.get(ctype, '')}"
    return f"({text})" if value < 0 else text


class Item:
    """One declaration: its lines, the header it stands in, the names that it needs and that it defines."""

    def __init__(self, kind: str, name: str, header: str, text: str, uses: str, mark: str = "") -> None:
        self.kind, self.name, self.header, self.text, self.mark = kind, name, header, text, mark
        self.uses = set(re.findall(r"[A-Za-z_]\w*", uses)) - {name}

    def lines(self) -> str:
        return f"/* {self.mark} */\n{self.text}" if self.mark else self.text


def mark_of(in_old: bool, in_new: bool, deprecated: bool = False) -> str:
    words = [] if in_old and in_new else [f"since {NEW}" if in_new else f"only in {OLD}"]
    return ", ".join(words + ["deprecated"] * deprecated)


class Merger:
    def __init__(self, folder: Path, constraints: Path) -> None:
        def load(name: str) -> Facts:
            facts: Facts = json.loads((folder / f"{name}.json").read_text())
            return facts
        self.umbrellas = UMBRELLAS
        self.old, self.new = load("acl_8.1"), load("acl_latest")
        self.communication = tuple(self.of_hccl(load(name)) for name in ("hccl_8.1", "hccl_latest"))
        self.ops_old, self.ops_new = load("aclnn_8.1"), load("aclnn_latest")
        self.ops_docs = load("aclnn_latest_docs")
        self.constraints: Facts = json.loads(constraints.read_text())
        self.items: dict[str, Item] = {}

    def add(self, item: Item) -> None:
        self.items[item.name] = item

    def both(self, kind: str) -> list[tuple[str, Facts, str]]:
        old, new = self.old[kind], self.new[kind]
        return [(n, new.get(n) or old[n], mark_of(n in old, n in new, (new.get(n) or old[n]).get("deprecated", False)))
                for n in sorted(old.keys() | new.keys())]

    @staticmethod
    def of_hccl(facts: Facts) -> Facts:
        """What programs use of HCCL; the other headers are for those who write algorithms of their own."""
        kinds = ("functions", "enums", "structs", "callbacks", "typedef_info", "macro_info")
        return {**facts, **{kind: {name: fact for name, fact in facts[kind].items()
                                   if fact["header"] in HCCL_INCLUDES and name not in INLINE} for kind in kinds}}

    def turn_to_hccl(self) -> None:
        """From here on the headers of HCCL are read and written, and no others."""
        self.items, self.umbrellas = {}, HCCL_INCLUDES
        self.old, self.new = self.communication
        self.runtime()

    # -- the runtime
    def runtime(self) -> None:
        for name, facts, mark in self.both("typedef_info"):
            target = self.new["typedefs"].get(name) or self.old["typedefs"][name]
            if target == "void *" and name not in PLAIN_POINTERS:
                text = f"typedef struct {SAME_HANDLE.get(name, name)}_ *{name};"
            else:
                text = f"typedef {declare(target, name)};"
            self.add(Item("typedef", name, facts["header"], text, target, mark))
        for name, facts, mark in self.both("enums"):
            old = self.old["enums"].get(name, {}).get("members", {})
            self.add(self.enum(name, facts, mark, old, facts["header"]))
        for name, facts, mark in self.both("structs"):
            self.add(self.struct(name, facts, mark))
        for name, facts, mark in self.both("callbacks"):
            result = facts["returns"]
            text = f"typedef {declare(result, '').strip()} (*{name})({parameters(facts['params']) or 'void'});"
            self.add(Item("callback", name, facts["header"], text, text, mark))
        for name, facts, mark in self.both("macro_info"):
            value = self.new["macros"].get(name, self.old["macros"].get(name))
            self.add(self.constant(name, facts, value, mark))
        for name, facts, mark in self.both("functions"):
            self.add(self.function(name, facts, mark))

    def undeclared(self) -> None:
        for name, facts in UNDECLARED.items():
            self.add(self.function(name, facts, ""))

    def enum(self, name: str, facts: Facts, mark: str, old: dict[str, int], header: str) -> Item:
        members: dict[str, int] = dict(facts["members"])
        removed = {} if mark.startswith("only in") else {k: v for k, v in old.items() if k not in members}
        rows = []
        for member, value in {**members, **removed}.items():
            note = f" /* only in {OLD} */" if member in removed else ""
            if not mark and member not in old:
                note = f" /* since {NEW} */"
            elif not note and old.get(member, value) != value:
                note = f" /* {old[member]} in {OLD} */"
            rows.append(f"    {member} = {value},{note}")
        return Item("enum", name, header, f"typedef enum {name} {{\n" + "\n".join(rows) + f"\n}} {name};", "", mark)

    def fields(self, fields: list[Facts], indent: str) -> str:
        rows = []
        for field in fields:
            size = "".join(f"[{n}]" for n in field.get("array", []))
            if "fields" in field:
                kind = "union" if field["type"] == "union" else "struct"
                tag = re.sub(r"^(struct|union)\s*", "", field["type"]) if "fields" in field else ""
                inner = self.fields(field["fields"], indent + "    ")
                head = f"{kind} {tag}".strip()
                name = f" {field['name']}" if field["name"] else ""
                rows.append(f"{indent}{head} {{\n{inner}\n{indent}}}{name}{size};")
            else:
                rows.append(f"{indent}{declare(field['type'], field['name'])}{size};")
        return "\n".join(rows)

    def struct(self, name: str, facts: Facts, mark: str) -> Item:
        kind, tag = ("union" if facts.get("union") else "struct"), facts.get("tag") or name
        if facts["opaque"]:
            text = f"typedef {kind} {tag} {name};"
            return Item("struct", name, facts["header"], text, "", mark)
        body = self.fields(facts["fields"], "    ")
        text = f"typedef {kind} {tag} {{\n{body}\n}} {name};"
        return Item("struct", name, facts["header"], text, body, mark)

    @staticmethod
    def constant(name: str, facts: Facts, value: Any, mark: str) -> Item:
        if facts["kind"] == "define":
            text = f"#define {name} {literal(value, facts['type'])}"
        else:
            ctype = re.sub(r"^const ", "", facts["type"])
            text = f"static const {ctype} {name} = {literal(value, '')};"
        return Item("constant", name, facts["header"], text, facts["type"], mark)

    @staticmethod
    def function(name: str, facts: Facts, mark: str) -> Item:
        inside = ", ".join(filter(None, [parameters(facts["params"]), "..." if facts.get("variadic") else ""]))
        text = declare(facts["returns"], f"{name}({inside or 'void'});")
        return Item("function", name, facts["header"], text, text, mark)

    # -- operators
    def operators(self) -> None:
        docs, new, old = self.ops_docs["ops"], self.ops_new["ops"], self.ops_old["ops"]
        for key in sorted(docs.keys() | new.keys() | old.keys()):
            facts = new.get(key) or old.get(key) or docs[key]
            if key not in old and (facts.get("experimental") or facts.get("internal")):
                continue
            symbol = facts.get("symbol") or f"aclnn{key}"
            header = self.op_header(facts.get("header") or old.get(key, {}).get("header", ""), key)
            mark = mark_of(key in old, key in new or key in docs, bool(facts.get("deprecated")))
            inputs = ", ".join(filter(None, [parameters(facts["workspace_params"]),
                                             "uint64_t *workspaceSize, aclOpExecutor **executor"]))
            first = f"aclnnStatus {symbol}GetWorkspaceSize({inputs});"
            second = (f"aclnnStatus {symbol}(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, "
                      "aclrtStream stream);")
            nullable = self.nullable(symbol, facts["workspace_params"])
            marks = ", ".join(filter(None, [mark, nullable and f"may be NULL: {nullable}"]))
            self.add(Item("function", f"{symbol}GetWorkspaceSize", header, first, first, marks))
            self.add(Item("function", symbol, header, second, second, mark))
        old, new = self.ops_old["other_functions"], self.ops_new["other_functions"]
        for name in sorted(old.keys() | new.keys()):
            facts = dict(new.get(name) or old[name])
            if facts.get("experimental") or facts.get("internal"):
                continue
            facts["header"] = self.op_header(facts["header"], name.removeprefix("aclnn"))
            self.add(self.function(name, facts, mark_of(name in old, name in new, facts["deprecated"])))
        for name, facts in {**self.ops_old["enums"], **self.ops_new["enums"]}.items():
            members = self.ops_old["enums"].get(name, facts)["members"]
            mark = mark_of(name in self.ops_old["enums"], name in self.ops_new["enums"])
            self.add(self.enum(name, facts, mark, members, self.op_header(facts["header"], name)))
        for name, facts in {**self.ops_old["macro_info"], **self.ops_new["macro_info"]}.items():
            value = {**self.ops_old["macros"], **self.ops_new["macros"]}[name]
            here = {**facts, "header": self.op_header(facts["header"], name)}
            self.add(self.constant(name, here, value, ""))

    def nullable(self, symbol: str, params: list[Facts]) -> str:
        """The pointers that the page calls optional although their names do not say so."""
        page = self.constraints.get(symbol, {"params": {}})["params"]
        return " ".join(p["name"] for p in params if "*" in p["type"] and not p["name"].endswith("Optional")
                        and page.get(p["name"], {}).get("optional"))

    @staticmethod
    def op_header(path: str, key: str) -> str:
        return f"aclnnop/{Path(path).name}" if path else f"aclnnop/aclnn_{snake(key)}.h"

    # -- output
    def write(self, out: Path) -> int:
        by_header: dict[str, list[Item]] = {h: [] for h in self.umbrellas}
        for item in self.items.values():
            by_header.setdefault(item.header, []).append(item)
        for header, items in sorted(by_header.items()):
            path = out / header
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.header_text(header, items))
        return len(by_header)

    def includes(self, header: str, items: list[Item]) -> list[str]:
        found = set(self.umbrellas.get(header, []))
        if header.startswith("aclnnop/"):
            found |= set(ACLNN_INCLUDES)
        else:
            for item in items:
                found |= {self.items[u].header for u in item.uses if u in self.items and u != item.name}
        return sorted(found - {header})

    def header_text(self, header: str, items: list[Item]) -> str:
        guard = "PYACL_" + re.sub(r"\W", "_", header).upper()
        order = {"constant": 0, "typedef": 1, "enum": 1, "struct": 1, "callback": 1, "function": 3}
        groups: list[list[Item]] = [[], []]
        for item in sorted(items, key=lambda i: order[i.kind]):  # names are sorted already; phase 1 stands first
            groups[item.kind == "function"].append(item)
        types = self.in_order(groups[0])
        body = []
        for group in (types, groups[1]):
            previous = ""
            for item in group:
                gap = previous and (item.kind != previous or "\n" in item.text)
                body.append(("\n" if gap else "") + item.lines())
                previous = item.kind if "\n" not in item.text else item.kind + " block"
            if group:
                body.append("")
        includes = [f'#include "{h}"' for h in self.includes(header, items)]
        system = ["#include <stdbool.h>", "#include <stddef.h>", "#include <stdint.h>"]
        if all(i.kind == "constant" for i in items) or not items:
            system = ["#include <stdint.h>"] if items else []
        included = "\n".join(system + includes) + "\n" if system + includes else ""
        parts = [f"#ifndef {guard}\n#define {guard}\n", included]
        text = "\n".join(body).rstrip("\n")
        if text:
            parts.append(f'#ifdef __cplusplus\nextern "C" {{\n#endif\n\n{text}\n\n#ifdef __cplusplus\n}}\n#endif\n')
        return "\n".join(p for p in parts if p) + "\n#endif\n"

    @staticmethod
    def in_order(items: list[Item]) -> list[Item]:
        """The same items, each after those that it needs."""
        here, done, out = {i.name: i for i in items}, set[str](), list[Item]()

        def visit(item: Item) -> None:
            if item.name in done:
                return
            done.add(item.name)
            for use in sorted(item.uses & here.keys()):
                visit(here[use])
            out.append(item)
        for item in items:
            visit(item)
        return out


def main(arguments: list[str]) -> None:
    out = Path(arguments[2]) if len(arguments) > 2 else Path(__file__).parent.parent
    merger = Merger(Path(arguments[0]), Path(arguments[1]))
    merger.runtime()
    merger.undeclared()
    merger.operators()
    print(f"{merger.write(out)} headers, {sum(i.kind == 'function' for i in merger.items.values())} functions")
    merger.turn_to_hccl()
    merger.write(out.parent / "pyacl" / "emulator" / "c" / "include")


if __name__ == "__main__":
    main(sys.argv[1:])
