// What lib/bootstrap.js and the loops ask of the runtime: lo.load('runtime').
#include <cstdlib>
#include <string>

#include "runtime/binding.h"
#include "runtime/runtime.h"

namespace lo {

namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

void Throw(v8::Isolate* isolate, const std::string& message) {
  isolate->ThrowException(
      v8::Exception::TypeError(ToString(isolate, message).FromMaybe(v8::String::Empty(isolate))));
}

// drainMicrotasks(): runs the microtasks, then reports unhandled rejections.
void DrainMicrotasks(const Info& info) { Runtime::From(info.GetIsolate())->DrainMicrotasks(); }

// enqueueMicrotask(function)
void EnqueueMicrotask(const Info& info) {
  if (!info[0]->IsFunction()) return Throw(info.GetIsolate(), "The callback must be a function");
  Runtime::From(info.GetIsolate())
      ->microtasks()
      .EnqueueMicrotask(info.GetIsolate(), info[0].As<v8::Function>());
}

// reportUncaught(error): to lo.onUncaughtException, or printed, and the process ends with status 1.
void ReportUncaught(const Info& info) {
  Runtime::From(info.GetIsolate())->ReportUncaught(info[0], {});
}

// exit(status): ends the process at once.
void Exit(const Info& info) {
  Runtime::Exit(info[0]->Int32Value(info.GetIsolate()->GetCurrentContext()).FromMaybe(1));
}

// library(name): the namespace of 'lib/NAME.js', loaded now if it is not yet.
void Library(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  if (!info[0]->IsString()) return Throw(isolate, "The name of a library must be a string");
  const v8::String::Utf8Value name(isolate, info[0]);
  v8::Local<v8::Object> library;
  if (Runtime::From(isolate)
          ->modules()
          .Library(isolate->GetCurrentContext(), {*name, static_cast<size_t>(name.length())})
          .ToLocal(&library)) {
    info.GetReturnValue().Set(library);
  }
}

// slowCalls(function): how many calls of a binding's function took the slow path.
void SlowCalls(const Info& info) {
  const FunctionRecord* record = RecordOf(info.GetIsolate(), info[0]);
  if (record == nullptr) {
    return Throw(info.GetIsolate(), "lo.slowCalls() takes a function of a binding");
  }
  info.GetReturnValue().Set(record->slow_calls);
}

// wakeDescriptor(): becomes readable when V8 posts a task to the main thread; -errno.
int32_t WakeDescriptor() {
  return Runtime::From(v8::Isolate::GetCurrent())->platform().WakeDescriptor();
}

// runTasks(): runs V8's tasks for the main thread, each with its microtasks. Returns how many.
void RunTasks(const Info& info) {
  Runtime* runtime = Runtime::From(info.GetIsolate());
  info.GetReturnValue().Set(
      runtime->platform().RunTasks([runtime] { runtime->DrainMicrotasks(); }));
}

// awaitTasks(): waits until V8's threads are idle or want the main thread. Returns whether a task
// for the main thread is there or will be.
void AwaitTasks(const Info& info) {
  Platform& platform = Runtime::From(info.GetIsolate())->platform();
  platform.AwaitWorkers();
  info.GetReturnValue().Set(platform.HasAwaitedTasks());
}

v8::Local<v8::Value> Strings(v8::Isolate* isolate, const std::vector<std::string>& strings) {
  std::vector<v8::Local<v8::Value>> values;
  for (const std::string& text : strings) {
    values.push_back(ToString(isolate, text).FromMaybe(v8::String::Empty(isolate)));
  }
  return v8::Array::New(isolate, values.data(), values.size());
}

// One word of V8's microtask queue, by which JavaScript sees whether it is empty: a Uint32Array of
// length 1, or null.
v8::Local<v8::Value> PendingMicrotasks(v8::Isolate* isolate) {
  const uint32_t* word = Runtime::From(isolate)->pending_microtasks();
  if (word == nullptr) return v8::Null(isolate);
  auto store = v8::ArrayBuffer::NewBackingStore(
      const_cast<uint32_t*>(word), sizeof *word, [](void*, size_t, void*) {}, nullptr);
  return v8::Uint32Array::New(v8::ArrayBuffer::New(isolate, std::move(store)), 0, 1);
}

constexpr const char* kArchitecture =
#if defined(__x86_64__)
    "x64";
#elif defined(__aarch64__)
    "arm64";
#else
    "unknown";
#endif

void Initialize(Exports& exports) {
  v8::Isolate* isolate = exports.isolate();
  const Options& options = Runtime::From(isolate)->options();
  exports.Slow<&DrainMicrotasks>("drainMicrotasks", 0);
  exports.Slow<&EnqueueMicrotask>("enqueueMicrotask", 1);
  exports.Slow<&ReportUncaught>("reportUncaught", 1);
  exports.Slow<&Exit>("exit", 1);
  exports.Slow<&Library>("library", 1);
  exports.Slow<&SlowCalls>("slowCalls", 1);
  exports.Fast<&WakeDescriptor>("wakeDescriptor");
  exports.Slow<&RunTasks>("runTasks", 0);
  exports.Slow<&AwaitTasks>("awaitTasks", 0);
  exports.Value("pendingMicrotasks", PendingMicrotasks(isolate));
  exports.Value("args", Strings(isolate, options.args));
  exports.Value("loop", ToString(isolate, options.loop).FromMaybe(v8::String::Empty(isolate)));
  exports.Value("version", v8::String::NewFromUtf8Literal(isolate, LO_VERSION));
  exports.Value("v8", ToString(isolate, v8::V8::GetVersion()).ToLocalChecked());
  exports.Value("arch", ToString(isolate, kArchitecture).ToLocalChecked());
}

}  // namespace

LO_BINDING(runtime, Initialize)

}  // namespace lo
