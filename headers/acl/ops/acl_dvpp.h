#ifndef PYACL_ACL_OPS_ACL_DVPP_H
#define PYACL_ACL_OPS_ACL_DVPP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "acl/acl_base_rt.h"
#include "acl/acl_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* only in 8.1.RC1 */
typedef enum acldvppBorderType {
    BORDER_CONSTANT = 0,
    BORDER_REPLICATE = 1,
    BORDER_REFLECT = 2,
    BORDER_REFLECT_101 = 3,
} acldvppBorderType;

/* only in 8.1.RC1 */
typedef enum acldvppChannelDescParamType {
    ACL_DVPP_CSC_MATRIX_UINT32 = 0,
    ACL_DVPP_MODE_UINT32 = 1,
    ACL_DVPP_CHANNEL_ID_UINT64 = 2,
    ACL_DVPP_CHANNEL_HEIGHT_UINT32 = 3,
    ACL_DVPP_CHANNEL_WIDTH_UINT32 = 4,
    ACL_DVPP_JPEGD_PRECISION_MODE_ENUM = 5,
} acldvppChannelDescParamType;

/* only in 8.1.RC1 */
typedef enum acldvppChannelMode {
    DVPP_CHNMODE_VPC = 1,
    DVPP_CHNMODE_JPEGD = 2,
    DVPP_CHNMODE_JPEGE = 4,
    DVPP_CHNMODE_PNGD = 8,
} acldvppChannelMode;

/* only in 8.1.RC1 */
typedef enum acldvppCscMatrix {
    ACL_DVPP_CSC_MATRIX_BT601_WIDE = 0,
    ACL_DVPP_CSC_MATRIX_BT601_NARROW = 1,
    ACL_DVPP_CSC_MATRIX_BT709_WIDE = 2,
    ACL_DVPP_CSC_MATRIX_BT709_NARROW = 3,
    ACL_DVPP_CSC_MATRIX_BT2020_WIDE = 4,
    ACL_DVPP_CSC_MATRIX_BT2020_NARROW = 5,
} acldvppCscMatrix;

/* only in 8.1.RC1 */
typedef enum acldvppJpegFormat {
    ACL_JPEG_CSS_444 = 0,
    ACL_JPEG_CSS_422 = 1,
    ACL_JPEG_CSS_420 = 2,
    ACL_JPEG_CSS_GRAY = 3,
    ACL_JPEG_CSS_440 = 4,
    ACL_JPEG_CSS_411 = 5,
    ACL_JPEG_CSS_UNKNOWN = 1000,
} acldvppJpegFormat;

/* only in 8.1.RC1 */
typedef enum acldvppJpegdPrecisionMode {
    ACL_YUVOUT_ALIGN_DOWN = 0,
    ACL_YUVOUT_ALIGN_UP = 1,
    ACL_YUVOUT_ALIGN_DOWN_COMPAT = 2,
} acldvppJpegdPrecisionMode;

