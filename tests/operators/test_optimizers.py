"""Steps of optimizers, against the formulas of their pages in Python's floats, and the check of scaled gradients."""
from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from aclnn_calls import Calls
from elementwise_pages import SOCS
from harness import DTYPES, LAYOUTS, argument, check_refusal, machine, values

from pyacl import capi, emulator

FLOATS = ("f32", "f16", "bf16")


@pytest.fixture
def npu() -> Calls:
    return machine()


def lists(dtype: str, count: int, positive: tuple[int, ...] = ()) -> list[list[Any]]:
    made = []
    for row in range(count):
        low = 0.25 if row in positive else -2
        made.append([values(DTYPES[dtype], shape, low, 2, seed=10 * row + place)
                     for place, shape in enumerate(((2, 3), (4,)))])
    return made


def run_lists(npu: Calls, operator: str, columns: list[list[Any]], *rest: Any, layout: str = "contiguous",
              ) -> list[list[Any]]:
    """The tensors of the lists after both phases."""
    made = [[argument(npu, one, layout) for one in column] for column in columns]
    others = [argument(npu, value) for value in rest]
    lists_of = [capi.aclCreateTensorList(one, len(one)) for one in made]
    assert npu.run(operator, *lists_of, *others) == 0, npu.message()
    return [[npu.read(one) for one in column] for column in made]


def close(got: Any, want: list[float], dtype: str) -> None:
    """Rounded once from double."""
    wide = np.array(want).reshape(got.shape)
    digits = {"f32": 24, "f16": 11, "bf16": 8}[dtype]
    unit = np.ldexp(1.0, np.maximum(np.frexp(wide)[1], -13 if dtype == "f16" else -125) - digits)
    assert (np.abs(got.astype(np.float64) - wide) <= 0.51 * unit).all()


# -- AdamW

LR, BETA1, BETA2, DECAY, EPS = 0.1, 0.9, 0.99, 0.01, 1e-8


def adamw(p: float, g: float, m: float, v: float, most: float | None, step: float, scale: float,
          maximize: bool) -> tuple[float, ...]:
    g = (-g if maximize else g) / scale
    m = BETA1 * m + (1 - BETA1) * g
    v = BETA2 * v + (1 - BETA2) * g * g
    largest = v if most is None else max(most, v)
    unbiased = math.sqrt(largest / (1 - BETA2 ** step))
    p = p - LR * DECAY * p - LR / (unbiased + EPS) * m / (1 - BETA1 ** step)
    return (p, m, v) if most is None else (p, m, v, largest)


@pytest.mark.parametrize("layout", LAYOUTS[:3])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("amsgrad", "maximize", "scale"), [(False, False, None), (True, False, 2.0),
                                                            (True, True, None), (False, True, 0.5)])
def test_adamw(npu: Calls, dtype: str, amsgrad: bool, maximize: bool, scale: float | None, layout: str) -> None:
    columns = lists(dtype, 5 if amsgrad else 4, positive=(3, 4))
    steps = [np.array([3], np.float32), np.array([7], np.float32)]
    made = [[argument(npu, one, layout) for one in column] for column in columns]
    listed = [capi.aclCreateTensorList(one, 2) for one in made] + ([] if amsgrad else [capi.NULL])
    steps_list = capi.aclCreateTensorList([npu.tensor(one) for one in steps], 2)
    factor = capi.NULL if scale is None else npu.tensor(np.array([scale], np.float32))
    assert npu.run("aclnnFusedAdamw", *listed, steps_list, factor, npu.tensor(np.array([0], np.float32)), LR, BETA1,
                   BETA2, DECAY,
                   EPS, amsgrad, maximize) == 0, npu.message()
    for place in range(2):
        flat: list[Any] = [column[place].astype(np.float64).reshape(-1).tolist() for column in columns]
        most = flat[4] if amsgrad else [None] * len(flat[0])
        want = [adamw(*one, float(steps[place][0]), scale or 1.0, maximize)  # type: ignore[call-arg]
                for one in zip(*flat[:4], most, strict=True)]
        written = [made[row][place] for row in (0, 2, 3, 4)[:len(want[0])]]
        for tensor, expected in zip(written, zip(*want, strict=True), strict=True):
            close(npu.read(tensor), list(expected), dtype)
        assert npu.read(made[1][place]).tobytes() == columns[1][place].tobytes()           # gradients are only read
    assert not emulator.report().findings


