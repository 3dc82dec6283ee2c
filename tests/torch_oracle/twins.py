"""The PyTorch twin of each operator that has one.

A twin gets the arguments of the call by the names of the C parameters, tensors as torch tensors, scalars as numbers,
and returns what the call must write.  Most are the aten operator of the name that `ATEN` gives (else: the C name in
lower case), its arguments in the order of the C parameters; the others are written out.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import torch
from samples import OPERATORS
from torch.nn import functional as F  # noqa: N812 - its usual name

at = torch.ops.aten
Twin = Callable[[SimpleNamespace], Any]

# No operator of PyTorch computes the same.
NONE = {
    "AddLora", "ClippedSwiglu", "ClippedSwigluGrad", "ClippedSwigluV2", "ExpSegsum", "ExpSegsumBackward",
    "FastGelu", "FastGeluBackward", "GroupedBiasAddGrad", "GroupedBiasAddGradV2", "PrecisionCompare",
    "SignBitsPack", "SignBitsUnpack", "SituGlu", "SituGluGrad", "Sleep", "SwigluGroup"}
ATEN = {
    "AngleV2": "angle", "RoundDecimals": "round", "GeluBackwardV2": "gelu_backward", "HardswishBackwardV2":
    "hardswish_backward", "HardsigmoidBackward": "hardsigmoid_backward", "BitwiseAndTensorOut": "bitwise_and",
    "LeftShift": "bitwise_left_shift", "LeftShifts": "bitwise_left_shift",
    "XLogYTensor": "xlogy", "XLogYScalarOther": "xlogy", "XLogYScalarSelf": "xlogy", "Xlog1py": "special_xlog1py",
    "LogAddExp": "logaddexp", "LogAddExp2": "logaddexp2", "Silu": "silu", "SWhere": "where", "BatchMatMul": "bmm",
    "MaxDim": "max", "MinDim": "min", "NanMedian": "nanmedian", "NanMedianDim": "nanmedian",
    "ReduceSum": "sum", "ReduceNansum": "nansum",
    "InplaceCopy": "copy", "InplaceZero": "zeros_like", "InplaceOne": "ones_like", "MaskedScale": "_masked_scale",
    "Ger": "outer", "DiagFlat": "diag_embed", "AminmaxAll": "aminmax", "MedianDim": "median", "ClampMinTensor":
    "clamp_min", "ClampMaxTensor": "clamp_max", "ClampTensor": "clamp"}
_TAILS = r"(Tensor|Tensors|TensorTensor|TensorScalar|ScalarTensor|Scalar|Dim|Correction)$"


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def aten(name: str) -> Twin | None:
    """The aten operator, whichever of its overloads takes the arguments; keyword-only ones have their place, too."""
    packet = getattr(at, name, None)
    if packet is None:
        return None

    def twin(a: SimpleNamespace) -> Any:
        given, errors = list(vars(a).values()), []
        for overload in packet.overloads():
            arguments = [item for item in getattr(packet, overload)._schema.arguments if not item.is_out]
            if overload == "out" or len(arguments) < len(given):
                continue
            pairs = list(zip(arguments, given, strict=False))
            try:
                return getattr(packet, overload)(*(value for item, value in pairs if not item.kwarg_only),
                                                 **{item.name: value for item, value in pairs if item.kwarg_only})
            except (RuntimeError, TypeError) as error:
                errors.append(error)
        raise errors[-1] if errors else TypeError(f"{name} takes no {len(given)} arguments")
    return twin


def lists(function: Callable[..., Any], *constants: Any) -> Twin:
    """A function of the tensors in each place of the lists; lists of scalars give each place its own, and a tensor of
    one element or a number serves all."""
    def twin(a: SimpleNamespace) -> list[Any]:
        values = [*vars(a).values(), *constants]
        count = len(next(value for value in values if isinstance(value, list)))
        columns = [value if isinstance(value, list) else list(value) if isinstance(value, torch.Tensor) and
                   value.numel() == count > 1 else [value] * count for value in values]
        return [function(*row) for row in zip(*columns, strict=True)]
    return twin


def backward(function: Callable[..., torch.Tensor], *wanted: str, gradient: str = "gradOutput") -> Twin:
    """The gradients of a function with respect to parameters, by automatic differentiation."""
    def twin(a: SimpleNamespace) -> Any:
        for name in wanted:
            setattr(a, name, getattr(a, name).clone().requires_grad_())
        return torch.autograd.grad(function(a), [getattr(a, name) for name in wanted], getattr(a, gradient))
    return twin


def halves(a: torch.Tensor, dim: int, left: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
    """The half that is activated, and the other."""
    first, second = a.chunk(2, dim)
    return (first, second) if left else (second, first)


def swish(x: torch.Tensor, beta: float = 1.0) -> torch.Tensor:
    return x * torch.sigmoid(beta * x)


def geglu(a: SimpleNamespace) -> tuple[torch.Tensor, torch.Tensor]:
    active, other = halves(a.self, a.dim, getattr(a, "activateLeft", False))
    gelu = F.gelu(active, approximate="tanh" if a.approximate else "none")
    return other * gelu, gelu


def geglu_backward(a: SimpleNamespace) -> torch.Tensor:
    """The call brings gelu(active), which is any tensor here."""
    left = getattr(a, "activateLeft", False)
    active, other = halves(a.self, a.dim, left)
    mine = at.gelu_backward(a.gradOutput * other, active, approximate="tanh" if a.approximate else "none")
    return torch.cat([mine, a.gradOutput * a.gelu] if left else [a.gradOutput * a.gelu, mine], a.dim)


def adamw(a: SimpleNamespace) -> list[Any]:
    values = [a.paramsRef, a.grads, a.expAvgsRef, a.expAvgSqsRef, a.maxExpAvgSqsRef, a.stateSteps]
    own = [[tensor.clone() for tensor in value] for value in values]
    at._fused_adamw_.default(*own[:4], [] if not a.amsgrad else own[4], own[5], lr=a.lr, beta1=a.beta1, beta2=a.beta2,
                             weight_decay=a.weightDecay, eps=a.eps, amsgrad=a.amsgrad, maximize=a.maximize)
    return [*own[0], *own[2], *own[3], *own[4]]


def sgd(a: SimpleNamespace) -> list[Any]:
    own = [[tensor.clone() for tensor in value] for value in (a.paramsRef, a.gradsRef, a.momentumBufferListOptionalRef)]
    at._fused_sgd_.default(*own, weight_decay=a.weightDecay, momentum=a.momentum, lr=a.lr, dampening=a.dampening,
                           nesterov=a.nesterov, maximize=a.maximize, is_first_step=a.isFirstStep)
    return [*own[0], *own[1], *own[2]]


def update_scale(a: SimpleNamespace) -> list[Any]:
    scale, growth = a.currentScale.float(), a.growthTracker.clone()
    at._amp_update_scale_(scale, growth, a.foundInf.float(), a.growthFactor, a.backoffFactor, a.growthInterval)
    return [scale, growth]


def unscale(a: SimpleNamespace) -> list[Any]:
    found = ~torch.stack([torch.isfinite(tensor).all() for tensor in a.scaledGrads]).all()
    return [*(tensor * a.invScale for tensor in a.scaledGrads), torch.maximum(a.foundInf, found.to(a.foundInf.dtype))]


_DIVISIONS: dict[int, str | None] = {0: None, 1: "trunc", 2: "floor"}
SPECIAL: dict[str, Twin] = {
    "SquaredRelu": lambda a: torch.relu(a.input) ** 2,
    "Swish": lambda a: swish(a.self, a.betaOptional),
    "SwishBackward": backward(lambda a: swish(a.self, a.betaOptional), "self"),
    "SeluBackward": lambda a: at.elu_backward(a.gradOutput, 1.6732632423543772, 1.0507009873554805, 1, True, a.result),
    "GeluV2": lambda a: F.gelu(a.x, approximate="tanh" if a.approximate else "none"),
    # The buffer is PyTorch's own affair.
    "LogSigmoidForward": lambda a: (F.logsigmoid(a.self), None),
    "LogSigmoidBackward": backward(lambda a: F.logsigmoid(a.self), "self"),
    # The page has the approximation by tanh.
    "Gelu": lambda a: F.gelu(a.self, approximate="tanh"),
    # A negative count is 0.
    "RightShift": lambda a: torch.bitwise_right_shift(a.input, a.shiftBits.clamp(min=0)),
    # The page's formula has no conjugate.
    "SigmoidBackward": lambda a: a.gradOutput * (1 - a.output) * a.output,
    "Shrink": lambda a: torch.where(a.self > a.lambd, a.self - a.bias, torch.where(
        a.self < -a.lambd, a.self + a.bias, 0)),
    "AddRelu": lambda a: torch.relu(torch.add(a.self, a.other, alpha=a.alpha)),
    "InplaceAddRelu": lambda a: torch.relu(torch.add(a.selfRef, a.other, alpha=a.alpha)),
    "AddV3": lambda a: torch.add(torch.tensor(a.self), a.other, alpha=a.alpha),
    "InplaceAddV3": lambda a: torch.add(torch.tensor(a.selfRef), a.other, alpha=a.alpha),
    "InplaceFillTensor": lambda a: a.selfRef.clone().fill_(a.value.reshape(())),
    "InplaceFillDiagonal": lambda a: a.selfRef.clone().fill_diagonal_(a.fillValue, a.wrap),
    "StridedSliceAssignV2": lambda a: torch.slice_scatter(torch.zeros_like(a.varRef), a.inputValue, 1, 0, a.end[1]) +
    torch.slice_scatter(a.varRef, torch.zeros_like(a.inputValue), 1, 0, a.end[1]),
    # Each element of the tensor is asked, as the page's output has its shape; the second call inverts.
    "IsInScalarTensor": lambda a: torch.eq(a.testElements, a.element),
    "IsInTensorScalar": lambda a: torch.ne(a.element, a.testElement),
    "Sign": lambda a: torch.sgn(a.self),
    "Equal": lambda a: torch.tensor(torch.equal(a.self, a.other)),
    "Cast": lambda a: (a.self.real if a.self.is_complex() else a.self).to(a.dtype),
    "Arange": lambda a: torch.arange(a.start, a.end, a.step),
    "Range": lambda a: torch.arange(a.start, a.end + a.step, a.step),
    "Linspace": lambda a: torch.linspace(a.start, a.end, a.steps, dtype=torch.float64),
    "LogSpace": lambda a: torch.logspace(a.start, a.end, a.steps, a.base, dtype=torch.float64),
    "Eye": lambda a: torch.eye(a.n, a.m),
    "OneHot": lambda a: torch.where(F.one_hot(a.self, a.numClasses).bool(), a.onValue, a.offValue),
    "AffineGrid": lambda a: F.affine_grid(a.theta, a.size, align_corners=a.alignCorners),
    **{name: lambda a: torch.div(*list(vars(a).values())[:2], rounding_mode=_DIVISIONS[a.mode])
       for name in ("DivMod", "DivMods", "InplaceDivMod", "InplaceDivMods")},
    "AddN": lambda a: sum(a.tensors),
    "Sum": lambda a: sum(a.tensors),
    "MaxN": lambda a: torch.amax(torch.stack(a.tensors), 0),
    "MinN": lambda a: torch.amin(torch.stack(a.tensors), 0),
    "FusedMatmul": lambda a: a.x1 @ a.x2 + a.x3,
    "TransposeBatchMatMul": lambda a: (a.x1.permute(a.permX1) @ a.x2.permute(a.permX2)).permute(a.permY),
    "GeGlu": geglu, "GeGluV3": geglu,
    "GeGluBackward": geglu_backward, "GeGluV3Backward": geglu_backward,
    "GeluMul": lambda a: F.gelu(a.input.chunk(2, -1)[0]) * a.input.chunk(2, -1)[1],
    "FatreluMul": lambda a: F.threshold(a.input.chunk(2, -1)[0], a.threshold.item(), 0) * a.input.chunk(2, -1)[1],
    "SwiGlu": lambda a: swish(a.x.chunk(2, a.dim)[0]) * a.x.chunk(2, a.dim)[1],
    "SwiGluGrad": backward(lambda a: swish(a.x.chunk(2, a.dim)[0]) * a.x.chunk(2, a.dim)[1], "x", gradient="yGrad"),
    "ChunkCat": lambda a: torch._chunk_cat(a.tensors, a.dim, a.numChunks),
    "SplitTensor": lambda a: torch.split(a.self, a.splitSections, a.dim),
    "SplitWithSize": lambda a: torch.split(a.self, a.splitSize, a.dim),
    "CrossEntropyLossGrad": lambda a: (torch.exp(a.logProb) - F.one_hot(a.target, a.logProb.shape[1])) *
    a.gradLoss / a.logProb.shape[0],
    "Mm": lambda a: a.self @ a.mat2, "Matmul": lambda a: a.self @ a.mat2, "BatchMatMul": lambda a: a.self @ a.mat2,
    "Mv": lambda a: a.self @ a.vec,
    "Addmm": lambda a: torch.addmm(a.self, a.mat1, a.mat2, beta=a.beta, alpha=a.alpha),
    "InplaceAddmm": lambda a: torch.addmm(a.selfRef, a.mat1, a.mat2, beta=a.beta, alpha=a.alpha),
    "Addmv": lambda a: torch.addmv(a.self, a.mat, a.vec, beta=a.beta, alpha=a.alpha),
    "Addbmm": lambda a: torch.addbmm(a.self, a.batch1, a.batch2, beta=a.beta, alpha=a.alpha),
    "InplaceAddbmm": lambda a: torch.addbmm(a.selfRef, a.batch1, a.batch2, beta=a.beta, alpha=a.alpha),
    "Baddbmm": lambda a: torch.baddbmm(a.self, a.batch1, a.batch2, beta=a.beta, alpha=a.alpha),
    "InplaceBaddbmm": lambda a: torch.baddbmm(a.selfRef, a.batch1, a.batch2, beta=a.beta, alpha=a.alpha),
    "Gemm": lambda a: a.alpha * (a.A.T if a.transA else a.A) @ (a.B.T if a.transB else a.B) + a.beta * a.C,
    "LayerNorm": lambda a: torch.native_layer_norm(a.input, a.normalizedShape, a.weightOptional, a.biasOptional, a.eps),
    "RmsNorm": lambda a: (F.rms_norm(a.x, a.gamma.shape, a.gamma, a.epsilon),
                          torch.rsqrt((a.x * a.x).mean(-1, keepdim=True) + a.epsilon)),
    "Modulate": lambda a: a.self * (1 + a.scaleOptional[:, None]) + a.shiftOptional[:, None],
    # The page multiplies by scale where the gradient of Modulate has 1 + scale.
    "ModulateBackward": backward(lambda a: a.input * a.scale[:, None] + a.shift[:, None], "input", "scale", "shift",
                                 gradient="grad_output"),
    "ForeachNonFiniteCheckAndUnscale": unscale, "FusedAdamw": adamw, "FusedSgd": sgd,
    "Prelu": lambda a: F.prelu(a.self, a.weight),
    "PreluBackward": backward(lambda a: F.prelu(a.self, a.weight), "self", "weight"),
    "RReluWithNoise": lambda a: F.leaky_relu(a.self, (a.lower + a.upper) / 2),
    "InplaceRReluWithNoise": lambda a: F.leaky_relu(a.self, (a.lower + a.upper) / 2),
    "Einsum": lambda a: torch.einsum(a.equation, a.tensors),
    "MaxV2": lambda a: torch.amax(a.self, a.dims, a.keepDims),
    "Aminmax": lambda a: torch.aminmax(a.self, dim=a.dim[0], keepdim=a.keepDim),
    "AminmaxDim": lambda a: torch.aminmax(a.self, dim=a.dim, keepdim=a.keepDim),
    "GlobalMaxPool": lambda a: torch.amax(a.self, (2, 3), True),
    "GlobalAveragePool": lambda a: torch.mean(a.self, (2, 3), True),
    "MeanV2": lambda a: torch.mean(a.self, a.dim, a.keepDim),
    "ReduceLogSum": lambda a: torch.log(torch.sum(a.data, a.axes, a.keepDims)),
    "Var": lambda a: torch.var(a.self, a.dim, correction=int(a.unbiased), keepdim=a.keepdim),
    **{name: lambda a, function=function: function(  # type: ignore[misc]
        a.self, a.dim, correction=a.correction, keepdim=a.keepdim)
       for name, function in {"VarCorrection": torch.var, "VarMean": torch.var_mean, "Std": torch.std,
                              "StdMeanCorrection": torch.std_mean}.items()},
    "Norm": lambda a: torch.norm(a.self, a.pScalar, a.dim, a.keepdim),
    "CumsumV2": lambda a: torch.cumsum(a.self.flip(a.dim), a.dim).roll(1, a.dim).index_fill(
        a.dim, torch.tensor([0]), 0).flip(a.dim),
    "Cummax": lambda a: torch.cummax(a.self, a.dim), "Cummin": lambda a: torch.cummin(a.self, a.dim),
    "Flatten": lambda a: torch.flatten(a.self, a.axis),
    "ConfusionTranspose": lambda a: a.x.reshape(a.shape).permute(a.perm),
    "SliceV2": lambda a: a.self[:, ::a.steps[1]],
    "StridedSlice": lambda a: a.self[:, ::a.strides[1]],
    "DiagFlat": lambda a: torch.diagflat(a.self, a.diagonal),
    "UnfoldGrad": lambda a: at.unfold_backward(a.gradOut, a.inputSizes, a.dim, a.size, a.step),
    "Softmax": lambda a: torch.softmax(a.self, a.dim), "LogSoftmax": lambda a: torch.log_softmax(a.self, a.dim),
    "SoftmaxBackward": lambda a: at._softmax_backward_data(a.gradOutput, a.output, a.dim, a.output.dtype),
    "LogSoftmaxBackward": lambda a: at._log_softmax_backward_data(a.gradOutput, a.output, a.dim, a.output.dtype),
    "SoftmaxCrossEntropyWithLogits": lambda a: (-(a.labels * torch.log_softmax(a.features, -1)).sum(-1),
                                                torch.softmax(a.features, -1) - a.labels),
    "MaskedScale": lambda a: a.self * a.mask * a.scale,
    "Scale": lambda a: a.x * a.scale + a.bias,
    "Addr": lambda a: torch.addr(a.self, a.vec1, a.vec2, beta=a.betaOptional, alpha=a.alphaOptional),
    "InplaceAddr": lambda a: torch.addr(a.selfRef, a.vec1, a.vec2, beta=a.betaOptional, alpha=a.alphaOptional),
    "AmpUpdateScale": update_scale,
    "TransformBiasRescaleQkv": lambda a: at._transform_bias_rescale_qkv(a.qkv, a.qkvBias, a.numHeads),
}
_LISTS: dict[str, Callable[..., Any]] = {
    "AddList": lambda x, y, alpha=1: x + y * alpha, "SubList": lambda x, y, alpha=1: x - y * alpha,
    "MulList": torch.mul, "DivList": torch.div, "MaximumList": torch.maximum, "MinimumList": torch.minimum,
    "PowList": torch.pow, "AddScalar": torch.add, "SubScalar": torch.sub, "MulScalar": torch.mul,
    "DivScalar": torch.div, "PowScalar": torch.pow, "PowScalarAndTensor": torch.pow,
    "MaximumScalar": lambda x, y: torch.maximum(x, torch.as_tensor(y).to(x.dtype)),
    "MinimumScalar": lambda x, y: torch.minimum(x, torch.as_tensor(y).to(x.dtype)),
    "Norm": lambda x, p: torch.linalg.vector_norm(x, p), "LerpList": torch.lerp, "LerpScalar": torch.lerp,
    "Addcmul": lambda x, y, z, value: x + value * (y * z), "Addcdiv": lambda x, y, z, value: x + value * (y / z),
    "RoundOffNumber": lambda x, mode: torch.round(x), "Copy": torch.clone, "Zero": torch.zeros_like}


def _foreach(name: str) -> Twin:
    name = name.removeprefix("Foreach").removesuffix("Inplace").removesuffix("V2").lower()
    for key, function in _LISTS.items():
        if name in (key.lower(), f"{key.lower()}list") or (name.startswith(key.lower()) and key.startswith("Addc")):
            return lists(function)
    return lists(getattr(torch, name))


def _twin(name: str) -> Twin | None:
    if name in SPECIAL or name in NONE:
        return SPECIAL.get(name)
    if name.startswith("Foreach"):
        return _foreach(name)
    plain = name.removeprefix("Inplace")
    if name in ATEN or plain in ATEN:
        return aten(ATEN.get(name) or ATEN[plain])
    names = (plain.lower(), _snake(plain), _snake(re.sub(_TAILS, "", plain)), _snake(plain.removesuffix("s")))
    return next((twin for twin in map(aten, names) if twin is not None), None)


TWINS = {operator: twin for operator in OPERATORS if (twin := _twin(operator.removeprefix("aclnn"))) is not None}
