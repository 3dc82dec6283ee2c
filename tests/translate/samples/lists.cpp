// Lists of tensors, arrays of handles, host memory of the runtime, casts.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>
#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_add.h"

#define CHECK_RET(cond, return_expr) \
    do {                             \
        if (!(cond)) {               \
            return_expr;             \
        }                            \
    } while (0)

#define CHECK_FREE_RET(cond, return_expr) \
    do {                                  \
        if (!(cond)) {                    \
            Finalize(deviceId, stream);   \
            return_expr;                  \
        }                                 \
    } while (0)

#define LOG_PRINT(message, ...)         \
    do {                                \
        printf(message, ##__VA_ARGS__); \
    } while (0)

using DataType = float;
constexpr int DEVICES = 2;
static int32_t g_calls = 0;
const int64_t kShape[] = {2, 2};

int64_t GetShapeSize(const std::vector<int64_t> &shape)
{
    int64_t shapeSize = 1;
    for (auto i : shape) {
        shapeSize *= i;
    }
    return shapeSize;
}

void Finalize(int32_t deviceId, aclrtStream stream)
{
    aclrtDestroyStream(stream);
    aclrtResetDevice(deviceId);
    aclFinalize();
}

int Init(int32_t deviceId, aclrtContext *context, aclrtStream &stream)
{
    auto ret = aclInit(nullptr);
    CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclInit failed. ERROR: %d\n", ret); return ret);
    ret = aclrtSetDevice(deviceId);
    CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtSetDevice failed. ERROR: %d\n", ret); return ret);
    ret = aclrtCreateContext(context, deviceId);
    CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtCreateContext failed. ERROR: %d\n", ret); return ret);
    ret = aclrtSetCurrentContext(*context);
    CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtSetCurrentContext failed. ERROR: %d\n", ret); return ret);
    ret = aclrtCreateStream(&stream);
    CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtCreateStream failed. ERROR: %d\n", ret); return ret);
    return 0;
}

template <typename T>
int CreateAclTensor(const std::vector<T> &hostData, const std::vector<int64_t> &shape, void **deviceAddr,
                    aclDataType dataType, aclTensor **tensor, aclFormat format = ACL_FORMAT_ND)
{
    g_calls++;
    auto size = GetShapeSize(shape) * sizeof(T);
    auto ret = aclrtMalloc(deviceAddr, size, ACL_MEM_MALLOC_HUGE_FIRST);
    CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtMalloc failed. ERROR: %d\n", ret); return ret);
    ret = aclrtMemcpy(*deviceAddr, size, hostData.data(), size, ACL_MEMCPY_HOST_TO_DEVICE);
    CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtMemcpy failed. ERROR: %d\n", ret); return ret);
    std::vector<int64_t> strides(shape.size(), 1);
    for (int64_t i = shape.size() - 2; i >= 0; i--) {
        strides[i] = shape[i + 1] * strides[i + 1];
    }
    *tensor = aclCreateTensor(shape.data(), shape.size(), dataType, strides.data(), 0, format, shape.data(),
                              shape.size(), *deviceAddr);
    return 0;
}

int CreateAclTensorList(const std::vector<std::vector<int64_t>> &shapes, void **deviceAddr, aclDataType dataType,
                        aclTensorList **tensor)
{
    int size = shapes.size();
    std::vector<aclTensor *> tensors(size);
    for (int i = 0; i < size; i++) {
        std::vector<float> data(GetShapeSize(shapes[i]), 1 + i);
        int ret = CreateAclTensor<float>(data, shapes[i], deviceAddr + i, dataType, &tensors[i]);
        CHECK_RET(ret == ACL_SUCCESS, return ret);
    }
    *tensor = aclCreateTensorList(tensors.data(), size);
    return ACL_SUCCESS;
}

template <typename T>
void PrintResult(const std::vector<int64_t> &shape, void **deviceAddr, const char *label = "result")
{
    auto size = GetShapeSize(shape);
    std::vector<T> resultData(size, 0);
    auto ret = aclrtMemcpy(resultData.data(), resultData.size() * sizeof(resultData[0]), *deviceAddr,
                           size * sizeof(T), ACL_MEMCPY_DEVICE_TO_HOST);
    CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("copy result from device to host failed. ERROR: %d\n", ret); return);
    for (int64_t i = 0; i < size; i++) {
        LOG_PRINT("%s[%ld] is: ", label, i);
        std::cout << resultData[i] << std::endl;
    }
}

