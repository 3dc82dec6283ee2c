"""What holds for every operator that computes: refusals that its page documents, layouts, aliases, and no stray writes.

The facts are those of the pages, one line each in `tests/data/operator_pages.txt`: the part that they are of, and for
each pointer of the first phase its types, its largest rank after a slash, a question mark if NULL is not 161001, and
an exclamation mark if its elements may have no gaps between them.
"""
from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from aclnn_calls import Calls
from harness import DTYPES, Out, Value, argument, machine
from samples import OPERATORS, Made, elementwise, sample

from pyacl import capi, emulator
from pyacl.emulator.ops import names_by_family

SOCS = {"A2": "Ascend910B1", "A3": "Ascend910_9391", "950": "Ascend950PR_9599"}
REFUSED = {161002, 561000, 561002, 561103}


@dataclass(frozen=True)
class Fact:
    """What a page says of one pointer; no types: it says none, or it is no tensor or scalar."""

    name: str
    types: frozenset[str]
    rank: int | None
    optional: bool
    gapless: bool


@dataclass(frozen=True)
class Page:
    part: str
    facts: tuple[Fact, ...]


def _page(line: str) -> tuple[str, Page]:
    head, *items = line.split(" ; ")
    name, part = head.split()
    facts = []
    for item in items:
        pointer, _, rest = item.partition("=")
        types, _, rank = rest.partition("/")
        facts.append(Fact(pointer.rstrip("?!"), frozenset(types.split()), int(rank) if rank else None,
                          "?" in pointer, "!" in pointer))
    return f"aclnn{name}", Page(part, tuple(facts))


PAGES = dict(map(_page, (Path(__file__).parent.parent / "data" / "operator_pages.txt").read_text().splitlines()))

# -- where operators differ, and why
# Only what the page says of NULL here.
NULL = {"aclnnStack": 561103}
# The page describes more than the library checks, or its list of types is of another parameter.
_CAST = "whatever the result can be cast to"
_TWIN = "the list is that of the twin with an output"
MORE_TYPES = {
    ("aclnnAddV3", "out"): _CAST, ("aclnnSoftmaxBackward", "out"): _CAST, ("aclnnLogSoftmaxBackward", "out"): _CAST,
    ("aclnnDivMods", "out"): _TWIN, ("aclnnInplaceDivMod", "selfRef"): _TWIN, ("aclnnInplaceDivMod", "other"): _TWIN,
    ("aclnnInplaceAdds", "selfRef"): _TWIN, ("aclnnLog10", "out"): _TWIN,
    ("aclnnAny", "out"): "the example of its page has bytes there",
    ("aclnnFusedAdamw", "maxExpAvgSqsRef"): "it is not read without amsgrad",
    ("aclnnForeachRoundOffNumber", "roundMode"): "its one element counts"}
_COMPLEX = "complex numbers are divided without rounding only"
_BACK = "the result is a float, which cannot be cast back"
FEWER_TYPES = {
    **{(f"aclnn{name}", dtype): _COMPLEX for name in ("DivMod", "DivMods", "InplaceDivMod", "InplaceDivMods")
       for dtype in ("c64", "c128")},
    **{(f"aclnnInplace{name}", dtype): _BACK for name in ("Atan2", "XLogYTensor")
       for dtype in ("b", "i8", "i16", "i32", "i64", "u8")},
    ("aclnnPowTensorScalar", "b"): "only with other types", ("aclnnPowTensorTensor", "b"): "only with other types"}
ANY_RANK = {
    ("aclnnCrossEntropyLossGrad", "gradLoss"): "its one element counts",
    ("aclnnForeachNonFiniteCheckAndUnscale", "scaledGrads"): "the page has no refusal for it",
    ("aclnnForeachNonFiniteCheckAndUnscale", "foundInf"): "its one element counts",
    ("aclnnForeachNonFiniteCheckAndUnscale", "invScale"): "its one element counts",
    ("aclnnFusedAdamw", "maxExpAvgSqsRef"): "it is not read without amsgrad",
    ("aclnnInplaceMuls", "selfRef"): "the library does not check it (N-PRO-4)"}
ANY_SHAPE = {
    ("aclnnBincount", "out"): "its size depends on the data",
    ("aclnnLogSigmoidForward", "buffer"): "it is not looked at"}
# Types that cannot have gaps though the page does not say so of the tensor.
NO_GAPS = {
    ("aclnnFatreluMul", None): "the page's text asks for contiguous tensors",
    ("aclnnInplaceCopy", "c64"): "complex numbers are copied to contiguous tensors only",
    ("aclnnInplaceCopy", "c128"): "complex numbers are copied to contiguous tensors only"}
