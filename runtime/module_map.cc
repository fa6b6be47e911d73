#include "runtime/module_map.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <unordered_set>
#include <utility>

#include "runtime/binding.h"
#include "runtime/embedded.h"
#include "runtime/errors.h"
#include "runtime/evaluation_order.h"
#include "runtime/js_error.h"
#include "runtime/read_file.h"

namespace lo {

namespace {

constexpr uint32_t kIsolateSlot = 1;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::u16string_view kLineBreaks = u"\n\r\u2028\u2029";

bool IsJson(const ModuleLocation& location) { return location.path.ends_with(".json"); }

std::string Utf8(v8::Isolate* isolate, v8::Local<v8::Value> value) {
  v8::String::Utf8Value text(isolate, value);
  return *text == nullptr ? std::string() : std::string(*text, text.length());
}

// Tells requests of one module apart.
std::string RequestKey(std::string_view specifier, bool json) {
  return std::string(specifier).append(json ? 1 : 0, '\0');
}

// The bytes of a library, which V8 uses where they are.
class LibrarySource : public v8::String::ExternalOneByteStringResource {
 public:
  explicit LibrarySource(std::string_view source) : source_(source) {}
  const char* data() const override { return source_.data(); }
  size_t length() const override { return source_.size(); }

 private:
  const std::string_view source_;
};

// The line of the import statement with a caret below, and file and line above.
std::string PlaceOf(v8::Isolate* isolate, const ImportRequest& request) {
  const ModuleRecord& record = *request.statement_in;
  const v8::String::Value text(isolate, record.source.Get(isolate));
  const std::u16string source(*text, *text + text.length());
  const size_t offset = std::min<size_t>(request.statement_offset, source.size());
  const size_t begin = offset == 0 ? 0 : source.find_last_of(kLineBreaks, offset - 1) + 1;
  const size_t end = std::min(source.find_first_of(kLineBreaks, offset), source.size());
  const int line =
      record.module.Get(isolate)->SourceOffsetToLocation(request.statement_offset).GetLineNumber() +
      1;
  v8::Local<v8::String> text_of_line;
  if (!v8::String::NewFromTwoByte(isolate, *text + begin, v8::NewStringType::kNormal,
                                  static_cast<int>(end - begin))
           .ToLocal(&text_of_line)) {
    return record.name + ":" + std::to_string(line) + "\n\n";
  }
  const int column = static_cast<int>(offset - begin);
  return MarkPlace(isolate, record.name, line, text_of_line, column, column) + "\n";
}

void Throw(v8::Local<v8::Context> context, v8::Local<v8::Object> error,
           const ImportRequest& request) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  if (request.statement_in != nullptr) {
    PrependToStack(context, error, PlaceOf(isolate, request));
  }
  isolate->ThrowException(error);
}

void Throw(v8::Local<v8::Context> context, ErrorClass error_class, std::string_view code,
           const std::string& message, const ImportRequest& request) {
  Throw(context, CodedError(context, error_class, code, message), request);
}

// " imported from ...", unless it is the main module that is missing.
std::string ByImporter(const ImportRequest& request) {
  const std::string& importer = request.importer.Name();
  return importer.empty() ? "" : " imported from " + importer;
}

void ThrowUnreadable(v8::Local<v8::Context> context, int error, const ModuleLocation& location,
                     const ImportRequest& request) {
  const std::string& name = location.Name();
  switch (error) {
    case ENOENT:
    case ENOTDIR:
    case ENAMETOOLONG:
      return Throw(context, ErrorClass::kError, "ERR_MODULE_NOT_FOUND",
                   "Cannot find module '" + name + "'" + ByImporter(request), request);
    case EISDIR:
      return Throw(context, ErrorClass::kError, "ERR_UNSUPPORTED_DIR_IMPORT",
                   "Directory import '" + name + "' is not supported" + ByImporter(request),
                   request);
    case EFBIG:
      return Throw(context, ErrorClass::kError, "ERR_STRING_TOO_LONG",
                   "Cannot create a string longer than " + std::to_string(v8::String::kMaxLength) +
                       " characters from '" + name + "'" + ByImporter(request),
                   request);
    default:
      Throw(context, SystemError(context, error, "open", name), request);
  }
}

// node's rule: JSON is what is called .json and imported as JSON, so that a file's author can't
// make it run as code.
bool CheckType(v8::Local<v8::Context> context, const ModuleLocation& location,
               const ImportRequest& request) {
  if (IsJson(location) == request.json) return true;
  const std::string module = "Module \"" + location.Url() + "\" ";
  if (request.json) {
    Throw(context, ErrorClass::kTypeError, "ERR_IMPORT_ASSERTION_TYPE_FAILED",
          module + "is not of type \"json\"" + ByImporter(request), request);
  } else {
    Throw(context, ErrorClass::kTypeError, "ERR_IMPORT_ASSERTION_TYPE_MISSING",
          module + "needs an import attribute of type \"json\"" + ByImporter(request), request);
  }
  return false;
}

// `stride`: how many entries of the array make an attribute (an import statement's have a place as
// well).
bool ReadAttributes(v8::Local<v8::Context> context, v8::Local<v8::FixedArray> attributes,
                    int stride, ImportRequest* request) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  for (int i = 0; i < attributes->Length(); i += stride) {
    const std::string key = Utf8(isolate, attributes->Get(context, i).As<v8::String>());
    const std::string value = Utf8(isolate, attributes->Get(context, i + 1).As<v8::String>());
    if (key != "type") {
      Throw(context, ErrorClass::kTypeError, "ERR_IMPORT_ATTRIBUTE_UNSUPPORTED",
            "Import attribute \"" + key + "\" with value \"" + value + "\" is not supported",
            *request);
      return false;
    }
    if (value != "json") {
      Throw(context, ErrorClass::kTypeError, "ERR_IMPORT_ASSERTION_TYPE_UNSUPPORTED",
            "Import attribute type \"" + value + "\" is unsupported", *request);
      return false;
    }
    request->json = true;
  }
  return true;
}

