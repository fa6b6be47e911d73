// kevent64(2) of macOS with a timeout of zero.
#include "bench/native/kqueue.h"

int main(int argc, char** argv) {
  const int kqueue = turn::IdleKqueue();
  turn::Measure("c-kevent64", turn::Turns(argc, argv), [kqueue](long turns) {
    kevent64_s events[turn::kCapacity];
    const timespec zero = {};
    for (long i = 0; i < turns; i++) {
      kevent64(kqueue, nullptr, 0, events, turn::kCapacity, 0, &zero);
    }
  });
}
