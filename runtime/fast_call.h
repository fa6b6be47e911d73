// Turns a C++ function into a JavaScript function with a fast and a slow path of one contract.
//
// The C++ signature is the declaration. Arguments: int32_t, uint32_t, int64_t, uint64_t, double (a
// Number), bool (anything, by its truth), lo::Bytes (a buffer) and v8::Local<v8::Value>. Results:
// void, bool, int32_t, uint32_t, double. Anything else does not compile. Left out on purpose: V8's
// own typed-array, pointer, string and options arguments, because the fallback inside such a call
// lets an exception escape the script's `try` on V8 10.2 and 11.3, and can abort the process
// on 13.6.
//
// V8 takes the fast path from optimised code when the number of arguments is right, what should be
// a Number is one, and what should be an integer is one below 2^63. It must not throw, allocate in
// V8's heap, call JavaScript or block for long. Every other call takes the slow path, which
// converts Numbers as the language does (ToInt32, ToUint32, ...) and throws a TypeError for the
// rest.
#ifndef LO_RUNTIME_FAST_CALL_H_
#define LO_RUNTIME_FAST_CALL_H_

#include <cstdint>
#include <type_traits>
#include <utility>

#include "runtime/bytes.h"
#include "runtime/v8_compat.h"

namespace lo {

// What is known of a registered function. Lives as long as the process.
struct FunctionRecord {
  const char* name = "";
  const char* const* parameters = nullptr;
  // Calls that took the slow path: what lo.slowCalls(fn) tells.
  double slow_calls = 0;
};

// Throws a TypeError: The "fd" argument of close() must be of type number. Received type string
void ThrowArgumentType(v8::Isolate* isolate, const char* function, const char* parameter,
                       const char* type, v8::Local<v8::Value> received);

// How an argument of type T travels: `Fast` is the type in the fast call's signature.
template <typename T>
struct Argument {
  static_assert(!std::is_same_v<T, T>, "V8 can't pass this argument type to a fast call");
};

namespace internal {

template <typename T>
struct SameArgument {
  using Fast = T;
  static T FromFast(T value) { return value; }
};

template <typename T>
struct NumberArgument : SameArgument<T> {
  static bool Accepts(v8::Local<v8::Value> value) { return value->IsNumber(); }
};

// A 32-bit integer travels as one of 64 bits, of which V8 checks every one. A 32-bit argument it
// converts without a check where optimised code knows that the value is a Number, undefined, null
// or a Boolean: `close(x ? fd : undefined)` would close descriptor 0. The low 32 bits of an integer
// are what ToInt32 and ToUint32 make of it.
template <typename T>
struct Word32Argument : NumberArgument<T> {
  using Fast = int64_t;
  static T FromFast(int64_t value) { return static_cast<T>(value); }
};

}  // namespace internal

template <>
struct Argument<int32_t> : internal::Word32Argument<int32_t> {
  static int32_t From(v8::Local<v8::Context> context, v8::Local<v8::Value> value) {
    return value->Int32Value(context).FromMaybe(0);
  }
};

template <>
struct Argument<uint32_t> : internal::Word32Argument<uint32_t> {
  static uint32_t From(v8::Local<v8::Context> context, v8::Local<v8::Value> value) {
    return value->Uint32Value(context).FromMaybe(0);
  }
};

template <>
struct Argument<int64_t> : internal::NumberArgument<int64_t> {
  static int64_t From(v8::Local<v8::Context> context, v8::Local<v8::Value> value) {
    return value->IntegerValue(context).FromMaybe(0);
  }
};

template <>
struct Argument<uint64_t> : internal::NumberArgument<uint64_t> {
  static uint64_t From(v8::Local<v8::Context> context, v8::Local<v8::Value> value) {
    return static_cast<uint64_t>(value->IntegerValue(context).FromMaybe(0));
  }
};

template <>
struct Argument<double> : internal::NumberArgument<double> {
  static double From(v8::Local<v8::Context> context, v8::Local<v8::Value> value) {
    return value->NumberValue(context).FromMaybe(0);
  }
};

template <>
struct Argument<bool> : internal::SameArgument<bool> {
  static bool Accepts(v8::Local<v8::Value>) { return true; }
  static bool From(v8::Local<v8::Context>, v8::Local<v8::Value> value) {
    return value->BooleanValue(v8::Isolate::GetCurrent());
  }
};

template <>
struct Argument<v8::Local<v8::Value>> : internal::SameArgument<v8::Local<v8::Value>> {
  static bool Accepts(v8::Local<v8::Value>) { return true; }
  static v8::Local<v8::Value> From(v8::Local<v8::Context>, v8::Local<v8::Value> value) {
    return value;
  }
};

template <>
struct Argument<Bytes> {
  using Fast = v8::Local<v8::Value>;
  static Bytes FromFast(Fast value) { return Bytes::From(value); }
  static bool Accepts(v8::Local<v8::Value>) { return true; }
  static Bytes From(v8::Local<v8::Context>, v8::Local<v8::Value> value) {
    return Bytes::From(value);
  }
};

template <typename T>
inline constexpr bool kIsResult =
    std::is_void_v<T> || std::is_same_v<T, bool> || std::is_same_v<T, int32_t> ||
    std::is_same_v<T, uint32_t> || std::is_same_v<T, double>;

template <auto function>
struct FastCall;

template <typename Result, typename... Args, Result (*function)(Args...)>
struct FastCall<function> {
  static_assert(kIsResult<Result>, "V8 can't return this type from a fast call");

