/* A child process has an emulator of its own, without what its parent made. */
#include <sys/wait.h>
#include <unistd.h>
#include "aclnnop/aclnn_abs.h"
#include "support.h"

/* As C libraries before glibc 2.29 have it: with the handlers of pthread_atfork. */
static pid_t command_of_popen;

FILE *popen(const char *command, const char *mode)
{
    int ends[2];
    CHECK(pipe(ends));
    command_of_popen = fork();
    if (command_of_popen == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    return fdopen(ends[0], mode);
}

int pclose(FILE *output)
{
    int status;
    fclose(output);
    waitpid(command_of_popen, &status, 0);
    return status;
}

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
