"""Softmax and its gradients."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..nnop import arrays, dtypes, plan
from ..nnop.plan import Plan
from . import checks
from .call import Call

FLOATS = frozenset((dtypes.FLOAT, dtypes.FLOAT16, dtypes.BF16))


@dataclass(frozen=True)
class SoftmaxBackward:
    """out = gradOutput * output - sum(gradOutput * output) * output, the sum along `dim`.

    The output may have any type; it is cast.  Empty tensors are accepted before anything but NULL is checked.
    """

    names: tuple[str, ...] = ("aclnnSoftmaxBackward",)

    def plan(self, call: Call) -> Plan:
        checks.required(call, "gradOutput", "output", "out")
        grad, output, out = call["gradOutput"], call["output"], call["out"]
        if not grad.numel or not output.numel:
            return plan.NOTHING
        allowed = checks.supported(call.profile.soc, FLOATS)
        checks.dtype_in("gradOutput", grad.dtype, allowed)
        checks.dtype_in("output", output.dtype, allowed)
        checks.same_dtype("output", output.dtype, "gradOutput", grad.dtype)
        axis = checks.axis("dim", call["dim"], len(grad.shape))
        checks.rank_at_most("gradOutput", grad)
        checks.same_shape("output", output, grad.shape)
        checks.same_shape("out", out, grad.shape)
        plan.check_gathers(call.operands("gradOutput", "output"))

        def kernel(gradient: Any, probabilities: Any, result: Any) -> None:
            found = arrays.convert(softmax_backward(gradient, probabilities, axis), grad.dtype)
            result[...] = arrays.convert(found, out.dtype)
        return Plan(kernel, (grad, output), (out,), plan.workspace((grad, output), (out,), grad.dtype))


def softmax_backward(gradient: Any, probabilities: Any, axis: int) -> Any:
    """In float32; the sum is carried in double."""
    gradient = gradient.astype(np.float32, copy=False)
    probabilities = probabilities.astype(np.float32, copy=False)
    if not gradient.ndim:
        axis, gradient, probabilities = 0, gradient[None], probabilities[None]
        return softmax_backward(gradient, probabilities, axis)[0]
    total = (gradient * probabilities).sum(axis=axis, keepdims=True, dtype=np.float64).astype(np.float32)
    return (gradient - total) * probabilities


TABLE = (SoftmaxBackward(),)
