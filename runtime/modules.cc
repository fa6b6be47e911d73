#include "runtime/modules.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "runtime/binding.h"
#include "runtime/errors.h"
#include "runtime/evaluation_order.h"
#include "runtime/js_error.h"

namespace lo {

namespace {

constexpr uint32_t kIsolateSlot = 2;

// What remains to be evaluated for `root`, in order.
struct Remaining {
  std::vector<ModuleRecord*> order;
  // A module among them is being evaluated: further up the stack, JavaScript called into C++, which
  // is here. V8 must not be asked to evaluate it, nor what imports it.
  bool on_stack = false;
};

Remaining RemainingFor(v8::Isolate* isolate, ModuleRecord* root) {
  Remaining remaining;
  const auto is_unfinished = [&](ModuleRecord* record) {
    const v8::Module::Status status = record->Status(isolate);
    if (status == v8::Module::kEvaluating) remaining.on_stack = true;
    // A module that threw is listed, so that what would come after it isn't evaluated.
    return status == v8::Module::kInstantiated || status == v8::Module::kErrored;
  };
  remaining.order = EvaluationOrder<ModuleRecord>::Of(root, is_unfinished);
  return remaining;
}

// Whether a module that `record` imports has failed.
bool ImportsFailed(v8::Isolate* isolate, const ModuleRecord& record) {
  return std::any_of(record.imports.begin(), record.imports.end(), [&](ModuleRecord* import) {
    return import->Status(isolate) == v8::Module::kErrored;
  });
}

void ReturnData(const v8::FunctionCallbackInfo<v8::Value>& info) {
  info.GetReturnValue().Set(info.Data());
}

v8::Local<v8::String> Text(v8::Isolate* isolate, std::string_view text) {
  return ToString(isolate, text).FromMaybe(v8::String::Empty(isolate));
}

// import.meta.resolve(specifier), in the module whose URL is the function's data.
void MetaResolve(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* isolate = info.GetIsolate();
  const v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::String> text;
  if (!info[0]->ToString(context).ToLocal(&text)) return;
  const v8::String::Utf8Value specifier(isolate, text);
  const v8::String::Utf8Value url(isolate, info.Data());
  const ModuleRecord* module = ModuleMap::From(isolate)->Find(std::string(*url, url.length()));
  ResolveError error;
  const std::optional<ModuleLocation> location =
      Resolve({*specifier, static_cast<size_t>(specifier.length())}, module->location, &error);
  if (location) return info.GetReturnValue().Set(Text(isolate, location->Url()));
  isolate->ThrowException(
      CodedError(context, error.is_type_error ? ErrorClass::kTypeError : ErrorClass::kError,
                 error.code, error.message));
}

void Define(v8::Local<v8::Context> context, v8::Local<v8::Object> object, const char* name,
            v8::Local<v8::Value> value) {
  object->CreateDataProperty(context, Text(v8::Isolate::GetCurrent(), name), value)
      .FromMaybe(false);
}

}  // namespace

ModuleLoader::ModuleLoader(v8::Isolate* isolate, Settle settle)
    : isolate_(isolate), settle_(std::move(settle)), map_(isolate) {
  isolate->SetData(kIsolateSlot, this);
  isolate->SetHostImportModuleDynamicallyCallback(&OnImport);
  isolate->SetHostInitializeImportMetaObjectCallback(&OnImportMeta);
}

ModuleLoader::~ModuleLoader() { isolate_->SetData(kIsolateSlot, nullptr); }

ModuleLoader* ModuleLoader::From(v8::Isolate* isolate) {
  return static_cast<ModuleLoader*>(isolate->GetData(kIsolateSlot));
}

v8::MaybeLocal<v8::Promise> ModuleLoader::EvaluateMain(v8::Local<v8::Context> context,
                                                       std::string_view path) {
  return EvaluateAsMain(context, map_.LoadFile(context, path));
}

v8::MaybeLocal<v8::Promise> ModuleLoader::EvaluateMainSource(v8::Local<v8::Context> context,
                                                             std::string_view source,
                                                             std::string_view name) {
  // node's name for code that has no file.
  return EvaluateAsMain(context, map_.LoadSource(context, FileLocation("[eval1]"), name, source));
}

v8::MaybeLocal<v8::Promise> ModuleLoader::EvaluateAsMain(v8::Local<v8::Context> context,
                                                         ModuleRecord* record) {
  main_ = record;
  if (record == nullptr || !map_.Link(context, record)) return {};
  return EvaluateGraph(context, record, RemainingFor(isolate_, record).order, true);
}

// Evaluates `order`, which ends with `root` or is empty: bottom-up, because V8 recurses along
// imports and would run out of stack in a long chain. With `settle`, one at a time, until one does
// not complete; the rest is then V8's, with `root`. Once one has failed, only those are evaluated
// that fail with it.
v8::MaybeLocal<v8::Promise> ModuleLoader::EvaluateGraph(v8::Local<v8::Context> context,
                                                        ModuleRecord* root,
                                                        const std::vector<ModuleRecord*>& order,
                                                        bool settle) {
  bool has_failed = false;
  for (ModuleRecord* record : order) {
    if (record == root) break;
    if (has_failed && !ImportsFailed(isolate_, *record)) continue;
    v8::HandleScope scope(isolate_);
    v8::Local<v8::Promise> promise;
    if (!Evaluate(context, record).ToLocal(&promise)) return {};
    promise->MarkAsHandled();  // by `root`, whose promise rejects as well
    if (settle && promise->State() == v8::Promise::kPending && !settle_(promise)) {
      stalled_ = record;
      break;
    }
    has_failed |= promise->State() == v8::Promise::kRejected;
  }
  return Evaluate(context, root);
}

v8::MaybeLocal<v8::Promise> ModuleLoader::Evaluate(v8::Local<v8::Context> context,
                                                   ModuleRecord* record) {
  v8::Local<v8::Value> promise;
  if (!record->module.Get(isolate_)->Evaluate(context).ToLocal(&promise)) return {};
  for (Import& import : std::exchange(waiting_, {})) QueueImport(std::move(import));
  return promise.As<v8::Promise>();
}

v8::MaybeLocal<v8::Object> ModuleLoader::Library(v8::Local<v8::Context> context,
                                                 std::string_view name) {
  v8::EscapableHandleScope scope(isolate_);
  ModuleRecord* record = map_.LoadLibrary(context, name);
  if (record == nullptr || !map_.Link(context, record)) return {};
  const v8::Local<v8::Module> module = record->module.Get(isolate_);
  const Remaining remaining = RemainingFor(isolate_, record);
  v8::Local<v8::Promise> promise;
  if (!remaining.on_stack) {
    if (!EvaluateGraph(context, record, remaining.order, false).ToLocal(&promise)) return {};
    promise->MarkAsHandled();
    if (promise->State() == v8::Promise::kRejected) {
      map_.ForgetUnevaluatedLibraries();
      isolate_->ThrowException(promise->Result());
      return {};
    }
  }
  return scope.Escape(module->GetModuleNamespace().As<v8::Object>());
}

std::string ModuleLoader::DescribeStalled(v8::Local<v8::Context> context) {
  v8::HandleScope scope(isolate_);
  const std::string text = "Warning: Detected unsettled top-level await at ";
  const v8::Local<v8::Message> message =
      compat::StalledAwait(isolate_, main_->module.Get(isolate_));
  if (!message.IsEmpty()) return text + DescribePlace(context, message);
  return text + (stalled_ == nullptr ? main_ : stalled_)->name + "\n";
}

// Loads at once, so that an error's stack shows the call, but leaves the rest to a microtask, as
// the language has it.
v8::MaybeLocal<v8::Promise> ModuleLoader::OnImport(v8::Local<v8::Context> context,
                                                   v8::Local<v8::Data>,
                                                   v8::Local<v8::Value> importer,
                                                   v8::Local<v8::String> specifier,
                                                   v8::Local<v8::FixedArray> attributes) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  ModuleLoader* loader = From(isolate);
  v8::Local<v8::Promise::Resolver> resolver;
  if (!v8::Promise::Resolver::New(context).ToLocal(&resolver)) return {};
  v8::TryCatch caught(isolate);
  ModuleRecord* record =
      loader->map_.Load(context, specifier, attributes, loader->ImporterNamed(importer));
  if (record != nullptr) {
    loader->QueueImport({{isolate, context}, {isolate, resolver}, record});
  } else if (caught.HasTerminated() || resolver->Reject(context, caught.Exception()).IsNothing()) {
    caught.ReThrow();
    return {};
  }
  return resolver->GetPromise();
}

