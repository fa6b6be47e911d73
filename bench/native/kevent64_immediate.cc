// kevent64(2) of macOS with KEVENT_FLAG_IMMEDIATE, which spares the kernel reading a timeout.
#include "bench/native/kqueue.h"

int main(int argc, char** argv) {
  const int kqueue = turn::IdleKqueue();
  turn::Measure("c-kevent64-immediate", turn::Turns(argc, argv), [kqueue](long turns) {
    kevent64_s events[turn::kCapacity];
    for (long i = 0; i < turns; i++) {
      kevent64(kqueue, nullptr, 0, events, turn::kCapacity, KEVENT_FLAG_IMMEDIATE, nullptr);
    }
  });
}
