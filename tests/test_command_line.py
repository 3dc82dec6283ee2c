"""`python -m pyacl info | ops | run`, each in a fresh process with a clean environment."""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from fake_cann import both, clean_environment, library, needs_compiler, toolkit

from pyacl import _abi, _info, _oddities, _search


def pyacl(home: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-X", "dev", "-W", "error", "-m", "pyacl", *arguments]
    return subprocess.run(command, env=clean_environment(home, **variables), cwd=home, text=True, capture_output=True,
                          timeout=60)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "Ascend").mkdir()
    return tmp_path


def script(home: Path, text: str, name: str = "script.py") -> str:
    path = home / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return str(path)


# These look at the machine's own standard places, as the command does for everybody.
no_cann_here = pytest.mark.skipif(any(Path(place).is_dir() for place in ("/usr/local/Ascend", "/opt/Ascend")),
                                  reason="CANN is installed on this machine")


# -- info
@no_cann_here
def test_info_without_cann_says_what_was_tried(home: Path) -> None:
    done = pyacl(home, "info")
    assert done.returncode == 1
    assert done.stderr == ""
    assert "backend: none (wanted: cann)" in done.stdout
    assert "ASCEND_HOME_PATH: not set" in done.stdout
    assert "PYACL_BACKEND=emulator" in done.stdout
    assert done.stdout.splitlines()[-1] == "not healthy"


@no_cann_here
def test_info_auto_says_why_it_is_the_emulator(home: Path) -> None:
    done = pyacl(home, "info", PYACL_BACKEND="auto")
    assert done.returncode == 0
    assert "emulator (CANN 9.1, Ascend910B1); no CANN was found" in done.stdout


def test_info_of_the_emulator(home: Path) -> None:
    done = pyacl(home, "info", "--json", PYACL_BACKEND="emulator", PYACL_EMULATOR_PROFILE="8.1.RC1",
                 PYACL_EMULATOR_SOC="Ascend310P3", PYACL_EMULATOR_DEVICES="3")
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout)
    assert facts["healthy"] is True
    assert (facts["wanted"], facts["backend"]) == ("emulator", "emulator")
    machine = facts["emulator"]
    assert (machine["profile"], machine["soc"], machine["devices"], machine["mode"]) == (
        "8.1.RC1", "Ascend310P3", 3, "faithful")
    assert facts["environment"]["PYACL_EMULATOR_DEVICES"] == "3"
    newer = {name for names in _abi.SINCE.values() for name in names.split()}     # 8.1.RC1 lacks what came after it
    declared = {name for names in _abi.HEADERS.values() for name in names.split()}
    assert {name for names in facts["missing"].values() for name in names} == newer & declared
    assert facts["devices"] == []                          # not asked for


def test_info_devices_asks_each_device(home: Path) -> None:
    done = pyacl(home, "info", "--devices", "--json", PYACL_BACKEND="emulator", PYACL_EMULATOR_DEVICES="2",
                 PYACL_EMULATOR_MEMORY=str(1 << 30))
    devices = json.loads(done.stdout)["devices"]
    assert [(one["id"], one["name"], one["total"], one["health"]) for one in devices] == [
        (number, "Ascend910B1", 1 << 30, "normal") for number in (0, 1)]


@needs_compiler
def test_info_of_a_toolkit(home: Path) -> None:
    root = toolkit(home / "Ascend" / "ascend-toolkit" / "8.1.RC1", version="8.1.RC1",
                   operators={"libopapi_math.so": both(10, "aclnnAdd"), "libopapi.so": both(20, "aclnnMul")})
    (home / "Ascend" / "driver").mkdir()
    (home / "Ascend" / "driver" / "version.info").write_text("Version=25.0.rc1\nascendhal_version=7.35.23\n")
    package = home / "vendors" / "mine"
    library(package / "op_api" / "lib" / "libcust_opapi.so", {"anything": 1})
    done = pyacl(home, "info", "--json", PYACL_CANN_HOME=str(root), ASCEND_CUSTOM_OPP_PATH=str(package))
    assert done.stderr == ""
    facts = json.loads(done.stdout)
    assert (facts["backend"], facts["root"]) == ("cann", str(root))
    assert facts["versions"]["CANN"] == "8.1.RC1"
    assert facts["versions"]["driver"] == "25.0.rc1"
    assert [(one["name"], one["path"], one["version"]) for one in facts["libraries"]] == [
        ("libascendcl.so", f"{root}/lib64/libascendcl.so", "8.1.RC1"),
        ("libnnopbase.so", f"{root}/lib64/libnnopbase.so", "8.1.RC1"),
        ("libopapi_math.so", f"{root}/lib64/libopapi_math.so", "8.1.RC1"),
        ("libopapi.so", f"{root}/lib64/libopapi.so", "8.1.RC1"),
        ("libcust_opapi.so", f"{package}/op_api/lib/libcust_opapi.so", "")]
    assert facts["libraries"][0]["found_via"] == f"PYACL_CANN_HOME={root}"
    assert len(facts["missing"]["operators"]) == sum(
        len(names.split()) for header, names in _abi.HEADERS.items() if header.startswith("aclnnop/")) - 2
    assert "aclnnAdd" not in facts["missing"]["operators"]


