// Classes over the runtime, fields that C writes, callbacks, futures.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <future>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>
#include "acl/acl.h"
#include "aclnn/acl_meta.h"

#define ACL_CHECK(expr)                                                            \
    do {                                                                           \
        aclError code = (expr);                                                    \
        if (code != ACL_SUCCESS) {                                                 \
            std::cerr << "failed: " << #expr << " with " << code << std::endl;     \
            return false;                                                          \
        }                                                                          \
    } while (0)

enum TensorKind : uint8_t { KIND_INPUT, KIND_OUTPUT };

struct Session {
    int32_t device = 0;
    aclrtStream stream = nullptr;
    aclrtContext context = nullptr;
    bool ready = false;
};

struct Shape {
    std::vector<int64_t> extents;
    int64_t Count() const
    {
        int64_t count = 1;
        for (auto extent : extents) {
            count *= extent;
        }
        return count;
    }
};

class Buffer {
public:
    explicit Buffer(size_t size) : size_(size)
    {
        aclError ret = aclrtMalloc(&address_, size, ACL_MEM_MALLOC_HUGE_FIRST);
        if (ret != ACL_SUCCESS) {
            address_ = nullptr;
        }
    }
    ~Buffer()
    {
        if (address_ != nullptr) {
            aclrtFree(address_);
            std::cout << "freed " << size_ << std::endl;
        }
    }
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    void *Get() const { return address_; }
    size_t Size() const { return size_; }

private:
    void *address_ = nullptr;
    size_t size_ = 0;
};

bool Open(Session &session)
{
    ACL_CHECK(aclInit(nullptr));
    ACL_CHECK(aclrtSetDevice(session.device));
    ACL_CHECK(aclrtCreateContext(&session.context, session.device));
    ACL_CHECK(aclrtCreateStream(&session.stream));
    session.ready = true;
    return true;
}

void Close(Session *session)
{
    if (session->stream != nullptr) {
        aclrtDestroyStream(session->stream);
        session->stream = nullptr;
    }
    aclrtDestroyContext(session->context);
    aclrtResetDevice(session->device);
    aclFinalize();
    session->ready = false;
}

template <typename T>
bool Upload(const Buffer &buffer, const std::vector<T> &data)
{
    ACL_CHECK(aclrtMemcpy(buffer.Get(), buffer.Size(), data.data(), data.size() * sizeof(T), ACL_MEMCPY_HOST_TO_DEVICE));
    return true;
}

template <typename T>
std::vector<T> Download(const Buffer &buffer, size_t count)
{
    std::vector<T> data(count);
    aclrtMemcpy(data.data(), count * sizeof(T), buffer.Get(), count * sizeof(T), ACL_MEMCPY_DEVICE_TO_HOST);
    return data;
}

void OnStream(void *argument)
{
    int *counter = static_cast<int *>(argument);
    *counter += 7;
}

const char *KindName(TensorKind kind)
{
    return kind == KIND_INPUT ? "input" : "output";
}

std::tuple<int, int> Split(int value)
{
    return std::make_tuple(value / 10, value % 10);
}

void Share(void *address)
{
    int steps = 0;
    std::shared_ptr<void> always(nullptr, [&](void *nothing) {
        printf("steps %d\n", steps);
        printf("nothing %d\n", nothing == nullptr);
    });
    std::unique_ptr<void, std::function<void(void *)>> never(nullptr, [](void *) { printf("never\n"); });
    std::shared_ptr<void> held(address, aclrtFree);
    std::shared_ptr<void> late;
    late.reset(address, [&](void *same) {
        steps++;
        printf("same %d\n", same == address);
    });
    late.reset();
    steps++;
    printf("late %d held %d\n", late.get() == nullptr, held.get() == address);
}

int main()
{
    Session session;
    if (!Open(session)) {
        return 1;
    }
    std::cout << "ready " << session.ready << std::endl;
    Shape shape = {{2, 3}};
    printf("count %ld\n", shape.Count());
    {
        Buffer buffer(shape.Count() * sizeof(float));
        std::vector<float> data(shape.Count());
        for (size_t i = 0; i < data.size(); ++i) {
            data[i] = 0.25f * i;
        }
        Upload(buffer, data);
        auto back = Download<float>(buffer, data.size());
        for (auto value : back) {
            std::cout << value << ' ';
        }
        std::cout << '\n';
        std::vector<int32_t> raw = Download<int32_t>(buffer, 2);
        printf("0x%x 0x%x\n", raw[0], raw[1]);
    }
    int counter = 1;
    aclrtLaunchHostFunc(session.stream, OnStream, &counter);
    aclrtSynchronizeStream(session.stream);
    printf("counter %d\n", counter);
    std::future<int> answer = std::async(std::launch::async, [](int x) { return x * 2; }, 21);
    printf("answer %d\n", answer.get());
    std::vector<std::pair<std::string, int>> named = {{"a", 1}, {"b", 2}};
    named.push_back({"c", 3});
    for (const auto &item : named) {
        std::cout << item.first << "=" << item.second << ";";
    }
    std::cout << std::endl;
    auto [tens, ones] = Split(42);
    printf("%d %d %s %s\n", tens, ones, KindName(KIND_INPUT), KindName(KIND_OUTPUT));
    std::vector<std::function<int(int)>> steps;
    steps.push_back([](int x) { return x + 1; });
    steps.push_back([&counter](int x) { return x * counter; });
    int value = 1;
    for (auto &step : steps) {
        value = step(value);
    }
    printf("value %d\n", value);
    std::mutex mutex;
    {
        std::lock_guard<std::mutex> lock(mutex);
        value++;
    }
    char name[32];
    snprintf(name, sizeof(name), "tensor_%d", value);
    printf("%s %zu\n", name, strlen(name));
    std::string path = std::string("out") + "/" + name + ".bin";
    std::cout << path << std::endl;
    const int64_t extents[3] = {1, 2, 3};
    int64_t product = 1;
    for (int64_t extent : extents) {
        product *= extent;
    }
    printf("product %ld\n", product);
    void *addresses[2];
    for (int i = 0; i < 2; i++) {
        aclrtMalloc(&addresses[i], 32, ACL_MEM_MALLOC_NORMAL_ONLY);
    }
    size_t free = 0, total = 0;
    aclrtGetMemInfo(ACL_HBM_MEM, &free, &total);
    printf("%d\n", free < total);
    for (void *address : addresses) {
        aclrtFree(address);
    }
    void *shared = nullptr;
    aclrtMalloc(&shared, 16, ACL_MEM_MALLOC_HUGE_FIRST);
    Share(shared);
    printf("freed twice %d\n", aclrtFree(shared) != ACL_SUCCESS);
    Close(&session);
    printf("ready %d stream %d\n", session.ready, session.stream == nullptr);
    return 0;
}
