"""Mixed traffic of four threads (see traffic.py; `tox -e soak` is the long run), each in a process of its own."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize("seed", [[], ["7"]], ids=["threads", "seeded"])
def test_traffic_is_right_and_leaves_nothing(seed: list[str], python: Any) -> None:
    """No finding, no leak, flat memory, and what a run in order gives (R-STR-3, R-EVT-2, R-MEM-6, N-P2-2, S-RACE)."""
    done = python(str(Path(__file__).with_name("traffic.py")), "20000", *seed)
    assert done.returncode == 0, done.stderr
    assert "no finding, nothing left" in done.stdout
    assert done.stderr == ""
