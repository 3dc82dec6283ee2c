"""A short run of the soak (`tox -e soak` is the long one), in a process of its own: resident memory is measured."""
from __future__ import annotations

from pathlib import Path
from typing import Any


def test_a_short_soak_is_flat(python: Any) -> None:
    done = python(str(Path(__file__).with_name("soak.py")), "5000", "1000")
    assert done.returncode == 0, done.stderr
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["launches", "cycles"]
