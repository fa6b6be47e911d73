// poll(2): lo.load('poll').
#include <poll.h>

#include <cerrno>

#include "bindings/nanoseconds.h"
#include "runtime/binding.h"

namespace lo {

namespace {

// The records that a script passes: `count` of struct pollfd, 8 bytes each. Null if the buffer does
// not hold them.
pollfd* Records(const Bytes& bytes, uint32_t count) {
  const bool aligned = reinterpret_cast<uintptr_t>(bytes.data) % alignof(pollfd) == 0;
  return aligned && bytes.size / sizeof(pollfd) >= count ? reinterpret_cast<pollfd*>(bytes.data)
                                                         : nullptr;
}

// wait(records, count, timeout): poll(2), timeout in milliseconds. For a timeout of 0: a call that
// blocks here can't be interrupted by V8.
int32_t Wait(Bytes records, uint32_t count, int32_t timeout) {
  pollfd* fds = Records(records, count);
  if (fds == nullptr && count != 0) return -EFAULT;
  const int ready = poll(fds, count, timeout);
  return ready < 0 ? -errno : ready;
}

// block(records, count, timeout): the same in nanoseconds, for ever if it is below 0.
int32_t Block(Bytes records, uint32_t count, double timeout) {
  pollfd* fds = Records(records, count);
  if (fds == nullptr && count != 0) return -EFAULT;
#if defined(__linux__)
  const timespec time = FromNanoseconds(timeout);
  const int ready = ppoll(fds, count, timeout < 0 ? nullptr : &time, nullptr);
#else
  constexpr double kNanosecondsPerMillisecond = 1e6;
  constexpr double kMost = 2e9;
  const int ready = poll(
      fds, count,
      timeout < 0
          ? -1
          : static_cast<int>(std::min(std::ceil(timeout / kNanosecondsPerMillisecond), kMost)));
#endif
  return ready < 0 ? -errno : ready;
}

void Initialize(Exports& exports) {
  exports.Fast<&Wait>("wait", {"records", "count", "timeout"});
  exports.Blocking<&Block>("block", {"records", "count", "timeout"});
  exports.Constant("RECORD_SIZE", sizeof(pollfd));
  exports.Constant("IN", POLLIN);
  exports.Constant("OUT", POLLOUT);
  exports.Constant("PRI", POLLPRI);
  exports.Constant("ERR", POLLERR);
  exports.Constant("HUP", POLLHUP);
  exports.Constant("NVAL", POLLNVAL);
}

}  // namespace

LO_BINDING(poll, Initialize)

}  // namespace lo