/* only in 8.1.RC1 */
typedef enum acldvppPixelFormat {
    PIXEL_FORMAT_YUV_400 = 0,
    PIXEL_FORMAT_YUV_SEMIPLANAR_420 = 1,
    PIXEL_FORMAT_YVU_SEMIPLANAR_420 = 2,
    PIXEL_FORMAT_YUV_SEMIPLANAR_422 = 3,
    PIXEL_FORMAT_YVU_SEMIPLANAR_422 = 4,
    PIXEL_FORMAT_YUV_SEMIPLANAR_444 = 5,
    PIXEL_FORMAT_YVU_SEMIPLANAR_444 = 6,
    PIXEL_FORMAT_YUYV_PACKED_422 = 7,
    PIXEL_FORMAT_UYVY_PACKED_422 = 8,
    PIXEL_FORMAT_YVYU_PACKED_422 = 9,
    PIXEL_FORMAT_VYUY_PACKED_422 = 10,
    PIXEL_FORMAT_YUV_PACKED_444 = 11,
    PIXEL_FORMAT_RGB_888 = 12,
    PIXEL_FORMAT_BGR_888 = 13,
    PIXEL_FORMAT_ARGB_8888 = 14,
    PIXEL_FORMAT_ABGR_8888 = 15,
    PIXEL_FORMAT_RGBA_8888 = 16,
    PIXEL_FORMAT_BGRA_8888 = 17,
    PIXEL_FORMAT_YUV_SEMI_PLANNER_420_10BIT = 18,
    PIXEL_FORMAT_YVU_SEMI_PLANNER_420_10BIT = 19,
    PIXEL_FORMAT_YVU_PLANAR_420 = 20,
    PIXEL_FORMAT_YVU_PLANAR_422 = 21,
    PIXEL_FORMAT_YVU_PLANAR_444 = 22,
    PIXEL_FORMAT_RGB_444 = 23,
    PIXEL_FORMAT_BGR_444 = 24,
    PIXEL_FORMAT_ARGB_4444 = 25,
    PIXEL_FORMAT_ABGR_4444 = 26,
    PIXEL_FORMAT_RGBA_4444 = 27,
    PIXEL_FORMAT_BGRA_4444 = 28,
    PIXEL_FORMAT_RGB_555 = 29,
    PIXEL_FORMAT_BGR_555 = 30,
    PIXEL_FORMAT_RGB_565 = 31,
    PIXEL_FORMAT_BGR_565 = 32,
    PIXEL_FORMAT_ARGB_1555 = 33,
    PIXEL_FORMAT_ABGR_1555 = 34,
    PIXEL_FORMAT_RGBA_1555 = 35,
    PIXEL_FORMAT_BGRA_1555 = 36,
    PIXEL_FORMAT_ARGB_8565 = 37,
    PIXEL_FORMAT_ABGR_8565 = 38,
    PIXEL_FORMAT_RGBA_8565 = 39,
    PIXEL_FORMAT_BGRA_8565 = 40,
    PIXEL_FORMAT_RGB_BAYER_8BPP = 50,
    PIXEL_FORMAT_RGB_BAYER_10BPP = 51,
    PIXEL_FORMAT_RGB_BAYER_12BPP = 52,
    PIXEL_FORMAT_RGB_BAYER_14BPP = 53,
    PIXEL_FORMAT_RGB_BAYER_16BPP = 54,
    PIXEL_FORMAT_BGR_888_PLANAR = 70,
    PIXEL_FORMAT_HSV_888_PACKAGE = 71,
    PIXEL_FORMAT_HSV_888_PLANAR = 72,
    PIXEL_FORMAT_LAB_888_PACKAGE = 73,
    PIXEL_FORMAT_LAB_888_PLANAR = 74,
    PIXEL_FORMAT_S8C1 = 75,
    PIXEL_FORMAT_S8C2_PACKAGE = 76,
    PIXEL_FORMAT_S8C2_PLANAR = 77,
    PIXEL_FORMAT_S16C1 = 78,
    PIXEL_FORMAT_U8C1 = 79,
    PIXEL_FORMAT_U16C1 = 80,
    PIXEL_FORMAT_S32C1 = 81,
    PIXEL_FORMAT_U32C1 = 82,
    PIXEL_FORMAT_U64C1 = 83,
    PIXEL_FORMAT_S64C1 = 84,
    PIXEL_FORMAT_YUV_SEMIPLANAR_440 = 1000,
    PIXEL_FORMAT_YVU_SEMIPLANAR_440 = 1001,
    PIXEL_FORMAT_FLOAT32 = 1002,
    PIXEL_FORMAT_BUTT = 1003,
    PIXEL_FORMAT_UNKNOWN = 10000,
} acldvppPixelFormat;

/* only in 8.1.RC1 */
typedef enum acldvppStreamFormat {
    H265_MAIN_LEVEL = 0,
    H264_BASELINE_LEVEL = 1,
    H264_MAIN_LEVEL = 2,
    H264_HIGH_LEVEL = 3,
} acldvppStreamFormat;

/* only in 8.1.RC1 */
typedef enum aclvdecChannelDescParamType {
    ACL_VDEC_CSC_MATRIX_UINT32 = 0,
    ACL_VDEC_OUT_MODE_UINT32 = 1,
    ACL_VDEC_THREAD_ID_UINT64 = 2,
    ACL_VDEC_CALLBACK_PTR = 3,
    ACL_VDEC_CHANNEL_ID_UINT32 = 4,
    ACL_VDEC_ENCODE_TYPE_UINT32 = 5,
    ACL_VDEC_OUT_PIC_FORMAT_UINT32 = 6,
    ACL_VDEC_OUT_PIC_WIDTH_UINT32 = 7,
    ACL_VDEC_OUT_PIC_HEIGHT_UINT32 = 8,
    ACL_VDEC_REF_FRAME_NUM_UINT32 = 9,
    ACL_VDEC_BIT_DEPTH_UINT32 = 10,
} aclvdecChannelDescParamType;

/* only in 8.1.RC1 */
typedef enum aclvencChannelDescParamType {
    ACL_VENC_THREAD_ID_UINT64 = 0,
    ACL_VENC_CALLBACK_PTR = 1,
    ACL_VENC_PIXEL_FORMAT_UINT32 = 2,
    ACL_VENC_ENCODE_TYPE_UINT32 = 3,
    ACL_VENC_PIC_WIDTH_UINT32 = 4,
    ACL_VENC_PIC_HEIGHT_UINT32 = 5,
    ACL_VENC_KEY_FRAME_INTERVAL_UINT32 = 6,
    ACL_VENC_BUF_ADDR_PTR = 7,
    ACL_VENC_BUF_SIZE_UINT32 = 8,
    ACL_VENC_RC_MODE_UINT32 = 9,
    ACL_VENC_SRC_RATE_UINT32 = 10,
    ACL_VENC_MAX_BITRATE_UINT32 = 11,
    ACL_VENC_MAX_IP_PROP_UINT32 = 12,
} aclvencChannelDescParamType;

