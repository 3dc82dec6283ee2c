/* A child process has an emulator of its own, without what its parent made. */
#include <sys/wait.h>
#include <unistd.h>
#include "aclnnop/aclnn_abs.h"
#include "support.h"

static aclrtStream work(float x)
{
    void *memory[2];
    aclrtStream stream;
    uint64_t size;
    aclOpExecutor *executor;
    CHECK(aclrtSetDevice(0));
    CHECK(aclrtCreateStream(&stream));
    aclTensor *in = make_tensor(&x, 1, &memory[0]), *out = make_tensor(&x, 1, &memory[1]);
    CHECK(aclnnAbsGetWorkspaceSize(in, out, &size, &executor));
    CHECK(aclnnAbs(NULL, 0, executor, stream));
    CHECK(aclrtSynchronizeStream(stream));
    CHECK(aclrtMemcpy(&x, sizeof x, memory[1], sizeof x, ACL_MEMCPY_DEVICE_TO_HOST));
    CHECK(aclrtFree(memory[0]));
    CHECK(aclrtFree(memory[1]));
    aclDestroyTensor(in);
    aclDestroyTensor(out);
    printf("%g\n", x);
    fflush(stdout);
    return stream;
}

int main(void)
{
    int status;
    aclrtStream stream = work(-1);
    pid_t child = fork();
    if (child == 0) {
        if (aclrtSynchronizeStream(stream) == 0)
            return 1;
        work(-2);
        return 7;
    }
    waitpid(child, &status, 0);
    printf("%d\n", WEXITSTATUS(status));
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtDestroyStream(work(-3)));
    CHECK(aclrtResetDeviceForce(0));
    return 0;
}
