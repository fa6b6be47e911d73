// C functions as JavaScript functions.
#ifndef LO_BINDINGS_FFI_FUNCTION_H_
#define LO_BINDINGS_FFI_FUNCTION_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/ffi_signature.h"
#include "runtime/fast_call.h"
#include "runtime/v8_compat.h"

namespace lo::ffi {

// A function of JavaScript's that calls whatever C function it is given, as long as that has its
// signature. Made once, and kept for the next C function of the signature when it is released:
// V8 keeps every function that has a fast path for ever, its optimised code has the address of the
// stub in it, and its compiler reads the type information on a thread of its own.
class Function {
 public:
  // One of the signature `text` describes, to call `target`. With `may_be_fast`, it has a fast path
  // unless V8 can't pass the types. Null for a text that is no signature.
  static Function* Acquire(v8::Local<v8::Context> context, const std::string& text,
                           bool may_be_fast, const void* target);
  // The function of a number, if it is in use, or null.
  static Function* Find(int32_t number);

  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;

  // Gives it back. It may not be called again before it is acquired.
  void Release();

  int32_t number() const { return number_; }
  // Whether a C function that it has called has not returned yet, but called back.
  bool IsRunning() const { return running_ > 0; }
  FunctionRecord* record() { return &record_; }

  // The function of JavaScript's, and one that does the same without a fast path.
  v8::Local<v8::Function> ForJs(v8::Isolate* isolate) const { return js_.Get(isolate); }
  v8::Local<v8::Function> SlowForJs(v8::Isolate* isolate) const { return slow_js_.Get(isolate); }

 private:
  friend class Running;

  Function(std::unique_ptr<Signature> signature, int32_t number)
      : signature_(std::move(signature)), number_(number) {}

  void MakeJs(v8::Local<v8::Context> context, bool may_be_fast);
  const void* MakeStub();
  static void CallSlowly(const v8::FunctionCallbackInfo<v8::Value>& info);
  void CallByRegisters(const v8::FunctionCallbackInfo<v8::Value>& info);
  void CallByLibffi(const v8::FunctionCallbackInfo<v8::Value>& info);

  const std::unique_ptr<Signature> signature_;
  const int32_t number_;
  // The C function: the stub looks here for its address.
  const void* target_ = nullptr;
  bool in_use_ = false;
  std::vector<Function*>* released_ = nullptr;  // where to go on release
  int running_ = 0;
  FunctionRecord record_;
  std::vector<v8::CTypeInfo> types_;
  std::unique_ptr<v8::CFunctionInfo> info_;
  v8::Global<v8::Function> js_;
  v8::Global<v8::Function> slow_js_;
};

// A C function on the stack that was called on the slow path, so that it may call back.
class Running {
 public:
  explicit Running(Function* function);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // The one that runs now. Null while JavaScript does, be it for a callback of one: what a fast
  // call calls meanwhile must not call back.
  static Running* Now();

  // Makes Now() null for as long as a callback runs.
  class Suspension {
   public:
    explicit Suspension(Running* running);
    ~Suspension();
    Suspension(const Suspension&) = delete;
    Suspension& operator=(const Suspension&) = delete;

   private:
    Running* const running_;
  };

  // What a callback threw. It is kept until the C function returns, which knows no exceptions;
  // callbacks are not called meanwhile.
  v8::Global<v8::Value> exception;

 private:
  Function* const function_;
  Running* const outer_;
};

}  // namespace lo::ffi

#endif  // LO_BINDINGS_FFI_FUNCTION_H_
