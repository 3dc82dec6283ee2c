"""`python -m pyacl info` on fake trees: what it finds odd is gone when its command is pasted; the keys of `--json`."""
from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fake_cann import MACHINE, PROJECT, both, clean_environment, library, needs_compiler, toolkit, wrong_machine

from pyacl import _info, _oddities

RELEASE = "8.5.0"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home where every module that CANN's compiler needs is installed, NumPy 1 among them."""
    for name in _info.COMPILER_MODULES:
        folder = tmp_path / "modules" / f"{name.replace('-', '_')}-1.26.dist-info"
        folder.mkdir(parents=True)
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.26\n")
    return tmp_path


def info(home: Path, before: str = "", code: Any = None, **variables: str) -> dict[str, Any]:
    """Paste a command into a shell and run `info` in it."""
    environment = clean_environment(home, **variables)
    environment["PYTHONPATH"] = f"{home}/modules:{PROJECT}"
    done = subprocess.run(["bash", "-c", f'{before}\n"$0" -m pyacl info --json', sys.executable], env=environment,
                          cwd=home, text=True, capture_output=True, timeout=60)
    assert done.stderr == ""
    facts: dict[str, Any] = json.loads(done.stdout)
    assert done.returncode == (0 if facts["healthy"] else 1)
    assert facts["healthy"] is (facts["odd"] == [])
    assert code is None or done.returncode == code
    return facts


def mended(home: Path, what: str, **variables: str) -> str:
    """Exactly one thing is odd; pasting its command makes the installation healthy.  Gives the command."""
    odd = info(home, **variables)["odd"]
    assert len(odd) == 1, odd
    assert what in odd[0]["what"]
    info(home, odd[0]["fix"], code=0, **variables)
    return str(odd[0]["fix"])


def package(folder: Path) -> Path:
    library(folder / "op_api" / "lib" / "libcust_opapi.so", both(1000, "aclnnAdd", "aclnnAbs"))
    return folder


@needs_compiler
def test_a_healthy_toolkit(home: Path) -> None:
    root = toolkit(home / "cann", version=RELEASE)
    (root / "compiler").mkdir()
    mine = package(home / "mine")
    facts = info(home, code=0, PYACL_CANN_HOME=str(root), ASCEND_CUSTOM_OPP_PATH=str(mine))
    assert facts["custom_packages"] == [{
        "path": str(mine / "op_api/lib/libcust_opapi.so"), "found_via": "ASCEND_CUSTOM_OPP_PATH", "version": "",
        "operators": ["aclnnAbs", "aclnnAdd"], "elsewhere": {"aclnnAdd": str(root / "lib64/libopapi.so")}}]


@needs_compiler
@pytest.mark.skipif(importlib.util.find_spec("sympy") is not None, reason="sympy is installed: nothing is missing")
def test_a_module_that_the_compiler_misses(home: Path) -> None:
    root = toolkit(home / "cann", version=RELEASE)
    (root / "compiler").mkdir()
    (home / "modules" / "sympy-1.26.dist-info" / "METADATA").unlink()
    (home / "modules" / "sympy-1.26.dist-info").rmdir()
    assert info(home, PYACL_CANN_HOME=str(root))["odd"] == [
        {"what": "CANN's operator compiler may miss sympy", "fix": "pip install sympy"}]


@needs_compiler
def test_variables_that_mislead(home: Path, tmp_path: Path) -> None:
    root = toolkit(home / "cann", version=RELEASE)
    (root / "opp").mkdir()
    other = toolkit(home / "other" / "8.1.RC1")
    stub = library(home / "devlib" / "libascendcl.so", {"aclInit": 1}).parent
    named = {"PYACL_CANN_HOME": str(root)}
    assert mended(home, "is not what is loaded", ASCEND_HOME_PATH=str(other), **named) == (
        f"export ASCEND_HOME_PATH={root}")
    mended(home, "is not what is loaded", ASCEND_TOOLKIT_HOME=str(home / "nothing"), **named)
    mended(home, "ASCEND_OPP_PATH", ASCEND_OPP_PATH=str(other), **named)
    mended(home, "no folder", ASCEND_CUSTOM_OPP_PATH=f"{home}/gone:{package(home / 'mine')}", **named)
    kept = f"{home}/a folder:{root}/lib64"
    assert mended(home, "stub folder", LD_LIBRARY_PATH=f"{stub}:{kept}", **named) == (
        f"export LD_LIBRARY_PATH='{kept}'")
    assert info(home, code=0, ASCEND_HOME_PATH=str(root), ASCEND_TOOLKIT_HOME=str(root / "lib64"), **named)["odd"] == []


