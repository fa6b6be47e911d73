#include "bindings/ffi_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

namespace lo::ffi {

namespace {

constexpr size_t kRegionSize = 65536;
constexpr size_t kAlignment = 32;

// What is left of the last region. Those before it are full.
uint8_t* region = nullptr;
size_t used = kRegionSize;

bool OpenRegion() {
  void* memory =
      mmap(nullptr, kRegionSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  region = static_cast<uint8_t*>(memory);
  used = 0;
  return true;
}

}  // namespace

const void* Publish(std::span<const uint8_t> code) {
  if (code.size() > kRegionSize) return nullptr;
  if (used + code.size() > kRegionSize && !OpenRegion()) return nullptr;
  if (mprotect(region, kRegionSize, PROT_READ | PROT_WRITE) != 0) return nullptr;
  uint8_t* place = region + used;
  std::copy(code.begin(), code.end(), place);
  if (mprotect(region, kRegionSize, PROT_READ | PROT_EXEC) != 0) return nullptr;
  __builtin___clear_cache(reinterpret_cast<char*>(place),
                          reinterpret_cast<char*>(place + code.size()));
  used = std::min(kRegionSize, (used + code.size() + kAlignment - 1) & ~(kAlignment - 1));
  return place;
}

}  // namespace lo::ffi
