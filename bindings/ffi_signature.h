// The types of a C function, as lib/ffi-types.js describes them in a string.
#ifndef LO_BINDINGS_FFI_SIGNATURE_H_
#define LO_BINDINGS_FFI_SIGNATURE_H_

#include <ffi.h>

#include <list>
#include <memory>
#include <string_view>
#include <vector>

namespace lo::ffi {

// A type is a letter, for the most part as in Python's struct module.
enum Letter : char {
  kVoid = 'v',
  kBool = '?',
  kInt8 = 'b',
  kUint8 = 'B',
  kInt16 = 'h',
  kUint16 = 'H',
  kInt32 = 'i',
  kUint32 = 'I',
  kInt64 = 'q',
  kUint64 = 'Q',
  kFloat32 = 'f',
  kFloat64 = 'd',
  kPointer = 'P',
  kFunction = 'F',  // a pointer, too
  kBuffer = '*',    // a pointer in C, and in JavaScript the memory that it points to
  kStruct = '{',    // by value: its fields and a '}' follow
};

struct Type {
  Letter letter = kVoid;
  ffi_type* description = &ffi_type_void;  // what libffi wants to know
};

// Whether a value of the type is an integer of 64 bits.
bool IsWide(Letter letter);
// Whether it travels in a floating-point register.
bool IsFloating(Letter letter);

// The parameters and the result: "iQ*>d". After a '.', parameters are variadic.
class Signature {
 public:
  // Null for a text that is none.
  static std::unique_ptr<Signature> Parse(std::string_view text);
  Signature(const Signature&) = delete;
  Signature& operator=(const Signature&) = delete;

  const std::vector<Type>& parameters() const { return parameters_; }
  const Type& result() const { return result_; }
  bool variadic() const { return variadic_; }
  bool HasStruct() const { return !structs_.empty(); }
  ffi_cif* cif() { return &cif_; }

 private:
  class Parser;
  // The description of a struct, which libffi fills in and keeps a pointer to.
  struct Struct {
    std::vector<ffi_type*> fields;
    ffi_type description = {};
  };

  Signature() = default;
  bool Prepare();

  std::vector<Type> parameters_;
  Type result_;
  size_t fixed_ = 0;  // how many parameters are not variadic
  bool variadic_ = false;
  std::list<Struct> structs_;
  std::vector<ffi_type*> descriptions_;
  ffi_cif cif_ = {};
};

}  // namespace lo::ffi

#endif  // LO_BINDINGS_FFI_SIGNATURE_H_
