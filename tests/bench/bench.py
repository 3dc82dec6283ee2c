#!/usr/bin/env python3
"""What a call costs through pyacl, against a C library whose functions return at once.

    tox -e bench                     or: python tests/bench/bench.py [--json FILE] [--rounds N]

All ways of one row run in turns, in short bursts of one process; the fastest burst counts, net of the empty loop.  A
ratio compares two ways of the same run, so that the machine drops out.  Nothing here is a test: times fail nobody.
"""
from __future__ import annotations

import argparse
import ctypes
import importlib.util
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import translation
from c_library import c_library
from stub import LIBRARIES, build

UNARY = ["Abs", "Acos", "Acosh", "Asin", "Asinh", "Atan", "Atanh", "Ceil", "Cos", "Cosh", "Erf", "Erfc", "Exp", "Exp2",
         "Expm1", "Floor", "Log", "Log10", "Log1p", "Log2", "Neg", "Reciprocal", "Relu", "Round", "Rsqrt", "Sigmoid",
         "Sin", "Sinh", "Sqrt", "Tan", "Tanh"]
OPERATORS = [f"aclnn{name}" for name in [*UNARY, "SoftmaxBackward", "CrossEntropyLossGrad", "Add", "Permute", "Cat"]]
BURST = 1000
CLOCK = time.thread_time_ns                  # others on the machine do not count

Way = Callable[[int], float]                 # rounds -> nanoseconds per round


class Row(NamedTuple):
    """One line of the table: `ways[subject]` against `ways[reference]`, to be at most `target` times (or `unit`)."""

    what: str
    ways: dict[str, Way]
    subject: str = "pyacl"
    reference: str = "cffi"
    target: float | None = None
    extra_ns: float | None = None            # instead of a ratio: nanoseconds above the reference
    limit_ns: float | None = None            # or without a reference: nanoseconds


def loop(call: Callable[..., Any], *arguments: Any) -> Way:
    """A way that calls a function with the same arguments again and again."""
    def burst(rounds: int) -> float:
        turns = range(rounds)
        start = CLOCK()
        for _ in turns:
            call(*arguments)
        return (CLOCK() - start) / rounds
    return burst


def body(text: str, **names: Any) -> Way:
    """A way made of Python source, each name a local variable as in a careful program."""
    head = ", ".join(names)
    source = f"def burst(rounds, {head}, clock):\n turns = range(rounds)\n start = clock()\n for _ in turns:\n"
    source += "".join(f"  {line}\n" for line in text.splitlines()) + " return (clock() - start) / rounds\n"
    space: dict[str, Any] = {}
    exec(source, space)
    burst: Callable[..., float] = space["burst"]
    return lambda rounds: burst(rounds, *names.values(), CLOCK)


def measure(rows: list[Row], rounds: int) -> list[dict[str, Any]]:
    """Nanoseconds of every way of every row: the least of all bursts."""
    empty = body("pass", nothing=None)
    best: dict[tuple[int, str], float] = {}
    idle = float("inf")
    for _ in range(rounds):
        idle = min(idle, empty(BURST))
        for index, row in enumerate(rows):
            for name, way in row.ways.items():
                best[index, name] = min(best.get((index, name), float("inf")), way(BURST))
    results = []
    for index, row in enumerate(rows):
        ns = {name: best[index, name] - (idle if name != "C loop" else 0) for name in row.ways}
        ours, theirs = ns[row.subject], ns.get(row.reference, 0)
        result: dict[str, Any] = {"what": row.what, "against": row.reference,
                                  "ns": {name: round(value, 1) for name, value in ns.items()}}
        if row.limit_ns is not None:
            result |= {"value": round(ours, 1), "unit": "ns", "target": row.limit_ns}
        elif row.extra_ns is not None:
            result |= {"value": round(ours - theirs, 1), "unit": "ns more", "target": row.extra_ns}
        else:
            result |= {"value": round(ours / theirs, 2), "unit": "x", "target": row.target}
        results.append(result)
    return results


# -- the rows
def c_way(library: ctypes.CDLL, name: str) -> Way:
    function = library[name]
    function.restype = ctypes.c_double
    return lambda rounds: float(function(ctypes.c_long(rounds * 100)))


def ctypes_way(library: ctypes.CDLL, name: str, types: list[Any], arguments: list[Any]) -> Way:
    function = library[name]
    function.argtypes, function.restype = types, ctypes.c_int
    return loop(function, *arguments)


def pointer(library: ctypes.CDLL, name: str) -> Any:
    """A function bound by hand: the floor of what cffi can do."""
    from pyacl import _lib, ffi
    result, _, parameters = (_lib.signature(name) or "").partition("(")
    return ffi.cast(f"{result}(*)({parameters}", ctypes.cast(library[name], ctypes.c_void_p).value)


