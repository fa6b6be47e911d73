#include "runtime/binding.h"

namespace lo {

namespace {

const Binding* first_binding = nullptr;

// The private property of a registered function that holds its record.
v8::Local<v8::Private> RecordKey(v8::Isolate* isolate) {
  return v8::Private::ForApi(isolate, v8::String::NewFromUtf8Literal(isolate, "lo:record"));
}

v8::Local<v8::String> Name(v8::Isolate* isolate, const char* name) {
  return v8::String::NewFromUtf8(isolate, name, v8::NewStringType::kInternalized).ToLocalChecked();
}

}  // namespace

Binding::Binding(const char* name, Initialize initialize)
    : name(name), initialize(initialize), next(first_binding) {
  first_binding = this;
}

const Binding* Binding::Find(std::string_view name) {
  for (const Binding* binding = first_binding; binding != nullptr; binding = binding->next) {
    if (name == binding->name) return binding;
  }
  return nullptr;
}

void Exports::Define(const char* name, v8::FunctionCallback slow, int length,
                     const v8::CFunction* fast, FunctionRecord* record) {
  v8::Local<v8::Function> function =
      v8::FunctionTemplate::New(isolate_, slow, v8::Local<v8::Value>(), v8::Local<v8::Signature>(),
                                length, v8::ConstructorBehavior::kThrow,
                                v8::SideEffectType::kHasSideEffect, fast)
          ->GetFunction(context_)
          .ToLocalChecked();
  SetRecord(context_, function, record);
  function->SetName(Name(isolate_, name));
  Value(name, function);
}

void Exports::Constant(const char* name, double value) {
  Value(name, v8::Number::New(isolate_, value));
}

void Exports::Value(const char* name, v8::Local<v8::Value> value) {
  // Not Set(): a setter on Object.prototype would see it.
  target_->CreateDataProperty(context_, Name(isolate_, name), value).Check();
}

void LoadBinding(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* isolate = info.GetIsolate();
  if (!info[0]->IsString()) return ThrowArgumentType(isolate, "load", "name", "string", info[0]);
  const v8::String::Utf8Value name(isolate, info[0]);
  const std::string_view wanted(*name, static_cast<size_t>(name.length()));
  const Binding* binding = Binding::Find(wanted);
  if (binding == nullptr) {
    const std::string message = "There is no binding '" + std::string(wanted) + "'";
    isolate->ThrowException(
        v8::Exception::TypeError(ToString(isolate, message).FromMaybe(v8::String::Empty(isolate))));
    return;
  }
  v8::Local<v8::Object> object = v8::Object::New(isolate);
  Exports exports(isolate, isolate->GetCurrentContext(), object);
  binding->initialize(exports);
  info.GetReturnValue().Set(object);
}

void SetRecord(v8::Local<v8::Context> context, v8::Local<v8::Function> function,
               FunctionRecord* record) {
  v8::Isolate* isolate = context->GetIsolate();
  function->SetPrivate(context, RecordKey(isolate), v8::External::New(isolate, record)).Check();
}

FunctionRecord* RecordOf(v8::Isolate* isolate, v8::Local<v8::Value> function) {
  v8::Local<v8::Value> external;
  if (!function->IsFunction() ||
      !function.As<v8::Object>()
           ->GetPrivate(isolate->GetCurrentContext(), RecordKey(isolate))
           .ToLocal(&external) ||
      !external->IsExternal()) {
    return nullptr;
  }
  return static_cast<FunctionRecord*>(external.As<v8::External>()->Value());
}

}  // namespace lo