@needs_compiler
def test_latest_as_a_folder_of_links_is_not_odd(home: Path) -> None:
    """set_env.sh names `latest`; a process that has loaded CANN shows the folder that it links to."""
    real = toolkit(home / "ascend-toolkit" / RELEASE, version=RELEASE)
    (real / "opp").mkdir()
    latest = home / "ascend-toolkit" / "latest"
    latest.mkdir()
    for name in ("lib64", "opp", "version.cfg"):
        (latest / name).symlink_to(f"../{RELEASE}/{name}")
    facts = info(home, code=0, ASCEND_HOME_PATH=str(latest), ASCEND_OPP_PATH=str(latest / "opp"),
                 LD_PRELOAD=str(real / "lib64" / "libascendcl.so"))
    assert facts["root"] == str(real)


@needs_compiler
@pytest.mark.parametrize("place", ["variable", "vendors"])
def test_custom_operators_that_cannot_be_used(home: Path, place: str) -> None:
    root = toolkit(home / "cann", version=RELEASE)
    vendors = root / "opp" / "vendors"
    broken, good = package(vendors / "broken"), package(vendors / "good")
    wrong_machine(broken / "op_api" / "lib" / "libcust_opapi.so")
    variables = {"PYACL_CANN_HOME": str(root)}
    if place == "variable":
        variables["ASCEND_CUSTOM_OPP_PATH"] = f"{broken}:{good}"
    else:
        (vendors / "config.ini").write_text("load_priority=good,broken\n")
    mended(home, "cannot be used: ", **variables)
    assert [one["path"] for one in info(home, **variables)["custom_packages"]] == [
        str(good / "op_api/lib/libcust_opapi.so")]


@needs_compiler
def test_a_newer_installation_that_was_passed_over(home: Path) -> None:
    newest = toolkit(home / "all" / "cann-9.1.0", version="9.1.0")
    toolkit(home / "all" / "cann-8.5.0", version=RELEASE)
    wrong_machine(newest / "lib64" / "libascendcl.so")
    fix = mended(home, f"{newest}/lib64/libascendcl.so was passed over", ASCEND_HOME_PATH=str(home / "all"))
    assert fix == f"export PYACL_CANN_HOME={home}/all/cann-8.5.0"


@needs_compiler
@pytest.mark.parametrize(("release", "package"), [("8.5.0", "cann-*-ops_8.5.0"), ("8.1.RC1", "cann-toolkit_8.1.RC1")])
def test_no_operator_library(home: Path, release: str, package: str) -> None:
    """Since 8.5 operators are a package of their own, for each kind of NPU; before, they came with the toolkit."""
    root = toolkit(home / "cann", version=release)
    (root / "lib64" / "libopapi.so").unlink()
    assert info(home, PYACL_CANN_HOME=str(root))["odd"] == [{
        "what": "no operator library is installed", "fix": f"bash Ascend-{package}_linux-{MACHINE}.run --install"}]


@needs_compiler
@pytest.mark.skipif(any(Path("/dev").glob("davinci[0-9]*")), reason="this machine has an NPU")
def test_no_device_matters_only_where_the_driver_is_in_use(home: Path) -> None:
    driver = library(home / "Ascend/driver/lib64/driver/libascend_hal.so", {"halInit": 2})
    root = toolkit(home / "Ascend" / "cann", version=RELEASE, needs=(driver,))
    odd = info(home, PYACL_CANN_HOME=str(root))["odd"]
    container = any(map(os.path.exists, _oddities.IN_A_CONTAINER))
    assert [one["what"] for one in odd] == ["there is no /dev/davinci*"]
    assert odd[0]["fix"].startswith("docker run" if container else "npu-smi info")


def test_what_is_wrong_without_cann_and_its_command(home: Path) -> None:
    facts = info(home, code=1, PYACL_CANN_HOME=str(home / "nothing"))
    assert facts["odd"] == [{"what": f"no CANN was found: PYACL_CANN_HOME={home}/nothing: no such folder",
                             "fix": "unset PYACL_CANN_HOME"}]


@needs_compiler
def test_the_keys_are_those_of_the_documentation(home: Path) -> None:
    """Every key is always there, whatever is installed."""
    page = (PROJECT / ".docs" / "pages" / "installation.md").read_text().partition("| key | value |")[2]
    documented = [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")]
    root = toolkit(home / "cann", version=RELEASE)
    for variables in ({"PYACL_BACKEND": "emulator"}, {"PYACL_CANN_HOME": str(root)}, {"PYACL_CANN_HOME": "/nothing"}):
        assert sorted(info(home, **variables)) == sorted(documented)
