"""Add, sub, mul, div with their scalar and in-place twins, and cast: values by hand or from wider arithmetic."""
from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from aclnn_calls import ACL, BFLOAT16, Calls

from pyacl import capi, emulator

FLOATS = (np.float32, np.float16, BFLOAT16, np.float64)
WHOLE = (np.int8, np.int16, np.int32, np.int64, np.uint8)


@pytest.fixture
def npu() -> Calls:
    emulator.configure(mode="strict")
    return Calls()


def rounded(exact: list[Fraction], dtype: Any) -> Any:
    """Exact values rounded once to a float type, to nearest even."""
    digits = {"float32": 24, "float16": 11, "bfloat16": 8, "float64": 53}[np.dtype(dtype).name]
    result = []
    for value in exact:
        if not value:
            result.append(0.0)
            continue
        exponent = 0
        while abs(value) >= Fraction(2) ** (exponent + digits):
            exponent += 1
        while abs(value) < Fraction(2) ** (exponent + digits - 1):
            exponent -= 1
        result.append(float(Fraction(round(value / Fraction(2) ** exponent)) * Fraction(2) ** exponent))
    return np.array(result).astype(dtype)


def fractions(array: Any) -> list[Fraction]:
    return [Fraction(float(value)) for value in np.asarray(array).reshape(-1)]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("layout", ["contiguous", "transposed", "sliced"])
def test_floats_are_rounded_once(npu: Calls, dtype: Any, layout: str) -> None:
    rng = np.random.default_rng(11)
    x, y = (rng.uniform(0.5, 100, (4, 6)).astype(dtype) for _ in range(2))
    a, b, one = npu.tensor(x, layout), npu.tensor(y, layout), npu.scalar(1, np.float32)
    exact = list(zip(fractions(x), fractions(y), strict=True))
    for operator, arguments, want in (
            ("aclnnAdd", (a, b, one), [p + q for p, q in exact]),
            ("aclnnSub", (a, b, one), [p - q for p, q in exact]),
            ("aclnnMul", (a, b), [p * q for p, q in exact]),
            ("aclnnDiv", (a, b), [p / q for p, q in exact])):
        out = npu.empty((4, 6), dtype, layout)
        assert npu.run(operator, *arguments, out) == 0
        assert npu.read(out).reshape(-1).tolist() == rounded(want, dtype).tolist(), operator
    assert not emulator.report().findings


@pytest.mark.parametrize("dtype", WHOLE)
def test_whole_numbers_wrap(npu: Calls, dtype: Any) -> None:
    limits = np.iinfo(dtype)
    x, y = np.array([limits.max, limits.min, 7], dtype), np.array([1, 2, 3], dtype)
    for operator, extra, want in (("aclnnAdd", 1, [limits.min, limits.min + 2, 10]),
                                  ("aclnnMul", 0, [limits.max, (limits.min * 2) % 2 ** limits.bits, 21])):
        out = npu.empty((3,), dtype)
        alpha = (npu.scalar(1, np.int64),) if extra else ()
        assert npu.run(operator, npu.tensor(x), npu.tensor(y), *alpha, out) == 0
        assert [int(v) for v in npu.read(out)] == want


def test_bool(npu: Calls) -> None:
    x, y = np.array([True, True, False, False]), np.array([True, False, True, False])
    out = npu.empty((4,), bool)
    assert npu.run("aclnnAdd", npu.tensor(x), npu.tensor(y), npu.scalar(1, np.int32), out) == 0
    assert npu.read(out).tolist() == [True, True, True, False]
    assert npu.run("aclnnMul", npu.tensor(x), npu.tensor(y), out) == 0
    assert npu.read(out).tolist() == [True, False, False, False]


def test_alpha_multiplies_the_second_operand(npu: Calls) -> None:
    x, y = np.array([1, 2], np.float32), np.array([10, 100], np.float32)
    out = npu.empty((2,), np.float32)
    assert npu.run("aclnnAdd", npu.tensor(x), npu.tensor(y), npu.scalar(0.5, np.float32), out) == 0
    assert npu.read(out).tolist() == [6, 52]
    assert npu.run("aclnnSubs", npu.tensor(x), npu.scalar(3, np.float32), npu.scalar(2, np.int32), out) == 0
    assert npu.read(out).tolist() == [-5, -4]


def test_broadcast_in_both_directions(npu: Calls) -> None:
    """N-SHP-1."""
    out = npu.empty((2, 3), np.float32)
    assert npu.run("aclnnMul", npu.tensor(np.array([[1], [2]], np.float32)),
                   npu.tensor(np.array([1, 2, 3], np.float32)), out) == 0
    assert npu.read(out).tolist() == [[1, 2, 3], [2, 4, 6]]


