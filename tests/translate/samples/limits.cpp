// What C makes of numbers that leave their type, and what printf shows of a number of another type.
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <vector>

size_t Minus(size_t a, size_t b)
{
    return a - b;
}

uint32_t Hash(const std::vector<uint8_t>& bytes)
{
    uint32_t hash = 2166136261u;
    for (uint8_t byte : bytes) {
        hash = (hash ^ byte) * 16777619;
    }
    return hash;
}

size_t Mixed(const std::vector<int64_t>& values)
{
    size_t hash = 17;
    for (int64_t value : values) {
        hash = hash * 1099511628211ull + static_cast<size_t>(value);
        hash ^= hash << 13;
    }
    return hash;
}

int ThreeHalves()
{
    return 3 / 2;
}

void Sizes()
{
    size_t none = 0;
    std::vector<float> empty;
    std::vector<float> some(3);
    int before = -1;
    unsigned three = 3;
    printf("%zu %zu %zu\n", none - 1, empty.size() - 1, Minus(2, 3));
    std::cout << none - 1 << " " << three - 5 << " " << -three << std::endl;
    printf("%d %d %d\n", empty.size() - 1 > 0, before < empty.size(), before < three);
    printf("%d %ld\n", (int)(empty.size() - 1), (long)(none - 1));
    int last = some.size() - 1;
    int64_t difference = empty.size() - 3;
    auto wrapped = empty.size() - 1;
    double large = none - 5;
    printf("%d %ld %zu %f\n", last, difference, wrapped, large);
    none--;
    printf("%zu\n", none);
    for (size_t i = some.size(); i-- > 0;) {
        printf("%zu of %zu, %zu behind it\n", i, some.size(), some.size() - 1 - i);
    }
    printf("%zu\n", sizeof(int) - 5);
}

void Narrow()
{
    int32_t most = 2147483647;
    int64_t wide = (int64_t)most + 1;
    int32_t cut = wide;
    int16_t small = 40000;
    small += 30000;
    int8_t tiny = 127;
    tiny++;
    uint16_t word = 65535;
    word++;
    uint64_t all = -1;
    printf("%d %d %d %d %lu\n", cut, small, tiny, word, all);
    printf("%d %d %ld\n", (int)Hash({1, 2, 3}), (int32_t)(wide * 3 + 7), (long)Mixed({4, -5}));
    int seed = 12345;
    for (int i = 0; i < 3; i++) {
        seed = (seed * 1103515245u + 12345u) & 0x7fffffff;
    }
    printf("%u %zu %d\n", Hash({}), Mixed({7, 8}), seed);
    printf("%d %d\n", all == -1, ThreeHalves() > 1u);
}

void Printed()
{
    int32_t minus = -5;
    uint32_t high = 4000000000u;
    int64_t far = 5000000000;
    std::vector<int32_t> numbers = {-7, 7};
    std::vector<uint32_t> codes = {4000000000u};
    std::vector<int8_t> bytes = {-3};
    printf("%d %x %u %o\n", high, minus, minus, minus);
    printf("%hhd %hd %hu %hhu %hhx\n", 300, 70000, -1, -1, minus);
    printf("%d %ld %lu %lx\n", far, (uint64_t)-3, (int64_t)-3, (int64_t)-1);
    printf("%x %u %X %d\n", numbers[0], numbers[0], bytes[0], codes[0]);
    printf("%ld %ld\n", minus, numbers[1]);
    printf("%" PRId64 " %" PRIu64 " %jd\n", far, (uint64_t)far, (intmax_t)-3);
    for (auto number : numbers) {
        printf("%u\n", number);
    }
}

int main()
{
    Sizes();
    Narrow();
    Printed();
    return 0;
}
