// The memory in use, from proc(5): lo.load('memory').
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "runtime/binding.h"

namespace lo {

namespace {

// resident(): bytes of this process in memory, or -errno.
double Resident() {
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return -errno;
  long total;
  long resident;
  const bool read = std::fscanf(file, "%ld %ld", &total, &resident) == 2;
  std::fclose(file);
  return read ? static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) : -EIO;
}

void Initialize(Exports& exports) { exports.Fast<&Resident>("resident"); }

}  // namespace

LO_BINDING(memory, Initialize)

}  // namespace lo
