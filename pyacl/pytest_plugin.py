"""A pytest plugin that lends tests an emulated NPU, so that Ascend code is tested on a laptop.

It is installed with pyacl and does nothing until a test asks for one of its fixtures.

    def test_softmax(npu):                              # a fresh strict emulator, device 0 current
        x = pyacl.Tensor.from_numpy(array)
        ...                                             # a misuse raises; findings and leaks fail the test at its end

    @pytest.mark.npu_profile(soc="Ascend310P3", devices=1)
    def test_without_bfloat16(npu): ...

    def test_both_releases(emulated_cann): ...          # runs once for each CANN release; its value is the release
"""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import pyacl

RELEASES = ("8.1.RC1", "9.1")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "npu_profile(profile, soc, devices, memory, mode, seed, delay): the machine of "
                                       "the fixture `npu`, as pyacl.emulator.configure takes it")


@contextmanager
def _machine(**settings: Any) -> Iterator[pyacl.Device]:
    """A fresh emulated machine with device 0 current; what it found and what was left alive fails at the end."""
    pyacl.use_backend("emulator")
    pyacl.emulator.configure(**{"mode": "strict", **settings})
    try:
        with pyacl.Device(0) as device:
            yield device
        report = pyacl.emulator.report()
        errors = [finding for finding in report.findings if finding.severity == "error"]
        if errors:
            pytest.fail("the emulator found misuse:\n" + "\n".join(f"  {finding}" for finding in errors), pytrace=False)
        if report.live:
            kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(report.live_by_kind.items()))
            pytest.fail(f"the test left {report.live} live objects: {kinds}", pytrace=False)
    finally:
        pyacl.emulator.configure()


@pytest.fixture
def npu(request: pytest.FixtureRequest) -> Iterator[pyacl.Device]:
    """A fresh emulated NPU in strict mode, device 0 current; findings and leaks fail the test at its end."""
    marker = request.node.get_closest_marker("npu_profile")
    with _machine(**(marker.kwargs if marker else {})) as device:
        yield device


@pytest.fixture(params=RELEASES)
def emulated_cann(request: pytest.FixtureRequest) -> Iterator[str]:
    """Like `npu`, once for each CANN release that the emulator knows; its value is the release."""
    with _machine(profile=request.param):
        yield request.param
