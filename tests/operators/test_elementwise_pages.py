"""What the pages of unary operators, activations and gated units say of parts, types, ranks, shapes and NULL."""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from aclnn_calls import Calls
from elementwise_pages import PAGES, PAIRS, SOCS, Page
from harness import DTYPES, Out, Value, argument, check_refusal, machine

from pyacl import _abi, capi, emulator

REAL_OF = {"c64": "f32", "c128": "f64"}
ONE_OF_A_FEW = {"dim": -1, "approximate": 0, "decimals": 1, "clampMode": 0, "seed": 1, "offset": 0, "nan": 0.0,
                "posinf": 1.0, "neginf": -1.0, "clampLimit": -1.0}
TEXTS = {"approximate": "none", "approximateOptional": "tanh"}
# Tensors of half the size along dim -1, of gated units; the gradients' and others.
HALVES = {name: names.split() for name, names in {
    "aclnnGlu": "out", "aclnnGluBackward": "gradOut", "aclnnGeGlu": "out outGelu", "aclnnGeGluV3": "out outGelu",
    "aclnnGeGluBackward": "gradOutput gelu", "aclnnGeGluV3Backward": "gradOutput gelu", "aclnnGeluMul": "out",
    "aclnnFatreluMul": "out", "aclnnSwiGlu": "out", "aclnnSwiGluGrad": "yGrad", "aclnnSituGlu": "out",
    "aclnnSituGluGrad": "gradY", "aclnnClippedSwiglu": "out", "aclnnClippedSwigluV2": "out",
    "aclnnClippedSwigluGrad": "gradY", "aclnnSwigluGroup": "out"}.items()}
OUTPUTS = {"aclnnGeGlu": ("out", "outGelu"), "aclnnGeGluV3": ("out", "outGelu"),
           "aclnnPreluBackward": ("gradInput", "gradWeight"), "aclnnLogSigmoidForward": ("out", "buffer")}
MAY_BE_NULL = {"betaOptional", "groupIndexOptional", "weightOptional", "approximateOptional"}
MAY_BE_NULL_OF = {"aclnnShrink": {"bias"}, "aclnnLogSigmoidForward": {"buffer"},
                  "aclnnScale": {"bias"},
                  "aclnnClamp": {"clipValueMin", "clipValueMax"}, "aclnnClampTensor": {"clipValueMin", "clipValueMax"}}
ONE_ELEMENT = {"weight", "threshold", "gradWeight"}            # if they are tensors
TILED = {"aclnnClippedSwigluGrad", "aclnnSwigluGroup"}         # shapes are checked when they are tiled: 561002
NO_EMPTY = {"aclnnInplaceEqTensor": 161002, "aclnnHardtanhBackward": 161002, "aclnnMishBackward": 161002,
            "aclnnSwiGluGrad": 161002, "aclnnClippedSwigluGrad": 561002, "aclnnSwigluGroup": 561002}
Shape = tuple[int, ...]
_PARAMETER = re.compile(r"(?:const\s+)?(\w+)\s*(\**)\s*(\w+)")


def parameters(operator: str) -> list[tuple[str, bool, str]]:
    """C type, whether it is a pointer, name."""
    return [(match[1], bool(match[2]), match[3]) for match in _PARAMETER.finditer(_abi.OPERATORS[operator])]


def tensors(operator: str) -> list[str]:
    return [name for kind, _, name in parameters(operator) if kind == "aclTensor"]


def outputs(operator: str) -> tuple[str, ...]:
    names = tensors(operator)
    return OUTPUTS.get(operator, (names[0] if operator.startswith("aclnnInplace") else names[-1],))


def result_type(page: Page, part: str, dtype: str) -> str:
    """A type that the output may have."""
    assert page.outputs is not None
    listed = page.outputs[part]
    return dtype if dtype in listed else "b" if listed == {"b"} else REAL_OF.get(dtype, "f32")


