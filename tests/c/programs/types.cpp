// What C++ programs do with the types and names of the headers, in both include orders.
#include "aclnn/aclnn_base.h"
#include "acl/acl_base.h"
#include "acl/acl.h"
#include "support.h"
#include <type_traits>

static_assert(std::is_same<aclrtStream, void *>::value, "a stream is void *, as in CANN");
static_assert(std::is_same<aclrtContext, void *>::value && std::is_same<aclrtEvent, void *>::value, "so are others");
static_assert(aclDataType::ACL_BF16 == 27 && ACL_BF16 == 27, "with scope and without");
static_assert(aclFormat::ACL_FORMAT_ND == 2, "with scope");
static_assert(ACL_ERROR_RT_PARAM_INVALID == 107000, "acl.h brings the codes of the runtime");
constexpr aclDataType TYPE = aclDataType::ACL_INT64;

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
    CHECK(aclrtResetDevice(0));
    ACL_APP_LOG(ACL_INFO, "size %zu of %s", Size<TYPE>::value, "int64");
    ACL_APP_LOG(ACL_INFO, "nothing more");
    printf("%zu\n", aclDataTypeSize(TYPE));
    return Size<TYPE>::value == aclDataTypeSize(TYPE) ? 0 : 1;
}
