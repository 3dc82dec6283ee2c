// A class with methods defined in a file beside its header, macros that expand in place, forward declarations.
#include <cstdio>
#include <vector>
#include <string>
#include <cstring>
#include <iostream>
#include "acl/acl.h"
#include "runner_class.h"
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
