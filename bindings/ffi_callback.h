// JavaScript functions as C functions.
#ifndef LO_BINDINGS_FFI_CALLBACK_H_
#define LO_BINDINGS_FFI_CALLBACK_H_

#include <ffi.h>

#include <memory>

#include "bindings/ffi_signature.h"
#include "runtime/v8_compat.h"

namespace lo::ffi {

// A C function, made by libffi, that calls a function of JavaScript's. C may call it only on the
// thread that made it, from within a function that JavaScript called on the slow path; else it
// says so on stderr and returns zero.
class Callback {
 public:
  // Null where the system refuses the memory for it.
  static std::unique_ptr<Callback> Create(std::unique_ptr<Signature> signature,
                                          v8::Isolate* isolate, v8::Local<v8::Function> function);
  ~Callback();
  Callback(const Callback&) = delete;
  Callback& operator=(const Callback&) = delete;

  const void* address() const { return closure_; }
  // Whether the function of JavaScript's has not returned yet.
  bool IsRunning() const { return running_ > 0; }

 private:
  Callback(std::unique_ptr<Signature> signature, v8::Isolate* isolate,
           v8::Local<v8::Function> function);

  bool MakeClosure();
  static void Enter(ffi_cif* cif, void* result, void** arguments, void* self);
  void Call(void* result, void** arguments);
  void SetResult(v8::Local<v8::Value> value, void* result) const;

  const std::unique_ptr<Signature> signature_;
  v8::Isolate* const isolate_;
  const v8::Global<v8::Function> function_;
  // Begins with the code that C calls.
  ffi_closure* closure_ = nullptr;
  int running_ = 0;
};

}  // namespace lo::ffi

#endif  // LO_BINDINGS_FFI_CALLBACK_H_
