// A call of a C function with arguments that are known only at run time: the slow path.
#ifndef LO_BINDINGS_FFI_CALL_H_
#define LO_BINDINGS_FFI_CALL_H_

#include <cstddef>
#include <cstdint>

namespace lo::ffi {

#if defined(__x86_64__)
inline constexpr int kGeneralRegisters = 6;
#elif defined(__aarch64__)
inline constexpr int kGeneralRegisters = 8;
#endif

// What the registers hold after a call: the function's result is in one of them.
struct Returned {
  uint64_t general;
  uint64_t floating;
};

// Calls `target` with `general` and `floating` (8 each, whatever the function takes) in registers,
// and `count` words on the stack. Also for variadic functions.
//
// Twice as fast as libffi, which reads a description of the types instead.
extern "C" void lo_ffi_call(const void* target, const uint64_t* general, const uint64_t* floating,
                            const uint64_t* stack, size_t count, Returned* returned);

}  // namespace lo::ffi

#endif  // LO_BINDINGS_FFI_CALL_H_
