// What the functions of test/ffi/library.cc do, as a binding that is compiled in, to compare with:
// lo.load('compiled_in'), in the program lo_testing only.
#include <unistd.h>

#include <cstring>

#include "runtime/binding.h"

namespace lo {

namespace {

void Nothing() {}
int32_t EchoInteger(int32_t value) { return value; }
int32_t SixIntegers(int32_t a, int32_t b, int32_t c, int32_t d, int32_t e, int32_t f) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f;
}
double ThreeDoubles(double a, double b, double c) { return a * b * c; }
int32_t FirstAt(uint64_t address) { return *reinterpret_cast<const int32_t*>(address); }
int32_t First(Bytes bytes) {
  return bytes.size < sizeof(int32_t) ? -1 : *reinterpret_cast<const int32_t*>(bytes.data);
}
double Length(Bytes text) {
  return static_cast<double>(strnlen(reinterpret_cast<const char*>(text.data), text.size));
}
int32_t ProcessId() { return getpid(); }

void Initialize(Exports& exports) {
  exports.Fast<&Nothing>("noop");
  exports.Fast<&EchoInteger>("echo_i32", {"value"});
  exports.Fast<&SixIntegers>("add6", {"a", "b", "c", "d", "e", "f"});
  exports.Fast<&ThreeDoubles>("multiply", {"a", "b", "c"});
  exports.Fast<&FirstAt>("firstAt", {"address"});
  exports.Fast<&First>("first", {"bytes"});
  exports.Fast<&Length>("length", {"text"});
  exports.Fast<&ProcessId>("getpid");
}

}  // namespace

LO_BINDING(compiled_in, Initialize)

}  // namespace lo
