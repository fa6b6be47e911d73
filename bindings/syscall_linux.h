// System calls by the instruction itself, for the hot path. glibc's wrappers of waiting calls are
// cancellation points, which costs two atomic operations in a process with threads, and put -1 and
// errno in place of the kernel's answer.
#ifndef LO_BINDINGS_SYSCALL_LINUX_H_
#define LO_BINDINGS_SYSCALL_LINUX_H_

#include <cstdint>

namespace lo {

// Returns what the kernel does: a result, or -errno.
inline long RawSystemCall(long number, long a, long b, long c, long d, long e = 0) {
#if defined(__x86_64__)
  long result;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
               : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 asm("x8") = number;
  register long x0 asm("x0") = a;
  register long x1 asm("x1") = b;
  register long x2 asm("x2") = c;
  register long x3 asm("x3") = d;
  register long x4 asm("x4") = e;
  asm volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
  return x0;
#else
#error "lo knows the system call instruction of x86-64 and AArch64"
#endif
}

template <typename T>
long Address(T* pointer) {
  return reinterpret_cast<intptr_t>(pointer);
}

}  // namespace lo

#endif  // LO_BINDINGS_SYSCALL_LINUX_H_