def call_rows(library: ctypes.CDLL) -> list[Row]:
    from pyacl import capi, ffi
    stream = ffi.cast("aclrtStream", 0x1000)
    star: dict[str, Any] = {}
    exec("from pyacl.capi import *", star)               # before anything binds: what a C program does
    one = pointer(library, "aclrtSynchronizeStream")
    second = pointer(library, "aclnnSoftmaxBackward")
    executor = ffi.cast("aclOpExecutor *", 0x1000)
    void = ctypes.c_void_p
    return [
        Row("one C call, 1 argument: capi.f", {
            "pyacl": loop(capi.aclrtSynchronizeStream, stream), "cffi": loop(one, stream),
            "ctypes": ctypes_way(library, "aclrtSynchronizeStream", [void], [void(0x1000)]),
            "C loop": c_way(library, "bench_call")}, target=1.1),
        Row("one C call, 4 arguments: capi.f", {
            "pyacl": loop(capi.aclnnSoftmaxBackward, ffi.NULL, 0, executor, stream),
            "cffi": loop(second, ffi.NULL, 0, executor, stream),
            "ctypes": ctypes_way(library, "aclnnSoftmaxBackward", [void, ctypes.c_uint64, void, void],
                                 [None, 0, void(0x1000), void(0x1000)]),
            "C loop": c_way(library, "bench_repeat")}, target=1.1),
        Row("one C call: star-imported name", {
            "pyacl": loop(star["aclrtSynchronizeStream"], stream), "cffi": loop(one, stream)}, extra_ns=150),
    ]


def launch_rows(library: ctypes.CDLL, stream: Any) -> list[Row]:
    import numpy as np

    import pyacl
    from pyacl import aclnn, ffi
    x, y, out = (pyacl.Tensor.from_numpy(np.zeros((4, 2), np.float32)) for _ in range(3))
    target = pyacl.Tensor.from_numpy(np.zeros(4, np.int64))
    alpha = pyacl.Scalar(1.0, "float32")
    raw = {name: ffi.cast("const aclTensor *", 0x1000) for name in ("x", "y")}
    sizes = {"null": ffi.NULL, "w": ffi.new("uint64_t *"), "e": ffi.new("aclOpExecutor **"),
             "s": ffi.cast("aclrtStream", 0x1000)}

    def cffi(operator: str, arguments: str, **more: Any) -> Way:
        phases = {"first": pointer(library, f"{operator}GetWorkspaceSize"), "second": pointer(library, operator)}
        used = {name: value for name, value in raw.items() if name in arguments.split(", ")}
        return body(f"if first({arguments}, w, e): raise\nif second(null, w[0], e[0], s): raise",
                    **phases, **used, o=ffi.cast("aclTensor *", 0x1000), **sizes, **more)

    prepared = aclnn.softmax_backward.prepare(x, y, 0, out, repeatable=True)
    scalar = ffi.cast("const aclScalar *", 0x1000)
    two = {"pyacl": body("op(x, y, 0, out, stream=s)", op=aclnn.softmax_backward, x=x, y=y, out=out, s=stream),
           "cffi": cffi("aclnnSoftmaxBackward", "x, y, 0, o")}
    void = ctypes.c_void_p
    first, second = (library[name] for name in ("aclnnSoftmaxBackwardGetWorkspaceSize", "aclnnSoftmaxBackward"))
    first.argtypes = [void, void, ctypes.c_int64, void, void, void]
    second.argtypes = [void, ctypes.c_uint64, void, void]
    size, executor = ctypes.c_uint64(), void()
    two["ctypes"] = body("if first(h, h, 0, h, w, e): raise\nif second(None, size.value, executor, h): raise",
                         first=first, second=second, h=void(0x1000), size=size, executor=executor,
                         w=ctypes.cast(ctypes.byref(size), void), e=ctypes.cast(ctypes.byref(executor), void))
    two["C loop"] = c_way(library, "bench_launch")
    return [
        Row("launch: 3 tensors, 1 number", two, target=2),
        Row("launch: 3 tensors, 1 Scalar", {
            "pyacl": body("op(x, y, a, out, stream=s)", op=aclnn.add, x=x, y=y, a=alpha, out=out, s=stream),
            "cffi": cffi("aclnnAdd", "x, y, a, o", a=scalar)}, target=2),
        Row("launch: 5 tensors, 3 None or text, 3 numbers", {
            "pyacl": body("op(x, y, t, None, None, None, 'mean', -100, 0.0, 0.0, out, stream=s)",
                          op=aclnn.cross_entropy_loss_grad, x=x, y=y, t=target, out=out, s=stream),
            "cffi": cffi("aclnnCrossEntropyLossGrad", "x, y, x, null, null, null, m, -100, 0.0, 0.0, o",
                         m=ffi.new("char[]", b"mean"))}, target=2),
        Row("launch: a Python number as aclScalar", {
            "pyacl": body("op(x, y, 1.0, out, stream=s)", op=aclnn.add, x=x, y=y, out=out, s=stream),
            "cffi": cffi("aclnnAdd", "x, y, a, o", a=scalar)}),
        Row("launch: a list of ints as aclIntArray", {
            "pyacl": body("op(x, [1, 0], out, stream=s)", op=aclnn.permute, x=x, out=out, s=stream),
            "cffi": cffi("aclnnPermute", "x, d, o", d=ffi.cast("const aclIntArray *", 0x1000))}),
        Row("launch: a list of 2 tensors as aclTensorList", {
            "pyacl": body("op([x, y], 0, out, stream=s)", op=aclnn.cat, x=x, y=y, out=out, s=stream),
            "cffi": cffi("aclnnCat", "l, 0, o", l=ffi.cast("const aclTensorList *", 0x1000))}),
        Row("repeat launch of a prepared executor", {
            "pyacl": body("launch(s)", launch=prepared.launch, s=stream),
            "cffi": body("if second(null, 0, e, s): raise", second=pointer(library, "aclnnSoftmaxBackward"),
                         null=ffi.NULL, e=ffi.cast("aclOpExecutor *", 0x1000), s=sizes["s"]),
            "C loop": c_way(library, "bench_repeat")}, target=1.5),
    ]


