// V8 as tests use it: started once for the process, with an isolate and a context for each test.
#ifndef LO_TEST_CPP_V8_TEST_H_
#define LO_TEST_CPP_V8_TEST_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "runtime/v8_compat.h"

namespace lo {

inline void InitializeV8() {
  static const std::unique_ptr<v8::Platform> platform = [] {
    v8::V8::SetFlagsFromString(compat::kV8Flags);
    v8::V8::SetFlagsFromString("--allow-natives-syntax");
    auto made = v8::platform::NewDefaultPlatform();
    v8::V8::InitializePlatform(made.get());
    v8::V8::Initialize();
    return made;
  }();
}

class V8Test : public testing::Test {
 protected:
  V8Test() : isolate_(NewIsolate()), scopes_(isolate_) {}

  // The value of a script. A test that runs one which throws has failed.
  v8::Local<v8::Value> Run(const std::string& source) {
    v8::TryCatch caught(isolate_);
    v8::Local<v8::Script> script;
    v8::Local<v8::Value> result;
    if (v8::Script::Compile(context(), ToV8(source)).ToLocal(&script) &&
        script->Run(context()).ToLocal(&result)) {
      return result;
    }
    ADD_FAILURE() << source << ": " << *v8::String::Utf8Value(isolate_, caught.Exception());
    return v8::Undefined(isolate_);
  }

  double RunToNumber(const std::string& source) {
    return Run(source)->NumberValue(context()).FromMaybe(0);
  }

  v8::Local<v8::String> ToV8(const std::string& text) {
    return v8::String::NewFromUtf8(isolate_, text.c_str()).ToLocalChecked();
  }

  v8::Isolate* isolate() { return isolate_; }
  v8::Local<v8::Context> context() { return scopes_.context; }

 private:
  struct Scopes {
    explicit Scopes(v8::Isolate* isolate)
        : isolate_scope(isolate),
          handles(isolate),
          context(v8::Context::New(isolate)),
          context_scope(context) {}
    v8::Isolate::Scope isolate_scope;
    v8::HandleScope handles;
    v8::Local<v8::Context> context;
    v8::Context::Scope context_scope;
  };

  struct DisposeIsolate {
    void operator()(v8::Isolate* isolate) const { isolate->Dispose(); }
  };

  v8::Isolate* NewIsolate() {
    InitializeV8();
    allocator_.reset(v8::ArrayBuffer::Allocator::NewDefaultAllocator());
    v8::Isolate::CreateParams params;
    params.array_buffer_allocator = allocator_.get();
    owner_.reset(v8::Isolate::New(params));
    return owner_.get();
  }

  std::unique_ptr<v8::ArrayBuffer::Allocator> allocator_;
  std::unique_ptr<v8::Isolate, DisposeIsolate> owner_;
  v8::Isolate* const isolate_;
  Scopes scopes_;
};

}  // namespace lo

#endif  // LO_TEST_CPP_V8_TEST_H_
