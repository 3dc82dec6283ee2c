"""Every point of the field notes has an answer that exists."""
from __future__ import annotations

import ast
from pathlib import Path

from field_notes import POINTS

TESTS = Path(__file__).parent.parent


def test_there_are_79_points() -> None:
    assert list(POINTS) == [*map(str, range(1, 30)), "29b", *map(str, range(30, 79))]


def test_each_has_one_kind_of_answer() -> None:
    assert [number for number, point in POINTS.items()
            if [bool(point.tests), bool(point.limit), bool(point.outside)].count(True) != 1] == []


def test_the_tests_exist() -> None:
    names = {test for point in POINTS.values() for test in point.tests}
    files = {file: {node.name for node in ast.walk(ast.parse((TESTS / file).read_text()))
                    if isinstance(node, ast.FunctionDef)} for file in {name.partition("::")[0] for name in names}}
    assert [name for name in sorted(names) if name.partition("::")[2] not in files[name.partition("::")[0]]] == []


def test_the_limits_are_in_the_readme() -> None:
    headings = {line.lstrip("#").strip() for line in (TESTS.parent / "README.md").read_text().splitlines()
                if line.startswith("#")}
    assert {point.limit for point in POINTS.values() if point.limit} <= headings