/* only in 8.1.RC1 */
typedef struct acldvppBatchPicDesc acldvppBatchPicDesc;
/* only in 8.1.RC1 */
typedef struct acldvppBorderConfig acldvppBorderConfig;
/* only in 8.1.RC1 */
typedef struct acldvppChannelDesc acldvppChannelDesc;
/* only in 8.1.RC1 */
typedef struct acldvppHist acldvppHist;
/* only in 8.1.RC1 */
typedef struct acldvppJpegeConfig acldvppJpegeConfig;
/* only in 8.1.RC1 */
typedef struct acldvppLutMap acldvppLutMap;
/* only in 8.1.RC1 */
typedef struct acldvppPicDesc acldvppPicDesc;
/* only in 8.1.RC1 */
typedef struct acldvppResizeConfig acldvppResizeConfig;
/* only in 8.1.RC1 */
typedef struct acldvppRoiConfig acldvppRoiConfig;
/* only in 8.1.RC1 */
typedef struct acldvppStreamDesc acldvppStreamDesc;
/* only in 8.1.RC1 */
typedef struct aclvdecChannelDesc aclvdecChannelDesc;
/* only in 8.1.RC1 */
typedef struct aclvdecFrameConfig aclvdecFrameConfig;
/* only in 8.1.RC1 */
typedef struct aclvencChannelDesc aclvencChannelDesc;
/* only in 8.1.RC1 */
typedef struct aclvencFrameConfig aclvencFrameConfig;

/* only in 8.1.RC1 */
typedef void (*aclvdecCallback)(acldvppStreamDesc *input, acldvppPicDesc *output, void *userData);
/* only in 8.1.RC1 */
typedef void (*aclvencCallback)(acldvppPicDesc *input, acldvppStreamDesc *output, void *userdata);

