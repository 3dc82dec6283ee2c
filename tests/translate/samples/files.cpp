// Binary files, environment, exceptions, static variables, templates with values.
#include <array>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

typedef struct {
    int rows;
    int columns;
} Size;

bool WriteFile(const std::string &path, const void *data, size_t size)
{
    std::ofstream file(path, std::ios::binary);
    if (!file.is_open()) {
        return false;
    }
    file.write(static_cast<const char *>(data), size);
    file.close();
    return true;
}

bool ReadFile(const std::string &path, std::vector<float> &data)
{
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) {
        std::cerr << "cannot open " << path << std::endl;
        return false;
    }
    size_t size = file.tellg();
    file.seekg(0, std::ios::beg);
    data.resize(size / sizeof(float));
    file.read(reinterpret_cast<char *>(data.data()), size);
    return true;
}

int NextId()
{
    static int id = 10;
    return id++;
}

template <typename T, size_t N>
T SumOf(const std::array<T, N> &values)
{
    T sum = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        sum += values[i];
    }
    return sum;
}

template <typename T>
T Larger(T a, T b)
{
    return a > b ? a : b;
}

std::pair<int, float> Both(int a)
{
    return {a, a * 0.5f};
}

float Mean(const float *values, int count)
{
    float sum = 0.0f;
    for (int i = 0; i < count; i++) {
        sum += values[i];
    }
    return count > 0 ? sum / count : 0.0f;
}

int Parse(const std::string &text)
{
    if (text.empty()) {
        throw std::runtime_error("empty text");
    }
    return std::stoi(text);
}

int main()
{
    std::vector<float> data = {1.5f, 2.5f, -3.0f};
    const char *folder = getenv("TMPDIR");
    std::string path = std::string(folder == nullptr ? "/tmp" : folder) + "/translate_sample.bin";
    if (!WriteFile(path, data.data(), data.size() * sizeof(float))) {
        return 1;
    }
    std::vector<float> back;
    if (ReadFile(path, back)) {
        for (float value : back) {
            std::cout << value << " ";
        }
        std::cout << std::endl;
    }
    std::remove(path.c_str());
    NextId();
    printf("id %d\n", NextId());
    std::array<int, 3> numbers = {1, 2, 3};
    printf("sum %d larger %d %.1f\n", SumOf(numbers), Larger(3, 4), Larger(2.5, 1.5));
    auto both = Both(3);
    printf("%d %.2f\n", both.first, both.second);
    auto [whole, half] = Both(5);
    printf("%d %.2f\n", whole, half);
    printf("mean %.4f\n", Mean(data.data(), static_cast<int>(data.size())));
    Size size = {2, 3};
    printf("%d\n", size.rows * size.columns);
    try {
        printf("%d\n", Parse("12"));
        printf("%d\n", Parse(""));
    } catch (const std::exception &error) {
        printf("caught %s\n", error.what());
    }
    float matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
    printf("%.1f %.1f\n", matrix[1][2], matrix[0][1]);
    setvbuf(stdout, nullptr, _IONBF, 0);
    auto start = std::chrono::steady_clock::now();
    auto end = std::chrono::steady_clock::now();
    auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(end - start).count();
    double exact = std::chrono::duration<double, std::milli>(end - start).count() / 2;
    std::chrono::duration<double> seconds = end - start;
    printf("%d %d %d\n", elapsed < 1000, exact < 1000, seconds.count() < 1 && seconds.count() * 1000 > exact);
    double *heap = new double[3];
    heap[1] = 2.5;
    printf("%.1f\n", heap[1]);
    delete[] heap;
    int a = 3, b = 4;
    std::swap(a, b);
    printf("%d %d %d\n", a, b, std::max(a, b));
    if (int remainder = a % 3; remainder == 1) {
        printf("remainder %d\n", remainder);
    }
    std::vector<uint16_t> raw(3, 0x3F80);
    raw[1] = static_cast<uint16_t>(raw[0] + 0x10);
    for (auto value : raw) {
        printf("%04x ", value);
    }
    printf("\n");
    int64_t total = std::accumulate(raw.begin(), raw.end(), (int64_t)0);
    printf("%ld\n", total);
    std::vector<int> indices(4);
    std::iota(indices.begin(), indices.end(), 0);
    bool close = std::abs(data[0] - 1.5f) < 1e-6 && std::fabs(data[2]) > 2;
    printf("%d %d\n", indices[3], close);
    return 0;
}
