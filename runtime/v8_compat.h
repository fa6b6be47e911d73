// Everything that differs between the versions of V8 that lo builds on (10.2, 11.3, 13.6). No other
// file asks for a version. A name here has one meaning on every version; what it stands in for is
// said beside it.
#ifndef LO_RUNTIME_V8_COMPAT_H_
#define LO_RUNTIME_V8_COMPAT_H_

#include <libplatform/libplatform.h>
#include <v8-fast-api-calls.h>
#include <v8-version.h>
#include <v8.h>

#include <memory>
#include <utility>
#include <vector>

#define LO_V8_AT_LEAST(major, minor) \
  (V8_MAJOR_VERSION > (major) || (V8_MAJOR_VERSION == (major) && V8_MINOR_VERSION >= (minor)))

namespace lo::compat {

// The origin of a module: its name, shown in stack traces, and the fact that it is a module.
inline v8::ScriptOrigin ModuleOrigin([[maybe_unused]] v8::Isolate* isolate,
                                     v8::Local<v8::Value> name) {
#if LO_V8_AT_LEAST(12, 0)
  return v8::ScriptOrigin(name, 0, 0, false, -1, v8::Local<v8::Value>(), false, false, true);
#else
  return v8::ScriptOrigin(isolate, name, 0, 0, false, -1, v8::Local<v8::Value>(), false, false,
                          true);
#endif
}

// The attributes of an import: key, value and source offset, three entries each.
inline v8::Local<v8::FixedArray> ImportAttributes(v8::Local<v8::ModuleRequest> request) {
#if LO_V8_AT_LEAST(12, 0)
  return request->GetImportAttributes();
#else
  return request->GetImportAssertions();
#endif
}

// A synthetic module with the single export "default".
inline v8::Local<v8::Module> DefaultExportModule(
    v8::Isolate* isolate, v8::Local<v8::String> name,
    v8::Module::SyntheticModuleEvaluationSteps evaluate) {
  v8::Local<v8::String> export_name = v8::String::NewFromUtf8Literal(isolate, "default");
#if LO_V8_AT_LEAST(12, 0)
  return v8::Module::CreateSyntheticModule(
      isolate, name, v8::MemorySpan<const v8::Local<v8::String>>(&export_name, 1), evaluate);
#else
  return v8::Module::CreateSyntheticModule(isolate, name, {export_name}, evaluate);
#endif
}

// The message of the top-level await that keeps `module` from settling; empty where V8 can't tell
// (before 11).
inline v8::Local<v8::Message> StalledAwait([[maybe_unused]] v8::Isolate* isolate,
                                           [[maybe_unused]] v8::Local<v8::Module> module) {
#if LO_V8_AT_LEAST(12, 0)
  auto stalled = module->GetStalledTopLevelAwaitMessages(isolate);
  return stalled.second.empty() ? v8::Local<v8::Message>() : stalled.second[0];
#elif LO_V8_AT_LEAST(11, 0)
  auto stalled = module->GetStalledTopLevelAwaitMessage(isolate);
  return stalled.empty() ? v8::Local<v8::Message>() : std::get<1>(stalled[0]);
#else
  return {};
#endif
}

// The length of `string` in UTF-8; a lone surrogate counts as U+FFFD.
inline size_t Utf8Length(v8::Isolate* isolate, v8::Local<v8::String> string) {
#if LO_V8_AT_LEAST(13, 6)
  return string->Utf8LengthV2(isolate);
#else
  return static_cast<size_t>(string->Utf8Length(isolate));
#endif
}

struct Utf8Progress {
  size_t read;     // code units of the string
  size_t written;  // bytes
};

// Writes `string` as UTF-8, up to the last character that fits; U+FFFD for a lone surrogate.
inline Utf8Progress WriteUtf8(v8::Isolate* isolate, v8::Local<v8::String> string, char* buffer,
                              size_t capacity) {
#if LO_V8_AT_LEAST(13, 6)
  size_t read = 0;
  const size_t written = string->WriteUtf8V2(isolate, buffer, capacity,
                                             v8::String::WriteFlags::kReplaceInvalidUtf8, &read);
  return {read, written};
#else
  constexpr size_t kLongest = 0x7FFFFFFF;
  int read = 0;
  const int written = string->WriteUtf8(
      isolate, buffer, static_cast<int>(capacity < kLongest ? capacity : kLongest), &read,
      v8::String::NO_NULL_TERMINATION | v8::String::REPLACE_INVALID_UTF8);
  return {static_cast<size_t>(read), static_cast<size_t>(written)};
#endif
}

// V8's flags that lo always sets. Fast calls are off by default on 10.2. With V8's limits on
// inlining, a loop's poll() takes in all that a turn does, but nothing takes in poll(): the return
// from it, the first after a system call, is mispredicted (see bindings/epoll_wait.h). V8 would
// post a task to collect young garbage before memory for it runs out, when the stack is hopefully
// empty; in a loop in JavaScript it never is, and each task wakes the loop: 2 ns a turn. Import
// attributes are behind flags until 12: `assert { type: 'json' }` on both, `with { type: 'json' }`
// from 11 on.
inline constexpr const char* kV8Flags =
    "--turbo-fast-api-calls --expose-gc "
    "--max-inlined-bytecode-size=1200 --max-inlined-bytecode-size-cumulative=2500 "
#if LO_V8_AT_LEAST(11, 0)
    "--no-minor-gc-task"
#else
    "--no-scavenge-task"
#endif
#if !LO_V8_AT_LEAST(12, 0)
    " --harmony-import-assertions"
#if LO_V8_AT_LEAST(11, 0)
    " --harmony-import-attributes"
#endif
#endif
    ;

// v8::TaskRunner with one virtual function for each kind of posting: later versions split each into
// a public function and an ...Impl that also takes a source location.
class TaskRunner : public v8::TaskRunner {
 public:
  bool IdleTasksEnabled() override { return false; }
  bool NonNestableTasksEnabled() const override { return true; }
  bool NonNestableDelayedTasksEnabled() const override { return true; }