NO_0_D = {"aclnnRmsNorm": "it is over the last dim at least"}
_NO_EMPTY = "the page takes no empty tensor"
_NOTHING = "there is no extreme or median of nothing"
NO_EMPTY = {
    **dict.fromkeys(("aclnnAddLora", "aclnnClippedSwigluGrad", "aclnnEinsum", "aclnnFusedSgd", "aclnnHardtanhBackward",
                     "aclnnInplaceAddr", "aclnnInplaceCumprod", "aclnnInplaceEqTensor", "aclnnLinspace",
                     "aclnnLogSpace", "aclnnMishBackward", "aclnnSwiGluGrad", "aclnnSwigluGroup"), _NO_EMPTY),
    **dict.fromkeys(("aclnnAmax", "aclnnAminmaxDim", "aclnnArgMin", "aclnnMaxV2", "aclnnMinDim",
                     "aclnnNanMedianDim"), _NOTHING),
    "aclnnAffineGrid": "sizes are from 1 on", "aclnnRange": "from 1 to 0 no positive step leads"}
# A layout may change the order of sums and products, and thus the last bits.
REORDERED = {"aclnnProd", "aclnnProdDim", *(
    name for family in ("matmul", "fused_matmul", "products") for name in names_by_family()[family])}


def at_home(operator: str) -> Calls:
    return machine(SOCS[PAGES[operator].part])


def first_type(operator: str) -> str:
    """A type of which a call of all tensors works."""
    types = next((fact.types for fact in PAGES[operator].facts if fact.types), frozenset())
    return next((name for name in ("f32", "i32", "f16", "c64", "b") if name in types), "f32")


def input_types(operator: str) -> list[str]:
    """What the page lists for the first tensor that is read, else float32."""
    made = sample(operator, first_type(operator))
    return next((sorted(fact.types) for fact in PAGES[operator].facts if fact.types and made[fact.name].read), ["f32"])


def working_type(npu: Calls, operator: str) -> str:
    """A type that all tensors can have."""
    return next(name for name in [first_type(operator), *input_types(operator), "f32"]
                if prepare(npu, plain(sample(operator, name)), operator) == 0)


def prepare(npu: Calls, values: dict[str, Any], operator: str) -> int:
    """The code of the first phase; what it makes, it destroys."""
    made = [argument(npu, value) for value in values.values()]
    code, size, executor = npu.prepare(operator, *made)
    if code == 0:
        capi.aclDestroyAclOpExecutor(executor)
    else:
        assert (size, executor) == (77, capi.NULL)
    npu.made.clear()
    return code


def plain(made: dict[str, Made]) -> dict[str, Any]:
    return {name: item.value for name, item in made.items()}


def each(value: Any, change: Any) -> Any:
    """A changed tensor or scalar, or a list of changed ones."""
    return [change(item) for item in value] if isinstance(value, list) else change(value)


def retyped(value: Any, dtype: Any) -> Any:
    def change(item: Any) -> Any:
        if isinstance(item, (Out, Value)):
            return dataclasses.replace(item, dtype=dtype)
        return np.asarray(item.real if np.asarray(item).dtype.kind == "c" else item).astype(dtype)
    return each(value, change)


def deeper(value: Any, rank: int) -> Any:
    """The same elements in a tensor of many dims."""
    def change(item: Any) -> Any:
        shape = (*[1] * (rank - len(item.shape)), *item.shape)
        return dataclasses.replace(item, shape=shape) if isinstance(item, Out) else item.reshape(shape)
    return each(value, change)


def test_every_operator_has_a_page() -> None:
    assert list(PAGES) == OPERATORS


@pytest.mark.parametrize("operator", OPERATORS)
def test_null(operator: str) -> None:
    """161001 with the name of what is NULL."""
    npu, values = at_home(operator), plain(sample(operator, first_type(operator)))
    for fact in PAGES[operator].facts:
        if not fact.optional:
            code = prepare(npu, {**values, fact.name: None}, operator)
            assert (code, fact.name in npu.message()) == (NULL.get(operator, 161001), True), (code, fact.name)


