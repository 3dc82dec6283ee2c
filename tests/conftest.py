"""The whole run uses the emulator; each test starts on a fresh machine.  Hardware tests run their script in a child."""
from __future__ import annotations

import functools
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

os.environ["PYACL_BACKEND"] = "emulator"

from pyacl import emulator

ROOT = Path(__file__).parent.parent
Python = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(autouse=True)
def _fresh_machine() -> Iterator[None]:
    yield
    emulator.configure()                   # profile and mode of the environment again, not only what `reset` clears


def run_python(*arguments: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a fresh interpreter, every warning an error; the emulator unless the environment says otherwise."""
    return subprocess.run([sys.executable, "-X", "dev", "-W", "error", *arguments], text=True, capture_output=True,
                          cwd=ROOT, env={**os.environ, **(environment or {})}, check=False, timeout=120)


@pytest.fixture
def python() -> Python:
    """`python("-c", code)` or `python("script.py")`: a completed child process with its output as text."""
    return run_python


@functools.lru_cache(None)
def why_no_npu() -> str:
    """Why hardware tests cannot run here, "" if they can."""
    code = ("import pyacl\nfrom pyacl import capi\npyacl.use_backend('cann')\npyacl.backend()\n"
            "count = capi.ffi.new('uint32_t *')\nassert capi.aclrtGetDeviceCount(count) == 0 and count[0], 'no device'")
    done = run_python("-c", code, environment={"PYACL_BACKEND": "cann"})
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["no CANN"])[-1]


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("npu") and why_no_npu():
        pytest.skip(f"no CANN with an NPU: {why_no_npu()}")
