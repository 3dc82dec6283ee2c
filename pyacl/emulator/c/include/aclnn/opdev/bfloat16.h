/* Numbers of 16 bits that C++ programs of CANN keep on the host: here bfloat16, and what fp16_t shares with it. */
#ifndef PYACL_ACLNN_OPDEV_BFLOAT16_H
#define PYACL_ACLNN_OPDEV_BFLOAT16_H

#ifdef __cplusplus

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace op {

/* A format of 16 bits: MANTISSA bits of fraction, an exponent with BIAS above them, the sign on top. */
template <int MANTISSA, int BIAS>
struct Format16 {
    static constexpr int SPECIAL = 2 * BIAS + 1;           /* the exponent of infinity and NaN */

    static float value(uint16_t bits)
    {
        const int exponent = (bits >> MANTISSA) & SPECIAL, fraction = bits & ((1 << MANTISSA) - 1);
        float size = std::numeric_limits<float>::infinity();
        if (exponent != SPECIAL)
            size = std::ldexp(static_cast<float>(fraction + (exponent ? 1 << MANTISSA : 0)),
                              (exponent ? exponent : 1) - BIAS - MANTISSA);
        else if (fraction)
            size = std::numeric_limits<float>::quiet_NaN();
        return bits >> 15 ? -size : size;
    }

    /* Rounds to the nearest, of two to the even one; what is too large becomes infinite. */
    static uint16_t bits(double value)
    {
        int exponent = 0, found = SPECIAL << MANTISSA;
        if (std::isnan(value))
            found |= 1 << (MANTISSA - 1);
        else if (value == 0)
            found = 0;
        else if (std::isfinite(value)) {
            std::frexp(value, &exponent);
            exponent = exponent > 1 - BIAS ? exponent - 1 : 1 - BIAS;
            const double steps = std::nearbyint(std::ldexp(std::fabs(value), MANTISSA - exponent));
            if (exponent <= BIAS)
                found = static_cast<int>(steps) + ((exponent + BIAS - 1) << MANTISSA);
        }
        return static_cast<uint16_t>(found | (std::signbit(value) ? 0x8000 : 0));
    }
};

struct bfloat16 {
    using Format = Format16<7, 127>;
    uint16_t value;

    bfloat16() : value(0) {}
    template <typename T, typename = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    bfloat16(const T &number) : value(Format::bits(static_cast<float>(number)))
    {
    }
    operator float() const { return Format::value(value); }
    bfloat16 &operator+=(float other) { return *this = *this + other; }
    bfloat16 &operator-=(float other) { return *this = *this - other; }
    bfloat16 &operator*=(float other) { return *this = *this * other; }
    bfloat16 &operator/=(float other) { return *this = *this / other; }
};

}

#endif

#endif
