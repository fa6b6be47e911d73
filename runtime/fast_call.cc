#include "runtime/fast_call.h"

#include <string>

namespace lo {

void ThrowArgumentType(v8::Isolate* isolate, const char* function, const char* parameter,
                       const char* type, v8::Local<v8::Value> received) {
  const v8::String::Utf8Value received_type(isolate, received->TypeOf(isolate));
  const std::string message = std::string("The \"") + parameter + "\" argument of " + function +
                              "() must be of type " + type + ". Received type " + *received_type;
  isolate->ThrowException(
      v8::Exception::TypeError(v8::String::NewFromUtf8(isolate, message.c_str()).ToLocalChecked()));
}

}  // namespace lo
