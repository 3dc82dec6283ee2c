"""Programs in C and C++ on the built emulator.  Expected output: the formula or statement that the comment names."""
from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import PACKAGE, ROOT, Python

from pyacl import _abi, _lib
from pyacl.emulator import _build

PROGRAMS = Path(__file__).parent / "programs"
COMPILERS = {".c": ("gcc", "-std=c11"), ".cpp": ("g++", "-std=c++11")}
missing = [compiler for compiler, _ in COMPILERS.values() if not shutil.which(compiler)]
pytestmark = pytest.mark.skipif(bool(missing), reason=f"needs {' and '.join(missing)}")

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def child(command: list[str], environment: dict[str, str], folder: Path | None = None) -> \
        subprocess.CompletedProcess[str]:
    """Run a program with no setting of the emulator but those given; it finds the pyacl that is tested here."""
    inherited = {name: value for name, value in os.environ.items()
                 if not name.startswith(("PYACL_", "ASCEND_", "LD_LIBRARY_PATH"))}
    path = os.pathsep.join(filter(None, [PACKAGE, os.environ.get("PYTHONPATH", "")]))
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, cwd=folder,
                          env={**inherited, "PYTHONPATH": path, **environment})


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `emulator build` writes; once for all workers, since it compiles for several seconds."""
    base = tmp_path_factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = base / "emulator home"                        # the space shows what is not quoted
    with open(base / "emulator.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _build.is_fresh(folder):
            # not here, where `-m` would find the sources instead of the package that is tested
            done = child([sys.executable, "-m", "pyacl", "emulator", "build", str(folder)], {}, base)
            assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def run(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """`run("add.c", "argument", NAME="value")`: compile as against CANN, without a warning, and run."""
    folder = tmp_path_factory.mktemp("programs")

    def compile_and_run(name: str, *arguments: str, link: bool = True, **environment: str) -> \
            subprocess.CompletedProcess[str]:
        program = folder / name.replace(".", "_")
        if not program.exists():
            libraries = ["-L", str(home / "lib64"), "-lascendcl", "-lnnopbase", "-lopapi"] if link else ["-ldl"]
            include = ["-I", str(home / "include"), "-I", str(home / "include" / "aclnn")]
            command = [*COMPILERS[Path(name).suffix], "-Wall", "-Wextra", "-Werror", "-pthread", *include,
                       "-o", str(program), str(PROGRAMS / name), *libraries]
            compiled = subprocess.run(command, capture_output=True, text=True, check=False)
            assert compiled.returncode == 0, compiled.stderr
        return child([str(program), *arguments], {"LD_LIBRARY_PATH": str(home / "lib64"), **environment})
    return compile_and_run


# -- the programs
OUTPUT = {
    "add.c": "6\n12\n18\n24\n",                            # x + y / 2
    "threads.cpp": "1\n3\n9\n27\n81\n243\n729\n2187\n",    # 3 ** n
    "callback.cpp": "5 elsewhere\n",                       # R-CB-1: a thread of the runtime runs host functions
    "signals.c": "default\n1\n",
    "fork.c": "1\n2\n7\n3\n",                              # |x|; the exit code of the child
    "types.cpp": "2.5\n"                                   # what is copied; IEEE 754's nearest; bytes of an int64
                 "0.0999755859 2.0000000000 inf 2048.0000000000 0.0000000596 1 0.100097656\n8\n",
    "structs.c": "100000\n200001\n",                       # R-ABI-3: NULL is refused by the first layer
}


@pytest.mark.parametrize("mode", ["faithful", "strict"])
@pytest.mark.parametrize("name", OUTPUT)
def test_program_prints_what_the_formula_says(run: Run, name: str, mode: str) -> None:
    done = run(name, PYACL_EMULATOR_MODE=mode)
    assert done.stdout == OUTPUT[name], done.stderr
    assert done.returncode == 0
    assert done.stderr == "" if mode == "faithful" else "pyacl emulator: 0 findings, 0 live\n" in done.stderr


def test_environment_chooses_the_machine(run: Run, home: Path) -> None:
    """And a program that opens the library itself works like one that is linked with it."""
    done = run("opened.c", str(home / "lib64" / "libacl_rt.so"), link=False, PYACL_EMULATOR_SOC="Ascend310P3")
    assert (done.returncode, done.stdout) == (0, "0 Ascend310P3\n"), done.stderr


def test_program_with_a_python_of_its_own(run: Run) -> None:
    value = sysconfig.get_config_var
    library = Path(value("LIBDIR")) / str(value("INSTSONAME"))
    if not library.is_file() or library.suffix == ".a":
        pytest.skip("this Python has no shared library")
    done = run("embedded.c", str(library), PYTHONPATH=os.pathsep.join(sys.path))
    assert (done.returncode, done.stdout) == (0, "False True\n"), done.stderr


def test_python_that_knows_no_pyacl(home: Path) -> None:
    """A Python that opens the library finds the pyacl that built it."""
    script = (f"import ctypes, sys\nsys.path[:] = [place for place in sys.path if place != {PACKAGE!r}]\n"
              f"cann = ctypes.CDLL({str(home / 'lib64' / 'libascendcl.so')!r})\n"
              "print(cann.aclrtSetDevice(0), cann.aclrtSetDevice(9))")
    done = child([sys.executable, "-c", script], {}, home)
    assert (done.returncode, done.stdout) == (0, "0 107001\n"), done.stderr


def test_communication_between_devices_fails_and_says_so(run: Run) -> None:
    done = run("communication.cpp")
    assert (done.returncode, done.stdout) == (0, "1 1\n")
    assert "pyacl emulator: HcclCommInitAll fails: HCCL, the communication between devices" in done.stderr


# -- findings and the report
def test_overrun_goes_on_as_on_a_device(run: Run) -> None:
    done = run("overrun.c", PYACL_EMULATOR_MODE="faithful")
    assert (done.returncode, done.stdout, done.stderr) == (0, "before\nbehind\n", "")


def test_report_of_a_faithful_run_changes_no_exit_code(run: Run) -> None:
    done = run("overrun.c", PYACL_EMULATOR_MODE="faithful", PYACL_EMULATOR_REPORT="1")
    assert done.returncode == 0
    assert "A-VIEW in aclnnAbs" in done.stderr


def test_strict_mode_tells_at_the_guilty_call_and_fails_at_the_end(run: Run) -> None:
    done = run("overrun.c", PYACL_EMULATOR_MODE="strict")
    assert (done.returncode, done.stdout) == (1, "before\nbehind\n")
    at_once, report = done.stderr.split("pyacl emulator: ")[1:3]
    assert at_once.startswith("A-VIEW in aclnnAbs")
    assert "the view takes bytes 0 to 32 of a device memory block of 16 bytes" in at_once
    assert "findings" in report
    assert "A-VIEW in aclnnAbs" in report


@pytest.mark.parametrize("stderr", ["/dev/full", "&-"])
def test_findings_that_cannot_be_written_change_nothing(run: Run, home: Path, stderr: str) -> None:
    program = str(run("overrun.c").args[0])
    done = child(["sh", "-c", f'"$0" 2>{stderr}', program],
                 {"LD_LIBRARY_PATH": str(home / "lib64"), "PYACL_EMULATOR_MODE": "strict"})
    assert (done.returncode, done.stdout) == (1, "before\nbehind\n")


def test_strict_mode_keeps_the_exit_code_of_a_program_that_fails(run: Run) -> None:
    assert run("overrun.c", "42", PYACL_EMULATOR_MODE="strict").returncode == 42


def test_report_waits_for_static_objects(run: Run) -> None:
    """What a destructor frees is no leak (S-LEAK), and nothing of the output is lost when the exit code changes."""
    done = run("static_object.cpp", PYACL_EMULATOR_MODE="strict")
    assert (done.returncode, done.stdout) == (0, "destructor\n"), done.stderr
    assert "S-LEAK in exit: never released" not in done.stderr
    done = run("static_object.cpp", "keep", PYACL_EMULATOR_MODE="strict")
    assert (done.returncode, done.stdout) == (1, "destructor\n")
    assert "S-LEAK in exit: never released: 1 device memory" in done.stderr


def test_report_of_a_library_that_the_program_opened(run: Run, home: Path) -> None:
    done = run("opened.c", str(home / "lib64" / "libascendcl.so"), link=False, PYACL_EMULATOR_MODE="strict")
    assert (done.returncode, done.stdout) == (0, "0 Ascend910B1\n")
    assert "pyacl emulator: 1 findings" in done.stderr     # S-LEAK: aclrtSetDevice without aclrtResetDevice, a warning


def test_program_may_end_while_a_stream_works(run: Run) -> None:
    for _ in range(6):                                     # the libraries beneath NumPy hung in one of four
        done = run("unfinished.c")
        assert (done.returncode, done.stdout, done.stderr) == (0, "leaving\n", "")


def test_strict_mode_tells_of_work_that_nobody_waited_for(run: Run) -> None:
    done = run("unfinished.c", PYACL_EMULATOR_MODE="strict")
    assert done.returncode == 1
    assert "S-UNSYNC in exit: nobody waited for the last work of the stream" in done.stderr


# -- what cannot work
@pytest.mark.parametrize(("environment", "words"), [
    ({"PYACL_PYTHON": "/no/such/python"}, "the Python /no/such/python cannot be started"),
    ({"PYACL_PYTHON": "/bin/true"}, "the Python /bin/true cannot be started"),
    ({"PYACL_PYTHON": "it's"}, "a path with ' in it cannot be used"),
    ({"PYACL_EMULATOR_SOC": "Ascend1"}, "soc='Ascend1': known are"),
    ({"PYTHONHOME": "/no/such/home"}, "No module named 'encodings'"),
])
def test_no_emulator_is_never_a_success(run: Run, environment: dict[str, str], words: str) -> None:
    done = run("add.c", **environment)
    assert done.returncode != 0
    assert done.stdout == ""
    assert words in done.stderr


def test_no_pyacl_stops_with_the_reason(run: Run, home: Path, tmp_path: Path) -> None:
    (tmp_path / "pyacl.py").write_text("raise ImportError('not this one')\n")
    done = run("add.c", PYTHONPATH=str(tmp_path))
    assert done.returncode == -6
    assert "not this one" in done.stderr
    assert "pyacl emulator: aclInit: the emulator cannot do it, the reason is above" in done.stderr


def test_function_that_the_release_lacks_stops_the_program(run: Run) -> None:
    """aclrtLaunchHostFunc is not in CANN 8.1.RC1 (R-CB-1)."""
    done = run("callback.cpp", PYACL_EMULATOR_PROFILE="8.1.RC1")
    assert done.returncode == -6
    assert "aclrtLaunchHostFunc is not exported by what is emulated: emulator (CANN 8.1.RC1" in done.stderr


def test_no_compiler_is_said(tmp_path: Path) -> None:
    done = child([sys.executable, "-m", "pyacl", "emulator", "build", str(tmp_path / "home")], {"PATH": str(tmp_path)})
    assert done.returncode == 1
    assert "a C compiler is needed: none of cc, gcc, clang is installed" in done.stderr
    assert not (tmp_path / "home").exists()


def test_another_cann_is_not_overwritten(tmp_path: Path) -> None:
    library = tmp_path / "lib64" / "libascendcl.so"
    library.parent.mkdir()
    library.write_text("the vendor's")
    with pytest.raises(_build.BuildError, match=r"another libascendcl\.so"):
        _build.build(tmp_path)
    assert library.read_text() == "the vendor's"


# -- the folder
def test_every_function_is_exported_under_every_name(home: Path) -> None:
    listed = subprocess.run(["nm", "-D", "--defined-only", str(home / "lib64" / "libascendcl.so")],
                            capture_output=True, text=True, check=True).stdout
    names = {line.split()[-1] for line in listed.splitlines()}
    assert {name for name in names if not name.startswith("Hccl")} == set(_lib.function_names())
    for name in ("libnnopbase.so", "libopapi.so", "libopapi_math.so", "libopapi_nn.so", "libopapi_cv.so",
                 "libopapi_transformer.so", "libacl_rt.so", "libhccl.so"):
        assert (home / "lib64" / name).samefile(home / "lib64" / "libascendcl.so")


def test_library_needs_nothing_of_python(home: Path) -> None:
    listed = subprocess.run(["readelf", "-d", str(home / "lib64" / "libascendcl.so")], capture_output=True, text=True,
                            check=True).stdout
    needs = [line.split("[")[1].rstrip("]") for line in listed.splitlines() if "(NEEDED)" in line]
    assert all(need.startswith(("libc.so", "libdl.so", "libpthread.so", "ld-linux")) for need in needs)


@pytest.mark.parametrize(("compiler", "language", "standard"), [
    ("gcc", "c", "c11"), ("g++", "c++", "c++11"), ("g++", "c++", "c++20"),
])
def test_headers_go_together_and_have_the_constants(home: Path, tmp_path: Path, compiler: str, language: str,
                                                    standard: str) -> None:
    """The program prints each constant whose value is not that of `pyacl.capi`."""
    headers = sorted(str(path.relative_to(home / "include")) for path in (home / "include").rglob("*.h"))
    numbers = {name: value for name, value in _abi.CONSTANTS.items() if isinstance(value, int)}
    assert len(headers) > 1800
    source = tmp_path / "all"
    source.write_text("".join([
        *(f'#include "{name}"\n' for name in ["stdio.h", *headers]),
        "int main(void) {\n",
        *(f'if ((unsigned long long){name} != {value % 2**64}ULL) puts("{name}");\n'
          for name, value in numbers.items()),
        "return 0; }\n"]))
    done = subprocess.run([compiler, "-x", language, f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-I",
                           str(home / "include"), "-o", str(tmp_path / "program"), str(source)],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:2000]
    assert child([str(tmp_path / "program")], {}).stdout == ""


# -- as an installation of CANN
@pytest.mark.parametrize("example", ["softmax_backward_c.py", "softmax_backward.py"])
def test_python_takes_the_folder_for_cann(python: Python, home: Path, example: str) -> None:
    """The numbers are those of the operator's page."""
    expected = python(str(ROOT / "examples" / example), environment={"PYACL_BACKEND": "emulator"})
    done = python("-m", "pyacl", "run", str(ROOT / "examples" / example),
                  environment={"PYACL_BACKEND": "cann", "PYACL_CANN_HOME": str(home)})
    assert done.returncode == 0, done.stderr
    assert f"CANN 9.1 in {home}, found via PYACL_CANN_HOME" in done.stderr
    assert "-93" in done.stdout
    assert done.stdout == expected.stdout


