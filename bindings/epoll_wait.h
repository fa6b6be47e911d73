// The fast form of epoll_wait(2), in machine code.
//
// After a system call, the "Safe RET" mitigation of the kernel leaves the processor's return
// predictor full of its own addresses, and the next `ret` in user space is mispredicted: 22 ns, a
// seventh of the whole call. A jump to the popped return address is predicted by where it went last
// time instead. Where the kernel leaves the predictor alone, `ret` is the cheaper one, since a jump
// unbalances the predictor for the callers. So there are two functions that differ in their end.
#ifndef LO_BINDINGS_EPOLL_WAIT_H_
#define LO_BINDINGS_EPOLL_WAIT_H_

#include <sys/epoll.h>

#include <cstdint>

#include "runtime/v8_compat.h"

namespace lo {

inline constexpr int32_t kEpollCapacity = 1024;

// Where the kernel reports events. One for the process: a loop copies what it got before it calls
// anybody.
extern "C" epoll_event lo_epoll_events[kEpollCapacity];

// A fast call's function: the receiver, then what epoll_wait(2) takes but the buffer, in the low 32
// bits of each argument.
using EpollWait = int32_t (*)(v8::Local<v8::Object> receiver, int64_t epoll, int64_t max_events,
                              int64_t timeout);

extern const EpollWait kEpollWaitRet;
extern const EpollWait kEpollWaitJump;  // null on processors that need none

// Whether the jump is the cheaper one on this machine, by what the kernel says of itself.
bool KernelSpoilsReturnPredictor();

}  // namespace lo

#endif  // LO_BINDINGS_EPOLL_WAIT_H_
