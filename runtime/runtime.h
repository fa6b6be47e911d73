// One isolate with its context, its microtask queue, its modules and its loop: what a process runs.
#ifndef LO_RUNTIME_RUNTIME_H_
#define LO_RUNTIME_RUNTIME_H_

#include <memory>
#include <string>

#include "runtime/errors.h"
#include "runtime/modules.h"
#include "runtime/options.h"
#include "runtime/platform.h"
#include "runtime/v8_compat.h"

namespace lo {

// Exit statuses beyond 0, 1 and what the script chooses.
inline constexpr int kUsageStatus = 2;
inline constexpr int kHandlerThrewStatus = 7;  // lo.onUncaughtException itself threw
inline constexpr int kUnsettledAwaitStatus = 13;

class Runtime {
 public:
  // The isolate and context must have been entered (see Run() in main.cc).
  Runtime(v8::Isolate* isolate, Platform* platform, const Options& options);
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  static Runtime* From(v8::Isolate* isolate);

  // Runs the main script and the loop. Returns the process's exit status.
  int Main();

  // Runs the microtasks and reports the rejections that are then unhandled. Called from inside a
  // microtask it can do neither, says so once, and names the way out.
  void DrainMicrotasks();

  // An error that nobody caught: goes to lo.onUncaughtException, or is printed and ends the
  // process. `message` may be empty.
  void ReportUncaught(v8::Local<v8::Value> error, v8::Local<v8::Message> message);

  // Ends the process at once.
  [[noreturn]] static void Exit(int status);

  const Options& options() const { return options_; }
  Platform& platform() { return *platform_; }
  ModuleLoader& modules() { return modules_; }
  v8::Local<v8::Context> context() { return context_.Get(isolate_); }
  // V8's count of queued microtasks, or null where it was not found.
  const uint32_t* pending_microtasks() const { return pending_microtasks_; }

  v8::MicrotaskQueue& microtasks() { return *microtasks_; }

 private:
  static void OnPromiseReject(v8::PromiseRejectMessage message);
  static void OnMessage(v8::Local<v8::Message> message, v8::Local<v8::Value> error);

  bool Bootstrap();
  void ReportCaught(v8::TryCatch* caught);
  v8::MaybeLocal<v8::Promise> EvaluateMain();
  bool Settle(v8::Local<v8::Promise> promise);
  v8::Maybe<double> CallBootstrap(const char* function,
                                  std::vector<v8::Local<v8::Value>> arguments = {});

  v8::Isolate* const isolate_;
  Platform* const platform_;
  const Options& options_;
  const std::unique_ptr<v8::MicrotaskQueue> microtasks_;
  v8::Global<v8::Context> context_;
  v8::Global<v8::Object> bootstrap_;
  Rejections rejections_;
  ModuleLoader modules_;
  const uint32_t* pending_microtasks_ = nullptr;
  bool warned_of_starving_ = false;
};

}  // namespace lo

#endif  // LO_RUNTIME_RUNTIME_H_