@pytest.mark.parametrize("operator", OPERATORS)
def test_types(operator: str) -> None:
    """What the page lists for the first tensor is taken; what it does not list is refused for each tensor."""
    npu, page = at_home(operator), PAGES[operator]
    made, wrong = sample(operator, first_type(operator)), list[tuple[str, ...]]()
    tensors = [fact for fact in page.facts if fact.types and any(leaves({"": made[fact.name]}))]
    for fact in tensors:
        for name in DTYPES:
            if name in fact.types:
                continue
            changed = {**plain(made), fact.name: retyped(made[fact.name].value, DTYPES[name])}
            if prepare(npu, changed, operator) not in REFUSED and (operator, fact.name) not in MORE_TYPES:
                wrong.append((fact.name, name, "is taken"))
    for name in tensors[0].types if tensors and made[tensors[0].name].read else ():
        if not takes(npu, operator, name) and (operator, name) not in FEWER_TYPES:
            wrong.append((tensors[0].name, name, "is refused", npu.message()))
    assert not wrong


def takes(npu: Calls, operator: str, name: str) -> bool:
    """Whether a call with tensors of a type works, whatever the type of the output."""
    made = sample(operator, name)
    for out in (None, "f32", "f64", "i64", "c64"):
        values = {key: retyped(item.value, DTYPES[out]) if out and item.written and not item.read else item.value
                  for key, item in made.items()}
        if prepare(npu, values, operator) == 0:
            return True
    return False


@pytest.mark.parametrize("operator", OPERATORS)
def test_ranks(operator: str) -> None:
    """One dim more than the page allows."""
    npu, values = at_home(operator), plain(sample(operator, first_type(operator)))
    for fact in PAGES[operator].facts:
        if fact.rank is None or fact.rank > 8 or (operator, fact.name) in ANY_RANK:
            continue
        if values[fact.name] is not None:
            code = prepare(npu, {**values, fact.name: deeper(values[fact.name], fact.rank + 1)}, operator)
            assert code in REFUSED, (fact, code)


@pytest.mark.parametrize("operator", OPERATORS)
def test_shapes_of_outputs(operator: str) -> None:
    """One element more, or less, in the last dim."""
    npu, made = at_home(operator), sample(operator, first_type(operator))
    for name, item in made.items():
        if item.written and not item.read and (operator, name) not in ANY_SHAPE:
            step = -1 if "Foreach" in operator else 1            # a list's outputs may have room for more
            def other(out: Out, step: int = step) -> Out:
                return dataclasses.replace(out, shape=(*out.shape[:-1], out.shape[-1] + step) if out.shape else (2,))
            code = prepare(npu, {**plain(made), name: each(item.value, other)}, operator)
            assert code in REFUSED, (name, code)


# -- what is computed, and where it is written
Results = list[np.ndarray[Any, Any]]


def leaves(made: dict[str, Made]) -> Iterator[tuple[Any, Made]]:
    for item in made.values():
        for value in item.value if isinstance(item.value, list) else [item.value]:
            if isinstance(value, (np.ndarray, np.generic, Out)):
                yield value, item


def laid_out(value: Any, layout: str) -> Any:
    return dataclasses.replace(value, layout=layout) if isinstance(value, Out) else value


