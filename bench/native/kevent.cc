// kevent(2) of macOS with a timeout of zero.
#include "bench/native/kqueue.h"

int main(int argc, char** argv) {
  const int kqueue = turn::IdleKqueue();
  turn::Measure("c-kevent", turn::Turns(argc, argv), [kqueue](long turns) {
    struct kevent events[turn::kCapacity];
    const timespec zero = {};
    for (long i = 0; i < turns; i++) kevent(kqueue, nullptr, 0, events, turn::kCapacity, &zero);
  });
}
