"""Each C call inside each public operation fails once: no leak, nothing freed twice, the right error.

A scenario is run once for every call that it makes, and once more for every call site that only shows on the way out of
a failure.  At the end the sites are compared with the source: a use of a C function that no run made fail is an error.
"""
from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import faults
import pytest
from faults import Mention, Outcome, Place, Scenario
from operations import ALONE, SCENARIOS

import pyacl
from pyacl import _primary, emulator

RELEASES = {"close", "_collected"}          # functions of the package that release something
CODES = (507899, 207001)                    # a plain AclError, and one that is a MemoryError and may be tried again

# Calls whose failure needs no exception: (C function, function of the package) -> why.
TOLERATED = {
    ("aclGetRecentErrMsg", "*"): "the error is raised without the vendor's text",
    ("aclrtGetSocName", "*"): "there is no name",
    ("*", "poll"): "nothing is known to have passed, so nothing is freed yet",
    ("aclrtGetVersion", "*"): "info leaves out what it cannot learn",
    ("aclsysGetCANNVersion", "*"): "the same",
    ("aclrtGetMemInfo", "_device"): "the same",
    ("aclrtQueryDeviceStatus", "_device"): "the same",
    ("aclFinalize", "_devices"): "info has what it asked for",
    ("aclrtResetDevice", "_device"): "the same",
    ("aclrtSynchronizeStreamWithTimeout", "_drain"): "at exit nobody could do anything about it",
}


@pytest.fixture(autouse=True)
def _fresh_machine() -> Iterator[None]:
    yield
    _primary._runtime = None
    emulator.configure()


# -- the sweep
def tolerated(call: faults.Call, code: int) -> bool:
    """Whether no exception is expected."""
    if call.name == "aclrtMalloc" and code == 207001:
        return True                                    # tried again after waiting, if anything waits to be freed
    return ((call.name, "*") in TOLERATED
            or any((name, place.function) in TOLERATED for place in call.places for name in (call.name, "*")))


def excused(call: faults.Call) -> bool:
    """Whether something may be left: its context cannot be entered, or its stream not be asked, to release it."""
    functions = {place.function for place in call.places}
    return ((call.name in ("aclrtSetCurrentContext", "aclrtGetCurrentContext") and bool(functions & RELEASES))
            or (call.name == "aclrtSynchronizeDevice" and "finish" in functions))


def judge(outcome: Outcome) -> None:
    """What must hold after a run in which something failed."""
    report = emulator.report()
    found = [str(finding) for finding in report.findings if finding.severity == "error"]
    leaks = any(excused(call) for call, _, _ in outcome.recorder.failed)
    assert [f for f in found if not (leaks and f.startswith("S-LEAK"))] == [], found
    expected = [("aclrtMalloc", 207001)]                   # the small memory of the machine
    for call, function, code in outcome.recorder.failed:
        expected.append((function.removesuffix("WithTimeout"), code))
        if function == "aclrtSetCurrentContext":           # the caller's context was not given back, as was said
            expected.append(("aclrtGetCurrentContext", 107002))
        if tolerated(call, code):
            continue
        pointer = function.startswith("aclCreate")
        function = function.removesuffix("WithTimeout")          # a wait in slices is one wait
        said = f"{function} returned NULL" if pointer else f"{function} failed with {code}"
        assert said in outcome.said, f"{said}: not said, but\n{outcome.said}\n{call.places}"
    for error in outcome.errors:
        if isinstance(error, pyacl.AclError) and error.code:
            assert (error.function, error.code) in expected, error
            assert type(error) is faults.class_of(error.code)
            assert error.code == 107002 or error.name in str(error)
        elif isinstance(error, pyacl.AclError):
            assert "returned NULL" in str(error)
        else:
            assert isinstance(error, ValueError)
            assert "closed" in str(error), error
    left = faults.left_over()
    assert leaks or left == {}, report


