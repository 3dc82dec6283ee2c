"""How much of the two contracts the tests cover: the numbered statements on what the runtime (R-) and aclnn (N-) do.

    python tests/statements.py           covered / total, and where each statement is tested

A statement is covered by a test that names it, in its source or, as r_mem_5, in its name, or by a recorded scenario
that shows it.  The others are listed below with the reason.
"""
from __future__ import annotations

import gzip
import json
import re
import sys
from collections import defaultdict
from pathlib import Path

TESTS = Path(__file__).parent

# Statements are numbered from 1 in each section; `MISSING` were never given.
SECTIONS = {
    "R-ABI": 7, "R-INIT": 15, "R-DEV": 20, "R-CTX": 9, "R-STR": 17, "R-CB": 7, "R-EVT": 11, "R-NTF": 3, "R-CAP": 5,
    "R-MEM": 12, "R-HST": 4, "R-CPY": 9, "R-ASY": 8, "R-VMM": 5, "R-KRN": 4, "R-ERR": 12, "N-GEN": 4, "N-TEN": 16,
    "N-SCA": 5, "N-ARR": 2, "N-LST": 4, "N-P1": 8, "N-WS": 7, "N-P2": 10, "N-LIFE": 7, "N-CACHE": 7, "N-REP": 12,
    "N-INI": 6, "N-DT": 5, "N-FMT": 4, "N-SHP": 7, "N-PRO": 12, "N-CST": 6, "N-VIEW": 12, "N-ARG": 8, "N-CUB": 4,
    "N-DET": 6}
MISSING = {"R-DEV-16"}

# What the emulator has no way to show, or what asks nothing of an implementation.
NOT_REPRODUCIBLE: dict[str, str] = {
    "R-INIT-9": "the emulated part always has a name",
    "R-INIT-10": "there are no device logs to flush",
    "R-HST-4": "the emulated host never runs on a device",
    "N-GEN-3": "pages do not say which operators are generated ones; how cached executors differ is tested as N-REP-3",
    "N-P2-8": "an emulated operator is one kernel",
    "N-P2-9": "no operator with an output shape that depends on data computes yet",
    "N-P2-10": "dumps, overflow detection and kernel debugging are not emulated",
    "N-LIFE-5": "a wait of 60 seconds that depends on what finished threads did",
    "N-CACHE-5": "pages do not say which operators have such inner steps",
    "N-REP-2": "pages do not say which operators have such inner steps; cached ones are tested as N-REP-3",
    "N-REP-10": "pages do not say which operators are generated ones",
    "N-REP-11": "pages do not say which operators are generated ones",
    "N-INI-3": "the emulator checks the bounds of every access, whatever is set",
    "N-FMT-4": "advice: sub-formats never leave the library",
    "N-VIEW-11": "which way a result takes to its output cannot be seen",
    "N-ARG-2": "no operator with an output mask computes yet",
    "N-ARG-3": "no operator with a reserved parameter computes yet",
    "N-ARG-8": "no random operator computes yet",
    "N-DET-5": "advice: the level is read by each first phase (N-DET-2)",
    "N-DET-6": "emulated operators always give the same result",
}
COVERED = 278                                      # reached so far; fewer fail the test

_ID = re.compile(r"\b[RN]-[A-Z]+[0-9]?-\d+\b")
_IN_NAME = re.compile(r"(?<![a-z0-9])[rn]_[a-z]+[0-9]?_\d+(?![a-z0-9])")


def statements() -> list[str]:
    """All ids, in order."""
    ids = [f"{section}-{number}" for section, count in SECTIONS.items() for number in range(1, count + 1)]
    return [id for id in ids if id not in MISSING]


def cited() -> dict[str, set[str]]:
    """Id -> the test modules and recorded scenarios that name it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in TESTS.rglob("test_*.py"):
        source = path.read_text(encoding="utf-8")
        names = re.findall(r"def (test_\w+)", source)
        ids = [match.upper().replace("_", "-") for name in names
               for match in _IN_NAME.findall(name.replace("test_", " ", 1))]
        for id in (*_ID.findall(source), *ids):
            found[id].add(str(path.relative_to(TESTS)))
    with gzip.open(TESTS / "golden" / "open.jsonl.gz", "rt", encoding="utf-8") as lines:
        for scenario in map(json.loads, lines):
            for id in scenario["statements"]:
                found[id].add(f"golden {scenario['id']}")
    return found


def main() -> int:
    found = cited()
    for id in statements():
        places = sorted(found.get(id, ()))
        more = f" and {len(places) - 3} more" if len(places) > 3 else ""
        print(f"{id:<9} {', '.join(places[:3])}{more}" if places else
              f"{id:<9} not reproducible: {NOT_REPRODUCIBLE.get(id, 'NO TEST AND NO REASON')}")
    total, covered = len(statements()), sum(id in found for id in statements())
    print(f"{covered} of {total} statements are covered, {len(NOT_REPRODUCIBLE)} are not reproducible")
    return int(covered < COVERED)


if __name__ == "__main__":
    sys.exit(main())
