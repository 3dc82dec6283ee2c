"""Matrix products against long double, and the rules of cubeMathType."""
from __future__ import annotations

import itertools
from typing import Any

import harness
import numpy as np
import pytest
from harness import LAYOUTS, Out, Value, kinds, machine

BF16 = harness.DTYPES["bf16"]
F32, F16 = np.float32, np.float16
KEEP, DOWN, HALF, HF32, ADD = range(5)
ONE, TWO, THREE = Value(1.0), Value(2.0), Value(3, np.int32)


def wide(x: Any) -> Any:
    return np.asarray(x).astype(np.float64).astype(np.longdouble)


def close(got: Any, want: Any, scale: Any) -> None:
    """Within a few roundings of the largest term, and correctly rounded for small floats."""
    unit = {"float32": 2.0 ** -22, "float16": 2.0 ** -11, "bfloat16": 2.0 ** -8}[got.dtype.name]
    assert got.shape == np.shape(want)
    assert (np.abs(wide(got) - want) <= unit * np.abs(want) + 2.0 ** -21 * np.asarray(scale)).all(), (got, want)


def product(first: Any, second: Any) -> tuple[Any, Any]:
    """The product, and that of the magnitudes."""
    return np.matmul(wide(first), wide(second)), np.matmul(np.abs(wide(first)), np.abs(wide(second)))


