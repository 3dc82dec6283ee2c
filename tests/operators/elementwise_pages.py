"""What the pages of elementwise operators, activations and their gradients list: parts, types of the first tensor,
types of the output where they differ.  A type that only some parts have follows "parts:".  BF16 does not count on 910
and 310P.
"""
from __future__ import annotations

from dataclasses import dataclass

import pair_pages

_ALIASES = {
    "FLOATS": "f32 f16 bf16", "REALS": "f32 f16 bf16 f64", "NUMBERS": "f32 f16 bf16 f64 c64 c128",
    "REAL+WHOLE": "f32 f16 bf16 f64 i8 i16 i32 i64 u8", "LOGICAL": "f32 f16 bf16 f64 i8 i16 i32 i64 u8 b",
    "ANY": "f32 f16 bf16 f64 i8 i16 i32 i64 u8 b c64 c128", "WHOLE": "i8 i16 i32 i64 u8", "UNSIGNED": "u16 u32 u64"}
SOCS = {"910": "Ascend910A", "310P": "Ascend310P3", "A2": "Ascend910B1", "A3": "Ascend910_9391",
        "950": "Ascend950PR_9599"}

_TEXT = """\
Abs ; all ; f32 f16 bf16 f64 i8 i16 i32 i64 u8 b c32 c64 | 910,310P: f32 f16 f64 i8 i16 i32 i64 u8 b ; LOGICAL
Acos ; 910 310P A2 A3 ; f32 f16 f64 i8 i16 i32 i64 u8 b | A3: LOGICAL ; f32 f16 f64 | A3: REALS
Acosh ; 910 310P A2 A3 ; f32 f16 f64 | A3: ANY ; f32 f16 f64 | A3: NUMBERS
AngleV2 ; A2 A3 950 ; f32 f16 bf16 i8 i16 i32 i64 u8 b c64 ; FLOATS
Asin ; all ; f32 f16 f64 i8 i16 i32 i64 u8 b | A3: LOGICAL ; f32 f16 f64 | A3: REALS
Asinh ; 910 310P A2 A3 ; f32 f16 f64 i8 i16 i32 i64 u8 b | A3: ANY ; f32 f16 f64 | A3: NUMBERS
Atan ; all ; LOGICAL | 950: f32 f16 bf16 i8 i16 i32 i64 u8 b ; REALS | 950: FLOATS
Atanh ; 910 310P A2 A3 ; f32 f16 f64 i8 i16 i32 i64 u8 b | A3: ANY ; f32 f16 f64 | A3: NUMBERS
BitwiseNot ; all ; i8 i16 i32 i64 u8 b
Ceil ; all ; REALS
Clamp ; all ; REAL+WHOLE
ClampMax ; all ; REAL+WHOLE
ClampMaxTensor ; all ; REAL+WHOLE
ClampMin ; all ; REAL+WHOLE
ClampMinTensor ; 910 A2 A3 950 ; REAL+WHOLE
ClampTensor ; all ; REAL+WHOLE
Cos ; 910 310P A2 A3 ; ANY ; NUMBERS
Cosh ; 910 310P A2 A3 ; f32 f16 f64 | A3: ANY ; f32 f16 f64 | A3: NUMBERS
Digamma ; all ; f32 f16 f64
Erf ; 910 A2 A3 950 ; f32 f16 f64 i64 b | A3: f32 f16 bf16 f64 i64 b ; f32 f16 f64 | A3: REALS
Erfc ; all ; f32 f16 f64 i64 b | A3,950: f32 f16 bf16 f64 i64 b ; f32 f16 f64 | A3,950: REALS
Erfinv ; 910 A2 A3 950 ; f32 f16 bf16 i8 i16 i32 i64 u8 b | 910: f32 f16 ; FLOATS
Exp ; A2 A3 950 ; f32 f16 bf16 f64 i64 b c64 c128 ; NUMBERS
Exp2 ; 910 A2 A3 950 ; LOGICAL ; REALS
Expm1 ; all ; f32 f16 bf16 i64 b ; REALS
Floor ; 910 A2 A3 950 ; f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64
Frac ; 910 A2 A3 950 ; f32 f16 bf16 i8 i16 i32 i64 u8
InplaceAcos ; 910 310P A2 A3 ; f32 f16 f64 | A3: REALS
InplaceAcosh ; 910 310P A2 A3 ; f32 f16 f64 | A3: NUMBERS
InplaceAsin ; all ; f32 f16 f64 | A3: REALS
InplaceAsinh ; 910 310P A2 A3 ; f32 f16 f64 | A3: NUMBERS
InplaceAtan ; all ; REALS | 950: FLOATS
InplaceAtanh ; 910 310P A2 A3 ; f32 f16 f64 | A3: NUMBERS
InplaceCeil ; all ; REALS
InplaceClampMax ; all ; REAL+WHOLE
InplaceClampMaxTensor ; all ; REAL+WHOLE
InplaceClampMinTensor ; 910 A2 A3 950 ; REAL+WHOLE
InplaceCos ; 910 310P A2 A3 ; NUMBERS
InplaceCosh ; 910 310P A2 A3 ; f32 f16 f64 | A3: NUMBERS
InplaceErf ; 910 A2 A3 950 ; f32 f16 f64 | A3: REALS
InplaceErfc ; all ; f32 f16 f64 | A3,950: REALS
InplaceErfinv ; 910 A2 A3 950 ; FLOATS
InplaceExp ; A2 A3 950 ; NUMBERS
InplaceExp2 ; 910 A2 A3 950 ; REALS
InplaceExpm1 ; all ; FLOATS
InplaceFloor ; 910 A2 A3 950 ; f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64
InplaceFrac ; 910 A2 A3 950 ; f32 f16 bf16 i8 i16 i32 i64 u8
InplaceLog ; A2 A3 950 ; NUMBERS
InplaceLog10 ; A2 A3 950 ; NUMBERS
InplaceLog1p ; all ; REALS
InplaceLog2 ; A2 A3 950 ; NUMBERS
InplaceNanToNum ; A2 A3 950 ; f32 f16 bf16 i8 i16 i32 i64 u8 b
InplaceNeg ; 910 A2 A3 950 ; f32 f16 bf16 f64 i8 i32 i64 c64 c128
InplaceReciprocal ; all ; NUMBERS
InplaceRound ; 910 A2 A3 950 ; f32 f16 bf16 f64 i32 i64
InplaceRoundDecimals ; 910 A2 A3 950 ; f32 f16 bf16 f64 i32 i64
InplaceRsqrt ; all ; NUMBERS
InplaceSin ; all ; FLOATS
InplaceSinc ; 910 A2 A3 950 ; REALS
InplaceSinh ; 910 310P A2 A3 ; NUMBERS
InplaceSqrt ; 910 A2 A3 950 ; NUMBERS
InplaceTan ; 910 310P A2 A3 ; f32 f16 f64 c128 | A2,A3: NUMBERS
InplaceTanh ; 910 A2 A3 950 ; FLOATS
InplaceTrunc ; all ; FLOATS
Lgamma ; all ; f32 f16 f64
Log ; A2 A3 950 ; ANY ; NUMBERS
Log10 ; A2 A3 950 ; ANY ; NUMBERS
Log1p ; all ; LOGICAL ; REALS
Log2 ; A2 A3 950 ; ANY ; NUMBERS
NanToNum ; A2 A3 950 ; f32 f16 bf16 i8 i16 i32 i64 u8 b
Neg ; 910 A2 A3 950 ; f32 f16 bf16 f64 i8 i32 i64 c64 c128
Real ; 910 A2 A3 ; f32 f16 c32 c64 c128 ; f32 f16 f64
Reciprocal ; all ; ANY ; NUMBERS
Round ; 910 A2 A3 950 ; f32 f16 bf16 f64 i32 i64
RoundDecimals ; 910 A2 A3 950 ; f32 f16 bf16 f64 i32 i64
Rsqrt ; all ; ANY ; NUMBERS
Sign ; A2 A3 950 ; f32 f16 bf16 f64 i32 i64 b c64 c128
Signbit ; 910 A2 A3 950 ; f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64 b ; b
Sin ; all ; ANY ; NUMBERS
Sinc ; 910 A2 A3 950 ; LOGICAL ; REALS
Sinh ; 910 310P A2 A3 ; ANY ; NUMBERS
Sqrt ; 910 A2 A3 950 ; ANY ; NUMBERS
Square ; 950 ; f32 f16 bf16 i32 i64
Tan ; 910 310P A2 A3 ; f32 f16 f64 i8 i16 i32 i64 u8 b c128 | A2,A3: ANY ; f32 f16 f64 c128 | A2,A3: NUMBERS
Tanh ; 910 A2 A3 950 ; f32 f16 bf16 i8 i16 i32 i64 u8 b ; FLOATS
Trunc ; all ; FLOATS
Celu ; 910 A2 A3 950 ; FLOATS
ClippedSwiglu ; A2 A3 950 ; FLOATS
ClippedSwigluGrad ; A2 A3 950 ; FLOATS
ClippedSwigluV2 ; 950 ; FLOATS
Elu ; all ; FLOATS
EluBackward ; all ; FLOATS
FastGelu ; A2 A3 950 ; FLOATS
FastGeluBackward ; A2 A3 950 ; FLOATS
FatreluMul ; A2 A3 ; FLOATS
GeGlu ; 310P A2 A3 950 ; FLOATS
GeGluBackward ; 310P A2 A3 950 ; FLOATS
GeGluV3 ; 310P A2 A3 950 ; FLOATS
GeGluV3Backward ; 310P A2 A3 950 ; FLOATS
Gelu ; all ; FLOATS
GeluBackward ; all ; FLOATS
GeluBackwardV2 ; all ; FLOATS
GeluMul ; A2 A3 950 ; FLOATS
GeluV2 ; all ; FLOATS
Glu ; all ; REALS
GluBackward ; all ; REALS
Hardshrink ; 910 310P A2 A3 ; FLOATS
HardshrinkBackward ; 910 A2 A3 950 ; FLOATS
Hardsigmoid ; 910 A2 A3 950 ; f32 f16 bf16 i32
HardsigmoidBackward ; all ; FLOATS
Hardswish ; 910 A2 A3 950 ; FLOATS
HardswishBackward ; 910 A2 A3 950 ; FLOATS
HardswishBackwardV2 ; 910 A2 A3 950 ; FLOATS
Hardtanh ; all ; REAL+WHOLE
HardtanhBackward ; all ; FLOATS
InplaceCelu ; 910 A2 A3 950 ; FLOATS
InplaceElu ; all ; REALS
InplaceHardsigmoid ; 910 A2 A3 950 ; f32 f16 bf16 i32
InplaceHardswish ; 910 A2 A3 950 ; FLOATS
InplaceHardtanh ; all ; REAL+WHOLE
InplaceLeakyRelu ; 910 A2 A3 950 ; REALS
InplaceMish ; 910 A2 A3 950 ; FLOATS
InplaceRReluWithNoise ; 910 A2 A3 950 ; FLOATS
InplaceRelu ; 910 A2 A3 950 ; f32 f16 bf16 i8 i32 i64 u8
InplaceSelu ; 910 A2 A3 ; f32 f16 bf16 i8 i32
InplaceSigmoid ; all ; NUMBERS
InplaceThreshold ; 910 A2 A3 950 ; f32 f16 bf16 i8 i16 i32 i64 u8
LeakyRelu ; 910 A2 A3 950 ; FLOATS
LeakyReluBackward ; all ; REALS
LogSigmoid ; 910 A2 A3 950 ; FLOATS
LogSigmoidBackward ; all ; FLOATS
LogSigmoidForward ; all ; FLOATS
Mish ; 910 A2 A3 950 ; FLOATS
MishBackward ; all ; FLOATS
Prelu ; all ; FLOATS
PreluBackward ; 910 A2 A3 950 ; FLOATS
RReluWithNoise ; 910 A2 A3 950 ; FLOATS
Relu ; 910 A2 A3 950 ; f32 f16 bf16 i8 i32 i64
Selu ; 910 A2 A3 ; f32 f16 bf16 i8 i32
SeluBackward ; all ; f32 f16 bf16 i8 i32
Shrink ; 310P A2 A3 950 ; f32 f16
Sigmoid ; all ; FLOATS
SigmoidBackward ; all ; NUMBERS
Silu ; all ; FLOATS
SiluBackward ; 910 A2 A3 950 ; FLOATS
SituGlu ; A2 A3 950 ; FLOATS
SituGluGrad ; A2 A3 950 ; FLOATS
Softplus ; all ; FLOATS
SoftplusBackward ; 910 A2 A3 950 ; REALS
Softshrink ; all ; FLOATS
SoftshrinkBackward ; all ; FLOATS
SquaredRelu ; A2 A3 950 ; FLOATS
SwiGlu ; 310P A2 A3 950 ; FLOATS
SwiGluGrad ; 310P A2 A3 950 ; FLOATS
SwigluGroup ; 950 ; FLOATS
Swish ; all ; FLOATS
SwishBackward ; all ; FLOATS
TanhBackward ; all ; REALS
Threshold ; 910 A2 A3 950 ; f32 f16 bf16 i8 i16 i32 i64 u8
ThresholdBackward ; all ; f32 f16 bf16 i8 i32 u8 | 950: f32 f16 bf16 i8 i32 i64 u8"""