/* only in 8.1.RC1 */
aclError acldvppClearHist(acldvppHist *hist);
/* only in 8.1.RC1 */
acldvppBatchPicDesc *acldvppCreateBatchPicDesc(uint32_t batchSize);
/* only in 8.1.RC1 */
acldvppBorderConfig *acldvppCreateBorderConfig(void);
/* only in 8.1.RC1 */
aclError acldvppCreateChannel(acldvppChannelDesc *channelDesc);
/* only in 8.1.RC1 */
acldvppChannelDesc *acldvppCreateChannelDesc(void);
/* only in 8.1.RC1 */
acldvppHist *acldvppCreateHist(void);
/* only in 8.1.RC1 */
acldvppJpegeConfig *acldvppCreateJpegeConfig(void);
/* only in 8.1.RC1 */
acldvppLutMap *acldvppCreateLutMap(void);
/* only in 8.1.RC1 */
acldvppPicDesc *acldvppCreatePicDesc(void);
/* only in 8.1.RC1 */
acldvppResizeConfig *acldvppCreateResizeConfig(void);
/* only in 8.1.RC1 */
acldvppRoiConfig *acldvppCreateRoiConfig(uint32_t left, uint32_t right, uint32_t top, uint32_t bottom);
/* only in 8.1.RC1 */
acldvppStreamDesc *acldvppCreateStreamDesc(void);
/* only in 8.1.RC1 */
aclError acldvppDestroyBatchPicDesc(acldvppBatchPicDesc *batchPicDesc);
/* only in 8.1.RC1 */
aclError acldvppDestroyBorderConfig(acldvppBorderConfig *borderConfig);
/* only in 8.1.RC1 */
aclError acldvppDestroyChannel(acldvppChannelDesc *channelDesc);
/* only in 8.1.RC1 */
aclError acldvppDestroyChannelDesc(acldvppChannelDesc *channelDesc);
/* only in 8.1.RC1 */
aclError acldvppDestroyHist(acldvppHist *hist);
/* only in 8.1.RC1 */
aclError acldvppDestroyJpegeConfig(acldvppJpegeConfig *jpegeConfig);
/* only in 8.1.RC1 */
aclError acldvppDestroyLutMap(acldvppLutMap *lutMap);
/* only in 8.1.RC1 */
aclError acldvppDestroyPicDesc(acldvppPicDesc *picDesc);
/* only in 8.1.RC1 */
aclError acldvppDestroyResizeConfig(acldvppResizeConfig *resizeConfig);
/* only in 8.1.RC1 */
aclError acldvppDestroyRoiConfig(acldvppRoiConfig *roiConfig);
/* only in 8.1.RC1 */
aclError acldvppDestroyStreamDesc(acldvppStreamDesc *streamDesc);
/* only in 8.1.RC1 */
aclError acldvppFree(void *devPtr);
/* only in 8.1.RC1 */
acldvppBorderType acldvppGetBorderConfigBorderType(const acldvppBorderConfig *borderConfig);
/* only in 8.1.RC1 */
uint32_t acldvppGetBorderConfigBottom(const acldvppBorderConfig *borderConfig);
/* only in 8.1.RC1 */
uint32_t acldvppGetBorderConfigLeft(const acldvppBorderConfig *borderConfig);
/* only in 8.1.RC1 */
uint32_t acldvppGetBorderConfigRight(const acldvppBorderConfig *borderConfig);
/* only in 8.1.RC1 */
uint32_t acldvppGetBorderConfigTop(const acldvppBorderConfig *borderConfig);
/* only in 8.1.RC1 */
double acldvppGetBorderConfigValue(const acldvppBorderConfig *borderConfig, uint32_t index);
/* only in 8.1.RC1 */
uint64_t acldvppGetChannelDescChannelId(const acldvppChannelDesc *channelDesc);
/* only in 8.1.RC1 */
aclError acldvppGetChannelDescParam(const acldvppChannelDesc *channelDesc, acldvppChannelDescParamType paramType, size_t length, size_t *paramRetSize, void *param);
/* only in 8.1.RC1 */
aclError acldvppGetHistData(acldvppHist *hist, uint32_t dim, uint32_t **data, uint16_t *len);
/* only in 8.1.RC1 */
uint32_t acldvppGetHistDims(acldvppHist *hist);
/* only in 8.1.RC1 */
uint32_t acldvppGetHistRetCode(acldvppHist *hist);
/* only in 8.1.RC1 */
uint32_t acldvppGetJpegeConfigLevel(const acldvppJpegeConfig *jpegeConfig);
/* only in 8.1.RC1 */
aclError acldvppGetLutMapData(const acldvppLutMap *lutMap, uint32_t dim, uint8_t **data, uint32_t *len);
/* only in 8.1.RC1 */
uint32_t acldvppGetLutMapDims(const acldvppLutMap *lutMap);
/* only in 8.1.RC1 */
acldvppPicDesc *acldvppGetPicDesc(acldvppBatchPicDesc *batchPicDesc, uint32_t index);
/* only in 8.1.RC1 */
void *acldvppGetPicDescData(const acldvppPicDesc *picDesc);
/* only in 8.1.RC1 */
acldvppPixelFormat acldvppGetPicDescFormat(const acldvppPicDesc *picDesc);
/* only in 8.1.RC1 */
uint32_t acldvppGetPicDescHeight(const acldvppPicDesc *picDesc);
/* only in 8.1.RC1 */
uint32_t acldvppGetPicDescHeightStride(const acldvppPicDesc *picDesc);
/* only in 8.1.RC1 */
uint32_t acldvppGetPicDescRetCode(const acldvppPicDesc *picDesc);
/* only in 8.1.RC1 */
uint32_t acldvppGetPicDescSize(const acldvppPicDesc *picDesc);
/* only in 8.1.RC1 */
uint32_t acldvppGetPicDescWidth(const acldvppPicDesc *picDesc);
/* only in 8.1.RC1 */
uint32_t acldvppGetPicDescWidthStride(const acldvppPicDesc *picDesc);
/* only in 8.1.RC1 */
uint32_t acldvppGetResizeConfigInterpolation(const acldvppResizeConfig *resizeConfig);
/* only in 8.1.RC1 */
void *acldvppGetStreamDescData(const acldvppStreamDesc *streamDesc);
/* only in 8.1.RC1 */
uint8_t acldvppGetStreamDescEos(const acldvppStreamDesc *streamDesc);
/* only in 8.1.RC1 */
acldvppStreamFormat acldvppGetStreamDescFormat(const acldvppStreamDesc *streamDesc);
/* only in 8.1.RC1 */
uint32_t acldvppGetStreamDescRetCode(const acldvppStreamDesc *streamDesc);
/* only in 8.1.RC1 */
uint32_t acldvppGetStreamDescSize(const acldvppStreamDesc *streamDesc);
/* only in 8.1.RC1 */
uint64_t acldvppGetStreamDescTimestamp(const acldvppStreamDesc *streamDesc);
/* only in 8.1.RC1 */
aclError acldvppJpegDecodeAsync(acldvppChannelDesc *channelDesc, const void *data, uint32_t size, acldvppPicDesc *outputDesc, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppJpegEncodeAsync(acldvppChannelDesc *channelDesc, acldvppPicDesc *inputDesc, const void *data, uint32_t *size, acldvppJpegeConfig *config, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppJpegGetImageInfo(const void *data, uint32_t size, uint32_t *width, uint32_t *height, int32_t *components);
/* only in 8.1.RC1 */
aclError acldvppJpegGetImageInfoV2(const void *data, uint32_t size, uint32_t *width, uint32_t *height, int32_t *components, acldvppJpegFormat *format);
/* only in 8.1.RC1 */
aclError acldvppJpegPredictDecSize(const void *data, uint32_t dataSize, acldvppPixelFormat outputPixelFormat, uint32_t *decSize);
/* only in 8.1.RC1 */
aclError acldvppJpegPredictEncSize(const acldvppPicDesc *inputDesc, const acldvppJpegeConfig *config, uint32_t *size);
/* only in 8.1.RC1 */
aclError acldvppMalloc(void **devPtr, size_t size);
/* only in 8.1.RC1 */
aclError acldvppMallocWithCfg(void **devPtr, size_t size, aclrtMemMallocPolicy policy, aclrtMallocConfig *cfg);
/* only in 8.1.RC1 */
aclError acldvppPngDecodeAsync(acldvppChannelDesc *channelDesc, const void *data, uint32_t size, acldvppPicDesc *outputDesc, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppPngGetImageInfo(const void *data, uint32_t dataSize, uint32_t *width, uint32_t *height, int32_t *components);
/* only in 8.1.RC1 */
aclError acldvppPngPredictDecSize(const void *data, uint32_t dataSize, acldvppPixelFormat outputPixelFormat, uint32_t *decSize);
/* only in 8.1.RC1 */
aclError acldvppSetBorderConfigBorderType(acldvppBorderConfig *borderConfig, acldvppBorderType borderType);
/* only in 8.1.RC1 */
aclError acldvppSetBorderConfigBottom(acldvppBorderConfig *borderConfig, uint32_t bottom);
/* only in 8.1.RC1 */
aclError acldvppSetBorderConfigLeft(acldvppBorderConfig *borderConfig, uint32_t left);
/* only in 8.1.RC1 */
aclError acldvppSetBorderConfigRight(acldvppBorderConfig *borderConfig, uint32_t right);
/* only in 8.1.RC1 */
aclError acldvppSetBorderConfigTop(acldvppBorderConfig *borderConfig, uint32_t top);
/* only in 8.1.RC1 */
aclError acldvppSetBorderConfigValue(acldvppBorderConfig *borderConfig, uint32_t index, double value);
/* only in 8.1.RC1 */
aclError acldvppSetChannelDescMode(acldvppChannelDesc *channelDesc, uint32_t mode);
/* only in 8.1.RC1 */
aclError acldvppSetChannelDescParam(acldvppChannelDesc *channelDesc, acldvppChannelDescParamType paramType, size_t length, const void *param);
/* only in 8.1.RC1 */
aclError acldvppSetJpegeConfigLevel(acldvppJpegeConfig *jpegeConfig, uint32_t level);
/* only in 8.1.RC1 */
aclError acldvppSetPicDescData(acldvppPicDesc *picDesc, void *dataDev);
/* only in 8.1.RC1 */
aclError acldvppSetPicDescFormat(acldvppPicDesc *picDesc, acldvppPixelFormat format);
/* only in 8.1.RC1 */
aclError acldvppSetPicDescHeight(acldvppPicDesc *picDesc, uint32_t height);
/* only in 8.1.RC1 */
aclError acldvppSetPicDescHeightStride(acldvppPicDesc *picDesc, uint32_t heightStride);
/* only in 8.1.RC1 */
aclError acldvppSetPicDescRetCode(acldvppPicDesc *picDesc, uint32_t retCode);
/* only in 8.1.RC1 */
aclError acldvppSetPicDescSize(acldvppPicDesc *picDesc, uint32_t size);
/* only in 8.1.RC1 */
aclError acldvppSetPicDescWidth(acldvppPicDesc *picDesc, uint32_t width);
/* only in 8.1.RC1 */
aclError acldvppSetPicDescWidthStride(acldvppPicDesc *picDesc, uint32_t widthStride);
/* only in 8.1.RC1 */
aclError acldvppSetResizeConfigInterpolation(acldvppResizeConfig *resizeConfig, uint32_t interpolation);
/* only in 8.1.RC1 */
aclError acldvppSetRoiConfig(acldvppRoiConfig *config, uint32_t left, uint32_t right, uint32_t top, uint32_t bottom);
/* only in 8.1.RC1 */
aclError acldvppSetRoiConfigBottom(acldvppRoiConfig *config, uint32_t bottom);
/* only in 8.1.RC1 */
aclError acldvppSetRoiConfigLeft(acldvppRoiConfig *config, uint32_t left);
/* only in 8.1.RC1 */
aclError acldvppSetRoiConfigRight(acldvppRoiConfig *config, uint32_t right);
/* only in 8.1.RC1 */
aclError acldvppSetRoiConfigTop(acldvppRoiConfig *config, uint32_t top);
/* only in 8.1.RC1 */
aclError acldvppSetStreamDescData(acldvppStreamDesc *streamDesc, void *dataDev);
/* only in 8.1.RC1 */
aclError acldvppSetStreamDescEos(acldvppStreamDesc *streamDesc, uint8_t eos);
/* only in 8.1.RC1 */
aclError acldvppSetStreamDescFormat(acldvppStreamDesc *streamDesc, acldvppStreamFormat format);
/* only in 8.1.RC1 */
aclError acldvppSetStreamDescRetCode(acldvppStreamDesc *streamDesc, uint32_t retCode);
/* only in 8.1.RC1 */
aclError acldvppSetStreamDescSize(acldvppStreamDesc *streamDesc, uint32_t size);
/* only in 8.1.RC1 */
aclError acldvppSetStreamDescTimestamp(acldvppStreamDesc *streamDesc, uint64_t timestamp);
/* only in 8.1.RC1 */
aclError acldvppVpcBatchCropAndPasteAsync(acldvppChannelDesc *channelDesc, acldvppBatchPicDesc *srcBatchPicDescs, uint32_t *roiNums, uint32_t size, acldvppBatchPicDesc *dstBatchPicDescs, acldvppRoiConfig **cropAreas, acldvppRoiConfig **pasteAreas, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppVpcBatchCropAsync(acldvppChannelDesc *channelDesc, acldvppBatchPicDesc *srcBatchPicDescs, uint32_t *roiNums, uint32_t size, acldvppBatchPicDesc *dstBatchPicDescs, acldvppRoiConfig **cropAreas, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppVpcBatchCropResizeAsync(acldvppChannelDesc *channelDesc, acldvppBatchPicDesc *srcBatchPicDescs, uint32_t *roiNums, uint32_t size, acldvppBatchPicDesc *dstBatchPicDescs, acldvppRoiConfig **cropAreas, acldvppResizeConfig *resizeConfig, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppVpcBatchCropResizeMakeBorderAsync(acldvppChannelDesc *channelDesc, acldvppBatchPicDesc *srcBatchPicDescs, uint32_t *roiNums, uint32_t size, acldvppBatchPicDesc *dstBatchPicDescs, acldvppRoiConfig **cropAreas, acldvppBorderConfig **borderCfgs, acldvppResizeConfig *resizeConfig, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppVpcBatchCropResizePasteAsync(acldvppChannelDesc *channelDesc, acldvppBatchPicDesc *srcBatchPicDescs, uint32_t *roiNums, uint32_t size, acldvppBatchPicDesc *dstBatchPicDescs, acldvppRoiConfig **cropAreas, acldvppRoiConfig **pasteAreas, acldvppResizeConfig *resizeConfig, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppVpcCalcHistAsync(acldvppChannelDesc *channelDesc, acldvppPicDesc *srcPicDesc, acldvppHist *hist, void *reserve, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppVpcConvertColorAsync(acldvppChannelDesc *channelDesc, acldvppPicDesc *inputDesc, acldvppPicDesc *outputDesc, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppVpcCropAndPasteAsync(acldvppChannelDesc *channelDesc, acldvppPicDesc *inputDesc, acldvppPicDesc *outputDesc, acldvppRoiConfig *cropArea, acldvppRoiConfig *pasteArea, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppVpcCropAsync(acldvppChannelDesc *channelDesc, acldvppPicDesc *inputDesc, acldvppPicDesc *outputDesc, acldvppRoiConfig *cropArea, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppVpcCropResizeAsync(acldvppChannelDesc *channelDesc, acldvppPicDesc *inputDesc, acldvppPicDesc *outputDesc, acldvppRoiConfig *cropArea, acldvppResizeConfig *resizeConfig, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppVpcCropResizePasteAsync(acldvppChannelDesc *channelDesc, acldvppPicDesc *inputDesc, acldvppPicDesc *outputDesc, acldvppRoiConfig *cropArea, acldvppRoiConfig *pasteArea, acldvppResizeConfig *resizeConfig, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppVpcEqualizeHistAsync(const acldvppChannelDesc *channelDesc, const acldvppPicDesc *inputDesc, acldvppPicDesc *outputDesc, const acldvppLutMap *lutMap, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppVpcMakeBorderAsync(const acldvppChannelDesc *channelDesc, const acldvppPicDesc *inputDesc, acldvppPicDesc *outputDesc, const acldvppBorderConfig *borderConfig, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppVpcPyrDownAsync(acldvppChannelDesc *channelDesc, acldvppPicDesc *inputDesc, acldvppPicDesc *outputDesc, void *reserve, aclrtStream stream);
/* only in 8.1.RC1 */
aclError acldvppVpcResizeAsync(acldvppChannelDesc *channelDesc, acldvppPicDesc *inputDesc, acldvppPicDesc *outputDesc, acldvppResizeConfig *resizeConfig, aclrtStream stream);
/* only in 8.1.RC1 */
aclError aclvdecCreateChannel(aclvdecChannelDesc *channelDesc);
/* only in 8.1.RC1 */
aclvdecChannelDesc *aclvdecCreateChannelDesc(void);
/* only in 8.1.RC1 */
aclvdecFrameConfig *aclvdecCreateFrameConfig(void);
/* only in 8.1.RC1 */
aclError aclvdecDestroyChannel(aclvdecChannelDesc *channelDesc);
/* only in 8.1.RC1 */
aclError aclvdecDestroyChannelDesc(aclvdecChannelDesc *channelDesc);
/* only in 8.1.RC1 */
aclError aclvdecDestroyFrameConfig(aclvdecFrameConfig *vdecFrameConfig);
/* only in 8.1.RC1 */
uint32_t aclvdecGetChannelDescBitDepth(const aclvdecChannelDesc *channelDesc);
/* only in 8.1.RC1 */
aclvdecCallback aclvdecGetChannelDescCallback(const aclvdecChannelDesc *channelDesc);
/* only in 8.1.RC1 */
uint32_t aclvdecGetChannelDescChannelId(const aclvdecChannelDesc *channelDesc);
/* only in 8.1.RC1 */
acldvppStreamFormat aclvdecGetChannelDescEnType(const aclvdecChannelDesc *channelDesc);
/* only in 8.1.RC1 */
uint32_t aclvdecGetChannelDescOutMode(const aclvdecChannelDesc *channelDesc);
/* only in 8.1.RC1 */
acldvppPixelFormat aclvdecGetChannelDescOutPicFormat(const aclvdecChannelDesc *channelDesc);
/* only in 8.1.RC1 */
uint32_t aclvdecGetChannelDescOutPicHeight(const aclvdecChannelDesc *channelDesc);
/* only in 8.1.RC1 */
uint32_t aclvdecGetChannelDescOutPicWidth(const aclvdecChannelDesc *channelDesc);
/* only in 8.1.RC1 */
aclError aclvdecGetChannelDescParam(const aclvdecChannelDesc *channelDesc, aclvdecChannelDescParamType paramType, size_t length, size_t *paramRetSize, void *param);
/* only in 8.1.RC1 */
uint32_t aclvdecGetChannelDescRefFrameNum(const aclvdecChannelDesc *channelDesc);
/* only in 8.1.RC1 */
uint64_t aclvdecGetChannelDescThreadId(const aclvdecChannelDesc *channelDesc);
/* only in 8.1.RC1 */
aclError aclvdecSendFrame(aclvdecChannelDesc *channelDesc, acldvppStreamDesc *input, acldvppPicDesc *output, aclvdecFrameConfig *config, void *userData);
/* only in 8.1.RC1 */
aclError aclvdecSendSkippedFrame(aclvdecChannelDesc *channelDesc, acldvppStreamDesc *input, aclvdecFrameConfig *config, void *userData);
/* only in 8.1.RC1 */
aclError aclvdecSetChannelDescBitDepth(aclvdecChannelDesc *channelDesc, uint32_t bitDepth);
/* only in 8.1.RC1 */
aclError aclvdecSetChannelDescCallback(aclvdecChannelDesc *channelDesc, aclvdecCallback callback);
/* only in 8.1.RC1 */
aclError aclvdecSetChannelDescChannelId(aclvdecChannelDesc *channelDesc, uint32_t channelId);
/* only in 8.1.RC1 */
aclError aclvdecSetChannelDescEnType(aclvdecChannelDesc *channelDesc, acldvppStreamFormat enType);
/* only in 8.1.RC1 */
aclError aclvdecSetChannelDescOutMode(aclvdecChannelDesc *channelDesc, uint32_t outMode);
/* only in 8.1.RC1 */
aclError aclvdecSetChannelDescOutPicFormat(aclvdecChannelDesc *channelDesc, acldvppPixelFormat outPicFormat);
/* only in 8.1.RC1 */
aclError aclvdecSetChannelDescOutPicHeight(aclvdecChannelDesc *channelDesc, uint32_t outPicHeight);
/* only in 8.1.RC1 */
aclError aclvdecSetChannelDescOutPicWidth(aclvdecChannelDesc *channelDesc, uint32_t outPicWidth);
/* only in 8.1.RC1 */
aclError aclvdecSetChannelDescParam(aclvdecChannelDesc *channelDesc, aclvdecChannelDescParamType paramType, size_t length, const void *param);
/* only in 8.1.RC1 */
aclError aclvdecSetChannelDescRefFrameNum(aclvdecChannelDesc *channelDesc, uint32_t refFrameNum);
/* only in 8.1.RC1 */
aclError aclvdecSetChannelDescThreadId(aclvdecChannelDesc *channelDesc, uint64_t threadId);
/* only in 8.1.RC1 */
aclError aclvencCreateChannel(aclvencChannelDesc *channelDesc);
/* only in 8.1.RC1 */
aclvencChannelDesc *aclvencCreateChannelDesc(void);
/* only in 8.1.RC1 */
aclvencFrameConfig *aclvencCreateFrameConfig(void);
/* only in 8.1.RC1 */
aclError aclvencDestroyChannel(aclvencChannelDesc *channelDesc);
/* only in 8.1.RC1 */
aclError aclvencDestroyChannelDesc(aclvencChannelDesc *channelDesc);
/* only in 8.1.RC1 */
aclError aclvencDestroyFrameConfig(aclvencFrameConfig *config);
/* only in 8.1.RC1 */
void *aclvencGetChannelDescBufAddr(const aclvencChannelDesc *channelDesc);
/* only in 8.1.RC1 */
uint32_t aclvencGetChannelDescBufSize(const aclvencChannelDesc *channelDesc);
/* only in 8.1.RC1 */
aclvencCallback aclvencGetChannelDescCallback(const aclvencChannelDesc *channelDesc);
/* only in 8.1.RC1 */
uint32_t aclvencGetChannelDescChannelId(const aclvencChannelDesc *channelDesc);
/* only in 8.1.RC1 */
acldvppStreamFormat aclvencGetChannelDescEnType(const aclvencChannelDesc *channelDesc);
/* only in 8.1.RC1 */
uint32_t aclvencGetChannelDescKeyFrameInterval(const aclvencChannelDesc *channelDesc);
/* only in 8.1.RC1 */
uint32_t aclvencGetChannelDescMaxBitRate(const aclvencChannelDesc *channelDesc);
/* only in 8.1.RC1 */
aclError aclvencGetChannelDescParam(const aclvencChannelDesc *channelDesc, aclvencChannelDescParamType paramType, size_t length, size_t *paramRetSize, void *param);
/* only in 8.1.RC1 */
acldvppPixelFormat aclvencGetChannelDescPicFormat(const aclvencChannelDesc *channelDesc);
/* only in 8.1.RC1 */
uint32_t aclvencGetChannelDescPicHeight(const aclvencChannelDesc *channelDesc);
/* only in 8.1.RC1 */
uint32_t aclvencGetChannelDescPicWidth(const aclvencChannelDesc *channelDesc);
/* only in 8.1.RC1 */
uint32_t aclvencGetChannelDescRcMode(const aclvencChannelDesc *channelDesc);
/* only in 8.1.RC1 */
uint32_t aclvencGetChannelDescSrcRate(const aclvencChannelDesc *channelDesc);
/* only in 8.1.RC1 */
uint64_t aclvencGetChannelDescThreadId(const aclvencChannelDesc *channelDesc);
/* only in 8.1.RC1 */
uint8_t aclvencGetFrameConfigEos(const aclvencFrameConfig *config);
/* only in 8.1.RC1 */
uint8_t aclvencGetFrameConfigForceIFrame(const aclvencFrameConfig *config);
/* only in 8.1.RC1 */
aclError aclvencSendFrame(aclvencChannelDesc *channelDesc, acldvppPicDesc *input, void *reserve, aclvencFrameConfig *config, void *userdata);
/* only in 8.1.RC1 */
aclError aclvencSetChannelDescBufAddr(aclvencChannelDesc *channelDesc, void *bufAddr);
/* only in 8.1.RC1 */
aclError aclvencSetChannelDescBufSize(aclvencChannelDesc *channelDesc, uint32_t bufSize);
/* only in 8.1.RC1 */
aclError aclvencSetChannelDescCallback(aclvencChannelDesc *channelDesc, aclvencCallback callback);
/* only in 8.1.RC1 */
aclError aclvencSetChannelDescEnType(aclvencChannelDesc *channelDesc, acldvppStreamFormat enType);
/* only in 8.1.RC1 */
aclError aclvencSetChannelDescKeyFrameInterval(aclvencChannelDesc *channelDesc, uint32_t keyFrameInterval);
/* only in 8.1.RC1 */
aclError aclvencSetChannelDescMaxBitRate(aclvencChannelDesc *channelDesc, uint32_t maxBitRate);
/* only in 8.1.RC1 */
aclError aclvencSetChannelDescParam(aclvencChannelDesc *channelDesc, aclvencChannelDescParamType paramType, size_t length, const void *param);
/* only in 8.1.RC1 */
aclError aclvencSetChannelDescPicFormat(aclvencChannelDesc *channelDesc, acldvppPixelFormat picFormat);
/* only in 8.1.RC1 */
aclError aclvencSetChannelDescPicHeight(aclvencChannelDesc *channelDesc, uint32_t picHeight);
/* only in 8.1.RC1 */
aclError aclvencSetChannelDescPicWidth(aclvencChannelDesc *channelDesc, uint32_t picWidth);
/* only in 8.1.RC1 */
aclError aclvencSetChannelDescRcMode(aclvencChannelDesc *channelDesc, uint32_t rcMode);
/* only in 8.1.RC1 */
aclError aclvencSetChannelDescSrcRate(aclvencChannelDesc *channelDesc, uint32_t srcRate);
/* only in 8.1.RC1 */
aclError aclvencSetChannelDescThreadId(aclvencChannelDesc *channelDesc, uint64_t threadId);
/* only in 8.1.RC1 */
aclError aclvencSetFrameConfigEos(aclvencFrameConfig *config, uint8_t eos);
/* only in 8.1.RC1 */
aclError aclvencSetFrameConfigForceIFrame(aclvencFrameConfig *config, uint8_t forceIFrame);

#ifdef __cplusplus
}
#endif

#endif
