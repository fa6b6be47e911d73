// The names and messages of errno(3), from glibc's strerrorname_np(3) and strerrordesc_np(3).
#include <cerrno>
#include <cstring>

#include "runtime/binding.h"

namespace {

// Returns what `describe` says of a (positive) error number; undefined if there is no such error.
template <const char* (*describe)(int)>
void Describe(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* isolate = info.GetIsolate();
  if (!info[0]->IsInt32()) {
    isolate->ThrowException(v8::Exception::TypeError(v8::String::NewFromUtf8Literal(
        isolate, "The \"errno\" argument must be a 32-bit integer")));
    return;
  }
  const char* text = describe(info[0].As<v8::Int32>()->Value());
  v8::Local<v8::String> result;
  if (text != nullptr && lo::ToString(isolate, text).ToLocal(&result)) {
    info.GetReturnValue().Set(result);
  }
}

void Initialize(lo::Exports& exports) {
  exports.Slow<&Describe<&strerrorname_np>>("name", 1);
  exports.Slow<&Describe<&strerrordesc_np>>("message", 1);
  // The ones that libraries compare with.
  exports.Constant("EAGAIN", EAGAIN);
  exports.Constant("EBADF", EBADF);
  exports.Constant("EEXIST", EEXIST);
  exports.Constant("EINTR", EINTR);
  exports.Constant("EINVAL", EINVAL);
  exports.Constant("ENOENT", ENOENT);
}

}  // namespace

LO_BINDING(errno, Initialize)
