"""All operators with a PyTorch twin against it, over random sizes, data types and layouts (`tox -e torch`).

PyTorch computes in double precision where the operator's type is a float, and its result is rounded once: it serves as
an independent formula, not as a rival in rounding.  Where a page demands something else, `DIFFERENT` says why.
"""
from __future__ import annotations

import dataclasses
import zlib
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from aclnn_calls import BFLOAT16, Calls
from harness import DIGITS, DTYPES, Out, Value, argument, machine
from samples import OPERATORS, Made, sample

from pyacl import emulator

torch = pytest.importorskip("torch", reason="PyTorch is not installed; tox -e torch installs it")

from twins import NONE, TWINS  # noqa: E402 - needs torch

ROUNDS = 3
LAYOUTS = ["contiguous", "transposed", "sliced"]
TYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16, "f64": torch.float64, "i8": torch.int8,
         "i16": torch.int16, "i32": torch.int32, "i64": torch.int64, "u8": torch.uint8, "b": torch.bool,
         "c64": torch.complex64, "c128": torch.complex128}
NUMBERS = {0: "f32", 1: "f16", 27: "bf16", 11: "f64", 2: "i8", 6: "i16", 3: "i32", 9: "i64", 4: "u8", 12: "b",
           16: "c64", 17: "c128"}
NAMES = {DTYPES[name]: name for name in TYPES}
PARTS = ("Ascend910B1", "Ascend910_9391", "Ascend950PR_9599", "Ascend310P3")
SPECIALS = (np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, 1e4)

# (operator, type) -> what the page says instead.
DIFFERENT: dict[tuple[str, str], str] = {
    ("aclnnFusedMatmul", "f32"): "FLOAT is multiplied with cubeMathType 3 only, in HFLOAT32",
    ("aclnnClamp", "u8"): "the bounds become UINT8 first, -1 thus 255, and the lower one is the stronger",
}
# Where infinities and nan come out differently, and why.
_QUOTIENT = "the floor of an infinite quotient is infinite; PyTorch subtracts a remainder, which is nan"
_LERP = "self + weight * (end - self) always; PyTorch starts from `end` for weights from 0.5 on"
_WELFORD = "the mean of an infinity is infinite; PyTorch's running mean makes it nan"
DIFFERENT_SPECIALS: dict[str, str] = {
    **dict.fromkeys(("aclnnDivMod", "aclnnDivMods", "aclnnFloorDivide", "aclnnFloorDivides", "aclnnInplaceDivMod",
                     "aclnnInplaceDivMods", "aclnnInplaceFloorDivide", "aclnnInplaceFloorDivides"), _QUOTIENT),
    **dict.fromkeys(("aclnnLerp", "aclnnLerps", "aclnnInplaceLerp", "aclnnInplaceLerps", "aclnnForeachLerpList",
                     "aclnnForeachLerpScalar"), _LERP),
    **dict.fromkeys(("aclnnVarMean", "aclnnStdMeanCorrection"), _WELFORD),
    **dict.fromkeys(("aclnnThreshold", "aclnnInplaceThreshold"), "nan is not above the threshold, so it is replaced"),
    **dict.fromkeys(("aclnnSign", "aclnnForeachSign"), "nan has no sign: it stays nan; PyTorch says 0"),
    "aclnnFusedAdamw": "the decay is subtracted from an infinite parameter; PyTorch multiplies it",
    "aclnnRmsNorm": "an infinite x stays infinite",
}
# What PyTorch says where it lacks a type, of whole numbers mostly.
LACKING = (NotImplementedError, RuntimeError, TypeError, ValueError, AttributeError)


