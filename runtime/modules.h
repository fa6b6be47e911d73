// ES modules: from specifiers to evaluated graphs.
#ifndef LO_RUNTIME_MODULES_H_
#define LO_RUNTIME_MODULES_H_

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/module_map.h"
#include "runtime/v8_compat.h"

namespace lo {

// Loads, links and evaluates modules; one for each isolate, which finds it again by From().
//
// A module is a file (by relative or absolute path, or file: URL), a library embedded in the binary
// (lib/NAME.js, or the `node:` name that stands for one), or JSON imported with { type: 'json' }.
// It is loaded once, however it is spelled: its key is the real path (plus ?query#hash, which in a
// URL make another module, as node has it).
class ModuleLoader {
 public:
  // Drives the event loop until `promise` is no longer pending; false if it never will be settled.
  using Settle = std::function<bool(v8::Local<v8::Promise> promise)>;

  ModuleLoader(v8::Isolate* isolate, Settle settle);
  ~ModuleLoader();
  ModuleLoader(const ModuleLoader&) = delete;
  ModuleLoader& operator=(const ModuleLoader&) = delete;

  static ModuleLoader* From(v8::Isolate* isolate);

  // Evaluates the module in the file `path` as the main one. What it imports is evaluated first,
  // each module to completion, so that the body of the main module runs from the caller's frame and
  // not in a microtask, where a loop that it drives could not run promises. (The language would let
  // siblings with a top-level await wait side by side. Here they do so only if one of them does not
  // get on alone: from there on the language's order holds, and the rest runs in microtasks.)
  //
  // Returns the promise of the evaluation, which may be pending or rejected. Empty, with an
  // exception pending, if the module or one that it imports can't be loaded or linked.
  v8::MaybeLocal<v8::Promise> EvaluateMain(v8::Local<v8::Context> context, std::string_view path);

  // The same for `source`, which came from the command line or standard input. Its imports are
  // relative to the working directory; `name` ("[eval]") is what stack traces call it.
  v8::MaybeLocal<v8::Promise> EvaluateMainSource(v8::Local<v8::Context> context,
                                                 std::string_view source, std::string_view name);

  // The namespace of an embedded library ("lib/NAME.js"), loaded and evaluated if need be.
  // Libraries have no top-level await. Of one that is being evaluated: what it has exported so far.
  v8::MaybeLocal<v8::Object> Library(v8::Local<v8::Context> context, std::string_view name);

  // After a top-level await of the main module, or below it, that never settled: what to tell the
  // user, with the place where V8 knows it.
  std::string DescribeStalled(v8::Local<v8::Context> context);

 private:
  // A call of import() whose module has been loaded.
  struct Import {
    v8::Global<v8::Context> context;
    v8::Global<v8::Promise::Resolver> resolver;
    ModuleRecord* record;
  };

  static v8::MaybeLocal<v8::Promise> OnImport(v8::Local<v8::Context> context,
                                              v8::Local<v8::Data> host_defined_options,
                                              v8::Local<v8::Value> importer,
                                              v8::Local<v8::String> specifier,
                                              v8::Local<v8::FixedArray> attributes);
  static void OnImportMeta(v8::Local<v8::Context> context, v8::Local<v8::Module> module,
                           v8::Local<v8::Object> meta);
  static void OnMicrotask(void* data);

  v8::MaybeLocal<v8::Promise> EvaluateAsMain(v8::Local<v8::Context> context, ModuleRecord* record);
  v8::MaybeLocal<v8::Promise> EvaluateGraph(v8::Local<v8::Context> context, ModuleRecord* root,
                                            const std::vector<ModuleRecord*>& order, bool settle);
  v8::MaybeLocal<v8::Promise> Evaluate(v8::Local<v8::Context> context, ModuleRecord* record);

  void QueueImport(Import import);
  void RunImport(Import import);
  v8::MaybeLocal<v8::Value> NamespaceOnceEvaluated(v8::Local<v8::Context> context,
                                                   ModuleRecord* record,
                                                   const std::vector<ModuleRecord*>& order);
  ModuleLocation ImporterNamed(v8::Local<v8::Value> name) const;

  v8::Isolate* const isolate_;
  const Settle settle_;
  ModuleMap map_;
  std::deque<Import> imports_;   // each has a microtask that will run the first of them
  std::vector<Import> waiting_;  // for a module below them whose evaluation is on the stack
  ModuleRecord* main_ = nullptr;
  ModuleRecord* stalled_ = nullptr;
};

}  // namespace lo

#endif  // LO_RUNTIME_MODULES_H_