def arguments(operator: str, part: str, dtype: str, shape: Shape = (2, 4)) -> dict[str, Any]:
    """A valid call with all tensors of a type, as far as the page takes it."""
    page, made = PAGES[operator], dict[str, Any]()
    for kind, _, name in parameters(operator):
        if kind == "aclTensor":
            one = name in ONE_ELEMENT and operator not in PAIRS
            size = (1,) if one else (*shape[:-1], shape[-1] // 2) if name in HALVES.get(operator, ()) else shape
            written = page.outputs is not None and name in outputs(operator)
            if operator == "aclnnScale" and name in ("scale", "bias"):       # along the dims from 1 on
                size = shape[1:]
            if name == "mask" and operator == "aclnnMaskedScale":
                made[name] = np.ones(size, np.uint8)
            elif name in ("groupIndexOptional", "weightOptional"):
                made[name] = None
            else:
                made[name] = np.ones(size, DTYPES[result_type(page, part, dtype) if written else dtype])
        elif kind == "aclScalar":
            own = name in ("clipValueMin", "clipValueMax", "value") or "Threshold" in operator
            own = own or (operator in PAIRS and (name, dtype) != ("exponent", "b"))
            made[name] = Value(1, DTYPES[dtype] if own and dtype in page.inputs[part] else
                               np.int32 if operator in PAIRS else np.float32)
        elif kind == "char":
            made[name] = TEXTS[name]
        else:
            made[name] = ONE_OF_A_FEW.get(name, {"bool": False, "double": 1.0}.get(kind, 1))
    return made


def prepare(npu: Calls, operator: str, made: dict[str, Any]) -> int:
    code, _, executor = npu.prepare(operator, *(argument(npu, value) for value in made.values()))
    if executor:
        capi.aclDestroyAclOpExecutor(executor)
    return code


@pytest.mark.parametrize("part", SOCS)
def test_types_of_the_first_tensor(part: str) -> None:
    """Each page lists them; all else is 161002."""
    npu, wrong = machine(SOCS[part]), []
    for operator, page in PAGES.items():
        if part not in page.parts:
            continue
        for dtype in DTYPES:
            code = prepare(npu, operator, arguments(operator, part, dtype))
            if code != (0 if dtype in page.inputs[part] else 161002):
                wrong.append((operator, dtype, code, npu.message()))
    assert not wrong


@pytest.mark.parametrize("part", ["A2", "A3"])
def test_types_of_the_output(part: str) -> None:
    npu, wrong = machine(SOCS[part]), []
    for operator, page in PAGES.items():
        if page.outputs is None or part not in page.parts:
            continue
        for dtype in set(DTYPES) - page.outputs[part]:
            made = arguments(operator, part, "f32" if "f32" in page.inputs[part] else "i32")
            made[outputs(operator)[0]] = Out(made[outputs(operator)[0]].shape, DTYPES[dtype])
            if prepare(npu, operator, made) != 161002:
                wrong.append((operator, dtype))
    assert not wrong


@pytest.mark.parametrize("part", SOCS)
def test_parts_without_the_operator(part: str) -> None:
    npu = machine(SOCS[part])
    lacking = [operator for operator, page in PAGES.items() if part not in page.parts]
    for operator in lacking:
        page = PAGES[operator]
        dtype = min(page.inputs[page.parts[0]] & {"f32", "i32"})
        made = list(arguments(operator, page.parts[0], dtype).values())
        check_refusal(npu, operator, made, 561003, operator)
    assert lacking or part == "A2"


def home(page: Page) -> str:
    """A part that has the operator."""
    return "A2" if "A2" in page.parts else page.parts[-1]


def each_at_home(check: Callable[[Calls, str, dict[str, Any], Page], None]) -> None:
    """Call with a valid call of every operator, on a part that has it."""
    for part in SOCS:
        for operator in [operator for operator, page in PAGES.items() if home(page) == part]:
            page = PAGES[operator]
            dtype = "f32" if "f32" in page.inputs[part] else "i32"
            check(machine(SOCS[part]), operator, arguments(operator, part, dtype), page)


def test_null() -> None:
    """161001 names what is NULL, unless the page takes it."""
    def check(npu: Calls, operator: str, made: dict[str, Any], page: Page) -> None:
        optional = MAY_BE_NULL | MAY_BE_NULL_OF.get(operator, set())
        for _, pointer, name in parameters(operator):
            if not pointer:
                continue
            if name in optional:
                assert prepare(npu, operator, {**made, name: None}) == 0, (operator, name)
            else:
                check_refusal(npu, operator, [*{**made, name: None}.values()], 161001, name)
    each_at_home(check)


@pytest.mark.parametrize("operator", ["aclnnClamp", "aclnnClampTensor"])
def test_one_bound_is_needed(operator: str) -> None:
    made = {**arguments(operator, "A2", "f32"), "clipValueMin": None, "clipValueMax": None}
    check_refusal(machine(), operator, [*made.values()], 161001, "clipValueMin", "clipValueMax")


def test_rank() -> None:
    """N-SHP-4: at most 8 dims; aclnnRReluWithNoise takes 25, and no tensor can have more."""
    def check(npu: Calls, operator: str, made: dict[str, Any], page: Page) -> None:
        most = 25 if "RRelu" in operator else 8
        part = home(page)
        dtype = "f32" if "f32" in page.inputs[part] else "i32"
        assert prepare(npu, operator, arguments(operator, part, dtype, (1,) * (most - 1) + (4,))) == 0, operator
        if most == 25:
            return
        made = arguments(operator, part, dtype, (1,) * most + (4,))
        assert prepare(npu, operator, made) == (561002 if operator in TILED else 161002), operator
    each_at_home(check)


def test_shape_of_the_output() -> None:
    def check(npu: Calls, operator: str, made: dict[str, Any], page: Page) -> None:
        if page.outputs is None:
            return
        for name in outputs(operator)[:1]:
            shape = made[name].shape
            for wrong in ((shape[0] + 1, *shape[1:]), (1, *shape), shape[1:]):
                other = {**made, name: Out(wrong, made[name].dtype)}
                code = 561002 if operator in TILED else 161002
                check_refusal(npu, operator, [*other.values()], code)
    each_at_home(check)


def test_shapes_of_the_inputs() -> None:
    """Inputs that neither are equal nor broadcast."""
    def check(npu: Calls, operator: str, made: dict[str, Any], page: Page) -> None:
        read = [name for name in tensors(operator) if made[name] is not None and name not in outputs(operator)]
        for name in read[1:]:
            if name in ONE_ELEMENT or "RRelu" in operator:
                continue
            other = {**made, name: np.ones((5, *made[name].shape[1:]), made[name].dtype)}
            check_refusal(npu, operator, [*other.values()], 561002 if operator in TILED else 161002)
    each_at_home(check)


def test_empty() -> None:
    """N-SHP-6: success without work, or a refusal where the page takes no empty tensor."""
    def check(npu: Calls, operator: str, made: dict[str, Any], page: Page) -> None:
        part = home(page)
        dtype = "f32" if "f32" in page.inputs[part] else "i32"
        made = arguments(operator, part, dtype, (0, 4))
        values = [argument(npu, value) for value in made.values()]
        code, size, executor = npu.prepare(operator, *values)
        assert code == NO_EMPTY.get(operator, 0), (operator, npu.message())
        if code == 0:
            assert size == 0, operator
            assert getattr(capi, operator)(capi.NULL, 0, executor, npu.stream) == 0
    each_at_home(check)
    assert not emulator.report().findings


def test_private_formats_are_refused() -> None:
    """N-FMT-3: these pages list ND."""
    npu = machine()
    x = np.ones((16, 16), np.float32)
    tensor = capi.aclCreateTensor([16, 16], 2, 0, capi.NULL, 0, capi.ACL_FORMAT_FRACTAL_NZ, [16, 16], 2, npu.memory(x))
    assert npu.prepare("aclnnExp", tensor, npu.empty((16, 16), np.float32))[0] == 161002
    assert npu.prepare("aclnnInplaceRelu", tensor)[0] == 161002


# The output has the type of the (first) input, says the page or its table of errors.
_SAME = """\
BitwiseNot Ceil Floor Frac Lgamma NanToNum Round RoundDecimals Sign Trunc FastGelu FastGeluBackward FatreluMul GeGlu
GeGluBackward GeGluV3 GeGluV3Backward Gelu GeluBackwardV2 GeluV2 GluBackward HardshrinkBackward Hardsigmoid
HardswishBackward HardswishBackwardV2 Hardtanh HardtanhBackward LogSigmoid LogSigmoidBackward LogSigmoidForward Mish
PreluBackward RReluWithNoise Relu Selu Silu SiluBackward SituGlu SituGluGrad SoftshrinkBackward SwiGlu SwiGluGrad
SwigluGroup Swish SwishBackward TanhBackward ThresholdBackward Abs Square"""
SAME = _SAME.split()
# Their inputs have one type.
_ALIKE = """\
EluBackward FastGeluBackward FatreluMul GeGluBackward GeGluV3Backward GluBackward HardshrinkBackward HardswishBackward
HardswishBackwardV2 HardtanhBackward LogSigmoidBackward PreluBackward RReluWithNoise SiluBackward SituGluGrad
SoftshrinkBackward SwiGluGrad SwishBackward TanhBackward ThresholdBackward ClippedSwigluGrad"""
ALIKE = _ALIKE.split()


@pytest.mark.parametrize("name", SAME)
def test_output_of_the_input_s_type(name: str) -> None:
    operator, page = f"aclnn{name}", PAGES[f"aclnn{name}"]
    npu, part = machine(SOCS[home(page)]), home(page)
    first, other = ("f32", "f16") if "f32" in page.inputs[part] else ("i32", "i16")
    made = arguments(operator, part, first)
    out = outputs(operator)[0]
    check_refusal(npu, operator, [*{**made, out: Out(made[out].shape, DTYPES[other])}.values()], 161002, out)


@pytest.mark.parametrize("name", ALIKE)
def test_inputs_of_one_type(name: str) -> None:
    operator, page = f"aclnn{name}", PAGES[f"aclnn{name}"]
    npu, part = machine(SOCS[home(page)]), home(page)
    made = arguments(operator, part, "f32")
    second = [tensor for tensor in tensors(operator) if tensor not in outputs(operator)][1]
    check_refusal(npu, operator, [*{**made, second: made[second].astype(np.float16)}.values()], 161002)


def test_complex_results_need_complex_outputs() -> None:
    """N-CST-1."""
    npu = machine()
    for operator in ("aclnnExp", "aclnnLog", "aclnnSqrt", "aclnnSin", "aclnnReciprocal", "aclnnSigmoidBackward"):
        made = arguments(operator, "A2", "c64")
        made[outputs(operator)[0]] = Out((2, 4), np.float32)
        check_refusal(npu, operator, [*made.values()], 161002, "COMPLEX64")


REFUSED_VALUES: dict[str, tuple[str, dict[str, Any]]] = {
    "celu alpha": ("aclnnCelu", {"alpha": Value(0.0)}),
    "celu alpha in place": ("aclnnInplaceCelu", {"alpha": Value(0, np.int32)}),
    "celu alpha complex": ("aclnnCelu", {"alpha": Value(1j, np.complex64)}),
    "elu scale complex": ("aclnnElu", {"scale": Value(1j, np.complex64)}),
    "elu alpha of a result": ("aclnnEluBackward", {"isResult": True, "alpha": Value(-1.0)}),
    "leaky slope of a result": ("aclnnLeakyReluBackward", {"selfIsResult": True, "negativeSlope": Value(-0.5)}),
    "leaky slope complex": ("aclnnLeakyReluBackward", {"negativeSlope": Value(1j, np.complex64)}),
    "softshrink": ("aclnnSoftshrink", {"lambd": Value(-0.5)}),
    "softshrink type": ("aclnnSoftshrink", {"lambd": Value(0.5, np.float64)}),
    "softshrink gradient": ("aclnnSoftshrinkBackward", {"lambda": Value(-0.5)}),
    "hardshrink type": ("aclnnHardshrink", {"lambd": Value(1, np.int32)}),
    "hardshrink gradient type": ("aclnnHardshrinkBackward", {"lambd": Value(1, np.int32)}),
    "shrink": ("aclnnShrink", {"lambd": Value(-1.0)}),
    "shrink type": ("aclnnShrink", {"lambd": Value(1.0, np.float64)}),
    "hardtanh order": ("aclnnHardtanh", {"clipValueMin": Value(2.0), "clipValueMax": Value(1.0)}),
    "hardtanh order in place": ("aclnnInplaceHardtanh", {"clipValueMin": Value(2.0), "clipValueMax": Value(1.0)}),
    "clamp type": ("aclnnClamp", {"clipValueMin": Value(1, np.uint16)}),
    "clamp of whole numbers by floats": ("aclnnClampMax", {"self": np.ones((2, 4), np.int32),
                                                           "out": Out((2, 4), np.int32), "clipValueMax": Value(1.5)}),
    "swish beta": ("aclnnSwish", {"betaOptional": Value(1j, np.complex64)}),
    "softplus beta": ("aclnnSoftplus", {"beta": Value(1j, np.complex64)}),
    "gelu": ("aclnnGeluV2", {"approximate": 2}),
    "gelu gradient": ("aclnnGeluBackwardV2", {"approximate": "erf"}),
    "gelu mul": ("aclnnGeluMul", {"approximateOptional": "Tanh"}),
    "geglu": ("aclnnGeGlu", {"approximate": -1}),
    "geglu dim": ("aclnnGeGlu", {"dim": 2}),
    "geglu gradient": ("aclnnGeGluV3Backward", {"approximate": 2}),
    "glu dim": ("aclnnGlu", {"dim": -3}),
    "glu odd": ("aclnnGlu", {"self": np.ones((2, 5), np.float32)}),
    "glu 0-d": ("aclnnGlu", {"self": np.float32(1), "out": Out((), np.float32)}),
    "glu gradient odd": ("aclnnGluBackward", {"self": np.ones((2, 5), np.float32), "out": Out((2, 5), np.float32)}),
    "swiglu dim": ("aclnnSwiGlu", {"dim": 2}),
    "swiglu gradient dim": ("aclnnSwiGluGrad", {"dim": -3}),
    "situ dim": ("aclnnSituGlu", {"dim": 2}),
    "situ odd": ("aclnnSituGlu", {"x": np.ones((2, 5), np.float32)}),
    "clipped dim": ("aclnnClippedSwiglu", {"dim": 2}),
    "clipped limit": ("aclnnClippedSwiglu", {"limit": 0.0}),
    "clipped groups": ("aclnnClippedSwiglu", {"groupIndexOptional": np.ones(1, np.int32)}),
    "gelu mul wide": ("aclnnGeluMul", {"input": np.ones((1, 1026), np.float32), "out": Out((1, 513), np.float32)}),
    "gelu mul 1-d": ("aclnnGeluMul", {"input": np.ones(4, np.float32), "out": Out((2,), np.float32)}),
    "fatrelu threshold": ("aclnnFatreluMul", {"threshold": np.ones(2, np.float32)}),
    "prelu channels": ("aclnnPrelu", {"weight": np.ones(3, np.float32)}),
    "prelu gradient channels": ("aclnnPreluBackward", {"weight": np.ones(3, np.float32),
                                                       "gradWeight": Out((3,), np.float32)}),
    "prelu weight": ("aclnnPreluBackward", {"gradWeight": Out((1, 1), np.float32)}),
    "softplus gradient shape": ("aclnnSoftplusBackward", {"gradOutput": np.ones((1, 4), np.float32)}),
    "rrelu noise": ("aclnnRReluWithNoise", {"noise": np.ones((2, 3), np.float32)}),
}


@pytest.mark.parametrize("case", REFUSED_VALUES)
def test_refused_values(case: str) -> None:
    operator, changed = REFUSED_VALUES[case]
    npu = machine()
    made = {**arguments(operator, "A2", "f32"), **changed}
    check_refusal(npu, operator, [*made.values()], 161002, operator)


REFUSED_WHEN_TILED: dict[str, tuple[str, dict[str, Any]]] = {
    "clipped gradient limit": ("aclnnClippedSwigluGrad", {"limit": -1.0}),
    "clipped gradient dim": ("aclnnClippedSwigluGrad", {"dim": 2}),
    "clipped gradient groups": ("aclnnClippedSwigluGrad", {"groupIndexOptional": np.ones((1, 1), np.int64)}),
    "group limit": ("aclnnSwigluGroup", {"clampLimit": 0.0}),
    "group 0-d": ("aclnnSwigluGroup", {"x": np.float32(1)}),
    "group odd": ("aclnnSwigluGroup", {"x": np.ones((2, 5), np.float32)}),
    "group weight type": ("aclnnSwigluGroup", {"weightOptional": np.ones(2, np.float16)}),
    "group weight size": ("aclnnSwigluGroup", {"weightOptional": np.ones(3, np.float32)}),
    "group index type": ("aclnnSwigluGroup", {"groupIndexOptional": np.ones(1, np.int32)}),
    "group index empty": ("aclnnSwigluGroup", {"groupIndexOptional": np.ones(0, np.int64)}),
}


@pytest.mark.parametrize("case", REFUSED_WHEN_TILED)
def test_refused_when_tiled(case: str) -> None:
    operator, changed = REFUSED_WHEN_TILED[case]
    page = PAGES[operator]
    npu = machine(SOCS[page.parts[-1]])
    made = {**arguments(operator, page.parts[-1], "f32"), **changed}
    check_refusal(npu, operator, [*made.values()], 561002, operator)


def test_clamp_mode() -> None:
    made = {**arguments("aclnnClippedSwigluV2", "950", "f32"), "clampMode": 2}
    check_refusal(machine(SOCS["950"]), "aclnnClippedSwigluV2", [*made.values()], 161002, "clampMode")


@pytest.mark.parametrize(("operator", "names"), [
    ("aclnnSwiGlu", ("x", "out")), ("aclnnSwiGluGrad", ("yGrad", "out")), ("aclnnSituGlu", ("out",)),
    ("aclnnSituGluGrad", ("out",)), ("aclnnFatreluMul", ("out",)),
    ("aclnnClippedSwigluGrad", ("gradY", "x", "gradXOut"))])
def test_tensors_without_gaps(operator: str, names: tuple[str, ...]) -> None:
    """N-VIEW-9: the pages mark these as never taken with gaps."""
    npu = machine()
    made = {name: argument(npu, value) for name, value in arguments(operator, "A2", "f32").items()}
    good = arguments(operator, "A2", "f32")
    for name in names:
        gaps = npu.tensor(good[name], "sliced")
        assert npu.prepare(operator, *{**made, name: gaps}.values())[0] == 561000, name
        assert name in npu.message()


def test_hardtanh_converts_its_bounds() -> None:
    """The page's conversion rule lets floats become whole numbers: 1.9 is 1."""
    npu = machine()
    x, out = npu.tensor(np.array([-5, 0, 1, 5], np.int32)), npu.empty((4,), np.int32)
    low, high = npu.scalar(-2.7, np.float32), npu.scalar(1.9, np.float32)
    assert npu.run("aclnnHardtanh", x, low, high, out) == 0
    assert npu.read(out).tolist() == [-2, 0, 1, 1]
