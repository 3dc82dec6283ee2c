"""Each statement of the two contracts is tested, or listed as not reproducible with the reason."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import statements

FOUND = statements.cited()
ALL = statements.statements()


def test_every_statement_is_tested_or_has_a_reason_why_not() -> None:
    assert [id for id in ALL if id not in FOUND and id not in statements.NOT_REPRODUCIBLE] == []
    assert len(ALL) == len(set(ALL)) == 299


def test_reasons_are_for_what_no_test_names() -> None:
    listed = statements.NOT_REPRODUCIBLE
    assert [id for id in listed if id in FOUND or id not in ALL] == []
    assert all(reason for reason in listed.values())


def test_tests_name_statements_that_exist() -> None:
    assert {id: FOUND[id] for id in sorted(set(FOUND) - set(ALL))} == {}


def test_coverage_does_not_fall(python: Callable[..., Any]) -> None:
    assert sum(id in FOUND for id in ALL) >= statements.COVERED
    done = python("tests/statements.py")
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1].startswith(f"{sum(id in FOUND for id in ALL)} of 299 statements are covered")
