"""Launches of operators with eleven or twelve arguments of all kinds, and memory from a pool: nanoseconds of each."""
from __future__ import annotations

import random
from typing import Any

from bench import Row, body

OPERATORS = ("aclnnScatterPaKvCache", "aclnnQuantizedBatchNorm", "aclnnIncreFlashAttention", "aclnnGroupedMatmul")
MIB = 1 << 20


def rows(stream: Any) -> list[Row]:
    import numpy as np

    import pyacl
    from pyacl import aclnn
    x = pyacl.Tensor.from_numpy(np.zeros((4, 2), np.float32))

    def launch(operator: Any, arguments: str, **more: Any) -> dict[str, Any]:
        return {"pyacl": body(f"op({arguments}, stream=s)", op=operator, x=x, s=stream, **more)}
    scatter, norm = aclnn.scatter_pa_kv_cache, aclnn.quantized_batch_norm
    return [
        Row("12 arguments: 5 tensors, 7 None", launch(
            scatter, "x, x, x, x, x, None, None, None, None, None, None, None"), limit_ns=4000),
        Row("12 arguments: 5 tensors, 3 None, 2 texts, 2 int lists", launch(
            scatter, "x, x, x, x, x, None, None, None, 'a', 'b', [1, 2], [3]"), limit_ns=4000),
        Row("11 arguments: 6 tensors, 4 Scalars, 1 number", launch(
            norm, "x, x, x, a, a, a, a, x, x, 0.5, x", a=pyacl.Scalar(1.0, "float32")), limit_ns=4000),
        Row("11 arguments: 6 tensors, 5 numbers, 4 as aclScalar", launch(
            norm, "x, x, x, 1.0, 2.0, 3, 4, x, x, 0.5, x"), limit_ns=4000),
        Row("11 arguments: 4 tensors, 2 tensor lists, 1 int list", launch(
            aclnn.incre_flash_attention, "x, [x], [x], x, x, [7], 8, 0.5, 'BSH', 8, x"), limit_ns=4000),
    ]


def pool_rows(stream: Any) -> list[Row]:
    import pyacl
    pool = pyacl.MemoryPool()
    ways = {"pyacl": body("take(4096).close()", take=pool.buffer),
            "in the order of a stream": body("take(4096, s).close()", take=pool.buffer, s=stream)}
    return [Row("memory from a pool, and back", ways, limit_ns=1000)]


def trace(steps: int = 4000) -> list[tuple[int, int]]:
    """(size, number of the step that frees it) of each step: layers' activations, temporaries, weights that stay."""
    draw = random.Random(7)
    found = []
    for step in range(steps):
        kind = draw.random()
        size = round(2 ** draw.uniform(6, 22) if kind < 0.9 else 2 ** draw.uniform(20, 26))
        life = draw.choice((1, 2, 5, 20)) if kind < 0.9 else draw.choice((3, 200))
        found.append((size, step + life))
    return found


def fragmentation() -> dict[str, Any]:
    """Most bytes that the pool had of the device, against the most that were in use at a time."""
    import pyacl
    ends: dict[int, list[Any]] = {}
    used = peak = 0
    with pyacl.MemoryPool() as pool:
        for step, (size, end) in enumerate(trace()):
            for buffer in ends.pop(step, ()):
                used -= buffer.nbytes
                buffer.close()
            ends.setdefault(end, []).append(pool.buffer(size))
            used += size
            peak = max(peak, used)
        found = pool.statistics()
        for group in ends.values():
            for buffer in group:
                buffer.close()
    return {"what": f"pool: reserved at the peak, of {len(trace())} allocations", "value": round(found.peak / peak, 2),
            "unit": "x", "target": None, "mallocs": found.mallocs, "used MiB": round(peak / MIB)}
