// A doorbell made of io_uring(7): lo.load('io_uring').
//
// A ring with a single request: a poll(2) of one descriptor that stays armed ("multishot"). When
// the descriptor becomes ready, the kernel sets a bit in a word of memory that it shares with the
// process, and JavaScript sees it there, in an element of a typed array, without a system call.
//
// The bit is IORING_SQ_TASKRUN, and the ring is set up so that it is all that happens: the kernel
// leaves a note that there is work to do for this ring, and does it (look at the descriptor, post a
// completion, arm the poll again) when the process asks for it, with enter(). Without
// IORING_SETUP_DEFER_TASKRUN, each time that the descriptor becomes ready the kernel interrupts
// the thread to post a completion: later by the time that an interrupt takes, for every event and
// not just for the first one; and a system call that blocks meanwhile ends early, with EINTR or
// less than was asked for. IORING_SETUP_COOP_TASKRUN saves the interrupt, but not the latter.
//
// By the system calls themselves, of which there are two: liburing would add a library to load, and
// would unmap the ring from under the typed array.
#include <linux/io_uring.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <memory>
#include <vector>

#include "bindings/syscall_linux.h"
#include "runtime/binding.h"

namespace lo {

namespace {

// Memory that is shared with the kernel.
class Mapping {
 public:
  Mapping(int ring, off_t offset, size_t size)
      : address_(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, ring, offset)),
        size_(size) {}
  ~Mapping() {
    if (IsValid()) munmap(address_, size_);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  bool IsValid() const { return address_ != MAP_FAILED; }

  template <typename T>
  T* At(uint32_t offset) const {
    return reinterpret_cast<T*>(static_cast<char*>(address_) + offset);
  }

  // Gives the memory back. Zeros take its place, for who still looks.
  void Abandon() {
    static_cast<void>(mmap(address_, size_, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0));
  }

 private:
  void* const address_;
  const size_t size_;
};

using Word = std::atomic_ref<uint32_t>;

class Ring {
 public:
  // Sets up a ring that polls `fd` and has room for `entries` completions. Null if the kernel
  // refuses: errno says why.
  static std::unique_ptr<Ring> Create(int fd, uint32_t entries);
  ~Ring();
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  // Each returns >= 0 or -errno, and is described where it is registered.
  int32_t Arm();
  int32_t Enter();
  int32_t Take();

  v8::Local<v8::Value> Bell(v8::Isolate* isolate) const;

 private:
  Ring(int ring, int fd, const io_uring_params& params);

  bool IsMapped() const { return shared_->IsValid() && submission_.IsValid(); }
  uint32_t* At(uint32_t offset) const { return shared_->At<uint32_t>(offset); }