def test_python_and_library_share_one_emulator(python: Python, home: Path) -> None:
    code = ("from pyacl import emulator, lib\n"
            "assert lib.aclrtSetDevice(0) == 0\n"
            "emulator.configure(soc='Ascend310P3')\n"
            "from pyacl import ffi\nassert lib.aclrtSetDevice(0) == 0\n"
            "print(ffi.string(lib.aclrtGetSocName()).decode())\n")
    done = python("-c", code, environment={"PYACL_BACKEND": "cann", "PYACL_CANN_HOME": str(home)})
    assert done.stdout == "Ascend310P3\n", done.stderr


@pytest.mark.parametrize(("mode", "code"), [("faithful", 0), ("strict", 1)])
def test_python_with_the_folder_reports_at_its_end(python: Python, home: Path, mode: str, code: int) -> None:
    """What the program leaves behind is told; what pyacl's objects free at exit is no leak."""
    script = ("import pyacl\nfrom pyacl import ffi, lib\n"
              "device = pyacl.Device(0)\ndevice.__enter__()\n"
              "buffer = pyacl.DeviceBuffer(1000)\n"
              "address = ffi.new('void **')\nassert lib.aclrtMalloc(address, 64, 0) == 0\n")
    done = python("-W", "ignore", "-c", script, environment={
        "PYACL_BACKEND": "cann", "PYACL_CANN_HOME": str(home),
        "PYACL_EMULATOR_MODE": mode, "PYACL_EMULATOR_REPORT": "1"})
    assert "pyacl emulator: 1 findings, 0 live" in done.stderr
    assert "a device memory block of 64 bytes was never freed" in done.stderr
    assert done.returncode == code