@dataclass(frozen=True)
class Page:
    """`inputs` and `outputs`: types by part; `outputs` is None for an in-place operator."""

    operator: str
    parts: tuple[str, ...]
    inputs: dict[str, frozenset[str]]
    outputs: dict[str, frozenset[str]] | None


def _by_part(text: str) -> dict[str, frozenset[str]]:
    common, *special = text.split(" | ")
    lists = dict.fromkeys(SOCS, common)
    for item in special:
        parts, types = item.split(": ")
        lists.update(dict.fromkeys(parts.split(","), types))
    found = {part: frozenset(dtype for word in types.split() for dtype in _ALIASES.get(word, word).split())
             for part, types in lists.items()}
    return {part: types - {"bf16"} if part in ("910", "310P") else types for part, types in found.items()}


def _page(line: str) -> Page:
    name, parts, inputs, *outputs = (field.strip() for field in line.split(";"))
    out = None if name.startswith("Inplace") else _by_part(outputs[0] if outputs else inputs)
    return Page(f"aclnn{name}", tuple(SOCS if parts == "all" else parts.split()), _by_part(inputs), out)


PAIRS = {page.operator: page for page in map(_page, pair_pages.TEXT.splitlines())}
PAGES = {page.operator: page for page in map(_page, _TEXT.strip().splitlines())} | PAIRS
