"""What is built and shipped, and that the commands that are written down are the ones that are run."""
from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import pyacl

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("hatchling", reason="hatchling builds the wheel (extra `test`)")
    if not (ROOT / "pyproject.toml").exists():
        pytest.skip("not a source tree")
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT, check=True,
                   capture_output=True)
    return next(folder.glob("*.whl"))


def test_wheel_is_pure_python_and_small(wheel: Path) -> None:
    assert wheel.name == f"pyacl_ascend-{pyacl.__version__}-py3-none-any.whl"
    assert wheel.stat().st_size < 1_500_000


def test_wheel_carries_what_runs(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    headers = {f"pyacl/headers/{path.relative_to(ROOT / 'headers')}" for path in (ROOT / "headers").rglob("*.h")}
    assert len(headers) > 900
    assert headers <= names
    assert {"pyacl/_abi.py", "pyacl/py.typed", "pyacl/capi.pyi", "pyacl/aclnn.pyi",
            "pyacl/emulator/c/native.c"} <= names
    sources = {str(path.relative_to(ROOT)) for path in (ROOT / "pyacl").rglob("*.py")}
    assert "pyacl/emulator/__init__.py" in sources
    assert sources <= names


def test_wheel_carries_nothing_else(wheel: Path) -> None:
    names = [name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name]
    assert not [name for name in names if not name.endswith((".py", ".pyi", ".h", "py.typed", "emulator/c/native.c"))]
    assert not [name for name in names if name.startswith(("tests", "examples", "pyacl/headers/tools"))]


def test_wheel_needs_three_packages_and_has_the_licence(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    folder = f"pyacl_ascend-{pyacl.__version__}.dist-info"
    metadata = archive.read(f"{folder}/METADATA").decode()
    needs = [line.split(":", 1)[1] for line in metadata.splitlines() if line.startswith("Requires-Dist:")]
    assert {re.match(r" ?([\w-]+)", need)[1].replace("-", "_")  # type: ignore[index]
            for need in needs if "extra ==" not in need} == {"numpy", "cffi", "ml_dtypes"}
    assert "Apache License" in archive.read(f"{folder}/licenses/LICENSE").decode()
    assert "Requires-Python: >=3.10" in metadata
    assert "pyacl = pyacl.__main__:main" in archive.read(f"{folder}/entry_points.txt").decode()


def readme_commands() -> list[str]:
    return re.findall(r"^    (python3 -m venv .*)$", (ROOT / "README.md").read_text(), re.M)


def test_readme_has_the_two_commands_of_one_line() -> None:
    run, test = readme_commands()
    assert run.endswith("-m pyacl run examples/softmax_backward.py")
    assert test.endswith("tox")
    for command in (run, test):                       # a fresh environment: the system's Python may be managed
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install ")


def test_continuous_integration_runs_the_command_of_the_readme() -> None:
    assert readme_commands()[1] in (ROOT / ".ci" / "run").read_text().splitlines()


def test_versions_agree() -> None:
    assert f"## {pyacl.__version__}" in (ROOT / "CHANGELOG.md").read_text()
