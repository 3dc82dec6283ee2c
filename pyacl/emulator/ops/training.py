"""Single operators of training and fine-tuning: signs of 1-bit Adam, loss scaling, LoRA, projections of attention."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.dtypes import FLOAT, FLOAT16, UINT8
from ..nnop.plan import KernelError, Plan
from . import checks
from .call import Call
from .kinds import FLOATS


@dataclass(frozen=True)
class SignBitsPack:
    """aclnnSignBitsPack: a bit for each number, 1 unless it is negative, the first in the lowest place of a byte."""

    names: tuple[str, ...] = ("aclnnSignBitsPack",)
    lacking: tuple[str, ...] = ("910", "950")

    def plan(self, call: Call) -> Plan:
        checks.required(call, "self", "out")
        checks.on_part(call, self.lacking)
        source, size, out = call["self"], call["size"], call["out"]
        checks.dtype_in("self", source.dtype, {FLOAT, FLOAT16})
        checks.dtype_in("out", out.dtype, {UINT8})
        checks.public_formats(call)
        checks.rank_is("self", source, 1)
        length = -(-source.numel // 8)
        if size < 0 or (length and (not size or length % size)):
            raise checks.refuse(f"size: expected a divisor of the {length} bytes of out, got {size}")
        checks.same_shape("out", out, (size, length // size if size else 0))
        if not out.numel:
            return plan.NOTHING
        plan.check_gathers({"self": source})

        def kernel(values: Any, result: Any) -> None:
            result[...] = np.packbits(values >= 0, bitorder="little").reshape(result.shape)
        return Plan(kernel, (source,), (out,), plan.workspace((source,), (out,), UINT8))


@dataclass(frozen=True)
class SignBitsUnpack:
    """aclnnSignBitsUnpack: 1 or -1 for each bit."""

    names: tuple[str, ...] = ("aclnnSignBitsUnpack",)
    lacking: tuple[str, ...] = ("910",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, "self", "out")
        checks.on_part(call, self.lacking)
        source, size, out = call["self"], call["size"], call["out"]
        checks.dtype_in("self", source.dtype, {UINT8})
        checks.dtype_in("out", out.dtype, {FLOAT, FLOAT16})
        checks.same_dtype("out", out.dtype, "dtype", call["dtype"])
        checks.public_formats(call)
        checks.rank_is("self", source, 1)
        if size <= 0 or source.numel * 8 % size:
            raise checks.refuse(f"size: expected a divisor of the {source.numel * 8} bits of self, got {size}")
        checks.same_shape("out", out, (size, source.numel * 8 // size))
        if not out.numel:
            return plan.NOTHING
        plan.check_gathers({"self": source})

        def kernel(values: Any, result: Any) -> None:
            bits = np.unpackbits(values, bitorder="little").reshape(result.shape)
            result[...] = bits.view(np.int8) * np.int8(2) - np.int8(1)
        return Plan(kernel, (source,), (out,), plan.workspace((source,), (out,), UINT8))


@dataclass(frozen=True)
class AmpUpdateScale:
    """aclnnAmpUpdateScale: the scale of a loss shrinks when gradients overflowed, and grows after some good steps."""

    names: tuple[str, ...] = ("aclnnAmpUpdateScale",)
    lacking: tuple[str, ...] = ("910", "310P")

    def plan(self, call: Call) -> Plan:
        names = ("currentScale", "growthTracker", "foundInf", "updatedScale", "updatedGrowthTracker")
        checks.required(call, *names)
        checks.on_part(call, self.lacking)
        scale, tracker, found, out, out_tracker = (call[name] for name in names)
        checks.dtype_in("currentScale", scale.dtype, FLOATS)
        for name in ("foundInf", "updatedScale"):
            checks.same_dtype(name, call[name].dtype, "currentScale", scale.dtype)
        for name in ("growthTracker", "updatedGrowthTracker"):
            checks.dtype_in(name, call[name].dtype, {dtypes.INT32})
        checks.public_formats(call)
        for name in names:
            checks.same_shape(name, call[name], (1,), checks.TILING)
        interval = call["growthInterval"]
        if not 1 <= interval < 2 ** 31:
            raise checks.refuse(f"growthInterval: expected 1 to {2 ** 31 - 1}, got {interval}", checks.TILING)
        growth, backoff = call["growthFactor"], call["backoffFactor"]

        def kernel(current: Any, steps: Any, overflow: Any, result: Any, new_steps: Any) -> None:
            factor, good = 1.0, int(steps[0]) + 1
            if float(overflow[0]) != 0:
                factor, good = backoff, 0
            elif good == interval:
                grown = np.asarray(float(current[0]) * growth).astype(result.dtype)
                factor, good = growth if np.isfinite(grown) else 1.0, 0
            result[0] = np.asarray(float(current[0]) * factor).astype(result.dtype)
            new_steps[0] = good
        return Plan(kernel, (scale, tracker, found), (out, out_tracker), 0)


@dataclass(frozen=True)
class TransformBiasRescaleQkv:
    """aclnnTransformBiasRescaleQkv: queries, keys and values taken apart by heads, with their biases; the queries are
    divided by the root of the size of a head."""

    names: tuple[str, ...] = ("aclnnTransformBiasRescaleQkv",)
    lacking: tuple[str, ...] = ("910", "310P")

    def plan(self, call: Call) -> Plan:
        outs = ("qOut", "kOut", "vOut")
        checks.required(call, "qkv", "qkvBias", *outs)
        checks.on_part(call, self.lacking)
        qkv, bias, heads = call["qkv"], call["qkvBias"], call["numHeads"]
        checks.dtype_in("qkv", qkv.dtype, FLOATS)
        for name in ("qkvBias", *outs):
            checks.same_dtype(name, call[name].dtype, "qkv", qkv.dtype)
        checks.public_formats(call)
        checks.rank_is("qkv", qkv, 3)
        if heads <= 0 or qkv.shape[2] % (3 * heads):
            raise checks.refuse(f"numHeads: expected a third of a divisor of the last dim of qkv {list(qkv.shape)}, "
                                f"got {heads}")
        checks.same_shape("qkvBias", bias, qkv.shape[2:])
        checks.not_empty(call, "qkvBias", (call.profile.soc.generation,))
        batch, length, width = qkv.shape
        size = width // (3 * heads)
        for name in outs:
            checks.same_shape(name, call[name], (batch, heads, length, size))
        if not qkv.numel:
            return plan.NOTHING
        plan.check_gathers(call.operands("qkv", "qkvBias"))

        def kernel(values: Any, biases: Any, *results: Any) -> None:
            wide = arrays.compute_type(qkv.dtype)
            parts = values.reshape(batch, length, 3, heads, size)
            added = biases.astype(wide).reshape(3, heads, 1, size)
            for number, result in enumerate(results):
                total = parts[:, :, number].swapaxes(1, 2).astype(wide) + added[number]
                if number == 0:
                    total /= wide.type(math.sqrt(size))
                result[...] = total.astype(result.dtype)
        outputs = tuple(call[name] for name in outs)
        return Plan(kernel, (qkv, bias), outputs, plan.workspace((qkv, bias), outputs, FLOAT))


@dataclass(frozen=True)
class AddLora:
    """aclnnAddLora: to a slice of each row of y the row's product with the two matrices that its index names, which
    are stored transposed; without the first matrix the row of x is multiplied by the second one only."""

    names: tuple[str, ...] = ("aclnnAddLora",)
    lacking: tuple[str, ...] = ("910", "910_93", "950")
    widest: int = 131_072

    def plan(self, call: Call) -> Plan:
        checks.required(call, "y", "x", "weightB", "indices", "out")
        checks.on_part(call, self.lacking)
        first = call["weightAOptional"]
        tensors = {"y": 2, "x": 2, "weightB": 4, "indices": 1, "out": 2} | ({} if first is None else
                                                                              {"weightAOptional": 4})
        for name in tensors:
            checks.dtype_in(name, call[name].dtype, {dtypes.INT32} if name == "indices" else {FLOAT16})
        for name, rank in tensors.items():
            checks.rank_is(name, call[name], rank, checks.TILING)
        self._check_shapes(call)
        inputs = {name: call[name] for name in tensors if name != "out"}
        plan.check_gathers(inputs)
        layer, scale, start, width = (call[name] for name in ("layerIdx", "scale", "yOffset", "ySliceSize"))

        def kernel(y: Any, x: Any, second: Any, indices: Any, *rest: Any) -> None:
            *firsts, result = rest
            if indices.min() < 0 or indices.max() >= len(second):
                raise KernelError(f"indices: expected 0 to {len(second) - 1}, got {indices.tolist()}")
            sums = np.array(y[:, start:start + width], np.float32)               # of its own, as result may be x
            for number in np.unique(indices):
                rows = indices == number
                product = x[rows].astype(np.float32)
                for weights in (*firsts, second):
                    product = product @ weights[number, layer].astype(np.float32).T
                sums[rows] += product * np.float32(scale)
            result[...] = y
            result[:, start:start + width] = sums.astype(np.float16)
        read = tuple(inputs.values())
        return Plan(kernel, read, (call["out"],), plan.workspace(read, (call["out"],), FLOAT))

    def _check_shapes(self, call: Call) -> None:
        y, x, second, first = call["y"].shape, call["x"].shape, call["weightB"].shape, call["weightAOptional"]
        models, layers, height, rank = second
        inner = rank if first is None else x[1]
        rules = {
            "y: a width of 16 to 131072 that is a multiple of 16": 0 < y[1] <= self.widest and y[1] % 16 == 0,
            "x: as many rows as y, at least one": x[0] == y[0] > 0,
            f"x: a width of {inner} that is a multiple of 16": x[1] == inner and x[1] > 0 and x[1] % 16 == 0,
            "weightB: 1 to 32 models and layers": 0 < models <= 32 and 0 < layers <= 32,
            "weightB: 16 to the width of y rows, a multiple of 16": 0 < height <= y[1] and height % 16 == 0,
            "weightB: 16 to 128 columns, a multiple of 16": 0 < rank <= 128 and rank % 16 == 0,
            "indices: one for each row of y": call["indices"].shape == (y[0],),
            "weightAOptional: the shape that weightB and x ask for":
                first is None or first.shape == (models, layers, rank, x[1]),
            "out: the shape of y": call["out"].shape == y,
            "layerIdx: a layer of weightB": 0 <= call["layerIdx"] < layers,
            "yOffset: a column of y": 0 <= call["yOffset"] < y[1],
            "ySliceSize: the rows of weightB": call["ySliceSize"] == height,
            "yOffset and ySliceSize: a slice of y": call["yOffset"] + call["ySliceSize"] <= y[1],
        }
        for rule, holds in rules.items():
            if not holds:
                raise checks.refuse(f"{rule} expected, got y {list(y)}, x {list(x)}, weightB {list(second)}, layerIdx "
                                    f"{call['layerIdx']}, yOffset {call['yOffset']}, ySliceSize {call['ySliceSize']}",
                                    checks.TILING)


TABLE = (SignBitsPack(), SignBitsUnpack(), AmpUpdateScale(), TransformBiasRescaleQkv(), AddLora())
