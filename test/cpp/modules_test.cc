#include "runtime/modules.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <deque>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "runtime/binding.h"
#include "test/cpp/v8_test.h"

namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

// An isolate with a module loader, in a folder of its own, where a test writes its modules. They
// have log(text), later(function), and turn(), which runs one such function with its microtasks.
class ModuleLoader : public testing::Test {
 protected:
  ModuleLoader() {
    lo::InitializeV8();
    char name[] = "/tmp/lo-modules-XXXXXX";
    folder_ = std::filesystem::canonical(mkdtemp(name));
    std::filesystem::current_path(folder_);
    allocator_.reset(v8::ArrayBuffer::Allocator::NewDefaultAllocator());
    v8::Isolate::CreateParams params;
    params.array_buffer_allocator = allocator_.get();
    isolate_ = v8::Isolate::New(params);
    isolate_->Enter();
    scope_ = std::make_unique<Scope>(isolate_);
    MakeContext();
    loader_ = std::make_unique<lo::ModuleLoader>(
        isolate_, [this](v8::Local<v8::Promise> promise) { return Settle(promise); });
  }

  ~ModuleLoader() override {
    loader_.reset();
    later_.clear();
    context_->Exit();
    scope_.reset();
    microtasks_.reset();
    isolate_->Exit();
    isolate_->Dispose();
    std::filesystem::current_path(before_);
    std::filesystem::current_path(previous_folder_);
    std::filesystem::remove_all(folder_);
  }

  void Write(const std::string& name, const std::string& source) {
    std::ofstream(folder_ + "/" + name) << source;
  }

  // A chain of modules 0.mjs, 1.mjs, ... that each add 1 to the `n` of the next.
  void WriteChain(int length, const std::string& last) {
    for (int i = 0; i < length - 1; i++) {
      Write(std::to_string(i) + ".mjs", "import { n as next } from './" + std::to_string(i + 1) +
                                            ".mjs';\nexport const n = next + 1;\n");
    }
    Write(std::to_string(length - 1) + ".mjs", last);
  }

  // Evaluates `source` as the main module, in the file main.mjs, and lets it settle.
  void Run(const std::string& source) {
    Write("main.mjs", source);
    Finish([this] { return loader_->EvaluateMain(context_, "main.mjs"); });
  }

  template <typename Evaluate>
  void Finish(Evaluate evaluate) {
    v8::TryCatch caught(isolate_);
    v8::Local<v8::Promise> promise;
    if (!evaluate().ToLocal(&promise)) {
      const v8::Local<v8::Value> error = caught.Exception();
      caught.Reset();
      return LogError(error);
    }
    if (!Settle(promise)) {
      log_ += loader_->DescribeStalled(context_);
    } else if (promise->State() == v8::Promise::kRejected) {
      LogError(promise->Result());
    }
    while (Turn()) continue;
  }

  void LogError(v8::Local<v8::Value> error) {
    v8::Local<v8::Value> stack;
    if (error->IsNativeError() &&
        error.As<v8::Object>()
            ->Get(context_, v8::String::NewFromUtf8Literal(isolate_, "stack"))
            .ToLocal(&stack)) {
      log_ += *v8::String::Utf8Value(isolate_, stack);
    }
  }

  const std::filesystem::path before_ = std::filesystem::current_path();
  const std::filesystem::path previous_folder_ = std::filesystem::current_path();
  std::string folder_;
  std::string log_;
  v8::Isolate* isolate_;
  v8::Local<v8::Context> context_;
  std::unique_ptr<lo::ModuleLoader> loader_;

 private:
  struct Scope {
    explicit Scope(v8::Isolate* isolate) : handles(isolate) {}
    v8::HandleScope handles;
  };

  void MakeContext() {
    microtasks_ = v8::MicrotaskQueue::New(isolate_, v8::MicrotasksPolicy::kExplicit);
    isolate_->SetMicrotasksPolicy(v8::MicrotasksPolicy::kExplicit);
    const auto globals = v8::ObjectTemplate::New(isolate_);
    AddFunction<&ModuleLoader::Log>(globals, "log");
    AddFunction<&ModuleLoader::Later>(globals, "later");
    AddFunction<&ModuleLoader::TakeTurn>(globals, "turn");
    context_ = v8::Context::New(isolate_, nullptr, globals, {}, {}, microtasks_.get());
    context_->Enter();
  }

  template <void (ModuleLoader::*function)(const Info&)>
  void AddFunction(v8::Local<v8::ObjectTemplate> globals, const char* name) {
    const v8::FunctionCallback callback = [](const Info& info) {
      auto* test = static_cast<ModuleLoader*>(info.Data().As<v8::External>()->Value());
      (test->*function)(info);
    };
    globals->Set(isolate_, name,
                 v8::FunctionTemplate::New(isolate_, callback, v8::External::New(isolate_, this)));
  }