v8::MaybeLocal<v8::String> ReadLibrary(v8::Local<v8::Context> context,
                                       const ModuleLocation& location,
                                       const ImportRequest& request) {
  const EmbeddedFile* file = FindEmbedded(location.library);
  if (file != nullptr) {
    return v8::String::NewExternalOneByte(v8::Isolate::GetCurrent(),
                                          new LibrarySource(file->source));
  }
  ThrowUnreadable(context, ENOENT, location, request);
  return {};
}

v8::MaybeLocal<v8::String> ReadText(v8::Local<v8::Context> context, const ModuleLocation& location,
                                    const ImportRequest& request) {
  if (!location.library.empty()) return ReadLibrary(context, location, request);
  int error = 0;
  const std::optional<std::string> bytes = ReadFile(location.path, &error, v8::String::kMaxLength);
  if (!bytes) {
    ThrowUnreadable(context, error, location, request);
    return {};
  }
  std::string_view text = *bytes;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return ToString(v8::Isolate::GetCurrent(), text);
}

std::string MessageOf(v8::Local<v8::Context> context, v8::Local<v8::Value> error) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Value> message;
  if (!error->IsObject() || !error.As<v8::Object>()
                                 ->Get(context, v8::String::NewFromUtf8Literal(isolate, "message"))
                                 .ToLocal(&message)) {
    return "";
  }
  return Utf8(isolate, message);
}

// The message of a SyntaxError begins with the file's path, as node's does.
v8::MaybeLocal<v8::Value> ParseJson(v8::Local<v8::Context> context, v8::Local<v8::String> text,
                                    const ModuleLocation& location, const ImportRequest& request) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::TryCatch caught(isolate);
  v8::Local<v8::Value> value;
  if (v8::JSON::Parse(context, text).ToLocal(&value)) return value;
  v8::Local<v8::String> message;
  if (!caught.HasTerminated() &&
      ToString(isolate, location.path + ": " + MessageOf(context, caught.Exception()))
          .ToLocal(&message)) {
    caught.Reset();
    Throw(context, v8::Exception::SyntaxError(message).As<v8::Object>(), request);
  }
  caught.ReThrow();
  return {};
}

v8::MaybeLocal<v8::Value> OnEvaluateJson(v8::Local<v8::Context> context,
                                         v8::Local<v8::Module> module) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  const ModuleRecord* record = ModuleMap::From(isolate)->Find(module);
  v8::Local<v8::Promise::Resolver> done;
  if (module
          ->SetSyntheticModuleExport(isolate, v8::String::NewFromUtf8Literal(isolate, "default"),
                                     record->json.Get(isolate))
          .IsNothing() ||
      !v8::Promise::Resolver::New(context).ToLocal(&done) ||
      done->Resolve(context, v8::Undefined(isolate)).IsNothing()) {
    return {};
  }
  return done->GetPromise();
}

}  // namespace

