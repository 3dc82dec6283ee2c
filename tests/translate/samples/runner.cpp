// A class with methods defined outside, macros that expand in place, forward declarations.
#include <cstdio>
#include <vector>
#include <string>
#include <cstring>
#include <iostream>
#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"
#ifdef USE_HALF
#define TYPE ACL_FLOAT16
#else
#define TYPE ACL_FLOAT
#endif
#define FAILED 1
#define SUCCESS 0
#define INFO_LOG(fmt, args...) fprintf(stdout, "[INFO]  " fmt "\n", ##args)
#define ERROR_LOG(fmt, args...) fprintf(stderr, "[ERROR]  " fmt "\n", ##args)
#define CREATE(host, shape, addr, dtype, tensor) \
  ret = Create(host, shape, &addr, dtype, &tensor); \
  if (ret != 0) return ret
class Runner {
 public:
  Runner(int32_t deviceId = 0);
  ~Runner();
  bool Init();
  int Run(const std::vector<float>& input);
  static int Count() { return count_; }
 private:
  int32_t deviceId_;
  aclrtStream stream_ = nullptr;
  std::vector<void*> addresses_;
  static int count_;
};
int Runner::count_ = 0;
Runner::Runner(int32_t deviceId) : deviceId_(deviceId) {}
Runner::~Runner() {
  for (auto addr : addresses_) aclrtFree(addr);
  if (stream_) { (void)aclrtDestroyStream(stream_); }
  aclrtResetDevice(deviceId_);
  aclFinalize();
  INFO_LOG("destroyed");
}
bool Runner::Init() {
  if (aclInit(nullptr) != ACL_SUCCESS) { ERROR_LOG("init failed"); return false; }
  if (aclrtSetDevice(deviceId_) != ACL_SUCCESS) return false;
  aclError ret;
  if ((ret = aclrtCreateStream(&stream_)) != ACL_SUCCESS) { ERROR_LOG("stream %d", ret); return false; }
  return true;
}
int64_t SizeOf(const std::vector<int64_t>& s);
template <typename T>
int Create(const std::vector<T>& h, const std::vector<int64_t>& shape, void** addr, aclDataType t, aclTensor** tensor) {
  auto size = SizeOf(shape) * sizeof(T);
  auto ret = aclrtMalloc(addr, size, ACL_MEM_MALLOC_HUGE_FIRST);
  if (ret != ACL_SUCCESS) return ret;
  ret = aclrtMemcpy(*addr, size, h.data(), size, ACL_MEMCPY_HOST_TO_DEVICE);
  *tensor = aclCreateTensor(shape.data(), shape.size(), t, nullptr, 0, aclFormat::ACL_FORMAT_ND, shape.data(), shape.size(), *addr);
  return ret;
}
int Runner::Run(const std::vector<float>& input) {
  count_++;
  std::vector<int64_t> shape = {static_cast<int64_t>(input.size())};
  void *a = nullptr, *o = nullptr;
  aclTensor *ta = nullptr, *to = nullptr;
  int ret = 0;
  std::vector<float> out(input.size(), 0.0f);
  CREATE(input, shape, a, TYPE, ta);
  CREATE(out, shape, o, TYPE, to);
  addresses_.push_back(a);
  addresses_.push_back(o);
  float alpha = 2.0f;
  aclScalar* scalar = aclCreateScalar(&alpha, ACL_FLOAT);
  uint64_t ws = 0; aclOpExecutor* ex = nullptr;
  ret = aclnnAddGetWorkspaceSize(ta, ta, scalar, to, &ws, &ex);
  if (ret != ACL_SUCCESS) { ERROR_LOG("ws %d %s", ret, aclGetRecentErrMsg()); return FAILED; }
  void* w = nullptr;
  if (ws != 0U) { aclrtMalloc(&w, ws, ACL_MEM_MALLOC_HUGE_FIRST); addresses_.emplace_back(w); }
  ret = aclnnAdd(w, ws, ex, stream_);
  ret |= aclrtSynchronizeStream(stream_);
  ret = aclrtMemcpy(&out[0], out.size() * sizeof(float), o, out.size() * sizeof(float), ACL_MEMCPY_DEVICE_TO_HOST);
  for (size_t i = 0; i < out.size(); i++) { INFO_LOG("out[%zu] = %.2f (%ld)", i, out[i], (long)i); }
  aclDestroyTensor(ta); aclDestroyTensor(to); aclDestroyScalar(scalar);
  return SUCCESS;
}
int64_t SizeOf(const std::vector<int64_t>& s) { int64_t n = 1; for (auto x : s) n *= x; return n; }
int main() {
  Runner runner;
  if (!runner.Init()) return FAILED;
  std::vector<float> in;
  for (int i = 0; i < 3; i++) in.push_back(i * 1.5f);
  if (runner.Run(in) != SUCCESS) { return FAILED; }
  printf("count %d\n", Runner::Count());
  bool ok = true;
  ok = ok && in.size() == 3;
  ok &= in[0] == 0;
  std::cout << (ok ? "PASS" : "FAIL") << std::endl;
  std::cout << "a" << 1 << 2.5 << '\n' << "tab\t\"q\" {x}" << "\n";
  return 0;
}
