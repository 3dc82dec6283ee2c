#!/usr/bin/env python3
"""What changed between two results of the benchmark.

    python tests/bench/compare.py BEFORE.json AFTER.json [--worse PERCENT]

With --worse the exit code is 1 if any row became worse by more than so many percent.
"""
from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any


def rows(path: str) -> tuple[dict[str, str], dict[str, dict[str, Any]]]:
    found = json.loads(Path(path).read_text())
    return found["environment"], {row["what"]: row for row in found["results"]}


def main() -> int:
    parser = argparse.ArgumentParser(description="what changed between two results of the benchmark")
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--worse", type=float, metavar="PERCENT", help="exit with 1 if a row is worse by more")
    options = parser.parse_args()
    (machine, before), (other, after) = rows(options.before), rows(options.after)
    for name in sorted(machine.keys() | other.keys()):
        if machine.get(name) != other.get(name):
            print(f"not the same {name}: {machine.get(name)}, {other.get(name)}")
    worst = 0.0
    width = max(map(len, [*before, *after]))
    for what in [*before, *(name for name in after if name not in before)]:
        old, new = before.get(what), after.get(what)
        if old is None or new is None:
            print(f"{what:{width}}  only {'after' if old is None else 'before'}")
            continue
        change = (new["value"] / old["value"] - 1) * 100 if old["value"] else 0.0
        worst = max(worst, change)
        ns = "" if "ns" not in old else f"   {old['ns'].get('pyacl', '')} -> {new['ns'].get('pyacl', '')} ns"
        print(f"{what:{width}}  {old['value']:>8g} -> {new['value']:<8g} {new['unit']:8} {change:+6.1f} %{ns}")
    return int(options.worse is not None and worst > options.worse)


if __name__ == "__main__":
    sys.exit(main())
