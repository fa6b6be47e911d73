// epoll(7): lo.load('epoll').
#include <sys/epoll.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cmath>
#include <cstddef>

#include "bindings/epoll_wait.h"
#include "bindings/nanoseconds.h"
#include "bindings/syscall_linux.h"
#include "runtime/binding.h"

namespace lo {

namespace {

bool IsCapacity(int32_t max_events) { return max_events > 0 && max_events <= kEpollCapacity; }

// create(): epoll_create1(2), closed on exec.
int32_t Create() {
  const int epoll = epoll_create1(EPOLL_CLOEXEC);
  return epoll < 0 ? -errno : epoll;
}

// control(epoll, operation, fd, events, generation): epoll_ctl(2). The kernel's user data is the
// descriptor in its low and the generation in its high 32 bits.
int32_t Control(int32_t epoll, int32_t operation, int32_t fd, uint32_t mask, uint32_t generation) {
  epoll_event event = {};
  event.events = mask;
  event.data.u64 = (static_cast<uint64_t>(generation) << 32) | static_cast<uint32_t>(fd);
  return epoll_ctl(epoll, operation, fd, &event) < 0 ? -errno : 0;
}

// wait(epoll, maxEvents, timeout): epoll_wait(2), timeout in milliseconds. For a timeout of 0: a
// call that blocks here can't be interrupted by V8. It is one of the two that follow.
int32_t Wait(int32_t epoll, int32_t max_events, int32_t timeout) {
  return kEpollWaitRet({}, epoll, max_events, timeout);
}

// waitRet(epoll, maxEvents, timeout): the same, and its fast path ends in `ret`.
int32_t WaitRet(int32_t epoll, int32_t max_events, int32_t timeout) {
  return kEpollWaitRet({}, epoll, max_events, timeout);
}

// waitJump(epoll, maxEvents, timeout): the same, and its fast path ends in `pop; jmp`. Only there
// on x86-64.
int32_t WaitJump(int32_t epoll, int32_t max_events, int32_t timeout) {
  return kEpollWaitJump({}, epoll, max_events, timeout);
}

// epoll_wait(2) for a kernel without epoll_pwait2, which came with Linux 5.11.
int32_t WaitMilliseconds(int32_t epoll, int32_t max_events, double timeout) {
  constexpr double kNanosecondsPerMillisecond = 1e6;
  constexpr double kMost = 2e9;
  const int milliseconds =
      timeout < 0
          ? -1
          : static_cast<int>(std::min(std::ceil(timeout / kNanosecondsPerMillisecond), kMost));
  const int ready = epoll_wait(epoll, lo_epoll_events, max_events, milliseconds);
  return ready < 0 ? -errno : ready;
}

int32_t Block(int32_t epoll, int32_t max_events, double timeout) {
  if (!IsCapacity(max_events)) return -EINVAL;
#if defined(SYS_epoll_pwait2)
  const timespec time = FromNanoseconds(timeout);
  const long ready = RawSystemCall(SYS_epoll_pwait2, epoll, Address(lo_epoll_events), max_events,
                                   timeout < 0 ? 0 : Address(&time));
  if (ready != -ENOSYS) return static_cast<int32_t>(ready);
#endif
  return WaitMilliseconds(epoll, max_events, timeout);
}

// The events buffer as an Int32Array. A record is `EVENT_SIZE` bytes long.
v8::Local<v8::Value> Events(v8::Isolate* isolate) {
  constexpr size_t kSize = sizeof lo_epoll_events;
  auto store = v8::ArrayBuffer::NewBackingStore(
      lo_epoll_events, kSize, [](void*, size_t, void*) {}, nullptr);
  return v8::Int32Array::New(v8::ArrayBuffer::New(isolate, std::move(store)), 0,
                             kSize / sizeof(int32_t));
}

void Initialize(Exports& exports) {
  const bool jumps = kEpollWaitJump != nullptr && KernelSpoilsReturnPredictor();
  exports.Fast<&Create>("create");
  exports.Fast<&Control>("control", {"epoll", "operation", "fd", "events", "generation"});
  exports.Fast<&Wait>("wait", {"epoll", "maxEvents", "timeout"},
                      jumps ? kEpollWaitJump : kEpollWaitRet);
  exports.Fast<&WaitRet>("waitRet", {"epoll", "maxEvents", "timeout"}, kEpollWaitRet);
  if (kEpollWaitJump != nullptr) {
    exports.Fast<&WaitJump>("waitJump", {"epoll", "maxEvents", "timeout"}, kEpollWaitJump);
  }
  exports.Blocking<&Block>("block", {"epoll", "maxEvents", "timeout"});
  exports.Value("events", Events(exports.isolate()));
  exports.Value("waitEnd",
                ToString(exports.isolate(), jumps ? "pop; jmp" : "ret").ToLocalChecked());
  exports.Constant("CAPACITY", kEpollCapacity);
  exports.Constant("EVENT_SIZE", sizeof(epoll_event));
  exports.Constant("EVENTS_OFFSET", offsetof(epoll_event, events));
  exports.Constant("FD_OFFSET", offsetof(epoll_event, data));
  exports.Constant("GENERATION_OFFSET", offsetof(epoll_event, data) + sizeof(uint32_t));
  exports.Constant("CTL_ADD", EPOLL_CTL_ADD);
  exports.Constant("CTL_MOD", EPOLL_CTL_MOD);
  exports.Constant("CTL_DEL", EPOLL_CTL_DEL);
  exports.Constant("IN", EPOLLIN);
  exports.Constant("OUT", EPOLLOUT);
  exports.Constant("ERR", EPOLLERR);
  exports.Constant("HUP", EPOLLHUP);
  exports.Constant("PRI", EPOLLPRI);
  exports.Constant("RDHUP", EPOLLRDHUP);
  exports.Constant("ET", EPOLLET);
  exports.Constant("ONESHOT", EPOLLONESHOT);
  exports.Constant("EXCLUSIVE", EPOLLEXCLUSIVE);
}

}  // namespace

LO_BINDING(epoll, Initialize)

}  // namespace lo