def tensor_rows(library: ctypes.CDLL) -> list[Row]:
    import pyacl
    from pyacl import capi, ffi
    buffer = pyacl.DeviceBuffer(4096)
    dims = {"shape": ffi.new("int64_t[]", [4, 2]), "strides": ffi.new("int64_t[]", [2, 1])}
    ways = {"cffi": body("destroy(create(shape, 2, 0, strides, 0, nd, shape, 2, data))",
                         create=pointer(library, "aclCreateTensor"), destroy=pointer(library, "aclDestroyTensor"),
                         nd=capi.ACL_FORMAT_ND, data=ffi.cast("void *", 0x1000), **dims),
            "C loop": c_way(library, "bench_tensor")}
    made = {"make": pyacl.Tensor, "buffer": buffer}
    return [
        Row("Tensor from an existing buffer, and its close", {
            "pyacl": body("make((4, 2), 'float32', buffer=buffer).close()", **made), **ways}, target=3),
        Row("the same, with its aclTensor as an integer", {
            "pyacl": body("t = make((4, 2), 'float32', buffer=buffer)\nt.handle\nt.close()", **made), **ways}),
    ]


def copy_rows(library: ctypes.CDLL, stream: Any) -> list[Row]:
    """64 bytes, so that the copy itself is nothing."""
    import numpy as np

    import pyacl
    from pyacl import capi, ffi
    array, tensor = np.zeros(16, np.float32), pyacl.Tensor.zeros((16,), "float32")
    host = pyacl.HostBuffer(64)
    addresses = {"t": ffi.cast("void *", tensor.data_ptr), "h": ffi.cast("void *", host.data_ptr)}
    copy, queue = pointer(library, "aclrtMemcpy"), pointer(library, "aclrtMemcpyAsync")
    return [
        Row("copy of an array into a tensor", {
            "pyacl": body("t.copy_from(a)", t=tensor, a=array),
            "cffi": body("copy(t, 64, h, 64, d)", copy=copy, d=capi.ACL_MEMCPY_HOST_TO_DEVICE, **addresses)}),
        Row("copy of a tensor into an array", {
            "pyacl": body("t.numpy(out=a)", t=tensor, a=array),
            "cffi": body("copy(h, 64, t, 64, d)", copy=copy, d=capi.ACL_MEMCPY_DEVICE_TO_HOST, **addresses)}),
        Row("copy of pinned memory on a stream", {
            "pyacl": body("b.write(h, stream=s)", b=tensor.buffer, h=host, s=stream),
            "cffi": body("queue(t, 64, h, 64, d, s)", queue=queue, d=capi.ACL_MEMCPY_HOST_TO_DEVICE,
                         s=ffi.cast("aclrtStream", 0x1000), **addresses)}),
    ]


