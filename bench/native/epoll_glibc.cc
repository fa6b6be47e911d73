// epoll_wait as most programs call it, by glibc's function.
#include "bench/native/epoll_linux.h"
#include "bench/native/second_thread_linux.h"

int main(int argc, char** argv) {
  const auto name = turn::WithThread("c-epoll-glibc", argc, argv);
  const int epoll = turn::IdleEpoll();
  turn::Measure(name, turn::Turns(argc, argv), [epoll](long turns) {
    for (long i = 0; i < turns; i++) epoll_wait(epoll, turn::events, turn::kCapacity, 0);
  });
}