  const int ring_;
  const int fd_;
  const io_uring_params params_;
  // Both rings, of submissions and of completions. The typed array keeps it mapped, too.
  const std::shared_ptr<Mapping> shared_;
  // The one entry that submissions have.
  const Mapping submission_;
  // The result of the last completion taken.
  int32_t result_ = 0;
};

size_t SharedSize(const io_uring_params& params) {
  return std::max(params.sq_off.array + params.sq_entries * sizeof(uint32_t),
                  params.cq_off.cqes + params.cq_entries * sizeof(io_uring_cqe));
}

Ring::Ring(int ring, int fd, const io_uring_params& params)
    : ring_(ring),
      fd_(fd),
      params_(params),
      shared_(std::make_shared<Mapping>(ring, IORING_OFF_SQ_RING, SharedSize(params))),
      submission_(ring, IORING_OFF_SQES, sizeof(io_uring_sqe)) {}

std::unique_ptr<Ring> Ring::Create(int fd, uint32_t entries) {
  io_uring_params params = {};
  params.flags = IORING_SETUP_CQSIZE | IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN |
                 IORING_SETUP_TASKRUN_FLAG;
  params.cq_entries = entries;
  // The kernel has it closed on exec.
  const int descriptor = static_cast<int>(syscall(SYS_io_uring_setup, 1, &params));
  if (descriptor < 0) return nullptr;
  std::unique_ptr<Ring> ring(new Ring(descriptor, fd, params));
  const int error = ring->IsMapped() ? -ring->Arm() : ENOMEM;
  if (error == 0) return ring;
  ring.reset();
  errno = error;
  return nullptr;
}

// The kernel ends the poll once nothing of the ring is mapped and its descriptor is closed. It
// takes its time, 15 ms or so: until then it holds on to the file of the polled descriptor, and
// then it interrupts the thread, once, so that a system call that blocks may return EINTR.
Ring::~Ring() {
  if (shared_->IsValid()) shared_->Abandon();
  close(ring_);
}

int32_t Ring::Arm() {
  auto* submission = submission_.At<io_uring_sqe>(0);
  *submission = {};
  submission->opcode = IORING_OP_POLL_ADD;
  submission->fd = fd_;
  submission->len = IORING_POLL_ADD_MULTI;
  submission->poll32_events = POLLIN;
  // The ring names the entry by its index, which is always 0, as the memory is.
  Word(*At(params_.sq_off.tail)).fetch_add(1, std::memory_order_release);
  const long submitted = RawSystemCall(SYS_io_uring_enter, ring_, 1, 0, 0);
  if (submitted < 0) return static_cast<int32_t>(submitted);
  // A request that the kernel can't carry out ends at once, and rings no bell.
  return Take() == 0 ? 0 : result_;
}

int32_t Ring::Enter() {
  // The kernel clears the bit only if there is work. Another processor adds work first and sets the
  // bit after that, and if the work is done in between, the bit stays set until there is more.
  Word(*At(params_.sq_off.flags)).fetch_and(~IORING_SQ_TASKRUN);
  return static_cast<int32_t>(
      RawSystemCall(SYS_io_uring_enter, ring_, 0, 0, IORING_ENTER_GETEVENTS));
}

int32_t Ring::Take() {
  const auto* completions = shared_->At<io_uring_cqe>(params_.cq_off.cqes);
  const uint32_t mask = params_.cq_entries - 1;
  Word head(*At(params_.cq_off.head));
  uint32_t next = head.load(std::memory_order_relaxed);
  const uint32_t tail = Word(*At(params_.cq_off.tail)).load(std::memory_order_acquire);
  int32_t ended = 0;
  for (; next != tail; next++) {
    const io_uring_cqe& completion = completions[next & mask];
    result_ = completion.res;
    if ((completion.flags & IORING_CQE_F_MORE) == 0) ended++;
  }
  head.store(next, std::memory_order_release);
  return ended;
}

v8::Local<v8::Value> Ring::Bell(v8::Isolate* isolate) const {
  using Owner = std::shared_ptr<Mapping>;
  auto store = v8::ArrayBuffer::NewBackingStore(
      At(params_.sq_off.flags), sizeof(uint32_t),
      [](void*, size_t, void* owner) { delete static_cast<Owner*>(owner); }, new Owner(shared_));
  return v8::Uint32Array::New(v8::ArrayBuffer::New(isolate, std::move(store)), 0, 1);
}

// The rings by number, with a hole for each that was closed. Never destroyed, since bindings have
// no end.
std::vector<std::unique_ptr<Ring>>& Rings() {
  static auto& rings = *new std::vector<std::unique_ptr<Ring>>();
  return rings;
}

Ring* Find(int32_t ring) {
  auto& rings = Rings();
  return ring >= 0 && static_cast<size_t>(ring) < rings.size() ? rings[ring].get() : nullptr;
}

int32_t Store(std::unique_ptr<Ring> ring) {
  auto& rings = Rings();
  auto place = std::find(rings.begin(), rings.end(), nullptr);
  if (place == rings.end()) place = rings.emplace(place);
  *place = std::move(ring);
  return static_cast<int32_t>(place - rings.begin());
}

// create(fd, entries): sets up a ring, with room for `entries` completions, that polls `fd` for
// input. Returns [ring, bell] or -errno: the ring's number, and a Uint32Array of one element, the
// flags word, which is 0 until the bell rings. Needs Linux 6.1.
void Create(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* isolate = info.GetIsolate();
  int32_t fd;
  uint32_t entries;
  if (!TakeArgument(info, 0, "create", "fd", &fd) ||
      !TakeArgument(info, 1, "create", "entries", &entries)) {
    return;
  }
  std::unique_ptr<Ring> ring = Ring::Create(fd, entries);
  if (ring == nullptr) return info.GetReturnValue().Set(-errno);
  const v8::Local<v8::Value> bell = ring->Bell(isolate);
  const int32_t number = Store(std::move(ring));
  std::array<v8::Local<v8::Value>, 2> pair = {v8::Integer::New(isolate, number), bell};
  info.GetReturnValue().Set(v8::Array::New(isolate, pair.data(), pair.size()));
}

// enter(ring): has the kernel do what the bell has rung for.
int32_t Enter(int32_t number) {
  Ring* ring = Find(number);
  return ring == nullptr ? -EBADF : ring->Enter();
}

// take(ring): takes the completions out, and returns how many say that the poll has ended. It does
// when there was no room for one.
int32_t Take(int32_t number) {
  Ring* ring = Find(number);
  return ring == nullptr ? -EBADF : ring->Take();
}

// arm(ring): begins to poll again.
int32_t Arm(int32_t number) {
  Ring* ring = Find(number);
  return ring == nullptr ? -EBADF : ring->Arm();
}

// close(ring): gives everything back. The bell reads 0 from now on.
int32_t Close(int32_t number) {
  if (Find(number) == nullptr) return -EBADF;
  Rings()[number].reset();
  return 0;
}

void Initialize(Exports& exports) {
  exports.Slow<&Create>("create", 2);
  exports.Fast<&Enter>("enter", {"ring"});
  exports.Fast<&Take>("take", {"ring"});
  exports.Fast<&Arm>("arm", {"ring"});
  exports.Fast<&Close>("close", {"ring"});
  exports.Constant("SQ_CQ_OVERFLOW", IORING_SQ_CQ_OVERFLOW);
  exports.Constant("SQ_TASKRUN", IORING_SQ_TASKRUN);
}

}  // namespace

LO_BINDING(io_uring, Initialize)

}  // namespace lo
