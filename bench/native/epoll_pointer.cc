// The fair baseline: epoll_wait by the system call instruction, in a function that is called
// through a pointer and ends in `ret`. Any function that makes a system call has that `ret`, and it
// is not free: where the kernel spoils the processor's predictor of returns, it is mispredicted.
#include "bench/native/epoll_linux.h"
#include "bench/native/second_thread_linux.h"

namespace {

long Wait(int epoll) { return turn::RawEpollWait(epoll); }

// Volatile, or the compiler would know what it points to.
long (*volatile wait_through_pointer)(int) = Wait;

}  // namespace

int main(int argc, char** argv) {
  const auto name = turn::WithThread("c-epoll-pointer", argc, argv);
  const int epoll = turn::IdleEpoll();
  turn::Measure(name, turn::Turns(argc, argv), [epoll](long turns) {
    for (long i = 0; i < turns; i++) wait_through_pointer(epoll);
  });
}
