// What samples do with tensor lists, enumerations, maps and loops.
#include <cstdio>
#include <vector>
#include <string>
#include <functional>
#include <unordered_map>
#include "acl/acl.h"
#include "aclnn/acl_meta.h"
using namespace std;
#define ASSERT_OK(x) if ((x) != ACL_SUCCESS) { printf("bad\n"); return 1; }
struct TensorHolder { void* addr = nullptr; aclTensor* tensor = nullptr; std::vector<int64_t> shape; };
int CreateAclTensorList(const std::vector<std::vector<float>>& hostData, const std::vector<std::vector<int64_t>>& shapes,
  std::vector<void*>& deviceAddr, aclDataType dataType, aclTensorList** list) {
  int size = hostData.size();
  aclTensor* tensors[size];
  for (int i = 0; i < size; i++) {
    size_t bytes = hostData[i].size() * sizeof(float);
    int ret = aclrtMalloc(&deviceAddr[i], bytes, ACL_MEM_MALLOC_HUGE_FIRST);
    if (ret) return ret;
    ret = aclrtMemcpy(deviceAddr[i], bytes, hostData[i].data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE);
    tensors[i] = aclCreateTensor(shapes[i].data(), shapes[i].size(), dataType, nullptr, 0, ACL_FORMAT_ND, shapes[i].data(), shapes[i].size(), deviceAddr[i]);
  }
  *list = aclCreateTensorList(tensors, size);
  return 0;
}
template <typename T, typename U>
int Fill(std::vector<T>& v, U value) { for (auto& x : v) x = static_cast<T>(value); return v.size(); }
template <typename T>
void Show(const std::vector<T>& v) { for (size_t i = 0; i < v.size(); i++) { printf("%zu:%f ", i, (double)v[i]); } printf("\n"); }
float BF16ToFloat(uint16_t v) { union { uint32_t u; float f; } x; x.u = (uint32_t)v << 16; return x.f; }
inline float ToFloat(uint16_t h) { return aclFloat16ToFloat(h); }
enum { A_FLAG = 1 << 0, B_FLAG = 1 << 3 };
int main() {
  ASSERT_OK(aclInit(nullptr));
  ASSERT_OK(aclrtSetDevice(0));
  std::vector<std::vector<float>> host = {{1, 2}, {3}};
  std::vector<std::vector<int64_t>> shapes = {{2}, {1}};
  std::vector<void*> addrs(2, nullptr);
  aclTensorList* list = nullptr;
  int ret = CreateAclTensorList(host, shapes, addrs, ACL_FLOAT, &list);
  uint64_t n; aclGetTensorListSize(list, &n); printf("%d %lu\n", ret, n);
  float back = 0;
  aclrtMemcpy(&back, 4, addrs[1], sizeof(back), ACL_MEMCPY_DEVICE_TO_HOST); printf("%f\n", back);
  TensorHolder holders[2];
  for (int i = 0; i < 2; ++i) { ret = aclrtMalloc(&holders[i].addr, 16, ACL_MEM_MALLOC_HUGE_FIRST); holders[i].shape = {i, i + 1}; }
  printf("%zu %ld\n", holders[1].shape.size(), holders[1].shape[1]);
  for (auto& h : holders) aclrtFree(h.addr);
  std::vector<int32_t> v(3); printf("%d\n", Fill(v, 2.7)); Show(v);
  std::vector<bool> bs(2, true); bs[0] = false; printf("%d %d\n", (int)bs[0], bs[1] ? 1 : 0);
  printf("%f %f\n", BF16ToFloat(0x4049), ToFloat(0x3C00));
  printf("%d\n", A_FLAG | B_FLAG);
  unordered_map<string, int> m; m["x"] = 1; m["x"] += 2; if (m.find("x") != m.end()) printf("%d\n", m["x"]);
  if (m.count("y") == 0) printf("none\n");
  aclDataType t = ACL_FLOAT; size_t ts = aclDataTypeSize(t); printf("%zu %d\n", ts, t);
  switch (t) { case ACL_FLOAT: { printf("float\n"); break; } case ACL_INT32: printf("int\n"); break; default: break; }
  int64_t dims[] = {2, 3}; aclIntArray* arr = aclCreateIntArray(dims, 2); uint64_t c = 0; aclGetIntArraySize(arr, &c); printf("%lu\n", c); aclDestroyIntArray(arr);
  bool bv[2] = {true, false}; aclBoolArray* ba = aclCreateBoolArray(bv, 2); aclDestroyBoolArray(ba);
  float fv[3] = {1.5f, 2.5f, 3.5f}; std::vector<float> fvec(fv, fv + 3); Show(fvec);
  int32_t val = 3; aclScalar* sc = aclCreateScalar(&val, ACL_INT32); aclDestroyScalar(sc);
  int64_t i64 = -5; printf("%ld %ld\n", i64 / 2, i64 % 3); printf("%lu\n", (uint64_t)i64);
  uint32_t u = 10; int d = (int)u - 20; printf("%d %u\n", d, u - 20);
  const char* text = ret == 0 ? "ok" : "bad"; printf("%s %.*f %*d\n", text, 2, 3.14159, 5, 7);
  std::vector<float> zeros(4, 0); auto* p = zeros.data(); p[2] = 4; *(p + 1) = 3; Show(zeros);
  float total = 0; for (auto x : zeros) total += x; printf("%.2f\n", total / zeros.size());
  auto f = [&](const std::vector<float>& w) -> float { float s = 0; for (auto x : w) { s += x; } return s; };
  printf("%.1f\n", f(zeros));
  size_t i = 0; while (i < zeros.size() && zeros[i] == 0) i++; printf("%zu\n", i);
  for (;;) { if (i++ > 3) break; } printf("%zu\n", i);
  for (void* a : addrs) { aclrtFree(a); }
  aclDestroyTensorList(list);
  aclrtResetDevice(0); aclFinalize();
}
