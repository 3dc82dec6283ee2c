"""What the first phase hands to the second."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .._registry import Refusal
from . import dtypes
from .meta import Tensor, product


class KernelError(Exception):
    """A kernel met data that it cannot work on; the stream gets 507015, which a synchronise shows."""


@dataclass
class Plan:
    """An accepted call of an operator.

    kernel      computes: called with the arrays of `inputs`, then of `outputs`, it writes the latter in place;
                None for empty tensors: nothing is queued (N-SHP-6)
    inputs      tensors that are read, `outputs` those that are written; an in-place one is in both
    workspace   bytes that a device would need
    repeatable  whether the executor can be (N-REP-2)
    cacheable   whether the signature enters the operator cache (N-CACHE-5)
    generated   whether this is a generated operator, which checks its workspace (N-WS-5) and whose executor survives
                a refusal of it (N-P2-4)
    """

    kernel: Callable[..., None] | None
    inputs: tuple[Tensor, ...] = ()
    outputs: tuple[Tensor, ...] = ()
    workspace: int = 0
    repeatable: bool = True
    cacheable: bool = True
    generated: bool = field(default=False)


NOTHING = Plan(None)


def bucket(nbytes: int) -> int:
    """Workspace that one intermediate tensor takes (N-WS-2)."""
    return -(-(nbytes + 32) // 512) * 512


def workspace(inputs: tuple[Tensor, ...], outputs: tuple[Tensor, ...], compute: int) -> int:
    """Workspace for gathering inputs that are not contiguous, for casts to and from the type that is computed in, and
    for scattering outputs (N-VIEW-1)."""
    total = 0
    for tensor in inputs:
        total += 0 if tensor.contiguous else bucket(tensor.numel * dtypes.bits(tensor.dtype) // 8)
        total += 0 if tensor.dtype == compute else bucket(tensor.numel * dtypes.bits(compute) // 8)
    for tensor in outputs:
        if tensor.dtype != compute:
            total += bucket(tensor.numel * dtypes.bits(compute) // 8)
        if not tensor.contiguous:
            total += bucket(tensor.numel * dtypes.bits(tensor.dtype) // 8)
    return total


LIMITED = frozenset((dtypes.DOUBLE, dtypes.COMPLEX64, dtypes.COMPLEX128, dtypes.INT16, dtypes.UINT16, dtypes.UINT64))
MERGED_AXES = 6                # from here on kernels of the limited types refuse a broadcast (N-SHP-5)


def broadcasts_too_much(inputs: tuple[Tensor, ...], outputs: tuple[Tensor, ...]) -> bool:
    """Whether inputs are broadcast along so many axes that the kernels of some types fail (N-SHP-5).

    Neighbouring axes along which the same inputs are broadcast count once.
    """
    if len(inputs) < 2 or len(outputs) != 1 or not any(tensor.dtype in LIMITED for tensor in inputs):
        return False
    shape = outputs[0].shape
    if len(shape) < MERGED_AXES or all(tensor.shape == shape for tensor in inputs):
        return False
    padded = [(1,) * (len(shape) - len(tensor.shape)) + tensor.shape for tensor in inputs]
    if any(len(dims) != len(shape) or any(size not in (1, full) for size, full in zip(dims, shape, strict=True))
           for dims in padded):
        return False                                                     # no broadcast, but another sort of operator
    runs, before = 0, None
    for axis, full in enumerate(shape):
        stretched = tuple(dims[axis] == 1 for dims in padded)
        if full != 1 and stretched != before:
            runs, before = runs + 1, stretched
    return runs >= MERGED_AXES


def check_gathers(inputs: dict[str, Any]) -> None:
    """561103 for a view outside the storage dims, of inputs that must be gathered only (N-VIEW-4, N-VIEW-5)."""
    for name, tensor in inputs.items():
        if isinstance(tensor, Tensor) and not tensor.contiguous:
            if len(tensor.strides) != len(tensor.shape):
                raise Refusal(561103, f"{name}: {len(tensor.strides)} strides for {len(tensor.shape)} dims",
                              token="EZ9999", layer="aclnn")
            low, high = tensor.extent
            held = product(tensor.storage)
            if low < 0 or high > held:
                raise Refusal(561103, f"{name}: the view reaches elements {low} to {high - 1}, its storage "
                              f"{list(tensor.storage)} has {held}", token="EZ9999", layer="aclnn")
