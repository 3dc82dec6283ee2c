"""The pytest plugin, in pytest runs of its own."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HEAD = "import numpy as np\nimport pytest\nimport pyacl\n"


def run(tmp_path: Path, code: str, *options: str) -> str:
    """Output of pytest on a file with this code; the plugin is loaded by name, installed or not."""
    (tmp_path / "test_it.py").write_text(HEAD + code)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "pyacl.pytest_plugin", *options]
    done = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, check=False, timeout=120,
                          cwd=Path(__file__).parent.parent)
    return done.stdout + done.stderr


def test_npu_is_a_fresh_strict_machine(tmp_path: Path) -> None:
    out = run(tmp_path, """
def test_one(npu):
    assert npu.index == 0 and pyacl.backend() == "emulator"
    with pyacl.Tensor.from_numpy(np.arange(3)) as x:
        assert x.numpy().sum() == 3

@pytest.mark.npu_profile(soc="Ascend310P3", devices=1, profile="8.1.RC1")
def test_two(npu):
    assert (pyacl.Device.soc_name(), pyacl.Device.count()) == ("Ascend310P3", 1)
    assert not pyacl.has_function("aclrtCreateNotify")
""", "-W", "error")
    assert "2 passed" in out, out


def test_misuse_raises_and_fails(tmp_path: Path) -> None:
    """A copy of more than was asked for: out of bounds of the requested size."""
    out = run(tmp_path, """
def test_overrun(npu):
    from pyacl.capi import ACL_MEMCPY_HOST_TO_DEVICE, aclrtFree, aclrtMalloc, aclrtMemcpy, ffi
    p = ffi.new("void **")
    aclrtMalloc(p, 4, 0)
    with pytest.raises(pyacl.emulator.FindingError):
        aclrtMemcpy(p[0], 8, bytes(8), 8, ACL_MEMCPY_HOST_TO_DEVICE)
    aclrtFree(p[0])
""")
    assert "the emulator found misuse" in out
    assert "S-OOB in aclrtMemcpy" in out
    assert "test_it.py:10" in out


def test_what_is_left_alive_fails(tmp_path: Path) -> None:
    out = run(tmp_path, """
kept = []
def test_leak(npu):
    kept.append(pyacl.Stream())
""")
    assert "left 1 live objects: 1 stream" in out, out


def test_emulated_cann_runs_for_each_release(tmp_path: Path) -> None:
    out = run(tmp_path, """
def test_release(emulated_cann):
    assert pyacl.has_function("aclrtCreateNotify") == (emulated_cann == "9.1")
""", "-v")
    assert "test_release[8.1.RC1] PASSED" in out
    assert "test_release[9.1] PASSED" in out


def test_nothing_happens_unless_it_is_asked_for(tmp_path: Path) -> None:
    out = run(tmp_path, """
import sys
def test_quiet():
    from pyacl import _lib
    assert _lib._backend is None and "pyacl.emulator" not in sys.modules
""")
    assert "1 passed" in out, out