def to_torch(value: Any, wide: bool) -> Any:
    """An argument of the C call as the twin takes it; floats doubled if `wide`."""
    if isinstance(value, Value):
        return np.asarray(value.value).astype(value.dtype).item()
    if isinstance(value, list):
        return [to_torch(item, wide) for item in value]
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, (np.ndarray, np.generic)):
        array = np.array(value)
        name = NAMES.get(array.dtype)
        made = torch.from_numpy(array.astype(np.float32) if array.dtype == BFLOAT16 else array.copy())
        target = TYPES[name] if name else made.dtype
        if wide:
            target = {True: torch.float64}.get(target.is_floating_point, target)
            target = torch.complex128 if target.is_complex else target
        return made.to(target)
    return value


def answers(operator: str, made: dict[str, Made], wide: bool) -> list[Any]:
    """The twin's tensors, flat."""
    given = {name: to_torch(item.value, wide) for name, item in made.items() if not item.written or item.read}
    if "dtype" in given and isinstance(given["dtype"], int):
        kind = TYPES[NUMBERS[given["dtype"]]]
        given["dtype"] = torch.float64 if wide and kind.is_floating_point else \
            torch.complex128 if wide and kind.is_complex else kind
    result = TWINS[operator](SimpleNamespace(**given))
    flat: list[Any] = []
    for item in result if isinstance(result, (tuple, list)) else [result]:
        flat += item if isinstance(item, (tuple, list)) else [item]
    return [None if item is None else item.detach().resolve_conj() for item in flat]


def outs(made: dict[str, Made]) -> list[Any]:
    """What is written, flat."""
    flat: list[Any] = []
    for item in made.values():
        if item.written:
            flat += item.value if isinstance(item.value, list) else [item.value]
    return flat


def with_outs(made: dict[str, Made], values: list[Any]) -> dict[str, Made]:
    """The call with other values of what is written, flat."""
    left = iter(values)
    return {name: dataclasses.replace(item, value=[next(left) for _ in item.value] if isinstance(item.value, list)
                                      else next(left)) if item.written else item
            for name, item in made.items()}


def with_types(made: dict[str, Made], types: list[Any], rng: np.random.Generator) -> dict[str, Made]:
    """The call with outputs of given types (None: their own) and random layouts."""
    return with_outs(made, [Out(value.shape, dtype or value.dtype, rng.choice(LAYOUTS)) if isinstance(value, Out)
                            else value for value, dtype in zip(outs(made), types, strict=True)])


def written(npu: Calls, operator: str, made: dict[str, Made], rng: np.random.Generator,
            gaps: bool = True) -> list[Any] | int:
    """The tensors that the call writes, or its code; where gaps are refused, none has any."""
    npu.made.clear()
    places, cells = [], []
    for item in made.values():
        first = len(npu.made)
        cells.append(argument(npu, item.value, rng.choice(LAYOUTS) if gaps else "contiguous"))
        if item.written:
            places += list(range(first, len(npu.made)))
    code = npu.run(operator, *cells)
    if code == 561000 and gaps:
        plain = [dataclasses.replace(item, layout="contiguous") if isinstance(item, Out) else item
                 for item in outs(made)]
        npu.message()
        return written(npu, operator, with_outs(made, plain), rng, gaps=False)
    if code:
        npu.message()
        return code
    tensors = list(npu.made)
    return [npu.read(tensors[place]) for place in places]


def agree(got: Any, want: Any, scale: float, computed: str) -> bool:
    """Equal, or as far apart as rounding allows: a few units of the narrower of both types, of the largest operand
    where terms cancel."""
    if got.dtype.kind not in "fcV":                       # a cast of floats to whole numbers goes towards zero
        return bool((got == want.numpy().reshape(got.shape).astype(got.dtype)).all())
    name = {"complex64": "float32", "complex128": "float64"}.get(got.dtype.name, got.dtype.name)
    eps = max(2.0 ** (1 - DIGITS[name][0]), {"f16": 2.0 ** -10, "bf16": 2.0 ** -7, "f32": 2.0 ** -23,
                                              "c64": 2.0 ** -23}.get(computed, 0))
    kind = np.complex128 if got.dtype.kind == "c" else np.float64
    ours = got.astype(kind).reshape(-1)
    exact = want.to(torch.complex128 if kind is np.complex128 else torch.float64).numpy().reshape(-1)
    with np.errstate(all="ignore"):
        theirs = exact.astype(got.dtype).astype(kind)
        near = np.abs(ours - exact) <= 8 * eps * np.abs(exact) + 4 * eps * scale
    return bool(((ours == theirs) | near | (np.isnan(ours) & np.isnan(theirs))).all())


