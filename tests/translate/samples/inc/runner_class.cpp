// Its methods, in a file of their own.
#include "runner_class.h"
#include "aclnnop/aclnn_add.h"
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
