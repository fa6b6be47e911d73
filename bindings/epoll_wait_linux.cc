#include <sys/syscall.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "bindings/epoll_wait.h"
#include "bindings/syscall_linux.h"

namespace lo {

extern "C" {
alignas(64) __attribute__((visibility("hidden"))) epoll_event lo_epoll_events[kEpollCapacity];
}

#if defined(__x86_64__)

// The arguments arrive as V8 passes them, in rdi (the receiver), esi, edx and ecx; the system call
// wants the last three in edi, edx and r10, and the buffer in rsi. No frame: it would cost 4 ns.
// The unwinder needs to know only that the return address was popped.
#define LO_EPOLL_WAIT(name, end)            \
  asm(".pushsection .text\n"                \
      ".p2align 6\n"                        \
      ".type " name ", @function\n" name    \
      ":\n"                                 \
      ".cfi_startproc\n"                    \
      "  lea -1(%rdx), %eax\n"              \
      "  cmp $1023, %eax\n"                 \
      "  ja 1f\n"                           \
      "  mov %esi, %edi\n"                  \
      "  lea lo_epoll_events(%rip), %rsi\n" \
      "  mov %ecx, %r10d\n"                 \
      "  mov $232, %eax\n"                  \
      "  syscall\n" end                     \
      "1:\n"                                \
      ".cfi_def_cfa_offset 8\n"             \
      "  mov $-22, %eax\n"                  \
      "  ret\n"                             \
      ".cfi_endproc\n"                      \
      ".size " name ", . - " name           \
      "\n"                                  \
      ".popsection\n")

LO_EPOLL_WAIT("lo_epoll_wait_ret", "  ret\n");
LO_EPOLL_WAIT("lo_epoll_wait_jmp",
              "  pop %rcx\n"
              ".cfi_def_cfa_offset 0\n"
              ".cfi_register %rip, %rcx\n"
              "  jmp *%rcx\n"
              ".cfi_restore %rip\n");

// What is written out in the code above.
static_assert(kEpollCapacity == 1024 && SYS_epoll_wait == 232 && EINVAL == 22);

extern "C" int32_t lo_epoll_wait_ret(v8::Local<v8::Object>, int64_t, int64_t, int64_t);
extern "C" int32_t lo_epoll_wait_jmp(v8::Local<v8::Object>, int64_t, int64_t, int64_t);

const EpollWait kEpollWaitRet = &lo_epoll_wait_ret;
const EpollWait kEpollWaitJump = &lo_epoll_wait_jmp;

bool KernelSpoilsReturnPredictor() {
  std::FILE* file =
      std::fopen("/sys/devices/system/cpu/vulnerabilities/spec_rstack_overflow", "re");
  if (file == nullptr) return false;
  char line[128] = "";
  const bool read = std::fgets(line, sizeof line, file) != nullptr;
  std::fclose(file);
  return read && std::strstr(line, "Safe RET") != nullptr;
}

#else

namespace {

int32_t Wait(v8::Local<v8::Object>, int64_t epoll_word, int64_t max_events_word,
             int64_t timeout_word) {
  const auto epoll = static_cast<int32_t>(epoll_word);
  const auto max_events = static_cast<int32_t>(max_events_word);
  const auto timeout = static_cast<int32_t>(timeout_word);
  if (max_events <= 0 || max_events > kEpollCapacity) return -EINVAL;
  return static_cast<int32_t>(
      RawSystemCall(SYS_epoll_pwait, epoll, Address(lo_epoll_events), max_events, timeout));
}

}  // namespace

const EpollWait kEpollWaitRet = &Wait;
const EpollWait kEpollWaitJump = nullptr;

bool KernelSpoilsReturnPredictor() { return false; }

#endif

}  // namespace lo
