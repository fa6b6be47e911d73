// Memory for machine code, never writable and executable at once.
#ifndef LO_BINDINGS_FFI_MEMORY_H_
#define LO_BINDINGS_FFI_MEMORY_H_

#include <cstdint>
#include <span>

namespace lo::ffi {

// A copy of `code` that can be run, for the rest of the process's life; null where the system
// refuses such memory. While it is being written, nothing else that was published can be run: only
// the thread that runs all of it may call this.
const void* Publish(std::span<const uint8_t> code);

}  // namespace lo::ffi

#endif  // LO_BINDINGS_FFI_MEMORY_H_
