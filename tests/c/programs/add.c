/* x + alpha * y in plain C, with everything released. */
#include "aclnnop/level2/aclnn_add.h"
#include "support.h"

int main(void)
{
    float x[4] = {1, 2, 3, 4}, y[4] = {10, 20, 30, 40}, alpha = 0.5f, result[4];
    void *memory[3], *workspace = NULL;
    aclTensor *tensors[3];
    aclScalar *scalar;
    aclrtStream stream;
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;

    CHECK(aclInit(NULL));
    CHECK(aclrtSetDevice(0));
    CHECK(aclrtCreateStream(&stream));
    tensors[0] = make_tensor(x, 4, &memory[0]);
    tensors[1] = make_tensor(y, 4, &memory[1]);
    tensors[2] = make_tensor(x, 4, &memory[2]);
    scalar = aclCreateScalar(&alpha, ACL_FLOAT);
    CHECK(aclnnAddGetWorkspaceSize(tensors[0], tensors[1], scalar, tensors[2], &size, &executor));
    if (size > 0)
        CHECK(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclnnAdd(workspace, size, executor, stream));
    CHECK(aclrtSynchronizeStream(stream));
    CHECK(aclrtMemcpy(result, sizeof result, memory[2], sizeof result, ACL_MEMCPY_DEVICE_TO_HOST));
    for (int i = 0; i < 4; i++)
        printf("%g\n", result[i]);
    for (int i = 0; i < 3; i++) {
        CHECK(aclDestroyTensor(tensors[i]));
        CHECK(aclrtFree(memory[i]));
    }
    CHECK(aclDestroyScalar(scalar));
    if (workspace)
        CHECK(aclrtFree(workspace));
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 0;
}
