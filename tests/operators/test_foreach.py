"""Formulas over lists of tensors: values against Python's `math`, and what the pages refuse."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from aclnn_calls import BFLOAT16, Calls
from elementwise_pages import SOCS
from harness import DTYPES, LAYOUTS, Out, Value, argument, check_refusal, machine, ulps, values

from pyacl import capi, emulator

FLOATS = ("f32", "f16", "bf16")
BASE = (*FLOATS, "i32")
SMALL = (*BASE, "i8", "i16", "u8")
SHAPES: list[tuple[int, ...]] = [(2, 3), (), (0,), (4,)]
Formula = Callable[..., float]

UNARY: dict[str, tuple[Formula, tuple[str, ...], tuple[float, float]]] = {
    "Abs": (abs, FLOATS, (-9, 9)), "Acos": (math.acos, FLOATS, (-1, 1)), "Asin": (math.asin, FLOATS, (-1, 1)),
    "Atan": (math.atan, FLOATS, (-9, 9)), "Cos": (math.cos, FLOATS, (-9, 9)), "Cosh": (math.cosh, FLOATS, (-9, 9)),
    "Copy": (lambda x: x, (*SMALL, "u16", "u32", "i64", "f64", "b"), (0, 9)), "Erf": (math.erf, FLOATS, (-3, 3)),
    "Erfc": (math.erfc, FLOATS, (-3, 5)), "Exp": (math.exp, (*FLOATS, "i8", "i16", "u8"), (0, 4)),
    "Expm1": (math.expm1, (*FLOATS, "i8", "i16", "u8"), (0, 4)), "Log": (math.log, FLOATS, (0.1, 9)),
    "Log10": (math.log10, FLOATS, (0.1, 9)), "Log1p": (math.log1p, FLOATS, (-0.9, 9)),
    "Log2": (math.log2, FLOATS, (0.1, 9)), "Neg": (lambda x: -x, (*BASE, "i8", "i16"), (-9, 9)),
    "Reciprocal": (lambda x: 1 / x, FLOATS, (0.1, 9)), "Sigmoid": (lambda x: 1 / (1 + math.exp(-x)), FLOATS, (-9, 9)),
    "Sign": (lambda x: (x > 0) - (x < 0), (*BASE, "i8", "i64"), (-2, 2)), "Sin": (math.sin, FLOATS, (-9, 9)),
    "Sinh": (math.sinh, FLOATS, (-9, 9)), "Sqrt": (math.sqrt, FLOATS, (0, 9)), "Tan": (math.tan, FLOATS, (-1.4, 1.4)),
    "Tanh": (math.tanh, FLOATS, (-3, 3))}
TRUNCATES = ("Exp", "Expm1")                             # of whole numbers, to whole numbers
PAIRED: dict[str, tuple[Formula, tuple[str, ...]]] = {
    "Mul": (lambda x, y: x * y, SMALL), "Div": (lambda x, y: x / y, FLOATS), "Maximum": (max, BASE),
    "Minimum": (min, BASE), "Pow": (lambda x, y: x ** y, BASE)}
WITH_NUMBER: dict[str, tuple[Formula, tuple[str, ...]]] = {
    "Add": (lambda x, s: x + s, SMALL), "Sub": (lambda x, s: x - s, BASE), "Mul": (lambda x, s: x * s, BASE),
    "Div": (lambda x, s: x / s, FLOATS), "Maximum": (max, BASE), "Minimum": (min, BASE),
    "Pow": (lambda x, s: x ** s, BASE)}
TRIPLES: dict[str, tuple[Formula, tuple[str, ...]]] = {
    "Addcmul": (lambda x, y, z, s: x + s * y * z, BASE), "Addcdiv": (lambda x, y, z, s: x + s * y / z, FLOATS)}


@pytest.fixture
def npu() -> Calls:
    return machine()


def lists(dtype: str, count: int, low: float = 1, high: float = 4) -> list[list[Any]]:
    """Lists of tensors of several shapes, an empty one among them."""
    return [[np.asarray(values(DTYPES[dtype], shape, low, high, seed=10 * row + place))
             for place, shape in enumerate(SHAPES)] for row in range(count)]


def outs(dtype: Any) -> list[Out]:
    return [Out(shape, dtype) for shape in SHAPES]


def call(npu: Calls, name: str, *arguments: Any, layout: str = "contiguous") -> list[Any]:
    """The tensors of the last list after both phases."""
    made, last = [], None
    for value in arguments:
        if isinstance(value, list) and value and isinstance(value[0], (np.ndarray, Out)):
            last = [argument(npu, one, layout) for one in value]
            made.append(capi.aclCreateTensorList(last, len(last)))
        else:
            made.append(argument(npu, value))
    assert npu.run(f"aclnnForeach{name}", *made) == 0, npu.message()
    assert last is not None
    return [npu.read(one) for one in last]


def check(found: list[Any], formula: Formula, columns: list[list[Any]], *factors: float, limit: float = 4) -> None:
    """Whole numbers exactly, float32 within `limit` ulp, halves rounded once."""
    for place, got in enumerate(found):
        flat = [column[place].astype(np.float64).reshape(-1).tolist() for column in columns]
        want = np.array([float(formula(*one, *factors)) for one in zip(*flat, strict=True)]).reshape(got.shape)
        if got.dtype.kind in "iub":
            assert got.tolist() == want.astype(got.dtype).tolist()
        else:
            assert ulps(got, want) <= (limit if got.dtype == np.float32 else 1 if got.dtype == np.float64 else 0.502)


def factor_type(dtype: str) -> Any:
    """The type of a factor in device memory: wider than BF16 and the small whole numbers."""
    return {"bf16": np.float32, "i8": np.int32, "i16": np.int32, "u8": np.int32}.get(dtype, DTYPES[dtype])


# -- values

@pytest.mark.parametrize(("name", "dtype"), [(name, dtype) for name in UNARY for dtype in UNARY[name][1]])
def test_one_list(npu: Calls, name: str, dtype: str) -> None:
    formula, _, (low, high) = UNARY[name]
    x, = lists(dtype, 1, low, high)
    for layout in LAYOUTS[:3] if dtype == "f32" else LAYOUTS[:1]:
        found = call(npu, name, x, outs(DTYPES[dtype]))
        check(found, (lambda one: math.trunc(formula(one))) if name in TRUNCATES and dtype[0] in "iu" else formula, [x])
        strided = [argument(npu, one, layout) for one in x]
        results = [npu.empty(one.shape, one.dtype) for one in x]
        assert npu.run(f"aclnnForeach{name}", capi.aclCreateTensorList(strided, 4),
                       capi.aclCreateTensorList(results, 4)) == 0
        assert [npu.read(one).tobytes() for one in results] == [one.tobytes() for one in found]
    assert not emulator.report().findings


@pytest.mark.parametrize(("name", "formula"), [("ACosInplace", math.acos), ("LogInplace", math.log)])
@pytest.mark.parametrize("dtype", FLOATS)
def test_one_list_in_place(name: str, formula: Formula, dtype: str) -> None:
    x, = lists(dtype, 1, 0.1, 0.9)
    check(call(machine(SOCS["950"]), name, x), formula, [x])


@pytest.mark.parametrize("dtype", ["f32", "f16", "bf16", "i16", "i32"])
def test_zero_in_place(npu: Calls, dtype: str) -> None:
    x, = lists(dtype, 1)
    assert not any(one.any() for one in call(npu, "ZeroInplace", x))


@pytest.mark.parametrize("dtype", SMALL)
@pytest.mark.parametrize(("name", "sign"), [("Add", 1), ("Sub", -1)])
@pytest.mark.parametrize("alpha", [1, 3])
def test_sums_of_lists(npu: Calls, name: str, sign: int, alpha: int, dtype: str) -> None:
    """x1 + x2 * alpha, the factor in device or in host memory, or in place on the 950."""
    x, y = lists(dtype, 2, -20, 20) if dtype != "u8" else lists(dtype, 2, 200, 250)

    def formula(a: float, b: float) -> float:
        exact = a + sign * alpha * b
        if dtype in ("f32", "f16", "bf16"):
            return exact
        limits = np.iinfo(DTYPES[dtype])
        return float((exact - limits.min) % 2 ** limits.bits + limits.min)
    device = np.array([alpha], factor_type(dtype))
    check(call(npu, f"{name}List", x, y, device, outs(DTYPES[dtype])), formula, [x, y], limit=1)
    host = Value(alpha, np.float64 if dtype in FLOATS else np.int64)
    check(call(npu, f"{name}ListV2", x, y, host, outs(DTYPES[dtype])), formula, [x, y], limit=1)
    if dtype in BASE:
        new = machine(SOCS["950"])
        made = [[new.tensor(one) for one in column] for column in (x, y)]
        assert new.run(f"aclnnForeach{name}ListInplace", *(capi.aclCreateTensorList(one, 4) for one in made),
                       new.tensor(device)) == 0
        check([new.read(one) for one in made[0]], formula, [x, y], limit=1)


@pytest.mark.parametrize(("name", "dtype"), [(name, dtype) for name in PAIRED for dtype in PAIRED[name][1]])
def test_two_lists(npu: Calls, name: str, dtype: str) -> None:
    formula = PAIRED[name][0]
    x, y = lists(dtype, 2)
    check(call(npu, f"{name}List", x, y, outs(DTYPES[dtype])), formula, [x, y])
    if name in ("Mul", "Div") and dtype in BASE:
        new = machine(SOCS["950"])
        made = [[new.tensor(one) for one in column] for column in (x, y)]
        assert new.run(f"aclnnForeach{name}ListInplace", *(capi.aclCreateTensorList(one, 4) for one in made)) == 0
        check([new.read(one) for one in made[0]], formula, [x, y])


@pytest.mark.parametrize(("name", "dtype"), [(name, dtype) for name in WITH_NUMBER for dtype in WITH_NUMBER[name][1]])
def test_a_list_and_a_number(npu: Calls, name: str, dtype: str) -> None:
    """The number in device memory, on the host, or one for each tensor."""
    formula = WITH_NUMBER[name][0]
    x, = lists(dtype, 1, 1, 5)
    check(call(npu, f"{name}Scalar", x, np.array(3, factor_type(dtype)), outs(DTYPES[dtype])), formula, [x], 3)
    whole = dtype not in FLOATS
    if not (name == "Pow" and whole):
        host = Value(3, np.int64 if whole else np.float64)
        check(call(npu, f"{name}ScalarV2", x, host, outs(DTYPES[dtype])), formula, [x], 3)
    if dtype in BASE:
        numbers = [2, 3, 1, 4]
        found = call(npu, f"{name}ScalarList", x, [Value(one, np.int64 if whole else np.float32) for one in numbers],
                     outs(DTYPES[dtype]))
        for place, number in enumerate(numbers):
            check(found[place:place + 1], formula, [x[place:place + 1]], number)
    if name in ("Mul", "Sub") and dtype in BASE:
        new = machine(SOCS["950"])
        made = [new.tensor(one) for one in x]
        assert new.run(f"aclnnForeach{name}ScalarInplace", capi.aclCreateTensorList(made, 4),
                       new.tensor(np.array(3, factor_type(dtype)))) == 0
        check([new.read(one) for one in made], formula, [x], 3)


@pytest.mark.parametrize("dtype", BASE)
def test_power_of_a_number(npu: Calls, dtype: str) -> None:
    x, = lists(dtype, 1, 0, 4)
    scalar = Value(3, np.int64 if dtype == "i32" else np.float32)
    check(call(npu, "PowScalarAndTensor", scalar, x, outs(DTYPES[dtype])), lambda y: 3 ** y, [x])


@pytest.mark.parametrize(("name", "dtype"), [(name, dtype) for name in TRIPLES for dtype in TRIPLES[name][1]])
def test_three_lists(npu: Calls, name: str, dtype: str) -> None:
    formula = TRIPLES[name][0]
    x, y, z = lists(dtype, 3)
    out = outs(DTYPES[dtype])
    check(call(npu, f"{name}Scalar", x, y, z, np.array([2], factor_type(dtype)), out), formula, [x, y, z], 2)
    host = Value(2, np.int64 if dtype == "i32" else np.float64)
    check(call(npu, f"{name}ScalarV2", x, y, z, host, out), formula, [x, y, z], 2)
    numbers = np.array([1, 2, 3, 4], DTYPES[dtype])
    for variant in ("List", "ScalarList"):
        found = call(npu, f"{name}{variant}", x, y, z, numbers, out)
        for place in range(4):
            check(found[place:place + 1], formula, [one[place:place + 1] for one in (x, y, z)], place + 1)


@pytest.mark.parametrize("dtype", FLOATS)
def test_lerp(npu: Calls, dtype: str) -> None:
    x, y, w = lists(dtype, 3, -4, 4)
    check(call(npu, "LerpList", x, y, w, outs(DTYPES[dtype])), lambda a, b, c: a + c * (b - a), [x, y, w])
    check(call(npu, "LerpScalar", x, y, Value(0.25, np.float64), outs(DTYPES[dtype])),
          lambda a, b: a + 0.25 * (b - a), [x, y])


ROUNDED = [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, -1.2, 1.2, -1.8, 1.8, 3.0]
MODES = {1: [-2, -2, 0, 0, 2, 2, -1, 1, -2, 2, 3], 2: [-3, -2, -1, 0, 1, 2, -2, 1, -2, 1, 3],
         3: [-2, -1, 0, 1, 2, 3, -1, 2, -1, 2, 3], 4: [-3, -2, -1, 1, 2, 3, -1, 1, -2, 2, 3],
         5: [-2, -1, 0, 0, 1, 2, -1, 1, -1, 1, 3], 6: [-3, -1, -1, 1, 1, 3, -1, 1, -2, 2, 3]}


@pytest.mark.parametrize("mode", [*MODES, 7])
@pytest.mark.parametrize("dtype", FLOATS)
def test_round_modes(npu: Calls, dtype: str, mode: int) -> None:
    """Halves to even, down, up, halves from zero, towards zero, halves to odd; else nothing is lost, nothing done."""
    x = np.array(ROUNDED).astype(DTYPES[dtype])
    want = MODES.get(mode, x.astype(np.float64).tolist())
    got, = call(npu, "RoundOffNumber", [x], np.array([mode], np.int8), [Out(x.shape, x.dtype)])
    assert got.astype(np.float64).tolist() == want
    got, = call(npu, "RoundOffNumberV2", [x], Value(mode, np.int64), [Out(x.shape, x.dtype)])
    assert got.astype(np.float64).tolist() == want


def test_rounding_whole_numbers_changes_nothing(npu: Calls) -> None:
    x = np.array([-3, 32767], np.int16)
    assert call(npu, "RoundOffNumber", [x], np.array([2], np.int8), [Out((2,), np.int16)])[0].tolist() == [-3, 32767]


@pytest.mark.parametrize("dtype", FLOATS)
def test_norm(npu: Calls, dtype: str) -> None:
    x = [np.array([[3, -4], [0, 12]]).astype(DTYPES[dtype]), np.array([-2]).astype(DTYPES[dtype])]
    for order, want in ((1, [19, 2]), (2, [13, 2]), (np.inf, [12, 2])):
        out = [Out((1,), DTYPES[dtype]), Out((), DTYPES[dtype])]
        assert [float(one.item()) for one in call(npu, "Norm", x, Value(order), out)] == want
    cubes, = call(npu, "Norm", x[:1], Value(3, np.int64), [Out((1,), DTYPES[dtype])])
    assert ulps(cubes, np.array([(27 + 64 + 1728) ** (1 / 3)])) <= (1 if dtype == "f32" else 0.502)


def test_copy_converts(npu: Calls) -> None:
    """FLOAT to the halves, FLOAT16 to FLOAT."""
    x = np.array([1 + 2 ** -12, 70000], np.float32)
    with np.errstate(over="ignore"):
        assert call(npu, "Copy", [x], [Out((2,), np.float16)])[0].tolist() == [1, np.inf]
    assert call(npu, "Copy", [x], [Out((2,), BFLOAT16)])[0].astype(float).tolist() == [1, 70144]
    assert call(npu, "Copy", [np.array([0.1], np.float16)],
                [Out((1,), np.float32)])[0].tolist() == [float(np.float16(0.1))]
    check_refusal(npu, "aclnnForeachCopy", [[x], [Out((2,), np.int32)]], 161002, "out[0]")


def test_larger_outputs_keep_their_rest(npu: Calls) -> None:
    """The size of an output is at least that of the input; the values go to its beginning."""
    out = npu.tensor(np.full((3, 2), 7, np.float32))
    x = capi.aclCreateTensorList([npu.tensor(np.array([[1, 4], [9, 16]], np.float32))], 1)
    assert npu.run("aclnnForeachSqrt", x, capi.aclCreateTensorList([out], 1)) == 0
    assert npu.read(out).tolist() == [[1, 2], [3, 4], [7, 7]]
    check_refusal(npu, "aclnnForeachSqrt", [[np.ones(3, np.float32)], [Out((2,), np.float32)]], 561002, "out[0]")


def test_large_tensors_in_place_twice() -> None:
    """More elements than a block, and one tensor twice in a list, which strict mode reports when it is made."""
    npu = machine(mode="faithful")
    x = npu.tensor(np.full((70_000, 2), 2, np.float16))
    both = capi.aclCreateTensorList([x, x], 2)
    assert npu.run("aclnnForeachMulScalarV2", both, npu.scalar(3, np.float16), both) == 0
    assert (npu.read(x) == 18).all()


# -- refusals

L, H, N, D = [np.ones((2, 3), np.float32)], [np.ones((2, 3), np.float16)], [np.ones((2, 3), np.int32)], [np.ones(3)]
OL = [Out((2, 3), np.float32)]
NINE = [np.ones((1,) * 9, np.float32)]
ONE = np.ones(1, np.float32)
REFUSED: dict[str, tuple[str, list[Any], int, str]] = {
    "null list": ("Exp", [None, OL], 161001, "x"),
    "null output": ("Exp", [L, None], 161001, "out"),
    "null factor": ("AddList", [L, L, None, OL], 161001, "alpha"),
    "null scalar": ("MulScalarV2", [L, None, OL], 161001, "scalar"),
    "type": ("Exp", [D, [Out((3,), np.float64)]], 161002, "x[0]"),
    "type of numbers": ("DivList", [N, N, [Out((2, 3), np.int32)]], 161002, "x1[0]"),
    "type of the output": ("Exp", [L, [Out((2, 3), np.float16)]], 161002, "out[0]"),
    "type of the second": ("MulList", [L, H, OL], 161002, "x2[0]"),
    "types in a list": ("Exp", [L + H, OL * 2], 561002, "x[1]"),
    "types in a list of V2": ("MulScalarV2", [L + H, Value(1.0), OL * 2], 161002, "x[1]"),
    "types in the outputs": ("Exp", [L * 2, [*OL, Out((2, 3), np.float16)]], 561002, "out[1]"),
    "lengths": ("MulList", [L, L * 2, OL], 561002, "one length"),
    "length of the outputs": ("Exp", [L * 2, OL], 561002, "one length"),
    "length of the outputs of V2": ("AddScalarV2", [L * 2, Value(1.0), OL], 161002, "one length"),
    "shapes": ("MulList", [L, [np.ones((3, 2), np.float32)], OL], 561002, "x2[0]"),
    "shapes of V2": ("AddListV2", [L, [np.ones((3, 2), np.float32)], Value(1.0), OL], 161002, "x2[0]"),
    "rank": ("Exp", [NINE, [Out((1,) * 9, np.float32)]], 561002, "8 dims"),
    "rank of V2": ("SubScalarV2", [NINE, Value(1.0), [Out((1,) * 9, np.float32)]], 161002, "8 dims"),
    "two factors": ("MulScalar", [L, np.ones(2, np.float32), OL], 561002, "scalar"),
    "no factor": ("AddList", [L, L, np.ones(0, np.float32), OL], 561002, "alpha"),
    "factor's type": ("MulScalar", [H, ONE, [Out((2, 3), np.float16)]], 161002, "scalar"),
    "factor's type of whole numbers": ("AddScalar", [N, ONE, [Out((2, 3), np.int32)]], 161002, "scalar"),
    "scalar's type": ("MulScalarV2", [L, Value(1, np.int32), OL], 161002, "scalar"),
    "scalar's type of whole numbers": ("AddScalarV2", [N, Value(1.0), [Out((2, 3), np.int32)]], 161002, "scalar"),
    "scalars' type": ("AddScalarList", [L, [Value(1, np.int64)], OL], 161002, "scalars[0]"),
    "scalars' type of whole numbers": ("AddScalarList", [N, [Value(1, np.int32)], [Out((2, 3), np.int32)]], 161002,
                                       "scalars[0]"),
    "scalars' length": ("MulScalarList", [L * 2, [Value(1.0)], OL * 2], 561002, "scalars"),
    "scalars in memory": ("AddcmulList", [L * 2, L * 2, L * 2, ONE, OL * 2], 561002, "scalars"),
    "scalars' own type": ("AddcdivList", [L, L, L, ONE.astype(np.float16), OL], 161002, "scalars"),
    "mode's type": ("RoundOffNumberV2", [L, Value(1, np.int32), OL], 161002, "roundMode"),
    "norm's output": ("Norm", [L, Value(2.0), [Out((2,), np.float32)]], 561002, "out[0]"),
    "norm's order": ("Norm", [L, Value(2, np.int32), [Out((1,), np.float32)]], 161002, "scalar"),
    "weight's type": ("LerpScalar", [L, L, Value(1, np.float16), OL], 161002, "weight"),
    "gaps": ("Abs", [L, [Out((2, 3), np.float32, "sliced")]], 561000, "out[0]"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refusals(npu: Calls, case: str) -> None:
    name, made, code, word = REFUSED[case]
    check_refusal(npu, f"aclnnForeach{name}", made, code, word)


def test_elements_that_are_null(npu: Calls) -> None:
    out = capi.aclCreateTensorList([npu.empty((1,), np.float32)], 1)
    assert npu.prepare("aclnnForeachExp", capi.aclCreateTensorList([capi.NULL], 1), out)[0] == 161002
    assert "x[0] is NULL" in npu.message()
    assert npu.prepare("aclnnForeachExp", capi.aclCreateTensorList([], 0), out)[0] == 161002


@pytest.mark.parametrize(("name", "code"), [("MulList", 161002), ("AddListV2", 0)])
def test_only_generated_operators_check_their_workspace(name: str, code: int) -> None:
    """N-WS-5: those that find faults when they tile, not the V2 ones."""
    npu = machine(mode="faithful")
    x = np.ones((2, 3), np.float16)
    lists = [capi.aclCreateTensorList([npu.tensor(x, "transposed")], 1) for _ in range(2)]
    alpha = [npu.scalar(1, np.float16)] if name == "AddListV2" else []
    out = capi.aclCreateTensorList([npu.empty(x.shape, np.float16)], 1)
    found, size, executor = npu.prepare(f"aclnnForeach{name}", *lists, *alpha, out)
    assert found == 0
    assert size > 0
    small = npu.workspace(size - 1)
    assert getattr(capi, f"aclnnForeach{name}")(small, size - 1, executor, npu.stream) == code
    assert npu.synchronize() == 0


@pytest.mark.parametrize(("name", "strided"), [("Exp", True), ("Sqrt", True), ("Sin", False), ("MulList", True)])
def test_outputs_with_gaps_where_the_page_takes_them(npu: Calls, name: str, strided: bool) -> None:
    x = np.array([[1, 2], [3, 4]], np.float32)
    sources = [capi.aclCreateTensorList([npu.tensor(x)], 1) for _ in range(2 if name == "MulList" else 1)]
    out = capi.aclCreateTensorList([npu.empty((2, 2), np.float32, "transposed")], 1)
    assert npu.prepare(f"aclnnForeach{name}", *sources, out)[0] == (0 if strided else 561000)


def test_parts() -> None:
    new, old = machine(SOCS["950"]), [np.array([1], np.int8)]
    check_refusal(new, "aclnnForeachAddScalar", [old, np.array([1], np.int32), [Out((1,), np.int8)]], 161002, "x[0]")
    many = [np.ones(1, np.float32)] * 51
    check_refusal(new, "aclnnForeachMulScalarV2", [many, Value(1.0), [Out((1,), np.float32)] * 51], 161002, "50")
    check_refusal(new, "aclnnForeachSqrt", [many, [Out((1,), np.float32)] * 51], 561002, "50")
    got, = call(new, "AddScalar", [np.array([1], np.float16)], np.array([2], np.float32), [Out((1,), np.float16)])
    assert got.tolist() == [3]
    for name, made in (("SubList", [L, L, ONE, OL]), ("MaximumScalar", [L, ONE, OL]), ("PowScalar", [L, ONE, OL])):
        check_refusal(machine(SOCS["950"]), f"aclnnForeach{name}", made, 561003, name)
    for soc in ("910", "310P"):
        check_refusal(machine(SOCS[soc]), "aclnnForeachExp", [L, OL], 561003, "aclnnForeachExp")
    check_refusal(machine(), "aclnnForeachLogInplace", [L], 561003, "aclnnForeachLogInplace")
