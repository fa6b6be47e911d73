// How a binding offers functions to JavaScript: one file, one LO_BINDING line, no list to keep.
//
//   int32_t Close(int32_t fd) { ... }
//   void Initialize(lo::Exports& exports) { exports.Fast<&Close>("close", {"fd"}); }
//   LO_BINDING(files, Initialize)                        // a script gets it by lo.load('files')
#ifndef LO_RUNTIME_BINDING_H_
#define LO_RUNTIME_BINDING_H_

#include <algorithm>
#include <array>
#include <string_view>

#include "runtime/fast_call.h"
#include "runtime/v8_compat.h"

namespace lo {

// The object that lo.load(name) returns, while a binding fills it.
class Exports {
 public:
  Exports(v8::Isolate* isolate, v8::Local<v8::Context> context, v8::Local<v8::Object> target)
      : isolate_(isolate), context_(context), target_(target) {}

  v8::Isolate* isolate() const { return isolate_; }
  v8::Local<v8::Context> context() const { return context_; }

  // Offers `function` with a fast and a slow path. `parameters` are the names of its arguments, for
  // error messages: string literals, one for each.
  template <auto function>
  void Fast(const char* name, const char* const (&parameters)[FastCall<function>::kArguments]) {
    FastCall<function>::record.name = name;
    StoreParameters<function>(parameters);
    FastOrSlow<function>(name);
  }
  // The same, where the fast path has code of its own: `fast` takes the receiver and then what
  // `function` takes.
  template <auto function>
  void Fast(const char* name, const char* const (&parameters)[FastCall<function>::kArguments],
            decltype(&FastCall<function>::Fast) fast) {
    using Call = FastCall<function>;
    static_assert(!Call::kTakesBytes, "without the probe, there is no fast path with buffers");
    static const v8::CFunction c_function = v8::CFunction::Make(fast);
    Call::record.name = name;
    StoreParameters<function>(parameters);
    Define(name, &Call::Slow, Call::kArguments, &c_function, &Call::record);
  }
  template <auto function>
  requires(FastCall<function>::kArguments == 0) void Fast(const char* name) {
    FastCall<function>::record.name = name;
    FastOrSlow<function>(name);
  }

  // Offers `function` with the same contract but the slow path only, because it may block.
  template <auto function>
  void Blocking(const char* name, const char* const (&parameters)[FastCall<function>::kArguments]) {
    using Call = FastCall<function>;
    Call::record.name = name;
    StoreParameters<function>(parameters);
    Define(name, &Call::Slow, Call::kArguments, nullptr, &Call::record);
  }

  // Offers `callback`, which may throw, allocate and call JavaScript, with the slow path only.
  // `length` is the function's number of arguments, as JavaScript sees it.
  template <v8::FunctionCallback callback>
  void Slow(const char* name, int length) {
    SlowCall<callback>::record.name = name;
    Define(name, &SlowCall<callback>::Call, length, nullptr, &SlowCall<callback>::record);
  }

  void Constant(const char* name, double value);
  void Value(const char* name, v8::Local<v8::Value> value);

 private:
  template <auto function>
  static void StoreParameters(const char* const (&parameters)[FastCall<function>::kArguments]) {
    static std::array<const char*, FastCall<function>::kArguments> names;
    std::copy(std::begin(parameters), std::end(parameters), names.begin());
    FastCall<function>::record.parameters = names.data();
  }

  template <auto function>
  void FastOrSlow(const char* name) {
    using Call = FastCall<function>;
    static const v8::CFunction fast = v8::CFunction::Make(&Call::Fast);
    const bool has_fast_path = !Call::kTakesBytes || Bytes::CanReadInFastCall();
    Define(name, &Call::Slow, Call::kArguments, has_fast_path ? &fast : nullptr, &Call::record);
  }

  void Define(const char* name, v8::FunctionCallback slow, int length, const v8::CFunction* fast,
              FunctionRecord* record);

  v8::Isolate* isolate_;
  v8::Local<v8::Context> context_;
  v8::Local<v8::Object> target_;
};

// A binding's place in the list of all bindings. Made by LO_BINDING, before main().
struct Binding {
  using Initialize = void (*)(Exports&);

  Binding(const char* name, Initialize initialize);

  // The binding called `name`, or null.
  static const Binding* Find(std::string_view name);

  const char* const name;
  const Initialize initialize;
  const Binding* const next;
};

// lo.load(name): a new object with the functions of the binding called `name`.
void LoadBinding(const v8::FunctionCallbackInfo<v8::Value>& info);

// The record of a function that a binding registered, or null for any other value.
FunctionRecord* RecordOf(v8::Isolate* isolate, v8::Local<v8::Value> function);

// Makes `record`, which lives as long as the process, that of `function`.
void SetRecord(v8::Local<v8::Context> context, v8::Local<v8::Function> function,
               FunctionRecord* record);

// A string for V8 from UTF-8. Empty when it is longer than V8 allows.
inline v8::MaybeLocal<v8::String> ToString(v8::Isolate* isolate, std::string_view text) {
  return v8::String::NewFromUtf8(isolate, text.data(), v8::NewStringType::kNormal,
                                 static_cast<int>(text.size()));
}

}  // namespace lo

#define LO_BINDING(name, initialize) static const lo::Binding lo_binding_##name(#name, initialize);

#endif  // LO_RUNTIME_BINDING_H_