def test_adamw_does_nothing_after_an_infinity(npu: Calls) -> None:
    columns = lists("f32", 4, positive=(3,))
    steps = [np.array([1], np.int64), np.array([1], np.int64)]
    made = [[npu.tensor(one) for one in column] for column in [*columns, steps]]
    listed = [capi.aclCreateTensorList(one, 2) for one in made]
    listed.insert(4, capi.NULL)
    assert npu.run("aclnnFusedAdamw", *listed, capi.NULL, npu.tensor(np.array([1], np.float32)), LR, BETA1, BETA2,
                   DECAY, EPS,
                   False, False) == 0
    for column, before in zip(made, columns, strict=False):
        assert [npu.read(one).tobytes() for one in column] == [one.tobytes() for one in before]


def adamw_call(**changed: Any) -> list[Any]:
    x, step = [np.ones((2, 3), np.float32)], [np.ones(1, np.float32)]
    made = {"paramsRef": x, "grads": x, "expAvgsRef": x, "expAvgSqsRef": x, "maxExpAvgSqsRef": x, "stateSteps": step,
            "gradScaleOptional": None, "foundInfOptional": None, "lr": LR, "beta1": BETA1, "beta2": BETA2,
            "weightDecay": DECAY, "eps": EPS, "amsgrad": True, "maximize": False}
    return list({**made, **changed}.values())


OTHER_SHAPE, OTHER_TYPE = [np.ones((3, 2), np.float32)], [np.ones((2, 3), np.float16)]


@pytest.mark.parametrize(("changed", "code", "word"), [
    ({"paramsRef": None}, 161001, "paramsRef"), ({"grads": None}, 161001, "grads"),
    ({"stateSteps": None}, 161001, "stateSteps"), ({"maxExpAvgSqsRef": None}, 161001, "maxExpAvgSqsRef"),
    ({"grads": OTHER_SHAPE}, 161002, "grads[0]"), ({"expAvgsRef": OTHER_TYPE}, 161002, "expAvgsRef[0]"),
    ({"maxExpAvgSqsRef": OTHER_SHAPE}, 161002, "maxExpAvgSqsRef[0]"),
    ({"expAvgSqsRef": OTHER_SHAPE * 2}, 161002, "one length"),
    ({"paramsRef": [np.ones((2, 3))], "grads": [np.ones((2, 3))]}, 161002, "paramsRef[0]"),
    ({"stateSteps": [np.ones(2, np.float32)]}, 161002, "stateSteps[0]"),
    ({"stateSteps": [np.ones(1, np.int32)]}, 161002, "stateSteps[0]"),
    ({"gradScaleOptional": np.ones(1, np.float16)}, 161002, "gradScaleOptional")])
def test_adamw_refuses(npu: Calls, changed: dict[str, Any], code: int, word: str) -> None:
    check_refusal(npu, "aclnnFusedAdamw", adamw_call(**changed), code, word)


def test_adamw_without_amsgrad_needs_no_largest(npu: Calls) -> None:
    made = [argument(npu, value) for value in adamw_call(maxExpAvgSqsRef=None, amsgrad=False)]
    assert npu.prepare("aclnnFusedAdamw", *made)[0] == 0


# -- SGD

def sgd(p: float, g: float, v: float | None, scale: float, nesterov: bool, maximize: bool, first: bool,
        ) -> tuple[float, ...]:
    decay, momentum, lr, dampening = (float(np.float32(one)) for one in (0.01, 0.9, 0.1, 0.25))
    g = g / scale
    step = (-g if maximize else g) + decay * p
    if v is None:
        return p - lr * step, g
    v = step if first else momentum * v + (1 - dampening) * step
    return p - lr * (step + momentum * v if nesterov else v), g, v


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("nesterov", "maximize", "first"), [
    (False, False, False), (True, False, False), (False, True, True), (True, True, False)])
@pytest.mark.parametrize("scale", [None, 2.0])
@pytest.mark.parametrize("moving", [True, False])
def test_sgd(npu: Calls, dtype: str, nesterov: bool, maximize: bool, first: bool, scale: float | None, moving: bool,
             ) -> None:
    """An empty list of momenta is none, and so is an empty scale."""
    columns = lists(dtype, 3 if moving else 2)
    made = [[npu.tensor(one) for one in column] for column in columns]
    listed = [capi.aclCreateTensorList(one, 2) for one in made]
    if not moving:
        listed.append(capi.aclCreateTensorList([], 0))
    factor = npu.tensor(np.array([] if scale is None else [scale], np.float32))
    assert npu.run("aclnnFusedSgd", *listed, factor, 0.01, 0.9, 0.1, 0.25, nesterov, maximize, first) == 0
    for place in range(2):
        flat: list[Any] = [column[place].astype(np.float64).reshape(-1).tolist() for column in columns]
        speeds = flat[2] if moving else [None] * len(flat[0])
        want = [sgd(*one, scale or 1.0, nesterov, maximize, first)  # type: ignore[call-arg]
                for one in zip(*flat[:2], speeds, strict=True)]
        for row, expected in enumerate(zip(*want, strict=True)):
            close(npu.read(made[row][place]), list(expected), dtype)


