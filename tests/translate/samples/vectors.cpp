// Vectors of every element type, made in every way.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>
#include "acl/acl.h"

#define LOG_PRINT(message, ...) \
    do { \
        printf(message, ##__VA_ARGS__); \
    } while (0)

template <typename T>
void PrintVector(const char *name, const std::vector<T> &values)
{
    LOG_PRINT("%s has %zu elements\n", name, values.size());
    for (size_t i = 0; i < values.size(); i++) {
        LOG_PRINT("%s[%zu] = %f\n", name, i, static_cast<double>(values[i]));
    }
}

template <typename T>
size_t BytesOf(const std::vector<T> &values)
{
    return values.size() * sizeof(T);
}

int64_t Product(const std::vector<int64_t> &shape)
{
    int64_t product = 1;
    for (auto extent : shape) {
        product *= extent;
    }
    return product;
}

std::vector<float> Ramp(int n, float start, float step)
{
    std::vector<float> ramp(n);
    for (int i = 0; i < n; ++i) {
        ramp[i] = start + i * step;
    }
    return ramp;
}

uint32_t Wide(uint16_t v)
{
    return (uint32_t)v << 16;
}

template <typename T>
T First(const std::vector<T> &v)
{
    return v[0];
}

// Elements of narrow types count as int, wherever they go.
void PrintNarrow()
{
    std::vector<uint16_t> h = {0x3c00, 65535};
    std::vector<uint8_t> b = {200, 255};
    std::vector<int8_t> s = {-100, 100};
    std::vector<uint32_t> u = {4000000000u, 3};
    auto twice = [](uint16_t q) { return q << 8; };
    for (size_t i = 0; i < 2; i++) {
        uint16_t x = h[i];
        printf("%u %d %d %u\n", Wide(h[i]), x << 8, twice(h[i]), First(u) + u[i]);
        printf("%d %d\n", (i > 0 ? h[i] : 7) << 3, b[i] + b[0]);
        int8_t narrow = s[i];
        narrow += s[i];
        uint8_t small = b[i];
        small *= 3;
        s[i] -= 50;
        printf("%d %d %d\n", narrow, small, s[i]);
    }
}

template <typename T>
std::vector<std::vector<T>> Doubled(const std::vector<std::vector<T>> &rows)
{
    std::vector<std::vector<T>> result(rows.size());
    for (size_t i = 0; i < rows.size(); ++i) {
        result[i].resize(rows[i].size());
        for (size_t j = 0; j < rows[i].size(); ++j) {
            result[i][j] = rows[i][j] * 2;
        }
    }
    return result;
}

void PrintRows()
{
    std::vector<std::vector<float>> rows = {{1.5f, 2.5f}, {3.5f}, {}};
    for (const auto &row : Doubled(rows)) {
        PrintVector("row", row);
    }
    std::vector<std::vector<int32_t>> counts;
    counts.resize(2);
    counts[1].resize(3);
    counts[1][2] = 7;
    for (const auto &row : counts) {
        PrintVector("counts", row);
    }
}

int Reserve(void **addresses, int count)
{
    int ret = 0;
    for (int i = 0; i < count; i++) {
        ret |= aclrtMalloc(addresses + i, 64, ACL_MEM_MALLOC_HUGE_FIRST);
    }
    return ret;
}

void PrintAddresses()
{
    std::vector<void *> all(3, nullptr);
    std::vector<void *> sized;
    sized.resize(all.size() - 1, nullptr);
    std::vector<void *> pushed;
    for (int i = 0; i < 2; i++) {
        pushed.push_back(nullptr);
    }
    int ret = aclrtSetDevice(0) | Reserve(all.data(), 3) | Reserve(sized.data(), 2) | Reserve(&pushed[0], 1);
    LOG_PRINT("%d, %d %d\n", ret, pushed[0] != nullptr, pushed[1] != nullptr);
    void *table = nullptr;
    std::vector<void *> back(3);
    size_t bytes = all.size() * sizeof(void *);
    ret = aclrtMalloc(&table, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
    ret |= aclrtMemcpy(table, bytes, all.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE);
    ret |= aclrtMemcpy(back.data(), bytes, table, bytes, ACL_MEMCPY_DEVICE_TO_HOST);
    for (size_t i = 0; i < all.size(); i++) {
        LOG_PRINT("%d", back[i] == all[i] && all[i] != nullptr);
        ret |= aclrtFree(all[i]);
    }
    bytes = pushed.size() * sizeof(void *);
    ret |= aclrtMemcpy(table, bytes, pushed.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE);
    ret |= aclrtMemcpy(sized.data(), bytes, table, bytes, ACL_MEMCPY_DEVICE_TO_HOST);
    ret |= aclrtFree(table);
    LOG_PRINT("\n%d, %d %d\n", ret, sized == pushed, sized.back() == nullptr);
    aclrtResetDevice(0);
}

// Vectors handed over by their address.
bool Filled(int n, std::vector<float> *out = nullptr)
{
    if (out == nullptr || n < 0) {
        return false;
    }
    if (out && n > 3) {
        *out = Ramp(n, 2, 0.5f);
    } else {
        out->resize(n);
        (*out)[0] = 1.5f;
    }
    for (auto value : *out) {
        printf("%f ", value);
    }
    std::vector<float> &same = *out;
    same[1] = 7;
    out->back() += 1;
    return !out->empty();
}

template <typename T>
size_t Zeroed(std::vector<T> *values, size_t n)
{
    values->assign(n, T{});
    return values->size() * sizeof(T);
}

bool PassedOn(int n, std::vector<float> *out) { return !out ? false : Filled(n, out); }
int Total(const std::vector<int> *values) { return values ? std::accumulate(values->begin(), values->end(), 0) : -1; }

void Grown(std::vector<std::string> *names, std::vector<int64_t> *shape, std::vector<float> *fixed)
{
    names->push_back("first");
    names->emplace_back("second");
    shape->assign({2, 3});
    fixed->assign({0.25f, 0.5f, 0.75f});
}

void PrintPointed()
{
    std::vector<float> data;
    printf("%d %d %d\n", Filled(2), Filled(2, nullptr), PassedOn(2, nullptr));
    printf("%d\n", PassedOn(2, &data));
    printf("%f %f\n", data[0], data[1]);
    printf("%d\n", Filled(5, &data));
    printf("%f %zu\n", data[4], data.size());
    std::vector<float> *other = &data;
    Filled(3, other);
    std::vector<int> counts = {1, 2, 3};
    std::vector<uint16_t> halves;
    printf("%d %d %zu %zu\n", Total(&counts), Total(nullptr), Zeroed(&data, 4), Zeroed(&halves, 3));
    std::vector<std::string> names;
    std::vector<int64_t> shape;
    Grown(&names, &shape, &data);
    printf("%zu %s %ld %f\n", names.size(), names[1].c_str(), shape[1], data[2]);
}

int main()
{
    std::vector<float> a = {0.1f, -2, 3.5};
    std::vector<double> b{1.25, 2.5};
    std::vector<int8_t> c(3, -1);
    std::vector<uint8_t> d(2, 255);
    std::vector<int16_t> e = {1, -2};
    std::vector<uint16_t> f = {0x3C00, 0xBC00};
    std::vector<int32_t> g(4);
    std::vector<uint32_t> h(2, 7u);
    std::vector<int64_t> shape = {2, 3, 4};
    std::vector<std::vector<int64_t>> shapes = {{1, 2}, {3}, {}};
    PrintVector("a", a);
    PrintVector("b", b);
    PrintVector("c", c);
    PrintVector("d", d);
    PrintVector("e", e);
    PrintVector("f", f);
    PrintVector("g", g);
    PrintVector("h", h);
    PrintVector("shape", shape);
    LOG_PRINT("bytes: %zu %zu %zu %zu\n", BytesOf(a), BytesOf(b), BytesOf(c), BytesOf(f));
    LOG_PRINT("product %ld of %zu\n", Product(shape), shapes.size());
    for (size_t i = 0; i < shapes.size(); i++) {
        LOG_PRINT("shapes[%zu]: %ld\n", i, Product(shapes[i]));
    }
    std::vector<int32_t> grown;
    for (int32_t i = 0; i < 5; i++) {
        grown.push_back(i * i);
    }
    grown.pop_back();
    grown.resize(6, -3);
    PrintVector("grown", grown);
    std::iota(g.begin(), g.end(), 10);
    std::fill(a.begin(), a.end(), 0.5f);
    PrintVector("g", g);
    PrintVector("a", a);
    LOG_PRINT("sum %d, largest %d\n", std::accumulate(g.begin(), g.end(), 0), *std::max_element(g.begin(), g.end()));
    std::vector<float> ramp = Ramp(4, 0.1f, 0.3f);
    PrintVector("ramp", ramp);
    std::vector<float> copy(ramp);
    copy[0] = 9;
    std::vector<float> part(ramp.begin(), ramp.end());
    LOG_PRINT("%.3f %.3f %.3f\n", ramp[0], copy[0], part[1]);
    shape.push_back(5);
    shape.insert(shape.begin(), 7);
    LOG_PRINT("first %ld last %ld empty %d\n", shape.front(), shape.back(), shape.empty());
    for (auto &value : ramp) {
        value *= 2;
    }
    PrintVector("ramp", ramp);
    std::vector<bool> flags = {true, false, true};
    int set = 0;
    for (size_t i = 0; i < flags.size(); i++) {
        if (flags[i]) {
            set++;
        }
    }
    LOG_PRINT("%d flags set\n", set);
    std::vector<std::string> names = {"x", "weight", "out"};
    for (const auto &name : names) {
        std::cout << name << " " << name.size() << std::endl;
    }
    PrintNarrow();
    PrintRows();
    PrintAddresses();
    PrintPointed();
    return 0;
}