// Code from eval() or new Function() may have no name; to it, specifiers are relative to the main
// module.
ModuleLocation ModuleLoader::ImporterNamed(v8::Local<v8::Value> name) const {
  const ModuleRecord* importer = main_;
  if (name->IsString()) {
    const v8::String::Utf8Value url(isolate_, name);
    const ModuleRecord* named = map_.Find(std::string(*url, url.length()));
    if (named != nullptr) importer = named;
  }
  return importer == nullptr ? FileLocation("") : importer->location;
}

void ModuleLoader::QueueImport(Import import) {
  v8::HandleScope scope(isolate_);
  v8::MicrotaskQueue* queue = import.context.Get(isolate_)->GetMicrotaskQueue();
  imports_.push_back(std::move(import));
  queue->EnqueueMicrotask(isolate_, &OnMicrotask, this);
}

void ModuleLoader::OnMicrotask(void* data) {
  auto* loader = static_cast<ModuleLoader*>(data);
  Import import = std::move(loader->imports_.front());
  loader->imports_.pop_front();
  loader->RunImport(std::move(import));
}

void ModuleLoader::RunImport(Import import) {
  v8::HandleScope scope(isolate_);
  const v8::Local<v8::Context> context = import.context.Get(isolate_);
  v8::Context::Scope context_scope(context);
  v8::TryCatch caught(isolate_);
  const v8::Local<v8::Promise::Resolver> resolver = import.resolver.Get(isolate_);
  v8::Local<v8::Value> result;
  if (map_.Link(context, import.record)) {
    const Remaining remaining = RemainingFor(isolate_, import.record);
    if (remaining.on_stack) {
      waiting_.push_back(std::move(import));
      return;
    }
    if (NamespaceOnceEvaluated(context, import.record, remaining.order).ToLocal(&result)) {
      resolver->Resolve(context, result).FromMaybe(false);
      return;
    }
  }
  if (!caught.HasTerminated()) resolver->Reject(context, caught.Exception()).FromMaybe(false);
}