v8::Module::Status ModuleRecord::Status(v8::Isolate* isolate) const {
  v8::HandleScope scope(isolate);
  return module.Get(isolate)->GetStatus();
}

ModuleMap::ModuleMap(v8::Isolate* isolate) : isolate_(isolate) {
  isolate->SetData(kIsolateSlot, this);
}

ModuleMap::~ModuleMap() { isolate_->SetData(kIsolateSlot, nullptr); }

ModuleMap* ModuleMap::From(v8::Isolate* isolate) {
  return static_cast<ModuleMap*>(isolate->GetData(kIsolateSlot));
}

ModuleRecord* ModuleMap::Load(v8::Local<v8::Context> context, v8::Local<v8::String> specifier,
                              v8::Local<v8::FixedArray> attributes, ModuleLocation importer) {
  ImportRequest request;
  request.specifier = Utf8(isolate_, specifier);
  request.importer = std::move(importer);
  if (!ReadAttributes(context, attributes, 2, &request)) return nullptr;
  return LoadGraph(context, Fetch(context, request));
}

ModuleRecord* ModuleMap::LoadFile(v8::Local<v8::Context> context, std::string_view path) {
  return LoadGraph(context, FetchFrom(context, FileLocation(path), ImportRequest()));
}

ModuleRecord* ModuleMap::LoadLibrary(v8::Local<v8::Context> context, std::string_view name) {
  ModuleLocation location;
  location.library = name;
  return LoadGraph(context, FetchFrom(context, std::move(location), ImportRequest()));
}

ModuleRecord* ModuleMap::LoadSource(v8::Local<v8::Context> context, ModuleLocation location,
                                    std::string_view name, std::string_view source) {
  v8::Local<v8::String> text;
  if (source.size() > v8::String::kMaxLength || !ToString(isolate_, source).ToLocal(&text)) {
    ThrowUnreadable(context, EFBIG, location, ImportRequest());
    return nullptr;
  }
  return LoadGraph(context, AddSource(std::move(location), std::string(name), text));
}

// Loads what `root` imports, and what that imports, and so on. What is linked has been through
// this. Null begets null.
ModuleRecord* ModuleMap::LoadGraph(v8::Local<v8::Context> context, ModuleRecord* root) {
  if (root == nullptr) return nullptr;
  std::vector<ModuleRecord*> path{root};
  std::unordered_set<ModuleRecord*> seen{root};
  while (!path.empty()) {
    ModuleRecord* record = path.back();
    path.pop_back();
    if (record->Status(isolate_) != v8::Module::kUninstantiated) continue;
    if (!record->imports_loaded && !LoadImports(context, record)) return nullptr;
    for (auto import = record->imports.rbegin(); import != record->imports.rend(); ++import) {
      if (seen.insert(*import).second) path.push_back(*import);
    }
  }
  return root;
}

bool ModuleMap::LoadImports(v8::Local<v8::Context> context, ModuleRecord* record) {
  v8::HandleScope scope(isolate_);
  const v8::Local<v8::FixedArray> requests = record->module.Get(isolate_)->GetModuleRequests();
  std::vector<ModuleRecord*> imports;
  for (int i = 0; i < requests->Length(); i++) {
    const auto module_request = requests->Get(context, i).As<v8::ModuleRequest>();
    ImportRequest request;
    request.specifier = Utf8(isolate_, module_request->GetSpecifier());
    request.importer = record->location;
    request.statement_in = record;
    request.statement_offset = module_request->GetSourceOffset();
    if (!ReadAttributes(context, compat::ImportAttributes(module_request), 3, &request)) {
      return false;
    }
    ModuleRecord* import = Fetch(context, request);
    if (import == nullptr) return false;
    imports.push_back(import);
    record->import_by_request[RequestKey(request.specifier, request.json)] = import;
  }
  record->imports = std::move(imports);
  record->imports_loaded = true;
  record->source.Reset();
  return true;
}

ModuleRecord* ModuleMap::Fetch(v8::Local<v8::Context> context, const ImportRequest& request) {
  ResolveError error;
  std::optional<ModuleLocation> location = Resolve(request.specifier, request.importer, &error);
  if (location) return FetchFrom(context, std::move(*location), request);
  Throw(context, error.is_type_error ? ErrorClass::kTypeError : ErrorClass::kError, error.code,
        error.message, request);
  return nullptr;
}

