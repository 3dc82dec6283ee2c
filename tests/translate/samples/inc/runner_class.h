// The class of runner.cpp.
#ifndef RUNNER_H
#define RUNNER_H
#include <cstdio>
#include <vector>
#include "acl/acl.h"
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
#endif
