"""The emulator answers as the real library did, call for call (README.md tells where the traces come from)."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import replayer

from pyacl import _lib
from pyacl._abi import ffi

SCENARIOS = replayer.scenarios()


@pytest.mark.parametrize("topic", sorted({scenario["topic"] for scenario in SCENARIOS}))
def test_traces(topic: str, python: Callable[..., Any]) -> None:
    done = python("tests/golden/replayer.py", topic)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""


def test_nothing_is_lost() -> None:
    assert len(SCENARIOS) == len({scenario["id"] for scenario in SCENARIOS}) == 418
    assert sum(len(scenario.get("steps", ())) for scenario in SCENARIOS) == 3617
    assert sum(len(scenario.get("table", ())) for scenario in SCENARIOS) == 18377


def test_a_difference_is_seen(python: Callable[..., Any]) -> None:
    """The replayer itself: another code, another out cell, another message and a dead process are all told."""
    code = """if True:
        import sys
        sys.path.insert(0, "tests/golden")
        import replayer
        by_id = {scenario["id"]: scenario for scenario in replayer.scenarios()}
        count, message = by_id["init-ref-count"], by_id["init-missing-file"]
        count["steps"][1]["ret"], count["steps"][2]["out"]["l"] = 7, 8
        message["steps"][1]["codes"] = ["EE0000"]
        dead = dict(count, id="dead", steps=[{"call": "@read", "args": [8, 1]}])
        for scenario, differences in replayer.replay([count, message, dead], 1):
            print(*differences, sep="\\n")"""
    done = python("-X", "faulthandler=0", "-c", code)
    assert done.stdout.splitlines() == [
        "1 aclInit: returned 100002, expected 7", "2 aclFinalizeReference: l = 1, expected 8",
        "1 aclGetRecentErrMsg: the message has the codes ['EH0003'], expected ['EE0000']",
        "0 @read: the process ended with -11"]


def test_headers_agree_with_the_recorded_signatures() -> None:
    """The same sort of value of the same width in each place."""
    for function, recorded in replayer.recorded_signatures().items():
        result, _, parameters = (_lib.signature(function) or "").partition("(")
        declared = ffi.typeof(f"{result}(*)({parameters}")
        result, _, parameters = recorded.rstrip(")").partition("(")
        listed = [text.strip() for text in parameters.split(",") if text.strip() not in ("", "void")]
        assert ([_passed(kind) for kind in (declared.result, *declared.args)]
                == [_passed(ffi.typeof(text)) for text in (result, *listed)]), function


def _passed(kind: Any) -> tuple[str, int]:
    """How a value is passed: the sort of register, and the width."""
    if kind.kind == "void":
        return "void", 0
    sort = "pointer" if kind.kind in ("pointer", "function") else "float" if "float" in kind.cname else "int"
    return sort, ffi.sizeof(kind)
