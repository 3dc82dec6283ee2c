"""Losses and their gradients."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.meta import Tensor
from ..nnop.plan import KernelError, Plan
from . import checks
from .call import Call
from .kinds import FLOATS

REDUCTIONS = ("none", "mean", "sum")
ZLOSS = ("gradZlossOptional", "lseForZlossOptional")


@dataclass(frozen=True)
class CrossEntropyLossGrad:
    """Gradient of the cross entropy of class indices.

    Label smoothing must be 0 and the z-loss arguments have no effect, as the page restricts them.
    """

    names: tuple[str, ...] = ("aclnnCrossEntropyLossGrad",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, "gradLoss", "logProb", "target", "out")
        self._check_dtypes(call)
        self._check_shapes(call)
        self._check_attributes(call)
        grad, log_prob, target, weight = (call[name] for name in ("gradLoss", "logProb", "target", "weightOptional"))
        inputs = tuple(tensor for tensor in (grad, log_prob, target, weight) if tensor is not None)
        if not log_prob.numel:
            return Plan(None, generated=True)
        plan.check_gathers(call.operands("gradLoss", "logProb", "target", "weightOptional"))
        mean = _reduction(call) == "mean"
        ignored, dtype = call["ignoreIndex"], call["out"].dtype

        def kernel(gradient: Any, log_probabilities: Any, classes: Any, *rest: Any) -> None:
            weights = rest[0].astype(np.float32, copy=False) if len(rest) == 2 else None
            rest[-1][...] = arrays.convert(
                cross_entropy_grad(gradient, log_probabilities, classes, weights, ignored, mean), dtype)
        # The partial sums of the cores meet in the workspace.
        scratch = plan.bucket(call.profile.soc.vector_cores * 32) if mean else 0
        return Plan(kernel, inputs, (call["out"],), scratch + plan.workspace(inputs[:2], (call["out"],), grad.dtype),
                    generated=True)

    def _check_dtypes(self, call: Call) -> None:
        allowed = checks.supported(call.profile.soc, FLOATS)
        grad = call["gradLoss"].dtype
        checks.dtype_in("gradLoss", grad, allowed)
        for name in ("logProb", *ZLOSS, "out"):
            if call[name] is not None:
                checks.dtype_in(name, call[name].dtype, allowed)
                checks.same_dtype(name, call[name].dtype, "gradLoss", grad)
        checks.dtype_in("target", call["target"].dtype, {dtypes.INT64})
        if call["weightOptional"] is not None:
            checks.dtype_in("weightOptional", call["weightOptional"].dtype, {dtypes.FLOAT})

    def _check_shapes(self, call: Call) -> None:
        """All 561002: a generated operator finds them when it tiles."""
        code = checks.TILING
        log_prob: Tensor = call["logProb"]
        checks.rank_is("logProb", log_prob, 2, code)
        batch, classes = log_prob.shape
        if classes <= 0:
            raise checks.refuse(f"logProb: expected at least one class, got shape {list(log_prob.shape)}", code)
        checks.same_shape("target", call["target"], (batch,), code)
        if call["weightOptional"] is not None:
            checks.same_shape("weightOptional", call["weightOptional"], (classes,), code)
        checks.same_shape("out", call["out"], log_prob.shape, code)

    def _check_attributes(self, call: Call) -> None:
        code = checks.TILING
        reduction = _reduction(call)
        if reduction not in REDUCTIONS:
            raise checks.refuse(f"reductionOptional: expected one of {', '.join(REDUCTIONS)}, got {reduction!r}", code)
        if reduction == "none":
            checks.same_shape("gradLoss", call["gradLoss"], call["target"].shape, code)
        elif call["gradLoss"].numel != 1:
            raise checks.refuse(f"gradLoss: expected a 0-d tensor for reduction {reduction}, got shape "
                                f"{list(call['gradLoss'].shape)}", code)
        if call["labelSmoothing"] != 0.0:
            raise checks.refuse(f"labelSmoothing: only 0.0 is supported, got {call['labelSmoothing']}", code)


def _reduction(call: Call) -> str:
    text = call["reductionOptional"]
    return "mean" if text is None else str(text)


def cross_entropy_grad(gradient: Any, log_probabilities: Any, target: Any, weight: Any, ignored: int,
                       mean: bool) -> Any:
    """(exp(logProb) - onehot(target)) * gradient * weight[target], rows of ignored targets 0; in float32."""
    rows, classes = log_probabilities.shape
    kept = target != ignored
    wrong = kept & ((target < 0) | (target >= classes))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise KernelError(f"target[{row}] is {int(target[row])}: expected 0 to {classes - 1}, or ignoreIndex {ignored}")
    place = np.where(kept, target, 0)
    target_weight = np.ones(rows, np.float32) if weight is None else weight[place]
    scale = gradient.astype(np.float32).reshape(-1)
    if mean:
        scale = scale / (target_weight * kept).sum(dtype=np.float64).astype(np.float32)
    nll = (scale * target_weight).astype(np.float32)
    result = np.exp(log_probabilities.astype(np.float32)) * nll[:, None]
    result[np.arange(rows), place] -= nll
    result[~kept] = 0
    return result


TABLE = (CrossEntropyLossGrad(),)
