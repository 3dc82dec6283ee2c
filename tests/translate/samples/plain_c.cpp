// Memory, C's functions for text, conversions, and an exit in the middle.
#include <cassert>
#include <cerrno>
#include <cfloat>
#include <cinttypes>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>
#include "acl/acl.h"

template <typename T> void Show(const void *p, size_t n)
{
    const T *d = static_cast<const T *>(p);
    for (size_t i = 0; i < n; i++) printf("%g ", (double)d[i]);
    printf("\n");
}
template <typename T> void Fill(void *p, size_t n, T v)
{
    T *d = reinterpret_cast<T *>(p);
    for (size_t i = 0; i < n; i++) d[i] = v + i;
}
float HalfToFloat(uint16_t h)
{
    uint32_t sign = (h & 0x8000) << 16, exp = (h >> 10) & 0x1F, man = h & 0x3FF, bits;
    if (exp == 0) bits = sign; else bits = sign | ((exp + 112) << 23) | (man << 13);
    float f;
    memcpy(&f, &bits, sizeof(f));
    return f;
}
struct Rec { int32_t id; float v; uint8_t tag[4]; };
union U { float f; uint32_t u; uint8_t b[4]; };
struct Bits { unsigned a : 3; unsigned b : 5; };
int Memory()
{
    aclInit(nullptr); aclrtSetDevice(0);
    float *m = (float *)malloc(4 * sizeof(float));
    for (int i = 0; i < 4; i++) m[i] = i * 0.5f;
    Show<float>(m, 4);
    memset(m, 0, 4 * sizeof(float));
    m[1] = 2;
    *(m + 2) = 3;
    Show<float>(m, 4);
    free(m);
    int *a = new int[3]();
    a[0] = 1;
    a[2] = 5;
    printf("%d %d %d\n", a[0], a[1], a[2]);
    delete[] a;
    double *one = new double(2.5);
    *one += 1;
    printf("%g\n", *one);
    delete one;
    std::vector<int32_t> v = {1, 2, 3, 4, 5};
    std::vector<int32_t> w(3);
    memcpy(w.data(), v.data() + 1, 3 * sizeof(int32_t));
    memcpy(&w[2], &v[4], sizeof(int32_t));
    printf("%d %d %d\n", w[0], w[1], w[2]);
    void *host = nullptr;
    aclrtMallocHost(&host, 32);
    Fill<float>(host, 4, 1.5f);
    Show<float>(host, 4);
    float *hf = static_cast<float *>(host);
    hf[0] = 9;
    printf("%g %g\n", hf[0], ((float *)host)[1]);
    aclrtFreeHost(host);
    printf("%g %g\n", HalfToFloat(0x3C00), HalfToFloat(0xC500));
    Rec r = {1, 2.5f, {1, 2, 3, 4}};
    Rec s = r;
    s.tag[1] = 9;
    printf("%d %g %d %d %zu\n", s.id, s.v, s.tag[1], r.tag[1], sizeof(Rec));
    U u;
    u.f = 1.0f;
    printf("%08x %d\n", u.u, u.b[3]);
    Bits bf;
    bf.a = 9; bf.b = 3;
    printf("%d %d\n", bf.a, bf.b);
    int mat[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int sum = 0;
    for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) { mat[i][j] *= 2; sum += mat[i][j]; }
    printf("%d %zu\n", sum, sizeof(mat));
    float f = 3.14f;
    uint32_t bits = *(uint32_t *)&f;
    uint32_t bits2 = *reinterpret_cast<uint32_t *>(&f);
    printf("%08x %08x\n", bits, bits2);
    uint8_t *bytes = reinterpret_cast<uint8_t *>(v.data());
    printf("%d %d\n", bytes[0], bytes[4]);
    uint16_t *h16 = new uint16_t[4]{1, 2, 3, 4};
    uint16_t *cur = h16;
    int t = 0;
    while (cur < h16 + 4) t += *cur++;
    printf("%d %ld\n", t, cur - h16);
    delete[] h16;
    std::unique_ptr<float[]> up(new float[3]);
    up[0] = 4; up[1] = 5;
    auto up2 = std::make_unique<int[]>(3);
    up2[2] = 8;
    printf("%g %d %g\n", up[1], up2[2], up.get()[0]);
    std::shared_ptr<Rec> sp = std::make_shared<Rec>();
    sp->id = 5;
    auto sp2 = sp;
    sp2->id++;
    printf("%d\n", sp->id);
    void *vp = v.data();
    int32_t *ip = (int32_t *)vp;
    ip[0] = 100;
    printf("%d %d\n", v[0], *(ip + 1));
    char *cp = (char *)vp + 4;
    printf("%d\n", *(int32_t *)cp);
    std::vector<uint8_t> raw(8);
    *reinterpret_cast<float *>(raw.data()) = 1.0f;
    printf("%d %d\n", raw[2], raw[3]);
    void *vf = calloc(4, sizeof(int));
    printf("%d\n", ((int *)vf)[3]);
    free(vf);
    const float *cf = reinterpret_cast<const float *>(&bits);
    printf("%g\n", *cf);
    aclFinalize();
    return 0;
}

