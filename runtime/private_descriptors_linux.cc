#include <linux/close_range.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/private_descriptors.h"

namespace lo {

namespace {

int CloseRange(int first, int last, unsigned flags) {
  return static_cast<int>(syscall(SYS_close_range, first, last, flags));
}

}  // namespace

void LeaveDescriptorTable(int keep) {
  constexpr int kFirst = STDERR_FILENO + 1;
  constexpr int kLast = -1;  // as unsigned, every descriptor
  // The first call gives the thread its table; if it can't, closing would close the process's
  // descriptors.
  if (CloseRange(keep < kFirst ? kFirst : keep + 1, kLast, CLOSE_RANGE_UNSHARE) != 0) return;
  if (keep > kFirst) CloseRange(kFirst, keep - 1, 0);
  close(STDIN_FILENO);
  close(STDOUT_FILENO);
}

}  // namespace lo
