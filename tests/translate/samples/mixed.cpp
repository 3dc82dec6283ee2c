// Comparisons of floats, algorithms, iterators, heap arrays.
#include <cstdio>
#include <vector>
#include <memory>
#include <cstdlib>
#include <cstring>
#include <string>
#include <complex>
#include <random>
#include <cmath>
#include <algorithm>
#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"
using bfloat16 = uint16_t;
typedef float DT;
struct Golden { std::vector<float> v; float tol; };
static const std::vector<int64_t> kDims = {1, 2};
constexpr float EPS = 1e-3f;
template <typename T> struct TypeOf { static const int value = 1; };
bool Compare(const float* a, const float* b, size_t n, float tol = 1e-3) {
  size_t bad = 0;
  for (size_t i = 0; i < n; ++i) {
    float diff = std::fabs(a[i] - b[i]);
    if (diff > tol * std::max(1.0f, std::fabs(b[i]))) { bad++; if (bad < 3) printf("%zu %f %f\n", i, a[i], b[i]); }
  }
  return bad == 0;
}
int Add(int a, int b = 3);
int Add(int a, int b) { return a + b; }
int Many(std::initializer_list<int> xs) { int s = 0; for (int x : xs) s += x; return s; }
float Dot(const std::vector<float>& a, const std::vector<float>& b) {
  double s = 0; for (size_t i = 0; i < a.size(); i++) s += (double)a[i] * b[i]; return s;
}
void MatMul(const std::vector<float>& a, const std::vector<float>& b, std::vector<float>& c, int m, int n, int k) {
  for (int i = 0; i < m; i++) for (int j = 0; j < n; j++) { float acc = 0; for (int l = 0; l < k; l++) acc += a[i * k + l] * b[l * n + j]; c[i * n + j] = acc; }
}
int main(int argc, char* argv[]) {
  std::vector<float> a = {1, 2, 3, 4}, b(4, 0.1), c(4);
  MatMul(a, b, c, 2, 2, 2);
  printf("%f %f %d\n", c[0], c[3], Compare(a.data(), b.data(), a.size()));
  printf("%d %d %d\n", Add(1), Add(1, 2), Many({1, 2, 3}));
  printf("%.8f %.3f\n", Dot(a, b), EPS);
  std::complex<float> z(1.0f, 2.0f);
  printf("%f %f\n", z.real(), z.imag());
  std::vector<std::complex<double>> spectrum = {{1, 2}, {3.5, -1}, 4};
  std::vector<std::complex<float>> copied(3, 0);
  copied[1] = std::complex<float>(0.1f, 0.2f);
  memcpy(&copied[2], &z, sizeof(z));
  printf("%zu %f %f %f\n", copied.size() * sizeof(copied[0]), spectrum[1].real(), std::imag(spectrum[0]), std::abs(spectrum[2]));
  for (const auto& value : copied) printf("%.9f %.9f\n", value.real(), std::conj(value).imag());
  std::sort(a.begin(), a.end(), [](float x, float y) { return x > y; });
  printf("%f\n", a[0]);
  float mx = *std::max_element(b.begin(), b.end());
  printf("%f\n", mx);
  int x = 5; x <<= 2; x |= 1; x ^= 3; printf("%d\n", x);
  for (auto it = a.begin(); it != a.end(); ++it) printf("%f ", *it);
  std::vector<std::vector<float>> grid(2, std::vector<float>(3, 1.5f));
  grid[1][2] = 4; printf("%f %zu\n", grid[1][2], grid[0].size());
  auto p = std::make_shared<Golden>();
  p->v.resize(3); p->tol = 0.1f; printf("%zu %f\n", p->v.size(), p->tol);
  std::string s = argc > 1 ? argv[1] : "none"; printf("%s\n", s.c_str());
  const auto& d = kDims; printf("%zu\n", d.size());
  int64_t total = 1; for (size_t i = 0; i < kDims.size(); i++) total *= kDims[i]; printf("%ld\n", total);
  std::vector<char> flags(3, 1); printf("%d\n", flags[0]);
  std::vector<uint8_t> mask(4); for (int i = 0; i < 4; i++) mask[i] = i % 2 ? 1 : 0;
  printf("%d%d%d%d\n", mask[0], mask[1], mask[2], mask[3]);
  int r = (argc > 1) ? 1 : 0, q = r; printf("%d\n", q);
  unsigned char uc = 'A' + 1; printf("%c\n", uc);
  float inf = INFINITY; printf("%f\n", inf);
  if (std::isnan(NAN)) printf("nan\n");
  int* arr = (int*)malloc(4 * sizeof(int)); arr[0] = 3; printf("%d\n", arr[0]); free(arr);
  std::vector<float> cat; cat.insert(cat.end(), a.begin(), a.end()); printf("%zu\n", cat.size());
  return 0;
}
