// Structs, classes that own something, lambdas, smart pointers, references.
#include <cstdio>
#include <cassert>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include "acl/acl.h"
#include "aclnn/acl_meta.h"

struct TensorInfo {
    std::string name;
    std::vector<int64_t> shape;
    aclDataType type = ACL_FLOAT;
    void *address = nullptr;
    float scale;
};

struct Point {
    int x;
    int y;
};

class Counter {
public:
    explicit Counter(int start) : value_(start), steps_{0} {}
    ~Counter()
    {
        printf("counter ends at %d after %d\n", value_, steps_);
    }
    void Add(int amount)
    {
        value_ += amount;
        steps_++;
    }
    int Value() const
    {
        return value_;
    }
    static int Twice(int x)
    {
        return 2 * x;
    }

private:
    int value_;
    int steps_;
};

void Increase(int &value, int64_t *other)
{
    value += 5;
    *other = value * 2;
}

void Swap(Point &a, Point &b)
{
    Point c = a;
    a = b;
    b = c;
}

int Allocate(void **address, size_t size)
{
    return aclrtMalloc(address, size, ACL_MEM_MALLOC_HUGE_FIRST);
}

namespace tools {
int Apply(const std::function<int(int)> &function, int value)
{
    return function(value);
}
}  // namespace tools

struct Tally {
    int n = 0;
    static int Twice(int v) { return v * 2; }
    void Clear() { n = 0; }
    void Add(int v)
    {
        if (v < 0) {
            Clear();
        }
        n += Twice(v);
    }
    ~Tally() { Clear(); printf("tally %d\n", n); }
};

struct AtEnd {
    explicit AtEnd(std::function<void()> action) : action_(std::move(action)), off_(false) {}
    ~AtEnd()
    {
        if (!off_) {
            action_();
        }
    }
    void Off() { off_ = true; }
    std::function<void()> action_;
    bool off_;
};

int Guarded(bool keep)
{
    AtEnd guard([&] { printf("undone %d\n", keep); });
    if (keep) {
        guard.Off();
        return 1;
    }
    return 0;
}

struct Blocks {
    Blocks() : count_(0) {}
    ~Blocks()
    {
        for (auto block : blocks_) {
            aclrtFreeHost(block);
        }
        printf("%zu blocks freed\n", blocks_.size());
    }
    Blocks &Add(size_t size)
    {
        void *block = nullptr;
        aclrtMallocHost(&block, size);
        blocks_.push_back(block);
        count_ += 1;
        return *this;
    }
    template <typename T>
    T *At(size_t index)
    {
        if (index >= count_) {
            return nullptr;
        }
        return reinterpret_cast<T *>(blocks_[index]);
    }
    size_t count_;
    std::vector<void *> blocks_;
};

Blocks MakeBlocks()
{
    Blocks blocks;
    blocks.Add(16).Add(32);
    return blocks;
}

int main()
{
    aclInit(nullptr);
    aclrtSetDevice(0);
    TensorInfo info;
    info.name = "input";
    info.shape = {4, 5};
    info.scale = 0.5f;
    printf("%s %zu %d %f %d\n", info.name.c_str(), info.shape.size(), info.type, info.scale, info.address == nullptr);
    Point p = {1, 2}, q{3, 4};
    Swap(p, q);
    printf("%d %d %d %d\n", p.x, p.y, q.x, q.y);
    Point points[2] = {{5, 6}, {7, 8}};
    Point *pointer = &points[1];
    pointer->x = 70;
    printf("%d %d\n", points[1].x, points[0].y);
    {
        Counter counter(10);
        counter.Add(3);
        counter.Add(Counter::Twice(4));
        printf("value %d\n", counter.Value());
    }
    int value = 1;
    int64_t other = 0;
    Increase(value, &other);
    printf("%d %ld\n", value, other);
    int &alias = value;
    alias = 40;
    printf("%d\n", value);
    auto twice = [](int x) { return 2 * x; };
    int calls = 0;
    auto count = [&calls](int x) {
        calls += x;
        return calls;
    };
    count(2);
    count(3);
    printf("%d %d %d\n", twice(21), calls, tools::Apply(twice, 8));
    const int32_t status = [&]() -> int32_t {
        size_t freeBytes = 0;
        uint64_t totalBytes = 0;
        if (aclrtGetMemInfo(ACL_HBM_MEM, &freeBytes, &totalBytes) != ACL_SUCCESS) {
            return -1;
        }
        return freeBytes <= totalBytes ? 1 : 0;
    }();
    {
        Blocks blocks = MakeBlocks();
        assert(blocks.count_ == 2);
        float *values = blocks.At<float>(1);
        values[7] = 2.5f;
        memset(blocks.At<void>(0), 0, 16);
        printf("status %d, %.1f, %d, %d\n", status, blocks.At<float>(1)[7], blocks.At<int32_t>(0)[3],
               blocks.At<float>(2) == nullptr);
    }
    std::vector<int64_t> row = {3, 4};
    void **start = (void **)(&row);
    int64_t second = 0;
    memcpy(&second, static_cast<char *>(*start) + 8, 8);
    printf("second %ld\n", second);
    printf("%d %d\n", Guarded(true), Guarded(false));
    void *memory = nullptr;
    int ret = Allocate(&memory, 64);
    std::unique_ptr<void, aclError (*)(void *)> guard(memory, aclrtFree);
    printf("%d %d\n", ret, memory != nullptr);
    if (guard.get() != nullptr) {
        printf("guarded\n");
    }
    auto owned = std::make_unique<Point>();
    owned->x = 9;
    printf("%d\n", owned->x);
    float numbers[4] = {1, 2, 3, 4};
    float *cursor = numbers;
    cursor += 1;
    *cursor = 20;
    printf("%f %f %f\n", *cursor, cursor[1], *(numbers + 3));
    for (int i = 0; i < 2; i++) {
        printf("%f\n", *cursor++);
    }
    aclrtMemcpy(memory, 16, numbers, sizeof(numbers), ACL_MEMCPY_HOST_TO_DEVICE);
    std::vector<float> back(4);
    aclrtMemcpy(back.data(), back.size() * sizeof(float), memory, 16, ACL_MEMCPY_DEVICE_TO_HOST);
    for (size_t i = 0; i < back.size(); ++i) {
        printf("back[%zu] %f\n", i, back[i]);
    }
    Tally tally;
    tally.Add(3);
    printf("%d ", tally.n);
    tally.Add(-2);
    printf("%d\n", tally.n);
    guard.reset();
    aclrtResetDevice(0);
    aclFinalize();
    return 0;
}
