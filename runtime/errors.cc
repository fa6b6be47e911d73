#include "runtime/errors.h"

#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "runtime/modules.h"

namespace lo {

namespace {

// A line of minified code tells the reader nothing.
constexpr size_t kLongestLine = 400;

std::string Utf8(v8::Isolate* isolate, v8::Local<v8::Value> value) {
  v8::TryCatch ignore(isolate);
  v8::String::Utf8Value text(isolate, value);
  return *text == nullptr ? std::string() : std::string(*text, text.length());
}

// The text below a source line: carets from `start` to `end`, tabs kept so that they stand where
// they should.
std::string Carets(const std::string& line, int start, int end) {
  std::string carets;
  for (int i = 0; i < start; i++) carets += line[i] == '\t' ? '\t' : ' ';
  return carets.append(std::max(end - start, 1), '^');
}

// console.log's view of an error, with its cause and its own properties.
v8::MaybeLocal<v8::Value> Inspect(v8::Local<v8::Context> context, v8::Local<v8::Value> error) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  ModuleLoader* loader = ModuleLoader::From(isolate);
  v8::Local<v8::Object> library;
  v8::Local<v8::Value> inspect;
  if (loader == nullptr || !loader->Library(context, "lib/inspect.js").ToLocal(&library) ||
      !library->Get(context, v8::String::NewFromUtf8Literal(isolate, "inspect"))
           .ToLocal(&inspect) ||
      !inspect->IsFunction()) {
    return {};
  }
  return inspect.As<v8::Function>()->Call(context, v8::Undefined(isolate), 1, &error);
}

std::string DescribeValue(v8::Local<v8::Context> context, v8::Local<v8::Value> error) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::TryCatch ignore(isolate);
  v8::Local<v8::Value> text;
  if (Inspect(context, error).ToLocal(&text)) return Utf8(isolate, text);
  ignore.Reset();
  v8::Local<v8::Value> stack;
  if (error->IsNativeError() &&
      error.As<v8::Object>()
          ->Get(context, v8::String::NewFromUtf8Literal(isolate, "stack"))
          .ToLocal(&stack) &&
      stack->IsString()) {
    return Utf8(isolate, stack);
  }
  v8::Local<v8::String> detail;
  if (error->ToDetailString(context).ToLocal(&detail)) return Utf8(isolate, detail);
  return "an error that can't be printed";
}

}  // namespace

std::string DescribePlace(v8::Local<v8::Context> context, v8::Local<v8::Message> message) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::String> source_line;
  const int line = message->GetLineNumber(context).FromMaybe(0);
  if (line == 0 || !message->GetSourceLine(context).ToLocal(&source_line)) return {};
  const std::string source = Utf8(isolate, source_line);
  const int start = message->GetStartColumn(context).FromMaybe(0);
  const int end = message->GetEndColumn(context).FromMaybe(start);
  std::string place =
      Utf8(isolate, message->GetScriptResourceName()) + ":" + std::to_string(line) + "\n";
  if (source.size() > kLongestLine || start > static_cast<int>(source.size())) return place;
  return place + source + "\n" + Carets(source, start, end) + "\n";
}

std::string DescribeError(v8::Local<v8::Context> context, v8::Local<v8::Value> error,
                          v8::Local<v8::Message> message) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  if (message.IsEmpty()) message = v8::Exception::CreateMessage(isolate, error);
  std::string text = DescribePlace(context, message);
  if (!text.empty()) text += "\n";
  if (!error->IsNativeError()) text += "Uncaught ";
  return text + DescribeValue(context, error) + "\n";
}

void Rejections::Note(v8::Isolate* isolate, const v8::PromiseRejectMessage& message) {
  v8::Local<v8::Promise> promise = message.GetPromise();
  switch (message.GetEvent()) {
    case v8::kPromiseRejectWithNoHandler:
      promises_.emplace_back(isolate, promise);
      break;
    case v8::kPromiseHandlerAddedAfterReject:
      std::erase_if(promises_, [&](const auto& known) { return known == promise; });
      break;
    case v8::kPromiseRejectAfterResolved:
    case v8::kPromiseResolveAfterResolved:
      break;
  }
}

std::vector<v8::Local<v8::Value>> Rejections::TakeUnhandled(v8::Isolate* isolate) {
  std::vector<v8::Local<v8::Value>> reasons;
  for (const auto& rejected : std::exchange(promises_, {})) {
    v8::Local<v8::Promise> promise = rejected.Get(isolate);
    if (!promise->HasHandler()) reasons.push_back(promise->Result());
  }
  return reasons;
}

void PrintError(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;
    text.remove_prefix(static_cast<size_t>(written));
  }
}

}  // namespace lo
