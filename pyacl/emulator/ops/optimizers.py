"""Steps of optimizers over lists of parameters, computed in double and rounded once, and the check of scaled
gradients."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import plan
from ..nnop.dtypes import FLOAT, INT64
from ..nnop.meta import Tensor
from ..nnop.plan import Plan
from . import blocks, checks
from .call import Call
from .kinds import FLOATS

_DOUBLE = np.dtype(np.float64)
_BEFORE_910B = ("910", "310P")
_LONGEST = 256

Members = Mapping[str, Tensor]


def _check_lists(call: Call, lists: Sequence[Members], ranks: tuple[int, int]) -> None:
    """Lists of one length, whose tensors have one type and, at one place, one shape."""
    allowed = checks.supported(call.profile.soc, FLOATS)
    name, reference = next(iter(lists[0].items()))
    for tensors in lists:
        if len(tensors) != len(lists[0]):
            raise checks.refuse(f"expected lists of one length, got {len(lists[0])} and {len(tensors)} tensors")
        for (label, tensor), wanted in zip(tensors.items(), lists[0].values(), strict=True):
            checks.dtype_in(label, tensor.dtype, allowed)
            checks.same_dtype(label, tensor.dtype, name, reference.dtype)
            checks.rank_within(label, tensor, *ranks)
            checks.same_shape(label, tensor, wanted.shape)


def _single(name: str, tensor: Tensor, code: int = checks.INVALID) -> None:
    if tensor.numel != 1:
        raise checks.refuse(f"{name}: expected one element, got shape {list(tensor.shape)}", code)


def _plan(kernel: Any, read: Sequence[Tensor], written: Sequence[Tensor], generated: bool = False) -> Plan:
    plan.check_gathers({f"tensor {place} of the lists": tensor for place, tensor in enumerate(read)})
    return Plan(kernel, tuple(read), tuple(written), plan.workspace(tuple(read), tuple(written), FLOAT),
                generated=generated)


@dataclass(frozen=True)
class Unscale:
    """Gradients times invScale; foundInf becomes 1 if one of them was not finite."""

    names: tuple[str, ...]

    def plan(self, call: Call) -> Plan:
        checks.required(call, "scaledGrads", "foundInf", "invScale")
        checks.on_part(call, ("910",))
        found, factor = call["foundInf"], call["invScale"]
        gradients = checks.members(call, "scaledGrads", checks.INVALID)
        (first, reference), *_ = gradients.items()
        for name, tensor in gradients.items():
            checks.dtype_in(name, tensor.dtype, checks.supported(call.profile.soc, FLOATS))
        checks.dtype_in("foundInf", found.dtype, (FLOAT,))
        checks.dtype_in("invScale", factor.dtype, (FLOAT,))
        if len(gradients) > _LONGEST:
            raise checks.refuse(f"scaledGrads: expected at most {_LONGEST} tensors, got {len(gradients)}",
                                checks.TILING)
        for name, tensor in gradients.items():
            checks.same_dtype(name, tensor.dtype, first, reference.dtype, checks.TILING)
            checks.dense(name, tensor)
        _single("foundInf", found, checks.TILING)
        _single("invScale", factor, checks.TILING)
        checks.dense("foundInf", found)
        tensors = tuple(gradients.values())
        return _plan(_unscale, (*tensors, factor), (*tensors, found), generated=True)


def _unscale(*values: Any) -> None:
    count = len(values) // 2 - 1
    gradients, factor, found = values[:count], float(values[count].reshape(-1)[0]), values[-1]
    finite = True

    def unscale(block: Any, out: Any) -> None:
        nonlocal finite
        finite = finite and bool(np.isfinite(block).all())
        out[...] = (block * np.float32(factor)).astype(out.dtype, copy=False)
    for gradient in gradients:
        blocks.each(unscale, [gradient], [gradient], np.dtype(np.float32))
    if not finite:
        found[...] = 1


@dataclass(frozen=True)
class AdamW:
    """aclnnFusedAdamw.

    With amsgrad the largest second moment is that of the moments before their correction, as the parameter is
    described; the formula of the page has the corrected one.
    """

    names: tuple[str, ...]

    def plan(self, call: Call) -> Plan:
        listed = ["paramsRef", "grads", "expAvgsRef", "expAvgSqsRef"]
        checks.required(call, *listed, "stateSteps", *(["maxExpAvgSqsRef"] if call["amsgrad"] else []))
        checks.on_part(call, _BEFORE_910B)
        if call["amsgrad"]:
            listed.append("maxExpAvgSqsRef")
        lists = [checks.members(call, name, checks.INVALID) for name in listed]
        _check_lists(call, lists, (1, checks.MAX_RANK))
        steps = checks.members(call, "stateSteps", checks.INVALID)
        if len(steps) != len(lists[0]):
            raise checks.refuse(f"stateSteps: expected {len(lists[0])} tensors, got {len(steps)}")
        for name, tensor in steps.items():
            checks.dtype_in(name, tensor.dtype, (INT64, FLOAT))
            _single(name, tensor)
        given = {name: call[name] for name in ("gradScaleOptional", "foundInfOptional") if call[name] is not None}
        for name, tensor in given.items():
            checks.dtype_in(name, tensor.dtype, (FLOAT,))
            _single(name, tensor)
        columns = [tuple(tensors.values()) for tensors in lists]
        read = [tensor for column in columns for tensor in column] + [*steps.values(), *given.values()]
        written = [tensor for place, column in enumerate(columns) if place != 1 for tensor in column]
        attributes = {name: call[name] for name in ("lr", "beta1", "beta2", "weightDecay", "eps", "maximize")}
        return _plan(_AdamWKernel(len(columns[0]), len(columns), tuple(given), attributes), read, written)


@dataclass(frozen=True)
class _AdamWKernel:
    count: int
    lists: int
    given: tuple[str, ...]
    attributes: dict[str, Any]

    def __call__(self, *values: Any) -> None:
        count, lists = self.count, self.lists
        columns = [values[place * count:(place + 1) * count] for place in range(lists)]
        steps = values[lists * count:(lists + 1) * count]
        given = {name: float(value.reshape(-1)[0])
                 for name, value in zip(self.given, values[(lists + 1) * count:], strict=False)}
        if given.get("foundInfOptional") == 1:
            return
        for place in range(count):
            parts = [column[place] for column in columns]
            written = [part for index, part in enumerate(parts) if index != 1]
            step, scale = float(steps[place].reshape(-1)[0]), given.get("gradScaleOptional", 1.0)
            blocks.each(lambda *block, step=step, scale=scale: self._step(block, step, scale), parts, written, _DOUBLE)

    def _step(self, block: Sequence[Any], step: float, scale: float) -> None:
        parameter, gradient, mean, square, *most = block[:self.lists]
        outs = block[self.lists:]
        options = self.attributes
        gradient = (-gradient if options["maximize"] else gradient) / scale
        mean = options["beta1"] * mean + (1 - options["beta1"]) * gradient
        square = options["beta2"] * square + (1 - options["beta2"]) * gradient * gradient
        new = [mean, square]
        if most:
            new.append(np.maximum(most[0], square))
        deviation = np.sqrt(new[-1] / (1 - options["beta2"] ** step)) + options["eps"]
        change = options["lr"] * (mean / (1 - options["beta1"] ** step) / deviation
                                  + options["weightDecay"] * parameter)
        for out, value in zip(outs, [parameter - change, *new], strict=True):
            out[...] = value.astype(out.dtype)


@dataclass(frozen=True)
class Sgd:
    """aclnnFusedSgd.  An empty list of momenta, or an empty scale, counts as none."""

    names: tuple[str, ...]

    def plan(self, call: Call) -> Plan:
        checks.required(call, "paramsRef", "gradsRef", "momentumBufferListOptionalRef", "gradScaleOptional")
        checks.on_part(call, _BEFORE_910B)
        lists = [checks.members(call, name, checks.INVALID) for name in ("paramsRef", "gradsRef")]
        if call["momentumBufferListOptionalRef"].items:
            lists.append(checks.members(call, "momentumBufferListOptionalRef", checks.INVALID))
        _check_lists(call, lists, (0, checks.MAX_RANK))
        for name, tensor in lists[0].items():
            if not tensor.numel:
                raise checks.refuse(f"{name}: empty tensors are not supported, got shape {list(tensor.shape)}")
        scale = call["gradScaleOptional"]
        checks.dtype_in("gradScaleOptional", scale.dtype, checks.supported(call.profile.soc, FLOATS))
        if scale.numel:
            checks.same_shape("gradScaleOptional", scale, (1,))
        for name in ("lr", "momentum", "weightDecay", "dampening"):
            if not call[name] >= 0:
                raise checks.refuse(f"{name}: expected at least 0, got {call[name]}")
        columns = [tuple(tensors.values()) for tensors in lists]
        tensors = [tensor for column in columns for tensor in column]
        names = ("lr", "momentum", "weightDecay", "dampening", "nesterov", "maximize", "isFirstStep")
        kernel = _SgdKernel(len(columns[0]), len(columns), {name: call[name] for name in names})
        return _plan(kernel, [*tensors, *([scale] if scale.numel else [])], tensors)


@dataclass(frozen=True)
class _SgdKernel:
    count: int
    lists: int
    attributes: dict[str, Any]

    def __call__(self, *values: Any) -> None:
        total = self.count * self.lists
        scale = float(values[total].reshape(-1)[0]) if len(values) > 2 * total else 1.0
        for place in range(self.count):
            parts = list(values[place:total:self.count])
            blocks.each(lambda *block: self._step(block, scale), parts, parts, _DOUBLE)

    def _step(self, block: Sequence[Any], scale: float) -> None:
        parameter, gradient, *momentum = block[:self.lists]
        options = self.attributes
        unscaled = gradient / scale
        change = (-unscaled if options["maximize"] else unscaled) + options["weightDecay"] * parameter
        new = [unscaled]
        if momentum:
            first = options["isFirstStep"]
            speed = change if first else options["momentum"] * momentum[0] + (1 - options["dampening"]) * change
            new.append(speed)
            change = change + options["momentum"] * speed if options["nesterov"] else speed
        for out, value in zip(block[self.lists:], [parameter - options["lr"] * change, *new], strict=True):
            out[...] = value.astype(out.dtype)


TABLE = (
    Unscale(("aclnnForeachNonFiniteCheckAndUnscale",)),
    AdamW(("aclnnFusedAdamw",)),
    Sgd(("aclnnFusedSgd",)),
)
