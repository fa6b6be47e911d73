// eventfd(2)
#include <sys/eventfd.h>

#include <cerrno>

#include "runtime/wake.h"

namespace lo {

int OpenWake() {
  const int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

void SignalWake(int descriptor) { eventfd_write(descriptor, 1); }

void ClearWake(int descriptor) {
  eventfd_t count;
  eventfd_read(descriptor, &count);
}

}  // namespace lo
