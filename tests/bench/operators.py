#!/usr/bin/env python3
"""What operators of the emulator cost beside the bare NumPy call into the same output, in time and in memory.

    tox -e bench                     or: python tests/bench/operators.py [PATTERN]

Nothing here is a test: times fail nobody, a row that misses its number is marked with "!".
"""
from __future__ import annotations

import os
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

os.environ["PYACL_BACKEND"] = "emulator"

import numpy as np

import pyacl
from pyacl import aclnn

COUNT, ROUNDS = 10 ** 7, 12
QUEUE = 4                                               # launches before a synchronise
MEMORY, SMALL = 1.1, 10 ** 6                            # peak of temporaries over the size of the output, but for bytes
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Row:
    """An operator on float32, and what NumPy does instead: `numpy(inputs, out)`."""

    operator: str
    arguments: tuple[Any, ...]                          # "x" and "y" are tensors of `shape`, "out" the output
    numpy: Callable[[list[Array], Array], Any]
    shape: tuple[int, ...] = (COUNT,)
    out: tuple[int, ...] = (COUNT,)
    dtype: Any = np.float32
    target: float = 1.5


def binary(name: str, ufunc: Any, *more: Any, dtype: Any = np.float32) -> Row:
    return Row(name, ("x", "y", *more, "out"), lambda values, out: ufunc(*values, out=out), dtype=dtype)


def unary(name: str, ufunc: Any, *more: Any) -> Row:
    return Row(name, ("x", *more, "out"), lambda values, out: ufunc(values[0], out=out))


def fold(name: str, ufunc: Any, axis: int, *before: Any) -> Row:
    """Over one dim of a matrix."""
    shape = (2500, COUNT // 2500)
    return Row(name, ("x", (axis,), *before, "out"), lambda values, out: ufunc(values[0], axis=axis, out=out), shape,
               (shape[1 - axis],), target=1.2)


def matmul(size: int) -> Row:
    return Row("mm", ("x", "y", "out", 0), lambda values, out: np.matmul(values[0], values[1], out=out), (size, size),
               (size, size), target=1.2)


ONE, TWO = (1.0, "float32"), (2.0, "float32")         # scalars
ROWS = (
    binary("add", np.add, ONE), binary("sub", np.subtract, ONE), binary("mul", np.multiply),
    binary("div", np.divide), binary("maximum", np.maximum), binary("gt_tensor", np.greater, dtype=bool),
    binary("pow_tensor_tensor", np.power),
    unary("muls", lambda x, out: np.multiply(x, np.float32(2), out=out), TWO), unary("abs", np.absolute),
    unary("neg", np.negative), unary("sqrt", np.sqrt), unary("floor", np.floor),
    unary("relu", lambda x, out: np.maximum(x, 0, out=out)),
    unary("clamp", lambda x, out: np.clip(x, 1, 2, out=out), ONE, TWO), unary("exp", np.exp),
    unary("log", np.log), unary("sin", np.sin), unary("tanh", np.tanh),
    fold("reduce_sum", np.sum, 1, False, 0), fold("reduce_sum", np.sum, 0, False, 0),
    fold("amax", np.max, 1, False), fold("amax", np.max, 0, False),
    fold("mean", np.mean, 1, False, 0), matmul(2048))


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measure(stream: pyacl.Stream, row: Row) -> tuple[float, int]:
    """Time over NumPy's, of a prepared launch among some that are waited for together, and the peak of what the launch
    allocates, in bytes."""
    rng = np.random.default_rng(0)
    values = [rng.uniform(0.5, 2, row.shape).astype(np.float32) for name in ("x", "y") if name in row.arguments]
    plain = np.empty(row.out, row.dtype)
    tensors: dict[Any, Any] = {name: pyacl.Tensor.from_numpy(value) for name, value in zip("xy", values, strict=False)}
    tensors["out"] = pyacl.Tensor.from_numpy(plain)
    tensors |= {scalar: pyacl.Scalar(*scalar) for scalar in (ONE, TWO)}
    prepared = getattr(aclnn, row.operator).prepare(*(tensors.get(one, one) for one in row.arguments), repeatable=True)

    def bare() -> None:
        for _ in range(QUEUE):
            row.numpy(values, plain)

    def emulated() -> None:
        for _ in range(QUEUE):
            prepared.launch(stream)
        stream.synchronize()
    emulated()
    ours = theirs = float("inf")
    for _ in range(ROUNDS):                             # the fastest round of each counts
        theirs = min(theirs, seconds(bare) / QUEUE)
        ours = min(ours, seconds(emulated) / QUEUE)
    tracemalloc.start()
    emulated()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return ours / theirs, peak


def main() -> None:
    with pyacl.Device(0), pyacl.Stream() as stream:
        for row in ROWS:
            if any(pattern not in row.operator for pattern in sys.argv[1:]):
                continue
            ratio, peak = measure(stream, row)
            size = int(np.prod(row.out)) * np.dtype(row.dtype).itemsize
            wrong = [name for name, missed in (("time", ratio > row.target), ("memory", peak > MEMORY * size + SMALL))
                     if missed]
            print(f"{row.operator:24} {'x'.join(map(str, row.shape)):12} {ratio:6.2f} x {'! ' * bool(wrong)}"
                  f"{' '.join(wrong):12} {peak / 1e6:6.2f} MB beside {size / 1e6:6.2f} MB", flush=True)


if __name__ == "__main__":
    main()
