"""`translate --check`: the compiled sample and its translation, both on the emulator, line by line."""
from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from . import Translation

SAME, DIFFERENT, USAGE = 0, 1, 2
SECONDS = 300
# What is another in each run: addresses, and the process and time that an error text begins with.  The sign of a NaN,
# which C shows, Python does not.
PASSING = ((re.compile(r"\b0x[0-9a-f]{9,12}\b"), "0xADDRESS"),
           (re.compile(r"-nan\b"), "nan"),
           (re.compile(r"\[PID: \d+\] \d{4}-\d\d-\d\d-\d\d:\d\d:\d\d[.\d]*"), "[PID]"))


def check(source: str, name: str, translation: Translation, path: Path | None = None,
          folders: Sequence[Path] = ()) -> int:
    """Compile, run and compare; prints the first difference.  Gives 0 if both say the same, 1 if not, 2 if it cannot
    be told."""
    from ._includes import Includes
    from ._source import program_of
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return _complain("--check needs a C++ compiler: neither g++ nor clang++ is installed, and CXX is not set")
    try:
        cann = libraries()
    except OSError as error:
        return _complain(f"--check: {error}")
    with tempfile.TemporaryDirectory() as folder:
        program, binary, script = Path(folder, "sample.cpp"), Path(folder, "sample"), Path(folder, "sample.py")
        program.write_text(program_of(source)[0], encoding="utf-8")
        script.write_text(translation.program, encoding="utf-8")
        include = [part for folder in Includes(path, folders).folders if folder.is_dir() for part in ("-I", folder)]
        command = [*compiler.split(), "-std=c++17", "-w", "-I", cann / "include", "-I", cann / "include" / "aclnn",
                   *include, "-o", binary, program,
                   *translation.sources, "-L", cann / "lib64", "-lascendcl", "-lnnopbase", "-lopapi", "-lpthread"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            return _complain(f"--check: {name} does not compile:\n{done.stderr}")
        compiled, translated = run_compiled(binary, cann), run_translated(script, cann)
    difference = first_difference(compiled, translated)
    if difference:
        print(f"{name}: {difference}", file=sys.stderr)
        return DIFFERENT
    lines = len(compiled[1].splitlines())
    print(f"{name}: the same exit code ({compiled[0]}) and output ({lines} lines)", file=sys.stderr)
    return SAME


def libraries() -> Path:
    """The emulator's libraries, built once for each version of pyacl.  Raises OSError if they cannot be built."""
    from .. import __version__
    from ..emulator import _build
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pyacl" / f"emulator-{__version__}"
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "lock").open("w") as lock:               # several checks may be the first one
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _build.is_fresh(cache):
            try:
                _build.build(cache)
            except _build.BuildError as error:
                raise OSError(f"the emulator's libraries cannot be built: {error}") from error
    return cache


def run_compiled(binary: Path, cann: Path) -> tuple[int, str]:
    return _run([str(binary)], cann, {"ASCEND_HOME_PATH": str(cann), "PYACL_PYTHON": sys.executable})


def run_translated(script: Path, cann: Path | None = None) -> tuple[int, str]:
    return _run([sys.executable, str(script)], cann, {"PYACL_BACKEND": "emulator"})


def _run(command: list[str], cann: Path | None, environment: dict[str, str]) -> tuple[int, str]:
    folders = [str(cann / "lib64")] if cann else []        # a translated program opens libhccl.so
    library_path = os.pathsep.join(filter(None, [*folders, os.environ.get("LD_LIBRARY_PATH", "")]))
    package = str(Path(__file__).resolve().parents[2])
    python_path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH", "")]))
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, timeout=SECONDS,
                          env={**os.environ, "PYTHONPATH": python_path, "LD_LIBRARY_PATH": library_path, **environment})
    if done.stderr:
        print(done.stderr, end="", file=sys.stderr)
    return done.returncode, done.stdout


def first_difference(compiled: tuple[int, str], translated: tuple[int, str]) -> str:
    """Where two runs, (exit code, output) each, part; "" if nowhere."""
    left, right = (_lasting(run[1]).split("\n") for run in (compiled, translated))
    for number, (one, other) in enumerate(zip(left, right, strict=False), 1):
        if one != other:
            return f"line {number} of the output differs\n  C++:    {one}\n  Python: {other}"
    if len(left) != len(right):
        which, longer = ("C++", left) if len(left) > len(right) else ("Python", right)
        return f"{which} alone prints line {min(len(left), len(right)) + 1}: {longer[min(len(left), len(right))]}"
    if compiled[0] != translated[0]:
        return f"the exit code differs: C++ {compiled[0]}, Python {translated[0]}"
    return ""


def _lasting(output: str) -> str:
    for pattern, name in PASSING:
        output = pattern.sub(name, output)
    return output


def _complain(words: str) -> int:
    print(f"pyacl translate: {words}", file=sys.stderr)
    return USAGE