def own_bytes(made: Any, block: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The bytes of a tensor's elements among those of its block, as a view."""
    size = made.dtype.itemsize
    steps = made.strides or [math.prod(made.shape[place + 1:]) for place in range(len(made.shape))]
    return np.ndarray((*made.shape, size), block.dtype, block.data, made.offset * size,
                      [*(step * size for step in steps), 1])


def launch(npu: Calls, operator: str, made: dict[str, Made], layout: str) -> Results | int:
    """All tensors after a call, in one layout, or the code of a refusal; nothing but what is written has changed."""
    npu.made.clear()
    cells = []
    for item in made.values():
        own = "sliced" if layout == "broadcast" and item.written else layout
        value = each(item.value, functools.partial(laid_out, layout=own))
        cells.append(argument(npu, value, own))
    tensors = list(npu.made)
    before = [npu.base(one) for one in tensors]
    code = npu.run(operator, *cells)
    if code:
        npu.message()
        return code
    for one, (_, item), old in zip(tensors, leaves(made), before, strict=True):
        changed = npu.base(one) != old
        if item.written:
            own_bytes(npu.made[one], changed)[...] = False
        assert not changed.any(), (operator, layout)
    return [npu.read(one) for one in tensors]


def repeated(made: dict[str, Made]) -> dict[str, Made]:
    """All inputs with one row, again and again, as tensors of stride 0 have them."""
    def change(value: Any) -> Any:
        if isinstance(value, np.ndarray) and value.ndim and value.shape[0] > 1:
            return np.ascontiguousarray(np.broadcast_to(value[:1], value.shape))
        return value
    return {name: item if item.written else dataclasses.replace(item, value=each(item.value, change))
            for name, item in made.items()}


@pytest.mark.parametrize("operator", OPERATORS)
def test_layouts(operator: str) -> None:
    """Transposed, sliced and broadcast tensors give bit for bit what contiguous ones give, and keep their gaps."""
    npu, accepted = at_home(operator), 0
    for dtype in input_types(operator):
        made = sample(operator, dtype)
        want = launch(npu, operator, made, "contiguous")
        if isinstance(want, int):
            continue
        accepted += 1
        layouts = ("transposed", "sliced", "broadcast")
        for layout in layouts[accepted % 3:accepted % 3 + 1] if accepted > 1 else layouts:
            call = repeated(made) if layout == "broadcast" else made
            expected = launch(npu, operator, call, "contiguous") if layout == "broadcast" else want
            got = launch(npu, operator, call, layout)
            if got in (161002, 561000, 561002):
                gapless = any(fact.gapless for fact in PAGES[operator].facts)
                assert gapless or (operator, dtype) in NO_GAPS or (operator, None) in NO_GAPS
                continue
            assert not isinstance(got, int), (dtype, layout, got)
            assert not isinstance(expected, int)
            for ours, theirs in zip(got, expected, strict=True):
                if operator in REORDERED:
                    np.testing.assert_allclose(ours.astype(complex), theirs.astype(complex), rtol=1e-6, atol=1e-5)
                else:
                    assert ours.tobytes() == theirs.tobytes(), (dtype, layout)
    assert accepted
    assert not emulator.report().findings


@pytest.mark.parametrize("operator", [name for name in OPERATORS if elementwise(name)])
def test_0_d(operator: str) -> None:
    """A tensor without dims gives what one of one element gives."""
    npu = at_home(operator)
    dtype = working_type(npu, operator)
    want, got = (launch(npu, operator, sample(operator, dtype, shape=shape), "contiguous") for shape in ("1", ""))
    if operator in NO_0_D:
        assert got in REFUSED
    elif not isinstance(want, int):
        assert not isinstance(got, int), got
        assert [one.tobytes() for one in got] == [one.tobytes() for one in want]


@pytest.mark.parametrize("operator", OPERATORS)
def test_empty(operator: str) -> None:
    """Without elements there is success, and nothing is written where nothing can be; or a refusal."""
    npu = at_home(operator)
    dtype = working_type(npu, operator)
    code = launch(npu, operator, sample(operator, dtype, {"a": 0, "b": 4, "c": 2, "d": 5}), "contiguous")
    if isinstance(code, int):
        assert code in REFUSED
        assert operator in NO_EMPTY, code
    else:
        assert operator not in NO_EMPTY
    assert not emulator.report().findings


Cells = dict[str, tuple[Any, list[Any]]]


def built(npu: Calls, made: dict[str, Made]) -> Cells:
    """Parameter -> C argument, and the tensors that it is or holds."""
    cells: Cells = {}
    for name, item in made.items():
        first = len(npu.made)
        cell = argument(npu, item.value)
        cells[name] = cell, list(npu.made)[first:]
    return cells


def results(npu: Calls, operator: str, cells: Cells, made: dict[str, Made]) -> list[bytes]:
    """What a call writes."""
    code = npu.run(operator, *(cell for cell, _ in cells.values()))
    assert code == 0, (operator, npu.message())
    return [npu.read(one).tobytes() for name, item in made.items() if item.written for one in cells[name][1]]


def alike(one: Any, other: Any) -> bool:
    """An array, and an array or output of its shape and type; or lists of such pairs."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    return (isinstance(one, np.ndarray) and isinstance(other, (np.ndarray, Out)) and one.shape == other.shape
            and one.dtype == np.dtype(other.dtype))


@pytest.mark.parametrize("operator", OPERATORS)
def test_aliases(operator: str) -> None:
    """An output over an input of its shape and type, and one tensor or list for two inputs, change no result."""
    npu = at_home(operator)
    dtype = working_type(npu, operator)
    made = sample(operator, dtype)
    for name, item in made.items():
        for source, other in made.items():
            if name == source or not other.read or other.written or not alike(other.value, item.value):
                continue
            if (operator, name) in ANY_SHAPE or (item.read and not item.written and name > source):
                continue
            call = {**made, name: dataclasses.replace(item, value=other.value)} if item.read else made
            want = results(npu, operator, built(npu, call), made)
            cells = built(npu, call)
            cells[name] = cells[source]
            assert results(npu, operator, cells, made) == want, (name, source)
