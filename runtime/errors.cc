#include "runtime/errors.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

#include "runtime/modules.h"

namespace lo {

namespace {

// Of a longer line (minified code), only what is around the error is shown.
constexpr int kLongestLine = 400;
constexpr int kAround = 60;

std::string Utf8(v8::Isolate* isolate, v8::Local<v8::Value> value) {
  v8::TryCatch ignore(isolate);
  v8::String::Utf8Value text(isolate, value);
  return *text == nullptr ? std::string() : std::string(*text, text.length());
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

// The stack of an Error, which scripts may have changed; empty if it is none, or no string.
std::string StackOf(v8::Local<v8::Context> context, v8::Local<v8::Value> error) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::TryCatch ignore(isolate);
  v8::Local<v8::Value> stack;
  if (!error->IsNativeError() ||
      !error.As<v8::Object>()
           ->Get(context, v8::String::NewFromUtf8Literal(isolate, "stack"))
           .ToLocal(&stack) ||
      !stack->IsString()) {
    return {};
  }
  return Utf8(isolate, stack);
}

std::string DescribeValue(v8::Local<v8::Context> context, v8::Local<v8::Value> error) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::TryCatch ignore(isolate);
  std::string stack = StackOf(context, error);
  v8::Local<v8::Value> inspected;
  if (Inspect(context, error).ToLocal(&inspected)) {
    std::string text = Utf8(isolate, inspected);
    // The brackets that inspect() puts around an error without frames tell it from a string.
    const std::string bracketed = "[" + stack + "]";
    if (!stack.empty() && text.starts_with(bracketed)) text.replace(0, bracketed.size(), stack);
    return text;
  }
  ignore.Reset();
  if (!stack.empty()) return stack;
  v8::Local<v8::String> detail;
  if (error->ToDetailString(context).ToLocal(&detail)) return Utf8(isolate, detail);
  return "an error that can't be printed";
}

// The place that `error` itself tells, if it does.
std::string PlaceOfError(v8::Local<v8::Context> context, v8::Local<v8::Value> error) {
  std::string place =
      DescribePlace(context, v8::Exception::CreateMessage(v8::Isolate::GetCurrent(), error));
  // If it has no frames, or its stack has been read, V8 takes the place where we are: in the
  // library that reports it.
  const std::string heading = place.substr(0, place.find('\n'));
  const bool in_stack = StackOf(context, error).find(heading + ":") != std::string::npos;
  return place.starts_with("lib/") && !in_stack ? "" : place;
}

}  // namespace

std::string MarkPlace(v8::Isolate* isolate, std::string_view script, int line,
                      v8::Local<v8::String> source, int start, int end) {
  const v8::String::Value value(isolate, source);
  const int length = value.length();
  start = std::clamp(start, 0, length);
  std::string text = std::string(script) + ":" + std::to_string(line);
  int from = 0;
  int to = length;
  if (length > kLongestLine) {
    text += ":" + std::to_string(start + 1);
    from = std::max(start - kAround, 0);
    to = std::min(start + kAround, length);
  }
  v8::Local<v8::String> shown;
  if (!v8::String::NewFromTwoByte(isolate, *value + from, v8::NewStringType::kNormal, to - from)
           .ToLocal(&shown)) {
    return text + "\n";
  }
  text += "\n" + Utf8(isolate, shown) + "\n";
  for (int i = from; i < start; i++) text += (*value)[i] == '\t' ? '\t' : ' ';
  return text.append(std::max(std::min(end, to) - start, 1), '^') + "\n";
}

std::string DescribePlace(v8::Local<v8::Context> context, v8::Local<v8::Message> message) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::String> source;
  const int line = message->GetLineNumber(context).FromMaybe(0);
  if (line == 0 || !message->GetSourceLine(context).ToLocal(&source)) return {};
  const v8::Local<v8::Value> script = message->GetScriptResourceName();
  const int start = message->GetStartColumn(context).FromMaybe(0);
  return MarkPlace(isolate, script->IsString() ? Utf8(isolate, script) : "<anonymous_script>", line,
                   source, start, message->GetEndColumn(context).FromMaybe(start));
}

std::string DescribeError(v8::Local<v8::Context> context, v8::Local<v8::Value> error,
                          v8::Local<v8::Message> message) {
  std::string text =
      message.IsEmpty() ? PlaceOfError(context, error) : DescribePlace(context, message);
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
    if (written < 0 && errno == EAGAIN) {
      // A terminal or pipe that another program, which has it too, made non-blocking.
      pollfd writable = {STDERR_FILENO, POLLOUT, 0};
      poll(&writable, 1, -1);
      continue;
    }
    if (written < 0) return;
    text.remove_prefix(static_cast<size_t>(written));
  }
}

}  // namespace lo