// A promise of the module's namespace.
v8::MaybeLocal<v8::Value> ModuleLoader::NamespaceOnceEvaluated(
    v8::Local<v8::Context> context, ModuleRecord* record, const std::vector<ModuleRecord*>& order) {
  v8::Local<v8::Promise> evaluated;
  v8::Local<v8::Function> get_namespace;
  v8::Local<v8::Promise> result;
  if (!EvaluateGraph(context, record, order, false).ToLocal(&evaluated) ||
      !v8::Function::New(context, &ReturnData, record->module.Get(isolate_)->GetModuleNamespace())
           .ToLocal(&get_namespace) ||
      !evaluated->Then(context, get_namespace).ToLocal(&result)) {
    return {};
  }
  return result;
}

void ModuleLoader::OnImportMeta(v8::Local<v8::Context> context, v8::Local<v8::Module> module,
                                v8::Local<v8::Object> meta) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  const ModuleRecord* record = ModuleMap::From(isolate)->Find(module);
  const ModuleLocation& location = record->location;
  const v8::Local<v8::String> url = Text(isolate, location.Url());
  Define(context, meta, "url", url);
  Define(context, meta, "main", v8::Boolean::New(isolate, record == From(isolate)->main_));
  v8::Local<v8::Function> resolve;
  if (!v8::Function::New(context, &MetaResolve, url, 1).ToLocal(&resolve)) return;
  resolve->SetName(Text(isolate, "resolve"));
  Define(context, meta, "resolve", resolve);
  if (!location.library.empty()) return;
  const std::string_view path = location.path;
  Define(context, meta, "filename", Text(isolate, path));
  Define(context, meta, "dirname",
         Text(isolate, path.substr(0, std::max<size_t>(path.rfind('/'), 1))));
}

}  // namespace lo
