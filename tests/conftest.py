"""The whole run uses the emulator; each test starts on a fresh machine.  Hardware tests run their script in a child."""
from __future__ import annotations

import functools
import gc
import os
import signal
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

os.environ["PYACL_BACKEND"] = "emulator"

import pyacl
from pyacl import emulator

ROOT = Path(__file__).parent.parent
PACKAGE = str(Path(pyacl.__file__).parent.parent)           # children use the pyacl that is tested here
Python = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(autouse=True)
def _fresh_machine() -> Iterator[None]:
    yield
    emulator.configure()                   # profile and mode of the environment again, not only what `reset` clears


@pytest.fixture
def strict_device() -> Iterator[None]:
    """Device 0 of a strict machine is current; at the end nothing is left and nothing was misused."""
    emulator.configure(mode="strict")
    with pyacl.Device(0):
        yield
    assert emulator.report().findings == []
    assert emulator.report().live == 0, str(emulator.report())


@pytest.fixture
def machine() -> Iterator[Callable[..., None]]:
    """Starts a strict machine whose work is late, with device 0 current; at the end nothing is left or found."""
    devices = []

    def start(seed: int | None = 1, memory: int = 64 << 20, delay: float = 0.002) -> None:
        emulator.configure(mode="strict", seed=seed, memory=memory, delay=delay)
        devices.append(pyacl.Device(0))
        devices[-1].__enter__()
    yield start
    devices.pop().__exit__(None, None, None)
    gc.collect()
    report = emulator.report()
    assert [f for f in report.findings if f.severity == "error"] == []
    assert report.live_by_kind == {}


def run_python(*arguments: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a fresh interpreter, every warning an error; the emulator unless the environment says otherwise."""
    path = os.pathsep.join(filter(None, [PACKAGE, os.environ.get("PYTHONPATH", "")]))
    return subprocess.run([sys.executable, "-X", "dev", "-W", "error", *arguments], text=True, capture_output=True,
                          cwd=ROOT, env={**os.environ, "PYTHONPATH": path, **(environment or {})}, check=False,
                          timeout=120)


@pytest.fixture
def python() -> Python:
    """`python("-c", code)` or `python("script.py")`: a completed child process with its output as text."""
    return run_python


@functools.lru_cache(None)
def why_no_npu() -> str:
    """Why hardware tests cannot run here, "" if they can."""
    code = ("from pyacl import LibraryNotFoundError, capi\ncount = capi.ffi.new('uint32_t *')\n"
            "try:\n    print('' if capi.aclrtGetDeviceCount(count) == 0 and count[0] else 'CANN sees no device')\n"
            "except LibraryNotFoundError as error:\n    print(str(error).splitlines()[0])")
    done = run_python("-c", code, environment={"PYACL_BACKEND": "cann"})
    return done.stdout.strip() if done.returncode == 0 else f"CANN cannot be asked for devices: {done.stderr}"


# Where most of the time goes, and where the version of Python matters least.
SHARED = ("tests/c/", "tests/emulator/", "tests/golden/", "tests/lifetime/", "tests/operators/", "tests/translate/",
          "tests/test_command_line.py", "tests/test_custom_operators.py", "tests/test_discovery.py",
          "tests/test_headers_runtime.py", "tests/test_info.py", "tests/test_libraries.py")
COMPILED = ("tests/c/", "tests/translate/")              # `tox -e c` runs them, too
PARTS = {(3, 10): 0, (3, 12): 1, (3, 13): 2}             # of six


def pytest_configure() -> None:
    # What a shell starts in the background ignores Ctrl-C, and so would its children; tests press it.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def is_left_out(test: str) -> bool:
    """Whether a test is for another environment where each need not run all (PYACL_TEST_SHARE=1).

    3.11 runs everything, the C programs in an environment of their own; the others a sixth of the shared tests each.
    """
    if os.environ.get("PYACL_TEST_SHARE") != "1":
        return False
    part = PARTS.get(sys.version_info[:2])
    if part is None:
        return test.startswith(COMPILED) and os.environ.get("TOX_ENV_NAME") == "py311"
    return test.startswith(SHARED) and zlib.crc32(test.encode()) % 6 != part


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left = [item for item in items if is_left_out(item.nodeid)]
    config.hook.pytest_deselected(items=left)
    gone = set(left)
    items[:] = [item for item in items if item not in gone]


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("npu") and why_no_npu():
        pytest.skip(f"needs an NPU: {why_no_npu()}")
