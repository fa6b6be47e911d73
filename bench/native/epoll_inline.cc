// The least that epoll_wait can cost: the system call instruction in the loop itself, and no `ret`.
#include "bench/native/epoll_linux.h"
#include "bench/native/second_thread_linux.h"

int main(int argc, char** argv) {
  const auto name = turn::WithThread("c-epoll-inline", argc, argv);
  const int epoll = turn::IdleEpoll();
  turn::Measure(name, turn::Turns(argc, argv), [epoll](long turns) {
    for (long i = 0; i < turns; i++) turn::RawEpollWait(epoll);
  });
}
