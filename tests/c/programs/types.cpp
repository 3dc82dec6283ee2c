// What C++ programs do with the types and names of the headers, in both include orders.
#include "aclnn/aclnn_base.h"
#include "acl/acl_base.h"
#include "acl/acl.h"
#include "acl/acl_rt_api.h"
#include "aclnnop/aclnn_group_norm_backward.h"
#include "aclnn/opdev/fp16_t.h"
#include "aclnn/opdev/op_errno.h"
#include "support.h"
#include <type_traits>
#include <vector>

static_assert(std::is_same<aclrtStream, void *>::value, "a stream is void *, as in CANN");
static_assert(std::is_same<aclrtContext, void *>::value && std::is_same<aclrtEvent, void *>::value, "so are others");
static_assert(aclDataType::ACL_BF16 == 27 && ACL_BF16 == 27, "with scope and without");
static_assert(aclFormat::ACL_FORMAT_ND == 2, "with scope");
static_assert(std::array<bool, 3>().size() == 3, "CANN's header of the operator with a mask has the array for it");
static_assert(ACL_ERROR_RT_PARAM_INVALID == 107000, "acl.h brings the codes of the runtime");
constexpr aclDataType TYPE = aclDataType::ACL_INT64;

static_assert(dim3(4).x == 4 && dim3(4).y == 1 && dim3(4, 5).z == 1 && sizeof(dim3) == 12, "as in C but for the rest");

// Overloads that C++ programs have, each with the types of its parameters.
#define OVERLOAD(name, ...) static_assert(static_cast<aclError (*)(__VA_ARGS__)>(name) != nullptr, #name)
OVERLOAD(aclrtSynchronizeDevice, int32_t);
OVERLOAD(aclrtSetOpExecuteTimeOut, uint64_t, uint64_t *);
OVERLOAD(aclrtMalloc, float **, size_t, aclrtMallocConfig *);
OVERLOAD(aclrtMemAllocManaged, float **, size_t, uint32_t);
OVERLOAD(aclrtMemManagedPrefetchAsync, const float *, size_t, aclrtMemManagedLocation, uint32_t, aclrtStream);
OVERLOAD(aclrtMemManagedPrefetchBatchAsync, const int **, size_t *, size_t, aclrtMemManagedLocation, uint64_t,
         aclrtStream);
OVERLOAD(aclrtHostRegister, char *, uint64_t, aclrtHostRegisterType, char **);
OVERLOAD(aclrtHostRegister, char *, uint64_t, uint32_t);
OVERLOAD(aclrtHostUnregister, char *);
OVERLOAD(aclrtHostGetDevicePointer, int *, int **, uint32_t);
OVERLOAD(aclrtPointerGetAttributes, const int *, aclrtPtrAttributes *);
OVERLOAD(aclrtMemcpy2d, int *, size_t, const int *, size_t, size_t, size_t, aclrtMemcpyKind);
OVERLOAD(aclrtMemcpy2dAsync, int *, size_t, const int *, size_t, size_t, size_t, aclrtMemcpyKind, aclrtStream);
OVERLOAD(aclrtMemcpyBatch, int **, size_t *, int **, size_t *, size_t, aclrtMemcpyBatchAttr, size_t *);
OVERLOAD(aclrtMemcpyBatchAsync, int **, size_t *, int **, size_t *, size_t, aclrtMemcpyBatchAttr, aclrtStream);
OVERLOAD(aclrtMemcpyBatchAsync, int **, size_t *, int **, size_t *, size_t, aclrtMemcpyBatchAttr, size_t *,
         aclrtStream);
OVERLOAD(aclrtGetSymbolAddress, const int &, void **);
OVERLOAD(aclrtGetSymbolSize, const int &, size_t *);
OVERLOAD(aclrtMemcpyToSymbol, const int &, const void *, size_t, size_t, aclrtMemcpyKind);
OVERLOAD(aclrtMemcpyFromSymbolAsync, void *, size_t, const int &, size_t, size_t, aclrtMemcpyKind, aclrtStream);

static void print_halves()
{
    std::vector<op::fp16_t> halves = {0.1, 1, 65520.0, 2049, 3e-8};
    halves[1] += halves[1];
    for (auto half : halves)
        printf("%.10f ", static_cast<float>(half));
    printf("%g %.9f\n", static_cast<double>(op::fp16_t(uint16_t{0x3c00})), static_cast<float>(op::bfloat16(0.1f)));
}

static float through_overloads(float value)
{
    float *host = nullptr, *device = nullptr;
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    CHECK(aclrtMallocHost(&host, 2 * sizeof *host));
    CHECK(aclrtMalloc(&device, sizeof *device, ACL_MEM_MALLOC_NORMAL_ONLY));
    CHECK(aclrtCreateStream(&stream, 0, ACL_STREAM_FAST_LAUNCH));
    CHECK(aclrtCreateEvent(&event, ACL_EVENT_SYNC));
    host[0] = value;
    CHECK(aclrtMemcpy(device, sizeof *device, host, sizeof *host, ACL_MEMCPY_HOST_TO_DEVICE));
    CHECK(aclrtMemcpyAsync(host + 1, sizeof *host, device, sizeof *host, ACL_MEMCPY_DEVICE_TO_HOST, stream));
    CHECK(aclrtRecordEvent(event, stream));
    CHECK(aclrtStreamWaitEvent(stream, event, 1000));
    CHECK(aclrtSynchronizeEvent(event, 1000));
    CHECK(aclrtSynchronizeStream(stream, 1000));
    value = host[1];
    CHECK(aclrtDestroyEvent(event));
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtFree(device));
    CHECK(aclrtFreeHost(host));
    return value;
}

template <aclDataType type>
struct Size;
template <>
struct Size<TYPE> {
    static constexpr std::size_t value = 8;
};

int main()
{
    void *handle = nullptr;                                // a handle can be any pointer, and the other way round
    CHECK(aclrtSetDevice(0));
    CHECK(aclrtCreateStream(&handle));
    aclrtStream stream = handle;
    CHECK(aclrtDestroyStream(stream));
    printf("%g\n", through_overloads(2.5F));
    print_halves();
    CHECK(aclrtResetDevice(0));
    ACL_APP_LOG(ACL_INFO, "size %zu of %s", Size<TYPE>::value, "int64");
    ACL_APP_LOG(ACL_INFO, "nothing more");
    printf("%zu\n", aclDataTypeSize(TYPE));
    return Size<TYPE>::value == aclDataTypeSize(TYPE) ? ACLNN_SUCCESS : ACLNN_ERR_INNER;
}
