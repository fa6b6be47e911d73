#include "runtime/js_error.h"

#include <cstring>
#include <string>
#include <tuple>

#include "runtime/binding.h"

namespace lo {

namespace {

v8::Local<v8::String> Text(v8::Isolate* isolate, std::string_view text) {
  v8::Local<v8::String> string;
  return ToString(isolate, text).ToLocal(&string) ? string : v8::String::Empty(isolate);
}

// What defining a property leaves undone (when the stack is exhausted) is lost: the error itself
// matters more.
void Define(v8::Local<v8::Context> context, v8::Local<v8::Object> error, const char* name,
            v8::Local<v8::Value> value, v8::PropertyAttribute attributes = v8::None) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  error->DefineOwnProperty(context, Text(isolate, name), value, attributes).FromMaybe(false);
}

std::string_view ClassName(ErrorClass error_class) {
  return error_class == ErrorClass::kTypeError ? "TypeError" : "Error";
}

// V8 writes the first line of a stack when it is first read, with the error's name of that moment.
void WriteStackAs(v8::Local<v8::Context> context, v8::Local<v8::Object> error,
                  const std::string& name) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  Define(context, error, "name", Text(isolate, name));
  v8::Local<v8::Value> stack;
  std::ignore = error->Get(context, Text(isolate, "stack")).ToLocal(&stack);
  error->Delete(context, Text(isolate, "name")).FromMaybe(false);
}

}  // namespace

v8::Local<v8::Object> CodedError(v8::Local<v8::Context> context, ErrorClass error_class,
                                 std::string_view code, std::string_view message) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::TryCatch ignore(isolate);
  const v8::Local<v8::String> text = Text(isolate, message);
  const v8::Local<v8::Object> error =
      (error_class == ErrorClass::kTypeError ? v8::Exception::TypeError(text)
                                             : v8::Exception::Error(text))
          .As<v8::Object>();
  WriteStackAs(context, error,
               std::string(ClassName(error_class)) + " [" + std::string(code) + "]");
  Define(context, error, "code", Text(isolate, code));
  return error;
}

v8::Local<v8::Object> SystemError(v8::Local<v8::Context> context, int errno_value,
                                  std::string_view syscall, std::string_view path) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::TryCatch ignore(isolate);
  const char* code = strerrorname_np(errno_value);
  if (code == nullptr) code = "UNKNOWN";
  const std::string message = std::string(code) + ": " + std::strerror(errno_value) + ", " +
                              std::string(syscall) + " '" + std::string(path) + "'";
  const v8::Local<v8::Object> error = v8::Exception::Error(Text(isolate, message)).As<v8::Object>();
  Define(context, error, "errno", v8::Integer::New(isolate, -errno_value));
  Define(context, error, "code", Text(isolate, code));
  Define(context, error, "syscall", Text(isolate, syscall));
  Define(context, error, "path", Text(isolate, path));
  return error;
}

void PrependToStack(v8::Local<v8::Context> context, v8::Local<v8::Object> error,
                    std::string_view text) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::TryCatch ignore(isolate);
  v8::Local<v8::Value> stack;
  if (!error->Get(context, Text(isolate, "stack")).ToLocal(&stack) || !stack->IsString()) return;
  const v8::Local<v8::String> both =
      v8::String::Concat(isolate, Text(isolate, text), stack.As<v8::String>());
  Define(context, error, "stack", both, v8::DontEnum);
}

}  // namespace lo