def test_zero_dims_promote_like_any_tensor(npu: Calls) -> None:
    """N-PRO-5, N-SHP-7: a 0-d float32 makes a float16 sum a float32."""
    out = npu.empty((1,), np.float32)
    assert npu.run("aclnnAdd", npu.tensor(np.array([1], np.float16)), npu.tensor(np.float32(2 ** -20)),
                   npu.scalar(1, np.float32), out) == 0
    assert npu.read(out)[0] == np.float32(1 + 2 ** -20)


def test_result_is_rounded_before_it_is_cast(npu: Calls) -> None:
    """Operators compute in the promoted type: 1 + 2**-11 is no float16, whatever the output is."""
    out = npu.empty((1,), np.float32)
    assert npu.run("aclnnAdd", npu.tensor(np.array([1], np.float16)), npu.tensor(np.array([2 ** -11], np.float16)),
                   npu.scalar(1, np.float32), out) == 0
    assert npu.read(out)[0] == 1


@pytest.mark.parametrize("dtype", [np.float32, np.float16, BFLOAT16, np.int64])
def test_large_arrays_are_worked_through_in_blocks(npu: Calls, dtype: Any) -> None:
    x = (np.arange(3 * 70_000).reshape(3, 70_000) % 100).astype(dtype)
    y = np.arange(3).reshape(3, 1).astype(dtype)
    out = npu.empty(x.shape, dtype, "transposed")
    assert npu.run("aclnnAdd", npu.tensor(x), npu.tensor(y), npu.scalar(2, np.int32), out) == 0
    want = (np.arange(3 * 70_000).reshape(3, 70_000) % 100) + 2 * np.arange(3).reshape(3, 1)
    assert (npu.read(out).astype(np.int64) == want).all()                # at most 103: exact in every type


def test_in_place_twins(npu: Calls) -> None:
    x = npu.tensor(np.array([1, 2, 3], np.float32), "sliced")
    assert npu.run("aclnnInplaceAdd", x, npu.tensor(np.array([1], np.float32)), npu.scalar(1, np.float32)) == 0
    assert npu.run("aclnnInplaceMuls", x, npu.scalar(3, np.float32)) == 0
    assert npu.run("aclnnInplaceSubs", x, npu.scalar(2, np.float32), npu.scalar(1, np.float32)) == 0
    assert npu.run("aclnnInplaceDiv", x, x) == 0
    assert npu.read(x).tolist() == [1, 1, 1]
    assert npu.run("aclnnInplaceAdds", x, npu.scalar(4, np.int32), npu.scalar(1, np.float32)) == 0
    assert npu.read(x).tolist() == [5, 5, 5]
    assert not emulator.report().findings


@pytest.mark.parametrize("broadcast", [(2, 3), (1, 3, 1)])
def test_in_place_shape_must_stay(npu: Calls, broadcast: tuple[int, ...]) -> None:
    """N-SHP-3."""
    x, y = npu.tensor(np.array([1, 2, 3], np.float32)), npu.empty(broadcast, np.float32)
    assert npu.prepare("aclnnInplaceMul", x, y)[0] == 161002
    assert npu.prepare("aclnnInplaceAdd", x, y, npu.scalar(1, np.float32))[0] == 161002


def test_in_place_type_must_stay(npu: Calls) -> None:
    """N-CST-4: int32 += float32 is refused."""
    x, y = npu.tensor(np.array([1], np.int32)), npu.tensor(np.array([1], np.float32))
    assert npu.prepare("aclnnInplaceAdd", x, y, npu.scalar(1, np.int32))[0] == 161002
    assert "FLOAT cannot be cast to INT32" in npu.message()


def test_whole_numbers_divide_as_floats(npu: Calls) -> None:
    out = npu.empty((3,), np.float32)
    for dtype in WHOLE:
        assert npu.run("aclnnDiv", npu.tensor(np.array([7, 1, 1], dtype)), npu.tensor(np.array([2, 0, 3], dtype)),
                       out) == 0
        assert npu.read(out).tolist() == [3.5, np.inf, np.float32(1) / np.float32(3)]
        assert npu.run("aclnnDivs", npu.tensor(np.array([7, 1, 1], dtype)), npu.scalar(2, np.int16), out) == 0
        assert npu.read(out).tolist() == [3.5, 0.5, 0.5]


def test_muls_checks_no_promotion(npu: Calls) -> None:
    """N-CST-2: float times scalar into int32 is taken on the 910B."""
    out = npu.empty((3,), np.int32)
    assert npu.run("aclnnMuls", npu.tensor(np.array([1, -2, 3], np.float32)), npu.scalar(1.5, np.float32), out) == 0
    assert npu.read(out).tolist() == [1, -3, 4]


