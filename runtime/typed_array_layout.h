// Where V8 keeps the fields of a typed array.
#ifndef LO_RUNTIME_TYPED_ARRAY_LAYOUT_H_
#define LO_RUNTIME_TYPED_ARRAY_LAYOUT_H_

#include <cstdint>

namespace lo {

// The low bit of a word that points to an object.
inline constexpr uintptr_t kHeapObjectTag = 1;

// The fields of a typed array and its ArrayBuffer, in bytes from the object's start; 0 is unknown.
struct TypedArrayLayout {
  int map_instance_type = 0;  // in the object's map, which is its first word
  uint16_t instance_type = 0;
  int data_pointer = 0;  // what an array inside V8's heap adds to it is the next word
  int byte_offset = 0;
  int byte_length = 0;
  int buffer = 0;
  int buffer_byte_length = 0;

  bool complete() const {
    return data_pointer != 0 && byte_offset != 0 && byte_length != 0 && buffer != 0 &&
           buffer_byte_length != 0;
  }
};

}  // namespace lo

#endif  // LO_RUNTIME_TYPED_ARRAY_LAYOUT_H_