struct Args {
    int rank;
    aclrtStream stream;
    aclrtContext context;
    std::vector<float> data;
};

int Work(Args &args)
{
    aclrtSetCurrentContext(args.context);
    args.data[0] += args.rank;
    return 0;
}

constexpr size_t kRows = 2;
using Handles = std::array<void *, kRows>;

struct Rows {
    Handles blocks = {};
    std::array<size_t, kRows> sizes = {};
};

std::array<uint32_t, kRows> Squares()
{
    std::array<uint32_t, kRows> squares{};
    for (size_t i = 0; i < squares.size(); ++i) {
        squares[i] = static_cast<uint32_t>((i + 3) * (i + 3));
    }
    return squares;
}

aclrtMemLocation OnDevice(uint32_t id)
{
    aclrtMemLocation location = {};
    location.id = id;
    location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    return location;
}

void FreeRows(Handles &blocks)
{
    for (auto &block : blocks) {
        aclrtFree(block);
        block = nullptr;
    }
}

int AllocateAll(std::vector<void *> &blocks, int count, size_t size)
{
    blocks.resize(count, nullptr);
    for (int i = 0; i < count; i++) {
        if (aclrtMalloc(&blocks[i], size, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
            return 1;
        }
    }
    return ACL_SUCCESS;
}

int main(int argc, char *argv[])
{
    int32_t deviceId = argc > 5 ? atoi(argv[5]) : 0;
    aclrtContext context;
    aclrtStream stream;
    auto ret = Init(deviceId, &context, stream);
    CHECK_FREE_RET(ret == ACL_SUCCESS, LOG_PRINT("Init acl failed. ERROR: %d\n", ret); return ret);

    std::vector<std::vector<int64_t>> shapes = {{2}, {3, 1}};
    void *addresses[DEVICES] = {nullptr};
    aclTensorList *list = nullptr;
    ret = CreateAclTensorList(shapes, addresses, ACL_FLOAT, &list);
    CHECK_FREE_RET(ret == ACL_SUCCESS, return ret);
    uint64_t listSize = 0;
    aclGetTensorListSize(list, &listSize);
    LOG_PRINT("%lu tensors after %d calls\n", listSize, g_calls);
    PrintResult<float>(shapes[0], &addresses[0]);
    PrintResult<float>(shapes[1], &addresses[1], "second");

    std::vector<int64_t> shape = {2, 2};
    void *selfDeviceAddr = nullptr;
    void *outDeviceAddr = nullptr;
    aclTensor *self = nullptr;
    aclTensor *out = nullptr;
    std::vector<DataType> selfHostData = {1, 2, 3, 4};
    std::vector<DataType> outHostData(4, 0);
    DataType alphaValue = 1.2f;
    ret = CreateAclTensor(selfHostData, shape, &selfDeviceAddr, aclDataType::ACL_FLOAT, &self);
    std::unique_ptr<aclTensor, aclnnStatus (*)(const aclTensor *)> selfPtr(self, aclDestroyTensor);
    std::unique_ptr<void, aclError (*)(void *)> selfAddrPtr(selfDeviceAddr, aclrtFree);
    CHECK_FREE_RET(ret == ACL_SUCCESS, return ret);
    ret = CreateAclTensor(outHostData, shape, &outDeviceAddr, aclDataType::ACL_FLOAT, &out);
    std::unique_ptr<aclTensor, aclnnStatus (*)(const aclTensor *)> outPtr(out, aclDestroyTensor);
    std::unique_ptr<void, aclError (*)(void *)> outAddrPtr(outDeviceAddr, aclrtFree);
    aclScalar *alpha = aclCreateScalar(&alphaValue, aclDataType::ACL_FLOAT);
    uint64_t workspaceSize = 0;
    aclOpExecutor *executor = nullptr;
    ret = aclnnAddGetWorkspaceSize(self,   // self
                                   self,   // other
                                   alpha,  // alpha
                                   out, &workspaceSize, &executor);
    CHECK_FREE_RET(ret == ACL_SUCCESS, LOG_PRINT("aclnnAddGetWorkspaceSize failed. ERROR: %d\n", ret); return ret);
    void *workspaceAddr = nullptr;
    std::unique_ptr<void, aclError (*)(void *)> workspacePtr(nullptr, aclrtFree);
    if (workspaceSize > 0) {
        ret = aclrtMalloc(&workspaceAddr, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST);
        CHECK_FREE_RET(ret == ACL_SUCCESS, return ret);
        workspacePtr.reset(workspaceAddr);
    }
    ret = aclnnAdd(workspaceAddr, workspaceSize, executor, stream);
    CHECK_FREE_RET(ret == ACL_SUCCESS, return ret);
    ret = aclrtSynchronizeStream(stream);
    PrintResult<float>(shape, &outDeviceAddr);

    void *host = nullptr;
    ret = aclrtMallocHost(&host, 4 * sizeof(float));
    float *numbers = static_cast<float *>(host);
    ret = aclrtMemcpy(host, 16, outDeviceAddr, 16, ACL_MEMCPY_DEVICE_TO_HOST);
    for (int i = 0; i < 4; ++i) {
        LOG_PRINT("%.2f ", numbers[i]);
    }
    LOG_PRINT("\n");
    auto *bits = reinterpret_cast<uint32_t *>(numbers);
    LOG_PRINT("0x%08x\n", bits[0]);
    memset(host, 0, 16);
    LOG_PRINT("%.1f\n", numbers[3]);
    aclrtFreeHost(host);

    std::vector<int64_t> axes = {0, 1};
    aclIntArray *dims = aclCreateIntArray(axes.data(), axes.size());
    uint64_t dimCount = 0;
    aclGetIntArraySize(dims, &dimCount);
    int64_t *view = nullptr;
    uint64_t viewCount = 0;
    ret = aclGetViewShape(self, &view, &viewCount);
    LOG_PRINT("%lu dims, view %ld x %ld of %lu\n", dimCount, view[0], view[1], viewCount);
    aclDestroyIntArray(dims);

    Args args[DEVICES];
    std::vector<std::thread> threads;
    for (int rank = 0; rank < DEVICES; rank++) {
        args[rank].rank = rank;
        args[rank].stream = stream;
        args[rank].context = context;
        args[rank].data = {0.5f, 1.5f};
        threads.emplace_back(Work, std::ref(args[rank]));
    }
    for (auto &thread : threads) {
        thread.join();
    }
    LOG_PRINT("%.1f %.1f\n", args[0].data[0], args[1].data[0]);
    std::vector<std::unique_ptr<std::thread>> owned(DEVICES);
    for (uint32_t rank = 0; rank < DEVICES; rank++) {
        args[rank].rank = rank;
        owned[rank].reset(new (std::nothrow) std::thread(&Work, std::ref(args[rank])));
    }
    for (auto rank = 0; rank < DEVICES; rank++) {
        owned[rank]->join();
    }
    Rows rows;
    for (size_t i = 0; i < kRows; ++i) {
        rows.sizes[i] = 16 * (i + 1);
        ret = aclrtMalloc(&rows.blocks[i], rows.sizes[i], ACL_MEM_MALLOC_HUGE_FIRST);
    }
    const auto squares = Squares();
    aclrtMemLocation location = OnDevice(3);
    LOG_PRINT("%d %zu %u %u %d\n", rows.blocks[1] != nullptr, rows.sizes[1], squares[1], location.id, location.type);
    FreeRows(rows.blocks);
    LOG_PRINT("%d\n", rows.blocks[0] == nullptr);
    std::vector<void *> blocks;
    if (AllocateAll(blocks, 3, 64) != ACL_SUCCESS) {
        return 1;
    }
    LOG_PRINT("%zu blocks, %d %d, %p\n", blocks.size(), blocks[0] != nullptr, blocks[1] != blocks[2], nullptr);
    for (auto block : blocks) {
        aclrtFree(block);
    }
    std::map<std::string, int> sizes = {{"a", 1}, {"b", 2}};
    sizes["c"] = 3;
    for (const auto &entry : sizes) {
        LOG_PRINT("%s %d\n", entry.first.c_str(), entry.second);
    }
    for (int i = 0; i < DEVICES; i++) {
        aclrtFree(addresses[i]);
    }
    aclDestroyScalar(alpha);
    LOG_PRINT("kShape %ld %ld\n", kShape[0], kShape[1]);
    return 0;
}