  void Log(const Info& info) {
    log_ += std::string(*v8::String::Utf8Value(isolate_, info[0])) + "\n";
  }

  void Later(const Info& info) { later_.emplace_back(isolate_, info[0].As<v8::Function>()); }

  void TakeTurn(const Info& info) { info.GetReturnValue().Set(Turn()); }

  bool Turn() {
    microtasks_->PerformCheckpoint(isolate_);
    if (later_.empty()) return false;
    const v8::Local<v8::Function> function = later_.front().Get(isolate_);
    later_.pop_front();
    EXPECT_FALSE(function->Call(context_, context_->Global(), 0, nullptr).IsEmpty());
    microtasks_->PerformCheckpoint(isolate_);
    return true;
  }

  bool Settle(v8::Local<v8::Promise> promise) {
    promise->MarkAsHandled();
    microtasks_->PerformCheckpoint(isolate_);
    while (promise->State() == v8::Promise::kPending) {
      if (!Turn()) return promise->State() != v8::Promise::kPending;
    }
    return true;
  }

  std::unique_ptr<v8::ArrayBuffer::Allocator> allocator_;
  std::unique_ptr<Scope> scope_;
  std::unique_ptr<v8::MicrotaskQueue> microtasks_;
  std::deque<v8::Global<v8::Function>> later_;
};

// Whether promises go on while a module drives the loop: not, if its body runs in a microtask.
constexpr char kDrive[] =
    "later(() => {}); Promise.resolve().then(() => log('microtask ran'));\n"
    "while (turn()); log('loop ended');\n";

TEST_F(ModuleLoader, RunsTheMainModuleFromItsCallersFrameThoughAnImportAwaits) {
  Write("slow.mjs", "await new Promise(later); log('awaited');");
  Run(std::string("import './slow.mjs';\n") + kDrive);
  EXPECT_EQ(log_, "awaited\nmicrotask ran\nloop ended\n");
}

TEST_F(ModuleLoader, RunsAnImporterOfWhatAwaitsFromItsCallersFrameToo) {
  Write("slow.mjs", "await new Promise(later); log('awaited');");
  Write("driver.mjs", std::string("import './slow.mjs';\n") + kDrive);
  Run("import './driver.mjs'; log('main');");
  EXPECT_EQ(log_, "awaited\nmicrotask ran\nloop ended\nmain\n");
}

TEST_F(ModuleLoader, CompletesAnImportBeforeItBeginsTheNext) {
  Write("a.mjs", "log('a begins'); await new Promise(later); log('a ends');");
  Write("b.mjs", "log('b begins'); await new Promise(later); log('b ends');");
  Run("import './a.mjs'; import './b.mjs'; log('main');");
  EXPECT_EQ(log_, "a begins\na ends\nb begins\nb ends\nmain\n");
}

TEST_F(ModuleLoader, GoesOnWhenAnImportWaitsForALaterOne) {
  Write("waits.mjs",
        "await new Promise((resolve) => { globalThis.go = resolve; }); log('went on');");
  Write("wakes.mjs", "log('wakes it'); go();");
  Run("import './waits.mjs'; import './wakes.mjs'; log('main');");
  EXPECT_EQ(log_, "wakes it\nwent on\nmain\n");
}

TEST_F(ModuleLoader, NamesTheModuleWhoseAwaitNeverSettles) {
  Write("stuck.mjs", "\n  await new Promise(() => {});\n");
  Run("import './stuck.mjs'; log('main');");
  const std::string start =
      "Warning: Detected unsettled top-level await at file://" + folder_ + "/stuck.mjs";
  EXPECT_EQ(log_.substr(0, start.size()), start);
  EXPECT_EQ(log_.find("main\n"), log_.npos);
}

TEST_F(ModuleLoader, NamesTheMainModuleWhoseAwaitNeverSettles) {
  Run("await new Promise(() => {});");
  const std::string start =
      "Warning: Detected unsettled top-level await at file://" + folder_ + "/main.mjs";
  EXPECT_EQ(log_.substr(0, start.size()), start);
}

TEST_F(ModuleLoader, RejectsWithTheErrorOfAnImportAndRunsNothingAfterIt) {
  Write("fails.mjs", "await null; throw new Error('from an import');");
  Write("after.mjs", "log('after');");
  Run("import './fails.mjs'; import './after.mjs'; log('main');");
  EXPECT_EQ(log_.substr(0, log_.find('\n')), "Error: from an import");
}