def special(made: dict[str, Made], rng: np.random.Generator) -> None:
    """Puts zeros, nan and infinities among the floats."""
    for item in made.values():
        for array in item.value if isinstance(item.value, list) else [item.value]:
            if isinstance(array, np.ndarray) and array.dtype.kind in "fV" and array.size > 1:
                spots = rng.random(array.shape) < 0.3
                array[spots] = rng.choice(SPECIALS, array.shape).astype(array.dtype)[spots]


def differs(npu: Calls, operator: str, dtype: str, round_: int) -> str | None:
    """What is wrong; "" if all agrees, None if the operator takes no such type."""
    rng = np.random.default_rng(zlib.crc32(f"{operator} {dtype} {round_}".encode()))
    sizes = {letter: int(rng.integers(1, 6)) for letter in "abcd"}
    made = sample(operator, dtype, sizes, seed=round_ + 1)
    if round_ == ROUNDS - 1:
        special(made, rng)
    try:
        narrow = [None if item is None else item.dtype for item in answers(operator, made, wide=False)]
    except LACKING:
        narrow = []
    types = [next((name for name, kind in TYPES.items() if kind == item), None) for item in narrow]
    choices = [[DTYPES[name] if name else None for name in types]] if len(types) == len(outs(made)) else []
    for choice in [*choices, [None] * len(outs(made))]:
        call = with_types(made, choice, rng)
        got = written(npu, operator, call, rng)
        if not isinstance(got, int):
            break
        if got not in (161002, 561002, 561003, 561103, 561000):
            return f"{dtype}: code {got}"
    if isinstance(got, int):
        return None
    try:
        want = answers(operator, made, wide=True)
    except LACKING:
        if dtype[0] in "iub":
            return None
        raise
    if len(want) != len(got):
        return f"{dtype}: {len(want)} results, {len(got)} outputs"
    finite = [item[torch.isfinite(item)].abs() for item in want if item is not None and item.dtype != torch.bool]
    scale = max([1.0, *(float(item.max()) for item in finite if item.numel())])
    for ours, theirs in zip(got, want, strict=True):
        if theirs is None:
            continue
        if ours.size != theirs.numel():
            return f"{dtype}: shape {ours.shape}, not {tuple(theirs.shape)}"
        if not agree(ours, theirs, scale, dtype):
            inputs = {name: item.value for name, item in made.items() if item.read}
            return f"{dtype}: {ours.reshape(-1)[:20]}, not {theirs.reshape(-1)[:20]} of {inputs}"
    return ""


def test_every_operator_has_a_twin_or_none() -> None:
    assert set(TWINS) | {f"aclnn{name}" for name in NONE} == set(OPERATORS)


@pytest.mark.parametrize("operator", sorted(TWINS))
def test_twin(operator: str) -> None:
    compared = 0
    left = list(TYPES)
    wrong = []
    for soc in PARTS:
        npu = machine(soc)
        for dtype in list(left):
            if (operator, dtype) in DIFFERENT:
                continue
            rounds = ROUNDS - (operator in DIFFERENT_SPECIALS or dtype[0] in "iub")
            results = [differs(npu, operator, dtype, round_) for round_ in range(rounds)]
            if results[0] is None:
                continue
            left.remove(dtype)
            compared += 1
            wrong += [result for result in results if result]
        if compared:
            break
    assert not wrong
    assert compared
    assert not emulator.report().findings
