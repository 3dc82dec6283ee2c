// Integers and floats as C computes with them.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

uint16_t FloatToHalf(float value)
{
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    uint32_t sign = (bits >> 16) & 0x8000;
    int32_t exponent = static_cast<int32_t>((bits >> 23) & 0xFF) - 127 + 15;
    uint32_t mantissa = bits & 0x7FFFFF;
    if (exponent <= 0) {
        return static_cast<uint16_t>(sign);
    }
    if (exponent >= 31) {
        return static_cast<uint16_t>(sign | 0x7C00);
    }
    return static_cast<uint16_t>(sign | (exponent << 10) | (mantissa >> 13));
}

float HalfToFloat(uint16_t half)
{
    uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
    uint32_t exponent = (half >> 10) & 0x1F;
    uint32_t mantissa = half & 0x3FF;
    uint32_t bits = 0;
    if (exponent != 0) {
        bits = sign | ((exponent + 112) << 23) | (mantissa << 13);
    } else {
        bits = sign;
    }
    float result;
    std::memcpy(&result, &bits, sizeof(result));
    return result;
}

uint16_t FloatToBf16(float value)
{
    uint32_t bits = *reinterpret_cast<uint32_t *>(&value);
    return bits >> 16;
}

float Bf16ToFloat(uint16_t value)
{
    union {
        uint32_t bits;
        float number;
    } both;
    both.bits = static_cast<uint32_t>(value) << 16;
    return both.number;
}

uint32_t Hash(uint32_t seed, int rounds)
{
    for (int i = 0; i < rounds; i++) {
        seed = seed * 1664525u + 1013904223u;
        seed ^= seed >> 7;
        seed += seed << 3;
    }
    return seed;
}

int64_t CeilDiv(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

int main()
{
    const float values[] = {0.0f, 1.0f, -2.5f, 0.1f, 65504.0f, 1e-3f};
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        uint16_t half = FloatToHalf(values[i]);
        printf("%zu: 0x%04x %.6f 0x%04x %.6f\n", i, half, HalfToFloat(half), FloatToBf16(values[i]),
               Bf16ToFloat(FloatToBf16(values[i])));
    }
    printf("%u %u\n", Hash(1, 3), Hash(123456789u, 10));
    int a = -7, b = 2;
    printf("%d %d %d %d\n", a / b, a % b, 7 / -2, 7 % -2);
    printf("%ld %ld\n", CeilDiv(10, 4), CeilDiv(8, 4));
    uint8_t small = 250;
    small += 10;
    printf("%d\n", small);
    uint64_t big = 0xFFFFFFFFFFFFFFFFull;
    big = big * 3 + 5;
    printf("%lu\n", big);
    unsigned int down = 0;
    down--;
    printf("%u %x\n", down, ~0xFu);
    int8_t narrow = static_cast<int8_t>(200);
    printf("%d\n", narrow);
    float third = 1.0f / 3;
    double wide = third;
    printf("%.10f %.10f %.10f\n", third, wide, 1.0 / 3);
    float sum = 0;
    for (int i = 0; i < 10; i++) {
        sum += 0.1f;
    }
    printf("%.9f %d\n", sum, sum == 1.0f);
    std::vector<float> tenths(100, 0.1f);
    double exact = 0;
    for (auto tenth : tenths) {
        exact += tenth;
        exact -= tenths[0] / 3;
    }
    printf("%.15f\n", exact);
    printf("%.6f %.6f %.6f\n", std::sqrt(2.0f), std::pow(2.0, 0.5), std::exp(1.0f));
    for (float x : {0.3f, 1.7f, 2.3f, 9.1f}) {
        printf("%.9g %.9g %.9g %.9g %.9g\n", std::exp(x), std::log(x), std::pow(x, 1.7f), powf(x, -0.3f), std::cbrt(8.0f));
        printf("%.12g %.12g %.6g\n", std::asinh(static_cast<double>(x)), std::acosh(1.0 + x), std::erfc(x / 3));
    }
    printf("%d %d %.1f %.1f\n", static_cast<int>(2.9), static_cast<int>(-2.9), std::round(2.5), std::round(-2.5));
    printf("%s %d\n", 3 > 2 ? "yes" : "no", (5 & 3) | 8);
    int count = 0;
    int index = 3;
    std::vector<int> order(6, 0);
    order[count++] = index;
    order[count++] = index * 2;
    printf("%d %d %d\n", count, order[0], order[1]);
    bool both = count && index;
    printf("%d %d\n", both, !both);
    long long total = 1LL << 40;
    printf("%lld %lld\n", total, total >> 3);
    printf("%5d|%-5d|%05d|%+d|%e|%g|%c|%%\n", 42, 42, 42, 42, 12345.678, 0.0001, 'x');
    return 0;
}
