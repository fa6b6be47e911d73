#include <cstdio>
#include <cstring>

#include "bindings/return_predictor.h"

namespace lo {

bool KernelSpoilsReturnPredictor() {
  std::FILE* file =
      std::fopen("/sys/devices/system/cpu/vulnerabilities/spec_rstack_overflow", "re");
  if (file == nullptr) return false;
  char line[128] = "";
  const bool read = std::fgets(line, sizeof line, file) != nullptr;
  std::fclose(file);
  return read && std::strstr(line, "Safe RET") != nullptr;
}

}  // namespace lo
