// What the baselines of kqueue(2) share.
#ifndef LO_BENCH_NATIVE_KQUEUE_H_
#define LO_BENCH_NATIVE_KQUEUE_H_

#include <sys/event.h>

#include "bench/native/turn.h"

namespace turn {

constexpr int kCapacity = 64;

// A kqueue with nothing to tell, like that of a loop that spins: it watches a pipe.
inline int IdleKqueue() {
  int ends[2];
  const int queue = kqueue();
  if (queue < 0 || pipe(ends) != 0) Skip("kqueue");
  struct kevent change;
  EV_SET(&change, ends[0], EVFILT_READ, EV_ADD, 0, 0, nullptr);
  if (kevent(queue, &change, 1, nullptr, 0, nullptr) != 0) Skip("kevent");
  return queue;
}

}  // namespace turn

#endif  // LO_BENCH_NATIVE_KQUEUE_H_