def test_muls_computes_bfloat16_in_float(npu: Calls) -> None:
    """N-PRO-10: the scalar is not rounded to bfloat16."""
    x, factor = np.array([3], BFLOAT16), 1 + 2 ** -9
    out = npu.empty((1,), np.float32)
    assert npu.run("aclnnMuls", npu.tensor(x), npu.scalar(factor, np.float32), out) == 0
    assert npu.read(out)[0] == 3 * factor


def test_int_tensor_with_half_scalar_computes_in_half(npu: Calls) -> None:
    """N-PRO-9: 2049 is no float16, so it becomes 2048 before the sum."""
    out = npu.empty((1,), np.float32)
    assert npu.run("aclnnAdds", npu.tensor(np.array([2049], np.int32)), npu.scalar(0, np.float16),
                   npu.scalar(1, np.int32),
                   out) == 0
    assert npu.read(out)[0] == 2048


@pytest.mark.parametrize("soc", ["Ascend910B1", "Ascend950"])
def test_newer_parts_keep_a_half_for_exact_scalars_only(soc: str) -> None:
    """N-PRO-8: 1 + 2**-12 is no float16, so the newer part computes in float32."""
    emulator.configure(mode="strict", soc=soc)
    npu = Calls()
    out = npu.empty((1,), np.float32)
    assert npu.run("aclnnAdds", npu.tensor(np.array([1], np.float16)), npu.scalar(1 + 2 ** -12, np.float32),
                   npu.scalar(1, np.float32), out) == 0
    assert npu.read(out)[0] == (2 + 2 ** -12 if soc == "Ascend950" else 2)


def _refused(npu: Calls) -> dict[str, tuple[str, tuple[Any, ...], str]]:
    f = npu.empty((2, 3), np.float32)
    i = npu.empty((2, 3), np.int32)
    u = npu.empty((2, 3), np.uint16)
    one, half = npu.scalar(1, np.float32), npu.scalar(0.5, np.float32)
    nine = npu.empty((1,) * 9, np.float32)
    return {
        "dtype": ("aclnnAdd", (u, f, one, f), "self: expected one of"),
        "dtype of other": ("aclnnMul", (f, u, f), "other: expected one of"),
        "alpha": ("aclnnAdd", (i, i, half, i), "alpha"),
        "out type": ("aclnnSub", (f, f, one, i), "out: the promoted type FLOAT cannot be cast to INT32"),
        "out list": ("aclnnMul", (i, i, npu.empty((2, 3), np.uint64)), "out: expected one of"),
        "broadcast": ("aclnnAdd", (f, npu.empty((3, 3), np.float32), one, f), "expected shapes that broadcast"),
        "out shape": ("aclnnAdd", (f, f, one, npu.empty((1, 2, 3), np.float32)), "out: expected shape [2, 3]"),
        "rank": ("aclnnDiv", (nine, nine, nine), "at most 8 dims, got 9"),
        "scalar of div": ("aclnnDivs", (f, npu.scalar(1, np.uint16), f), "other: expected one of"),
    }


@pytest.mark.parametrize("case", ["dtype", "dtype of other", "alpha", "out type", "out list", "broadcast",
                                  "out shape", "rank", "scalar of div"])
def test_refusals(npu: Calls, case: str) -> None:
    """N-PRO-4, N-PRO-6, N-CST-1, N-SHP-1, N-SHP-2, N-SHP-4."""
    operator, arguments, text = _refused(npu)[case]
    assert npu.prepare(operator, *arguments) == (161002, 77, capi.NULL)
    assert text in npu.message()


# -- subtraction the other way round, sums that are rectified, sums of a scalar and a tensor

@pytest.mark.parametrize("dtype", [*FLOATS, *WHOLE])
def test_reversed_subtraction(npu: Calls, dtype: Any) -> None:
    """other - alpha * self."""
    x, y = npu.tensor(np.array([[1], [2]], dtype), "sliced"), npu.tensor(np.array([50, 60, 70], dtype))
    out = npu.empty((2, 3), dtype, "transposed")
    assert npu.run("aclnnRsub", x, y, npu.scalar(3, np.int32), out) == 0
    assert npu.read(out).tolist() == [[47, 57, 67], [44, 54, 64]]
    single = npu.empty((2, 1), dtype)
    assert npu.run("aclnnRsubs", x, npu.scalar(10, np.int16), npu.scalar(1, np.int32), single) == 0
    assert npu.read(single).tolist() == [[9], [8]]


