"""One valid call of every operator that computes, over any data type and sizes: what the tests of all operators share.

A line of the table has one word for each C parameter:

    T[a,2*b]          tensor of the type that is asked for, its sizes formulas of the letters
    i64[a]{0:3}       tensor of a type of its own, its elements from 0 to 3
    S[1]              tensor of the type of a factor: float32 for bfloat16, int32 for whole numbers
    >T[a]   ~T[a]     tensor that is written; tensor that is read and written
    (T[a],T[b])       tensor list, also with > or ~
    @0.5   (@1,@2)    scalar, scalar list: of float32 for tensors of floats, of int32 or bool for others, or after a
                      colon of a type of its own; "long" and "double" are the widest of whole numbers, of both
    <0,-1>            int array
    -   'none'        NULL, text
    2*a               anything else is a plain value

An operator without a line has the usual one of its family, from its signature.
"""
from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from harness import DTYPES, Out, Value

from pyacl import emulator
from pyacl.emulator.nnop.decode import Parameter, parameters
from pyacl.emulator.ops import names_by_family

SIZES = {"a": 3, "b": 4, "c": 2, "d": 5}
_TEXT = """\
AngleV2 T[a,b] >f32[a,b]
Real c64[a,b] >f32[a,b]
Signbit T[a,b] >b[a,b]
NanToNum T[a,b] 0.5 2.0 -2.0 >T[a,b]
InplaceNanToNum ~T[a,b] 0.5 2.0 -2.0
RoundDecimals T[a,b] 0 >T[a,b]
InplaceRoundDecimals ~T[a,b] 0
Clamp T[a,b] @-1 @2 >T[a,b]
ClampTensor T[a,b] T[b]{-2:0} T[b]{1:2} >T[a,b]
Hardtanh T[a,b] @-1 @2 >T[a,b]
InplaceHardtanh ~T[a,b] @-1 @2
HardtanhBackward T[a,b] T[a,b] @-1 @2 >T[a,b]
LeakyRelu T[a,b] @0.5 >T[a,b]
InplaceLeakyRelu ~T[a,b] @0.5
GeluV2 T[a,b] 1 >T[a,b]
GeluBackwardV2 T[a,b] T[a,b] 'tanh' >T[a,b]
SoftplusBackward T[a,b] T[a,b] @1 @2 >T[a,b]
Softplus T[a,b] @1 @2 >T[a,b]
LogSigmoidForward T[a,b] >T[a,b] >T[a,b]
LogSigmoidBackward T[a,b] T[a,b] T[a,b] >T[a,b]
MishBackward T[a,b] T[a,b] >T[a,b]
AddV3 @2 T[a,b] @3 >T[a,b]
InplaceAddV3 @2 ~T[a,b] @3
InplaceBitwiseAndTensorOut ~T[a,b] T[b]
InplaceMaskedFillScalar ~T[a,b] b[a,1] @1
InplaceMaskedFillTensor ~T[a,b] b[b] T[]
InplaceFillTensor ~T[a,b] T[1]
InplaceFillDiagonal ~T[a,b] @1 False
StridedSliceAssignV2 ~T[a,2*b] T[a,b] <0,0> <a,b> <1,1> <0,1>
Complex f32[a,b] f32[b] >c64[a,b]
Polar f32[a,b] f32[a,b] >c64[a,b]
IsClose T[a,b] T[b] 0.5 0.25 True >b[a,b]
IsInTensorScalar T[a,b] @1 False True >b[a,b]
IsInScalarTensor @1 T[a,b] False False >b[a,b]
Equal T[a,b] T[a,b] >b[1]
PrecisionCompare T[a,b] T[a,b] >u32[]
Sleep <1>
Cast T[a,b] 0 >f32[a,b]
Arange @1 @a+1 @1 >T[a]
Range @1 @a @1 >T[a]
Linspace @0 @1 a >T[a]
LogSpace @0 @1 a 2.0 >T[a]
Eye a b >T[a,b]
OneHot i64[a]{0:3} 4 i32[1] i32[1] -1 >i32[a,4]
AffineGrid T[a,2,3] <a,1,b,c> False >T[a,b,c,2]
InplaceDiv ~T[a,b] T[b]{1:3}
FloorDivide T[a,1,b] T[c,b]{1:3} >T[a,c,b]
InplaceFloorDivide ~T[a,b] T[b]{1:3}
FloorDivides T[a,b] @2 >T[a,b]
InplaceFloorDivides ~T[a,b] @2
DivMod T[a,1,b] T[c,b]{1:3} 2 >T[a,c,b]
InplaceDivMod ~T[a,b] T[b]{1:3} 2
DivMods T[a,b] @2 1 >T[a,b]
InplaceDivMods ~T[a,b] @2 1
FmodTensor T[a,1,b] T[c,b]{1:3} >T[a,c,b]
InplaceFmodTensor ~T[a,b] T[b]{1:3}
FmodScalar T[a,b] @2 >T[a,b]
InplaceFmodScalar ~T[a,b] @2
RemainderTensorTensor T[a,1,b] T[c,b]{1:3} >T[a,c,b]
InplaceRemainderTensorTensor ~T[a,b] T[b]{1:3}
RemainderTensorScalar T[a,b] @-2 >T[a,b]
InplaceRemainderTensorScalar ~T[a,b] @-2
RemainderScalarTensor @5 T[a,b]{1:3} >T[a,b]
AddN (T[a,b],T[a,b],T[a,b]) >T[a,b]
Sum (T[a,b],T[a,b],T[a,b]) >T[a,b]
MaxN (T[a,b],T[a,b],T[a,b]) >T[a,b]
MinN (T[a,b],T[a,b],T[a,b]) >T[a,b]
ForeachPowScalarAndTensor @long:2 (T[a,b],T[c]) >(T[a,b],T[c])
ForeachNorm (T[a,b],T[c]) @2 >(T[],T[])
ForeachRoundOffNumber (T[a,b],T[c]) i8[1]{1:1} >(T[a,b],T[c])
ForeachRoundOffNumberV2 (T[a,b],T[c]) @i8:1 >(T[a,b],T[c])
ForeachAddcmulList (T[a,b],T[c]) (T[a,b],T[c]) (T[a,b],T[c]) T[2] >(T[a,b],T[c])
ForeachAddcdivList (T[a,b],T[c]) (T[a,b],T[c]) (T[a,b],T[c]) T[2] >(T[a,b],T[c])
ForeachAddcmulScalarList (T[a,b],T[c]) (T[a,b],T[c]) (T[a,b],T[c]) T[2] >(T[a,b],T[c])
ForeachAddcdivScalarList (T[a,b],T[c]) (T[a,b],T[c]) (T[a,b],T[c]) T[2] >(T[a,b],T[c])
ForeachZeroInplace ~(T[a,b],T[c])
ForeachLogInplace ~(T[a,b],T[c])
ForeachACosInplace ~(T[a,b],T[c])
FusedMatmul T[a,b] T[b,c] - T[a,c] 'add' 3*(D==0) >T[a,c]
TransposeBatchMatMul T[a,b,c] T[a,c,d] - - <0,1,2> <0,1,2> <1,0,2> 0 1 >T[b,a,d]
Glu T[a,2*b] -1 >T[a,b]
GluBackward T[a,b] T[a,2*b] -1 >T[a,2*b]
GeGlu T[a,2*b] -1 1 >T[a,b] >T[a,b]
GeGluV3 T[a,2*b] -1 1 False >T[a,b] >T[a,b]
GeGluBackward T[a,b] T[a,2*b] T[a,b] -1 1 >T[a,2*b]
GeGluV3Backward T[a,b] T[a,2*b] T[a,b] -1 1 False >T[a,2*b]
GeluMul T[a,2*b] 'none' >T[a,b]
FatreluMul T[a,2*b] T[1] >T[a,b]
SwiGlu T[a,2*b] -1 >T[a,b]
SwiGluGrad T[a,b] T[a,2*b] -1 >T[a,2*b]
SituGlu T[a,2*b] -1 1.0 1.0 False >T[a,b]
SituGluGrad T[a,b] T[a,2*b] -1 1.0 1.0 False >T[a,2*b]
ClippedSwiglu T[a,2*b] - -1 1.5 2.0 1.0 True >T[a,b]
ClippedSwigluV2 T[a,2*b] - -1 1.5 2.0 1.0 True 0 >T[a,b]
ClippedSwigluGrad T[a,b] T[a,2*b] - -1 1.5 2.0 1.0 True >T[a,2*b]
SwigluGroup T[a,2*b] - - -1.0 >T[a,b]
Bincount i64[a]{0:4} - 5 >i64[5]
Histc T[a,b] 4 @-4 @4 >T[4]
Cat (T[a,b],T[a,c]) -1 >T[a,b+c]
Stack (T[a,b],T[a,b]) 1 >T[a,2,b]
ChunkCat (T[4,b],T[2,c]) 0 2 >T[2,2*b+c]
SplitTensor T[4,b] 2 0 >(T[2,b],T[2,b])
SplitWithSize T[4,b] <1,3> 0 >(T[1,b],T[3,b])
CrossEntropyLossGrad T[] T[a,b] i64[a]{0:0} - - - 'mean' -100 0.0 0.0 >T[a,b]
Mm T[a,b] T[b,c] >T[a,c] 0
Matmul T[d,a,b] T[b,c] >T[d,a,c] 0
BatchMatMul T[d,a,b] T[d,b,c] >T[d,a,c] 0
Mv T[a,b] T[b] >T[a] 0
Addmm T[c] T[a,b] T[b,c] @2 @3 >T[a,c] 0
InplaceAddmm ~T[a,c] T[a,b] T[b,c] @2 @3 0
Addmv T[a] T[a,b] T[b] @i32:2 @i32:3 >T[a] 0
Addbmm T[a,c] T[d,a,b] T[d,b,c] @2 @3 >T[a,c] 0
InplaceAddbmm ~T[a,c] T[d,a,b] T[d,b,c] @2 @3 0
Baddbmm T[d,a,c] T[d,a,b] T[d,b,c] @2 @3 >T[d,a,c] 0
InplaceBaddbmm ~T[d,a,c] T[d,a,b] T[d,b,c] @2 @3 0
Gemm T[a,b] T[c,b] T[a,c] 2.0 3.0 0 1 >T[a,c] 0
LayerNorm T[a,b] <b> T[b] T[b] 1e-5 >T[a,b] >T[a,1] >T[a,1]
RmsNorm T[a,b] T[b] 1e-6 >T[a,b] >f32[a,1]
Modulate T[a,b,c] T[a,c] T[a,c] >T[a,b,c]
ModulateBackward T[a,b,c] T[a,b,c] T[a,c] T[a,c] >T[a,b,c] >T[a,c] >T[a,c]
ForeachNonFiniteCheckAndUnscale ~(T[a,b],T[c]) ~f32[1]{0:0} f32[1]
FusedAdamw ~(T[a,b]) (T[a,b]) ~(T[a,b]) ~(T[a,b]{0:1}) ~(T[a,b]) (f32[1]{1:1}) - - 0.1 0.9 0.99 0.01 1e-8 False False
FusedSgd ~(T[a,b]) ~(T[a,b]) ~(T[a,b]) f32[1]{1:1} 0.01 0.9 0.1 0.0 True False False
ArgMax T[a,b] 1 False >i64[a]
ArgMin T[a,b] 0 True >i64[1,b]
MaxDim T[a,b] 1 False >T[a] >i32[a]
MinDim T[a,b] 0 True >T[1,b] >i32[1,b]
Median T[a,b] >T[1]
MedianDim T[a,b] 1 False >T[a] >i64[a]
NanMedian T[a,b] >T[1]
NanMedianDim T[a,b] 0 True >T[1,b] >i64[1,b]
Prelu T[a,b] T[b] >T[a,b]
PreluBackward T[a,b] T[a,b] T[b] >T[a,b] >T[b]
RReluWithNoise T[a,b] T[a,b] @0.25 @0.75 False 1 2 >T[a,b]
InplaceRReluWithNoise ~T[a,b] T[a,b] @0.25 @0.75 False 1 2
PowTensorScalar T[a,b] @2 >T[a,b]
InplacePowTensorScalar ~T[a,b] @2
PowScalarTensor @2 T[a,b]{0:3} >T[a,b]
PowTensorTensor T[a,1,b] T[c,b]{0:3} >T[a,c,b]
InplacePowTensorTensor ~T[a,b] T[b]{0:3}
Dot T[a] T[a] >T[]
Ger T[a] T[b] >T[a,b]
Einsum (T[a],T[b]) 'a,b->ab' >T[a,b]
All T[a,b,c] <0,2> False >b[b]
Any T[a,b,c] <0,2> True >b[1,b,1]
Amax T[a,b,c] <0,2> False >T[b]
Amin T[a,b,c] <-1> True >T[a,b,1]
MaxV2 T[a,b,c] <0,2> False False >T[b]
Max T[a,b] >T[]
Min T[a,b] >T[]
Aminmax T[a,b] <1> False >T[a] >T[a]
AminmaxAll T[a,b] >T[] >T[]
AminmaxDim T[a,b] 0 True >T[1,b] >T[1,b]
GlobalMaxPool T[a,b,c,d] >T[a,b,1,1]
GlobalAveragePool T[a,b,c,d] >T[a,b,1,1]
Mean T[a,b,c] <0,-1> False D >T[b]
MeanV2 T[a,b,c] <0,-1> True False >T[1,b,1]
ReduceSum T[a,b,c] <0,-1> False D >T[b]
ReduceNansum T[a,b,c] <1> True D >T[a,1,c]
Prod T[a,b] D >T[]
ProdDim T[a,b] 1 False D >T[a]
ReduceLogSum T[a,b]{1:4} <1> True False >T[a,1]
LogSumExp T[a,b] <0> False >T[b]
Var T[a,b+1] <1> True False >T[a]
VarCorrection T[a,b+2] <1> 2 True >T[a,1]
VarMean T[a,b+1] <1> 1 False >T[a] >T[a]
Std T[a,b+1] <1> 1 False >T[a]
StdMeanCorrection T[a,b+1] <1> 1 False >T[a] >T[a]
Norm T[a,b] @3 <1> False >T[a]
LinalgVectorNorm T[a,b] @2 <0> True D >T[1,b]
Trace T[a,a] >T[]
Cumsum T[a,b] 1 D >T[a,b]
CumsumV2 T[a,b] 1 True True >T[a,b]
Cumprod T[a,b] @i32:1 D >T[a,b]
InplaceCumprod ~T[a,b] @i32:1
Cummax T[a,b] 1 >T[a,b] >i64[a,b]
Cummin T[a,b] 0 >T[a,b] >i64[a,b]
ExpSegsum T[a,b,c] >T[a,b,c,c]
ExpSegsumBackward T[a,b,c,c] T[a,b,c,c] >T[a,b,c]
GroupedBiasAddGrad T[3,a,b] - >T[3,b]
GroupedBiasAddGradV2 T[3,a,b] - 0 >T[3,b]
Permute T[a,b,c] <2,0,1> >T[c,a,b]
Expand T[a,1] <c,a,b> >T[c,a,b]
Repeat T[a,b] <2,1,3> >T[2,a,3*b]
Flatten T[a,b,c] 1 >T[a,b*c]
Flip T[a,b,c] <0,-1> >T[a,b,c]
Roll T[a,b] <1,-2> <0,1> >T[a,b]
ChannelShuffle T[a,4,b,c] 2 >T[a,4,b,c]
ConfusionTranspose T[a,b,c] <1,0> <a,b*c> False >T[b*c,a]
Slice T[a,b+2] 1 1 b+1 1 >T[a,b]
SliceV2 T[a,2*b] <0,0> <a,2*b> <0,1> <1,2> >T[a,b]
StridedSlice T[a,2*b] <0,0> <a,2*b> <1,2> 0 0 0 0 0 >T[a,b]
Diag T[a] 1 >T[a+1,a+1]
DiagFlat T[a] -1 >T[a+1,a+1]
Tril T[a,b] 1 >T[a,b]
InplaceTril ~T[a,b] -1
Triu T[a,b] 1 >T[a,b]
InplaceTriu ~T[a,b] -1
UnfoldGrad T[a,3,2] <a,6> 1 2 2 >T[a,6]
SoftmaxCrossEntropyWithLogits T[a,b] T[a,b]{0:1} >T[a] >T[a,b]
Addcmul T[a,b] T[a,1] T[b] @2 >T[a,b]
Addcdiv T[a,b] T[a,1] T[b]{1:3} @long:2 >T[a,b]
InplaceAddcdiv ~T[a,b] T[a,1] T[b]{1:3} @long:2
SWhere b[a,1] T[a,b] T[b] >T[a,b]
MaskedScale T[a,b] u8[a,b]{0:1} 2.0 >T[a,b]
Addr T[a,b] T[a] T[b] @2 @3 >T[a,b]
InplaceAddr ~T[a,b] T[a] T[b] @2 @3
Scale T[a,b,c] T[b,c] T[b,c] 1 2 True >T[a,b,c]
SignBitsPack T[16] 1 >u8[1,2]
SignBitsUnpack u8[4] 2 0 >f32[2,16]
AmpUpdateScale f32[1]{1:4} i32[1]{1:1} f32[1]{0:0} 2.0 0.5 2 >f32[1] >i32[1]
TransformBiasRescaleQkv T[a,b,6*c] T[6*c] 2 >T[a,2,b,c] >T[a,2,b,c] >T[a,2,b,c]
AddLora f16[a,16] f16[a,16] f16[1,1,16,16] i32[a]{0:0} - 0 1.0 0 16 >f16[a,16]"""
LINES = {f"aclnn{name}": words for name, *words in (line.split() for line in _TEXT.splitlines())}
_TENSOR = re.compile(r"([>~]?)(\w+)\[(.*)\](?:\{(.*):(.*)\})?")
_SHAPE = re.compile(r"\[[^\]]*\]")
_FAMILY = {name: family for family, names in names_by_family().items() for name in names}
_PAIRS = ("arithmetic", "binary", "bitwise", "comparisons", "divisions", "powers")     # broadcast with each other
_DATA_TYPES = {"f32": 0, "f16": 1, "i8": 2, "i32": 3, "u8": 4, "i16": 6, "u16": 7, "u32": 8, "i64": 9, "u64": 10,
               "f64": 11, "b": 12, "c64": 16, "c128": 17, "bf16": 27}
