"""What the emulator costs a program in C (`python -m pyacl emulator build`), against the one in a Python process."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

PROGRAM = Path(__file__).parent.parent / "c" / "programs" / "benchmark.c"
# The same calls from Python: prints the same lines; the memory is that of pyacl alone.
IN_PYTHON = """
import re, time
from pathlib import Path
import pyacl
from pyacl import ffi, lib
resident = re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]
start = time.process_time()
lib.aclInit(ffi.NULL)
first = time.process_time() - start
lib.aclrtSetDevice(0)
device, call, least = ffi.new("int32_t *"), lib.aclrtGetDevice, 1e9
for burst in range(50):
    start = time.perf_counter()
    for i in range(1000):
        call(device)
    least = min(least, time.perf_counter() - start)
print(f"first_ms {first * 1e3:.1f}", f"call_us {least * 1e3:.3f}", f"rss_kb {resident}", sep="\\n")
"""


def least(command: list[str], rounds: int = 10, **environment: str) -> dict[str, float]:
    """The least of each number that a program prints, over several runs."""
    runs = []
    for _ in range(rounds):
        done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=True)
        runs.append({name: float(value) for name, value in map(str.split, done.stdout.splitlines())})
    return {name: min(run[name] for run in runs) for name in runs[0]}


def c_library(folder: Path) -> list[dict[str, Any]]:
    """First call, later calls and memory of a C program on the built library."""
    from pyacl.emulator import _build
    _build.build(folder)
    program = folder / "benchmark"
    subprocess.run(["cc", "-O2", "-I", str(folder / "include"), "-o", str(program), str(PROGRAM), "-L",
                    str(folder / "lib64"), "-lascendcl"], check=True)
    in_c = least([str(program)], LD_LIBRARY_PATH=str(folder / "lib64"))
    in_python = least([sys.executable, "-c", IN_PYTHON], PYACL_BACKEND="emulator")
    calls = {"C": in_c["call_us"] * 1000, "Python": in_python["call_us"] * 1000}
    return [
        {"what": "emulator, C program: first call (CPU time)", "value": in_c["first_ms"], "unit": "ms", "target": 300},
        {"what": "emulator, C program: a call afterwards", "value": in_c["call_us"], "unit": "us", "target": 2,
         "ns": calls},
        {"what": "emulator, C program: memory above pyacl", "unit": "MB", "target": 25,
         "value": round((in_c["rss_kb"] - in_python["rss_kb"]) / 1024, 1)},
    ]