@pytest.mark.parametrize(("place", "value", "code", "word"), [
    (0, None, 161001, "paramsRef"), (2, None, 161001, "momentum"), (3, None, 161001, "gradScale"),
    (1, OTHER_SHAPE, 161002, "gradsRef[0]"), (2, OTHER_TYPE, 161002, "momentumBufferListOptionalRef[0]"),
    (3, np.ones(2, np.float32), 161002, "gradScale"), (3, np.ones(1, np.int32), 161002, "gradScale"),
    (4, -0.5, 161002, "weightDecay"), (5, -1.0, 161002, "momentum"), (6, -1.0, 161002, "lr"),
    (7, -1.0, 161002, "dampening")])
def test_sgd_refuses(npu: Calls, place: int, value: Any, code: int, word: str) -> None:
    x = [np.ones((2, 3), np.float32)]
    made: list[Any] = [x, x, x, np.ones(1, np.float32), 0.1, 0.1, 0.1, 0.1, False, False, False]
    made[place] = value
    check_refusal(npu, "aclnnFusedSgd", made, code, word)
    empty = [np.ones((0, 3), np.float32)]
    check_refusal(npu, "aclnnFusedSgd", [empty, empty, empty, *made[3:4], 0.1, 0.1, 0.1, 0.1, False, False, False]
                  if place > 3 else made, 161002 if place > 3 else code)


# -- gradients scaled back

@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("bad", [None, np.inf, -np.inf, np.nan])
def test_unscale(npu: Calls, dtype: str, bad: float | None) -> None:
    """foundInf becomes 1 if anything is not finite, and else keeps its value; everything is scaled."""
    gradients, = lists(dtype, 1)
    if bad is not None:
        gradients[1][2] = bad
    made = [npu.tensor(one) for one in gradients]
    found = npu.tensor(np.array([-1], np.float32))
    assert npu.run("aclnnForeachNonFiniteCheckAndUnscale", capi.aclCreateTensorList(made, 2), found,
                   npu.tensor(np.array([0.5], np.float32))) == 0
    assert npu.read(found).tolist() == [-1 if bad is None else 1]
    for tensor, before in zip(made, gradients, strict=True):
        np.testing.assert_array_equal(npu.read(tensor).astype(np.float64), before.astype(np.float64) / 2)


def test_unscale_refuses(npu: Calls) -> None:
    x, one = [np.ones((2, 3), np.float32)], np.ones(1, np.float32)
    for made, code, word in (([None, one, one], 161001, "scaledGrads"), ([x, None, one], 161001, "foundInf"),
                             ([x, one, None], 161001, "invScale"), ([x, one.astype(np.float16), one], 161002, "found"),
                             ([x, one, one.astype(np.float64)], 161002, "invScale"),
                             ([[np.ones(2)], one, one], 161002, "scaledGrads[0]"),
                             ([x * 257, one, one], 561002, "256"),
                             ([x + OTHER_TYPE, one, one], 561002, "scaledGrads[1]"),
                             ([x, np.ones(2, np.float32), one], 561002, "foundInf"),
                             ([x, one, np.ones((2, 2), np.float32)], 561002, "invScale")):
        check_refusal(npu, "aclnnForeachNonFiniteCheckAndUnscale", made, code, word)
    gaps = capi.aclCreateTensorList([npu.tensor(x[0], "sliced")], 1)
    scalars = [npu.tensor(one), npu.tensor(one)]
    assert npu.prepare("aclnnForeachNonFiniteCheckAndUnscale", gaps, *scalars)[0] == 561000


def test_parts() -> None:
    x, one = [np.ones((2, 3), np.float32)], np.ones(1, np.float32)
    old = machine(SOCS["910"])
    check_refusal(old, "aclnnForeachNonFiniteCheckAndUnscale", [x, one, one], 561003, "Unscale")
    check_refusal(old, "aclnnFusedAdamw", adamw_call(), 561003, "aclnnFusedAdamw")
    npu = machine(SOCS["310P"])
    made = [argument(npu, value) for value in (x, one, one)]
    assert npu.prepare("aclnnForeachNonFiniteCheckAndUnscale", *made)[0] == 0
