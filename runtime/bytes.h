// The memory of a buffer that a script passes to a binding.
#ifndef LO_RUNTIME_BYTES_H_
#define LO_RUNTIME_BYTES_H_

#include <cstddef>
#include <cstdint>

#include "runtime/typed_array_layout.h"
#include "runtime/v8_compat.h"

namespace lo {

// A typed array, DataView or ArrayBuffer as bytes, valid during the call that received it. Anything
// else, and a detached buffer, is empty, so that a binding which checks its length answers -EFAULT,
// as the kernel would.
struct Bytes {
  uint8_t* data = nullptr;
  size_t size = 0;

  // Reads `value` without allocating in V8's heap, so that a fast call may use it.
  static Bytes From(v8::Local<v8::Value> value);

  // Finds where this V8 keeps the fields of a typed array. Without them a typed array can't be read
  // inside a fast call: returns false, and functions that take Bytes then have the slow path only.
  static bool Probe(v8::Isolate* isolate);
  static bool CanReadInFastCall();

  // What the probe found: complete() if CanReadInFastCall().
  static const TypedArrayLayout& Layout();
};

}  // namespace lo

#endif  // LO_RUNTIME_BYTES_H_
