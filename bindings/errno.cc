// The names and messages of errno(3), from glibc's strerrorname_np(3) and strerrordesc_np(3).
#include <cerrno>
#include <cstring>

#include "runtime/binding.h"

namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

// Returns what `describe` says of a (positive) error number; undefined if there is no such error.
void Describe(const Info& info, const char* function, const char* (*describe)(int)) {
  int32_t number;
  if (!lo::TakeArgument(info, 0, function, "errno", &number)) return;
  const char* text = describe(number);
  v8::Local<v8::String> result;
  if (text != nullptr && lo::ToString(info.GetIsolate(), text).ToLocal(&result)) {
    info.GetReturnValue().Set(result);
  }
}

// name(errno): 'ENOENT'
void Name(const Info& info) { Describe(info, "name", &strerrorname_np); }

// message(errno): 'No such file or directory'
void Message(const Info& info) { Describe(info, "message", &strerrordesc_np); }

void Initialize(lo::Exports& exports) {
  exports.Slow<&Name>("name", 1);
  exports.Slow<&Message>("message", 1);
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
