// What the baselines of epoll(7) share.
#ifndef LO_BENCH_NATIVE_EPOLL_LINUX_H_
#define LO_BENCH_NATIVE_EPOLL_LINUX_H_

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>

#include "bench/native/turn.h"
#include "bindings/syscall_linux.h"

namespace turn {

constexpr int kCapacity = 64;
inline epoll_event events[kCapacity];

// An epoll descriptor that watches `fd`.
inline int Epoll(int fd) {
  const int epoll = epoll_create1(EPOLL_CLOEXEC);
  epoll_event event = {};
  event.events = EPOLLIN;
  if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) != 0) Skip("epoll");
  return epoll;
}

// An epoll descriptor with nothing to tell, like that of a loop that spins.
inline int IdleEpoll() { return Epoll(eventfd(0, EFD_CLOEXEC)); }

// epoll_wait(2) with a timeout of 0, by the instruction itself, as lo makes it.
inline long RawEpollWait(int epoll) {
#if defined(SYS_epoll_wait)
  return lo::RawSystemCall(SYS_epoll_wait, epoll, lo::Address(events), kCapacity, 0);
#else
  return lo::RawSystemCall(SYS_epoll_pwait, epoll, lo::Address(events), kCapacity, 0);
#endif
}

}  // namespace turn

#endif  // LO_BENCH_NATIVE_EPOLL_LINUX_H_
