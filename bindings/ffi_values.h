// Values on their way between JavaScript and C. lib/ffi.js has checked their types and ranges:
// what it would not let pass is 0 here.
#ifndef LO_BINDINGS_FFI_VALUES_H_
#define LO_BINDINGS_FFI_VALUES_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "bindings/ffi_signature.h"
#include "runtime/v8_compat.h"

namespace lo::ffi {

// What stubs and slow calls tell lib/ffi.js beside a result, in memory that it looks at.
struct Notes {
  uint64_t wide_result;  // the last result of 64 bits, whole
  uint32_t missed;       // 1 if an argument is a buffer that can't be read; nothing was called
};
extern Notes notes;

// A number, by its letter, as the bits that a register or a slot on the stack takes.
uint64_t BitsOf(v8::Local<v8::Value> value, Letter letter);

// The memory of a typed array, DataView or (Shared)ArrayBuffer, out of V8's heap if it was there,
// so that it stays in place for as long as `store` is held.
struct Memory {
  std::shared_ptr<v8::BackingStore> store;
  uint8_t* data = nullptr;
  size_t size = 0;
};

// Nothing for what is no buffer, is detached, or is a view beyond the end of its buffer. Null is
// the null pointer.
std::optional<Memory> MemoryOf(v8::Local<v8::Value> value);

// A value of C's at `place`, as JavaScript gets it.
v8::Local<v8::Value> ToJs(v8::Isolate* isolate, const Type& type, const void* place);

// A struct's bytes, copied.
v8::Local<v8::Value> CopyOf(v8::Isolate* isolate, const void* bytes, size_t size);

}  // namespace lo::ffi

#endif  // LO_BINDINGS_FFI_VALUES_H_
