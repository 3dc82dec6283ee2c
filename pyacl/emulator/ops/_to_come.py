"""Families of the operators that do not compute yet: a refusal names its operator's.

A name leaves this list when its operator is in a table (a test says so); the names are without their `aclnn`.
"""
from __future__ import annotations

_NAMES = {
    "attention & fused LLM": (
        "AttentionUpdate BlockSparseAttention BlockSparseAttentionGrad ChunkGatedDeltaRule "
        "DenseLightningIndexerGradKLLoss DenseLightningIndexerSoftmaxLse FlashAttentionScore FlashAttentionScoreGrad "
        "FlashAttentionScoreGradV2 FlashAttentionScoreGradV3 FlashAttentionScoreGradV4 FlashAttentionScoreV2 "
        "FlashAttentionScoreV3 FlashAttentionScoreV4 FlashAttentionUnpaddingScoreGrad "
        "FlashAttentionUnpaddingScoreGradV2 FlashAttentionUnpaddingScoreGradV3 FlashAttentionUnpaddingScoreGradV4 "
        "FlashAttentionUnpaddingScoreGradV5 FlashAttentionVarLenScore FlashAttentionVarLenScoreV2 "
        "FlashAttentionVarLenScoreV3 FlashAttentionVarLenScoreV4 FlashAttentionVarLenScoreV5 FusedCausalConv1d "
        "FusedFloydAttention FusedFloydAttentionGrad FusedInferAttentionScore FusedInferAttentionScoreV2 "
        "FusedInferAttentionScoreV3 FusedInferAttentionScoreV4 FusedInferAttentionScoreV5 GatherPaKvCache "
        "IncreFlashAttention IncreFlashAttentionV2 IncreFlashAttentionV3 IncreFlashAttentionV4 "
        "InplaceFusedCausalConv1d LightningIndexer LightningIndexerGrad MaskedCausalConv1d MaskedCausalConv1dBackward "
        "MhcPost MhcPostBackward MhcPre MhcPreBackward MhcPreV2 MhcSinkhorn MhcSinkhornBackward MlaProlog MlaPrologV2 "
        "MlaPrologV2WeightNz MlaPrologV3 MlaPrologV3WeightNz MultiScaleDeformableAttentionGrad "
        "MultiScaleDeformableAttnFunction NsaCompress NsaCompressAttention NsaCompressAttentionInfer NsaCompressGrad "
        "NsaCompressWithCache NsaSelectedAttention NsaSelectedAttentionGrad NsaSelectedAttentionInfer "
        "PromptFlashAttention PromptFlashAttentionV2 PromptFlashAttentionV3 QuantFlashAttentionScore "
        "QuantLightningIndexer RecurrentGatedDeltaRule ScatterPaCache ScatterPaKvCache SparseFlashAttention "
        "SparseFlashAttentionGrad SparseFlashAttentionV2 SparseLightningIndexerGradKLLoss SwinAttentionScoreQuant "
        "SwinTransformerLnQkvQuant"
    ),
    "communication": (
        "AllGatherMatmul AllGatherMatmulV2 AlltoAllAllGatherBatchMatMul AlltoAllMatmul AlltoAllMatmulV2 "
        "AlltoAllQuantMatmul AlltoAllQuantMatmulV2 AlltoAllvGroupedMatMul AlltoAllvGroupedMatMulV2 "
        "AlltoAllvQuantGroupedMatMul AlltoAllvQuantGroupedMatMulV2 AttentionToFFN AttentionWorkerCombine "
        "BatchMatMulReduceScatterAlltoAll DistributeBarrier DistributeBarrierV2 ElasticReceivableInfoCollect "
        "ElasticReceivableTest FFNToAttention FfnWorkerBatching GroupedMatMulAllReduce GroupedMatMulAlltoAllv "
        "GroupedMatMulAlltoAllvV2 InplaceAttentionWorkerScheduler InplaceFfnWorkerScheduler "
        "InplaceMatmulAllReduceAddRmsNorm InplaceQuantMatmulAllReduceAddRmsNorm "
        "InplaceWeightQuantMatmulAllReduceAddRmsNorm MatmulAllReduce MatmulAllReduceAddRmsNorm MatmulAllReduceV2 "
        "MatmulAllReduceV3 MatmulAlltoAll MatmulAlltoAllV2 MatmulReduceScatter MatmulReduceScatterV2 "
        "MoeDistributeBufferReset MoeDistributeCombine MoeDistributeCombineAddRmsNorm "
        "MoeDistributeCombineAddRmsNormV2 MoeDistributeCombineSetup MoeDistributeCombineTeardown "
        "MoeDistributeCombineV2 MoeDistributeCombineV3 MoeDistributeCombineV4 MoeDistributeDispatch "
        "MoeDistributeDispatchSetup MoeDistributeDispatchTeardown MoeDistributeDispatchV2 MoeDistributeDispatchV3 "
        "MoeDistributeDispatchV4 MoeUpdateExpert QuantGroupedMatMulAlltoAllv QuantGroupedMatMulAlltoAllvV2 "
        "QuantMatmulAllReduce QuantMatmulAllReduceAddRmsNorm QuantMatmulAllReduceV2 QuantMatmulAllReduceV3 "
        "QuantMatmulAllReduceV4 QuantMatmulAllReduceV5 QuantMatmulAlltoAll QuantMatmulAlltoAllV2 RingAttentionUpdate "
        "RingAttentionUpdateV2 WeightQuantMatmulAllReduce WeightQuantMatmulAllReduceAddRmsNorm "
        "WeightQuantMatmulAllReduceV2"
    ),
    "convolution": (
        "ConvDepthwise2d ConvTbc ConvTbcBackward Convolution ConvolutionBackward DeformableConv2d "
        "DeformableConv2dBackward Im2col Im2colBackward"
    ),
    "ffn": (
        "FFN FFNV2 FFNV3"
    ),
    "grouped matmul": (
        "GroupedMatmul GroupedMatmulAdd GroupedMatmulAddV2 GroupedMatmulFinalizeRouting "
        "GroupedMatmulFinalizeRoutingV2 GroupedMatmulFinalizeRoutingV3 GroupedMatmulFinalizeRoutingWeightNz "
        "GroupedMatmulFinalizeRoutingWeightNzV2 GroupedMatmulSwigluQuant GroupedMatmulSwigluQuantV2 "
        "GroupedMatmulSwigluQuantWeightNZ GroupedMatmulSwigluQuantWeightNzV2 GroupedMatmulV2 GroupedMatmulV3 "
        "GroupedMatmulV4 GroupedMatmulV5 GroupedMatmulWeightNz QuantGroupedMatmulDequant "
        "QuantGroupedMatmulDequantWeightNZ QuantGroupedMatmulInplaceAdd"
    ),
    "hardware format": (
        "HansDecode HansEncode NpuFormatCast TransConvolutionWeight TransMatmulWeight WeightQuantPreprocess"
    ),
    "index, gather, scatter": (
        "ApplyTopKTopP Embedding EmbeddingBag EmbeddingDenseBackward ExpandIntoJaggedPermute Gather GatherNd GatherV2 "
        "GatherV3 Index IndexAdd IndexAddV2 IndexCopy IndexFill IndexFillTensor IndexPutImpl IndexSelect "
        "InplaceIndexCopy InplaceIndexFill InplaceIndexFillTensor InplaceMaskedScatter InplacePut InplaceScatter "
        "InplaceScatterReduce InplaceScatterUpdate InplaceScatterValue MaskedSelect MaxUnpool2d MaxUnpool2dBackward "
        "MaxUnpool3d MaxUnpool3dBackward Nonzero NonzeroV2 RepeatInterleave RepeatInterleaveGrad RepeatInterleaveInt "
        "RepeatInterleaveIntWithDim RepeatInterleaveTensor RepeatInterleaveWithDim Scatter ScatterAdd ScatterDiv "
        "ScatterList ScatterMax ScatterMin ScatterMul ScatterNd ScatterNdUpdate ScatterReduce ScatterValue Take "
        "TfScatterAdd TopKTopPSample TopKTopPSampleV2"
    ),
    "linear algebra": (
        "Cdist CdistBackward Inverse LinalgCholesky LinalgCross LinalgQr Logdet Pdist PdistForward Qr Sinkhorn "
        "Slogdet Svd TriangularSolve"
    ),
    "losses": (
        "BinaryCrossEntropy BinaryCrossEntropyBackward BinaryCrossEntropyWithLogits "
        "BinaryCrossEntropyWithLogitsBackward BinaryCrossEntropyWithLogitsTargetBackward ChamferDistanceBackward "
        "CrossEntropyLoss CrossEntropySumExpAndIndexLogit CtcLoss CtcLossBackward FusedCrossEntropyLossWithMaxSum "
        "KlDiv KlDivBackward KlDivTargetBackward L1Loss L1LossBackward Logit LogitGrad MseLoss MseLossBackward "
        "MseLossOut MultilabelMarginLoss NLLLoss NLLLoss2d NLLLoss2dBackward NLLLossBackward SmoothL1Loss "
        "SmoothL1LossBackward SoftMarginLoss SoftMarginLossBackward"
    ),
    "matmul family": (
        "AddmmWeightNz BatchMatMulWeightNz MatmulWeightNz TransposeBatchMatMulWeightNz"
    ),
    "misc math": (
        "SilentCheck SilentCheckV2"
    ),
    "moe routing": (
        "MoeComputeExpertTokens MoeFinalizeRouting MoeFinalizeRoutingV2 MoeFinalizeRoutingV2Grad MoeFinalizeRoutingV4 "
        "MoeGatingTopK MoeGatingTopKBackward MoeGatingTopKSoftmax MoeGatingTopKSoftmaxV2 MoeGatingTopKV2 "
        "MoeInitRouting MoeInitRoutingQuant MoeInitRoutingQuantV2 MoeInitRoutingV2 MoeInitRoutingV2Grad "
        "MoeInitRoutingV3 MoeTokenPermute MoeTokenPermuteGrad MoeTokenPermuteWithEp MoeTokenPermuteWithEpGrad "
        "MoeTokenPermuteWithRoutingMap MoeTokenPermuteWithRoutingMapGrad MoeTokenUnpermute MoeTokenUnpermuteGrad "
        "MoeTokenUnpermuteWithEp MoeTokenUnpermuteWithEpGrad MoeTokenUnpermuteWithRoutingMap "
        "MoeTokenUnpermuteWithRoutingMapGrad"
    ),
    "norms": (
        "AdaLayerNorm AdaLayerNormBackward AdaLayerNormV2 AddLayerNorm AddLayerNormGrad AddRmsNorm AddRmsNormCast "
        "BatchNorm BatchNormBackward BatchNormElemt BatchNormElemtBackward BatchNormGatherStatsWithCounts "
        "BatchNormReduce BatchNormReduceBackward BatchNormStats DeepNorm DeepNormGrad EmbeddingRenorm "
        "FastBatchNormBackward FastLayerNorm GemmaRmsNorm GroupNorm GroupNormBackward GroupNormSilu GroupNormSiluV2 "
        "GroupNormSwish GroupNormSwishGrad InplaceAddRmsNorm InplaceRenorm InstanceNorm LayerNormBackward "
        "LayerNormWithImplMode MaskedSoftmaxWithRelPosBias Renorm RmsNormGrad SyncBatchNormGatherStats"
    ),
    "optimizer steps": (
        "AdvanceStep AdvanceStepV2 ApplyAdam ApplyAdamW ApplyAdamWQuant ApplyAdamWV2 ApplyFusedEmaAdam"
    ),
    "padding": (
        "CircularPad2d CircularPad2dBackward CircularPad3d CircularPad3dBackward ConstantPadNd ReflectionPad1d "
        "ReflectionPad1dBackward ReflectionPad2d ReflectionPad2dBackward ReflectionPad3d ReflectionPad3dBackward "
        "ReplicationPad1d ReplicationPad1dBackward ReplicationPad2d ReplicationPad2dBackward ReplicationPad3d "
        "ReplicationPad3dBackward"
    ),
    "pooling": (
        "AdaptiveAvgPool2d AdaptiveAvgPool2dBackward AdaptiveAvgPool3d AdaptiveAvgPool3dBackward AdaptiveMaxPool2d "
        "AdaptiveMaxPool2dBackward AdaptiveMaxPool3d AdaptiveMaxPool3dBackward AvgPool2d AvgPool2dBackward AvgPool3d "
        "AvgPool3dBackward MaxPool MaxPool2dWithIndices MaxPool2dWithIndicesBackward MaxPool2dWithMask "
        "MaxPool2dWithMaskBackward MaxPool3dWithArgmax MaxPool3dWithArgmaxBackward"
    ),
    "quant matmul": (
        "BatchMatmulQuant ConvertWeightToINT4Pack DualLevelQuantMatmulWeightNz FusedLinearCrossEntropyLossGrad "
        "FusedLinearOnlineMaxSum FusedQuantMatmul FusedQuantMatmulWeightNz MatmulCompress MatmulCompressDequant "
        "MatmulEmuSplitWeight QuantBatchMatmulInplaceAdd QuantMatmul QuantMatmulActivationQuantWeightNz "
        "QuantMatmulDequant QuantMatmulReduceSumWeightNz QuantMatmulV2 QuantMatmulV3 QuantMatmulV4 QuantMatmulV5 "
        "QuantMatmulWeightNz RotateQuant Sparse4to2QuantMatmulWeightNz TransposeQuantBatchMatMul "
        "TransposeQuantBatchMatMulWeightNz WeightQuantBatchMatmul WeightQuantBatchMatmulNz WeightQuantBatchMatmulV2 "
        "WeightQuantBatchMatmulV3"
    ),
    "quantization": (
        "AdaLayerNormQuant AddLayerNormQuant AddLayerNormQuantV2 AddRmsNormDynamicMxQuant AddRmsNormDynamicQuant "
        "AddRmsNormDynamicQuantV2 AddRmsNormQuant AddRmsNormQuantV2 AntiMxQuant AscendAntiQuant AscendQuant "
        "AscendQuantV3 DequantBias DequantSituQuant DequantSwigluQuant DequantSwigluQuantV2 DynamicBlockMxQuant "
        "DynamicBlockQuant DynamicBlockQuantV2 DynamicDualLevelMxQuant DynamicMxQuant DynamicMxQuantV2 "
        "DynamicMxQuantV3 DynamicMxQuantWithDualAxis DynamicMxQuantWithDualAxisV2 DynamicQuant DynamicQuantV2 "
        "DynamicQuantV3 DynamicQuantV4 FakeQuantPerChannelAffineCachemask FakeQuantPerTensorAffineCachemask FlatQuant "
        "FlatQuantV2 FlatQuantV3 GeluQuant GroupNormSiluQuant GroupQuant GroupedDynamicBlockQuant "
        "GroupedDynamicBlockQuantV2 GroupedDynamicMxQuant GroupedDynamicMxQuantV2 GroupedDynamicMxQuantWithDualAxis "
        "GroupedQuantMax InplaceQuantScatter InplaceQuantScatterV2 LayerNormQuant MxToBlockMxQuant QuantConvolution "
        "QuantConvolutionWeightNz QuantMax Quantize QuantizedBatchNorm RmsNormDynamicMxQuant RmsNormDynamicQuant "
        "RmsNormGradQuant RmsNormQuant RmsNormQuantV3 SituMxQuant SwiGluQuant SwiGluQuantV2 "
        "SwigluBackwardMxQuantWithDualAxis SwigluGroupGrad SwigluGroupQuant SwigluGroupQuantGrad SwigluMxQuant "
        "SwigluMxQuantWithDualAxis TransQuantParamV2 TransQuantParamV3"
    ),
    "random & dropout": (
        "Bernoulli BernoulliTensor Dropout DropoutBackward DropoutDoMask DropoutGenMask DropoutGenMaskV2 "
        "DropoutGenMaskV2Tensor DropoutV3 DropoutV3Grad InplaceBernoulli InplaceBernoulliTensor InplaceNormal "
        "InplaceNormalTensor InplaceRandom InplaceRandomTensor InplaceRandomWithoutFromTo "
        "InplaceRandomWithoutFromToTensor InplaceUniform InplaceUniformTensor Multinomial MultinomialTensor "
        "NormalFloatFloat NormalFloatTensor NormalTensorFloat NormalTensorTensor Randperm SimThreadExponential"
    ),
    "rnn": (
        "BidirectionLSTM BidirectionLSTMV2 GRU GRUBackward LSTM LstmBackward ThnnFusedLstmCell "
        "ThnnFusedLstmCellBackward"
    ),
    "rotary embedding": (
        "ApplyRotaryPosEmb ApplyRotaryPosEmbV2 DequantRopeQuantKvcache InterleaveRope KvRmsNormRopeCache "
        "KvRmsNormRopeCacheV2 QkvRmsNormRopeCache RopeWithSinCosCache RopeWithSinCosCacheV2 RotaryPositionEmbedding "
        "RotaryPositionEmbeddingGrad RotaryPositionEmbeddingV2"
    ),
    "softmax": (
        "ScaledMaskedSoftmax ScaledMaskedSoftmaxBackward"
    ),
    "sort and search": (
        "Argsort Bucketize Kthvalue SearchSorted SearchSorteds Sort Topk Unique Unique2 UniqueConsecutive UniqueDim"
    ),
    "vision": (
        "BackgroundReplace BlendImagesCustom CIoU GridSampler2D GridSampler2DBackward GridSampler3D "
        "GridSampler3DBackward Iou MrgbaCustom NonMaxSuppression Rasterizer Resize RoiAlign RoiAlignV2 "
        "RoiAlignV2Backward RoiPoolingGradWithArgMax RoiPoolingWithArgMax ThreeInterpolateBackward UpsampleBicubic2d "
        "UpsampleBicubic2dAA UpsampleBicubic2dAAGrad UpsampleBicubic2dBackward UpsampleBilinear2d "
        "UpsampleBilinear2dAA UpsampleBilinear2dAABackward UpsampleBilinear2dBackward UpsampleBilinear2dBackwardV2 "
        "UpsampleLinear1d UpsampleLinear1dBackward UpsampleNearest1d UpsampleNearest1dBackward UpsampleNearest1dV2 "
        "UpsampleNearest2d UpsampleNearest2dBackward UpsampleNearest2dV2 UpsampleNearest3d UpsampleNearest3dBackward "
        "UpsampleNearestExact1d UpsampleNearestExact1dBackward UpsampleNearestExact2d UpsampleNearestExact2dBackward "
        "UpsampleNearestExact3d UpsampleNearestExact3dBackward UpsampleTrilinear3d UpsampleTrilinear3dBackward"
    ),
}


def family(operator: str) -> str | None:
    """The family of an operator that does not compute yet, None if it is not known."""
    return next((family for family, names in _NAMES.items() if operator.removeprefix("aclnn") in names.split()), None)