# operator -> shapes of the operands
PLAIN: dict[str, list[Any]] = {
    "aclnnMm": [((3, 4), (4, 5)), ((1, 7), (7, 1)), ((2, 0), (0, 3))],
    "aclnnMatmul": [((4,), (4,)), ((4,), (4, 5)), ((3, 4), (4,)), ((3, 4), (4, 5)), ((2, 3, 4), (4, 5)),
                    ((4,), (2, 4, 5)), ((2, 3, 4), (4,)), ((2, 1, 3, 4), (6, 4, 5)),
                    ((2, 1, 1, 1, 3, 4), (3, 1, 4, 2))],
    "aclnnBatchMatMul": [((2, 3, 4), (2, 4, 5)), ((1, 3, 4), (2, 4, 5)), ((2, 3, 0), (2, 0, 5))],
    "aclnnMv": [((3, 4), (4,)), ((3, 0), (0,))],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("operator", PLAIN)
def test_products(operator: str, layout: str) -> None:
    npu = machine()
    for shapes, dtype in itertools.product(PLAIN[operator], kinds("f32 f16 bf16")):
        first, second = (harness.repeated(harness.values(dtype, shape, seed=seed), layout)
                         for seed, shape in enumerate(shapes))
        want, scale = product(first, second)
        for out in ("contiguous", "sliced"):
            found, = harness.run(npu, operator, first, second, Out(want.shape, dtype, out), KEEP, layout=layout)
            close(found, want, scale)


def test_page_example() -> None:
    npu = machine()
    found, = harness.run(npu, "aclnnMatmul", np.ones((16, 32), F32), np.ones((32, 16), F32), Out((16, 16), F32), DOWN)
    assert (found == 32).all()


def test_one_element_may_be_0_d_or_of_shape_1() -> None:
    npu, x = machine(), np.array([1, 2, 3], F32)
    for shape in ((), (1,)):
        assert harness.run(npu, "aclnnMatmul", x, x, Out(shape, F32), KEEP)[0].reshape(()) == 14


@pytest.mark.parametrize(("first", "second", "out"), [(F16, F32, F32), (F32, F16, F16), (F16, F16, F32)])
def test_promotion_and_other_outputs(first: Any, second: Any, out: Any) -> None:
    npu = machine()
    left, right = harness.values(first, (3, 4)), harness.values(second, (4, 5), seed=2)
    found, = harness.run(npu, "aclnnMm", left, right, Out((3, 5), out), KEEP)
    close(found, *product(left, right))


# operator -> names, shapes of addend and operands, order of the factors, whether batches are summed
SCALED: dict[str, Any] = {
    "aclnnAddmm": ([(3, 5), (5,), (1, 5), (3, 1), (1, 1)], (3, 4), (4, 5), "beta alpha"),
    "aclnnAddmv": ([(3,), (1,)], (3, 4), (4,), "alpha beta"),
    "aclnnBaddbmm": ([(2, 3, 5), (3, 5), (5,), (1, 3, 1)], (2, 3, 4), (2, 4, 5), "beta alpha"),
    "aclnnAddbmm": ([(3, 5), (5,), (3, 1)], (2, 3, 4), (2, 4, 5), "beta alpha"),
    "aclnnGemm": ([(3, 5), (1, 5)], (3, 4), (4, 5), "gemm"),
}


def expected(operator: str, addend: Any, first: Any, second: Any, alpha: float, beta: float) -> tuple[Any, Any]:
    want, scale = product(first, second)
    if operator == "aclnnAddbmm":
        want, scale = want.sum(0), scale.sum(0)
    return beta * wide(addend) + alpha * want, abs(beta) * np.abs(wide(addend)) + abs(alpha) * scale


def arguments(operator: str, addend: Any, first: Any, second: Any, alpha: Value, beta: Value, out: Out) -> list[Any]:
    order = SCALED[operator][3]
    if order == "gemm":
        return [first, second, addend, float(alpha.value), float(beta.value), 0, 0, out, KEEP]
    factors = [beta, alpha] if order == "beta alpha" else [alpha, beta]
    return [addend, first, second, *factors, out, KEEP]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("operator", SCALED)
def test_products_with_an_addend(operator: str, layout: str) -> None:
    npu = machine()
    shapes, left, right, _ = SCALED[operator]
    for (shape, dtype), (alpha, beta) in itertools.product(itertools.product(shapes, kinds("f32 f16 bf16")),
                                                           [(ONE, ONE), (Value(0.5), THREE)]):
        addend, first, second = (harness.repeated(harness.values(dtype, each, seed=seed), layout)
                                 for seed, each in enumerate((shape, left, right)))
        want, scale = expected(operator, addend, first, second, alpha.value, beta.value)
        out = Out(want.shape, dtype)
        call = arguments(operator, addend, first, second, alpha, beta, out)
        close(harness.run(npu, operator, *call, layout=layout)[0], want, scale)


@pytest.mark.parametrize("layout", ["contiguous", "transposed", "sliced"])
@pytest.mark.parametrize("operator", ["aclnnInplaceAddmm", "aclnnInplaceBaddbmm", "aclnnInplaceAddbmm"])
def test_in_place(operator: str, layout: str) -> None:
    npu, plain = machine(), operator.replace("Inplace", "")
    shapes, left, right, _ = SCALED[plain]
    for dtype in kinds("f32 f16 bf16"):
        addend, first, second = (harness.values(dtype, each, seed=seed)
                                 for seed, each in enumerate((shapes[0], left, right)))
        want, scale = expected(plain, addend, first, second, 2, 3)
        found, = harness.run(npu, operator, addend, first, second, THREE, TWO, KEEP, layout=layout)
        close(found, want, scale)


@pytest.mark.parametrize("operator", SCALED)
def test_a_factor_of_0_drops_what_it_multiplies(operator: str) -> None:
    """Nan does not come through."""
    npu = machine()
    shapes, left, right, _ = SCALED[operator]
    nan, good = np.full(shapes[0], np.nan, F32), np.full(shapes[0], 2, F32)
    first, second = harness.values(F32, left), harness.values(F32, right, seed=2)
    out, zero = Out(shapes[0], F32), Value(0.0)
    want, scale = expected(operator, good * 0, first, second, 1, 0)
    close(harness.run(npu, operator, *arguments(operator, nan, first, second, ONE, zero, out))[0], want, scale)
    found, = harness.run(npu, operator, *arguments(operator, good, first * np.nan, second, zero, THREE, out))
    assert (found == 6).all()
    found, = harness.run(npu, operator, *arguments(operator, nan, first * np.nan, second, zero, zero, out))
    assert (found == 0).all()


def test_gemm_transposes() -> None:
    npu = machine()
    a, b, c = harness.values(F32, (4, 3)), harness.values(F32, (5, 4), seed=2), harness.values(F32, (3, 5), seed=3)
    found, = harness.run(npu, "aclnnGemm", a, b, c, 2.0, 1.0, 1, 1, Out((3, 5), F32), KEEP)
    want, scale = product(a.T, b.T)
    close(found, 2 * want + wide(c), 2 * scale + np.abs(c))


def test_batches_broadcast_but_not_in_place() -> None:
    npu = machine()
    first, second = harness.values(F32, (1, 3, 4)), harness.values(F32, (2, 4, 5), seed=2)
    out, addend = Out((2, 3, 5), F32), np.zeros((2, 3, 5), F32)
    found, = harness.run(npu, "aclnnBaddbmm", addend, first, second, ONE, ONE, out, KEEP)
    close(found, *product(first, second))
    harness.check_refusal(npu, "aclnnInplaceBaddbmm", [addend, first, second, ONE, ONE, KEEP], 161002, "batch")


@pytest.mark.parametrize("dtype", kinds("i8 i16 i32 i64 u8 f64 b"))
def test_addmv_of_other_types(dtype: Any) -> None:
    """Whole numbers wrap."""
    npu = machine()
    low, high = (60, 120) if dtype.kind in "iu" else (0, 4)
    addend, matrix, vector = (harness.values(dtype, shape, low, high, seed=seed)
                              for seed, shape in enumerate([(3,), (3, 4), (4,)]))
    out = np.int32 if dtype.kind == "b" else dtype
    found, = harness.run(npu, "aclnnAddmv", addend, matrix, vector, Value(1, np.int8), Value(1, np.int8),
                         Out((3,), out), KEEP)
    want = addend.astype(object) + matrix.astype(object) @ vector.astype(object)
    if dtype.kind in "iu":
        bits = 8 * dtype.itemsize
        assert [int(each) % 2 ** bits for each in found] == [int(each) % 2 ** bits for each in want]
    else:
        np.testing.assert_allclose(found.astype(np.float64), want.astype(np.float64), rtol=1e-15)


def test_a_float_factor_lifts_whole_numbers() -> None:
    npu = machine()
    addend, matrix, vector = np.array([1], np.int32), np.array([[1, 2]], np.int32), np.array([3, 4], np.int32)
    found, = harness.run(npu, "aclnnAddmv", addend, matrix, vector, Value(0.5), ONE, Out((1,), F32), DOWN)
    assert found == 6.5
    refused = [addend, matrix, vector, Value(0.5), ONE, Out((1,), np.int32), DOWN]
    harness.check_refusal(npu, "aclnnAddmv", refused, 161002, "cannot be cast")


# -- cubeMathType

def hf32(x: Any) -> Any:
    """The nearest float32 with 11 fraction bits, half to even."""
    fraction, exponent = np.frexp(x.astype(np.float64))
    return np.ldexp(np.rint(np.ldexp(fraction, 12)), exponent - 12)


@pytest.mark.parametrize(("soc", "chosen", "lower"), [
    ("Ascend910B1", KEEP, lambda x: x), ("Ascend910B1", DOWN, hf32), ("Ascend910B1", HF32, hf32),
    ("Ascend910B1", HALF, lambda x: x.astype(F16)), ("Ascend910B1", ADD, lambda x: x), ("Ascend950", DOWN, hf32),
    ("Ascend910A", DOWN, lambda x: x.astype(F16)), ("Ascend310P3", HALF, lambda x: x.astype(F16))])
def test_precision_of_float32_operands(soc: str, chosen: int, lower: Any) -> None:
    """Products of single elements show what they were rounded to."""
    npu = machine(soc)
    column, row = harness.values(F32, (50, 1)), np.array([[1, 1 + 2.0 ** -11, 1 + 2.0 ** -12, 3 * 2.0 ** -12]], F32)
    found, = harness.run(npu, "aclnnMm", column, row, Out((50, 4), F32), chosen)
    want = lower(column).astype(np.float64) * lower(row).astype(np.float64)
    np.testing.assert_array_equal(found, want.astype(F32))


def test_infinities_and_nan_pass_hf32() -> None:
    npu = machine()
    column = np.array([[np.inf], [-np.inf], [np.nan], [3.4028235e38]], F32)
    found, = harness.run(npu, "aclnnMm", column, np.ones((1, 1), F32), Out((4, 1), F32), HF32)
    np.testing.assert_array_equal(found[:, 0], [np.inf, -np.inf, np.nan, np.inf])


A2, A5, OLD, OLDER = "Ascend910B1", "Ascend950", "Ascend910A", "Ascend310P3"
# soc, dtype, cubeMathType, and which of aclnnMm, aclnnAddmm, aclnnBaddbmm, aclnnBatchMatMul refuse it
REFUSED_MATH = [
    (A2, BF16, HALF, "mm addmm"), (A2, F16, HF32, "mm addmm"), (A2, BF16, HF32, "mm addmm"),
    (A5, F16, HF32, "mm addmm"),
    (A5, F16, HALF, ""), (A2, F16, ADD, "bmm"), (OLD, F32, KEEP, "mm addmm baddbmm bmm"),
    (OLDER, F32, KEEP, "mm addmm baddbmm bmm"), (OLD, F16, KEEP, ""), (OLD, F32, HF32, "mm addmm baddbmm bmm"),
    (OLDER, F16, HF32, "mm addmm baddbmm bmm"), (OLD, F32, ADD, "addmm baddbmm bmm"),
    (A2, F32, 5, "mm addmm baddbmm bmm"), (A2, F32, -1, "mm addmm baddbmm bmm")]


@pytest.mark.parametrize(("soc", "dtype", "chosen", "refused"), REFUSED_MATH)
def test_choices_that_a_part_refuses(soc: str, dtype: Any, chosen: int, refused: str) -> None:
    npu = machine(soc)
    x, batch, out, outs = np.ones((2, 2), dtype), np.ones((1, 2, 2), dtype), Out((2, 2), dtype), Out((1, 2, 2), dtype)
    found = {
        "mm": {harness.code(npu, "aclnnMm", x, x, out, chosen), harness.code(npu, "aclnnMatmul", x, x, out, chosen)},
        "addmm": {harness.code(npu, "aclnnAddmm", x, x, x, ONE, ONE, out, chosen)},
        "baddbmm": {harness.code(npu, "aclnnBaddbmm", batch, batch, batch, ONE, ONE, outs, chosen)},
        "bmm": {harness.code(npu, "aclnnBatchMatMul", batch, batch, outs, chosen),
                harness.code(npu, "aclnnAddbmm", x, batch, batch, ONE, ONE, out, chosen)}}
    assert found == {name: {161002 if name in refused.split() else 0} for name in found}


def test_high_precision_addition_of_the_950_wants_the_whole_addend() -> None:
    npu, x, row, out = machine(A5), np.ones((2, 2), F16), np.ones((1, 2), F16), Out((2, 2), F16)
    for operator, spread, whole in (
            ("aclnnAddmm", [row, x, x, ONE, ONE, out, ADD], [x, x, x, ONE, ONE, out, ADD]),
            ("aclnnGemm", [x, x, row, 1.0, 1.0, 0, 0, out, ADD], [x, x, x, 1.0, 1.0, 0, 0, out, ADD])):
        harness.check_refusal(npu, operator, spread, 161002, "cubeMathType: expected")
        assert (harness.run(npu, operator, *whole)[0] == 3).all()


@pytest.mark.parametrize("operator", ["aclnnBatchMatMul", "aclnnMv", "aclnnAddbmm", "aclnnAddmv"])
def test_operators_without_high_precision_addition(operator: str) -> None:
    npu = machine()
    x, batch, row = np.ones((2, 2), F32), np.ones((1, 2, 2), F32), np.ones(2, F32)
    call = {"aclnnBatchMatMul": [batch, batch, Out((1, 2, 2), F32), ADD], "aclnnMv": [x, row, Out((2,), F32), ADD],
            "aclnnAddbmm": [x, batch, batch, ONE, ONE, Out((2, 2), F32), ADD],
            "aclnnAddmv": [row, x, row, ONE, ONE, Out((2,), F32), ADD]}[operator]
    harness.check_refusal(npu, operator, call, 161002, operator, "cubeMathType: expected 0 to 3, got 4")


def test_choices_do_not_matter_for_two_vectors() -> None:
    """N-CUB-2."""
    npu, x = machine(), np.array([1 + 2.0 ** -20, 1], F32)
    assert harness.run(npu, "aclnnMatmul", x, x, Out((), F32), DOWN)[0] == F32((1 + 2.0 ** -20) ** 2 + 1)


@pytest.mark.parametrize("pair", [(BF16, F16), (BF16, F32)])
def test_bfloat16_is_not_mixed_on_the_910b(pair: Any) -> None:
    """N-CUB-4; the 950 promotes."""
    first, second = np.ones((2, 2), pair[0]), np.ones((2, 2), pair[1])
    for operator, rest in (("aclnnMm", list[Any]()), ("aclnnMatmul", list[Any]())):
        harness.check_refusal(machine(), operator, [first, second, *rest, Out((2, 2), F32), KEEP], 161002,
                              "cannot be promoted")
        assert (harness.run(machine("Ascend950"), operator, first, second, Out((2, 2), F32), KEEP)[0] == 2).all()


# -- refusals

A, B, C, V, W = (np.ones(shape, F32) for shape in ((3, 4), (4, 5), (3, 5), (4,), (3,)))
A3, B3, C3 = A[None], B[None], C[None]
OUT, OUT3, OUTV = Out((3, 5), F32), Out((1, 3, 5), F32), Out((3,), F32)
GOOD = {
    "aclnnMm": [A, B, OUT, 0], "aclnnMatmul": [A, B, OUT, 0], "aclnnBatchMatMul": [A3, B3, OUT3, 0],
    "aclnnMv": [A, V, OUTV, 0], "aclnnAddmm": [C, A, B, ONE, ONE, OUT, 0], "aclnnAddmv": [W, A, V, ONE, ONE, OUTV, 0],
    "aclnnAddbmm": [C, A3, B3, ONE, ONE, OUT, 0], "aclnnBaddbmm": [C3, A3, B3, ONE, ONE, OUT3, 0],
    "aclnnGemm": [A, B, C, 1.0, 1.0, 0, 0, OUT, 0], "aclnnInplaceAddmm": [C, A, B, ONE, ONE, 0],
    "aclnnInplaceAddbmm": [C, A3, B3, ONE, ONE, 0], "aclnnInplaceBaddbmm": [C3, A3, B3, ONE, ONE, 0],
}


@pytest.mark.parametrize("operator", GOOD)
def test_refusals(operator: str) -> None:
    npu, good = machine(), GOOD[operator]
    assert harness.code(npu, operator, *good) == 0
    for place, each in enumerate(good):
        def refused(value: Any, code: int, *words: str, place: int = place) -> None:
            harness.check_refusal(npu, operator, [*good[:place], value, *good[place + 1:]], code, operator, *words)
        if isinstance(each, (np.ndarray, Value, Out)):
            refused(None, 161001, "NULL")
        if isinstance(each, np.ndarray):
            refused(each.astype(np.complex64), 161002, "COMPLEX64")
            refused(each.reshape((1,) * 9 if each.size == 1 else (*each.shape, *[1] * 6)), 161002)
            refused(np.ones([size + 2 for size in each.shape], F32), 161002)
        if isinstance(each, Value):
            refused(Value(1, np.complex64), 161002, "COMPLEX64")
        if isinstance(each, Out):
            refused(Out((*each.shape, 2), F32), 161002, "expected shape")
            refused(Out(each.shape, np.int32), 161002, "INT32")


@pytest.mark.parametrize(("operator", "arguments", "words"), [
    ("aclnnMm", [A, A, OUT, 0], ("self and mat2", "sizes to sum over")),
    ("aclnnMm", [A3, B, OUT, 0], ("self: expected 2 to 2 dims",)),
    ("aclnnMatmul", [np.ones((1,) * 7, F32), B, OUT, 0], ("self: expected 1 to 6 dims",)),
    ("aclnnMatmul", [np.ones((), F32), B, OUT, 0], ("self: expected 1 to 6 dims",)),
    ("aclnnMatmul", [np.ones((2, 3, 4), F32), np.ones((3, 4, 5), F32), Out((2, 3, 5), F32), 0], ("broadcast",)),
    ("aclnnBatchMatMul", [A, B3, OUT3, 0], ("self: expected 3 to 3 dims",)),
    ("aclnnMv", [A, V.astype(F16), OUTV, 0], ("vec: expected FLOAT as self",)),
    ("aclnnMv", [A, V, Out((3,), F16), 0], ("out: expected FLOAT as self",)),
    ("aclnnAddmm", [np.ones((2, 3, 5), F32), A, B, ONE, ONE, OUT, 0], ("self: expected a shape that broadcasts",)),
    ("aclnnAddmm", [C, A, B, ONE, Value(True, np.bool_), OUT, 0], ("alpha: expected one of",)),
    ("aclnnBaddbmm", [C3, A3, B3, ONE, ONE, Out((1, 3, 5), F16), 0], ("out: expected FLOAT as self",)),
    ("aclnnAddbmm", [C, A3, np.ones((2, 5, 4), F32), ONE, ONE, OUT, 0], ("batch1 and batch2",)),
    ("aclnnAddbmm", [C[:, :1], A3, B3[..., :0], ONE, ONE, Out((3, 0), F32), 0], ("empty exactly",)),
    ("aclnnBaddbmm", [C3[..., :1], A3, B3[..., :0], ONE, ONE, Out((1, 3, 0), F32), 0], ("empty exactly",)),
    ("aclnnInplaceAddmm", [C[:1], A, B, ONE, ONE, 0], ("expected shape [3, 5], got [1, 5]",))])
def test_refusals_of_one_page(operator: str, arguments: list[Any], words: tuple[str, ...]) -> None:
    harness.check_refusal(machine(), operator, arguments, 161002, operator, *words)


def test_bool_factors_of_batches() -> None:
    npu = machine()
    found, = harness.run(npu, "aclnnBaddbmm", C3, A3, B3, Value(True, np.bool_), Value(False, np.bool_), OUT3, KEEP)
    assert (found == 1).all()


@pytest.mark.parametrize("operator", ["aclnnMm", "aclnnAddmm", "aclnnBaddbmm"])
def test_empty_products(operator: str) -> None:
    npu = machine()
    nothing = {"aclnnMm": [A, B[:, :0], Out((3, 0), F32), 0], "aclnnAddmm": [C[:, :0], A, B[:, :0], ONE, ONE,
                                                                           Out((3, 0), F32), 0],
               "aclnnBaddbmm": [C3[..., :0], A3, B3[..., :0], ONE, ONE, Out((1, 3, 0), F32), 0]}[operator]
    assert harness.run(npu, operator, *nothing)[0].size == 0


def test_output_may_be_an_input() -> None:
    """N-VIEW-10, N-VIEW-12: the same tensor three times."""
    npu = machine()
    x = npu.tensor(np.array([[1, 2], [3, 4]], F32))
    assert harness.run(npu, "aclnnMm", x, x, x, KEEP)[0].tolist() == [[7, 10], [15, 22]]


@pytest.mark.parametrize("soc", ["Ascend910A", "Ascend310P3"])
def test_older_parts_have_no_bfloat16(soc: str) -> None:
    x = np.ones((2, 2), BF16)
    harness.check_refusal(machine(soc), "aclnnMm", [x, x, Out((2, 2), BF16), KEEP], 161002, "BF16")
