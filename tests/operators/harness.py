"""Operators over data types and layouts: arguments from plain values, both phases, results, distances in ulps."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from aclnn_calls import ACL, BFLOAT16, Calls

from pyacl import capi, emulator

LAYOUTS = ("contiguous", "transposed", "sliced", "broadcast")          # of inputs; outputs cannot be broadcast
SHORT = {"f32": np.float32, "f16": np.float16, "bf16": BFLOAT16, "f64": np.float64, "i8": np.int8, "i16": np.int16,
         "i32": np.int32, "i64": np.int64, "u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "u64": np.uint64,
         "b": np.bool_, "c64": np.complex64, "c128": np.complex128}
DTYPES = {name: np.dtype(dtype) for name, dtype in SHORT.items()}
DIGITS = {"float32": (24, -126), "float16": (11, -14), "bfloat16": (8, -126), "float64": (53, -1022)}


def kinds(text: str) -> list[np.dtype[Any]]:
    """"f32 i8" -> data types."""
    return [DTYPES[name] for name in text.split()]


@dataclass(frozen=True)
class Value:
    """An argument that becomes an aclScalar."""

    value: Any
    dtype: Any = np.float32


@dataclass(frozen=True)
class Out:
    """An output tensor to be made; `layout` contiguous, transposed or sliced."""

    shape: tuple[int, ...]
    dtype: Any
    layout: str = "contiguous"


def machine(soc: str = "Ascend910B1", mode: str = "strict") -> Calls:
    """A fresh emulated device."""
    emulator.configure(mode=mode, soc=soc)
    return Calls()


def tensor(npu: Calls, array: Any, layout: str = "contiguous") -> Any:
    """An aclTensor of an array; for "broadcast" its first dim must repeat, and is a dim of stride 0."""
    array = np.asarray(array)
    if layout != "broadcast" or not array.ndim or array.shape[0] < 2:
        return npu.tensor(array, "contiguous" if layout == "broadcast" else layout)
    base = np.ascontiguousarray(array[:1])
    strides = [0, *(step // array.itemsize for step in base.strides[1:])]
    return npu.describe(npu.memory(base), base, array.shape, strides)


def repeated(array: Any, layout: str) -> Any:
    """The array itself, or one whose first dim repeats, as layout "broadcast" needs it."""
    array = np.asarray(array)
    if layout != "broadcast" or not array.ndim or array.shape[0] < 2:
        return array
    return np.ascontiguousarray(np.broadcast_to(array[:1], array.shape))


def argument(npu: Calls, value: Any, layout: str = "contiguous") -> Any:
    """A C argument: arrays become tensors, lists of arrays tensor lists, None NULL, lists of numbers their arrays,
    text `char *`; everything else is passed on."""
    if isinstance(value, (np.ndarray, np.generic)):
        return tensor(npu, value, layout)
    if isinstance(value, Value):
        return npu.scalar(value.value, value.dtype)
    if isinstance(value, Out):
        return npu.empty(value.shape, value.dtype, value.layout)
    if value is None:
        return capi.NULL
    if isinstance(value, str):
        return capi.ffi.new("char[]", value.encode())
    if isinstance(value, (list, tuple)):
        return _sequence(npu, value, layout)
    return value


def _sequence(npu: Calls, values: Sequence[Any], layout: str) -> Any:
    if values and isinstance(values[0], (np.ndarray, Out)):
        items = [argument(npu, value, layout) for value in values]
        return capi.aclCreateTensorList(items, len(items))
    if values and isinstance(values[0], Value):
        items = [argument(npu, value) for value in values]
        return capi.aclCreateScalarList(items, len(items))
    if values and isinstance(values[0], bool):
        return capi.aclCreateBoolArray(list(values), len(values))
    if values and isinstance(values[0], float):
        return capi.aclCreateFloatArray(list(values), len(values))
    return capi.aclCreateIntArray(list(values), len(values))


def run(npu: Calls, operator: str, *arguments: Any, layout: str = "contiguous") -> list[np.ndarray[Any, Any]]:
    """Both phases; the elements of every `Out` among the arguments, or of the first tensor if there is none."""
    made = [argument(npu, value, layout) for value in arguments]
    code = npu.run(operator, *made)
    assert code == 0, f"{operator} -> {code}: {npu.message()}"
    outputs = [cell for cell, value in zip(made, arguments, strict=True) if isinstance(value, Out)]
    return [npu.read(cell) for cell in outputs or made[:1]]


def code(npu: Calls, operator: str, *arguments: Any) -> int:
    """What the first phase answers."""
    result: int = npu.prepare(operator, *(argument(npu, value) for value in arguments))[0]
    return result


def check_refusal(npu: Calls, operator: str, arguments: Sequence[Any], expected: int, *words: str) -> None:
    """The first phase refuses with a code, writes neither out-parameter, leaves nothing, and says why (N-P1-4)."""
    made = [argument(npu, value) for value in arguments]
    live = emulator.report().live
    assert npu.prepare(operator, *made) == (expected, 77, capi.NULL), (operator, npu.message())
    assert emulator.report().live == live
    message = npu.message()                              # reading it takes it away
    for word in words:
        assert word in message, (operator, word, message)


def ulps(got: Any, exact: Any) -> float:
    """Largest distance from exact values (of a wider type) in units of the last place of `got`'s type.

    Infinities and nan must agree; what overflows when rounded may be the infinity.
    """
    dtype = np.asarray(got).dtype
    if dtype.kind == "c":
        exact = np.asarray(exact)
        half = np.float32 if dtype == np.complex64 else np.float64
        return max(ulps(got.real.astype(half), exact.real), ulps(got.imag.astype(half), exact.imag))
    digits, least = DIGITS[dtype.name]
    with np.errstate(all="ignore"):
        exact = np.asarray(exact)
        rounded = exact.astype(dtype).astype(exact.dtype)
        value = np.asarray(got).astype(exact.dtype)
        exponent = np.frexp(np.where(np.isfinite(exact), exact, 1))[1]
        unit = np.ldexp(exact.dtype.type(1), np.maximum(exponent, least + 1) - digits)
        distance = np.abs(value - exact) / unit
        same = (value == rounded) | (np.isnan(value) & np.isnan(exact))
        distance = np.where(same & ~np.isfinite(distance), 0, distance)
    distance = np.where(np.isnan(distance), np.inf, distance)
    return float(distance.max()) if distance.size else 0.0


def all_halves(dtype: Any) -> np.ndarray[Any, Any]:
    """All 65,536 values of a 16-bit type."""
    return np.arange(65536, dtype=np.uint16).view(dtype)


def values(dtype: Any, shape: tuple[int, ...], low: float = -4, high: float = 4, seed: int = 1) -> Any:
    """Random elements of a type; whole numbers within their own limits."""
    dtype, rng = np.dtype(dtype), np.random.default_rng(seed)
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return rng.integers(max(limits.min, int(low)), min(limits.max, int(high)), shape, endpoint=True, dtype=dtype)
    if dtype.kind == "c":
        return (rng.uniform(low, high, shape) + 1j * rng.uniform(low, high, shape)).astype(dtype)
    return rng.uniform(low, high, shape).astype(dtype)


def c_types(*types: Any) -> list[int]:
    """aclDataType numbers."""
    return [ACL[np.dtype(dtype)] for dtype in types]
