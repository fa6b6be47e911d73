// The modules that were loaded: each once, with the modules that it imports.
#ifndef LO_RUNTIME_MODULE_MAP_H_
#define LO_RUNTIME_MODULE_MAP_H_

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/resolve.h"
#include "runtime/v8_compat.h"

namespace lo {

// A module that was read and compiled.
struct ModuleRecord {
  v8::Module::Status Status(v8::Isolate* isolate) const;

  ModuleLocation location;
  std::string name;  // what V8 and its stack traces call it
  v8::Global<v8::Module> module;
  v8::Global<v8::Value> json;  // of a JSON module: its default export
  v8::Global<v8::String>
      source;  // of JavaScript: until its imports are loaded, to show a line of it
  bool imports_loaded = false;
  std::vector<ModuleRecord*> imports;  // in the order of the requests
  std::unordered_map<std::string, ModuleRecord*> import_by_request;
};

// What an import statement, or a call of import(), asks for.
struct ImportRequest {
  std::string specifier;
  bool json = false;  // with { type: 'json' }
  ModuleLocation importer;
  ModuleRecord* statement_in = nullptr;  // null for import(), whose place is in the stack
  int statement_offset = 0;
};

// Modules by location. The methods that return null or false leave a JavaScript exception pending.
class ModuleMap {
 public:
  explicit ModuleMap(v8::Isolate* isolate);
  ~ModuleMap();
  ModuleMap(const ModuleMap&) = delete;
  ModuleMap& operator=(const ModuleMap&) = delete;

  static ModuleMap* From(v8::Isolate* isolate);

  // The module of a call of import(), loaded with everything below it.
  ModuleRecord* Load(v8::Local<v8::Context> context, v8::Local<v8::String> specifier,
                     v8::Local<v8::FixedArray> attributes, ModuleLocation importer);

  // The module in a file that no module imports, likewise.
  ModuleRecord* LoadFile(v8::Local<v8::Context> context, std::string_view path);

  // A library, likewise.
  ModuleRecord* LoadLibrary(v8::Local<v8::Context> context, std::string_view name);

  // The module with this source, likewise. Its imports are relative to `location`.
  ModuleRecord* LoadSource(v8::Local<v8::Context> context, ModuleLocation location,
                           std::string_view name, std::string_view source);

  // Forgets the libraries that are not evaluated, so that the next one to ask loads them anew: what
  // failed may have done so for want of stack, and a module that failed once fails for ever.
  void ForgetUnevaluatedLibraries();

  // Instantiates `root` and everything below it.
  bool Link(v8::Local<v8::Context> context, ModuleRecord* root);

  // The record of a module, by V8's handle or by its URL. Null if there is none.
  ModuleRecord* Find(v8::Local<v8::Module> module) const;
  ModuleRecord* Find(const std::string& url) const;

 private:
  static v8::MaybeLocal<v8::Module> OnResolve(v8::Local<v8::Context> context,
                                              v8::Local<v8::String> specifier,
                                              v8::Local<v8::FixedArray> attributes,
                                              v8::Local<v8::Module> importer);
  ModuleRecord* LoadGraph(v8::Local<v8::Context> context, ModuleRecord* root);
  bool LoadImports(v8::Local<v8::Context> context, ModuleRecord* record);
  ModuleRecord* Fetch(v8::Local<v8::Context> context, const ImportRequest& request);
  ModuleRecord* FetchFrom(v8::Local<v8::Context> context, ModuleLocation location,
                          const ImportRequest& request);
  ModuleRecord* AddSource(ModuleLocation location, std::string name, v8::Local<v8::String> source);
  ModuleRecord* AddJson(ModuleLocation location, std::string name, v8::Local<v8::Value> value);
  ModuleRecord* Add(ModuleLocation location, std::string name, v8::Local<v8::Module> module);

  v8::Isolate* const isolate_;
  std::unordered_map<std::string, std::unique_ptr<ModuleRecord>> records_;  // by URL
  std::vector<std::unique_ptr<ModuleRecord>> forgotten_;  // others may still refer to them
  std::unordered_multimap<int, ModuleRecord*> by_hash_;   // by V8's identity hash
};

}  // namespace lo

#endif  // LO_RUNTIME_MODULE_MAP_H_