OPERATORS = sorted(emulator.operators())


@dataclass
class Made:
    """What was said of a tensor, beside its value: whether it is written, and read before."""

    value: Any
    written: bool = False
    read: bool = True


def line(operator: str) -> list[str]:
    """The words of an operator, from the table or by its signature."""
    return LINES.get(operator) or _usual(operator, parameters(operator))


def _usual(operator: str, signature: tuple[Parameter, ...]) -> list[str]:
    tensors = [item.name for item in signature if item.kind and item.kind.__name__ == "Tensor"]
    lists = [item.name for item in signature if item.kind and item.kind.__name__ == "TensorList"]
    written = "" if "Inplace" in operator else (lists or tensors)[-1]
    changed = (lists or tensors)[0] if not written else ""
    shapes = dict.fromkeys(tensors, "[a,b]")
    if _FAMILY[operator] in _PAIRS and len(tensors) == (3 if written else 2):
        shapes = dict(zip(tensors, ("[a,1,b]", "[c,b]", "[a,c,b]") if written else ("[a,b]", "[b]"), strict=True))
    if operator.startswith("aclnnIs"):
        shapes[written] = "b[a,b]"
    scalar = "@double:1" if lists and operator.endswith("V2") else "@1"
    words = []
    for item in signature:
        kind = item.kind.__name__ if item.kind else item.ctype
        mark = ">" if item.name == written else "~" if item.name == changed else ""
        if kind == "Tensor":
            shape = shapes[item.name]
            words.append("S[1]" if lists else f"{mark}{shape}" if shape[0] == "b" else f"{mark}T{shape}")
        else:
            words.append({"TensorList": f"{mark}(T[a,b],T[c])", "Scalar": scalar, "ScalarList": "(@long:2,@long:3)",
                          "bool": "False", "double": "1.0", "float": "1.0", "char": "'none'"}.get(kind, "-1"))
    return words


