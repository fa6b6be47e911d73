// timerfd_create(2): lo.load('timerfd').
#include <sys/timerfd.h>

#include <cerrno>

#include "bindings/nanoseconds.h"
#include "runtime/binding.h"

namespace lo {

namespace {

// create(): a timer on CLOCK_MONOTONIC, the clock of lo.hrtime(), not armed yet.
int32_t Create() {
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  return timer < 0 ? -errno : timer;
}

// arm(timer, deadline): makes it readable at `deadline`, in nanoseconds of lo.hrtime(), and not
// before; never if that is 0.
int32_t Arm(int32_t timer, double deadline) {
  itimerspec setting = {};
  setting.it_value = FromNanoseconds(deadline);
  return timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, nullptr) < 0 ? -errno : 0;
}

void Initialize(Exports& exports) {
  exports.Fast<&Create>("create");
  exports.Fast<&Arm>("arm", {"timer", "deadline"});
}

}  // namespace

LO_BINDING(timerfd, Initialize)

}  // namespace lo
