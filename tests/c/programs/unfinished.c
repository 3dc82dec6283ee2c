/* The program ends while a stream multiplies matrices: nothing hangs, nothing crashes. */
#include "support.h"
#include "aclnnop/aclnn_matmul.h"

enum { SIDE = 500 };
static float zeros[SIDE * SIDE];

int main(void)
{
    int64_t shape[2] = {SIDE, SIDE}, strides[2] = {SIDE, 1};
    void *memory[3], *workspace = NULL;
    aclTensor *tensors[3];
    aclrtStream stream;
    uint64_t size;
    aclOpExecutor *executor;

    CHECK(aclrtSetDevice(0));
    CHECK(aclrtCreateStream(&stream));
    for (int i = 0; i < 3; i++) {
        CHECK(aclrtMalloc(&memory[i], sizeof zeros, ACL_MEM_MALLOC_HUGE_FIRST));
        CHECK(aclrtMemcpy(memory[i], sizeof zeros, zeros, sizeof zeros, ACL_MEMCPY_HOST_TO_DEVICE));
        tensors[i] = aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 2, memory[i]);
    }
    for (int i = 0; i < 100; i++) {
        CHECK(aclnnMatmulGetWorkspaceSize(tensors[0], tensors[1], tensors[2], 0, &size, &executor));
        if (size > 0 && !workspace)
            CHECK(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
        CHECK(aclnnMatmul(workspace, size, executor, stream));
    }
    printf("leaving\n");
    return 0;
}