def test_reversed_subtraction_refuses(npu: Calls) -> None:
    bits, one = npu.tensor(np.array([True])), npu.scalar(1, np.int32)
    x, out = npu.tensor(np.array([1], np.int32)), npu.empty((1,), np.int32)
    assert npu.prepare("aclnnRsub", bits, bits, one, out)[0] == 161002
    assert npu.prepare("aclnnRsub", x, x, npu.scalar(0.5, np.float32), out)[0] == 161002
    assert "alpha" in npu.message()
    assert npu.prepare("aclnnRsubs", x, npu.scalar(0.5, np.float32), one, out)[0] == 161002
    assert npu.prepare("aclnnRsub", x, capi.NULL, one, out)[0] == 161001


@pytest.mark.parametrize("dtype", [np.float32, np.float16, BFLOAT16, np.int8, np.int16, np.int32, np.int64])
def test_rectified_sums(npu: Calls, dtype: Any) -> None:
    """max(self + alpha * other, 0)."""
    x, y = npu.tensor(np.array([1, -5, 3], dtype)), npu.tensor(np.array([-2, 4, 5], dtype))
    out = npu.empty((3,), dtype)
    assert npu.run("aclnnAddRelu", x, y, npu.scalar(2, np.int32), out) == 0
    assert npu.read(out).tolist() == [0, 3, 13]
    assert npu.run("aclnnInplaceAddRelu", x, y, npu.scalar(1, np.int32)) == 0
    assert npu.read(x).tolist() == [0, 0, 8]


def test_sums_of_a_scalar_and_a_tensor() -> None:
    """self + alpha * other, where self is the scalar; in place the tensor gets it."""
    emulator.configure(mode="strict", soc="Ascend950")
    npu = Calls()
    for dtype in (np.float32, np.float16, BFLOAT16, np.int8, np.int32):
        x, out = npu.tensor(np.array([1, 2], dtype)), npu.empty((2,), dtype)
        assert npu.run("aclnnAddV3", npu.scalar(10, np.int8), x, npu.scalar(3, np.int8), out) == 0, npu.message()
        assert npu.read(out).tolist() == [13, 16]
        assert npu.run("aclnnInplaceAddV3", npu.scalar(-1, np.int8), x, npu.scalar(1, np.int8)) == 0
        assert npu.read(x).tolist() == [0, 1]
    assert npu.prepare("aclnnAddV3", capi.NULL, x, npu.scalar(3, np.int8), out)[0] == 161001
    assert npu.prepare("aclnnAddV3", npu.scalar(1, np.int8), x, npu.scalar(0.5, np.float32), out)[0] == 161002


# -- cast

CASTS: list[tuple[Any, Any, Any]] = [
    (np.array([1.9, -1.9, 0.0], np.float32), np.int32, [1, -1, 0]),
    (np.array([1e20, -1e20, np.nan], np.float32), np.int32, [2 ** 31 - 1, -2 ** 31, 0]),
    (np.array([2.0 ** 63, -2.0 ** 63, 1], np.float64), np.int64, [2 ** 63 - 1, -2 ** 63, 1]),
    (np.array([256, 257, -1], np.int32), np.uint8, [0, 1, 255]),
    (np.array([0.0, -0.0, 1e-30], np.float32), bool, [False, False, True]),
    (np.array([True, False]), np.float16, [1, 0]),
    (np.array([1 + 2j, -3j], np.complex64), np.float32, [1, 0]),
    (np.array([65519, 65520, 2.0 ** -24], np.float32), np.float16, [65504, np.inf, 2.0 ** -24]),
    (np.array([1 + 2 ** -8, 1 + 2 ** -7 + 2 ** -8], np.float32), BFLOAT16, [1, 1 + 2 ** -6]),      # ties go to even
    (np.array([1.5, -2.5], BFLOAT16), np.float64, [1.5, -2.5]),
]


@pytest.mark.parametrize(("values", "dtype", "want"), CASTS, ids=lambda value: str(getattr(value, "dtype", value)))
def test_cast(npu: Calls, values: Any, dtype: Any, want: list[Any]) -> None:
    out = npu.empty(values.shape, dtype)
    assert npu.run("aclnnCast", npu.tensor(values), ACL[np.dtype(dtype)], out) == 0
    assert npu.read(out).tolist() == want


def test_cast_to_another_type_than_the_output(npu: Calls) -> None:
    """N-CST-5: found at the copy-out, unless the tensors are empty."""
    x, out = npu.tensor(np.array([1], np.float32)), npu.empty((1,), np.int32)
    assert npu.prepare("aclnnCast", x, capi.ACL_FLOAT16, out) == (561103, 77, capi.NULL)
    assert npu.prepare("aclnnCast", npu.empty((0,), np.float32), capi.ACL_FLOAT16, npu.empty((0,), np.int32))[0] == 0
