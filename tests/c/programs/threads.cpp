// Eight threads that Python does not know, the first calls of all at once; each raises 3 to a power on its own stream.
#include <thread>
#include <vector>
#include "aclnnop/aclnn_mul.h"
#include "support.h"

static void work(int index, float *result)
{
    float one = 1, three = 3;
    void *memory[2];
    aclrtStream stream = nullptr;
    CHECK(aclrtSetDevice(index % 2));
    CHECK(aclrtCreateStream(&stream));
    aclTensor *power = make_tensor(&one, 1, &memory[0]);
    aclTensor *base = make_tensor(&three, 1, &memory[1]);
    for (int i = 0; i < index; i++) {
        uint64_t size = 0;
        aclOpExecutor *executor = nullptr;
        void *workspace = nullptr;
        CHECK(aclnnInplaceMulGetWorkspaceSize(power, base, &size, &executor));
        if (size > 0)
            CHECK(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
        CHECK(aclnnInplaceMul(workspace, size, executor, stream));
        CHECK(aclrtSynchronizeStream(stream));
        if (workspace)
            CHECK(aclrtFree(workspace));
    }
    CHECK(aclrtMemcpy(result, sizeof *result, memory[0], sizeof *result, ACL_MEMCPY_DEVICE_TO_HOST));
    aclDestroyTensor(power);
    aclDestroyTensor(base);
    CHECK(aclrtFree(memory[0]));
    CHECK(aclrtFree(memory[1]));
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(index % 2));
}

int main()
{
    std::vector<float> results(8);
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; i++)
        threads.emplace_back(work, i, &results[i]);
    for (auto &thread : threads)
        thread.join();
    for (float result : results)
        printf("%.0f\n", result);
    return 0;
}
