// Error objects that C++ code throws, with the properties that node gives its own.
#ifndef LO_RUNTIME_JS_ERROR_H_
#define LO_RUNTIME_JS_ERROR_H_

#include <string_view>

#include "runtime/v8_compat.h"

namespace lo {

enum class ErrorClass { kError, kTypeError };

// An error whose `code` shows in its stack as well: "TypeError [ERR_X]: message".
v8::Local<v8::Object> CodedError(v8::Local<v8::Context> context, ErrorClass error_class,
                                 std::string_view code, std::string_view message);

// A failed system call: `errno` (negative), `code`, `syscall` and `path`.
v8::Local<v8::Object> SystemError(v8::Local<v8::Context> context, int errno_value,
                                  std::string_view syscall, std::string_view path);

// Writes `text` before the stack of `error`: a place that V8 does not know.
void PrependToStack(v8::Local<v8::Context> context, v8::Local<v8::Object> error,
                    std::string_view text);

}  // namespace lo

#endif  // LO_RUNTIME_JS_ERROR_H_
