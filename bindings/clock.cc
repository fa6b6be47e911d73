// clock_gettime(2): lo.load('clock').
#include <ctime>

#include "bindings/nanoseconds.h"
#include "runtime/binding.h"

namespace lo {

namespace {

// monotonic(): nanoseconds of CLOCK_MONOTONIC.
double Monotonic() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return ToNanoseconds(time);
}

void Initialize(Exports& exports) { exports.Fast<&Monotonic>("monotonic"); }

}  // namespace

LO_BINDING(clock, Initialize)

}  // namespace lo
