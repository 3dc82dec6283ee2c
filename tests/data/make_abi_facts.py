#!/usr/bin/env python3
"""Write abi_facts.json.gz, what tests/test_abi.py compares the headers and pyacl/_abi.py with.

    python tests/data/make_abi_facts.py FACTS_DIR OBSERVED_JSON

FACTS_DIR holds what libclang says about the headers of CANN 8.1.RC1 and about the open-source heads of August 2026
(hicann runtime, ge and opbase; ops-math, ops-nn, ops-cv, ops-transformer and their documentation), one JSON file per
set.  OBSERVED_JSON holds the C signatures of functions that were called in libraries built from those sources, with
every pointer reduced to `void*` and every enum to `int`.  Nothing here shares code with headers/tools.
"""
from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

Facts = dict[str, Any]


def parameters(rows: list[Facts]) -> list[list[str]]:
    return [[row["type"], row["name"]] for row in rows]


def public(facts: Facts) -> bool:
    return not (facts.get("experimental") or facts.get("internal"))


def fields(rows: list[Facts], base: int = 0) -> dict[str, int]:
    """Path of each named field -> offset in bytes from the start of the outermost struct."""
    found: dict[str, int] = {}
    for row in rows:
        offset = base + row["offset"]
        inner = fields(row["fields"], offset) if "fields" in row and not row.get("array") else {}
        if row["name"]:
            found[row["name"]] = offset
            inner = {f"{row['name']}.{name}": place for name, place in inner.items()}
        found.update(inner)
    return found


def where(name: str, old: Facts, *new: Facts) -> str:
    """"both", "new" or "old": the releases that have a name."""
    in_new = any(name in facts for facts in new)
    return "both" if name in old and in_new else "new" if in_new else "old"


def main(folder: Path, observed: Path) -> None:
    def load(name: str) -> Facts:
        facts: Facts = json.loads((folder / f"{name}.json").read_text())
        return facts
    old, new = load("acl_8.1"), load("acl_latest")
    ops_old, ops_new, ops_docs = load("aclnn_8.1"), load("aclnn_latest"), load("aclnn_latest_docs")
    out: Facts = {key: {} for key in ("functions", "operators", "helpers", "enums", "constants", "structs", "typedefs")}

    for name in sorted({**old["functions"], **new["functions"]}):
        facts = new["functions"].get(name) or old["functions"][name]
        out["functions"][name] = {"in": where(name, old["functions"], new["functions"]), "returns": facts["returns"],
                                  "parameters": parameters(facts["params"])}
    tables = [{key: facts for key, facts in table["ops"].items() if public(facts)}
              for table in (ops_old, ops_new, ops_docs)]
    for key in sorted(tables[0].keys() | tables[1].keys() | tables[2].keys()):
        facts = tables[1].get(key) or tables[0].get(key) or tables[2][key]
        out["operators"][facts.get("symbol") or f"aclnn{key}"] = {
            "in": where(key, *tables), "parameters": parameters(facts["workspace_params"])}
    helpers = [{name: facts for name, facts in table["other_functions"].items() if public(facts)}
               for table in (ops_old, ops_new)]
    for name in sorted(helpers[0].keys() | helpers[1].keys()):
        facts = helpers[1].get(name) or helpers[0][name]
        out["helpers"][name] = {"in": where(name, *helpers), "returns": facts["returns"],
                                "parameters": parameters(facts["params"])}
    for first, second in ((old, new), (ops_old, ops_new)):
        for name, facts in {**first["enums"], **second["enums"]}.items():
            before = first["enums"].get(name, {"members": {}})["members"]
            after = second["enums"].get(name, {"members": {}})["members"]
            out["enums"][name] = {"underlying": facts["underlying"], "members": {
                member: [after.get(member, before.get(member)), where(member, before, after)]
                for member in {**before, **after}}}
        for name, value in {**first["macros"], **second["macros"]}.items():
            out["constants"][name] = [value, where(name, first["macros"], second["macros"])]
    for name, facts in {**old["structs"], **new["structs"]}.items():
        out["structs"][name] = None if facts["opaque"] else {
            "size": facts["size"], "align": facts["align"], "fields": fields(facts["fields"])}
    out["typedefs"] = {**old["typedefs"], **new["typedefs"]}
    out["observed"] = json.loads(observed.read_text())
    text = json.dumps(out, separators=(",", ":"), sort_keys=True)
    (Path(__file__).parent / "abi_facts.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
