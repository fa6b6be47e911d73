// The machine code between a fast call of V8's and a C function.
//
// V8 calls by the C calling convention, with the receiver as the first argument. A stub drops that,
// moves the others up by one, and jumps to the function. Where an argument is a typed array, it
// puts the address of the array's memory in its place; where the result is an integer of 64 bits,
// which no Number may hold, it keeps it aside and returns the nearest double.
//
// Integers below 64 bits are not extended here: they arrive in range, as 32 bits, and 32 bits of an
// integer in its range are the same for a narrow type and for int.
//
// Both assemblers are built everywhere, and know nothing of V8: test/ffi runs one natively and the
// other under an emulator.
#ifndef LO_BINDINGS_FFI_STUB_H_
#define LO_BINDINGS_FFI_STUB_H_

#include <cstdint>
#include <vector>

#include "runtime/typed_array_layout.h"

namespace lo::ffi {

// How an argument arrives.
enum class Arrival : uint8_t {
  kGeneral,  // in a general register
  kFloat,    // in a floating-point register
  kBuffer,   // in a general register, as a v8::Local<v8::Value>
};

struct StubPlan {
  std::vector<Arrival> arguments;
  // x86-64 has the caller of a variadic function say how many floating-point registers it uses.
  bool variadic = false;
  // The result is an integer of 64 bits.
  bool wide = false;
  // Where the address of the function is: the stub is for whatever is there when it is called.
  const void* const* target = nullptr;
  // Where a wide result is kept.
  uint64_t* wide_result = nullptr;
  // Becomes 1, and the function is not called, if an argument is no buffer that can be read here.
  uint32_t* missed = nullptr;
  TypedArrayLayout layout;
};

namespace x86_64 {
std::vector<uint8_t> Stub(const StubPlan& plan);
// A function of the C calling convention that makes the system call `number` with up to six
// arguments, and returns what the kernel does. With `jump`, it ends as epoll_wait.h describes.
std::vector<uint8_t> SystemCall(uint32_t number, bool jump);
}  // namespace x86_64

namespace aarch64 {
std::vector<uint8_t> Stub(const StubPlan& plan);
// `jump` is of no concern here.
std::vector<uint8_t> SystemCall(uint32_t number, bool jump);
}  // namespace aarch64

#if defined(__x86_64__)
namespace native = x86_64;
#elif defined(__aarch64__)
namespace native = aarch64;
#endif

// Where the calling convention puts an argument: in a register, or in a slot of 8 bytes on the
// stack.
struct Place {
  bool in_register;
  bool is_float;
  int index;

  bool operator==(const Place&) const = default;
};

constexpr int kFloatRegisters = 8;

// The places of `arguments`, of which the general ones come after `skipped` others.
std::vector<Place> PlacesOf(const std::vector<Arrival>& arguments, int general_registers,
                            int skipped);

// How many slots on the stack `places` take.
int StackSlots(const std::vector<Place>& places);

template <typename T>
uint64_t AddressOf(T* pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

}  // namespace lo::ffi

#endif  // LO_BINDINGS_FFI_STUB_H_