def sample(operator: str, dtype: str = "f32", sizes: dict[str, int] | None = None, seed: int = 0,
           shape: str | None = None) -> dict[str, Made]:
    """Parameter -> argument of a valid call, as `harness.argument` takes it; all tensors of a shape if there is one."""
    maker = _Maker(dtype, sizes or SIZES, np.random.default_rng(seed or zlib.crc32(operator.encode())))
    names, words = [item.name for item in parameters(operator)], line(operator)
    if shape is not None:
        words = [_SHAPE.sub(f"[{shape}]", word) for word in words]
    return {name: maker.made(word) for name, word in zip(names, words, strict=True)}


def elementwise(operator: str) -> bool:
    """Whether all tensors have one shape, or shapes that broadcast to it."""
    shapes = {shape for word in line(operator) for shape in _SHAPE.findall(word)}
    return shapes <= {"[a,b]", "[b]", "[a,1]", "[a,1,b]", "[c,b]", "[a,c,b]"}


class _Maker:
    def __init__(self, dtype: str, sizes: dict[str, int], rng: np.random.Generator) -> None:
        self.dtype, self.rng = dtype, rng
        self.space = {**sizes, "D": _DATA_TYPES.get(dtype, 0)}

    def made(self, word: str) -> Made:
        mark = word[0] if word[0] in ">~" else ""
        body = word[len(mark):]
        if body.startswith("("):
            items = re.split(r",(?=[\w@]+[\[@]|@)", body[1:-1])
            return Made([self.one(mark + item) for item in items], mark != "", mark != ">")
        return Made(self.one(word), mark != "", mark != ">")

    def one(self, word: str) -> Any:
        if word == "-":
            return None
        if word.startswith("@"):
            return self._scalar(word[1:])
        if word.startswith("<"):
            return tuple(self._formulas(word[1:-1]))
        found = None if word.startswith("'") else _TENSOR.fullmatch(word)
        return self._tensor(*found.groups()) if found else eval(word, dict(self.space))

    def _formulas(self, text: str) -> list[int]:
        return [eval(item, dict(self.space)) for item in text.split(",") if item]

    def _scalar(self, text: str) -> Value:
        own, _, formula = text.rpartition(":")
        value = eval(formula, dict(self.space))
        whole = DTYPES[self.dtype].kind in "iub" and not isinstance(value, float)
        if own in ("long", "double"):
            own = "i64" if whole else "f64" if own == "double" else "f32"
        return Value(value, DTYPES[own or ("b" if self.dtype == "b" and whole else "i32" if whole else "f32")])

    def _tensor(self, mark: str, name: str, sizes: str, low: str | None, high: str | None) -> Any:
        dtype = DTYPES[self.dtype if name in ("T", "S") else name]
        if name == "S":
            dtype = DTYPES["i32" if dtype.kind in "iu" else "f32" if self.dtype == "bf16" else self.dtype]
        shape = tuple(self._formulas(sizes))
        if mark == ">":
            return Out(shape, dtype)
        least, most = (-4, 4) if low is None or high is None else (int(low), int(high))
        if dtype.kind == "b":
            return self.rng.integers(0, 2, shape).astype(bool)
        if dtype.kind in "iu":
            least = max(least, 0) if dtype.kind == "u" else least
            return np.asarray(self.rng.integers(least, most, shape, endpoint=True)).astype(dtype)
        if dtype.kind == "c":
            return np.asarray(self.rng.uniform(least, most, (*shape, 2)) @ np.array([1, 1j])).astype(dtype)
        return np.asarray(self.rng.uniform(least, most, shape)).astype(dtype)