TEST_F(ModuleLoader, SaysThatThereIsNoMainModule) {
  Finish([this] { return loader_->EvaluateMain(context_, "./x/../gone.mjs"); });
  EXPECT_EQ(log_, "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '" + folder_ + "/gone.mjs'");
}

TEST_F(ModuleLoader, ShowsTheImportStatementThatFails) {
  Run("log('main');\r\n\timport {\n  x } from './gone.mjs';\n");
  EXPECT_EQ(log_, "file://" + folder_ + "/main.mjs:3\n  x } from './gone.mjs';\n" +
                      std::string(11, ' ') +
                      "^\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find module '" + folder_ +
                      "/gone.mjs' imported from " + folder_ + "/main.mjs");
}

TEST_F(ModuleLoader, EvaluatesSourceInTheWorkingDirectory) {
  Write("other.mjs", "export default 'other';");
  Finish([this] {
    return loader_->EvaluateMainSource(
        context_,
        "import other from './other.mjs'; log(other); log((await import('./other.mjs')).default);"
        "log(import.meta.filename); log(import.meta.main); throw new Error('thrown');",
        "[eval]");
  });
  EXPECT_EQ(log_.substr(0, log_.rfind(':', log_.rfind(':') - 1)),
            "other\nother\n" + folder_ + "/[eval1]\ntrue\nError: thrown\n    at [eval]");
}

TEST_F(ModuleLoader, ImportsWhileTheMainModuleDrivesTheLoop) {
  Write("other.mjs", "log('other'); export const value = 1;");
  Run("import('./other.mjs').then(({ value }) => log(value)); while (turn()); log('main ends');");
  EXPECT_EQ(log_, "other\n1\nmain ends\n");
}

// V8 would not survive to be asked for the evaluation of a module that is on its stack.
TEST_F(ModuleLoader, AnImportOfAModuleThatIsRunningWaitsUntilItHasRun) {
  Write("plugin.mjs", "import { value } from './main.mjs'; log(`plugin sees ${value}`);");
  Run("export const value = 1; import('./plugin.mjs'); import('./main.mjs').then(() => "
      "log('self'));"
      "while (turn()); log('main ends');");
  EXPECT_EQ(log_, "main ends\nplugin sees 1\nself\n");
}

TEST_F(ModuleLoader, LoadsLibrariesAtOnce) {
  v8::Local<v8::Object> library;
  v8::Local<v8::Object> again;
  ASSERT_TRUE(loader_->Library(context_, "lib/string-width.js").ToLocal(&library));
  ASSERT_TRUE(loader_->Library(context_, "lib/string-width.js").ToLocal(&again));
  EXPECT_TRUE(library->IsModuleNamespaceObject());
  EXPECT_EQ(library, again);
}

TEST_F(ModuleLoader, ThrowsForAMissingLibrary) {
  v8::TryCatch caught(isolate_);
  EXPECT_TRUE(loader_->Library(context_, "lib/no-such.js").IsEmpty());
  EXPECT_TRUE(caught.HasCaught());
}

constexpr int kDeep = 8'000;

TEST_F(ModuleLoader, TakesAChainDeeperThanTheStack) {
  WriteChain(kDeep, "export const n = 1;");
  Run("import { n } from './0.mjs'; log(n);");
  EXPECT_EQ(log_, std::to_string(kDeep) + "\n");
}

TEST_F(ModuleLoader, TakesSuchAChainInImportToo) {
  WriteChain(kDeep, "await null; export const n = 1;");
  Run("import('./0.mjs').then(({ n }) => log(n));");
  EXPECT_EQ(log_, std::to_string(kDeep) + "\n");
}

TEST_F(ModuleLoader, TellsWhatFailsAtTheEndOfSuchAChain) {
  WriteChain(kDeep, "export const n = 1; throw 'at the end';");
  Run("import('./0.mjs').catch(log);");
  EXPECT_EQ(log_, "at the end\n");
}

// V8 links and evaluates a cycle by recursion.
TEST_F(ModuleLoader, ACycleDeeperThanTheStackIsARangeError) {
  WriteChain(kDeep, "import './0.mjs'; export const n = 1;");
  Run("import './0.mjs';");
  EXPECT_EQ(log_.substr(0, log_.find('\n')), "RangeError: Maximum call stack size exceeded");
}

TEST_F(ModuleLoader, TakesAThousandImports) {
  std::string source;
  for (int i = 0; i < 1000; i++) {
    const std::string name = std::to_string(i) + ".mjs";
    Write(name, "globalThis.count = (globalThis.count ?? 0) + 1;");
    source += "import './" + name + "';\n";
  }
  Run(source + "log(count);");
  EXPECT_EQ(log_, "1000\n");
}

}  // namespace
