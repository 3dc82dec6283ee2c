// A C++ function that a stream calls between two copies; it runs on a thread of the emulator.
#include <atomic>
#include <thread>
#include "support.h"

struct State {
    std::thread::id main;
    std::atomic<int> calls;
    bool elsewhere;
};

static void count(void *data)
{
    auto *state = static_cast<State *>(data);
    state->calls++;
    state->elsewhere = std::this_thread::get_id() != state->main;
}

int main()
{
    State state{std::this_thread::get_id(), {0}, false};
    aclrtStream stream = nullptr;
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(0));
    CHECK(aclrtCreateStream(&stream));
    for (int i = 0; i < 5; i++)
        CHECK(aclrtLaunchHostFunc(stream, count, &state));
    CHECK(aclrtSynchronizeStream(stream));
    printf("%d %s\n", state.calls.load(), state.elsewhere ? "elsewhere" : "here");
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 0;
}
