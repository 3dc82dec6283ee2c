"""Fake CANN trees: tiny shared libraries in the folders of the real ones, and child processes that look for them.

A fake library exports functions that return a number, so that a test can tell which file a call went to.
"""
from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

MACHINE = platform.machine()
PROJECT = Path(__file__).parent.parent
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="builds tiny shared libraries: needs a C compiler (cc)")
RUNTIME_FUNCTIONS = ("aclInit", "aclrtSetDevice", "aclrtMalloc")


def library(path: Path, functions: dict[str, int], *, needs: tuple[Path, ...] = (), undefined: tuple[str, ...] = (),
            source: str = "", options: tuple[str, ...] = ()) -> Path:
    """A shared library whose functions return numbers.

    needs      libraries that it names as needs, without saying where they are
    undefined  functions that it uses without naming their library
    source     more C code
    options    more options of the compiler
    """
    assert COMPILER is not None
    path.parent.mkdir(parents=True, exist_ok=True)
    source += "".join(f"int {name}(void) {{ return {number}; }}\n" for name, number in functions.items())
    source += "".join(f"extern int {name}(void);\nint use_{name}(void) {{ return {name}(); }}\n" for name in undefined)
    command = [COMPILER, "-shared", "-fPIC", "-x", "c", "-", "-o", str(path), f"-Wl,-soname,{path.name}",
               "-Wl,-z,now", "-Wl,--no-as-needed", *options, "-x", "none", *map(str, needs)]
    subprocess.run(command, input=source, text=True, check=True)
    return path


def both(number: int, *operators: str) -> dict[str, int]:
    """Both phases of operators: phase 1 returns the number, phase 2 the number + 1."""
    return {name: value for op in operators for name, value in ((op + "GetWorkspaceSize", number), (op, number + 1))}


def toolkit(root: Path, *, version: str = "", operators: dict[str, dict[str, int]] | None = None, mark: int = 100,
            folder: str = "lib64", needs: tuple[Path, ...] = ()) -> Path:
    """A toolkit: runtime and meta library, operator libraries (file -> functions), version.cfg."""
    library(root / folder / "libascendcl.so", {name: mark + i for i, name in enumerate(RUNTIME_FUNCTIONS)}, needs=needs)
    library(root / folder / "libnnopbase.so", {"aclCreateTensor": mark + 10})
    for name, functions in (operators or {"libopapi.so": both(mark + 20, "aclnnAdd", "aclnnMul")}).items():
        library(root / folder / name, functions)
    if version:
        (root / "version.cfg").write_text(f"# version: 1.0\nruntime_running_version=[7.6.0.1.220:{version}]\n"
                                          f"compiler_running_version=[7.6.0.1.220:{version}]\n")
    return root


def wrong_machine(path: Path) -> Path:
    """Make a library say that it is for the other machine: 183 is aarch64, 62 is x86_64 (ELF header, e_machine)."""
    content = bytearray(path.read_bytes())
    content[18:20] = (62 if MACHINE == "aarch64" else 183).to_bytes(2, "little")
    path.write_bytes(content)
    return path


def clean_environment(home: Path, **variables: str) -> dict[str, str]:
    """The environment of a child: nothing of Ascend, a home of its own."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("ASCEND", "PYACL")) and name not in ("LD_LIBRARY_PATH", "XDG_CACHE_HOME")}
    return {**kept, "HOME": str(home), "PYTHONPATH": str(PROJECT), **variables}


# The real standard roots of this machine must not decide a test: only the one below the child's own home is searched.
PROLOGUE = """\
import ctypes, json, os, sys
from pyacl import _search
_search.ROOTS = ("~/Ascend",)
import pyacl
from pyacl import _lib
def call(name):
    address = _lib.current().address(name, _lib.signature(name))
    return ctypes.CFUNCTYPE(ctypes.c_int)(address)() if address else None
def mapped(name):
    return sorted(path for path in _search.mapped_files() if path.endswith("/" + name))
"""


def run_python(code: str, home: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter with a clean environment."""
    command = [sys.executable, "-X", "dev", "-W", "error", "-c", PROLOGUE + code]
    return subprocess.run(command, env=clean_environment(home, **variables), cwd=home, text=True, capture_output=True,
                          timeout=60)


def ask(code: str, home: Path, **variables: str) -> Any:
    """Run code that leaves its result in `answer`."""
    done = run_python(code + "\nprint(json.dumps(answer))\n", home, **variables)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def error_of(code: str, home: Path, **variables: str) -> str:
    """Run code that must raise LibraryNotFoundError, and give its text."""
    body = "".join(f"    {line}\n" for line in code.splitlines())
    return str(ask(f"try:\n{body}except pyacl.LibraryNotFoundError as error:\n    answer = str(error)\n"
                   "else:\n    answer = 'no error'\n", home, **variables))
