// Anonymous namespaces, traits, manipulators, arrays of handles.
#include <iostream>
#include <vector>
#include <memory>
#include <cmath>
#include <cstring>
#include <sstream>
#include <string>
#include <thread>
#include <iomanip>
#include <type_traits>
#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnn_add.h"
namespace {
constexpr int64_t ROWS = 2, COLS = 3;
const char* const kName = "demo";
struct AclDeleter { void operator()(aclTensor* t) const { aclDestroyTensor(t); } };
}
#define CHECK_LOG_RET(cond, ret, fmt, ...) do { if (!(cond)) { printf(fmt "\n", ##__VA_ARGS__); return (ret); } } while (false)
template <typename T>
void Print(const std::vector<T>& v) {
  if constexpr (std::is_same_v<T, float>) { std::cout << "float "; } else { std::cout << "other "; }
  for (size_t i = 0; i < v.size(); ++i) { if (i) std::cout << ", "; std::cout << +v[i]; }
  std::cout << std::endl;
}
template <typename T>
static inline float Half(uint16_t h) { return aclFloat16ToFloat(h); }
int64_t GetShapeSize(const std::vector<int64_t>& shape) { int64_t s = 1; for (const auto& i : shape) { s *= i; } return s; }
int Init(int32_t deviceId, aclrtStream* stream) {
  auto ret = aclInit(nullptr); CHECK_LOG_RET(ret == ACL_SUCCESS, ret, "init %d", ret);
  ret = aclrtSetDevice(deviceId); CHECK_LOG_RET(ret == ACL_SUCCESS, ret, "set %d", ret);
  ret = aclrtCreateStream(stream); CHECK_LOG_RET(ret == ACL_SUCCESS, ret, "stream");
  return 0;
}
namespace tools {
int Sum(const std::vector<int>& values);
const char* Known(const char* text);
}
int tools::Sum(const std::vector<int>& values) { int sum = 0; for (auto v : values) { sum += v; } return sum; }
const char* tools::Known(const char* text) { return text != nullptr ? text : "nothing"; }
class Called {
 public:
  static int Run();
 private:
  static void Count(void* data) { auto* n = static_cast<int*>(data); *n += 1; }
  static void Work(void* data);
  static aclrtStream stream_;
};
aclrtStream Called::stream_ = nullptr;
void Called::Work(void* data) { while (*static_cast<bool*>(data)) { aclrtProcessReport(20); } }
int Called::Run() {
  int ret = aclrtCreateStream(&stream_);
  bool more = true;
  std::thread worker(Work, &more);
  std::thread::id id = worker.get_id();
  printf("other thread %d\n", id != std::this_thread::get_id());
  std::ostringstream words; words << id;
  ret |= aclrtSubscribeReport(std::stoull(words.str()), stream_);
  int count = 0;
  for (int i = 0; i < 4; i++) { ret |= aclrtLaunchCallback(Count, &count, ACL_CALLBACK_BLOCK, stream_); }
  ret |= aclrtSynchronizeStream(stream_);
  more = false;
  if (worker.joinable()) { worker.join(); }
  ret |= aclrtUnSubscribeReport(std::stoull(words.str()), stream_);
  ret |= aclrtDestroyStream(stream_);
  printf("called %d times, %d\n", count, ret);
  return ret;
}
int Misled(aclrtStream* stream) { return stream != nullptr ? aclrtDestroyStream(stream) : -1; }
int main() {
  aclrtStream stream; CHECK_LOG_RET(Init(0, &stream) == 0, 1, "bad");
  std::vector<int64_t> shape{ROWS, COLS}, strides = {COLS, 1};
  std::vector<float> x(GetShapeSize(shape));
  for (int64_t r = 0; r < ROWS; r++) { for (int64_t c = 0; c < COLS; c++) { x[r * COLS + c] = static_cast<float>(r) - c * 0.5f; } }
  Print(x); Print(std::vector<int32_t>{1, 2}); Print(std::vector<int8_t>(2, 5));
  std::cout << std::scientific << std::setprecision(2) << 12345.678 << std::fixed << " " << 1.0f << std::endl;
  std::cout << kName << ": " << std::setw(8) << std::setfill('0') << 42 << std::setfill(' ') << "|" << std::left << std::setw(6) << "ab" << "|" << std::endl;
  void* d[3] = {}; size_t bytes = x.size() * sizeof(x[0]);
  for (auto& p : d) { auto ret = aclrtMalloc(&p, bytes, ACL_MEM_MALLOC_HUGE_FIRST); if (ret != ACL_SUCCESS) { return -1; } }
  aclTensor* t[3];
  for (int i = 0; i < 3; i++) { aclrtMemcpy(d[i], bytes, x.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE);
    t[i] = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND, shape.data(), shape.size(), d[i]); }
  float one = 1; auto alpha = aclCreateScalar(&one, ACL_FLOAT);
  uint64_t ws = 0; aclOpExecutor* ex = nullptr;
  auto status = aclnnAddGetWorkspaceSize(t[0], t[1], alpha, t[2], &ws, &ex); std::cout << "status " << status << " ws>=0 " << (ws >= 0) << std::endl;
  status = aclnnAdd(nullptr, ws, ex, stream); aclrtSynchronizeStream(stream);
  std::vector<float> y(x.size(), -1.f);
  aclrtMemcpy(y.data(), bytes, d[2], bytes, ACL_MEMCPY_DEVICE_TO_HOST); 
  bool same = true; double maxErr = 0.0;
  for (size_t i = 0; i < y.size(); i++) { double e = std::abs((double)y[i] - 2.0 * x[i]); maxErr = std::max(maxErr, e); if (e > 1e-6) { same = false; } }
  std::cout << (same ? "same" : "different") << " " << maxErr << std::endl;
  for (int64_t r = 0; r < ROWS; ++r) { for (int64_t c = 0; c < COLS; ++c) { printf("%8.3f", y[r * COLS + c]); } printf("\n"); }
  for (int i = 2; i >= 0; --i) { aclDestroyTensor(t[i]); aclrtFree(d[i]); }
  aclDestroyScalar(alpha); { void* m = nullptr; aclrtMalloc(&m, 8, ACL_MEM_MALLOC_HUGE_FIRST); int64_t dim = 2; std::unique_ptr<aclTensor, AclDeleter> held(aclCreateTensor(&dim, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &dim, 1, m)); printf("%d\n", held.get() != nullptr); aclrtFree(m); }
  printf("%d %s %d\n", tools::Sum({1, 2, 3}), tools::Known(nullptr), tools::Known(aclrtGetSocName())[0] == 'A');
  Called::Run(); printf("%d %d\n", Misled(&stream) != 0, Misled(nullptr));
  int code = 0; do { code++; if (code == 2) break; } while (code < 5); printf("%d\n", code);
  aclrtDestroyStream(stream); aclrtResetDevice(0); aclFinalize(); return code - 2;
}