def test_set_env_is_enough(home: Path, run: Run, tmp_path: Path) -> None:
    script = f'''set -eu
. "{home}/set_env.sh"
. "{home}/set_env.sh"
gcc -I "$ASCEND_HOME_PATH/include" "{PROGRAMS}/add.c" -L "$ASCEND_HOME_PATH/lib64" -lascendcl -lnnopbase -lopapi
./a.out
echo "$LD_LIBRARY_PATH"'''
    done = child(["sh", "-c", script], {}, tmp_path)
    assert (done.returncode, done.stdout) == (0, f"{OUTPUT['add.c']}{home}/lib64\n"), done.stderr


def test_python_beside_a_user_of_the_library_takes_nothing_over(python: Python, home: Path) -> None:
    """Theirs stay: the file, the context, the text of their error, their count of initialisations, their device."""
    code = f"""
import atexit, ctypes, os, pathlib
before = dict(os.environ)
lib = ctypes.CDLL({str(home / "lib64" / "libascendcl.so")!r})
lib.aclGetRecentErrMsg.restype = ctypes.c_char_p
stream, address, context, now = (ctypes.c_void_p() for _ in range(4))
print(lib.aclInit(None), lib.aclrtSetDevice(0), lib.aclrtCreateStream(ctypes.byref(stream)),
      lib.aclrtMalloc(ctypes.byref(address), ctypes.c_size_t(256), 0),
      lib.aclrtGetCurrentContext(ctypes.byref(context)))
def last():                                            # registered before pyacl's own end, so it comes after that
    left = ctypes.c_uint64(9)
    print(lib.aclrtSynchronizeStream(stream), lib.aclrtFree(address), lib.aclrtDestroyStream(stream),
          lib.aclrtResetDevice(0), lib.aclFinalizeReference(ctypes.byref(left)), left.value)
atexit.register(last)
wrong = lib.aclrtFree(ctypes.c_void_p(12345))
import pyacl
with pyacl.Device(0), pyacl.Stream() as own, pyacl.Tensor.zeros((4,), "float32") as x:
    pyacl.aclnn.cos(x, x, stream=own)
    own.synchronize()
    print(x.numpy().tolist())
pyacl.Stream.from_handle(stream.value).synchronize()
lib.aclrtGetCurrentContext(ctypes.byref(now))
print(wrong, lib.aclGetRecentErrMsg().decode().split(": ", 2)[2], now.value == context.value)
maps = {{line.split(None, 5)[5] for line in pathlib.Path("/proc/self/maps").read_text().splitlines() if ".so" in line}}
print([path for path in maps if "ascendcl" in path or "opapi" in path or "nnopbase" in path] == [lib._name],
      os.environ == before, pyacl.library_of("aclnnCos") == lib._name)
"""
    done = python("-c", code, environment={"PYACL_BACKEND": "cann", "PYACL_CANN_HOME": "/nothing"})
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "0 0 0 0 0", "[1.0, 1.0, 1.0, 1.0]", "107000 aclrtFree: 0x3039 was never allocated True", "True True True",
        "0 0 0 0 0 0"]