@needs_compiler
def test_info_names_what_is_odd_and_the_cure(home: Path) -> None:
    root = toolkit(home / "Ascend" / "cann", version="8.1.RC1")
    (root / "lib64" / "libopapi.so").unlink()
    stub = library(root / "devlib" / "libascendcl.so", {"aclInit": 1}).parent
    done = pyacl(home, "info", PYACL_CANN_HOME=str(root), LD_LIBRARY_PATH=str(stub), ASCEND_HOME_PATH="/elsewhere")
    assert done.returncode == 1
    for what in (f"odd: LD_LIBRARY_PATH has the stub folder {stub}", "odd: no operator library is installed",
                 f"odd: ASCEND_HOME_PATH=/elsewhere is not what is loaded: {root}"):
        assert what in done.stdout
    assert f"fix: export ASCEND_HOME_PATH={root}" in done.stdout
    assert "fix: unset LD_LIBRARY_PATH" in done.stdout


def test_versions_of_driver_and_firmware_wherever_they_are_installed(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = tmp_path / "ascend_install.info"
    installed.write_text(f"UserName=HwHiAiUser\nDriver_Install_Path_Param={tmp_path}/npu\n")
    monkeypatch.setattr(_search, "DRIVER_INFO", str(installed))
    for part, release in (("driver", "25.2.0"), ("firmware", "7.7.0.6.236")):
        (tmp_path / "npu" / part).mkdir(parents=True)
        (tmp_path / "npu" / part / "version.info").write_text(f"Version={release}\n")
    assert _info._driver_versions() == {"driver": "25.2.0", "firmware": "7.7.0.6.236"}


@pytest.mark.parametrize(("release", "numpy", "wrong"), [
    ("8.1.RC1", "2.1.0", True), ("8.5.0", "2.0.2", True), ("8.5.0", "1.26.4", False), ("9.0.0", "2.3.1", False),
    ("9.0.0.alpha001", "2.3.1", False), ("", "2.3.1", False)])
def test_modules_that_the_compiler_of_cann_needs(tmp_path: Path, release: str, numpy: str, wrong: bool) -> None:
    """CANN's own installation guides: numpy<2 for 8.1 to 8.5, any for 9.0."""
    facts = {"versions": {"CANN": release, "library": ""}, "modules": {"attrs": "", "decorator": "", "numpy": numpy},
             "root": str(tmp_path)}
    assert list(_oddities._modules(facts)) == []           # a run-time package has no compiler
    (tmp_path / "compiler").mkdir()
    fixes = [fix for _, fix in _oddities._modules(facts)]
    assert fixes == ["pip install attrs decorator", *(["pip install 'numpy<2'"] if wrong else [])]


@needs_compiler
def test_info_tells_a_missing_driver_from_a_missing_cann(home: Path) -> None:
    hal = library(home / "build" / "libascend_hal.so", {"halInit": 1})
    root = toolkit(home / "Ascend" / "cann", version="8.1.RC1", needs=(hal,))
    done = pyacl(home, "info", PYACL_CANN_HOME=str(root))
    assert done.returncode == 1
    assert f"CANN 8.1.RC1 in {root} is there, but the NPU driver is not" in done.stdout
    assert "PYACL_CANN_HOME" in done.stdout.partition("environment:")[2]


@pytest.mark.parametrize(("name", "value"), [("PYACL_BACKEND", "gpu"), ("PYACL_EMULATOR_SOC", "Ascend1")])
def test_info_with_a_wrong_variable(home: Path, name: str, value: str) -> None:
    done = pyacl(home, "info", **{"PYACL_BACKEND": "emulator", name: value})
    assert done.returncode == 2
    assert repr(value) in done.stderr
    assert "Traceback" not in done.stderr


# -- ops
def test_ops_lists_every_operator(home: Path) -> None:
    done = pyacl(home, "ops")
    assert done.returncode == 0, done.stderr
    head, *rows, last = done.stdout.splitlines()
    assert head.split() == ["operator", "C", "name", "header", "backend", "emulator"]
    assert len(rows) == len(_abi.OPERATORS)
    assert {row.split()[1] for row in rows} == set(_abi.OPERATORS)
    assert last.startswith(f"{len(_abi.OPERATORS)} operators; ")


@pytest.mark.parametrize(("pattern", "expected"), [
    ("SOFTMAX_backward", ["softmax_backward"]),            # part of a name, any case; see the filter below
    ("aclnnSoftmaxB*", ["softmax_backward"]),
    ("softmax_back?ard", ["softmax_backward"]),
])
def test_ops_pattern(home: Path, pattern: str, expected: list[str]) -> None:
    done = pyacl(home, "ops", pattern, PYACL_BACKEND="emulator")
    _, *rows, last = done.stdout.splitlines()
    cells = {row.split()[0]: row.split()[1:] for row in rows}
    assert all("softmax_backward" in name for name in cells)
    assert cells[expected[0]] == ["aclnnSoftmaxBackward", "aclnnop/aclnn_softmax_backward.h", "yes", "yes"]
    assert last.startswith(f"{len(rows)} operators; {len(rows)} exported by emulator (CANN 9.1, Ascend910B1); ")


@needs_compiler
def test_ops_of_a_toolkit(home: Path) -> None:
    root = toolkit(home / "Ascend" / "cann", operators={"libopapi.so": both(1, "aclnnAbs")})
    done = pyacl(home, "ops", "aclnnA[bc]*s", PYACL_CANN_HOME=str(root))
    rows = {row.split()[1]: row.split()[3] for row in done.stdout.splitlines()[1:-1]}
    assert rows == {"aclnnAbs": "yes", "aclnnAcos": "no"}


def test_ops_without_a_hit(home: Path) -> None:
    done = pyacl(home, "ops", "sofmax")
    assert done.returncode == 2
    assert "no operator matches 'sofmax'; did you mean" in done.stderr


def test_ops_into_a_closed_pipe(home: Path) -> None:
    """As in `pyacl ops | head -1`."""
    child = subprocess.Popen([sys.executable, "-m", "pyacl", "ops"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             text=True, cwd=home, env=clean_environment(home))
    with child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == ""


# -- run
EMULATOR = "pyacl run: emulator (CANN 9.1, Ascend910B1)"


@no_cann_here
def test_run_takes_the_emulator_without_cann(home: Path) -> None:
    done = pyacl(home, "run", script(home, "import pyacl\nprint(pyacl.backend())"))
    assert (done.returncode, done.stdout) == (0, "emulator\n")
    assert done.stderr == f"{EMULATOR}; no CANN was found\n"


@needs_compiler
def test_run_takes_cann_where_there_is_one(home: Path) -> None:
    root = toolkit(home / "Ascend" / "cann", version="8.1.RC1")
    done = pyacl(home, "run", script(home, "import pyacl\nprint(pyacl.backend())"), PYACL_CANN_HOME=str(root))
    assert done.stdout == "cann\n"
    assert done.stderr == f"pyacl run: CANN 8.1.RC1 in {root}, found via PYACL_CANN_HOME={root}\n"


@needs_compiler
def test_run_says_why_a_broken_cann_is_not_taken(home: Path) -> None:
    hal = library(home / "build" / "libascend_hal.so", {"halInit": 1})
    root = toolkit(home / "Ascend" / "cann", needs=(hal,))
    done = pyacl(home, "run", script(home, ""), PYACL_CANN_HOME=str(root))
    assert done.returncode == 0
    assert len(done.stderr.splitlines()) == 1
    assert "but the NPU driver is not" in done.stderr


@pytest.mark.parametrize("choice", [["--backend", "cann"], []])
@no_cann_here
def test_run_with_cann_wanted_and_none_there(home: Path, choice: list[str]) -> None:
    variables = {} if choice else {"PYACL_BACKEND": "cann"}
    done = pyacl(home, "run", *choice, script(home, "print('ran')"), **variables)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("pyacl run: no CANN was found\n")
    assert "Traceback" not in done.stderr


def test_run_is_like_python_itself(home: Path) -> None:
    """Same argv, path, name, file as `python SCRIPT ARGS`."""
    path = script(home, "import sys, helper\nprint(sys.argv, sys.path[0], __name__, __file__, helper.value)\n"
                  "assert sys.modules['__main__'].__dict__ is globals()\n", "folder/main.py")
    script(home, "value = 7", "folder/helper.py")
    arguments = [path, "one", "--strict", "--", "-h", "--backend", "cann"]
    plain = subprocess.run([sys.executable, *arguments], env=clean_environment(home), cwd=home, text=True,
                           capture_output=True, check=True)
    done = pyacl(home, "run", "--backend", "emulator", *arguments)
    assert (done.stdout, done.returncode) == (plain.stdout, 0)
    assert done.stderr == EMULATOR + "\n"


def test_run_hands_the_backend_to_child_processes(home: Path) -> None:
    path = script(home, "import subprocess, sys\n"
                  "subprocess.run([sys.executable, '-c', 'import pyacl; print(pyacl.backend())'], check=True)")
    assert pyacl(home, "run", "--strict", path).stdout == "emulator\n"


@pytest.mark.parametrize(("text", "code", "error"), [
    ("import sys; sys.exit(7)", 7, ""), ("raise SystemExit", 0, ""), ("import sys; sys.exit('gone')", 1, "gone\n"),
])
def test_run_keeps_the_exit_code(home: Path, text: str, code: int, error: str) -> None:
    done = pyacl(home, "run", script(home, text), PYACL_BACKEND="emulator")
    assert (done.returncode, done.stderr) == (code, f"{EMULATOR}\n{error}")


def test_run_shows_the_scripts_own_traceback_only(home: Path) -> None:
    path = script(home, "def inner():\n    raise KeyError('lost')\ninner()\n")
    done = pyacl(home, "run", path, PYACL_BACKEND="emulator")
    assert done.returncode == 1
    assert done.stderr.count("  File ") == done.stderr.count(f'File "{path}"') == 2
    assert done.stderr.rstrip().endswith("KeyError: 'lost'")


def test_run_shows_a_syntax_error(home: Path) -> None:
    path = script(home, "x = = 1\n")
    done = pyacl(home, "run", path, PYACL_BACKEND="emulator")
    assert done.returncode == 1
    assert "SyntaxError" in done.stderr
    assert "runpy" not in done.stderr


def test_run_without_a_script_there(home: Path) -> None:
    done = pyacl(home, "run", "nowhere.py")
    assert (done.returncode, done.stderr) == (2, "pyacl run: there is no script 'nowhere.py'\n")


def test_keyboard_interrupt_behaves_as_usual(home: Path) -> None:
    path = script(home, "import time\nprint('ready', flush=True)\ntime.sleep(30)\n")
    child = subprocess.Popen([sys.executable, "-m", "pyacl", "run", path], text=True, stdout=subprocess.PIPE, cwd=home,
                             stderr=subprocess.PIPE, env=clean_environment(home, PYACL_BACKEND="emulator"))
    with child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.readline() == "ready\n"
        os.kill(child.pid, signal.SIGINT)
        assert child.wait(20) == -signal.SIGINT            # as `python SCRIPT` ends
        assert child.stderr.read().rstrip().endswith("KeyboardInterrupt")


CLEAN = "from pyacl.capi import *\naclInit(NULL)\naclFinalize()\n"
# S-OOB: a copy that ends beyond the block of its target, in line 7
MISUSE = """\
from pyacl.capi import *
aclInit(NULL)
aclrtSetDevice(0)
block = ffi.new("void **")
aclrtMalloc(block, 64, ACL_MEM_MALLOC_HUGE_FIRST)
try:
    aclrtMemcpy(block[0], 4096, bytes(4096), 4096, ACL_MEMCPY_HOST_TO_DEVICE)
except Exception:
    pass
"""


def test_run_strict_without_findings(home: Path) -> None:
    done = pyacl(home, "run", "--strict", script(home, CLEAN))
    assert (done.returncode, done.stderr) == (0, f"{EMULATOR}\npyacl run: findings: 0\n")


def test_run_strict_may_stand_behind_the_script(home: Path) -> None:
    path = script(home, "import sys\nfrom pyacl.emulator import _world\n"
                  "print(sys.argv[1:], _world.world().profile.strict)")
    assert pyacl(home, "run", path, "--strict", "one").stdout == "['one'] True\n"
    assert pyacl(home, "run", "--backend", "emulator", path, "one", "--strict").stdout == "['one', '--strict'] False\n"


@pytest.mark.parametrize(("ending", "code"), [("", 1), ("import sys; sys.exit(5)\n", 5)])
def test_run_strict_lists_findings(home: Path, ending: str, code: int) -> None:
    """A misuse that the script swallows fails the run all the same; its own exit code is kept."""
    path = script(home, MISUSE + ending)
    done = pyacl(home, "run", "--strict", path)
    assert done.returncode == code
    listing = done.stderr.partition("pyacl run: findings: ")[2].splitlines()
    assert int(listing[0]) == len(listing) - 1 >= 1
    assert "aclrtMemcpy" in listing[1]
    assert f"{path}:7" in listing[1]


LEFT_BEHIND = """from pyacl.capi import *
aclrtSetDevice(0)
stream, block = ffi.new("aclrtStream *"), ffi.new("void **")
aclrtCreateStream(stream)
aclrtMalloc(block, 64, ACL_MEM_MALLOC_HUGE_FIRST)
aclrtMemsetAsync(block[0], 64, 0, 64, stream[0])
"""
LIVE_GLOBALS = """import atexit, numpy, pyacl
device = pyacl.Device(0)
device.__enter__()
stream, event, pinned = pyacl.Stream(), pyacl.Event(), pyacl.HostBuffer(64)
x, y = pyacl.Tensor.from_numpy(numpy.ones(8, "float32")), pyacl.Tensor.empty((8,), "float32")
pyacl.aclnn.add(x, x, 1.0, y, stream=stream)
event.record(stream)
again = pyacl.aclnn.add.prepare(x, x, 1.0, y, repeatable=True)
kept = pyacl.TensorList([x, y]), pyacl.Scalar(1.0, "float32"), pyacl.IntArray([1, 2])
atexit.register(lambda: print("last words"))
"""


def test_run_strict_tells_what_a_script_leaves_behind(home: Path) -> None:
    """S-LEAK, S-UNSYNC, R-INIT-11: each with the line that made it; a missing reset alone is a warning."""
    path = script(home, LEFT_BEHIND)
    done = pyacl(home, "run", "--strict", path)
    assert done.returncode == 1
    assert done.stderr.partition("findings: ")[2].splitlines() == [
        "4", f"  S-UNSYNC in exit: nobody waited for the last work of the stream; created at {path}:4",
        f"  S-LEAK in exit: never released: 1 device memory; created at {path}:5",
        f"  S-LEAK in exit: never released: 1 stream; created at {path}:4",
        "  S-LEAK in exit: 1 aclrtSetDevice without an aclrtResetDevice"]


def test_run_strict_lets_objects_be_released_at_exit(home: Path) -> None:
    """S-LEAK: what the objects release at exit is not left behind, nor are descriptors, which are host memory."""
    done = pyacl(home, "run", "--strict", script(home, LIVE_GLOBALS))
    assert (done.returncode, done.stdout) == (0, "last words\n")
    assert done.stderr == f"{EMULATOR}\npyacl run: findings: 0\n"


def test_run_strict_does_not_ask_a_failed_script_to_tidy_up(home: Path) -> None:
    done = pyacl(home, "run", "--strict", script(home, LEFT_BEHIND + "raise SystemExit(3)"))
    assert (done.returncode, done.stderr) == (3, f"{EMULATOR}\npyacl run: findings: 0\n")


def test_run_strict_is_no_mode_of_cann(home: Path) -> None:
    done = pyacl(home, "run", "--strict", "--backend", "cann", script(home, ""))
    assert done.returncode == 2
    assert "--strict is a mode of the emulator" in done.stderr


# -- help
@pytest.mark.parametrize("arguments", [[], ["info"], ["ops"], ["run"]])
def test_help(home: Path, arguments: list[str]) -> None:
    done = pyacl(home, *arguments, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(" ".join(["usage: pyacl", *arguments]))


def test_no_command_is_a_usage_error(home: Path) -> None:
    done = pyacl(home)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


