// A turn without a system call: an io_uring(7) polls the epoll descriptor, and sets a bit in a word
// of shared memory when something is ready. bindings/io_uring.cc and lib/doorbell.js say how and
// why.
#include <linux/io_uring.h>
#include <poll.h>
#include <sys/mman.h>

#include <cstdint>

#include "bench/native/epoll_linux.h"

namespace {

// The bell, as the kernel sees it: enough of the rings to poll one descriptor.
class Doorbell {
 public:
  explicit Doorbell(int epoll);

  bool HasRung() const { return *flags_ != 0; }

  // Has the kernel do what the bell has rung for, and so arms it again.
  void Answer() {
    lo::RawSystemCall(SYS_io_uring_enter, ring_, 0, 0, IORING_ENTER_GETEVENTS);
    __atomic_store_n(completions_head_, __atomic_load_n(completions_tail_, __ATOMIC_ACQUIRE),
                     __ATOMIC_RELEASE);
  }

 private:
  void Submit(io_uring_sqe* submission, int epoll);
  char* Map(off_t offset) const;

  int ring_ = -1;
  uint32_t* submissions_tail_ = nullptr;
  volatile const uint32_t* flags_ = nullptr;
  uint32_t* completions_head_ = nullptr;
  uint32_t* completions_tail_ = nullptr;
};

Doorbell::Doorbell(int epoll) {
  io_uring_params params = {};
  params.flags =
      IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_TASKRUN_FLAG;
  ring_ = static_cast<int>(syscall(SYS_io_uring_setup, 1, &params));
  if (ring_ < 0) turn::Skip("io_uring_setup");
  char* rings = Map(IORING_OFF_SQ_RING);
  submissions_tail_ = reinterpret_cast<uint32_t*>(rings + params.sq_off.tail);
  flags_ = reinterpret_cast<uint32_t*>(rings + params.sq_off.flags);
  completions_head_ = reinterpret_cast<uint32_t*>(rings + params.cq_off.head);
  completions_tail_ = reinterpret_cast<uint32_t*>(rings + params.cq_off.tail);
  Submit(reinterpret_cast<io_uring_sqe*>(Map(IORING_OFF_SQES)), epoll);
}

// Asks for a poll that stays armed.
void Doorbell::Submit(io_uring_sqe* submission, int epoll) {
  submission->opcode = IORING_OP_POLL_ADD;
  submission->fd = epoll;
  submission->len = IORING_POLL_ADD_MULTI;
  submission->poll32_events = POLLIN;
  __atomic_store_n(submissions_tail_, 1, __ATOMIC_RELEASE);
  if (lo::RawSystemCall(SYS_io_uring_enter, ring_, 1, 0, 0) != 1) turn::Skip("io_uring_enter");
}

char* Doorbell::Map(off_t offset) const {
  constexpr size_t kPage = 4096;  // more than rings of one entry need
  void* address = mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_SHARED, ring_, offset);
  if (address == MAP_FAILED) turn::Skip("mmap");
  return static_cast<char*>(address);
}

class Loop {
 public:
  explicit Loop(int epoll) : epoll_(epoll), bell_(epoll) {}

  // How many descriptors are ready. While the bell is silent, nothing is since the last time.
  long Turn() {
    if (quiet_) {
      if (!bell_.HasRung()) return 0;
      bell_.Answer();
    }
    const long ready = turn::RawEpollWait(epoll_);
    quiet_ = ready == 0;
    return ready;
  }

 private:
  const int epoll_;
  Doorbell bell_;
  bool quiet_ = false;
};

// Ends the program if an event goes unheard, since nothing would be the cheapest thing to hear.
void Rehearse(Loop& loop, int event) {
  while (loop.Turn() != 0) continue;
  eventfd_write(event, 1);
  if (loop.Turn() == 0) {
    std::fputs("the bell does not ring\n", stderr);
    std::exit(1);
  }
  eventfd_t value;
  eventfd_read(event, &value);
  while (loop.Turn() != 0) continue;
}

}  // namespace

int main(int argc, char** argv) {
  const int event = eventfd(0, EFD_CLOEXEC);
  Loop loop(turn::Epoll(event));
  Rehearse(loop, event);
  turn::Measure("c-doorbell", turn::Turns(argc, argv), [&loop](long turns) {
    for (long i = 0; i < turns; i++) loop.Turn();
  });
}