class Sweep:
    """The runs of one scenario, and the sites that they made fail."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.failed: set[tuple[str, tuple[Place, ...]]] = set()
        self.runs = 0
        self.wrong: list[str] = []

    def run(self, plan: dict[int, int], done: bool) -> list[faults.Call]:
        outcome = None
        try:
            outcome = faults.run(self.scenario, plan, done, self.scenario in ALONE)
            judge(outcome)
        except Exception as error:
            self.wrong.append(f"{self.scenario.__name__}, failing {plan}, {done=}: {type(error).__name__}: "
                              f"{str(error)[:1500]}")
            faults.left_over()
        self.runs += 1
        if outcome is None:
            return []
        self.failed |= {(call.name, call.places) for call, _, _ in outcome.recorder.failed}
        return outcome.recorder.calls

    def all(self) -> None:
        calls = self.run({}, True)
        known = {call.site for call in calls}
        for code, done in zip(CODES, (True, self.scenario in ALONE), strict=True):
            for number in range(len(calls)):
                for later, call in enumerate(self.run({number: code}, done)):
                    if later > number and call.site not in known:              # only on the way out of this failure
                        known.add(call.site)
                        self.run({number: code, later: code}, done)


FAILED: set[tuple[str, tuple[Place, ...]]] = set()
RUNS = dict[str, int]()


def swept(scenario: Scenario) -> Sweep:
    sweep = Sweep(scenario)
    gc.freeze()                                    # only what the runs leave is looked at, which is quick
    try:
        sweep.all()
    finally:
        gc.unfreeze()
    RUNS[scenario.__name__] = sweep.runs
    FAILED.update(sweep.failed)
    return sweep


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
def test_every_call_fails_once(scenario: Scenario) -> None:
    sweep = swept(scenario)
    assert not sweep.wrong, f"{len(sweep.wrong)} of {sweep.runs} runs:\n" + "\n".join(sweep.wrong)


def missed(failed: set[tuple[str, tuple[Place, ...]]]) -> set[Mention]:
    """Uses of C functions in the source that never failed."""
    names = {name for name, _ in failed}
    at = {(name, place) for name, places in failed for place in places}
    places = {place for _, place in at}

    def hit(mention: Mention) -> bool:
        if mention.name == "*":
            return mention.place in places or not mention.called
        return (mention.name, mention.place) in at or (not mention.called and mention.name in names)
    return {mention for mention in faults.mentions() if not hit(mention)}


def test_no_call_site_was_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    for scenario in SCENARIOS:                     # those that another worker has run, too
        if scenario.__name__ not in RUNS:
            swept(scenario)
    with capsys.disabled():
        print(f"\n{len({name for name, _ in FAILED})} C functions at {len({(n, p[0]) for n, p in FAILED})} call sites "
              f"failed in {sum(RUNS.values())} runs")
    assert missed(FAILED) == set()


@pytest.mark.parametrize("function", ["aclrtSynchronizeStreamWithTimeout", "aclrtFree", "aclrtFreeHost",
                                      "aclrtDestroyEvent", "aclrtDestroyStream", "aclrtDestroyContext",
                                      "aclrtSetCurrentContext", "aclrtGetCurrentContext", "aclrtResetDevice",
                                      "aclFinalize", "aclDestroyTensor", "aclDestroyAclOpExecutor"])
def test_what_fails_at_exit_is_silent_and_stops_nothing(python: Any, function: str) -> None:
    """All the rest is still released, ACL last; the exit code is 0."""
    done = python("-c", EXIT.format(function=function))
    assert (done.returncode, done.stderr) == (0, "")
    calls = [call for call in done.stdout.split() if call != "aclGetRecentErrMsg"]
    assert calls[-1] == "aclFinalize"
    assert calls.count("aclFinalize") == calls.count("aclrtResetDevice") == 1
    if function not in ("aclrtSetCurrentContext", "aclrtGetCurrentContext"):
        assert {"aclrtFree", "aclrtFreeHost", "aclrtDestroyEvent", "aclrtDestroyStream", "aclrtDestroyContext"} <= set(
            calls)


EXIT = """
import atexit
import numpy as np
import pyacl
from pyacl import emulator
from pyacl.emulator import _provider
calls, real = [], _provider._entry
def logged(function, implementation, failed):
    entry = real(function, implementation, failed)
    def call(*arguments):
        calls.append(function)
        return entry(*arguments)
    return call
_provider._entry = logged
atexit.register(lambda: print(*calls))              # registered first, so it runs last
device = pyacl.Device(0)
device.__enter__()
context, stream, event, host = pyacl.Context(0), pyacl.Stream(), pyacl.Event(), pyacl.HostBuffer(8)
x = pyacl.Tensor.from_numpy(np.ones(4, np.float32), stream=stream)
executor = pyacl.aclnn.add.prepare(x, x, 1, x)
x.fill_bytes(1, stream=stream)
@atexit.register
def start_failing():                                # registered last, so it runs first
    del calls[:]
    for nth in range(1, 9):
        emulator.fail("{function}", 507899, nth)
"""
