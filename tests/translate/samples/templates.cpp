// Tensors made and printed by templates, new with values, host memory through a cast.
#include <iostream>
#include <vector>
#include <cstdio>
#include <cstring>
#include <type_traits>
#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_zero.h"

#define CHECK_RET(cond, return_expr) do { if (!(cond)) { return_expr; } } while (0)
#define LOG_PRINT(message, ...) do { printf(message, ##__VA_ARGS__); } while (0)
template <typename T>
int aclCreateTensorT(const std::vector<T> hostData, const std::vector<int64_t>& shape, void** deviceAddr, aclDataType dataType, aclTensor** tensor) {
  auto size = hostData.size() * sizeof(T);
  CHECK_RET(shape.size() >= 1, LOG_PRINT("empty\n"); return -1);
  *deviceAddr = nullptr;
  auto ret = aclrtMalloc(deviceAddr, size, ACL_MEM_MALLOC_HUGE_FIRST);
  CHECK_RET(ret == ACL_SUCCESS, LOG_PRINT("aclrtMalloc failed. ERROR: %d\n", ret); return ret);
  ret = aclrtMemcpy(*deviceAddr, size, (void*)hostData.data(), size, ACL_MEMCPY_HOST_TO_DEVICE);
  std::vector<int64_t> strides(shape.size(), 1);
  for (int64_t i = static_cast<int64_t>(shape.size()) - 2; i >= 0; i--) { strides[i] = shape[i + 1] * strides[i + 1]; }
  int64_t offset = 0;
  *tensor = aclCreateTensor(shape.data(), shape.size(), dataType, strides.data(), offset, aclFormat::ACL_FORMAT_NCHW, shape.data(), shape.size(), *deviceAddr);
  CHECK_RET(*tensor != nullptr, return -1);
  return 0;
}
template <typename T>
int PrintTensor(aclTensor* t, void* addr, T scale) {
  int64_t* dims = nullptr; uint64_t n = 0;
  auto ret = aclGetViewShape(t, &dims, &n);
  int64_t total = 1;
  for (uint64_t i = 0; i < n; i++) { total *= dims[i]; }
  std::vector<T> out(total);
  ret = aclrtMemcpy(out.data(), total * sizeof(T), addr, total * sizeof(T), ACL_MEMCPY_DEVICE_TO_HOST);
  for (int64_t i = 0; i < total; i++) { LOG_PRINT("out[%ld] is: %f\n", i, out[i] * scale); }
  delete[] dims;
  return ret;
}
template <typename T>
T Read(const uint8_t* data) {
  T value{};
  memcpy(&value, data, sizeof(value));
  const uint8_t* bytes = reinterpret_cast<const uint8_t*>(&value);
  printf("%zu %d\n", sizeof(value), bytes[0]);
  return value;
}
template <typename T>
T FromDevice(void* device) {
  T value;
  aclrtMemcpy(&value, sizeof(T), device, sizeof(T), ACL_MEMCPY_DEVICE_TO_HOST);
  return value;
}
template <typename T>
aclScalar* MakeScalar(T value, aclDataType type) { return aclCreateScalar(&value, type); }
// What a stored number means: 16 bits are the upper half of a float.
template <typename T> float Meaning(T stored) { return static_cast<float>(stored) * 2; }
template <> float Meaning<uint16_t>(uint16_t bits) {
  uint32_t wide = static_cast<uint32_t>(bits) << 16;
  float value;
  memcpy(&value, &wide, sizeof(value));
  return value;
}
template <> float Meaning<int8_t>(int8_t stored) { return stored / 16.0f; }
template <typename T, typename U>
void Show(const char* what, const std::vector<T>& stored, const std::vector<U>& weights) {
  for (size_t i = 0; i < stored.size(); i++) {
    LOG_PRINT("%s %f %d\n", what, Meaning<T>(stored[i]), static_cast<int>(weights[i]));
  }
}
// What belongs to a type, and to a value.
template <typename T> struct Stored;
template <> struct Stored<float> { static constexpr aclDataType type = ACL_FLOAT; static constexpr const char* name = "float"; };
template <>
struct Stored<uint16_t> {
  static constexpr aclDataType type = ACL_BF16;     // as bits
  static constexpr const char* name = "bfloat16";
};
enum class Width { NARROW, WIDE };
template <Width W> struct Held {};
template <> struct Held<Width::NARROW> { using T = int8_t; static const int bits = 8; };
template <> struct Held<Width::WIDE> { using T = int32_t; static const int bits = 32; };
template <typename T>
void Tell(const std::vector<T>& values) {
  LOG_PRINT("%zu of %s, %d, %f\n", values.size(), Stored<T>::name, Stored<T>::type, Meaning<T>(values[0]));
}
template <Width W>
int Filled(typename Held<W>::T value, const std::vector<typename Held<W>::T>& more) {
  using T = typename Held<W>::T;
  std::vector<T> all(3, value);
  all[1] = static_cast<T>(30);
  if constexpr (W == Width::NARROW) {
    LOG_PRINT("narrow\n");
  }
  LOG_PRINT("%d %d %zu %d %d\n", all[0], all[1], sizeof(T), Held<W>::bits, more[0]);
  return Held<Width::WIDE>::bits;
}
struct Kind { const char* name; int bytes; };
const Kind KINDS[] = {{"half", 2}, {"float", 4}};
struct Choice { const Kind* kind = &KINDS[1]; const Kind* other = nullptr; int count = 1; };
// Functions that templates take: lambdas, variables that hold them, functions of the library.
template <typename F> int Timed(const char* name, F&& f) { int r = f(); printf("%s %d\n", name, r); return r; }
template <typename F> int Twice(F f) { return Timed("once", f) + Timed("more", f); }
template <typename First, typename Second>
bool TwoPhases(aclrtStream stream, First first, Second second) {
  uint64_t size = 0; aclOpExecutor* executor = nullptr;
  auto status = first(&size, &executor);
  if (status != ACL_SUCCESS) { printf("first %d\n", status); return false; }
  status = second(nullptr, size, executor, stream);
  return status == ACL_SUCCESS;
}
template <typename T, typename Op>
std::vector<T> Mapped(const std::vector<T>& values, Op op) { std::vector<T> out; for (auto v : values) out.push_back(op(v)); return out; }
template <typename T> const char* Sort(T value) {
  if constexpr (std::is_floating_point_v<T>) { return value < 0 ? "negative" : "real"; }
  else if constexpr (std::is_integral<T>::value && std::is_unsigned_v<T>) { return "whole, unsigned"; }
  return std::is_signed_v<T> ? "whole" : "other";
}
struct Kept {
  double value; int bytes;
  template <typename T> Kept(T given, int more) : value(given * 2), bytes(sizeof(T) + more) {}
};
template <typename T> bool Whole(const std::vector<T>& values) { return std::is_integral_v<T> && !values.empty(); }
void Callables(const aclTensor* t) {
  int calls = 0; aclrtStream stream; aclrtCreateStream(&stream);
  printf("%d\n", Twice([&] { calls += 1; return calls; }));
  auto half = [](float x) { return x / 2; };
  for (float v : Mapped<float>({1.5f, 2.5f}, half)) printf("%f\n", v);
  for (int v : Mapped(std::vector<int>{1, 2}, [](int x) { return x * x; })) printf("%d\n", v);
  bool ok = TwoPhases(stream, [&](uint64_t* size, aclOpExecutor** executor) {
    return aclnnInplaceZeroGetWorkspaceSize(const_cast<aclTensor*>(t), size, executor); }, aclnnInplaceZero);
  ok = TwoPhases(stream, [](uint64_t* size, aclOpExecutor** executor) {
    return aclnnInplaceZeroGetWorkspaceSize(nullptr, size, executor); }, aclnnInplaceZero) || ok;
  aclrtSynchronizeStream(stream); aclrtDestroyStream(stream);
  printf("%d\n", ok);
  printf("%s, %s, %s, %s\n", Sort(-0.5f), Sort(2.0), Sort<uint8_t>(3), Sort(int64_t(4)));
  auto at = [](const auto& values, size_t i) -> double { return i < values.size() && !values.empty() ? values[i] : -1; };
  std::vector<int> whole = {7}; std::vector<float> real = {0.5f, 1.5f};
  printf("%f %f %f\n", at(whole, 0), at(whole, 1), at(real, 1));
  Kept narrow(1.5f, 1), wide(int64_t(3), 2);
  printf("%f %d %f %d\n", narrow.value, narrow.bytes, wide.value, wide.bytes);
  printf("%d %d\n", Whole(std::vector<int16_t>{1}), Whole(std::vector<double>{1}));
}
int main() {
  aclInit(nullptr); aclrtSetDevice(0);
  std::vector<int64_t> shape = {1, 2, 1, 2};
  std::vector<float> x = {1.5, 2, 3, 4};
  void* addr; aclTensor* t;
  int ret = aclCreateTensorT<float>(x, shape, &addr, ACL_FLOAT, &t);
  ret = PrintTensor<float>(t, addr, 2.0f);
  ret = PrintTensor(t, addr, 0.5f);
  int64_t* values = new int64_t[2]{3, 4};
  printf("%ld\n", values[1]);
  delete[] values;
  bool training = true; double momentum = 0.1, eps = 1e-5;
  LOG_PRINT("%d %lf %e\n", training, momentum, eps);
  float* host = nullptr; aclrtMallocHost((void**)&host, 8); host[0] = 1; host[1] = 2; LOG_PRINT("%f\n", host[0] + host[1]); aclrtFreeHost(host);
  std::vector<std::string> names; names.emplace_back("q"); LOG_PRINT("%s\n", names[0].c_str());
  std::vector<uint8_t> raw = {0, 0, 128, 63, 1, 2};
  printf("%f\n", Read<float>(raw.data()));
  printf("%d\n", Read<int16_t>(raw.data() + 4));
  printf("%f\n", FromDevice<float>(addr));
  Show<float, int64_t>("float", {1.25, 3}, {4, 5});
  Show<uint16_t, float>("half", {0x3FC0, 0xC040}, {1.75f, -1.75f});
  Show<int8_t>("quarter", {100, -28}, std::vector<uint8_t>{250, 7});
  Tell(x);
  Tell(std::vector<uint16_t>{0x3F80});
  printf("%d\n", Filled<Width::NARROW>(-3, {5}) + Filled<Width::WIDE>(70000, {-70000}));
  aclScalar* half = MakeScalar(0.5f, ACL_FLOAT);
  aclScalar* seven = MakeScalar<int64_t>(7, ACL_INT64);
  printf("%d %d\n", half != nullptr, seven != nullptr);
  aclDestroyScalar(half); aclDestroyScalar(seven);
  Choice choice; choice.other = &KINDS[0];
  printf("%s %d %s %d\n", choice.kind->name, choice.kind->bytes, choice.other->name, choice.count);
  Callables(t);
  aclDestroyTensor(t); aclrtFree(addr); aclrtResetDevice(0); aclFinalize();
  return ret;
}