ModuleRecord* ModuleMap::FetchFrom(v8::Local<v8::Context> context, ModuleLocation location,
                                   const ImportRequest& request) {
  if (location.library.empty()) {
    const int error = Canonicalize(&location);
    if (error != 0) {
      ThrowUnreadable(context, error, location, request);
      return nullptr;
    }
  }
  if (!CheckType(context, location, request)) return nullptr;
  std::string url = location.Url();
  ModuleRecord* known = Find(url);
  if (known != nullptr) return known;
  v8::Local<v8::String> text;
  if (!ReadText(context, location, request).ToLocal(&text)) return nullptr;
  if (!IsJson(location)) return AddSource(std::move(location), std::move(url), text);
  v8::Local<v8::Value> value;
  if (!ParseJson(context, text, location, request).ToLocal(&value)) return nullptr;
  return AddJson(std::move(location), std::move(url), value);
}

// Compiles `source`.
ModuleRecord* ModuleMap::AddSource(ModuleLocation location, std::string name,
                                   v8::Local<v8::String> source) {
  v8::Local<v8::String> v8_name;
  v8::Local<v8::Module> module;
  if (!ToString(isolate_, name).ToLocal(&v8_name)) return nullptr;
  v8::ScriptCompiler::Source unit(source, compat::ModuleOrigin(isolate_, v8_name));
  if (!v8::ScriptCompiler::CompileModule(isolate_, &unit).ToLocal(&module)) return nullptr;
  ModuleRecord* record = Add(std::move(location), std::move(name), module);
  record->source.Reset(isolate_, source);
  return record;
}

ModuleRecord* ModuleMap::AddJson(ModuleLocation location, std::string name,
                                 v8::Local<v8::Value> value) {
  v8::Local<v8::String> v8_name;
  if (!ToString(isolate_, name).ToLocal(&v8_name)) return nullptr;
  ModuleRecord* record = Add(std::move(location), std::move(name),
                             compat::DefaultExportModule(isolate_, v8_name, &OnEvaluateJson));
  record->json.Reset(isolate_, value);
  record->imports_loaded = true;
  return record;
}

ModuleRecord* ModuleMap::Add(ModuleLocation location, std::string name,
                             v8::Local<v8::Module> module) {
  auto record = std::make_unique<ModuleRecord>();
  record->location = std::move(location);
  record->name = std::move(name);
  record->module.Reset(isolate_, module);
  by_hash_.emplace(module->GetIdentityHash(), record.get());
  ModuleRecord* const added = record.get();
  records_[added->location.Url()] = std::move(record);
  return added;
}

// Goes bottom-up, because V8 recurses along imports and would run out of stack in a long chain.
void ModuleMap::ForgetUnevaluatedLibraries() {
  for (auto it = records_.begin(); it != records_.end();) {
    const ModuleRecord& record = *it->second;
    const v8::Module::Status status = record.Status(isolate_);
    if (record.location.library.empty() || status == v8::Module::kEvaluated ||
        status == v8::Module::kEvaluating) {
      ++it;
    } else {
      forgotten_.push_back(std::move(it->second));
      it = records_.erase(it);
    }
  }
}

bool ModuleMap::Link(v8::Local<v8::Context> context, ModuleRecord* root) {
  const auto is_unlinked = [this](ModuleRecord* record) {
    return record->Status(isolate_) == v8::Module::kUninstantiated;
  };
  for (ModuleRecord* record : EvaluationOrder<ModuleRecord>::Of(root, is_unlinked)) {
    v8::HandleScope scope(isolate_);
    if (record->module.Get(isolate_)->InstantiateModule(context, &OnResolve).IsNothing()) {
      return false;
    }
  }
  return true;
}

v8::MaybeLocal<v8::Module> ModuleMap::OnResolve(v8::Local<v8::Context>,
                                                v8::Local<v8::String> specifier,
                                                v8::Local<v8::FixedArray> attributes,
                                                v8::Local<v8::Module> importer) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  // "json" is the only type that the request can have been loaded with.
  const std::string key = RequestKey(Utf8(isolate, specifier), attributes->Length() > 0);
  return From(isolate)->Find(importer)->import_by_request.at(key)->module.Get(isolate);
}

ModuleRecord* ModuleMap::Find(v8::Local<v8::Module> module) const {
  const auto [begin, end] = by_hash_.equal_range(module->GetIdentityHash());
  const auto found =
      std::find_if(begin, end, [&](const auto& entry) { return entry.second->module == module; });
  return found == end ? nullptr : found->second;
}

ModuleRecord* ModuleMap::Find(const std::string& url) const {
  const auto found = records_.find(url);
  return found == records_.end() ? nullptr : found->second.get();
}

}  // namespace lo