#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define MAXOF(a, b) ((a) > (b) ? (a) : (b))
#define LOG(level, fmt, ...) do { printf("[%s] " fmt "\n", level, ##__VA_ARGS__); } while (0)
#define LOGI(fmt, ...) LOG("INFO", fmt, ##__VA_ARGS__)
#define VERSION 3
#define NAME "n" "ame"
int Conversions(int argc, char **argv)
{
    printf("%5d|%-5d|%05d|%+d|%x|%X|%#x|%o|%c|%%|%s\n", 42, 42, 42, 42, 255, 255, 255, 8, 'c', "str");
    printf("%ld %lld %lu %llu %zu %zd %hd %hhd %u\n", 1L, 2LL, 3UL, 4ULL, (size_t)5, (ssize_t)-6, (short)7, (signed char)8, 9u);
    printf("%5.2f|%-8.3f|%e|%g|%G|%.3e|%08.3f|%.0f|\n", 3.14159, 2.5, 12345.678, 0.0001, 1e20, 1.5, -2.5, 2.5);
    printf("%*d|%-*d|%.*f|%10.4s|\n", 6, 42, 6, 42, 2, 3.14159, "truncate");
    printf("%" PRId64 " %" PRIu64 " %" PRIx64 "\n", (int64_t)-5, (uint64_t)7, (uint64_t)255);
    printf("%d %d\n", atoi("42abc"), atoi("  -7"));

    long l = strtol("123xyz", nullptr, 10); const char *end = "";
    printf("%ld %s %ld %lu\n", l, end, strtol("ff", nullptr, 16), strtoul("12", NULL, 0));
    printf("%f %f %f\n", atof("2.5"), strtod("1.25", nullptr), std::stof("3.5"));
    printf("%d %ld %llu %d\n", std::stoi("77"), std::stol("88"), std::stoull("99"), std::stoi("ff", nullptr, 16));
    char buf[64];
    sprintf(buf, "%d-%s", 5, "x");
    int n = snprintf(buf + 3, sizeof(buf) - 3, "/%04d", 12);
    printf("%s %d %zu\n", buf, n, strlen(buf));
    strcat(buf, "tail");
    printf("%s %d %d\n", buf, strncmp(buf, "5-z", 2), strcmp("a", "b") < 0);
    printf("%s %s\n", XSTR(VERSION), NAME);
    int CAT(va, lue) = 5;
    LOG("X", "hello %d", value);
    LOGI("plain");
    LOGI("%d %s", MAXOF(3, 4), "m");
    assert(value == 5);
    printf("%d %u %ld\n", INT_MAX, UINT_MAX, LONG_MAX);
    printf("%d %g %g\n", std::numeric_limits<int>::min(), std::numeric_limits<float>::max(), FLT_EPSILON);
    printf("%s %d\n", R"(raw "q" \n)", 'A' + 1);
    const char *e = getenv("NO_SUCH");
    printf("%s\n", e ? e : "none");
    setenv("TRANSLATE_VARIABLE", "12", 1);
    printf("%s %d\n", getenv("TRANSLATE_VARIABLE"), atoi(getenv("TRANSLATE_VARIABLE")));
    std::string text = "a,b,c";
    size_t pos = text.find(',');
    printf("%zu %s %s %d\n", pos, text.substr(0, pos).c_str(), text.substr(pos + 1).c_str(), text.find("z") == std::string::npos);
    text.replace(0, 1, "X"); text.insert(0, ">"); text.erase(1, 1); text += '!';
    printf("%s %c %c %d %d\n", text.c_str(), text[0], text.back(), (int)text.size(), text.empty());
    for (char c : text) printf("%c.", c);
    for (size_t i = 0; i < text.size(); i++) if (text[i] == ',') text[i] = ';';
    printf("%s %d\n", text.c_str(), text.compare("zz") < 0);
    char c = 'a'; c++; c += 1;
    printf("%c %d %c\n", c, c - 'a', (char)(c + 1));
    printf("%p\n", (void *)0);
    printf("%s\n", true ? "yes" : "no");
    printf("%d %s\n", argc, argc > 1 ? argv[1] : "-");
    if (argc > 5) exit(3);
    printf("%d\n", (int)strlen("hello"));
    static const char *names[] = {"one", "two"};
    printf("%s %zu\n", names[1], sizeof(names) / sizeof(names[0]));
    exit(4);
}

int main(int argc, char **argv)
{
    Memory();
    Conversions(argc, argv);
    return 0;
}
