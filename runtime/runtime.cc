#include "runtime/runtime.h"

#include <unistd.h>

#include <optional>

#include "runtime/binding.h"
#include "runtime/bytes.h"
#include "runtime/js_error.h"
#include "runtime/microtasks.h"
#include "runtime/read_file.h"

namespace lo {

namespace {

constexpr uint32_t kIsolateSlot = 0;

constexpr char kStarving[] =
    "lo: the event loop is being driven from inside a promise job, where V8 runs no other: "
    "promises wait\n"
    "that cannot run until the loop returns. Hand the loop to the runtime instead, which drives "
    "it\n"
    "once the module's awaits are done: lo.run(() => { while (lo.loop.poll() > 0) {} })\n";

void NoMicrotask(void*) {}

}  // namespace

Runtime::Runtime(v8::Isolate* isolate, Platform* platform, const Options& options)
    : isolate_(isolate),
      platform_(platform),
      options_(options),
      microtasks_(v8::MicrotaskQueue::New(isolate, v8::MicrotasksPolicy::kExplicit)),
      modules_(isolate, [this](v8::Local<v8::Promise> promise) { return Settle(promise); }) {
  isolate->SetData(kIsolateSlot, this);
  isolate->SetMicrotasksPolicy(v8::MicrotasksPolicy::kExplicit);
  isolate->SetPromiseRejectCallback(&OnPromiseReject);
  isolate->AddMessageListener(&OnMessage);
  context_.Reset(isolate, v8::Context::New(isolate, nullptr, {}, {}, {}, microtasks_.get()));
  if (context_.IsEmpty()) {
    PrintError("lo: V8 can't start: the stack or the heap that its flags allow is too small\n");
    Exit(1);
  }
}

Runtime::~Runtime() { isolate_->SetData(kIsolateSlot, nullptr); }

Runtime* Runtime::From(v8::Isolate* isolate) {
  return static_cast<Runtime*>(isolate->GetData(kIsolateSlot));
}

int Runtime::Main() {
  v8::HandleScope scope(isolate_);
  v8::Context::Scope context_scope(context());
  Bytes::Probe(isolate_);
  if (options_.probe_microtasks) {
    pending_microtasks_ = FindPendingMicrotasks(isolate_, microtasks_.get());
  }
  v8::TryCatch caught(isolate_);
  if (!Bootstrap()) {
    ReportCaught(&caught);
    return 1;
  }
  if (options_.action == Options::Action::kVersion) {
    return static_cast<int>(CallBootstrap("printVersion").FromMaybe(1));
  }
  v8::Local<v8::Promise> main;
  if (!EvaluateMain().ToLocal(&main)) {
    ReportCaught(&caught);
  } else if (!Settle(main)) {
    PrintError(modules_.DescribeStalled(context()));
    return kUnsettledAwaitStatus;
  } else if (main->State() == v8::Promise::kRejected) {
    main->MarkAsHandled();
    ReportUncaught(main->Result(), {});
  }
  return static_cast<int>(CallBootstrap("drive").FromMaybe(1));
}

// Gives scripts `lo` with its one function that is not JavaScript's, lo.load; lib/bootstrap.js
// makes the rest.
bool Runtime::Bootstrap() {
  v8::Local<v8::Object> lo = v8::Object::New(isolate_);
  Exports exports(isolate_, context(), lo);
  exports.Slow<&LoadBinding>("load", 1);
  context()
      ->Global()
      ->DefineOwnProperty(context(), v8::String::NewFromUtf8Literal(isolate_, "lo"), lo,
                          static_cast<v8::PropertyAttribute>(v8::ReadOnly | v8::DontDelete))
      .Check();
  v8::Local<v8::Object> library;
  if (!modules_.Library(context(), "lib/bootstrap.js").ToLocal(&library)) return false;
  bootstrap_.Reset(isolate_, library);
  return true;
}

v8::MaybeLocal<v8::Promise> Runtime::EvaluateMain() {
  switch (options_.source) {
    case Options::Source::kFile:
      return modules_.EvaluateMain(context(), options_.script);
    case Options::Source::kCode:
      return modules_.EvaluateMainSource(context(), options_.script, "[eval]");
    case Options::Source::kStandardInput:
      break;
  }
  int error = 0;
  const std::optional<std::string> source =
      ReadDescriptor(STDIN_FILENO, &error, v8::String::kMaxLength);
  if (source) return modules_.EvaluateMainSource(context(), *source, "[stdin]");
  isolate_->ThrowException(SystemError(context(), error, "read", "/dev/stdin"));
  return {};
}

// Drives the loop until `promise` has settled; false if it never will.
bool Runtime::Settle(v8::Local<v8::Promise> promise) {
  // The awaiting module reports its rejection itself.
  promise->MarkAsHandled();
  DrainMicrotasks();
  if (promise->State() == v8::Promise::kPending) CallBootstrap("settle", {promise});
  return promise->State() != v8::Promise::kPending;
}

// Calls a function that lib/bootstrap.js exports for the runtime, which returns a number. What it
// throws is reported.
v8::Maybe<double> Runtime::CallBootstrap(const char* function,
                                         std::vector<v8::Local<v8::Value>> arguments) {
  v8::HandleScope scope(isolate_);
  v8::TryCatch caught(isolate_);
  v8::Local<v8::Object> library = bootstrap_.Get(isolate_);
  v8::Local<v8::Value> callee;
  v8::Local<v8::Value> result;
  if (library->Get(context(), v8::String::NewFromUtf8(isolate_, function).ToLocalChecked())
          .ToLocal(&callee) &&
      callee.As<v8::Function>()
          ->Call(context(), v8::Undefined(isolate_), static_cast<int>(arguments.size()),
                 arguments.data())
          .ToLocal(&result)) {
    return result->NumberValue(context());
  }
  if (caught.HasTerminated()) Exit(1);
  ReportCaught(&caught);
  return v8::Nothing<double>();
}

// V8 does little for who holds on to an exception: it is let go before it is reported.
void Runtime::ReportCaught(v8::TryCatch* caught) {
  const v8::Local<v8::Value> error = caught->Exception();
  const v8::Local<v8::Message> message = caught->Message();
  caught->Reset();
  ReportUncaught(error, message);
}

void Runtime::DrainMicrotasks() {
  if (microtasks_->IsRunningMicrotasks()) {
    if (!warned_of_starving_) PrintError(kStarving);
    warned_of_starving_ = true;
    return;
  }
  v8::HandleScope scope(isolate_);
  std::vector<v8::Local<v8::Value>> unhandled;
  do {
    microtasks_->PerformCheckpoint(isolate_);
    unhandled = rejections_.TakeUnhandled(isolate_);
    for (v8::Local<v8::Value> reason : unhandled) ReportUncaught(reason, {});
  } while (!unhandled.empty());
}

void Runtime::ReportUncaught(v8::Local<v8::Value> error, v8::Local<v8::Message> message) {
  v8::HandleScope scope(isolate_);
  v8::Local<v8::Context> context = this->context();
  v8::TryCatch caught(isolate_);
  v8::Local<v8::Value> lo;
  v8::Local<v8::Value> handler;
  const bool has_handler =
      context->Global()
          ->Get(context, v8::String::NewFromUtf8Literal(isolate_, "lo"))
          .ToLocal(&lo) &&
      lo->IsObject() &&
      lo.As<v8::Object>()
          ->Get(context, v8::String::NewFromUtf8Literal(isolate_, "onUncaughtException"))
          .ToLocal(&handler) &&
      handler->IsFunction();
  if (!has_handler) {
    PrintError(DescribeError(context, error, message));
    Exit(1);
  }
  if (!handler.As<v8::Function>()->Call(context, lo, 1, &error).IsEmpty()) return;
  PrintError(DescribeError(context, caught.Exception(), caught.Message()));
  Exit(kHandlerThrewStatus);
}

void Runtime::Exit(int status) { _exit(status); }

void Runtime::OnPromiseReject(v8::PromiseRejectMessage message) {
  Runtime* runtime = From(v8::Isolate::GetCurrent());
  runtime->rejections_.Note(runtime->isolate_, message);
  // A rejection queues no job when nothing is chained to it, and the loop looks at rejections only
  // after jobs.
  if (message.GetEvent() == v8::kPromiseRejectWithNoHandler) {
    runtime->microtasks_->EnqueueMicrotask(runtime->isolate_, &NoMicrotask);
  }
}

// What a callback of queueMicrotask throws arrives here.
void Runtime::OnMessage(v8::Local<v8::Message> message, v8::Local<v8::Value> error) {
  From(v8::Isolate::GetCurrent())->ReportUncaught(error, message);
}

}  // namespace lo
