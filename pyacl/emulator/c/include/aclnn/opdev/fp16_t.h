/* Half precision on the host, for C++ programs. */
#ifndef PYACL_ACLNN_OPDEV_FP16_T_H
#define PYACL_ACLNN_OPDEV_FP16_T_H

#ifdef __cplusplus

#include "bfloat16.h"

namespace op {

typedef struct tagFp16 {
    using Format = Format16<10, 15>;
    uint16_t val;

    tagFp16() : val(0) {}
    constexpr tagFp16(const uint16_t &bits) : val(bits) {}                  /* as in CANN: the bits, not a number */
    template <typename T, typename = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    tagFp16(const T &number) : val(Format::bits(static_cast<double>(number)))
    {
    }
    tagFp16(const bfloat16 &number) : val(Format::bits(static_cast<float>(number))) {}
    template <typename T, typename = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    tagFp16 &operator=(const T &number)                                     /* here a uint16_t is a number, too */
    {
        val = Format::bits(static_cast<double>(number));
        return *this;
    }
    operator float() const { return Format::value(val); }
    float toFloat() const { return *this; }
    double toDouble() const { return *this; }
    int8_t toInt8() const { return static_cast<int8_t>(toFloat()); }
    uint8_t toUInt8() const { return static_cast<uint8_t>(toFloat()); }
    int16_t toInt16() const { return static_cast<int16_t>(toFloat()); }
    uint16_t toUInt16() const { return static_cast<uint16_t>(toFloat()); }
    int32_t toInt32() const { return static_cast<int32_t>(toFloat()); }
    uint32_t toUInt32() const { return static_cast<uint32_t>(toFloat()); }
    int IsInf() const { return std::isinf(toFloat()) ? (val >> 15 ? -1 : 1) : 0; }
    tagFp16 &operator+=(float other) { return *this = *this + other; }
    tagFp16 &operator-=(float other) { return *this = *this - other; }
    tagFp16 &operator*=(float other) { return *this = *this * other; }
    tagFp16 &operator/=(float other) { return *this = *this / other; }
} fp16_t;

}

#endif

#endif