  static constexpr size_t kArguments = sizeof...(Args);
  static constexpr bool kTakesBytes = (std::is_same_v<Args, Bytes> || ...);

  inline static FunctionRecord record;

  // What V8 calls from optimised code. The receiver is passed and not used.
  static Result Fast(v8::Local<v8::Object>, typename Argument<Args>::Fast... args) {
    return function(Argument<Args>::FromFast(args)...);
  }

  // What V8 calls from everywhere else.
  static void Slow(const v8::FunctionCallbackInfo<v8::Value>& info) {
    record.slow_calls++;
    if (Accept(info, std::index_sequence_for<Args...>())) {
      Call(info, std::index_sequence_for<Args...>());
    }
  }

 private:
  template <size_t... I>
  static bool Accept(const v8::FunctionCallbackInfo<v8::Value>& info, std::index_sequence<I...>) {
    return ((Argument<Args>::Accepts(info[I]) || Reject(info, I)) && ...);
  }

  static bool Reject(const v8::FunctionCallbackInfo<v8::Value>& info, size_t index) {
    ThrowArgumentType(info.GetIsolate(), record.name, record.parameters[index], "number",
                      info[static_cast<int>(index)]);
    return false;
  }

  template <size_t... I>
  static void Call(const v8::FunctionCallbackInfo<v8::Value>& info, std::index_sequence<I...>) {
    [[maybe_unused]] v8::Local<v8::Context> context = info.GetIsolate()->GetCurrentContext();
    if constexpr (std::is_void_v<Result>) {
      function(Argument<Args>::From(context, info[I])...);
    } else {
      info.GetReturnValue().Set(function(Argument<Args>::From(context, info[I])...));
    }
  }
};

// Takes an argument as a fast call would, for a function that has the slow path only. False, with a
// TypeError in place, if V8 would not pass it.
template <typename T>
bool TakeArgument(const v8::FunctionCallbackInfo<v8::Value>& info, int index, const char* function,
                  const char* parameter, T* value) {
  v8::Isolate* isolate = info.GetIsolate();
  if (!Argument<T>::Accepts(info[index])) {
    ThrowArgumentType(isolate, function, parameter, "number", info[index]);
    return false;
  }
  *value = Argument<T>::From(isolate->GetCurrentContext(), info[index]);
  return true;
}

// A function with the slow path only, counted like the others.
template <v8::FunctionCallback callback>
struct SlowCall {
  inline static FunctionRecord record;

  static void Call(const v8::FunctionCallbackInfo<v8::Value>& info) {
    record.slow_calls++;
    callback(info);
  }
};

}  // namespace lo

#endif  // LO_RUNTIME_FAST_CALL_H_
