#!/usr/bin/env python3
"""What the emulator costs: launches in strict mode, and large operators beside plain NumPy.

    tox -e bench                     or: python tests/bench/emulator.py

Nothing here is a test: times fail nobody, a row that misses its number is marked with "!".
"""
from __future__ import annotations

import os
import time
from collections.abc import Callable

os.environ["PYACL_BACKEND"] = "emulator"

import numpy as np

import pyacl
from pyacl import aclnn, emulator

LAUNCHES = 10_000
SIZE, ROUNDS = 2048, 12


def cpu_of_launches(stream: pyacl.Stream, elements: int) -> float:
    """Seconds of CPU, all threads together, for launches of one operator and the synchronise behind them."""
    x, y, out = (pyacl.Tensor.from_numpy(np.zeros(elements, np.float32)) for _ in range(3))
    alpha = pyacl.Scalar(1.0, "float32")
    aclnn.add(x, y, alpha, out, stream=stream)             # symbols are bound, NumPy is loaded
    stream.synchronize()
    start = time.process_time()
    for _ in range(LAUNCHES):
        aclnn.add(x, y, alpha, out, stream=stream)
    stream.synchronize()
    return time.process_time() - start


def seconds(work: Callable[[], object]) -> float:
    """Wall time."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def matmul_ratio(stream: pyacl.Stream) -> tuple[float, float]:
    """Wall time of aclnnMatmul over that of numpy.matmul, and the latter in seconds; the two take turns."""
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal((SIZE, SIZE), np.float32) for _ in range(2))
    x, y, out = pyacl.Tensor.from_numpy(a), pyacl.Tensor.from_numpy(b), pyacl.Tensor.empty((SIZE, SIZE), "float32")
    plain = np.empty((SIZE, SIZE), np.float32)

    def emulated() -> None:
        aclnn.matmul(x, y, out, 0, stream=stream)
        stream.synchronize()
    emulated()
    ours = theirs = float("inf")
    for _ in range(ROUNDS):                                # the fastest round of each counts
        theirs = min(theirs, seconds(lambda: np.matmul(a, b, out=plain)))
        ours = min(ours, seconds(emulated))
    return ours / theirs, theirs


def main() -> None:
    emulator.configure(mode="strict")
    rows: list[tuple[str, float, str, float | None]] = []
    with pyacl.Device(0), pyacl.Stream() as stream:
        for elements, target in ((0, 3.0), (1, None)):
            rows.append((f"{LAUNCHES} launches on {elements} elements, strict mode", cpu_of_launches(stream, elements),
                         "s of CPU", target))
        ratio, numpy = matmul_ratio(stream)
        rows.append((f"matmul of {SIZE} x {SIZE} float32 (numpy: {numpy:.2f} s)", ratio, "x", 1.2))
    assert emulator.report().findings == []
    for what, value, unit, target in rows:
        reach = "" if target is None else f"reach {target:g}{'  !' if value > target else ''}"
        print(f"{what:52} {value:6.2f} {unit:8} {reach}")


if __name__ == "__main__":
    main()
