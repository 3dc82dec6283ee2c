/* A tensor of eight elements on memory for four: a misuse that hardware may let through.  argv[1]: the exit code. */
#include "support.h"
#include "aclnnop/aclnn_abs.h"

int main(int count, char **arguments)
{
    float x[4] = {0};
    int64_t eight = 8, stride = 1;
    void *memory = NULL;
    uint64_t size;
    aclOpExecutor *executor;
    aclTensor *four, *tensor;
    aclrtStream stream;

    CHECK(aclrtSetDevice(0));
    CHECK(aclrtCreateStream(&stream));
    four = make_tensor(x, 4, &memory);
    tensor = aclCreateTensor(&eight, 1, ACL_FLOAT, &stride, 0, ACL_FORMAT_ND, &eight, 1, memory);
    CHECK(aclnnAbsGetWorkspaceSize(tensor, tensor, &size, &executor));
    printf("before\n");
    fflush(stdout);
    CHECK(aclnnAbs(NULL, 0, executor, stream));
    printf("behind\n");
    aclrtSynchronizeStream(stream);
    aclDestroyTensor(four);
    aclDestroyTensor(tensor);
    aclrtFree(memory);
    aclrtDestroyStream(stream);
    aclrtResetDevice(0);
    return count > 1 ? atoi(arguments[1]) : 0;
}