def first_use(stream: Any) -> dict[str, Any]:
    """Least time of the first launch of an operator, symbols and signatures included."""
    import numpy as np

    import pyacl
    from pyacl import aclnn
    x, out = (pyacl.Tensor.from_numpy(np.zeros(8, np.float32)) for _ in range(2))
    aclnn.abs(x, out, stream=stream)             # libraries are open, numpy is loaded
    times = []
    for name in UNARY[1:]:
        start = time.perf_counter_ns()
        getattr(aclnn, name.lower())(x, out, stream=stream)
        times.append((time.perf_counter_ns() - start) / 1e6)
    times.sort()
    return {"what": f"first use of one operator (median of {len(times)})", "value": round(times[len(times) // 2], 3),
            "unit": "ms", "target": 0.5, "least": round(times[0], 3)}


def import_time(statement: str, target: float, cache: str, rounds: int = 15) -> dict[str, Any]:
    """CPU time that a statement adds to a bare interpreter, in child processes that take turns; byte code is cached."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = cache

    def run(code: str) -> float:
        child = subprocess.Popen([sys.executable, "-c", code], env=environment)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        assert child.returncode == 0, code
        return (usage.ru_utime + usage.ru_stime) * 1000
    run(statement)
    bare = ours = float("inf")
    for _ in range(rounds):
        bare, ours = min(bare, run("pass")), min(ours, run(statement))
    return {"what": statement, "value": round(ours - bare, 1), "unit": "ms", "target": target, "bare": round(bare, 1)}


INFO = """import contextlib, io
from pyacl.__main__ import main
with contextlib.redirect_stdout(io.StringIO()):
    main(["info"])"""


def command_rows(cache: str) -> list[dict[str, Any]]:
    """Commands as a whole, in CPU time above a bare interpreter."""
    rows = [import_time(INFO, 1000, cache, rounds=3) | {"what": "python -m pyacl info"}]
    if importlib.util.find_spec("tree_sitter_cpp") is None:
        print("no rows of the translator: tree-sitter-cpp is not installed (extra `translate`)")
        return rows
    lines = len(translation.SAMPLE.read_text().splitlines())
    rows.append(import_time(translation.COMMAND, 500, cache, rounds=3)
                | {"what": f"python -m pyacl translate, a sample of {lines} lines"})
    return rows + translation.program_rows(Path(cache))


def calls(library: ctypes.CDLL, rounds: int) -> list[dict[str, Any]]:
    import wide

    import pyacl
    results = measure(call_rows(library), rounds)
    with pyacl.Device(0), pyacl.Stream() as stream:
        results += measure(launch_rows(library, stream), rounds)
        results += measure(tensor_rows(library), rounds)
        results += measure(copy_rows(library, stream), rounds)
        results += measure(wide.rows(stream), rounds)
        results += measure(wide.pool_rows(stream), rounds)
        results.append(wide.fragmentation())
        results.append(first_use(stream))
    return results


# -- output
def table(results: list[dict[str, Any]]) -> str:
    lines = [f"{'':54} {'measured':>12} {'reach':>8}   nanoseconds"]
    for row in results:
        value = f"{row['value']:g} {row['unit']}"
        reach = "" if row["target"] is None else f"{row['target']:g}"
        mark = " " if row["target"] is None or row["value"] <= row["target"] else "!"
        detail = ", ".join(f"{name} {ns:g}" for name, ns in row.get("ns", {}).items())
        lines.append(f"{row['what']:54} {value:>12} {reach:>8} {mark} {detail}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="what a call costs, against a C stub library that returns at once")
    parser.add_argument("--json", metavar="FILE", help="write the results there, too")
    parser.add_argument("--rounds", type=int, default=100, help="bursts of each way (default 100)")
    options = parser.parse_args()
    import wide
    with tempfile.TemporaryDirectory() as folder:
        built = build(Path(folder) / "cann", [*OPERATORS, *wide.OPERATORS])
        if isinstance(built, str):
            print(f"benchmark skipped: {built}")
            return
        os.environ |= {"PYACL_BACKEND": "cann", "ASCEND_HOME_PATH": str(built)}
        import cffi

        import pyacl
        library = ctypes.CDLL(str(built / "lib64" / LIBRARIES[0]))
        results = calls(library, options.rounds)
        cache = str(Path(folder) / "cache")
        results += [import_time("import pyacl", 10, cache), import_time("from pyacl.capi import *", 20, cache)]
        results += command_rows(cache)
        results += c_library(Path(folder) / "emulator")
    environment = {"python": platform.python_version(), "cffi": cffi.__version__, "pyacl": pyacl.__version__,
                   "machine": platform.machine()}
    print(", ".join(f"{name} {value}" for name, value in environment.items()))
    print(table(results))
    if options.json:
        Path(options.json).write_text(json.dumps({"environment": environment, "results": results}, indent=1) + "\n")


if __name__ == "__main__":
    main()