 protected:
  // Runs `task` on the isolate's thread as soon as it may.
  virtual void Post(std::unique_ptr<v8::Task> task) = 0;
  // Runs `task` after `seconds`. V8 posts upkeep that may as well not happen as nestable, and what
  // JavaScript waits for (the timeout of Atomics.waitAsync) as non-nestable.
  virtual void PostDelayed(std::unique_ptr<v8::Task> task, double seconds, bool nestable) = 0;

#if LO_V8_AT_LEAST(12, 0)
 private:
  void PostTaskImpl(std::unique_ptr<v8::Task> task, const v8::SourceLocation&) override {
    Post(std::move(task));
  }
  void PostNonNestableTaskImpl(std::unique_ptr<v8::Task> task, const v8::SourceLocation&) override {
    Post(std::move(task));
  }
  void PostDelayedTaskImpl(std::unique_ptr<v8::Task> task, double seconds,
                           const v8::SourceLocation&) override {
    PostDelayed(std::move(task), seconds, true);
  }
  void PostNonNestableDelayedTaskImpl(std::unique_ptr<v8::Task> task, double seconds,
                                      const v8::SourceLocation&) override {
    PostDelayed(std::move(task), seconds, false);
  }
  void PostIdleTaskImpl(std::unique_ptr<v8::IdleTask>, const v8::SourceLocation&) override {}
#else
 public:
  void PostTask(std::unique_ptr<v8::Task> task) override { Post(std::move(task)); }
  void PostNonNestableTask(std::unique_ptr<v8::Task> task) override { Post(std::move(task)); }
  void PostDelayedTask(std::unique_ptr<v8::Task> task, double seconds) override {
    PostDelayed(std::move(task), seconds, true);
  }
  void PostNonNestableDelayedTask(std::unique_ptr<v8::Task> task, double seconds) override {
    PostDelayed(std::move(task), seconds, false);
  }
  void PostIdleTask(std::unique_ptr<v8::IdleTask>) override {}
#endif
};

// v8::Platform with one virtual function for each thing that lo's platform decides.
class Platform : public v8::Platform {
 public:
  bool IdleTasksEnabled(v8::Isolate*) override { return false; }

 protected:
  virtual void PostToWorker(std::unique_ptr<v8::Task> task) = 0;
  virtual void PostToWorkerDelayed(std::unique_ptr<v8::Task> task, double seconds) = 0;
  virtual std::shared_ptr<v8::TaskRunner> ForegroundRunner() = 0;

#if LO_V8_AT_LEAST(12, 0)
 public:
  std::shared_ptr<v8::TaskRunner> GetForegroundTaskRunner(v8::Isolate*, v8::TaskPriority) override {
    return ForegroundRunner();
  }

 private:
  std::unique_ptr<v8::JobHandle> CreateJobImpl(v8::TaskPriority priority,
                                               std::unique_ptr<v8::JobTask> job,
                                               const v8::SourceLocation&) override {
    return v8::platform::NewDefaultJobHandle(this, priority, std::move(job),
                                             NumberOfWorkerThreads());
  }
  void PostTaskOnWorkerThreadImpl(v8::TaskPriority, std::unique_ptr<v8::Task> task,
                                  const v8::SourceLocation&) override {
    PostToWorker(std::move(task));
  }
  void PostDelayedTaskOnWorkerThreadImpl(v8::TaskPriority, std::unique_ptr<v8::Task> task,
                                         double seconds, const v8::SourceLocation&) override {
    PostToWorkerDelayed(std::move(task), seconds);
  }
#else
 public:
  std::shared_ptr<v8::TaskRunner> GetForegroundTaskRunner(v8::Isolate*) override {
    return ForegroundRunner();
  }
  void CallOnWorkerThread(std::unique_ptr<v8::Task> task) override {
    PostToWorker(std::move(task));
  }
  void CallDelayedOnWorkerThread(std::unique_ptr<v8::Task> task, double seconds) override {
    PostToWorkerDelayed(std::move(task), seconds);
  }
#if LO_V8_AT_LEAST(11, 0)
  std::unique_ptr<v8::JobHandle> CreateJob(v8::TaskPriority priority,
                                           std::unique_ptr<v8::JobTask> job) override {
    return v8::platform::NewDefaultJobHandle(this, priority, std::move(job),
                                             NumberOfWorkerThreads());
  }
#else
  std::unique_ptr<v8::JobHandle> PostJob(v8::TaskPriority priority,
                                         std::unique_ptr<v8::JobTask> job) override {
    auto handle =
        v8::platform::NewDefaultJobHandle(this, priority, std::move(job), NumberOfWorkerThreads());
    handle->NotifyConcurrencyIncrease();
    return handle;
  }
#endif
#endif
};

}  // namespace lo::compat

#endif  // LO_RUNTIME_V8_COMPAT_H_
